"""The hand-over page of a desk: sent text leaves the form, and the next hand-over is sent too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay
from control.models import Event
from tests.e2e import inside
from tests.e2e.day import Day

pytestmark = pytest.mark.e2e


def handed_over(event: Event) -> list[str]:
    """Hand-overs of all desks. Called inside the console."""
    return [str(each.what) for each in inside.state_of(event.pk).hand_offs]


def hand_over(page: Page, what: str) -> None:
    page.locator(".ask-page [name=to]").select_option("court")
    page.locator(".ask-page [name=what]").fill(what)
    page.locator(".ask-page button[type=submit]").click()


def test_what_was_handed_over_leaves_the_form_and_the_next_is_sent_too(day: Day) -> None:
    day.give(BeginDay())
    wanda = day.staff("wanda", "hand-offs/new/")
    what, said = wanda.locator(".ask-page [name=what]"), wanda.locator("#said")

    for words in ("Cat rules by a coup", "Wolf holds two of Cat"):
        hand_over(wanda, words)
        expect(said).to_contain_text(words)
        expect(what).to_have_value("")

    assert day.ask(handed_over) == [
        "Cat rules by a coup",
        "Wolf holds two of Cat",
    ]


def test_what_was_refused_stays_in_the_form(day: Day) -> None:
    wanda = day.staff("wanda", "hand-offs/new/")
    wanda.locator(".ask-page [name=to]").select_option("war")
    wanda.locator(".ask-page [name=what]").fill("To ourselves")
    wanda.locator(".ask-page button[type=submit]").click()

    expect(wanda.locator("#ask").get_by_role("alert")).to_contain_text("another desk than your own")
    expect(wanda.locator("#ask [name=what]")).to_have_value("To ourselves")
