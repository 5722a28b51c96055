"""Rebuild the stored head state and snapshots of a journal, as if none had been stored."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from control.journal import journal
from control.journal.journal import SNAPSHOT_EVERY
from control.journal.withdrawals import WITHDRAWN, marks_of
from control.models import Snapshot, Stream

# === rebuild ============================================================================================================


AT_ONCE = 20  # snapshots in memory at once


class CannotFoldError(Exception):
    """An entry that this release cannot fold. `seq`: that entry."""

    def __init__(self, seq: int, why: Exception) -> None:
        super().__init__(f"entry {seq}: {why}")
        self.seq = seq


def write_whole(stream: Stream) -> Any:
    """Fold a locked stream from nothing and store its snapshots and head state. Return that state.

    Raises:
        CannotFoldError: an entry does not fit the entries before it.
    """
    play, marks = journal.play_of(stream), marks_of(stream)
    skipped = marks.skipped(until=stream.head)
    stream.snapshots.all().delete()
    state, at = play.blank, 0

    def snapshots() -> Iterator[Snapshot]:
        nonlocal state, at
        for entry in journal.stored_after(stream, 0, stream.head):
            at = entry.seq
            if entry.kind != WITHDRAWN and entry.seq not in skipped:
                state = play.engine.evolve(state, journal.event_of(play.engine, entry))
            if entry.seq % SNAPSHOT_EVERY == 0:
                stored = {"encoding": play.encoding, "as_of": stream.head, "hash": stream.hash}
                yield Snapshot(stream=stream, seq=entry.seq, body=play.encode(state), **stored)

    try:
        wanted = snapshots()
        while some := list(islice(wanted, AT_ONCE)):
            Snapshot.objects.bulk_create(some)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as wrong:
        raise CannotFoldError(at, wrong) from wrong
    stream.state, stream.encoding = play.encode(state) if stream.head else b"", play.encoding if stream.head else ""
    stream.save(update_fields=["state", "encoding"])
    return state
