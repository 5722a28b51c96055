"""Moves: all carried out at once, from the positions before the step, with those of commanded Immortals.

Rules: GE-WAR-10.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from msgspec import Struct, structs

from control.engine.language import say, say_count
from control.engine.modules import EventHandler
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.lookup import misread_doubts, result_invalidations
from rooms.war.game.records.orders import GuardMove, OpenedSheet, Order, OrderKind, Outcome, Stance, Via, Why
from rooms.war.game.state import MOVE, WarState, found, month_record, told, war_of, with_war
from rooms.war.game.words.names import immortal_name
from rooms.war.game.words.reports import report_guard_moves, report_outcomes
from rooms.war.rules.effects import NO_EFFECTS, Effects, effects_in
from rooms.war.rules.orders_by_rank import carry_out_guard_orders, ranked_orders, sheets_by_house
from rooms.war.rules.results import apply_moves, send_immortals
from rooms.war.rules.routes import NO_WAYS, Watch, Way, Ways, leads, way_to, ways_for

# === routes and outcomes ================================================================================================


class Route(Struct, frozen=True, kw_only=True):
    """Route of a Move, before its units are counted: one step if `way` is None. `why`: the reason it fails."""

    way: Way | None = None
    why: Why | None = None
    owner: HouseId | None = None  # owner of the road or tunnel it may not use


STEP = Route()


def route_of(watch: Watch, order: Order, *, board: Board, ways: Ways, effects: Effects) -> Route:
    """Route of a House's Move: one step to a neighbour, else one network of roads or tunnels.

    Rules: GE-WAR-09, GE-WAR-76, GE-WAR-79, GE-WAR-82, GE-FAV-03, R-63, R-64, R-65, R-69.
    """
    origin, target, house = order.origin or order.target, order.target, watch.house
    if origin in effects.held:
        return Route(why=Why.HELD)
    if board.adjacent(origin, target):
        return Route(why=Why.CLOSED) if effects.bars(house, target) else STEP
    if ways is NO_WAYS:
        return Route(why=Why.NOT_ADJACENT)
    way = way_to(
        ways.networks,
        origin,
        target,
        board=board,
        closed=lambda region: effects.bars(house, region),
        watched=lambda region: bool(watch.at(region)),
    )
    if way is not None:
        return Route(way=way)
    if leads(ways.networks, origin, target):
        return Route(why=Why.CLOSED if effects.bars(house, target) else Why.WAY_CLOSED)
    foreign = leads(ways.barred, origin, target)
    return Route(why=Why.NOT_ALLOWED, owner=foreign.owner) if foreign else Route(why=Why.NOT_ADJACENT)


@dataclass(slots=True)
class _Marching:
    """Running state of one House's Moves. `moved`: units that have moved already, by region they left.

    Rules: GE-WAR-11.
    """

    board: Board
    watch: Watch
    ways: Ways
    effects: Effects
    partial: bool
    moved: dict[RegionId, int] = field(default_factory=dict)

    def take(self, sheet: OpenedSheet, line: int, order: Order) -> Outcome:
        house, origin = self.watch.house, order.origin or order.target
        stood = self.watch.war.count(origin, house)
        free = max(stood - self.moved.get(origin, 0), 0)
        route = route_of(self.watch, order, board=self.board, ways=self.ways, effects=self.effects)
        done, why = (0, route.why) if route.why else self._possible(order, stood, free)
        self.moved[origin] = self.moved.get(origin, 0) + done
        outcome = Outcome(
            seat=sheet.seat, house=house, line=line, order=order, due=order.units, done=done, stood=stood, free=free, why=why
        )
        return outcome if route is STEP else self._on(route, outcome)

    def _on(self, route: Route, outcome: Outcome) -> Outcome:
        """The outcome with its route. A Move of no units has no stop (GE-WAR-77)."""
        if route.way is None:
            return structs.replace(outcome, owner=route.owner)
        stop = route.way.stopped_at if outcome.done else None
        return structs.replace(
            outcome,
            via=route.way.via,
            owner=route.way.owner,
            passed=route.way.passed,
            stopped_at=stop,
            stopped_by=self.watch.at(stop) if stop is not None else (),
        )

    def _possible(self, order: Order, stood: int, free: int) -> tuple[int, Why | None]:
        """Number of units that can go, and why the rest cannot (GE-WAR-12, R-41)."""
        if order.units <= free:
            return order.units, None
        why = Why.NONE_THERE if stood <= 0 else Why.MOVED_ALREADY if free < stood else Why.TOO_FEW
        return (free if self.partial else 0), why


def carry_out_moves(
    war: WarState,
    sheets: Collection[OpenedSheet],
    *,
    board: Board,
    partial: bool = True,
    effects: Effects = NO_EFFECTS,
    stances: Collection[Stance] = (),
    ways: Mapping[HouseId, Ways] | None = None,
) -> tuple[Outcome, ...]:
    """Outcomes of all Moves, House by House, by rank and line (GE-WAR-20, GE-WAR-21, GE-WAR-31, R-45).

    A Move takes the stated number of units, or as many as have not moved yet. With `partial` off it takes all or none (R-41). A
    wasted Move uses up no units.

    `ways`: roads and tunnels by House; `stances`: decide whose units stop movers on a road.
    """
    found: list[Outcome] = []
    known = {stance.house: stance for stance in stances}
    by_house = sheets_by_house(sheets)
    for house in board.sorted_houses({*by_house}):
        watch = Watch(war=war, house=house, stances=known)
        own = (ways or {}).get(house, NO_WAYS)
        marching = _Marching(board=board, watch=watch, ways=own, effects=effects, partial=partial)
        for sheet, line, order in ranked_orders(house, by_house[house], OrderKind.MOVE):
            found.append(marching.take(sheet, line, order))
    return tuple(found)


# === the Move step ======================================================================================================


class MovesMade(Struct, frozen=True, kw_only=True):
    """All Moves were carried out at once, with those of commanded Immortals (R-59)."""

    month: int
    outcomes: tuple[Outcome, ...]
    guard_moves: tuple[GuardMove, ...] = ()


def make_moves(state: GameState, month: int) -> MovesMade:
    """Carry out all Moves at once, and all orders to Immortals (GE-WAR-31, GE-WAR-61, R-59)."""
    war, board, effects = war_of(state), board_of(state.scenario), effects_in(state)
    record = month_record(war, month)
    houses = {sheet.house for sheet in record.sheets} if state.buildings else ()
    outcomes = carry_out_moves(
        war,
        record.sheets,
        board=board,
        partial=state.scenario.settings.partial_moves,
        effects=effects,
        stances=record.stances,
        ways={house: ways_for(state, house) for house in houses},
    )
    guards = carry_out_guard_orders(war, record.sheets, sovereign=state.throne.holder, commanders=effects.commanders)
    return MovesMade(month=month, outcomes=outcomes, guard_moves=guards)


# --- fold ---------------------------------------------------------------------------------------------------------------


MOVES = frozenset({OrderKind.MOVE})


def evolve_moves_made(state: GameState, happened: MovesMade) -> GameState:
    war, outcomes, guards = found(state, happened.month, MOVE), happened.outcomes, happened.guard_moves
    miscounted = (f"move:{_origin(each)}" for each in outcomes if war.count(_origin(each), each.house) != each.stood)
    after = send_immortals(apply_moves(war, outcomes), guards, happened.month)
    regions = [region for region in {*war.units, *after.units} if war.units.get(region) != after.units.get(region)]
    marched, absent = _march_regions(war, guards)
    record = told(
        war.record,
        regions=(*regions, *marched),
        step=MOVE,
        doubts=(*miscounted, *_misled_doubts(state, war, outcomes), *absent, *misread_doubts(war, outcomes, MOVES)),
        outcomes=(*war.record.outcomes, *outcomes),
        guard_moves=guards,
    )
    return with_war(state, replace(after, record=record))


def _origin(outcome: Outcome) -> RegionId:
    return outcome.order.origin or outcome.order.target


def _misled_doubts(state: GameState, war: WarState, outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    """Doubts about Moves by road or tunnel whose way has changed since: what opened or stopped it was withdrawn (R-63)."""
    known = {stance.house: stance for stance in war.record.stances}
    found = []
    for outcome in outcomes:
        if outcome.via is Via.STEP or not outcome.done:
            continue
        watch = Watch(war=war, house=outcome.house, stances=known)
        ways = ways_for(state, outcome.house)
        route = route_of(watch, outcome.order, board=board_of(state.scenario), ways=ways, effects=effects_in(state))
        if route.way is None or (route.way.stopped_at or outcome.order.target) != outcome.ended:
            found.append(f"road:{_origin(outcome)}")
    return tuple(found)


def _march_regions(war: WarState, moves: tuple[GuardMove, ...]) -> tuple[tuple[RegionId, ...], tuple[str, ...]]:
    """Regions that Immortals leave and enter, and doubts about Immortals that were not where the Move found them (R-59)."""
    done = {move.order.immortal: move for move in moves if move.done}
    pairs = [(each, done[each.id]) for each in war.immortals if each.id in done]
    regions = [region for each, move in pairs for region in (each.region, move.order.target) if region is not None]
    absent = [f"immortal:{move.origin}" for each, move in pairs if move.origin is not None and each.region != move.origin]
    return tuple(regions), tuple(absent)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_moves_made(happened: MovesMade, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell each author what the orders did."""
    board = board_of(before.scenario)
    done = [outcome for outcome in happened.outcomes if outcome.done]
    wasted = len(happened.outcomes) - len(done)
    moves = "; ".join(
        (
            *(_arrow_words(board, each) for each in done),
            *(
                f"{immortal_name(each.order.immortal)} {board.region_name(each.origin)} → {board.region_name(each.order.target)}"
                for each in happened.guard_moves
                if each.done and each.origin is not None
            ),
        )
    )
    wasted += sum(not each.done for each in happened.guard_moves)
    said = say("Moves: {moves}.", moves=moves) if moves else say("Moves: none.")
    tail = say_count("{count} Move wasted.", "{count} Moves wasted.", wasted)
    yield to_desks(f"{said} {tail}" if wasted else said)
    yield from report_outcomes(board, happened.outcomes)
    yield from report_guard_moves(board, happened.guard_moves)


def _arrow_words(board: Board, outcome: Outcome) -> str:
    """A Move in the journal: "Cat 2 Zen → Ode, stopped in Inn"."""
    way = f"{board.region_name(outcome.order.origin or outcome.order.target)} → {board.region_name(outcome.order.target)}"
    said = f"{board.house_name(outcome.house)} {outcome.done} {way}"
    if outcome.via is not Via.STEP:
        how = say("by road") if outcome.via is Via.ROAD else say("by tunnel")
        said = f"{said} {how}"
    if outcome.stopped_at is None:
        return said
    return say("{move}, stopped in {region}", move=said, region=board.region_name(outcome.stopped_at))


EVENTS: Mapping[type, EventHandler] = {
    MovesMade: EventHandler(evolve=evolve_moves_made, tell=tell_moves_made, invalidations=result_invalidations),
}
