"""Records that the tables of a game share: the next table finds them, with the name of the first by time, and nothing else."""

from __future__ import annotations

import uuid

import pytest

from control.engine.records import replace
from rooms.tables import registry
from rooms.tables.access import open_door
from rooms.tables.lobby import begin_command, latest_moves, take_back
from rooms.tables.models import TablePermit
from rooms.tables.past_games import kept_before, names_kept
from rooms.tables.registry import ReferenceCard, ReferenceGroup
from rooms.tables.story import lines_of
from tests.control.phones import CAT_1, OLGA, WOLF_1, Day
from tests.rooms.tables.shop import APP, Phone, table_of, words
from tests.rooms.tables.test_past import played
from tests.rooms.tables.toy import TOY

pytestmark = pytest.mark.django_db

CARDS = (ReferenceCard(title="Highest", text="Won.", entry="won"), ReferenceCard(title="Nobody", text="Never."))


@pytest.fixture(autouse=True)
def keeping(toy):
    """A toy whose tables record who had the highest number."""
    kind = replace(TOY, keeps=lambda state: ((state.shown.index(max(state.shown)), "won"),) if state.shown else ())
    cards = (ReferenceGroup(title="Record", line="Kept.", cards=CARDS),)
    registry.register("toy", lambda: replace(APP, kind=kind, reference=lambda _content: cards))
    registry.engine_of.cache_clear()


def winner(code: str) -> str:
    state = open_door(table_of(code), None).state
    return state.names[state.play.shown.index(max(state.play.shown))]


def cards(phone: Phone, code: str) -> str:
    return words(phone.client.get(f"/tables/{code}/cards/"))


def test_a_game_that_begins_finds_what_those_before_have_left(anna, boris):
    first = played(anna, boris)
    assert kept_before(table_of(first)) == ()

    second = anna.open(chairs="2", seconds="0")

    assert begin_command(open_door(table_of(second), None)).kept == ("won",)


def test_on_show_is_the_name_of_the_first_by_time_and_nothing_else_of_that_table(anna, boris, clara):
    at_once = clara.open(chairs="2", seconds="0")
    first = played(anna, boris)
    other = Phone().named("Dmitri")
    other.press(at_once, "sit")
    clara.press(at_once, "begin")
    clara.play(at_once)
    other.play(at_once)

    found = cards(clara, at_once)

    assert dict(names_kept(table_of(at_once))) == {"won": winner(first)}
    assert f"Entered by {winner(first)}" in found
    assert found.count("Entered by") == 1
    assert first not in found
    assert ({"Anna", "Boris"} - {winner(first)}).isdisjoint(found.split())


def test_a_game_that_is_not_over_leaves_nothing_and_an_end_that_is_taken_back_neither(anna, boris):
    code = played(anna, boris)
    second = anna.open(chairs="2", seconds="0")
    boris.press(second, "sit")
    anna.press(second, "begin")
    assert kept_before(table_of(code)) == ()

    door = open_door(table_of(code), None)
    take_back(door, latest_moves(lines_of(door.table.stream))[0].seq, "Misread.", OLGA, uuid.uuid4())

    assert kept_before(table_of(second)) == ()
    assert "Entered by" not in cards(anna, second)


def test_each_event_has_its_own_and_friends_have_theirs(anna, boris):
    here, there = (Day().here(CAT_1, WOLF_1) for _each in range(2))
    for day in (here, there):
        TablePermit.objects.create(event=day.event, players=True)
    code = played(Phone(here.phone(CAT_1)), Phone(here.phone(WOLF_1)))
    same, other = (Phone(day.phone(CAT_1)).open(chairs="2", seconds="0") for day in (here, there))
    friends = anna.open(chairs="2", seconds="0")

    assert kept_before(table_of(same)) == ("won",)
    assert kept_before(table_of(other)) == kept_before(table_of(friends)) == ()
    assert "Entered by" in cards(Phone(here.phone(WOLF_1)), same)
    assert code not in cards(Phone(here.phone(WOLF_1)), same)
    assert "Entered by" not in cards(boris, friends)
