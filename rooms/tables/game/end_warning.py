"""Warning one minute before the event's clock ends a table. The control team may let the table run on."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, is_staff
from rooms.tables.game.state import TableStage, TableState, Until
from rooms.tables.game.table_end import until_words
from rooms.tables.game.tellings import tell_nothing

# === warning ============================================================================================================


class WarnOfEnd(msgspec.Struct, frozen=True, kw_only=True):
    """Warn the table that it will be cut off at `at`, at most a minute from now."""

    until: Until
    at: datetime


class RunOn(msgspec.Struct, frozen=True, kw_only=True):
    """Let the table play on: nothing ends it by itself. For the control team."""


class MoveTurn(msgspec.Struct, frozen=True, kw_only=True):
    """Move the deadline of a turn by as much as the machine's clock jumped, so that the time left stays the same."""

    turn: int
    by: timedelta


class EndIsNear(msgspec.Struct, frozen=True, kw_only=True):
    """The table was warned that it will be cut off at `at`."""

    until: Until
    at: datetime


class RunsOn(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing ends the table by itself any more."""


class TurnMoved(msgspec.Struct, frozen=True, kw_only=True):
    """The deadline of the turn was moved by as much as the machine's clock jumped."""

    turn: int
    by: timedelta


def require_bound(at: At, until: Until) -> None:
    """Refuse a command that assumes an end which the table does not have any more.

    Raises:
        Stale: something else ends the table, or nothing does.
    """
    at.require_stage(TableStage.PLAYING)
    if at.state.until != until:
        raise Stale(say("This no longer ends the table."))


def decide_warn_of_end(at: At, command: WarnOfEnd, _asked: DecisionContext) -> tuple[EndIsNear, ...]:
    require_bound(at, command.until)
    if at.state.warned == command.at:
        raise Stale(say("The table has been told."))
    return (EndIsNear(until=command.until, at=command.at),)


def decide_run_on(at: At, _command: RunOn, asked: DecisionContext) -> tuple[RunsOn, ...]:
    if not is_staff(asked.by):
        raise Refused(say("Only Control lets a table run on."), code="not-yours")
    at.require_stage(TableStage.PLAYING)
    if at.state.until is None:
        raise Stale(say("Nothing ends this table by itself."))
    return (RunsOn(),)


def decide_move_turn(at: At, command: MoveTurn, _asked: DecisionContext) -> tuple[TurnMoved, ...]:
    at.require_stage(TableStage.PLAYING)
    if at.state.turn != command.turn:
        raise Stale(say("That turn is over."))
    return (TurnMoved(turn=command.turn, by=command.by),)


def evolve_turn_moved(state: TableState, happened: TurnMoved) -> TableState:
    if state.turn != happened.turn:
        return state
    return replace(
        state,
        deadline=state.deadline + happened.by if state.deadline else None,
        bots_at=state.bots_at + happened.by if state.bots_at else None,
        read_at=state.read_at + happened.by if state.read_at else None,
        late=state.late + happened.by if state.late else None,
        since=state.since + happened.by if state.since else None,
    )


def evolve_end_is_near(state: TableState, happened: EndIsNear) -> TableState:
    return replace(state, warned=happened.at)


def evolve_runs_on(state: TableState, _happened: RunsOn) -> TableState:
    return replace(state, until=None, warned=None)


def _near_words(happened: EndIsNear, state: TableState) -> str:
    end = until_words(happened.until)
    if state.stake:
        return say("Less than a minute until {end}; then this table is cut off, and every stake goes back.", end=end)
    return say("Less than a minute until {end}; then this table is cut off.", end=end)


BOUND: Final = Module(
    name="bound",
    commands={
        WarnOfEnd: CommandHandler(decide=decide_warn_of_end, clock=True, label=lambda c, s: say("Warn of end")),
        MoveTurn: CommandHandler(
            decide=decide_move_turn, clock=True, label=lambda c, s: say("The turn’s time follows the machine’s clock")
        ),
        RunOn: CommandHandler(decide=decide_run_on, label=lambda c, s: say("Run on")),
    },
    events={
        EndIsNear: EventHandler(
            evolve=evolve_end_is_near,
            tell=one_sentence(_near_words),
            invalidations=at_table,
            undo=Undo(never_by_players=NOT_A_MOVE),
        ),
        TurnMoved: EventHandler(
            evolve=evolve_turn_moved, tell=tell_nothing, invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        ),
        RunsOn: EventHandler(
            evolve=evolve_runs_on,
            tell=one_sentence(lambda e, s: say("Control lets this table run on; nothing ends it by itself.")),
            invalidations=at_table,
            undo=Undo(never_by_players=NOT_A_MOVE),
        ),
    },
)
