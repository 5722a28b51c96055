"""Why an order did less than it says, and the smallest change that would have helped.

Rules: GE-WAR-13, GE-WAR-19, GE-WAR-20.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from control.engine.ids import StepId
from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import Board
from rooms.war.game.records.battles import IMMORTALS, REMNANTS
from rooms.war.game.records.orders import RECRUITING, GuardMove, Order, OrderKind, Outcome, Why
from rooms.war.game.state import MOVE, RECRUIT
from rooms.war.game.why import engine, knowledge
from rooms.war.game.why.changes import (
    Change,
    Fed,
    Kind,
    Lapsed,
    Leave,
    Loyal,
    MoreUnits,
    Otherwise,
    Ticked,
    Uncommanded,
    Unwritten,
    WhyNot,
    apply_change,
    first_working,
)
from rooms.war.game.why.knowledge import Reader
from rooms.war.game.why.order_causes import Case, cause_of, started_in
from rooms.war.game.words.names import seat_words
from rooms.war.game.words.orders import guard_line_name, guard_order_words, line_name, order_words
from rooms.war.rules.effects import effects_in
from rooms.war.rules.orders_by_rank import ranked_orders

# === changes ============================================================================================================

# Changes with which the whole order could have worked, smallest first, and their results in words.


MOST_UNITS = 12  # most extra units tried; an order that lacks more was not a near miss


def changes_for(case: Case, earlier: tuple[Outcome, ...]) -> Iterator[Change]:
    """Changes that might help, smallest first: another line of this sheet, another order, more units, then changes by others."""
    outcome = case.outcome
    match outcome.why:
        case Why.NONE_THERE | Why.TOO_FEW:
            yield from _smaller(case)
            yield from _more_units(case)
            yield from _from_elsewhere(case)
        case Why.MOVED_ALREADY:
            yield from _smaller(case)
            yield from (Unwritten(seat=each.seat, line=each.line) for each in _takers(case, earlier))
            yield from _more_units(case)
            yield from _from_elsewhere(case)
        case Why.NOT_ADJACENT:
            yield from _on_the_way(case)
        case Why.CLOSED | Why.WAY_CLOSED:
            # The closure also hit orders of higher ranks. They might go first, and their contents are hidden.
            if case.all_counted:
                yield from (Lapsed(effect=each.id) for each in case.told.closing(outcome.house))
            if outcome.order.kind is not OrderKind.MOVE:
                yield from _other_places(case)
        case Why.HELD:
            if case.all_counted:
                yield from (Lapsed(effect=each.id) for each in case.told.holding(case.origin))
        case Why.NOT_ALLOWED if outcome.owner is not None and case.all_counted:
            yield Leave(owner=outcome.owner, house=outcome.house)
        case Why.NO_UNIT | Why.NOT_EMPTY:
            yield from _other_places(case)
        case Why.NO_STOCK:
            yield from (Unwritten(seat=each.seat, line=each.line) for each in reversed(earlier) if each.done)
        case Why.NOT_FED:
            yield Fed(house=outcome.house)
        case None:
            yield from _let_through(case)
        case _:
            return


def _takers(case: Case, earlier: tuple[Outcome, ...]) -> Iterable[Outcome]:
    """Orders that had taken units from the same region: own ones first, then the smallest (GE-WAR-11)."""
    taken = [each for each in earlier if each.done and started_in(each) == case.origin]
    return sorted(taken, key=lambda each: (each.seat != case.outcome.seat, each.done))


def _smaller(case: Case) -> Iterator[Change]:
    """The same Move with the units that were free, for scenarios where a Move of too many is wasted whole (R-41)."""
    outcome = case.outcome
    if outcome.free and not outcome.done:
        yield _written(outcome, replace(outcome.order, units=outcome.free))


def _more_units(case: Case) -> Iterator[Change]:
    if not case.may_add:
        return
    house, missing = case.outcome.house, case.outcome.due - case.outcome.done
    there = case.war.count(case.origin, house)
    most = min(MOST_UNITS, case.war.stock.get(house, 0) + case.war.on_map(house) - there)
    yield from (MoreUnits(region=case.origin, house=house, units=units) for units in range(missing, most + 1))


def _from_elsewhere(case: Case) -> Iterator[Change]:
    """The same Move from another neighbour of its target where the House has enough units."""
    order, house = case.outcome.order, case.outcome.house
    if not case.all_counted:
        return
    near = sorted(case.board.neighbours[order.target], key=case.told.region)
    for region in near:
        if region != case.origin and case.war.count(region, house) >= order.units:
            yield _written(case.outcome, replace(order, origin=region))


def _on_the_way(case: Case) -> Iterator[Change]:
    """A Move to the first open region on the shortest way there."""
    outcome, board = case.outcome, case.board
    effects = effects_in(case.world)
    found = _steps_to(board, case.origin, outcome.order.target, lambda region: not effects.bars(outcome.house, region))
    if found is not None:
        yield _written(outcome, replace(outcome.order, target=found))


def _steps_to(board: Board, origin: RegionId, target: RegionId, is_open: Callable[[RegionId], bool]) -> RegionId | None:
    """The first step of the shortest way between two regions through open ones."""
    came: dict[RegionId, RegionId] = {origin: origin}
    queue = deque([origin])
    while queue:
        at = queue.popleft()
        if at == target and at != origin:
            while came[at] != origin:
                at = came[at]
            return at
        for after in sorted(board.neighbours.get(at, ()), key=lambda region: (board.region_name(region), region)):
            if after not in came and (is_open(after)):
                came[after] = at
                queue.append(after)
    return None


def _other_places(case: Case) -> Iterator[Change]:
    """The same Recruit in a region where it works, nearest first: with own units or, for a House without any, empty."""
    outcome, war = case.outcome, case.war
    eliminated = war.on_map(outcome.house) <= 0
    for region in _by_distance(case.board, outcome.order.target):
        if war.is_empty(region) if eliminated else war.count(region, outcome.house) > 0:
            yield _written(outcome, replace(outcome.order, target=region))


def _by_distance(board: Board, start: RegionId) -> Iterator[RegionId]:
    seen, queue = {start}, deque([start])
    while queue:
        at = queue.popleft()
        if at != start:
            yield at
        for after in sorted(board.neighbours.get(at, ()), key=lambda region: (board.region_name(region), region)):
            if after not in seen:
                seen.add(after)
                queue.append(after)


def _let_through(case: Case) -> Iterator[Change]:
    """Changes that let a stopped Move pass: loyalty to the Sovereign, the House's tick, the tick of the House that stopped it."""
    outcome = case.outcome
    if IMMORTALS in outcome.stopped_by:
        yield Loyal(house=outcome.house)
    houses = [each for each in outcome.stopped_by if each not in (IMMORTALS, REMNANTS)]
    yield from (Ticked(house=outcome.house, other=each, on=True) for each in houses)
    yield from (Ticked(house=each, other=outcome.house, on=True) for each in houses)


def _written(outcome: Outcome, order: Order) -> Otherwise:
    return Otherwise(seat=outcome.seat, line=outcome.line, order=order)


# --- in words -----------------------------------------------------------------------------------------------------------


def instead_words(case: Case, change: Change, after: Outcome) -> str:
    told, house = case.told, case.told.name(case.outcome.house)
    would = _would_words(case, after)
    match change:
        case MoreUnits():
            return say("With {units} more there {would}.", units=change.units, would=would)
        case Otherwise():
            return say("“{order}” would have been carried out.", order=order_words(told.board, change.order))
        case Unwritten():
            return say("Without {line} {would}.", line=told.line(change.seat, change.line), would=would)
        case Lapsed():
            return say("Without {source} {would}.", source=_effect_words(told, change), would=would)
        case Leave():
            return say("With leave of {house} {would}.", house=told.name(change.owner), would=would)
        case Fed():
            return say("If a law sent food to {house}, {would}.", house=house, would=would)
        case Loyal():
            return say("Had {house} not betrayed the Sovereign, {would}.", house=house, would=_would_reach(case, after))
        case Ticked():
            one, other = told.name(change.house), told.name(change.other)
            return say("Had {house} ticked {other}, {would}.", house=one, other=other, would=_would_reach(case, after))
        case _:
            return ""


def _would_words(case: Case, after: Outcome) -> str:
    """What the order would have done: the second half of a sentence, without a full stop."""
    if case.outcome.order.kind is not OrderKind.MOVE:
        return say_count("it would have brought {count} unit", "it would have brought {count} units", after.done)
    return say_count("it would have moved", "all {count} would have moved", after.done)


def _would_reach(case: Case, after: Outcome) -> str:
    """The same for a Move that was stopped on its way."""
    region = case.told.region(case.outcome.order.target)
    return say_count("it would have moved to {region}", "all {count} would have moved to {region}", after.done, region=region)


def _effect_words(told: Reader, change: Lapsed) -> str:
    source = told.sources(each for each in told.state.effects if each.id == change.effect)
    return source or say("that law")


# === answers ============================================================================================================

# Why an order did less than it says, and the smallest change with which all of it would have been done. Rules: GE-WAR-13,
# GE-WAR-19, GE-WAR-20.


def why_order(case: Case, earlier: Iterable[Outcome]) -> WhyNot:
    """Why an order fell short. `earlier`: orders of its House taken before it, as far as the reader may know them."""
    told, outcome = case.told, case.outcome
    cause, rules = cause_of(case, tuple(earlier))
    change = first_working(changes_for(case, tuple(earlier)), case.works) if case.may_ask and case.is_so() else None
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


def taken_before(told: Reader, outcome: Outcome) -> tuple[Outcome, ...]:
    """Orders of the same House taken before this one in its step, by rank and line. Orders of other players only for War Control.

    Rules: R-41.
    """
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


def why_guard_order(told: Reader, move: GuardMove, world: GameState | None) -> WhyNot:
    """Why an order to an Immortal was not carried out (R-58, R-59)."""
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
                change = first_working(
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
    again = engine.guard_moves(apply_change(world, change))
    return any(each.done and each.seat == move.seat and each.order == move.order for each in again)


def full_case(told: Reader, outcome: Outcome) -> Case:
    """The order in the true world, if the step is still recorded."""
    found = told.found(_step_of(outcome))
    return Case(told=told, outcome=outcome, world=found or told.state, may_ask=found is not None)


def allowed_case(told: Reader, outcome: Outcome) -> Case:
    """The player's own order in the world that the player knows."""
    sheet, step = knowledge.sheet_of(told), _step_of(outcome)
    moves = step == MOVE
    own = knowledge.own_outcomes(told, *((OrderKind.MOVE,) if moves else RECRUITING))
    world = None
    if sheet is not None:
        world = knowledge.before_moves(told, sheet, own) if moves else knowledge.before_recruits(told, sheet, own)
    open_board = world or knowledge.open_board(told, step) or GameState(scenario=told.state.scenario)
    return Case(
        told=told,
        outcome=outcome,
        world=open_board,
        others=knowledge.as_betrayers(told, world) if moves and world is not None else (),
        may_ask=world is not None and (told.speaks or outcome.order.kind is not OrderKind.EXTRA),
        may_add=knowledge.may_add_units(told, own, outcome) if moves else True,
        all_counted=told.speaks,
    )


def _step_of(outcome: Outcome) -> StepId:
    return MOVE if outcome.order.kind is OrderKind.MOVE else RECRUIT
