"""Knowledge of bots: what a seat sees of the table, and what it wants there (SY-HID).

The unit of worth is one coin of the final score. Things that do not score count by their future use, more with more turns left.
"""

from __future__ import annotations

from functools import cached_property
from math import exp
from typing import Any, Final, NamedTuple

from rooms.tables.scythe.game.content import RESOURCES, Book, Tile
from rooms.tables.scythe.game.forecast import (
    CARD,
    KIND,
    pieces_left,
    strength,
    ways_to_stars,
    with_piece,
    worth_of_growth,
    worth_of_hand,
    worth_of_power,
)
from rooms.tables.scythe.game.goals import Condition, ObjectiveMeasure
from rooms.tables.scythe.game.roads import FIELDS, Roads, atlas_of, kept, kind_of_field
from rooms.tables.scythe.game.state import OFF, ScytheState, Side, Star, Tokens, on_board
from rooms.tables.scythe.rules.conditions import OF_A_SIDE, counted_on
from rooms.tables.scythe.rules.control import controllers, fighters_at
from rooms.tables.scythe.rules.player_mats import bottom_cost
from rooms.tables.scythe.rules.stars import may_place

EXPOSED: Final = 0.25  # a worker that an opponent's combat unit can reach
FARTHER: Final = 0.3  # share of progress to stars beyond those that can still be placed
GOAL: Final = 14.0  # worth of the completed way to a star
LONG: Final = 22  # rounds of a usual game
MEETING: Final = (5.0, 9.0)  # an encounter: base worth, and more with all turns left
NEARER: Final = tuple([0.78**steps for steps in range(FIELDS + 1)])  # the share of a goal's worth by distance
SHARE: Final = 0.65  # share of a bottom row's benefit, before it is taken
STEEP: Final = 1.5  # exponent of progress: the last part counts more
VISIT: Final = (8.0, 14.0)  # a Factory card
WORKERS_ON: Final = (ObjectiveMeasure.TOGETHER, ObjectiveMeasure.APART)
Progress = tuple[float, tuple[Condition, ...]]  # an objective: the share by the side alone, conditions on the map


class Grown(NamedTuple):
    """A side's economy and its stars. `due`: stars earned now. `ways`: worth of progress to each open star, the best first."""

    worth: float
    due: tuple[Star, ...]
    ways: tuple[float, ...]


class PlacedUnits(NamedTuple):
    """A side's units on the map. `mine`: controlled territories. `ground`: their number, as they count.

    `worth`: of the places of its units. `crops`: the worth of its workers by territory, the best first.
    """

    mine: set[str]
    ground: int
    worth: float
    crops: list[float]


class Knowledge:
    """A seat's table and its wants. `left`: expected turns. `far`: `left` as a share of a usual game, 1 when all are left."""

    def __init__(self, book: Book, state: ScytheState, me: int) -> None:
        self.book, self.root, self.me, self.atlas = book, state, me, atlas_of(book)
        self.side, players = state.sides[me], len(state.sides)
        most = max([len(each.stars) for each in state.sides])
        self.rounds = 1 + (state.turns - 1) // players
        self.late = most / book.content.numbers.stars
        self.left = max(1.0, min(3.0 * (book.content.numbers.stars - most) + 1, max(5.0, LONG - self.rounds)))
        self.far = self.left / LONG
        self.way = GOAL * (0.3 + 0.7 * self.far) * max(1.0, self.rounds / LONG) ** 2  # an overlong game should end soon
        self.others = tuple([each for each in range(players) if each != me])
        self.nowhere = frozenset((*book.bases, OFF))
        self._grown: dict[Any, Grown] = {}
        self._spreads: dict[Any, PlacedUnits] = {}

    # --- what is known ------------------------------------------------------------------------------------------------------

    @cached_property
    def tile(self) -> Tile:
        return self.book.tiles[self.root.tile]

    @cached_property
    def prices(self) -> tuple[int, ...]:
        return tuple([bottom_cost(self.book, self.side, section) for section in range(4)])

    @cached_property
    def pieces(self) -> tuple[int, int, int, int]:
        return pieces_left(self.book, self.side)

    @cached_property
    def threats(self) -> frozenset[str]:
        """The spaces that opponents' combat units may step to."""
        return frozenset[str]().union(*[self.atlas.threats(self.root, other) for other in self.others])

    @cached_property
    def foreign(self) -> tuple[frozenset[str], frozenset[str]]:
        """The spaces of opponents' units, and of their combat units."""
        return self._foreign(self.root)

    def foreign_at(self, state: ScytheState) -> tuple[frozenset[str], frozenset[str]]:
        """The same at an imagined table, where others' workers may have been driven off."""
        now, before = state.sides, self.root.sides
        for other in self.others:
            if now[other] is not before[other]:
                return self._foreign(state)
        return self.foreign

    def _foreign(self, state: ScytheState) -> tuple[frozenset[str], frozenset[str]]:
        units = [state.sides[other].units for other in self.others]
        fighters = frozenset([space for each in units for space in each[:5] if space])
        return frozenset([space for each in units for space in each]), fighters

    def spread(self, state: ScytheState, units: tuple[str, ...]) -> PlacedUnits:
        """The side's units on the map, with all other units as at this table."""
        foreign = self.foreign_at(state)
        if state.active != self.me or foreign is not self.foreign:
            return self._spread(units, self._territories(state, units, foreign[0]))
        key = units, state.sides[self.me].structures
        found = self._spreads.get(key)
        if found is None:
            found = self._spreads[key] = self._spread(units, self._territories(state, units, foreign[0]))
        return found

    def _spread(self, units: tuple[str, ...], mine: set[str]) -> PlacedUnits:
        """The character is near its goals, fighters near prey, workers where they produce what is needed."""
        places, known_crops = self.places, self.crops
        fighters, threats, worth = units[:5], self.threats, 0.0
        for unit, space in enumerate(fighters):
            if space:
                known = places.get((not unit, space))
                worth += self._place(space, character=not unit) if known is None else known
        crowds: dict[str, int] = {}
        for space in units[5:]:
            if space:
                if space in mine:
                    crowds[space] = crowds.get(space, 0) + 1
                if space in threats and space not in fighters:
                    worth -= EXPOSED
        crops = []
        for crowd in crowds.items():
            known = known_crops.get(crowd)
            crops.append(self._crop(*crowd) if known is None else known)
        crops.sort(reverse=True)
        count = len(mine)
        if self.book.factory in mine:
            count += self.book.content.numbers.factory_territories - 1
        return PlacedUnits(mine, count, worth, crops)

    def _territories(self, state: ScytheState, units: tuple[str, ...], foreign: frozenset[str]) -> set[str]:
        """The territories that the side controls with its units there."""
        if state.active != self.me:
            owners = controllers(self.book, state)
            return {space for space, owner in owners.items() if owner == self.me}
        mine = {*units, *state.sides[self.me].structures}
        mine -= foreign
        mine -= self.nowhere
        return mine

    # --- what is wanted ---------------------------------------------------------------------------------------------------

    @cached_property
    def needs(self) -> tuple[float, ...]:
        """The worth of a token of each type for the next bottom row that takes it, in the order of RESOURCES."""
        side, hoped = self.side, self._hoped(self.root, self.side)
        key = (self._key(side), side.faction, side.mat, self.left, self.rounds, self.late, len(self.others), hoped)
        found = self.atlas.needs.get(key)
        return kept(self.atlas.needs, key, self._needs(side, hoped)) if found is None else found

    def _needs(self, side: Side, hoped: float) -> tuple[float, ...]:
        found = [0.0] * 4
        base = self._wish(side, hoped)
        for section, count in enumerate(self.pieces):
            benefit = 0.8 * self.book.mats[side.mat].sections[section].coins
            if count:
                benefit += self._wish(with_piece(self.book, side, section, self.prices), hoped) - base
            found[KIND[section]] = SHARE * benefit / max(1, self.prices[section])
        return tuple(found)

    def _wish(self, side: Side, hoped: float) -> float:
        """The worth of a side's economy, and of its progress to stars, of which none is placed yet."""
        grown = self.grown(side)
        ways = tuple(sorted([*[1.0] * len(grown.due), *grown.ways], reverse=True))
        near, least = nearest(ways, self.book.content.numbers.stars - len(side.stars))
        return grown.worth + self.way * (near + nearest_with(hoped, least))

    def _hoped(self, state: ScytheState, side: Side) -> float:
        objectives = self.objectives_of(state, side)
        if not objectives:
            return 0.0
        mine = self._territories(state, side.units, self.foreign_at(state)[0])
        return self.hoped(objectives, state, side.units, mine, state.tokens)

    @cached_property
    def goals(self) -> dict[str, float]:
        """Goals of the character with their worth: encounters, and the Factory while the side has no card."""
        found = dict.fromkeys(self.root.marks, MEETING[0] + MEETING[1] * self.far)
        if not self.side.card:
            found[self.book.factory] = VISIT[0] + VISIT[1] * self.far
        return found

    @cached_property
    def prey(self) -> dict[str, float]:
        """Territories of opponents who could be beaten or driven off, with their worth."""
        found: dict[str, float] = {}
        star = 8.0 if may_place(self.book, self.side, Star.COMBAT) else 1.0
        for other in self.others:
            for unit, space in enumerate(self.root.sides[other].units):
                if space in self.book.territories:
                    worth = star * self.chance(self.root, space, other, 1) if unit < 5 else 1.0
                    found[space] = max(found.get(space, 0.0), 0.5 * worth)
        return found

    @cached_property
    def roads(self) -> Roads:
        """The roads of the own combat units."""
        return self.atlas.fighters(self.root, self.me)

    @cached_property
    def places(self) -> dict[tuple[bool, str], float]:
        """The worth of a place for the character (True) or a mech: near prey, and the character near its goals. Filled when asked.

        A turn asks several times about the same prey and goals.
        """
        side, sides = self.side, self.root.sides
        others = tuple([sides[other] for other in self.others])
        key = (self.roads, others, side.power, side.cards, side.stars, not side.card, self.root.marks, self.far)
        found = self.atlas.places.get(key)
        return kept(self.atlas.places, key, {}) if found is None else found

    def _place(self, space: str, *, character: bool) -> float:
        there = self.roads.distances(space)
        worth = (0.5 if character else 0.8) * _pull(self.prey, there)
        if character:
            worth += _pull(self.goals, there)
        self.places[character, space] = worth
        return worth

    @cached_property
    def harvests(self) -> tuple[float, ...]:
        """The worth of a worker's harvest: of each resource type, and on a village."""
        more = len(self.side.units) - 5 - on_board(self.side)
        return (*[0.4 + need for need in self.needs], 0.7 * more * self.far)

    @cached_property
    def enough(self) -> tuple[int, ...]:
        """The number of useful workers on a territory: of each resource type, and on a village."""
        prices = [0] * len(RESOURCES)
        for section, kind in enumerate(KIND):
            prices[kind] = self.prices[section]
        return (*prices, max(1, len(self.side.units) - 5 - on_board(self.side)))

    @cached_property
    def walks(self) -> Roads:
        """The roads of the own workers."""
        return self.atlas.workers(self.side)

    def yields(self, space: str) -> float:
        """The worth of a worker on a territory, or near a better one."""
        shares = self.walks.shares(self.book, space)
        return max([share * crop for share, crop in zip(shares, self.harvests, strict=True)])

    @cached_property
    def crops(self) -> dict[tuple[str, int], float]:
        """The worth of some workers on a territory. Filled when asked."""
        key = (self.walks, self.harvests, self.enough)
        found = self.atlas.crops.get(key)
        return kept(self.atlas.crops, key, {}) if found is None else found

    def _crop(self, space: str, workers: int) -> float:
        """The worth of some workers on a territory. Workers beyond the next bottom row's need count little."""
        kind = kind_of_field(self.book, space)
        enough = 2 if kind is None else self.enough[kind]
        full, beyond = min(workers, enough), max(0, workers - enough)
        useful = full + 0.3 * min(beyond, enough) + 0.05 * max(0, beyond - enough)
        worth = self.crops[space, workers] = self.yields(space) * useful
        return worth

    def chance(self, state: ScytheState, space: str, other: int, fighters: int) -> float:
        """The probability that this number of the bot's fighters beats another player there, with everything committed."""
        mine = strength(self.book, state, self.me, fighters)
        return 1.0 / (1.0 + exp((self.expected(state, other, space) - mine) / 1.7))

    def expected(self, state: ScytheState, other: int, space: str) -> float:
        """The estimated total of another player, from power and the number of cards."""
        side = state.sides[other]
        cards = min(len(side.cards), max(1, len(fighters_at(side, space))))
        return 0.75 * (min(side.power, self.book.content.numbers.dial) + CARD * cards)

    def _key(self, side: Side) -> tuple[Any, ...]:
        """All that a side's economy and its ways to stars depend on. Most imagined tables differ only in the places of units."""
        there = tuple(map(bool, side.units))
        built = tuple(map(bool, side.structures))
        return (there, side.power, side.popularity, side.cards, side.stars, side.cubes, side.boxes, built, side.recruits)

    def grown(self, side: Side) -> Grown:
        """Economy, earned stars and progress to stars."""
        key = self._key(side)
        found = self._grown.get(key)
        if found is None:
            ways = ways_to_stars(self.book, side)
            growth = (key[0], *key[5:], side.faction, len(self.others))
            economy = self.atlas.economies.get(growth)
            if economy is None:
                economy = kept(self.atlas.economies, growth, worth_of_growth(self.book, side, len(self.others)))
            worth = self.far * economy + worth_of_power(side.power, self.far) + worth_of_hand(side, self.far)
            due = tuple([star for star, done in ways.items() if done >= 1])
            steep = sorted([done**STEEP for done in ways.values() if done < 1], reverse=True)
            found = self._grown[key] = Grown(worth, due, tuple(steep))
        return found

    def objectives_of(self, state: ScytheState, side: Side) -> tuple[Progress, ...]:
        """The objectives in hand that can still bring a star. An "at most" condition that fails counts half."""
        if not any(side.objectives) or not may_place(self.book, side, Star.OBJECTIVE):
            return ()
        found = []
        for card in side.objectives:
            if card:
                done, on_the_map = 1.0, []
                for need in self.book.objectives[card].needs:
                    if need.what in OF_A_SIDE:
                        done *= _share(need, OF_A_SIDE[need.what](side))
                    else:
                        on_the_map.append(need)
                found.append((done, tuple(on_the_map)))
        return tuple(found)

    def hoped(
        self, cards: tuple[Progress, ...], state: ScytheState, units: tuple[str, ...], mine: set[str], tokens: dict[str, Tokens]
    ) -> float:
        """The worth of progress to the nearest objective."""
        most = 0.0
        for done, needs in cards:
            for need in needs:
                if need.what in WORKERS_ON:
                    there = [space for space in units[5:] if space in self.book.territories]
                    apart = need.what is ObjectiveMeasure.APART
                    count = len(set(there)) if apart else max([there.count(space) for space in there], default=0)
                else:
                    count = counted_on(mine, tokens, self.book, state, self.me, need)
                done *= _share(need, count)
            most = max(most, done)
        return float(most**STEEP)


def _share(need: Condition, count: int) -> float:
    """The completed share of a condition."""
    if need.least is not None:
        return min(1.0, count / max(1, need.least))
    return 0.5 if need.most is not None and count > need.most else 1.0


def nearest(ways: tuple[float, ...], open_to: int) -> tuple[float, float]:
    """Progress to the nearest stars in full and a part of all other progress. Also the progress that one more way must exceed to
    count in full.
    """
    near = sum(ways[:open_to])
    least = ways[open_to - 1] if 0 < open_to <= len(ways) else 0.0
    return near + FARTHER * (sum(ways) - near), least


def nearest_with(way: float, least: float) -> float:
    """What one more way adds to the progress to the nearest stars."""
    return FARTHER * way + (1 - FARTHER) * max(0.0, way - least)


def _pull(goals: dict[str, float], there: dict[str, int]) -> float:
    """The worth of the best goal, less with each step of distance."""
    return max([worth * NEARER[there[space]] for space, worth in goals.items() if space in there], default=0.0)
