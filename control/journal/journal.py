"""Journal: append, fold, snapshots, replay, and which events can be read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain as concat
from typing import Any, NamedTuple
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from msgspec import Struct

from control import registry
from control.engine import codec
from control.engine.language import say
from control.engine.modules import Command, Engine, Game, GameEvent
from control.engine.refusal import Stale
from control.journal import chain, rows, streams
from control.journal.memory import Memory, StateChanges
from control.journal.streams import StreamEngine
from control.journal.withdrawals import WITHDRAWN, Withdrawals, Withdrawn, marks_of
from control.models import Entry, Event, Snapshot, Stream
from control.release import RELEASE
from control.watch import database

# === journal ============================================================================================================

# Entries are only added; the state is their fold. A process caches the head states of recent streams. If a stream's row names newer
# entries of another process, they are folded in.
#
# Seq and hash of the head identify a journal (`control.journal.chain`). A process may find another past than its own, for example
# after a dump was restored. Then it drops its caches and reports that. A `Withdrawn` entry (`control.journal.withdrawals`) names
# entries that the fold skips from then on.
#
# A past state starts at the newest snapshot with the same skipped entries, and the rest is folded. So its cost does not grow with
# the journal. A stored state in another encoding is never decoded to play on: it is folded anew.


SNAPSHOT_EVERY = 100
NEAREST = 4  # snapshots in the first query


class StreamHead(Struct, frozen=True, kw_only=True):
    """A state, and the seq and hash of the last entry in it."""

    seq: int
    hash: str = ""
    state: Any  # of the type of the stream's engine: a DayState in an event's main game


class StoredEvent(NamedTuple):
    """The fields of an entry that the fold needs."""

    seq: int
    kind: str
    body: str


class StoredCommand(Struct, frozen=True, kw_only=True):
    """A stored command: its kind, and its document as canonical JSON."""

    kind: str
    body: str


class Envelope(Struct, frozen=True, kw_only=True):
    """The fields of an entry around its event. `command`: the command given, stored with the first entry."""

    actor: str
    name: str
    command_id: UUID
    label: str
    at: datetime
    command: StoredCommand = StoredCommand(kind="", body="")


MOST = 512  # weight: this many side tables, or a sixteenth as many events
_heads: Memory[UUID, StreamHead] = Memory(MOST)
_plays: Memory[UUID, StreamEngine] = Memory(MOST)
_scenarios: Memory[UUID, Any] = Memory(MOST)
_changes: Memory[UUID, StateChanges] = Memory(MOST)
# msgspec builds a decoder for a type on first use. If a second thread uses the half-built decoder, the whole process crashes. So
# one thread prepares every type that many threads decode, under this lock. Its holder never waits for the database or for a stream.
building = threading.RLock()


def scenario_of(stream: Stream) -> Any:
    """The scenario frozen into a stream's event."""

    def read() -> Any:
        document = bytes(Event.objects.values_list("scenario", flat=True).get(stream=stream))
        with building:
            return _loaded(registry.realm(stream.engine).rules.load, document)

    return _scenarios.found(stream.memory_key, read, weight_of(stream))


@lru_cache(maxsize=4)
def _loaded(load: Callable[[bytes], Any], document: bytes) -> Any:
    """Load a scenario; events with the same document share one."""
    return load(document)


def play_of(stream: Stream) -> StreamEngine:
    """The engine bound to a stream, cached."""

    def made() -> StreamEngine:
        play = streams.kind_of(stream).play(stream)
        with building:
            codec.prepare(play.engine)
            play.decode(play.encode(play.blank))
        return play

    return _plays.found(stream.memory_key, made, weight_of(stream))


def weight_of(stream: Stream) -> int:
    """A stream's share of a process's memory; a side table is 1."""
    return streams.kind_of(stream).weight


def game_of(stream: Stream) -> Game[Any]:
    """The engine of an event's main game."""
    return registry.game(stream.engine)


def head(stream: Stream) -> StreamHead:
    """The state at the head of `stream` (a fresh row); from memory if nothing is newer."""
    known = _heads.get(stream.memory_key)
    if known is not None and (known.seq, known.hash) == (stream.head, stream.hash):
        return known
    found = _catch_up(stream, known)
    if not transaction.get_connection().in_atomic_block:
        remember(stream, found)
    return found


def label_of(stream: Stream, command: Command) -> str:
    """The label that the journal would now give this command from the control team."""
    return game_of(stream).label(command, head(stream).state, by_desk=True)


def require_own(stream: Stream, found: StreamHead) -> None:
    """Check that the state for a decision is at the head of the locked row.

    Raises:
        Stale: the database answered with an older or a different journal; nothing may be written behind it.
    """
    if (found.seq, found.hash) != (stream.head, stream.hash):
        _drop(stream, found)
        raise Stale(say("The database is not what it was a moment ago; nothing was done. Do it once more."))


def changes_of(stream: Stream) -> StateChanges:
    """The changes of a stream's states that this process has seen."""
    return _changes.found(stream.memory_key, StateChanges, weight_of(stream))


def remember(stream: Stream, found: StreamHead) -> None:
    """Cache a committed head. Never call it before the commit."""
    _heads.put_unless(stream.memory_key, found, lambda known: known.seq > found.seq, weight_of(stream))


def forget(stream: Stream | None = None) -> None:
    """Drop the caches of one stream, or of all. A cached document may hold a name that has been removed."""
    _loaded.cache_clear()
    memories: tuple[Memory[UUID, Any], ...] = (_heads, _plays, _scenarios, _changes)
    for memory in memories:
        if stream is None:
            memory.clear()
        else:
            memory.drop(stream.memory_key)


def _catch_up(stream: Stream, known: StreamHead | None) -> StreamHead:
    if known is None or not known.seq:
        return stored_head(stream)
    wanted = stream.entries.filter(seq__gte=known.seq, seq__lte=max(stream.head, known.seq)).order_by("seq")
    found = list(wanted.values_list("seq", "kind", "body", "hash"))
    if not found or (found[0][0], found[0][3]) != (known.seq, known.hash):
        if known.hash or not found:  # entries written without hashes may have got them since
            _drop(stream, known)
        return stored_head(stream)
    if known.seq >= stream.head:
        return known  # the row was read before the newest commit
    news = [StoredEvent(*each[:3]) for each in found[1:]]
    if (found[-1][0], found[-1][3]) == (stream.head, stream.hash) and all(entry.kind != WITHDRAWN for entry in news):
        return StreamHead(seq=stream.head, hash=stream.hash, state=fold(stream, known.state, news))
    return stored_head(stream)


def _drop(stream: Stream, known: StreamHead) -> None:
    forget(stream)
    database.report_other_past(stream.key, str(stream), knew=known.seq, found=stream.head)


def stored_head(stream: Stream) -> StreamHead:
    """The head as stored with the last entry: one indexed read, unless an earlier release stored it."""
    row = Stream.objects.values("head", "hash", "state", "encoding").get(pk=stream.pk)
    play = play_of(stream)
    if not row["head"]:
        return StreamHead(seq=0, state=play.blank)
    if row["encoding"] == play.encoding:
        return StreamHead(seq=row["head"], hash=row["hash"], state=play.decode(bytes(row["state"])))
    return StreamHead(seq=row["head"], hash=row["hash"], state=state_at(stream, row["head"]))


def state_at(stream: Stream, seq: int, *, from_zero: bool = False) -> Any:
    """The state as it was after entry `seq`, from the newest usable snapshot or from the beginning."""
    marks = marks_of(stream)
    return state_without(stream, seq, marks.skipped(until=seq), marks, from_zero=from_zero)


def state_without(stream: Stream, seq: int, skipped: frozenset[int], marks: Withdrawals, *, from_zero: bool = False) -> Any:
    """The state after entry `seq` without the `skipped` entries. `marks`: the journal's withdrawals, read after `stream`."""
    state, after = _nearest_snapshot(stream, seq, skipped, marks) if not from_zero else (play_of(stream).blank, 0)
    return fold(stream, state, stored_after(stream, after, seq), skipped)


def states_from_zero(stream: Stream, wanted: Iterable[tuple[int, int]]) -> dict[int, Any]:
    """States after some entries, folded from the beginning. Each pair in `wanted`: an entry, and the entry as of which withdrawals
    count.
    """
    marks = marks_of(stream)
    done: list[tuple[int, frozenset[int], Any]] = [(0, frozenset(), play_of(stream).blank)]
    for seq, until in sorted(wanted):
        skipped = marks.skipped(until=until)
        after, _skipped, state = next(each for each in reversed(done) if all(gone > each[0] for gone in skipped ^ each[1]))
        done.append((seq, skipped, fold(stream, state, stored_after(stream, after, seq), skipped)))
    return {seq: state for seq, _skipped, state in done}


def reencode_state(stream: Stream, body: bytes, encoding: str) -> bytes:
    """A stored state in today's encoding; upcasters bring older ones forward.

    Raises:
        msgspec.ValidationError: no upcaster covers something in it.
    """
    play = play_of(stream)
    return body if encoding == play.encoding else play.encode(play.decode(body))


def _nearest_snapshot(stream: Stream, seq: int, skipped: frozenset[int], marks: Withdrawals) -> tuple[Any, int]:
    """The newest snapshot with exactly these entries skipped, and its seq; the blank state and 0 if there is none.

    A snapshot that is rewritten meanwhile is passed over: it includes a withdrawal that `stream` does not know.
    """
    play = play_of(stream)
    usable = chain.own_snapshots(stream).filter(seq__lte=seq, encoding=play.encoding, as_of__lte=stream.head).order_by("-seq")
    found = usable.values_list("pk", "seq", "as_of")
    for number, at, as_of in concat(found[:NEAREST], found[NEAREST:]):  # the second query is rarely needed
        if marks.agree(at, skipped, until=max(at, as_of)):
            body = Snapshot.objects.filter(pk=number, as_of=as_of, encoding=play.encoding).values_list("body", flat=True).first()
            if body is not None:
                return play.decode(bytes(body)), at
    return play.blank, 0


def stored_after(stream: Stream, after: int, seq: int) -> Iterator[StoredEvent]:
    """The entries behind `after` up to `seq`, in order, with only the fields that the fold needs."""
    rows_ = stream.entries.filter(seq__gt=after, seq__lte=seq).order_by("seq")
    return map(StoredEvent._make, rows_.values_list("seq", "kind", "body"))


def entries_behind(stream: Stream, seq: int, known: str) -> list[Entry] | None:
    """The entries behind `seq` up to the head of `stream` (a fresh row); None if the hash of entry `seq` is not `known`."""
    if seq > stream.head or (seq == stream.head and known != stream.hash):
        return None
    if seq == stream.head:
        return []
    found = rows.entries_between(stream, max(seq, 1), stream.head)
    if not seq:
        return found
    return found[1:] if found and (found[0].seq, found[0].hash) == (seq, known) else None


def fold(stream: Stream, state: Any, entries: Iterable[StoredEvent], skipped: frozenset[int] = frozenset()) -> Any:
    """The state after these entries, in order, without the skipped ones."""
    engine = play_of(stream).engine
    for entry in entries:
        if entry.kind != WITHDRAWN and entry.seq not in skipped:
            state = engine.evolve(state, event_of(engine, entry))
    return state


def event_of(engine: Engine[Any], entry: StoredEvent | Entry) -> GameEvent:
    """The event an entry stores."""
    return codec.decode_event(engine, entry.kind, entry.body.encode())


def append(stream: Stream, happened: Sequence[GameEvent | Withdrawn], envelope: Envelope) -> list[Entry]:
    """Append events, storing the command with the first. Call it inside the transaction that locks the stream."""
    entries = link(stream, happened, envelope)
    rows.append(entries)
    return entries


def link(stream: Stream, happened: Sequence[GameEvent | Withdrawn], envelope: Envelope) -> list[Entry]:
    """The next entries of the chain, not yet written. The head of `stream` moves behind them."""
    entries = []
    asked_for = envelope.command
    for part, each in enumerate(happened):
        kind, body = codec.encode_event(each)
        entries.append(
            Entry(
                stream=stream,
                seq=stream.head + 1 + part,
                actor=envelope.actor,
                name=envelope.name[:120],
                command_id=envelope.command_id,
                part=part,
                label=envelope.label[:200],
                at=envelope.at,
                kind=kind,
                body=body.decode(),
                command_kind=asked_for.kind if not part else "",
                command_body=asked_for.body if not part else "",
                release=RELEASE if not part else "",
            )
        )
    if entries:
        stream.hash = chain.chain_entries(stream, entries)
    stream.head += len(entries)
    return entries


def store(stream: Stream, before: int, state: Any) -> StreamHead:
    """Store the new head state, and a snapshot after every hundred entries."""
    keep_snapshot(stream, before, state)
    return store_head(stream, before, state)


def keep_snapshot(stream: Stream, before: int, state: Any) -> None:
    """Store a snapshot if a hundred entries are full since entry `before`."""
    if before // SNAPSHOT_EVERY == stream.head // SNAPSHOT_EVERY:
        return
    play = play_of(stream)
    at = {"seq": stream.head, "as_of": stream.head, "hash": stream.hash}
    new = Snapshot(stream=stream, body=play.encode(state), encoding=play.encoding, **at)
    # A snapshot left here by another past is overwritten.
    kept = ("body", "encoding", "as_of", "hash")
    Snapshot.objects.bulk_create([new], update_conflicts=True, unique_fields=("stream", "seq"), update_fields=kept)


def store_head(stream: Stream, before: int, state: Any) -> StreamHead:
    """Store the new head state; `before` is the head that the stream's row names now."""
    play = play_of(stream)
    rows.move_head(stream, before, play.encode(state), play.encoding)
    return StreamHead(seq=stream.head, hash=stream.hash, state=state)


def rewrite_snapshots(stream: Stream, states: Mapping[int, Any]) -> None:
    """Replace the snapshots after these entries: something in them has been withdrawn."""
    play = play_of(stream)
    for seq, state in states.items():
        stream.snapshots.filter(seq=seq).update(
            body=play.encode(state), encoding=play.encoding, as_of=stream.head, hash=stream.hash
        )


# === unreadable events ==================================================================================================

# Events that this release cannot read: their game is not installed, or no upcaster fits the stored data. Each fails alone. Lists of
# events leave it out, its own pages say so in one sentence, and Preflight names it.


def trouble_of(event: Event) -> str:
    """The name of the error when an event is read; "" if it can be read.

    Raises:
        OperationalError, InterfaceError: the database does not answer.
    """
    try:
        registry.realm(event.stream.engine)
        head(event.stream)
    except (OperationalError, InterfaceError):
        raise
    except Exception as failed:
        return type(failed).__name__
    return ""


def readable_events(events: Iterable[Event]) -> Iterator[Event]:
    """The readable events, in the same order."""
    return (event for event in events if not trouble_of(event))
