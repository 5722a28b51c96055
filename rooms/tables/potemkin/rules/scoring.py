"""Final scoring (PE-SCO)."""

from __future__ import annotations

from rooms.tables.potemkin.game.book import Book
from rooms.tables.potemkin.game.content import POINTS, Facade
from rooms.tables.potemkin.game.state import PotemkinState, Score, Side, count_of


def scores_of(state: PotemkinState, book: Book) -> tuple[Score, ...]:
    """What each player would have if the game ended here, by category.

    Rules: PE-SCO-02, PE-SCO-03, PE-SCO-04, PE-SCO-05, PE-SCO-06, PE-SCO-07, PE-SCO-08, PE-SCO-09, PE-SCO-14.
    """
    return tuple([_score(side, book) for side in state.sides])


def _score(side: Side, book: Book) -> Score:
    # meeples, agents, Science and fallen buildings score nothing
    # (PE-CUL-07, PE-ESP-09, PE-GOV-07, PE-SCI-12, PE-SCI-13, PE-DES-06, PE-R-16)
    return Score(
        fakes=POINTS["fakes"] * fakes_of(side, book),
        government=POINTS["government"] * count_of(side, Facade.GOVERNMENT),
        culture=POINTS["culture"] * count_of(side, Facade.CULTURE),
        captured=POINTS["captured"] * len(side.captured),
        cubes=POINTS["cubes"] * sum([building.cubes for building in side.village]),
    )


def fakes_of(side: Side, book: Book) -> int:
    """Fake buildings that stand."""
    return sum([not book.is_real(building) for building in side.village])


def winners_of(state: PotemkinState, scores: tuple[Score, ...], book: Book) -> tuple[int, ...]:
    """The most points; then more standing fakes, then more captured cards, then they share.
    Rules: PE-SCO-10, PE-SCO-11, PE-SCO-12, PE-SCO-13, PE-R-33.
    """
    ranks = [(score.total, fakes_of(side, book), len(side.captured)) for score, side in zip(scores, state.sides, strict=True)]
    return tuple([player for player, rank in enumerate(ranks) if rank == max(ranks)])
