"""A battle with all its numbers: who stood there, how it was counted, who was lost."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rooms.realm.scenario.ids import HouseId, RegionId

REMNANTS = HouseId("*remnants")  # the two forces without a House, where a battle lists its forces
IMMORTALS = HouseId("*immortals")
NOBODY = HouseId("*nobody")


class Lent(msgspec.Struct, frozen=True, kw_only=True):
    house: HouseId
    strength: int


class ByFavor(msgspec.Struct, frozen=True, kw_only=True):
    """So much more, or less, that a House's attack value is in one region by a Favor (GE-FAV-03)."""

    favor: str  # what the card is called
    by: int


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """One force in a battle, REMNANTS and IMMORTALS too, and how its attack value comes about (GE-WAR-37, GE-WAR-38, GE-WAR-39)."""

    house: HouseId
    units: int
    strength: int  # what the units count
    lent: tuple[Lent, ...] = ()
    castle: int = 0
    bonus: int = 0
    commanded: int = 0  # Immortals that it commands here
    guard: int = 0  # what those count; it is not lent to allies
    by_hand: int = 0  # what War Control added, or took off
    attack: int = 0
    favors: tuple[ByFavor, ...] = ()  # what Favors added, or took off (GE-FAV-03)
    ticks: tuple[HouseId, ...] = ()  # whom of those present it ticks


class Result(StrEnum):
    """How a battle was decided."""

    WON = "won"  # one force, or one side of allies, has the highest attack (GE-WAR-40, R-47)
    ALLIES_WON = "allies-won"  # a tie that the only allied side wins (GE-WAR-43)
    WIPED_OUT = "wiped-out"  # a tie that nobody wins (GE-WAR-42)
    GUARD_HELD = "guard-held"  # the Immortals won or tied; only those who betrayed are removed


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    house: HouseId
    units: int


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One count of a region. A second one follows only where Immortals removed the betrayers and others are left (R-56)."""

    armies: tuple[Army, ...]
    result: Result
    top: tuple[HouseId, ...]  # who has the highest attack
    side: tuple[HouseId, ...] = ()  # the winners and their mutual allies; empty when nobody wins
    losses: tuple[Loss, ...] = ()
    remnants_lost: int = 0
    spared: tuple[HouseId, ...] = ()  # kept their units, because those who won may not kill them
    ruled: bool = False  # War Control said who won


class Overcame(msgspec.Struct, frozen=True, kw_only=True):
    """`house` killed at least one unit of `over` in a battle (GE-WAR-51, R-50)."""

    house: HouseId
    over: HouseId


class Plus(msgspec.Struct, frozen=True, kw_only=True):
    """So much more, or less, that a House's attack counts by War Control's word."""

    house: HouseId
    by: int


class ByHand(msgspec.Struct, frozen=True, kw_only=True):
    """What War Control changed of a battle. What it says of forces that are not there counts for nothing.

    `winner` is who wins whatever the sums say, NOBODY where all are wiped out; `losses` are what these Houses lose instead.
    """

    plus: tuple[Plus, ...] = ()
    winner: HouseId | None = None
    losses: tuple[Loss, ...] = ()


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle with all its numbers.

    `retaliation` names the House that lost a unit to each defeated Immortal, in turn, those of `fallen` last (R-57).
    """

    region: RegionId
    rounds: tuple[Round, ...]
    overcame: tuple[Overcame, ...] = ()
    betrayers: tuple[HouseId, ...] = ()
    immortals: tuple[int, ...] = ()  # who fought
    immortals_defeated: bool = False
    retaliation: tuple[HouseId, ...] = ()
    fallen: tuple[int, ...] = ()  # commanded Immortals, defeated with the House that commanded them
    by_hand: ByHand | None = None
