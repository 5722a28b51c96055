"""Hostages at the desk: every mat on the Houses page; taking, handing over, releasing and killing by hand."""

from __future__ import annotations

import pytest

from control.models import Entry
from rooms.realm.desks import Desk
from rooms.realm.game.hostages.custody import hostages_from, hostages_held_by
from rooms.realm.scenario.ids import HouseId
from tests.control.desks.conftest import words

CAT, WOLF, RAM = HouseId("cat"), HouseId("wolf"), HouseId("ram")
WHY = "CANARYWHY"
AT = "houses/hostages/cat/"


def held(day):
    return [each.of for each in hostages_held_by(day.state, CAT)]


def lot(day):
    return " ".join(str(each.id) for each in hostages_held_by(day.state, CAT) if each.of == WOLF)


def test_every_mat_stands_on_the_page_of_the_houses(ceremony, running):
    page = words(ceremony.get("houses/"))

    assert "The throne holds 3" in page
    assert "1 of" in words(ceremony.fragment(AT))
    assert "lawful to kill" in words(ceremony.fragment(AT))


@pytest.mark.rule("GE-CER-20", "GE-CER-21", "R-93", "R-100")
@pytest.mark.parametrize(
    ("fields", "left"),
    [
        pytest.param({"act": "release"}, [], id="release"),
        pytest.param({"act": "kill"}, [], id="kill"),
        pytest.param({"act": "hand-over", "to": "ram"}, [], id="hand over"),
    ],
)
def test_what_is_entered_is_done_told_and_taken_back(ceremony, running, fields, left):
    answer = ceremony.tap(AT, {"lot": lot(running), "count": "1", "reason": WHY, **fields})

    assert answer.status_code == 200
    assert held(running) == left
    last = Entry.objects.filter(stream=running.event.stream).order_by("-seq").first()
    ceremony.tap(f"journal/{last.seq}/undo/", {"reason": "no"})
    assert held(running) == [WOLF]


@pytest.mark.rule("GE-CER-19", "R-143")
def test_a_house_takes(war, running):
    before = len(hostages_from(running.state, RAM))

    war.tap(AT, {"act": "take", "of": "ram", "count": "2", "reason": WHY})

    assert held(running) == [WOLF, RAM, RAM]
    assert len(hostages_from(running.state, RAM)) == before + 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"act": "take", "of": "", "count": "1", "reason": WHY}, "House", id="no House"),
        pytest.param({"act": "take", "of": "ram", "count": "x", "reason": WHY}, "Say how many hostages", id="no number"),
        pytest.param({"act": "take", "of": "ram", "count": "1", "reason": ""}, "Say why", id="no reason"),
        pytest.param({"act": "kill", "lot": "", "count": "1", "reason": WHY}, "Choose which hostages", id="no lot"),
        pytest.param({"act": "burn", "lot": "1", "count": "1", "reason": WHY}, "Say what becomes", id="no act"),
        pytest.param({"act": "kill", "count": "2", "reason": WHY}, "Only 1 is held.", id="more than are held"),
        pytest.param({"act": "release", "count": "99", "reason": WHY}, "Only 1 is held.", id="many more"),
        pytest.param({"act": "hand-over", "to": "ram", "count": "2", "reason": WHY}, "Only 1 is held.", id="to hand over"),
        pytest.param({"act": "kill", "count": "0", "reason": WHY}, "It is 1 hostage at least.", id="none"),
        pytest.param({"act": "kill", "count": "-1", "reason": WHY}, "It is 1 hostage at least.", id="less than none"),
        pytest.param({"act": "kill", "count": "1.5", "reason": WHY}, "Say how many hostages, a whole number.", id="half"),
        pytest.param({"act": "take", "of": "ram", "count": "99", "reason": WHY}, "It is 20 hostages at once", id="too many"),
        pytest.param({"act": "kill", "lot": "999", "count": "1", "reason": WHY}, "no longer there", id="gone"),
    ],
)
def test_what_was_typed_wrong_is_said(war, running, fields, message):
    assert message in words(war.tap(AT, {"lot": lot(running), **fields}))
    assert held(running) == [WOLF]


@pytest.mark.rule("GE-CRT-70")
def test_for_the_god_emperor_court_control_decides(war, sits, running):
    number = hostages_held_by(running.state, None)[0].id
    fields = {"act": "kill", "lot": str(number), "count": "1", "reason": WHY}

    assert "Court Control decides" in words(war.fragment("houses/hostages/throne/"))
    war.tap("houses/hostages/throne/", fields)
    assert len(hostages_held_by(running.state, None)) == 3
    sits(Desk.COURT).tap("houses/hostages/throne/", fields)
    assert len(hostages_held_by(running.state, None)) == 2


def test_after_a_refusal_the_same_lot_stands_chosen(sits, running):
    number = hostages_held_by(running.state, None)[1].id

    answer = sits(Desk.COURT).tap("houses/hostages/throne/", {"act": "kill", "lot": str(number), "count": "1", "reason": ""})

    assert f'<option value="{number}" selected>' in answer.content.decode()
    assert len(hostages_held_by(running.state, None)) == 3


def test_there_is_no_mat_of_nobody(war, running):
    assert war.get("houses/hostages/nobody/").status_code == 404
