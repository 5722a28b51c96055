"""Numbers of a finished game. Before the end, no number that could reveal a hand."""

from __future__ import annotations

import re

import pytest

from control.engine.records import replace
from rooms.realm.desks import Desk
from rooms.tables import registry, story
from rooms.tables.access import open_door
from rooms.tables.registry import LogLevel
from rooms.tables.screens.results import stats_view
from tests.control.desks.conftest import signed_in
from tests.control.phones import CAT_1, WOLF_1, Day
from tests.rooms.tables.noted import NOTED
from tests.rooms.tables.shop import Phone, state_of, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(toy, anna, boris) -> str:
    registry.register("toy", lambda: NOTED)
    code = anna.open(chairs="2", seconds="0")
    boris.press(code, "sit")
    assert anna.press(code, "begin").status_code == 200
    return code


@pytest.fixture
def over(anna, boris, code) -> str:
    """Anna has kept her number, Boris swapped his."""
    anna.play(code)
    boris.play(code, "yes")
    return code


def stats(code: str):
    return stats_view(open_door(table_of(code), None), story.lines_of(table_of(code).stream))


def screens(code: str, *phones: Phone) -> list[str]:
    return [*(phone.look(code) for phone in phones), words(Phone().client.get(f"/screen/table/{code}/"))]


class TestAGameInNumbers:
    def test_stands_on_phones_and_the_wall_when_it_is_over(self, over, anna, clara):
        for page in screens(over, anna, clara):
            assert "The game in numbers" in page
            assert "Who took from whom" in page
            assert '<svg class="stats-picture"' in page

    def test_tells_how_long_how_many_turns_and_who_attacked_whom(self, over):
        found = stats(over)

        assert (found.lasted, found.turns, found.by_player) == ("1 minute", "2 turns", (("Anna", 1), ("Boris", 1)))
        assert [(each.name, each.words) for each in found.attacks] == [("Boris", "Anna × 1")]
        assert [row.counts for row in found.rows] == [(None, 0), (1, None)]

    def test_counts_a_turn_with_which_a_round_begins(self, toy, anna, boris):
        def headed(happened, scene):
            found = NOTED.note(happened, scene)
            level = None if found.player is None else LogLevel.ROUND if found.player == 0 else LogLevel.TURN
            return replace(found, level=level)

        registry.register("toy", lambda: replace(NOTED, note=headed))
        code = anna.open(chairs="2", seconds="0")
        boris.press(code, "sit")
        anna.press(code, "begin")
        anna.play(code)
        boris.play(code)

        assert stats(code).turns == "2 turns"

    def test_names_its_rounds_beside_the_last_number(self, over, anna):
        axis = re.findall(r'<text class="stats-axis"[^>]*>([^<]*)</text>', anna.look(over))

        assert axis[-2:] == ["2", "Round"]

    def test_draws_each_score_by_round_to_the_one_it_ended_with(self, over):
        picture, play = stats(over).picture, state_of(over).play

        assert [curve.scores[-1] for curve in picture.curves] == list(play.shown)
        assert [len(curve.points) for curve in picture.curves] == [3, 3]
        assert [curve.name in curve.label for curve in picture.curves] == [True, True]

    def test_tells_lines_apart_without_colour(self, over):
        curves = stats(over).picture.curves

        assert len({curve.dash for curve in curves}) == len({curve.sign for curve in curves}) == len(curves)

    def test_does_not_count_what_was_taken_back(self, anna, boris, code):
        anna.play(code, "yes")
        seq = next(line.seq for line in story.lines_of(table_of(code).stream) if line.label.endswith("Choose"))
        anna.press(code, "back", seq=seq)
        anna.play(code)
        boris.play(code)

        assert stats(code).turns == "2 turns"
        assert stats(code).attacks == ()


class TestNobodyReadsAHandFromIt:
    def test_while_it_is_played(self, code, anna, boris, clara):
        anna.play(code)

        assert stats(code) is None
        for page in screens(code, anna, boris, clara):
            assert "The game in numbers" not in page
            assert "stats-picture" not in page

    def test_before_it_began(self, toy, anna):
        code = anna.open()

        assert stats(code) is None

    def test_when_its_end_was_taken_back(self, toy):
        registry.register("toy", lambda: NOTED)
        day = Day().here(CAT_1, WOLF_1)
        walt = signed_in(day.event, Desk.WAR)
        walt.tap("tables/open/", {"kind": "toy", "chairs": "2", "seconds": "0"})
        code = re.search(r"/screen/table/(\w+)/", words(walt.get("part/tables/")))[1]
        cat, wolf = Phone(day.phone(CAT_1)), Phone(day.phone(WOLF_1))
        for phone in (cat, wolf):
            phone.press(code, "sit")
        walt.tap(f"tables/{code}/begin/")
        for phone in (cat, wolf):
            phone.play(code)
        assert "The game in numbers" in cat.look(code)
        assert "Games you have played" in words(cat.client.get("/tables/"))

        seq = re.findall(r'type="radio" name="seq" value="(\d+)"', words(walt.get(f"tables/{code}/back/")))[0]
        walt.tap(f"tables/{code}/back/", {"seq": seq, "reason": "The wrong card."})

        assert stats(code) is None
        assert "The game in numbers" not in cat.look(code)
        assert "Games you have played" not in words(cat.client.get("/tables/"))
