"""A phone asks for news over its socket, and by a request where the socket does not answer."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from control.day.clock.phases import BeginDay
from control.day.notices import Announce
from rooms.realm.scenario.ids import Phase
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import PATIENCE, PHONE, Day
from tests.e2e.hands import choose

pytestmark = pytest.mark.e2e

GATES = "The gates are open."
Answers = Callable[[WebSocketRoute, str | bytes], None]


def asked(phone: Page) -> list[str]:
    """Addresses of the requests for news from now on."""
    found: list[str] = []

    def note(request: object) -> None:
        address = request.url  # type: ignore[attr-defined]
        if "/play/fresh/" in address:
            found.append(address)

    phone.on("request", note)
    return found


def joined(day: Day, at_question: Answers, at_answer: Answers) -> Page:
    """Open a phone of Cat. `at_question`, `at_answer`: get each message of the phone and of the console, with the other end."""
    day.give(*arrivals("cat-1"), BeginDay(), *phase_ends(Phase.CEREMONY))
    context = day.browser.new_context(viewport=PHONE, service_workers="block")
    context.set_default_timeout(PATIENCE)
    day.open_contexts.callback(context.close)
    phone = context.new_page()

    def between(line: WebSocketRoute) -> None:
        console = line.connect_to_server()
        line.on_message(lambda message: at_question(console, message))
        console.on_message(lambda message: at_answer(line, message))

    phone.route_web_socket("**/live/**", between)
    day.join(phone, day.codes["cat-1"])
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    return phone


def test_news_comes_over_the_socket_and_leaves_what_is_typed(day: Day) -> None:
    day.give(*arrivals("cat-1"))
    phone = day.phone("cat-1")
    requests = asked(phone)
    day.give(BeginDay(), *phase_ends(Phase.CEREMONY))
    choose(phone, "War Room")  # by a form that came over the socket, with the page's own token
    phone.get_by_role("group", name="Order 1").get_by_role("radio", name="Move").check()
    phone.locator("#order1-units").fill("3")

    day.give(Announce(text=GATES))

    expect(phone.locator("#region-news")).to_contain_text(GATES)
    expect(phone.locator("#order1-units")).to_have_value("3")
    assert requests == []


def pass_on(to: WebSocketRoute, message: str | bytes) -> None:
    to.send(message)


def lose_answers(phone: WebSocketRoute, message: str | bytes) -> None:
    """Pass on all but the answers to questions, which are bytes."""
    if isinstance(message, str):
        phone.send(message)


def ask_by_request(phone: WebSocketRoute, message: str | bytes) -> None:
    """Answer each question as a console does that wants a request."""
    if isinstance(message, bytes):
        number = json.loads(message.partition(b"\n")[0])["n"]
        message = json.dumps({"n": number, "is": "http", "whose": ""}).encode() + b"\n"
    phone.send(message)


@pytest.mark.parametrize("at_answer", [lose_answers, ask_by_request])
def test_a_request_asks_where_the_socket_does_not_answer(day: Day, at_answer: Answers) -> None:
    phone = joined(day, pass_on, at_answer)
    requests = asked(phone)

    day.give(Announce(text=GATES))

    expect(phone.locator("#region-news")).to_contain_text(GATES)
    assert len(requests) > 0


def test_a_request_asks_where_the_console_does_not_know_the_question(day: Day) -> None:
    def of_another_release(console: WebSocketRoute, message: str | bytes) -> None:
        console.send(message.replace('"t":"news"', '"t":"later"') if isinstance(message, str) else message)

    phone = joined(day, of_another_release, pass_on)

    day.give(Announce(text=GATES))

    expect(phone.locator("#region-news")).to_contain_text(GATES)
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
