"""Studies as the report reads them: what was studied, who may look, and what its games came to, in the order of their seeds.

Whoever keeps studies says so once with `kept_by`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from django.http import Http404, HttpRequest

from control.lab.outcomes import Outcome
from control.lab.progress import StudyView

SIDES = ("a", "b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved:
    """A study: the titles of its sides, the realm whose days it plays ("" for a side table), and the scenario of each as stored."""

    id: int
    titles: Mapping[str, str]
    realm: str = ""
    documents: Mapping[str, bytes] = field(default_factory=dict)
    games: str = ""  # what they are called: "days"
    kind: str = ""  # of the game: control.registry.labs

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(each for each in SIDES if each in self.titles)

    @property
    def title(self) -> str:
        return " – ".join(self.titles[side] for side in self.sides)


class Keeper(Protocol):
    """Who keeps studies."""

    def find(self, request: HttpRequest, study_id: int) -> Shelved | None:
        """The study of that number, if whoever asks may look at it."""
        ...

    def outcomes(self, study_id: int, side: str) -> Iterator[Outcome]: ...

    def as_of(self, study_id: int, side: str) -> str:
        """How far it has been played, as a word: a report is made anew when it is another one."""
        ...

    def progress(self, study_id: int) -> StudyView | None:
        """How far it is; None where there is nothing to tell."""
        ...


_keeper: Keeper | None = None


def kept_by(keeper: Keeper | None) -> None:
    """Say who keeps the studies of this console."""
    global _keeper
    _keeper = keeper


def keeper() -> Keeper:
    """Who keeps them.

    Raises:
        Http404: nobody does.
    """
    if _keeper is None:
        raise Http404("No studies are kept here.")
    return _keeper


def study_or_404(request: HttpRequest, study_id: int) -> Shelved:
    """The study that is looked at.

    Raises:
        Http404: no such study, or not for whoever asks.
    """
    found = keeper().find(request, study_id)
    if found is None:
        raise Http404("No such study, or not for you.")
    return found
