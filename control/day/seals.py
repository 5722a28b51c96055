"""The secrecy receipt: what was sealed at the lock is pinned by one number, said aloud, and can be checked when the day is over.

Every sheet that counts is hashed with a salt of its own, drawn by the desk; the root is the hash of the month's sorted hashes. Who
knows only the root learns nothing of any sheet, and nobody can change one afterwards without changing the root.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from control.day.clock.steps import StepEnded
from control.day.lateness import Taking, taken_in_by
from control.day.records import MonthSeal
from control.day.state import DayState, S
from control.engine.context import DecisionContext
from control.engine.frame import Frame
from control.engine.language import later, say_count
from control.engine.modules import EventHandler, Invalidation, Module

SEALED: Final = later("What was sealed has been said aloud; it cannot be taken back.")
SHORT: Final = 12  # signs of a root that are read out and shown small


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsSealed:
    """The sheets of a kind were taken in: `count` of them, pinned by the root of their hashes.

    `leaves` are these hashes, sorted: with them it can be said afterwards which sheet was changed, not only that one was. They say
    nothing of any sheet. The state does without them.
    """

    month: int
    kind: str
    root: str
    count: int
    at: datetime
    leaves: tuple[str, ...] = ()


def leaf_of(*, salt: str, kind: str, month: int, seat: str, revision: int, body: str) -> str:
    """The hash of one sheet: SHA-256, in hex, of these six on a line each, in this order, in UTF-8."""
    return _hex("\n".join((salt, kind, str(month), seat, str(revision), body)))


def root_of(leaves: Iterable[str]) -> str:
    """The hash of a month's hashes: SHA-256, in hex, of the sorted hashes on a line each."""
    return _hex("\n".join(sorted(leaves)))


def _hex(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def seal(state: DayState, happened: StepEnded, asked: DecisionContext, takings: Iterable[Taking]) -> tuple[SheetsSealed, ...]:
    """Pin the sheets that this step takes in. Sheets that nobody has salted, as in a test, are not pinned."""
    known = {(each.kind, each.month) for each in state.seals}
    kinds = [each.kind for each in taken_in_by(takings, happened.room, happened.step)]
    made = (_sealed(kind, happened, asked) for kind in kinds if (kind, happened.month) not in known)
    return tuple(each for each in made if each.count)


def _sealed(kind: str, happened: StepEnded, asked: DecisionContext) -> SheetsSealed:
    leaves = tuple(sorted(each.leaf for each in asked.sheets.read(kind, happened.month) if each.leaf))
    return SheetsSealed(month=happened.month, kind=kind, root=root_of(leaves), count=len(leaves), at=happened.at, leaves=leaves)


def evolve_sealed(state: S, happened: SheetsSealed) -> S:
    new = MonthSeal(month=happened.month, kind=happened.kind, root=happened.root, count=happened.count, at=happened.at)
    return replace(state, seals=(*state.seals, new))


def short(root: str) -> str:
    """A root as it is read out: its first signs in fours."""
    return " ".join(root[at : at + 4] for at in range(0, SHORT, 4))


def explain_sealed(happened: SheetsSealed, frame: Frame, takings: Iterable[Taking]) -> str:
    """How many sheets were sealed, in the words of their kind; plain ones for a kind that is played no more."""
    count, month, root = happened.count, happened.month, short(happened.root)
    known = next((each for each in takings if each.kind == happened.kind), None)
    if known is not None:
        return known.sealed(count, month, root)
    return say_count(
        "{count} {kind} sheet of {round} sealed: {root}.",
        "{count} {kind} sheets of {round} sealed: {root}.",
        count,
        kind=happened.kind,
        round=frame.round_words(month),
        root=root,
    )


def broken_seals(state: DayState) -> tuple[str, ...]:
    places = [(each.kind, each.month) for each in state.seals]
    return (state.frame.said("sealed-twice"),) if len(set(places)) != len(places) else ()


def sealing(takings: tuple[Taking, ...]) -> Module:
    """The module that pins what these steps take in."""
    return Module(
        name="seals",
        events={
            SheetsSealed: EventHandler(
                evolve=evolve_sealed,
                explain=lambda e, s: explain_sealed(e, s.frame, takings),
                invalidations=lambda e, s: (Invalidation(topic="clock"),),
                lasting=SEALED,
                readers=lambda e, s: s.frame.all_desks,
            )
        },
        reactions={StepEnded: lambda state, happened, asked: seal(state, happened, asked, takings)},
        broken=broken_seals,
    )


SEALS: Final = sealing(())
"""The module where no kind of sheet has registered: it knows what was sealed, and seals nothing."""
