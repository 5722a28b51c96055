"""Journal in words: each entry as a sentence, and entries grouped by command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import cast, overload
from uuid import UUID

from django.db.models import Max
from msgspec import Struct

from control.day.state import DayState
from control.engine.context import ORGANIZER
from control.engine.ids import DeskId
from control.engine.language import later, say
from control.engine.typed_text import fold_letters
from control.engine.upcasting import class_named
from control.journal import journal, rows
from control.journal.memory import Memory
from control.journal.story_line import OF_WITHDRAWALS, StoryLine, line_of_event, line_of_withdrawal, name_of_doer
from control.journal.withdrawals import WITHDRAWN, marks_of, withdrawn_in
from control.models import Entry, Stream
from control.people.events import SETUP

# === story ==============================================================================================================

# Each entry gets its sentence in the state in which it happened, withdrawn entries included. So a sentence never changes.
#
# A process tells a line when somebody first reads it, and caches it. It begins at the newest snapshot before the lines that are
# read. So the newest page of a long journal costs no more than that of a short one. The newest lines are told first: the state
# behind them tells what other processes add.


AT_ONCE = 100  # entries told together: about one snapshot's distance
MOST_EVENTS = 32  # events whose lines a process caches


class DoerOfEntry(Struct, frozen=True):
    """Who gave the command of some entries, and the module that owns them."""

    module: str
    actor: str
    name: str


@dataclass(slots=True)
class _Told:
    """The lines of one stream so far; None where nobody has read yet. `state`: the state after the last, without withdrawn entries.

    `missing`: the number of lines that are None. `hashes`: of the entries whose lines are told. `withdrawals`: seqs with the seqs
    that they withdraw. `doers`: kind, actor and name of all entries, those of the newest last; None until somebody asks.
    """

    state: DayState
    lines: list[StoryLine | None]
    missing: int
    withdrawals: list[tuple[int, tuple[int, ...]]]
    hashes: dict[int, str] = field(default_factory=dict)
    doers: dict[tuple[str, str, str], None] | None = None

    @property
    def head(self) -> int:
        """The seq of the last entry."""
        return len(self.lines)

    @property
    def hash(self) -> str:
        """The hash of the last entry."""
        return self.hashes.get(self.head, "")

    def keep(self, line: StoryLine) -> None:
        """Keep a line, unless telling it has told it already: a withdrawal tells what it withdraws."""
        if self.lines[line.seq - 1] is None:
            self.lines[line.seq - 1] = line
            self.missing -= 1

    def add(self, entry: Entry) -> None:
        """Make room for a new entry's line."""
        self.lines.append(None)
        self.missing += 1
        if entry.kind == WITHDRAWN:
            self.withdrawals.append((entry.seq, withdrawn_in(entry).entries))
        if self.doers is not None:
            key = entry.kind, entry.actor, entry.name
            self.doers.pop(key, None)
            self.doers[key] = None


_told: Memory[UUID, _Told] = Memory(MOST_EVENTS)


class Story(Sequence[StoryLine]):
    """The lines of a journal up to one entry, oldest first. Each is told when it is first read.

    To read all lines, iterate. To find a newer one, iterate over `reversed`: it tells no more than you read.
    """

    def __init__(self, stream: Stream, told: _Told, count: int) -> None:
        self._stream = stream
        self._told = told
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> StoryLine: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[StoryLine, ...]: ...

    def __getitem__(self, at: int | slice) -> StoryLine | tuple[StoryLine, ...]:
        places = range(self._count)[at]
        if isinstance(places, int):
            return self._read(places, places + 1)[0]
        if places.step == 1:
            return tuple(self._read(places.start, places.stop))
        return tuple(self[place] for place in places)

    def __iter__(self) -> Iterator[StoryLine]:
        return iter(self._read(0, self._count))

    def __reversed__(self) -> Iterator[StoryLine]:
        size, end = AT_ONCE, self._count
        while end:
            begin = max(end - size, 0)
            yield from reversed(self._read(begin, end))
            size, end = 2 * size, begin

    def begun_before(self, seq: int) -> Story:
        """The lines of the commands that begin before entry `seq`."""
        end = min(max(seq - 1, 0), self._count)
        while 0 < end < self._count and self[end].command == self[end - 1].command:
            end += 1
        return Story(self._stream, self._told, end)

    def command_of(self, line: StoryLine) -> tuple[StoryLine, ...]:
        """The lines of this line's command, which follow each other."""
        first = last = line.seq
        while first > 1 and self[first - 2].command == line.command:
            first -= 1
        while last < self._count and self[last].command == line.command:
            last += 1
        return self[first - 1 : last]

    @property
    def withdrawn(self) -> Mapping[int, StoryLine]:
        """Each withdrawn seq with the line that withdraws it."""
        by: dict[int, int] = {}
        for seq, entries in reversed(self._told.withdrawals):
            if seq <= self._count and seq not in by:
                by.update(dict.fromkeys(entries, seq))
        return _WithdrawnLines(self, by)

    @property
    def doers(self) -> tuple[DoerOfEntry, ...]:
        """Everybody behind the journal's entries, by module; those of the newest entries last."""
        with _told.locked(self._stream.memory_key):
            if self._told.doers is None:
                self._told.doers = dict.fromkeys(_doers_in(self._stream, self._told.head))
            found = tuple(self._told.doers)
        game = journal.game_of(self._stream)
        types = {kind: class_named(game.event_types, kind) for kind, _actor, _name in found if kind != WITHDRAWN}
        modules = {WITHDRAWN: OF_WITHDRAWALS, **{kind: game.module_of(of).name for kind, of in types.items()}}
        return tuple(
            DoerOfEntry(modules[kind], actor, name_of_doer(game, types[kind], actor, name) if kind in types else name)
            for kind, actor, name in found
        )

    def _read(self, begin: int, end: int) -> Sequence[StoryLine]:
        """The lines at these places, told if nobody has read them before."""
        is_whole = not self._told.missing  # asked before the lines are copied: others may tell them meanwhile
        found = self._told.lines[begin:end]
        if not is_whole and None in found:
            with _told.locked(self._stream.memory_key):
                _tell(self._stream, self._told, begin, end)
            found = self._told.lines[begin:end]
        return cast("list[StoryLine]", found)


class _WithdrawnLines(Mapping[int, StoryLine]):
    """The lines of withdrawals by withdrawn seq. `by`: the seqs of these lines."""

    def __init__(self, lines: Story, by: Mapping[int, int]) -> None:
        self._lines = lines
        self._by = by

    def __contains__(self, seq: object) -> bool:
        return seq in self._by

    def __getitem__(self, seq: int) -> StoryLine:
        return self._lines[self._by[seq] - 1]

    def __iter__(self) -> Iterator[int]:
        return iter(self._by)

    def __len__(self) -> int:
        return len(self._by)


def lines_of(stream: Stream) -> Story:
    """The lines of all entries up to the head of `stream` (a fresh row), oldest first."""
    with _told.locked(stream.memory_key):
        told = _told.get(stream.memory_key)
        if told is None or not _catches_up(stream, told):
            told = _begin(stream)
            _told.put(stream.memory_key, told)
        return Story(stream, told, stream.head)


def forget() -> None:
    """Clear the cache."""
    _told.clear()


def _begin(stream: Stream) -> _Told:
    """What is told of a stream at first: its newest lines."""
    withdrawals = [each for each in marks_of(stream).withdrawals if each[0] <= stream.head]
    told = _Told(state=journal.play_of(stream).blank, lines=[None] * stream.head, missing=stream.head, withdrawals=withdrawals)
    if stream.head:
        told.state = _tell(stream, told, stream.head - 1, stream.head)
    return told


def _catches_up(stream: Stream, told: _Told) -> bool:
    """Tell what is new up to the head of `stream`. False if the told past is another one.

    A page may hold a row read before the newest commit.
    """
    if 0 < stream.head < told.head:
        return told.hashes.get(stream.head) == stream.hash
    news = journal.entries_behind(stream, told.head, told.hash)
    try:
        for entry in news or ():
            told.add(entry)
            told.state = _tell_entry(stream, told, told.state, entry)
    except BaseException:  # what was told in part would be told wrongly from here
        _told.drop(stream.memory_key)
        raise
    return news is not None


def _tell(stream: Stream, told: _Told, begin: int, end: int) -> DayState:
    """Tell the lines at these places and beside them, as far as nobody has read them. Return the state behind.

    Raises:
        RuntimeError: the database holds another past by now.
    """
    head = min(told.head, stream.head)  # a database that was set back holds no more than this row knows
    begin, end = begin - begin % AT_ONCE, min(end + -end % AT_ONCE, head)
    while begin < end - 1 and told.lines[begin] is not None:
        begin += 1
    while begin < end - 1 and told.lines[end - 1] is not None:
        end -= 1
    entries = rows.entries_between(stream, begin + 1, end)
    known = told.hashes.get(head)
    if len(entries) < end - begin or (known and not stream.entries.filter(seq=head, hash=known).exists()):
        _told.drop(stream.memory_key)  # so the next page begins anew
        raise RuntimeError(f"the journal of {stream} no longer holds the entries that were told; load the page again")
    state: DayState = journal.state_at(stream, begin)
    for entry in entries:
        state = _tell_entry(stream, told, state, entry)
    return state


def _tell_entry(stream: Stream, told: _Told, before: DayState, entry: Entry) -> DayState:
    """Tell an entry unless it is told; return the state after it. `before`: the state before it."""
    place = entry.seq - 1
    told.hashes[entry.seq] = entry.hash
    if entry.kind == WITHDRAWN:
        if told.lines[place] is None:
            told.keep(line_of_withdrawal(Story(stream, told, place), entry))
        return cast("DayState", journal.state_at(stream, entry.seq))
    game = journal.game_of(stream)
    happened = journal.event_of(game, entry)
    after: DayState = game.evolve(before, happened)
    if told.lines[place] is None:
        told.keep(line_of_event(game, entry, happened, before, after))
    return after


def _doers_in(stream: Stream, head: int) -> Iterator[tuple[str, str, str]]:
    """Kind, actor and name of all entries up to `head`; those of the newest last."""
    found = stream.entries.filter(seq__lte=head).values_list("kind", "actor", "name").annotate(newest=Max("seq")).order_by("newest")
    return ((kind, actor, name) for kind, actor, name, _newest in found)


def withdrawn_by(lines: Iterable[StoryLine]) -> Mapping[int, StoryLine]:
    """Each withdrawn seq with the line that withdraws it."""
    if isinstance(lines, Story):
        return lines.withdrawn
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


def names_of_doers(lines: Iterable[StoryLine | DoerOfEntry]) -> tuple[str, ...]:
    """Names of the people behind these lines: control team and clock first, then players, each sorted for reading."""
    names = {who(line): line.actor.startswith("seat:") for line in lines}
    return tuple(sorted(names, key=lambda name: (names[name], fold_letters(name))))


def who(line: StoryLine | DoerOfEntry) -> str:
    """The person behind a line, to ask tomorrow."""
    if line.actor == "clock":
        return say("The clock")
    name = line.name or line.actor.partition(":")[2]
    return say("setup") if name == SETUP else name
