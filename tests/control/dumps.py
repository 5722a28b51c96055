"""Restored dumps of a journal under a running process, and other processes that write meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from control.journal import journal, story
from control.journal.memory import Memory
from control.models import Stream
from control.sheets import receipts

ROW = ("head", "hash", "state", "encoding", "chained_after")


class Dump:
    """A copy of a journal, taken when it is made."""

    def __init__(self, stream_id: int) -> None:
        self.stream_id = stream_id
        self.row = Stream.objects.values(*ROW).get(pk=stream_id)
        self.entries = list(self.stream.entries.all())
        self.snapshots = list(self.stream.snapshots.all())

    @property
    def stream(self) -> Stream:
        return Stream.objects.get(pk=self.stream_id)

    def restore(self, *, snapshots: bool = True) -> None:
        """Restore the database to the copy. Without `snapshots`, snapshots of the other past remain."""
        self.stream.entries.all().delete()
        type(self.entries[0]).objects.bulk_create(self.entries)
        if snapshots:
            self.stream.snapshots.all().delete()
            self.stream.snapshots.bulk_create(self.snapshots)
        Stream.objects.filter(pk=self.stream_id).update(**self.row)


@contextmanager
def another_process() -> Iterator[None]:
    """Run the block as another process, with empty caches of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal, "_heads", Memory(journal.MOST))
        patch.setattr(story, "_told", Memory(story.MOST_EVENTS))
        patch.setattr(receipts, "_taken_in", Memory(receipts.MOST_EVENTS))
        yield
