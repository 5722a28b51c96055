"""Four trackers, or a movement of them, in the order of IDEOLOGIES."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Trackers = tuple[int, int, int, int]
HIGHEST: Final = 7  # of an ideology (SC-TRK-01, SC-R-04)
NO_POINTS: Final[Trackers] = (0, 0, 0, 0)


def four(values: Iterable[int]) -> Trackers:
    """Exactly four numbers."""
    one, two, three, four = values
    return one, two, three, four


def moved_by(trackers: Trackers, by: Trackers) -> Trackers:
    """The sum of both, wherever that is."""
    return trackers[0] + by[0], trackers[1] + by[1], trackers[2] + by[2], trackers[3] + by[3]


def stepped(trackers: Trackers, by: Trackers) -> Trackers:
    """The trackers after a movement; each stops at 0 and at 7 (SC-TRK-01, SC-TRK-02, SC-TRK-03)."""
    return four([min(HIGHEST, max(0, value + step)) for value, step in zip(trackers, by, strict=True)])


def only(at: int, by: int) -> Trackers:
    """A movement of one ideology alone."""
    return four([by if each == at else 0 for each in range(4)])


def negative(points: Trackers) -> Trackers:
    """The same movement, the other way round."""
    return -points[0], -points[1], -points[2], -points[3]
