"""The numbers by which a bot judges a table, in coins of the final scores, and what it counts for that.

They are judgement, tried in games of bots among themselves. SPENT is fitted: it leaves others' coins known within 4 or 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import PAID_WITH, RESOURCES, Ability, Cube, Structure
from rooms.tables.scythe.game.state import MECHS, NONE, ScytheState, Side
from rooms.tables.scythe.rules.fighting import most_cards

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
