"""Withdrawals: which entries of a journal the fold leaves out, now and at any earlier moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from control.models import Entry, Stream

WITHDRAWN = "Withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """Journal-level entry: the fold skips these entries from now on, unless it is withdrawn itself."""

    entries: tuple[int, ...]
    reason: str


_reader = msgspec.json.Decoder(Withdrawn)


@dataclass(frozen=True, slots=True)
class Marks:
    """Every withdrawal of a journal, oldest first: the entry that says it, and those that it names."""

    withdrawals: tuple[tuple[int, tuple[int, ...]], ...]

    def skipped(self, *, until: int | None = None, gone: Iterable[int] = ()) -> frozenset[int]:
        """What the fold leaves out: now, or as of entry `until`; `gone` as if a further entry took these back.

        A withdrawal that is itself withdrawn takes nothing back.
        """
        taken = set(gone)
        for seq, entries in reversed(self.withdrawals):
            if (until is None or seq <= until) and seq not in taken:
                taken.update(entries)
        return frozenset(taken)

    def agree(self, seq: int, skipped: frozenset[int], *, until: int) -> bool:
        """Of the entries up to `seq`, are the same left out as of entry `until`?"""
        return all(each > seq for each in skipped ^ self.skipped(until=until))


def marks_of(stream: Stream) -> Marks:
    """Every withdrawal in a journal."""
    rows = stream.entries.filter(kind=WITHDRAWN).order_by("seq").values_list("seq", "body")
    return Marks(tuple((seq, _reader.decode(body).entries) for seq, body in rows))


def withdrawn_in(entry: Entry) -> Withdrawn:
    """The document of a `Withdrawn` entry."""
    return _reader.decode(entry.body)
