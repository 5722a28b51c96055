"""What a player can do at this moment of the day, in a few words: the top of the phone's first page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from control import registry
from control.day.people import asked as people
from control.day.people.choosing import barred, choice_open
from control.day.plan import DayLine
from control.day.state import Presence, Stage
from control.day.view import ClockView, StepView
from control.engine.language import say
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.view import OwnView, sovereign_words
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.words import AIM, CHOOSE, CHOOSE_NOW, NOWHERE, ROOM_NAMES


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The one thing to know now. `steps` are those of the player's room in Action; `programme` is for the waiting.

    `open_sheets` are the kinds of sheets that the player may send now; `seals` is where the own sheets are checked afterwards.
    """

    title: str
    words: str
    saying: str = ""  # what is announced with the phase, in the voice of the game
    urgent: bool = False
    begins_at: datetime | None = None
    programme: tuple[DayLine, ...] = ()
    steps: tuple[StepView, ...] = ()
    open_sheets: tuple[str, ...] = ()
    seals: str = ""


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
    """The choice of a room for the month. `tables` only where there is more than one to choose from."""

    month: int
    open: bool
    chosen: str
    options: tuple[RoomOption, ...]
    tables: tuple[TableOption, ...]
    table: str  # what their choice is called


def situation(state: GameState, clock: ClockView, own: OwnView) -> Situation:
    """What this player can do now."""
    if clock.stage is Stage.OVER:
        return Situation(
            title=say("The day is over"),
            words=say("{sovereign}. Stay for the crowning and the debrief.", sovereign=sovereign_words(state)),
        )
    if own.strip.presence is Presence.GONE:
        words = say("The check-in desk has noted that you left. If that was a mistake, say so there.")
        return Situation(title=say("You have left the game"), words=words)
    if clock.stage is Stage.GATHERING:
        return _gathering(state, clock, own)
    if own.strip.presence is not Presence.PRESENT:
        return Situation(title=say("Go to the check-in desk"), words=_desk_words(own), urgent=True)
    by_phase: Mapping[str, Callable[[GameState, ClockView, OwnView], Situation]] = {
        Phase.CEREMONY: _ceremony,
        Phase.PLANNING: _planning,
        Phase.MOVEMENT: _movement,
        Phase.ACTION: _action,
        Phase.RETURN: _return,
    }
    return by_phase[clock.phase or Phase.CEREMONY](state, clock, own)


def _gathering(state: GameState, clock: ClockView, own: OwnView) -> Situation:
    here = own.strip.presence is Presence.PRESENT
    return Situation(
        title=say("You are checked in") if here else say("Go to the check-in desk"),
        words=say(AIM) if here else _desk_words(own),
        urgent=not here,
        begins_at=clock.planned_start,
        programme=state.scenario.timetable.programme,
    )


def _desk_words(own: OwnView) -> str:
    return say("Say your name, {name}; from then on you are in the game and this phone is your badge.", name=own.strip.name)


def _ceremony(state: GameState, clock: ClockView, own: OwnView) -> Situation:
    words = say(
        "A marriage, a funeral or a duel of your House is held now; all of the House attend. Then choose your room for the month."
    )
    return Situation(title=say("Ceremonies"), words=words, saying=clock.announcement)


def _planning(state: GameState, clock: ClockView, own: OwnView) -> Situation:
    words = say(_to_do(state, own.choice))
    title = say("To the {room}", room=ROOM_NAMES[own.choice]) if own.choice else say("Plan, promise, choose")
    return Situation(title=title, words=words, saying="" if own.choice else clock.announcement)


def _to_do(state: GameState, room: str | None) -> str:
    app = registry.rooms(state.REALM).get(room) if room else None
    return app.to_do if app else CHOOSE


def _movement(state: GameState, clock: ClockView, own: OwnView) -> Situation:
    if own.choice is None:
        words = say(CHOOSE_NOW)
        return Situation(title=say("You have chosen no room"), words=words, saying=clock.announcement, urgent=True)
    room = ROOM_NAMES[own.choice]
    if own.table:
        title = say("Go to the {room}, table {table}", room=room, table=own.table.capitalize())
    else:
        title = say("Go to the {room} now", room=room)
    return Situation(title=title, words=say("It begins when this clock has run out."), saying=clock.announcement)


def _action(state: GameState, clock: ClockView, own: OwnView) -> Situation:
    if own.choice is None:
        return Situation(
            title=say("You are in no room"),
            words=say(NOWHERE),
            urgent=True,
        )
    room = clock.rooms.get(own.choice)
    return Situation(
        title=say("You are in the {room}", room=ROOM_NAMES[own.choice]),
        words=say("Now: {step}.", step=room.step_name) if room and room.step_name else say("Listen to Control of the room."),
        steps=room.steps if room else (),
    )


def _return(state: GameState, clock: ClockView, own: OwnView) -> Situation:
    return Situation(
        title=say("Back to your House Table"),
        words=say("See what the month has brought and what it costs."),
        saying=clock.announcement,
    )


def rooms_view(state: GameState, seat: Seat) -> RoomsView:
    """The rooms for one player, with what bars each."""
    chosen = people.choice_of(state, seat)
    tables = next((found for room in state.frame.room_ids if (found := state.tables_for(seat, room))), ())
    names: Mapping[str, str] = {str(province.id): province.name for province in state.scenario.provinces}
    return RoomsView(
        month=state.clock.month,
        open=choice_open(state) and seat.here,
        chosen=chosen if chosen else "",
        options=tuple(_option(state, seat, room, chosen, tables) for room in Room),
        tables=tuple(TableOption(id=table, name=names[table], chosen=table == seat.table) for table in tables)
        if len(tables) > 1
        else (),
        table=next((say(app.table) for app in registry.rooms(state.REALM).values() if app.table), ""),
    )


def _option(state: GameState, seat: Seat, room: str, chosen: str | None, tables: tuple[str, ...]) -> RoomOption:
    bars = [barred(state, seat, room, table) for table in (tables if registry.has_tables(state.REALM, room) else ("",))]
    bar = bars[0] if all(bars) else None  # one open table is enough
    return RoomOption(
        room=room,
        name=ROOM_NAMES[room],
        help=state.scenario.texts.rooms.get(room, ""),
        chosen=chosen == room,
        bar=bar.why if bar else "",
        rule=bar.rule if bar else "",
    )
