"""Short words on a phone: targets of a step, an encounter, production."""

from __future__ import annotations

from html import escape

import pytest

from rooms.tables.scythe.screens.app import APP
from tests.rooms.tables.phones import words_in
from tests.rooms.tables.scythe.dealt import meets, on_the_move, top_row
from tests.rooms.tables.scythe.phone import hand_for, panel_for
from tests.rooms.tables.scythe.play import BOOK, begun
from tests.rooms.tables.scythe.tables import A, side


def test_a_target_is_its_code_with_its_terrain_as_a_drawing_and_read_out():
    state = on_the_move(side("nordic", character="C3"), side("rusviet"), marks=("D4",))
    [unit] = panel_for(state, A).moving.units
    chips = {chip.value: chip for chip in unit.step.fields[0].chips}

    assert (chips["D3"].title, chips["D3"].sign, chips["D3"].mark, chips["D3"].aside) == ("D3", "factory", "", "Factory")
    plain = next(chip for chip in chips.values() if not chip.sign)
    assert (plain.title, plain.mark) == (plain.value, BOOK.territories[plain.value].terrain)
    assert f", {plain.aside}</span>" in hand_for(state, A)


@pytest.mark.rule("SY-ENC-04", "SY-FAC-08")
def test_an_encounter_is_told_once_with_where_it_is_and_what_a_second_option_is():
    card = BOOK.encounters["EN-01"]
    nordic, polania = (side(each, character="B4", coins=9, popularity=9) for each in ("nordic", "polania"))
    state = meets(nordic, side("rusviet"), card=card.id, space="B4")
    again = meets(polania, side("rusviet"), card=card.id, space="B4", taken=(0,))
    first, second = panel_for(state, A), panel_for(again, A)

    assert (first.head, first.line) == ("Encounter on B4 (mountain)", "Choose an option of the card.")
    assert second.line == "Your faction may take a second option of the card."
    assert APP.reads(first) == card.scene
    assert hand_for(state, A).count(escape(card.scene)) == 1
    assert APP.reads(panel_for(begun(), A)) == ""


@pytest.mark.rule("SY-PRD-06")
@pytest.mark.parametrize(("workers", "told"), [("A3", "1 worker on A3"), ("A3 A3", "2 workers on A3")])
def test_one_worker_that_is_produced_is_no_workers(workers, told):
    section = next(number for number, each in enumerate(BOOK.mats["industrial"].sections) if each.top == "produce")
    state = top_row(side("nordic", workers=workers), side("rusviet"), section=section)

    assert f"You produce {told} ." in words_in(hand_for(state, A))
    assert 'data-word="workers on A3" data-singular="worker on A3"' in hand_for(state, A)
