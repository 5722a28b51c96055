"""Decision context: actor, time, chance and sealed sheets, which a decision may not find out by itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Protocol, TypeVar

from msgspec import Struct, field

from control.engine.ids import DeskId, SeatId
from control.engine.language import later, say
from control.engine.reasons import Told, as_reason

T = TypeVar("T")


ORGANIZER: Final = "organizer"  # this desk may do what any desk may
CHECK_IN: Final = "check-in"
ORGANIZER_ONLY: Final[frozenset[DeskId]] = frozenset({ORGANIZER})


class Actor(Struct, frozen=True, kw_only=True):
    """Sender of a command: a player's seat, a member of staff with desks, or the clock (neither)."""

    seat: SeatId | None = None
    name: str = ""  # for the journal; a seat's name is looked up in the state
    desks: frozenset[DeskId] = frozenset()
    clock: bool = False

    @property
    def called(self) -> Told:
        """The name to store: a person's as plain text, the clock's as a reason, translated when shown."""
        return the_clock() if self.clock else self.name

    def sits_at(self, desks: frozenset[DeskId]) -> bool:
        """Does this actor sit at one of the desks, or at the organizer's?"""
        return bool(self.desks & (desks | ORGANIZER_ONLY))


@as_reason("the-clock")
def the_clock() -> str:
    return say("the clock")


THE_CLOCK = Actor(name=later("the clock"), clock=True)


class Chance(Protocol):
    """Source of all chance in decisions."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in random order."""
        ...


class Sealed(Struct, frozen=True, kw_only=True):
    """One sealed sheet: the newest revision that arrived in time.

    `body`: the sheet's JSON document, which the module of `kind` decodes. `leaf`: its salted hash (`control.day.seals`); "" without
    a salt.
    """

    seat: SeatId
    kind: str
    month: int
    revision: int
    received_at: datetime
    body: bytes
    leaf: str = ""


class SealedSheets(Protocol):
    """Source of sealed sheets: database rows in the journal, a list in a test, nothing in a preview."""

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        """Take in all sheets of this kind and month and return them, sorted by seat. From now on their desk sees them."""
        ...

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        """Return the same sheets for sealing only. No later sheet counts, and nobody sees them yet."""
        ...


class NoSheets(Struct, frozen=True):
    """Source without sealed sheets."""

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        return ()

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        return ()


class SheetList(Struct, frozen=True):
    """Sealed sheets in memory, for tests, examples and bots."""

    sheets: tuple[Sealed, ...] = ()

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        found = [sheet for sheet in self.sheets if sheet.kind == kind and sheet.month == month]
        return tuple(sorted(found, key=lambda sheet: sheet.seat))

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        return self.read(kind, month)


class Unforeseen(Struct, frozen=True):
    """Chance of a preview. It keeps the order, because the result of chance cannot be foreseen."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items)


class DecisionContext(Struct, frozen=True, kw_only=True):
    """Context of one command: `by` whom, `at` what time (aware UTC), with which chance and sealed sheets."""

    by: Actor
    at: datetime
    chance: Chance = field(default_factory=Unforeseen)
    sheets: SealedSheets = field(default_factory=NoSheets)
