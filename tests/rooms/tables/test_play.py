"""A table on the phone: sit down, begin, play, undo, leave, return. A refusal is one sentence and changes nothing."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec import structs

from control.clock import clockwork
from control.engine.records import replace
from control.engine.reports import one_sentence
from control.models import Due
from control.people import join_codes
from rooms.tables import access, lobby, registry, story
from rooms.tables.game import absence
from rooms.tables.game.state import TableStage
from tests.control.phones import hidden
from tests.rooms.tables.shop import APP, HX, Phone, heads, numbers_in, refusal, state_of, table_of, words
from tests.rooms.tables.toy import FACTS, Choose, Chosen, ToyRules

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_code(anna, boris) -> str:
    """A table with two of three chairs taken."""
    code = anna.open(chairs="3")
    assert boris.press(code, "sit", chair="1").status_code == 200
    return code


@pytest.fixture
def code(anna, open_code) -> str:
    """Anna and Boris play."""
    assert anna.press(open_code, "begin").status_code == 200
    return open_code


def no_change(code: str, answer, status: int, sentence: str) -> None:
    assert (answer.status_code, sentence in refusal(answer)) == (status, True), refusal(answer)


class TestBeforeTheGame:
    def test_chairs_are_taken_left_and_given_to_bots(self, anna, boris, clara, open_code):
        clara.press(open_code, "sit")
        assert [chair.name for chair in state_of(open_code).chairs] == ["Anna", "Boris", "Clara"]

        clara.press(open_code, "stand", chair="2")
        anna.press(open_code, "bot", chair="2", bot="high")

        assert state_of(open_code).chairs[2].bot == "high"

    def test_a_chair_that_somebody_else_has_taken_is_named(self, clara, open_code):
        before = heads(open_code)

        no_change(open_code, clara.press(open_code, "sit", chair="1"), 409, "Boris has just taken this chair.")

        assert heads(open_code) == before

    def test_the_host_alone_begins_and_agrees(self, boris, open_code):
        for what in ("begin", "agree"):
            no_change(open_code, boris.press(open_code, what), 422, "Only the host")
        no_change(open_code, boris.press(open_code, "close", why="lunch"), 422, "Anna keeps this table")

    def test_too_few_begin_nothing(self, anna):
        code = anna.open()

        no_change(code, anna.press(code, "begin"), 422, "1 more")
        assert "1 more to begin" in anna.look(code)

    def test_something_else_is_agreed(self, anna, open_code):
        anna.press(open_code, "agree", chairs="2", seconds="90", **{"option-first": "0"})

        state = state_of(open_code)
        assert (len(state.chairs), state.seconds, state.options) == (2, 90, {"first": "0"})

    def test_who_has_no_name_is_asked_for_one_and_brought_back(self, open_code):
        phone = Phone()
        assert "What are you called?" in phone.look(open_code)
        no_change(open_code, phone.press(open_code, "sit"), 422, "Type your name first")

        answer = phone.client.post("/tables/name/", {"name": "Dora", "table": open_code})

        assert answer["Location"] == f"/tables/{open_code}/"
        assert "Sit here" in phone.look(open_code)

    def test_one_person_does_not_change_chairs_without_end(self, anna, boris, open_code):
        for turn in range(39):  # he has sat down once already
            assert boris.press(open_code, ("stand", "sit")[turn % 2], chair="1").status_code == 200

        no_change(open_code, boris.press(open_code, "sit", chair="1"), 422, "You have pressed many times")
        assert anna.press(open_code, "bot", chair="1", bot="high").status_code == 200

    def test_the_page_works_without_a_script(self, anna, open_code):
        answer = anna.client.post(f"/tables/{open_code}/begin/", {"command_id": str(uuid.uuid4())})

        assert (answer.status_code, answer["Location"]) == (302, f"/tables/{open_code}/")
        refused = anna.client.post(f"/tables/{open_code}/begin/", {"command_id": str(uuid.uuid4())})
        assert (refused.status_code, "begun already" in words(refused)) == (409, True)

    def test_nothing_is_played(self, anna, open_code):
        no_change(open_code, anna.play(open_code, turn=1), 409, "has not begun")


class TestTheGame:
    def test_each_sees_the_own_hand_whose_turn_it_is_and_the_time_left(self, anna, boris, code):
        hands = state_of(code).play.hands

        page = anna.look(code)

        assert f'<b class="toy-number">{hands[0]}</b>' in page
        assert not re.search(rf"(?<![\w:.+-]){hands[1]}(?![\w:.+-])", page)  # digits inside a time or a token do not count
        assert "Your turn; also Boris" in page
        assert 'data-clock="" data-deadline="20' in page
        assert f"You were dealt {hands[0]}." in page

    def test_a_press_plays_and_answers_with_what_has_changed(self, anna, code):
        answer = anna.play(code)

        page = words(answer)
        assert answer.status_code == 200
        assert 'id="region-top" hx-swap-oob="innerHTML"' in page
        assert "Waiting for Boris" in page
        assert "<html" not in page
        assert state_of(code).play.chosen == {0: False}

    def test_the_last_choice_ends_it_with_a_result_for_all(self, anna, boris, clara, code):
        anna.play(code)
        boris.play(code, "yes")

        state = state_of(code)
        assert state.stage is TableStage.OVER
        for phone in (anna, boris, clara):
            assert "has won" in phone.look(code)
        assert "has won" in words(clara.client.get(f"/screen/table/{code}/"))
        assert 'name="swap"' not in anna.look(code)

    def test_the_forms_of_the_page_carry_what_is_needed(self, anna, code):
        page = anna.look(code)
        fields = {"turn": hidden(page, "turn")[0], "command_id": hidden(page, "command_id")[0], "swap": "yes"}

        answer = anna.client.post(f"/tables/{code}/do/", fields)

        assert answer.status_code == 302
        assert state_of(code).play.chosen == {0: True}

    def test_who_looks_on_sees_the_board_and_no_hand(self, clara, code):
        page = clara.look(code)

        assert "0 of 2 have chosen" in page
        assert "toy-hand" not in page
        assert "You look on." in page

    def test_the_log_tells_each_what_is_theirs(self, anna, boris, clara, code):
        hands = state_of(code).play.hands

        assert f"You were dealt {hands[1]}." in boris.look(code)
        assert "You were dealt" not in clara.look(code)
        assert "Numbers were dealt." in clara.look(code)

    def test_a_phone_asks_for_what_has_changed_alone(self, anna, boris, code):
        seen = hidden(anna.look(code), "seen")
        fresh = f"/tables/{code}/fresh/"
        assert anna.client.get(fresh, {"seen": seen}).status_code == 204

        boris.play(code)

        page = words(anna.client.get(fresh, {"seen": seen}))
        assert 'id="region-top"' in page
        assert "Boris has chosen." in page
        assert 'id="no"' not in page

    def test_a_game_of_two_tables_is_two_games(self, anna, boris, code):
        other = anna.open()
        boris.press(other, "sit")
        anna.press(other, "begin")

        anna.play(other)

        assert state_of(code).play.chosen == {}


class TestWhatIsWrong:
    def test_a_double_tap_is_one_action(self, anna, code):
        page = anna.look(code)
        once = {"turn": hidden(page, "turn")[0], "command_id": hidden(page, "command_id")[0], "swap": "no"}

        first = anna.client.post(f"/tables/{code}/do/", once, headers=HX)
        after = heads(code)
        second = anna.client.post(f"/tables/{code}/do/", once, headers=HX)

        assert (first.status_code, second.status_code, heads(code)) == (200, 200, after)

    def test_a_second_choice_is_refused_with_its_rule_and_the_way_to_it(self, anna, code):
        anna.play(code)
        before = heads(code)

        answer = anna.play(code, "yes")

        no_change(code, answer, 409, "You have chosen already.")
        assert f'href="/tables/{code}/rules/#TOY-1">TOY-1</a>' in words(answer)
        assert heads(code) == before

    def test_a_screen_from_before_is_out_of_date(self, anna, boris, code):
        turn = state_of(code).turn
        anna.play(code)
        anna.press(code, "back", seq=hidden(anna.look(code), "seq")[0])

        no_change(code, anna.play(code, turn=turn), 409, "The table has gone on")
        assert state_of(code).play.chosen == {}

    def test_who_looks_on_does_not_play(self, clara, code):
        no_change(code, clara.play(code), 422, "You look on at this table")

    def test_nobody_plays_on_anothers_chair(self, clara, code):
        before = heads(code)

        for fields in ({"chair": "0"}, {"chair": "1"}):
            no_change(code, clara.press(code, "stand", **fields), 422, "Only the host")
            no_change(code, clara.press(code, "bot", bot="high", **fields), 422, "Only the host")
        no_change(code, clara.press(code, "sit", chair="0"), 422, "a chair is free only where a bot has it")

        assert heads(code) == before

    def test_a_table_that_is_over_stays_as_it_is(self, anna, boris, code):
        anna.play(code)
        boris.play(code)
        before = heads(code)

        no_change(code, anna.play(code), 409, "This game is over.")
        no_change(code, anna.press(code, "stand", chair="0"), 409, "This game is over.")
        no_change(code, anna.press(code, "begin"), 409, "This game is over.")
        assert heads(code) == before

    @pytest.mark.parametrize(
        "fields",
        [
            pytest.param({"swap": "perhaps"}, id="no such choice"),
            pytest.param({}, id="no choice"),
            pytest.param({"swap": ["yes", "no"]}, id="both"),
            pytest.param({"swap": "no", "turn": ""}, id="no turn"),
            pytest.param({"swap": "no", "turn": "-1"}, id="a turn before time"),
            pytest.param({"swap": "no", "turn": "9" * 40}, id="a turn of forty digits"),
            pytest.param({"swap": "no", "turn": "٣"}, id="a turn in other digits"),
            pytest.param({"swap": "no", "command_id": "7"}, id="no id"),
        ],
    )
    def test_what_cannot_be_read_is_one_sentence(self, anna, code, fields):
        before = heads(code)

        answer = anna.press(code, "do", **{"turn": state_of(code).turn, **fields})

        assert answer.status_code == 422
        assert refusal(answer).endswith(".")
        assert heads(code) == before

    @pytest.mark.parametrize(
        ("what", "fields"),
        [
            ("sit", {"chair": "first"}),
            ("stand", {}),
            ("stand", {"chair": "99999999999999999999"}),
            ("bot", {"chair": "0", "bot": "<script>"}),
            ("back", {"seq": ""}),
            ("ask", {"chair": "first"}),
            ("answer", {"asker": "<script>", "let_in": "yes"}),
            ("answer", {"asker": "00", "let_in": "perhaps"}),
            ("again", {"stake_kind": "gold"}),
            ("close", {"why": ""}),
            ("close", {"why": "x" * 301}),
        ],
    )
    def test_a_broken_form_is_one_sentence(self, anna, code, what, fields):
        before = heads(code)

        answer = anna.press(code, what, **fields)

        assert answer.status_code == 422
        assert refusal(answer).endswith(".")
        assert heads(code) == before

    def test_an_address_that_acts_is_not_followed(self, anna, code):
        for what in ("do", "sit", "stand", "bot", "agree", "begin", "back", "close", "ask", "unask", "answer", "again", "read"):
            assert anna.client.get(f"/tables/{code}/{what}/").status_code == 405


def test_without_a_script_what_was_chosen_comes_back_with_the_refusal(anna, code):
    fields = {"turn": str(state_of(code).turn), "command_id": str(uuid.uuid4()), "swap": "perhaps"}

    answer = anna.client.post(f"/tables/{code}/do/", fields)

    assert (answer.status_code, refusal(answer)) == (422, "Keep the number or swap it.")
    assert answer.context["regions"]["main"].panel.act.typed == {"swap": ["perhaps"]}
    assert anna.client.get(f"/tables/{code}/").context["regions"]["main"].panel.act.typed == {}


class TestTakingBack:
    def test_the_own_last_choice_goes_back_where_nothing_was_shown(self, anna, code):
        anna.play(code)
        page = anna.look(code)
        assert 'Take back<span class="sr"> “Anna has chosen”' in page  # in full for screen readers; the page shows the action below

        anna.press(code, "back", seq=hidden(page, "seq")[0])

        state = state_of(code)
        assert (state.play.chosen, state.waits_for) == ({}, (0, 1))
        assert "Anna took back “Anna has chosen”." in anna.look(code)
        assert 'class="gone"' in anna.look(code)
        assert "Take back" not in anna.look(code)

    def test_it_gives_no_new_time(self, anna, code):
        state = state_of(code)
        anna.play(code)

        anna.press(code, "back", seq=hidden(anna.look(code), "seq")[0])

        assert state_of(code).deadline == state.deadline
        assert Due.objects.get(stream=table_of(code).stream, what="turn").at == state.deadline

    def test_it_may_be_chosen_and_taken_back_again(self, anna, boris, code):
        for _each in range(2):
            anna.play(code)
            anna.press(code, "back", seq=hidden(anna.look(code), "seq")[0])
        anna.play(code, "yes")
        boris.play(code)

        assert state_of(code).stage is TableStage.OVER

    def test_without_end_is_not(self, anna, boris, code, monkeypatch, over_again):
        monkeypatch.setattr(lobby, "MOST_BACK", 2)
        for left in (1, 0):
            anna.play(code)
            assert "Take back" in anna.look(code)
            anna.press(code, "back", seq=self.backs(anna, code)[0][0])
            assert story.taken_back_by(story.lines_of(table_of(code).stream), f"seat:{state_of(code).host}") == 2 - left
        anna.play(code)
        seq = table_of(code).stream.entries.filter(kind="Chosen").last().seq

        assert "Take back" not in anna.look(code)
        no_change(code, anna.press(code, "back", seq=seq), 422, "You have taken something back 2 times")
        assert state_of(code).play.chosen == {0: False}

    def test_is_counted_anew_once_somebody_else_has_acted(self, anna, boris, clara, monkeypatch, over_again):
        monkeypatch.setattr(lobby, "MOST_BACK", 1)
        code = anna.open(chairs="3")
        boris.press(code, "sit")
        clara.press(code, "sit")
        anna.press(code, "begin")
        anna.play(code)
        anna.press(code, "back", seq=self.backs(anna, code)[0][0])
        anna.play(code)
        boris.play(code)
        assert self.backs(boris, code)

        anna.play(code, "yes")

        anna.press(code, "back", seq=self.backs(anna, code)[0][0])
        assert state_of(code).play.chosen == {0: False, 1: False}

    def test_a_double_tap_takes_back_once(self, anna, code):
        anna.play(code)
        page = anna.look(code)
        once = {"seq": hidden(page, "seq")[0], "command_id": str(uuid.uuid4())}

        anna.client.post(f"/tables/{code}/back/", once, headers=HX)
        after = heads(code)
        again = anna.client.post(f"/tables/{code}/back/", once, headers=HX)

        assert (again.status_code, heads(code)) == (200, after)

    def test_nobody_takes_back_what_another_did(self, anna, boris, code):
        anna.play(code)
        seq = hidden(anna.look(code), "seq")[0]

        assert "Take back" not in boris.look(code)
        no_change(code, boris.press(code, "back", seq=seq), 409, "can no longer be taken back")
        assert state_of(code).play.chosen == {0: False}

    def test_not_once_somebody_has_acted_since_or_the_numbers_were_shown(self, anna, boris, clara):
        code = anna.open(chairs="3")
        boris.press(code, "sit")
        clara.press(code, "sit")
        anna.press(code, "begin")
        anna.play(code)
        seq = hidden(anna.look(code), "seq")[0]

        boris.play(code)
        assert "Take back" not in anna.look(code)
        no_change(code, anna.press(code, "back", seq=seq), 409, "can no longer be taken back")
        clara.play(code)

        assert "Take back" not in clara.look(code)
        assert state_of(code).stage is TableStage.OVER

    def backs(self, anna, code: str) -> list[tuple[str, str]]:
        """Buttons of Anna's page that undo: the `seq` that each sends, and its words."""
        page = anna.look(code)
        return re.findall(r'name="seq" value="(\d+)">\s*<button class="wide">↶ Take back(?:<span class="sr">)? ([^<]+)<', page)

    def test_several_own_actions_go_back_one_by_one_the_last_first(self, anna, code, over_again):
        for swap in ("no", "yes", "no"):
            anna.play(code, swap)

        for left in ({0: True}, {0: False}, {}):
            anna.press(code, "back", seq=self.backs(anna, code)[0][0])
            assert state_of(code).play.chosen == left
        assert self.backs(anna, code) == []

    def test_several_own_actions_go_back_at_once(self, anna, boris, code, over_again):
        for swap in ("no", "yes", "no"):
            anna.play(code, swap)
        backs = self.backs(anna, code)
        assert [words for _seq, words in backs] == [
            "“Anna has chosen to keep”",
            "all since “Anna has chosen to swap”",
            "all since “Anna has chosen to keep”",
        ]

        anna.press(code, "back", seq=backs[1][0])

        assert state_of(code).play.chosen == {0: False}
        assert "Anna took back “Anna has chosen to keep”, “Anna has chosen to swap”." in boris.look(code)
        assert len(self.backs(anna, code)) == 1

    def test_they_end_where_somebody_else_has_acted(self, anna, boris, clara, over_again):
        code = anna.open(chairs="3")
        boris.press(code, "sit")
        clara.press(code, "sit")
        anna.press(code, "begin")
        anna.play(code)
        boris.play(code)
        anna.play(code, "yes")
        anna.play(code)
        backs = self.backs(anna, code)
        assert len(backs) == 2

        anna.press(code, "back", seq=backs[1][0])

        assert state_of(code).play.chosen == {0: False, 1: False}
        assert self.backs(anna, code) == []
        assert len(self.backs(boris, code)) == 1

    def test_what_followed_by_itself_goes_back_with_its_press(self, anna, code, over_again, monkeypatch):
        anna.play(code, "yes")
        self.goes_on(monkeypatch, Choose(swap=True), Choose(swap=False))
        anna.play(code, "no")
        assert state_of(code).play.chosen == {0: False}
        assert len({line.command_id for line in story.newest_move(story.lines_of(table_of(code).stream))}) == 3
        backs = self.backs(anna, code)
        assert [words for _seq, words in backs] == ["“Anna has chosen to keep”", "all since “Anna has chosen to swap”"]

        anna.press(code, "back", seq=backs[0][0])

        assert state_of(code).play.chosen == {0: True}
        assert state_of(code).again == 3  # each of the three choices must be made again
        assert len(self.backs(anna, code)) == 1

    def test_a_press_that_comes_twice_is_followed_once(self, anna, code, over_again, monkeypatch):
        self.goes_on(monkeypatch, Choose(swap=True), None, Choose(swap=False))
        once = {"command_id": str(uuid.uuid4()), "swap": "no", "turn": state_of(code).turn}
        anna.client.post(f"/tables/{code}/do/", once, headers=HX)
        before = heads(code)

        again = anna.client.post(f"/tables/{code}/do/", once, headers=HX)

        assert (again.status_code, heads(code)) == (200, before)

    def goes_on(self, monkeypatch, *actions: Choose | None) -> None:
        """Let these actions follow by themselves after the next press, in order."""
        left = [*actions, None]
        monkeypatch.setitem(registry._apps, "toy", replace(APP, follows=lambda _fields, _seen: left.pop(0)))

    @pytest.fixture
    def over_again(self, monkeypatch) -> None:
        """A toy in which a player may choose again as long as another has not chosen."""
        act, handler = ToyRules.act, FACTS.events[Chosen]

        def again(self, state, player, action, chance):
            others = {each: swap for each, swap in state.chosen.items() if each != player}
            return act(self, structs.replace(state, chosen=others), player, action, chance)

        def named(fact, names):
            return f"{names[fact.player]} has chosen to {'swap' if fact.swap else 'keep'}."

        monkeypatch.setattr(ToyRules, "act", again)
        monkeypatch.setitem(FACTS.events, Chosen, replace(handler, tell=one_sentence(named)))

    def test_after_something_was_taken_back_there_is_all_the_time_again(self, anna, code):
        anna.play(code)
        stream = table_of(code).stream
        Due.objects.filter(stream=stream, what="turn").update(at=timezone.now() + timedelta(seconds=1))

        anna.press(code, "back", seq=hidden(anna.look(code), "seq")[0])

        assert Due.objects.get(stream=stream, what="turn").at > timezone.now() + timedelta(seconds=50)


class TestLeavingAndComingBack:
    def test_a_bot_plays_on_and_the_chair_is_taken_back(self, anna, boris, code):
        boris.press(code, "stand", chair="1")
        assert state_of(code).chairs[1].bot == "random"
        no_change(code, boris.play(code), 409, "A bot plays for you")
        assert "Take my chair back" in boris.look(code)
        assert "A bot plays for you." in boris.look(code)

        boris.press(code, "sit")

        assert state_of(code).chairs[1].bot == ""
        assert boris.play(code).status_code == 200

    def test_on_another_phone_by_the_own_code(self, anna, boris, code):
        page = boris.look(code)
        own = access.guest(boris.client.get(f"/tables/{code}/").wsgi_request).code
        assert join_codes.shown(own) in page
        boris.press(code, "stand", chair="1")

        other = Phone().named("B.", own)
        other.press(code, "sit")

        assert (state_of(code).chairs[1].name, state_of(code).chairs[1].bot) == ("Boris", "")
        assert other.play(code).status_code == 200

    def test_a_bot_plays_for_who_is_away_and_only_then(self, anna, boris, monkeypatch):
        code = anna.open(seconds="0")
        boris.press(code, "sit")
        anna.press(code, "begin")
        no_change(code, anna.press(code, "bot", chair="1", bot="high"), 422, "If nothing comes from Boris")

        monkeypatch.setattr(absence, "SILENT", timedelta())
        assert "If somebody is away" in boris.look(code)
        anna.press(code, "bot", chair="1", bot="high")

        assert state_of(code).chairs[1].bot == "high"
        assert "away, a bot plays" in boris.look(code)

    def test_a_bots_hand_is_never_shown_to_whoever_comes_by_while_all_who_play_are_away(self, anna, clara):
        code = anna.open()
        anna.press(code, "bot", chair="1", bot="high")
        anna.press(code, "begin")
        anna.press(code, "stand", chair="0")
        hand = f'<b class="toy-number">{state_of(code).play.hands[1]}</b>'

        no_change(code, clara.press(code, "sit", chair="1"), 422, "ask for this chair")
        clara.press(code, "ask", chair="1")
        page = clara.look(code)
        assert "whoever comes back is asked, or Control" in page
        assert ("Take the chair of Grisha" in page, hand in page) == (False, False)

        anna.press(code, "sit")
        asker = hidden(anna.look(code), "asker")[0]
        anna.press(code, "answer", asker=asker, let_in="yes")
        assert state_of(code).chairs[1].name == "Clara"
        assert hand in clara.look(code)

    def test_a_bots_chair_is_free_where_bots_alone_play(self, anna, clara):
        code = anna.open(chairs="2")
        anna.press(code, "stand", chair="0")
        for chair in ("0", "1"):
            anna.press(code, "bot", chair=chair, bot="high")
        anna.press(code, "begin")
        assert "Take the chair of Grisha" in clara.look(code)

        clara.press(code, "sit", chair="1")

        assert state_of(code).chairs[1].name == "Clara"

    @pytest.mark.parametrize("seconds", [0, 3])
    def test_a_bot_is_due_when_what_happened_is_read_and_as_much_later_as_the_console_says(self, anna, settings, seconds):
        settings.TABLE_BOTS_SECONDS = seconds
        code = anna.open(seconds="0")
        anna.press(code, "bot", chair="1", bot="high")
        anna.press(code, "begin")

        stream = table_of(code).stream
        pause = Due.objects.get(stream=stream, what="bots").at - stream.entries.get(kind="Began").at
        assert (pause > timedelta(seconds=seconds)) is (seconds > 0)
        assert (pause == timedelta()) is (seconds == 0)

    def test_bots_and_the_clock_play_to_the_end_without_anybody(self, anna, code):
        stream = table_of(code).stream
        anna.press(code, "stand", chair="0")
        far = timezone.now() + timedelta(hours=1)

        assert clockwork.carry_out_due(stream.pk, far) > 0

        assert state_of(code).stage is TableStage.OVER
        assert not Due.objects.filter(stream=stream).exists()
        labels = set(stream.entries.filter(actor="clock").values_list("label", flat=True))
        assert labels == {"Bots play", "Time out"}


def test_the_host_closes_a_table_with_a_reason(anna, boris, code):
    answer = anna.press(code, "close", why="The lights went out")

    assert answer.status_code == 200
    assert "The table was closed: The lights went out" in boris.look(code)
    assert "As it stood" in boris.look(code)


def test_a_table_that_never_began_is_closed_too(anna, open_code):
    anna.press(open_code, "close", why="nobody came")

    assert "It was closed before the game began." in anna.look(open_code)


@pytest.mark.parametrize(
    ("typed", "there", "gone"),
    [
        ("highest", ["<mark>highest</mark> wins", "1 found"], ["choose once"]),
        ("wins choosing", ["The highest <mark>wins</mark>.", "1 found"], ["choose once", "takes back"]),  # by the title above it
        ("toy 2", ["You choose once.", "1 found"], ["highest"]),
        ("chairs bots", ["At every table", "<mark>bots</mark>"], ["Choosing"]),  # rules of every table, in any word form
        ("zeppelin", ["Nothing has these words."], ["Choosing"]),
        ("<b>", ["&lt;b&gt;"], ["<b>"]),
        ("  ", ["You choose once.", 'href="#s1"'], ["found<", "<mark>"]),
    ],
)
def test_the_rules_at_hand_can_be_searched_without_a_script(anna, code, typed, there, gone):
    page = words(anna.client.get(f"/tables/{code}/rules/", {"q": typed}))
    main = page[page.index('class="rules-seek"') :]

    assert [each for each in there if each not in main] == []
    assert [each for each in gone if each in main] == []


def test_the_rules_stand_at_hand_with_an_anchor_for_each(anna, code):
    page = words(anna.client.get(f"/tables/{code}/rules/"))

    assert page.count('id="TOY-1"') == 1
    assert "You choose once." in page
    assert "At every table" in page
    assert "those who have won share it equally" in page


class TestTheBoard:
    def test_before_the_game_it_calls_people_to_the_table(self, open_code):
        page = words(Phone().client.get(f"/screen/table/{open_code}/"))

        assert f"testserver/tables/{open_code}" in page
        assert "<svg" in page
        assert 'data-role="hall"' in page
        assert f'data-live="/live/table/{open_code.lower()}/"' in page

    def test_it_shows_what_everybody_may_see_even_to_who_plays(self, anna, code):
        hands = state_of(code).play.hands

        page = words(anna.client.get(f"/screen/table/{code}/"))

        assert "0 of 2 have chosen" in page
        assert {*hands} & numbers_in(page) == set()
        assert "Waiting for Anna and Boris" in page

    def test_a_refresh_is_the_board_alone(self, anna, code):
        page = words(anna.client.get(f"/screen/table/{code}/", headers=HX))

        assert "<html" not in page
        assert "table-wall" in page
