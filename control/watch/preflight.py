"""Preflight page: one line for each service and device that the event needs, before the doors open and all day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST
from msgspec import Struct

from control.clock.forms import GiveBackForm, TakeOverForm
from control.day.view import clock_view
from control.desks.frame import Look, draw_page, look, regions
from control.desks.presses import DONE, REFUSED, PressAnswer, PressPlace, answer_press, carry_out_and_answer, refusal
from control.engine.context import ORGANIZER
from control.engine.language import Spoken, later, say
from control.engine.refusal import Refused, Stale
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from control.watch import clock_jump, outage, periodic_checks
from control.watch.clock_jump import ClockJump
from control.watch.outage import OutageOffer
from control.watch.preflight_lines import AGAIN, TOPIC, LightColour, PreflightLine, watch_event, watch_of

WORDS: Mapping[LightColour, str] = Spoken(
    {LightColour.GREEN: later("well"), LightColour.GREY: later("no data"), LightColour.RED: later("wrong")}
)


class PreflightRow(Struct, frozen=True, kw_only=True):
    """One drawn line: a sign and a word besides the colour, for people who cannot see colours."""

    line: PreflightLine
    sign: str
    word: str


class PreflightView(Struct, frozen=True, kw_only=True):
    """All lines, red ones first, and the numbers of red and grey ones."""

    rows: tuple[PreflightRow, ...]
    red: int
    grey: int
    now: datetime


def preflight_view(seen: Look) -> PreflightView:
    """Current lines. Reading them keeps the event watched, and checks the broker if the worker is silent."""
    watch_event(seen.event_id)
    from control.watch import tasks  # here, because Celery takes a fifth of a second that few processes need

    periodic_checks.check_without_worker(tasks.ping)
    watch = watch_of(seen.event_id, seen.now)
    signs = {LightColour.GREEN: "✓", LightColour.GREY: "–", LightColour.RED: "!"}
    return PreflightView(
        rows=tuple(PreflightRow(line=line, sign=signs[line.found.colour], word=WORDS[line.found.colour]) for line in watch.lines),
        red=watch.red,
        grey=watch.grey,
        now=seen.now,
    )


class OutageView(Struct, frozen=True, kw_only=True):
    """Outages that can be given back, with the month and phase that would get the time. `mine`: this person may do it."""

    offers: tuple[OutageOffer, ...]
    month: int
    phase: str
    phase_name: str
    mine: bool
    jump: ClockJump | None = None


def outage_view(seen: Look) -> OutageView:
    """Outages to give back, and a clock jump to accept."""
    clock = seen.sight.public(clock_view)
    return OutageView(
        offers=outage.outages_to_give_back(seen.door.event.stream, seen.sight, seen.now),
        month=clock.month,
        phase=clock.phase if clock.phase else "",
        phase_name=clock.phase_name if clock.phase else "",
        mine=seen.sits_at(ORGANIZER),
        jump=clock_jump.now(),
    )


register(
    DeskRegion(name="preflight", template="control/desk/_preflight.html", topics=(TOPIC,), view=preflight_view, also=AGAIN),
    DeskRegion(name="outage", template="control/desk/_outage.html", topics=(TOPIC, "clock"), view=outage_view, also=AGAIN),
)


@require_GET
def preflight(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the preflight, for every desk."""
    return preflight_page(request, desk_or_404(request, event_id))


def preflight_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Render the page with the answer to a press."""
    seen = look(request, door)
    context = {"said": said, **regions(seen, "preflight", "outage")}
    return draw_page(request, "control/desk/preflight.html", seen, "preflight", context)


HERE = PressPlace(address="desk:preflight", tab="preflight", draw=preflight_page)


@require_POST
def take_over(request: HttpRequest, event_id: int) -> HttpResponse:
    """Follow the machine's clock after a jump. The deadlines of every running event move with it."""
    door = desk_or_404(request, event_id, ORGANIZER)
    form = TakeOverForm(request.POST)
    if not form.is_valid():
        return answer_press(request, door, PressAnswer(kind=REFUSED, sentence=form.first_error()), HERE)
    try:
        clock_jump.take_over(door.event.stream_id, form.cleaned_data["seconds"], door.actor, form.id_of_command())
    except Refused as no:
        return answer_press(request, door, refusal(no), HERE)
    sentence = say("The machine’s clock is followed again; what was left of every phase is left of it still.")
    return answer_press(request, door, PressAnswer(kind=DONE, sentence=sentence), HERE, "clock", TOPIC)


@require_POST
def give_back(request: HttpRequest, event_id: int) -> HttpResponse:
    """Give the time of an outage back to the running phase, once. It must match a current offer."""
    door = desk_or_404(request, event_id, ORGANIZER)
    seen = look(request, door)
    form = GiveBackForm(request.POST, frame=seen.sight.frame)
    if form.is_valid() and not any(
        form.means(offer) for offer in outage.outages_to_give_back(door.event.stream, seen.sight, seen.now)
    ):
        return answer_press(request, door, refusal(Stale(say("This time is not owed any more: it has been given back."))), HERE)
    return carry_out_and_answer(request, door, form, HERE, "clock", TOPIC)
