"""The Ceremony desk's wedding: Priests, the two who stand there, and their Houses' hostages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from control.desks.command import CommandForm, initial
from control.desks.press import answered, give, question
from control.engine.language import say
from control.people.access import desk_or_404
from rooms.realm.desks import Desk
from rooms.realm.game.view_weddings import wed_ask
from rooms.realm.screens.houses import HERE
from rooms.realm.screens.seen import look
from rooms.realm.screens.wedding_forms import DeskAnointForm, DeskWedForm


@require_http_methods(["GET", "POST"])
def wed(request: HttpRequest, event_id: int) -> HttpResponse:
    """Wed two players, or anoint a Priest first."""
    door = desk_or_404(request, event_id, Desk.CEREMONY)
    ask = look(request, door).sight.view(wed_ask)
    if ask is None:
        raise Http404(say("There is nothing here."))
    first = ask.couples[0] if ask.couples else None
    chosen = (
        {"one": first.one, "other": first.other, "hostages": first.hostages}
        if first is not None
        else {"one": request.GET.get("one", ""), "other": "", "hostages": 1}
    )
    fresh = DeskWedForm(initial=initial(month=ask.month, **chosen))
    form: CommandForm = fresh
    said = None
    if request.method == "POST":
        form = DeskAnointForm(request.POST) if "anoint" in request.POST else DeskWedForm(request.POST)
        said = give(door, form)
        if said.done:
            return answered(request, door, said, HERE, "ceremonies")
        form = fresh if said.stale or isinstance(form, DeskAnointForm) else form
    context = {"form": form, "ask": ask, "key": initial()["command_id"]}
    return question(request, door, "realm/desk/_wed.html", context, HERE, said)
