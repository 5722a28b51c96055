"""Completion: schemes with enough Advancement are shown to Underground Control and leave the table.

Rules: GE-UND-40, GE-UND-57, R-117.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Undo
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, ReportKind, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.reports.recipients import house_players_there, named_for, players_who_know, to_seat
from rooms.underground.game.state import Lying, TableId, TableStep
from rooms.underground.game.tables.cards import mark_table_doubtful
from rooms.underground.game.tables.costs import is_complete
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    knows,
    require_table,
    room_invalidations,
    scheme_at,
    table_in,
    table_of,
    with_table,
)
from rooms.underground.game.tables.schemes import found_at, without_scheme
from rooms.underground.game.tables.turns import table_words

# === completion =========================================================================================================


class ConfirmScheme(Struct, frozen=True, kw_only=True):
    """Confirm a scheme with enough Advancement, by Underground Control.

    The order of confirmation is the order of effects inside a table.

    Rules: R-20.
    """

    month: int
    table: TableId
    scheme: int


class SchemeDone(Struct, frozen=True, kw_only=True):
    """A scheme is complete and leaves the table with all cards on it (GE-UND-58, R-121). Its effect follows in Return (R-19).

    `seat`: author, None for a drawn scheme; `picker`: who picked a drawn one; `know`: players who know its face by the rules
    (R-144); `placed`: month of placing, 0 in entries of an earlier release.
    """

    month: int
    table: TableId
    scheme: int
    house: HouseId
    paper: Paper
    seat: SeatId | None = None
    picker: SeatId | None = None
    know: tuple[SeatId, ...] = ()
    placed: int = 0


def complete_schemes(state: GameState, table: TableId) -> tuple[Lying, ...]:
    """Schemes of a table with enough Advancement, in order of placing."""
    return tuple(each for each in table_of(state, table).schemes if is_complete(state, each))


def decide_confirm(state: GameState, command: ConfirmScheme, asked: DecisionContext) -> tuple[SchemeDone, ...]:
    """Confirm a complete scheme.

    Raises:
        Refused: it does not have enough Advancement.
        Stale: the step is over, or the scheme is gone.
    """
    require_table(state, command.month, command.table, TableStep.COMPLETE)
    found = scheme_at(state, command.table, command.scheme)
    if not is_complete(state, found):
        raise Refused(say("This scheme has not enough Advancement to complete."), rule="GE-UND-40")
    return (scheme_done(state, found),)


def settle_complete(state: GameState, table: TableId, step: TableStep, asked: DecisionContext) -> tuple[SchemeDone, ...]:
    """Complete the remaining schemes with enough Advancement when the step ends, in order of placing."""
    return tuple(scheme_done(state, each) for each in complete_schemes(state, table)) if step is TableStep.COMPLETE else ()


def scheme_done(state: GameState, scheme: Lying) -> SchemeDone:
    """The event of a completed scheme. All effects in Return start from it."""
    house = (seat.id for seat in state.seats.values() if seat.house == scheme.house)
    return SchemeDone(
        month=state.clock.month,
        table=scheme.table,
        scheme=scheme.id,
        house=scheme.house,
        paper=scheme.paper,
        seat=scheme.author,
        picker=scheme.picker,
        know=tuple(sorted(seat for seat in house if knows(scheme, seat))),
        placed=scheme.month,
    )


@requires_players("seat", "picker", "know")
def evolve_done(state: GameState, happened: SchemeDone) -> GameState:
    found = found_at(state, happened.table, happened.month, happened.scheme)
    if found is None or not is_complete(state, found):
        return mark_table_doubtful(state, happened.table, happened.month)
    state = without_scheme(state, happened.table, happened.month, happened.scheme)
    held = table_in(state, happened.table, happened.month)
    return with_table(state, replace(held, done=held.done + 1))


def label_confirm(command: ConfirmScheme, state: GameState) -> str:
    return say("Scheme {number} completed, {table} table", number=command.scheme, table=table_words(state, command.table))


def tell_done(happened: SchemeDone, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell those who know its face which scheme it is. Others of its House at the table read that one is complete."""
    table, house = table_words(before, happened.table), house_name(before, happened.house)
    yield to_desks(say("{table}: a scheme of {house} is complete.", table=table, house=house))
    found = found_at(before, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    words = say("It is completed and strikes in Return.")
    there = house_players_there(before, happened.table, happened.house)
    for seat in dict.fromkeys((*players_who_know(before, found), *there)):
        act = named_for(before, found, seat)
        yield to_seat(seat, ReportKind.OUTCOME, words, act=act, rule="GE-UND-57", written=seat == found.author)


def withdrawn_completion_words(happened: SchemeDone, state: GameState) -> str:
    """Public sentence about a withdrawn completion: what the table saw, without the face (R-144)."""
    table, house = table_words(state, happened.table), house_name(state, happened.house)
    return say("“{table}: a scheme of {house} is complete”", table=table, house=house)


COMMANDS: Mapping[type, CommandHandler] = {
    ConfirmScheme: CommandHandler(decide=decide_confirm, desks=UNDERGROUND_DESK, label=label_confirm),
}
EVENTS: Mapping[type, EventHandler] = {
    SchemeDone: EventHandler(
        evolve=evolve_done,
        tell=tell_done,
        invalidations=room_invalidations,
        undo=Undo(words=withdrawn_completion_words),
    ),
}
