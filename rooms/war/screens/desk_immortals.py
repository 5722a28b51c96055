"""Immortals at the desks of War and Court Control: send on a task, call home (GE-SOV-28, R-98)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from control.desks.command import CommandForm, form_of, initial
from control.desks.presses import PressAnswer, PressPlace, carry_out, close_question, draw_question
from control.people.access import DeskPass, desk_or_404
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Room
from rooms.realm.screens.desk_pages import look
from rooms.war.game.immortals import CallImmortalHome, SendImmortal
from rooms.war.game.view_immortals import immortals_panel

# === Immortals ==========================================================================================================


SendImmortalForm = form_of(
    SendImmortal,
    errors={
        "region": {"required": gettext_lazy("Choose a region."), "invalid": gettext_lazy("There is no such region.")},
        "task": {
            "required": gettext_lazy("Say what it is sent for; it is announced."),
            "max_length": gettext_lazy("A task has at most 300 characters."),
        },
    },
)
HomeForm = form_of(
    CallImmortalHome,
    errors={"immortal": {"required": gettext_lazy("Choose an Immortal."), "invalid": gettext_lazy("There is no such Immortal.")}},
)


@require_http_methods(["GET", "POST"])
def immortals(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of all Immortals: send one, or call one home."""
    door = desk_or_404(request, event_id, Desk.WAR, Desk.COURT)
    place, said = _place(door), None
    send: CommandForm = SendImmortalForm(initial=initial())
    home: CommandForm = HomeForm(initial=initial())
    if request.method == "POST":
        given = HomeForm(request.POST) if request.POST.get("act") == "home" else SendImmortalForm(request.POST)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, place, "war", "map")
        if not said.stale:
            send, home = (send, given) if isinstance(given, HomeForm) else (given, home)
    panel = look(request, door).sight.view(immortals_panel)
    return draw_question(request, door, "war/desk/_immortals.html", {"panel": panel, "send": send, "home": home}, place, said)


def _place(door: DeskPass) -> PressPlace:
    """The desk to return to: War Control's, else the Court's."""
    room = Room.COURT if Desk.COURT in door.desks and not door.desks & {Desk.WAR, Desk.ORGANIZER} else Room.WAR
    return PressPlace(address=f"{room.value}_desk:desk", tab=room.value, draw=_draw)


def _draw(request: HttpRequest, door: DeskPass, said: PressAnswer | None) -> HttpResponse:
    """Draw the page with the answer to a submitted form."""
    panel = look(request, door).sight.view(immortals_panel)
    context = {"panel": panel, "send": SendImmortalForm(initial=initial()), "home": HomeForm(initial=initial())}
    return draw_question(request, door, "war/desk/_immortals.html", context, _place(door), said)
