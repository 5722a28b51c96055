"""What the next Protection in front of a scheme costs (GE-UND-42, R-118, setting `protection_cost`)."""

from __future__ import annotations

from typing import Final

TURN: Final = "turn"


def price_of_next(standing: int, mode: str, *, paid: bool) -> int:
    """How many minions are discarded from hand for the next one in front of a scheme where `standing` stand already (R-118).

    Reckoned for each minion placed; or, in the mode "turn", once in a turn for each scheme: `paid` is that it was in this turn.
    """
    return 0 if mode == TURN and paid else standing
