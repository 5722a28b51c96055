"""Reports of a round appear after its last acting phase. After the day all rounds appear, the last one as the newest."""

from __future__ import annotations

import pytest

from control.day.past_rounds import RoundsTold, rounds_over
from control.day.state import Clock, DayStage, DayState
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase
from tests.scenarios import small


def day(**clock) -> DayState:
    return GameState(scenario=small(), clock=Clock(**clock))


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        ({"stage": DayStage.GATHERING}, RoundsTold()),
        ({"stage": DayStage.PLAYING, "month": 2, "phase": Phase.PLANNING}, RoundsTold(last=1, fresh=1)),
        ({"stage": DayStage.PLAYING, "month": 2, "phase": Phase.ACTION}, RoundsTold(last=1)),
        ({"stage": DayStage.PLAYING, "month": 2, "phase": Phase.RETURN}, RoundsTold(last=2, fresh=2)),
        ({"stage": DayStage.OVER, "month": 4, "phase": None}, RoundsTold(last=4, fresh=4)),
    ],
)
def test_which_rounds_may_be_read(clock, told):
    assert rounds_over(day(**clock)) == told
