"""Which games can be played at a side table. A game is a Django app of its own and registers itself when it is ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings

from rooms.tables.game.engine import TableEngine
from rooms.tables.game.rules import GameKind
from rooms.tables.game.state import TableState
from rooms.tables.game.translated import translated

Fields = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of the rules at hand: a title, and paragraphs with the rules they tell."""

    title: str
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a screen shows of a game: the view and the offers of `player` (None: whoever looks on), and what goes with them.

    `told` are the sentences of the newest action as this viewer's log has them, in their order. `timed_out`: the newest own action
    was played by the clock, for the time was out.
    """

    table: TableState
    player: int | None
    view: Any
    offers: tuple[Any, ...]
    content: Any
    told: tuple[str, ...] = ()
    timed_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableApp:
    """A game as the console shows it.

    `shape` makes the one object that the templates need, as `panel`: `hand` is the fragment of a phone, `board` that of a screen
    everybody sees. `action` reads the fields of a button or form, raising Refused. `sections` are the rules at hand. Every form of
    the hand is sent to `act.address` with what `tables/_act.html` puts into it; see there. A browser without a script gets a whole
    page with what was refused: `act.typed` are the fields that it had sent. Both fragments are changed in place
    when something happened: what is the same element as before (by `data-key` or id) stays, with what is chosen in it. The last
    three are for its pages to load once, outside what is drawn anew, "" for none: `pictures` is a fragment with the drawings that
    the other two use, of the table's `content`; `css` and `script` are static files, a sheet of style and a module. With
    `tells_end` the fragments show themselves how a game ended that was played to its end.
    """

    kind: GameKind
    shape: Callable[[Seen], object]
    hand: str
    board: str
    action: Callable[[Fields], Any]
    sections: Callable[[Any], tuple[Section, ...]]
    pictures: str = ""
    css: str = ""
    script: str = ""
    tells_end: bool = False


MOST_CONTENTS = 64  # frozen into tables, that a process keeps: all tables of a game opened in one version share theirs
_apps: dict[str, TableApp] = {}


def register(app: TableApp) -> None:
    """Let a game be played. Called once by its app when it is ready."""
    _apps[app.kind.id] = app


def games() -> Mapping[str, TableApp]:
    """Every registered game by its id."""
    return dict(sorted(_apps.items()))


def app_of(kind: str) -> TableApp:
    """The game of that id.

    Raises:
        KeyError: no such game is installed.
    """
    return _apps[kind]


@cache
def content_of(kind: str) -> bytes:
    """A game's content as it is frozen into a new table, read from fixtures/<id>/, with the texts of the hall's language if any."""
    fixtures, language = settings.BASE_DIR / "fixtures", settings.LANGUAGE_CODE.partition("-")[0]
    texts = translated(_files(fixtures / kind), _files(fixtures / f"{kind}_{language}"))
    return msgspec.json.encode(app_of(kind).kind.read(texts))


def _files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))}


@lru_cache(maxsize=MOST_CONTENTS)
def content_in(kind: str, content: bytes) -> Any:
    """The content that a table was opened with, as its game knows it."""
    return msgspec.json.decode(content, type=app_of(kind).kind.content)


@lru_cache(maxsize=MOST_CONTENTS)
def engine_of(kind: str, content: bytes) -> TableEngine:
    """The engine of a game over the content that a table was opened with."""
    game = app_of(kind).kind
    think = timedelta(seconds=settings.TABLE_BOTS_SECONDS)
    return TableEngine(game=game, rules=game.rules(content_in(kind, content)), bots_think=think)
