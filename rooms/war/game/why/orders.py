"""Why an order did less than it says, and the smallest change by which all of it would have been done.

Rules: GE-WAR-13, GE-WAR-19, GE-WAR-20.
"""

from __future__ import annotations

from collections.abc import Iterable

from control.engine.ids import StepId
from control.engine.language import say
from rooms.realm.game.state import GameState
from rooms.war.game.records.orders import RECRUITING, GuardMove, OrderKind, Outcome, Why
from rooms.war.game.state import MOVE, RECRUIT
from rooms.war.game.why import engine, known
from rooms.war.game.why.order_case import Case
from rooms.war.game.why.order_causes import cause_of
from rooms.war.game.why.order_changes import changes_for, instead_words
from rooms.war.game.why.shape import Change, Kind, Uncommanded, WhyNot, applied, first_that
from rooms.war.game.why.told import Told
from rooms.war.game.words.names import seat_words
from rooms.war.game.words.orders import guard_line_name, guard_order_words, line_name, order_words
from rooms.war.rules.orders import ranked_orders


def why_order(case: Case, earlier: Iterable[Outcome]) -> WhyNot:
    """Why an order fell short. `earlier` are those of its House that were taken before it, as far as who is told may know them."""
    told, outcome = case.told, case.outcome
    cause, rules = cause_of(case, tuple(earlier))
    change = first_that(changes_for(case, tuple(earlier)), case.works) if case.may_ask and case.is_so() else None
    after = case.again(change) if change is not None else None
    heading = order_words(told.board, outcome.order)
    return WhyNot(
        kind=Kind.ORDER,
        house=outcome.house,
        region=outcome.stopped_at or outcome.order.target,
        heading=heading,
        cause=cause,
        rules=rules,
        seat=outcome.seat,
        line=outcome.line,
        name=line_name(outcome.line),
        change=change if after is not None else None,
        instead=instead_words(case, change, after) if change is not None and after is not None else "",
    )


def taken_before(told: Told, outcome: Outcome) -> tuple[Outcome, ...]:
    """What was taken before an order of the same House in its step, by rank and line (R-41); of others only for War Control."""
    moves = outcome.order.kind is OrderKind.MOVE
    kinds = (OrderKind.MOVE,) if moves else RECRUITING
    sheets = (sheet for sheet in told.record.sheets if told.full or sheet.seat == told.seat)
    line_of = {(each.seat, each.line): each for each in told.record.outcomes}
    found: list[Outcome] = []
    for sheet, line, _order in ranked_orders(outcome.house, sheets, *kinds):
        if (sheet.seat, line) == (outcome.seat, outcome.line):
            break
        if (sheet.seat, line) in line_of:
            found.append(line_of[sheet.seat, line])
    return tuple(found)


def why_guard_order(told: Told, move: GuardMove, world: GameState | None) -> WhyNot:
    """Why nobody carried out an order to an Immortal (R-58, R-59)."""
    number, target = move.order.immortal, told.region(move.order.target)
    change: Change | None = None
    rules: tuple[str, ...] = ("R-59",)
    match move.why:
        case Why.NO_COMMAND:
            cause, rules = say("{house} commands no Immortals this month.", house=told.name(move.house)), ("GE-SOV-22", "R-59")
        case Why.OFF_BOARD:
            cause, rules = say("Immortal {number} was off the board.", number=number), ("GE-WAR-64", "R-58")
        case Why.ORDERED_BEFORE:
            first = next(
                (each for each in told.record.guard_moves if each.done and each.order.immortal == move.order.immortal), None
            )
            named = first is not None and (told.full or first.seat == told.seat)
            if named and first:
                player = seat_words(told.state, first.seat)
                cause = say("For Immortal {number} the order of {player} came first.", number=number, player=player)
            else:
                cause = say("For Immortal {number} another order came first.", number=number)
            if first is not None and world is not None and told.full:
                change = first_that(
                    (Uncommanded(seat=first.seat, immortal=move.order.immortal),), lambda each: _goes(world, move, each)
                )
        case _:
            cause, rules = say("Immortal {number} stood in {region} already.", number=number, region=target), ("GE-WAR-61",)
    without = ""
    if isinstance(change, Uncommanded):
        without = say(
            "Without the order of {player} Immortal {number} would have gone to {region}.",
            player=seat_words(told.state, change.seat),
            number=number,
            region=target,
        )
    return WhyNot(
        kind=Kind.GUARD,
        house=move.house,
        region=move.order.target,
        heading=guard_order_words(told.board, move.order),
        cause=cause,
        rules=rules,
        seat=move.seat,
        line=move.order.immortal,
        name=guard_line_name(move.order),
        change=change,
        instead=without,
    )


def _goes(world: GameState, move: GuardMove, change: Change) -> bool:
    again = engine.guard_moves(applied(world, change))
    return any(each.done and each.seat == move.seat and each.order == move.order for each in again)


def full_case(told: Told, outcome: Outcome) -> Case:
    """The order in the one true world, where that is still known."""
    found = told.found(_step_of(outcome))
    return Case(told=told, outcome=outcome, world=found or told.state, may_ask=found is not None)


def allowed_case(told: Told, outcome: Outcome) -> Case:
    """The own order in the world that its author knows."""
    sheet, step = known.sheet_of(told), _step_of(outcome)
    moves = step == MOVE
    own = known.own_outcomes(told, *((OrderKind.MOVE,) if moves else RECRUITING))
    world = None
    if sheet is not None:
        world = known.before_moves(told, sheet, own) if moves else known.before_recruits(told, sheet, own)
    open_board = world or known.open_board(told, step) or GameState(scenario=told.state.scenario)
    return Case(
        told=told,
        outcome=outcome,
        world=open_board,
        others=known.as_betrayers(told, world) if moves and world is not None else (),
        may_ask=world is not None and (told.speaks or outcome.order.kind is not OrderKind.EXTRA),
        may_add=known.may_add_units(told, own, outcome) if moves else True,
        all_counted=told.speaks,
    )


def _step_of(outcome: Outcome) -> StepId:
    return MOVE if outcome.order.kind is OrderKind.MOVE else RECRUIT
