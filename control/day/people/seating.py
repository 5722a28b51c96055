"""Seating by the desks: players of a room, possible rooms for a player, and the check before a player elsewhere is seated."""

from __future__ import annotations

from msgspec import Struct

from control.day.people.lookup import choice_of, members, present_seats, sheet_counts_in
from control.day.people.room_choice import SeatInRoom, choice_open, evolve_room_chosen, find_bar, seated, usual_table
from control.day.sheets import SheetAsked, Window
from control.day.state import DaySeat, DayStage, DayState, PersonMarks
from control.day.view import PlayerView, player_view
from control.engine.context import CHECK_IN
from control.engine.frame import Frame
from control.engine.ids import DeskId, RoomId, SeatId
from control.engine.language import say
from control.engine.refusal import Refused
from control.engine.viewer import Viewer

# === people in rooms ====================================================================================================

# Players in rooms, for the desks that seat them.


class RoomChoice(Struct, frozen=True, kw_only=True):
    """A room or table for a player. `bar`: why the player may not sit there, "" if allowed."""

    place: str
    name: str
    is_now: bool
    bar: str


class RoomPerson(Struct, frozen=True, kw_only=True):
    """A player on a room's list. `elsewhere`: another room of theirs; `sent`: has their sheet arrived?"""

    person: PlayerView
    elsewhere: str
    sent: bool
    bar: str
    marks: PersonMarks


class RoomPeopleView(Struct, frozen=True, kw_only=True):
    """The players in a room (`there`), without a room (`nowhere`), and in other rooms (`elsewhere`)."""

    room: str
    name: str
    month: int
    round: str
    until: str  # until when players choose, and from when a seating counts
    playing: bool
    there: tuple[RoomPerson, ...]
    nowhere: tuple[RoomPerson, ...]
    elsewhere: tuple[RoomPerson, ...]
    has_sheets: bool


def seating_desks(frame: Frame, room: RoomId) -> frozenset[DeskId]:
    """The desks that seat players in a room.

    Raises:
        KeyError: the game has no such room.
    """
    return frozenset({frame.desk_of(room), CHECK_IN})


def places_to_sit(state: DayState) -> tuple[str, ...]:
    """All places for seating: each room, and each table as room, blank, table ("mines north")."""
    rooms = state.frame.room_ids
    return (*rooms, *(f"{room} {table}" for room in rooms for table in state.tables_of(room)))


def room_choices(state: DayState, seat: DaySeat) -> tuple[RoomChoice, ...]:
    """The rooms and tables for one player. Only for use inside views: it does not check the viewer."""
    now = choice_of(state, seat)
    found: list[RoomChoice] = []
    for room in state.frame.room_ids:
        if tables := state.tables_of(room):
            at = seat.table if now == room else None
            near = state.tables_for(seat, room)
            found += (_room_choice(state, seat, room, table, is_now=at == table) for table in tables if table in near)
        else:
            found.append(_room_choice(state, seat, room, "", is_now=now == room))
    return tuple(found)


def _room_choice(state: DayState, seat: DaySeat, room: RoomId, table: str, *, is_now: bool) -> RoomChoice:
    bar, name = find_bar(state, seat, room, table), state.frame.room_name(room)
    return RoomChoice(
        place=f"{room} {table}" if table else room,
        name=f"{name}, {state.table_name(room, table)}" if table else name,
        is_now=is_now,
        bar=str(bar.why) if bar else "",
    )


def players_in_room(state: DayState, viewer: Viewer, room: RoomId) -> tuple[PlayerView, ...]:
    """Players in a room this month, by team and rank; for the control team."""
    return tuple(player_view(state, seat) for seat in present_seats(state, room)) if viewer.staff else ()


def names_without_room(state: DayState, viewer: Viewer) -> tuple[str, ...]:
    """Names of present players without a room this month; for the control team."""
    if not viewer.staff:
        return ()
    return tuple(seat.name for seat in state.seats.values() if seat.here and choice_of(state, seat) is None)


def room_people_view(state: DayState, viewer: Viewer, room: RoomId, sent: frozenset[SeatId] | None) -> RoomPeopleView:
    """The players of one room this month, for the desks that seat them; empty for other viewers.

    `sent`: players whose sheet has arrived, None in a room without sheets.
    """

    def row(seat: DaySeat) -> RoomPerson:
        choice = choice_of(state, seat)
        bar = find_bar(state, seat, room, usual_table(state, seat, room))
        return RoomPerson(
            person=player_view(state, seat),
            elsewhere=state.frame.room_name(choice) if choice and choice != room else "",
            sent=sent is not None and seat.id in sent,
            bar=str(bar.why) if bar else "",
            marks=seat.marks,
        )

    seats_them = any(viewer.sees_desk(desk) for desk in seating_desks(state.frame, room))
    everybody = [seat for team in state.teams for seat in members(state, team.id)] if seats_them else []
    here = [seat for seat in everybody if seat.here]
    return RoomPeopleView(
        room=room,
        name=state.frame.room_name(room),
        month=state.clock.month,
        round=state.frame.round_words(state.clock.month),
        until=_choice_deadline_words(state),
        playing=state.clock.stage is DayStage.PLAYING,
        there=tuple(row(seat) for seat in here if choice_of(state, seat) == room),
        nowhere=tuple(row(seat) for seat in here if choice_of(state, seat) is None),
        elsewhere=tuple(row(seat) for seat in here if choice_of(state, seat) not in (None, room)),
        has_sheets=sent is not None,
    )


def _choice_deadline_words(state: DayState) -> str:
    """Until when players choose, and from when a seating counts, in the running phase."""
    if choice_open(state):
        return state.frame.said("choosing-ends")
    if state.clock.stage is DayStage.PLAYING:
        return say("Players choose no more. Whom you seat here counts at once, for the steps that are still to come.")
    return say("Nobody can be seated while the day is not running.")


# === author elsewhere ===================================================================================================

# A desk enters a paper sheet for a player who is not in the sheet's room: the question before it seats them.


class SeatingView(Struct, frozen=True, kw_only=True):
    """A player who is not in a sheet's room this month.

    `inside`: "in" with the room's name.
    `elsewhere`: the same for the room that they chose, "" for none.
    `why_not`: why they cannot be seated there now, "" if they can.
    `may_wait`: whether the sheet can be entered before they have a room.
    """

    seat: SeatId
    room: RoomId
    month: int
    inside: str
    elsewhere: str
    why_not: str
    may_wait: bool


def seating_view(state: DayState, viewer: Viewer, seat: SeatId, kind: SheetAsked) -> SeatingView | None:
    """The seating of a player who is not in the room of a kind of sheet; for its desk. None for a player in that room."""
    room = RoomId(kind.room)
    if (
        not viewer.sees_desk(state.frame.desk_of(room))
        or seat not in state.seats
        or sheet_counts_in(state, state.seats[seat], room)
    ):
        return None
    chosen, why_not = choice_of(state, state.seats[seat]), ""
    try:
        seated(state, SeatInRoom(player=seat, month=state.clock.month, room=room))
    except Refused as no:
        why_not = no.sentence
    return SeatingView(
        seat=seat,
        room=room,
        month=state.clock.month,
        inside=say(state.frame.room(room).inside),
        elsewhere=say(state.frame.room(chosen).inside) if chosen is not None and chosen != room else "",
        why_not=why_not,
        may_wait=kind.window(state, seat).open,
    )


def closed_view(state: DayState, viewer: Viewer, seat: SeatId, kind: SheetAsked) -> Window | None:
    """The closed window of a player's sheet that cannot be entered now, even with a seat in its room; for its desk.

    None if the sheet can be entered, or if only the seat prevents it (`seating_view`).
    """
    room = RoomId(kind.room)
    if not viewer.sees_desk(state.frame.desk_of(room)) or seat not in state.seats:
        return None
    if not sheet_counts_in(state, state.seats[seat], room):
        try:
            there = seated(state, SeatInRoom(player=seat, month=state.clock.month, room=room))
        except Refused:
            return None
        state = evolve_room_chosen(state, there)
    window = kind.window(state, seat)
    return window if not window.open and window.closes_at is None else None
