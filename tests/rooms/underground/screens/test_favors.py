"""A Favor of the Underground on a seated player's phone: offered, pressed, refused, and told to nobody else."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from control.day.clock.pauses import Pause
from control.engine.ids import RoomId
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Room
from rooms.realm.screens.phone import PHONE
from rooms.underground.game.module import EnterScheme
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.lookup import TOPIC, find_scheme
from tests.control.phones import CAT_1, CAT_2, HX, words
from tests.rooms.realm.game.using import card_of, every_favor, kind_with
from tests.rooms.underground.screens.test_phone import PLAY, SNAKE_1, TableDay

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> TableDay:
    """Cat's first holds every Favor."""
    day = TableDay()
    for gift in every_favor(day.state, CAT_1):
        day.do(gift)
    return day


def use(phone, day, effect: str, step: TableStep, **named: object):
    """Press the Favor as htmx sends it."""
    card = card_of(day.state, CAT_1, kind_with(day.state, effect, f"underground:{step.value}"))
    sent = {"command_id": str(uuid.uuid4()), "month": "1", "card": card, **named}
    return phone.post(reverse("realm:use-favor"), sent, headers=HX)


@pytest.mark.rule("GE-FAV-02", "GE-FAV-03", "GE-FAV-05", "GE-FAV-07", "GE-UND-39")
def test_a_favor_is_pressed_at_the_table_without_the_players_turn(day):
    day.to(TableStep.ADVANCEMENT)
    phone, mate = day.phone(CAT_1), day.phone(CAT_2)
    scheme, other = day.scheme_of("snake"), day.scheme_of("cat")
    page = words(phone.get(PLAY))
    assert page.index("und-play") < page.index("favors-now")  # below the table, in the same tab
    assert f'<option value="{scheme}" >scheme {scheme} of Snake</option>' in page
    assert f"scheme {other} of Cat: " in page
    assert "favor-use" not in words(mate.get(PLAY))

    wrong = use(phone, day, "advance-2", TableStep.ADVANCEMENT, number=99)
    assert wrong.status_code == 409
    assert "does not lie here any more" in words(wrong)
    day.do(Pause(room=RoomId(Room.UNDERGROUND), table="west"))
    paused = use(phone, day, "advance-2", TableStep.ADVANCEMENT, number=scheme)
    assert paused.status_code == 422
    assert "This table is paused" in words(paused)
    assert f'value="{scheme}" selected' in words(paused)  # the choice is kept
    assert find_scheme(day.state, scheme).advancement == ()


@pytest.mark.rule("GE-FAV-03", "GE-FAV-07", "GE-UND-33")
def test_minions_more_are_in_the_hand_at_once_and_the_card_lies_open_for_all(day):
    day.to(TableStep.MINIONS)
    phone, mate = day.phone(CAT_1), day.phone(CAT_2)
    assert "favors-now" not in words(mate.get(PLAY))

    answer = use(phone, day, "minions-2", TableStep.MINIONS)

    assert answer.status_code == 200, words(answer)
    assert len(day.hand(CAT_1)) == 6
    assert "und-play" in words(answer)  # the table comes with the answer
    page = words(phone.get(PLAY))
    assert "favor-use" not in page  # one a month
    assert "Used this month" in page
    assert "Used this month" in words(mate.get(PLAY))
    assert "has used a Favor this month already" in words(use(phone, day, "minions-1", TableStep.MINIONS))


@pytest.mark.rule("GE-FAV-03", "R-144")
def test_a_look_shows_a_face_on_one_phone(day):
    day.to(TableStep.SCHEMES)
    day.do(EnterScheme(player=SNAKE_1, month=1, paper=Paper(type="ambush"), reason="on paper"))
    scheme = next(each.id for each in day.table.schemes if each.author == SNAKE_1)
    phone, mate = day.phone(CAT_1), day.phone(CAT_2)
    faces = [words(each.get(PLAY)).count("It waits to be attacked.") for each in (phone, mate)]

    assert use(phone, day, "look-scheme", TableStep.SCHEMES, number=scheme).status_code == 200

    now = [words(each.get(PLAY)).count("It waits to be attacked.") for each in (phone, mate)]
    assert now == [faces[0] + 2, faces[1]]  # at the table, and in the overview of own schemes
    assert f"looks at scheme {scheme} of Snake" not in words(mate.get(PLAY))


def test_what_is_offered_is_looked_at_again_when_something_happens_at_a_table():
    assert TOPIC in next(each for each in PHONE.regions if each.name == "favors").topics
