"""A person's past games, found again without an account: only their own, and none of another event."""

from __future__ import annotations

import re

import pytest

from rooms.tables.access import open_door
from rooms.tables.game.rules import Result
from rooms.tables.models import PastGame, TablePermit
from rooms.tables.past_games import places_of
from tests.control.phones import CAT_1, WOLF_1, Day
from tests.rooms.tables.shop import Phone, state_of, table_of, words

pytestmark = pytest.mark.django_db


def played(host: Phone, other: Phone) -> str:
    """Play a game of these two to its end."""
    code = host.open(chairs="2", seconds="0")
    other.press(code, "sit")
    host.press(code, "begin")
    host.play(code)
    other.play(code)
    return code


def past(phone: Phone) -> str:
    """The list of past games on the page of all tables."""
    found = re.search(r'<section class="stack tight" aria-labelledby="past-title">.*?</section>', phone_page(phone), re.DOTALL)
    return found[0] if found else ""


def phone_page(phone: Phone) -> str:
    return words(phone.client.get("/tables/"))


def test_lists_what_was_played_to_its_end_with_the_place_and_the_ways_there(anna, boris):
    code = played(anna, boris)
    won = state_of(code).play.shown

    for phone, mine, other in ((anna, *won), (boris, *reversed(won))):
        found = past(phone)
        assert "High Number" in found
        assert f"place {1 if mine > other else 2} of 2" in found
        assert f"1 game, {int(mine > other)} won" in found
        assert f'href="/tables/{code}/"' in found
        assert f'href="/tables/{code}/history/"' in found


def test_lists_nothing_for_whoever_only_looked_on_or_is_nobody(anna, boris, clara, toy):
    code = played(anna, boris)
    clara.look(code)

    assert past(clara) == ""
    assert past(Phone()) == ""


def test_lists_no_game_that_runs(anna, boris):
    code = anna.open(chairs="2", seconds="0")
    boris.press(code, "sit")
    anna.press(code, "begin")

    assert past(anna) == ""


def test_lists_them_on_another_phone_with_the_own_code(anna, boris):
    code = played(anna, boris)
    own = re.search(r'class="own-code">([\w-]+)<', phone_page(anna))[1]

    assert code in past(Phone().named("Anna", own))


def test_a_game_that_was_closed_has_no_place(anna, boris):
    code = anna.open(chairs="2", seconds="0")
    boris.press(code, "sit")
    anna.press(code, "begin")
    anna.press(code, "close", why="Dinner is ready.")

    assert "not played to its end" in past(anna)


def test_a_table_that_was_closed_before_its_game_was_none(anna):
    code = anna.open()
    anna.press(code, "close", why="Nobody came.")

    assert past(anna) == ""


def test_at_a_phone_of_an_event_no_table_of_another_is_listed(toy):
    days = [Day().here(CAT_1, WOLF_1) for _each in range(2)]
    codes, phones = [], []
    for day in days:
        TablePermit.objects.create(event=day.event, players=True)
        cat, wolf = Phone(day.phone(CAT_1)), Phone(day.phone(WOLF_1))
        codes.append(played(cat, wolf))
        phones.append(cat)

    assert [[code in past(phone) for code in codes] for phone in phones] == [[True, False], [False, True]]


def test_nor_one_where_somebody_sat_as_a_friend(toy, anna):
    there, here = (Day().here(CAT_1, WOLF_1) for _each in range(2))
    TablePermit.objects.create(event=there.event, players=True)
    code = played(Phone(there.phone(CAT_1)), anna)
    assert code in past(anna)  # outside any event, all of her games are listed

    both = here.phone(CAT_1)
    both.cookies.update(anna.client.cookies)

    assert code not in past(Phone(both))


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ((5, 9, 7), (1,), (3, 1, 2)),
        ((9, 9, 7), (0, 1), (1, 1, 3)),
        ((9, 9, 7), (1,), (2, 1, 3)),  # a tie that was broken
        ((4, 4, 9), (2,), (2, 2, 1)),
    ],
)
def test_a_place_is_one_more_than_are_before(anna, boris, scores, winners, places, monkeypatch):
    door = open_door(table_of(played(anna, boris)), None)
    monkeypatch.setattr(type(door.engine.rules), "result", lambda _self, _play: Result(winners=winners, scores=scores))

    assert places_of(door.engine, door.state) == places


def test_an_end_is_listed_once(anna, boris):
    played(anna, boris)

    assert PastGame.objects.count() == 2
