"""The player of a dead character comes back as another of the same House when a Ceremony ends (GE-CER-06, GE-CER-07, R-139)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.amiss import noted, of_players, teams_of
from control.day.clock.changes import ClockSet, PhaseEnded, ended_by
from control.day.people.asked import members
from control.day.state import Presence
from control.day.timetable import last_month
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import EventHandler, Invalidation
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.strips.parts import house_invalidations
from rooms.realm.game.strips.ranks import in_order, moved
from rooms.realm.scenario.ids import Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterReturned:
    """The player of a dead character plays the next one of the House from now on (C-11)."""

    seat: SeatId
    character: str
    month: int


def waiting_to_return(state: GameState) -> tuple[Seat, ...]:
    """The dead who come back with the next Ceremony, in the order in which they died."""
    order = {death.seat: place for place, death in enumerate(state.deaths)}
    dead = (seat for seat in state.seats.values() if seat.died is not None and seat.presence is not Presence.GONE)
    return tuple(sorted(dead, key=lambda seat: order.get(seat.id, -1)))


def returning_in(state: GameState) -> int:
    """The month at the end of whose Ceremony the dead come back, as things stand; 0 where none follows any more (R-139)."""
    month = state.clock.month + (state.clock.phase != Phase.CEREMONY)
    return month if month <= last_month(state) else 0


def returning_as(state: GameState) -> Mapping[SeatId, str]:
    """As whom each of the dead comes back, in their order (C-11)."""
    waiting = waiting_to_return(state)
    free = {house: iter(state.free_characters(house)) for house in {seat.house for seat in waiting}}
    return {seat.id: next(free[seat.house], seat.name) for seat in waiting}


def come_back(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[CharacterReturned, ...]:
    """At the end of a Ceremony all the dead come back, also where the clock was put past it by hand (GE-CER-06, R-139)."""
    month = next((each.month for each in ended_by(happened) if each.phase == Phase.CEREMONY), None)
    if month is None:
        return ()
    return tuple(CharacterReturned(seat=seat, character=character, month=month) for seat, character in returning_as(state).items())


@of_players("seat")
def evolve_returned(state: GameState, happened: CharacterReturned) -> GameState:
    """A new strip: no wounds, unmarried, the lowest rank, no titles (GE-CER-07). What the player holds stays: nothing (R-139)."""
    seat = state.seats[happened.seat]
    fresh = replace(seat, character=happened.character, died=None, returned=happened.month, wounds=0, spouse=None, titles=())
    state = replace(state, seats={**state.seats, seat.id: fresh})
    ranked = members(state, seat.house)
    if seat.id not in {each.id for each in ranked}:  # whoever has left has no rank
        return noted(state, seat.id)
    return in_order(state, moved(ranked, seat.id, len(ranked)))


def explain_returned(happened: CharacterReturned, state: GameState) -> str:
    house = state.seats[happened.seat].house
    return say(
        "{player} comes back as {character}, with the lowest rank, {rank} (GE-CER-06).",
        player=who(state, happened.seat),
        character=happened.character,
        rank=len(members(state, house)),
    )


def _returned_invalidations(happened: CharacterReturned, state: GameState) -> tuple[Invalidation, ...]:
    houses = teams_of(state, happened.seat)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat.id}") for house in houses for seat in members(state, house))
    return (Invalidation(topic="clock"), *strips, *house_invalidations(*houses))


EVENTS: Mapping[type, EventHandler] = {
    CharacterReturned: EventHandler(evolve=evolve_returned, explain=explain_returned, invalidations=_returned_invalidations),
}
