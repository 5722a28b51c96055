"""Fold: castles, regions and units of each House, whenever an event changes them, and what it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from control.engine.chronicle import Moment, Point, Record
from control.engine.language import later, say
from control.engine.words import Spoken
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game.battles import BattleFought
from rooms.war.game.changing import BattleCorrected
from rooms.war.game.flags import FlagAdjusted, FlagsChanged
from rooms.war.game.forfeits import FlagReplaced
from rooms.war.game.hardship import FamineStruck
from rooms.war.game.laws import UnitsByLaw
from rooms.war.game.moves import MovesMade
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.setting import BoardSet
from rooms.war.game.state import WarState, war_of
from rooms.war.game.strikes import CastleRazed, UnitsByScheme
from rooms.war.game.units import UnitsAdjusted

BY_WHAT: Final[Mapping[type, str]] = Spoken(
    {
        BoardSet: later("The map as the day began."),
        MovesMade: later("The Moves were carried out."),
        BattleFought: later("A battle was fought in {region}."),
        BattleCorrected: later("A battle was corrected."),
        FlagsChanged: later("Flags were placed after Battle."),
        FlagAdjusted: later("A flag was set by Control."),
        FlagReplaced: later("A flag was forfeited in {region}."),
        RecruitsPlaced: later("The recruits were placed."),
        FamineStruck: later("Famine struck."),
        UnitsByLaw: later("A law changed units in {region}."),
        UnitsByScheme: later("A scheme struck units."),
        CastleRazed: later("A scheme destroyed the castle in {region}."),
        UnitsAdjusted: later("Units were set by Control in {region}."),
    }
)


@dataclass(slots=True)
class Territory:
    """Fold: what each House has on the map; a point is written where a number is another one."""

    known: dict[tuple[str, HouseId], int] = field(default_factory=dict)

    def see(self, moment: Moment[GameState]) -> Iterator[Record]:
        if Room.WAR not in moment.after.rooms:
            return
        was, now = war_of(moment.before), war_of(moment.after)
        if was.units is now.units and was.castles is now.castles:
            return
        why = _why(moment)
        for house in (each.id for each in moment.after.scenario.houses):
            for series, value in (("castles", castles(now, house)), ("regions", regions(now, house)), ("units", now.on_map(house))):
                if self.known.get((series, house)) != value:
                    self.known[series, house] = value
                    yield Point(series=series, team=house, seq=moment.seq, round=moment.round, value=value, why=why)

    def end(self, _state: GameState) -> Iterator[Record]:
        return iter(())


def castles(war: WarState, house: HouseId) -> int:
    """On how many castles a House has its flag (R-51)."""
    return sum(house in castle.flags for castle in war.castles.values())


def regions(war: WarState, house: HouseId) -> int:
    """In how many regions a House has units, and more than any other House."""
    return sum(
        there.get(house, 0) > max((units for other, units in there.items() if other != house), default=0)
        for there in war.units.values()
    )


def _why(moment: Moment[GameState]) -> str:
    """What changed the map, in a few words."""
    happened = moment.event
    region = getattr(happened.battle if isinstance(happened, BattleFought) else happened, "region", None)
    said = BY_WHAT.get(type(happened), later("The map changed."))
    return say(said, region=moment.after.place_name(region)) if region is not None else say(said)
