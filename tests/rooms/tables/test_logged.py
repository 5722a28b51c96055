"""The log by rounds and players, and the summary for a returning player: all since the player's last action."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from control.engine.records import replace
from rooms.tables import registry, story
from rooms.tables.registry import FactNote, ScoreCount
from rooms.tables.screens import log
from rooms.tables.screens.log import LogLine
from tests.control.phones import hidden
from tests.rooms.tables.shop import APP, Phone, numbers_in, state_of, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(anna, boris) -> str:
    """Anna and Boris play; Anna has begun the game."""
    code = anna.open(chairs="2", seconds="0")
    boris.press(code, "sit")
    assert anna.press(code, "begin").status_code == 200
    return code


@pytest.fixture
def noted(toy):
    from tests.rooms.tables.noted import NOTED

    registry.register("toy", lambda: NOTED)
    return NOTED


def since(page: str) -> str:
    """The section of a page with what has happened since its owner's last action."""
    found = re.search(r'<section class="since".*?</section>', page, re.DOTALL)
    return found[0] if found else ""


class TestSinceTheOwnLastAction:
    def test_stands_what_the_others_did_on_the_phone_of_whoever_is_asked(self, anna, boris, code):
        assert since(anna.look(code)) == ""  # she began the game, and nothing has happened since

        boris.play(code)

        assert "Boris has chosen." in since(anna.look(code))
        assert since(boris.look(code)) == ""

    def test_has_the_own_private_notes_and_nobody_elses(self, anna, boris, code):
        hands = state_of(code).play.hands

        found = since(boris.look(code))

        assert f"You were dealt {hands[1]}." in found
        assert hands[0] not in numbers_in(found)

    def test_begins_with_how_the_own_score_has_changed(self, anna, boris, toy):
        registry.register(
            "toy",
            lambda: replace(APP, score=lambda _rules, play, player: ScoreCount("Your score", str(10 * len(play.chosen) + player))),
        )
        code = anna.open(chairs="3", seconds="0")
        for phone in (boris, Phone().named("Clara")):
            phone.press(code, "sit")
        anna.press(code, "begin")
        assert "since-score" not in since(boris.look(code))  # the score has not changed

        anna.play(code)

        assert re.search(r'<summary>.*<span class="since-score">Your score: 1 → 11</span></summary>', since(boris.look(code)))
        assert "→" not in words(Phone().client.get(f"/screen/table/{code}/"))

    def test_is_not_told_to_whoever_looks_on(self, anna, boris, clara, code):
        boris.play(code)

        assert since(clara.look(code)) == ""
        assert since(words(Phone().client.get(f"/screen/table/{code}/"))) == ""

    def test_is_one_line_that_opens_to_all_and_what_concerned_the_viewer(self, anna, boris, clara):
        code = anna.open(chairs="3", seconds="0")
        for phone in (boris, clara):
            phone.press(code, "sit")
        anna.press(code, "begin")
        anna.play(code)

        short, whole = re.search(r"(.*)(<details.*)", since(boris.look(code)), re.DOTALL).groups()

        assert "You were dealt" in short  # it concerned him, and the newer lines did not
        assert short.count("<li") == 1
        assert "3 things" in whole
        assert "The game began." in whole
        assert "Anna has chosen." in whole

    def test_begins_with_what_was_done_to_the_viewer(self, noted, anna, boris, code):
        registry.register("toy", lambda: replace(noted, note=lambda fact, scene: replace(noted.note(fact, scene), attacked=(0,))))
        story.forget()
        boris.play(code)

        assert re.findall(r"<li[^>]*>(.*?)</li>", since(anna.look(code)))[0] == "Boris has chosen."

    def test_tells_nobody_that_they_took_something_back_themselves(self, anna, boris, code):
        boris.play(code)
        boris.press(code, "back", seq=hidden(boris.look(code), "seq")[0])

        assert "took back" not in since(boris.look(code))

    def test_before_the_first_own_action_it_says_how_the_game_is_won(self, anna, boris, toy):
        registry.register("toy", lambda: replace(APP, goal=lambda view: f"The highest of {view.players} wins."))
        code = anna.open(chairs="2", seconds="0")
        boris.press(code, "sit")
        anna.press(code, "begin")

        for phone in (anna, boris):
            assert "The game has begun.</b> The highest of 2 wins." in since(phone.look(code))
            assert f'href="/tables/{code}/rules/"' in since(phone.look(code))
            assert "Since you last acted" not in since(phone.look(code))
        anna.play(code)

        assert since(anna.look(code)) == ""
        assert "Anna has chosen." in since(boris.look(code))

    def test_has_the_newest_action_which_then_stands_nowhere_else(self, anna, boris, code):
        told = re.compile(r'<p class="table-told".*?<span>(.*?)</span>')
        boris.play(code)

        assert "Boris has chosen." in since(anna.look(code))
        assert told.findall(anna.look(code)) == []
        assert told.findall(boris.look(code)) == ["Boris has chosen."]

    def test_is_not_told_above_a_hand_in_which_it_stands(self, anna, boris, code):
        told = re.compile(r'<p class="table-told".*?<span>(.*?)</span>')
        boris.play(code)
        registry.register("toy", lambda: replace(APP, reads=lambda _panel: "Boris has"))
        assert told.findall(boris.look(code)) == []

        registry.register("toy", lambda: replace(APP, reads=lambda _panel: "Anna has"))
        assert told.findall(boris.look(code)) == ["Boris has chosen."]

    def test_tells_that_something_was_taken_back_and_not_what_was(self, anna, boris, code):
        boris.play(code)
        boris.press(code, "back", seq=hidden(boris.look(code), "seq")[0])

        found = since(anna.look(code))

        assert "Boris took back “Boris has chosen”." in found.replace("&quot;", '"')
        assert found.count("Boris has chosen") == 1

    def test_begins_again_with_what_was_done_instead(self, anna, boris, code):
        anna.play(code)
        anna.press(code, "back", seq=hidden(anna.look(code), "seq")[0])
        boris.play(code)

        found = since(anna.look(code))

        assert "Boris has chosen." in found
        assert "Anna has chosen." not in found.replace("“Anna has chosen”", "")

    def test_is_grouped_by_whose_doing_it_was(self, noted, anna, boris, code):
        boris.play(code)

        done = re.findall(r'<li data-key="since-\d+">(.*?)</li>', since(anna.look(code)), re.DOTALL)

        assert done == ["Boris has chosen."]

    def test_leaves_out_what_the_game_calls_small(self, noted, anna, boris, code):
        from tests.rooms.tables.noted import note

        registry.register("toy", lambda: replace(noted, note=lambda fact, scene: replace(note(fact, scene), small=True)))
        story.forget()
        boris.play(code)

        assert "Boris has chosen" not in since(anna.look(code))

    def test_is_what_is_marked_on_the_own_board_and_the_newest_action_on_the_walls(self, noted, anna, boris, code, monkeypatch):
        seen = []
        registry.register("toy", lambda: replace(noted, shape=lambda each: seen.append(each) or noted.shape(each)))
        boris.play(code, "yes")
        seen.clear()

        for phone in (anna, boris):
            phone.look(code)
        Phone().client.get(f"/screen/table/{code}/")

        assert [[touch.thing for touch in each.touched] for each in seen] == [["deck"], [], ["deck"]]


def test_who_took_a_chair_over_is_found_by_the_name_it_had_before():
    lines = [SimpleNamespace(player=player, by=by) for player, by in ((0, "Grisha"), (0, "Bert"), (1, "Anna"), (None, ""))]

    assert list(log._player_names(lines, ("Bert", "Anna"))) == [(0, "Bert, before Grisha"), (1, "Anna")]


def line(seq: int, level: str = "", player: int | None = None) -> LogLine:
    return LogLine(seq=seq, words=str(seq), gone=False, aloud=False, player=player, level=level)


def test_the_log_goes_back_in_time_and_each_heading_stands_over_its_own():
    told = [line(1), line(2, "round"), line(3), line(4, "turn"), line(5), line(6), line(7, "turn"), line(8, "round"), line(9)]

    assert [each.seq for each in log._with_headings(told)] == [8, 9, 2, 7, 4, 6, 5, 3, 1]


def test_a_round_that_begins_with_a_turn_has_a_heading_of_its_own():
    told = []
    for seq, round_ in ((1, "Round 1"), (2, ""), (3, "Round 2"), (4, "")):
        level = registry.LogLevel.ROUND if round_ else registry.LogLevel.TURN
        newest_first = log._with_heading(line(seq, level.value), SimpleNamespace(seq=seq, note=FactNote(level=level, round=round_)))
        told += list(newest_first)[::-1]
        told.append(line(10 * seq))

    assert [(each.level, each.words) for each in log._with_headings(told)] == [
        *[("round", "Round 2"), ("turn", "4"), ("", "40"), ("turn", "3"), ("", "30")],
        *[("round", "Round 1"), ("turn", "2"), ("", "20"), ("turn", "1"), ("", "10")],
    ]


def test_a_move_is_not_called_by_the_turn_that_began_by_it():
    def told(words: str, level: registry.LogLevel | None = None) -> Any:
        return SimpleNamespace(told=lambda _player: words, note=FactNote(level=level), label="End turn")

    turn = told("Turn 3: Anna’s turn.", registry.LogLevel.TURN)

    assert story.name_of((turn,), None) == "End turn"
    assert story.name_of((told("Boris passes: he is out."), turn), None) == "Boris passes"


@pytest.mark.parametrize("told", [[], [line(1)], [line(1, "turn")], [line(1, "round"), line(2, "round")]])
def test_the_log_loses_no_line(told):
    assert sorted(each.seq for each in log._with_headings(told)) == [each.seq for each in told]


def test_the_log_begins_at_a_heading_and_says_where_the_rest_is(noted, anna, boris, code, monkeypatch):
    door = _door(code)
    lines = story.lines_of(table_of(code).stream)

    shown = log.log_view(door, lines, most=1)

    assert [each.level for each in shown.lines] == ["round"]
    assert shown.older
    assert not log.log_view(door, lines).older
    monkeypatch.setattr(log.log_view, "__defaults__", (1,))
    assert f'<a href="/tables/{code}/history/">All that happened before' in anna.look(code)


def test_the_log_of_a_game_without_headings_has_an_end_too(anna, boris, code):
    lines = story.lines_of(table_of(code).stream)

    shown = log.log_view(_door(code), lines, most=1)

    assert len(shown.lines) == 2
    assert shown.older


def test_the_log_is_filtered_by_whose_doing(noted, anna, boris, code):
    boris.play(code)

    page = anna.look(code)

    assert re.search(r'<li class="" data-key="log-\d+" data-by="1">Boris has chosen\.</li>', page)
    assert re.findall(r'name="log-by" id="log-by-(\w+)"', page) == ["all", "0", "1"]


def test_whose_doing_it_was_is_known_of_a_game_that_says_nothing(anna, boris, code):
    boris.play(code)

    assert re.search(r'data-by="1">Boris has chosen\.</li>', anna.look(code))


def _door(code):
    from rooms.tables.access import open_door

    return open_door(table_of(code), None)
