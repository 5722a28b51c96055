"""List of tables: who may open one, who sees one, and names of friends."""

from __future__ import annotations

import uuid

import pytest
from django.core import signing

from control.day.people.presence import LeaveForGood
from control.models import Stream
from megagame.languages import LOCALE
from rooms.realm.desks import Desk
from rooms.tables import access, registry
from rooms.tables.access import LAST_COOKIE
from rooms.tables.models import Table, TablePermit
from rooms.tables.screens.forms import FriendNameForm
from tests.control.phones import CAT_1, WOLF_1, Day, staff
from tests.languages.spoken import speaking
from tests.rooms.tables.shop import Phone, state_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(toy) -> Day:
    return Day().here(CAT_1, WOLF_1)


def player(day: Day, seat) -> Phone:
    return Phone(day.phone(seat))


class TestAFriend:
    def test_says_a_name_once_and_opens_a_table_in_one_tap(self, anna):
        assert "you are <b>Anna</b>" in words(anna.client.get("/tables/"))

        code = anna.open()

        state = state_of(code)
        assert (state.title, len(state.chairs), state.seconds, state.chairs[0].name) == ("High Number", 4, 60, "Anna")
        assert code in words(anna.client.get("/tables/"))

    def test_finds_no_table_by_a_list_of_guesses_in_a_cookie(self, anna):
        code, guesses = anna.open(), Phone()
        guesses.client.cookies[LAST_COOKIE] = f"AAAAA.{code}.BBBBB"

        assert code not in words(guesses.client.get("/tables/"))

    def test_opens_none_without_a_name(self, toy):
        phone = Phone()

        answer = phone.client.post("/tables/open/", {"kind": "toy", "command_id": str(uuid.uuid4())})

        assert (answer.status_code, Table.objects.count()) == (422, 0)
        assert "Type what you are called" in words(answer)

    @pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "\u3164", "\u2800\u2800", "\u115f"])
    def test_is_called_something(self, toy, name):
        answer = Phone().client.post("/tables/name/", {"name": name})

        assert answer.status_code == 422
        assert "Type what you are called." in words(answer)
        assert access.GUEST not in answer.cookies

    def test_is_nobody_with_a_name_that_nobody_sees_from_another_day(self, anna):
        for name, known in (("\u3164", False), ("Dora", True)):
            cookie = signing.dumps({"code": "K7QM4TXD", "name": name}, salt=access.GUEST_SALT)
            anna.client.cookies[access.GUEST] = cookie
            assert ("you are <b>" in words(anna.client.get("/tables/"))) is known

    def test_is_nobody_with_a_forged_cookie(self, anna):
        anna.client.cookies[access.GUEST] = anna.client.cookies[access.GUEST].value[:-3] + "abc"

        assert "What are you called?" in words(anna.client.get("/tables/"))

    def test_is_the_same_on_another_phone_by_the_own_code(self, anna):
        code = anna.open()
        own = access.guest(anna.client.get("/tables/").wsgi_request).code

        other = Phone().named("anna again", own)

        assert "is-mine" in other.look(code)
        assert "is-mine" not in Phone().named("Anna").look(code)

    def test_is_led_back_to_the_own_table_by_the_own_code(self, anna, boris):
        code = anna.open()
        boris.press(code, "sit")
        own = access.guest(boris.client.get("/tables/").wsgi_request).code
        typed = {"name": "Boris", "code": own}

        other = Phone()
        assert other.client.post("/tables/name/", typed)["Location"] == f"/tables/{code}/"
        assert "is-mine" in words(other.client.get("/tables/"))

        second = anna.open()
        boris.press(second, "sit")
        other = Phone()
        assert other.client.post("/tables/name/", typed)["Location"] == "/tables/"
        assert words(other.client.get("/tables/")).count("table-row is-mine") == 2
        boris.press(second, "stand", chair="1")
        assert Phone().client.post("/tables/name/", typed)["Location"] == f"/tables/{code}/"

    def test_keeps_the_chair_when_the_name_changes(self, anna):
        code = anna.open()

        anna.named("Anna Ivanovna")

        assert "Stand up" in anna.look(code)

    def test_has_no_code_of_another_length(self, toy):
        answer = Phone().client.post("/tables/name/", {"name": "Anna", "code": "K7"})

        assert (answer.status_code, access.GUEST in answer.cookies) == (422, False)

    def test_is_not_named_a_thousand_times(self, toy, monkeypatch):
        monkeypatch.setattr(access, "NAMES", 2)
        Phone().named("One"), Phone().named("Two")

        assert Phone().client.post("/tables/name/", {"name": "Three"}).status_code == 429


def phone(number: int) -> Phone:
    """A phone with the CSRF cookie that a browser has before its first post."""
    found = Phone()
    found.client.cookies["csrftoken"] = f"{number:032}"
    return found


def test_a_phone_that_types_names_without_end_keeps_nobody_beside_it_from_typing_one(toy):
    greedy = phone(0)
    typed = [greedy.client.post("/tables/name/", {"name": f"Greedy {number}"}).status_code for number in range(100)]

    assert (typed[0], typed[-1]) == (302, 429)
    for number in range(1, 300):
        phone(number).named(f"Guest {number}")


def test_a_phone_that_opens_tables_without_end_keeps_nobody_beside_it_from_opening_one(anna, monkeypatch):
    monkeypatch.setattr(access, "OPENED", 2)
    monkeypatch.setattr(access, "OPENED_BY_ONE", 3)
    fields = {"kind": "toy", "command_id": ""}
    greedy = Phone().named("Greedy")
    opened = [greedy.client.post("/tables/open/", fields | {"command_id": str(uuid.uuid4())}).status_code for _each in range(6)]
    assert (opened[0], opened[-1]) == (302, 429)

    monkeypatch.setattr(access, "WINDOW", -1)  # Anna has been here longer than the window
    anna.open()


def test_a_second_tap_opens_no_second_table(anna):
    once = {"kind": "toy", "command_id": str(uuid.uuid4())}

    first, second = anna.client.post("/tables/open/", once), anna.client.post("/tables/open/", once)

    assert first["Location"] == second["Location"]
    assert Table.objects.count() == 1


def test_a_host_agrees_on_chairs_time_and_the_games_own_options(anna):
    code = anna.open(chairs="2", seconds="0", title="The green one", **{"option-first": "0"})

    state = state_of(code)
    assert (state.title, len(state.chairs), state.seconds, state.options) == ("The green one", 2, 0, {"first": "0"})


@pytest.mark.parametrize(
    "agreed",
    [
        pytest.param({"kind": "chess"}, id="no such game"),
        pytest.param({"kind": ""}, id="no game"),
        pytest.param({"chairs": "17"}, id="too many chairs"),
        pytest.param({"chairs": "one"}, id="chairs in words"),
        pytest.param({"seconds": "3"}, id="too little time"),
        pytest.param({"option-first": "7"}, id="no such choice"),
        pytest.param({"option-colour": "red"}, id="no such option"),
        pytest.param({"stake_kind": "power", "stake_amount": "2"}, id="a stake without an event"),
        pytest.param({"stake_kind": "souls", "stake_amount": "2"}, id="no such stake"),
        pytest.param({"command_id": "7"}, id="no id"),
    ],
)
def test_what_cannot_be_agreed_opens_nothing(anna, agreed):
    answer = anna.client.post("/tables/open/", {"kind": "toy", "command_id": str(uuid.uuid4()), **agreed})

    assert answer.status_code == 422
    assert 'class="refused"' in words(answer)
    assert Table.objects.count() == 0


def test_not_a_hundred_tables_a_minute_are_opened_from_one_address(anna, monkeypatch):
    monkeypatch.setattr(access, "OPENED", 1)
    anna.open()

    answer = anna.client.post("/tables/open/", {"kind": "toy", "command_id": str(uuid.uuid4())})

    assert (answer.status_code, Table.objects.count()) == (429, 1)


class TestACode:
    def test_leads_to_its_table_however_it_is_typed(self, anna, boris):
        code = anna.open()

        answer = boris.client.post("/tables/join/", {"code": f" {code.lower()[:2]}-{code.lower()[2:]} "})

        assert (answer.status_code, answer["Location"]) == (302, f"/tables/{code}/")

    @pytest.mark.parametrize(
        ("typed", "sentence"), [("", "Type the code"), ("WRONG", "no table with this code"), ("K7QM4TXD", "no table")]
    )
    def test_that_is_wrong_is_said_so(self, boris, typed, sentence):
        answer = boris.client.post("/tables/join/", {"code": typed})

        assert answer.status_code == 422
        assert sentence in words(answer)

    def test_is_not_guessed_for_long_but_a_right_one_always_opens(self, anna, boris, monkeypatch):
        monkeypatch.setattr(access, "WRONG_CODES", 1)
        code = anna.open()
        boris.client.post("/tables/join/", {"code": "WRONG"})

        assert boris.client.post("/tables/join/", {"code": "WRONG"}).status_code == 429
        assert boris.client.post("/tables/join/", {"code": code}).status_code == 302

    @pytest.mark.parametrize("address", ["/tables/{}/", "/tables/{}/history/", "/screen/table/{}/"])
    def test_is_not_guessed_in_an_address_for_long_either(self, anna, boris, monkeypatch, address):
        monkeypatch.setattr(access, "WRONG_ADDRESSES", 2)
        code = anna.open()

        answers = [boris.client.get(address.format("WRONG")) for _each in range(3)]

        assert [answer.status_code for answer in answers] == [404, 404, 429]
        assert "Too many wrong codes" in words(answers[2])
        assert boris.client.head(address.format("WRONG")).status_code == 429
        assert boris.press("WRONG", "sit").status_code == 429
        assert boris.client.get(address.format(code)).status_code == 200

    def test_is_not_guessed_with_a_name_for_long_either(self, toy, anna, monkeypatch):
        monkeypatch.setattr(access, "WRONG_ADDRESSES", 3)
        code, tries = anna.open(), Phone()

        named = [{"name": "Dora", "table": "WRONG"}, {"name": "", "table": "WRONG"}, {"name": "Dora", "table": "K7QM4TXD"}]
        answers = [tries.client.post("/tables/name/", typed) for typed in (*named, named[0])]

        assert [answer.status_code for answer in answers] == [422, 422, 422, 429]
        assert "no table with this code" in words(answers[0])
        assert 'value="Dora"' in answers[0].content.decode()
        assert "Too many wrong codes" in words(answers[3])
        assert access.guest(tries.client.get("/tables/").wsgi_request) is None
        assert tries.client.get("/tables/WRONG/").status_code == 429
        assert Phone().client.post("/tables/name/", {"name": "Dora", "table": code})["Location"] == f"/tables/{code}/"

    def test_that_is_wrong_in_an_address_keeps_nobody_from_typing_one(self, anna, boris, monkeypatch):
        monkeypatch.setattr(access, "WRONG_CODES", 1)
        monkeypatch.setattr(access, "WRONG_ADDRESSES", 1)
        for _each in range(3):
            anna.client.get("/tables/WRONG/")

        assert "no table with this code" in words(boris.client.post("/tables/join/", {"code": "WRONG"}))


@pytest.mark.parametrize("address", ["", "fresh/", "rules/"])
def test_a_table_that_does_not_exist_is_not_found(toy, address):
    assert Phone().client.get(f"/tables/NOONE/{address}").status_code == 404
    assert Phone().client.get("/screen/table/NOONE/").status_code == 404


class TestAPlayerOfAnEvent:
    def test_opens_no_table_until_the_organizer_allows_it(self, day):
        cat = player(day, CAT_1)

        answer = cat.client.post("/tables/open/", {"kind": "toy", "command_id": str(uuid.uuid4())})

        assert (answer.status_code, Table.objects.count()) == (422, 0)
        assert "Control opens the tables" in words(answer)
        assert "Control opens the tables" in words(cat.client.get("/tables/"))

    def test_opens_one_in_the_event_under_the_name_on_the_badge(self, day):
        TablePermit.objects.create(event=day.event, players=True)
        cat = player(day, CAT_1)

        code = cat.open(stake_kind="power", stake_amount="2")

        state = state_of(code)
        assert Table.objects.get().event == day.event
        assert state.chairs[0].name == day.state.seats[CAT_1].name
        assert state.chairs[0].person == f"seat:{day.event.pk}:cat-1"
        assert (state.stake.kind, state.stake.amount) == ("power", 2)

    def test_finds_the_tables_of_the_event_and_no_others(self, day, anna):
        elsewhere = anna.open()
        TablePermit.objects.create(event=day.event, players=True)
        code = player(day, CAT_1).open()

        page = words(player(day, WOLF_1).client.get("/tables/"))

        assert f"/tables/{code}/" in page
        assert elsewhere not in page

    def test_finds_the_way_there_on_the_own_phone(self, day):
        assert 'href="/tables/">Side tables</a>' in words(player(day, CAT_1).client.get("/play/"))

    def test_who_has_left_for_good_sits_nowhere(self, day):
        TablePermit.objects.create(event=day.event, players=True)
        cat = player(day, CAT_1)
        day.do(LeaveForGood(seat=CAT_1))

        assert "What are you called?" in words(cat.client.get("/tables/"))


def test_a_guest_sits_at_a_table_of_an_event_only_without_a_stake(day, anna):
    TablePermit.objects.create(event=day.event, players=True)
    cat = player(day, CAT_1)
    plain, staked = cat.open(), cat.open(stake_kind="favors", stake_amount="1")

    assert anna.press(plain, "sit", chair="1").status_code == 200
    assert anna.press(staked, "sit", chair="1").status_code == 422
    assert state_of(staked).chairs[1].free
    assert "only players of the event sit down here" in anna.look(staked)


def test_the_control_team_is_nobody_at_a_table(day, anna):
    code = anna.open()
    tablet = Phone(staff(Desk.ORGANIZER))

    assert tablet.press(code, "sit", chair="1").status_code == 422
    assert "What are you called?" in tablet.look(code)


@pytest.mark.parametrize(("language", "title"), [("de", "Die Reeperbahn"), ("de-at", "Die Reeperbahn"), ("en", "The Rope Walk")])
def test_a_table_is_opened_with_the_cards_of_the_halls_language(settings, language, title):
    settings.LANGUAGE_CODE = language

    opened = registry.content_in("potemkin", registry.content_of.__wrapped__("potemkin"))

    assert {card.id: card.title for card in opened.cards}["rope-walk"] == title


def test_nobody_chooses_the_key_of_a_table(anna, boris):
    press = str(uuid.uuid4())

    codes = [phone.open(command_id=press) for phone in (anna, boris, anna)]

    assert codes[0] == codes[2] != codes[1]
    assert not Stream.objects.filter(key=press).exists()
    assert state_of(codes[1]).host != state_of(codes[0]).host


@pytest.mark.parametrize(
    "typed", ["Control", " CONTROL ", "War Control", "the organizer", "Con\u034ftrol", "C\u03bfntrol", "C\u0336ontrol"]
)
def test_nobody_is_called_as_the_control_team(toy, typed):
    answer = Phone().client.post("/tables/name/", {"name": typed})

    assert answer.status_code == 422
    assert "The control team is called that; choose another name." in words(answer)


def test_nobody_is_called_as_the_control_team_in_the_language_of_the_hall(toy):
    with speaking("de", LOCALE):
        form = FriendNameForm({"name": "spielleitung"})

        assert not form.is_valid()
