"""Evaluation for bots: imagined tables seen from their seat, and the worth of these (SY-HID).

The unit of worth is one coin of the final score. Things that do not score count by their future use, more with more turns left.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from control.engine.context import Unforeseen
from control.engine.records import replace
from rooms.tables.scythe.game.actions import RevealObjective, ScytheAction
from rooms.tables.scythe.game.content import Book, Cube
from rooms.tables.scythe.game.forecast import (
    AHEAD,
    KIND,
    after_combat,
    lead_of,
    tier_at_the_end,
    workers_that_cost,
)
from rooms.tables.scythe.game.knowledge import Knowledge, Progress, nearest, nearest_with
from rooms.tables.scythe.game.outcomes import OUTCOMES, imagined
from rooms.tables.scythe.game.state import Course, ScytheState, Side, Star, Tokens, with_side
from rooms.tables.scythe.rules.bottom_row import ROWS
from rooms.tables.scythe.rules.control import NOBODY, contested_territories, fighters_at, opponent_at, workers_at
from rooms.tables.scythe.rules.legal_actions import MOMENTS
from rooms.tables.scythe.rules.phases import FINISHED
from rooms.tables.scythe.rules.player_mats import upgraded
from rooms.tables.scythe.rules.production import produce_cost
from rooms.tables.scythe.rules.scoring import tile_coins
from rooms.tables.scythe.rules.stars import may_place
from rooms.tables.scythe.rules.supply import can_pay

DECIDES: Final = 1000.0  # the worth of an end of the game, won or lost, above everything else
FINAL: Final = 60.0  # a combat that ends the game, won or lost
PATIENCE: Final = 30  # rounds after which any end of the game is welcome
PLACED: Final = 1.15  # a placed star, in units of a completed way to a star
READY: Final = (0.0, 1.5, 2.2, 2.6, 2.8)  # by the number of bottom rows payable next turn
STAR: Final = 13.0  # the whole worth of a combat star
PAIRED: Final = 0.4  # a token's share of its pair's coins
NO_CHANCE: Final = Unforeseen()


class Standing(NamedTuple):
    """What a side has wherever its units stand, and factors for what it has on the map.

    `ends`: its last star is due. `fixed`: worth without the map. `ground`: coins for a territory. `pair`: for a token. `harvest`:
    share of a harvest that counts. `fields`: territories that produce at once. `objectives`: progress of the cards in hand.
    `least`: the progress that an objective must exceed to count in full.
    """

    ends: bool
    fixed: float = 0.0
    ground: float = 0.0
    pair: float = 0.0
    last: int = 0
    harvest: float = 0.0
    fields: int = 0
    objectives: tuple[Progress, ...] = ()
    least: float = 0.0


class Mind(Knowledge):
    """A seat's knowledge and its evaluation of imagined tables."""

    def __init__(self, book: Book, state: ScytheState, me: int) -> None:
        super().__init__(book, state, me)
        self._candidates: dict[Any, tuple[tuple[Any, ...], tuple[Any, ...]]] = {}
        self._tiers: dict[int, tuple[float, float, float]] = {}
        self._tiles: dict[tuple[str, ...], int] = {}
        self._standings: dict[tuple[Side, int], Standing] = {}

    # --- what is imagined ---------------------------------------------------------------------------------------------------

    def after(self, state: ScytheState, action: ScytheAction) -> ScytheState:
        """The table after an action, without automatic consequences. Drawn cards are blank."""
        if type(action) in OUTCOMES:
            return imagined(self.book, state, self.me, action)
        course = Course(self.book, state, NO_CHANCE)
        MOMENTS[state.phase][type(action)].does(course, self.me, action)
        return course.state

    def offers(self, state: ScytheState) -> list[Any]:
        """The own seat's offers at an imagined table, except objectives to reveal."""
        rows = MOMENTS[state.phase].items()
        return [offer for kind, row in rows if kind is not RevealObjective for offer in row.offers(self.book, state, self.me)]

    def candidates(self, state: ScytheState, section: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The things of a bottom row and their places."""
        side = state.sides[self.me]
        key = (section, side.units, side.structures, side.cubes, side.boxes, side.recruits)
        found = self._candidates.get(key)
        if found is None:
            found = self._candidates[key] = ROWS[section].candidates(self.book, state, self.me)
        return found

    # --- what it is worth ---------------------------------------------------------------------------------------------------

    def worth(self, state: ScytheState) -> float:
        """The worth of a table."""
        if state.phase in FINISHED:
            return self.end(state)
        side = state.sides[self.me]
        standing = self.standing(state, side)
        if standing.ends:  # stars are placed after the bot's bonus (SY-BOT-05)
            stars = (side.stars + self.grown(side).due)[: self.book.content.numbers.stars]
            return self.end(replace(state, sides=with_side(state, self.me, stars=stars)))
        return self.rate(standing, state, side.units, state.tokens)

    def end(self, state: ScytheState) -> float:
        """The worth of an end of the game, by the margin. Hidden coins of others are estimated."""
        ahead = lead_of(self.book, state, self.me, self.rounds)
        return ahead + (DECIDES if ahead > 0 or self.rounds > PATIENCE else -DECIDES)

    def prize(self, state: ScytheState, space: str, winner: int, loser: int) -> float:
        """The worth of a player's victory in this combat: star and end of the game, without the territory."""
        ended = after_combat(self.book, state, space, winner, loser)
        if ended is not None:
            lost = -2 * FINAL if winner == self.me else -FINAL  # ending the game as a loser is the worst
            return FINAL if self.end(ended) > 0 else lost
        star = may_place(self.book, state.sides[winner], Star.COMBAT)
        if winner != self.me:
            return -4.0 if star else 0.0
        return STAR if star else 1.0

    def standing(self, state: ScytheState, side: Side) -> Standing:
        """The side without its places. Most imagined tables differ only in these."""
        last = state.turn.section if state.active == self.me else side.section
        found = self._standings.get((side, last))
        if found is None:
            found = self._standings[side, last] = self._standing(state, side, last)
        return found

    def _standing(self, state: ScytheState, side: Side, last: int) -> Standing:
        """Coins, placed stars, tile, economy, and the factors for everything on the map.

        Popularity counts before it reaches the next tier.
        """
        book, numbers, grown = self.book, self.book.content.numbers, self.grown(side)
        placed = len(side.stars) + len(grown.due)
        if grown.due and placed >= numbers.stars:
            return Standing(True)
        tier = self._tiers.get(side.popularity)
        if tier is None:
            tier = self._tiers[side.popularity] = tier_at_the_end(book, side.popularity, self.left)
        star, ground, pair = tier
        tile = self._tiles.get(side.structures)
        if tile is None:
            tile = self._tiles[side.structures] = tile_coins(book, self.tile, side)
        more = 0.22 * self.left
        fixed = side.coins - (1.5 if side.coins == 0 else 0.0) + grown.worth
        fixed += (0.4 + 0.6 * self.late) * tile
        fixed += min(float(numbers.stars), placed + more) * star + more * ground + (AHEAD + PLACED * self.way) * placed
        near, least = nearest(grown.ways, numbers.stars - placed)
        fixed += self.way * near
        harvest = 0.35 + 0.45 * self.far
        return Standing(
            ends=False,
            fixed=fixed,
            ground=(0.4 + 0.6 * self.late) * ground,
            pair=PAIRED * pair * self.late,
            last=last,
            harvest=harvest if can_pay(side, produce_cost(book, side)) else 0.4 * harvest,
            fields=numbers.produce + upgraded(side, Cube.TERRITORY),
            objectives=self.objectives_of(state, side),
            least=least,
        )

    def rate(self, standing: Standing, state: ScytheState, units: tuple[str, ...], tokens: dict[str, Tokens]) -> float:
        """The worth of a table with these units and tokens on the map: the standing and everything that depends on places."""
        mine, count, worth, crops = self.spread(state, units)
        worth += standing.fixed + standing.ground * count + self._tokens(standing, units, tokens, mine)
        if standing.objectives:
            hoped = self.hoped(standing.objectives, state, units, mine, tokens)
            worth += self.way * nearest_with(hoped, standing.least)
        fields = standing.fields
        worth += standing.harvest * (sum(crops[:fields]) + 0.25 * sum(crops[fields:]) if len(crops) > fields else sum(crops))
        if state.active == self.me and not self.foreign[1].isdisjoint(units[:5]):
            worth += self._fights(replace(state, sides=with_side(state, self.me, units=units), tokens=tokens))
        return worth

    def _tokens(self, standing: Standing, units: tuple[str, ...], tokens: dict[str, Tokens], mine: set[str]) -> float:
        """The worth of controlled tokens as payment. A surplus of a type and tokens at risk count less."""
        one = two = three = four = 0.0
        for space, (first, second, third, fourth) in tokens.items():
            if space in mine:
                sure = 0.8 if space in self.threats and space not in units[:5] else 1.0
                one += sure * first
                two += sure * second
                three += sure * third
                four += sure * fourth
        have = (one, two, three, four)
        worth = standing.pair * (one + two + three + four)
        ready, needs, prices = 0, self.needs, self.prices
        for section, kind in enumerate(KIND):
            count = have[kind]
            if count:
                price = prices[section]
                if count < price:
                    worth += needs[kind] * count
                    continue
                if section != standing.last and self.pieces[section]:
                    ready += 1
                next_time = min(count - price, price)
                worth += needs[kind] * (price + 0.45 * next_time + 0.05 * (count - price - next_time))
            elif not prices[section] and section != standing.last and self.pieces[section]:
                ready += 1
        return worth + READY[ready] * self.far

    def _fights(self, state: ScytheState) -> float:
        """The expected result of pending combats: star and territory, or the retreat. Power is paid in both cases."""
        worth = 0.0
        side = state.sides[self.me]
        for space in contested_territories(state):
            other = opponent_at(state, self.me, space, fighting=True)
            if other == NOBODY:
                continue
            chance = self.chance(state, space, other, len(fighters_at(side, space)))
            paid, fighters = len(workers_that_cost(self.book, state, space, self.me, other)), len(fighters_at(side, space))
            prize = self.prize(state, space, self.me, other) + 2.0 + sum(state.tokens.get(space, ())) - 1.5 * paid
            loss = 3.0 + 1.5 * len(workers_at(side, space)) + 2.0 * (fighters - 1) - self.prize(state, space, other, self.me)
            spent = min(side.power, self.expected(state, other, space) + 1) * (0.3 + 0.4 * self.far)
            worth += chance * prize - (1 - chance) * loss - spent
        return worth
