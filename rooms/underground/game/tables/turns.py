"""Turns at a table: who acts next, who was not done when a step ended, and the pause (GE-UND-39, GE-UND-41, R-116, GE-EVT-25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from control.day.clock.steps import StepEnded
from control.day.missing_players import of_players
from control.day.people.lookup import choice_of
from control.day.people.presence import CheckedIn
from control.day.state import Presence
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.engine.modules import Command, CommandHandler, EventHandler, GameEvent
from control.engine.refusal import Refused, Stale
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.ids import Room
from rooms.underground.game.state import TURNS, Table, TableId, TableStep
from rooms.underground.game.tables.cards import TAKEN_BACK, done
from rooms.underground.game.tables.questions import (
    UNDERGROUND_DESK,
    at_table,
    next_after,
    on_turn,
    out_of,
    room_of,
    round_of,
    seated,
    stands,
    step_of,
    table_in,
    table_invalidations,
    table_of,
    tables,
    turn_at,
    with_table,
)
from rooms.underground.rules.turns import acted_with

# === turns and seats ====================================================================================================

# Turns: who acts next at a table, and how Underground Control seats it (GE-UND-39, GE-UND-41, GE-UND-43, R-116, GE-EVT-44).


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """A player is done with this step: in Attack the player passes and is out of it (R-119)."""

    month: int
    table: TableId
    step: TableStep
    seat: SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrangeSeats:
    """Underground Control rearranges who sits where (R-116)."""

    month: int
    table: TableId
    order: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkGone:
    """Underground Control marks somebody who sat at this table as absent: nobody waits for that player any more (R-03)."""

    month: int
    table: TableId
    player: SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkBack:
    """Underground Control marks somebody whom this table misses as present: the player has come, or was taken for gone (R-03)."""

    month: int
    table: TableId
    player: SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """A player's turn is over. `out` for the whole step; `to` acts next, None when everybody is done."""

    month: int
    table: TableId
    step: TableStep
    seat: SeatId
    out: bool
    to: SeatId | None
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsArranged:
    month: int
    table: TableId
    order: tuple[SeatId, ...]


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_end_turn(state: GameState, command: EndTurn, asked: DecisionContext) -> tuple[TurnEnded, ...]:
    """Be done with a step.

    Raises:
        Refused: the player does not sit there, or an attack of theirs goes on.
        Stale: the step is over, or it is another player's turn.
    """
    at = at_table(state, command.month, command.table, command.step)
    if command.step not in TURNS:
        raise Refused(say("There are no turns in this step."), rule="R-116")
    seat = on_turn(state, command.table, command.seat)
    if at.attack is not None:
        raise Refused(say("An attack goes on; end it first."), rule="GE-UND-51")
    return (turn_ended(state, command.table, command.step, seat.id, asked.at, out=True),)


def turn_ended(state: GameState, table: TableId, step: TableStep, seat: SeatId, at: datetime, *, out: bool) -> TurnEnded:
    """The end of a player's turn as the state is now, with who acts next."""
    gone, acted = out_of(state, table), table_of(state, table).acted
    gone, acted = ((*gone, seat), acted) if out else (gone, acted_with(acted, seat))
    to = next_after(state, table, seat, gone, acted)
    return TurnEnded(month=state.clock.month, table=table, step=step, seat=seat, out=out, to=to, at=at)


def decide_arrange(state: GameState, command: ArrangeSeats, asked: DecisionContext) -> tuple[SeatsArranged, ...]:
    """Seat the table anew.

    Raises:
        Refused: there is no such table, or the list is not of those who sit there.
        Stale: another month runs.
    """
    _require_now(state, command)
    now = tuple(seat.id for seat in seated(state, command.table))
    if sorted(now) != sorted(command.order):
        raise Stale(say("Somebody has sat down or left meanwhile; look again."), rule="R-116")
    if now == command.order:
        return ()
    return (SeatsArranged(month=command.month, table=command.table, order=command.order),)


def decide_gone(state: GameState, command: MarkGone, asked: DecisionContext) -> tuple[CheckedIn, ...]:
    """Mark the player as the check-in list does.

    Raises:
        Refused: there is no such table.
        Stale: another month runs, or the player does not sit here any more.
    """
    _require_now(state, command)
    if command.player not in {seat.id for seat in seated(state, command.table)}:
        raise Stale(say("Somebody has sat down or left meanwhile; look again."), rule="R-116")
    return (CheckedIn(seat=command.player, before=Presence.PRESENT, presence=Presence.ABSENT),)


def decide_back(state: GameState, command: MarkBack, asked: DecisionContext) -> tuple[CheckedIn, ...]:
    """Mark the player as the check-in list does.

    Raises:
        Refused: there is no such table.
        Stale: another month runs, or the table does not miss this player.
    """
    _require_now(state, command)
    player = state.seats.get(command.player)
    if player is None or not is_missed(state, player, command.table):
        raise Stale(say("Somebody has sat down or left meanwhile; look again."), rule="R-116")
    return (CheckedIn(seat=player.id, before=player.presence, presence=Presence.PRESENT),)


def is_missed(state: GameState, seat: Seat, table: TableId) -> bool:
    """Has this player chosen the table, is not checked in, and may still come?"""
    chosen = choice_of(state, seat) == Room.UNDERGROUND and seat.table == table
    return chosen and not seat.here and seat.presence is not Presence.GONE


def _require_now(state: GameState, command: ArrangeSeats | MarkGone | MarkBack) -> None:
    if command.table not in tables(state):
        raise Refused(say("There is no such table in the Underground."), rule="GE-UND-61", code="unknown")
    if command.month != state.clock.month:
        raise Stale(say("That month is over."), rule="R-116")


# --- fold ---------------------------------------------------------------------------------------------------------------


def in_step(state: GameState, table: Table, step: TableStep) -> Table:
    """The table as it sits in a step, with nobody out yet and nothing done when the step is another than its turns were of."""
    now = table if table.step == step else replace(table, step=step, sat=(), turn=None, out=(), acted=(), acts=(), paid=())
    return replace(now, sat=round_of(state, now, step))


@of_players("seat")
def evolve_turn_ended(state: GameState, happened: TurnEnded) -> GameState:
    table = in_step(state, table_in(state, happened.table, happened.month), happened.step)
    gone = tuple(dict.fromkeys((*table.out, happened.seat))) if happened.out else table.out
    acted = table.acted if happened.out else acted_with(table.acted, happened.seat)
    acts = done(table, happened.seat) if happened.step in TAKEN_BACK else ()
    return with_table(state, replace(table, out=gone, acted=acted, turn=happened.to, since=happened.at, acts=acts))


@of_players("order")
def evolve_arranged(state: GameState, happened: SeatsArranged) -> GameState:
    """Whose turn it is in a step in which somebody has acted, whoever may have left since, stays on turn in another seat."""
    held = table_in(state, happened.table, happened.month)
    now = turn_at(state, happened.table) if held.step == step_of(state, happened.table) else held.turn
    acts = tuple(replace(each, turn=each.seat) for each in held.acts)  # taken back, the turn is still of who acted
    return with_table(state, replace(held, order=happened.order, sat=happened.order, turn=now, acts=acts))


# --- words --------------------------------------------------------------------------------------------------------------


def table_words(state: GameState, table: TableId) -> str:
    """What a table is called."""
    return state.table_name(Room.UNDERGROUND, table)


def label_table(command: EndTurn | ArrangeSeats, state: GameState) -> str:
    """How the journal calls what is done at a table."""
    table = table_words(state, command.table)
    if isinstance(command, EndTurn) and command.seat in state.seats:
        return say("{player} done, {table} table", player=who(state, command.seat), table=table)
    return say("Seats, {table} table", table=table)


def explain_turn_ended(happened: TurnEnded, state: GameState) -> str:
    player, table = who(state, happened.seat), table_words(state, happened.table)
    if happened.out:
        return say("{table}: {player} is done.", table=table, player=player)
    return say("{table}: the turn of {player} is over.", table=table, player=player)


def explain_arranged(happened: SeatsArranged, state: GameState) -> str:
    names = listed(tuple(who(state, seat) for seat in happened.order))
    return say("{table} is seated anew: {names}.", table=table_words(state, happened.table), names=names)


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
    TurnEnded: EventHandler(evolve=evolve_turn_ended, explain=explain_turn_ended, invalidations=table_invalidations),
    SeatsArranged: EventHandler(evolve=evolve_arranged, explain=explain_arranged, invalidations=table_invalidations),
}


# === steps cut off ======================================================================================================

# Who had not acted when a step that goes round the table ended: they read it, and so does Underground Control.


def note_cut_off(before: GameState, state: GameState, happened: StepEnded) -> GameState:
    """Keep at each table whose step has ended who was not done with it; of a step without turns nobody."""
    if happened.room != Room.UNDERGROUND or happened.step not in tuple(each.value for each in TableStep):
        return state
    step = TableStep(happened.step)
    for table in (TableId(happened.table),) if happened.table else tables(state):
        if table not in room_of(state).tables:
            continue  # nobody has played there, as at no table of the days that earlier releases stored
        held, runs = table_in(state, table, happened.month), step in TURNS and step_of(before, table) is step
        left = tuple(seat.id for seat in seated(before, table) if seat.id not in out_of(before, table)) if runs else ()
        if (held.cut, held.cut_in) != (left, step if left else None):
            state = with_table(state, replace(held, cut=left, cut_in=step if left else None))
    return state


def cut_off_words(state: GameState, table: TableId) -> str:
    """That the step before ended over somebody, for all who sit there; empty when it did not."""
    at = table_of(state, table)
    names = [state.seats[seat].name for seat in at.cut if seat in state.seats]
    if at.cut_in is None or not names:
        return ""
    steps = state.timetable.steps.get(Room.UNDERGROUND, ())
    name = next((each.name for each in steps if each.id == at.cut_in.value), at.cut_in.value)
    return say("{step} ended before these were done: {names}.", step=name, names=listed(names))


# === pause ==============================================================================================================

# Pause: a table whose clock stands takes no play from its players; Underground Control may still act (GE-EVT-25).
# Whoever stops a clock sends people out, or wants them to listen: what is pressed meanwhile would be done behind the
# others' backs.


def require_going(state: GameState, table: TableId, asked: DecisionContext) -> None:
    """Raises: Refused, when a player asks while the table's clock stands."""
    if asked.by.seat is not None and stands(state, table):
        said = say("This table is paused: nothing is played until Control lets its clock go on.")
        raise Refused(said, code="paused", point="time")


def held_while_paused(handler: CommandHandler) -> CommandHandler:
    """The handler of a command at a table, with its players held back while the table's clock stands; any other as it is."""
    decide = handler.decide

    def decided(state: GameState, command: Command, asked: DecisionContext) -> tuple[GameEvent, ...]:
        table = getattr(command, "table", None)
        if table is not None:
            require_going(state, TableId(table), asked)
        return decide(state, command, asked)

    return replace(handler, decide=decided) if handler.player else handler
