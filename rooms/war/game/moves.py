"""The Move step: all Moves at once, with those of commanded Immortals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from control.engine.language import say, say_count
from control.engine.modules import EventHandler
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.records.orders import GuardMove, OrderKind, Outcome, Via
from rooms.war.game.section_parts import misread_doubts, result_invalidations
from rooms.war.game.state import MOVE, WarState, found, month_record, told, war_of, with_war
from rooms.war.game.words.names import immortal_name
from rooms.war.rules.effects import effects_in
from rooms.war.rules.moves import carry_out_moves, route_of
from rooms.war.rules.orders import carry_out_guard_orders
from rooms.war.rules.results import apply_moves, send_immortals
from rooms.war.rules.routes import Watch, ways_for


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesMade:
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


def explain_moves_made(happened: MovesMade, state: GameState) -> str:
    board = board_of(state.scenario)
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
    return f"{said} {tail}" if wasted else said


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
    MovesMade: EventHandler(evolve=evolve_moves_made, explain=explain_moves_made, invalidations=result_invalidations),
}
