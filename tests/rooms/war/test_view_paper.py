"""Paper sheets in the War Room: only War Control reads them, and only after the orders are opened (R-17)."""

from __future__ import annotations

import pytest

from control.day.sheets import typed_in
from control.engine.ids import SeatId
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.war.game.sheets.form import form_typed
from rooms.war.game.view_paper import blank_sheet, filled_sheets, sheet_words
from tests.rooms.war.play import month, move, sheet

WAR = Viewer(desks=frozenset({Desk.WAR}))
CAT_1 = SeatId("cat-1")
OTHERS = [
    pytest.param(Viewer(desks=frozenset({Desk.COURT, Desk.UNDERGROUND, Desk.CHECK_IN})), id="other desks"),
    pytest.param(Viewer(seat=CAT_1), id="its author"),
    pytest.param(HALL, id="the hall"),
]
WRITTEN = sheet(move(2, "zen", "aka"), allies="wolf", betray=True)


def played(last: str):
    return month({"zen": {"cat": 3}}, {"cat-1": WRITTEN}).through(last).state


def test_war_control_prints_the_opened_sheets():
    (printed,) = filled_sheets(played("orders"), WAR)

    assert printed.seat == CAT_1
    assert printed.lines[0] == "Move 2 from Zen to Aka"
    assert printed.lines[-1] == "Betrays"


def test_sealed_ones_are_printed_by_nobody():
    assert filled_sheets(played("updates"), WAR) is None


@pytest.mark.parametrize("viewer", OTHERS)
def test_nobody_else_prints_or_reads_them(viewer):
    state = played("orders")

    assert filled_sheets(state, viewer) is None
    assert sheet_words(state, viewer, WRITTEN) == ()
    assert form_typed(state, viewer, CAT_1, typed_in({"betray": ["yes"]})) is None


def test_war_control_reads_a_sheet_line_by_line_and_types_one_in():
    state = played("updates")

    assert sheet_words(state, WAR, WRITTEN)[-1] == "Betrays the Sovereign"
    assert sheet_words(state, WAR, sheet())[0] == "No order"
    assert form_typed(state, WAR, CAT_1, typed_in({"betray": ["yes"]})).betray


@pytest.mark.parametrize("viewer", [*OTHERS, pytest.param(WAR, id="War Control")])
def test_the_blank_sheet_is_everybodys(viewer):
    state = played("updates")

    blank = blank_sheet(state, viewer)

    assert len(blank.orders) == state.scenario.settings.orders_per_player
    assert {box.house for box in blank.allies} == {house.id for house in state.scenario.houses}
