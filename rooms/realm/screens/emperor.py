"""The God Emperor's wounds at the Houses' desks, while he rules (R-30)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from control.desks.command import form_of, initial
from control.desks.presses import answer_press, carry_out, close_question, draw_question
from control.engine.language import say
from control.people.access import desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.frame import NAME
from rooms.realm.game.throne.wounds import WoundGodEmperor
from rooms.realm.game.view_throne import EmperorView, emperor_view
from rooms.realm.screens.desk_pages import Look, look
from rooms.realm.screens.house_forms import WOUNDS
from rooms.realm.screens.houses import HERE


def emperor_shown(seen: Look) -> EmperorView | None:
    """The God Emperor, while he rules."""
    return seen.sight.view(emperor_view)


register(
    DeskRegion(
        name="emperor",
        template="realm/desk/_emperor.html",
        topics=("people", "clock"),
        view=emperor_shown,
        desks=HOUSE_DESKS,
    ),
    realm=NAME,
)


EmperorForm = form_of(WoundGodEmperor, errors={"wounds": WOUNDS})


@require_http_methods(["GET", "POST"])
def emperor(request: HttpRequest, event_id: int) -> HttpResponse:
    """Set his wounds, with a reason."""
    door, said, refused = desk_or_404(request, event_id, *HOUSE_DESKS), None, None
    if request.method == "POST":
        given = EmperorForm(request.POST)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, HERE, "people")
        refused = None if said.stale else given
    found = look(request, door).sight.view(emperor_view)
    if found is None:
        if said is not None:
            return answer_press(request, door, said, HERE, "people")
        raise Http404(say("The God Emperor reigns no more; he is out of the game."))
    form = refused or EmperorForm(initial=initial(before=found.wounds, wounds=found.wounds))
    return draw_question(request, door, "realm/desk/_emperor_wounds.html", {"emperor": found, "form": form}, HERE, said)
