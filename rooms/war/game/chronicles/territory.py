"""Territory in the debrief: castles, regions and units of each House, and the coups that were made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from control.engine.chronicle import ALL, Fact, Record, SeriesPoint, StoryMoment
from control.engine.language import Spoken, later, say
from rooms.realm.game.chronicles.words import deed
from rooms.realm.game.reports.words import house as of_house
from rooms.realm.game.reports.words import own
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game.battle_changes import BattleCorrected
from rooms.war.game.battles import BattleFought
from rooms.war.game.board import board_of
from rooms.war.game.board_setup import BoardSet
from rooms.war.game.coups import CoupMade, coup_words
from rooms.war.game.famine_and_inlaws import FamineStruck
from rooms.war.game.flags import FlagAdjusted, FlagReplaced, FlagsChanged
from rooms.war.game.laws import UnitsByLaw
from rooms.war.game.moves import MovesMade
from rooms.war.game.orders import OrdersOpened
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.scheme_effects import CastleRazed, UnitsByScheme
from rooms.war.game.state import WarState, month_record, war_of
from rooms.war.game.units import UnitsAdjusted

# === territory ==========================================================================================================

# Fold: castles, regions and units of each House whenever an event changes them, with the cause.


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
    """Fold: each House's numbers on the map. Writes a point when a number changes."""

    known: dict[tuple[str, HouseId], int] = field(default_factory=dict)

    def see(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        if Room.WAR not in moment.after.rooms:
            return
        was, now = war_of(moment.before), war_of(moment.after)
        if was.units is now.units and was.castles is now.castles:
            return
        why = _cause_words(moment)
        for house in (each.id for each in moment.after.scenario.houses):
            for series, value in (("castles", castles(now, house)), ("regions", regions(now, house)), ("units", now.on_map(house))):
                if self.known.get((series, house)) != value:
                    self.known[series, house] = value
                    yield SeriesPoint(series=series, team=house, seq=moment.seq, round=moment.round, value=value, why=why)

    def end(self, _state: GameState) -> Iterator[Record]:
        return iter(())


def castles(war: WarState, house: HouseId) -> int:
    """Number of castles with the House's flag (R-51)."""
    return sum(house in castle.flags for castle in war.castles.values())


def regions(war: WarState, house: HouseId) -> int:
    """Number of regions where the House has units, and more than any other House."""
    return sum(
        there.get(house, 0) > max((units for other, units in there.items() if other != house), default=0)
        for there in war.units.values()
    )


def _cause_words(moment: StoryMoment[GameState]) -> str:
    """Cause of the change on the map, in a few words."""
    happened = moment.event
    region = getattr(happened.battle if isinstance(happened, BattleFought) else happened, "region", None)
    said = BY_WHAT.get(type(happened), later("The map changed."))
    return say(said, region=moment.after.place_name(region)) if region is not None else say(said)


# === coups ==============================================================================================================


Seen = StoryMoment[GameState]


@dataclass(slots=True)
class Coups:
    """Fold: Houses that planned a coup from the opened orders on, and made it."""

    opened: dict[int, int] = field(default_factory=dict)

    def see(self, moment: Seen) -> Iterator[Record]:
        happened = moment.event
        if isinstance(happened, OrdersOpened):
            self.opened[happened.month] = moment.seq
        if not isinstance(happened, CoupMade):
            return
        state, board, coup = moment.before, board_of(moment.before.scenario), happened.coup
        reigned, of = state.throne.holder, sovereign_house(state)
        record = month_record(war_of(state), happened.month)
        claimed = {each.house: record.stance(each.house).seat for each in coup.claims}
        by = tuple(own(seat) if seat is not None else of_house(each) for each, seat in claimed.items())
        yield Fact(
            id=f"coup:{happened.month}:{coup.region}",
            kind="coup",
            seq=min(self.opened.get(happened.month, moment.seq), moment.seq),
            before=((moment.seq, ""),),
            round=moment.round,
            words=coup_words(board, coup),
            seemed=say("The Sovereign reigned, and nobody was known to rise in {region}.", region=board.region_name(coup.region)),
            by=by,
            touches=(*((own(reigned),) if reigned is not None else ()), *((of_house(of),) if of is not None else ())),
            known=((ALL, moment.seq),),
            room=Room.WAR,
            rule=coup.rule,
            place=coup.region,
            weight=9,
        )
        for who in by:
            words = say("Made a Military Coup in {region}.", region=board.region_name(coup.region))
            yield deed(moment, "coup", who, words, weight=9, room=Room.WAR, rule=coup.rule)

    def end(self, _state: Any) -> Iterator[Record]:
        return iter(())
