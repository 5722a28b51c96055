"""Completion of schemes, by the Underground or by hand, and the order in which they strike (GE-UND-57, R-20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.people.lookup import choice_of, members
from control.day.state import DayStage
from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.game.records import CompletedScheme
from rooms.realm.game.scheme_effects.scheme import schemes_in_order
from rooms.realm.game.scheme_effects.strike import DESK, ONLY_UNDERGROUND, TOPIC
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.checks import check
from rooms.realm.papers.game.types import Paper, type_of
from rooms.realm.scenario.ids import HouseId, Room

# === completion =========================================================================================================


# --- commands and events ------------------------------------------------------------------------------------------------


class CompleteScheme(Struct, frozen=True, kw_only=True):
    """Enter a completed scheme as Underground Control. `player`: its author; None for a drawn one.

    `earlier`: placed in an earlier month, when its table may have reached another Sovereign (R-112, R-113).
    """

    month: int
    table: str
    house: HouseId
    paper: Paper
    reason: str
    player: SeatId | None = None
    earlier: bool = False


class OrderSchemes(Struct, frozen=True, kw_only=True):
    """Confirm the order in which the schemes of a table strike, as Underground Control (R-20)."""

    table: str
    order: tuple[int, ...]


class SchemeCompleted(Struct, frozen=True, kw_only=True):
    """A scheme has completed and strikes in this month's Return.

    `answers`: its values, in the order of its kind's fields.
    `seat`: its author; None for a drawn one.
    `picker`: who makes the choices of a drawn one.
    `know`: players of the House at that table, who know a drawn one (R-144).
    `placed`: month in which it was placed; 0 for one entered by hand.
    """

    id: int
    month: int
    table: str
    house: HouseId
    kind: str
    answers: tuple[tuple[str, ...], ...]
    seat: SeatId | None = None
    picker: SeatId | None = None
    know: tuple[SeatId, ...] = ()
    reason: str = ""
    placed: int = 0


class SchemesOrdered(Struct, frozen=True, kw_only=True):
    """The order in which the schemes of a table strike is set."""

    table: str
    order: tuple[int, ...]


# --- calls for the Underground ------------------------------------------------------------------------------------------


def scheme_completed(
    state: GameState, paper: Paper, *, table: str, house: HouseId, seat: SeatId | None, further: int = 0, reason: str = ""
) -> SchemeCompleted:
    """Return the event of this scheme completing, after earlier ones of its table.

    `seat`: its author; None if the House drew it. `further`: number of completions in the same decision before it.
    """
    know = () if seat is not None else players_at_table(state, house, table)
    return SchemeCompleted(
        id=1 + further + max((each.id for each in state.schemes), default=0),
        month=state.clock.month,
        table=table,
        house=house,
        kind=paper.type,
        answers=paper.values,
        seat=seat,
        picker=know[0] if know else None,
        know=know,
        reason=reason,
    )


def players_at_table(state: GameState, house: HouseId, table: str) -> tuple[SeatId, ...]:
    """Players of a House at a table of the Underground this month, by rank."""
    return tuple(
        seat.id
        for seat in members(state, house)
        if seat.acts and choice_of(state, seat) == Room.UNDERGROUND and seat.table == table
    )


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_complete(state: GameState, command: CompleteScheme, asked: DecisionContext) -> tuple[SchemeCompleted, ...]:
    """Complete a scheme by hand, for real cards on a table or a mistake of the console. The Underground checks its targets.

    Raises:
        Refused: no such scheme, table, House or player, a trap, or this month's schemes have struck.
        Stale: the month has changed.
    """
    clock, paper = state.clock, command.paper
    if command.month != clock.month:
        raise Stale(say("It is month {now} now.", now=clock.month), rule="R-19")
    if clock.stage is not DayStage.PLAYING or clock.turned >= clock.month:
        raise Refused(say("The schemes of this month have struck."), rule="R-20", code="closed")
    if command.table not in {each.id for each in state.scenario.provinces}:
        raise Refused(say("Choose the table."), rule="GE-UND-61", code="unknown")
    if command.house not in {each.id for each in state.scenario.houses}:
        raise Refused(say("Choose the House that schemes."), code="unknown")
    player = state.seats.get(command.player) if command.player is not None else None
    if command.player is not None and (player is None or player.house != command.house):
        raise Refused(say("Choose a player of the House that schemes."), code="unknown")
    if getattr(type_of(state.scenario.schemes, paper), "trap", False):
        raise Refused(say("A trap never completes: it waits to be attacked."), rule="R-109")
    check(state, paper, state.scenario.schemes, "GE-UND-57")
    reason = require_reason(command.reason)
    return (scheme_completed(state, paper, table=command.table, house=command.house, seat=command.player, reason=reason),)


def decide_order(state: GameState, command: OrderSchemes, asked: DecisionContext) -> tuple[SchemesOrdered, ...]:
    """Confirm the order within a table; the tables strike in the scenario's order."""
    there = tuple(each.id for each in schemes_in_order(state) if each.table == command.table)
    if sorted(there) != sorted(command.order):
        raise Stale(say("The schemes of this table have changed; look again."), rule="R-20")
    if there == command.order:
        raise Stale(say("They stand in this order already."), rule="R-20")
    return (SchemesOrdered(table=command.table, order=command.order),)


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_completed(state: GameState, happened: SchemeCompleted) -> GameState:
    new = CompletedScheme(
        id=happened.id,
        month=happened.month,
        table=happened.table,
        house=happened.house,
        kind=happened.kind,
        answers=happened.answers,
        seat=happened.seat,
        picker=happened.picker,
        know=happened.know,
        placed=happened.placed,
    )
    return replace(state, schemes=(*state.schemes, new))


def evolve_ordered(state: GameState, happened: SchemesOrdered) -> GameState:
    """Reorder the named schemes among themselves; skip those that are gone."""
    ranked = {number: at for at, number in enumerate(happened.order)}
    moved = iter(sorted((each for each in state.schemes if each.id in ranked), key=lambda each: ranked[each.id]))
    return replace(state, schemes=tuple(next(moved) if each.id in ranked else each for each in state.schemes))


def broken_schemes(state: GameState) -> tuple[str, ...]:
    numbers, found = [each.id for each in state.schemes], list[str]()
    if len(numbers) != len(set(numbers)):
        found.append(say("Two completed schemes bear one number."))
    if state.schemes_doubtful:
        found.append(say("A scheme has struck in Return that would not be complete."))
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_completed(happened: SchemeCompleted, before: GameState, after: GameState) -> Iterator[Line]:
    """Say that a scheme completed, without saying which: players can see the tablet with the journal and undo (R-144).

    Its kind is on a button while it waits, and in the sentence of its strike.
    """
    table = before.table_name(Room.UNDERGROUND, happened.table)
    named = {"house": house_name(before, happened.house), "table": table}
    if happened.reason:
        reason = happened.reason.rstrip(".")
        yield to_desks(say("A scheme of {house} has completed at the table {table}: {reason}.", reason=reason, **named))
    else:
        yield to_desks(say("A scheme of {house} has completed at the table {table}.", **named))


def tell_ordered(happened: SchemesOrdered, before: GameState, after: GameState) -> Iterator[Line]:
    """Give the order by the Houses that schemed, without the kinds."""
    houses = {each.id: house_name(before, each.house) for each in before.schemes}
    named = ", ".join(houses.get(number, str(number)) for number in happened.order)
    table = before.table_name(Room.UNDERGROUND, happened.table)
    yield to_desks(say("The schemes of the table {table} strike in this order: {houses}.", table=table, houses=named))


def _invalidations(happened: SchemeCompleted, state: GameState) -> tuple[Invalidation, ...]:
    """Tell the schemers that it waits, and the control team; nobody else."""
    seats = (happened.seat,) if happened.seat is not None else happened.know
    return (DESK, *(Invalidation(topic=TOPIC, to=f"seat:{seat}") for seat in seats))


COMMANDS: Mapping[type, CommandHandler] = {
    OrderSchemes: CommandHandler(
        decide=decide_order,
        desks=ONLY_UNDERGROUND,
        label=lambda c, s: say("Order of the table {table}", table=s.table_name(Room.UNDERGROUND, c.table)),
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    SchemeCompleted: EventHandler(
        evolve=evolve_completed,
        tell=tell_completed,
        invalidations=_invalidations,
        readers=lambda e, s: ONLY_UNDERGROUND,
        anonymous=True,
    ),
    SchemesOrdered: EventHandler(
        evolve=evolve_ordered,
        tell=tell_ordered,
        invalidations=lambda e, s: (DESK,),
        readers=lambda e, s: ONLY_UNDERGROUND,
    ),
}
