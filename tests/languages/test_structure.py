"""A page in another language differs only in its words: elements and numbers for the browser are the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.core.cache import cache
from django.utils import timezone

from control.people import audit
from megagame.languages import LOCALE, languages
from rooms.realm.desks import Desk
from rooms.tables.models import Table
from tests.languages.spoken import speaking
from tests.rooms.tables.potemkin.play import played_on
from tests.rooms.tables.potemkin.screens import board_for, hand_for
from tests.rooms.tables.shop import Phone
from tests.secrecy.planted import AUTHOR, Hall, addresses, player, raw, staff

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.parametrize("code", languages())]

# Attributes that people read or hear; all others are for the browser and its scripts.
READ = frozenset({"title", "aria-label", "aria-description", "placeholder", "alt", "label", "hx-confirm"})
READ_BY_SCRIPTS = frozenset(
    {"data-asks", "data-called", "data-fake", "data-needed", "data-real", "data-step-name", "data-sure", "data-title", "data-words"}
)
CHANCE = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|[0-9a-zA-Z]{64}|[0-9a-f]{12,}")
MINUTE = re.compile(r'"X-CSRFToken": *"\w+"')


class Skeleton(HTMLParser):
    """Counts the elements of a page with their attributes but without words, and the content of styles and scripts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: Counter[str] = Counter()
        self.inside = self.asked = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.inside = tag if tag in {"script", "style"} else ""
        if given.get("id") == "words":
            self.inside = ""  # the scripts' own words exist only in other languages than English
            return
        if tag == "html":
            del given["lang"]
        if tag == "select":
            self.asked = given.get("name") or ""
        told = " ".join(
            name if self.is_read(tag, name) else f'{name}="{CHANCE.sub("*", value or "")}"' for name, value in sorted(given.items())
        )
        self.found[f"{tag} {told}"] += 1

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside and data.strip():
            self.found[f"{self.inside}: {CHANCE.sub('*', data)}"] += 1

    def is_read(self, tag: str, name: str) -> bool:
        return name in READ | READ_BY_SCRIPTS or (
            name == "value" and tag == "option" and self.asked == "who"
        )  # a name, or "the clock"


def skeleton(html: str) -> Counter[str]:
    page = Skeleton()
    page.feed(MINUTE.sub("", html))
    return page.found


def differences(look: Callable[[], dict[str, str]], code: str) -> dict[str, tuple[list[str], list[str]]]:
    """By page: elements that only English has, and elements that only the other language has."""
    english = look()
    with speaking(code, LOCALE):
        other = look()
    assert english.keys() == other.keys()
    found = {}
    for where in english:
        first, second = skeleton(english[where]), skeleton(other[where])
        if first != second:
            found[where] = (sorted(first - second), sorted(second - first))
    assert sum(english[where] != other[where] for where in english) > len(english) / 2  # proof that it did speak another language
    return found


def test_every_page_of_a_day(code, monkeypatch):
    cache.clear()
    hall = Hall.planted()
    viewers = {"organizer": staff(*Desk), "player": player(hall.event, AUTHOR)}
    instant = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: instant)
    monkeypatch.setattr(audit, "log_look", lambda *_look, **_more: None)  # the access log would grow between the two looks
    for client in viewers.values():
        client.get(f"/screen/{hall.event.pk}/here/")

    def look() -> dict[str, str]:
        cache.clear()
        found = {}
        for who, client in viewers.items():
            for address in addresses(hall.event):
                if "leave" not in address or address.count("/") > 2:
                    status, body = raw(client, address)
                    if status == 200 and body.lstrip().startswith(b"<"):
                        found[f"{who} {address}"] = body.decode()
        return found

    assert differences(look, code) == {}


def test_the_tables_of_potemkin_empire(code):
    moments = list(played_on(2, 4))
    some = [(state, seat) for state, seat, _action, _played in moments[::12]] + [(moments[-1][3].state, 0)]

    def look() -> dict[str, str]:
        hands = {f"hand {at}": hand_for(state, seat) for at, (state, seat) in enumerate(some)}
        return hands | {f"wall {at}": board_for(state) for at, (state, _seat) in enumerate(some)}

    assert differences(look, code) == {}


def test_a_table_that_plays(code):
    anna, boris = Phone().named("Anna"), Phone().named("Boris")
    table = anna.open(kind="potemkin")
    boris.press(table, "sit")
    anna.press(table, "bot", chair="2", bot="random")
    anna.press(table, "begin")
    assert Table.objects.count() == 1

    def look() -> dict[str, str]:
        places = [
            f"/tables/{table}/",
            f"/tables/{table}/history/",
            f"/tables/{table}/rules/",
            f"/screen/table/{table}/",
            "/tables/",
        ]
        return {f"{at} {place}": raw(phone.client, place)[1].decode() for place in places for at, phone in enumerate((anna, boris))}

    assert differences(look, code) == {}
