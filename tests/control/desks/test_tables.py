"""Tables with clocks of their own, at the desks: each has its clock, its buttons and its row."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from control import registry
from control.day.people.room_choice import SeatInRoom
from control.engine.ids import SeatId
from rooms.realm.desks import Desk
from rooms.realm.frame import FRAME, NAME
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import words


@pytest.fixture
def underground(sits):
    return sits(Desk.UNDERGROUND)


@pytest.fixture
def tables(running):
    """A day with Action at two tables of the Underground, and the two tables' names."""
    found = []
    for seat, table in zip(("cat-1", "wolf-1"), running.state.tables_of(Room.UNDERGROUND), strict=False):
        running.do(SeatInRoom(player=SeatId(seat), month=1, room=Room.UNDERGROUND, table=table))
        found.append(table)
    running.go_to(Phase.ACTION)
    return running, *found


def table_clock(day, table):
    return day.state.clock.rooms[f"underground/{table}"]


def test_the_organizer_gives_one_table_more_time_and_stops_it(organizer, tables):
    day, first, second = tables
    began, before, other = table_clock(day, first).began_at, table_clock(day, first).deadline, table_clock(day, second)
    shown = words(organizer.fragment("part/room-clocks/"))
    assert f"Underground, {day.state.table_name('underground', first)} Updates" in shown

    organizer.tap("rooms/underground/time/", {"month": "1", "phase": "action", "seconds": "60", "table": first})
    organizer.tap("rooms/underground/pause/", {"act": "pause", "table": first})

    assert before < began + table_clock(day, first).left < before + timedelta(seconds=61)  # 60 s more, and paused
    assert table_clock(day, first).paused
    assert table_clock(day, second) == other


def test_the_overview_has_a_row_for_each_table(organizer, tables):
    day, first, second = tables
    rows = words(organizer.fragment("part/rooms/"))

    for table in (first, second):
        assert f"Underground, {day.state.table_name('underground', table)}" in rows
    assert rows.count("Underground") == 2


def test_the_desk_ends_the_step_of_the_table_that_it_means(underground, tables):
    day, first, second = tables
    page = underground.get("underground/").content.decode()
    for table in (first, second):
        assert f'data-table="{table}"' in page
    assert "take-in/?table=" in page

    asked = underground.fragment(f"underground/take-in/?table={first}").content.decode()
    assert f'name="table" value="{first}"' in asked
    done = underground.tap("underground/take-in/", {"month": "1", "step": "updates", "table": first})
    ended = underground.tap("underground/step/", {"month": "1", "step": "schemes", "table": first, "sure": "1"})

    assert (done.status_code, ended.status_code) == (200, 200)
    assert (table_clock(day, first).step, table_clock(day, second).step) == ("minions", "updates")
    assert underground.tap("underground/step/", {"month": "1", "step": "updates"}).status_code == 422


def test_buttons_of_two_tables_on_one_screen_are_two_commands_and_each_is_done_once(underground, tables):
    day, first, second = tables
    pressed = [{"month": "1", "step": "updates", "table": table, "command_id": str(uuid.UUID(int=9))} for table in (first, second)]

    told = [underground.tap("underground/step/", each) for each in (*pressed, *pressed)]

    assert [each.status_code for each in told] == [200] * 4
    assert "Done already" in words(told[2])
    assert [table_clock(day, table).step for table in (first, second)] == ["schemes", "schemes"]


def test_a_sheet_of_a_room_whose_tables_run_apart_closes_before_any_of_them_begins():
    apart = [room.id for room in FRAME.rooms if room.tables_apart]
    kinds = [kind for kind in registry.sheet_kinds(NAME).values() if kind.room in apart]

    assert kinds
    assert all(kind.closes_with for kind in kinds)  # otherwise the first table to take in its sheets would seal them for all
