"""The only way to change a game: lock the stream, decide, commit, then tell the screens."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from msgspec import Struct, field

from control import system_time
from control.engine import codec
from control.engine.context import Actor, DecisionContext, Sealed, SealedSheets, Unforeseen
from control.engine.ids import DeskId
from control.engine.language import say
from control.engine.modules import Command, Decided, Engine, Game, GameEvent, Invalidation
from control.engine.refusal import Refused, Stale
from control.engine.typed_text import one_line
from control.journal import journal, rows, streams
from control.journal.chance import FRESH
from control.journal.journal import Envelope, StoredCommand, StreamHead
from control.journal.withdrawals import WITHDRAWN, Withdrawals, Withdrawn, marks_of, withdrawal_label
from control.models import Entry, Stream
from control.watch import metrics, rungs

log = logging.getLogger(__name__)


class CommandResult(Struct, frozen=True, kw_only=True):
    """The entries of a command. `repeated`: the command was carried out earlier, and nothing changed now."""

    entries: tuple[Entry, ...]
    head: StreamHead
    repeated: bool = False


class GivenCommand(Struct, frozen=True, kw_only=True):
    """A command with its sender and its ID. `at`: when it arrived; now by default."""

    command: Command
    by: Actor
    command_id: UUID
    at: datetime | None = None


class Withdraw(Struct, frozen=True, kw_only=True):
    """Take back the commands that these entries belong to."""

    entries: tuple[int, ...]
    reason: str


class CommandPreview(Struct, frozen=True):
    """The preview of a command: its events, the sentence of each, and the states before and after.

    `readers`: the desks that may read each sentence afterwards. `sealed`: the command would open sealed sheets. Their effects
    cannot be foreseen, so the preview assumes that there are none.
    """

    events: tuple[GameEvent, ...]
    sentences: tuple[str, ...]
    readers: tuple[frozenset[DeskId], ...]
    before: Any
    after: Any
    sealed: bool = False


class ReadsSheetsError(RuntimeError):
    """A command that reads sealed sheets cannot be carried out together with others."""


class ClosedSheets:
    """Sealed sheets for commands carried out together: none may be read. A lock of sheets stores its own command's time."""

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        raise ReadsSheetsError(kind)

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        raise ReadsSheetsError(kind)


@dataclass(slots=True)
class StillSealed:
    """Sealed sheets for a preview: always empty. `wanted`: the command tried to read some."""

    wanted: bool = False

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        self.wanted = True
        return ()

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        return ()


class WithdrawalReach(Struct, frozen=True, kw_only=True):
    """The extent of a withdrawal: `entries` to take back, later `dependants` that rest on them, and why it is `forbidden`.

    `turned`: entries that stop counting, or count again when a withdrawal is withdrawn. `after`: the resulting state. `passed`: the
    resulting state at each snapshot from the first turned entry on.
    """

    entries: tuple[Entry, ...]
    turned: tuple[Entry, ...] = ()
    dependants: tuple[Entry, ...] = ()
    forbidden: str = ""
    after: Any = None
    passed: Mapping[int, Any] = field(default_factory=dict)


def actor_key(by: Actor) -> str:
    """The journal's key of an actor: a seat, a member of staff, or the clock."""
    if by.clock:
        return "clock"
    return f"seat:{by.seat}" if by.seat is not None else f"staff:{by.name}"


@metrics.count_commands
def perform(*, stream_id: int, command: Command, by: Actor, command_id: UUID, at: datetime | None = None) -> CommandResult:
    """Carry out one command.

    The same `command_id` with the same command returns the first answer and changes nothing. `at`: when the command arrived; now by
    default.

    Raises:
        Refused: a rule said no, or another command has used this id; nothing was written.
    """
    streams.await_pending_input(stream_id, command)
    stored = stored_form(command)
    with transaction.atomic():
        stream = rows.lock_stream(stream_id)
        earlier = rows.answers_to(stream, actor_key(by), command_id)
        found = journal.head(stream)
        if earlier:
            _require_same(earlier[0], stored)
            return CommandResult(entries=earlier, head=found, repeated=True)
        journal.require_own(stream, found)
        rungs.require_command_allowed(stream)
        system_time.adopt_pending_jump()
        kind = streams.kind_of(stream)
        sheets = kind.sheets(stream)
        given = GivenCommand(command=command, by=by, command_id=command_id, at=at or system_time.now())
        decided, envelope = _decide(stream, given, stored, found.state, sheets)
        before = stream.head
        entries = journal.append(stream, decided.events, envelope)
        now = journal.store(stream, before, decided.state)
        kind.project(stream, decided.events, now.state, sheets, envelope.at)
        _tell_after_commit(stream, (*_invalidations_of(stream, decided.events, now.state), *decided.decoys), now)
    return CommandResult(entries=tuple(entries), head=now)


def perform_together(*, stream_id: int, given: Sequence[GivenCommand]) -> list[CommandResult | Exception]:
    """Carry out commands in one transaction, each as `perform` would in this order. Return for each its result or its error.

    A command that is refused, or fails before anything is written, leaves the others. Each result has the head after all.

    Raises:
        Exception: the transaction failed, or a command reads sealed sheets; nothing was written.
    """
    begun = time.perf_counter()
    for each in given:
        streams.await_pending_input(stream_id, each.command)
    with transaction.atomic():
        stream = rows.lock_stream(stream_id)
        now = journal.head(stream)
        journal.require_own(stream, now)
        system_time.adopt_pending_jump()
        before, state, at = stream.head, now.state, None
        answers: dict[tuple[str, UUID], tuple[Entry, ...]] = {}
        outcomes: list[tuple[tuple[Entry, ...], bool] | Exception] = []
        events, news = list[GameEvent](), dict[Invalidation, None]()
        for each in given:
            key, stored, last = (actor_key(each.by), each.command_id), stored_form(each.command), stream.head
            earlier = answers.get(key) or rows.answers_to(stream, *key)
            try:
                if earlier:
                    _require_same(earlier[0], stored)
                    outcomes.append((earlier, True))
                    continue
                rungs.require_command_allowed(stream)
                decided, envelope = _decide(stream, each, stored, state, ClosedSheets())
                news |= dict.fromkeys((*_invalidations_of(stream, decided.events, decided.state), *decided.decoys))
            except ReadsSheetsError:
                raise
            except Exception as failed:
                outcomes.append(failed)
                continue
            answers[key] = tuple(journal.link(stream, decided.events, envelope))
            state, at = decided.state, envelope.at
            journal.keep_snapshot(stream, last, state)
            events += decided.events
            outcomes.append((answers[key], False))
        if at is not None:
            rows.append([entry for entries in answers.values() for entry in entries])
            now = journal.store_head(stream, before, state)
            kind = streams.kind_of(stream)
            kind.project(stream, events, state, kind.sheets(stream), at)
            _tell_after_commit(stream, news, now)
    results = [
        each if isinstance(each, Exception) else CommandResult(entries=each[0], head=now, repeated=each[1]) for each in outcomes
    ]
    for each, result in zip(given, results, strict=True):
        metrics.count_command(each.command, result, time.perf_counter() - begun)
    return results


def _decide(
    stream: Stream, given: GivenCommand, stored: StoredCommand, state: Any, sheets: SealedSheets
) -> tuple[Decided[Any], Envelope]:
    """Decide a command in this state. Return what it does, and the fields of its entries.

    Raises:
        Refused: a rule said no.
    """
    game, by = journal.play_of(stream).engine, given.by
    asked = DecisionContext(by=by, at=given.at or system_time.now(), chance=FRESH, sheets=sheets)
    decided = game.decided(state, given.command, asked)
    envelope = Envelope(
        actor=actor_key(by),
        name=streams.kind_of(stream).name_of(by, state),
        command_id=given.command_id,
        label=game.label(given.command, state, by_desk=by.seat is None),
        at=asked.at,
        command=stored,
    )
    return decided, envelope


def preview(*, stream_id: int, command: Command, by: Actor, at: datetime | None = None) -> CommandPreview:
    """Return what `perform` would do now, without doing it. Sealed sheets stay sealed.

    Raises:
        Refused: as `perform` would.
    """
    stream = Stream.objects.select_related("event").defer("state", "event__scenario").get(pk=stream_id)
    found = journal.head(stream)
    game = journal.play_of(stream).engine
    sheets = StillSealed()
    asked = DecisionContext(by=by, at=at or system_time.now(), chance=Unforeseen(), sheets=sheets)
    decided = game.decided(found.state, command, asked)
    state, sentences, readers = found.state, list[str](), list[frozenset[DeskId]]()
    for happened in decided.events:
        sentences.append(game.explain(happened, state))
        state = game.evolve(state, happened)
        readers.append(game.readers(happened, state) if isinstance(game, Game) else frozenset())
    told = (decided.events, tuple(sentences), tuple(readers))
    return CommandPreview(*told, before=found.state, after=decided.state, sealed=sheets.wanted)


def stored_form(command: Command) -> StoredCommand:
    """The stored form of a command: its kind and its document."""
    kind, body = codec.encode_command(command)
    return StoredCommand(kind=kind, body=body.decode())


def _require_same(first: Entry, stored: StoredCommand) -> None:
    """Refuse a different command under a used id; otherwise its sender would read that it was done.

    Raises:
        Refused: with the label of the command that used this id.
    """
    if first.command_kind and (first.command_kind, first.command_body) != (stored.kind, stored.body):
        raise reused_id_refusal(first)


def reused_id_refusal(first: Entry) -> Refused:
    """The refusal of a command whose id was used by another; `first` is that other command's first entry."""
    words = say("This form has been used already, for “{what}”; load the page again, and do it once more.", what=first.label)
    return Refused(words, code="used")


def plain_reason(reason: str) -> str:
    """A reason on one line, cut to 300 characters."""
    return one_line(reason)[:300]


def withdrawal_reach(*, stream: Stream, entries: Sequence[Entry]) -> WithdrawalReach:
    """Find what withdrawing these entries would do. Whole commands go, and later entries may depend on them.

    Reads the journal's withdrawals, a snapshot, and the entries behind the first that turns.
    """
    game = journal.play_of(stream).engine
    commands = {(entry.actor, entry.command_id) for entry in entries}
    group = tuple(sorted((each for command in commands for each in rows.answers_to(stream, *command)), key=lambda each: each.seq))
    seqs = {entry.seq for entry in group}
    marks = marks_of(stream)
    skipped = marks.skipped()
    if seqs & skipped:
        return WithdrawalReach(entries=group, forbidden=say("It has been withdrawn already."))
    for entry in group:
        if entry.kind != WITHDRAWN and (why := game.lasting(journal.event_of(game, entry))):
            return WithdrawalReach(entries=group, forbidden=why)
    left_out = marks.skipped(gone=seqs)
    turned = tuple(stream.entries.filter(seq__in=skipped ^ left_out).exclude(kind=WITHDRAWN).order_by("seq"))
    now = journal.head(stream).state
    if not turned:
        return WithdrawalReach(entries=group, after=now)
    leaning, after, passed = _replay(stream, turned[0].seq, left_out, marks)
    wrong = sorted((Counter(game.broken(after)) - Counter(game.broken(now))).keys())
    if not wrong:
        return WithdrawalReach(entries=group, turned=turned, after=after, passed=passed)
    if not leaning:
        return WithdrawalReach(entries=group, turned=turned, forbidden=say("{why} Correct by hand.", why=" ".join(wrong)))
    dependants = tuple(stream.entries.filter(seq__in=leaning).order_by("seq"))
    if not _cannot_withdraw(stream, game, dependants):
        return WithdrawalReach(entries=group, turned=turned, dependants=dependants)
    stand = say(
        "{labels} built on it and cannot be withdrawn either. {why} Correct by hand.",
        labels=labels_of(dependants),
        why=" ".join(wrong),
    )
    return WithdrawalReach(entries=group, turned=turned, forbidden=stand)


def labels_of(entries: Sequence[Entry]) -> str:
    """The quoted labels of these entries' commands, each once."""
    return ", ".join(dict.fromkeys(say("“{what}”", what=entry.label) for entry in entries))


def _cannot_withdraw(stream: Stream, game: Engine[Any], leaning: Sequence[Entry]) -> bool:
    """Does any of these belong to a command that cannot be withdrawn? Then nobody may be sent to withdraw it first."""
    commands = {(entry.actor, entry.command_id) for entry in leaning}
    groups = (entry for command in commands for entry in rows.answers_to(stream, *command))
    return any(entry.kind != WITHDRAWN and game.lasting(journal.event_of(game, entry)) for entry in groups)


def _replay(
    stream: Stream, first: int, left_out: frozenset[int], marks: Withdrawals
) -> tuple[tuple[int, ...], Any, dict[int, Any]]:
    """Replay the journal without `left_out`. Return the last entries of commands that no longer fit, the state, and states at
    snapshots.

    Invariants are checked after whole commands only. Between two entries of a command a wound may exist whose death comes next.
    """
    game = journal.play_of(stream).engine
    state = journal.state_without(stream, first - 1, left_out, marks)
    leaning: list[int] = []
    passed = dict.fromkeys(stream.snapshots.filter(seq__gte=first, seq__lte=stream.head).values_list("seq", flat=True))
    begins = stream.entries.filter(seq__gt=first, part=0).values_list("seq", flat=True)
    ends = {*(seq - 1 for seq in begins), stream.head}
    known = Counter(game.broken(state))
    for entry in journal.stored_after(stream, first - 1, stream.head):
        if entry.kind != WITHDRAWN and entry.seq not in left_out:
            state = game.evolve(state, journal.event_of(game, entry))
            wrong = Counter(game.broken(state)) if entry.seq in ends else known
            if wrong - known:
                known |= wrong
                leaning.append(entry.seq)
        if entry.seq in passed:
            passed[entry.seq] = state
    return tuple(leaning), state, passed


def withdraw(*, stream_id: int, entries: Sequence[int], reason: str, by: Actor, command_id: UUID) -> CommandResult:
    """Withdraw the commands that these entries belong to, with one more entry. From now on the fold skips them.

    Withdrawing a withdrawal is redo.

    Raises:
        Refused: something cannot be withdrawn, later entries depend on it (the sentence names them), or another command has used
            this id. Nothing was written.
    """
    reason = plain_reason(reason)
    stored = stored_form(Withdraw(entries=tuple(sorted(entries)), reason=reason))
    with transaction.atomic():
        stream = rows.lock_stream(stream_id)
        earlier = rows.answers_to(stream, actor_key(by), command_id)
        if earlier:
            _require_same(earlier[0], stored)
            return CommandResult(entries=earlier, head=journal.head(stream), repeated=True)
        journal.require_own(stream, journal.head(stream))
        rungs.require_command_allowed(stream)
        named = list(stream.entries.filter(seq__in=entries).order_by("seq"))
        if not named:
            raise Stale(say("There is no such entry; look at the journal again."))
        taken = withdrawal_reach(stream=stream, entries=named)
        what = named[0].label
        if taken.forbidden:
            raise Refused(say("“{what}” cannot be withdrawn: {why}", what=what, why=taken.forbidden), code="lasting")
        if taken.dependants:
            raise Refused(
                say(
                    "“{what}” cannot be withdrawn: {labels} built on it. Withdraw that first, or correct by hand.",
                    what=what,
                    labels=labels_of(taken.dependants),
                ),
                code="leaned-on",
            )
        at = system_time.now()
        envelope = Envelope(
            actor=actor_key(by),
            name=by.name,
            command_id=command_id,
            label=withdrawal_label(what, of_withdrawal=named[0].kind == WITHDRAWN),
            at=at,
            command=stored,
        )
        before, was = stream.head, journal.head(stream).state
        gone = Withdrawn(entries=tuple(entry.seq for entry in taken.entries), reason=reason)
        written = journal.append(stream, (gone,), envelope)
        journal.rewrite_snapshots(stream, taken.passed)
        now = journal.store(stream, before, taken.after)
        streams.kind_of(stream).project(stream, (), now.state, None, at)
        game = journal.play_of(stream).engine
        turned = [journal.event_of(game, entry) for entry in taken.turned]
        # In both states, because a withdrawn player is missing from the state after.
        _tell_after_commit(stream, _invalidations_of(stream, turned, was, now.state), now)
    return CommandResult(entries=tuple(written), head=now)


def _tell_after_commit(stream: Stream, news: Iterable[Invalidation], now: StreamHead) -> None:
    """Remember the head and notify the screens, both only after the commit."""
    invalidations = dict.fromkeys((*news, Invalidation(topic="journal", to="staff")))

    def tell() -> None:
        streams.kind_of(stream).announce(stream, tuple(invalidations), now)

    transaction.on_commit(partial(journal.remember, stream, now))
    # A dead broker or channel layer must not undo a saved order. (Django logs a robust hook by its name; a partial has none.)
    transaction.on_commit(tell, robust=True)


def _invalidations_of(stream: Stream, events: Sequence[GameEvent], *states: Any) -> tuple[Invalidation, ...]:
    """What to refresh after these events, as computed in each of these states."""
    game = journal.play_of(stream).engine
    return tuple(dict.fromkeys(each for happened in events for state in states for each in game.invalidations(happened, state)))
