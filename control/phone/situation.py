"""What a player can do at this moment of the day, in a few words: the top of the phone's first page."""

from __future__ import annotations

from dataclasses import dataclass

from control import registry
from control.day.people import asked as people
from control.day.people.choosing import barred, choice_open
from control.day.state import DayState, Presence, Seat, Stage
from control.day.view import room_clock_view
from control.engine.ids import PhaseId, RoomId, SeatId
from control.engine.language import say
from control.registry import Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomOption:
    """One of the rooms as it may be chosen, or what bars it."""

    room: str
    name: str
    help: str
    chosen: bool
    bar: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOption:
    """A table of a room that has tables."""

    id: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomsView:
    """The choice of a room for the round. `tables` only where there is more than one to choose from."""

    month: int
    open: bool
    chosen: str
    options: tuple[RoomOption, ...]
    tables: tuple[TableOption, ...]
    table: str  # what their choice is called
    change: str  # until when another one may be chosen


# --- the one thing to know now ------------------------------------------------------------------------------------------


def situation(state: DayState, player: SeatId) -> Situation:
    """What this player can do now."""
    seat, clock, parts = state.seats[player], state.clock, registry.realm(state.REALM).phone
    if clock.stage is Stage.OVER:
        return Situation(title=say("The day is over"), words=parts.over(state) if parts.over else "")
    if seat.presence is Presence.GONE:
        words = say("The check-in desk has noted that you left. If that was a mistake, say so there.")
        return Situation(title=say("You have left the game"), words=words)
    if clock.stage is Stage.GATHERING:
        return _gathering(state, seat)
    if not seat.here:
        return Situation(title=say("Go to the check-in desk"), words=_desk_words(seat), urgent=True)
    phase = clock.phase or state.frame.phase_ids[0]
    told = parts.phases.get(phase)
    return told(state, player) if told else _playing(state, seat, phase)


def _gathering(state: DayState, seat: Seat) -> Situation:
    return Situation(
        title=say("You are checked in") if seat.here else say("Go to the check-in desk"),
        words=state.frame.said("aim") if seat.here else _desk_words(seat),
        urgent=not seat.here,
        begins=state.frame.round_title(1),
        begins_at=state.clock.planned_start,
        programme=state.timetable.programme,
    )


def _desk_words(seat: Seat) -> str:
    return say("Say your name, {name}; from then on you are in the game and this phone is your badge.", name=seat.name)


def _playing(state: DayState, seat: Seat, phase: PhaseId) -> Situation:
    about, choice = state.frame.phase(phase), people.choice_of(state, seat)
    if about.steps:
        return _acting(state, choice)
    if not about.choice:
        return Situation(title=state.frame.phase_name(phase), saying=state.announcement)
    if choice is None:
        return Situation(title=state.frame.said("choose-title"), words=state.frame.said("choose"), saying=state.announcement)
    app = registry.rooms(state.REALM).get(choice)
    return Situation(
        title=say("To the {room}", room=state.frame.room_name(choice)), words=say(app.to_do) if app else state.frame.said("choose")
    )


def _acting(state: DayState, choice: RoomId | None) -> Situation:
    if choice is None:
        return Situation(title=say("You are in no room"), words=state.frame.said("nowhere"), urgent=True)
    room = room_clock_view(state, choice)
    return Situation(
        title=say("You are in the {room}", room=room.name),
        words=say("Now: {step}.", step=room.step_name) if room.step_name else say("Listen to Control of the room."),
        steps=room.steps,
    )


# --- the choice of a room -----------------------------------------------------------------------------------------------


def rooms_view(state: DayState, player: SeatId) -> RoomsView:
    """The rooms for one player, with what bars each."""
    seat, frame = state.seats[player], state.frame
    chosen = people.choice_of(state, seat)
    room, tables = next(((room, found) for room in frame.room_ids if (found := state.tables_for(seat, room))), ("", ()))
    last = next((phase.id for phase in reversed(frame.phases) if phase.choice), None)
    return RoomsView(
        month=state.clock.month,
        open=choice_open(state) and seat.here,
        chosen=chosen if chosen else "",
        options=tuple(_option(state, seat, room, chosen, tables) for room in frame.room_ids),
        tables=tuple(TableOption(id=each, name=state.table_name(room, each), chosen=each == seat.table) for each in tables)
        if len(tables) > 1
        else (),
        table=next((say(app.table) for app in registry.rooms(state.REALM).values() if app.table), ""),
        change=frame.said("change-room", phase=frame.phase_name(last)) if last else "",
    )


def _option(state: DayState, seat: Seat, room: RoomId, chosen: RoomId | None, tables: tuple[str, ...]) -> RoomOption:
    bars = [barred(state, seat, room, table) for table in (tables if registry.has_tables(state.REALM, room) else ("",))]
    bar = bars[0] if all(bars) else None  # one open table is enough
    return RoomOption(
        room=room,
        name=state.frame.room_name(room),
        help=state.room_help(room),
        chosen=chosen == room,
        bar=bar.why if bar else "",
        rule=bar.rule if bar else "",
    )
