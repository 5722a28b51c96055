"""Who has died, what the dead leave to whom, which ranks stood before, and how a House pays what it loses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.reasons import Told
from rooms.realm.scenario.ids import HouseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Estate:
    """What a dead character held and where it went: to a player, to the God Emperor (`throne`), else to bank and discard pile."""

    power: int
    favors: int
    to: SeatId | None = None
    throne: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """Who died, and when; for the hall and so that no character comes back (C-11). `estate`: what it held, for its player alone.

    `buried` is the month of the funeral, 0 without one (R-139). `unsettled`: the own purse holds what no heir has received.
    """

    seat: SeatId
    house: HouseId
    character: str
    month: int
    why: Told = ""
    estate: Estate | None = None
    buried: int = 0
    unsettled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RankBefore:
    """The rank of a player before a death that may have changed it; what was sealed `until` then bears it (R-139)."""

    month: int
    rank: int
    until: datetime | None = None  # None: nobody said when


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentPlan:
    """How a House pays what it loses: who first, the others by rank, and whether a Power where it may be a Favor (R-06, R-08)."""

    payers: tuple[SeatId, ...] = ()
    power_first: bool = False


def left_words(power: int, favors: int, *, heir: str, spouse: str) -> tuple[str, ...]:
    """What becomes of a purse and a marriage when somebody leaves for good; `heir` and `spouse` are empty where there is none."""
    purse = say_count("{power} Power and {count} Favor", "{power} Power and {count} Favors", favors, power=power)
    married = (say("The marriage with {name} ends.", name=spouse),) if spouse else ()
    if heir:
        return (say("The purse ({purse}) goes to {name}.", purse=purse, name=heir), *married)
    gone = say("Nobody of the House is left: the Power goes to the bank, the Favors to the discard pile ({purse}).", purse=purse)
    return (gone, *married)
