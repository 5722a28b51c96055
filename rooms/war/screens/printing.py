"""The War Room on paper: the blank war sheet, the opened sheets in words, and the board."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.language import later, say
from control.registry import FilledSheet, OnPaper, Panel
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.board import Board, board_of
from rooms.war.game.records.orders import OpenedSheet
from rooms.war.game.sheets.document import sheet_of
from rooms.war.game.view_map import map_view
from rooms.war.game.view_orders import opened_sheets
from rooms.war.game.words.orders import allies_words, written_words
from rooms.war.screens.drawing import MapDrawing, draw_map
from rooms.war.screens.ground import Ground, ground_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AllyBox:
    """A House to tick as an ally."""

    house: HouseId
    name: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankWarSheet:
    """The war sheet to be written by hand: so many orders, a box for each House, the names of the regions to copy from."""

    orders: tuple[int, ...]
    allies: tuple[AllyBox, ...]
    regions: str
    immortals: bool


def blank(state: GameState) -> Panel:
    """The blank war sheet; who gets it ticks no box of the own House."""
    scenario = state.scenario
    return Panel(
        template="war/print/_blank.html",
        panel=BlankWarSheet(
            orders=tuple(range(1, scenario.settings.orders_per_player + 1)),
            allies=tuple(AllyBox(house=house.id, name=house.name, short=house.short) for house in scenario.houses),
            regions=", ".join(sorted(region.name for region in scenario.map.regions)),
            immortals=scenario.settings.immortals > 0,
        ),
    )


def filled(state: GameState) -> tuple[FilledSheet, ...] | None:
    """The opened sheets of this month; None until the orders are opened."""
    sheets, board = opened_sheets(state), board_of(state.scenario)
    return None if sheets is None else tuple(_filled(board, sheet) for sheet in sheets)


def _filled(board: Board, sheet: OpenedSheet) -> FilledSheet:
    betrays = (say("Betrays"),) if sheet.betray else ()
    lines = (*written_words(board, sheet_of(sheet)), allies_words(board, sheet.allies), *betrays)
    return FilledSheet(seat=sheet.seat, lines=lines, remark=say("Entered by Control.") if sheet.corrected else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedBoard:
    """The map as it is now, with its ground."""

    map: MapDrawing
    ground: Ground


def board(event_id: int, state: GameState) -> Panel:
    """The map that everybody may see, drawn and in words."""
    drawn = draw_map(state.scenario, map_view(state), event_id=event_id, changes=False)
    return Panel(template="war/print/_board.html", panel=PrintedBoard(map=drawn, ground=ground_of(state.scenario)))


ON_PAPER = OnPaper(title=later("War orders"), blank=blank, filled=filled, css="war/print.css")
