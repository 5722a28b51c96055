"""Whole days of war by bots: no command is refused, no day hangs or breaks an invariant, and something happens."""

from __future__ import annotations

from random import Random

import pytest

from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep, all_steps_left
from control.day.state import DayStage
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.battles import BattleFought
from rooms.war.game.bots import KINDS
from rooms.war.game.sheets.limits import check
from rooms.war.game.state import war_of
from tests.rooms.realm.game.play import ORGANIZER
from tests.rooms.war.play import WARGAME, Month, morning, sealed, seated


def planned(day: Month, kind: str, dice: Random) -> None:
    """Put three of each House's players into the War Room. Most of them write a sheet."""
    state = day.state
    for seat in sorted(state.seats):
        state = seated(state, seat, Room.WAR if state.seats[seat].rank <= 3 else Room.COURT)
    day.state, written = state, []
    for seat in sorted(state.seats):
        if state.seats[seat].rank <= 3 and dice.random() < 0.8:
            sheet = KINDS[kind](state, seat, dice)
            check(state, seat, sheet)
            written.append(sealed(seat, sheet, month=state.clock.month))
    day.sheets = tuple(written)


def played(kind: str, seed: int) -> Month:
    """Play ten months, from the morning to the end."""
    day, dice = Month(state=morning()), Random(seed)
    while day.state.clock.stage is DayStage.PLAYING:
        month = day.state.clock.month
        while day.state.clock.phase != Phase.ACTION:
            day.do(EndPhase(month=month, phase=day.state.clock.phase), by=ORGANIZER)
        planned(day, kind, dice)
        day.through("recruit")
        day.turn() if month < 10 else end(day)
    return day


def end(day: Month) -> None:
    for phase in (Phase.ACTION, Phase.RETURN):
        for room, table, step in all_steps_left(day.state):
            day.do(EndStep(room=room, month=10, step=step, table=table), by=ORGANIZER)
        day.do(EndPhase(month=10, phase=phase), by=ORGANIZER)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_day_of_bots(kind, seed):
    day = played(kind, seed)

    war = war_of(day.state)
    assert WARGAME.broken(day.state) == ()
    assert len(day.all(BattleFought)) > 10
    assert sum(len(castle.flags) for castle in war.castles.values()) > 9
    assert sum(seat.purse.power for seat in day.state.seats.values()) > 0


def test_the_same_dice_bring_the_same_day():
    assert played("random", 5).happened == played("random", 5).happened
