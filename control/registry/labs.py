"""Which games can be studied in the lab: whole days of a realm, and the games of side tables.

A study holds the kind of its game and the document that the game is played by, frozen when the study was made; every worker makes
the game anew of these two. A kind is a word, and behind a slash which one of its games is meant: `day/god_emperor`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from control.engine.language import say
from control.engine.measures import Measured
from control.lab.outcomes import Played


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Something that can be studied here: in words, the kind of its game, the document when it is needed.

    `name` is what it is asked for by, on a command line and in a form. `event` is whose frozen scenario it is, which is then its
    organizers' alone to study; 0 for what comes with the console. `texts` are the author's files that it was read from.
    """

    name: str
    title: str
    kind: str
    document: Callable[[], bytes]
    event: int = 0
    texts: Callable[[], Mapping[str, str]] = dict


@dataclass(frozen=True, slots=True, kw_only=True)
class Lab:
    """A kind of game that can be studied.

    `of` makes the game of a document and of what stands behind the slash; `subjects` are those that come with the console; `games`
    says how many of it are called what ("days", "games"). `measured` are the words of its report, of what stands behind the slash;
    whole days have those of their realm and its rooms.
    """

    word: str
    games: str
    of: Callable[[bytes, str], Played]
    subjects: Callable[[], tuple[Subject, ...]]
    measured: Callable[[str], tuple[Measured, ...]] = lambda _which: ()

    def many(self, count: int) -> str:
        """So many of its games, in words."""
        return f"{count:,} {say(self.games)}"


_labs: Final[dict[str, Lab]] = {}


def register_lab(lab: Lab) -> None:
    """Let a kind of game be studied. Called once by its app when it is ready."""
    _labs[lab.word] = lab


def every_lab() -> Mapping[str, Lab]:
    """Every kind that can be studied, by its word."""
    return dict(sorted(_labs.items()))


def lab_of(kind: str) -> Lab:
    """The lab of a kind.

    Raises:
        KeyError: what it belongs to is not installed.
    """
    return _labs[kind.partition("/")[0]]


def game_of(kind: str, document: bytes) -> Played:
    """The game that a study is of.

    Raises:
        KeyError: what it belongs to is not installed.
    """
    return lab_of(kind).of(document, kind.partition("/")[2])


def subjects() -> Iterator[Subject]:
    """Everything that comes with the console and can be studied."""
    for lab in every_lab().values():
        yield from lab.subjects()
