"""A battle with all its numbers: forces, attack values, result, losses."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rooms.realm.scenario.ids import HouseId, RegionId

REMNANTS = HouseId("*remnants")  # forces without a House, in lists of forces
IMMORTALS = HouseId("*immortals")
NOBODY = HouseId("*nobody")


class Lent(msgspec.Struct, frozen=True, kw_only=True):
    house: HouseId
    strength: int


class ByFavor(msgspec.Struct, frozen=True, kw_only=True):
    """Change of a House's attack value in one region by a Favor (GE-FAV-03)."""

    favor: str  # name of the card
    by: int


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """One force in a battle with the parts of its attack value. REMNANTS and IMMORTALS count as forces.

    Rules: GE-WAR-37, GE-WAR-38, GE-WAR-39.
    """

    house: HouseId
    units: int
    strength: int  # what the units count
    lent: tuple[Lent, ...] = ()
    castle: int = 0
    bonus: int = 0
    commanded: int = 0  # Immortals it commands here
    guard: int = 0  # what `commanded` adds; not lent to allies
    by_hand: int = 0  # War Control's change, plus or minus
    attack: int = 0
    favors: tuple[ByFavor, ...] = ()  # changes by Favors, plus or minus (GE-FAV-03)
    ticks: tuple[HouseId, ...] = ()  # Houses here that it ticks


class BattleResult(StrEnum):
    """How a battle was decided."""

    WON = "won"  # one force, or one side of allies, has the highest attack (GE-WAR-40, R-47)
    ALLIES_WON = "allies-won"  # a tie that the only allied side wins (GE-WAR-43)
    WIPED_OUT = "wiped-out"  # a tie that nobody wins (GE-WAR-42)
    GUARD_HELD = "guard-held"  # the Immortals won or tied; only those who betrayed are removed


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    house: HouseId
    units: int


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One count of a region. A second follows only if Immortals removed the betrayers and other forces are left (R-56)."""

    armies: tuple[Army, ...]
    result: BattleResult
    top: tuple[HouseId, ...]  # forces with the highest attack
    side: tuple[HouseId, ...] = ()  # the winners and their mutual allies; empty when nobody wins
    losses: tuple[Loss, ...] = ()
    remnants_lost: int = 0
    spared: tuple[HouseId, ...] = ()  # Houses that kept their units because the winners may not kill them
    ruled: bool = False  # War Control decided the result


class Overcame(msgspec.Struct, frozen=True, kw_only=True):
    """`house` killed at least one unit of `over` in a battle (GE-WAR-51, R-50)."""

    house: HouseId
    over: HouseId


class Plus(msgspec.Struct, frozen=True, kw_only=True):
    """War Control's change of a House's attack value, plus or minus."""

    house: HouseId
    by: int


class ByHand(msgspec.Struct, frozen=True, kw_only=True):
    """War Control's changes to a battle. Forces that are not there are ignored.

    `winner`: the winner whatever the sums say, NOBODY for a massacre; `losses`: replace the computed losses of these Houses.
    """

    plus: tuple[Plus, ...] = ()
    winner: HouseId | None = None
    losses: tuple[Loss, ...] = ()


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle with all its numbers.

    `retaliation`: the House that lost a unit to each defeated Immortal, in turn, with those of `fallen` last (R-57).
    """

    region: RegionId
    rounds: tuple[Round, ...]
    overcame: tuple[Overcame, ...] = ()
    betrayers: tuple[HouseId, ...] = ()
    immortals: tuple[int, ...] = ()  # guards that fought
    immortals_defeated: bool = False
    retaliation: tuple[HouseId, ...] = ()
    fallen: tuple[int, ...] = ()  # commanded Immortals, defeated with the House that commanded them
    by_hand: ByHand | None = None
