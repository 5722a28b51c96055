"""The journal as commands: what belongs together told together, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from control.engine.language import later, say
from control.engine.typed import folded
from control.journal.story import Line, may_read, may_withdraw, withdrawn_by
from control.journal.withdrawals import WITHDRAWN
from control.people.events import SETUP

HIDDEN = later("What was done is told at the desk it belongs to.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One command: when, who, what it is called, the sentences it made, and whether it still stands."""

    seq: int  # of its first entry
    at: datetime
    who: str
    label: str
    sentences: tuple[str, ...]
    module: str
    withdrawn_label: str  # what took it back, empty while it stands
    withdrawn_seq: int
    is_withdrawal: bool
    may_withdraw: bool
    lasting: str


def commands_of(lines: Sequence[Line]) -> Iterator[tuple[Line, ...]]:
    """The lines of each command, newest command first."""
    for _command, group in groupby(reversed(lines), key=lambda line: line.command):
        yield tuple(reversed(tuple(group)))


def tell(groups: Iterable[tuple[Line, ...]], lines: Sequence[Line], desks: frozenset[str]) -> tuple[Told, ...]:
    """These commands, as somebody at these desks may read them."""
    taken = withdrawn_by(lines)
    return tuple(_told(group, taken.get(group[0].seq), desks) for group in groups)


def newest(lines: Sequence[Line], desks: frozenset[str], count: int) -> tuple[Told, ...]:
    """The latest commands."""
    found = []
    for group in commands_of(lines):
        found.append(group)
        if len(found) == count:
            break
    return tell(found, lines, desks)


def _told(group: tuple[Line, ...], taken: Line | None, desks: frozenset[str]) -> Told:
    first = group[0]
    readable = tuple(line.sentence for line in group if may_read(line, desks))
    lasting = next((line.lasting for line in group if line.lasting), "")
    return Told(
        seq=first.seq,
        at=first.at,
        who=who(first),
        label=first.label,
        sentences=readable if len(readable) == len(group) else (*readable, say(HIDDEN)),
        module=first.module,
        withdrawn_label=f"{who(taken)}, {taken.sentence}" if taken else "",
        withdrawn_seq=taken.seq if taken else 0,
        is_withdrawal=first.kind == WITHDRAWN,
        may_withdraw=taken is None and not lasting and may_withdraw(first, desks),
        lasting=lasting,
    )


def doers(lines: Iterable[Line]) -> tuple[str, ...]:
    """Whose doings these lines are: the team's and the clock's first, then the players', each as people are looked for."""
    names = {who(line): line.actor.startswith("seat:") for line in lines}
    return tuple(sorted(names, key=lambda name: (names[name], folded(name))))


def who(line: Line) -> str:
    """Whose doing it was, to ask tomorrow."""
    if line.actor == "clock":
        return say("The clock")
    name = line.name or line.actor.partition(":")[2]
    return say("setup") if name == SETUP else name
