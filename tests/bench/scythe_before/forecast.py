"""Forecasts of bots: their numbers for judgement, estimates of the final score, and the worth of a side's economy.

The numbers are judgement, tested in games between bots. SPENT is fitted: estimates of hidden coins are right within 4 or 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

from msgspec.structs import replace

from control.engine.context import Unforeseen
from rooms.tables.game.rule_parts import with_replaced
from rooms.tables.scythe.game.content import CUBES, PAID_WITH, RESOURCES, Ability, Book, Cube, Structure, Tier
from rooms.tables.scythe.game.state import CHARACTER, HIDDEN, MECHS, NONE, Course, ScytheState, Side, Star, on_board, with_units
from rooms.tables.scythe.rules.combat import most_cards
from rooms.tables.scythe.rules.control import units_at, workers_at
from rooms.tables.scythe.rules.end_of_game import return_contested_units
from rooms.tables.scythe.rules.faction_abilities import has
from rooms.tables.scythe.rules.player_mats import place_of
from rooms.tables.scythe.rules.scoring import score_of
from rooms.tables.scythe.rules.stars import may_place
from rooms.tables.scythe.rules.upgrade_deploy_build_enlist import boxes_of, mechs_of

SPENT: Final = 0.25  # estimated coins that a player pays in a turn, beyond the gains of top rows
RISE: Final = 0.1  # popularity gained in a turn without planning for it
VAGUE: Final = (0.25, 0.1)  # uncertainty of the popularity tier: at the end, and more for each turn left
AHEAD: Final = 3.0  # a placed star besides its coins, because the end is nearer
KIND: Final = tuple([RESOURCES.index(each) for each in PAID_WITH])  # by section
CARD: Final = 3.4  # expected value of a hidden combat card
FIELDS: Final = 9  # steps from which a goal attracts
POWER: Final = (0.3, 0.5)  # one power, up to the dial's maximum
ABILITIES: Final = {Ability.RIVERWALK: 7.0, Ability.SPEED: 5.0, Ability.PEOPLES_ARMY: 1.5, Ability.CAMARADERIE: 1.5}
UNCOVERED: Final = {Cube.MOVE: 4.0, Cube.COIN: 1.0, Cube.POPULARITY: 3.5, Cube.TERRITORY: 4.0, Cube.POWER: 2.5, Cube.CARD: 1.0}
BUILT: Final = {Structure.MINE: 2.0, Structure.ARMORY: 3.0, Structure.MILL: 4.0, Structure.MONUMENT: 4.0}
BONUS: Final = (3.0, 3.5, 5.0, 2.5)  # a recruit's ongoing bonus, by section


def strength(book: Book, state: ScytheState, player: int, fighters: int) -> float:
    """The highest total that a player can commit to a combat with this number of fighters."""
    side = state.sides[player]
    best = sorted([card or CARD for card in side.cards], reverse=True)[: max(1, fighters)]
    return min(side.power, book.content.numbers.dial) + sum(best)


def cards_at(book: Book, state: ScytheState, player: int, space: str) -> int:
    """The number of cards that a player can add to a combat there."""
    return min(len(state.sides[player].cards), most_cards(book, state, player, space))


def pieces_left(book: Book, side: Side) -> tuple[int, int, int, int]:
    """The number of times that each bottom row can still give its benefit."""
    return (
        side.cubes.count(False),
        sum([not side.units[mech] for mech in MECHS]),
        side.structures.count(""),
        side.recruits.count(NONE),
    )


def worth_by_space(goals: Mapping[str, float], ways: Mapping[str, tuple[str, ...]], nearer: float) -> dict[str, float]:
    """Each goal's worth at every space, less with each step of distance."""
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


def estimated_coins(book: Book, side: Side, rounds: int) -> float:
    """Estimated coins of a player who hides them: start of the mat, plus coins for pieces off the mat, minus costs of turns."""
    mat = book.mats[side.mat]
    left = pieces_left(book, side)
    paid = sum([(all_of - count) * section.coins for all_of, count, section in zip(PIECES, left, mat.sections, strict=True)])
    return max(0.0, mat.coins + paid - SPENT * rounds)


def lead_of(book: Book, state: ScytheState, me: int, rounds: int) -> float:
    """A player's lead over the best other score if the game ended now. Hidden coins are estimated."""
    scores = []
    for player, side in enumerate(state.sides):
        score = score_of(book, state, player)
        scores.append(score.total + (estimated_coins(book, side, rounds) - HIDDEN if score.coins == HIDDEN else 0.0))
    return scores[me] - max([*scores[:me], *scores[me + 1 :]])


def after_combat(book: Book, state: ScytheState, space: str, winner: int, loser: int) -> ScytheState | None:
    """The final table if this player's victory in the combat ends the game. None when the game goes on.

    Driven workers cost popularity (SY-CMB-17, SY-MEC-18). Units in combats that are not fought go back (SY-END-03).
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
    return_contested_units(course)
    return course.state


def workers_that_cost(book: Book, state: ScytheState, space: str, winner: int, loser: int) -> tuple[int, ...]:
    """The loser's workers that cost the winner popularity: only for an attacker without Camaraderie (SY-CMB-18, SY-MEC-18)."""
    if winner != state.active or has(book, state.sides[winner], Ability.CAMARADERIE):
        return ()
    return workers_at(state.sides[loser], space)


def tier_at_the_end(book: Book, popularity: int, left: float) -> tuple[float, float, float]:
    """Expected coins for a star, a territory and a pair of tokens at the end, weighted by the probability of each tier."""
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
    """The side after taking a bottom row once more, with the piece in a useful place."""
    if section == 0:
        dearest = max(boxes_of(book, side), key=lambda each: prices[each])
        cubes, boxes = list(side.cubes), list(side.boxes)
        cubes[cubes.index(False)] = True
        boxes[dearest] += 1
        return replace(side, cubes=tuple(cubes), boxes=tuple(boxes))
    if section == 1:
        return replace(side, units=with_units(side, {mechs_of(side)[0]: side.units[CHARACTER]}))
    if section == 2:
        return replace(side, structures=with_replaced(side.structures, side.structures.index(""), side.units[CHARACTER]))
    return replace(side, power=side.power + 1, recruits=with_replaced(side.recruits, side.recruits.index(NONE), 0))


def worth_of_economy(book: Book, side: Side, far: float, others: int) -> float:
    """The worth of everything that gains more each turn: cubes, mechs, structures, recruits, workers and power."""
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


def worth_of_hand(side: Side, far: float) -> float:
    """The worth of combat cards. Cards drawn in the plan have an unknown value."""
    count = len(side.cards)
    return (0.3 + 0.6 * far) * (min(count, 3) + 0.4 * max(0, count - 3)) + 0.05 * sum(side.cards)


def ways_to_stars(book: Book, side: Side) -> dict[Star, float]:
    """Progress to each star that can still be placed, from 0 to 1."""
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
