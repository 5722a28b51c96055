"""List of speakers in Explain and Debate: raised hands, and who has the floor (GE-CRT-24, GE-CRT-25, GE-SOV-25).

A list belongs to its step. In another step it reads as empty, so nothing has to clear it. Hands are public, since everybody in the
room sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.floor.cycles import Part, part_of, proposal_words, running_part, who_decides
from rooms.court.game.reports.words import deed_in_court, to_seat, written_title
from rooms.court.game.roll import COURT_DESK, assembled, court_invalidations, is_assembled
from rooms.court.game.state import (
    OnFloor,
    Speakers,
    Stand,
    at_month,
    floor_in,
    floor_of,
    mark_doubtful,
    proposal_in_cycle,
    with_floor,
)
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import seat_of
from rooms.realm.scenario.ids import Room

SPEAKING: Final = (Part.EXPLAIN, Part.DEBATE)


class RaiseHand(Struct, frozen=True, kw_only=True):
    """Raise a player's hand. Court Control taps names of players without a phone."""

    month: int
    step: StepId
    seat: SeatId


class LowerHand(Struct, frozen=True, kw_only=True):
    """Lower a hand. For the current speaker, end the speech."""

    month: int
    step: StepId
    seat: SeatId


class GiveFloor(Struct, frozen=True, kw_only=True):
    """Let `speaker` speak, and end the current speech. `seat`: the Sovereign at the phone (GE-SOV-25, R-38)."""

    month: int
    step: StepId
    speaker: SeatId
    seat: SeatId | None = None


class SkipSpeaker(Struct, frozen=True, kw_only=True):
    """Move a waiting player to the end of the list."""

    month: int
    step: StepId
    speaker: SeatId
    seat: SeatId | None = None


class EndSpeech(Struct, frozen=True, kw_only=True):
    """End the current speech. Nobody speaks after it."""

    month: int
    step: StepId
    speaker: SeatId
    seat: SeatId | None = None


class HandRaised(Struct, frozen=True, kw_only=True):
    month: int
    step: StepId
    seat: SeatId


class HandLowered(Struct, frozen=True, kw_only=True):
    month: int
    step: StepId
    seat: SeatId


class FloorGiven(Struct, frozen=True, kw_only=True):
    month: int
    step: StepId
    speaker: SeatId
    at: datetime


class SpeakerSkipped(Struct, frozen=True, kw_only=True):
    month: int
    step: StepId
    speaker: SeatId


class SpeechEnded(Struct, frozen=True, kw_only=True):
    month: int
    step: StepId
    speaker: SeatId


# --- questions ----------------------------------------------------------------------------------------------------------


def speaking_step(state: GameState) -> StepId | None:
    """The running step if players may speak to a proposal, else None (GE-CRT-24, GE-CRT-25)."""
    now = running_part(state)
    if now is None or now[0] not in SPEAKING or proposal_in_cycle(state, now[1]) is None:
        return None
    return state.clock.rooms[Room.COURT].step


def speakers_of(state: GameState) -> Speakers:
    """The list of the running step, without players who have left the room."""
    step, held = speaking_step(state), floor_of(state).speakers
    if step is None or held.step != step:
        return Speakers()
    there = {seat.id for seat in assembled(state)}
    waiting = tuple(seat for seat in held.waiting if seat in there)
    if held.speaking is None or held.speaking in there:
        return replace(held, waiting=waiting)
    return replace(held, waiting=waiting, speaking=None, since=None)


def _at_step(state: GameState, month: int, step: StepId) -> Speakers:
    """The list, for a command that names its step.

    Raises:
        Stale: that step no longer runs, or nobody speaks in it.
    """
    at_month(state, month)
    if speaking_step(state) != step:
        raise Stale(say("Nobody speaks in this step of the Court any more; look again."), rule="GE-CRT-25")
    return speakers_of(state)


def _hand_at(state: GameState, month: int, step: StepId) -> StepId:
    """The step for a hand. A hand raised as Explain turned into Debate counts in Debate, if the proposal is the same.

    A step that does not fit is returned as it is; `_at_step` refuses it.
    """
    then, running = part_of(step), speaking_step(state)
    now = part_of(running)
    if then is None or now is None or running is None or (then[0], now[0]) != SPEAKING or then[1] != now[1]:
        return step
    changed = any(each.cycle == now[1] and each.stand is Stand.STRUCK for each in floor_of(state).cycles)
    return step if changed else running


def _assembled(state: GameState, seat: SeatId) -> HouseSeat:
    found = seat_of(state, seat)
    if not is_assembled(state, found.id):
        raise Refused(say("{name} is not assembled in the Court.", name=found.name), rule="R-80", code="not-assembled")
    return found


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_raise(state: GameState, command: RaiseHand, asked: DecisionContext) -> tuple[HandRaised, ...]:
    """Put a hand at the end of the list. One that is up, or whose owner speaks, stays where it is.

    A phone that still shows Explain raises it in the Debate on the same proposal.

    Raises:
        Refused: the player is not assembled.
        Stale: the step is over, or nothing is on the floor.
    """
    step = _hand_at(state, command.month, command.step)
    held, seat = _at_step(state, command.month, step), _assembled(state, command.seat)
    if seat.id in held.waiting or seat.id == held.speaking:
        return ()
    return (HandRaised(month=command.month, step=step, seat=seat.id),)


def decide_lower(state: GameState, command: LowerHand, asked: DecisionContext) -> tuple[HandLowered | SpeechEnded, ...]:
    """Take a hand off the list, or end the player's own speech. A hand that is down stays down.

    Raises:
        Stale: the step is over, or nothing is on the floor.
    """
    step = _hand_at(state, command.month, command.step)
    held, seat = _at_step(state, command.month, step), seat_of(state, command.seat)
    if seat.id == held.speaking:
        return (SpeechEnded(month=command.month, step=step, speaker=seat.id),)
    if seat.id in held.waiting:
        return (HandLowered(month=command.month, step=step, seat=seat.id),)
    return ()


def decide_give(state: GameState, command: GiveFloor, asked: DecisionContext) -> tuple[FloorGiven, ...]:
    """Let a player speak, hand up or not. Nothing changes if that player speaks already (GE-SOV-25, R-38).

    Raises:
        Refused: the sender may not decide this, or the speaker is not assembled.
        Stale: the step is over, or nothing is on the floor.
    """
    held = _at_step(state, command.month, command.step)
    who_decides(state, asked.by, command.seat)
    speaker = _assembled(state, command.speaker)
    if speaker.id == held.speaking:
        return ()
    return (FloorGiven(month=command.month, step=command.step, speaker=speaker.id, at=asked.at),)


def decide_skip(state: GameState, command: SkipSpeaker, asked: DecisionContext) -> tuple[SpeakerSkipped, ...]:
    """Move a player to the end of the list (GE-SOV-25).

    Raises:
        Refused: the sender may not decide this, or nobody else waits.
        Stale: the step is over, or that hand is not up.
    """
    held = _at_step(state, command.month, command.step)
    who_decides(state, asked.by, command.seat)
    name = seat_of(state, command.speaker).name
    if command.speaker not in held.waiting:
        raise Stale(say("The hand of {name} is not up; look again.", name=name), rule="GE-SOV-25")
    if held.waiting[-1] == command.speaker:
        raise Refused(say("Nobody waits behind {name}; take the hand off the list instead.", name=name), rule="GE-SOV-25")
    return (SpeakerSkipped(month=command.month, step=command.step, speaker=command.speaker),)


def decide_end(state: GameState, command: EndSpeech, asked: DecisionContext) -> tuple[SpeechEnded, ...]:
    """End the current speech (GE-SOV-25).

    Raises:
        Refused: the sender may not decide this.
        Stale: the step is over, or another player speaks.
    """
    held = _at_step(state, command.month, command.step)
    who_decides(state, asked.by, command.seat)
    if held.speaking != command.speaker:
        name = seat_of(state, command.speaker).name
        raise Stale(say("{name} is not speaking; look again.", name=name), rule="GE-SOV-25")
    return (SpeechEnded(month=command.month, step=command.step, speaker=command.speaker),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def _speakers_at_event(state: GameState, month: int, step: StepId) -> Speakers:
    """The list that an event of this step changes. A list of another step counts as empty."""
    held = floor_in(state, month).speakers
    return held if held.step == step else Speakers(step=step)


def _with_speakers(state: GameState, month: int, speakers: Speakers) -> GameState:
    return with_floor(state, replace(floor_in(state, month), speakers=speakers))


@requires_players("seat")
def evolve_raised(state: GameState, happened: HandRaised) -> GameState:
    held = _speakers_at_event(state, happened.month, happened.step)
    others = tuple(seat for seat in held.waiting if seat != happened.seat)
    return _with_speakers(state, happened.month, replace(held, waiting=(*others, happened.seat)))


@requires_players("seat")
def evolve_lowered(state: GameState, happened: HandLowered) -> GameState:
    held = _speakers_at_event(state, happened.month, happened.step)
    return _with_speakers(
        state, happened.month, replace(held, waiting=tuple(seat for seat in held.waiting if seat != happened.seat))
    )


@requires_players("speaker")
def evolve_given(state: GameState, happened: FloorGiven) -> GameState:
    held = _speakers_at_event(state, happened.month, happened.step)
    left = tuple(seat for seat in held.waiting if seat != happened.speaker)
    return _with_speakers(state, happened.month, replace(held, waiting=left, speaking=happened.speaker, since=happened.at))


@requires_players("speaker")
def evolve_skipped(state: GameState, happened: SpeakerSkipped) -> GameState:
    held = _speakers_at_event(state, happened.month, happened.step)
    if happened.speaker not in held.waiting:  # the hand was withdrawn
        return mark_doubtful(state, happened.month)
    others = tuple(seat for seat in held.waiting if seat != happened.speaker)
    return _with_speakers(state, happened.month, replace(held, waiting=(*others, happened.speaker)))


@requires_players("speaker")
def evolve_ended(state: GameState, happened: SpeechEnded) -> GameState:
    held = _speakers_at_event(state, happened.month, happened.step)
    if held.speaking != happened.speaker:
        return mark_doubtful(state, happened.month)
    return _with_speakers(state, happened.month, replace(held, speaking=None, since=None))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_given(happened: FloorGiven, before: GameState, after: GameState) -> Iterator[Line]:
    standing = _debated(before, happened.step)
    yield to_desks(say("{player} has the floor in the Court.", player=who(before, happened.speaker)))
    words, act = say("You had the floor in the Court."), _speech_words(before, standing)
    yield to_seat(happened.speaker, ReportKind.TURN, words, act=act, rule="GE-CRT-25")
    words = say("Had the floor in the Court.")
    if standing is not None:
        words = say("Spoke to “{proposal}”.", proposal=written_title(before, standing.paper))
    yield deed_in_court(happened.speaker, "speech", words, rule="GE-CRT-25")


def tell_skipped(happened: SpeakerSkipped, before: GameState, after: GameState) -> Iterator[Line]:
    """A player who is passed over was not heard, so it is no turn."""
    player = who(before, happened.speaker)
    yield to_desks(say("{player} is passed over in the Court and waits at the end.", player=player))
    words = say("You were passed over and waited at the end of the list.")
    act = _speech_words(before, _debated(before, happened.step))
    yield to_seat(happened.speaker, ReportKind.PART, words, act=act, rule="GE-SOV-25")


def _debated(state: GameState, step: StepId) -> OnFloor | None:
    """The proposal under debate in that step. None if there is none any more."""
    part = part_of(step)
    return proposal_in_cycle(state, part[1]) if part is not None else None


def _speech_words(state: GameState, standing: OnFloor | None) -> str:
    return say("To speak to {proposal}", proposal=proposal_words(state, standing.paper)) if standing is not None else ""


def _label(command: RaiseHand | LowerHand | GiveFloor | SkipSpeaker | EndSpeech, state: GameState) -> str:
    return say("Speakers in the Court, month {month}", month=command.month)


def _desk_label(command: RaiseHand | LowerHand | GiveFloor | SkipSpeaker | EndSpeech, state: GameState) -> str:
    seat = command.seat if isinstance(command, RaiseHand | LowerHand) else command.speaker
    named = {"player": who(state, seat), "month": command.month}
    match command:
        case RaiseHand():
            return say("{player} on the speakers’ list, month {month}", **named)
        case LowerHand():
            return say("{player} off the speakers’ list, month {month}", **named)
        case GiveFloor():
            return say("Floor given to {player}, month {month}", **named)
        case SkipSpeaker():
            return say("Speaker {player} skipped, month {month}", **named)
        case EndSpeech():
            return say("Speech of {player} ended, month {month}", **named)


COMMANDS: Mapping[type, CommandHandler] = {
    RaiseHand: CommandHandler(decide=decide_raise, desks=COURT_DESK, player=True, label=_label, desk_label=_desk_label),
    LowerHand: CommandHandler(decide=decide_lower, desks=COURT_DESK, player=True, label=_label, desk_label=_desk_label),
    GiveFloor: CommandHandler(decide=decide_give, desks=COURT_DESK, player=True, label=_label, desk_label=_desk_label),
    SkipSpeaker: CommandHandler(decide=decide_skip, desks=COURT_DESK, player=True, label=_label, desk_label=_desk_label),
    EndSpeech: CommandHandler(decide=decide_end, desks=COURT_DESK, player=True, label=_label, desk_label=_desk_label),
}
EVENTS: Mapping[type, EventHandler] = {
    HandRaised: EventHandler(
        evolve=evolve_raised,
        tell=lambda e, b, a: (to_desks(say("{player} wants to speak in the Court.", player=who(b, e.seat))),),
        invalidations=court_invalidations,
    ),
    HandLowered: EventHandler(
        evolve=evolve_lowered,
        tell=lambda e, b, a: (to_desks(say("{player} does not want to speak in the Court any more.", player=who(b, e.seat))),),
        invalidations=court_invalidations,
    ),
    FloorGiven: EventHandler(
        evolve=evolve_given,
        tell=tell_given,
        invalidations=court_invalidations,
    ),
    SpeakerSkipped: EventHandler(
        evolve=evolve_skipped,
        tell=tell_skipped,
        invalidations=court_invalidations,
    ),
    SpeechEnded: EventHandler(
        evolve=evolve_ended,
        tell=lambda e, b, a: (to_desks(say("{player} is done speaking in the Court.", player=who(b, e.speaker))),),
        invalidations=court_invalidations,
    ),
}
