"""Proposals and schemes from the phone: chosen, filled in, sent, changed, locked, and hidden from everybody else."""

from __future__ import annotations

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.models import Sheet
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.hall import Hall

pytestmark = [pytest.mark.django_db(transaction=True)]

ROOMS = (
    ("cat-1", Room.COURT),
    ("cat-2", Room.COURT),
    ("wolf-1", Room.COURT),
    ("cat-3", Room.UNDERGROUND),
    ("bear-1", Room.UNDERGROUND),
    ("ram-1", Room.WAR),
)
FINES = {"type": "fines", "field0": "wolf", "field1": "2", "field2": "1", "note": "CANARY"}
AMBUSH = {"type": "ambush", "note": "CANARY"}


@pytest.fixture
def hall() -> Hall:
    return Hall(ROOMS)


def paper(hall: Hall, seat: str, kind: str = "proposal", act: str = "send", *, htmx: bool = False, **fields):
    known = {"month": "1", "client_key": str(uuid.uuid4()), "act": act, **fields}
    headers = {"HX-Request": "true"} if htmx else {}
    return hall.phone(seat).post(reverse("papers:paper", args=[kind]), known, headers=headers)


def play(hall: Hall, seat: str) -> str:
    return hall.phone(seat).get(reverse("control:play")).content.decode()


def stored(hall: Hall, seat: str, kind: str = "proposal") -> list[Sheet]:
    return list(Sheet.objects.filter(event=hall.event, seat=seat, kind=kind).order_by("revision"))


@pytest.mark.rule("GE-CRT-16", "GE-CRT-37", "GE-CRT-61")
def test_the_court_offers_all_types_with_price_and_text(hall):
    body = play(hall, "cat-1")

    assert body.count('name="pick"') == 25
    assert "Commandments (15)" in body
    assert "Court Military Actions (10)" in body
    assert "cost 2 for each item" in body
    assert "One House gives this much Power and this many Favors to another House." in body


@pytest.mark.rule("GE-UND-01", "R-109")
def test_the_underground_offers_all_schemes_and_marks_the_traps(hall):
    body = play(hall, "cat-3")

    assert body.count('name="pick"') == 22
    assert "Traps (2)" in body
    assert "no cost, never completes" in body


@pytest.mark.rule("GE-CRT-05", "R-76")
def test_who_may_not_propose_reads_who_may(hall):
    body = play(hall, "wolf-1")

    assert "This month Cat, Swords, Snake may propose. You debate and vote." in body
    assert 'name="pick"' not in body
    assert paper(hall, "wolf-1", **FINES).status_code == 422
    assert stored(hall, "wolf-1") == []


@pytest.mark.rule("R-76", "R-81")
@pytest.mark.parametrize("seat", ["cat-1", "wolf-1"])  # one who may propose, one who may not
@pytest.mark.parametrize("typed", ["9" * 6000, "²", "-1", "two"])
@pytest.mark.parametrize("act", ["send", "cost", "review"])
def test_a_number_that_nobody_can_read_is_no_mistake_of_the_console(hall, seat, typed, act):
    answer = paper(hall, seat, act=act, **{**FINES, "field1": typed})

    assert answer.status_code == (422 if act == "send" else 200)
    assert stored(hall, seat) == []


def test_a_type_is_chosen_and_another_one_keeps_what_fits(hall):
    first = paper(hall, "cat-1", act="", pick="fines").content.decode()
    second = paper(hall, "cat-1", act="", pick="tariffs", **FINES).content.decode()

    assert 'name="type" value="fines"' in first
    assert 'name="type" value="tariffs"' in second
    assert '<option value="wolf" selected>' in second
    assert 'value="2"' in second
    assert "CANARY</textarea>" in second
    assert stored(hall, "cat-1") == []


def test_the_list_carries_what_was_typed(hall):
    body = paper(hall, "cat-1", act="list", **FINES).content.decode()

    assert body.count('name="pick"') == 25
    assert '<input type="hidden" name="field1" value="2">' in body


@pytest.mark.rule("R-112")
def test_a_scheme_offers_only_the_tables_province(hall):
    body = paper(hall, "cat-3", "scheme", act="", pick="assassinate").content.decode()

    assert '<option value="swords"' in body
    assert '<option value="snake-2"' in body
    assert '<option value="wolf"' not in body
    assert '<option value="bear-1"' not in body


@pytest.mark.parametrize("htmx", [False, True])
def test_a_sent_paper_has_a_receipt_and_may_be_changed(hall, htmx):
    sent = paper(hall, "cat-1", htmx=htmx, **FINES)
    body = play(hall, "cat-1")

    assert sent.status_code == (200 if htmx else 302)
    assert "Received by Control" in body
    assert "rev 1" in body
    assert "Fines: Wolf, 2 Power, 1 Favor (cost 3)" in body
    assert "Change it" in body
    change = paper(hall, "cat-1", act="change").content.decode()
    assert '<option value="wolf" selected>' in change
    paper(hall, "cat-1", **{**FINES, "field1": "3"})
    assert "rev 2" in play(hall, "cat-1")
    assert [json.loads(row.body)["values"][1] for row in stored(hall, "cat-1")] == [["2"], ["3"]]


def test_a_form_sent_twice_is_one_paper_and_an_edited_one_is_another(hall):
    key = {"client_key": str(uuid.uuid4())}

    for _tap in range(3):
        paper(hall, "cat-1", **FINES, **key)
    paper(hall, "cat-1", **{**FINES, "field1": "4"}, **key)

    assert [row.revision for row in stored(hall, "cat-1")] == [1, 2]


@pytest.mark.parametrize(
    ("kind", "seat", "fields", "sentence"),
    [
        pytest.param("proposal", "cat-1", {**FINES, "type": "anarchy"}, "Choose what it shall be", id="unknown type"),
        pytest.param("proposal", "cat-1", {**FINES, "field0": ""}, "say which house", id="a field missing"),
        pytest.param("proposal", "cat-1", {**FINES, "field1": "many"}, "a number from 0 to 40", id="no number"),
        pytest.param("proposal", "cat-1", {"type": "x", "field99": "y"}, "too many fields", id="too many fields"),
        pytest.param("proposal", "cat-1", {**FINES, "month": "x"}, "form is broken", id="no month"),
        pytest.param("scheme", "cat-3", {"type": "spread-rumors", "field0": "bear"}, "province whose table", id="foreign table"),
        pytest.param("scheme", "cat-1", AMBUSH, "chose another room", id="another room"),
    ],
)
def test_what_cannot_be_sent_comes_back_as_typed_with_a_sentence(hall, kind, seat, fields, sentence):
    response = paper(hall, seat, kind, **{"note": "MINE", **fields})

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert stored(hall, seat, kind) == []


def test_nothing_typed_is_lost_when_it_is_refused(hall):
    body = paper(hall, "cat-1", htmx=True, **{**FINES, "field1": "many"}).content.decode()

    assert '<option value="wolf" selected>' in body
    assert 'value="many"' in body
    assert "CANARY</textarea>" in body
    assert "data-dirty" in body


def test_the_cost_is_reckoned_while_it_is_typed(hall):
    assert "cost 3" in paper(hall, "cat-1", act="cost", **FINES).content.decode()
    assert "cost 1 for each item" in paper(hall, "cat-1", act="cost", **{**FINES, "field1": "many"}).content.decode()


def test_a_form_of_another_month_is_out_of_date(hall):
    response = paper(hall, "cat-1", **{**FINES, "month": "2"})

    assert response.status_code == 409
    assert "it is now month 1" in response.content.decode()


@pytest.mark.rule("GE-EVT-39", "GE-UND-02", "R-16")
def test_a_scheme_is_locked_when_movement_begins_and_one_that_comes_then_is_late(hall):
    paper(hall, "cat-3", "scheme", **AMBUSH)
    hall.until(Phase.PLANNING)

    locked = play(hall, "cat-3")
    paper(hall, "cat-3", "scheme", **{**AMBUSH, "note": "too late"})
    late = play(hall, "cat-3")

    assert "Locked." in locked
    assert "rev 1" in locked
    assert "<b>Late.</b>" in late
    assert "Revision 1, which came in time, counts." in late


@pytest.mark.rule("GE-EVT-38", "GE-CRT-21", "R-16")
def test_a_proposal_is_taken_in_and_one_that_comes_then_is_late(hall):
    paper(hall, "cat-1", **FINES)
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    assert "Change it" in play(hall, "cat-1")
    hall.updates(Room.COURT)

    taken = play(hall, "cat-1")
    paper(hall, "cat-1", **{**FINES, "field1": "9"})
    late = play(hall, "cat-1")

    assert "Locked." not in taken
    assert "It lies before the Sovereign." in taken
    assert "Fines: Wolf, 2 Power, 1 Favor (cost 3)" in taken
    assert "<b>Late.</b>" in late
    assert "9 Power" not in late.split("<!--region results-->")[1].split("<!--/region results-->")[0]


@pytest.mark.rule("R-16")
def test_a_paper_of_somebody_who_went_elsewhere_is_set_aside(hall):
    paper(hall, "cat-2", **FINES)
    hall.choose("cat-2", Room.WAR)
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    hall.updates(Room.COURT)

    assert "you are not in the Court" in play(hall, "cat-2")


def test_nobody_and_staff_hand_in_nothing(hall):
    address = reverse("papers:paper", args=["proposal"])

    assert Client().post(address, {**FINES, "act": "send", "month": "1"}).status_code == 404
    assert hall.staff().post(address, {**FINES, "act": "send", "month": "1"}).status_code == 404
    assert Sheet.objects.count() == 0


@pytest.mark.parametrize("kind", ["war", "letter"])
def test_only_papers_of_types_are_written_here(hall, kind):
    assert paper(hall, "cat-1", kind, **FINES).status_code == 404


def test_a_seat_writes_only_its_own_paper(hall):
    fields = {**FINES, "seat": "cat-1", "act": "send", "month": "1"}
    hall.phone("cat-2").post(reverse("papers:paper", args=["proposal"]), fields)

    assert stored(hall, "cat-1") == []
    assert len(stored(hall, "cat-2")) == 1


def test_others_read_nothing_of_it_at_any_time(hall):
    paper(hall, "cat-1", **FINES)
    paper(hall, "cat-3", "scheme", **AMBUSH)

    def found() -> list[str]:
        seats = [seat for seat, _room in ROOMS if seat not in ("cat-1", "cat-3")]
        return [seat for seat in seats if "CANARY" in play(hall, seat) or "Fines:" in play(hall, seat)]

    sealed = found()
    hall.until(Phase.PLANNING, Phase.MOVEMENT)
    hall.updates(Room.COURT)
    hall.updates(Room.UNDERGROUND)

    assert sealed == []
    assert found() == []
    assert "CANARY" in play(hall, "cat-1")
    assert "CANARY" in play(hall, "cat-3")
