"""Who asks, when, with what chance: everything a decision may not find out by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol, TypeVar

from control.engine.ids import DeskId, SeatId
from control.engine.language import later, say
from control.engine.reasons import Told, as_reason

T = TypeVar("T")


ORGANIZER: Final = "organizer"  # this desk may do what any desk may
CHECK_IN: Final = "check-in"
ORGANIZER_ONLY: Final[frozenset[DeskId]] = frozenset({ORGANIZER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who acts: a player's seat, a member of staff with desks, or the clock (neither)."""

    seat: SeatId | None = None
    name: str = ""  # for the journal; a seat's name is looked up in the state
    desks: frozenset[DeskId] = frozenset()
    clock: bool = False

    @property
    def called(self) -> Told:
        """The name as it is kept to be told: a person's stands as it is, the clock's is said then."""
        return the_clock() if self.clock else self.name

    def sits_at(self, desks: frozenset[DeskId]) -> bool:
        """Does this actor hold one of the desks, or the organizer's?"""
        return bool(self.desks & (desks | ORGANIZER_ONLY))


@as_reason("the-clock")
def the_clock() -> str:
    return say("the clock")


THE_CLOCK = Actor(name=later("the clock"), clock=True)


class Chance(Protocol):
    """The only dice there are."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in a random order."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """One sealed sheet as the desk found it when it was read: the newest revision that arrived in time.

    `body` is the sheet's own JSON document; the module that owns `kind` decodes it. `leaf` is its salted hash (see `seals`), where
    the desk has salted it.
    """

    seat: SeatId
    kind: str
    month: int
    revision: int
    received_at: datetime
    body: bytes
    leaf: str = ""


class SealedSheets(Protocol):
    """Where sealed sheets are read from: rows in a desk, a list in a test, nothing in a preview."""

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        """All sheets of this kind and month, sorted by seat: they are taken in, and their desk sees them from now on."""
        ...

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        """The same for their seal alone: no further one counts, and nobody sees them yet."""
        ...


@dataclass(frozen=True, slots=True)
class NoSheets:
    """No sealed sheet exists."""

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        return ()

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class SheetList:
    """Sealed sheets held in memory: for tests, examples and bots."""

    sheets: tuple[Sealed, ...] = ()

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        found = [sheet for sheet in self.sheets if sheet.kind == kind and sheet.month == month]
        return tuple(sorted(found, key=lambda sheet: sheet.seat))

    def closed(self, kind: str, month: int) -> tuple[Sealed, ...]:
        return self.read(kind, month)


@dataclass(frozen=True, slots=True)
class Unforeseen:
    """The chance of a preview: it keeps the order, for what chance will bring is not foreseeable."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionContext:
    """The circumstances of one command: who, when (aware UTC), with what chance, over which sealed sheets."""

    by: Actor
    at: datetime
    chance: Chance = field(default_factory=Unforeseen)
    sheets: SealedSheets = field(default_factory=NoSheets)
