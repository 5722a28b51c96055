"""A completed scheme on screens: entered and ordered on the tablet, picked and reported on phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from control.day.clock.phases import BeginDay, EndPhase
from control.engine.ids import SeatId
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.scenario.ids import Phase
from tests.e2e.boxes import wrong_in
from tests.e2e.commands import arrivals

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "cat-2", "wolf-1")
TO_ACTION = (
    *arrivals(*SEATS),
    GiveFavors(seat=SeatId("cat-2"), count=3, reason="a gift"),
    BeginDay(),
    *(EndPhase(month=1, phase=phase) for phase in (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT)),
)


@pytest.mark.rule("GE-UND-05", "GE-UND-57", "R-122", "R-20")
def test_a_slander_is_entered_at_the_desk_picked_on_a_phone_and_told(day):
    day.give(*TO_ACTION)
    tablet = day.staff("ulla", "underground/all/", ViewportSize(width=820, height=1180))
    author, victim = day.phone("wolf-1"), day.phone("cat-2")

    tablet.locator("#complete-new").click()
    ask = tablet.locator("#ask")
    ask.locator("#complete-whose").select_option("wolf-1")
    ask.locator("#complete-table").select_option("west")
    ask.locator("#complete-type").select_option("slander")
    ask.get_by_role("button", name="Fill it in").click()
    ask.get_by_label("House", exact=True).select_option("cat")
    ask.get_by_label("Player", exact=True).select_option("cat-2")
    ask.locator("#complete-why").fill("shown at the table")
    assert wrong_in(tablet, "#ask", whole=False) == []
    ask.locator("#complete-now").click()

    expect(tablet.locator("#strike-1")).not_to_contain_text("Slander")
    tablet.locator("#strike-open-1").click()
    expect(tablet.locator("#ask")).to_contain_text("Slander: Cat")
    tablet.locator("#hide").click()
    assert wrong_in(tablet, "section[aria-labelledby=strikes-title]", whole=False) == []
    expect(author.locator(".schemes")).to_contain_text("Yours that strike in Return")
    day.give(EndPhase(month=1, phase=Phase.ACTION))
    picks = author.locator("#scheme-1 button")
    expect(picks).to_have_count(3)
    assert wrong_in(author, ".schemes", whole=False) == []
    second = picks.nth(1).inner_text()
    picks.nth(1).click()
    expect(author.locator("#scheme-1 button[aria-pressed=true]")).to_contain_text(second)

    day.give(EndPhase(month=1, phase=Phase.RETURN))

    expect(author.locator(".schemes")).to_contain_text("is yours")
    expect(victim.locator(".schemes")).to_contain_text("1 Favor was stolen")
    expect(victim.locator(".schemes")).not_to_contain_text("Slander")
    assert wrong_in(victim, ".schemes", whole=False) == []
    expect(tablet.locator("section[aria-labelledby=strikes-title]")).to_contain_text("What came of those of month 1")
