"""What a bot foresees of the final scoring: what others may have in hand, what popularity will bring, what a combat would end."""

from __future__ import annotations

from math import exp
from typing import Final

from msgspec.structs import replace

from control.engine.context import Unforeseen
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import Ability, Tier
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.judged import RISE, SPENT, VAGUE, pieces_left
from rooms.tables.scythe.game.sides import with_units
from rooms.tables.scythe.game.state import HIDDEN, ScytheState, Side, Star
from rooms.tables.scythe.rules.control import units_at, workers_at
from rooms.tables.scythe.rules.measures import has
from rooms.tables.scythe.rules.returning import go_back
from rooms.tables.scythe.rules.scoring import score_of
from rooms.tables.scythe.rules.stars import may_place

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
