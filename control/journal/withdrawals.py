"""Withdrawals: the entries that the fold skips, now and at any earlier moment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from control.engine.language import say

if TYPE_CHECKING:
    from control.models import Entry, Stream

WITHDRAWN = "Withdrawn"


class Withdrawn(Struct, frozen=True, kw_only=True):
    """Journal-level entry: the fold skips these entries from now on, unless this one is withdrawn too."""

    entries: tuple[int, ...]
    reason: str


_reader = msgspec.json.Decoder(Withdrawn)


class Withdrawals(Struct, frozen=True):
    """Every withdrawal of a journal, oldest first: its seq, and the seqs that it withdraws."""

    withdrawals: tuple[tuple[int, tuple[int, ...]], ...]

    def skipped(self, *, until: int | None = None, gone: Iterable[int] = ()) -> frozenset[int]:
        """The seqs that the fold skips now, or as of entry `until`; `gone` as if one more entry withdrew these.

        A withdrawal that is itself withdrawn has no effect.
        """
        taken = set(gone)
        for seq, entries in reversed(self.withdrawals):
            if (until is None or seq <= until) and seq not in taken:
                taken.update(entries)
        return frozenset(taken)

    def agree(self, seq: int, skipped: frozenset[int], *, until: int) -> bool:
        """Is `skipped`, up to `seq`, what the fold skips as of entry `until`?"""
        return all(each > seq for each in skipped ^ self.skipped(until=until))


def marks_of(stream: Stream) -> Withdrawals:
    """Every withdrawal in a journal."""
    rows = stream.entries.filter(kind=WITHDRAWN).order_by("seq").values_list("seq", "body")
    return Withdrawals(tuple((seq, _reader.decode(body).entries) for seq, body in rows))


def withdrawn_in(entry: Entry) -> Withdrawn:
    """The document of a `Withdrawn` entry."""
    return _reader.decode(entry.body)


def plain_label(label: str) -> str:
    """The label of a command; for a withdrawal, the label of what it withdraws."""
    return _split_label(label)[0]


def withdrawal_label(label: str, *, of_withdrawal: bool) -> str:
    """The label of a command's withdrawal. The withdrawal of a withdrawal reads "Brought back: …"."""
    what, back = _split_label(label) if of_withdrawal else (label, True)
    return say("Withdrawn: {what}", what=what) if back else say("Brought back: {what}", what=what)


def is_redo_label(label: str) -> bool:
    """Does a withdrawal with this label bring back what another one withdrew?"""
    return _split_label(label)[1]


def _split_label(label: str) -> tuple[str, bool]:
    """The command's label within a withdrawal's label, and whether the withdrawal is a redo.

    Earlier releases wrote the prefix "Withdrawn: " once for each withdrawal; an even number is a redo.
    """
    if label.startswith(back := say("Brought back: {what}", what="")):
        return label.removeprefix(back), True
    prefix, times = say("Withdrawn: {what}", what=""), 0
    while label.startswith(prefix):
        label, times = label.removeprefix(prefix), times + 1
    return label, times > 0 and times % 2 == 0
