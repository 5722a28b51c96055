"""The log of a table: every entry, and the default to come, as the sentence each player may read.

It is kept per process and read on from where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from textwrap import shorten
from typing import Any, TypeVar
from uuid import UUID

from control.engine.language import say
from control.journal import journal
from control.journal.memory import Memory
from control.journal.withdrawals import WITHDRAWN, withdrawn_in
from control.models import Entry, Stream
from rooms.tables.game.announcements import SaidAloud, back_words
from rooms.tables.game.chairs import BotPut
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.playing import Began, TimeRanOut
from rooms.tables.game.state import TableState
from rooms.tables.game.turns import TurnCame
from rooms.tables.macros import id_after
from rooms.tables.registry import NOTHING, Counted, Level, Note, app_of, no_note

# === default ============================================================================================================

# What is played for whoever lets the time run out, in the words of the game, with nothing that chance brings.


T = TypeVar("T")


class AsItLies:
    """A chance that leaves everything where it lies: what is drawn by lot is not drawn yet, and not told."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in the same order."""
        return tuple(items)


def default_words(engine: TableEngine, play: Any, player: int) -> str:
    """The default of a player who is waited for, as the own view has it: "your turn ends."; empty where the game says nothing."""
    rules = engine.rules
    return app_of(engine.game.id).run_out(rules.view(play, player), rules.default(play, player, AsItLies()))


# === log ================================================================================================================

# The log of a table: every entry as the sentence each player may read, kept per process and read on from where it stopped. An
# entry is told in the state it happened in, withdrawn ones included, so a sentence once read never changes. What a player was
# told before taking something back stays in the log, struck through: it cannot be unread.


MOST_TABLES = 300  # whose logs a process keeps
LONGEST_NAME = 90  # of a move that is said aloud: the reason must be heard to its end


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One entry. `sentences` has one for each chair and one for whoever looks on, which is the last; empty ones are not told.

    `moves`: it belongs to the course of the game. `binds` says why its player cannot take it back. `plain` is a new turn and
    nothing else. `player` is whose doing it was, called `by` then, `note` what the game says of it. `standing` is what each
    player would have scored where a round began; nobody reads it before the game is over. `scores` are everybody's where a turn
    came: each is its player's alone. `shows`: something is shown to
    everybody by it. `late` are the players whose time ran out: what follows in its command, up to the next of them, was played
    for these; `defaults` says of each to that player alone what it was. `bot_for` is whom a bot plays for from here on. `begins`:
    the game does. `press` is the command that a press gave first, where more followed from it.
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
    binds: str = ""
    withdraws: tuple[int, ...] = ()
    player: int | None = None
    by: str = ""
    note: Note = NOTHING
    standing: tuple[int, ...] = ()
    scores: tuple[Counted, ...] = ()
    press: UUID | None = None

    @property
    def command(self) -> tuple[str, UUID]:
        """What belongs together: whose command this came from, and which; what followed by itself from a press is of that one."""
        return self.actor, self.press or self.command_id

    def told(self, player: int | None) -> str:
        """The sentence for a chair; None for whoever looks on."""
        return self.sentences[player] if player is not None and player < len(self.sentences) - 1 else self.sentences[-1]


Group = tuple[Line, ...]


@dataclass(slots=True)
class _Told:
    state: TableState
    lines: list[Line] = field(default_factory=list)
    hash: str = ""  # of the entry told last


_told: Memory[UUID, _Told] = Memory(MOST_TABLES)


def lines_of(stream: Stream) -> Sequence[Line]:
    """Every entry up to the head that `stream` (a fresh row) names, oldest first."""
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
                _tell(stream, engine, told, entry)
                told.hash = entry.hash
        return tuple(told.lines)


def forget() -> None:
    """Drop everything told so far."""
    _told.clear()


def withdrawn(lines: Sequence[Line]) -> frozenset[int]:
    """The seqs that are taken back."""
    taken: set[int] = set()
    for line in reversed(lines):
        if line.withdraws and line.seq not in taken:
            taken.update(line.withdraws)
    return frozenset(taken)


def groups_of(lines: Sequence[Line]) -> Iterator[Group]:
    """The lines of each command, newest command first."""
    for _command, group in groupby(reversed(lines), key=lambda line: line.command):
        yield tuple(reversed(tuple(group)))


def standing_moves(lines: Sequence[Line]) -> Iterator[Group]:
    """The commands that moved the game and were not taken back, newest first; a new turn alone is one too."""
    gone = withdrawn(lines)
    for group in groups_of(lines):
        if group[0].seq not in gone and any(line.moves for line in group):
            yield group


def since_own(lines: Sequence[Line], actor: str) -> tuple[Line, ...]:
    """What happened since the actor's own last action that stands, oldest first; all of it where there is none.

    Of what goes on around the game only this is in it: a time that ran out, what others took back, what was said aloud.
    """
    return tuple(
        line
        for line in behind_own(lines, actor)
        if line.moves or line.late or line.aloud or (line.withdraws and line.actor != actor)
    )


def taken_back_by(lines: Sequence[Line], actor: str) -> int:
    """How often the actor has taken something back since somebody else acted last."""
    gone, count = set[int](), 0
    for line in reversed(lines):
        if line.seq in gone:
            continue
        gone.update(line.withdraws)
        if line.moves and not line.plain and line.actor != actor:
            break
        count += bool(line.withdraws) and line.actor == actor
    return count


def newest_move(lines: Sequence[Line]) -> Group:
    """The newest command that moved the game and stands, without a new turn alone."""
    return next((group for group in standing_moves(lines) if not all(line.plain for line in group)), ())


def behind_own(lines: Sequence[Line], actor: str) -> tuple[Line, ...]:
    """Everything that stands since the actor's own last action, what goes on around the game included; oldest first."""
    gone, found = withdrawn(lines), []
    for group in groups_of(lines):
        if group[0].seq in gone:
            continue
        if group[0].actor == actor and any(line.moves and not line.plain for line in group):
            break
        found += list(reversed(group))
    return tuple(reversed(found))


def has_acted(lines: Sequence[Line], actor: str) -> bool:
    """Has this actor done anything in the game that stands? To begin it is nothing yet."""
    moved = (group for group in standing_moves(lines) if group[0].actor == actor)
    return any(not any(line.begins for line in group) and not all(line.plain for line in group) for group in moved)


def name_of(group: Group, player: int | None) -> str:
    """What a command is called when it is taken back: what this viewer was told of it first, "Anna built Culture".

    What came of it, behind a colon, stands in the log and not on a button; nor does the heading of the turn that began by it.
    """
    told = next((words for line in group if line.note.level is None and (words := line.told(player))), "")
    return told.partition(": ")[0].rstrip(".") or group[0].label


def _names(lines: Sequence[Line], taken: Sequence[int]) -> str:
    """What was taken back, as everybody was told it, the last first; a turn that only came again is not named."""
    groups = [group for group in groups_of([lines[seq - 1] for seq in sorted(taken)]) if not all(line.plain for line in group)]
    return ", ".join(say("“{words}”", words=name_of(group, None)) for group in groups)


def _tell(stream: Stream, engine: TableEngine, told: _Told, entry: Entry) -> None:
    if entry.kind == WITHDRAWN:
        taken = withdrawn_in(entry).entries
        who = say("Control") if entry.actor.startswith("staff:") else entry.name
        words = say("{who} took back {moves}.", who=who, moves=_names(told.lines, taken))
        told.lines.append(_line(entry, (words,), withdraws=tuple(taken)))
        told.state = journal.state_at(stream, entry.seq)
        return
    happened: Any = journal.event_of(engine, entry)
    player, note = _noted(entry, engine, told.state, happened)
    standing = tuple(engine.rules.standing(told.state.play)) if note.level is Level.ROUND else ()
    sentences = tuple(_heard(engine, told, happened, seat) for seat in (*range(len(told.state.chairs)), None))
    told.lines.append(
        _line(
            entry,
            sentences,
            moves=engine.moves(happened),
            plain=isinstance(happened, TurnCame),
            shows=engine.shows(happened),
            **_around(engine, told.state, happened),
            aloud=isinstance(happened, SaidAloud),
            binds=engine.binds(happened),
            player=player,
            by=told.state.names[player] if player is not None and player < len(told.state.names) else "",
            note=note,
            standing=standing,
            scores=_scores(engine, told.state) if isinstance(happened, TurnCame) else (),
            press=_press(told.lines, entry),
        )
    )
    told.state = engine.evolve(told.state, happened)


def _press(lines: Sequence[Line], entry: Entry) -> UUID:
    """The command that was pressed for: the one before where this came of it by itself."""
    last = lines[-1] if lines else None
    if last is None or last.actor != entry.actor or entry.command_id not in (last.command_id, id_after(last.command_id)):
        return entry.command_id
    return last.press or last.command_id


def _around(engine: TableEngine, state: TableState, happened: Any) -> dict[str, Any]:
    """What is said of a fact that goes on around the game."""
    if isinstance(happened, TimeRanOut):
        defaults = tuple(default_words(engine, state.play, player) for player in happened.players)
        return {"late": happened.players, "defaults": defaults}
    if isinstance(happened, BotPut) and not happened.name:
        return {"bot_for": happened.chair}
    return {"begins": isinstance(happened, Began)}


def _scores(engine: TableEngine, state: TableState) -> tuple[Counted, ...]:
    score = app_of(engine.game.id).score
    if score is None or state.play is None:
        return ()
    return tuple(score(engine.rules, state.play, player) for player in range(len(state.chairs)))


def _noted(entry: Entry, engine: TableEngine, state: TableState, happened: Any) -> tuple[int | None, Note]:
    """Whose doing an entry was, and what the game says of it: of a fact of its own, where it says anything."""
    rules, note = engine.rules, app_of(engine.game.id).note
    of_game = type(happened) in rules.facts.events
    if note is no_note or not of_game:
        return None if engine.moves(happened) and not of_game else state.chair_of(entry.actor.removeprefix("seat:")), NOTHING
    found = note(happened, rules.scene(state.play, state.names))
    return found.player, found


def _heard(engine: TableEngine, told: _Told, happened: Any, player: int | None) -> str:
    if isinstance(happened, SaidAloud) and 0 < happened.back <= len(told.lines):
        first = told.lines[happened.back - 1]
        group = tuple(line for line in told.lines if line.command == first.command)
        return back_words(happened, shorten(name_of(group, None), LONGEST_NAME, placeholder="…"))
    return engine.told(happened, told.state, player)


def _line(entry: Entry, sentences: tuple[str, ...], **more: Any) -> Line:
    return Line(
        seq=entry.seq,
        actor=entry.actor,
        name=entry.name,
        command_id=entry.command_id,
        label=entry.label,
        at=entry.at,
        sentences=sentences,
        **more,
    )
