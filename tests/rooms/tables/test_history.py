"""History, transcript and replay of a table: public facts during the game, everything after it."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from control.models import Stream
from rooms.realm.desks import Desk
from tests.control.desks.conftest import signed_in
from tests.control.phones import CAT_1, WOLF_1, Day, hidden
from tests.rooms.tables.shop import HX, Phone, heads, numbers_in, state_of, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(anna, boris) -> str:
    """Anna and Boris play without a time limit."""
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


def page(code: str, client: Client | None = None, **asked: object) -> str:
    answer = (client or Client()).get(f"/tables/{code}/history/", asked)
    assert answer.status_code == 200
    return words(answer)


def replay(*asked: str) -> str:
    out = StringIO()
    call_command("replay", *asked, stdout=out)
    return out.getvalue()


class TestStepThrough:
    def test_opens_at_the_newest_move_with_the_ways_to_all_others(self, over):
        newest = page(over)

        assert "Move <b>3</b> of 3" in newest
        assert "The numbers are" in newest
        assert f'href="/tables/{over}/history/?move=2"' in newest
        assert 'rel="next"' not in newest

    def test_shows_the_board_as_it_was(self, over):
        assert "0 of 2 have chosen" in page(over, move=1)
        second = page(over, move=2)
        assert "1 of 2 have chosen" in second
        assert "Anna has chosen." in second
        assert 'rel="prev"' in second
        assert 'rel="next"' in second

    def test_a_step_is_a_link_that_the_script_only_makes_smoother(self, over):
        there = re.search(r'<a class="button main" id="history-back" href="([^"]+)" hx-get="([^"]+)" rel="prev"', page(over))

        assert there[1] == there[2]
        whole = Client().get(there[1].replace("&amp;", "&"), headers=HX)
        assert "<html" in words(whole)

    @pytest.mark.parametrize("asked", ["0", "99999", "-1", "", "x", "9" * 30, "²"])
    def test_a_move_that_is_not_there_is_the_nearest(self, over, asked):
        assert "Move <b>" in page(over, move=asked)

    def test_what_was_taken_back_is_no_move(self, anna, code):
        anna.play(code)
        anna.press(code, "back", seq=hidden(anna.look(code), "seq")[0])

        found = page(code)

        assert "Move <b>1</b> of 1" in found
        assert "0 of 2 have chosen" in found

    def test_before_the_game_there_is_nothing(self, anna):
        assert "Nothing has been played" in page(anna.open())

    def test_of_a_table_that_is_not_there(self, toy):
        assert Client().get("/tables/NOONE/history/").status_code == 404

    def test_stands_on_the_phone_and_on_controls_list(self, toy):
        day = Day().here(CAT_1, WOLF_1)
        walt = signed_in(day.event, Desk.WAR)
        walt.tap("tables/open/", {"kind": "toy", "chairs": "2", "seconds": "0"})
        code = re.search(r"code is (\w+)\.|/screen/table/(\w+)/", words(walt.get("part/tables/")))[2]
        cat, wolf = Phone(day.phone(CAT_1)), Phone(day.phone(WOLF_1))
        cat.press(code, "sit")
        wolf.press(code, "sit")
        assert "/history/" not in cat.look(code)

        walt.tap(f"tables/{code}/begin/")

        for found in (cat.look(code), words(walt.get("part/tables/"))):
            assert f'href="/tables/{code}/history/"' in found


class TestSealed:
    def test_while_it_is_played_nobody_reads_a_hand_in_it(self, anna, boris, clara, code):
        hands = state_of(code).play.hands
        anna.play(code)

        for client in (anna.client, boris.client, clara.client, Client()):
            for asked in ({}, {"move": 1}, {"eyes": 0}, {"eyes": 1, "move": 1}):
                found = page(code, client, **asked)
                assert {*hands} & numbers_in(found) == set()
                assert "The game is not over" in found

    def test_nor_in_the_transcript(self, anna, code):
        hands = state_of(code).play.hands

        told = replay(code, "--transcript")

        assert "Numbers were dealt." in told
        assert {*hands} & numbers_in(told) == set()

    def test_all_of_it_is_open_once_it_is_over(self, over, clara):
        hands = [str(each) for each in state_of(over).play.hands]

        dealt = page(over, clara.client, move=1)
        for name, hand in zip(("Anna", "Boris"), hands, strict=True):
            assert re.search(rf"<b>{name}</b> alone: You were dealt {hand}\.", dealt)
        as_boris = page(over, clara.client, move=1, eyes=1)
        assert f'<b class="toy-number">{hands[1]}</b>' in as_boris
        assert "move=2&amp;eyes=1" in as_boris
        assert 'name="swap"' not in as_boris

    def test_of_a_table_that_was_closed_too(self, anna, code):
        hands = state_of(code).play.hands
        anna.press(code, "close", why="lunch")

        assert f"You were dealt {hands[1]}." in page(code, move=1)

    def test_eyes_that_are_not_there_are_everybodys(self, over):
        assert "toy-hand" not in page(over, eyes=7)

    def test_sealed_again_where_control_takes_the_end_back(self, toy):
        day = Day().here(CAT_1, WOLF_1)
        cat, wolf, walt = Phone(day.phone(CAT_1)), Phone(day.phone(WOLF_1)), signed_in(day.event, Desk.WAR)
        walt.tap("tables/open/", {"kind": "toy", "chairs": "2", "seconds": "0"})
        code = re.search(r"/screen/table/(\w+)/", words(walt.get("part/tables/")))[1]
        for phone in (cat, wolf):
            phone.press(code, "sit")
        walt.tap(f"tables/{code}/begin/")
        cat.play(code)
        wolf.play(code)
        asked = words(walt.get(f"tables/{code}/back/"))
        assert "knows every hand" in asked

        walt.tap(f"tables/{code}/back/", {"seq": re.search(r'name="seq" value="(\d+)"', asked)[1], "reason": "A slip."})

        assert {*state_of(code).play.hands} & numbers_in(page(code)) == set()


class TestReplay:
    def test_a_table_by_its_code_is_byte_for_byte_what_is_stored(self, over):
        told = replay(over.lower(), "--check")

        assert f"High Number {over}: {heads(over)} entries folded from zero." in told
        assert f"head after entry {heads(over)}: the same" in told

    def test_a_state_that_differs_is_shown(self, over):
        stream = table_of(over).stream
        whole = bytes(Stream.objects.values_list("state", flat=True).get(pk=stream.pk))
        Stream.objects.filter(pk=stream.pk).update(state=whole.replace(b'"over"', b'"open"'))

        with pytest.raises(CommandError, match="1 of the stored states"):
            replay(over, "--check")

    def test_a_name_that_nothing_has(self, toy):
        with pytest.raises(CommandError, match="There is no event or table 'NOONE'"):
            replay("NOONE")

    def test_an_event_is_found_before_a_table(self, toy, db):
        day = Day()

        told = replay(str(day.event.pk), "--check", "--transcript")

        assert told.startswith("Test day: ")
        assert "the same" in told


class TestTranscript:
    def test_tells_every_entry_and_what_each_was_told_alone(self, anna, boris, code):
        hands = state_of(code).play.hands
        anna.play(code)
        anna.press(code, "back", seq=hidden(anna.look(code), "seq")[0])
        anna.play(code)
        boris.play(code)

        told = replay(code, "--transcript").splitlines()

        assert told[0].startswith(f"High Number {code}: Anna, Boris. The game is over")
        assert any(line.endswith("Anna has chosen. (taken back)") for line in told)
        assert any(line.endswith(f"Boris alone: You were dealt {hands[1]}.") for line in told)
        assert told[-1].endswith(f"won: Anna {hands[0]}, Boris {hands[1]}.")
