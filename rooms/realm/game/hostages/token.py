"""A hostage as the state keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from control.engine.ids import SeatId
from rooms.realm.scenario.ids import CardId, HouseId, LawId, Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Hostage:
    """A token in the color of the House `of`, with what lies on it (GE-CER-19); who of the House it is nobody records (R-143).

    `holder` None is the throne. `law` is the tablet by which it is held, `marriage` the two who married (R-141). `since` is the
    month in which it came to its holder, 0 at the start.

    Rules: GE-CER-22.
    """

    id: int
    of: HouseId
    holder: HouseId | None
    power: int = 0
    favors: tuple[CardId, ...] = ()
    law: LawId | None = None
    marriage: tuple[SeatId, ...] = ()
    since: int = 0


class Became(StrEnum):
    """What became of hostages."""

    TAKEN = "taken"
    RELEASED = "released"  # by its holder (GE-CER-21)
    FREED = "freed"  # by a rescue, a law, a marriage that ended: the holder did not choose it
    KILLED = "killed"
    HANDED_OVER = "handed-over"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostageNews:
    """What became of `count` hostages of the House `of` in a phase of a month, as everybody may read it off the playmats."""

    month: int
    phase: Phase | None = None  # None: before phases were kept
    became: Became
    of: HouseId
    holder: HouseId | None
    to: HouseId | None = None
    count: int = 1
