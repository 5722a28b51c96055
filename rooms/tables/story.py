"""Log of a table: for every entry the sentence that each player may read, and the default to come.

It is cached in each process and continued from where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from textwrap import shorten
from typing import Any, TypeVar
from uuid import UUID

from msgspec import Struct

from control.engine.language import say
from control.journal import journal
from control.journal.memory import Memory
from control.journal.withdrawals import WITHDRAWN, withdrawn_in
from control.models import Entry, Stream
from rooms.tables.game.announcements import SaidAloud, back_words
from rooms.tables.game.chairs import BotPut
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.play import Began, TimeRanOut
from rooms.tables.game.state import TableState
from rooms.tables.game.turns import TurnCame
from rooms.tables.macros import id_after
from rooms.tables.registry import NOTHING, FactNote, LogLevel, ScoreCount, app_of, no_note

# === default ============================================================================================================

# The default action after a time-out, in the game's words, without what chance will bring.


T = TypeVar("T")


class AsItLies:
    """Chance that leaves every order as it is, since what will be drawn must not be told beforehand."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in the same order."""
        return tuple(items)


def default_words(engine: TableEngine, play: Any, player: int) -> str:
    """The default of a player to act, in words from their own view: "your turn ends." Empty if the game says nothing."""
    rules = engine.rules
    return app_of(engine.game.id).run_out(rules.view(play, player), rules.default(play, player, AsItLies()))


# === log ================================================================================================================

# The log. Each entry is told in the state before it, withdrawn ones included, so a sentence never changes once it was read.
# What a player read before an undo stays in the log, struck through, since it cannot be unread.


MOST_TABLES = 300  # tables whose logs a process caches
LONGEST_NAME = 90  # of a move in an announcement, so that there is room for the reason


class TableStoryLine(Struct, frozen=True, kw_only=True):
    """One entry of the log.

    `name`, `actor`, `command_id`, `label`, `at`: as in the journal's entry.
    `sentences`: one for each chair, and the last for onlookers; an empty one is not shown.
    `moves`: the fact is part of the game itself. `plain`: only a new turn. `begins`: the game begins.
    `shows`: a reveal. `aloud`: an announcement. `withdraws`: the entries that this one undoes.
    `binding`: why its player cannot undo it.
    `player`: whose doing it was. `by`: that player's name then. `note`: what the game says about it.
    `standing`: each player's score at the start of a round; a secret until the game is over.
    `scores`: each player's own score at a new turn; secret to that player.
    `late`: players whose time ran out; what follows in its command, up to the next such line, was played for them.
    `defaults`: for each of them what the default was, secret to that player.
    `bot_for`: the chair where a stand-in plays from here on.
    `press`: the command of the press itself, if this command followed from it.
    """

    seq: int
    actor: str
    name: str
    command_id: UUID
    label: str
    at: datetime
    sentences: tuple[str, ...]
    moves: bool = False
    plain: bool = False
    shows: bool = False
    late: tuple[int, ...] = ()
    defaults: tuple[str, ...] = ()
    bot_for: int | None = None
    begins: bool = False
    aloud: bool = False
    binding: str = ""
    withdraws: tuple[int, ...] = ()
    player: int | None = None
    by: str = ""
    note: FactNote = NOTHING
    standing: tuple[int, ...] = ()
    scores: tuple[ScoreCount, ...] = ()
    press: UUID | None = None

    @property
    def command(self) -> tuple[str, UUID]:
        """The key of a command: its actor and id. What followed from a press by itself has the key of the press."""
        return self.actor, self.press or self.command_id

    def told(self, player: int | None) -> str:
        """The sentence for a chair; None for an onlooker."""
        return self.sentences[player] if player is not None and player < len(self.sentences) - 1 else self.sentences[-1]


Group = tuple[TableStoryLine, ...]


@dataclass(slots=True)
class _Told:
    state: TableState
    lines: list[TableStoryLine] = field(default_factory=list)
    hash: str = ""  # of the last entry in `lines`


_told: Memory[UUID, _Told] = Memory(MOST_TABLES)


def lines_of(stream: Stream) -> Sequence[TableStoryLine]:
    """All entries up to the head of `stream` (a fresh row), oldest first."""
    with _told.locked(stream.memory_key):
        told = _told.get(stream.memory_key)
        news = journal.entries_behind(stream, len(told.lines), told.hash) if told is not None else None
        if told is None or news is None:
            told = _Told(state=TableState())
            _told.put(stream.memory_key, told)
            news = journal.entries_behind(stream, 0, "")
        if news:
            engine = journal.play_of(stream).engine
            assert isinstance(engine, TableEngine)
            for entry in news:
                _add_line(stream, engine, told, entry)
                told.hash = entry.hash
        return tuple(told.lines)


def forget() -> None:
    """Clear the cache."""
    _told.clear()


def withdrawn(lines: Sequence[TableStoryLine]) -> frozenset[int]:
    """The seqs of undone entries."""
    taken: set[int] = set()
    for line in reversed(lines):
        if line.withdraws and line.seq not in taken:
            taken.update(line.withdraws)
    return frozenset(taken)


def groups_of(lines: Sequence[TableStoryLine]) -> Iterator[Group]:
    """The lines of each command, newest command first."""
    for _command, group in groupby(reversed(lines), key=lambda line: line.command):
        yield tuple(reversed(tuple(group)))


def standing_moves(lines: Sequence[TableStoryLine]) -> Iterator[Group]:
    """Commands that moved the game and were not undone, newest first. A new turn counts too."""
    gone = withdrawn(lines)
    for group in groups_of(lines):
        if group[0].seq not in gone and any(line.moves for line in group):
            yield group


def since_own(lines: Sequence[TableStoryLine], actor: str) -> tuple[TableStoryLine, ...]:
    """What happened since the actor's own last move that was not undone, oldest first. Everything if there is none.

    Of facts around the game it has only time-outs, undos by others and announcements.
    """
    return tuple(
        line
        for line in behind_own(lines, actor)
        if line.moves or line.late or line.aloud or (line.withdraws and line.actor != actor)
    )


def taken_back_by(lines: Sequence[TableStoryLine], actor: str) -> int:
    """How many undos the actor has made since another player's last move."""
    gone, count = set[int](), 0
    for line in reversed(lines):
        if line.seq in gone:
            continue
        gone.update(line.withdraws)
        if line.moves and not line.plain and line.actor != actor:
            break
        count += bool(line.withdraws) and line.actor == actor
    return count


def newest_move(lines: Sequence[TableStoryLine]) -> Group:
    """The newest command that moved the game and was not undone. A new turn does not count."""
    return next((group for group in standing_moves(lines) if not all(line.plain for line in group)), ())


def behind_own(lines: Sequence[TableStoryLine], actor: str) -> tuple[TableStoryLine, ...]:
    """All lines since the actor's own last move, without undone ones, oldest first. Facts around the game are included."""
    gone, found = withdrawn(lines), []
    for group in groups_of(lines):
        if group[0].seq in gone:
            continue
        if group[0].actor == actor and any(line.moves and not line.plain for line in group):
            break
        found += list(reversed(group))
    return tuple(reversed(found))


def has_acted(lines: Sequence[TableStoryLine], actor: str) -> bool:
    """Whether this actor has made a move that was not undone. Beginning the game does not count."""
    moved = (group for group in standing_moves(lines) if group[0].actor == actor)
    return any(not any(line.begins for line in group) and not all(line.plain for line in group) for group in moved)


def name_of(group: Group, player: int | None) -> str:
    """The name of a command on an undo button: the first sentence that this viewer read, "Anna built Culture".

    What follows a colon is left to the log, and so is the heading of a turn that it began.
    """
    told = next((words for line in group if line.note.level is None and (words := line.told(player))), "")
    return told.partition(": ")[0].rstrip(".") or group[0].label


def _names(lines: Sequence[TableStoryLine], taken: Sequence[int]) -> str:
    """Undone moves in their public words, newest first, without repeated turns."""
    groups = [group for group in groups_of([lines[seq - 1] for seq in sorted(taken)]) if not all(line.plain for line in group)]
    return ", ".join(say("“{words}”", words=name_of(group, None)) for group in groups)


def _add_line(stream: Stream, engine: TableEngine, told: _Told, entry: Entry) -> None:
    if entry.kind == WITHDRAWN:
        taken = withdrawn_in(entry).entries
        who = say("Control") if entry.actor.startswith("staff:") else entry.name
        words = say("{who} took back {moves}.", who=who, moves=_names(told.lines, taken))
        told.lines.append(_line(entry, (words,), withdraws=tuple(taken)))
        told.state = journal.state_at(stream, entry.seq)
        return
    happened: Any = journal.event_of(engine, entry)
    player, note = _note_of(entry, engine, told.state, happened)
    standing = tuple(engine.rules.standing(told.state.play)) if note.level is LogLevel.ROUND else ()
    after = engine.evolve(told.state, happened)
    sentences = engine.sentences(happened, told.state, after)
    if isinstance(happened, SaidAloud) and 0 < happened.back <= len(told.lines):
        sentences = (_back_words(told.lines, happened),)
    told.lines.append(
        _line(
            entry,
            sentences,
            moves=engine.moves(happened),
            plain=isinstance(happened, TurnCame),
            shows=engine.shows(happened),
            **_table_fact_fields(engine, told.state, happened),
            aloud=isinstance(happened, SaidAloud),
            binding=engine.binding(happened),
            player=player,
            by=told.state.names[player] if player is not None and player < len(told.state.names) else "",
            note=note,
            standing=standing,
            scores=_scores(engine, told.state) if isinstance(happened, TurnCame) else (),
            press=_press(told.lines, entry),
        )
    )
    told.state = after


def _press(lines: Sequence[TableStoryLine], entry: Entry) -> UUID:
    """The id of the press behind an entry: the previous command's if this one followed from it."""
    last = lines[-1] if lines else None
    if last is None or last.actor != entry.actor or entry.command_id not in (last.command_id, id_after(last.command_id)):
        return entry.command_id
    return last.press or last.command_id


def _table_fact_fields(engine: TableEngine, state: TableState, happened: Any) -> dict[str, Any]:
    """Fields of a line for a fact around the game."""
    if isinstance(happened, TimeRanOut):
        defaults = tuple(default_words(engine, state.play, player) for player in happened.players)
        return {"late": happened.players, "defaults": defaults}
    if isinstance(happened, BotPut) and not happened.name:
        return {"bot_for": happened.chair}
    return {"begins": isinstance(happened, Began)}


def _scores(engine: TableEngine, state: TableState) -> tuple[ScoreCount, ...]:
    score = app_of(engine.game.id).score
    if score is None or state.play is None:
        return ()
    return tuple(score(engine.rules, state.play, player) for player in range(len(state.chairs)))


def _note_of(entry: Entry, engine: TableEngine, state: TableState, happened: Any) -> tuple[int | None, FactNote]:
    """Whose doing an entry was, and the game's note if it is a fact of the game."""
    rules, note = engine.rules, app_of(engine.game.id).note
    of_game = type(happened) in rules.facts.events
    if note is no_note or not of_game:
        return None if engine.moves(happened) and not of_game else state.chair_of(entry.actor.removeprefix("seat:")), NOTHING
    found = note(happened, rules.scene(state.play, state.names))
    return found.player, found


def _back_words(lines: Sequence[TableStoryLine], happened: SaidAloud) -> str:
    """The announcement that Control took a move back, with the public name of the move."""
    first = lines[happened.back - 1]
    group = tuple(line for line in lines if line.command == first.command)
    return back_words(happened, shorten(name_of(group, None), LONGEST_NAME, placeholder="…"))


def _line(entry: Entry, sentences: tuple[str, ...], **more: Any) -> TableStoryLine:
    return TableStoryLine(
        seq=entry.seq,
        actor=entry.actor,
        name=entry.name,
        command_id=entry.command_id,
        label=entry.label,
        at=entry.at,
        sentences=sentences,
        **more,
    )
