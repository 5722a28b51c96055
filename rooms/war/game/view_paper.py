"""The War Room on paper: blank sheet and board for everybody, contents of sheets for War Control only (R-17)."""

from __future__ import annotations

from msgspec import Struct

from control.day.prints import FilledSheet
from control.day.state import DayStage
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.board import Board, board_of
from rooms.war.game.drawing.ground import PrintedGround, ground_view
from rooms.war.game.drawing.war_map import MapDrawing, bare_map
from rooms.war.game.records.orders import OpenedSheet
from rooms.war.game.sheets.document import WarSheet, sheet_of
from rooms.war.game.view_orders import opened_sheets
from rooms.war.game.words.orders import allies_words, written_words


class PaperAlly(Struct, frozen=True, kw_only=True):
    """A House to tick as an ally."""

    house: HouseId
    name: str
    short: str


class BlankWarSheet(Struct, frozen=True, kw_only=True):
    """The war sheet to write by hand: order lines, a box for each House, region names to copy."""

    orders: tuple[int, ...]
    allies: tuple[PaperAlly, ...]
    regions: str
    immortals: bool


def blank_sheet(state: GameState, _viewer: Viewer) -> BlankWarSheet:
    """The blank war sheet, for everybody. It lists every House, so the writer must leave their House unticked."""
    scenario = state.scenario
    return BlankWarSheet(
        orders=tuple(range(1, scenario.settings.orders_per_player + 1)),
        allies=tuple(PaperAlly(house=house.id, name=house.name, short=house.short) for house in scenario.houses),
        regions=", ".join(sorted(region.name for region in scenario.map.regions)),
        immortals=scenario.settings.immortals > 0,
    )


class PrintedBoard(Struct, frozen=True, kw_only=True):
    """The current map with its ground."""

    map: MapDrawing
    ground: PrintedGround


def printed_board(state: GameState, _viewer: Viewer) -> PrintedBoard:
    """The public map, without links, for paper."""
    return PrintedBoard(map=bare_map(state, 0, False), ground=ground_view(state))


def filled_sheets(state: GameState, viewer: Viewer) -> tuple[FilledSheet, ...] | None:
    """The opened sheets of this month, for War Control. None until the orders are opened."""
    sheets, board = opened_sheets(state) if viewer.sees_desk(Desk.WAR) else None, board_of(state.scenario)
    return None if sheets is None else tuple(_filled(board, sheet) for sheet in sheets)


def _filled(board: Board, sheet: OpenedSheet) -> FilledSheet:
    betrays = (say("Betrays"),) if sheet.betray else ()
    lines = (*written_words(board, sheet_of(sheet)), allies_words(board, sheet.allies), *betrays)
    return FilledSheet(seat=sheet.seat, lines=lines, remark=say("Entered by Control.") if sheet.corrected else "")


def sheet_words(state: GameState, viewer: Viewer, sheet: WarSheet) -> tuple[str, ...]:
    """Contents of a submitted sheet, line by line: for War Control, and for its author once the day is over."""
    if not viewer.sees_desk(Desk.WAR) and state.clock.stage is not DayStage.OVER:
        return ()
    board = board_of(state.scenario)
    betrays = (say("Betrays the Sovereign"),) if sheet.betray else ()
    return (*(written_words(board, sheet) or (say("No order"),)), allies_words(board, sheet.allies), *betrays)
