"""Shared caches of fragments show nothing to viewers without a right: one phone's secrets are sought on others with warm caches."""

from __future__ import annotations

import re
import uuid

import pytest

from control.day.clock.phases import BeginDay, SetClock
from control.day.memoization import Noting, memoized_view
from control.day.notices import Announce
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine import language
from control.engine.ids import SeatId
from control.journal import desk, journal
from control.models import Stream
from control.regions import fragments
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.view import house_view
from rooms.realm.scenario.ids import HouseId, Phase, Room
from tests.secrecy.planted import OLGA, Hall, player

CAT, MATE, WOLF = SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1")
pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    fragments.shelf.cache_clear()
    hall = Hall()
    for command in (BeginDay(), SetClock(month=1, phase=Phase.PLANNING, seconds=3600)):
        give(hall, command)
    for seat in (CAT, MATE, WOLF):
        give(hall, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
        give(hall, SeatInRoom(player=seat, month=1, room=Room.WAR))
    yield hall
    fragments.shelf.cache_clear()


def give(hall, command):
    return desk.perform(stream_id=Stream.objects.get(event=hall.event).pk, command=command, by=OLGA, command_id=uuid.uuid4())


def page(hall, seat):
    return player(hall.event, seat).get("/play/").content.decode()


def test_words_to_one_house_stay_there_while_all_fragments_are_warm(hall):
    for _twice in range(2):
        for seat in (CAT, MATE, WOLF):
            page(hall, seat)
    give(hall, Announce(text="CANARYTOCATS", to="cat"))

    assert "CANARYTOCATS" in page(hall, CAT)
    assert "CANARYTOCATS" in page(hall, MATE)
    assert "CANARYTOCATS" not in page(hall, WOLF)
    assert "CANARYTOCATS" not in page(hall, WOLF)


def test_a_purse_is_never_drawn_for_another_seat(hall):
    give(hall, AdjustPower(seat=CAT, before=power(hall, CAT), power=7351, reason="CANARYREASON"))

    assert "7351" in page(hall, CAT)  # now it is cached
    assert "7351" not in strip(page(hall, MATE))
    assert "7351" not in page(hall, WOLF)
    assert "CANARYREASON" not in page(hall, MATE)


def test_two_who_see_the_same_get_their_own_form_tokens_and_presses(hall):
    first, again = page(hall, CAT), page(hall, CAT)
    other = page(hall, MATE)

    for name in ("csrfmiddlewaretoken", "command_id"):
        values = [set(re.findall(rf'name="{name}" value="([^"]+)"', each)) for each in (first, again, other)]
        assert all(values), name
        assert not values[0] & values[1], name
        assert not values[0] & values[2], name
    for mark in (fragments.TOKEN, fragments.PRESS, "\x1e"):
        assert mark not in first + again + other


def test_a_fragment_is_drawn_once_for_all_who_are_shown_the_same(hall):
    page(hall, CAT)
    before = fragments.shelf.misses

    page(hall, CAT)

    assert fragments.shelf.misses == before
    page(hall, WOLF)
    assert fragments.shelf.misses > before  # the other House gets another fragment


def test_a_view_is_made_anew_when_anything_that_it_has_read_is_another(hall):

    before = journal.head(Stream.objects.get(event=hall.event)).state
    cats, wolves = house_view(before, HouseId("cat")), house_view(before, HouseId("wolf"))
    give(hall, AdjustPower(seat=CAT, before=power(hall, CAT), power=41, reason="found"))
    after = journal.head(Stream.objects.get(event=hall.event)).state

    assert house_view(before, HouseId("cat")) is cats  # viewers who still see the earlier state
    assert house_view(after, HouseId("cat")).power == cats.power + 41 - before.seats[CAT].purse.power
    assert house_view(after, HouseId("wolf")) == wolves
    assert {member.team for member in wolves.members} == {HouseId("wolf")}


def test_what_a_view_reads_through_another_is_noted_as_well():
    asked = []

    class State:
        attached, seats, laws = object(), (1, 2), ("one",)

    @memoized_view(4)
    def inner(state):
        asked.append("inner")
        return len(state.seats)

    @memoized_view(4)
    def outer(state):
        asked.append("outer")
        return inner(state), state.laws

    first = State()
    assert outer(first) == outer(first) == (2, ("one",))
    assert asked == ["outer", "inner"]
    second = State()
    second.seats = (1, 2, 3)

    assert outer(second) == (3, ("one",))
    assert Noting(first).laws == ("one",)


def test_what_was_said_in_one_language_is_not_told_in_another():
    class State:
        attached, laws = object(), (1, 2)

    @memoized_view(4)
    def view(state):
        return language.say("home"), state.laws

    before = (language._one, language._in_context, language._by_count)
    assert view(State()) == ("home", (1, 2))
    language.set_translators(str.upper, lambda _context, sentence: sentence, lambda one, _many, _count: one)
    try:
        assert view(State()) == ("HOME", (1, 2))
    finally:
        language.set_translators(*before)
    assert view(State()) == ("home", (1, 2))


def power(hall, seat):

    return journal.head(Stream.objects.get(event=hall.event)).state.seats[seat].purse.power


def strip(text):
    return re.search(r"<!--region strip-->.*?<!--/region strip-->", text, re.S).group(0)
