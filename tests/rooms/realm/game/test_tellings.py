"""Tellings: one function says all lines about an event, and each reader takes those of one type and audience."""

from __future__ import annotations

from control.engine.chronicle import PersonDeed, chronicle
from control.engine.ids import SeatId
from control.engine.modules import corrections_in, journal_words, reports_in
from control.engine.reports import DESKS, Correction, ShownValue, corrections_between, to_desks
from rooms.realm.game.favors.deck import FavorDrawn
from rooms.realm.game.treasury.power import PowerGained
from rooms.realm.scenario.ids import CardId
from tests.rooms.chronicled import Chronicled
from tests.rooms.realm.game.play import CAT_1, SHARED, running

TYPED = "because Control typed it"


def lines_of(happened):
    before = running().state
    return tuple(SHARED.tell(happened, before, SHARED.evolve(before, happened)))


def test_every_event_that_tells_has_one_sentence_for_the_desks():
    lines = lines_of(PowerGained(seat=CAT_1, amount=2, why=TYPED))
    assert len([each for each in lines if getattr(each, "to", "") == DESKS]) == 1


def test_a_typed_reason_is_read_by_the_desks_and_in_the_debrief_but_on_no_phone():
    lines = lines_of(PowerGained(seat=CAT_1, amount=2, why=TYPED))

    assert journal_words(lines).endswith(f"gains 2 Power: {TYPED}.")
    (deed,) = [each for each in lines if isinstance(each, PersonDeed)]
    assert deed.words == "Got 2 Power: Because Control typed it."
    phones = (*reports_in(lines), *corrections_in(lines))
    assert phones
    assert not any(TYPED in str(each) for each in phones)


def test_a_card_is_named_to_its_holder_alone():
    lines = lines_of(FavorDrawn(seat=CAT_1, card=CardId("our-lady-01#1"), why="x"))
    named = {each.to for each in reports_in(lines) if "You drew" in each.words}

    assert named == {f"seat:{CAT_1}"}
    assert "our-lady" not in journal_words(lines)


def test_the_chronicle_gives_a_told_deed_its_place_in_the_journal():
    day = running()
    told = Chronicled(game=SHARED, first=day.state, events=(PowerGained(seat=CAT_1, amount=2, why="x"),)).by(())
    assert [(each.kind, each.who, each.seq, each.round, each.count) for each in told.deeds] == [
        ("power-gained", f"seat:{SeatId(CAT_1)}", 1, day.state.clock.month, 2)
    ]
    assert chronicle((), (), day.state, 0).deeds == ()


def test_a_correction_is_the_difference_of_two_tellings():
    was = (ShownValue(to="team:cat", what="Power", words="3"), ShownValue(to="all", what="Flag", words="up"))
    now = (ShownValue(to="team:cat", what="Power", words="5"), ShownValue(to="all", what="Flag", words="up"))

    assert list(corrections_between(was, now)) == [Correction(to="team:cat", what="Power", now="5", was="3")]
    assert list(corrections_between(was, was)) == []


def test_a_sentence_with_a_reason_is_the_sentence_without_it():
    assert to_desks("It is built.", "a gift").words == "It is built: a gift."
    assert to_desks("It is built.").words == "It is built."
