"""Confirmation questions before the organizer changes the clock: they say what will happen and what will close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from control import registry, system_time
from control.clock import forms
from control.clock.views import HERE
from control.day import timetable
from control.day.clock.phases import EndPhase, GoBack
from control.day.clock.view import Foretold, attendance, open_steps_view, previous_phase_words, running_words, waiting_words_for
from control.day.desk_tasks import blocking_hand_offs_view, waiting_view
from control.day.people.seating import names_without_room
from control.day.sheets import closing_authors, players_in_order
from control.day.view import ClockView, clock_view
from control.desks.command import CommandForm, initial
from control.desks.frame import Look, game_matters_to_check, look
from control.desks.presses import carry_out, close_question, draw_question
from control.engine.context import ORGANIZER
from control.engine.frame import Frame
from control.engine.ids import PhaseId
from control.engine.language import capital, later, listed, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from control.journal import desk
from control.people.access import DeskPass, desk_or_404
from control.sheets import sheets
from control.sheets.deadline import nouns_of

# === what closes ========================================================================================================

# What the end of the running phase closes: missing sheets, players without a room, decisions that get their default.


MANY = 12  # most names in a sentence; the rooms' desks list them all


def ends_choice(frame: Frame, phase: PhaseId) -> bool:
    """Whether this is the last phase of a round in which players choose their room."""
    later_on = frame.phases[frame.phase_ids.index(phase) + 1 :]
    return frame.phase(phase).choice and not any(each.choice for each in later_on)


def closing_words(seen: Look) -> tuple[str, ...]:
    """Sentences on what the end of the running phase closes, as far as the viewer's desks may know."""
    running, closing = seen.sight.public(clock_view), registry.realm(seen.sight.realm).desk.closing
    if running.phase is None:
        return ()
    of_game = seen.sight.view(closing) if closing is not None else ()
    rooms = [room.desk.closing for room in registry.rooms(seen.sight.realm).values() if room.desk.closing is not None]
    of_rooms = tuple(words for of_room in rooms for words in seen.sight.view(of_room))
    return (*of_game, *_sentences(seen, running.phase, running.month), *of_rooms)


def _sentences(seen: Look, phase: PhaseId, month: int) -> Iterator[str]:
    sight, frame, shut = seen.sight, seen.sight.frame, False
    for kind in registry.sheet_kinds(sight.realm).values():
        expected = sight.view(closing_authors, kind)
        if kind.closes_with == phase:
            shut = True
            yield say("The {nouns} of {round} close with it.", nouns=nouns_of(kind), round=frame.round_words(month))
        if not expected:
            continue
        missing = expected - sheets.seats_sent(seen.event_id, kind.kind, month)
        names = [each.name for each in sight.public(players_in_order) if each.seat in missing]
        if names:
            yield say(
                "{count} of {expected} {nouns} are missing: {names}.",
                count=len(names),
                expected=len(expected),
                nouns=nouns_of(kind),
                names=listed(names),
            )
        else:
            yield say("{expected} of {expected} {nouns} are in.", expected=len(expected), nouns=nouns_of(kind))
    if shut or ends_choice(frame, phase):
        yield _without_room(sight.view(names_without_room), sight.public(attendance).here)
    if frame.phase(phase).closes:
        for each in sight.view(open_steps_view):
            yield say_count(
                "{place}: {count} step is still open, {step}.",
                "{place}: {count} steps are still open, {step} first.",
                each.count,
                place=each.place,
                step=each.step,
            )
        for row in sight.view(waiting_view, seen.door.name, seen.now):
            yield say(
                "Not answered before {blocks}: {question} {answer}, by default.",
                blocks=row.blocks,
                question=row.question,
                answer=row.default,
            )


def _without_room(names: tuple[str, ...], here: int) -> str:
    if not names:
        return say("All {here} players who are here have a room.", here=here)
    if len(names) > MANY:
        return say("{count} of {here} players who are here have no room.", count=len(names), here=here)
    return say("{count} of {here} players who are here have no room: {names}.", count=len(names), here=here, names=listed(names))


# === questions ==========================================================================================================

# Confirmation questions before a change of the clock.


class AskView(Struct, frozen=True, kw_only=True):
    """A question: title, consequences, verb of the button, name of the action."""

    title: str
    action: str
    verb: str
    happens: tuple[str, ...] = ()
    journal: tuple[str, ...] = ()  # the journal's future sentences, in its past tense
    further: tuple[str, ...] = ()  # the rest of them, folded
    turn: Foretold | None = None  # the same in the game's words, by moment
    warning: str = ""
    danger: bool = False


@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start month 1, after a question."""
    door = desk_or_404(request, event_id, ORGANIZER)
    seen = look(request, door)
    sight = seen.sight
    players, planned = sight.public(attendance), sight.public(clock_view).planned_start
    another_day = planned and timezone.localdate(planned) != timezone.localdate(seen.now)
    happens = (
        sight.frame.said("day-begins", time=f"{timezone.localtime(seen.now):%H:%M}"),
        say("{here} of {all} players are checked in; the others can still come later.", here=players.here, all=players.cast),
    )
    first = sight.frame.round_words(1)
    asked = AskView(
        title=say("Start the day?"),
        action="begin",
        verb=say("Start {round}", round=first),
        happens=happens,
        warning=say("It is planned for another day: {date}.", date=date_format(timezone.localtime(planned))) if another_day else "",
    )
    return _ask(request, door, forms.BeginDayForm, asked)


NOWHERE = later("Who has chosen no room by then is in none, until Control seats the player.")
LATE = later("Every step that is still open is carried out at once; sheets that are not in by then are late.")


def warning_of(frame: Frame, phase: PhaseId) -> str:
    """Warning for an early end of this phase: what others may still want to do ends with it."""
    if frame.phase(phase).steps:
        return say(LATE)
    return say(NOWHERE) if ends_choice(frame, phase) else ""


@require_http_methods(["GET", "POST"])
def end_phase(request: HttpRequest, event_id: int) -> HttpResponse:
    """End the running phase early, after a question that says the consequences."""
    door = desk_or_404(request, event_id, ORGANIZER)
    seen = look(request, door)
    frame, running = seen.sight.frame, seen.sight.public(clock_view)
    asked = AskView(title=say("Nothing is running"), action="end", verb=say("End it"), warning=say("The day is not running."))
    if running.phase is not None:
        words = seen.sight.public(running_words)
        left = _duration_words(timetable.time_left(running, seen.now))
        if running.held:
            return _end_anyway(request, door, seen)
        turn = _turn_preview(seen, running.phase)
        would = ClockPreview() if turn else clock_preview(door, EndPhase(month=running.month, phase=running.phase))
        asked = AskView(
            title=say("End {phase} now?", phase=words),
            action="end",
            verb=say("End {phase}", phase=frame.phase_name(running.phase)),
            happens=(
                say("{left} is left of it.", left=left),
                *closing_words(seen),
                *would.instead,
            ),
            journal=would.journal[:MOST_SENTENCES],
            further=would.journal[MOST_SENTENCES:],
            turn=turn,
            warning=warning_of(frame, running.phase),
            danger=True,
        )
    return _ask(request, door, partial(forms.EndPhaseForm, frame=frame), asked, **_initial_phase(running))


def _end_anyway(request: HttpRequest, door: DeskPass, seen: Look) -> HttpResponse:
    """Ask for a reason to end a month that waits for hand-offs. The question names them, because they stay open."""
    frame, running = seen.sight.frame, seen.sight.public(clock_view)
    open_ones = (
        say(
            "{origin} to {desk}, open for {length}: {what}",
            origin=each.origin,
            desk=each.to,
            length=_duration_words(seen.now - each.since),
            what=each.what,
        )
        for each in seen.sight.view(blocking_hand_offs_view, seen.now)
    )
    asked = AskView(
        title=say("End {round} anyway?", round=frame.round_words(running.month)),
        action="end",
        verb=say("End it anyway"),
        happens=(
            *(capital(words) for words in open_ones),
            *closing_words(seen),
            frame.said("next-round-waits"),
        ),
        warning=seen.sight.view(waiting_words_for),
        danger=True,
    )
    return _ask(request, door, partial(forms.EndAnywayForm, frame=frame), asked, **_initial_phase(running), anyway="")


@require_http_methods(["GET", "POST"])
def go_back(request: HttpRequest, event_id: int) -> HttpResponse:
    """Go back to the phase before, after a question."""
    door = desk_or_404(request, event_id, ORGANIZER)
    sight = look(request, door).sight
    running, earlier = sight.public(clock_view), sight.public(previous_phase_words)
    asked = AskView(title=say("Nothing is running"), action="back", verb=say("Go back"), warning=say("The day is not running."))
    if running.phase is not None:
        would = clock_preview(door, GoBack(month=running.month, phase=running.phase))
        asked = AskView(
            title=say("Go back to {phase}?", phase=earlier) if earlier else say("Nothing is before this"),
            action="back",
            verb=say("Back to {phase}", phase=earlier) if earlier else say("Go back"),
            happens=(*would.instead, sight.frame.said("runs-again")),
            journal=would.journal[:MOST_SENTENCES],
            further=would.journal[MOST_SENTENCES:],
            danger=True,
        )
    return _ask(request, door, partial(forms.GoBackForm, frame=sight.frame), asked, **_initial_phase(running))


@require_http_methods(["GET", "POST"])
def pause(request: HttpRequest, event_id: int) -> HttpResponse:
    """Pause the clock, with a reason that everybody reads."""
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
    """Plan the start of month 1."""
    door = desk_or_404(request, event_id, ORGANIZER)
    sight = look(request, door).sight
    planned, frame = sight.public(clock_view).planned_start, sight.frame
    asked = AskView(
        title=say("When is {round} meant to begin?", round=frame.round_words(1)),
        action="plan",
        verb=say("Plan the start"),
        happens=(say("The day does not begin by itself. Drift and projected end are measured from this time."),),
    )
    at = timezone.localtime(planned or system_time.now()).strftime("%Y-%m-%dT%H:%M")
    return _ask(request, door, partial(forms.PlanForm, frame=frame), asked, at=at)


@require_http_methods(["GET", "POST"])
def set_clock(request: HttpRequest, event_id: int) -> HttpResponse:
    """Set the clock to any phase."""
    door = desk_or_404(request, event_id, ORGANIZER)
    seen = look(request, door)
    frame, running = seen.sight.frame, seen.sight.public(clock_view)
    asked = AskView(
        title=say("Set the clock"),
        action="set",
        verb=say("Set the clock"),
        happens=(
            say("It is {phase} now.", phase=seen.sight.public(running_words)) if running.phase else say("The day is not running."),
            frame.said("nothing-undone"),
        ),
        danger=True,
    )
    left = _duration_words(timetable.time_left(running, seen.now))
    phase = running.phase or frame.phase_ids[0]
    form = partial(forms.SetClockForm, frame=frame)
    return _ask(request, door, form, asked, month=running.month or 1, phase=phase, left=left)


def _ask(request: HttpRequest, door: DeskPass, make: Callable[..., CommandForm], asked: AskView, **values: Any) -> HttpResponse:
    """Ask the question, or on POST give the command. A stale answer shows the question anew."""
    said = None
    form = make(initial=initial(**values))
    if request.method == "POST":
        given = make(request.POST)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, replace(said, then=game_matters_to_check(look(request, door))), HERE, "clock")
        form = form if said.stale else given
    context = {"asked": asked, "form": form, "action": f"desk:clock-{asked.action}"}
    return draw_question(request, door, "control/desk/_ask.html", context, HERE, said)


def _initial_phase(running: ClockView) -> dict[str, Any]:
    return {"month": running.month, "phase": running.phase if running.phase else ""}


def _turn_preview(seen: Look, phase: PhaseId) -> Foretold | None:
    """Turn of the round in the game's words. None at the end of other phases, which show the journal's sentences."""
    turning = registry.realm(seen.sight.realm).desk.turning
    return seen.sight.view(turning) if turning is not None and seen.sight.frame.phase(phase).turns else None


class ClockPreview(Struct, frozen=True, kw_only=True):
    """Consequences of a command in the journal's sentences.

    `instead`: why they cannot be shown, or the number of further sentences that only other desks read.
    """

    journal: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()


def clock_preview(door: DeskPass, command: object) -> ClockPreview:
    """Preview a command, as far as these desks may read it (R-17). A refusal says why it is not possible."""
    try:
        found = desk.preview(stream_id=door.event.stream_id, command=command, by=door.actor)
    except Refused as no:
        return ClockPreview(instead=(no.sentence,))
    if found.sealed:  # a preview without the sealed sheets would be wrong
        return ClockPreview(instead=(say(SEALED),))
    told = tuple(zip(found.sentences, found.readers, strict=True))
    own = tuple(sentence for sentence, readers in told if door.frame.foretells(readers, door.desks))
    others = Counter(min(readers) for _sentence, readers in told if not door.frame.foretells(readers, door.desks))
    counted = tuple(_hidden_count_words(door.frame.desk_name(desk), count) for desk, count in others.items())
    return ClockPreview(journal=own, instead=counted)


def _hidden_count_words(desk: str, count: int) -> str:
    return say_count("{count} thing more, which {desk} reads.", "{count} things more, which {desk} reads.", count, desk=desk)


MOST_SENTENCES = 12  # most sentences shown at first; the others are folded
SEALED = later("Sheets that are still sealed are opened and carried out with the steps left over; what they do cannot be foreseen.")


def _duration_words(left: timedelta) -> str:
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    return f"{minutes}:{seconds:02d}"
