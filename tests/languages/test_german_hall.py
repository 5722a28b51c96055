"""A hall that plays the German scenario in German shows no text of the English scenario on any page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from control.journal import story
from control.models import Event
from megagame.languages import LOCALE
from rooms.realm.desks import Desk
from tests.control.test_whole_days import play, state_of
from tests.languages.spoken import Words, speaking
from tests.scenarios import default, german
from tests.secrecy.planted import AUTHOR, COURTIER, SCHEMER, Hall, addresses, player, raw, staff

pytestmark = [pytest.mark.django_db(transaction=True)]

STAYS = re.compile(r"/(en/)?(leave|theme)/$")


@pytest.fixture
def in_german() -> Iterator[None]:
    with speaking("de", LOCALE):
        yield


def _texts(value: Any) -> Iterator[str]:
    """All strings in nested mappings and lists."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, str):
        yield value


def english() -> re.Pattern[str]:
    """Pattern for texts that only the English scenario has: whole words, longest first."""
    ours, theirs = (set(_texts(msgspec.to_builtins(each))) for each in (default(), german()))
    said = sorted((each for each in ours - theirs if len(each) > 3), key=len, reverse=True)
    pieces = [re.escape(each) for each in said if "{" not in each]
    return re.compile("|".join(rf"(?<!\w){each}(?!\w)" for each in pieces))


def read_on(html: str) -> str:
    page = Words()
    page.feed(html)
    return "\n".join(page.found)


def crawl(event: Event, clients: Mapping[str, Client], within: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Text of every existing page under these addresses, each with its viewer and address."""
    for who, client in clients.items():
        for address in addresses(event):
            if address.startswith(within) and STAYS.search(address) is None:
                status, body = raw(client, address)
                if status == 200 and body.lstrip()[:1] == b"<":
                    yield f"{who} {address}", read_on(body.decode())


def assert_german(pages: Iterator[tuple[str, str]], least: int) -> str:
    english_, all_ = english(), ""
    found = []
    for where, read in pages:
        all_ += read
        least -= 1
        found += [f"{where}: {each[0]}" for each in english_.finditer(read)]
    assert found == []
    assert least <= 0
    return all_


def test_phones_speak_german(in_german):
    hall = Hall.planted(german())
    clients = {seat: player(hall.event, seat) for seat in (AUTHOR, COURTIER, SCHEMER)}

    read = assert_german(crawl(hall.event, clients, ("/",)), least=20)

    assert "Katze" in read
    assert german().houses[0].characters[0].line in read


def test_desks_walls_and_prints_speak_german(in_german):
    hall = Hall.planted(german())
    clients = {"staff": staff(*Desk)}

    read = assert_german(crawl(hall.event, clients, ("/control/", "/screen/")), least=40)

    assert "Handelsstraße" in read


def test_a_month_is_played_and_told_in_german(in_german):
    event, sent = play(german(), seed=7, months=1)

    assert sent
    assert state_of(event).clock.month == 2
    told = "\n".join(line.sentence for line in story.lines_of(Event.objects.select_related("stream").get(pk=event.pk).stream))
    assert english().findall(told) == []
    assert "Katze" in told


@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Gottkaiser"), ("en", "God-Emperor"), ("fr", "God-Emperor")],
    ids=["german", "english", "any other"],
)
def test_the_demo_is_played_in_the_language_of_the_hall_where_there_is_one(language, title, monkeypatch, capsys):
    monkeypatch.delenv("DEMO", raising=False)

    with override_settings(LANGUAGE_CODE=language):
        call_command("demo", "--host", "127.0.0.1")

    assert msgspec.json.decode(bytes(Event.objects.get().scenario))["title"] == title
