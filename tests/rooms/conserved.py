"""Conservation of Power, Favors, hostages, units and minions, with a table of the events that may change each.

`unexplained` compares the states around one event. A quantity may change only by an event in its table, and by the amount that
the table reads from the event. Each Favor and each minion is followed as one card: it is in exactly one place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from control.day.people.presence import PlayerLeft
from control.engine.modules import GameEvent
from rooms.court.game.floor.pools import GodEmperorKept
from rooms.realm.game.buildings.ownership import FavorsTradedIn
from rooms.realm.game.deaths.inheritance import EstatePassed
from rooms.realm.game.favors.deck import FavorDiscarded, FavorDrawn
from rooms.realm.game.favors.effects import FavorLaidUnder
from rooms.realm.game.favors.hand_corrections import FavorMoved
from rooms.realm.game.favors.use import FavorUsed, FavorVoided
from rooms.realm.game.hostages.hostage_events import HostagesKilled, HostagesReleased, HostageTaken
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState, Purse
from rooms.realm.game.throne.throne_events import SovereignDeposed
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.scenario.ids import CardId, HouseId, Room
from rooms.underground.game.tables.cards import cards_of
from rooms.underground.game.tables.lookup import room_of
from rooms.underground.game.tables.masters import MinionExchanged
from rooms.underground.game.tables.minions import MinionsRefilled
from rooms.underground.rules.minion_cards import MinionId
from rooms.war.game.battles import BattleFought
from rooms.war.game.board_setup import BoardSet
from rooms.war.game.famine_and_inlaws import FamineStruck
from rooms.war.game.laws import UnitsByLaw
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.scheme_effects import UnitsByScheme
from rooms.war.game.state import war_of
from rooms.war.game.units import UnitsAdjusted

Change = Callable[[GameState, Any], int]  # amount by which an event changes a quantity, read from the event and the state before it
Table = Mapping[type, Change]


# --- places -------------------------------------------------------------------------------------------------------------


def held(state: GameState) -> Iterator[Any]:
    """Everything that holds Power and Favors: purses, the throne, hostages (R-05)."""
    yield from (seat.purse for seat in state.seats.values())
    yield state.throne.purse
    yield from state.hostages


def power_of(state: GameState) -> int:
    return sum(each.power for each in held(state))


def favors_of(state: GameState) -> int:
    return sum(len(each.favors) for each in held(state))


def favor_cards(state: GameState) -> Counter[CardId]:
    """Every Favor card, in hands, deck and discard pile."""
    cards = Counter[CardId]((*state.favor_deck, *state.favor_discards))
    for each in held(state):
        cards.update(each.favors)
    return cards


def hostages_of(state: GameState) -> int:
    return len(state.hostages)


def on_map(state: GameState) -> dict[HouseId, int]:
    return {house: units for house, units in war_of(state).on_map_by_house().items() if units}


def pieces_of(state: GameState) -> dict[HouseId, int]:
    """The units of each House, on the map and in its stockpile (R-42)."""
    units, war = on_map(state), war_of(state)
    return {house: stock + units.get(house, 0) for house, stock in war.stock.items()}


def minions_of(state: GameState) -> dict[HouseId, tuple[MinionId, ...]]:
    """The minions of every House whose deck has been opened, wherever they are (R-110)."""
    return {house: tuple(sorted(cards_of(state, house))) for house in room_of(state).decks.minions}


# --- gains and losses ---------------------------------------------------------------------------------------------------


def _nobodys(event: EstatePassed) -> bool:
    """Return whether an estate goes to the bank and the discard pile: to no heir and not to the God Emperor (R-29)."""
    return not event.to and not event.throne


def _thrones(before: GameState) -> Purse:
    """What the God Emperor loses when he falls (R-29)."""
    return before.throne.purse


def _left_behind(before: GameState, event: PlayerLeft) -> Purse:
    """The purse that goes to bank and discard pile when a leaver has no heir in the House (R-03)."""
    return before.seats[event.seat].purse if event.heir is None else Purse()


def _lying_on(before: GameState, ids: tuple[int, ...]) -> tuple[int, int]:
    gone = [each for each in before.hostages if each.id in ids]
    return sum(each.power for each in gone), sum(len(each.favors) for each in gone)


POWER: Final[Table] = {
    EventSetUp: lambda before, e: sum(seat.power for seat in e.seats) + len(e.hostages),
    PowerGained: lambda before, e: e.amount,
    PowerLost: lambda before, e: -e.amount,
    GodEmperorKept: lambda before, e: e.power,
    EstatePassed: lambda before, e: -e.power if _nobodys(e) else 0,
    PlayerLeft: lambda before, e: -_left_behind(before, e).power,
    HostagesKilled: lambda before, e: -_lying_on(before, e.ids)[0],
    HostagesReleased: lambda before, e: -_lying_on(before, e.ids)[0] if e.to is None else 0,
    SovereignDeposed: lambda before, e: -_thrones(before).power,
}
FAVORS: Final[Table] = {
    EventSetUp: lambda before, e: sum(len(seat.favors) for seat in e.seats) + sum(each.card is not None for each in e.hostages),
    FavorDrawn: lambda before, e: 1,
    FavorDiscarded: lambda before, e: -1,
    FavorUsed: lambda before, e: -1,
    FavorVoided: lambda before, e: 1,
    FavorLaidUnder: lambda before, e: -1,
    FavorsTradedIn: lambda before, e: -len(e.cards),
    GodEmperorKept: lambda before, e: len(e.favors),
    EstatePassed: lambda before, e: -len(e.favors) if _nobodys(e) else 0,
    PlayerLeft: lambda before, e: -len(_left_behind(before, e).favors),
    FavorMoved: lambda before, e: (e.to is not None) - (e.seat is not None),
    HostagesKilled: lambda before, e: -_lying_on(before, e.ids)[1],
    HostagesReleased: lambda before, e: -_lying_on(before, e.ids)[1] if e.to is None else 0,
    SovereignDeposed: lambda before, e: -len(_thrones(before).favors),
}
HOSTAGES: Final[Table] = {
    EventSetUp: lambda before, e: len(e.hostages),
    HostageTaken: lambda before, e: 1,
    HostagesReleased: lambda before, e: -len(e.ids),
    HostagesKilled: lambda before, e: -len(e.ids),
}


def _fallen(event: BattleFought) -> Counter[HouseId]:
    lost = Counter[HouseId](event.battle.retaliation)
    for round_ in event.battle.rounds:
        for loss in round_.losses:
            lost[loss.house] += loss.units
    return _less(lost)


def _less(lost: Mapping[HouseId, int]) -> Counter[HouseId]:
    return Counter({house: -units for house, units in lost.items()})


def _summed(pairs: Iterable[tuple[HouseId, int]]) -> Counter[HouseId]:
    found = Counter[HouseId]()
    for house, units in pairs:
        found[house] += units
    return found


UNITS: Final[Mapping[type, Callable[[Any], Counter[HouseId]]]] = {  # on the map; the stockpile holds the rest of a House
    BoardSet: lambda e: _summed((each.house, each.units) for each in e.units),
    BattleFought: _fallen,
    RecruitsPlaced: lambda e: _summed((each.house, each.done) for each in e.outcomes),
    FamineStruck: lambda e: _less(Counter(each.house for each in e.starved)),
    UnitsByScheme: lambda e: _summed((each.house, each.units) for each in e.shifts),
    UnitsByLaw: lambda e: _summed([(e.house, e.units)]),
    UnitsAdjusted: lambda e: _summed([(e.house, e.after - e.before)]),
}


def _minions(event: GameEvent) -> tuple[Counter[MinionId], Counter[MinionId]]:
    """The minions that an event adds and removes: a fresh deck, one given up for a Master (R-110, R-137)."""
    if isinstance(event, MinionsRefilled) and event.fresh:
        return Counter(event.cards), Counter()
    if isinstance(event, MinionExchanged):
        return Counter([event.master]), Counter([event.given])
    return Counter(), Counter()


# --- around one event ---------------------------------------------------------------------------------------------------


def unexplained(before: GameState, event: GameEvent, after: GameState) -> Iterator[str]:
    """Yield a sentence for each change around an event that its table does not explain."""
    name = type(event).__name__
    if _differ(before, after, "seats", "throne", "hostages"):
        for what, table, of in (("Power", POWER, power_of), ("Favors", FAVORS, favors_of), ("hostages", HOSTAGES, hostages_of)):
            said = table[type(event)](before, event) if type(event) in table else 0
            if of(after) - of(before) != said:
                yield f"{name}: {of(after) - of(before)} {what} more, and it says {said}"
    if _differ(before, after, "seats", "throne", "hostages", "favor_deck", "favor_discards") and before.seats:
        cards = favor_cards(after)
        if cards != favor_cards(before) or max(cards.values()) > 1:
            yield f"{name}: a Favor card is nowhere, or in two places"
    if before.rooms.get(Room.WAR) is not after.rooms.get(Room.WAR):
        yield from _of_units(before, event, after)
    if before.rooms.get(Room.UNDERGROUND) is not after.rooms.get(Room.UNDERGROUND):
        yield from _of_minions(before, event, after)


def _differ(before: GameState, after: GameState, *fields: str) -> bool:
    return any(getattr(before, each) is not getattr(after, each) for each in fields)


def _of_units(before: GameState, event: GameEvent, after: GameState) -> Iterator[str]:
    said, found = UNITS[type(event)](event) if type(event) in UNITS else Counter(), Counter(on_map(after))
    found.subtract(on_map(before))
    if {house: units for house, units in found.items() if units} != {house: units for house, units in said.items() if units}:
        yield f"{type(event).__name__}: units on the map changed by {dict(found)}, and it says {dict(said)}"
    if war_of(before).stock and pieces_of(before) != pieces_of(after):
        yield f"{type(event).__name__}: a House has other pieces in all than before"


def _of_minions(before: GameState, event: GameEvent, after: GameState) -> Iterator[str]:
    come, gone = _minions(event)
    there, found = (Counter(card for cards in minions_of(each).values() for card in cards) for each in (before, after))
    if found != there + come - gone or max(found.values(), default=0) > 1:
        yield f"{type(event).__name__}: a minion is nowhere, in two places, or has come from nowhere"
