"""Attention: somebody of the team goes to a player who has not been heard or served for long, and has seen them.

Who that is no state knows: it is found in the journal (`control.journal.heard`). A call that waits too long is answered by whoever
goes, and settled when the player has been seen, so that nobody goes twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from control.day.calls import CallAnswered, CallEnded, CallReleased, open_call
from control.day.people.asked import seat_of
from control.day.records import Call, Visit
from control.day.state import DayState, S
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module, every_desk
from control.engine.refused import Refused, Stale
from control.engine.typed import one_line
from control.engine.words import capital

WAITS: Final = timedelta(minutes=5)  # so long a call may wait before it is more than a call
ROUNDS: Final = 2  # whole rounds without a turn and without an outcome
QUIET: Final = 1  # further rounds in which a player who was seen is not named again
LONGEST: Final = 200
TOPIC: Final = "attention"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoAndSee:
    """Somebody of the team goes to a player; one person for a player."""

    player: SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveVisit:
    """Whoever went could not, or not soon: the player waits again."""

    player: SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class EndVisit:
    """The player was seen; `note` is for the team's journal alone."""

    player: SeatId
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitBegun:
    seat: SeatId
    month: int
    at: datetime
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitLeft:
    seat: SeatId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitEnded:
    seat: SeatId
    month: int
    at: datetime
    by: str
    note: str = ""


# --- questions ----------------------------------------------------------------------------------------------------------


def visitor(state: DayState, player: SeatId) -> str:
    """Who is on the way to a player; "" for nobody. Who has not come by the end of the next round has forgotten it."""
    visit = state.visits.get(player)
    return visit.by if visit is not None and not visit.seen and state.clock.month - visit.month <= QUIET else ""


def is_quiet(state: DayState, player: SeatId) -> bool:
    """Was this player seen in this round or the one before it?"""
    visit = state.visits.get(player)
    return visit is not None and visit.seen and state.clock.month - visit.month <= QUIET


def waits_too_long(call: Call, now: datetime) -> bool:
    """Does nobody go to this call, and has it waited longer than a call may?"""
    return not call.ended and not call.answered_by and now - call.at >= WAITS


# --- decide -------------------------------------------------------------------------------------------------------------


def decide_go(state: DayState, command: GoAndSee, asked: DecisionContext) -> tuple[VisitBegun | CallAnswered, ...]:
    seat, by = seat_of(state, command.player), asked.by.name or say("Control")
    if gone := visitor(state, seat.id):
        raise Stale(say("{name} goes to {player}.", name=gone, player=who(state, seat.id)))
    call = open_call(state, seat.id)
    answered = (CallAnswered(id=call.id, by=by, at=asked.at),) if call is not None and not call.answered_by else ()
    return (VisitBegun(seat=seat.id, month=state.clock.month, at=asked.at, by=by), *answered)


def decide_leave(state: DayState, command: LeaveVisit, asked: DecisionContext) -> tuple[VisitLeft | CallReleased, ...]:
    seat, gone = seat_of(state, command.player), _on_the_way(state, command.player)
    call, by = open_call(state, seat.id), asked.by.name or say("Control")
    released = (CallReleased(id=call.id, by=by),) if call is not None and call.answered_by == gone else ()
    return (VisitLeft(seat=seat.id, by=by), *released)


def decide_end(state: DayState, command: EndVisit, asked: DecisionContext) -> tuple[VisitEnded | CallEnded, ...]:
    note = one_line(command.note)
    if len(note) > LONGEST:
        raise Refused(say("Say it in {most} characters.", most=LONGEST))
    seat, gone = seat_of(state, command.player), _on_the_way(state, command.player)
    call, by = open_call(state, seat.id), asked.by.name or say("Control")
    ended = (CallEnded(id=call.id, by=by),) if call is not None and call.answered_by == gone else ()
    return (VisitEnded(seat=seat.id, month=state.clock.month, at=asked.at, by=by, note=note), *ended)


def _on_the_way(state: DayState, player: SeatId) -> str:
    if not (gone := visitor(state, player)):
        raise Stale(say("Nobody is on the way to {player}.", player=who(state, player)))
    return gone


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_begun(state: S, happened: VisitBegun) -> S:
    visit = Visit(month=happened.month, at=happened.at, by=happened.by)
    return replace(state, visits={**state.visits, happened.seat: visit})


def evolve_left(state: S, happened: VisitLeft) -> S:
    return replace(state, visits={seat: visit for seat, visit in state.visits.items() if seat != happened.seat})


def evolve_ended(state: S, happened: VisitEnded) -> S:
    visit = Visit(month=happened.month, at=happened.at, by=happened.by, seen=True)
    return replace(state, visits={**state.visits, happened.seat: visit})


# --- words --------------------------------------------------------------------------------------------------------------


def _ended_words(happened: VisitEnded, state: DayState) -> str:
    player = who(state, happened.seat)
    if happened.note:
        return say("{name} has seen {player}: {note}.", name=capital(happened.by), player=player, note=happened.note.rstrip("."))
    return say("{name} has seen {player}.", name=capital(happened.by), player=player)


def _invalidations(_happened: VisitBegun | VisitLeft | VisitEnded, _state: DayState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic=TOPIC, to="staff"),)


ATTENTION: Final = Module(
    name="attention",
    about=later("Attention"),
    commands={
        GoAndSee: CommandHandler(decide=decide_go, desks=every_desk, label=lambda c, s: say("Go and see")),
        LeaveVisit: CommandHandler(decide=decide_leave, desks=every_desk, label=lambda c, s: say("Did not go")),
        EndVisit: CommandHandler(decide=decide_end, desks=every_desk, label=lambda c, s: say("Seen")),
    },
    events={
        VisitBegun: EventHandler(
            evolve=evolve_begun,
            explain=lambda e, s: say("{name} goes and sees {player}.", name=capital(e.by), player=who(s, e.seat)),
            invalidations=_invalidations,
        ),
        VisitLeft: EventHandler(
            evolve=evolve_left,
            explain=lambda e, s: say("{name} could not go to {player}.", name=capital(e.by), player=who(s, e.seat)),
            invalidations=_invalidations,
        ),
        VisitEnded: EventHandler(evolve=evolve_ended, explain=_ended_words, invalidations=_invalidations),
    },
)
