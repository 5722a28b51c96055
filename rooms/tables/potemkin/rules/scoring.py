"""Final scoring: points by category, winners and ties (PE-SCO)."""

from __future__ import annotations

from rooms.tables.potemkin.game.content import POINTS, Book, Facade
from rooms.tables.potemkin.game.state import PotemkinState, Score, Side, count_of
from rooms.tables.potemkin.rules.interiors import fakes_of


def points_of(book: Book, state: PotemkinState) -> tuple[Score, ...]:
    """Each player's points by category if the game ended now.

    Rules: PE-SCO-02, PE-SCO-03, PE-SCO-04, PE-SCO-05, PE-SCO-06, PE-SCO-07, PE-SCO-08, PE-SCO-09, PE-SCO-14.
    """
    return tuple([_score(book, side) for side in state.sides])


def _score(book: Book, side: Side) -> Score:
    # meeples, agents, Science and destroyed buildings score nothing
    # (PE-CUL-07, PE-ESP-09, PE-GOV-07, PE-SCI-12, PE-SCI-13, PE-DES-06, PE-R-16)
    return Score(
        fakes=POINTS["fakes"] * fakes_of(book, side),
        government=POINTS["government"] * count_of(side, Facade.GOVERNMENT),
        culture=POINTS["culture"] * count_of(side, Facade.CULTURE),
        captured=POINTS["captured"] * len(side.captured),
        cubes=POINTS["cubes"] * sum([building.cubes for building in side.village]),
    )


def scores_of(book: Book, state: PotemkinState) -> tuple[int, ...]:
    """Each player's points if the game ended now."""
    return tuple([score.total for score in points_of(book, state)])


def winners_of(book: Book, state: PotemkinState) -> tuple[int, ...]:
    """The players with the most points. Ties: more standing fakes, then more captured cards, then a shared victory.

    Rules: PE-SCO-10, PE-SCO-11, PE-SCO-12, PE-SCO-13, PE-R-33.
    """
    sides = zip(scores_of(book, state), state.sides, strict=True)
    ranks = [(score, fakes_of(book, side), len(side.captured)) for score, side in sides]
    return tuple([player for player, rank in enumerate(ranks) if rank == max(ranks)])
