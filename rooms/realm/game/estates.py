"""Who has died, and what the dead leave to whom."""

from __future__ import annotations

from dataclasses import dataclass

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

    `buried` is the month of the funeral, 0 without one; `rank` is the one that its sheets of that month keep (R-139), 0 where it is
    not known any more.
    """

    seat: SeatId
    house: HouseId
    character: str
    month: int
    why: Told = ""
    estate: Estate | None = None
    buried: int = 0
    rank: int = 0


def left_words(power: int, favors: int, *, heir: str, spouse: str) -> tuple[str, ...]:
    """What becomes of a purse and a marriage when somebody leaves for good; `heir` and `spouse` are empty where there is none."""
    purse = say_count("{power} Power and {count} Favor", "{power} Power and {count} Favors", favors, power=power)
    married = (say("The marriage with {name} ends.", name=spouse),) if spouse else ()
    if heir:
        return (say("The purse ({purse}) goes to {name}.", purse=purse, name=heir), *married)
    gone = say("Nobody of the House is left: the Power goes to the bank, the Favors to the discard pile ({purse}).", purse=purse)
    return (gone, *married)
