"""A death is reported on the phone of the character's player and on no other."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.journal import desk
from control.models import Entry
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.scenario.ids import Phase
from tests.control.phones import CAT_1, OLGA, WOLF_1, Day, words
from tests.control.test_play import text_of

pytestmark = pytest.mark.django_db

PLAY = reverse("control:play")


@pytest.mark.rule("R-139", "GE-CER-02")
def test_a_wound_that_control_enters_is_news_and_one_that_it_takes_off_a_correction():
    day = Day().here(CAT_1).until(Phase.PLANNING)
    phone, name = day.phone(CAT_1), day.state.seats[CAT_1].name
    phone.get(PLAY)
    day.do(AdjustWounds(player=CAT_1, before=0, wounds=2, reason="an arrow"))
    told = text_of(words(phone.get(PLAY)), "amends")
    assert "Entered by Control:" in told
    assert f"Wounds of {name}: 2, not 0." in told
    assert "Corrected" not in told
    day.do(AdjustWounds(player=CAT_1, before=2, wounds=1, reason="miscounted"))
    told = text_of(words(phone.get(PLAY)), "amends")
    assert "Corrected by Control." in told
    assert "Entered by" not in told


@pytest.mark.rule("R-139", "GE-CER-02")
def test_a_death_is_no_correction_and_taken_back_it_is_told_to_whom_it_was():
    day = Day().here(CAT_1, WOLF_1).until(Phase.PLANNING)
    own, other = day.phone(CAT_1), day.phone(WOLF_1)
    for phone in (own, other):
        phone.get(PLAY)
    done = day.do(AdjustWounds(player=CAT_1, before=0, wounds=3, reason="fell from the wall"))
    assert text_of(words(own.get(PLAY)), "amends") == ""
    other.get(PLAY)

    seat, entries = day.state.seats[CAT_1], tuple(entry.seq for entry in done.entries)
    desk.withdraw(stream_id=day.event.stream_id, entries=entries, reason="a slip", by=OLGA, command_id=uuid.uuid4())

    told = text_of(words(own.get(PLAY)), "amends")
    assert "You are alive: your rank is 1 again." in told
    assert f"{seat.character} of Cat: alive again." in told
    assert "something that was shown here" not in told
    everybody = text_of(words(other.get(PLAY)), "amends")
    assert f"{seat.character} of Cat: alive again." in everybody
    assert "You are alive" not in everybody

    (again,) = Entry.objects.filter(stream=day.event.stream).order_by("-seq")[:1]
    desk.withdraw(stream_id=day.event.stream_id, entries=(again.seq,), reason="no slip", by=OLGA, command_id=uuid.uuid4())
    assert "alive" not in text_of(words(own.get(PLAY)), "amends")


@pytest.mark.rule("R-139", "GE-CER-06", "R-17")
def test_the_phone_says_it_gently_to_whose_character_died_and_to_nobody_else():
    day = Day().here(CAT_1, WOLF_1).until(Phase.PLANNING)
    day.do(AdjustWounds(player=CAT_1, before=0, wounds=3, reason="fell from the wall"))

    told = text_of(words(day.phone(CAT_1).get(PLAY)), "death")

    assert told.startswith("Your character has died The third wound, entered by Control. Watch any room meanwhile.")
    assert "When the Ceremony of month 2 ends you come back as" in told
    assert text_of(words(day.phone(WOLF_1).get(PLAY)), "death") == ""
    assert all("fell from" not in words(day.phone(each).get(PLAY)) for each in (CAT_1, WOLF_1))


@pytest.mark.rule("R-139", "R-17")
def test_the_news_and_the_hall_name_who_has_died_and_not_what_control_typed():
    day = Day().here(CAT_1, WOLF_1).until(Phase.PLANNING)
    name = day.state.seats[CAT_1].character
    hall = {kind: reverse("control:screen", args=[day.event.pk, kind]) for kind in ("clock", "news")}
    assert "has died" not in words(Client().get(hall["news"]))

    day.do(AdjustWounds(player=CAT_1, before=0, wounds=3, reason="CANARY"))

    for page in (*(words(Client().get(address)) for address in hall.values()), words(day.phone(WOLF_1).get(PLAY))):
        assert f"{name} of Cat has died." in page
        assert "CANARY" not in page
    assert text_of(words(day.phone(WOLF_1).get(PLAY)), "deaths") == f"The dead Month 1 {name} of Cat has died."
