"""Existence is a secret too: without a right, a thing that exists and one that does not get the same answer."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from rooms.realm.desks import Desk
from tests.secrecy.planted import AUTHOR, RIVAL, VOLATILE, Hall, player, staff

pytestmark = [pytest.mark.django_db(transaction=True)]

SKIPPED = ("admin/", "static/")
NOWHERE = {"event_id": "999999", "seat": "cat-99", "code": "QQQQQQQQ"}
THERE = {"seat": AUTHOR, "room": "war", "name": "bar", "seq": "1", "region": "amn", "what": "units", "kind": "war"}
THERE |= {
    "decision": "war-1-guard-1",
    "ruling": "1",
    "line": "0",
    "effect": "1",
    "building": "1",
    "law": "law-1",
    "code": "WRONGONE",
    "wall": "laws",
    "table": "west",
    "which": "strips",
}
HOLE = re.compile(r"<(?:\w+:)?(\w+)>")


def routes(patterns=None, before: str = "") -> list[str]:
    """Every URL pattern as one string."""
    found = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        whole = before + str(pattern.pattern)
        if whole.startswith(SKIPPED):
            continue
        if isinstance(pattern, URLResolver):
            found += routes(pattern.url_patterns, whole)
        elif isinstance(pattern, URLPattern):
            found.append("/" + whole.removeprefix("^").removesuffix("$"))
    return found


def filled(route: str, values: dict[str, str]) -> str:
    return HOLE.sub(lambda hole: values.get(hole[1], "1"), route)


def answer(client: Client, how: str, address: str):
    """Status, headers and body of an answer, without its own address and one-time tokens."""
    response = getattr(client, how)(address)
    body = b"" if response.streaming else response.content
    told = {name: value.replace(address, "*") for name, value in response.headers.items() if name not in ("Content-Length",)}
    return response.status_code, told, VOLATILE.sub(b"*", body.replace(address.encode(), b"*"))


@pytest.fixture
def hall() -> Hall:
    cache.clear()
    return Hall.planted()


STRANGERS = {
    "nobody": lambda hall: Client(),
    "another player": lambda hall: player(hall.event, RIVAL),
    "an account without a desk": lambda hall: staff(),
}
BELOW_CONTROL = [route for route in routes() if route.startswith("/control/<int:event_id>/")]


@pytest.mark.parametrize("who", STRANGERS)
def test_a_stranger_learns_nothing_from_an_answer_below_the_teams_address(hall, who):
    client = STRANGERS[who](hall)
    there = THERE | {"event_id": str(hall.event.pk)}

    differing = [
        (how, route)
        for route in BELOW_CONTROL
        for how in ("get", "post")
        if re.sub(r"\d+", "*", str(answer(client, how, filled(route, there))[:2]))
        != re.sub(r"\d+", "*", str(answer(client, how, filled(route, THERE | NOWHERE))[:2]))
    ]

    assert len(BELOW_CONTROL) > 60
    assert differing == []


@pytest.mark.parametrize("desk", [Desk.COURT, Desk.CHECK_IN])
def test_a_desk_learns_nothing_from_addresses_of_other_desks(hall, desk):
    client = staff(desk)
    there = THERE | {"event_id": str(hall.event.pk)}
    closed = [route for route in BELOW_CONTROL if client.get(filled(route, there)).status_code == 404]

    differing = [
        route
        for route in closed
        if HOLE.search(route.removeprefix("/control/<int:event_id>/"))
        and answer(client, "get", filled(route, there))
        != answer(client, "get", filled(route, there | NOWHERE | {"event_id": there["event_id"]}))
    ]

    assert closed
    assert differing == []


@pytest.mark.parametrize("who", STRANGERS)
def test_nobody_is_told_that_something_is_forbidden(hall, who):
    """Status 403 would reveal existence; the console uses it only for a form without its token."""
    client = STRANGERS[who](hall)
    there = THERE | {"event_id": str(hall.event.pk)}

    told = [
        (how, route)
        for route in routes()
        for how in ("get", "post")
        if getattr(client, how)(filled(route, there)).status_code == 403
    ]

    assert told == []


def test_every_page_carries_the_policy_and_obeys_it(hall):
    """No inline script, no inline event handler, nothing from other sites."""
    clients = [Client(), player(hall.event, AUTHOR), staff(*Desk)]
    there = THERE | {"event_id": str(hall.event.pk)}
    script = re.compile(rb"<script(?![^>]*\bsrc=)(?![^>]*type=\"(?:application/json|text/template)\")[^>]*>")
    handler = re.compile(rb"<[^>]+\son[a-z]+\s*=\s*[\"']", re.IGNORECASE)
    elsewhere = re.compile(rb"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"(?:https?:)?//")
    seen, wrong = 0, []
    for client in clients:
        for route in routes():
            address = filled(route, there)
            if "leave" in address and address.count("/") < 3:
                continue
            response = client.get(address)
            policy = response.headers.get("Content-Security-Policy", "")
            body = b"" if response.streaming else response.content
            seen += response.status_code == 200
            if "script-src 'self'" not in policy or "unsafe" in policy.partition("script-src")[2].partition(";")[0]:
                wrong.append((address, "policy"))
            for name, pattern in (
                ("script", script),
                ("handler", handler),
                ("elsewhere", elsewhere),
                ("javascript:", re.compile(rb"javascript:")),
            ):
                if found := pattern.search(body):
                    wrong.append((address, name, found[0][:120]))

    assert seen > 80
    assert wrong == []
