"""Evaluation for bots: imagined tables seen from their seat, and the worth of these (SY-HID).

The unit of worth is one coin of the final score. Things that do not score count by their future use, more with more turns left.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from control.engine.context import Unforeseen
from control.engine.records import replace
from rooms.tables.scythe.game.actions import ScytheAction
from rooms.tables.scythe.game.content import RESOURCES, Book, Cube, Terrain
from rooms.tables.scythe.game.state import CHARACTER, MECHS, Course, ScytheState, Side, Star, on_board, with_side
from rooms.tables.scythe.rules.conditions import counted
from rooms.tables.scythe.rules.control import NOBODY, contested_territories, controllers, fighters_at, opponent_at, workers_at
from rooms.tables.scythe.rules.legal_actions import MOMENTS
from rooms.tables.scythe.rules.phases import FINISHED
from rooms.tables.scythe.rules.player_mats import bottom_cost, upgraded
from rooms.tables.scythe.rules.production import PRODUCES, produce_cost
from rooms.tables.scythe.rules.reach import Reach
from rooms.tables.scythe.rules.scoring import tile_coins
from rooms.tables.scythe.rules.stars import may_place
from rooms.tables.scythe.rules.supply import can_pay
from tests.bench.scythe_before.forecast import (
    AHEAD,
    CARD,
    KIND,
    after_combat,
    lead_of,
    pieces_left,
    strength,
    tier_at_the_end,
    ways_to_stars,
    with_piece,
    workers_that_cost,
    worth_by_space,
    worth_of_economy,
    worth_of_hand,
)

DECIDES: Final = 1000.0  # the worth of an end of the game, won or lost, above everything else
FINAL: Final = 60.0  # a combat that ends the game, won or lost
GOAL: Final = 14.0  # worth of the completed way to a star
LONG: Final = 22  # rounds of a usual game
MEETING: Final = (5.0, 9.0)  # an encounter: base worth, and more with all turns left
NEARER: Final = 0.78
PATIENCE: Final = 30  # rounds after which any end of the game is welcome
PLACED: Final = 1.15  # a placed star, in units of a completed way to a star
READY: Final = (0.0, 1.5, 2.2, 2.6, 2.8)  # by the number of bottom rows payable next turn
SHARE: Final = 0.65  # share of a bottom row's benefit, before it is taken
STAR: Final = 13.0  # the whole worth of a combat star
STEEP: Final = 1.5  # exponent of progress: the last part counts more
VISIT: Final = (8.0, 14.0)  # a Factory card
PAIRED: Final = 0.4  # a token's share of its pair's coins
NO_CHANCE: Final = Unforeseen()
Grown = tuple[float, tuple[Star, ...], tuple[float, ...]]  # economy, stars earned now, progress to each open star


class Mind:
    """A seat's knowledge and its evaluation. `left`: expected turns. `far`: `left` as a share of a usual game, 1 when all are
    left.
    """

    __slots__ = (
        "book", "enough", "far", "field", "grown", "hunt", "late", "left", "me", "needs", "others", "pieces", "prices",
        "root", "rounds", "threats", "tile", "yields",
    )  # fmt: skip

    def __init__(self, book: Book, state: ScytheState, me: int) -> None:
        self.book, self.root, self.me = book, state, me
        side, players = state.sides[me], len(state.sides)
        most = max([len(each.stars) for each in state.sides])
        self.rounds = 1 + (state.turns - 1) // players
        self.late = most / book.content.numbers.stars
        self.left = max(1.0, min(3.0 * (book.content.numbers.stars - most) + 1, max(5.0, LONG - self.rounds)))
        self.far = self.left / LONG
        self.tile = book.tiles[state.tile]
        self.others = tuple([each for each in range(players) if each != me])
        self.grown: dict[Any, Grown] = {}
        self.prices = tuple([bottom_cost(book, side, section) for section in range(4)])
        self.pieces = pieces_left(book, side)
        self.needs = self._needs(side)
        self.enough = self._enough(side)
        self.threats: set[str] = set()
        for other in self.others:
            theirs = Reach(book, state, other)
            for unit in range(5):
                if state.sides[other].units[unit]:
                    self.threats.update(theirs.spaces(unit))
        reach = Reach(book, state, me)
        ways = {space: reach.ways(space, fighter=True) for space in book.order}
        self.field = worth_by_space(self._goals(side), ways, NEARER)
        self.hunt = worth_by_space(self._prey(side), ways, NEARER)
        walks = {space: reach.ways(space, fighter=False) for space in book.territories}
        self.yields = worth_by_space(self._yields(side), walks, 0.55)

    # --- what is wanted ---------------------------------------------------------------------------------------------------

    def _needs(self, side: Side) -> tuple[float, ...]:
        """The worth of a token of each type for the next bottom row that takes it, in the order of RESOURCES."""
        found = [0.0] * 4
        base = self._grown(side)[0] + self._stars(self.root, side)
        for section, count in enumerate(self.pieces):
            benefit = 0.8 * self.book.mats[side.mat].sections[section].coins
            if count:
                better = with_piece(self.book, side, section, self.prices)
                benefit += self._grown(better)[0] + self._stars(self.root, better) - base
            found[KIND[section]] = SHARE * benefit / max(1, self.prices[section])
        return tuple(found)

    def _goals(self, side: Side) -> dict[str, float]:
        """Goals of the character with their worth: encounters, and the Factory while the side has no card."""
        found = dict.fromkeys(self.root.marks, MEETING[0] + MEETING[1] * self.far)
        if not side.card:
            found[self.book.factory] = VISIT[0] + VISIT[1] * self.far
        return found

    def _prey(self, side: Side) -> dict[str, float]:
        """Territories of opponents who could be beaten or driven off, with their worth."""
        found: dict[str, float] = {}
        star = 8.0 if may_place(self.book, side, Star.COMBAT) else 1.0
        for other in self.others:
            for unit, space in enumerate(self.root.sides[other].units):
                if space in self.book.territories:
                    worth = star * self.chance(self.root, space, other, 1) if unit < 5 else 1.0
                    found[space] = max(found.get(space, 0.0), 0.5 * worth)
        return found

    def _yields(self, side: Side) -> dict[str, float]:
        """The worth of a worker on each territory."""
        found: dict[str, float] = {}
        more = len(side.units) - 5 - on_board(side)
        for space, territory in self.book.territories.items():
            if territory.terrain in PRODUCES:
                found[space] = 0.4 + self.needs[RESOURCES.index(PRODUCES[territory.terrain])]
            elif territory.terrain is Terrain.VILLAGE:
                found[space] = 0.7 * more * self.far
        return found

    def _enough(self, side: Side) -> dict[str, int]:
        """The number of useful workers on each producing territory."""
        found = dict.fromkeys(self.book.villages, max(1, len(side.units) - 5 - on_board(side)))
        price = {RESOURCES[kind]: self.prices[section] for section, kind in enumerate(KIND)}
        for space, territory in self.book.territories.items():
            if territory.terrain in PRODUCES:
                found[space] = price[PRODUCES[territory.terrain]]
        return found

    # --- what is imagined ---------------------------------------------------------------------------------------------------

    def after(self, state: ScytheState, action: ScytheAction) -> ScytheState:
        """The table after an action, without automatic consequences. Drawn cards are blank."""
        course = Course(self.book, state, NO_CHANCE)
        MOMENTS[state.phase][type(action)].does(course, self.me, action)
        return course.state

    def offers(self, state: ScytheState) -> list[Any]:
        """The own seat's offers at an imagined table."""
        return [offer for row in MOMENTS[state.phase].values() for offer in row.offers(self.book, state, self.me)]

    def chance(self, state: ScytheState, space: str, other: int, fighters: int) -> float:
        """The probability that this number of the bot's fighters beats another player there, with everything committed."""
        mine = strength(self.book, state, self.me, fighters)
        return 1.0 / (1.0 + exp((self.expected(state, other, space) - mine) / 1.7))

    def expected(self, state: ScytheState, other: int, space: str) -> float:
        """The estimated total of another player, from power and the number of cards."""
        side = state.sides[other]
        cards = min(len(side.cards), max(1, len(fighters_at(side, space))))
        return 0.75 * (min(side.power, self.book.content.numbers.dial) + CARD * cards)

    def worth(self, state: ScytheState) -> float:
        """The worth of a table."""
        if state.phase in FINISHED:
            return self.end(state)
        book, side = self.book, state.sides[self.me]
        grown, due, _ways = self._grown(side)
        stars = (side.stars + due)[: book.content.numbers.stars]
        if due and len(stars) == book.content.numbers.stars:  # stars are placed after the bot's bonus (SY-BOT-05)
            return self.end(replace(state, sides=with_side(state, self.me, stars=stars)))
        owners = controllers(book, state)
        mine = {space for space, owner in owners.items() if owner == self.me}
        fights = self._fights(state) if state.active == self.me else 0.0
        tier = tier_at_the_end(book, side.popularity, self.left)
        return (
            self._scored(side, mine, tier)
            + self._tokens(state, side, mine, tier[2])
            + grown
            + self._stars(state, side)
            + self._places(state, side, mine)
            + fights
        )

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

    def _scored(self, side: Side, mine: set[str], tier: tuple[float, float, float]) -> float:
        """The expected score of coins, stars, territories and tile. Popularity counts before it reaches the next tier."""
        late, numbers = self.late, self.book.content.numbers
        star, ground, _pair = tier
        count = len(mine) + (numbers.factory_territories - 1) * (self.book.factory in mine)
        more = 0.22 * self.left
        stars = min(float(numbers.stars), len(side.stars) + more)
        tile = (0.4 + 0.6 * late) * tile_coins(self.book, self.tile, side)
        coins = side.coins - (1.5 if side.coins == 0 else 0.0)
        return coins + stars * star + (count * (0.4 + 0.6 * late) + more) * ground + tile

    def _tokens(self, state: ScytheState, side: Side, mine: set[str], pair: float) -> float:
        """The worth of controlled tokens as payment. A surplus of a type and tokens at risk count less."""
        have, risky = [0.0] * 4, self.threats.difference(side.units[:5])
        for space, tokens in state.tokens.items():
            if space in mine:
                sure = 0.8 if space in risky else 1.0
                for kind, each in enumerate(tokens):
                    have[kind] += sure * each
        worth: float = PAIRED * pair * self.late * sum(have)
        last = state.turn.section if state.active == self.me else side.section
        ready = 0
        for section in range(4):
            price, count = self.prices[section], have[KIND[section]]
            if count >= price and section != last and self.pieces[section]:
                ready += 1
            full = min(count, price)
            next_time = min(count - full, price)
            worth += self.needs[KIND[section]] * (full + 0.45 * next_time + 0.05 * (count - full - next_time))
        return worth + READY[ready] * self.far

    def _grown(self, side: Side) -> Grown:
        """Economy, earned stars and progress to stars, from a cache. Most imagined tables differ only in the places of units."""
        there = tuple([bool(space) for space in side.units])
        key = (there, side.power, side.popularity, side.cards, side.stars, side.cubes, side.boxes, side.structures, side.recruits)
        found = self.grown.get(key)
        if found is None:
            ways = ways_to_stars(self.book, side)
            worth = worth_of_economy(self.book, side, self.far, len(self.others)) + worth_of_hand(side, self.far)
            due = tuple([star for star, done in ways.items() if done >= 1])
            found = self.grown[key] = (worth, due, tuple(ways.values()))
        return found

    def _stars(self, state: ScytheState, side: Side) -> float:
        """The worth of placed stars and of progress to the nearest ones."""
        numbers = self.book.content.numbers
        open_to = numbers.stars - len(side.stars)
        ways = list(self._grown(side)[2])
        if may_place(self.book, side, Star.OBJECTIVE):
            ways.append(max([self._objective(state, card) for card in side.objectives if card], default=0.0))
        ways.sort(reverse=True)
        near: float = sum([done**STEEP for done in ways[:open_to]]) + 0.3 * sum([done**STEEP for done in ways[open_to:]])
        way = GOAL * (0.3 + 0.7 * self.far) * max(1.0, self.rounds / LONG) ** 2  # an overlong game should end soon
        return AHEAD * len(side.stars) + way * (near + PLACED * len(side.stars))

    def _objective(self, state: ScytheState, card: str) -> float:
        """The completed share of an objective. An "at most" condition that fails counts half."""
        done = 1.0
        for need in self.book.objectives[card].needs:
            count = counted(self.book, state, self.me, need)
            if need.least is not None:
                done *= min(1.0, count / max(1, need.least))
            elif need.most is not None:
                done *= 1.0 if count <= need.most else 0.5
        return done

    def _places(self, state: ScytheState, side: Side, mine: set[str]) -> float:
        """The worth of positions: the character near its goals, fighters near prey, workers where they produce what is needed."""
        units, far = side.units, self.far
        here = units[CHARACTER]
        worth = self.field.get(here, 0.0) + 0.5 * self.hunt.get(here, 0.0)
        worth += sum([0.8 * self.hunt.get(units[mech], 0.0) for mech in MECHS if units[mech]])
        crowds: dict[str, int] = {}
        for space in units[5:]:
            if space in mine:
                crowds[space] = crowds.get(space, 0) + 1
        count = self.book.content.numbers.produce + upgraded(side, Cube.TERRITORY)
        best = sorted([self.yields[space] * self._useful(space, crowd) for space, crowd in crowds.items()], reverse=True)
        harvest = (0.35 + 0.45 * far) * (sum(best[:count]) + 0.25 * sum(best[count:]))
        worth += harvest if can_pay(side, produce_cost(self.book, side)) else 0.4 * harvest
        exposed = [space for space in units[5:] if space in self.threats and space not in units[:5]]
        return worth - 0.25 * len(exposed)

    def _useful(self, space: str, workers: int) -> float:
        """The effective number of workers on a territory. Workers beyond the next bottom row's need count little."""
        enough = self.enough.get(space, 2)
        full, beyond = min(workers, enough), max(0, workers - enough)
        return full + 0.3 * min(beyond, enough) + 0.05 * max(0, beyond - enough)

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
