"""Announcements, and players who want Control (GE-EVT-15)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from control.game.asked import ALL_DESKS, Asked
from control.game.engine import Act, Chapter, Fact, Poke
from control.game.refused import Refused, Stale
from control.game.state import Call, GameState, Notice
from control.scenario.ids import SeatId

SAID = "What was said cannot be unsaid; announce the correction."
KEPT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """Say something to everybody ("all") or to one House (its id)."""

    text: str
    to: str = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallControl:
    """A player wants somebody of the control team."""

    seat: SeatId
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCall:
    """Somebody of the team goes; one answer per call."""

    call: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    id: int
    at: datetime
    text: str
    by: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlCalled:
    id: int
    seat: SeatId
    at: datetime
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswered:
    id: int
    by: str
    at: datetime


def decide_announce(state: GameState, command: Announce, asked: Asked) -> tuple[Announced, ...]:
    text = command.text.strip()
    if not 1 <= len(text) <= 500:
        raise Refused("An announcement has 1 to 500 characters.")
    if command.to != "all" and command.to not in {house.id for house in state.scenario.houses}:
        raise Refused("Announce to all, or to one House of this scenario.", code="unknown")
    number = 1 + max((notice.id for notice in state.notices), default=0)
    return (Announced(id=number, at=asked.at, text=text, by=asked.by.name, to=command.to),)


def decide_call(state: GameState, command: CallControl, asked: Asked) -> tuple[ControlCalled, ...]:
    if command.seat not in state.seats:
        raise Refused("No such seat.", code="unknown")
    if any(call.seat == command.seat and not call.answered_by for call in state.calls):
        raise Stale("Control has your call already and will come.")
    if len(command.text) > 200:
        raise Refused("Say it in 200 characters; Control will come and listen.")
    number = 1 + max((call.id for call in state.calls), default=0)
    return (ControlCalled(id=number, seat=command.seat, at=asked.at, text=" ".join(command.text.split())),)


def decide_answer(state: GameState, command: AnswerCall, asked: Asked) -> tuple[CallAnswered, ...]:
    call = next((each for each in state.calls if each.id == command.call), None)
    if call is None:
        raise Refused("No such call.", code="unknown")
    if call.answered_by:
        raise Stale(f"{call.answered_by} has taken this call.")
    return (CallAnswered(id=call.id, by=asked.by.name or "Control", at=asked.at),)


def evolve_announced(state: GameState, happened: Announced) -> GameState:
    notice = Notice(id=happened.id, at=happened.at, text=happened.text, by=happened.by, to=happened.to)
    return replace(state, notices=(*state.notices, notice)[-KEPT:])


def evolve_called(state: GameState, happened: ControlCalled) -> GameState:
    call = Call(id=happened.id, seat=happened.seat, at=happened.at, text=happened.text)
    return replace(state, calls=(*state.calls, call)[-KEPT:])


def evolve_answered(state: GameState, happened: CallAnswered) -> GameState:
    calls = tuple(replace(call, answered_by=happened.by) if call.id == happened.id else call for call in state.calls)
    return replace(state, calls=calls)


def _call_pokes(happened: ControlCalled | CallAnswered, state: GameState) -> tuple[Poke, ...]:
    seat = next((call.seat for call in state.calls if call.id == happened.id), None)
    own = (Poke(topic="calls", to=f"seat:{seat}"),) if seat else ()
    return (Poke(topic="calls", to="staff"), *own)


NOTICES = Chapter(
    name="notices",
    acts={
        Announce: Act(decide=decide_announce, desks=ALL_DESKS),
        CallControl: Act(decide=decide_call, player=True),
        AnswerCall: Act(decide=decide_answer, desks=ALL_DESKS),
    },
    facts={
        Announced: Fact(
            evolve=evolve_announced,
            explain=lambda e, s: f"{e.by or 'Control'} announced: {e.text}",
            pokes=lambda e, s: (
                Poke(topic="news", to="all" if e.to == "all" else f"house:{e.to}"),
                Poke(topic="news", to="staff"),
            ),
            lasting=SAID,
        ),
        ControlCalled: Fact(
            evolve=evolve_called,
            explain=lambda e, s: f"{s.seats[e.seat].name} wants Control{': ' + e.text if e.text else ''}.",
            pokes=_call_pokes,
            lasting="A call for help is answered, not withdrawn.",
        ),
        CallAnswered: Fact(
            evolve=evolve_answered,
            explain=lambda e, s: f"{e.by} took a call.",
            pokes=_call_pokes,
            lasting="A call for help is answered, not withdrawn.",
        ),
    },
)
