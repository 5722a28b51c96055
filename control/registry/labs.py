"""Registry of games for the lab: whole days of a realm, and the games of side tables.

A study stores the kind of its game and the game's document, frozen when the study was made. Every worker makes the game from these
two. A kind is a word, a slash and a game of that sort: `day/god_emperor`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.engine.language import say
from control.engine.measures import Measured
from control.lab.outcomes import StudiedGame


class Subject(Struct, frozen=True, kw_only=True):
    """A game that the lab can study.

    `name`: its name on the command line and in forms. `title`: its title. `kind`: the kind of game. `document`: loads the document.
    `event`: the event that owns the frozen scenario, which only its organizers may study; 0 for games that come with the console.
    `texts`: loads the author's files of the scenario.
    """

    name: str
    title: str
    kind: str
    document: Callable[[], bytes]
    event: int = 0
    texts: Callable[[], Mapping[str, str]] = dict


class Lab(Struct, frozen=True, kw_only=True):
    """A sort of game that the lab can study. `word`: its word before the slash of a kind.

    `of`: makes the game from a document and the word after the slash. `subjects`: the games that come with the console. `games`:
    the plural word ("days", "games"). `measured`: the words of its report, by the word after the slash. Whole days use those of
    their realm and rooms.
    """

    word: str
    games: str
    of: Callable[[bytes, str], StudiedGame]
    subjects: Callable[[], tuple[Subject, ...]]
    measured: Callable[[str], tuple[Measured, ...]] = lambda _which: ()

    def many(self, count: int) -> str:
        """Return a number of its games in words."""
        return f"{count:,} {say(self.games)}"


_labs: Final[dict[str, Lab]] = {}


def register_lab(lab: Lab) -> None:
    """Register a sort of game. Its app calls this once when it is ready."""
    _labs[lab.word] = lab


def every_lab() -> Mapping[str, Lab]:
    """Return every sort of game by its word."""
    return dict(sorted(_labs.items()))


def lab_of(kind: str) -> Lab:
    """Return the lab of a kind.

    Raises:
        KeyError: its app is not installed.
    """
    return _labs[kind.partition("/")[0]]


def game_of(kind: str, document: bytes) -> StudiedGame:
    """Make the game of a study.

    Raises:
        KeyError: its app is not installed.
    """
    return lab_of(kind).of(document, kind.partition("/")[2])


def subjects() -> Iterator[Subject]:
    """Yield every game that comes with the console and can be studied."""
    for lab in every_lab().values():
        yield from lab.subjects()
