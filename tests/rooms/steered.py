"""Days steered to endings that chance seldom reaches: habits and rooms with bots that have a plan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from control.bots.habits import Habits
from control.day.people.room_choice import ChooseRoom
from control.day.timetable import last_month
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.records import replace
from rooms.court.game import bot_control
from rooms.court.game.state import floor_of
from rooms.court.game.uprising.events import open_uprising
from rooms.court.game.uprising.rules import RiseUp, may_not_rise
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.war.game.bots import steady_sheet
from rooms.war.game.records.orders import Order, OrderKind
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.sheets.offer import choices
from tests.rooms.whole import EVERYBODY, ROOMS, Played

# --- the God Emperor to the end -----------------------------------------------------------------------------------------


def nobody_rises(_state: Any, _seat: SeatId, command: Command) -> Command | None:
    return None if isinstance(command, RiseUp) else command


LOYAL = replace(EVERYBODY, sway=nobody_rises)


# --- Leviathan ----------------------------------------------------------------------------------------------------------


def tied(state: GameState, dice: Dice) -> Command | None:
    """Give the first two Houses 500 Power each in the last month, far ahead of all others. Otherwise Court Control leads."""
    if state.clock.month == last_month(state) and state.clock.phase in (Phase.CEREMONY, Phase.MOVEMENT, Phase.ACTION, Phase.RETURN):
        one, other = (house.id for house in state.scenario.houses[:2])
        for house in (one, other):
            wanted = 500 - house_power(state, house)
            if wanted:
                seat = next(each for each in state.seats.values() if each.house == house)
                return _given(seat, seat.purse.power + wanted)
    return bot_control.next_command(state, dice)


def _given(seat: HouseSeat, power: int) -> AdjustPower:
    return AdjustPower(seat=seat.id, before=seat.purse.power, power=power, reason="two Houses tie")


def rise_at_last(state: GameState, seat: SeatId, command: Command) -> Command | None:
    """Send the players of the two tied Houses to the War Room in the last month, so that others depose the Sovereign."""
    if state.clock.month != last_month(state):
        return command
    rich = {house.id for house in state.scenario.houses[:2]}
    if isinstance(command, ChooseRoom) and state.seats[seat].house in rich:
        return replace(command, room=Room.WAR)
    return command


def everybody_stands(act: Callable[[Any, SeatId, Dice], Command | None]) -> Callable[[Any, SeatId, Dice], Command | None]:
    """Make bots of the Court join or declare an Uprising in the last month, whenever they may."""

    def acting(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
        floor = floor_of(state)
        running = open_uprising(floor)
        if (
            state.clock.month == last_month(state)
            and not may_not_rise(state, seat)
            and (running is None or seat not in running.standing)
        ):
            number = running.number if running is not None else len(floor.uprisings) + 1
            return RiseUp(month=state.clock.month, number=number, seat=seat)
        return act(state, seat, dice)

    return acting


def _court_stands() -> dict[Room, Played]:
    court = ROOMS[Room.COURT]
    assert court.bots.act is not None
    return {**ROOMS, Room.COURT: replace(court, bots=replace(court.bots, act=everybody_stands(court.bots.act)))}


TIED: Habits = replace(EVERYBODY, lead=tied, sway=rise_at_last)
STANDING = _court_stands()


# --- a Military Coup ----------------------------------------------------------------------------------------------------


def against_the_throne(state: GameState, seat: SeatId, dice: Dice) -> WarSheet:
    """Betray with every House as ally, and move whatever can move to the region where the Court sits (GE-SOV-14)."""
    sheet, offered = steady_sheet(state, seat, dice), choices(state, seat)
    court = state.court.region if state.court is not None else ""
    own = state.seats[seat].house
    going = [
        Order(kind=OrderKind.MOVE, origin=start.origin, target=place.region, units=start.units)
        for start in offered.moves
        for place in start.targets
        if place.region == court
    ]
    allies = tuple(sorted(HouseId(house.id) for house in state.scenario.houses if house.id != own))
    orders = (*going, *(each for each in sheet.orders if each.origin not in {move.origin for move in going}))
    staying = tuple(each for each in orders if each.origin != court)[: offered.orders]
    return replace(sheet, orders=staying, allies=allies, betray=True)


def _plotters() -> dict[Room, Played]:
    war = ROOMS[Room.WAR]
    sheets = tuple(replace(sheet, invent=against_the_throne) for sheet in war.rules.sheets)
    return {**ROOMS, Room.WAR: replace(war, rules=replace(war.rules, sheets=sheets))}


PLOTTERS = _plotters()


# --- a Sovereign who dies -----------------------------------------------------------------------------------------------


def widowing(state: GameState, dice: Dice) -> Command | None:
    """Marry a player who reigns, and wound the Sovereign mortally months later. Otherwise Court Control leads."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    if holder is None or state.clock.phase != Phase.PLANNING:
        return bot_control.next_command(state, dice)
    if holder.spouse is None:
        free = [each.id for each in state.seats.values() if each.acts and each.spouse is None and each.house != holder.house]
        return SetSpouses(player=holder.id, other=dice.choice(free), reason="a match for the throne")
    if state.clock.month > state.throne_changed + 1:
        return AdjustWounds(player=holder.id, before=holder.wounds, wounds=3, reason="poison")
    return None


WIDOWING = replace(EVERYBODY, lead=widowing)
