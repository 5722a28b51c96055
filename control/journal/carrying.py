"""Carries out what the desk was asked for: those who go through together are decided in their order and committed at once.

Each of them is a command of its own with its entries, its receipt and its refusal, as if it had come by itself. What cannot go so,
because it opens sealed sheets or because something fails, is taken back with the whole crowd, and each goes by itself then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction

from control import steady
from control.engine import codec
from control.engine.context import Actor, DecisionContext, Sealed, SealedSheets
from control.engine.language import say
from control.engine.modules import Command, Engine, GameEvent, Invalidation
from control.engine.refused import Refused
from control.journal import journal, rows, streams
from control.journal.chance import FRESH
from control.journal.crowd import Lines
from control.journal.journal import Envelope, Head, StoredCommand
from control.models import Entry, Stream
from control.watch import rungs


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a command brought about. `repeated`: it had been carried out before, and nothing changed now."""

    entries: tuple[Entry, ...]
    head: Head
    repeated: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Asked:
    """One command on its way through the door, and what became of it."""

    command: Command
    by: Actor
    command_id: UUID
    at: datetime | None
    stored: StoredCommand
    done: Done | None = None
    failed: BaseException | None = None

    def answer(self) -> Done:
        """What it brought about.

        Raises:
            Refused: as it was. Or whatever has failed.
        """
        if self.failed is not None:
            raise self.failed
        if self.done is None:
            raise RuntimeError("nobody has carried it out")
        return self.done


class OneByOneError(Exception):
    """This cannot be carried out together with others."""


class Closed:
    """The sealed sheets as a crowd finds them: whoever needs them goes by itself, for to read them writes."""

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        raise OneByOneError

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        raise OneByOneError


lines: Lines[Asked] = Lines()


def carry_out(stream_id: int, take: Callable[[], Sequence[Asked]]) -> None:
    """Carry out what `take` brings once the stream is locked; each learns what became of it, after the commit."""
    crowd: list[Asked] = []

    def taken() -> list[Asked]:
        crowd.extend(take())
        return crowd

    try:
        _committed(stream_id, taken)
    except BaseException as failed:
        if not crowd:
            raise
        for each in crowd:
            each.done = each.failed = None
        if len(crowd) > 1 and isinstance(failed, Exception) and not isinstance(failed, OperationalError | InterfaceError):
            for each in crowd:
                carry_out(stream_id, lambda each=each: [each])  # type: ignore[misc]
            return
        for each in crowd:
            each.failed = failed


def _committed(stream_id: int, take: Callable[[], Sequence[Asked]]) -> None:
    with transaction.atomic():
        stream = rows.locked(stream_id)
        crowd = take()
        kind = streams.kind_of(stream)
        sheets = kind.sheets(stream) if len(crowd) == 1 else Closed()
        before, course = stream.head, Course(stream, journal.head(stream), sheets)
        if len(crowd) == 1:
            course.carry(crowd[0])  # a refusal is raised through the transaction: sheets may have been read
        else:
            for each in crowd:
                try:
                    course.carry(each)
                except Refused as no:
                    each.failed = no
        if course.at is None:
            return
        rows.append(course.entries)
        now = journal.store(stream, before, course.head.state)
        kind.project(stream, course.events, now.state, sheets, course.at)
        tell_after_commit(stream, course.news, now)


class Course:
    """The commands of one commit, one after the other: each is decided on what those before it have left."""

    def __init__(self, stream: Stream, found: Head, sheets: SealedSheets) -> None:
        self.stream, self.head, self._found, self._sheets = stream, found, found, sheets
        self.entries: list[Entry] = []
        self.events: list[GameEvent] = []
        self.news: list[Invalidation] = []
        self.at: datetime | None = None  # the moment of the last that was not refused; None while nothing is to be written
        self._answers: dict[tuple[str, UUID], tuple[Entry, ...]] = {}

    def carry(self, asked: Asked) -> None:
        """Decide one, and keep what it brings about.

        Raises:
            Refused: a rule said no, or another command was given under this id.
            OneByOneError: it needs what a crowd has not.
        """
        stream, actor = self.stream, actor_key(asked.by)
        own = (actor, asked.command_id)
        earlier = self._answers.get(own) or rows.answers_to(stream, *own)
        if earlier:
            require_same(earlier[0], asked.stored)
            asked.done = Done(entries=earlier, head=self.head, repeated=True)
            return
        if self.at is None:
            journal.require_own(stream, self._found)
        rungs.check(stream)
        steady.settle()
        game, kind, state = journal.play_of(stream).engine, streams.kind_of(stream), self.head.state
        context = DecisionContext(by=asked.by, at=asked.at or steady.now(), chance=FRESH, sheets=self._sheets)
        decided = game.decided(state, asked.command, context)
        envelope = Envelope(
            actor=actor,
            name=kind.name_of(asked.by, state),
            command_id=asked.command_id,
            label=game.label(asked.command, state),
            at=context.at,
            command=asked.stored,
        )
        entries = journal.bound(stream, decided.events, envelope)
        self.at = context.at
        self.entries += entries
        self.events += decided.events
        self.news += invalidations(game, decided.events, decided.state)
        self.head = Head(seq=stream.head, hash=stream.hash, state=decided.state)
        self._answers[own] = tuple(entries)
        asked.done = Done(entries=tuple(entries), head=self.head)


def actor_key(by: Actor) -> str:
    """How the journal names an actor: a seat, a member of staff, or the clock."""
    if by.clock:
        return "clock"
    return f"seat:{by.seat}" if by.seat is not None else f"staff:{by.name}"


def stored_form(command: Command) -> StoredCommand:
    """A command as the journal keeps it."""
    kind, body = codec.encode_command(command)
    return StoredCommand(kind=kind, body=body.decode())


def require_same(first: Entry, stored: StoredCommand) -> None:
    """Refuse another command under an id that has been used: its sender would be told that it was done.

    Raises:
        Refused: with what was given under this id.
    """
    if first.command_kind and (first.command_kind, first.command_body) != (stored.kind, stored.body):
        raise used(first)


def used(first: Entry) -> Refused:
    """The refusal of another command under the id of the one whose first entry this is."""
    words = say("This form has been used already, for “{what}”; load the page again, and do it once more.", what=first.label)
    return Refused(words, code="used")


def invalidations(game: Engine[Any], events: Iterable[GameEvent], state: Any) -> list[Invalidation]:
    """Who must look again at what happened, as this state knows them; what is taken back was seen in the state before, too."""
    return [each for happened in events for each in game.invalidations(happened, state)]


def tell_after_commit(stream: Stream, news: Iterable[Invalidation], now: Head) -> None:
    """Remember the head and poke the screens, both only once the commit has happened."""
    told = dict.fromkeys((*news, Invalidation(topic="journal", to="staff")))

    def tell() -> None:
        streams.kind_of(stream).announce(stream, tuple(told), now)

    transaction.on_commit(partial(journal.remember, stream, now))
    # A dead broker or channel layer must not undo a saved order. (Django logs a robust hook by its name; a partial has none.)
    transaction.on_commit(tell, robust=True)
