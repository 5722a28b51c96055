"""Counts at a desk: the form, the list of differences, entering all at once; nothing typed is lost."""

from __future__ import annotations

import re

import pytest

from control.engine.ids import SeatId
from rooms.realm.desks import Desk
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.control.desks.conftest import signed_in, words

pytestmark = pytest.mark.django_db(transaction=True)
CAT = HouseId("cat")


def standing(day) -> tuple[RegionId, int]:
    """A region with units of Cat, and their number."""
    return next((region, there[CAT]) for region, there in war_of(day.state).units.items() if there.get(CAT))


def fields(response) -> dict[str, str]:
    """Fields of the page's form, as a browser sends them."""
    form = re.search(r'<form method="post" action="[^"]*/count/.*?</form>', response.content.decode(), re.S)[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]*)"', tag)[1]
        value = re.search(r'value="([^"]*)"', tag)
        if 'type="checkbox"' not in tag or "checked" in tag:
            found[name] = value[1].replace("&#x27;", "'") if value else ""
    return found


def test_what_differs_is_entered_with_its_reason_and_the_overview_says_so(running, war):
    region, there = standing(running)
    sheet = war.get("count/board/")
    typed = fields(sheet)
    assert typed[f"n-{region}.units.cat"] == str(there)

    compared = war.client.post(war.at("count/board/"), typed | {f"n-{region}.units.cat": str(there - 1), "go": "compare"})
    assert "Enter 1 correction" in words(compared)
    assert fields(compared)["reason"] == "counted in month 1"
    before = running.seqs
    done = war.client.post(war.at("count/board/"), fields(compared) | {"reason": "the cat ate it", "go": "enter"})

    assert (done.status_code, running.seqs - before) == (302, 2)
    assert war_of(running.state).count(region, CAT) == there - 1
    overview = words(war.get(""))
    assert re.search(r"Board 1 of \d+ counted in month 1 by war: 1 correction", overview)
    assert "the cat ate it" in words(war.get("journal/"))
    again = war.client.post(war.at("count/board/"), fields(compared) | {"reason": "the cat ate it", "go": "enter"})
    assert (again.status_code, running.seqs - before) == (302, 2)  # a second tap enters nothing


def test_each_correction_may_have_its_own_reason(running, ceremony):
    typed = fields(ceremony.get("count/purses/"))
    changed = {"n-cat-1.power": "9", "n-cat-2.power": "8"}
    compared = fields(ceremony.client.post(ceremony.at("count/purses/"), typed | changed | {"go": "compare"}))
    ceremony.client.post(ceremony.at("count/purses/"), compared | {"r-cat-2.power": "a gift of the bank", "go": "enter"})
    told = words(ceremony.get("journal/"))
    assert "Power: a gift of the bank." in told
    assert "Power: counted in month 1." in told


def test_a_ledger_that_moved_meanwhile_refuses_all_and_keeps_what_was_typed(running, ceremony):
    typed = fields(ceremony.get("count/purses/"))
    changed = {"n-cat-1.power": "9", "n-cat-2.power": "8", "p-wolf": "1"}
    compared = fields(ceremony.client.post(ceremony.at("count/purses/"), typed | changed | {"go": "compare"}))
    held = running.state.seats[SeatId("cat-1")].purse.power
    running.do(AdjustPower(seat=SeatId("cat-1"), before=held, power=held + 3, reason="won"))
    before = running.seqs

    refused = ceremony.client.post(ceremony.at("count/purses/"), compared | {"r-cat-2.power": "of the bank", "go": "enter"})

    assert (refused.status_code, running.seqs) == (409, before)
    assert f"{held + 3} by now, not {held}; look again." in words(refused)
    kept = fields(refused)
    assert (kept["n-cat-1.power"], kept["n-cat-2.power"], kept["r-cat-2.power"], kept["p-wolf"]) == ("9", "8", "of the bank", "1")
    assert f"was {held}" in words(refused)
    done = ceremony.client.post(ceremony.at("count/purses/"), kept | {"go": "enter"})
    assert done.status_code == 302
    assert [running.state.seats[SeatId(seat)].purse.power for seat in ("cat-1", "cat-2")] == [9, 8]


def test_a_number_that_nobody_touched_follows_the_ledger(running, ceremony):
    typed = fields(ceremony.get("count/purses/"))
    held = running.state.seats[SeatId("cat-1")].purse.power
    running.do(AdjustPower(seat=SeatId("cat-1"), before=held, power=held + 3, reason="won"))
    compared = ceremony.client.post(ceremony.at("count/purses/"), typed | {"p-cat": "1", "go": "compare"})
    assert "Nothing to correct in the 1 part that was counted." in words(compared)
    assert ceremony.client.post(ceremony.at("count/purses/"), fields(compared) | {"go": "enter"}).status_code == 302
    assert "1 of 4 counted in month 1 by ceremony: no difference" in words(ceremony.get("")).replace(
        f"1 of {running.state.counts['purses'].of}", "1 of 4"
    )


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        pytest.param({}, "Tick what you have counted.", id="nothing counted"),
        pytest.param({"n-cat-1.power": "many"}, "write a whole number", id="no number"),
        pytest.param({"n-cat-1.power": "-1"}, "write a whole number", id="below zero"),
        pytest.param({"n-cat-1.power": "10001"}, "there can be 0 to 10000", id="a slip"),
    ],
)
def test_a_slip_gets_a_sentence_and_loses_nothing(running, ceremony, changed, sentence):
    typed = fields(ceremony.get("count/purses/")) | {"n-cat-2.favors": ""}
    before = running.seqs
    response = ceremony.client.post(ceremony.at("count/purses/"), typed | changed | {"go": "compare"})
    assert (response.status_code, running.seqs) == (422, before)
    assert sentence in words(response)
    assert {name: fields(response)[name] for name in changed} == changed


def test_something_else_is_chosen_with_its_number_or_asked_for(running, war):
    region, _there = standing(running)
    typed = fields(war.get("count/board/"))
    for changed, sentence in (
        ({f"s-{region}": f"{region}.rumors"}, "say how many there are"),
        ({f"sn-{region}": "2"}, "choose what there is 2 of"),
    ):
        response = war.client.post(war.at("count/board/"), typed | changed | {"go": "compare"})
        assert response.status_code == 422
        assert sentence in words(response)
    other = next(house for house in ("wolf", "ram", "bear") if not war_of(running.state).count(region, HouseId(house)))
    changed = {f"s-{region}": f"{region}.units.{other}", f"sn-{region}": "2"}
    compared = fields(war.client.post(war.at("count/board/"), typed | changed | {"go": "compare"}))
    back = war.client.post(war.at("count/board/"), compared | {"go": "back"})
    assert fields(back)[f"n-{region}.units.{other}"] == "2"
    war.client.post(war.at("count/board/"), compared | {"go": "enter"})
    assert war_of(running.state).count(region, HouseId(other)) == 2


@pytest.mark.rule("R-42")
def test_the_stockpiles_follow_and_what_does_not_fit_is_looked_for(running, war):
    region, there = standing(running)
    typed = fields(war.get("count/board/"))
    stock = int(typed["n-stock.cat"])
    changed = {f"n-{region}.units.cat": str(there + 1), "n-stock.cat": str(stock), "p-stock": "1", "go": "compare"}
    compared = words(war.client.post(war.at("count/board/"), typed | changed))
    assert f"Look for it: Stockpiles, Cat: {stock} counted, {stock - 1} by all that was counted." in compared
    fits = words(war.client.post(war.at("count/board/"), typed | changed | {"n-stock.cat": str(stock - 1)}))
    assert "Look for it" not in fits
    much = war.client.post(war.at("count/board/"), typed | {f"n-{region}.units.cat": "99", "go": "compare"})
    assert (much.status_code, fields(much)[f"n-{region}.units.cat"]) == (422, "99")


def test_without_the_numbers_only_what_was_typed_is_counted(running, ceremony):
    page = ceremony.get("count/purses/?hide=1")
    typed = fields(page)
    assert typed["n-cat-1.power"] == ""
    held = running.state.seats[SeatId("cat-1")].purse.power
    changed = {"n-cat-1.power": str(held), "n-cat-2.power": "7", "go": "compare"}
    compared = ceremony.client.post(ceremony.at("count/purses/"), typed | changed)
    assert "Enter 1 correction" in words(compared)
    back = ceremony.client.post(ceremony.at("count/purses/"), fields(compared) | {"go": "back"})
    assert (fields(back)["n-cat-1.power"], fields(back)["n-wolf-1.power"]) == (str(held), "")


def test_a_desk_counts_its_own_things(running):
    for desk, sheet, there in (
        (Desk.WAR, "board", 200),
        (Desk.COURT, "board", 404),
        (Desk.COURT, "purses", 200),
        (Desk.CHECK_IN, "purses", 404),
        (Desk.CEREMONY, "mats", 200),
        (Desk.CEREMONY, "nothing", 404),
    ):
        assert signed_in(running.event, desk).get(f"count/{sheet}/").status_code == there
    overview = signed_in(running.event, Desk.CHECK_IN).get("").content.decode()
    assert "not counted yet" in overview
    assert "/count/" not in overview


def test_units_that_moved_meanwhile_are_named(running, war):
    region, there = standing(running)
    typed = fields(war.get("count/board/")) | {f"n-{region}.units.cat": "0"}
    running.do(AdjustUnits(region=region, house=CAT, before=there, units=there - 1, reason="fallen off"))
    compared = war.client.post(war.at("count/board/"), typed | {"go": "compare"})
    assert compared.status_code == 409
    assert f"{there - 1} by now, not {there}; look again." in words(compared)


@pytest.mark.parametrize(("typed_in", "switch"), [("purses/", "hide"), ("purses/?hide=1", "show")])
def test_the_switch_of_the_numbers_carries_what_was_typed(running, ceremony, typed_in, switch):
    typed = fields(ceremony.get(f"count/{typed_in}"))
    held = running.state.seats[SeatId("cat-1")].purse.power
    answer = ceremony.client.post(
        ceremony.at("count/purses/"), typed | {"n-cat-2.power": "7", "n-wolf-1.power": "x", "p-wolf": "1", "go": switch}
    )
    kept = fields(answer)
    assert (answer.status_code, kept["n-cat-2.power"], kept["n-wolf-1.power"], kept["p-wolf"]) == (200, "7", "x", "1")
    assert kept["n-cat-1.power"] == ("" if switch == "hide" else str(held))
    assert ("hide" in kept) is (switch == "hide")


@pytest.mark.parametrize(("sheet", "back"), [("board", "war/"), ("mats", "houses/")])
def test_leaving_asks_when_something_was_typed_and_leads_back_to_the_desk(running, sheet, back):
    desk = signed_in(running.event, Desk.WAR if sheet == "board" else Desk.CEREMONY)
    typed = fields(desk.get(f"count/{sheet}/"))
    left = desk.client.post(desk.at(f"count/{sheet}/"), typed | {"go": "leave"})
    assert (left.status_code, left.url) == (302, desk.at(back))

    number = next(name for name in typed if name.startswith("n-"))
    asked = desk.client.post(desk.at(f"count/{sheet}/"), typed | {number: "3", "go": "leave"})
    assert asked.status_code == 200
    assert "If you leave now it is lost." in words(asked)
    assert f'href="{desk.at(back)}">Leave, and lose it' in asked.content.decode()
    assert fields(asked)[number] == "3"


def test_what_was_entered_is_said_at_the_desk_with_the_way_back(running, war):
    region, there = standing(running)
    typed = fields(war.get("count/board/")) | {f"n-{region}.units.cat": str(there - 1), "go": "compare"}
    compared = fields(war.client.post(war.at("count/board/"), typed))
    done = war.client.post(war.at("count/board/"), compared | {"go": "enter"})
    page = war.client.get(done.url)
    assert done.url == war.at("war/")
    assert re.search(r"Board counted: 1 of \d+ parts, 1 correction\. Undo", words(page))
    assert re.search(r'href="[^"]*/undo/"[^>]*>Undo', page.content.decode())


def test_a_number_below_zero_is_marked_and_said_once(running, ceremony):
    typed = fields(ceremony.get("count/purses/")) | {"n-cat-1.power": "-3", "go": "compare"}
    answer = ceremony.client.post(ceremony.at("count/purses/"), typed)
    assert words(answer).count("write a whole number, not below 0.") == 1
    assert re.findall(r'<input id="([^"]*)"[^>]*aria-invalid', answer.content.decode()) == ["n-cat-1.power"]


def test_purses_are_one_line_a_player_and_the_stockpiles_come_last(running, war, ceremony):
    purses = ceremony.get("count/purses/").content.decode()
    assert purses.count('class="count-pair"') == len([seat for seat in running.state.seats.values() if seat.died is None])
    board = war.get("count/board/").content.decode()
    assert board.rindex('name="p-stock"') > max(board.index(f'name="p-{region}"') for region in war_of(running.state).units)
