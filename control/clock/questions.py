"""What the organizer is asked before the clock is put somewhere else: what happens is said before it happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from control.clock import forms
from control.clock.shapes import before
from control.clock.views import HERE
from control.day import timetable
from control.day.clock.parts import phase_words
from control.day.clock.phases import EndPhase, GoBack, held_by, turning, waits_words
from control.day.state import Clock
from control.desks.command import CommandForm, initial
from control.desks.frame import Look, look
from control.desks.press import answered, give, question
from control.engine.context import ORGANIZER
from control.engine.frame import Frame
from control.engine.ids import PhaseId
from control.engine.language import later, say
from control.engine.refused import Refused
from control.engine.words import capital
from control.journal import desk, journal
from control.people.access import DeskPass, desk_or_404


@dataclass(frozen=True, slots=True, kw_only=True)
class AskView:
    """A question: its title, what will happen in words, the button's verb, where it is sent."""

    title: str
    action: str
    verb: str
    happens: tuple[str, ...] = ()
    warning: str = ""
    danger: bool = False


@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start month 1, after a question."""
    door = desk_or_404(request, event_id, ORGANIZER)
    state = journal.head(door.event.stream).state
    here = sum(seat.here for seat in state.seats.values())
    happens = (
        state.frame.said("day-begins", time=f"{timezone.localtime():%H:%M}"),
        say("{here} of {all} players are checked in; the others can still come later.", here=here, all=len(state.seats)),
    )
    first = state.frame.round_words(1)
    asked = AskView(title=say("Start the day?"), action="begin", verb=say("Start {round}", round=first), happens=happens)
    return _ask(request, door, forms.BeginForm, asked)


NOWHERE = later("Who has chosen no room by then is in none, until Control seats the player.")
LATE = later("Every step that is still open is carried out at once; sheets that are not in by then are late.")


def warning_of(frame: Frame, phase: PhaseId) -> str:
    """What whoever ends this phase early must know: with it ends what others may still want to do."""
    later_on = frame.phases[frame.phase_ids.index(phase) + 1 :]
    if frame.phase(phase).steps:
        return say(LATE)
    return say(NOWHERE) if frame.phase(phase).choice and not any(each.choice for each in later_on) else ""


@require_http_methods(["GET", "POST"])
def end_phase(request: HttpRequest, event_id: int) -> HttpResponse:
    """End the running phase before its time, after a question that says what comes of it."""
    door = desk_or_404(request, event_id, ORGANIZER)
    seen = look(request, door)
    frame, running = seen.state.frame, seen.state.clock
    asked = AskView(title=say("Nothing is running"), action="end", verb=say("End it"), warning=say("The day is not running."))
    if running.phase is not None:
        words = phase_words(seen.state, running.month, running.phase)
        left = _short(timetable.time_left(running, seen.now))
        if turning(seen.state) and held_by(seen.state):
            return _end_anyway(request, door, seen)
        asked = AskView(
            title=say("End {phase} now?", phase=words),
            action="end",
            verb=say("End {phase}", phase=frame.phase_name(running.phase)),
            happens=(say("{left} is left of it.", left=left), *foreseen(door, EndPhase(month=running.month, phase=running.phase))),
            warning=warning_of(frame, running.phase),
            danger=True,
        )
    return _ask(request, door, partial(forms.EndPhaseForm, frame=frame), asked, **_seen_now(running))


def _end_anyway(request: HttpRequest, door: DeskPass, seen: Look) -> HttpResponse:
    """A month that waits ends by hand only with a reason; what was handed over is named, for it stays open."""
    frame, running = seen.state.frame, seen.state.clock
    open_ones = (
        say(
            "{origin} to {desk}, open for {length}: {what}",
            origin=frame.desk_name(each.origin),
            desk=frame.desk_name(each.to),
            length=_short(seen.now - each.at),
            what=each.what,
        )
        for each in held_by(seen.state)
    )
    asked = AskView(
        title=say("End {round} anyway?", round=frame.round_words(running.month)),
        action="end",
        verb=say("End it anyway"),
        happens=(
            *(capital(words) for words in open_ones),
            frame.said("next-round-waits"),
        ),
        warning=waits_words(seen.state),
        danger=True,
    )
    return _ask(request, door, partial(forms.EndAnywayForm, frame=frame), asked, **_seen_now(running), anyway="")


@require_http_methods(["GET", "POST"])
def go_back(request: HttpRequest, event_id: int) -> HttpResponse:
    """Go back to the phase before, after a question."""
    door = desk_or_404(request, event_id, ORGANIZER)
    state = journal.head(door.event.stream).state
    running, earlier = state.clock, before(state)
    asked = AskView(title=say("Nothing is running"), action="back", verb=say("Go back"), warning=say("The day is not running."))
    if running.phase is not None:
        asked = AskView(
            title=say("Go back to {phase}?", phase=earlier) if earlier else say("Nothing is before this"),
            action="back",
            verb=say("Back to {phase}", phase=earlier) if earlier else say("Go back"),
            happens=(
                *foreseen(door, GoBack(month=running.month, phase=running.phase)),
                state.frame.said("runs-again"),
            ),
            danger=True,
        )
    return _ask(request, door, partial(forms.GoBackForm, frame=state.frame), asked, **_seen_now(running))


@require_http_methods(["GET", "POST"])
def pause(request: HttpRequest, event_id: int) -> HttpResponse:
    """Stop the clock, with a reason that everybody reads."""
    door = desk_or_404(request, event_id, ORGANIZER)
    asked = AskView(
        title=say("Stop the clock?"),
        action="pause",
        verb=say("Stop the clock"),
        happens=(say("Every screen says PAUSED with your reason. Sheets can still be sent. The rooms’ steps stand too."),),
    )
    return _ask(request, door, forms.PauseForm, asked, reason="")


@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, event_id: int) -> HttpResponse:
    """Say when month 1 is meant to begin."""
    door = desk_or_404(request, event_id, ORGANIZER)
    state = journal.head(door.event.stream).state
    planned, frame = state.clock.planned_start, state.frame
    asked = AskView(
        title=say("When is {round} meant to begin?", round=frame.round_words(1)),
        action="plan",
        verb=say("Plan the start"),
        happens=(say("The day does not begin by itself. Drift and projected end are measured from this time."),),
    )
    at = timezone.localtime(planned or timezone.now()).strftime("%Y-%m-%dT%H:%M")
    return _ask(request, door, partial(forms.PlanForm, frame=frame), asked, at=at)


@require_http_methods(["GET", "POST"])
def set_clock(request: HttpRequest, event_id: int) -> HttpResponse:
    """Put the clock on any phase."""
    door = desk_or_404(request, event_id, ORGANIZER)
    seen = look(request, door)
    frame, running = seen.state.frame, seen.state.clock
    asked = AskView(
        title=say("Set the clock"),
        action="set",
        verb=say("Set the clock"),
        happens=(
            say("It is {phase} now.", phase=phase_words(seen.state, running.month, running.phase))
            if running.phase
            else say("The day is not running."),
            frame.said("nothing-undone"),
        ),
        danger=True,
    )
    left = _short(timetable.time_left(running, seen.now))
    phase = running.phase or frame.phase_ids[0]
    form = partial(forms.SetClockForm, frame=frame)
    return _ask(request, door, form, asked, month=running.month or 1, phase=phase, left=left)


def _ask(request: HttpRequest, door: DeskPass, make: Callable[..., CommandForm], asked: AskView, **values: Any) -> HttpResponse:
    """Ask, or, on the answer, do it. A stale answer is drawn anew, from what is so now."""
    said = None
    form = make(initial=initial(**values))
    if request.method == "POST":
        given = make(request.POST)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, HERE, "clock")
        form = form if said.stale else given
    context = {"asked": asked, "form": form, "action": f"desk:clock-{asked.action}"}
    return question(request, door, "control/desk/_ask.html", context, HERE, said)


def _seen_now(running: Clock) -> dict[str, Any]:
    return {"month": running.month, "phase": running.phase if running.phase else ""}


def foreseen(door: DeskPass, command: object) -> tuple[str, ...]:
    """What the command would do, in the journal's own sentences; a refusal says why not."""
    try:
        found = desk.preview(stream_id=door.event.stream_id, command=command, by=door.actor)
    except Refused as no:
        return (no.sentence,)
    if found.sealed:  # what the open steps would do without any sheet is not what they will do
        return (say(SEALED),)
    return meaningful(found.sentences)


MOST_SENTENCES = 12
SEALED = later("Sheets that are still sealed are opened and carried out with the steps left over; what they do cannot be foreseen.")


def meaningful(sentences: Sequence[str]) -> tuple[str, ...]:
    """So many sentences as somebody reads standing, the first ones, with the number of those left out."""
    if len(sentences) <= MOST_SENTENCES:
        return tuple(sentences)
    return (*sentences[:MOST_SENTENCES], say("… and {count} more.", count=len(sentences) - MOST_SENTENCES))


def _short(left: timedelta) -> str:
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    return f"{minutes}:{seconds:02d}"
