"""Minions for tests: commands of a month, and a check of where all cards are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import Scenario
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.advancement import Advance
from rooms.underground.game.tables.cards import cards_of
from rooms.underground.game.tables.lookup import hand_of, room_of
from rooms.underground.game.tables.protection import Protect
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.tables.undo import TakeBackAct
from rooms.underground.rules.minion_cards import MinionId, copy_of_deck
from tests.rooms.underground.table import AtTable
from tests.scenarios import default

T = TypeVar("T")
TRAP = Paper(type="ambush")


class Dice:
    """Repeatable chance."""

    def __init__(self, seed: int = 1) -> None:
        self.random = Random(seed)

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        mixed = list(items)
        self.random.shuffle(mixed)
        return tuple(mixed)


def with_settings(**settings: object) -> Scenario:
    """Return the default scenario with these settings changed."""
    scenario = default()
    return replace(scenario, settings=replace(scenario.settings, **settings))  # type: ignore[arg-type]


def whole(table: AtTable, house: HouseId) -> set[MinionId]:
    """All cards that a House must have: every copy of its deck."""
    copies = room_of(table.state).decks.minions[house].copies
    return {card for copy in range(1, copies + 1) for card in copy_of_deck(house, table.state.scenario.minions, copy)}


def all_conserved(table: AtTable) -> bool:
    """Return whether every card of every deck is in exactly one place (R-110)."""
    for house in room_of(table.state).decks.minions:
        cards = cards_of(table.state, house)
        if len(set(cards)) != len(cards) or set(cards) != whole(table, house):
            return False
    return True


def hand(table: AtTable, seat: SeatId) -> tuple[MinionId, ...]:
    return hand_of(table.state, table.id, seat)


def advance(table: AtTable, seat: SeatId, scheme: int, *cards: MinionId) -> Advance:
    return Advance(month=table.month, table=table.id, seat=seat, scheme=scheme, cards=cards)


def protect(table: AtTable, seat: SeatId, scheme: int, card: MinionId, *discards: MinionId) -> Protect:
    return Protect(month=table.month, table=table.id, seat=seat, scheme=scheme, card=card, discards=discards)


def end_turn(table: AtTable, seat: SeatId, step: TableStep) -> EndTurn:
    return EndTurn(month=table.month, table=table.id, step=step, seat=seat)


def take_back(table: AtTable, seat: SeatId, step: TableStep) -> TakeBackAct:
    return TakeBackAct(month=table.month, table=table.id, step=step, seat=seat, acts=len(table.table.acts))
