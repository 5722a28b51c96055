"""The machine itself, before the doors open and all day: one line for each thing that the event leans on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from control.clock.outage_form import GiveBackForm
from control.desks.frame import Look, draw_page, look, regions
from control.desks.press import Place, Said, refusal, tap, told
from control.engine.context import ORGANIZER
from control.engine.language import later, say
from control.engine.refused import Stale
from control.engine.words import Spoken
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register
from control.watch import outage, rounds, tasks
from control.watch.lines import TOPIC, Colour, Line, lines_of, want
from control.watch.outage import Offer

SOON = "every 10s"
WORDS: Mapping[Colour, str] = Spoken({Colour.GREEN: later("well"), Colour.GREY: later("no data"), Colour.RED: later("wrong")})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line as it is drawn: the mark's letter and word beside the colour, for colour alone tells not everybody."""

    line: Line
    sign: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflightView:
    """Every line, the red ones counted."""

    rows: tuple[Row, ...]
    red: int
    grey: int
    now: datetime


def preflight_view(seen: Look) -> PreflightView:
    """The lines as of now. Who looks has the event watched, and looks after a worker that gives no sign."""
    want(seen.event_id)
    rounds.look_from_outside(tasks.ping)
    lines = lines_of(seen.event_id, seen.now)
    signs = {Colour.GREEN: "✓", Colour.GREY: "–", Colour.RED: "!"}
    return PreflightView(
        rows=tuple(Row(line=line, sign=signs[line.found.colour], word=WORDS[line.found.colour]) for line in lines),
        red=sum(line.is_red for line in lines),
        grey=sum(line.found.colour is Colour.GREY for line in lines),
        now=seen.now,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageView:
    """Times of absence that can be given back, with the month and phase that would get them; `mine` for whoever may."""

    offers: tuple[Offer, ...]
    month: int
    phase: str
    phase_name: str
    mine: bool


def outage_view(seen: Look) -> OutageView:
    """What the console owes the players."""
    clock = seen.state.clock
    return OutageView(
        offers=outage.offers(seen.door.event.stream, seen.state, seen.now),
        month=clock.month,
        phase=clock.phase if clock.phase else "",
        phase_name=seen.state.frame.phase_name(clock.phase) if clock.phase else "",
        mine=seen.sits_at(ORGANIZER),
    )


register(
    RegionKind(name="preflight", template="control/desk/_preflight.html", topics=(TOPIC,), view=preflight_view, also=SOON),
    RegionKind(name="outage", template="control/desk/_outage.html", topics=(TOPIC, "clock"), view=outage_view),
)


@require_GET
def preflight(request: HttpRequest, event_id: int) -> HttpResponse:
    """The page, for every desk."""
    return preflight_page(request, desk_or_404(request, event_id))


def preflight_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """The page, with what became of a press."""
    seen = look(request, door)
    context = {"said": said, **regions(seen, "preflight", "outage")}
    return draw_page(request, "control/desk/preflight.html", seen, "preflight", context)


HERE = Place(address="desk:preflight", tab="preflight", draw=preflight_page)


@require_POST
def give_back(request: HttpRequest, event_id: int) -> HttpResponse:
    """Give an absence back to the phase that runs, once: only what is offered now."""
    door = desk_or_404(request, event_id, ORGANIZER)
    seen = look(request, door)
    form = GiveBackForm(request.POST, frame=seen.state.frame)
    if form.is_valid() and not any(form.means(offer) for offer in outage.offers(door.event.stream, seen.state, seen.now)):
        return told(request, door, refusal(Stale(say("This time is not owed any more: it has been given back."))), HERE)
    return tap(request, door, form, HERE, "clock", TOPIC)
