"""Control's list of tables: access, contents, and the desk's commands at a table."""

from __future__ import annotations

import re
import uuid

import pytest

from control.journal.rows import upsert
from control.models import Event, Stream
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.tables import urls_desk
from rooms.tables.game.state import TableStage
from rooms.tables.models import Table, TablePermit
from tests.control.desks.conftest import Person, signed_in
from tests.control.phones import CAT_1, WOLF_1, Day, hidden
from tests.rooms.tables.shop import Phone, heads, numbers_in, refusal, state_of, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(toy) -> Day:
    return Day().here(CAT_1, WOLF_1)


@pytest.fixture
def olga(day) -> Person:
    return signed_in(day.event, Desk.ORGANIZER)


@pytest.fixture
def walt(day) -> Person:
    return signed_in(day.event, Desk.WAR)


@pytest.fixture
def cat(day) -> Phone:
    return Phone(day.phone(CAT_1))


@pytest.fixture
def wolf(day) -> Phone:
    return Phone(day.phone(WOLF_1))


def opened(person: Person, **agreed) -> str:
    """A table that Control opens in one tap."""
    answer = person.tap("tables/open/", {"kind": "toy", **agreed})
    assert answer.status_code == 200, words(answer)
    return re.search(r"code is (\w+)\.", words(answer))[1]


@pytest.fixture
def code(olga, cat, wolf) -> str:
    """A game of two players, opened and begun by Control."""
    code = opened(olga, chairs="2")
    cat.press(code, "sit")
    wolf.press(code, "sit")
    assert olga.tap(f"tables/{code}/begin/").status_code == 200
    return code


ADDRESSES = {
    "tables": ("get", ""),
    "open": ("get", "open/?kind=toy"),
    "table": ("get", "{code}/"),
    "chair": ("post", "{code}/chair/"),
    "asked": ("post", "{code}/asked/"),
    "begin": ("post", "{code}/begin/"),
    "run_on": ("post", "{code}/run-on/"),
    "host": ("post", "{code}/host/"),
    "close": ("get", "{code}/close/"),
    "back": ("get", "{code}/back/"),
    "permit": ("post", "permit/"),
}


def reached(person: Person, code: str) -> set[str]:
    found = set()
    for name, (how, address) in ADDRESSES.items():
        there = f"tables/{address.format(code=code)}"
        answer = person.get(there) if how == "get" else person.tap(there)
        if answer.status_code != 404:
            found.add(name)
    return found


@pytest.mark.parametrize("desk", sorted(ALL_DESKS))
def test_every_desk_keeps_the_tables_and_the_organizer_says_who_opens_them(day, code, desk):
    own = reached(signed_in(day.event, desk), code)

    assert own == set(ADDRESSES) - (set() if desk is Desk.ORGANIZER else {"permit"})


def test_players_and_nobody_have_no_list(day, code, cat):
    for client in (cat.client, Phone().client):
        assert client.get(f"/control/{day.event.pk}/tables/").status_code == 302
        assert client.post(f"/control/{day.event.pk}/tables/{code}/begin/").status_code == 404


def test_every_address_of_control_is_in_this_table_or_tested_with_the_stakes():
    assert {pattern.name for pattern in urls_desk.urlpatterns} == {*ADDRESSES, "settle"}


def test_the_page_stands_in_the_navigation_of_every_desk(walt, day):
    page = words(walt.get(""))

    assert f'href="/control/{day.event.pk}/tables/" >Tables</a>' in page
    assert f'href="/control/{day.event.pk}/tables/" aria-current="page"' in words(walt.get("tables/"))


class TestTheList:
    def test_shows_who_sits_whose_turn_it_is_and_the_way_to_the_board(self, walt, code, day):
        page = words(walt.get("part/tables/"))

        names = [day.state.seats[seat].name for seat in (CAT_1, WOLF_1)]
        assert f"Waiting for {names[0]} and {names[1]}" in page
        assert "just now" in page
        assert f'href="/screen/table/{code}/"' in page

    def test_shows_no_card_of_anybody(self, olga, code):
        hands = {*state_of(code).play.hands}

        pages = [words(olga.get(each)) for each in ("tables/", "part/tables/", f"tables/{code}/", f"tables/{code}/back/")]

        assert [hands & numbers_in(page) for page in pages] == [set()] * 4

    def test_has_the_tables_of_this_event_alone(self, olga, code):
        elsewhere = Phone().named("Anna").open()

        assert elsewhere not in words(olga.get("part/tables/"))
        assert olga.get(f"tables/{elsewhere}/").status_code == 404
        assert olga.tap(f"tables/{elsewhere}/close/", {"why": "no"}).status_code == 404
        assert olga.get("tables/NOONE/").status_code == 404

    def test_keeps_what_is_over_apart(self, olga, code):
        olga.tap(f"tables/{code}/close/", {"why": "lunch"})

        page = words(olga.get("part/tables/"))

        assert "Tables: 0" in page
        assert "Ended: 1" in page

    def test_costs_no_more_queries_for_more_tables_than_one_each(self, olga, code, django_assert_max_num_queries):
        for _each in range(3):
            opened(olga)
        olga.get("part/tables/")

        with django_assert_max_num_queries(14):
            olga.get("part/tables/")


class TestOpening:
    def test_takes_one_tap_and_a_second_is_the_same(self, olga):
        once = {"kind": "toy", "command_id": str(uuid.uuid4())}

        first, second = olga.tap("tables/open/", once), olga.tap("tables/open/", once)

        assert words(first) == words(second)
        assert Table.objects.count() == 1

    def test_asks_first_where_something_is_to_be_agreed(self, olga):
        assert 'name="stake_kind"' in words(olga.fragment("tables/open/?kind=toy"))

        answer = olga.tap("tables/open/", {"kind": "toy", "asked": "1", "chairs": "99"})

        assert (answer.status_code, "2 to 4 players" in words(answer)) == (422, True)
        assert Table.objects.count() == 0

    def test_of_a_game_that_is_not_there_does_nothing(self, olga):
        assert olga.tap("tables/open/", {"kind": "chess"}).status_code == 422
        assert olga.get("tables/open/?kind=chess").status_code == 404

    def test_works_without_a_script(self, olga):
        answer = olga.post("tables/open/", {"kind": "toy"})

        assert (answer.status_code, Table.objects.count()) == (302, 1)

    def test_by_players_is_the_organizers_switch(self, olga, cat, day):
        assert "Only Control opens tables" in words(olga.get("part/tables-opening/"))

        olga.tap("tables/permit/", {"players": "1"})
        assert TablePermit.objects.get(event=day.event).players
        assert cat.open()

        olga.tap("tables/permit/")
        assert not TablePermit.objects.get(event=day.event).players


class TestAtATable:
    def test_control_puts_bots_frees_chairs_and_begins(self, walt, cat):
        code = opened(walt, chairs="3")
        cat.press(code, "sit")

        walt.tap(f"tables/{code}/chair/", {"chair": "1", "bot": "high"})
        walt.tap(f"tables/{code}/chair/", {"chair": "2", "bot": "random"})
        walt.tap(f"tables/{code}/chair/", {"chair": "2"})
        answer = walt.tap(f"tables/{code}/begin/")

        assert answer.status_code == 200
        assert state_of(code).stage is TableStage.PLAYING
        assert [chair.bot for chair in state_of(code).chairs] == ["", "high"]

    def test_what_is_refused_is_said_in_the_question(self, walt):
        code = opened(walt)

        answer = walt.tap(f"tables/{code}/begin/")

        assert (answer.status_code, "2 more, or a bot" in words(answer)) == (422, True)

    def test_a_table_is_closed_with_a_reason_and_the_table_reads_it(self, walt, cat, code):
        refused = walt.tap(f"tables/{code}/close/", {"why": " "})
        assert (refused.status_code, state_of(code).stage) == (422, TableStage.PLAYING)

        answer = walt.tap(f"tables/{code}/close/", {"why": "The hall closes"})

        assert (answer.status_code, answer["HX-Retarget"]) == (200, "#said")
        assert "The table was closed: The hall closes" in cat.look(code)

    def test_a_closed_table_is_out_of_date_for_the_second_desk(self, walt, olga, code):
        walt.tap(f"tables/{code}/close/", {"why": "lunch"})

        assert olga.tap(f"tables/{code}/close/", {"why": "lunch"}).status_code == 409


class TestTakingBack:
    def newest(self, person: Person, code: str) -> list[str]:
        return re.findall(r'type="radio" name="seq" value="(\d+)"', words(person.get(f"tables/{code}/back/")))

    def test_goes_back_across_a_reveal_and_is_said_aloud(self, walt, cat, wolf, code):
        cat.play(code)
        wolf.play(code)
        assert state_of(code).stage is TableStage.OVER

        answer = walt.tap(f"tables/{code}/back/", {"seq": self.newest(walt, code)[0], "reason": "A phone fell down."})

        state = state_of(code)
        assert answer.status_code == 200
        assert (state.stage, state.waits_for, state.play.shown) == (TableStage.PLAYING, (1,), ())
        assert state.said == ("A phone fell down.",)
        for page in (cat.look(code), words(Phone().client.get(f"/screen/table/{code}/"))):
            assert "was taken back, with what followed. A phone fell down." in page
        assert wolf.play(code).status_code == 200
        assert state_of(code).stage is TableStage.OVER

    def test_goes_back_over_several_moves_at_once(self, walt, cat, wolf, code):
        cat.play(code)
        wolf.play(code)

        walt.tap(f"tables/{code}/back/", {"seq": self.newest(walt, code)[1], "reason": "From the start."})

        assert (state_of(code).play.chosen, state_of(code).waits_for) == ({}, (0, 1))

    def test_goes_back_before_the_beginning(self, walt, cat, code):
        cat.play(code)

        walt.tap(f"tables/{code}/back/", {"seq": self.newest(walt, code)[-1], "reason": "Somebody is missing."})

        assert state_of(code).stage is TableStage.OPEN
        assert "Stand up" in cat.look(code)

    def test_opens_a_closed_table_again(self, walt, cat, code):
        walt.tap(f"tables/{code}/close/", {"why": "a slip"})

        walt.tap(f"tables/{code}/back/", {"seq": self.newest(walt, code)[0], "reason": "It was the wrong table."})

        assert cat.play(code).status_code == 200

    def test_lets_who_left_meanwhile_be_at_the_table_again(self, walt, cat, wolf, code):
        cat.play(code)
        wolf.press(code, "stand", chair="1")

        walt.tap(f"tables/{code}/back/", {"seq": self.newest(walt, code)[-2], "reason": "Again."})

        assert (state_of(code).play.chosen, state_of(code).chairs[1].bot) == ({}, "")

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            pytest.param({"seq": "1", "reason": "x"}, 409, id="no move"),
            pytest.param({"seq": "", "reason": "x"}, 422, id="none chosen"),
            pytest.param({"seq": "5", "reason": "  "}, 422, id="no reason"),
            pytest.param({"seq": "5", "reason": "x" * 161}, 422, id="too long to be said"),
        ],
    )
    def test_what_cannot_be_taken_back_changes_nothing(self, walt, cat, code, fields, status):
        cat.play(code)
        before = heads(code)

        answer = walt.tap(f"tables/{code}/back/", fields)

        assert (answer.status_code, heads(code)) == (status, before)

    def test_a_second_tap_takes_back_once(self, walt, cat, code):
        cat.play(code)
        once = {"seq": self.newest(walt, code)[0], "reason": "A slip.", "command_id": str(uuid.uuid4())}

        walt.tap(f"tables/{code}/back/", once)
        after = heads(code)

        assert walt.tap(f"tables/{code}/back/", once).status_code == 200
        assert heads(code) == after


class TestAsTheHost:
    """Control acts as host of its own tables (SY-R-52)."""

    @pytest.fixture
    def scythe(self, day) -> str:
        """A game of Scythe hosted by Control, with the penalty for delay."""
        olga = signed_in(day.event, Desk.ORGANIZER)
        code = opened(olga, kind="scythe", chairs="2", **{"option-delay": "on"})
        for seat, chair in ((CAT_1, "0"), (WOLF_1, "1")):
            Phone(day.phone(seat)).press(code, "sit", chair=chair)
        assert olga.tap(f"tables/{code}/begin/").status_code == 200
        return code

    @pytest.fixture
    def day(self, db) -> Day:
        """A day with the real games."""
        return Day().here(CAT_1, WOLF_1)

    @pytest.mark.rule("SY-END-14", "SY-R-52")
    def test_control_takes_popularity_for_delay_and_the_table_reads_it(self, walt, day, scythe):
        before, name = state_of(scythe), day.state.seats[WOLF_1].name
        assert f'<option value="1">{name}: popularity {before.play.sides[1].popularity}</option>' in words(
            walt.get(f"tables/{scythe}/")
        )

        answer = walt.tap(f"tables/{scythe}/host/", {"act": "punish-delay", "player": "1"})

        after = state_of(scythe)
        assert (answer.status_code, "It is done" in words(answer)) == (200, True)
        assert after.play.sides[1].popularity == before.play.sides[1].popularity - 1
        assert (after.own, after.deadline, after.waits_for) == (before.own, before.deadline, before.waits_for)
        assert f"{name} held up play and loses 1 popularity" in words(walt.get(f"tables/{scythe}/back/"))

    @pytest.mark.rule("SY-R-52")
    @pytest.mark.parametrize("fields", [{"act": "end-turn"}, {"act": "give-coins", "to": "1", "amount": "1"}, {"act": "jump"}, {}])
    def test_control_does_nothing_else_in_the_game(self, walt, scythe, fields):
        before = heads(scythe)

        answer = walt.tap(f"tables/{scythe}/host/", fields)

        assert (answer.status_code, heads(scythe)) == (422, before)

    @pytest.mark.rule("SY-R-52")
    def test_where_a_player_is_host_it_is_that_players(self, walt, day):
        cat = Phone(day.phone(CAT_1))
        upsert(TablePermit(event=day.event, players=True), per=("event",), over=("players",))
        code = cat.open(kind="scythe", chairs="2", **{"option-delay": "on"})
        Phone(day.phone(WOLF_1)).press(code, "sit", chair="1")
        cat.press(code, "begin")
        before = heads(code)

        answer = walt.tap(f"tables/{code}/host/", {"act": "punish-delay", "player": "1"})

        assert (answer.status_code, heads(code)) == (422, before)
        assert "punish-delay" not in words(walt.get(f"tables/{code}/"))
        assert "punish-delay" in cat.look(code)

    @pytest.fixture
    def botted(self, day) -> tuple[Phone, str]:
        """A friend's table where bots play; the friend hosts it without a chair."""
        ada = Phone().named("Ada")
        code = ada.open(kind="scythe", chairs="2", **{"option-delay": "on"})
        ada.press(code, "stand", chair="0")
        for chair in ("0", "1"):
            ada.press(code, "bot", chair=chair, bot="steady")
        assert ada.press(code, "begin").status_code == 200
        assert state_of(code).stage is TableStage.PLAYING
        return ada, code

    @pytest.mark.rule("SY-END-14", "SY-R-52")
    def test_a_host_without_a_chair_takes_popularity_on_the_phone(self, botted):
        """Earlier bug: only the desk had the form."""
        ada, code = botted
        before, fields = state_of(code), {"act": "punish-delay", "player": "1"}
        page = ada.look(code)
        assert f'hx-post="/tables/{code}/host/"' in page
        assert f'<option value="1">{before.names[1]}: popularity {before.play.sides[1].popularity}</option>' in page

        once = {"command_id": str(uuid.uuid4()), **fields}
        assert [ada.press(code, "host", **once).status_code for _twice in range(2)] == [200, 200]

        assert state_of(code).play.sides[1].popularity == before.play.sides[1].popularity - 1
        assert ada.press(code, "host", **fields).status_code == 200
        assert state_of(code).play.sides[1].popularity == before.play.sides[1].popularity - 2

    @pytest.mark.rule("SY-R-52")
    def test_nobody_but_the_host_has_the_form_or_uses_it(self, botted):
        _ada, code = botted
        other, before = Phone().named("Bo"), heads(code)

        answer = other.press(code, "host", act="punish-delay", player="1")

        assert (answer.status_code, heads(code)) == (422, before)
        assert "punish-delay" not in other.look(code)


def test_a_table_changes_nothing_of_the_event(olga, cat, code, day):
    before = Stream.objects.get(pk=Event.objects.get(pk=day.event.pk).stream_id).head

    cat.play(code)

    assert Stream.objects.get(pk=day.event.stream_id).head == before
    assert hidden(cat.look(code), "turn") == []
    assert refusal(cat.play(code)) == "Your screen was out of date. You have chosen already."
    assert table_of(code).event_id == day.event.pk
