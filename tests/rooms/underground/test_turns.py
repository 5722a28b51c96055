"""Whose turn it is at a table of the Underground."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.refused import Refused, Stale
from control.engine.viewer import Viewer
from rooms.underground.game.tables.asked import seated, turn_at
from rooms.underground.game.tables.state import TableStep
from rooms.underground.game.tables.turns import ArrangeSeats, EndTurn
from rooms.underground.game.view_desk import table_desk
from rooms.underground.game.view_phone import phone_table
from rooms.underground.rules.minions import Face, minion
from rooms.underground.rules.turns import houses_in_turn
from tests.rooms.realm.game.play import player
from tests.rooms.underground.table import CAT_1, CAT_2, OCTOPUS_1, SNAKE_1, UNDA, AtTable

CARD = Face(symbol="rock", color="red")


def at_advancement(*there: SeatId) -> AtTable:
    table = AtTable(there).until(TableStep.ADVANCEMENT)
    for at, seat in enumerate(there):
        table.deal(seat, minion(table.state.seats[seat].house, CARD, at + 1))
    return table


def end_turn(table: AtTable, seat: SeatId) -> EndTurn:
    return EndTurn(month=1, table=table.id, step=TableStep.ADVANCEMENT, seat=seat)


@pytest.mark.rule("R-116")
def test_each_month_begins_with_the_next_house():
    assert houses_in_turn("abc", 1) == ("a", "b", "c")
    assert houses_in_turn("abc", 3) == ("c", "a", "b")
    assert houses_in_turn("abcdefghi", 10) == tuple("abcdefghi")


@pytest.mark.rule("R-116", "GE-UND-39")
def test_the_turn_goes_round_the_table_house_by_house_and_by_rank():
    table = at_advancement(CAT_2, CAT_1, SNAKE_1)
    order = [seat.id for seat in seated(table.state, table.id)]
    assert order.index(CAT_1) + 1 == order.index(CAT_2)

    for seat in order:
        assert turn_at(table.state, table.id) == seat
        table.press(end_turn(table, seat))

    assert turn_at(table.state, table.id) is None
    with pytest.raises(Stale, match="Everybody at this table is done"):
        table.press(end_turn(table, order[0]))


def test_nobody_acts_out_of_turn_and_the_desk_acts_for_whoever_it_is():
    table = at_advancement(CAT_1, SNAKE_1)
    first, second = (seat.id for seat in seated(table.state, table.id))

    with pytest.raises(Stale, match="It is the turn of"):
        table.press(end_turn(table, second))
    with pytest.raises(Refused):
        table.do(end_turn(table, first), by=player(second))
    table.do(end_turn(table, first))

    assert turn_at(table.state, table.id) == second


@pytest.mark.rule("R-116")
def test_control_rearranges_the_seats():
    table = at_advancement(CAT_1, SNAKE_1)
    first, second = (seat.id for seat in seated(table.state, table.id))
    table.do(ArrangeSeats(month=1, table=table.id, order=(second, first)))

    assert turn_at(table.state, table.id) == second
    with pytest.raises(Stale, match="sat down or left"):
        table.do(ArrangeSeats(month=1, table=table.id, order=(second, OCTOPUS_1)))


@pytest.mark.rule("R-116", "GE-UND-39")
def test_a_step_that_ends_over_somebody_says_so_to_the_table_and_its_desk_until_the_next_one_ends():
    table = at_advancement(CAT_1, CAT_2, SNAKE_1)
    first, *rest = [seat.id for seat in seated(table.state, table.id)]
    table.press(end_turn(table, first))
    names = [table.state.seats[seat].name for seat in rest]

    table.end(TableStep.ADVANCEMENT)

    words = f"Advancement ended before these were done: {names[0]} and {names[1]}."
    assert [phone_table(table.state, Viewer(seat=seat)).cut_off for seat in (CAT_1, SNAKE_1)] == [words, words]
    assert table_desk(table.state, Viewer(desks=UNDA.desks), table.id).cut_off == words
    for seat in (first, *rest):
        table.press(EndTurn(month=1, table=table.id, step=TableStep.PROTECTION, seat=seat))
    table.end(TableStep.PROTECTION)
    assert phone_table(table.state, Viewer(seat=CAT_1)).cut_off == ""
