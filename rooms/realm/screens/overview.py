"""Overview of the desks in God Emperor: forecast of the turn of the month, and end of the day (R-26, R-27)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from control import registry
from control.day.desk_tasks import DeskTask
from control.debrief.access import is_open_for_team
from control.desks.command import CommandForm, initial, reason_field
from control.desks.frame import matters_to_check
from control.desks.overview import HERE
from control.desks.presses import answer_press, carry_out, close_question, draw_question
from control.engine.context import ORGANIZER
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.game.return_preview import HeldBy, MomentShown, OpenQuestion, Turning
from rooms.realm.game.throne.divine_sovereign import DecideEnd
from rooms.realm.game.view_divine_sovereign import DayEndView, day_end_view
from rooms.realm.screens.desk_pages import Look, look, with_more

# === turn of the month ==================================================================================================

# Live region with the forecast: all of it for the organizer, a room's desk sees its own moments.


TURNING: Final = Turning(lambda: registry.game(NAME))
TOPICS: Final = ("clock", "decisions", "hand-offs", "people", "laws", "schemes", "map", "court", "strip", "buildings")
DESKS: Final = (Desk.ORGANIZER, Desk.WAR, Desk.COURT, Desk.UNDERGROUND)


class TurnPanel(Struct, frozen=True, kw_only=True):
    """The forecast with links to what waits. `looked`: matters before the first moment."""

    title: str
    whole: bool
    held_words: str
    held: tuple[HeldBy, ...]
    caveats: tuple[str, ...]
    moments: tuple[MomentShown, ...]
    nothing: str
    stays: tuple[OpenQuestion, ...]
    looked: tuple[DeskTask, ...]


def region_at(desk: Desk) -> str:
    """Name of the region on this desk's page."""
    return f"turn_{desk}"


def _panel(desk: Desk) -> Callable[[Look], TurnPanel | None]:
    def shown(seen: Look) -> TurnPanel | None:
        found = seen.sight.view(TURNING.desk, desk)
        if found is None:
            return None
        return with_more(TurnPanel, found, looked=matters_to_check(seen) if found.whole else matters_to_check(seen, desk))

    return shown


register(
    *(
        DeskRegion(
            name=region_at(desk),
            template="realm/desk/_turn.html",
            topics=TOPICS,
            view=_panel(desk),
            desks=frozenset({desk}),
        )
        for desk in DESKS
    ),
    realm=NAME,
)

OVERVIEW: Final = region_at(Desk.ORGANIZER)


# === end of the day =====================================================================================================

# End of the day on the overview, and Control's decision on it if one is needed.


REGION: Final = "ended"
NOBODY: Final = "nobody"


class DayEndPage(DayEndView, frozen=True, kw_only=True):
    """End of the day. `looks_back`: a debrief is open."""

    looks_back: bool


def ended(seen: Look) -> DayEndPage | None:
    found = seen.sight.view(day_end_view)
    looks_back = found is not None and is_open_for_team(seen.door.event, seen.door.desks)
    return with_more(DayEndPage, found, looks_back=looks_back) if found is not None else None


register(DeskRegion(name=REGION, template="realm/desk/_ended.html", topics=("clock", "people"), view=ended), realm=NAME)


class EndForm(CommandForm):
    """A House to crown, or nobody, with a reason."""

    who = forms.CharField(error_messages={"required": gettext_lazy("Say who is crowned, or that nobody is.")})
    reason = reason_field()
    sure = forms.BooleanField(required=False)

    def command(self) -> DecideEnd:
        who = self.cleaned_data["who"]
        return self.build(DecideEnd, house=None if who == NOBODY else who)


@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, event_id: int) -> HttpResponse:
    """Decide how the day ends."""
    door, said, form = desk_or_404(request, event_id, ORGANIZER), None, EndForm(initial=initial(who=""))
    if request.method == "POST":
        given = EndForm(request.POST)
        if given.is_valid() and not given.cleaned_data["sure"]:
            return _sure(request, door, given)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, HERE, "clock", "people")
        form = form if said.stale else given
    found = look(request, door).sight.view(day_end_view)
    if found is None or not found.decides:
        return (
            answer_press(request, door, said, HERE, "clock")
            if said is not None
            else draw_question(request, door, ASK, {"end": None}, HERE, None)
        )
    return draw_question(request, door, ASK, {"end": found, "form": form, "nobody": NOBODY}, HERE, said)


def _sure(request: HttpRequest, door: DeskPass, form: EndForm) -> HttpResponse:
    """Ask for confirmation with the name, because the hall reads it at once."""
    found = look(request, door).sight.view(day_end_view)
    house = next((each for each in found.houses if each.house == form.cleaned_data["who"]), None) if found else None
    named = house is not None or form.cleaned_data["who"] == NOBODY
    sure = {"end": found if found and found.decides and named else None, "form": form, "sure": True, "house": house}
    return draw_question(request, door, ASK, sure, HERE, None)


ASK: Final = "realm/desk/_end_decide.html"
