"""Changes between any two steps of the War Room: a death, a leaver, an exchange, a seat, a correction."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.day.people.presence import CheckIn, LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.day.roster.substitutes import Substitute
from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refusal import Refused
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Room
from rooms.war.game.battles import BattleFought
from rooms.war.game.orders import OrdersOpened
from rooms.war.game.state import ORDERS, WarState, war_of
from rooms.war.game.units import AdjustUnits
from tests.rooms.realm.game.play import EVERY_DESK
from tests.rooms.war.play import STEPS, Month
from tests.rooms.war.test_full_wars import months
from tests.rooms.war.wars import War, full_wars

Change = Callable[[GameState, HouseSeat, random.Random], Command]


def _units(state: GameState, seat: HouseSeat, dice: random.Random) -> Command:
    war = war_of(state)
    region = dice.choice([each.id for each in state.scenario.map.regions])
    before = war.count(region, seat.house)
    units = dice.randint(0, before + min(2, war.stock[seat.house]))
    return AdjustUnits(region=region, house=seat.house, before=before, units=units, reason="counted again")


CHANGES: dict[str, Change] = {
    "dies": lambda _state, seat, _dice: AdjustWounds(player=seat.id, before=seat.wounds, wounds=3, reason="hit"),
    "is hurt": lambda _state, seat, _dice: AdjustWounds(
        player=seat.id, before=seat.wounds, wounds=min(seat.wounds + 1, 3), reason="hit"
    ),
    "leaves": lambda _state, seat, _dice: LeaveForGood(seat=seat.id),
    "goes or comes": lambda _state, seat, dice: CheckIn(
        seat=seat.id, before=seat.presence, presence=dice.choice([Presence.PRESENT, Presence.ABSENT, Presence.LATE])
    ),
    "is exchanged": lambda _state, seat, dice: Substitute(seat=seat.id, before=seat.name, name=f"Somebody {dice.random()}"),
    "sits down": lambda state, seat, dice: SeatInRoom(
        player=seat.id, month=state.clock.month, room=dice.choice([Room.WAR, Room.COURT])
    ),
    "is paid": lambda _state, seat, dice: AdjustPower(
        seat=seat.id, before=seat.purse.power, power=dice.randint(0, 9), reason="counted again"
    ),
    "units": _units,
}


def pieces(war: WarState) -> dict[str, int]:
    """Every House's units, on the map and in its stockpile."""
    return {str(house): war.on_map(house) + war.stock[house] for house in war.stock}


def changed(month: Month, dice: random.Random) -> Iterator[str]:
    """Try up to four random changes on players of this month and yield their names. A refused one changes nothing."""
    everybody, authors = sorted(month.state.seats), [each.seat for each in month.sheets]
    for _each in range(dice.randint(0, 4)):
        seat = month.state.seats[dice.choice(authors if authors and dice.random() < 0.7 else everybody)]
        name = dice.choice(sorted(CHANGES))
        before = month.state
        try:
            month.do(CHANGES[name](month.state, seat, dice), by=EVERY_DESK)
        except Refused:
            assert month.state is before
        else:
            yield name


@given(war=full_wars(), seed=st.integers(0, 2**32))
@months()
@pytest.mark.rule("R-139", "R-03", "R-42", "R-43", "GE-WAR-15")
def test_a_month_stays_whole_whatever_happens_between_its_steps(war: War, seed: int) -> None:
    """`Month.do` checks the rules' invariants after every command. Sheets count unless their authors have left for good."""
    dice, month = random.Random(seed), war.month
    held = pieces(war_of(month.state))

    count = set[SeatId]()
    for step in STEPS:
        list(changed(month, dice))
        if step == ORDERS:
            seats = [month.state.seats[each.seat] for each in month.sheets]
            count = {
                each.id
                for each in seats
                if each.presence is not Presence.GONE and (each.choice, each.choice_month) == (Room.WAR, month.state.clock.month)
            }
        war.through(step)
        assert pieces(war_of(month.state)) == held, step
    list(changed(month, dice))
    war.turn()

    assert pieces(war_of(month.state)) == held
    opened = [each for each in month.happened if isinstance(each, OrdersOpened)]
    assert len(opened) == 1
    aside = {each.seat for each in opened[0].set_aside}
    assert ({each.seat for each in opened[0].sheets}, aside) == (count, {each.seat for each in month.sheets} - count)
    regions = [each.battle.region for each in month.happened if isinstance(each, BattleFought)]
    assert len(regions) == len(set(regions))
