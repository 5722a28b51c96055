"""The formats of scenario folders, and the steps that bring a folder of an older one forward to today's.

A folder says `format: 1` in its scenario.yaml; one that says nothing was written before formats were counted. Whoever changes what
a key is called or means raises `FORMAT` and adds the step that turns a file of the format before into one of the new.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rooms.realm.scenario.reading import Entry, Trouble

Entries = Sequence[Entry | Trouble]
Step = Callable[[Entries], Entries]  # the top-level entries of one file, whose nodes keep the lines that they were written in


def counted(entries: Entries) -> Entries:
    """0 to 1: formats are counted from now on; nothing else is written in another way."""
    return entries


STEPS: Final[tuple[Step, ...]] = (counted,)  # the first brings format 0 to 1
FORMAT: Final = len(STEPS)


def brought_forward(entries: Entries, version: int) -> Entries:
    """The entries of a file of that format as today's format has them."""
    for step in STEPS[version:]:
        entries = step(entries)
    return entries
