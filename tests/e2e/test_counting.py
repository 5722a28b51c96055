"""War Control counts the board on the tablet. The Overview shows the count, and names players who have been silent for long."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from control import system_time
from control.day.calls import CallControl
from control.day.clock.phases import BeginDay
from control.engine.context import Actor
from control.engine.ids import SeatId
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.day import TABLET, UPRIGHT, Day
from tests.e2e.war_board import HERE

pytestmark = pytest.mark.e2e
CAT = SeatId("cat-1")
BEGUN = (*HERE, BeginDay())


def looked(page: Page, name: str, within: str = "main") -> None:
    picture(page, name, whole=True)
    assert wrong_in(page, within, whole=False) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["across", "upright"])
def test_the_board_is_counted(day: Day, size: ViewportSize, request: pytest.FixtureRequest) -> None:
    day.give(*BEGUN)
    way = request.node.callspec.id
    tablet = day.staff("wanda", "war/", size)
    tablet.get_by_role("link", name="Count", exact=True).click()
    expect(tablet.get_by_role("heading", name="Count: Board")).to_be_visible()
    looked(tablet, f"count-sheet-{way}")
    line = tablet.locator(".count-part:has(.count-line [data-ledger]) .count-line:has(label:text('units of Cat'))").first
    number = line.locator("input")
    before = int(number.input_value())
    line.get_by_role("button", name="One more").click()
    expect(number).to_have_value(str(before + 1))
    expect(line.locator("xpath=ancestor::fieldset").get_by_role("checkbox")).to_be_checked()
    tablet.get_by_role("button", name="Compare").click()
    expect(tablet.get_by_role("heading", name="Board: what differs")).to_be_visible()
    expect(tablet.get_by_label("Reason of every correction")).to_have_value("counted in month 1")
    looked(tablet, f"count-compared-{way}")
    tablet.get_by_role("button", name="Enter 1 correction").click()
    expect(tablet.locator(".messages")).to_contain_text("1 correction. Undo")
    picture(tablet, f"count-entered-{way}")
    tablet.get_by_role("link", name="Overview").click()
    expect(tablet.locator("#part-counts")).to_contain_text("counted in month 1 by wanda: 1 correction")
    looked(tablet, f"count-done-{way}", "#part-counts")


@pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["across", "upright"])
def test_a_call_that_waits_too_long_is_gone_to(day: Day, size: ViewportSize, request: pytest.FixtureRequest) -> None:
    day.give(*BEGUN)
    call = CallControl(seat=CAT, text="a rule", place="Court, third bench")
    day.give(call, by=Actor(seat=CAT), at=system_time.now() - timedelta(minutes=6))  # a call of six minutes ago
    way = request.node.callspec.id
    tablet = day.staff("anna", "", size)
    row = tablet.locator("#part-attention li")
    expect(row).to_contain_text("waits for an answer since")
    looked(tablet, f"attention-{way}", "#part-attention")
    row.get_by_role("button", name="Check on").click()
    expect(row).to_contain_text("anna goes")
    looked(tablet, f"attention-gone-{way}", "#part-attention")
    row.get_by_role("link", name="Seen, with a line").click()
    tablet.get_by_label("A line for the journal").fill("knows the rule now")
    looked(tablet, f"attention-seen-{way}", "#ask")
    tablet.locator("#ask").get_by_role("button", name="Seen").click()
    expect(tablet.locator("#part-attention")).to_contain_text("Nobody.")
    expect(tablet.locator("#part-calls")).to_contain_text("Nobody waits")
