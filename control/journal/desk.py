"""The one door through which any game changes: one lock, one decision, one commit, then the news."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from control.engine.context import Actor, Asked, Sealed, Unforeseen
from control.engine.language import say
from control.engine.modules import Command, Engine, GameEvent, Poke
from control.engine.refused import Refused, Stale
from control.journal import journal, rows, streams
from control.journal.chance import FRESH
from control.journal.journal import Envelope, Head, Withdrawn
from control.models import Entry, Stream
from control.watch import figures, rungs

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a command brought about. `repeated`: it had been carried out before, and nothing changed now."""

    entries: tuple[Entry, ...]
    head: Head
    repeated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """What a command would bring about: events with the sentence each makes, and the state after them.

    `sealed`: it would open sealed sheets, so what follows from them is not foreseeable and the events show it as if none were in.
    """

    events: tuple[GameEvent, ...]
    sentences: tuple[str, ...]
    before: Any
    after: Any
    sealed: bool = False


@dataclass(slots=True)
class StillSealed:
    """The sheets as a preview finds them: nobody may look, but that somebody would is remembered."""

    wanted: bool = False

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        self.wanted = True
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What a withdrawal would take back, what leans on it, and why it cannot be taken back at all.

    `turned` are the entries that act no more, or act again: a withdrawal that is taken back turns those that it took.
    """

    entries: tuple[Entry, ...]
    turned: tuple[Entry, ...] = ()
    dependants: tuple[Entry, ...] = ()
    forbidden: str = ""


def actor_key(by: Actor) -> str:
    """How the journal names an actor: a seat, a member of staff, or the clock."""
    if by.clock:
        return "clock"
    return f"seat:{by.seat}" if by.seat is not None else f"staff:{by.name}"


@figures.counted
def perform(*, stream_id: int, command: Command, by: Actor, command_id: UUID, at: datetime | None = None) -> Done:
    """Carry out one command.

    Sending the same `command_id` again returns the first answer and changes nothing. `at` is the moment the command arrived,
    now when it is not said.

    Raises:
        Refused: a rule said no; nothing was written.
    """
    streams.settle(command)
    with transaction.atomic():
        stream = rows.locked(stream_id)
        earlier = rows.answers_to(stream, actor_key(by), command_id)
        found = journal.head(stream)
        if earlier:
            return Done(entries=earlier, head=found, repeated=True)
        rungs.check(stream)
        game, kind = journal.play_of(stream).engine, streams.kind_of(stream)
        sheets = kind.sheets(stream)
        asked = Asked(by=by, at=at or timezone.now(), chance=FRESH, sheets=sheets)
        decided = game.decided(found.state, command, asked)
        label = game.label(command, found.state)
        envelope = Envelope(
            actor=actor_key(by), name=kind.name_of(by, found.state), command_id=command_id, label=label, at=asked.at
        )
        before = stream.head
        entries = journal.append(stream, decided.events, envelope)
        now = journal.store(stream, before, decided.state)
        kind.project(stream, decided.events, now.state, sheets, asked.at)
        _tell_after_commit(stream, decided.events, now)
    return Done(entries=tuple(entries), head=now)


def preview(*, stream_id: int, command: Command, by: Actor, at: datetime | None = None) -> Foreseen:
    """What `perform` would do now, without doing it; sealed sheets stay sealed.

    Raises:
        Refused: as `perform` would.
    """
    stream = Stream.objects.select_related("event").defer("state", "event__scenario").get(pk=stream_id)
    found = journal.head(stream)
    game = journal.play_of(stream).engine
    sheets = StillSealed()
    asked = Asked(by=by, at=at or timezone.now(), chance=Unforeseen(), sheets=sheets)
    decided = game.decided(found.state, command, asked)
    state, sentences = found.state, []
    for happened in decided.events:
        sentences.append(game.explain(happened, state))
        state = game.evolve(state, happened)
    return Foreseen(
        events=decided.events, sentences=tuple(sentences), before=found.state, after=decided.state, sealed=sheets.wanted
    )


def reach(*, stream: Stream, entries: Sequence[Entry]) -> Reach:
    """What withdrawing these entries would mean: whole commands go, and later entries may lean on them."""
    game = journal.play_of(stream).engine
    everything = list(stream.entries.order_by("seq"))
    commands = {(entry.actor, entry.command_id) for entry in entries}
    group = tuple(entry for entry in everything if (entry.actor, entry.command_id) in commands)
    seqs = {entry.seq for entry in group}
    skipped = journal.skipped_by(everything)
    if seqs & skipped:
        return Reach(entries=group, forbidden=say("It has been withdrawn already."))
    for entry in group:
        if entry.kind != journal.WITHDRAWN and (why := game.lasting(journal.event_of(game, entry))):
            return Reach(entries=group, forbidden=why)
    left_out = journal.skipped_by(everything, gone=seqs)
    turned = tuple(entry for entry in everything if entry.kind != journal.WITHDRAWN and entry.seq in skipped ^ left_out)
    if not turned:
        return Reach(entries=group)
    leaning, after = _replayed(stream, everything, turned[0].seq, left_out)
    wrong = None if after is None else sorted(set(game.broken(after)) - set(game.broken(journal.head(stream).state)))
    if wrong == []:
        return Reach(entries=group, turned=turned)
    if leaning:
        return Reach(entries=group, turned=turned, dependants=leaning)
    return Reach(entries=group, turned=turned, forbidden=say("{why} Correct by hand.", why=" ".join(wrong or ())))


def _replayed(stream: Stream, everything: Sequence[Entry], first: int, left_out: frozenset[int]) -> tuple[tuple[Entry, ...], Any]:
    """The entries that do not fit any more when these are left out, and the state after all; None when one makes no sense."""
    game = journal.play_of(stream).engine
    state = journal.state_without(stream, everything, first - 1, left_out)
    leaning: list[Entry] = []
    lost = False
    known = set(game.broken(state))
    for entry in everything:
        if entry.seq < first or entry.kind == journal.WITHDRAWN or entry.seq in left_out:
            continue
        try:
            state = game.evolve(state, journal.event_of(game, entry))
        except (KeyError, StopIteration):  # it speaks of something that would never have come into being
            lost = True
            leaning.append(entry)
            continue
        if fresh := set(game.broken(state)) - known:
            known |= fresh
            leaning.append(entry)
    return tuple(leaning), None if lost else state


def withdraw(*, stream_id: int, entries: Sequence[int], reason: str, by: Actor, command_id: UUID) -> Done:
    """Take back the commands that these entries belong to: one more entry, the fold skips them from now on.

    Withdrawing a withdrawal is redo.

    Raises:
        Refused: something cannot be taken back, or later entries lean on it; they are named, and nothing was written.
    """
    reason = " ".join(reason.split())[:300]
    with transaction.atomic():
        stream = rows.locked(stream_id)
        earlier = rows.answers_to(stream, actor_key(by), command_id)
        if earlier:
            return Done(entries=earlier, head=journal.head(stream), repeated=True)
        rungs.check(stream)
        named = list(stream.entries.filter(seq__in=entries).order_by("seq"))
        if not named:
            raise Stale(say("There is no such entry; look at the journal again."))
        taken = reach(stream=stream, entries=named)
        what = named[0].label
        if taken.forbidden:
            raise Refused(say("“{what}” cannot be withdrawn: {why}", what=what, why=taken.forbidden), code="lasting")
        if taken.dependants:
            labels = ", ".join(dict.fromkeys(say("“{what}”", what=entry.label) for entry in taken.dependants))
            raise Refused(
                say(
                    "“{what}” cannot be withdrawn: {labels} built on it. Withdraw that first, or correct by hand.",
                    what=what,
                    labels=labels,
                ),
                code="leaned-on",
            )
        at = timezone.now()
        envelope = Envelope(
            actor=actor_key(by), name=by.name, command_id=command_id, label=say("Withdrawn: {what}", what=what), at=at
        )
        before, was = stream.head, journal.head(stream).state
        gone = Withdrawn(entries=tuple(entry.seq for entry in taken.entries), reason=reason)
        written = journal.append(stream, (gone,), envelope)
        now = journal.store(stream, before, journal.state_at(stream, stream.head))
        streams.kind_of(stream).project(stream, (), now.state, None, at)
        game = journal.play_of(stream).engine
        _tell_after_commit(stream, [journal.event_of(game, entry) for entry in taken.turned], now, seen_in=was)
    return Done(entries=tuple(written), head=now)


def _tell_after_commit(stream: Stream, events: Sequence[GameEvent], now: Head, *, seen_in: Any = None) -> None:
    """Remember the head and poke the screens, both only once the commit has happened.

    What is taken back was `seen_in` the state before: a player who was withdrawn is in no state after it.
    """
    game = journal.play_of(stream).engine
    pokes = dict.fromkeys(poke for happened in events for poke in _pokes(game, happened, now.state, seen_in))
    pokes[Poke(topic="journal", to="staff")] = None

    def tell() -> None:
        streams.kind_of(stream).announce(stream, tuple(pokes), now)

    transaction.on_commit(partial(journal.remember, stream, now))
    # A dead broker or channel layer must not undo a saved order. (Django logs a robust hook by its name; a partial has none.)
    transaction.on_commit(tell, robust=True)


def _pokes(game: Engine[Any], happened: GameEvent, after: Any, before: Any) -> tuple[Poke, ...]:
    found: dict[Poke, None] = {}
    for state in (after,) if before is None else (before, after):
        try:
            found.update(dict.fromkeys(game.pokes(happened, state)))
        except (KeyError, StopIteration):
            if before is None:
                raise
    return tuple(found)
