"""Schemes on a person: Assassinate and Delay. They follow the player; on a dead one they are spent (R-112)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of
from control.day.timetable import last_month
from control.day.words import who
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import EventHandler, GameEvent, Invalidation
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.reports import Line, PersonDeed, to_desks
from rooms.realm.frame import IN_ROOM
from rooms.realm.game.deaths.death import living_seat, wound_events
from rooms.realm.game.reports.words import own
from rooms.realm.game.scheme_effects.outcomes import (
    dead_already_reason,
    delay_reason,
    emperor_wounded_reason,
    no_next_month_reason,
    no_room_left_reason,
    wounded_reason,
)
from rooms.realm.game.scheme_effects.scheme import living_player
from rooms.realm.game.scheme_effects.strike import Carry, Strike
from rooms.realm.game.state import Bar, GameState, HouseSeat
from rooms.realm.game.throne.wounds import wound_emperor
from rooms.realm.papers.game.types import THRONE
from rooms.realm.scenario.ids import Room
from rooms.realm.scenario.schema import Target

WOUNDS: Final = 2
ROOMS: Final = (Room.WAR, Room.COURT, Room.UNDERGROUND)


class PlayerDelayed(Struct, frozen=True, kw_only=True):
    """A player is barred from one room through month `until` (GE-UND-14)."""

    seat: SeatId
    room: Room
    until: int
    why: Told


def named_person(strike: Strike) -> SeatId:
    return SeatId(strike.named.one(Target.PLAYER))


def assassinate(strike: Strike) -> Iterator[GameEvent]:
    """Give the character 2 wounds; a third kills (GE-UND-03). The God Emperor dies of his last one (R-30, R-113)."""
    if named_person(strike) == THRONE:
        struck = wound_emperor(strike.state, WOUNDS, why=strike.why)
        yield from struck
        yield strike.spent(emperor_wounded_reason(WOUNDS) if struck else dead_already_reason(), struck=bool(struck))
        return
    person = living_seat(strike.state, named_person(strike))
    if person is None:
        yield strike.spent(dead_already_reason(), struck=False)
        return
    yield from wound_events(strike.state, person.id, WOUNDS, why=strike.why, rule="GE-UND-03")
    told = wounded_reason(person.name, WOUNDS)
    yield strike.spent(told, told)


def delay(strike: Strike) -> Iterator[GameEvent]:
    """Bar the player from the room next month, unless no room would be left (GE-UND-14, GE-UND-15, R-18, R-85)."""
    person, room, month = living_player(strike.state, named_person(strike)), Room(strike.named.one(Target.ROOM)), strike.month + 1
    if person is None:
        yield strike.spent(dead_already_reason(), struck=False)
    elif month > last_month(strike.state):
        yield strike.spent(no_next_month_reason(), struck=False)
    elif not has_other_room(strike.state, person, room, month):
        yield strike.spent(no_room_left_reason(person.name), struck=False)
    else:
        yield PlayerDelayed(seat=person.id, room=room, until=month, why=strike.why)
        told = delay_reason(person.name, room, month)
        yield strike.spent(told, told)


def has_other_room(state: GameState, seat: HouseSeat, room: Room, month: int) -> bool:
    """Is another room or table open to the player in that month, counting all bars in force then (R-85)?"""
    then = replace(state, clock=replace(state.clock, month=month))
    others = [each for each in ROOMS if each != room]
    return any(
        then.bar(seat, each) is None
        if each != Room.UNDERGROUND
        else any(then.bar(seat, each, table) is None for table in then.tables_for(seat, each))
        for each in others
    )


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_delayed(state: GameState, happened: PlayerDelayed) -> GameState:
    seat = state.seats[happened.seat]
    bar = Bar(room=happened.room, until=happened.until, why=happened.why, rule="GE-UND-14")
    return replace(state, seats={**state.seats, seat.id: replace(seat, bars=(*seat.bars, bar))})


# --- words --------------------------------------------------------------------------------------------------------------


def tell_delayed(happened: PlayerDelayed, before: GameState, after: GameState) -> Iterator[Line]:
    named = {"in_room": IN_ROOM[happened.room], "month": happened.until}
    player = who(before, happened.seat)
    yield to_desks(say("{player} is not to be {in_room} in month {month}: {why}.", player=player, why=happened.why, **named))
    words = say("Was kept from being {in_room} in month {month}.", **named)
    yield PersonDeed(kind="unlucky", who=own(happened.seat), words=words, rule="GE-UND-14")


def _invalidations(happened: PlayerDelayed, state: GameState) -> tuple[Invalidation, ...]:
    return (
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, happened.seat)),
        Invalidation(topic="people", to="staff"),
    )


EVENTS: Mapping[type, EventHandler] = {
    PlayerDelayed: EventHandler(evolve=evolve_delayed, tell=tell_delayed, invalidations=_invalidations)
}
PEOPLE: Final[dict[str, Carry]] = {"assassinate": assassinate, "delay": delay}
