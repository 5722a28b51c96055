"""Registry of side-table games. A game is a Django app of its own and registers itself when it is ready.

Its modules are imported when it is first used, because most processes never use any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple

import msgspec
from django.conf import settings
from msgspec import Struct

from control.engine.language import later, say
from control.registry import register_lab
from rooms.tables.game.actions import Action
from rooms.tables.game.content_reading import translate_content
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.rules import GameKind
from rooms.tables.game.state import TableState

Fields = Mapping[str, list[str]]


class GuideSection(Struct, frozen=True, kw_only=True):
    """A section of the rules at hand: a title, and paragraphs with the rules that they retell."""

    title: str
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...]


class LogLevel(StrEnum):
    """The level of a heading in the log: a round of the game (a month), or a turn in it."""

    ROUND = "round"
    TURN = "turn"


class Touch(NamedTuple):
    """A change to a public thing. `thing` and `what`: the game's own names. `called`: the thing's title at that time."""

    thing: str
    what: str
    called: str = ""


class FactNote(Struct, frozen=True, kw_only=True):
    """What a game says about a fact beside its sentence. Everything in it is public.

    `player`: whose doing it was. `level`: makes the sentence a heading of the log. `touched`: marked on the board. `attacked`: the
    players attacked, one for each attack. `small`: not repeated to a player who comes back. `picture`: what the game's script draws
    of a reveal. `round`: the heading of the round that begins with this turn, if the round has no sentence of its own.
    """

    player: int | None = None
    level: LogLevel | None = None
    touched: tuple[Touch, ...] = ()
    attacked: tuple[int, ...] = ()
    small: bool = False
    picture: str = ""
    round: str = ""


NOTHING: Final = FactNote()


class ScoreCount(NamedTuple):
    """A player's own score: what is counted, and how much."""

    title: str
    value: str


def default_words(_view: Any, action: Any) -> str:
    """Default of `TableApp.run_out`: the words of the action itself."""
    return say(action.default) if isinstance(action, Action) and action.default else ""


def no_goal(_view: Any) -> str:
    """Default of `TableApp.goal`: no words."""
    return ""


def no_note(_fact: Any, _scene: Any) -> FactNote:
    """Default of `TableApp.note`. The log then names the player who gave the command."""
    return NOTHING


class HostDeed(Struct, frozen=True, kw_only=True):
    """What a game leaves to a host who does not play: a choice with a heading, and a button.

    The choice goes as `field` to the game's `action`, together with `fields`, which say what is done.
    """

    title: str
    label: str
    field: str
    choices: tuple[tuple[str, str], ...]
    press: str
    fields: Mapping[str, str]


def no_deed(_engine: TableEngine, _table: TableState) -> HostDeed | None:
    """Default of `TableApp.host_deed`: nothing is left to the host."""
    return None


def no_text(_shape: Any) -> str:
    """Default of `TableApp.reads`: the hand repeats no sentence of the log."""
    return ""


class ReferenceCard(Struct, frozen=True, kw_only=True):
    """A card, or anything else to look up.

    `copies`: how many there are, 0 if nobody counts them. `entry`: the key of what earlier tables keep about it (`GameKind.keeps`).
    """

    title: str
    text: str
    copies: int = 1
    marks: tuple[str, ...] = ()
    flavour: str = ""
    entry: str = ""


class ReferenceGroup(Struct, frozen=True, kw_only=True):
    """Cards that belong together, as printed. `parts`: what a deck consists of, such as 12, "real for Culture alone"."""

    title: str
    line: str
    cards: tuple[ReferenceCard, ...]
    parts: tuple[tuple[int, str], ...] = ()


class GameSight(Struct, frozen=True, kw_only=True):
    """What a screen shows of a game: the view and offers of `player`, None for an onlooker, and what goes with them.

    `told`: the sentences of the newest action in this viewer's log, in order. `before`: sentences before it, newest action first.
    `touched`: changes since the player's own last action, or by the newest action for an onlooker, oldest first. `timed_out`: the
    clock played the viewer's newest action.
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


class TableApp(Struct, frozen=True, kw_only=True):
    """A game as the console shows it.

    `shape`: makes the one object for the templates, `panel`. `hand`: the fragment of a phone. `board`: the fragment of a public
    screen.
    `action`: reads the fields of a button or form; raises Refused. `sections`: the rules at hand.
    `pictures`: a fragment with the drawings that the other two use, made from the table's `content`, loaded once; "" for none.
    `css`, `script`: static files, a stylesheet and a module, loaded once; "" for none.
    `tells_end`: the fragments themselves show the result of a game that was played to its end.
    `note`: what the game says about a fact, given the scene before it.
    `reference`: everything printed on the game's cards, from the content only, so nothing about a table.
    `run_out`: the default after a time-out in words, from the player's view: "your turn ends."; without what chance will bring.
    `score`: a player's score now, from rules, state and player, for games where each may know their own.
    `attacks`: the heading over who attacked whom. `rounds`: the name of a round.
    `goal`: how the game is won and when it ends, in a sentence or two, from a view.
    `follows`: the action that follows by itself, from the fields of a press that was played and what its player sees then.
    `reads`: a text in the hand, "" for none; a sentence of the log that contains it is not shown above the hand.
    `host_deed`: what a running game leaves to a host who does not play.

    Every form of the hand goes to `act.address` with the fields of `tables/_act.html`; see there. A browser without a script gets a
    whole page after a refusal, and `act.typed` has the fields that it sent. Both fragments are updated in place: an element with
    the same `data-key` or id stays, with the choices in it.
    """

    kind: GameKind
    shape: Callable[[GameSight], object]
    hand: str
    board: str
    action: Callable[[Fields], Any]
    sections: Callable[[Any], tuple[GuideSection, ...]]
    pictures: str = ""
    css: str = ""
    script: str = ""
    tells_end: bool = False
    note: Callable[[Any, Any], FactNote] = no_note
    reference: Callable[[Any], tuple[ReferenceGroup, ...]] | None = None
    run_out: Callable[[Any, Any], str] = default_words
    score: Callable[[Any, Any, int], ScoreCount] | None = None
    attacks: str = later("Who attacked whom")
    rounds: str = later("Round")
    goal: Callable[[Any], str] = no_goal
    follows: Callable[[Fields, GameSight], Any | None] | None = None
    reads: Callable[[Any], str] = no_text
    host_deed: Callable[[TableEngine, TableState], HostDeed | None] = no_deed


def sections_of(content: Any) -> tuple[GuideSection, ...]:
    """The rules at hand of a content with `rules`. The IDs of a section are listed under its last paragraph."""
    return tuple(
        [
            GuideSection(
                title=section.title,
                paragraphs=tuple(
                    [(text, section.rules if at == len(section.text) else ()) for at, text in enumerate(section.text, start=1)]
                ),
            )
            for section in content.rules
        ]
    )


MOST_CONTENTS = 64  # contents that a process caches; tables of a game that opened in one version share theirs
_apps: dict[str, TableApp | Callable[[], TableApp]] = {}  # a function until the game is used
_loading = RLock()  # two threads importing one game would each see half; no game takes another lock meanwhile


def register(kind: str, load: Callable[[], TableApp]) -> None:
    """Register a game for tables and for the lab. Its app calls this once when it is ready.

    `kind`: the game's id. `load`: imports the game.
    """
    from rooms.tables.lab import lab_of_game  # imports this module

    _apps[kind] = load
    register_lab(lab_of_game(kind))


def games() -> Mapping[str, TableApp]:
    """Every registered game by its id."""
    return {kind: app_of(kind) for kind in sorted(_apps)}


def app_of(kind: str) -> TableApp:
    """The game with this id.

    Raises:
        KeyError: no such game is installed.
    """
    app = _apps[kind]
    if isinstance(app, TableApp):
        return app
    with _loading:
        return _loaded(kind)


def _loaded(kind: str) -> TableApp:
    app = _apps[kind]
    if not isinstance(app, TableApp):
        app = _apps[kind] = app()
    return app


@cache
def content_of(kind: str) -> bytes:
    """A game's content for a new table, read from fixtures/<id>/, with texts in the hall's language if there are any."""
    fixtures, language = settings.BASE_DIR / "fixtures", settings.LANGUAGE_CODE.partition("-")[0]
    texts = translate_content(_files(fixtures / kind), _files(fixtures / f"{kind}_{language}"))
    return msgspec.json.encode(app_of(kind).kind.read(texts))


def _files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))}


def printed_content(kind: str) -> Any:
    """A game's content as a table that opens now would have it."""
    return content_in(kind, content_of(kind))


@lru_cache(maxsize=MOST_CONTENTS)
def content_in(kind: str, content: bytes) -> Any:
    """A table's stored content, decoded as its game's type."""
    return msgspec.json.decode(content, type=app_of(kind).kind.content)


@lru_cache(maxsize=MOST_CONTENTS)
def engine_of(kind: str, content: bytes) -> TableEngine:
    """The engine of a game over a table's stored content."""
    game = app_of(kind).kind
    think = timedelta(seconds=settings.TABLE_BOTS_SECONDS)
    return TableEngine(game=game, rules=game.rules(content_in(kind, content)), bots_think=think)
