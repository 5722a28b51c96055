"""Fold: final results of battles, with the attacks, betrayals and wins in them (GE-WAR-44, R-56, R-61)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from control.engine.chronicle import ALL, Fact, PersonDeed, Record, StoryMoment, Tie
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from rooms.realm.game.reports.words import house as of_house
from rooms.realm.game.reports.words import own
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.battle_changes import BattleCorrected
from rooms.war.game.battles import BattleFought, losses_of
from rooms.war.game.board import Board, board_of
from rooms.war.game.moves import MovesMade
from rooms.war.game.orders import OrdersOpened
from rooms.war.game.records.battles import Army, Battle, BattleResult
from rooms.war.game.records.orders import Stance, StanceFrom
from rooms.war.game.state import month_record, war_of
from rooms.war.game.words.names import forces_listed

WON = (BattleResult.WON, BattleResult.ALLIES_WON)


class Fought(Struct, frozen=True, kw_only=True):
    """A battle with its context. `seq`: entry of its final result; `opened`: entry that opened its orders."""

    battle: Battle
    seq: int
    round: int
    opened: int
    stances: dict[HouseId, Stance]
    arrived: frozenset[HouseId]  # Houses that moved units there this month
    board: Board
    throne: tuple[SeatId, HouseId] | None

    @property
    def region(self) -> str:
        return self.board.region_name(self.battle.region)

    @property
    def armies(self) -> tuple[Army, ...]:
        """The Houses that fought, as first counted."""
        return tuple(each for each in self.battle.rounds[0].armies if each.house in self.board.houses) if self.battle.rounds else ()

    def whose(self, house: HouseId) -> str:
        """Actor of a House's deeds: the player whose sheet counted, else the House."""
        stance = self.stances.get(house)
        return own(stance.seat) if stance is not None and stance.seat is not None else of_house(house)

    def wrote(self, house: HouseId) -> bool:
        """Whether a player's sheet decided the House's ticks (R-43)."""
        return house in self.stances and self.stances[house].source is StanceFrom.SHEET

    def deed(self, kind: str, who: str, words: str, *, count: int = 1, weight: int = 0, rule: str = "") -> PersonDeed:
        named = {"seq": self.seq, "round": self.round, "room": Room.WAR}
        return PersonDeed(kind=kind, who=who, words=words, count=count, weight=weight, rule=rule, **named)  # type: ignore[arg-type]


@dataclass(slots=True)
class Battles:
    """Fold: the battles of a day. A corrected battle counts only as corrected."""

    fought: dict[tuple[int, RegionId], Fought] = field(default_factory=dict)
    opened: dict[int, int] = field(default_factory=dict)  # entry that opened a month's orders
    arrived: dict[tuple[int, RegionId], frozenset[HouseId]] = field(default_factory=dict)

    def see(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        happened = moment.event
        match happened:
            case OrdersOpened():
                self.opened[happened.month] = moment.seq
            case MovesMade():
                for each in happened.outcomes:
                    if each.done:
                        key = (happened.month, each.ended)
                        self.arrived[key] = self.arrived.get(key, frozenset()) | {each.house}
            case BattleFought() | BattleCorrected():
                self._fought(moment, happened)
        return iter(())

    def _fought(self, moment: StoryMoment[GameState], happened: BattleFought | BattleCorrected) -> None:
        state, key = moment.before, (happened.month, happened.battle.region)
        reigns, house = state.throne.holder, sovereign_house(state)
        self.fought[key] = Fought(
            battle=happened.battle,
            seq=moment.seq,
            round=moment.round,
            opened=min(self.opened.get(happened.month, moment.seq), moment.seq),
            stances={each.house: each for each in month_record(war_of(state), happened.month).stances},
            arrived=self.arrived.get(key, frozenset()),
            board=board_of(state.scenario),
            throne=(reigns, house) if reigns is not None and house is not None else None,
        )

    def end(self, _state: Any) -> Iterator[Record]:
        for each in self.fought.values():
            yield from _attacks(each)
            yield from _betrayals(each)
            yield from _against_the_throne(each)
            yield from _results(each)


# --- records ------------------------------------------------------------------------------------------------------------


def _attacks(fought: Fought) -> Iterator[Record]:
    """Ties for attacks: a House attacks each House in the battle that it does not tick (R-61)."""
    for one in fought.armies:
        for other in fought.armies:
            if one is not other and other.house not in one.ticks:
                words = say("{house} attacked {other} in {region}.", region=fought.region, **_names_of_both(fought, one, other))
                yield _tie(fought, "attacked", one, other, words)


def _names_of_both(fought: Fought, one: Army, other: Army) -> dict[str, str]:
    return {"house": fought.board.house_name(one.house), "other": fought.board.house_name(other.house)}


def _tie(fought: Fought, kind: str, one: Army, other: Army, words: str) -> Tie:
    there = (of_house(one.house), of_house(other.house))
    return Tie(kind=kind, one=there[0], other=there[1], seq=fought.seq, round=fought.round, words=words)


def _betrayals(fought: Fought) -> Iterator[Record]:
    """Betrayals: a House attacks one that ticks it voluntarily, and so takes its help and gives none (GE-WAR-44)."""
    for one in fought.armies:
        for other in fought.armies:
            if one is other or other.house in one.ticks or one.house not in other.ticks:
                continue
            if not fought.wrote(one.house) or not fought.wrote(other.house) or one.house in fought.stances[other.house].forced:
                continue
            named = {"region": fought.region, **_names_of_both(fought, one, other)}
            words = say("{other} had ticked {house} as an ally, and {house} attacked it in {region}.", **named)
            lost = losses_of(fought.battle)[other.house]
            yield Fact(
                id=f"betrayal:{fought.round}:{fought.battle.region}:{one.house}:{other.house}",
                kind="betrayal",
                seq=fought.opened,
                before=((fought.seq, ""),),
                round=fought.round,
                words=words,
                seemed=say("{other} counted {house} among its allies.", **named),
                by=(fought.whose(one.house),),
                touches=(of_house(other.house),),
                known=((ALL, fought.seq),),
                room=Room.WAR,
                rule="GE-WAR-44",
                place=fought.battle.region,
                weight=5 + lost,
            )
            yield _tie(fought, "betrayed", one, other, words)
            did, befell = say("Betrayed {other} in {region}.", **named), say("Betrayed by {house} in {region}.", **named)
            yield fought.deed("betrayal", fought.whose(one.house), did, weight=3, rule="GE-WAR-44")
            yield fought.deed("betrayed", fought.whose(other.house), befell, weight=3, rule="GE-WAR-44")


def _against_the_throne(fought: Fought) -> Iterator[Record]:
    """Betrayals of the Sovereign: attacks on the Immortals, and on the Sovereign's House if it is there (R-56)."""
    touched = (own(fought.throne[0]), of_house(fought.throne[1])) if fought.throne is not None else ()
    for house in fought.battle.betrayers:
        named = {"house": fought.board.house_name(house), "region": fought.region}
        yield Fact(
            id=f"betrayal:{fought.round}:{fought.battle.region}:{house}:throne",
            kind="betrayal",
            seq=fought.opened,
            before=((fought.seq, ""),),
            round=fought.round,
            words=say("{house} betrayed the Sovereign in {region}.", **named),
            seemed=say("{house} was thought loyal to the throne.", **named),
            by=(fought.whose(house),),
            touches=touched,
            known=((ALL, fought.seq),),
            room=Room.WAR,
            rule="R-56",
            place=fought.battle.region,
            weight=6,
        )
        yield fought.deed(
            "betrayal", fought.whose(house), say("Betrayed the Sovereign in {region}.", **named), weight=4, rule="R-56"
        )
    if fought.battle.betrayers and fought.throne is not None:
        words = say("Betrayed as Sovereign in {region}.", region=fought.region)
        yield fought.deed("betrayed", own(fought.throne[0]), words, weight=4, rule="R-56")


def _results(fought: Fought) -> Iterator[Record]:
    """Deeds for wins, losses and units lost."""
    last, lost = fought.battle.rounds[-1] if fought.battle.rounds else None, losses_of(fought.battle)
    winners = {*last.top, *last.side} if last is not None and last.result in WON else set[HouseId]()
    for army in fought.armies:
        others = [each.house for each in fought.battle.rounds[0].armies if each.house != army.house and each.house not in winners]
        who, named = fought.whose(army.house), {"region": fought.region}
        if army.house in winners:
            against = forces_listed(fought.board, others)
            words = say("Won the battle in {region} against {forces}.", forces=against, **named) if others else ""
            words = words or say("Won the battle in {region}.", **named)
            yield fought.deed("battle-won", who, words, weight=1, rule="GE-WAR-40")
            if army.house in fought.arrived:
                yield fought.deed("attack-won", who, say("Attacked in {region} and won.", **named), rule="GE-WAR-40")
        elif winners:
            words = say("Lost the battle in {region} to {forces}.", forces=forces_listed(fought.board, sorted(winners)), **named)
            yield fought.deed("battle-lost", who, words, rule="GE-WAR-41")
        else:
            yield fought.deed("battle-lost", who, say("Nobody won the battle in {region}.", **named), rule="GE-WAR-42")
        if lost[army.house] > 0:
            words = say_count("Lost {count} unit in {region}.", "Lost {count} units in {region}.", lost[army.house], **named)
            yield fought.deed("units-lost", of_house(army.house), words, count=lost[army.house], rule="GE-WAR-41")
