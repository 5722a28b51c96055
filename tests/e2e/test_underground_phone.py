"""Two phones at a table of the Underground: the private prompt, Advancement, Protection and an attack, card by card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from control.day.clock.phases import BeginDay, EndPhase
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.state import TableStep
from tests.e2e import west
from tests.e2e.boxes import wrong_in
from tests.e2e.commands import arrivals
from tests.e2e.day import Console, Day, event_of
from tests.e2e.plot import REGIONS, play, press
from tests.forks import ROOT

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "snake-1")
TO_ACTION = tuple(EndPhase(month=1, phase=phase) for phase in (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT))


@pytest.fixture
def table(console: Console, chromium: Browser) -> Iterator[Day]:
    """Two players at the West's table in Updates. Its steps end only by hand."""
    with event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        day.give(BeginDay(), *arrivals(*SEATS), *west.seated(*SEATS), *TO_ACTION, west.LONGER)
        yield day


def clean(*phones: Page) -> None:
    """Check that nothing overlaps, is too small for a finger, or overflows sideways."""
    for phone in phones:
        phone.locator("#region-und-play").scroll_into_view_if_needed()
        for region in REGIONS:
            if phone.locator(f"{region} > .card").count():
                assert wrong_in(phone, region, least=0, whole=False) == []
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def row(phone: Page, house: str) -> Locator:
    """Return the only scheme of a House."""
    return play(phone).locator(".und-rows > li").filter(has=phone.locator(f".h-{house}"))


def tap_card(phone: Page, at: int = 0) -> None:
    play(phone).locator(".und-cards label.und-pick").nth(at).click()


def passed(*phones: Page) -> None:
    """End the turns of these phones' players in order."""
    for phone in phones:
        expect(phone.locator(".und-turn")).to_have_text("Your turn")
        press(phone, "Done")
        expect(phone.locator("[data-turn=mine]")).to_have_count(0)


def test_two_phones_play_a_month_of_a_table(table):
    cat, snake = (table.phone(seat) for seat in SEATS)
    houses = {cat: "cat", snake: "snake"}

    table.ask(west.end_steps, TableStep.SCHEMES)
    for phone in (cat, snake):
        expect(phone.locator("#und-private-title")).to_have_text("For your eyes only")
        expect(phone.locator(".und-line")).to_have_count(4)
        phone.locator(".und-line > summary").first.click()
        phone.locator(".und-two .und-nod").first.click()
    clean(cat, snake)
    table.ask(west.end_steps, TableStep.MINIONS)
    for phone in (cat, snake):
        expect(phone.locator(".und-private")).to_have_count(0)
        expect(play(phone).locator(".und-cards .minion")).to_have_count(4)

    table.ask(west.end_steps, TableStep.ADVANCEMENT)
    first, second = cat, snake  # month 1 begins with the first House of the scenario
    expect(first.locator(".und-turn")).to_have_text("Your turn")
    expect(second.locator(".und-turn")).to_contain_text("Your turn after")
    tap_card(first)
    tap_card(first, 1)
    press(row(first, houses[first]), "Put on it")
    for phone in (first, second):
        expect(row(phone, houses[first]).locator(".und-count b").first).to_have_text("2")
    clean(first, second)
    press(first, "Take it back")
    expect(row(second, houses[first]).locator(".und-count b").first).to_have_text("0")
    expect(play(first).locator(".und-cards .minion")).to_have_count(4)
    passed(first, second)

    table.ask(west.end_steps, TableStep.PROTECTION)
    passed(first)
    expect(second.locator(".und-turn")).to_have_text("Your turn")
    tap_card(second)
    press(row(second, houses[second]), "Put in front")
    expect(row(first, houses[second]).locator(".minion-down")).to_have_count(1)
    tap_card(second)
    dear = row(second, houses[second])
    dear.locator("summary").click()
    expect(dear).to_contain_text("The next Protection costs 1 more card, discarded.")
    clean(second)
    press(dear, "Put in front")
    expect(play(second).locator(".refused")).to_contain_text("costs 1 discard")
    dear.locator(".und-discards label").nth(1).click()
    press(dear, "Put in front")
    expect(row(first, houses[second]).locator(".minion-down")).to_have_count(2)
    expect(play(second).locator(".und-cards .minion")).to_have_count(1)
    passed(second)

    table.ask(west.end_steps, TableStep.ATTACK)
    expect(first.locator(".und-turn")).to_have_text("Your turn")
    press(row(first, houses[second]), "Attack")
    expect(play(first).locator(".refused")).to_contain_text("Tap a minion of your hand first.")
    tap_card(first)
    press(row(first, houses[second]), "Attack")
    press(second, "Reveal")
    for phone in (first, second):
        expect(phone.locator(".und-fight .minion")).to_have_count(2)
        expect(phone.locator(".und-fight")).to_contain_text("against")
    clean(first, second)
    if first.locator(".und-fight[data-won=attacker]").count():
        press(first, "Stop the attack")

    expect(second.locator(".und-turn")).to_have_text("Your turn")
    tap_card(second)
    press(row(second, houses[first]), "Attack")
    for phone in (second, first):
        expect(phone.locator("#und-private-title")).to_have_text("For your eyes only")
        expect(phone.locator(".und-private .scheme")).to_be_visible()
    expect(first.locator(".und-private")).to_contain_text("Keep a straight face")
    clean(first, second)
    first.locator(".und-private .und-nod").first.click()  # the dummy button does not keep the prompt open
    second.locator(".und-private button").last.click()
    for phone in (first, second):
        expect(phone.locator(".und-private-reached")).to_have_count(0)
        expect(phone.locator(".und-ended")).to_be_visible()
    clean(first, second)
    assert "the same" in table.replay()
