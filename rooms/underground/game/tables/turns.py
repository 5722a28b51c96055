"""Turns at a table: who acts next, who was not done when a step ended, and the pause (GE-UND-39, GE-UND-41, R-116, GE-EVT-25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from control.day.clock.steps import StepEnded
from control.day.missing_players import requires_players
from control.day.people.lookup import choice_of
from control.day.people.presence import CheckedIn
from control.day.state import Presence
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.engine.modules import Command, CommandHandler, EventHandler, GameEvent
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import Room
from rooms.underground.game.state import TURNS, CardTable, TableId, TableStep
from rooms.underground.game.tables.cards import TAKEN_BACK, acts_with_new
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    is_stopped,
    next_after,
    out_of,
    require_on_turn,
    require_table,
    room_of,
    round_of,
    seats_at_table,
    step_of,
    table_in,
    table_invalidations,
    table_of,
    tables,
    turn_at,
    with_table,
)
from rooms.underground.rules.turn_order import acted_with

# === turns and seats ====================================================================================================

# Turns: who acts next at a table, and how Underground Control seats it (GE-UND-39, GE-UND-41, GE-UND-43, R-116, GE-EVT-44)


class EndTurn(Struct, frozen=True, kw_only=True):
    """Be done with this step. In Attack the player passes and is out (R-119)."""

    month: int
    table: TableId
    step: TableStep
    seat: SeatId


class ArrangeSeats(Struct, frozen=True, kw_only=True):
    """Rearrange the seats of a table, by Underground Control (R-116)."""

    month: int
    table: TableId
    order: tuple[SeatId, ...]


class MarkGone(Struct, frozen=True, kw_only=True):
    """Mark a player at this table as absent, by Underground Control. Nobody waits for that player then (R-03)."""

    month: int
    table: TableId
    player: SeatId


class MarkBack(Struct, frozen=True, kw_only=True):
    """Mark a player missing at this table as present, by Underground Control (R-03)."""

    month: int
    table: TableId
    player: SeatId


class TurnEnded(Struct, frozen=True, kw_only=True):
    """A player's turn is over. `out`: for the whole step; `to`: the next player, None if everybody is done."""

    month: int
    table: TableId
    step: TableStep
    seat: SeatId
    out: bool
    to: SeatId | None
    at: datetime


class SeatsArranged(Struct, frozen=True, kw_only=True):
    month: int
    table: TableId
    order: tuple[SeatId, ...]


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_end_turn(state: GameState, command: EndTurn, asked: DecisionContext) -> tuple[TurnEnded, ...]:
    """Be done with a step.

    Raises:
        Refused: the player does not sit there, or the player's attack is running.
        Stale: the step is over, or it is another player's turn.
    """
    at = require_table(state, command.month, command.table, command.step)
    if command.step not in TURNS:
        raise Refused(say("There are no turns in this step."), rule="R-116")
    seat = require_on_turn(state, command.table, command.seat)
    if at.attack is not None:
        raise Refused(say("An attack goes on; end it first."), rule="GE-UND-51")
    return (turn_ended(state, command.table, command.step, seat.id, asked.at, out=True),)


def turn_ended(state: GameState, table: TableId, step: TableStep, seat: SeatId, at: datetime, *, out: bool) -> TurnEnded:
    """End a player's turn in the current state, with the next player."""
    gone, acted = out_of(state, table), table_of(state, table).acted
    gone, acted = ((*gone, seat), acted) if out else (gone, acted_with(acted, seat))
    to = next_after(state, table, seat, gone, acted)
    return TurnEnded(month=state.clock.month, table=table, step=step, seat=seat, out=out, to=to, at=at)


def decide_arrange(state: GameState, command: ArrangeSeats, asked: DecisionContext) -> tuple[SeatsArranged, ...]:
    """Rearrange a table's seats.

    Raises:
        Refused: there is no such table.
        Stale: another month runs, or the list does not match the players there.
    """
    _require_now(state, command)
    now = tuple(seat.id for seat in seats_at_table(state, command.table))
    if sorted(now) != sorted(command.order):
        raise Stale(say("Somebody has sat down or left meanwhile; look again."), rule="R-116")
    if now == command.order:
        return ()
    return (SeatsArranged(month=command.month, table=command.table, order=command.order),)


def decide_gone(state: GameState, command: MarkGone, asked: DecisionContext) -> tuple[CheckedIn, ...]:
    """Mark a player as absent, as in the check-in list.

    Raises:
        Refused: there is no such table.
        Stale: another month runs, or the player no longer sits here.
    """
    _require_now(state, command)
    if command.player not in {seat.id for seat in seats_at_table(state, command.table)}:
        raise Stale(say("Somebody has sat down or left meanwhile; look again."), rule="R-116")
    return (CheckedIn(seat=command.player, before=Presence.PRESENT, presence=Presence.ABSENT),)


def decide_back(state: GameState, command: MarkBack, asked: DecisionContext) -> tuple[CheckedIn, ...]:
    """Mark a player as present, as in the check-in list.

    Raises:
        Refused: there is no such table.
        Stale: another month runs, or the player is not missing here.
    """
    _require_now(state, command)
    player = state.seats.get(command.player)
    if player is None or not is_missed(state, player, command.table):
        raise Stale(say("Somebody has sat down or left meanwhile; look again."), rule="R-116")
    return (CheckedIn(seat=player.id, before=player.presence, presence=Presence.PRESENT),)


def is_missed(state: GameState, seat: HouseSeat, table: TableId) -> bool:
    """Whether this player chose the table, is not checked in, and may still come."""
    chosen = choice_of(state, seat) == Room.UNDERGROUND and seat.table == table
    return chosen and not seat.here and seat.presence is not Presence.GONE


def _require_now(state: GameState, command: ArrangeSeats | MarkGone | MarkBack) -> None:
    if command.table not in tables(state):
        raise Refused(say("There is no such table in the Underground."), rule="GE-UND-61", code="unknown")
    if command.month != state.clock.month:
        raise Stale(say("That month is over."), rule="R-116")


# --- fold ---------------------------------------------------------------------------------------------------------------


def in_step(state: GameState, table: CardTable, step: TableStep) -> CardTable:
    """The table in a step. Turns, acts and passes are reset if they belong to another step."""
    now = table if table.step == step else replace(table, step=step, sat=(), turn=None, out=(), acted=(), acts=(), paid=())
    return replace(now, sat=round_of(state, now, step))


@requires_players("seat")
def evolve_turn_ended(state: GameState, happened: TurnEnded) -> GameState:
    table = in_step(state, table_in(state, happened.table, happened.month), happened.step)
    gone = tuple(dict.fromkeys((*table.out, happened.seat))) if happened.out else table.out
    acted = table.acted if happened.out else acted_with(table.acted, happened.seat)
    acts = acts_with_new(table, happened.seat) if happened.step in TAKEN_BACK else ()
    return with_table(state, replace(table, out=gone, acted=acted, turn=happened.to, since=happened.at, acts=acts))


@requires_players("order")
def evolve_arranged(state: GameState, happened: SeatsArranged) -> GameState:
    """Rearrange the seats. The player on turn stays on turn, even from another seat."""
    held = table_in(state, happened.table, happened.month)
    now = turn_at(state, happened.table) if held.step == step_of(state, happened.table) else held.turn
    acts = tuple(replace(each, turn=each.seat) for each in held.acts)  # after taking an act back, its player is on turn
    return with_table(state, replace(held, order=happened.order, sat=happened.order, turn=now, acts=acts))


# --- words --------------------------------------------------------------------------------------------------------------


def table_words(state: GameState, table: TableId) -> str:
    return state.table_name(Room.UNDERGROUND, table)


def label_table(command: EndTurn | ArrangeSeats, state: GameState) -> str:
    """Journal label of a command at a table."""
    table = table_words(state, command.table)
    if isinstance(command, EndTurn) and command.seat in state.seats:
        return say("{player} done, {table} table", player=who(state, command.seat), table=table)
    return say("Seats, {table} table", table=table)


def tell_turn_ended(happened: TurnEnded, before: GameState, after: GameState) -> Iterator[Line]:
    player, table = who(before, happened.seat), table_words(before, happened.table)
    if happened.out:
        yield to_desks(say("{table}: {player} is done.", table=table, player=player))
    else:
        yield to_desks(say("{table}: the turn of {player} is over.", table=table, player=player))


def tell_arranged(happened: SeatsArranged, before: GameState, after: GameState) -> Iterator[Line]:
    names = listed(tuple(who(before, seat) for seat in happened.order))
    yield to_desks(say("{table} is seated anew: {names}.", table=table_words(before, happened.table), names=names))


COMMANDS: Mapping[type, CommandHandler] = {
    EndTurn: CommandHandler(decide=decide_end_turn, desks=UNDERGROUND_DESK, player=True, label=label_table),
    MarkGone: CommandHandler(
        decide=decide_gone,
        desks=UNDERGROUND_DESK,
        label=lambda c, s: say("{name} has left", name=who(s, c.player)) if c.player in s.seats else say("Has left"),
    ),
    MarkBack: CommandHandler(
        decide=decide_back,
        desks=UNDERGROUND_DESK,
        label=lambda c, s: say("{name} is here", name=who(s, c.player)) if c.player in s.seats else say("Is here"),
    ),
    ArrangeSeats: CommandHandler(decide=decide_arrange, desks=UNDERGROUND_DESK, label=label_table),
}
EVENTS: Mapping[type, EventHandler] = {
    TurnEnded: EventHandler(evolve=evolve_turn_ended, tell=tell_turn_ended, invalidations=table_invalidations),
    SeatsArranged: EventHandler(evolve=evolve_arranged, tell=tell_arranged, invalidations=table_invalidations),
}


# === steps cut off ======================================================================================================

# Players who had not acted when a step around the table ended. They and Underground Control are told


def note_cut_off(before: GameState, state: GameState, happened: StepEnded) -> GameState:
    """Record at each table whose step ended who was not done. Steps without turns record nobody."""
    if happened.room != Room.UNDERGROUND or happened.step not in tuple(each.value for each in TableStep):
        return state
    step = TableStep(happened.step)
    for table in (TableId(happened.table),) if happened.table else tables(state):
        if table not in room_of(state).tables:
            continue  # no play there, or a day stored by an earlier release
        held, runs = table_in(state, table, happened.month), step in TURNS and step_of(before, table) is step
        left = tuple(seat.id for seat in seats_at_table(before, table) if seat.id not in out_of(before, table)) if runs else ()
        if (held.cut, held.cut_in) != (left, step if left else None):
            state = with_table(state, replace(held, cut=left, cut_in=step if left else None))
    return state


def cut_off_words(state: GameState, table: TableId) -> str:
    """Sentence for a table about players cut off by the end of the last step. Empty if there were none."""
    at = table_of(state, table)
    names = [state.seats[seat].name for seat in at.cut if seat in state.seats]
    if at.cut_in is None or not names:
        return ""
    steps = state.timetable.steps.get(Room.UNDERGROUND, ())
    name = next((each.name for each in steps if each.id == at.cut_in.value), at.cut_in.value)
    return say("{step} ended before these were done: {names}.", step=name, names=listed(names))


# === pause ==============================================================================================================

# Pause: a table whose clock is stopped accepts no play from players. Underground Control may still act (GE-EVT-25). A stopped clock
# means that players are away or listening, so play would happen behind their backs.


def require_going(state: GameState, table: TableId, asked: DecisionContext) -> None:
    """Refuse a player's command while the table's clock is stopped. Raises: Refused."""
    if asked.by.seat is not None and is_stopped(state, table):
        said = say("This table is paused: nothing is played until Control lets its clock go on.")
        raise Refused(said, code="paused", point="time")


def held_while_paused(handler: CommandHandler) -> CommandHandler:
    """Wrap a command handler so that players must wait while the table's clock is stopped. Other handlers stay unchanged."""
    decide = handler.decide

    def decided(state: GameState, command: Command, asked: DecisionContext) -> tuple[GameEvent, ...]:
        table = getattr(command, "table", None)
        if table is not None:
            require_going(state, TableId(table), asked)
        return decide(state, command, asked)

    return replace(handler, decide=decided) if handler.player else handler
