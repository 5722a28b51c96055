"""Rare moments of an Advanced game on phones and on the live wall.

An emergency and a bid are answered in secret on several phones at once, then revealed everywhere. Actions are undone at the head
of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from control.models import Event
from tests.e2e import tables_inside
from tests.e2e.boxes import wrong_in
from tests.e2e.day import Day
from tests.e2e.tables import (
    ADVANCED,
    SEATS,
    all_sizes,
    gather,
    play,
    press_statecraft,
    reveals_held,
    statecraft_fits,
    tab,
    wall_is_whole,
)
from tests.e2e.test_statecraft_wall import CUT

pytestmark = pytest.mark.e2e


def played(event: Event) -> list[Any]:
    """Return everything of the players that a policy changes."""
    sides = tables_inside.game_state(event).sides
    return [[*side.hand, side.budget, side.trackers, [each.card for each in side.policies]] for side in sides]


@dataclass(frozen=True)
class Secret:
    """Three phones in the order of their chairs, the phones that are asked in secret, and the wall."""

    phones: Sequence[Page]
    asked: Sequence[Page]
    wall: Page

    @property
    def others(self) -> Sequence[Page]:
        return [phone for phone in self.phones if phone not in self.asked]


@pytest.fixture
def led(day: Day) -> Callable[[str], Secret]:
    """Factory: play a table of three to a moment, then open it on the phones and the wall."""

    def lead(moment: str) -> Secret:
        company = gather(day, ADVANCED, seats=SEATS, begins=False)
        asked = company.lead(moment)
        company.visit()
        company.watch()
        return Secret(phones=company.phones, asked=[company.phones[chair] for chair in asked], wall=company.wall)

    return lead


def chosen(page: Page, number: int) -> None:
    """Check how many players the page shows as having chosen."""
    expect(page.locator(".sc-thinkers .sc-chosen, .sw-asked .sw-chosen")).to_have_count(number)


def choose(phone: Page, value: str, verb: str) -> None:
    phone.locator(f".sc-choice input[value='{value}']").check()
    press_statecraft(phone, verb)


def is_shown(page: Page, words: str) -> None:
    """Check that a reveal with these words lies over the page."""
    expect(page.locator(".table-moment-words")).to_contain_text(re.compile(words))


@pytest.mark.rule("SC-EMG-06", "SC-EMG-07", "SC-HID-04", "SC-HID-05")
def test_an_emergency_is_contributed_to_in_secret_and_shown_everywhere_at_once(day: Day, led: Callable[[str], Secret]) -> None:
    table = led("emergency")
    first, second, third = table.asked
    for phone in table.asked:
        expect(phone.get_by_role("heading", name="Contribute a card, or nothing")).to_be_in_viewport()
        chosen(phone, 0)
        statecraft_fits(phone, under="Contribute</button>")
    expect(table.wall.locator(".sw-is-emergency")).to_be_visible()
    expect(table.wall.locator(".sw-asked li")).to_have_count(3)
    wall_is_whole(table.wall, CUT)
    all_sizes(first, "secret-emergency")
    all_sizes(table.wall, "secret-emergency-wall", whole=False)

    card = first.locator(".sc-choice:has([name=card])").first
    given = card.locator("b").first.inner_text()
    choose(first, str(card.locator("input").get_attribute("value")), "Contribute")
    expect(first.locator(".sc-answer")).to_contain_text(given)
    for page in (second, third, table.wall):
        chosen(page, 1)
        expect(page.locator(".sc-answer")).to_have_count(0)
        expect(page.locator("body")).not_to_contain_text(f"contributes “{given}”")
    all_sizes(first, "secret-emergency-chosen")
    with reveals_held((*table.asked, table.wall)):
        for phone in (second, third):
            choose(phone, "none", "Contribute")
        for page in (*table.asked, table.wall):
            is_shown(page, given)
        all_sizes(second, "secret-emergency-shown", whole=False)
        all_sizes(table.wall, "secret-emergency-shown-wall", whole=False)
    assert day.ask(tables_inside.entry_kinds, "ContributionsShown", "BidsShown") == ["ContributionsShown"]


@pytest.mark.rule("SC-INC-07", "SC-INC-09", "SC-HID-04")
def test_a_bid_is_held_in_secret_and_the_highest_pays(day: Day, led: Callable[[str], Secret]) -> None:
    table = led("bid")
    low, high = table.asked
    (third,) = table.others
    for phone in table.asked:
        expect(phone.get_by_role("heading", name="Bid for the incumbent card")).to_be_in_viewport()
        statecraft_fits(phone, under="Bid, in secret</button>")
        assert wrong_in(phone, ".table-top", whole=False) == []  # with the list of what may be undone
    assert sum(phone.locator(".table-back button").count() for phone in table.phones) == 1
    expect(third.get_by_role("heading", name="The incumbent card is bid for")).to_be_in_viewport()
    wall_is_whole(table.wall, CUT)
    all_sizes(low, "secret-bid")
    all_sizes(third, "secret-bid-third")
    all_sizes(table.wall, "secret-bid-wall", whole=False)

    choose(low, "1", "Bid, in secret")
    expect(low.locator(".sc-answer")).to_have_text("You bid 1.")
    for page in (high, third, table.wall):
        chosen(page, 1)
        expect(page.locator("body")).not_to_contain_text("bid 1")
    with reveals_held((low, third, table.wall)):
        choose(high, "2", "Bid, in secret")
        for page in (low, third, table.wall):
            is_shown(page, "2")
        all_sizes(third, "secret-bid-shown", whole=False)
        all_sizes(table.wall, "secret-bid-shown-wall", whole=False)
    while high.locator(".table-moment").count():
        high.keyboard.press("Escape")
    expect(high.get_by_role("heading", name="Pay 2 cards")).to_be_in_viewport()
    all_sizes(high, "secret-bid-pay")
    for box in high.locator(".sc-choice input").all()[:2]:
        box.check()
    press_statecraft(high, "Pay")
    expect(third.locator("#table-log")).to_contain_text("incumbent")
    wall_is_whole(table.wall, CUT)


@pytest.mark.rule("SC-TRK-07", "SC-POL-12", "SC-CAM-07")
def test_the_console_draws_the_wall_of_a_late_game_whole(led: Callable[[str], Secret]) -> None:
    table = led("late")
    expect(table.wall.locator(".sw-cabinet")).to_have_count(3)
    wall_is_whole(table.wall, CUT)
    all_sizes(table.wall, "secret-late-wall", whole=False)
    all_sizes(table.asked[0], "secret-late")


@pytest.mark.rule("SC-POL-01")
def test_what_was_played_is_taken_back_at_the_head_of_the_page(day: Day, led: Callable[[str], Secret]) -> None:
    table = led("policy")
    (phone,) = table.asked
    back = phone.locator("#region-top .table-back button")
    expect(back).to_have_count(0)
    before = day.ask(played)
    tab(phone, "cards")
    phone.locator(".sc-policy [name=way]").first.check(force=True)
    press_statecraft(phone, re.compile("nounce it"))
    expect(back).to_have_text(re.compile(r"^↶ Take back “[^:]+”$"))
    assert day.ask(played) != before
    told = phone.locator(".table-told")  # the result of the press is visible without scrolling
    expect(told).to_contain_text(re.compile("announces|denounces"))
    expect(told).to_be_in_viewport()

    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(back).to_be_in_viewport()  # however far the player has scrolled
    assert wrong_in(phone, ".table-top", least=44, whole=False) == []
    for other in table.others:
        expect(other.locator("#table-log")).to_contain_text(re.compile("announces|denounces"))
        expect(other.locator(".table-back")).to_have_count(0)
    all_sizes(phone, "led-back", whole=False)
    play(back, "back")

    expect(phone.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(back).to_have_count(0)
    assert day.ask(played) == before
    for page in table.phones:
        expect(page.locator("#table-log")).to_contain_text("took back")


def test_a_refusal_goes_with_the_next_thing_that_happens(led: Callable[[str], Secret]) -> None:
    table = led("policy")
    (phone,), other = table.asked, table.others[0]
    other.locator("#table-leave > summary").click()
    leave = other.locator("#table-leave button")
    leave.evaluate("button => { button.value = '99'; }")
    leave.click()
    expect(other.locator("#no .refused")).to_be_visible()

    tab(phone, "cards")
    phone.locator(".sc-policy [name=way]").first.check(force=True)
    press_statecraft(phone, re.compile("nounce it"))

    expect(other.locator("#table-log")).to_contain_text(re.compile("announces|denounces"))
    expect(other.locator("#no .refused")).to_have_count(0)
