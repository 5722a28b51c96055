"""Journal in words: each entry as a sentence, and entries grouped by command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from msgspec import Struct

from control.day.state import DayState
from control.engine.context import ORGANIZER
from control.engine.ids import DeskId, RoomId
from control.engine.language import later, say
from control.engine.modules import (
    Correction,
    Game,
    GameEvent,
    Invalidation,
    Module,
    corrections_in,
    desks_of,
    journal_words,
    reports_in,
)
from control.engine.reports import Report
from control.engine.typed_text import fold_letters
from control.journal import journal
from control.journal.memory import Memory
from control.journal.withdrawals import WITHDRAWN, is_redo_label, plain_label, withdrawal_label, withdrawn_in
from control.models import Entry, Stream
from control.people.events import SETUP

# === sentences ==========================================================================================================

# Each entry gets its sentence in the state in which it happened, withdrawn entries included. So a sentence never changes. The lines
# are cached per process, and new entries are added at the end.


ALL_MAY_READ: frozenset[DeskId] = frozenset()


class StoryLine(Struct, frozen=True, kw_only=True):
    """One journal entry in words.

    `readers`: desks that may read the sentence; empty for every desk. `heard`: the topics that it refreshed, by audience.
    `corrections`: correction notices. `outdated`: earlier notices that it makes out of date, by audience and subject.
    `restored`: notices after its undo. `after_undo`: what everybody may read of its undo; with `covers_group` nothing else is said.
    `room`: the room that it belongs to; None for shared parts.
    """

    seq: int
    actor: str
    name: str
    command_id: UUID
    label: str
    at: datetime
    kind: str
    module: str
    sentence: str
    readers: frozenset[DeskId]
    keepers: frozenset[DeskId]  # desks that may withdraw the command; empty for the organizer only
    lasting: str
    heard: tuple[Invalidation, ...]
    room: RoomId | None = None
    corrections: tuple[Correction, ...] = ()
    outdated: tuple[tuple[str, str], ...] = ()
    restored: tuple[Correction, ...] = ()
    after_undo: tuple[str, ...] = ()
    covers_group: bool = False
    withdraws: tuple[int, ...] = ()
    round: int = 0
    reports: tuple[Report, ...] = ()

    @property
    def command(self) -> tuple[str, UUID]:
        """The key of its command: actor and command ID."""
        return self.actor, self.command_id


@dataclass(slots=True)
class _Told:
    """The lines of one stream so far. `state`: the state after the last line, without withdrawn entries."""

    state: DayState
    lines: list[StoryLine] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)  # hash of each line's entry

    @property
    def hash(self) -> str:
        """The hash of the last entry."""
        return self.hashes[-1] if self.hashes else ""

    def up_to(self, stream: Stream) -> tuple[StoryLine, ...] | None:
        """The lines up to an older head: a page may hold a row read before the newest commit. None if the past differs."""
        at = stream.head
        return tuple(self.lines[:at]) if 0 < at < len(self.lines) and self.hashes[at - 1] == stream.hash else None


MOST_EVENTS = 32  # events whose lines a process caches
_told: Memory[UUID, _Told] = Memory(MOST_EVENTS)


def lines_of(stream: Stream) -> Sequence[StoryLine]:
    """The lines of all entries up to the head of `stream` (a fresh row), oldest first."""
    with _told.locked(stream.memory_key):
        told = _told.get(stream.memory_key)
        if told is not None and (known := told.up_to(stream)) is not None:
            return known
        news = journal.entries_behind(stream, len(told.lines), told.hash) if told is not None else None
        if told is None or news is None:
            told = _Told(state=journal.play_of(stream).blank)
            _told.put(stream.memory_key, told)
            news = journal.entries_behind(stream, 0, "")
        for entry in news or ():
            _add_lines(stream, told, entry)
            told.hashes.append(entry.hash)
        return tuple(told.lines)


def forget() -> None:
    """Clear the cache."""
    _told.clear()


def withdrawn_by(lines: Iterable[StoryLine]) -> Mapping[int, StoryLine]:
    """Each withdrawn seq with the line that withdraws it."""
    taken: dict[int, StoryLine] = {}
    for line in sorted((line for line in lines if line.kind == WITHDRAWN), key=lambda line: -line.seq):
        if line.seq not in taken:
            taken.update(dict.fromkeys(line.withdraws, line))
    return taken


def may_read(line: StoryLine, desks: frozenset[DeskId]) -> bool:
    """May these desks read the sentence? What a room's own module says is for the room's desk (R-17)."""
    return not line.readers or ORGANIZER in desks or bool(line.readers & desks)


def may_withdraw(line: StoryLine, desks: frozenset[DeskId]) -> bool:
    """May a member of these desks withdraw the line's command?"""
    return not line.lasting and (ORGANIZER in desks or bool(line.keepers & desks))


def _add_lines(stream: Stream, told: _Told, entry: Entry) -> None:
    if entry.kind == WITHDRAWN:
        told.lines.append(_withdrawal(told.lines, entry))
        told.state = journal.state_at(stream, entry.seq)
        return
    game = journal.game_of(stream)
    happened = journal.event_of(game, entry)
    module = game.module_of(happened)
    undo = game.events[type(happened)].undo
    restored, after_undo = undo.restored(happened, told.state), undo.words(happened, told.state)
    before = told.state
    told.state = game.evolve(before, happened)
    lines = tuple(game.tell(happened, before, told.state))
    told.lines.append(
        StoryLine(
            seq=entry.seq,
            actor=entry.actor,
            name=_name(game, happened, entry),
            command_id=entry.command_id,
            label=entry.label,
            at=entry.at,
            kind=entry.kind,
            module=module.name,
            sentence=journal_words(lines),
            readers=game.readers(happened, told.state),
            keepers=_keepers(game, module, happened, told.state),
            lasting=game.lasting(happened),
            heard=tuple(dict.fromkeys(game.invalidations(happened, told.state))),
            room=module.room,
            corrections=corrections_in(lines),
            outdated=game.outdated(before, told.state),
            restored=restored,
            after_undo=(after_undo,) if after_undo else (),
            covers_group=bool(after_undo) and undo.words_alone,
            round=before.clock.month,
            reports=reports_in(lines),
        )
    )


def _name(game: Game[Any], happened: GameEvent, entry: Entry) -> str:
    """The person to ask about it. The name is hidden if the event is `anonymous` and a player gave the command."""
    hidden = game.events[type(happened)].anonymous and entry.actor.startswith("seat:")
    return say("Somebody") if hidden else entry.name


def _withdrawal(lines: Sequence[StoryLine], entry: Entry) -> StoryLine:
    document = withdrawn_in(entry)
    taken = [lines[seq - 1] for seq in sorted(document.entries)]
    first = taken[0]
    label = withdrawal_label(first.label, of_withdrawal=first.kind == WITHDRAWN)
    again = is_redo_label(label)
    after_undo = _after_undo(taken)
    return StoryLine(
        seq=entry.seq,
        actor=entry.actor,
        name=entry.name,
        command_id=entry.command_id,
        label=label,
        at=entry.at,
        kind=entry.kind,
        module="journal",
        sentence=_withdrawn_words(plain_label(first.label), document.reason, again=again),
        readers=ALL_MAY_READ,
        keepers=first.keepers,
        lasting="",
        heard=tuple(dict.fromkeys(invalidation for line in taken for invalidation in line.heard)),
        room=first.room,
        corrections=_taken_back(taken, say("Counts again") if again else say("Taken back"), after_undo),
        restored=_restored(taken),
        after_undo=after_undo,
        covers_group=any(line.covers_group for line in taken),
        withdraws=document.entries,
    )


def _withdrawn_words(what: str, reason: str, *, again: bool) -> str:
    if again:
        return (
            say("Brought back “{what}”: {reason}.", what=what, reason=reason)
            if reason
            else say("Brought back “{what}”.", what=what)
        )
    return say("Withdrawn “{what}”: {reason}.", what=what, reason=reason) if reason else say("Withdrawn “{what}”.", what=what)


def _after_undo(taken: Sequence[StoryLine]) -> tuple[str, ...]:
    """What everybody may read about an undo: the step or phase (walls show its name), and the `after_undo` texts of its lines.

    If a line has `covers_group`, only the texts of such lines are used.
    """
    whole = tuple(words for line in taken if line.covers_group for words in line.after_undo)
    if whole:
        return tuple(dict.fromkeys(whole))
    named = (_quoted(plain_label(taken[0].label)),) if taken[0].module == "clock" else ()
    return tuple(dict.fromkeys((*named, *(words for line in taken for words in line.after_undo))))


def _taken_back(taken: Sequence[StoryLine], what: str, after_undo: tuple[str, ...]) -> tuple[Correction, ...]:
    """Corrections about an undo, for each audience that saw its entries. A value is named only to those who were told it."""
    whole = any(line.covers_group for line in taken)
    told = [(line, each) for line in taken if not whole for each in line.corrections if each not in line.restored]
    named = [Correction(to=each.to, what=what, now=_notice_text(line, each)) for line, each in told]
    own = [each for line in taken if not whole for each in line.reports if each.at_once]
    named += [Correction(to=each.to, what=what, now=_quoted(each.words.removesuffix("."))) for each in own]
    restored = _restored(taken)
    known = {each.to for each in (named if whole else (*named, *restored))}
    public = after_undo or (say("something that was shown here; look again"),)
    audiences = dict.fromkeys(invalidation.to for line in taken for invalidation in line.heard)
    others = [to for to in audiences if to not in known and to != "staff" and not to.startswith("desk:")]
    return (*restored, *dict.fromkeys(named), *(Correction(to=to, what=what, now=words) for to in others for words in public))


def _restored(taken: Sequence[StoryLine]) -> tuple[Correction, ...]:
    """Notices of what counts again. An undone withdrawal has none."""
    return tuple(dict.fromkeys(each for line in taken if line.kind != WITHDRAWN for each in line.restored))


def _notice_text(line: StoryLine, correction: Correction) -> str:
    """The text of a correction for a further notice: quoted, or unchanged if it comes from a withdrawal."""
    return correction.now if line.kind == WITHDRAWN else _quoted(correction.words.removesuffix("."))


def _quoted(words: str) -> str:
    return say("“{what}”", what=words)


def _keepers(game: Game[Any], module: Module, happened: GameEvent, state: DayState) -> frozenset[DeskId]:
    """The desks that may withdraw the event: its named readers, else the desk of its room, else all desks of the module."""
    if (named := game.events[type(happened)].readers) is not None and (alone := named(happened, state)):
        return alone
    room = module.room or getattr(happened, "room", None)
    if isinstance(room, str) and (module.room or module.name == "clock"):
        return frozenset({state.frame.desk_of(room)})
    return frozenset(desk for handler in module.commands.values() for desk in desks_of(handler.desks, state.frame)) - {ORGANIZER}


# === commands ===========================================================================================================

# The journal as commands, newest first.


HIDDEN = later("What was done is told at the desk it belongs to.")


class CommandStory(Struct, frozen=True, kw_only=True):
    """One command in words: time, sender, label, sentences, and whether it is withdrawn."""

    seq: int  # of its first entry
    at: datetime
    who: str
    label: str
    sentences: tuple[str, ...]
    module: str
    withdrawn_label: str  # who withdrew it, and how; empty while it is in force
    withdrawn_seq: int
    is_withdrawal: bool
    may_withdraw: bool
    lasting: str


def commands_of(lines: Sequence[StoryLine]) -> Iterator[tuple[StoryLine, ...]]:
    """The lines of each command, newest command first."""
    for _command, group in groupby(reversed(lines), key=lambda line: line.command):
        yield tuple(reversed(tuple(group)))


def command_stories(
    groups: Iterable[tuple[StoryLine, ...]], lines: Sequence[StoryLine], desks: frozenset[str]
) -> tuple[CommandStory, ...]:
    """These commands, with what these desks may read."""
    taken = withdrawn_by(lines)
    return tuple(_told_together(group, taken.get(group[0].seq), desks) for group in groups)


def newest(lines: Sequence[StoryLine], desks: frozenset[str], count: int) -> tuple[CommandStory, ...]:
    """The latest commands."""
    found = []
    for group in commands_of(lines):
        found.append(group)
        if len(found) == count:
            break
    return command_stories(found, lines, desks)


def _told_together(group: tuple[StoryLine, ...], taken: StoryLine | None, desks: frozenset[str]) -> CommandStory:
    first = group[0]
    readable = tuple(line.sentence for line in group if may_read(line, desks))
    lasting = next((line.lasting for line in group if line.lasting), "")
    return CommandStory(
        seq=first.seq,
        at=first.at,
        who=who(first),
        label=first.label,
        sentences=readable if len(readable) == len(group) else (*readable, say(HIDDEN)),
        module=first.module,
        withdrawn_label=f"{who(taken)}, {taken.sentence}" if taken else "",
        withdrawn_seq=taken.seq if taken else 0,
        is_withdrawal=first.kind == WITHDRAWN,
        may_withdraw=taken is None and not lasting and may_withdraw(first, desks),
        lasting=lasting,
    )


def names_of_doers(lines: Iterable[StoryLine]) -> tuple[str, ...]:
    """Names of the people behind these lines: control team and clock first, then players, each sorted for reading."""
    names = {who(line): line.actor.startswith("seat:") for line in lines}
    return tuple(sorted(names, key=lambda name: (names[name], fold_letters(name))))


def who(line: StoryLine) -> str:
    """The person behind a line, to ask tomorrow."""
    if line.actor == "clock":
        return say("The clock")
    name = line.name or line.actor.partition(":")[2]
    return say("setup") if name == SETUP else name
