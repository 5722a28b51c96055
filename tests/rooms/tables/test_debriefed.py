"""Side tables in the debrief of their event: results, numbers, and a replay for every eye, for those who may look back."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from control.debrief.access import Audience, debrief_row
from control.debrief.opening import open_for
from control.models import Event
from rooms.realm.desks import Desk
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase
from rooms.tables.models import TablePermit
from rooms.tables.screens.history import with_own_ids
from tests.control.phones import CAT_1, WOLF_1, Day
from tests.rooms.tables.shop import Phone, state_of, words
from tests.scenarios import small
from tests.teams import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(toy) -> Day:
    day = Day(small()).here(CAT_1, WOLF_1).until(Phase.RETURN, month=4)
    TablePermit.objects.create(event=day.event, players=True)
    for seat in (CAT_1, WOLF_1):
        day.do(AdjustPower(seat=seat, before=day.state.seats[seat].purse.power, power=9, reason="chips"))
    return day


@pytest.fixture
def phones(day) -> tuple[Phone, Phone]:
    return Phone(day.phone(CAT_1)), Phone(day.phone(WOLF_1))


@pytest.fixture
def played(phones) -> str:
    """A finished game for 2 Power: the cat kept its number, the wolf swapped."""
    cat, wolf = phones
    code = cat.open(chairs="2", seconds="0", stake_kind="power", stake_amount="2")
    wolf.press(code, "sit")
    cat.press(code, "begin")
    cat.play(code)
    wolf.play(code, "yes")
    return code


def over(day: Day, audience: Audience = Audience.LINK) -> Event:
    day.end()
    event = Event.objects.select_related("stream").get(pk=day.event.pk)
    open_for(event, audience, "olga")
    return event


def by_link(event: Event) -> Client:
    client = Client()
    client.get(reverse("debrief:link", args=[event.pk, debrief_row(event).key]))
    return client


def page(client: Client, name: str, *args: object, **asked: object) -> str:
    answer = client.get(reverse(f"tables:{name}", args=args), asked)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", words(answer))


def test_each_game_is_told_by_who_won_how_long_and_for_what(day, phones, played):
    event = over(day)

    shown = page(by_link(event), "debrief", event.pk)

    names = [chair.name for chair in state_of(played).chairs]
    assert all(name in shown for name in names)
    assert "has won" in shown or "share the victory" in shown
    assert "The stake was 2 Power" in shown
    assert "1 minute" in shown
    assert f'href="{reverse("tables:debrief-replay", args=[event.pk, played])}?move=1&amp;eyes=all"' in shown
    assert "<small>you</small>" not in shown
    assert "<small>you</small>" in page(phones[0].client, "debrief", event.pk)


def test_one_game_has_its_result_and_its_numbers(day, played):
    event = over(day)

    assert "The game in numbers" in page(by_link(event), "debrief-game", event.pk, played)


def test_it_is_replayed_with_anybodys_eyes_and_with_everybodys(day, played):
    event, hands = over(day), [str(each) for each in state_of(played).play.hands]
    client = by_link(event)

    first = page(client, "debrief-replay", event.pk, played, move=1)
    own = page(client, "debrief-replay", event.pk, played, move=1, eyes=1)
    truth = page(client, "debrief-replay", event.pk, played, move=1, eyes="all")

    assert [f'<b class="toy-number">{hand}</b>' in first for hand in hands] == [False, False]
    assert f'<b class="toy-number">{hands[0]}</b>' in truth
    assert truth.count('class="toy-number"') == 2
    assert own.count('class="toy-number"') == 1
    assert f"{reverse('tables:debrief-replay', args=[event.pk, played])}?move=2&amp;eyes=all" in truth
    assert f'href="{reverse("tables:debrief-game", args=[event.pk, played])}"' in truth


def test_who_may_look(day, phones, played):
    event = over(day, Audience.PLAYERS)
    addresses = [
        reverse("tables:debrief", args=[event.pk]),
        reverse("tables:debrief-game", args=[event.pk, played]),
        reverse("tables:debrief-replay", args=[event.pk, played]),
    ]

    for client, status in ((Client(), 404), (phones[0].client, 200), (member(Desk.WAR, events=[event]), 200)):
        assert [client.get(each).status_code for each in addresses] == [status] * 3


def test_a_player_of_the_day_sees_tables_and_not_the_page_for_control(day, phones, played):
    event = over(day, Audience.PLAYERS)
    cat = phones[0].client

    start = words(cat.get(reverse("debrief:start", args=[event.pk])))

    assert reverse("tables:debrief", args=[event.pk]) in start
    assert reverse("debrief:team", args=[event.pk]) not in start
    assert cat.get(reverse("debrief:team", args=[event.pk])).status_code == 404


def test_a_game_that_is_still_played_is_in_none_of_it(day, phones):
    cat, wolf = phones
    code = cat.open(chairs="2", seconds="0")
    wolf.press(code, "sit")
    cat.press(code, "begin")
    event = over(day)
    client = by_link(event)

    assert reverse("tables:debrief", args=[event.pk]) not in words(client.get(reverse("debrief:start", args=[event.pk])))
    assert code not in page(client, "debrief", event.pk)
    for name in ("debrief-game", "debrief-replay"):
        assert client.get(reverse(f"tables:{name}", args=[event.pk, code]), {"eyes": "all"}).status_code == 404


def test_a_table_of_no_event_or_of_another_is_not_this_events(day, anna, boris):
    code = anna.open(chairs="2", seconds="0")
    boris.press(code, "sit")
    anna.press(code, "begin")
    anna.play(code)
    boris.play(code)
    event = over(day)

    assert by_link(event).get(reverse("tables:debrief-game", args=[event.pk, code])).status_code == 404
    assert by_link(event).get(reverse("tables:debrief-game", args=[event.pk, "NOONE"])).status_code == 404


def test_a_fragment_that_stands_twice_keeps_its_ids_apart_and_not_those_of_others():
    drawn = '<b id="a">x</b><label for="a" aria-labelledby="a b">y</label><use href="#sign"/><a href="#a" data-id="a">a</a>'

    assert with_own_ids(drawn, 2) == (
        '<b id="a--2">x</b><label for="a--2" aria-labelledby="a--2 b">y</label><use href="#sign"/><a href="#a--2" data-id="a">a</a>'
    )
