"""Who asks, when, with what chance: everything a decision may not find out by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final, Protocol, TypeVar

from control.engine.ids import SeatId
from control.engine.language import later, say, say_as
from control.engine.words import Spoken

T = TypeVar("T")


class Desk(StrEnum):
    """What a member of the control team sits at; a person may hold several. The organizer may do what any desk may."""

    ORGANIZER = "organizer"
    WAR = "war"
    COURT = "court"
    UNDERGROUND = "underground"
    CEREMONY = "ceremony"
    CHECK_IN = "check-in"


DESK_NAMES: Final[Mapping[Desk, str]] = Spoken(
    {
        Desk.ORGANIZER: later("the organizer"),
        Desk.WAR: later("War Control"),
        Desk.COURT: later("Court Control"),
        Desk.UNDERGROUND: later("Underground Control"),
        Desk.CEREMONY: later("the Ceremony desk"),
        Desk.CHECK_IN: later("the check-in desk"),
    }
)


def desk_word(desk: Desk) -> str:
    """A desk in one word, for lists of them: "war"."""
    match desk:
        case Desk.ORGANIZER:
            return say_as("desk", "organizer")
        case Desk.WAR:
            return say_as("desk", "war")
        case Desk.COURT:
            return say_as("desk", "court")
        case Desk.UNDERGROUND:
            return say_as("desk", "underground")
        case Desk.CEREMONY:
            return say_as("desk", "ceremony")
        case Desk.CHECK_IN:
            return say_as("desk", "check-in")


ALL_DESKS: frozenset[Desk] = frozenset(Desk)
ORGANIZER_ONLY: frozenset[Desk] = frozenset({Desk.ORGANIZER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who acts: a player's seat, a member of staff with desks, or the clock (neither)."""

    seat: SeatId | None = None
    name: str = ""  # for the journal; a seat's name is looked up in the state
    desks: frozenset[Desk] = frozenset()
    clock: bool = False

    @property
    def called(self) -> str:
        """The name as it is told: a person's stands as it is, the clock's is said."""
        return say(self.name) if self.clock else self.name

    def sits_at(self, desks: frozenset[Desk]) -> bool:
        """Does this actor hold one of the desks, or the organizer's?"""
        return bool(self.desks & (desks | ORGANIZER_ONLY))


THE_CLOCK = Actor(name=later("the clock"), clock=True)


class Chance(Protocol):
    """The only dice there are."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in a random order."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """One sealed sheet as the desk found it when it was read: the newest revision that arrived in time.

    `body` is the sheet's own JSON document; the chapter that owns `kind` decodes it. `leaf` is its salted hash (see `seals`), where
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
        """All sheets of this kind and month, sorted by seat."""
        ...


@dataclass(frozen=True, slots=True)
class NoSheets:
    """No sealed sheet exists."""

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class SheetList:
    """Sealed sheets held in memory: for tests, examples and bots."""

    sheets: tuple[Sealed, ...] = ()

    def read(self, kind: str, month: int) -> tuple[Sealed, ...]:
        found = [sheet for sheet in self.sheets if sheet.kind == kind and sheet.month == month]
        return tuple(sorted(found, key=lambda sheet: sheet.seat))


@dataclass(frozen=True, slots=True)
class Unforeseen:
    """The chance of a preview: it keeps the order, for what chance will bring is not foreseeable."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The circumstances of one command: who, when (aware UTC), with what chance, over which sealed sheets."""

    by: Actor
    at: datetime
    chance: Chance = field(default_factory=Unforeseen)
    sheets: SealedSheets = field(default_factory=NoSheets)
