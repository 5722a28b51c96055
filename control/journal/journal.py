"""The journal: append, fold, snapshots, replay. Entries are only ever added; the state is their fold.

A process keeps the state at the head of each stream it has touched; another process's entries are folded in when the stream's row
says that there are newer ones. A `Withdrawn` entry names entries that the fold skips from then on, unless it is withdrawn itself.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec
from django.db import transaction

from control import registry
from control.engine import codec
from control.engine.modules import Engine, Game, GameEvent
from control.journal import rows, streams
from control.journal.streams import Play
from control.models import Entry, Event, Snapshot, Stream
from rooms.realm.game.state import GameState
from rooms.realm.scenario.loader import scenario_from_json

if TYPE_CHECKING:
    from rooms.realm.scenario.schema import Scenario

SNAPSHOT_EVERY = 100
WITHDRAWN = "Withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """Journal-level entry: the fold skips these entries from now on."""

    entries: tuple[int, ...]
    reason: str


_withdrawn = msgspec.json.Decoder(Withdrawn)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A state and the seq of the last entry in it."""

    seq: int
    state: Any  # of the type of the stream's engine: a GameState in an event's main game


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What an entry carries around its event."""

    actor: str
    name: str
    command_id: UUID
    label: str
    at: datetime


_heads: dict[UUID, Head] = {}
_plays: dict[UUID, Play] = {}
_scenarios: dict[UUID, Scenario] = {}
_guard = threading.Lock()
# msgspec learns a type when it is first asked for, and a second thread that asks meanwhile finds it half learnt and takes the whole
# process down. So whatever is decoded from many threads is learnt by one, before anybody else gets it.
_building = threading.RLock()


def scenario_of(stream: Stream) -> Scenario:
    """The scenario frozen into a stream's event."""
    found = _scenarios.get(stream.key)
    if found is None:
        document = bytes(Event.objects.values_list("scenario", flat=True).get(stream=stream))
        with _building:
            found = _scenarios.get(stream.key) or scenario_from_json(document)
            _scenarios[stream.key] = found
    return found


def play_of(stream: Stream) -> Play:
    """What plays a stream."""
    found = _plays.get(stream.key)
    if found is None:
        with _building:
            found = _plays.get(stream.key)
            if found is None:
                found = streams.kind_of(stream).play(stream)
                codec.prepare(found.engine)
                found.decode(found.encode(found.blank))
                _plays[stream.key] = found
    return found


def game_of(stream: Stream) -> Game[GameState]:
    """The engine of an event's main game."""
    return registry.game(stream.engine)


def head(stream: Stream) -> Head:
    """The state at the head that `stream` (a fresh row) names; from memory when nothing is newer."""
    known = _heads.get(stream.key)
    if known is not None and known.seq == stream.head:
        return known
    if known is not None and known.seq > stream.head:
        known = None  # the row was read before the newest commit; what it names is asked for
    found = _caught_up(stream, known)
    if not transaction.get_connection().in_atomic_block:
        remember(stream, found)
    return found


def remember(stream: Stream, found: Head) -> None:
    """Keep a committed head in this process. Never call it before the commit."""
    with _guard:
        known = _heads.get(stream.key)
        if known is None or known.seq <= found.seq:
            _heads[stream.key] = found


def forget(stream: Stream | None = None) -> None:
    """Drop what this process remembers: of one stream, or of all."""
    with _guard:
        for memory in (_heads, _plays, _scenarios):
            if stream is None:
                memory.clear()
            else:
                memory.pop(stream.key, None)


def _caught_up(stream: Stream, known: Head | None) -> Head:
    if known is not None:
        news = list(stream.entries.filter(seq__gt=known.seq, seq__lte=stream.head).order_by("seq"))
        if all(entry.kind != WITHDRAWN for entry in news):
            return Head(seq=stream.head, state=fold(stream, known.state, news))
    return stored_head(stream)


def stored_head(stream: Stream) -> Head:
    """The head as it was written with the last entry: one indexed read."""
    row = Stream.objects.values("head", "state").get(pk=stream.pk)
    play = play_of(stream)
    return Head(seq=row["head"], state=play.decode(bytes(row["state"])) if row["head"] else play.blank)


def state_at(stream: Stream, seq: int, *, from_zero: bool = False) -> Any:
    """The state after entry `seq`, by the newest usable snapshot or from nothing."""
    entries = list(stream.entries.filter(seq__lte=seq).order_by("seq"))
    skipped = skipped_by(entries)
    usable = None if from_zero else _usable_snapshot(stream, seq, entries)
    state, after = _begun(stream, usable)
    return fold(stream, state, [entry for entry in entries if entry.seq > after], skipped)


def state_without(stream: Stream, entries: Sequence[Entry], seq: int, skipped: frozenset[int]) -> Any:
    """The state after entry `seq` of this whole journal when these are skipped; withdrawals behind `seq` count too."""
    usable = _usable_snapshot(stream, seq, entries)
    state, after = _begun(stream, usable)
    return fold(stream, state, [entry for entry in entries if after < entry.seq <= seq], skipped)


def _begun(stream: Stream, usable: Snapshot | None) -> tuple[Any, int]:
    play = play_of(stream)
    return (play.decode(bytes(usable.body)), usable.seq) if usable else (play.blank, 0)


def _usable_snapshot(stream: Stream, seq: int, entries: Sequence[Entry]) -> Snapshot | None:
    """The newest snapshot that holds no entry withdrawn, or brought back, after it was taken."""
    touched = [(entry.seq, min(withdrawn_in(entry).entries, default=entry.seq)) for entry in entries if entry.kind == WITHDRAWN]
    kinds = {entry.seq: entry for entry in entries if entry.kind == WITHDRAWN}

    def reach(first: int) -> int:
        # Withdrawing a withdrawal reaches back to what that one had taken.
        again = kinds.get(first)
        return min(withdrawn_in(again).entries, default=first) if again else first

    for snapshot in stream.snapshots.filter(seq__lte=seq).order_by("-seq"):
        if all(at <= snapshot.seq or reach(first) > snapshot.seq for at, first in touched):
            return snapshot
    return None


def withdrawn_in(entry: Entry) -> Withdrawn:
    """The document of a `Withdrawn` entry."""
    return _withdrawn.decode(entry.body)


def skipped_by(entries: Iterable[Entry], gone: Iterable[int] = ()) -> frozenset[int]:
    """The seqs that the fold leaves out; `gone` as if a further entry took these back.

    A withdrawal that is itself withdrawn takes nothing back.
    """
    taken = set(gone)
    for entry in sorted((entry for entry in entries if entry.kind == WITHDRAWN), key=lambda entry: -entry.seq):
        if entry.seq not in taken:
            taken.update(withdrawn_in(entry).entries)
    return frozenset(taken)


def fold(stream: Stream, state: Any, entries: Iterable[Entry], skipped: frozenset[int] = frozenset()) -> Any:
    """The state after these entries, in order, without the skipped ones."""
    engine = play_of(stream).engine
    for entry in entries:
        if entry.kind != WITHDRAWN and entry.seq not in skipped:
            state = engine.evolve(state, event_of(engine, entry))
    return state


def event_of(engine: Engine[Any], entry: Entry) -> GameEvent:
    """The event an entry stores."""
    return codec.decode_event(engine, entry.kind, entry.body.encode())


def append(stream: Stream, happened: Sequence[GameEvent | Withdrawn], envelope: Envelope) -> list[Entry]:
    """Write events behind the head; call it inside the transaction that holds the stream's lock."""
    entries = []
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
            )
        )
    rows.append(entries)
    stream.head += len(entries)
    return entries


def store(stream: Stream, before: int, state: Any) -> Head:
    """Write the new head beside the entries, and a snapshot whenever the journal has grown past another hundred."""
    body = play_of(stream).encode(state)
    rows.move_head(stream, before, body)
    if before // SNAPSHOT_EVERY != stream.head // SNAPSHOT_EVERY:
        Snapshot.objects.create(stream=stream, seq=stream.head, body=body)
    return Head(seq=stream.head, state=state)
