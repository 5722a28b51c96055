"""Conditions of objectives and achievements, computed for one player (data: objective cards, achievements)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rooms.tables.scythe.game.content import RESOURCES, Book, Resource
from rooms.tables.scythe.game.goals import Condition, Objective, ObjectiveMeasure
from rooms.tables.scythe.game.state import MECHS, NO_TOKENS, WORKERS, ScytheState, Side, Tokens, on_board, plus
from rooms.tables.scythe.rules.control import controllers
from rooms.tables.scythe.rules.scoring import scores_of


def counted(book: Book, state: ScytheState, player: int, condition: Condition) -> int:
    """The current number that a condition counts."""
    what = condition.what
    if what in OF_A_SIDE:
        return OF_A_SIDE[what](state.sides[player])
    if what in (ObjectiveMeasure.SCORE, ObjectiveMeasure.MARGIN):
        scores = scores_of(book, state)
        return scores[player] - (max([*scores[:player], *scores[player + 1 :]]) if what is ObjectiveMeasure.MARGIN else 0)
    if what in (ObjectiveMeasure.TOGETHER, ObjectiveMeasure.APART):
        there = [space for space in state.sides[player].units[WORKERS[0] :] if space in book.territories]
        return len(set(there)) if what is ObjectiveMeasure.APART else max([there.count(space) for space in set(there)], default=0)
    mine = {space for space, owner in controllers(book, state).items() if owner == player}
    return counted_on(mine, state.tokens, book, state, player, condition)


OF_A_SIDE: Final[Mapping[ObjectiveMeasure, Callable[[Side], int]]] = {
    ObjectiveMeasure.COINS: lambda side: side.coins,
    ObjectiveMeasure.POWER: lambda side: side.power,
    ObjectiveMeasure.POPULARITY: lambda side: side.popularity,
    ObjectiveMeasure.CARDS: lambda side: len(side.cards),
    ObjectiveMeasure.STARS: lambda side: len(side.stars),
    ObjectiveMeasure.WORKERS: on_board,
    ObjectiveMeasure.MECHS: lambda side: sum([bool(side.units[unit]) for unit in MECHS]),
    ObjectiveMeasure.STRUCTURES: lambda side: sum([bool(space) for space in side.structures]),
}
ON_THE_MAP: Final = frozenset(ObjectiveMeasure) - {
    *OF_A_SIDE,
    ObjectiveMeasure.SCORE,
    ObjectiveMeasure.MARGIN,
    ObjectiveMeasure.TOGETHER,
    ObjectiveMeasure.APART,
}


def counted_on(
    mine: set[str], placed: Mapping[str, Tokens], book: Book, state: ScytheState, player: int, condition: Condition
) -> int:
    """The number that a condition counts on these territories, with these tokens on the map."""
    what, of = condition.what, condition.of
    if what in (ObjectiveMeasure.TOKENS, ObjectiveMeasure.KINDS):
        tokens = NO_TOKENS
        for space in mine.intersection(placed):
            tokens = plus(tokens, placed[space])
        if what is ObjectiveMeasure.KINDS:
            return sum([count >= int(of) for count in tokens])
        return tokens[RESOURCES.index(Resource(of))] if of else sum(tokens)
    if what is ObjectiveMeasure.TERRITORIES:
        return sum([book.territories[space].terrain == of for space in mine]) if of else len(mine)
    if what is ObjectiveMeasure.TUNNELS:
        return len(mine.intersection(book.tunnels))
    if what is ObjectiveMeasure.BANKS:
        return sum([one in mine and other in mine for one, other in book.rivers if one < other])
    if what is ObjectiveMeasure.NEAR_FACTORY:
        return len(mine.intersection(book.near[book.factory]))
    if what is ObjectiveMeasure.FACTORY:
        return int(book.factory in mine)
    others = [book.factions[side.faction].home for number, side in enumerate(state.sides) if number != player]
    return len({space for home in others for space in book.land[home] if space in mine})


def is_condition_met(book: Book, state: ScytheState, player: int, condition: Condition) -> bool:
    """Return whether a condition is met now."""
    found = counted(book, state, player, condition)
    return (condition.least is None or found >= condition.least) and (condition.most is None or found <= condition.most)


def is_met(book: Book, state: ScytheState, player: int, objective: Objective) -> bool:
    """Return whether all conditions of an objective are met now (SY-OBJ-01, SY-OBJ-05)."""
    return all(
        _may_hold(book, state, player, condition) and is_condition_met(book, state, player, condition)
        for condition in objective.needs
    )


def _may_hold(book: Book, state: ScytheState, player: int, condition: Condition) -> bool:
    """Return whether it would hold with control of all territories with own pieces. This cheap test runs before every decision."""
    if condition.least is None or condition.what not in ON_THE_MAP:
        return True
    side = state.sides[player]
    there = {space for space in (*side.units, *side.structures) if space in book.territories}
    return counted_on(there, state.tokens, book, state, player, condition) >= condition.least
