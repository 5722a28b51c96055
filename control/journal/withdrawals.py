"""Withdrawals: which entries of a journal the fold leaves out, now and at any earlier moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from control.engine.language import say

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


def plain_label(label: str) -> str:
    """What a command was called, of a withdrawal what it took back."""
    return _peeled(label)[0]


def withdrawal_label(label: str, *, of_withdrawal: bool) -> str:
    """What the withdrawal of a command is called: that of a withdrawal brings back what it took."""
    what, back = _peeled(label) if of_withdrawal else (label, True)
    return say("Withdrawn: {what}", what=what) if back else say("Brought back: {what}", what=what)


def brings_back(label: str) -> bool:
    """Whether a withdrawal called so brings back what another one took."""
    return _peeled(label)[1]


def _peeled(label: str) -> tuple[str, bool]:
    """A command's own name in the label of its withdrawal, and whether that brings it back: earlier releases said it twice then."""
    if label.startswith(back := say("Brought back: {what}", what="")):
        return label.removeprefix(back), True
    prefix, times = say("Withdrawn: {what}", what=""), 0
    while label.startswith(prefix):
        label, times = label.removeprefix(prefix), times + 1
    return label, times > 0 and times % 2 == 0
