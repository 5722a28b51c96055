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

from rooms.realm.desks import ALL_DESKS

from control.day.clock.steps import StepEnded
from control.day.lateness import TAKEN_IN
from control.day.state import MonthSeal
from control.engine.context import Asked
from control.engine.language import later, say, say_count
from control.engine.modules import Chapter, Fact, Poke
from rooms.realm.game.state import GameState

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


def seal(state: GameState, happened: StepEnded, asked: Asked) -> tuple[SheetsSealed, ...]:
    """Pin the sheets that this step takes in. Sheets that nobody has salted, as in a test, are not pinned."""
    kind = TAKEN_IN.get((happened.room, happened.step))
    if kind is None or any((each.kind, each.month) == (kind, happened.month) for each in state.seals):
        return ()
    leaves = tuple(sorted(each.leaf for each in asked.sheets.read(kind, happened.month) if each.leaf))
    if not leaves:
        return ()
    root = root_of(leaves)
    return (SheetsSealed(month=happened.month, kind=kind, root=root, count=len(leaves), at=happened.at, leaves=leaves),)


def evolve_sealed(state: GameState, happened: SheetsSealed) -> GameState:
    new = MonthSeal(month=happened.month, kind=happened.kind, root=happened.root, count=happened.count, at=happened.at)
    return replace(state, seals=(*state.seals, new))


def short(root: str) -> str:
    """A root as it is read out: its first signs in fours."""
    return " ".join(root[at : at + 4] for at in range(0, SHORT, 4))


def explain_sealed(happened: SheetsSealed, _state: GameState) -> str:
    count, month, root = happened.count, happened.month, short(happened.root)
    if happened.kind == "war":
        return say_count(
            "{count} war sheet of month {month} sealed: {root}.",
            "{count} war sheets of month {month} sealed: {root}.",
            count,
            month=month,
            root=root,
        )
    if happened.kind == "proposal":
        return say_count(
            "{count} proposal sheet of month {month} sealed: {root}.",
            "{count} proposal sheets of month {month} sealed: {root}.",
            count,
            month=month,
            root=root,
        )
    if happened.kind == "scheme":
        return say_count(
            "{count} scheme sheet of month {month} sealed: {root}.",
            "{count} scheme sheets of month {month} sealed: {root}.",
            count,
            month=month,
            root=root,
        )
    return say_count(
        "{count} {kind} sheet of month {month} sealed: {root}.",
        "{count} {kind} sheets of month {month} sealed: {root}.",
        count,
        kind=happened.kind,
        month=month,
        root=root,
    )


def broken_seals(state: GameState) -> tuple[str, ...]:
    places = [(each.kind, each.month) for each in state.seals]
    return (say("The sheets of one month were sealed twice."),) if len(set(places)) != len(places) else ()


SEALS = Chapter(
    name="seals",
    facts={
        SheetsSealed: Fact(
            evolve=evolve_sealed,
            explain=explain_sealed,
            pokes=lambda e, s: (Poke(topic="clock"),),
            lasting=SEALED,
            readers=lambda e, s: ALL_DESKS,
        )
    },
    reactions={StepEnded: seal},
    broken=broken_seals,
)
