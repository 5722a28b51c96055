"""Lookup of people: players of a room, members of a team, and the invalidations for their screens."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Protocol, cast

from control.day.memoization import Same, whole
from control.day.missing_players import missing_player_sentences, teams_of
from control.day.state import DaySeat, DayState, Peopled, Presence, S, SeatT
from control.engine.ids import RoomId, SeatId, TeamId
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused

# === lookup =============================================================================================================


# --- questions ----------------------------------------------------------------------------------------------------------


def choice_of(state: Peopled[DaySeat], seat: DaySeat) -> RoomId | None:
    """The room that a player chose for the current month; None before a choice."""
    return seat.choice if seat.choice_month == state.clock.month else None


def acts_in_room(state: Peopled[DaySeat], seat: DaySeat, room: RoomId) -> bool:
    """Is this player checked in, able to act, and in that room this month?"""
    return seat.acts and choice_of(state, seat) == room


def sheet_counts_in(state: Peopled[DaySeat], seat: DaySeat, room: RoomId) -> bool:
    """Does this player's sheet count in that room? It does for dead and absent players, but not for those who left for good."""
    return seat.presence is not Presence.GONE and choice_of(state, seat) == room


def present_seats(state: Peopled[SeatT], room: RoomId) -> tuple[SeatT, ...]:
    """Players in a room this month, by team and rank."""
    there = _by_room(Same(whole(state.seats)), state.clock.month).get(room, {})
    return tuple(cast(SeatT, seat) for team in state.teams for seat in there.get(team.id, ()))


def members(state: Peopled[SeatT], team: TeamId) -> tuple[SeatT, ...]:
    """The players of a team who have not left, by rank."""
    return cast(tuple[SeatT, ...], _by_team(Same(whole(state.seats))).get(team, ()))


# Cached because each choice of a bot asks both some hundred times, and there may be hundreds of players.
@lru_cache(maxsize=16)
def _by_team(seats: Same) -> Mapping[TeamId, tuple[DaySeat, ...]]:
    of: dict[TeamId, list[DaySeat]] = {}
    for seat in cast(Mapping[SeatId, DaySeat], seats.thing).values():
        if seat.presence is not Presence.GONE:
            of.setdefault(seat.team, []).append(seat)
    return {team: tuple(sorted(those, key=attrgetter("rank"))) for team, those in of.items()}


@lru_cache(maxsize=16)
def _by_room(seats: Same, month: int) -> Mapping[RoomId, Mapping[TeamId, tuple[DaySeat, ...]]]:
    there: dict[RoomId, dict[TeamId, list[DaySeat]]] = {}
    for seat in cast(Mapping[SeatId, DaySeat], seats.thing).values():
        if seat.acts and seat.choice is not None and seat.choice_month == month:
            there.setdefault(seat.choice, {}).setdefault(seat.team, []).append(seat)
    return {room: {team: tuple(sorted(those, key=attrgetter("rank"))) for team, those in of.items()} for room, of in there.items()}


# --- decisions ----------------------------------------------------------------------------------------------------------


def seat_of(state: DayState, seat: SeatId) -> DaySeat:
    found = state.seats.get(seat)
    if found is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def with_seat(state: S, seat: DaySeat) -> S:
    return replace(state, seats={**state.seats, seat.id: seat})


def broken_people(state: DayState) -> tuple[str, ...]:
    """Check that the ranks of every team are 1 to n, each once, and that no event names a missing player."""
    found = []
    for team in state.teams:
        ranks = [seat.rank for seat in members(state, team.id)]
        if ranks != list(range(1, len(ranks) + 1)):
            found.append(say("The ranks of {team} are {ranks}.", team=team.name, ranks=ranks))
    return (*found, *missing_player_sentences(state))


# --- words --------------------------------------------------------------------------------------------------------------


class SeatEvent(Protocol):
    """An event of one player."""

    @property
    def seat(self) -> SeatId: ...


def people_invalidations(happened: SeatEvent, state: DayState) -> tuple[Invalidation, ...]:
    return (
        Invalidation(topic="people", to="staff"),
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{team}") for team in teams_of(state, happened.seat)),
    )


def team_invalidations(happened: SeatEvent, state: DayState) -> tuple[Invalidation, ...]:
    teams = teams_of(state, happened.seat)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat.id}") for team in teams for seat in members(state, team))
    return (*people_invalidations(happened, state), *strips)
