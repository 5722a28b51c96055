"""The choice of a room: by the player or by Control, and the player's view of open and barred rooms."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.people.lookup import choice_of, people_invalidations, seat_of, with_seat
from control.day.people.presence import rooms_and_check_in
from control.day.state import Barred, DaySeat, DayStage, DayState, S
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import RoomId, SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.viewer import Viewer

# === choice =============================================================================================================

# Commands: a player chooses a room, or Control seats a player there.


class ChooseRoom(Struct, frozen=True, kw_only=True):
    """Choose a room for a month, and a table where the room has several."""

    seat: SeatId
    month: int
    room: RoomId
    table: str = ""


class SeatInRoom(Struct, frozen=True, kw_only=True):
    """Seat a player in a room, as Control. This works after players can no longer choose."""

    player: SeatId
    month: int
    room: RoomId
    table: str = ""


class RoomChosen(Struct, frozen=True, kw_only=True):
    seat: SeatId
    month: int
    room: RoomId
    table: str
    by_control: bool


# --- questions ----------------------------------------------------------------------------------------------------------


def choice_open(state: DayState) -> bool:
    """May players still choose their room? The game's frame marks the phases for it."""
    return state.clock.stage is DayStage.PLAYING and state.clock.is_in(*state.frame.choice_phases)


def find_bar(state: DayState, seat: DaySeat, room: RoomId, table: str = "") -> Barred | None:
    """The reason why this player may not enter a room or table this month; None when allowed."""
    return state.bar(seat, room, table)


def usual_table(state: DayState, seat: DaySeat, room: RoomId) -> str:
    """The default table of a player in a room; "" in a room without tables."""
    return next(iter(state.tables_for(seat, room)), "")


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_choose(state: DayState, command: ChooseRoom, asked: DecisionContext) -> tuple[RoomChosen, ...]:
    seat = seat_of(state, command.seat)
    if state.clock.month != command.month:
        meant, now = state.frame.round_words(command.month), state.frame.round_words(state.clock.month)
        raise Stale(say("That choice was for {round}; it is {now} now.", round=meant, now=now), point="choosing")
    if not choice_open(state):
        raise Refused(state.frame.said("choosing-over"), point="choosing", code="closed")
    if not seat.here:
        raise Refused(say("Check in first at the check-in desk."), point="checked-in")
    return (_decide_room(state, seat, command.room, command.table, by_control=False),)


def decide_seat_in_room(state: DayState, command: SeatInRoom, asked: DecisionContext) -> tuple[RoomChosen, ...]:
    return (seated(state, command),)


def seated(state: DayState, command: SeatInRoom) -> RoomChosen:
    """Check a seating by Control and return its event."""
    seat = seat_of(state, command.player)
    if state.clock.stage is not DayStage.PLAYING or state.clock.month != command.month:
        raise Stale(say("{round} is not running.", round=state.frame.round_title(command.month)), point="choosing")
    if not seat.here:
        raise Refused(say("{name} is not checked in.", name=seat.name), point="checked-in")
    return _decide_room(state, seat, command.room, command.table, by_control=True)


def _decide_room(state: DayState, seat: DaySeat, room: RoomId, table: str, *, by_control: bool) -> RoomChosen:
    if room not in state.frame.room_ids:
        raise Refused(say("There is no such room; choose one from the list."), code="unknown")
    tables = state.tables_for(seat, room)
    at = (table or tables[0]) if tables else ""
    if at and at not in tables and not by_control:
        raise Refused(state.frame.said("own-table"), point="own-table")
    if at and at not in state.tables_of(room):
        raise Refused(say("There is no such table."), point="tables", code="unknown")
    bar = find_bar(state, seat, room, at)
    if bar is not None:
        to_room = say(state.frame.room(room).towards)
        kept_out = state.frame.said("kept-out", name=seat.name, to_room=to_room, why=bar.why)
        raise Refused(kept_out, rule=bar.rule)
    if choice_of(state, seat) == room and seat.table == at:
        raise Stale(say("That is the choice already."))
    return RoomChosen(seat=seat.id, month=state.clock.month, room=room, table=at, by_control=by_control)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_room_chosen(state: S, happened: RoomChosen) -> S:
    seat = state.seats[happened.seat]
    chosen = replace(seat, choice=happened.room, table=happened.table, choice_month=happened.month)
    return with_seat(state, chosen)


# --- words --------------------------------------------------------------------------------------------------------------


@one_sentence
def tell_chosen(happened: RoomChosen, state: DayState) -> str:
    player, meant = who(state, happened.seat), state.frame.round_words(happened.month)
    if happened.by_control:
        return say(
            "{player} is seated {in_room}, {round}.",
            player=player,
            in_room=say(state.frame.room(happened.room).inside),
            round=meant,
        )
    return say(
        "{player} goes {to_room}, {round}.", player=player, to_room=say(state.frame.room(happened.room).towards), round=meant
    )


def _towards_words(state: DayState, room: RoomId) -> str:
    return say(state.frame.room(room).towards) if room in state.frame.room_ids else room


COMMANDS: Mapping[type, CommandHandler] = {
    ChooseRoom: CommandHandler(
        decide=decide_choose,
        player=True,
        label=lambda c, s: say("Room of {player}, {round}", player=who(s, c.seat), round=s.frame.round_words(c.month)),
    ),
    SeatInRoom: CommandHandler(
        decide=decide_seat_in_room,
        desks=rooms_and_check_in,
        label=lambda c, s: f"{who(s, c.player)} {_towards_words(s, c.room)}" if c.player in s.seats else say("Seating"),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    RoomChosen: EventHandler(evolve=evolve_room_chosen, tell=tell_chosen, invalidations=people_invalidations),
}


# === rooms open =========================================================================================================

# The rooms that the viewer may choose for the round, and why others are barred.


class RoomOption(Struct, frozen=True, kw_only=True):
    """A room in the player's choice. `bar`: why it cannot be chosen, "" if it can; `rule`: the rule that says so."""

    room: str
    name: str
    help: str
    chosen: bool
    bar: str
    rule: str


class TableOption(Struct, frozen=True, kw_only=True):
    """A table in the player's choice."""

    id: str
    name: str
    chosen: bool


class RoomsView(Struct, frozen=True, kw_only=True):
    """The choice of a room for the round. `tables`: empty unless there are several to choose from."""

    month: int
    open: bool
    chosen: str
    options: tuple[RoomOption, ...]
    tables: tuple[TableOption, ...]
    table: str  # the heading of the choice of a table
    change: str  # until when the choice can change
    sheets: tuple[str, ...] = ()  # what happens to the player's sheets of this round
    rule: str = ""  # the rule about these sheets


def rooms_choice_view(state: DayState, viewer: Viewer, seated: frozenset[RoomId], table: str) -> RoomsView:
    """The viewer's choice of rooms. `seated`: rooms with tables; `table`: heading of the choice of a table."""
    seat, frame = state.seats[viewer.player], state.frame
    chosen = choice_of(state, seat)
    room, tables = next(((room, found) for room in frame.room_ids if (found := state.tables_for(seat, room))), ("", ()))
    last = next((phase.id for phase in reversed(frame.phases) if phase.choice), None)
    return RoomsView(
        month=state.clock.month,
        open=choice_open(state) and seat.acts,
        chosen=chosen if chosen else "",
        options=tuple(_option(state, seat, each, chosen, tables if each in seated else ("",)) for each in frame.room_ids),
        tables=tuple(TableOption(id=each, name=state.table_name(room, each), chosen=each == seat.table) for each in tables)
        if len(tables) > 1
        else (),
        table=table,
        change=frame.said("change-room", phase=frame.phase_name(last)) if last else "",
    )


def _option(state: DayState, seat: DaySeat, room: RoomId, chosen: RoomId | None, tables: tuple[str, ...]) -> RoomOption:
    bars = [find_bar(state, seat, room, table) for table in tables]
    bar = bars[0] if all(bars) else None  # one open table is enough
    return RoomOption(
        room=room,
        name=state.frame.room_name(room),
        help=state.room_help(room),
        chosen=chosen == room,
        bar=str(bar.why) if bar else "",
        rule=bar.rule if bar else "",
    )
