"""Map overlay: what a step would change, and which Moves were made. Arrows, numbers before and after, battles, flags.

War Control gets a preview of everything. A player gets only the arrows of the player's own orders (R-17).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.battles import BattleFought, PeaceKept
from rooms.war.game.board import Board, board_of
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.module import board_after
from rooms.war.game.moves import MovesMade
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import GuardMove, GuardOrder, Order, OrderKind, Outcome, Via
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.state import MOVE, ORDERS, WarState, record_of, war_of
from rooms.war.game.view_map import BattleView, battle_view
from rooms.war.game.words.names import seat_words
from rooms.war.game.words.orders import line_name, outcome_words


class Arrow(Struct, frozen=True, kw_only=True):
    """A Move to draw. `wasted`: units it names but does not move.

    `via`: regions passed on a road; `stopped`: where the movers end before their target (R-63); `swap`: another Move goes the
    opposite way.
    """

    house: HouseId
    origin: RegionId
    target: RegionId
    units: int
    wasted: int
    via: tuple[RegionId, ...] = ()
    stopped: RegionId | None = None
    tunnel: bool = False  # through the mountain
    swap: bool = False
    planned: bool = False  # on a sheet, not carried out yet
    immortal: int | None = None  # number of the Immortal that moves


class Ghost(Struct, frozen=True, kw_only=True):
    """A House's units in a region before and after."""

    house: HouseId
    region: RegionId
    before: int
    after: int


class FlagGhost(Struct, frozen=True, kw_only=True):
    """A flag that would be placed or removed."""

    house: HouseId
    region: RegionId
    on: bool


class Recruit(Struct, frozen=True, kw_only=True):
    """A Recruit on the player's own sheet. `fate`: "open", "done" or "wasted"."""

    house: HouseId
    region: RegionId
    fate: str


class MapOverlay(Struct, frozen=True, kw_only=True):
    """Everything drawn over the board: changes of a step, or own orders."""

    arrows: tuple[Arrow, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    battles: tuple[BattleView, ...] = ()
    peace: tuple[RegionId, ...] = ()
    flags: tuple[FlagGhost, ...] = ()
    recruits: tuple[Recruit, ...] = ()
    wasted: tuple[str, ...] = ()  # orders that would fail wholly or in part, with their author


def preview_map(state: GameState, events: Sequence[GameEvent]) -> MapOverlay:
    """Overlay of the changes that these predicted events would make."""
    board, before, later = board_of(state.scenario), war_of(state), board_after(state, events)
    outcomes = [each for happened in events if isinstance(happened, MovesMade | RecruitsPlaced) for each in happened.outcomes]
    return MapOverlay(
        arrows=(
            *arrows_of(outcomes),
            *guard_arrows(each for happened in events if isinstance(happened, MovesMade) for each in happened.guard_moves),
        ),
        ghosts=_ghosts(board, before, later),
        battles=tuple(battle_view(board, happened.battle) for happened in events if isinstance(happened, BattleFought)),
        peace=tuple(happened.region for happened in events if isinstance(happened, PeaceKept)),
        flags=tuple(
            FlagGhost(house=house, region=change.region, on=on)
            for happened in events
            if isinstance(happened, FlagsChanged)
            for change in happened.changes
            for on, houses in ((True, change.placed), (False, change.removed))
            for house in houses
        ),
        wasted=tuple(
            f"{seat_words(state, each.seat)}, {line_name(each.line)}: {outcome_words(board, each)}."
            for each in outcomes
            if each.done < each.due
        ),
    )


def _ghosts(board: Board, before: WarState, after: WarState) -> tuple[Ghost, ...]:
    return tuple(
        Ghost(house=house, region=region, before=before.count(region, house), after=after.count(region, house))
        for region in board.regions
        for house in board.houses
        if before.count(region, house) != after.count(region, house)
    )


def arrows_of(outcomes: Iterable[Outcome]) -> tuple[Arrow, ...]:
    """Arrows of the Moves among these orders, one per House and way. Wasted parts of a drawn arrow appear only in lists."""
    ways: dict[tuple[HouseId, RegionId, RegionId, RegionId | None], Arrow] = {}
    for arrow in (_arrow(each) for each in outcomes if each.order.kind is OrderKind.MOVE):
        way = (arrow.house, arrow.origin, arrow.target, arrow.stopped)
        known = ways.get(way)
        if known is None or not known.units:
            ways[way] = arrow
        elif arrow.units:
            ways[way] = replace(known, units=known.units + arrow.units)
    done = {(arrow.origin, arrow.target) for arrow in ways.values() if arrow.units}
    return tuple(replace(arrow, swap=bool(arrow.units) and (arrow.target, arrow.origin) in done) for arrow in ways.values())


def _arrow(outcome: Outcome) -> Arrow:
    return Arrow(
        house=outcome.house,
        origin=outcome.order.origin or outcome.order.target,
        target=outcome.order.target,
        units=outcome.done,
        wasted=outcome.due - outcome.done,
        via=outcome.passed,
        stopped=outcome.stopped_at,
        tunnel=outcome.via is Via.TUNNEL,
    )


def guard_arrows(moves: Iterable[GuardMove]) -> tuple[Arrow, ...]:
    """Arrows of commanded Immortals. An Immortal off the board has none (GE-WAR-61)."""
    return tuple(
        Arrow(
            house=each.house,
            origin=each.origin,
            target=each.order.target,
            units=int(each.done),
            wasted=int(not each.done),
            immortal=each.order.immortal,
        )
        for each in moves
        if each.origin is not None and each.origin != each.order.target
    )


def overlay_of_month(state: GameState, record: MonthRecord) -> MapOverlay:
    """Moves and battles of a past month, for War Control's look back."""
    board = board_of(state.scenario)
    return MapOverlay(
        arrows=(*arrows_of(record.outcomes), *guard_arrows(record.guard_moves)),
        battles=tuple(battle_view(board, battle) for battle in record.battles),
        peace=record.peace,
    )


def own_orders(state: GameState, seat: SeatId, sealed: WarSheet | None) -> MapOverlay:
    """A player's own orders of this month: as written while sealed, then what each did (GE-WAR-07)."""
    record, house = record_of(state), state.seats[seat].house
    if ORDERS not in record.done:
        if sealed is None:
            return MapOverlay()
        written = _overlay_of_orders(house, enumerate(sealed.orders, start=1), {})
        return replace(written, arrows=(*written.arrows, *_guard_planned(war_of(state), house, sealed.immortals)))
    sheet = record.sheet(seat)
    if sheet is None:
        return MapOverlay()
    known = {each.line: each for each in record.outcomes if each.seat == seat}
    written = _overlay_of_orders(house, sheet.lines(), known)
    if MOVE in record.done:
        guard = guard_arrows(each for each in record.guard_moves if each.seat == seat)
    else:
        guard = _guard_planned(war_of(state), house, sheet.immortals)
    return replace(written, arrows=(*written.arrows, *guard))


def _guard_planned(war: WarState, house: HouseId, orders: Iterable[GuardOrder]) -> tuple[Arrow, ...]:
    stands = {each.id: each.region for each in war.immortals}
    return tuple(
        Arrow(house=house, origin=origin, target=each.target, units=1, wasted=0, planned=True, immortal=each.immortal)
        for each in orders
        if (origin := stands.get(each.immortal)) is not None and origin != each.target
    )


def _overlay_of_orders(house: HouseId, lines: Iterable[tuple[int, Order]], known: dict[int, Outcome]) -> MapOverlay:
    arrows: list[Arrow] = []
    recruits: list[Recruit] = []
    for line, order in lines:
        outcome = known.get(line)
        if order.kind is not OrderKind.MOVE:
            fate = "open" if outcome is None else "done" if outcome.done else "wasted"
            recruits.append(Recruit(house=house, region=order.target, fate=fate))
        elif outcome is not None:
            arrows.append(_arrow(outcome))
        else:
            origin = order.origin or order.target
            arrows.append(Arrow(house=house, origin=origin, target=order.target, units=order.units, wasted=0, planned=True))
    return MapOverlay(arrows=tuple(arrows), recruits=tuple(recruits))
