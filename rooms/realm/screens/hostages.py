"""Hostages by hand: each House's mat, and what its holder, or the desk, does with them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from control.desks.command import initial
from control.desks.press import answered, give, question
from control.engine.language import say
from control.people.access import desk_or_404
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.game.view_hostages import mat_ask
from rooms.realm.screens import hostage_forms as forms
from rooms.realm.screens.houses import HERE
from rooms.realm.screens.seen import look


@require_http_methods(["GET", "POST"])
def mat(request: HttpRequest, event_id: int, mat: str) -> HttpResponse:
    """One mat: release, hand over, kill, take."""
    door = desk_or_404(request, event_id, *HOUSE_DESKS)
    found = look(request, door).sight.view(mat_ask, mat)
    if found is None:
        raise Http404(say("No such House."))
    said, opened = None, request.POST.get("act", "")
    holder = found.mat.house
    if request.method == "POST":
        taking = opened == "take" and holder is not None
        sent = forms.TakeForm(request.POST, holder=holder) if taking and holder is not None else forms.MoveForm(request.POST)
        said = give(door, sent)
        if said.done:
            return answered(request, door, said, HERE, "people", "laws")
        found = look(request, door).sight.view(mat_ask, mat) or found
    typed = {name: request.POST.get(name, "") for name in ("lot", "to", "of", "count", "reason")}
    context = {"ask": found, "form": forms.MoveForm(initial=initial()), "typed": typed, "opened": opened}
    return question(request, door, "realm/desk/_hostages.html", context, HERE, said)
