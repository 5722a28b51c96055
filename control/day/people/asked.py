"""What is asked about people: who is where, who is of a team."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import Any, Final, Protocol

from control.day.amiss import broken_amiss, teams_of
from control.day.state import DayState, Peopled, Presence, S, Seat, SeatT
from control.engine.ids import RoomId, SeatId, TeamId
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.refused import Refused

# --- questions ----------------------------------------------------------------------------------------------------------


def choice_of(state: Peopled[Seat], seat: Seat) -> RoomId | None:
    """The room a player chose for the current month, None when none yet."""
    return seat.choice if seat.choice_month == state.clock.month else None


def here_in_room(state: Peopled[Seat], seat: Seat, room: RoomId) -> bool:
    """Is this player checked in, in that room this month, and does the character act?"""
    return seat.acts and choice_of(state, seat) == room


_present: Final[dict[RoomId, tuple[object, int, tuple[Any, ...]]]] = {}  # the last answer for each room, with what it was made from


def present_in(state: Peopled[SeatT], room: RoomId) -> tuple[SeatT, ...]:
    """Who is in a room this month, in the teams' order and by rank. It is asked again and again between two changes of a seat."""
    seats, month = state.seats, state.clock.month
    known = _present.get(room)
    if known is not None and known[0] is seats and known[1] == month:
        return known[2]
    found = _present_in(state, room)
    _present[room] = (seats, month, found)
    return found


def _present_in(state: Peopled[SeatT], room: RoomId) -> tuple[SeatT, ...]:
    there: dict[TeamId, list[SeatT]] = {team.id: [] for team in state.teams}
    for seat in state.seats.values():
        if here_in_room(state, seat, room):
            there[seat.team].append(seat)
    return tuple(seat for team in there.values() for seat in sorted(team, key=attrgetter("rank")))


def members(state: Peopled[SeatT], team: TeamId) -> tuple[SeatT, ...]:
    """The players of a team who have not left, by rank."""
    stayed = [seat for seat in state.seats.values() if seat.team == team and seat.presence is not Presence.GONE]
    return tuple(sorted(stayed, key=lambda seat: seat.rank))


# --- decisions ----------------------------------------------------------------------------------------------------------


def seat_of(state: DayState, seat: SeatId) -> Seat:
    found = state.seats.get(seat)
    if found is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def with_seat(state: S, seat: Seat) -> S:
    return replace(state, seats={**state.seats, seat.id: seat})


def broken_people(state: DayState) -> tuple[str, ...]:
    """Ranks of every team are 1 to n, each once, and nothing happened to anybody who is not there."""
    found = []
    for team in state.teams:
        ranks = [seat.rank for seat in members(state, team.id)]
        if ranks != list(range(1, len(ranks) + 1)):
            found.append(say("The ranks of {team} are {ranks}.", team=team.name, ranks=ranks))
    return (*found, *broken_amiss(state))


# --- words --------------------------------------------------------------------------------------------------------------


class OfSeat(Protocol):
    """What happened to one player."""

    @property
    def seat(self) -> SeatId: ...


def people_invalidations(happened: OfSeat, state: DayState) -> tuple[Invalidation, ...]:
    return (
        Invalidation(topic="people", to="staff"),
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{team}") for team in teams_of(state, happened.seat)),
    )


def team_invalidations(happened: OfSeat, state: DayState) -> tuple[Invalidation, ...]:
    teams = teams_of(state, happened.seat)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat.id}") for team in teams for seat in members(state, team))
    return (*people_invalidations(happened, state), *strips)
