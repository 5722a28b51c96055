"""A jump of the machine's clock during a turn: the remaining time stays the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from control.engine.context import THE_CLOCK, DecisionContext
from control.engine.refusal import Refused, Stale
from control.journal.chance import FRESH
from rooms.tables.game.context import At
from rooms.tables.game.end_warning import MoveTurn, decide_move_turn, evolve_turn_moved
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.stream import STREAMS

NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)
ASKED = DecisionContext(by=THE_CLOCK, at=NOON, chance=FRESH)


def at(state: TableState) -> At:
    return At(game=None, rules=None, evolve=None, told=None, bots_think=timedelta(), state=state)


@pytest.mark.parametrize("by", [timedelta(hours=1), timedelta(hours=-1)])
@pytest.mark.parametrize(("deadline", "bots_at"), [(NOON, None), (None, NOON), (NOON, NOON)])
def test_what_runs_at_a_table_moves_with_the_clock(by, deadline, bots_at):
    state = TableState(stage=TableStage.PLAYING, turn=7, deadline=deadline, bots_at=bots_at)
    (happened,) = decide_move_turn(at(state), STREAMS.moved(state, by), ASKED)
    moved = evolve_turn_moved(state, happened)
    assert (moved.deadline, moved.bots_at) == (deadline and deadline + by, bots_at and bots_at + by)
    later = TableState(stage=TableStage.PLAYING, turn=8, deadline=NOON)
    assert evolve_turn_moved(later, happened) == later


def test_where_nothing_runs_nothing_moves():
    assert STREAMS.moved(TableState(), timedelta(hours=1)) is None
    with pytest.raises(Refused):
        decide_move_turn(at(TableState()), MoveTurn(turn=0, by=timedelta(hours=1)), ASKED)
    with pytest.raises(Stale):
        decide_move_turn(at(TableState(stage=TableStage.PLAYING, turn=2)), MoveTurn(turn=1, by=timedelta(hours=1)), ASKED)
