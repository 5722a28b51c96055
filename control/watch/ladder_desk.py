"""Page of the ladder of failures: the effect and the prints of each rung, one tap away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from control import registry
from control.day.people.seating import in_room
from control.day.view import clock_view
from control.desks.command import LOST
from control.desks.frame import Look, draw_page, look, regions, room_address
from control.desks.press import DONE, REFUSED, Place, Said, refusal, told
from control.engine.context import ORGANIZER
from control.engine.language import Spoken, later, say
from control.engine.refusal import Refused
from control.people.access import DeskPass, desk_or_404
from control.printing.menu import own_prints
from control.regions.kinds import RegionKind, register
from control.sheets import sheets
from control.watch import ladder
from control.watch.rungs import Step

# === form ===============================================================================================================

# A change of the rung.


RUNGS = [(step.value, step.value) for step in Step]


class StepForm(forms.Form):
    """Target rung, and the rung that the sender saw."""

    to = forms.ChoiceField(choices=RUNGS)
    seen = forms.ChoiceField(choices=RUNGS)

    def steps(self) -> tuple[Step, Step]:
        """Target rung and seen rung."""
        return Step(self.cleaned_data["to"]), Step(self.cleaned_data["seen"])


# === desk ===============================================================================================================

# The page: each rung with its effect and its prints.


FROZEN = "frozen"  # key of the game's own words for that rung, which may name what hangs in the hall
DOES: Mapping[Step, str] = Spoken(
    {
        Step.LIVE: later("Everything works."),
        Step.READ_ONLY: later(
            "Nothing is changed any more: desks refuse with a sentence, phones keep their sheets and send them later. "
            "The clock stands and says why. For a computer that is about to be changed."
        ),
        Step.PAPER: later("As read-only, and everybody is told to write on paper. Print what is below and hand it out."),
        Step.BACK: later(
            "Desks and phones work again; the clock still stands. Enter what was written on paper: the list says whose is "
            "missing. Then go live, and the clock goes on."
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """Link to a print."""

    name: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Missing sheets of one kind in this month, by name. `address`: page where this person enters them, "" for other desks."""

    title: str
    names: tuple[str, ...]
    here: int
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RungRow:
    """One rung on the page."""

    step: Step
    name: str
    does: str
    is_now: bool
    prints: tuple[Print, ...]
    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderView:
    """The ladder: current rung, since when, by whom. `mine`: this person may change it."""

    rungs: tuple[RungRow, ...]
    now: Step
    since: datetime | None
    by: str
    mine: bool


def ladder_view(seen: Look) -> LadderView:
    event = seen.door.event
    event.refresh_from_db(fields=["rung"])
    now, newest = ladder.of(event), event.rungs.first()
    return LadderView(
        rungs=tuple(
            RungRow(
                step=step,
                name=ladder.NAMES[step],
                does=DOES.get(step) or seen.sight.frame.said(FROZEN),
                is_now=step is now,
                prints=prints(seen) if step is Step.PAPER else (),
                missing=missing(seen) if step is Step.BACK and now is Step.BACK else (),
            )
            for step in Step
        ),
        now=now,
        since=newest.at if newest else None,
        by=newest.by if newest else "",
        mine=seen.sits_at(ORGANIZER),
    )


def prints(seen: Look) -> tuple[Print, ...]:
    """Prints for going on with paper."""
    month = seen.sight.public(clock_view).month or 1
    kinds = sorted(registry.printable(seen.sight.realm).items())
    found = [Print(name=say("The state now"), address=reverse("print:state", args=[seen.event_id]))]
    found += [
        Print(
            name=say("Blank sheets: {kind}, {when}", kind=say(kind.word), when=seen.sight.frame.round_words(month)),
            address=f"{reverse('print:sheets', args=[seen.event_id])}?kind={name}&month={month}",
        )
        for name, (kind, _on_paper) in kinds
    ]
    found += [Print(name=each.title, address=each.address) for each in own_prints(seen)]
    return (*found, Print(name=say("Everything else"), address=reverse("print:menu", args=[seen.event_id])))


def missing(seen: Look) -> tuple[Missing, ...]:
    """Players whose sheet of this month is missing, by room."""
    month, frame, found = seen.sight.public(clock_view).month, seen.sight.frame, []
    for kind in registry.sheet_kinds(seen.sight.realm).values():
        there = seen.sight.view(in_room, kind.room)
        sent = sheets.sent(seen.event_id, kind.kind, month)
        names = tuple(sorted(each.name for each in there if each.seat not in sent))
        address = room_address(seen, kind.room) if seen.sits_at(frame.desk_of(kind.room)) else ""
        found.append(Missing(title=frame.room_name(kind.room), names=names, here=len(there) - len(names), address=address))
    return tuple(found)


register(RegionKind(name="ladder", template="control/desk/_ladder.html", topics=("clock", "sheets", "people"), view=ladder_view))


@require_GET
def page(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the ladder, for every desk."""
    return ladder_page(request, desk_or_404(request, event_id))


def ladder_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """Render the ladder with the answer to a press."""
    seen = look(request, door)
    return draw_page(request, "control/desk/ladder.html", seen, "ladder", {"said": said, **regions(seen, "ladder")})


HERE = Place(address="desk:ladder", tab="ladder", draw=ladder_page)


@require_POST
def step(request: HttpRequest, event_id: int) -> HttpResponse:
    """Change the rung."""
    door = desk_or_404(request, event_id, ORGANIZER)
    form = StepForm(request.POST)
    if not form.is_valid():
        return told(request, door, Said(kind=REFUSED, sentence=say(LOST)), HERE)
    to, seen = form.steps()
    try:
        ladder.go(door.event, to, door.actor, seen)
    except Refused as no:
        return told(request, door, refusal(no), HERE)
    return told(request, door, Said(kind=DONE, sentence=say("The event is on “{rung}” now.", rung=ladder.NAMES[to])), HERE, "clock")
