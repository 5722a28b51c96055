"""A player of an event at a side table misses nothing of the day, and nothing of the table in the main game."""

from __future__ import annotations

import re

import pytest

from control.day.notices import Announce
from control.day.people.room_choice import ChooseRoom
from control.engine.context import Actor
from control.live import broadcast
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from rooms.tables.game.state import TableState
from rooms.tables.models import TablePermit
from rooms.tables.screens import game_view
from rooms.tables.screens.agreement import agreement_of
from rooms.tables.statecraft.rules.modes import OPTIONS
from tests.control.desks.conftest import signed_in
from tests.control.phones import CAT_1, CAT_2, WOLF_1, Day
from tests.rooms.tables.shop import Phone, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(toy) -> Day:
    day = Day().here(CAT_1, CAT_2, WOLF_1).until(Phase.PLANNING, month=3)
    TablePermit.objects.create(event=day.event, players=True)
    return day


@pytest.fixture
def cat(day) -> Phone:
    return Phone(day.phone(CAT_1))


@pytest.fixture
def wolf(day) -> Phone:
    return Phone(day.phone(WOLF_1))


def head_of(page: str) -> str:
    found = re.search(r'<header class="table-head">(.*?)</header>', page, re.DOTALL)
    assert found
    return found[1]


class TestTheDayAtATable:
    def test_the_head_has_the_clock_of_the_day_and_a_way_back(self, day, cat):
        head = head_of(cat.look(cat.open()))

        deadline = day.state.clock.deadline.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        assert "Month 3" in head
        assert "Planning" in head
        assert f'data-clock="event" data-deadline="{deadline}"' in head
        assert re.search(r'<a class="day-way[^>]*href="/play/"', head)

    def test_it_comes_with_each_change(self, day, cat):
        code = cat.open()
        seen = re.findall(r'name="seen" value="([^"]+)"', cat.look(code))
        assert cat.client.get(f"/tables/{code}/fresh/", {"seen": seen}).status_code == 204

        day.end()

        answer = words(cat.client.get(f"/tables/{code}/fresh/", {"seen": seen}))
        assert 'id="region-day"' in answer
        assert "Movement" in answer

    def test_a_sheet_that_has_not_been_sent_is_told(self, day, cat):
        code = cat.open()
        assert "is not sent" not in head_of(cat.look(code))

        day.do(ChooseRoom(month=3, seat=CAT_1, room=Room.WAR), Actor(seat=CAT_1))

        head = head_of(cat.look(code))
        assert "Your war sheet is not sent" in head
        assert 'data-nudge="war"' in head
        assert 'data-open-sheets="war"' in head

    def test_with_its_time_where_it_closes_with_the_phase(self, day, cat):
        code = cat.open()

        day.do(ChooseRoom(month=3, seat=CAT_1, room=Room.UNDERGROUND), Actor(seat=CAT_1))

        head = head_of(cat.look(code))
        assert "Your scheme is not sent" in head
        assert "closes in" in head

    def test_what_control_announces_lies_over_the_table(self, day, cat):
        code = cat.open()
        day.do(Announce(text="Lunch is ready", to="all"))

        page = cat.look(code)

        assert re.search(r'id="region-news".*?data-notice="\d+".*?Lunch is ready', page, re.DOTALL)
        assert 'id="told"' in page
        assert 'href="/play/#news"' in page

    def test_it_hears_the_event_and_the_table(self, day, cat):
        code = cat.open()

        page = cat.look(code)

        assert f'data-live="/live/{day.event.pk}/?beside=table/{code.lower()}"' in page
        topics = re.search(r'data-topics="([^"]+)"', page)[1].split()
        assert {"table", "clock", "sheet", "news"} <= set(topics)

    def test_friends_and_tables_of_no_event_have_no_day(self, day, cat, anna):
        for phone, code in ((anna, cat.open()), (anna, anna.open())):
            page = phone.look(code)
            assert f'data-live="/live/table/{code.lower()}/"' in page
            for each in ("region-day", "day-way", 'id="nudge"', 'id="told"', "Planning"):
                assert each not in page


def now_of(phone: Phone) -> str:
    found = re.search(r'id="region-beside".*?<!--/region beside-->', words(phone.client.get("/play/")), re.DOTALL)
    assert found
    return found[0]


class TestTheTableInTheGame:
    @pytest.fixture
    def code(self, cat, wolf) -> str:
        code = cat.open(chairs="2", title="Hall corner")
        wolf.press(code, "sit")
        assert cat.press(code, "begin").status_code == 200
        return code

    def test_the_first_page_says_that_it_is_ones_turn_for_how_long_and_leads_there(self, cat, code):
        now = now_of(cat)

        assert f"Your turn at Hall corner, High Number ({code})" in now
        assert f'href="/tables/{code}/"' in now
        assert 'data-deadline="20' in now

    def test_in_one_line_that_one_sits_there_otherwise(self, cat, wolf, code):
        assert cat.play(code).status_code == 200

        now = now_of(cat)

        assert f"You sit at Hall corner, High Number ({code}): Waiting for" in now
        assert "Your turn" not in now
        assert "Your turn" in now_of(wolf)

    def test_nothing_of_it_where_one_does_not_sit_or_it_is_over(self, day, cat, wolf, code):
        assert "/tables/" not in now_of(Phone(day.phone(CAT_2)))

        cat.press(code, "close", why="lunch")

        assert "/tables/" not in now_of(cat)

    def test_those_who_sit_there_hear_of_each_change(self, monkeypatch, django_capture_on_commit_callbacks, cat, wolf, code):
        heard = []
        monkeypatch.setattr(
            broadcast, "tell_outside_journal", lambda event, found, **_: heard.extend((each.topic, each.to) for each in found)
        )

        with django_capture_on_commit_callbacks(execute=True):
            cat.play(code)

        assert {("beside", "seat:cat-1"), ("beside", "seat:wolf-1")} <= set(heard)

    def test_a_closed_table_leads_back_to_the_game_who_plays_in_it(self, cat, anna, code):
        cat.press(code, "close", why="lunch")

        assert re.search(r'<a class="button main" href="/play/">Back to the game', cat.look(code))
        assert "Back to the game" not in anna.look(code)


class TestANamedTable:
    @pytest.fixture
    def walt(self, day):
        return signed_in(day.event, Desk.WAR)

    def test_shows_its_game_everywhere(self, day, cat, walt):
        code = cat.open(chairs="2", title="Hall corner")
        desk = f"/control/{day.event.pk}/tables/"
        pages = ("/tables/", f"/tables/{code}/", f"/screen/table/{code}/")
        desks = (desk, f"{desk}{code}/", f"{desk}{code}/close/")

        for page in (*(words(cat.client.get(each)) for each in pages), *(words(walt.client.get(each)) for each in desks)):
            assert re.search(r"Hall corner(</b>)?\s*<small class=\"of-game\">High Number</small>", page)
        assert f"Table {code}: Hall corner, High Number" in [each.name for each in game_view.boards_shown(day.event)]

    def test_one_without_a_name_says_its_game_once(self, day, cat):
        assert "of-game" not in cat.look(cat.open())

    def test_the_desk_reads_why_one_was_closed(self, day, cat, walt):
        code = cat.open()
        cat.press(code, "close", why="the hall is needed")

        assert "Reason: the hall is needed" in words(walt.client.get(f"/control/{day.event.pk}/tables/"))

    def test_its_chairs_lead_back_and_do_not_close_it(self, day, cat, walt):
        page = words(walt.client.get(f"/control/{day.event.pk}/tables/{cat.open()}/"))

        assert re.search(r"data-close>Back</a>", page)
        assert "Close this" not in page


def test_an_option_says_which_choice_it_belongs_to():
    page = words(Phone().named("Anna").client.get("/tables/"))
    agreement = agreement_of(OPTIONS, 2, 6, None)

    assert 'data-belongs="option-mode" data-choice="advanced"' in page
    assert "tables/options.js" in page
    assert "leaders’ texts" not in agreement.words
    advanced = agreement_of(OPTIONS, 2, 6, TableState(options={"mode": "advanced", "texts": "off"}))
    assert "leaders’ texts: Without effect" in advanced.words
    assert agreement.words == "Quickplay: one scenario, 8 rounds, no events · 1 minute for a turn"  # not the default
