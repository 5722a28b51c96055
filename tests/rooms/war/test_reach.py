"""Underground tables that castles open."""

from __future__ import annotations

import pytest

from control.day.people.room_choice import ChooseRoom
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.war.game.state import war_of, with_war
from tests.rooms.realm.game.passing import in_court
from tests.rooms.realm.game.play import CAT_1, Day, player
from tests.scenarios import on_throne

WOLF_1 = SeatId("wolf-1")


def with_flag(day: Day, house: str, *, on: bool = True, destroyed: bool = False) -> Day:
    """Put a House's flag on a neutral castle between West and North, or take all flags off it."""
    war = war_of(day.state)
    region = next(region for region, castle in sorted(war.castles.items()) if set(castle.opens) == {"west", "north"})
    flags = frozenset({HouseId(house)}) if on else frozenset()
    castle = replace(war.castles[region], flags=flags, destroyed=destroyed)
    remnants = {each: count for each, count in war.remnants.items() if each != region}
    day.state = with_war(day.state, replace(war, castles={**war.castles, region: castle}, remnants=remnants))
    return day


def tables(day: Day, seat: SeatId = CAT_1) -> tuple[str, ...]:
    return day.state.tables_for(day.state.seats[seat], Room.UNDERGROUND)


def sit(day: Day, table: str) -> None:
    day.do(ChooseRoom(seat=CAT_1, month=day.state.clock.month, room=Room.UNDERGROUND, table=table), by=player(CAT_1))


@pytest.mark.rule("GE-UND-62", "GE-UND-64", "R-114")
def test_a_flag_on_a_castle_between_provinces_opens_their_tables_until_the_movement_after_it_falls():
    day = in_court()
    with_flag(day, "cat")
    assert tables(day) == ("west",)

    day.until(2, Phase.PLANNING)
    assert tables(day) == ("west", "north")
    assert tables(day, WOLF_1) == ("east",)
    sit(day, "north")
    with pytest.raises(Refused, match="castle of yours"):
        sit(day, "east")
    day.until(2, Phase.ACTION)
    with_flag(day, "cat", on=False)
    assert tables(day) == ("west", "north")
    day.until(3, Phase.PLANNING)
    assert tables(day) == ("west",)


@pytest.mark.rule("R-114")
def test_what_happens_in_planning_counts_at_the_start_of_movement_and_a_ruin_opens_nothing():
    day = in_court().until(2, Phase.PLANNING)
    with_flag(day, "cat").until(2, Phase.MOVEMENT)
    assert tables(day) == ("west", "north")

    with_flag(day, "cat", destroyed=True).until(3, Phase.CEREMONY)
    assert tables(day) == ("west",)


@pytest.mark.rule("GE-SOV-30")
def test_a_sovereign_sits_at_any_table_the_own_first():
    day = in_court().until(2, Phase.PLANNING)
    day.state = on_throne(day.state, WOLF_1)

    assert tables(day, WOLF_1) == ("east", "west", "north")
