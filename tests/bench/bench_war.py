"""Speed of a month in the War Room: forty-five sheets, units in every region, no database."""

from __future__ import annotations

import random
from time import perf_counter

from control.day.clock.steps import EndStep
from control.engine import codec
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.bots import random_sheet
from rooms.war.game.state import war_of, with_war
from tests.rooms.war.play import STEPS, WARGAME, Month, morning, sealed, seated

MONTHS = 100
PIECES = 40  # of every House: twice the usual number, so that every region is crowded


def crowded() -> GameState:
    """Everybody in the War Room, with every House's pieces all over the map."""
    dice = random.Random(7)
    state = morning()
    settings = replace(state.scenario.settings, units_per_house=PIECES)
    state = replace(state, scenario=replace(state.scenario, settings=settings))
    units: dict[RegionId, dict[HouseId, int]] = {}
    for house in state.scenario.houses:
        for _each in range(PIECES // 2):
            there = units.setdefault(dice.choice(state.scenario.map.regions).id, {})
            there[house.id] = there.get(house.id, 0) + 1
    war = replace(war_of(state), units=units)
    war = replace(war, stock={house: PIECES - war.on_map(house) for house in war.stock})
    state = with_war(state, war)
    for seat in state.seats:
        state = seated(state, seat, Room.WAR)
    return state


def run() -> None:
    """Print months and single steps per second."""
    state, dice = crowded(), random.Random(8)
    sheets = tuple(sealed(seat, random_sheet(state, seat, dice)) for seat in sorted(state.seats))
    spent = dict.fromkeys(STEPS, 0.0)
    events = battles = 0
    for _each in range(MONTHS):
        month = Month(state=state, sheets=sheets)
        for step in STEPS:
            command = EndStep(room=Room.WAR, month=1, step=step)
            began = perf_counter()
            decided = WARGAME.decided(month.state, command, month.asked())
            spent[step] += perf_counter() - began
            month.state = decided.state
            events += len(decided.events)
        battles += len(war_of(month.state).record.battles)
    whole = sum(spent.values())
    began = perf_counter()
    body = codec.encode_state(month.state)
    stored = perf_counter() - began
    print(f"War Room: {MONTHS / whole:.0f} months/s, {whole / MONTHS * 1000:.2f} ms each, {len(sheets)} sheets,")
    print(
        f"  {battles // MONTHS} battles, {events // MONTHS} events a month; a state of {len(body)} bytes in {stored * 1000:.2f} ms"
    )
    for step, seconds in spent.items():
        print(f"  {step:<8} {seconds / MONTHS * 1000:6.2f} ms  {seconds / whole:4.0%}")


if __name__ == "__main__":
    run()
