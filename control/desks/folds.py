"""Long lists at a desk by team: in an event of more than `MANY` players each team is folded, its rows drawn once it is unfolded.

The number of players stands for the day. The rows at hand do not: each press would fold or unfold the list under the finger.

A fold is a `details` with a hidden field (`control/desk/_fold.html`). While it is open, the field goes with all requests of its
region, so the rows come with the answer and are refreshed with the region. A region with folds therefore includes `asks_with`.
Without JavaScript a link leads to the same page with this fold open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlencode

from msgspec import Struct

from control.day.people.view import number_of_players
from control.desks.frame import DESK, DeskSight

MANY: Final = 60  # most players of an event whose lists are not folded
FIELD: Final = "unfold"
NAME: Final = re.compile(r"[\w-]{1,60}", re.ASCII)
MOST: Final = 40  # folds that can be open on a page

Row = TypeVar("Row")
Team = tuple[str, str]  # its ID and its short name


class Fold(Struct, frozen=True, kw_only=True):
    """A part of a long list that can be unfolded. `is_open`: its rows are drawn. `address`: of the page with it open."""

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


def is_folded(seen: DeskSight[Any]) -> bool:
    """Are lists by team folded in this event?"""
    return seen.sight.public(number_of_players) > MANY


def unfolded(seen: DeskSight[Any]) -> frozenset[str]:
    """Names of the folds that are open on this page, or in the region that asks. What is no name is ignored."""
    names = (each for each in seen.query.getlist(FIELD) if NAME.fullmatch(each))
    return frozenset(islice(dict.fromkeys(names), MOST))


def fold(seen: DeskSight[Any], name: str, page: str) -> Fold:
    """The fold with this name. `page`: where its link leads if the page answers a form, whose own address shows nothing."""
    names = seen.once(unfolded)
    query = urlencode({FIELD: [name, *sorted(names - {name})][:MOST]}, doseq=True)
    return Fold(name=name, is_open=name in names, address=f"{page if seen.is_answer else ''}?{query}#fold-{name}")


def by_team(
    seen: DeskSight[Any], name: str, page: str, rows: Sequence[Row], team: Callable[[Row], Team]
) -> tuple[TeamRows[Row], ...]:
    """Rows by team, in the order in which the teams come, each with its fold; nothing if lists are not folded."""
    return teams_folded(seen, name, page, rows, team) if is_folded(seen) else ()


def teams_folded(
    seen: DeskSight[Any], name: str, page: str, rows: Iterable[Row], team: Callable[[Row], Team]
) -> tuple[TeamRows[Row], ...]:
    """Rows by team, each with its fold, in any event."""
    found: dict[Team, list[Row]] = {}
    for row in rows:
        found.setdefault(team(row), []).append(row)
    return tuple(
        TeamRows(team=each, short=short, rows=tuple(those), fold=fold(seen, f"{name}-{each}", page))
        for (each, short), those in found.items()
    )


def asks_with(region: str) -> str:
    """Selector of the fields that a region with folds sends along. `region`: its name.

    It also names an empty element of each page: htmx complains of a selector that finds nothing, as while no list is long.
    """
    return f"#{DESK.prefix}-{region.replace('_', '-')} [name={FIELD}], #no-fold"
