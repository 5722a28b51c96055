"""Produce: its cost, its territories, the Mill, and the tokens and workers (SY-PRD)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import listed, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import sample
from rooms.tables.scythe.game.actions import Placed, Produce
from rooms.tables.scythe.game.content import Amount, Book, Cube, Resource, Structure, Terrain, Top
from rooms.tables.scythe.game.payment import DECLINING
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import (
    WORKERS,
    Course,
    ScytheState,
    Side,
    on_board,
    side_of,
    tokens_of_type,
    with_side,
    with_tokens,
    with_units,
)
from rooms.tables.scythe.rules.control import controlled, controllers
from rooms.tables.scythe.rules.player_mats import is_at, place_of, upgraded
from rooms.tables.scythe.rules.supply import can_pay


class ProduceOffer(msgspec.Struct, frozen=True):
    """Produce on up to `limit` of these spaces, and on the Mill's besides (SY-PRD-03, SY-PRD-12).

    `spaces`: territories with the highest count on each. `mill`: the Mill's territory, whose count includes the Mill; "" where it
    does not produce. `villages`: spaces that together produce at most the `workers` left on the mat (SY-PRD-09).
    """

    limit: int
    spaces: tuple[tuple[str, int], ...]
    mill: str
    villages: tuple[str, ...]
    workers: int

    def some(self, dice: Dice) -> Produce:
        """Mostly full production on the full number of spaces."""
        usual = [each for each in self.spaces if each[0] != self.mill]
        chosen = sample(dice, usual, min(self.limit, len(usual)))
        chosen += [each for each in self.spaces if each[0] == self.mill]
        less, left, found = dice.random() < DECLINING, self.workers, list[tuple[str, int]]()
        for space, most in sorted(chosen):
            count = min(most, left) if space in self.villages else most
            count = dice.randint(0, count) if less else count
            left -= count if space in self.villages else 0
            if count:
                found.append((space, count))
        return Produce(tuple(found))

    def allows(self, action: Any) -> bool:
        return type(action) is Produce and self.holds(action.spaces)

    def holds(self, spaces: tuple[tuple[str, int], ...]) -> bool:
        """Return whether these counts are legal on these spaces, in the order of their ids."""
        there, last, workers = dict(self.spaces), "", 0
        for space, count in spaces:
            if space <= last or not 1 <= count <= there.get(space, 0):
                return False
            last = space
            workers += count if space in self.villages else 0
        return workers <= self.workers and sum([space != self.mill for space, _count in spaces]) <= self.limit


def produce_cost(book: Book, side: Side) -> tuple[Amount, ...]:
    """The cost of Produce: everything on emptied worker slots (SY-PRD-01)."""
    workers = on_board(side)
    return tuple([rung.cost for rung in book.content.numbers.ladder if rung.workers <= workers])


def productions(book: Book, state: ScytheState, player: int) -> list[ProduceOffer]:
    """SY-PRD-01, SY-PRD-02, SY-PRD-03, SY-PRD-12, SY-R-20."""
    side = state.sides[player]
    if not is_at(book, state, player, Top.PRODUCE) or not can_pay(side, produce_cost(book, side)):
        return []
    limit = book.content.numbers.produce + upgraded(side, Cube.TERRITORY)
    return [production_offer(book, state, player, limit, place_of(side, Structure.MILL))]


def production_offer(book: Book, state: ScytheState, player: int, limit: int, mill: str = "") -> ProduceOffer:
    """Production on up to `limit` territories, and on the Mill's. `mill` "" leaves the Mill out.

    Each worker on a controlled territory may produce once, and the Mill counts as one more (SY-PRD-04, SY-PRD-07, SY-PRD-13).
    While an opponent controls the Mill's territory, only the Mill produces there, but never a worker. With the option, not even the
    Mill does (SY-R-21).
    """
    owners, territories = controllers(book, state), book.territories
    most: dict[str, int] = {}
    for space in state.sides[player].units[5:]:
        if owners.get(space) == player and territories[space].terrain not in BARREN:
            most[space] = most.get(space, 0) + 1
    if mill and territories[mill].terrain not in BARREN:
        own = owners.get(mill) == player
        if own or not (state.options.mill_needs_control or territories[mill].terrain is Terrain.VILLAGE):
            most[mill] = most.get(mill, 0) + 1
    villages = tuple([space for space in most if territories[space].terrain is Terrain.VILLAGE])
    return ProduceOffer(limit, tuple(sorted(most.items())), mill, villages, len(workers_of(state.sides[player])))


def why_no_production(book: Book, state: ScytheState, player: int, action: Produce) -> tuple[str, str]:
    side = state.sides[player]
    cost = produce_cost(book, side)
    if not can_pay(side, cost):
        return say("Producing costs {cost}, and you have too little.", cost=Scene(book, state, ()).amounts(cost)), "SY-GEN-11"
    limit = book.content.numbers.produce + upgraded(side, Cube.TERRITORY)
    sentence = say_count(
        "Up to {limit} territories you control produce, and your Mill’s: each worker once. {count} worker is left for villages.",
        "Up to {limit} territories you control produce, and your Mill’s: each worker once. {count} workers are left for villages.",
        len(workers_of(side)),
        limit=limit,
    )
    (offer,) = productions(book, state, player)
    mill = place_of(side, Structure.MILL)
    own = controlled(book, state, player)
    foreign = mill if mill and mill not in own else ""
    return sentence, why_not_produced(book, action.spaces, offer.spaces, offer.villages, offer.workers, own, foreign)


class Produced(GameFact, frozen=True):
    """Tokens and workers were produced at the same time (SY-R-19). `workers`: number of workers by space."""

    player: int
    tokens: tuple[Placed, ...] = ()
    workers: tuple[tuple[str, int], ...] = ()

    def after(self, state: ScytheState) -> ScytheState:
        """Place tokens and workers. Workers leave the leftmost occupied slots, lowest numbers first (SY-PRD-09)."""
        side = side_of(state, self.player)
        places = [space for space, count in self.workers for _ in range(count)]
        left = [unit for unit in WORKERS if not side.units[unit]]
        units = with_units(side, dict(zip(left, places, strict=False)))
        tokens = with_tokens(state.tokens, dict(self.tokens)) if self.tokens else state.tokens
        return replace(state, sides=with_side(state, self.player, units=units), tokens=tokens)

    def words(self, scene: Scene) -> str:
        tokens = [say("{what} on {space}", what=scene.tokens(there), space=scene.space(space)) for space, there in self.tokens]
        workers = [
            say_count("{count} worker on {space}", "{count} workers on {space}", count, space=scene.space(space))
            for space, count in self.workers
        ]
        return say("{name} gains {what}.", name=scene.names[self.player], what=listed([*tokens, *workers]))


PRODUCES: Final[Mapping[Terrain, Resource]] = {  # SY-PRD-05
    Terrain.MOUNTAIN: Resource.METAL,
    Terrain.FARM: Resource.FOOD,
    Terrain.TUNDRA: Resource.OIL,
    Terrain.FOREST: Resource.WOOD,
}
BARREN: Final = frozenset({Terrain.LAKE, Terrain.FACTORY})  # SY-PRD-07


def workers_of(side: Side) -> tuple[int, ...]:
    """The workers on the player mat. Workers on the board never return there (SY-PRD-10)."""
    return tuple([unit for unit in WORKERS if not side.units[unit]])


def why_not_produced(
    book: Book,
    spaces: Iterable[tuple[str, int]],
    most: Iterable[tuple[str, int]],
    villages: Iterable[str],
    left: int,
    own: Collection[str],
    foreign: str = "",
) -> str:
    """The rule that a harvest breaks. `most`: the highest count by space.

    `own`: controlled territories, also those without workers. `foreign`: the Mill's territory if an opponent controls it.
    """
    there, workers = dict(most), 0
    for space, count in spaces:
        if space in book.territories and book.territories[space].terrain in BARREN:
            return "SY-PRD-07"
        if space == foreign and count > there.get(space, 0):
            return "SY-R-21"
        if count > there.get(space, 0 if space in own else count):
            return "SY-PRD-04"
        workers += count if space in villages else 0
    return "SY-PRD-09" if workers > left else "SY-PRD-03"


def place_produced(course: Course, player: int, tokens: Iterable[Placed] = (), workers: Iterable[tuple[str, int]] = ()) -> None:
    """Produce tokens and workers at the same time (SY-R-19), with no more workers than are on the mat (SY-PRD-09)."""
    there, left = tuple([(space, each) for space, each in tokens if any(each)]), len(workers_of(course.side(player)))
    places: list[tuple[str, int]] = []
    for space, count in workers:
        if now := min(count, left):
            places.append((space, now))
            left -= now
    if there or places:
        course.happens(Produced(player, there, tuple(places)))


def harvest(course: Course, player: int, spaces: Iterable[tuple[str, int]]) -> None:
    """Let these numbers of workers produce: workers on a village, else tokens (SY-PRD-05, SY-PRD-06, SY-PRD-08)."""
    terrains = {space: course.book.territories[space].terrain for space, _count in spaces}
    place_produced(
        course,
        player,
        [(space, tokens_of_type(PRODUCES[terrains[space]], count)) for space, count in spaces if terrains[space] in PRODUCES],
        [(space, count) for space, count in spaces if terrains[space] is Terrain.VILLAGE],
    )
