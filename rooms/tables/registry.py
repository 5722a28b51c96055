"""Which games can be played at a side table. A game is a Django app of its own and registers itself when it is ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from django.conf import settings

from control.engine.language import later
from control.registry import register_lab
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.reading import translated
from rooms.tables.game.rules import GameKind
from rooms.tables.game.state import TableState

Fields = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of the rules at hand: a title, and paragraphs with the rules they tell."""

    title: str
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...]


class Level(StrEnum):
    """What a sentence of the log stands over: a round of the game (a month), or a turn in it."""

    ROUND = "round"
    TURN = "turn"


class Touch(NamedTuple):
    """What was done to a thing that everybody sees: the game's own names for both, and what the thing was called at that time."""

    thing: str
    what: str
    called: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What a game says of a fact beside its words; nothing in it is hidden from anybody.

    `player` is whose doing it was. With a `level` the sentence is a heading of the log. `touched` are marked on the board,
    `attacked` are the players it went against, one for each attack. What is `small` is not told again to whoever comes back. Of a
    reveal `picture` is what the game's script draws of it.
    `round` is the heading of the round that begins with this turn, where the round has no sentence of its own.
    """

    player: int | None = None
    level: Level | None = None
    touched: tuple[Touch, ...] = ()
    attacked: tuple[int, ...] = ()
    small: bool = False
    picture: str = ""
    round: str = ""


NOTHING: Final = Note()


class Counted(NamedTuple):
    """A player's score as it is said to that player: what is counted, and how much it is."""

    title: str
    value: str


def no_words(_view: Any, _action: Any) -> str:
    """What a game says of its defaults that says nothing."""
    return ""


def no_goal(_view: Any) -> str:
    """What a game says of how it is won that says nothing."""
    return ""


def no_note(_fact: Any, _scene: Any) -> Note:
    """What a game says of its facts that says nothing: whose doing they were is then told by who gave the command."""
    return NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class HostDeed:
    """What a game leaves to whoever keeps the table without playing at it: a choice with its heading, and a button.

    What is chosen goes as `field` to the game's `action`, with the `fields` that say what is done.
    """

    title: str
    label: str
    field: str
    choices: tuple[tuple[str, str], ...]
    press: str
    fields: Mapping[str, str]


def no_deed(_engine: TableEngine, _table: TableState) -> HostDeed | None:
    """What a game leaves to its host that leaves nothing."""
    return None


def no_text(_shape: Any) -> str:
    """Nothing that stands in the hand is told in the log too."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceCard:
    """A card, or what else can be looked up. `copies` is how many there are, 0 where nobody counts them.

    `entry` is what earlier tables may have kept of it (`GameKind.keeps`).
    """

    title: str
    text: str
    copies: int = 1
    marks: tuple[str, ...] = ()
    flavour: str = ""
    entry: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceGroup:
    """Cards that belong together, as they are printed. `parts` say what a deck is made of: 12, "real for Culture alone"."""

    title: str
    line: str
    cards: tuple[ReferenceCard, ...]
    parts: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a screen shows of a game: the view and the offers of `player` (None: whoever looks on), and what goes with them.

    `told` are the sentences of the newest action as this viewer's log has them, in their order, `before` what was told before it,
    the newest action first. `touched` is what was touched since the player's own last action, or by the newest one for whoever
    looks on; the oldest first. `timed_out`: the clock has played the newest own action, for the time was out.
    """

    table: TableState
    player: int | None
    view: Any
    offers: tuple[Any, ...]
    content: Any
    told: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    touched: tuple[Touch, ...] = ()
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

    `note` is asked of each fact, with the scene it happened in. `reference` is everything printed on the game's cards, of the
    content alone: what lies where is not in it. `run_out` says of a default, with the view of its player, what will be played
    when the time is out, "your turn ends."; what chance will bring is not in it. `score` is what a player would score now, of the
    rules, a state and the player, where each may know the own. `attacks` is the heading over who attacked whom, `rounds` what a
    round is called. `goal` says of a view in a sentence or two how the game is won, and when it ends. `follows` names, of the
    fields of a press that was played and of what its player sees then, the action that is played next without another press.
    `host_deed` is asked, of a table that is played, what is left to whoever keeps it without playing at it.
    `reads` is a text of the shape that stands in the hand, "" for none: a sentence of the log that has it is not told above it.
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
    note: Callable[[Any, Any], Note] = no_note
    reference: Callable[[Any], tuple[ReferenceGroup, ...]] | None = None
    run_out: Callable[[Any, Any], str] = no_words
    score: Callable[[Any, Any, int], Counted] | None = None
    attacks: str = later("Who attacked whom")
    rounds: str = later("Round")
    goal: Callable[[Any], str] = no_goal
    follows: Callable[[Fields, Seen], Any | None] | None = None
    reads: Callable[[Any], str] = no_text
    host_deed: Callable[[TableEngine, TableState], HostDeed | None] = no_deed


def sections_of(content: Any) -> tuple[Section, ...]:
    """The rules at hand of a content that has them as `rules`; those a section tells stand under its last paragraph."""
    return tuple(
        [
            Section(
                title=section.title,
                paragraphs=tuple(
                    [(text, section.rules if at == len(section.text) else ()) for at, text in enumerate(section.text, start=1)]
                ),
            )
            for section in content.rules
        ]
    )


MOST_CONTENTS = 64  # frozen into tables, that a process keeps: all tables of a game opened in one version share theirs
_apps: dict[str, TableApp] = {}


def register(app: TableApp) -> None:
    """Let a game be played, and studied in the lab. Called once by its app when it is ready."""
    from rooms.tables.lab import lab_of_game  # which reads from here

    _apps[app.kind.id] = app
    register_lab(lab_of_game(app.kind.id))


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


def printed_content(kind: str) -> Any:
    """A game's content as a table opened now would have it."""
    return content_in(kind, content_of(kind))


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
