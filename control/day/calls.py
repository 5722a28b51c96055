"""Players' calls for Control: waiting, answered, ended."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.day.people.lookup import choice_of
from control.day.records import Call
from control.day.state import DayState, S
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Undo, every_desk
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line

KEPT = 200
HELP = later("A call for help is answered, not withdrawn.")


class CallKind(StrEnum):
    """The reason of a call. HURT comes before all others."""

    RULE = "rule"
    STUCK = "stuck"
    HURT = "hurt"
    DEVICE = "device"
    OTHER = "other"


KIND_NAMES: Final[Mapping[CallKind, str]] = Spoken(
    {
        CallKind.RULE: later("A rule"),
        CallKind.STUCK: later("I am stuck"),
        CallKind.HURT: later("Somebody is hurt"),
        CallKind.DEVICE: later("Phone or paper"),
        CallKind.OTHER: later("Something else"),
    }
)


KIND_WORDS: Final[Mapping[CallKind, str]] = Spoken(  # within a sentence
    {
        CallKind.RULE: later("a rule"),
        CallKind.STUCK: later("I am stuck"),
        CallKind.HURT: later("somebody is hurt"),
        CallKind.DEVICE: later("phone or paper"),
    }
)


class CallControl(Struct, frozen=True, kw_only=True):
    """Call Control, as a player."""

    seat: SeatId
    text: str = ""
    kind: CallKind = CallKind.OTHER
    place: str = ""


class SettleCall(Struct, frozen=True, kw_only=True):
    """End the player's own call."""

    seat: SeatId


class AnswerCall(Struct, frozen=True, kw_only=True):
    """Take a call, for one person of the control team."""

    call: int


class ReleaseCall(Struct, frozen=True, kw_only=True):
    """Give a call back: it waits again and keeps its age."""

    call: int


class EndCall(Struct, frozen=True, kw_only=True):
    """End a call: the matter is settled."""

    call: int


class ControlCalled(Struct, frozen=True, kw_only=True):
    id: int
    seat: SeatId
    at: datetime
    text: str
    kind: CallKind = CallKind.OTHER
    place: str = ""


class CallAnswered(Struct, frozen=True, kw_only=True):
    id: int
    by: str
    at: datetime


class CallReleased(Struct, frozen=True, kw_only=True):
    id: int
    by: str


class CallEnded(Struct, frozen=True, kw_only=True):
    """A call ended. `by`: empty if the player ended it."""

    id: int
    by: str


def decide_call(state: DayState, command: CallControl, asked: DecisionContext) -> tuple[CallEnded | ControlCalled, ...]:
    if command.seat not in state.seats:
        raise Refused(say("No such seat."), code="unknown")
    before = open_call(state, command.seat)
    if before is not None and not before.answered_by:
        raise Stale(say("Control has your call already and will come."))
    if len(command.text) > 200:
        raise Refused(say("Say it in 200 characters; Control will come and listen."))
    if len(command.place) > 60:
        raise Refused(say("Say where you are in 60 characters."))
    number = 1 + max((call.id for call in state.calls), default=0)
    settled = (CallEnded(id=before.id, by=""),) if before is not None else ()
    words, place = one_line(command.text), one_line(command.place) or place_of(state, command.seat)
    return (*settled, ControlCalled(id=number, seat=command.seat, at=asked.at, text=words, kind=command.kind, place=place))


def decide_settle(state: DayState, command: SettleCall, _asked: DecisionContext) -> tuple[CallEnded, ...]:
    call = open_call(state, command.seat)
    if call is None:
        raise Stale(say("You have no open call."))
    return (CallEnded(id=call.id, by=""),)


def decide_answer(state: DayState, command: AnswerCall, asked: DecisionContext) -> tuple[CallAnswered, ...]:
    call = _call(state, command.call)
    if call.answered_by:
        raise Stale(say("{name} has taken this call.", name=call.answered_by))
    return (CallAnswered(id=call.id, by=asked.by.name or say("Control"), at=asked.at),)


def decide_release(state: DayState, command: ReleaseCall, asked: DecisionContext) -> tuple[CallReleased, ...]:
    call = _call(state, command.call)
    if not call.answered_by:
        raise Stale(say("Nobody has taken this call; it waits."))
    return (CallReleased(id=call.id, by=asked.by.name or say("Control")),)


def decide_end(state: DayState, command: EndCall, asked: DecisionContext) -> tuple[CallEnded, ...]:
    call = _call(state, command.call)
    if not call.answered_by:
        raise Refused(say("Nobody has gone yet. Take the call first, then it can be settled."))
    return (CallEnded(id=call.id, by=asked.by.name or say("Control")),)


def _call(state: DayState, number: int) -> Call:
    call = next((each for each in state.calls if each.id == number), None)
    if call is None:
        raise Refused(say("No such call."), code="unknown")
    if call.ended:
        raise Stale(say("This call is settled."))
    return call


def open_call(state: DayState, seat: SeatId) -> Call | None:
    """A player's open call; None if there is none."""
    return next((call for call in reversed(state.calls) if call.seat == seat and not call.ended), None)


def place_of(state: DayState, player: SeatId) -> str:
    """The player's current room as the console knows it; "" outside the rooms' phases or without a choice."""
    seat = state.seats.get(player)
    room = choice_of(state, seat) if seat and state.clock.is_in(*state.frame.acting_phases) else None
    return state.frame.room_name(room) if room else ""


def evolve_called(state: S, happened: ControlCalled) -> S:
    call = Call(
        id=happened.id, seat=happened.seat, at=happened.at, text=happened.text, kind=happened.kind.value, place=happened.place
    )
    return replace(state, calls=(*state.calls, call)[-KEPT:])


def evolve_answered(state: S, happened: CallAnswered) -> S:
    return _with_call(state, happened.id, answered_by=happened.by)


def evolve_released(state: S, happened: CallReleased) -> S:
    return _with_call(state, happened.id, answered_by="")


def evolve_ended(state: S, happened: CallEnded) -> S:
    return _with_call(state, happened.id, ended=True)


def _with_call(state: S, number: int, *, answered_by: str | None = None, ended: bool = False) -> S:
    def changed(call: Call) -> Call:
        by = call.answered_by if answered_by is None else answered_by
        return replace(call, answered_by=by, ended=call.ended or ended)

    return replace(state, calls=tuple([changed(call) if call.id == number else call for call in state.calls]))


@one_sentence
def tell_called(happened: ControlCalled, state: DayState) -> str:
    name = _name_of(state, happened.seat) + (f" ({happened.place})" if happened.place else "")
    why = ": ".join(filter(None, (KIND_WORDS.get(happened.kind, ""), happened.text)))
    return say("{name} wants Control: {why}.", name=name, why=why) if why else say("{name} wants Control.", name=name)


@one_sentence
def tell_ended(happened: CallEnded, state: DayState) -> str:
    player = _caller(happened, state)
    if happened.by:
        return say("The call of {player} is settled, says {name}.", player=player, name=happened.by)
    return say("The call of {player} is settled.", player=player)


def _call_invalidations(
    happened: ControlCalled | CallAnswered | CallReleased | CallEnded, state: DayState
) -> tuple[Invalidation, ...]:
    seat = next((call.seat for call in state.calls if call.id == happened.id), None)
    own = (Invalidation(topic="calls", to=f"seat:{seat}"),) if seat else ()
    return (Invalidation(topic="calls", to="staff"), *own)


def _caller(happened: CallAnswered | CallReleased | CallEnded, state: DayState) -> str:
    call = next((call for call in state.calls if call.id == happened.id), None)
    return _name_of(state, call.seat) if call is not None else say("a player")


def _name_of(state: DayState, seat: SeatId) -> str:
    return state.seats[seat].name if seat in state.seats else say("a player")


COMMANDS: Mapping[type, CommandHandler] = {
    CallControl: CommandHandler(decide=decide_call, player=True, always=True, label=lambda c, s: say("Call control")),
    SettleCall: CommandHandler(decide=decide_settle, player=True, always=True, label=lambda c, s: say("Settle call")),
    AnswerCall: CommandHandler(decide=decide_answer, desks=every_desk, label=lambda c, s: say("Answer call")),
    ReleaseCall: CommandHandler(decide=decide_release, desks=every_desk, label=lambda c, s: say("Release call")),
    EndCall: CommandHandler(decide=decide_end, desks=every_desk, label=lambda c, s: say("End call")),
}


EVENTS: Mapping[type, EventHandler] = {
    ControlCalled: EventHandler(evolve=evolve_called, tell=tell_called, invalidations=_call_invalidations, undo=Undo(never=HELP)),
    CallAnswered: EventHandler(
        evolve=evolve_answered,
        tell=one_sentence(lambda e, s: say("{name} goes to {player}.", name=e.by, player=_caller(e, s))),
        invalidations=_call_invalidations,
        undo=Undo(never=HELP),
    ),
    CallReleased: EventHandler(
        evolve=evolve_released,
        tell=one_sentence(lambda e, s: say("{name} gave back the call of {player}.", name=e.by, player=_caller(e, s))),
        invalidations=_call_invalidations,
        undo=Undo(never=HELP),
    ),
    CallEnded: EventHandler(evolve=evolve_ended, tell=tell_ended, invalidations=_call_invalidations, undo=Undo(never=HELP)),
}
