"""Weddings for tests: Chapels, Priests and couples who agree."""

from __future__ import annotations

from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.game.buildings.kinds import CHAPEL
from rooms.realm.game.buildings.ownership import PlaceBuilding, RemoveBuilding
from rooms.realm.game.weddings.divorce import AgreeToDivorce, AskForDivorce, StayMarried
from rooms.realm.game.weddings.priests import Anoint
from rooms.realm.game.weddings.wedding import AgreeToMarry, AskToMarry, BreakBetrothal, Wed
from rooms.realm.scenario.ids import HouseId, Phase
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, Day, player, running

CAT, WOLF = HouseId("cat"), HouseId("wolf")
WOLF_4, BEAR_1 = SeatId("wolf-4"), SeatId("bear-1")


def with_chapel(day: Day, house: HouseId = CAT) -> Day:
    day.do(PlaceBuilding(house=house, kind=CHAPEL, reason="built"), by=CEREMONY)
    return day


def with_priest(day: Day, priest: SeatId = CAT_1) -> Day:
    """Give the House of `priest` a Chapel and this Priest."""
    with_chapel(day, day.state.seats[priest].house)
    day.do(Anoint(seat=priest, priest=priest), by=player(priest))
    return day


def agreed(day: Day, one: SeatId = CAT_2, other: SeatId = WOLF_4, hostages: int = 1) -> Day:
    day.do(AskToMarry(seat=one, other=other, hostages=hostages), by=player(one))
    day.do(AgreeToMarry(seat=other, other=one, hostages=hostages), by=player(other))
    return day


def with_divorce(day: Day) -> Day:
    """Allow divorce in the day's scenario (R-140)."""
    scenario = day.state.scenario
    day.state = replace(day.state, scenario=replace(scenario, settings=replace(scenario.settings, divorce=True)))
    return day


def in_ceremony(month: int = 2) -> Day:
    return running().until(month, Phase.CEREMONY)


def weds(
    day: Day, priest: SeatId = CAT_1, one: SeatId = CAT_2, other: SeatId = WOLF_4, hostages: int = 1, by: Actor | None = None
) -> tuple[GameEvent, ...]:
    wedding = Wed(seat=priest, month=day.state.clock.month, one=one, other=other, hostages=hostages)
    return day.do(wedding, by=by or player(priest))


def weddings_of_a_day() -> list[GameEvent]:
    """Events of weddings: asked, broken, agreed, wed, parted, the Chapel lost."""
    day = with_priest(in_ceremony())
    day.do(AskToMarry(seat=CAT_1, other=BEAR_1), by=player(CAT_1))
    day.do(BreakBetrothal(seat=BEAR_1, other=CAT_1), by=player(BEAR_1))
    weds(agreed(with_divorce(day)))
    day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
    day.do(StayMarried(seat=WOLF_4), by=player(WOLF_4))
    day.do(AskForDivorce(seat=WOLF_4), by=player(WOLF_4))
    day.do(AgreeToDivorce(seat=CAT_2), by=player(CAT_2))
    day.do(RemoveBuilding(building=day.state.buildings[-1].id, reason="burnt"), by=CEREMONY)
    return day.happened
