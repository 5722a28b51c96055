"""Reincarnation: when a Ceremony ends, the dead return as new characters of their House (GE-CER-06, GE-CER-07, R-139)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, PhaseEnded, phases_ended_by
from control.day.missing_players import requires_players, teams_of, with_missing_player
from control.day.people.lookup import members
from control.day.state import Presence
from control.day.timetable import last_month
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import EventHandler, Invalidation
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.game.ranks_and_wounds import house_invalidations, reordered, with_order
from rooms.realm.game.reports.words import names_in_hall, news, to_houses, to_player
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import Phase
from rooms.realm.scenario.schema import NewsKind


class CharacterReturned(Struct, frozen=True, kw_only=True):
    """The player of a dead character now plays the next one of the House (C-11)."""

    seat: SeatId
    character: str
    month: int


def waiting_to_return(state: GameState) -> tuple[HouseSeat, ...]:
    """Dead players who return with the next Ceremony, in the order of death."""
    order = {death.seat: place for place, death in enumerate(state.deaths)}
    dead = (seat for seat in state.seats.values() if seat.died is not None and seat.presence is not Presence.GONE)
    return tuple(sorted(dead, key=lambda seat: order.get(seat.id, -1)))


def month_of_return(state: GameState) -> int:
    """Month whose Ceremony returns the dead; 0 when none is left (R-139)."""
    month = state.clock.month + (not state.clock.is_in(Phase.CEREMONY))
    return month if month <= last_month(state) else 0


def next_characters(state: GameState) -> Mapping[SeatId, str]:
    """Next character of each dead player, in the order of death (C-11)."""
    waiting = waiting_to_return(state)
    free = {house: iter(state.free_characters(house)) for house in {seat.house for seat in waiting}}
    return {seat.id: next(free[seat.house], seat.name) for seat in waiting}


def return_dead(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[CharacterReturned, ...]:
    """Return all the dead when a Ceremony ends or Control sets the clock past its end (GE-CER-06, R-139)."""
    month = next((each.month for each in phases_ended_by(happened) if each.phase == Phase.CEREMONY), None)
    if month is None:
        return ()
    return tuple(
        CharacterReturned(seat=seat, character=character, month=month) for seat, character in next_characters(state).items()
    )


@requires_players("seat")
def evolve_returned(state: GameState, happened: CharacterReturned) -> GameState:
    """Start a new strip: no wounds, unmarried, lowest rank, no titles (GE-CER-07). The purse stays as it is: empty (R-139)."""
    seat = state.seats[happened.seat]
    fresh = replace(seat, character=happened.character, died=None, returned=happened.month, wounds=0, spouse=None, titles=())
    state = replace(state, seats={**state.seats, seat.id: fresh})
    ranked = members(state, seat.house)
    if seat.id not in {each.id for each in ranked}:  # players who have left have no rank
        return with_missing_player(state, seat.id)
    return with_order(state, reordered(ranked, seat.id, len(ranked)))


def tell_returned(happened: CharacterReturned, before: GameState, after: GameState) -> Iterator[Line]:
    house = before.seats[happened.seat].house
    yield to_desks(
        say(
            "{player} comes back as {character}, with the lowest rank, {rank} (GE-CER-06).",
            player=who(before, happened.seat),
            character=happened.character,
            rank=len(members(before, house)),
        )
    )
    seat = after.seats[happened.seat]
    words = say("You came back as {character}, with rank {rank}.", character=happened.character, rank=seat.rank)
    yield to_player(seat.id, words, rule="GE-CER-06")
    named = say("{name} came back as {character}, with rank {rank}.", name=seat.name, character=happened.character, rank=seat.rank)
    yield from to_houses(after, (house,), named, rule="GE-CER-06")
    yield news(after, NewsKind.RETURN, f"return:{seat.id}", **names_in_hall(after, seat.id))


def _returned_invalidations(happened: CharacterReturned, state: GameState) -> tuple[Invalidation, ...]:
    houses = teams_of(state, happened.seat)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat.id}") for house in houses for seat in members(state, house))
    return (Invalidation(topic="clock"), *strips, *house_invalidations(*houses))


EVENTS: Mapping[type, EventHandler] = {
    CharacterReturned: EventHandler(evolve=evolve_returned, tell=tell_returned, invalidations=_returned_invalidations),
}
