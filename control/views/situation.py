"""What a player can do at this moment of the day, in a few words: the top of the phone's first page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from control.game import people
from control.game.clock import ROOM_NAMES
from control.game.state import GameState, Presence, Seat, Stage
from control.game.view import ClockView, OwnView, StepView
from control.scenario.ids import Phase, Room
from control.scenario.schema import DayLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The one thing to know now. `steps` are those of the player's room in Action; `programme` is for the waiting."""

    title: str
    words: str
    saying: str = ""  # what is announced with the phase, in the voice of the game
    urgent: bool = False
    begins_at: datetime | None = None
    programme: tuple[DayLine, ...] = ()
    steps: tuple[StepView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomOption:
    """One of the three rooms as it may be chosen, or what bars it."""

    room: Room
    name: str
    help: str
    chosen: bool
    bar: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOption:
    """A table of the Underground."""

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


AIM = "Who is Sovereign when the last month ends is Divine Sovereign, and has won."


def situation(state: GameState, clock: ClockView, own: OwnView) -> Situation:
    """What this player can do now."""
    if clock.stage is Stage.GATHERING:
        return _gathering(state, clock, own)
    if clock.stage is Stage.OVER:
        return Situation(title="The day is over", words=f"{clock.sovereign}. Stay for the crowning and the debrief.")
    if own.strip.presence is not Presence.PRESENT:
        return Situation(title="Go to the check-in desk", words=_desk_words(own), urgent=True)
    by_phase = {
        Phase.CEREMONY: _ceremony,
        Phase.PLANNING: _planning,
        Phase.MOVEMENT: _movement,
        Phase.ACTION: _action,
        Phase.RETURN: _return,
    }
    return by_phase[clock.phase or Phase.CEREMONY](clock, own)


def _gathering(state: GameState, clock: ClockView, own: OwnView) -> Situation:
    here = own.strip.presence is Presence.PRESENT
    return Situation(
        title="You are checked in" if here else "Go to the check-in desk",
        words=f"Join your House at its table in the War Room. {AIM}" if here else _desk_words(own),
        urgent=not here,
        begins_at=clock.planned_start,
        programme=state.scenario.timetable.programme,
    )


def _desk_words(own: OwnView) -> str:
    return f"Say your name, {own.strip.name}; from then on you are in the game and this phone is your badge."


def _ceremony(clock: ClockView, own: OwnView) -> Situation:
    words = (
        "A marriage, a funeral or a duel of your House is held now; all of the House attend. Then choose your room for the month."
    )
    return Situation(title="Ceremonies", words=words, saying=clock.announcement)


def _planning(clock: ClockView, own: OwnView) -> Situation:
    words = {
        None: "Choose your room for the month, then write its sheet.",
        Room.WAR: "Write your war orders and send them. Talk as you like; the sheet is seen by nobody until the orders are opened.",
        Room.COURT: "At the Court you debate and vote. Below stands whether you may propose this month.",
        Room.UNDERGROUND: "You may bring one scheme to your table.",
    }[own.choice]
    title = f"To the {ROOM_NAMES[own.choice]}" if own.choice else "Plan, promise, choose"
    return Situation(title=title, words=words, saying="" if own.choice else clock.announcement)


def _movement(clock: ClockView, own: OwnView) -> Situation:
    if own.choice is None:
        words = "Choose a room now. Without one you have no orders, vote or scheme this month."
        return Situation(title="You have chosen no room", words=words, saying=clock.announcement, urgent=True)
    title = f"Go to the {ROOM_NAMES[own.choice]}" + (" now" if not own.table else f", table {own.table.capitalize()}")
    return Situation(title=title, words="It begins when this clock has run out.", saying=clock.announcement)


def _action(clock: ClockView, own: OwnView) -> Situation:
    if own.choice is None:
        return Situation(
            title="You are in no room",
            words="You chose none this month. Call Control to be seated in one; until then you have no orders, vote or scheme.",
            urgent=True,
        )
    room = clock.rooms.get(own.choice)
    return Situation(
        title=f"You are in the {ROOM_NAMES[own.choice]}",
        words=f"Now: {room.step_name}." if room and room.step_name else "Listen to Control of the room.",
        steps=room.steps if room else (),
    )


def _return(clock: ClockView, own: OwnView) -> Situation:
    return Situation(
        title="Back to your House Table", words="See what the month has brought and what it costs.", saying=clock.announcement
    )


def rooms_view(state: GameState, seat: Seat) -> RoomsView:
    """The three rooms for one player, with what bars each."""
    chosen = people.choice_of(state, seat)
    tables = people.tables_for(state, seat)
    names: Mapping[str, str] = {str(province.id): province.name for province in state.scenario.provinces}
    return RoomsView(
        month=state.clock.month,
        open=people.choice_open(state) and seat.here,
        chosen=chosen.value if chosen else "",
        options=tuple(_option(state, seat, room, chosen, tables) for room in Room),
        tables=tuple(TableOption(id=table, name=names[table], chosen=table == seat.table) for table in tables)
        if len(tables) > 1
        else (),
    )


def _option(state: GameState, seat: Seat, room: Room, chosen: Room | None, tables: tuple[str, ...]) -> RoomOption:
    bars = [people.barred(state, seat, room, table) for table in (tables if room is Room.UNDERGROUND else ("",))]
    bar = bars[0] if all(bars) else None  # one open table is enough
    return RoomOption(
        room=room,
        name=ROOM_NAMES[room],
        help=state.scenario.texts.rooms.get(room, ""),
        chosen=chosen is room,
        bar=bar.why if bar else "",
        rule=bar.rule if bar else "",
    )
