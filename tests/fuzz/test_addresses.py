"""Fuzzing of every address in every role, with odd parameters, headers and bodies: no failure, no hang, no leak.

Forms from the console's own pages are sent again with some fields replaced, also by viewers to whom they were never offered.
`--fuzz N` sends N requests instead of a few hundred. The seed is always the same.
"""

from __future__ import annotations

import re
import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest
from django.core.cache import cache
from django.core.signals import got_request_exception
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from rooms.realm.desks import Desk
from tests.fuzz.nasty import BODIES, HEADERS, VALUES, multipart, quoted, raw, urlencoded, values
from tests.secrecy.planted import AUTHOR, MATE, RIVAL, Hall, player, staff

pytestmark = [pytest.mark.django_db(transaction=True)]

SEED = 20260509
PATIENCE = 10.0  # seconds of processor time for one answer
LOGOUT = "/staff/logout/"  # it would end the session on the server
REJOIN = 100  # requests, until players with replaced codes join again
METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "NONSENSE")
URLENCODED = "application/x-www-form-urlencoded"
HOLE = re.compile(r"<(?:\w+:)?(\w+)>")
CANARIES = (
    "CANARYREASON",
    "CANARYGIFT",
    "CANARYCALL",
    "CANARYHOUSE",
    "CANARYFUNERAL",
    "CANARYMARRIAGE",
    "CANARYPROPOSAL",
    "CANARYSCHEME",
)
MAY_SEE = {"mate": {"CANARYHOUSE", "CANARYFUNERAL"}}  # the House that holds it reads its name
GOOD = {"seat": AUTHOR, "room": "war", "name": "bar", "seq": "1", "region": "amn", "what": "units", "kind": "war", "law": "law-1"}
GOOD |= {
    "decision": "war-1-guard-1",
    "ruling": "1",
    "rule": "R-49",
    "effect": "1",
    "building": "1",
    "code": "WRONGONE",
    "wall": "laws",
    "table": "west",
    "which": "strips",
}


@dataclass(frozen=True)
class Form:
    """A form as a page offered it."""

    action: str
    method: str = "POST"
    fields: dict[str, list[str]] = field(default_factory=dict)


class Forms(HTMLParser):
    """Collects every form of a page, and every button that sends by itself."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found, self._fields, self._action = page, [], {}, None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if tag == "form":
            self._fields, self._action = {}, own.get("hx-post") or own.get("action") or self.page
            posts = own.get("hx-post") or (own.get("method") or "").lower() == "post"
            self.found.append(Form(self._action, "POST" if posts else "GET", self._fields))
        elif tag in ("input", "button", "select", "textarea", "option") and own.get("name") and self._action:
            self._fields.setdefault(own["name"], []).append(own.get("value") or "")
        elif own.get("hx-get"):
            self.found.append(Form(own["hx-get"], "GET"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._action = None


def routes(patterns=None, before: str = "") -> list[str]:
    """Every URL pattern except the admin's, which is Django's own and only for the superuser."""
    found = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        whole = before + str(pattern.pattern)
        if whole.startswith("admin/"):
            continue
        if isinstance(pattern, URLResolver):
            found += routes(pattern.url_patterns, whole)
        elif isinstance(pattern, URLPattern):
            found.append("/" + whole.removeprefix("^").removesuffix("$"))
    return found


ROUTES = routes()


class Town:
    """A planted event, a client of every role, and the forms that they were offered."""

    def __init__(self) -> None:
        cache.clear()
        self.hall = Hall.planted()
        self.clients = {
            "nobody": Client(),
            "mate": player(self.hall.event, MATE),
            "rival": player(self.hall.event, RIVAL),
            "no desk": staff(),
            **{desk.value: staff(desk) for desk in Desk},
        }
        self.good = GOOD | {"event_id": str(self.hall.event.pk)}
        self.failures: list[str] = []
        self.forms: list[Form] = []
        self.asked = 0
        self.answers: Counter[int] = Counter()
        for client in self.clients.values():
            client.raise_request_exception = False

    def rejoin(self) -> None:
        """Let the players join again."""
        for who, seat in (("mate", MATE), ("rival", RIVAL)):
            with suppress(AssertionError):  # a request has let them leave for good
                self.clients[who] = player(self.hall.event, seat)
                self.clients[who].raise_request_exception = False

    def harvest(self) -> None:
        """Collect the forms that pages offer to a stranger, a player and the organizer."""
        for who in ("nobody", "rival", "organizer"):
            for route in ROUTES:
                self.forms += self.offered(who, HOLE.sub(lambda hole: self.good.get(hole[1], "1"), route))
        cache.clear()

    def offered(self, who: str, address: str) -> list[Form]:
        """Forms of a page."""
        if address.endswith("/leave/") and address.count("/") < 3:
            return []
        response = self.ask(who, "GET", address)
        if response is None or response.streaming or "html" not in response.headers.get("Content-Type", ""):
            return []
        parser = Forms(address)
        parser.feed(response.content.decode(errors="replace"))
        return parser.found

    def ask(self, who: str, method: str, address: str, body: bytes = b"", kind: str = URLENCODED, headers=None, query: bytes = b""):
        """Send one request; record faults of its answer in `failures`."""
        client, caught = self.clients[who], []
        path, _mark, own = address.partition("?")
        named = {key: value for key, value in (headers or {}).items() if key != "Cookie"}
        cookies = client.cookies.copy()
        more = {"HTTP_COOKIE": headers["Cookie"]} if headers and "Cookie" in headers else {}
        said = f"{who} {method} {address!r} {kind} {body[:300]!r} {headers or ''} ?{query[:200]!r}"

        def remember(**_named: object) -> None:
            caught.append(traceback.format_exc()[-1500:])

        got_request_exception.connect(remember)
        begun = time.thread_time()
        response = None
        try:
            response = client.generic(
                method,
                path or "/",
                body,
                kind,
                headers=named,
                query_params=None,
                QUERY_STRING=query.decode("latin-1") or own,
                **more,
            )
        except Exception:
            caught.append(traceback.format_exc()[-1500:])
        finally:
            got_request_exception.disconnect(remember)
            client.cookies = cookies  # nobody leaves, and nobody becomes somebody else
        took = time.thread_time() - begun
        self.asked += 1
        self.answers[response.status_code if response is not None else 0] += 1
        if response is None or response.status_code >= 500 or caught:
            self.failures.append(f"{said}: {getattr(response, 'status_code', 'nothing')}\n{''.join(caught)}")
        elif took > PATIENCE:
            self.failures.append(f"{said}: {took:.1f} seconds")
        elif who in ("nobody", "no desk", "mate", "rival"):
            found = b"".join(response.streaming_content) if response.streaming else response.content
            leaked = [each for each in CANARIES if each.encode() in found and each not in MAY_SEE.get(who, ())]
            if leaked and not any(each.encode() in body + query for each in leaked):
                self.failures.append(f"{said}: leaked {leaked}")
        return response

    def assert_well(self) -> None:
        """Fail with all recorded faults, one for each place in the code."""
        places: dict[str, str] = {}
        for each in self.failures:
            places.setdefault("".join(each.splitlines()[-4:]), each)
        assert not places, f"{len(self.failures)} of {self.asked} requests:\n\n" + "\n\n".join(list(places.values())[:12])


@pytest.fixture
def town() -> Town:
    return Town()


def many(pytestconfig: pytest.Config) -> settings:
    """Hypothesis settings for `--fuzz` examples, always the same. Each example changes the event, so none can be shrunk."""
    return settings(
        max_examples=pytestconfig.getoption("--fuzz"),
        derandomize=False,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


def test_every_address_stands_whatever_is_in_it(town, pytestconfig):
    """Each route with odd values, as a stranger, a player and the organizer. All routes together get every value often."""
    every = max(1, 3600 // pytestconfig.getoption("--fuzz"))
    for number, route in enumerate(ROUTES):
        who = ("organizer", "rival", "nobody", "organizer")[number % 4]
        for value in VALUES[number % every :: every] if HOLE.search(route) else ():
            town.ask(
                who,
                "GET",
                HOLE.sub(lambda hole, value=value: quoted(value) if hole[1] != "event_id" else town.good["event_id"], route),
            )
        for event in ("0", "999999", "99999999999999999999", "-1", "\u0661")[number % 5 :: 5]:
            if "event_id" in route:
                filled = HOLE.sub(lambda hole, event=event: event if hole[1] == "event_id" else town.good.get(hole[1], "1"), route)
                town.ask("organizer", "GET", filled)

    town.assert_well()
    assert town.asked > 300


def test_no_body_and_no_header_breaks_an_address(town):
    """Each route with a few odd bodies and headers. All routes together get each of them many times."""
    for number, route in enumerate(ROUTES):
        address = HOLE.sub(lambda hole: town.good.get(hole[1], "1"), route)
        who = ("organizer", "rival", "nobody", "war")[number % 4]
        for step in range(2):
            body, kind = BODIES[(number * 2 + step) % len(BODIES)]
            town.ask(who, "POST", address, body, kind)
        for step in range(1):
            town.ask(who, METHODS[(number + step) % len(METHODS)], address, headers=HEADERS[(number + step) % len(HEADERS)])

    town.assert_well()


def test_no_form_breaks_when_its_fields_are_odd(town, pytestconfig):
    """Forms of all pages, sent by any viewer, with fields changed, left out, doubled and added."""
    town.harvest()
    forms, tried = [form for form in town.forms if form.action != LOGOUT], []
    names = sorted({name for form in forms for name in form.fields})

    @many(pytestconfig)
    @seed(SEED)
    @given(st.data())
    def attempt(data) -> None:
        form = data.draw(st.sampled_from(forms))
        fields = {name: [data.draw(st.sampled_from(given))] for name, given in form.fields.items() if given}
        for _change in range(data.draw(st.integers(0, 3))):
            name = data.draw(st.sampled_from(names))
            if fields and data.draw(st.booleans()):
                name = data.draw(st.sampled_from(sorted(fields)))
            match data.draw(st.integers(0, 5)):
                case 0:
                    fields.pop(name, None)
                case 1:
                    fields[name] = [*fields.get(name, []), data.draw(values)]
                case _:
                    fields[name] = [data.draw(values)]
        who = data.draw(st.sampled_from((*sorted(town.clients), *["organizer", "rival"] * 4)))
        if len(tried) % REJOIN == REJOIN - 1:
            town.rejoin()
        headers = data.draw(st.sampled_from(HEADERS[:5])) if data.draw(st.booleans()) else {}
        method = form.method if data.draw(st.integers(0, 7)) else data.draw(st.sampled_from(("POST", "GET")))
        if method == "GET":
            town.ask(who, "GET", form.action, headers=headers, query=urlencoded(fields))
        elif data.draw(st.integers(0, 4)) == 0:
            town.ask(who, "POST", form.action, multipart(fields), "multipart/form-data; boundary=edge", headers)
        else:
            town.ask(who, "POST", form.action, urlencoded(fields), URLENCODED, headers)
        tried.append(form.action)

    attempt()

    town.assert_well()
    assert town.answers[422] + town.answers[302] + town.answers[204] > town.asked / 20, (
        town.answers
    )  # forms reach what they are for
    assert len(forms) > 50
    assert len(set(tried)) > pytestconfig.getoption("--fuzz") / 8


def test_a_failure_and_a_leak_would_be_noticed(town, monkeypatch):
    def broken(*_given: object, **_named: object) -> None:
        raise KeyError("broken")

    monkeypatch.setattr("control.people.join_pages.draw_join", broken)
    town.ask("nobody", "GET", "/")
    assert "KeyError: 'broken'" in town.failures.pop()

    monkeypatch.setattr("control.people.join_pages.draw_join", lambda *_given, **_named: HttpResponse("CANARYSCHEME"))
    town.ask("nobody", "GET", "/")
    assert "leaked ['CANARYSCHEME']" in town.failures.pop()


def test_the_values_are_as_odd_as_they_look():
    assert raw("\ud800") == b"\xed\xa0\x80"
    assert urlencoded({"a": ["\0", "b c"]}) == b"a=%00&a=b%20c"
    assert multipart({"a": ["1"]}).count(b"--edge") == 2
