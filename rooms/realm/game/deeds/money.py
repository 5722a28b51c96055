"""Laws that take and give Power and Favors in Return: Fines, Tariffs, Financial Aid (GE-CRT-38, GE-CRT-39, GE-CRT-48)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.reasons import Told
from rooms.realm.game.deeds.deed import Carry, Deed
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.favors import FavorDiscarded, FavorGiven, draw_favors
from rooms.realm.game.treasury.payment import cards_of, power_of
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import house_power, receiver
from rooms.realm.scenario.ids import CardId, HouseId, Room
from rooms.realm.scenario.schema import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What a House has to give, purse by purse in the order in which it pays: Power, and cards (R-06, R-136)."""

    power: tuple[tuple[SeatId, int], ...]
    favors: tuple[tuple[SeatId, CardId], ...]


def taken(state: GameState, house: HouseId, power: int, favors: int) -> Taken:
    """So much Power and so many Favors of a House; what one kind lacks the other makes up for, then it is forgiven (R-81, R-07)."""
    cards = cards_of(state, house)
    held = house_power(state, house)
    most_power, most_favors = min(held, power), min(len(cards), favors)
    due_power = most_power + min(held - most_power, favors - most_favors)
    due_favors = most_favors + min(len(cards) - most_favors, power - most_power)
    return Taken(power=tuple(power_of(state, house, due_power)), favors=tuple(cards[:due_favors]))


def lost(what: Taken, why: Told) -> Iterator[GameEvent]:
    """It goes to the bank and to the discard pile (R-81)."""
    yield from (PowerLost(seat=seat, amount=amount, why=why) for seat, amount in what.power)
    yield from (FavorDiscarded(seat=seat, card=card, why=why) for seat, card in what.favors)


def given(what: Taken, to: SeatId, why: Told) -> Iterator[GameEvent]:
    """It goes into another purse, the cards unseen by anybody else."""
    yield from (PowerLost(seat=seat, amount=amount, why=why) for seat, amount in what.power)
    if total := sum(amount for _seat, amount in what.power):
        yield PowerGained(seat=to, amount=total, why=why)
    yield from (FavorGiven(seat=seat, to=to, card=card, why=why) for seat, card in what.favors)


# --- the kinds ----------------------------------------------------------------------------------------------------------


def _asked_for(deed: Deed) -> tuple[int, int]:
    return deed.named.number(Target.POWER), deed.named.number(Target.FAVORS)


def fines(deed: Deed) -> Iterator[GameEvent]:
    """One House loses what the law says, by rank or as it has named (GE-CRT-38, R-06)."""
    for house in deed.named.houses[:1]:
        yield from lost(taken(deed.state, house, *_asked_for(deed)), deed.why)


def tariffs(deed: Deed) -> Iterator[GameEvent]:
    """The first House gives it to the second, into the purse of its highest rank at the Court (GE-CRT-39, R-06)."""
    if len(deed.named.houses) < 2:
        return
    giver, taker = deed.named.houses[:2]
    to = receiver(deed.state, taker, Room.COURT)
    if to is not None and giver != taker:
        yield from given(taken(deed.state, giver, *_asked_for(deed)), to, deed.why)


def financial_aid(deed: Deed) -> Iterator[GameEvent]:
    """A House is given Power from the bank and Favors from the deck; its units are the War Room's to place (GE-CRT-48, R-89)."""
    power, favors = _asked_for(deed)
    for house in deed.named.houses[:1]:
        to = receiver(deed.state, house, Room.COURT)
        if to is None:
            return
        if power:
            yield PowerGained(seat=to, amount=power, why=deed.why)
        yield from draw_favors(deed.state, to, favors, deed.why, deed.asked)


MONEY: Final[dict[str, Carry]] = {"fines": fines, "tariffs": tariffs, "financial-aid": financial_aid}
