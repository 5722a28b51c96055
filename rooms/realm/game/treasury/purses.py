"""Purses: holdings of a House, receivers of gains, inheritance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from control.day.missing_players import teams_of
from control.day.people.lookup import acts_in_room, members
from control.day.people.presence import PlayerLeft
from control.day.roster.casting import RanksDealt
from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Correction, ShownValue, corrections_between
from rooms.realm.game.state import GameState, HouseSeat, Purse
from rooms.realm.scenario.ids import HouseId, Room


def house_power(state: GameState, house: HouseId) -> int:
    """Power of a House: the sum of its members' purses (R-05, R-23)."""
    return sum(seat.purse.power for seat in state.seats.values() if seat.house == house)


def is_purse_common(state: GameState) -> bool:
    """Does each House have one purse, kept by its rank 1, instead of one for each player (R-05)?"""
    return state.scenario.settings.holdings == "house"


def receiver_of_gain(state: GameState, house: HouseId, room: Room) -> SeatId | None:
    """Seat that receives a House's gain: its highest rank present in the room, else its rank 1 (R-06).

    Where a House holds in common, its rank 1 keeps the purse, whoever is in the room (R-05, setting `holdings`). Else the dead
    receive nothing, unless nobody of the House lives: rank 1 then finds the gain on its return.
    """
    return _receiver(state, (seat for seat in state.seats.values() if seat.house == house), room)


def receivers_of_gains(state: GameState, room: Room) -> Mapping[HouseId, SeatId | None]:
    """Receivers of all Houses with players, in one pass."""
    houses: dict[HouseId, list[HouseSeat]] = {}
    for seat in state.seats.values():
        houses.setdefault(seat.house, []).append(seat)
    return {house: _receiver(state, own, room) for house, own in houses.items()}


def _receiver(state: GameState, own: Iterable[HouseSeat], room: Room) -> SeatId | None:
    ranked = sorted((seat for seat in own if seat.presence is not Presence.GONE), key=lambda seat: seat.rank)
    if is_purse_common(state):
        return ranked[0].id if ranked else None
    living = [seat for seat in ranked if seat.died is None]
    chosen = [seat for seat in living if acts_in_room(state, seat, room)] or living or ranked
    return chosen[0].id if chosen else None


def purse_holder(state: GameState, seat: HouseSeat) -> HouseSeat:
    """Seat that keeps the purse a player pays from: the player, or rank 1 where the House holds in common (R-05)."""
    kept = receiver_of_gain(state, seat.house, Room.COURT) if is_purse_common(state) else None
    return state.seats[kept] if kept is not None else seat


def keeper_in(state: GameState, house: HouseId) -> SeatId | None:
    """Seat that keeps the common purse: the House's highest rank (R-05)."""
    there = members(state, house)
    return there[0].id if there else None


def seat_of(state: GameState, seat: SeatId) -> HouseSeat:
    """Return the seat of that id.

    Raises:
        Refused: there is no such seat.
    """
    found = state.seats.get(seat)
    if found is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    return found


def require_purse(state: GameState, seat: SeatId) -> HouseSeat:
    """Return a player who can receive something. A leaver's purse went to the House (R-03), so a later gift would be lost.

    Raises:
        Refused: the player has left for good, or does not exist.
    """
    found = seat_of(state, seat)
    if found.presence is Presence.GONE:
        words = say("{name} has left for good and has no purse any more; give it to another of the House.", name=found.name)
        raise Refused(words, rule="R-03", code="gone")
    return found


def _with_inheritance(state: GameState, gone: HouseSeat, heir: SeatId | None) -> GameState:
    """Move a purse to the heir; without an heir, Power to the bank and Favors to the discard pile."""
    if heir is None:
        state = replace(state, favor_discards=(*state.favor_discards, *gone.purse.favors))
    seats = {**state.seats, gone.id: replace(state.seats[gone.id], purse=Purse())}
    if heir is not None:
        own = seats[heir].purse
        joined = Purse(power=own.power + gone.purse.power, favors=(*own.favors, *gone.purse.favors))
        seats[heir] = replace(seats[heir], purse=joined)
    return replace(state, seats=seats)


def inherit_from_leaver(before: GameState, state: GameState, happened: PlayerLeft) -> GameState:
    """Give a leaver's purse to the House's new rank 1; that of an empty House to bank and discards (R-03)."""
    gone = before.seats.get(happened.seat)
    return (
        _with_inheritance(state, gone, happened.heir) if gone is not None and (happened.heir or gone.id) in state.seats else state
    )


def inherit_at_dealing(before: GameState, state: GameState, happened: RanksDealt) -> GameState:
    """Give what a House starts with to its rank 1, after ranks are dealt at the start (R-06)."""
    first, heir = next(iter(members(before, happened.team)), None), happened.order[0]
    if first is None or first.id == heir or not {first.id, heir} <= set(happened.order) & set(state.seats):
        return state
    return _with_inheritance(state, before.seats[first.id], heir)


def with_purse(state: GameState, seat: SeatId, purse: Purse) -> GameState:
    return replace(state, seats={**state.seats, seat: replace(state.seats[seat], purse=purse)})


def own_power_subject() -> str:
    """Subject of correction notices about the Power of a purse."""
    return say("Your Power")


def house_power_subject() -> str:
    """Subject of correction notices about the Power of all purses of a House."""
    return say("Power of your House in all")


def own_favors_subject() -> str:
    """Subject of correction notices about the Favors of a purse."""
    return say("Favors in your hand")


def purse_shown(state: GameState, seat: SeatId | None) -> tuple[ShownValue, ...]:
    """What a player's phone shows of the own purse."""
    if seat is None or seat not in state.seats:
        return ()
    to, purse = f"seat:{seat}", state.seats[seat].purse
    power = ShownValue(to=to, what=own_power_subject(), words=str(purse.power))
    return (power, ShownValue(to=to, what=own_favors_subject(), words=str(len(purse.favors))))


def house_purses_shown(state: GameState, seat: SeatId) -> tuple[ShownValue, ...]:
    """What the phones of a player's House show of all its purses together."""
    if seat not in state.seats:
        return ()
    house = state.seats[seat].house
    return (ShownValue(to=f"team:{house}", what=house_power_subject(), words=str(house_power(state, house))),)


def corrected_purses(before: GameState, after: GameState, *seats: SeatId | None) -> Iterator[Correction]:
    """Correction notices to the players of these purses."""
    for seat in seats:
        yield from corrections_between(purse_shown(before, seat), purse_shown(after, seat))


def changed_purses(before: GameState, after: GameState) -> tuple[tuple[str, str], ...]:
    """Purses whose numbers have changed, by whatever cause: older correction notices on them are outdated."""
    if before.seats is after.seats:
        return ()
    found: dict[tuple[str, str], None] = {}
    houses: Counter[HouseId] = Counter()
    for seat, now in after.seats.items():
        was = before.seats.get(seat)
        if was is None or was.purse is now.purse:
            continue
        if was.purse.power != now.purse.power:
            found[f"seat:{seat}", own_power_subject()] = None
            houses[now.house] += now.purse.power - was.purse.power
        if len(was.purse.favors) != len(now.purse.favors):
            found[f"seat:{seat}", own_favors_subject()] = None
    return (*found, *((f"team:{house}", house_power_subject()) for house, by in houses.items() if by))


def broken_treasury(state: GameState) -> tuple[str, ...]:
    found = [
        say("{name} holds {power} Power.", name=seat.name, power=seat.purse.power)
        for seat in state.seats.values()
        if seat.purse.power < 0
    ]
    held = [card for seat in state.seats.values() for card in seat.purse.favors]
    away = [card for hostage in state.hostages for card in hostage.favors]
    everywhere = [*held, *away, *state.throne.purse.favors, *state.favor_deck, *state.favor_discards]
    if len(everywhere) != len(set(everywhere)):
        found.append(say("A Favor card lies in two places."))
    if is_purse_common(state):
        beside = [seat for seat in state.seats.values() if seat.purse != Purse() and purse_holder(state, seat).id != seat.id]
        found += [say("{name} holds something beside the one purse of the House.", name=seat.name) for seat in beside]
    return tuple(found)


def house_name(state: GameState, house: HouseId) -> str:
    return next((each.name for each in state.scenario.houses if each.id == house), str(house))


class OfPurse(Protocol):
    """An event about one purse."""

    @property
    def seat(self) -> SeatId: ...


def purse_invalidations(happened: OfPurse, state: GameState) -> tuple[Invalidation, ...]:
    return (
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, happened.seat)),
        Invalidation(topic="people", to="staff"),
    )
