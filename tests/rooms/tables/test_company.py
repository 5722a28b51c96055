"""People at a table: they join, ask for chairs and play again, see what was revealed, and read why they were too slow."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from control.clock import clockwork
from control.engine.records import replace
from control.models import Due
from rooms.realm.desks import Desk
from rooms.tables import access, registry, story
from rooms.tables.game.chairs import StandUp
from rooms.tables.game.state import TableStage
from rooms.tables.models import Table, TablePermit
from rooms.tables.screens import table_views
from rooms.tables.screens.game_view import own_words
from tests.control.desks.conftest import signed_in
from tests.control.phones import CAT_1, WOLF_1, Day, hidden
from tests.rooms.tables.shop import APP, HX, Phone, heads, refusal, state_of, table_of, words
from tests.rooms.tables.test_asking import asked
from tests.rooms.tables.test_stakes import give_power

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(anna, boris) -> str:
    """Anna and Boris play with the bot Grisha."""
    code = anna.open(chairs="3")
    boris.press(code, "sit")
    anna.press(code, "bot", chair="2", bot="high")
    assert anna.press(code, "begin").status_code == 200
    return code


@pytest.fixture
def over(anna, boris, code) -> str:
    """The same game, played to its end."""
    clockwork.carry_out_due(table_of(code).stream.pk, timezone.now() + timedelta(seconds=1))
    anna.play(code)
    boris.play(code)
    assert state_of(code).stage is TableStage.OVER
    return code


class TestComing:
    @pytest.fixture
    def open_code(self, anna) -> str:
        return anna.open(chairs="2")

    def named(self, client: Client, code: str, own: str = "", **fields):
        typed = {"name": "Dora", "code": own, "table": code, "command_id": str(uuid.uuid4()), **fields}
        return client.post("/tables/name/", typed)

    def test_a_name_typed_at_the_table_sits_down(self, open_code):
        client = Client()

        answer = self.named(client, open_code, sit="1")

        assert (answer.status_code, answer["Location"]) == (302, f"/tables/{open_code}/")
        assert [chair.name for chair in state_of(open_code).chairs] == ["Anna", "Dora"]
        assert "Stand up" in words(client.get(f"/tables/{open_code}/"))

    def test_or_looks_on(self, open_code):
        client = Client()

        self.named(client, open_code, sit="")

        assert state_of(open_code).chairs[1].free
        assert "Sit here" in words(client.get(f"/tables/{open_code}/"))

    def test_a_double_tap_is_one_person_on_one_chair(self, anna):
        code, client, press = anna.open(chairs="4"), Client(), str(uuid.uuid4())
        client.get(f"/tables/{code}/")
        csrf = client.cookies["csrftoken"].value

        for _tap in range(2):  # the second is sent before the first has its answer
            other = Client()
            other.cookies["csrftoken"] = csrf
            assert self.named(other, code, sit="1", command_id=press).status_code == 302

        assert [chair.name for chair in state_of(code).chairs] == ["Anna", "Dora", "", ""]

    def test_who_finds_no_chair_any_more_is_told_and_looks_on(self, boris, open_code):
        client = Client()
        boris.press(open_code, "sit")

        answer = self.named(client, open_code, sit="1")

        assert answer.status_code == 422
        assert "Every chair of this table is taken" in refusal(answer)
        assert "What are you called?" not in words(client.get(f"/tables/{open_code}/"))

    @pytest.mark.parametrize(("fields", "says"), [({"name": " "}, "Type what you are called."), ({"own": "K7"}, "eight letters")])
    def test_what_is_wrong_with_a_name_is_said_at_the_table(self, open_code, fields, says):
        answer = self.named(Client(), open_code, **fields)

        assert answer.status_code == 422
        assert says in refusal(answer)
        assert "Sit down" in words(answer)

    def test_while_a_game_is_played_a_name_is_asked_for_too(self, code):
        phone = Phone()
        assert "What are you called?" in phone.look(code)

        self.named(phone.client, code)

        page = phone.look(code)
        assert "Ask for the chair of Grisha, a bot" in page
        assert page.index("Ask for the chair of Grisha, a bot") < page.index('id="region-main"')  # found at once

    def test_a_table_is_shared_by_a_code_to_scan_and_a_link(self, anna, open_code):
        assert f'href="/tables/{open_code}/share/"' in anna.look(open_code)

        page = words(Phone().client.get(f"/tables/{open_code}/share/"))

        assert "<svg" in page
        assert f'href="http://testserver/tables/{open_code}/"' in page
        assert Client().get("/tables/XXXXX/share/").status_code == 404


class TestAsking:
    def test_the_host_sees_who_asks_and_lets_them_in(self, anna, boris, clara, code):
        assert clara.press(code, "ask", chair="2").status_code == 200
        assert "Waiting for Anna, or Control." in clara.look(code)
        assert "Allow" not in boris.look(code)
        page = anna.look(code)
        assert "<b>Clara</b> asks for the chair of Grisha" in page
        assert access.guest(clara.client.get(f"/tables/{code}/").wsgi_request).id not in page

        anna.press(code, "answer", asker=hidden(page, "asker")[0], let_in="yes")

        assert state_of(code).chairs[2].name == "Clara"
        assert f'<b class="toy-number">{state_of(code).play.hands[2]}</b>' in clara.look(code)

    def test_no_is_told_to_who_asked_and_put_away_by_a_tap(self, anna, clara, code):
        clara.press(code, "ask", chair="2")
        anna.press(code, "answer", asker=hidden(anna.look(code), "asker")[0], let_in="no")
        assert "Anna did not let you in: Grisha plays on." in clara.look(code)

        clara.press(code, "unask")

        assert "did not let you in:" not in clara.look(code)

    def test_nobody_sits_down_without_asking(self, clara, code):
        before = heads(code)

        answer = clara.press(code, "sit", chair="2")

        assert (answer.status_code, "ask for this chair" in refusal(answer)) == (422, True)
        assert heads(code) == before

    def test_an_answer_to_who_asks_no_more_is_one_sentence(self, anna, clara, code):
        clara.press(code, "ask", chair="2")
        asker = hidden(anna.look(code), "asker")[0]
        clara.press(code, "unask")

        answer = anna.press(code, "answer", asker=asker, let_in="yes")

        assert (answer.status_code, "not asked any more" in refusal(answer)) == (409, True)

    def test_whoever_asks_without_end_is_told_to_wait(self, clara, code, monkeypatch):
        monkeypatch.setattr(table_views, "MOST_ASKED", 1)
        clara.press(code, "ask", chair="2")

        assert "You have asked many times" in refusal(clara.press(code, "ask", chair="2"))

    def test_many_phones_that_are_one_are_told_to_wait_too(self, clara, code, monkeypatch):
        monkeypatch.setattr(table_views, "MOST_ASKED_HERE", 1)
        clara.press(code, "ask", chair="2")

        for phone in (Phone().named("Dora"), Phone().named("Emil")):
            assert "Many have asked" in refusal(phone.press(code, "ask", chair="2"))
        assert [each.name for each in state_of(code).asking] == ["Clara"]

    def test_what_is_refused_keeps_nobody_else_from_asking(self, anna, clara, code, monkeypatch):
        monkeypatch.setattr(table_views, "MOST_ASKED", 2)
        monkeypatch.setattr(table_views, "MOST_ASKED_HERE", 2)
        dora = Phone().named("Dora")

        for _each in range(4):
            for phone, fields in (
                (Phone(), {"chair": "2"}),
                (anna, {"chair": "2"}),
                (clara, {"chair": "?"}),
                (dora, {"chair": "1"}),
            ):
                assert refusal(phone.press(code, "ask", **fields))

        assert clara.press(code, "ask", chair="2").status_code == 200
        assert [each.name for each in state_of(code).asking] == ["Clara"]

    def test_nobody_is_kept_from_asking_no_more(self, clara, code, monkeypatch):
        clara.press(code, "ask", chair="2")
        for each in ("MOST_ASKED", "MOST_ASKED_HERE"):
            monkeypatch.setattr(table_views, each, 0)

        for _each in range(3):
            clara.press(code, "unask")

        assert state_of(code).asking == ()

    def test_control_decides_at_its_desk(self, toy):
        day = Day().here(CAT_1, WOLF_1)
        TablePermit.objects.create(event=day.event, players=True)
        cat, wolf, olga = Phone(day.phone(CAT_1)), Phone(day.phone(WOLF_1)), signed_in(day.event, Desk.ORGANIZER)
        code = cat.open()
        cat.press(code, "bot", chair="1", bot="high")
        cat.press(code, "begin")
        wolf.press(code, "ask", chair="1")
        page = words(olga.get(f"tables/{code}/"))
        assert "asks for the chair of Grisha" in page

        answer = olga.tap(f"tables/{code}/asked/", {"asker": hidden(page, "asker")[0], "let_in": "yes"})

        assert "It has been answered." in words(answer)
        assert state_of(code).chairs[1].name == day.state.seats[WOLF_1].name


class TestPlayingAgain:
    def test_one_tap_of_the_host_seats_everybody_at_a_new_table(self, anna, boris, clara, over):
        assert "Play again with the same people" in anna.look(over)
        assert "Anna can open a new game" in boris.look(over)
        assert "Play again" not in clara.look(over)

        answer = anna.press(over, "again")

        new = state_of(over).following
        assert answer["HX-Redirect"] == f"/tables/{new}/"
        assert [(chair.name, chair.bot) for chair in state_of(new).chairs] == [("Boris", ""), ("Grisha", "high"), ("Anna", "")]
        assert f'href="/tables/{new}/" data-next' in boris.look(over)
        assert f'href="/tables/{new}/" data-next' in clara.look(over)
        assert f'href="/screen/table/{new}/" data-next' in words(Client().get(f"/screen/table/{over}/"))
        assert anna.press(new, "begin").status_code == 200

    def test_two_taps_open_one_table(self, anna, over):
        once = {"command_id": str(uuid.uuid4())}

        answers = [anna.client.post(f"/tables/{over}/again/", once, headers=HX) for _tap in range(2)]
        answers.append(anna.press(over, "again"))

        assert {answer["HX-Redirect"] for answer in answers} == {f"/tables/{state_of(over).following}/"}
        assert Table.objects.count() == 2

    def test_it_works_without_a_script(self, anna, over):
        answer = anna.client.post(f"/tables/{over}/again/", {"command_id": str(uuid.uuid4())})

        assert (answer.status_code, answer["Location"]) == (302, f"/tables/{state_of(over).following}/")

    def test_who_may_not_is_told_in_one_sentence(self, boris, clara, over, anna):
        for phone in (boris, clara):
            assert "The host of the table opens the new game" in refusal(phone.press(over, "again"))
        assert Table.objects.count() == 1
        anna.press(over, "again")
        assert "has its table already" in refusal(clara.press(over, "again"))

    def test_not_while_the_game_is_played(self, anna, code):
        answer = anna.press(code, "again")

        assert (answer.status_code, refusal(answer).endswith("Play again when this game is over.")) == (409, True)

    def test_where_control_alone_opens_tables_nobody_else_does(self, toy):
        day = Day().here(CAT_1, WOLF_1)
        permit = TablePermit.objects.create(event=day.event, players=True)
        cat, code = played(day)
        permit.players = False
        permit.save()

        assert "Play again" not in cat.look(code)
        assert "Control opens the tables" in refusal(cat.press(code, "again"))

    def test_a_stake_is_agreed_on_anew(self, toy):
        day = Day().here(CAT_1, WOLF_1)
        TablePermit.objects.create(event=day.event, players=True)
        cat, code = played(day, stake_kind="power", stake_amount="1")
        assert "This table had a stake." in cat.look(code)

        cat.press(code, "again", stake_kind="power", stake_amount="1", ends="day")

        state = state_of(state_of(code).following)
        assert (state.stake.amount, state.ends) == (1, "day")
        assert [chair.free for chair in state.chairs] == [True, False]  # the other player sits down by their own tap

    def test_without_a_word_there_is_no_stake(self, toy):
        day = Day().here(CAT_1, WOLF_1)
        TablePermit.objects.create(event=day.event, players=True)
        cat, code = played(day, stake_kind="power", stake_amount="1")

        cat.press(code, "again")

        state = state_of(state_of(code).following)
        assert state.stake is None
        assert not any(chair.free for chair in state.chairs)


def played(day: Day, **agreed: str) -> tuple[Phone, str]:
    """A game of two players of the event, played to its end. The first is the host."""
    cat, wolf = Phone(day.phone(CAT_1)), Phone(day.phone(WOLF_1))
    for seat in (CAT_1, WOLF_1) if agreed else ():
        give_power(day, seat, 3)
    code = cat.open(chairs="2", **agreed)
    wolf.press(code, "sit")
    assert cat.press(code, "begin").status_code == 200
    cat.play(code)
    wolf.play(code)
    return cat, code


class TestShown:
    def moments(self, page: str) -> list[tuple[int, int, list[str]]]:
        found = re.findall(r'data-moment="(\d+)" data-number="(\d+)" data-stands="(\d+)">(.*?)</li>', page)
        assert all(int(stands) >= 2500 for _seq, _number, stands, _words in found)
        return [(int(seq), int(number), re.findall("<span>(.*?)</span>", told)) for seq, number, _stands, told in found]

    def test_what_was_shown_is_on_every_screen_with_all_that_was_told_of_it(self, anna, clara, over):
        pages = [anna.look(over), clara.look(over), words(Client().get(f"/screen/table/{over}/"))]

        for page in pages:
            ((_seq, number, told),) = self.moments(page)
            assert number == 1
            assert told[0] == "Boris has chosen."
            assert told[1].startswith("The numbers are ")

    def test_nothing_is_on_them_before(self, anna, code):
        page = anna.look(code)

        assert "data-moments" in page
        assert self.moments(page) == []
        assert f'hx-post="/tables/{code}/read/"' in page

    def test_what_was_taken_back_stands_no_more(self, toy):
        day = Day().here(CAT_1, WOLF_1)
        TablePermit.objects.create(event=day.event, players=True)
        cat, code = played(day)
        assert len(self.moments(cat.look(code))) == 1
        back = words(signed_in(day.event, Desk.ORGANIZER).get(f"tables/{code}/back/"))
        seq = re.search(r'name="seq" value="(\d+)"', back)[1]

        signed_in(day.event, Desk.ORGANIZER).tap(f"tables/{code}/back/", {"seq": seq, "reason": "a wrong card"})

        assert self.moments(cat.look(code)) == []

    @pytest.fixture
    def slow(self, settings, monkeypatch):
        """A deal is revealed, and bots give people time to read."""

        from rooms.tables import registry
        from tests.rooms.tables.shop import APP
        from tests.rooms.tables.toy import TOY, Dealt

        settings.TABLE_BOTS_SECONDS = 2
        registry.register("toy", lambda: replace(APP, kind=replace(TOY, reveals=(Dealt,))))

    def test_a_bot_is_due_when_it_is_read_or_when_everybody_has_tapped_it_away(self, anna, boris, slow):
        code = anna.open(chairs="3")
        boris.press(code, "sit")
        anna.press(code, "bot", chair="2", bot="high")
        anna.press(code, "begin")
        stream, state = table_of(code).stream, state_of(code)
        assert Due.objects.get(stream=stream, what="bots").at == state.read_at
        assert state.read_at >= stream.entries.get(kind="Began").at + timedelta(seconds=3)
        newest = max(seq for seq, _number, _told in self.moments(anna.look(code)))

        before = heads(code)
        for never_shown in (newest - 1, heads(code) + 1):
            assert anna.press(code, "read", shown=str(never_shown)).status_code == 204
        assert heads(code) == before
        assert anna.press(code, "read", shown=str(newest)).status_code == 204
        assert (state_of(code).read, Due.objects.get(stream=stream, what="bots").at) == ((0,), state.read_at)
        anna.press(code, "read", shown=str(newest))
        boris.press(code, "read", shown=str(newest))

        assert Due.objects.get(stream=stream, what="bots").at < state.read_at
        assert stream.entries.filter(kind="HasRead").count() == 2

    def test_who_looks_on_keeps_nobody_waiting_and_hurries_nobody(self, clara, code):
        before = heads(code)

        assert clara.press(code, "read", shown="99").status_code == 204

        assert heads(code) == before
        assert "data-read" not in clara.look(code)


class TestTooSlow:
    @pytest.fixture
    def late(self, anna, boris, over_again) -> str:
        code = anna.open(chairs="3", seconds="60")
        boris.press(code, "sit")
        anna.press(code, "begin")
        return code

    @pytest.fixture
    def over_again(self, monkeypatch) -> None:
        """A toy game that goes on after everybody has chosen."""
        from msgspec import structs

        from tests.rooms.tables.toy import State, ToyRules

        act = ToyRules.act

        def on(self, state, player, action, chance):
            played = act(self, state, player, action, chance)
            facts = [each for each in played.facts if type(each).__name__ != "Shown"]
            return structs.replace(played, facts=tuple(facts), state=self.facts.evolve(state, facts[0]))

        monkeypatch.setattr(ToyRules, "act", on)
        monkeypatch.setattr(
            ToyRules, "waits_for", lambda self, state: tuple(range(len(state.hands))) if isinstance(state, State) else ()
        )

    def test_its_owner_is_told_first_until_they_act_again(self, anna, boris, late):
        stream = table_of(late).stream
        clockwork_ring_once(stream)

        page = anna.look(late)
        assert re.search(r"In your last turn your time ran out\.</b> Played for you:\s+Anna has chosen\.", page)
        assert page.index("time ran out") < page.index("toy-hand")
        assert re.search(r"your time ran out\.</b> Played for you:\s+Boris has chosen\.", boris.look(late))
        assert "time ran out.<" not in Phone().named("Dora").look(late)

        anna.play(late)

        assert "time ran out.<" not in anna.look(late)
        assert "your time ran out.<" in boris.look(late)

    def test_what_goes_by_itself_is_said_in_the_words_of_the_game(self, anna, late, toy):
        registry.register("toy", lambda: replace(APP, run_out=lambda view, _action: f"you keep {view.mine}."))
        story.forget()
        clockwork_ring_once(table_of(late).stream)

        assert re.search(r"your time ran out\.</b> So it went by the rules: you keep \d+\.", anna.look(late))

    def test_the_game_hears_of_it_too(self, anna, late, monkeypatch):
        from rooms.tables.screens.game_view import game_sources

        door = access.open_door(table_of(late), access.guest(anna.client.get("/tables/").wsgi_request))
        assert not game_sources(door, 0, story.lines_of(door.table.stream)).timed_out
        clockwork_ring_once(table_of(late).stream)

        door = access.open_door(table_of(late), door.person)
        found = game_sources(door, 0, story.lines_of(door.table.stream))
        assert isinstance(found, registry.GameSight)
        assert found.timed_out


def clockwork_ring_once(stream) -> None:
    """Let only the time of the turn run out."""
    Due.objects.filter(stream=stream, what="turn").update(at=timezone.now() - timedelta(seconds=1))
    clockwork.carry_out_due(stream.pk)


class TestReserve:
    def test_it_is_agreed_on_shown_and_runs_when_the_turn_is_out(self, anna, boris):
        code = anna.open(chairs="2", seconds="60", reserve="120")
        assert "a reserve of 2 minutes for each player" in anna.look(code)
        boris.press(code, "sit")
        anna.press(code, "begin")
        page = anna.look(code)
        assert 'data-warn-at="10"' in page
        assert "+02:00" in page
        assert "table-reserve" not in page

        clockwork_ring_once(table_of(code).stream)

        assert state_of(code).stage is TableStage.PLAYING
        assert "table-reserve" in anna.look(code)
        assert "the reserve of Anna and Boris runs" in anna.look(code)
        assert Due.objects.get(stream=table_of(code).stream, what="turn").at > timezone.now() + timedelta(seconds=100)

    def test_of_a_short_turn_a_fifth_is_said(self, anna, boris):
        code = anna.open(chairs="2", seconds="30")
        boris.press(code, "sit")
        anna.press(code, "begin")

        assert 'data-warn-at="6"' in anna.look(code)

    def test_one_that_cannot_be_is_one_sentence(self, anna):
        code = anna.open(chairs="2")

        answer = anna.press(code, "agree", chairs="2", seconds="0", reserve="120")

        assert "choose a time for a turn too" in refusal(answer)


class TestANewTime:
    """The host changes the time while the game is played."""

    def out_at(self, code: str) -> timedelta:
        return Due.objects.get(stream=table_of(code).stream, what="turn").at - timezone.now()

    def test_more_is_there_at_once_and_everybody_reads_it(self, anna, boris, code):
        assert "Change the time" not in boris.look(code)
        form = anna.look(code).split('id="table-time"')[1].split("</form>")[0]
        assert 'value="60" selected' in form
        assert "stake" not in form

        assert anna.press(code, "time", seconds="300", reserve="120").status_code == 200

        told = "Anna changed the time, from now on: 5 minutes for a turn, a reserve of 2 minutes for each player."
        assert told in boris.look(code)
        assert 'value="300" selected' in anna.look(code).split('id="table-time"')[1]
        assert self.out_at(code) > timedelta(seconds=250)

    def test_less_is_there_with_the_next_turn_and_the_page_says_so(self, anna, boris, code):
        before = self.out_at(code)

        page = words(anna.press(code, "time", seconds="30", reserve="0"))

        assert "From the next turn on: 30 seconds for a turn." in page
        assert "from the next turn on: 30 seconds for a turn" in boris.look(code)
        assert abs(self.out_at(code) - before) < timedelta(seconds=20)
        assert state_of(code).seconds == 60

    def test_whoever_else_presses_it_is_refused_and_nothing_changes(self, anna, boris, code):
        head = heads(code)

        assert "Only the host" in refusal(boris.press(code, "time", seconds="300", reserve="0"))
        assert "10 to 900 seconds" in refusal(anna.press(code, "time", seconds="3", reserve="0"))

        assert heads(code) == head

    def test_a_second_tap_is_the_same_change(self, anna, code):
        once = {"seconds": "300", "reserve": "0", "command_id": str(uuid.uuid4())}

        assert [anna.press(code, "time", **once).status_code for _each in range(2)] == [200, 200]

        assert state_of(code).seconds == 300

    def test_the_next_game_has_it(self, anna, boris, code):
        anna.press(code, "time", seconds="30", reserve="0")
        clockwork.carry_out_due(table_of(code).stream.pk, timezone.now() + timedelta(seconds=1))
        anna.play(code)
        boris.play(code)

        anna.press(code, "again")

        assert state_of(state_of(code).following).seconds == 30


def test_who_asked_and_finds_nobody_reads_what_happens():
    table = asked(boris=False)
    table.do(StandUp(chair=0), "anna")

    assert "whoever comes back is asked, or Control" in own_words(table.state, "clara")
