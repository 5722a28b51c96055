"""Page of the ladder of failures: the effect and the prints of each rung, one tap away."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST
from msgspec import Struct

from control import registry
from control.day.people.seating import players_in_room
from control.day.view import clock_view
from control.desks.command import LOST
from control.desks.frame import Look, draw_page, look, regions, room_address
from control.desks.presses import DONE, REFUSED, PressAnswer, PressPlace, answer_press, refusal
from control.engine.context import ORGANIZER
from control.engine.language import Spoken, later, say
from control.engine.refusal import Refused
from control.people.access import DeskPass, desk_or_404
from control.printing.menu import own_prints
from control.regions.kinds import DeskRegion, register
from control.sheets import sheets
from control.watch import ladder
from control.watch.rungs import LadderStep

# === form ===============================================================================================================

# A change of the rung.


RUNGS = [(step.value, step.value) for step in LadderStep]


class StepForm(forms.Form):
    """Target rung, and the rung that the sender saw."""

    to = forms.ChoiceField(choices=RUNGS)
    seen = forms.ChoiceField(choices=RUNGS)

    def steps(self) -> tuple[LadderStep, LadderStep]:
        """Target rung and seen rung."""
        return LadderStep(self.cleaned_data["to"]), LadderStep(self.cleaned_data["seen"])


# === desk ===============================================================================================================

# The page: each rung with its effect and its prints.


FROZEN = "frozen"  # key of the game's own words for that rung, which may name what hangs in the hall
DOES: Mapping[LadderStep, str] = Spoken(
    {
        LadderStep.LIVE: later("Everything works."),
        LadderStep.READ_ONLY: later(
            "Nothing is changed any more: desks refuse with a sentence, phones keep their sheets and send them later. "
            "The clock stands and says why. For a computer that is about to be changed."
        ),
        LadderStep.PAPER: later("As read-only, and everybody is told to write on paper. Print what is below and hand it out."),
        LadderStep.BACK: later(
            "Desks and phones work again; the clock still stands. Enter what was written on paper: the list says whose is "
            "missing. Then go live, and the clock goes on."
        ),
    }
)


class EmergencyPrint(Struct, frozen=True, kw_only=True):
    """Link to a print."""

    name: str
    address: str


class MissingSheets(Struct, frozen=True, kw_only=True):
    """Missing sheets of one kind in this month, by name. `address`: page where this person enters them, "" for other desks."""

    title: str
    names: tuple[str, ...]
    here: int
    address: str


class RungRow(Struct, frozen=True, kw_only=True):
    """One rung on the page."""

    step: LadderStep
    name: str
    does: str
    is_now: bool
    prints: tuple[EmergencyPrint, ...]
    missing: tuple[MissingSheets, ...]


class LadderView(Struct, frozen=True, kw_only=True):
    """The ladder: current rung, since when, by whom. `mine`: this person may change it."""

    rungs: tuple[RungRow, ...]
    now: LadderStep
    since: datetime | None
    by: str
    mine: bool


def ladder_view(seen: Look) -> LadderView:
    event = seen.door.event
    event.refresh_from_db(fields=["rung"])
    now, newest = ladder.rung_of(event), event.rungs.first()
    return LadderView(
        rungs=tuple(
            RungRow(
                step=step,
                name=ladder.NAMES[step],
                does=DOES.get(step) or seen.sight.frame.said(FROZEN),
                is_now=step is now,
                prints=emergency_prints(seen) if step is LadderStep.PAPER else (),
                missing=missing_sheets(seen) if step is LadderStep.BACK and now is LadderStep.BACK else (),
            )
            for step in LadderStep
        ),
        now=now,
        since=newest.at if newest else None,
        by=newest.by if newest else "",
        mine=seen.sits_at(ORGANIZER),
    )


def emergency_prints(seen: Look) -> tuple[EmergencyPrint, ...]:
    """Prints for going on with paper."""
    month = seen.sight.public(clock_view).month or 1
    kinds = sorted(registry.printable(seen.sight.realm).items())
    found = [EmergencyPrint(name=say("The state now"), address=reverse("print:state", args=[seen.event_id]))]
    found += [
        EmergencyPrint(
            name=say("Blank sheets: {kind}, {when}", kind=say(kind.words.word), when=seen.sight.frame.round_words(month)),
            address=f"{reverse('print:sheets', args=[seen.event_id])}?kind={name}&month={month}",
        )
        for name, (kind, _on_paper) in kinds
    ]
    found += [EmergencyPrint(name=each.title, address=each.address) for each in own_prints(seen)]
    return (*found, EmergencyPrint(name=say("Everything else"), address=reverse("print:menu", args=[seen.event_id])))


def missing_sheets(seen: Look) -> tuple[MissingSheets, ...]:
    """Players whose sheet of this month is missing, by room."""
    month, frame, found = seen.sight.public(clock_view).month, seen.sight.frame, []
    for kind in registry.sheet_kinds(seen.sight.realm).values():
        there = seen.sight.view(players_in_room, kind.room)
        sent = sheets.seats_sent(seen.event_id, kind.kind, month)
        names = tuple(sorted(each.name for each in there if each.seat not in sent))
        address = room_address(seen, kind.room) if seen.sits_at(frame.desk_of(kind.room)) else ""
        found.append(MissingSheets(title=frame.room_name(kind.room), names=names, here=len(there) - len(names), address=address))
    return tuple(found)


register(DeskRegion(name="ladder", template="control/desk/_ladder.html", topics=("clock", "sheets", "people"), view=ladder_view))


@require_GET
def page(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the ladder, for every desk."""
    return ladder_page(request, desk_or_404(request, event_id))


def ladder_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Render the ladder with the answer to a press."""
    seen = look(request, door)
    return draw_page(request, "control/desk/ladder.html", seen, "ladder", {"said": said, **regions(seen, "ladder")})


HERE = PressPlace(address="desk:ladder", tab="ladder", draw=ladder_page)


@require_POST
def step(request: HttpRequest, event_id: int) -> HttpResponse:
    """Change the rung."""
    door = desk_or_404(request, event_id, ORGANIZER)
    form = StepForm(request.POST)
    if not form.is_valid():
        return answer_press(request, door, PressAnswer(kind=REFUSED, sentence=say(LOST)), HERE)
    to, seen = form.steps()
    try:
        ladder.go_to_rung(door.event, to, door.actor, seen)
    except Refused as no:
        return answer_press(request, door, refusal(no), HERE)
    return answer_press(
        request, door, PressAnswer(kind=DONE, sentence=say("The event is on “{rung}” now.", rung=ladder.NAMES[to])), HERE, "clock"
    )
