"""What coups, castles, famine, laws and schemes do on the map, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from control.engine.chronicle import ALL, Fact, Moment, Record
from control.engine.language import say, say_count
from rooms.realm.game.chronicles.writing import Write, by_itself, deed
from rooms.realm.game.reports.words import house as of_house
from rooms.realm.game.reports.words import own
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.changes import sovereign_house
from rooms.realm.scenario.ids import Room
from rooms.war.game.board import board_of
from rooms.war.game.coups import CastleLost, CoupMade
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.hardship import FamineStruck, famine_cost
from rooms.war.game.laws import UnitsByLaw
from rooms.war.game.orders import OrdersOpened
from rooms.war.game.state import recorded, war_of
from rooms.war.game.strikes import CastleRazed, UnitsByScheme
from rooms.war.game.words.coups import castle_words, coup_words

Seen = Moment[GameState]


@dataclass(slots=True)
class Coups:
    """Fold: who meant to overthrow the Sovereign from the opened orders on, and did it."""

    opened: dict[int, int] = field(default_factory=dict)

    def see(self, moment: Seen) -> Iterator[Record]:
        happened = moment.event
        if isinstance(happened, OrdersOpened):
            self.opened[happened.month] = moment.seq
        if not isinstance(happened, CoupMade):
            return
        state, board, coup = moment.before, board_of(moment.before.scenario), happened.coup
        reigned, of = state.throne.holder, sovereign_house(state)
        record = recorded(war_of(state), happened.month)
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


def flags(moment: Seen, happened: FlagsChanged) -> Iterator[Record]:
    """Castles change hands; one that is shared stays with those who had it (GE-WAR-45, GE-WAR-46)."""
    board = board_of(moment.after.scenario)
    for change in happened.changes:
        named = {"region": board.region_name(change.region)}
        for house in change.placed:
            words = say("Took the castle in {region}.", **named)
            yield deed(moment, "castle-taken", of_house(house), words, weight=1, room=Room.WAR, rule="R-53")
        for house in change.removed:
            words = say("Lost the castle in {region}.", **named)
            yield deed(moment, "castle-lost", of_house(house), words, weight=1, room=Room.WAR, rule="R-53")


def castle_lost(moment: Seen, happened: CastleLost) -> Iterator[Record]:
    """The castle by which a Sovereign reigned (R-36)."""
    board = board_of(moment.after.scenario)
    words = castle_words(board, happened.lost, board.house_name(happened.house))
    yield deed(moment, "castle-lost", of_house(happened.house), words, weight=5, room=Room.WAR, rule="R-36")


def razed(moment: Seen, happened: CastleRazed) -> Iterator[Record]:
    castle = war_of(moment.before).castles.get(happened.region)
    words = say("A scheme destroyed the castle in {region}.", region=moment.after.place_name(happened.region))
    for house in sorted(castle.flags) if castle is not None else ():
        yield deed(moment, "castle-lost", of_house(house), words, weight=3, room=Room.WAR, rule="R-126")


def starved(moment: Seen, happened: FamineStruck) -> Iterator[Record]:
    board = board_of(moment.after.scenario)
    for each in happened.starved:
        words = famine_cost(board, each)
        yield deed(moment, "unlucky", of_house(each.house), words, room=Room.WAR, rule="R-66")
        yield deed(moment, "units-lost", of_house(each.house), words, room=Room.WAR, rule="R-66")


def by_law(moment: Seen, happened: UnitsByLaw) -> Iterator[Record]:
    if happened.units < 0:
        yield _lost(moment, happened.house, -happened.units, happened.region)


def by_scheme(moment: Seen, happened: UnitsByScheme) -> Iterator[Record]:
    """What was only sent to another region is not lost."""
    for house in dict.fromkeys(each.house for each in happened.shifts):
        own_shifts = [each for each in happened.shifts if each.house == house]
        lost = -sum(each.units for each in own_shifts)
        if lost > 0:
            yield _lost(moment, house, lost, own_shifts[0].region)


def _lost(moment: Seen, house: Any, count: int, region: Any) -> Record:
    named = {"region": moment.after.place_name(region)}
    words = say_count("Lost {count} unit in {region}.", "Lost {count} units in {region}.", count, **named)
    return deed(moment, "units-lost", of_house(house), words, count=count, room=Room.WAR)


WRITES: Final[Mapping[type, Write]] = {
    FlagsChanged: flags,
    CastleLost: castle_lost,
    CastleRazed: razed,
    FamineStruck: starved,
    UnitsByLaw: by_law,
    UnitsByScheme: by_scheme,
}

Falls = by_itself(WRITES)
