"""The secrecy receipt: one hash that pins the sheets when they close. It is announced and can be checked after the day.

Every sheet that counts is hashed with a random salt of its own, which the server draws. The root is the hash of the month's sorted
hashes. The root alone reveals nothing about any sheet, and nobody can change a sheet afterwards without changing the root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from hashlib import sha256
from typing import Final

from msgspec import Struct

from control.day.clock.clocks import place_of
from control.day.clock.phase_events import ClockSet, PhaseEnded
from control.day.clock.steps import StepEnded
from control.day.lateness import Taking, takings_at
from control.day.records import MonthSeal
from control.day.state import DayState, S
from control.engine.context import DecisionContext, Sealed
from control.engine.frame import Frame
from control.engine.ids import PhaseId
from control.engine.language import later, say, say_count
from control.engine.modules import EventHandler, Invalidation, Module, Undo
from control.engine.records import replace
from control.engine.reports import one_sentence

SEALED: Final = later("What was sealed has been said aloud; it cannot be taken back.")
SHORT: Final = 12  # characters of a root that are announced and shown


class SheetsSealed(Struct, frozen=True, kw_only=True):
    """The sheets of a kind were sealed.

    `root`: the hash of their hashes.
    `count`: the number of sheets.
    `leaves`: their hashes, sorted. They show later which sheet was changed, and reveal no content. The state does not keep them.
    """

    month: int
    kind: str
    root: str
    count: int
    at: datetime
    leaves: tuple[str, ...] = ()


class SealBroken(Struct, frozen=True, kw_only=True):
    """The clock went back to before the sealing end of this phase. The sheets may change and are sealed again later."""

    month: int
    kind: str
    phase: PhaseId


def leaf_of(*, salt: str, kind: str, month: int, seat: str, revision: int, body: str) -> str:
    """The hash of one sheet: SHA-256, in hex, of these six on a line each, in this order, in UTF-8."""
    return _hex("\n".join((salt, kind, str(month), seat, str(revision), body)))


def root_of(leaves: Iterable[str]) -> str:
    """The hash of a month's hashes: SHA-256, in hex, of the sorted hashes on a line each."""
    return _hex("\n".join(sorted(leaves)))


def _hex(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def seal(state: DayState, happened: StepEnded, asked: DecisionContext, takings: Iterable[Taking]) -> tuple[SheetsSealed, ...]:
    """Seal the sheets that this step takes in. Sheets without a salt, as in tests, are not sealed."""
    kinds = [each.kind for each in takings_at(takings, happened.room, happened.step)]
    made = (_sheets_sealed(kind, happened, asked.sheets.read) for kind in kinds if not is_sealed(state, kind, happened.month))
    return tuple(each for each in made if each.count)


def seal_phase(
    state: DayState, happened: PhaseEnded, asked: DecisionContext, takings: Iterable[Taking]
) -> tuple[SheetsSealed, ...]:
    """Seal the sheets that close with this phase. They stay unread until their step."""
    kinds = [each.kind for each in takings if each.closes_with == happened.phase]
    made = (_sheets_sealed(kind, happened, asked.sheets.closed) for kind in kinds if not is_sealed(state, kind, happened.month))
    return tuple(each for each in made if each.count)


def break_seals(state: DayState, happened: ClockSet, takings: Iterable[Taking]) -> tuple[SealBroken, ...]:
    """Break the seals of sheets that can be written again after the clock was set. Sheets already taken in stay sealed."""
    order = [phase.id for phase in state.frame.phases]
    closes_with = {each.kind: each for each in takings if each.closes_with}

    def comes_again(seal: MonthSeal) -> bool:
        taking = closes_with.get(seal.kind)
        if taking is None or _is_taken_in(state, taking, seal.month):
            return False
        # A later round that began by mistake is played again, with new sheets.
        return (happened.month, order.index(happened.phase)) <= (seal.month, order.index(taking.closes_with))

    return tuple(
        SealBroken(month=each.month, kind=each.kind, phase=closes_with[each.kind].closes_with)
        for each in state.seals
        if comes_again(each)
    )


def _is_taken_in(state: DayState, taking: Taking, month: int) -> bool:
    clocks = (at for key, at in state.clock.rooms.items() if place_of(key)[0] == taking.room)
    return any(taking.step in at.ended_in(month) for at in clocks)


def _sheets_sealed(
    kind: str, happened: StepEnded | PhaseEnded, sheets_of: Callable[[str, int], tuple[Sealed, ...]]
) -> SheetsSealed:
    leaves = tuple(sorted(each.leaf for each in sheets_of(kind, happened.month) if each.leaf))
    return SheetsSealed(month=happened.month, kind=kind, root=root_of(leaves), count=len(leaves), at=happened.at, leaves=leaves)


def evolve_sealed(state: S, happened: SheetsSealed) -> S:
    new = MonthSeal(month=happened.month, kind=happened.kind, root=happened.root, count=happened.count, at=happened.at)
    return replace(state, seals=(*state.seals, new))


def evolve_broken(state: S, happened: SealBroken) -> S:
    return replace(state, seals=tuple(each for each in state.seals if (each.kind, each.month) != (happened.kind, happened.month)))


def is_sealed(state: DayState, kind: str, month: int) -> bool:
    """Are the sheets of this kind and month sealed? Then no further sheet counts."""
    return any((each.kind, each.month) == (kind, month) for each in state.seals)


def any_sealed(state: DayState) -> bool:
    """Are the sheets of any round sealed?"""
    return bool(state.seals)


def public_seals(state: DayState) -> tuple[MonthSeal, ...]:
    """All seals, oldest first. They are public."""
    return state.seals


def newest_seals(state: DayState) -> tuple[MonthSeal, ...]:
    """The seals of the newest sealed round, one for each kind. They are public."""
    return tuple(each for each in state.seals if each.month == state.seals[-1].month)


def short(root: str) -> str:
    """A root for announcement: its first characters in groups of four."""
    return " ".join(root[at : at + 4] for at in range(0, SHORT, 4))


def _sealed_words(happened: SheetsSealed, frame: Frame, takings: Iterable[Taking]) -> str:
    """The sentence on sealed sheets: the kind's own, or a general one for a kind that is no longer registered."""
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


@one_sentence
def tell_broken(happened: SealBroken, state: DayState) -> str:
    """The sentence that a seal is no longer valid, and when there will be a new one."""
    frame = state.frame
    sealed, phase = frame.round_words(happened.month), frame.phase_name(happened.phase)
    if happened.month > state.clock.month:
        return say(
            "The seal of {round} from the end of {phase} no longer holds: {phase} comes again, and a new one is made when it ends.",
            round=sealed,
            phase=phase,
        )
    return say(
        "The seal of {round} from the end of {phase} no longer holds: {phase} goes on, and a new one is made when it ends.",
        round=sealed,
        phase=phase,
    )


def broken_seals(state: DayState) -> tuple[str, ...]:
    places = [(each.kind, each.month) for each in state.seals]
    return (state.frame.said("sealed-twice"),) if len(set(places)) != len(places) else ()


def seal_module(takings: tuple[Taking, ...]) -> Module:
    """The module that seals the sheets of these registrations."""
    return Module(
        name="seals",
        events={
            SheetsSealed: EventHandler(
                evolve=evolve_sealed,
                tell=one_sentence(lambda e, s: _sealed_words(e, s.frame, takings)),
                invalidations=lambda e, s: (Invalidation(topic="clock"),),
                undo=Undo(never=SEALED),
                readers=lambda e, s: s.frame.all_desks,
            ),
            SealBroken: EventHandler(
                evolve=evolve_broken,
                tell=tell_broken,
                invalidations=lambda e, s: (Invalidation(topic="clock"),),
                undo=Undo(never=SEALED),
                readers=lambda e, s: s.frame.all_desks,
            ),
        },
        reactions={
            StepEnded: lambda state, happened, asked: seal(state, happened, asked, takings),
            PhaseEnded: lambda state, happened, asked: seal_phase(state, happened, asked, takings),
            ClockSet: lambda state, happened, _asked: break_seals(state, happened, takings),
        },
        broken=broken_seals,
    )


SEALS: Final = seal_module(())
"""The module where no kind of sheet has registered: it knows what was sealed, and seals nothing."""
