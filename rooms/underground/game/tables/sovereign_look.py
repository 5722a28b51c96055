"""The Sovereign's look: in Updates a Sovereign sees any 2 schemes of their table, ahead of the round (GE-SOV-31, R-131)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from control.day.clock.steps import StepBegan
from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, EventHandler, Undo
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, ReportKind, to_desks
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import Room
from rooms.underground.game.reports.recipients import to_seat
from rooms.underground.game.state import Lying, TableId, TableStep
from rooms.underground.game.tables.cards import face_name, mark_table_doubtful, scheme_words
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    require_player,
    require_table,
    room_invalidations,
    scheme_at,
    seats_at_table,
    table_in,
    table_of,
    tables,
    with_table,
)
from rooms.underground.game.tables.schemes import found_at
from rooms.underground.game.tables.turns import table_words

# === look ===============================================================================================================


LOOKS: Final = 2  # schemes a Sovereign may inspect per month


class LookAtSchemes(Struct, frozen=True, kw_only=True):
    """Look at schemes of the Sovereign's table, as Sovereign. Traps do nothing, and nothing is foiled."""

    month: int
    table: TableId
    seat: SeatId
    schemes: tuple[int, ...]


class SchemesLookedAt(Struct, frozen=True, kw_only=True):
    """The Sovereign saw these schemes. Nobody else did."""

    month: int
    table: TableId
    seat: SeatId
    schemes: tuple[int, ...]


def looks_left(state: GameState) -> int:
    """Number of schemes that the Sovereign may still look at this month, at all tables together (GE-SOV-31, R-131)."""
    return max(0, LOOKS - sum(len(table_of(state, each).looked) for each in tables(state)))


def decide_look(state: GameState, command: LookAtSchemes, asked: DecisionContext) -> tuple[SchemesLookedAt, ...]:
    """Look at schemes. Schemes seen before do not count.

    Raises:
        Refused: the player is not the Sovereign, does not sit there, or has looked at 2 already.
        Stale: Updates is over, or a scheme is not there.
    """
    at = require_table(state, command.month, command.table, TableStep.UPDATES)
    seat = require_player(state, command.table, command.seat)
    if state.throne.holder != seat.id:
        raise Refused(say("Only the Sovereign looks at schemes ahead of the round."), rule="GE-SOV-31", code="not-yours")
    wanted = tuple(dict.fromkeys(scheme_at(state, command.table, each).id for each in command.schemes))
    new = tuple(each for each in wanted if each not in at.looked)
    if len(new) > looks_left(state):
        raise Refused(say("The Sovereign looks at 2 schemes a month."), rule="GE-SOV-31")
    return (SchemesLookedAt(month=command.month, table=command.table, seat=seat.id, schemes=new),) if new else ()


@requires_players("seat")
def evolve_looked(state: GameState, happened: SchemesLookedAt) -> GameState:
    table = table_in(state, happened.table, happened.month)
    if not set(happened.schemes) <= {each.id for each in table.schemes}:
        return mark_table_doubtful(state, happened.table, happened.month)
    schemes = tuple(with_viewer(each, happened.seat) if each.id in happened.schemes else each for each in table.schemes)
    looked = tuple(dict.fromkeys((*table.looked, *happened.schemes)))
    return with_table(state, replace(table, schemes=schemes, looked=looked))


def with_viewer(scheme: Lying, seat: SeatId) -> Lying:
    """The scheme with one more player who knows its face (R-144)."""
    return replace(scheme, known=tuple(dict.fromkeys((*scheme.known, seat))))


def show_to_house(before: GameState, state: GameState, happened: StepBegan) -> GameState:
    """Let players at a table learn their House's drawn schemes there when a step begins (R-144)."""
    if happened.room != Room.UNDERGROUND:
        return state
    for table in (TableId(happened.table),) if happened.table else tables(state):
        held, there = table_in(state, table, happened.month), seats_at_table(state, table)
        schemes = tuple(_with_viewers(each, there) for each in held.schemes)
        if schemes != held.schemes:
            state = with_table(state, replace(held, schemes=schemes))
    return state


def _with_viewers(scheme: Lying, there: Sequence[HouseSeat]) -> Lying:
    for seat in there:
        if scheme.author is None and seat.house == scheme.house:
            scheme = with_viewer(scheme, seat.id)
    return scheme


def label_look(command: LookAtSchemes, state: GameState) -> str:
    return say("A look at schemes of {table}, month {month}", table=table_words(state, command.table), month=command.month)


def tell_looked(happened: SchemesLookedAt, before: GameState, after: GameState) -> Iterator[Line]:
    """Only the Sovereign reads which schemes. The table sees only that there was a look (R-131)."""
    words = say_count(
        "{table}: {player}, the Sovereign, looks at {count} scheme ahead of the round.",
        "{table}: {player}, the Sovereign, looks at {count} schemes ahead of the round.",
        len(happened.schemes),
        table=table_words(before, happened.table),
        player=who(before, happened.seat),
    )
    yield to_desks(words)
    found = (found_at(after, happened.table, happened.month, each) for each in happened.schemes)
    seen = " ".join(
        say("You saw {scheme}: {name}.", scheme=scheme_words(after, each), name=face_name(after, each)) for each in found if each
    )
    if seen:
        act = say("A look at schemes ahead of the round")
        yield to_seat(happened.seat, ReportKind.TURN, seen, act=act, rule="GE-SOV-31")


COMMANDS: Mapping[type, CommandHandler] = {
    LookAtSchemes: CommandHandler(decide=decide_look, desks=UNDERGROUND_DESK, player=True, label=label_look),
}
EVENTS: Mapping[type, EventHandler] = {
    SchemesLookedAt: EventHandler(
        evolve=evolve_looked,
        tell=tell_looked,
        invalidations=room_invalidations,
        undo=Undo(never=later("A reveal cannot be unseen: go on from what was shown.")),
    ),
}
