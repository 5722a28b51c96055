"""A desk's question stays open after its step has ended or an answer was lost. Typed text is kept."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from rooms.realm.scenario.ids import Room
from tests.e2e.commands import step_ends
from tests.e2e.day import Day, await_every_answer
from tests.e2e.war_board import TO_ACTION, TO_PLANNING

pytestmark = pytest.mark.e2e

WORDS = "The Favors of the Wolves first"


def in_favors(day: Day) -> Page:
    """Open an announcement at War Control's desk while Favors runs, and type it."""
    day.give(*TO_PLANNING, *TO_ACTION, *step_ends(Room.WAR, "updates", "orders"))
    wanda = day.staff("wanda", "war/")
    expect(wanda.locator("#step-now")).to_have_attribute("data-step", "favors")
    write(wanda)
    return wanda


def write(wanda: Page) -> None:
    wanda.get_by_role("link", name="Announce …").click()
    wanda.locator("#ask textarea").fill(WORDS)


def arrive(page: Page, held: Route) -> None:
    """Release a held answer and wait until the page has handled it. The page may have cancelled the request."""
    with suppress(Error):  # the page waits for it no longer
        held.continue_()
    if answer := held.request.response():
        answer.finished()
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")


def test_a_step_that_ends_leaves_the_question_open_and_says_so(day: Day) -> None:
    wanda = in_favors(day)
    ask = wanda.locator("#ask")
    expect(ask.locator(".outlived")).to_have_count(0)

    day.give(*step_ends(Room.WAR, "favors"))

    expect(ask.locator(".outlived")).to_have_text(
        "Favors has ended meanwhile: look whether this still fits before you send it; what you typed is still here."
    )
    expect(ask.locator("textarea")).to_have_value(WORDS)
    ask.locator("[data-close]").click()
    write(wanda)
    expect(ask.locator(".outlived")).to_have_count(0)  # opened in the step that runs now


def test_the_question_whether_to_end_a_phase_says_that_the_phase_has_ended(day: Day) -> None:
    day.give(*TO_PLANNING)
    hilde = day.staff("hilde", "clock/")
    hilde.get_by_role("link", name="End it now").click()
    ask = hilde.locator("#ask")
    expect(ask.get_by_role("heading")).to_be_visible()
    expect(ask.locator(".outlived")).to_have_count(0)

    day.give(*TO_ACTION)

    expect(ask.locator(".outlived")).to_contain_text("Planning has ended meanwhile")


def test_an_answer_that_never_arrived_keeps_the_question_and_what_was_typed(day: Day) -> None:
    wanda = in_favors(day)
    ask = wanda.locator("#ask")

    wanda.context.set_offline(True)
    ask.get_by_role("button", name="Look it over").click()

    expect(ask.get_by_role("alert")).to_contain_text("No answer from the server. Press again")
    expect(ask.locator("textarea")).to_have_value(WORDS)


def test_a_question_that_is_tapped_twice_opens_once_however_late_its_second_answer_is(day: Day) -> None:
    """On bad wifi a second answer would replace typed text, or a form that is being sent."""
    wanda = in_favors(day)
    ask = wanda.locator("#ask")
    ask.locator("[data-close]").click()
    asked: list[Route] = []

    def hold_all_but_the_first(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.continue_()

    wanda.route(re.compile(r"/say/|announce"), hold_all_but_the_first)
    wanda.get_by_role("link", name="Announce …").evaluate("link => { link.click(); link.click(); }")
    ask.locator("textarea").fill(WORDS)
    for late in asked[1:]:
        arrive(wanda, late)
    expect(ask.locator("textarea")).to_have_value(WORDS)
    assert len(asked) == 1


def test_of_two_questions_on_their_way_the_newer_opens_and_stays(day: Day) -> None:
    """The page was redrawn between two taps, so two buttons sent a request."""
    wanda = in_favors(day)
    ask, held = wanda.locator("#ask"), list[Route]()
    ask.locator("[data-close]").click()
    link = wanda.get_by_role("link", name="Announce …")
    address = link.get_attribute("hx-get") or ""
    await_every_answer(wanda)
    wanda.route(f"**{address}", lambda route: held.append(route) if len(held) < 1 else route.continue_())
    link.evaluate(
        "link => { link.click(); const again = link.cloneNode(true); link.replaceWith(again); htmx.process(again); again.click(); }"
    )

    ask.locator("textarea").fill(WORDS)
    arrive(wanda, held[0])
    expect(ask.locator("textarea")).to_have_value(WORDS)
