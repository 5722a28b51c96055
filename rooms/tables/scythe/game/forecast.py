"""Forecasts of bots: the numbers by which they judge, the final scoring, and what a side has grown to.

They are judgement, tried in games of bots among themselves. SPENT is fitted: it leaves others' coins known within 4 or 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

from msgspec.structs import replace

from control.engine.context import Unforeseen
from rooms.tables.game.parts import with_one
from rooms.tables.scythe.game.content import CUBES, PAID_WITH, RESOURCES, Ability, Book, Cube, Structure, Tier
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.state import CHARACTER, HIDDEN, MECHS, NONE, ScytheState, Side, Star, on_board, with_units
from rooms.tables.scythe.rules.combat import most_cards
from rooms.tables.scythe.rules.control import units_at, workers_at
from rooms.tables.scythe.rules.ending import go_back, may_place
from rooms.tables.scythe.rules.measures import has, place_of
from rooms.tables.scythe.rules.scoring import score_of
from rooms.tables.scythe.rules.supply import boxes_of, mechs_of

DECIDES: Final = 1000.0  # an end of the game, won or lost, outweighs everything else
LONG: Final = 22  # rounds of a usual game
PATIENCE: Final = 30  # rounds after which the end is welcome, won or lost
FINAL: Final = 60.0  # a combat that ends the game, won or lost
SPENT: Final = 0.25  # coins that a player is thought to have paid in a turn, beyond what the top rows brought
RISE: Final = 0.1  # popularity that comes in a turn without being sought
VAGUE: Final = (0.25, 0.1)  # how uncertain a tier of popularity is: at the end, and besides for each turn that is left
AHEAD: Final = 3.0  # a star, beside its coins and its way: the game is nearer to its end
PLACED: Final = 1.15  # ways that a star counts for
STAR: Final = 13.0  # all that a combat star is worth
PAIRED: Final = 0.4  # a token, of what the pair will bring
GOAL: Final = 14.0  # all of the way to a star
STEEP: Final = 1.5  # how much more the last part of it counts
KIND: Final = tuple([RESOURCES.index(each) for each in PAID_WITH])  # by section
CARD: Final = 3.4  # a combat card that nobody sees
FIELDS: Final = 9  # steps that a goal is felt from
NEARER: Final = 0.78
SHARE: Final = 0.65  # of what a bottom row brings, before it is taken
MEETING: Final = (5.0, 9.0)  # an encounter: at any time, and besides when all turns are left
VISIT: Final = (8.0, 14.0)  # a Factory card
POWER: Final = (0.3, 0.5)  # a power up to the dial's end
READY: Final = (0.0, 1.5, 2.2, 2.6, 2.8)  # so many bottom rows can be paid for next turn
ABILITIES: Final = {Ability.RIVERWALK: 7.0, Ability.SPEED: 5.0, Ability.PEOPLES_ARMY: 1.5, Ability.CAMARADERIE: 1.5}
UNCOVERED: Final = {Cube.MOVE: 4.0, Cube.COIN: 1.0, Cube.POPULARITY: 3.5, Cube.TERRITORY: 4.0, Cube.POWER: 2.5, Cube.CARD: 1.0}
BUILT: Final = {Structure.MINE: 2.0, Structure.ARMORY: 3.0, Structure.MILL: 4.0, Structure.MONUMENT: 4.0}
BONUS: Final = (3.0, 3.5, 5.0, 2.5)  # a recruit's ongoing bonus, by section


def strength(book: Book, state: ScytheState, player: int, fighters: int) -> float:
    """All that a player can put into a combat with so many fighters."""
    side = state.sides[player]
    best = sorted([card or CARD for card in side.cards], reverse=True)[: max(1, fighters)]
    return min(side.power, book.content.numbers.dial) + sum(best)


def cards_at(book: Book, state: ScytheState, player: int, space: str) -> int:
    """How many cards a player may add there, as far as there are any."""
    return min(len(state.sides[player].cards), most_cards(book, state, player, space))


def pieces_left(book: Book, side: Side) -> tuple[int, int, int, int]:
    """How often each bottom row still has its benefit."""
    return (
        side.cubes.count(False),
        sum([not side.units[mech] for mech in MECHS]),
        side.structures.count(""),
        side.recruits.count(NONE),
    )


def spread(goals: Mapping[str, float], ways: Mapping[str, tuple[str, ...]], nearer: float) -> dict[str, float]:
    """How strongly goals are felt from everywhere: with each step that is left, less."""
    found = {space: goals.get(space, 0.0) for space in ways}
    for _step in range(FIELDS):
        changed = False
        for space, there in ways.items():
            best = nearer * max([found.get(to, 0.0) for to in there], default=0.0)
            if best > found[space]:
                found[space], changed = best, True
        if not changed:
            break
    return found


PIECES: Final = (6, 4, 4, 4)  # cubes, mechs, structures and recruits of a side


def guessed(book: Book, side: Side, rounds: int) -> float:
    """Coins of a player who hides them: what the mat began with and paid for each piece that left it, less what turns cost."""
    mat = book.mats[side.mat]
    left = pieces_left(book, side)
    paid = sum([(all_of - count) * section.coins for all_of, count, section in zip(PIECES, left, mat.sections, strict=True)])
    return max(0.0, mat.coins + paid - SPENT * rounds)


def margin(book: Book, state: ScytheState, me: int, rounds: int) -> float:
    """By how much a player would win if the game ended with this table, or lose; coins are guessed while they are hidden."""
    scores = []
    for player, side in enumerate(state.sides):
        score = score_of(book, state, player)
        scores.append(score.total + (guessed(book, side, rounds) - HIDDEN if score.coins == HIDDEN else 0.0))
    return scores[me] - max([*scores[:me], *scores[me + 1 :]])


def after_combat(book: Book, state: ScytheState, space: str, winner: int, loser: int) -> ScytheState | None:
    """The table on which the game ends when this player wins a combat there, None where it goes on.

    Workers driven off cost their price (SY-CMB-17, SY-MEC-18); combats that are not fought take back who came to them (SY-END-03).
    """
    side, theirs = state.sides[winner], state.sides[loser]
    if len(side.stars) + 1 < book.content.numbers.stars or not may_place(book, side, Star.COMBAT):
        return None
    driven = len(workers_that_cost(book, state, space, winner, loser))
    home = book.factions[theirs.faction].home
    sides = list(state.sides)
    sides[winner] = replace(side, stars=(*side.stars, Star.COMBAT), popularity=max(0, side.popularity - driven))
    sides[loser] = replace(theirs, units=with_units(theirs, dict.fromkeys(units_at(theirs, space), home)))
    course = Course(book, replace(state, sides=tuple(sides)), Unforeseen())
    go_back(course)
    return course.state


def workers_that_cost(book: Book, state: ScytheState, space: str, winner: int, loser: int) -> tuple[int, ...]:
    """The loser's workers whose retreat costs the winner popularity: an attacker's without Camaraderie (SY-CMB-18, SY-MEC-18)."""
    if winner != state.active or has(book, state.sides[winner], Ability.CAMARADERIE):
        return ()
    return workers_at(state.sides[loser], space)


def tier_at_the_end(book: Book, popularity: int, left: float) -> tuple[float, float, float]:
    """Coins for a star, a territory and a pair of tokens when so many turns are left: each tier as likely as it is reached."""
    first, *more = book.content.numbers.tiers
    found = (float(first.star), float(first.territory), float(first.pair))
    below: Tier = first
    for tier in more:
        likely = 1.0 / (1.0 + exp((tier.least - 0.5 - popularity - RISE * left) / (VAGUE[0] + VAGUE[1] * left)))
        found = (
            found[0] + likely * (tier.star - below.star),
            found[1] + likely * (tier.territory - below.territory),
            found[2] + likely * (tier.pair - below.pair),
        )
        below = tier
    return found


def with_piece(book: Book, side: Side, section: int, prices: Sequence[int]) -> Side:
    """A side on which a bottom row was taken once more: any of its pieces is where it does some good."""
    if section == 0:
        dearest = max(boxes_of(book, side), key=lambda each: prices[each])
        cubes, boxes = list(side.cubes), list(side.boxes)
        cubes[cubes.index(False)] = True
        boxes[dearest] += 1
        return replace(side, cubes=tuple(cubes), boxes=tuple(boxes))
    if section == 1:
        return replace(side, units=with_units(side, {mechs_of(side)[0]: side.units[CHARACTER]}))
    if section == 2:
        return replace(side, structures=with_one(side.structures, side.structures.index(""), side.units[CHARACTER]))
    return replace(side, power=side.power + 1, recruits=with_one(side.recruits, side.recruits.index(NONE), 0))


def economy(book: Book, side: Side, far: float, others: int) -> float:
    """What brings more in every turn that is left: cubes, mechs, structures, recruits, workers, power and cards."""
    left = pieces_left(book, side)
    worth: float = sum([UNCOVERED[cube] for cube, gone in zip(CUBES, side.cubes, strict=True) if gone])
    worth += sum([taken * (0.6 + 0.7 * left[section]) for section, taken in enumerate(side.boxes)])
    faction = book.factions[side.faction]
    worth += sum([ABILITIES.get(faction.mechs[mech - 1], 3.0) + 2.0 for mech in MECHS if side.units[mech]])
    worth += sum([BUILT[each] for each in Structure if place_of(side, each)])
    share = 0.7 + 0.1 * others
    worth += share * sum([BONUS[section] for section, space in enumerate(side.recruits) if space != NONE])
    workers = on_board(side)
    worth += 3.2 * min(workers, 5) + 1.6 * max(0, workers - 5)
    worth *= far
    return worth + (POWER[0] + POWER[1] * far) * (min(side.power, 7) + 0.4 * max(0, side.power - 7))


def hand(side: Side, far: float) -> float:
    """Combat cards: those that come are of unknown value."""
    count = len(side.cards)
    return (0.3 + 0.6 * far) * (min(count, 3) + 0.4 * max(0, count - 3)) + 0.05 * sum(side.cards)


def ways_to_stars(book: Book, side: Side) -> dict[Star, float]:
    """How much of the way to each star that can be placed has been gone, from 0 to 1."""
    numbers = book.content.numbers
    ways = {
        Star.UPGRADES: sum(side.cubes) / 6,
        Star.MECHS: sum([bool(side.units[mech]) for mech in MECHS]) / 4,
        Star.STRUCTURES: sum([bool(space) for space in side.structures]) / 4,
        Star.RECRUITS: sum([space != NONE for space in side.recruits]) / 4,
        Star.WORKERS: max(0, on_board(side) - 2) / 6,
        Star.POWER: side.power / numbers.power,
        Star.POPULARITY: side.popularity / numbers.popularity,
    }
    return {star: done for star, done in ways.items() if star not in side.stars}
