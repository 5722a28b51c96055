"""An Uprising in the browser: a phone declares it after a question, another sees the meter, the tablet counts and ends it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boxes import box_of, wrong_in
from tests.e2e.conftest import MakeDay
from tests.e2e.court import LONG_ACTION, SEATS, TAKE_FOOD, debate, seat_all
from tests.e2e.day import PROJECTOR

pytestmark = pytest.mark.e2e


def near_the_top(tablet: Page) -> None:
    """Check that the Uprising is near the top in both orientations of the tablet, and that nothing overlaps."""
    for wide, high in ((820, 1180), (1180, 820)):
        tablet.set_viewport_size({"width": wide, "height": high})
        tablet.evaluate("scrollTo(0, 0)")
        assert box_of(tablet.locator("#part-court-uprising"))["y"] < 0.55 * high
        assert wrong_in(tablet, "#part-court-uprising, #part-steps-court", whole=False) == []


def test_a_phone_declares_an_uprising_another_sees_the_meter_and_the_tablet_ends_it(make_day: MakeDay):
    day = make_day(**LONG_ACTION)
    seat_all(day)
    debate(day, TAKE_FOOD)
    walls = [day.screen(kind) for kind in ("clock", "map", "floor")]
    cat, wolf = (day.phone(seat).locator("#region-uprising") for seat in (SEATS[0], SEATS[2]))
    expect(wolf.locator("meter")).to_have_count(0)

    cat.get_by_text("Uprising …").click()
    cat.get_by_role("button", name="Declare the Uprising").scroll_into_view_if_needed()
    assert wrong_in(cat.page, "#region-uprising", whole=False) == []
    cat.get_by_role("button", name="Declare the Uprising").click()

    expect(cat).to_contain_text("You stand with it.")
    for wall in walls:
        over = wall.locator(".uprising-over")
        expect(over).to_contain_text("1 of 2 needed stand with it")
        high = PROJECTOR["height"]
        assert over.locator("p").evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 0.036 * high
        assert box_of(wall.locator("#hall"))["height"] <= 0.84 * high  # the hall makes room for the meter
        assert wrong_in(wall, ".uprising-over, .wall-floor") == []
        wall.evaluate("document.body.dataset.sound = 'blocked'")
        colours = "each => { const its = getComputedStyle(each); return [its.backgroundColor, its.color]; }"
        sound = wall.locator(".screen-sound").evaluate(colours)
        assert sound == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]  # readable on any background
        wall.evaluate("document.body.dataset.sound = ''")
    corner, floor = box_of(walls[2].locator(".corner-left")), box_of(walls[2].locator(".wall-floor"))
    assert corner["x"] + corner["width"] <= floor["x"] + floor["width"] + 2
    expect(wolf).to_contain_text("needed stand with it")
    cat.get_by_role("button", name="Sit down again").click()
    expect(wolf.locator(".number")).to_have_text("0")
    wolf.get_by_text("Stand with it …").click()
    wolf.get_by_role("button", name="I stand with it").click()
    expect(cat.locator(".number")).to_have_text("1")

    tablet = day.staff("conrad", "court/")
    meter = tablet.locator("#part-court-uprising")
    expect(meter.locator(".number")).to_have_text("1")
    assert wrong_in(tablet, "#part-court-uprising", whole=False) == []
    near_the_top(tablet)
    tablet.locator("#roll-mend summary").click()
    expect(meter.locator("#uprising-hands")).to_have_attribute("open", "")
    meter.get_by_role("button", name="Nobody else stands: end it").click()
    expect(meter).to_contain_text("An Uprising has failed: 1 of 3 stood.")
    expect(meter.locator("#uprising-hands")).not_to_have_attribute("open", "")  # a name there would start another one
    expect(meter.locator(".notice").get_by_role("link", name="Punish …")).to_be_visible()
    expect(meter.get_by_role("button", name="No more punishments")).to_be_visible()
    expect(tablet.locator("#roll-mend")).to_have_attribute("open", "")  # in the same vote, or without one, it is still needed
    near_the_top(tablet)
    expect(wolf).to_contain_text("With it stood:")
    for wall in walls:
        expect(wall.locator(".uprising-over")).to_contain_text("An Uprising has failed: 1 of 3 stood. With it stood: ")
        assert wrong_in(wall, ".uprising-over, .wall-floor") == []

    tablet.get_by_role("link", name="Punish …").click()
    ask = tablet.locator("#ask")
    ask.get_by_label("Who", exact=True).select_option(index=1)
    expect(ask.get_by_label("What is banned or said")).to_be_hidden()
    ask.get_by_label("Punishment").select_option("spoken")
    expect(ask.get_by_label("How much")).to_be_hidden()
    ask.get_by_label("What is banned or said").fill("Silent until Return")
    ask.get_by_label("Reason").fill("treason")
    assert wrong_in(tablet, "#ask", whole=False) == []
    ask.get_by_role("button", name="Inflict it").click()
    hit = wolf.page.locator("#region-punished")
    expect(hit).to_contain_text("Silent until Return")
    assert wrong_in(wolf.page, "#region-punished", whole=False) == []
    hit.get_by_role("button", name="I have read it").click()
    expect(hit.get_by_role("button")).to_have_count(0)
