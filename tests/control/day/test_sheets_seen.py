"""Only a desk sees whose sheets are missing; how an event takes sheets is public."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from control.day import sheets
from control.day.sheets import Window
from control.day.state import DayState
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Room
from tests.rooms.realm.game.play import CAT_1, CAT_2, WOLF_1, running
from tests.rooms.war.play import seated

UPDATES = StepId("updates")
COURT = Viewer(desks=frozenset({Desk.COURT}))
STRANGERS = [
    pytest.param(Viewer(desks=frozenset({Desk.WAR, Desk.CHECK_IN})), id="other desks"),
    pytest.param(Viewer(seat=CAT_1), id="an author"),
    pytest.param(HALL, id="the hall"),
]


class Wish(Struct, frozen=True, kw_only=True):
    """A kind of sheet that Cat's second player may not write and that only the Cats can send now."""

    kind: str = "wish"
    room: str = Room.COURT
    step: StepId = UPDATES
    closes_with: str = ""
    window: Callable[[Any, SeatId], Window] = lambda state, seat: Window(open=seat.startswith("cat"), month=1)
    may_write: Callable[[Any, SeatId], bool] = lambda _state, seat: seat != CAT_2


def in_the_court(*seats: SeatId) -> DayState:
    state = running().state
    for seat in seats:
        state = seated(state, seat, Room.COURT)
    return state


def test_the_desk_of_a_kind_reads_who_writes_and_who_can_still_send():
    state = in_the_court(CAT_1, CAT_2, WOLF_1)

    assert sheets.possible_authors(state, COURT, Wish()) == {CAT_1, WOLF_1}
    assert sheets.may_still_send(state, COURT, Wish()) == {CAT_1}


@pytest.mark.parametrize("stranger", STRANGERS)
def test_nobody_else_reads_who_writes(stranger):
    state = in_the_court(CAT_1, WOLF_1)

    assert sheets.possible_authors(state, stranger, Wish()) == frozenset()
    assert sheets.may_still_send(state, stranger, Wish()) == frozenset()


def test_every_desk_counts_the_sheets_of_those_who_may_write_one():
    state = in_the_court(CAT_1, CAT_2, WOLF_1)
    sent = frozenset({CAT_1, CAT_2})  # one of them may no longer write such a sheet

    for team in (COURT, Viewer(desks=frozenset({Desk.WAR}))):
        assert sheets.count_sheets(state, team, (Wish(),), sent) == sheets.SheetCount(sent=1, expected=2)
    assert sheets.count_sheets(state, HALL, (Wish(),), sent) == sheets.SheetCount(sent=0, expected=0)


def test_everybody_who_ever_played_stands_in_the_teams_order_and_by_rank():
    state = running().state

    shown = [(each.team, each.rank) for each in sheets.players_in_order(state)]

    order = [team.id for team in state.teams]
    assert len(shown) == len(state.seats)
    assert shown == sorted(shown, key=lambda each: (order.index(each[0]), each[1]))


def test_only_a_player_has_a_sheet_that_closes():
    state = in_the_court(CAT_1, WOLF_1)

    assert sheets.own_closes(state, Viewer(seat=CAT_1), Wish()) is not None
    assert sheets.own_closes(state, Viewer(seat=WOLF_1), Wish()) is None  # it is not open
    assert sheets.own_closes(state, COURT, Wish()) is None


def test_what_was_typed_comes_back_as_it_was():
    fields = {"type": ["fines"], "field0": ["wolf", "ram"], "note": [""]}

    assert sheets.fields_in(sheets.typed_in(fields)) == fields
    assert hash(sheets.typed_in(fields)) == hash(sheets.typed_in(dict(fields)))


def test_a_kind_that_asks_nobody_is_written_by_who_is_there():
    state = in_the_court(CAT_1, CAT_2)

    assert sheets.possible_authors(state, COURT, replace(Wish(), may_write=lambda _state, _seat: True)) == {CAT_1, CAT_2}
