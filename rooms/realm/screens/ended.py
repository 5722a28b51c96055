"""How the day ended, on the overview of the desks, and the question to Control where it is Control's to decide (R-26, R-27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from control.debrief.access import is_open_for_team
from control.desks.command import CommandForm, initial, reason_field
from control.desks.overview import HERE
from control.desks.press import answered, give, question, told
from control.engine.context import ORGANIZER
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register
from rooms.realm.frame import NAME
from rooms.realm.game.throne.ending import DecideEnd
from rooms.realm.game.view_end import EndAsk, end_ask
from rooms.realm.scenario.ids import HouseId
from rooms.realm.screens.seen import Look, look, with_more

REGION: Final = "ended"
NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndShown(EndAsk):
    """How the day ended, and whether there is a debrief to look into."""

    looks_back: bool


def ended(seen: Look) -> EndShown | None:
    """How it ended."""
    found = seen.sight.view(end_ask)
    looks_back = found is not None and is_open_for_team(seen.door.event, seen.door.desks)
    return with_more(EndShown, found, looks_back=looks_back) if found is not None else None


register(RegionKind(name=REGION, template="realm/desk/_ended.html", topics=("clock", "people"), view=ended), realm=NAME)


class EndForm(CommandForm):
    """A House, or nobody, and why."""

    who = forms.CharField(error_messages={"required": gettext_lazy("Say who is crowned, or that nobody is.")})
    reason = reason_field()
    sure = forms.BooleanField(required=False)

    def command(self) -> DecideEnd:
        found: dict[str, Any] = self.cleaned_data
        return DecideEnd(house=None if found["who"] == NOBODY else HouseId(found["who"]), reason=found["reason"])


@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, event_id: int) -> HttpResponse:
    """Decide how the day ends."""
    door, said, form = desk_or_404(request, event_id, ORGANIZER), None, EndForm(initial=initial(who=""))
    if request.method == "POST":
        given = EndForm(request.POST)
        if given.is_valid() and not given.cleaned_data["sure"]:
            return _sure(request, door, given)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, HERE, "clock", "people")
        form = form if said.stale else given
    found = look(request, door).sight.view(end_ask)
    if found is None or not found.decides:
        return (
            told(request, door, said, HERE, "clock")
            if said is not None
            else question(request, door, ASK, {"end": None}, HERE, None)
        )
    return question(request, door, ASK, {"end": found, "form": form, "nobody": NOBODY}, HERE, said)


def _sure(request: HttpRequest, door: DeskPass, form: EndForm) -> HttpResponse:
    """What was chosen, said once more with who it is: the hall reads it at once."""
    found = look(request, door).sight.view(end_ask)
    house = next((each for each in found.houses if each.house == form.cleaned_data["who"]), None) if found else None
    named = house is not None or form.cleaned_data["who"] == NOBODY
    sure = {"end": found if found and found.decides and named else None, "form": form, "sure": True, "house": house}
    return question(request, door, ASK, sure, HERE, None)


ASK: Final = "realm/desk/_end_decide.html"
