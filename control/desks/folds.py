"""Long lists at a desk by team: above `MANY` rows each team is folded, and its rows are drawn only once it is unfolded.

A fold is a `details` with a hidden field (`control/desk/_fold.html`). While it is open, the field goes with all requests of its
region, so the rows come with the answer and are refreshed with the region. A region with folds therefore includes `asks_with`.
Without JavaScript a link leads to the page with this fold open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlencode

from msgspec import Struct

from control.desks.frame import DESK, DeskSight

MANY: Final = 60  # rows of a list that are shown at once
FIELD: Final = "unfold"

Row = TypeVar("Row")
Team = tuple[str, str]  # its ID and its short name


class Fold(Struct, frozen=True, kw_only=True):
    """A part of a long list that can be unfolded. `is_open`: its rows are drawn. `address`: the page on which it is open."""

    name: str
    is_open: bool
    address: str


class TeamRows(Struct, Generic[Row], frozen=True, kw_only=True):
    """Rows of one team in a long list."""

    team: str
    short: str
    rows: tuple[Row, ...]
    fold: Fold

    @property
    def shown(self) -> tuple[Row, ...]:
        """The rows, if they are unfolded."""
        return self.rows if self.fold.is_open else ()


def unfolded(seen: DeskSight[Any]) -> frozenset[str]:
    """Names of the folds that are open on this page, or in the region that asks."""
    return frozenset(seen.query.getlist(FIELD))


def fold(seen: DeskSight[Any], name: str, page: str) -> Fold:
    """The fold with this name. `page`: the address of the page that it is on."""
    names = unfolded(seen)
    address = f"{page}?{urlencode({FIELD: sorted({*names, name})}, doseq=True)}#fold-{name}"
    return Fold(name=name, is_open=name in names, address=address)


def by_team(
    seen: DeskSight[Any], name: str, page: str, rows: Sequence[Row], team: Callable[[Row], Team]
) -> tuple[TeamRows[Row], ...]:
    """Rows by team, in the order in which the teams come, each with its fold; nothing if the list is short enough as it is."""
    return teams_folded(seen, name, page, rows, team) if len(rows) > MANY else ()


def teams_folded(
    seen: DeskSight[Any], name: str, page: str, rows: Iterable[Row], team: Callable[[Row], Team]
) -> tuple[TeamRows[Row], ...]:
    """Rows by team, each with its fold, however few they are."""
    found: dict[Team, list[Row]] = {}
    for row in rows:
        found.setdefault(team(row), []).append(row)
    return tuple(
        TeamRows(team=each, short=short, rows=tuple(those), fold=fold(seen, f"{name}-{each}", page))
        for (each, short), those in found.items()
    )


def asks_with(region: str) -> str:
    """Selector of the fields that a region with folds sends along. `region`: its name."""
    return f"#{DESK.prefix}-{region.replace('_', '-')} [name={FIELD}]"
