"""Screens of tables: which news each of them listens to (GE-UND-61, R-144)."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from control.desks import frame
from control.desks.overview import MOST_PARTS
from control.people import access
from rooms.realm.scenario.ids import Room
from rooms.underground.screens.desk import VIEWS
from tests.control.desks.conftest import Day, Person
from tests.control.phones import CAT_1
from tests.rooms.underground.screens.west import AT
from tests.rooms.underground.test_table_topics import DESK_HEARS, WALL_HEARS

HEARD = re.compile(r"([\w-]+) from:body")
REGION = re.compile(r'<section id="part-([\w-]+)"[^>]* hx-get="([^"]+)" hx-trigger="([^"]+)"')


def heard_by_regions(person: Person, address: str) -> dict[str, frozenset[str]]:
    """Topics of each region of a desk's page, by name."""
    page = unescape(person.get(address).content.decode())
    return {name: frozenset(HEARD.findall(trigger)) for name, _address, trigger in REGION.findall(page)}


def of_tables(topics: frozenset[str]) -> set[str]:
    return {each for each in topics if each.startswith("underground")}


@pytest.mark.rule("GE-UND-61")
def test_the_regions_of_a_table_hear_of_their_own_table_and_the_tabs_of_all(under, tabled):
    heard = heard_by_regions(under, AT)

    own = {name.replace("_", "-") for name in VIEWS}
    assert own < heard.keys()
    assert {name: topics for name, topics in heard.items() if name in own} == dict.fromkeys(own, {"underground-west"} | DESK_HEARS)
    assert {name: of_tables(heard[name]) for name in heard.keys() - own if of_tables(heard[name])} == {
        "underground-tabs": {"underground"}
    }


@pytest.mark.rule("GE-UND-61")
def test_the_page_of_all_tables_hears_of_all(under, tabled):
    heard = heard_by_regions(under, "underground/all/")

    found = {name: of_tables(topics) for name, topics in heard.items() if of_tables(topics)}
    assert found == {"underground-tabs": {"underground"}, "underground-strikes": {"underground"}}


def test_a_wall_hears_of_its_own_table(tabled: Day):
    for table in tabled.state.tables_of(Room.UNDERGROUND):
        page = Client().get(reverse("underground:table", args=[tabled.event.pk, table])).content.decode()
        heard = frozenset(HEARD.findall(page))
        assert heard >= WALL_HEARS
        assert of_tables(heard) == {f"underground-{table}"}


@pytest.mark.rule("R-144")
def test_a_phone_hears_of_all_tables_and_never_of_one(tabled: Day):
    phone = Client()
    phone.post(reverse("control:link", args=[access.issue_code(tabled.event.seats.get(key=CAT_1))]))
    page = phone.get("/play/").content.decode()

    assert of_tables(frozenset(page.split('data-topics="')[1].split('"')[0].split())) == {"underground"}


def test_a_press_at_a_table_refreshes_the_regions_of_its_page_at_once(under, tabled):
    order = " ".join(each.removeprefix("sitter-") for each in re.findall(r"sitter-[\w-]+", under.get(AT).content.decode()))

    done = under.tap(f"{AT}seats/", {"month": "1", "order": order, "move": f"down {order.split()[0]}"})

    assert json.loads(done.headers["HX-Trigger"]).keys() == {"underground", "underground-west", "journal"}


def test_a_look_at_a_table_is_remembered_as_a_look_at_that_table(under, tabled, monkeypatch):
    told: list[set[str]] = []
    monkeypatch.setattr(frame.DeskSight, "remember", lambda seen: told.append(set(seen.topics)))

    under.fragment("part/underground-seats/?table=west")
    under.fragment("part/?part=underground-seats%3Ftable%3Deast")

    assert [of_tables(frozenset(each)) for each in told] == [{"underground-west"}, {"underground-east"}]
    assert len(VIEWS) < MOST_PARTS
