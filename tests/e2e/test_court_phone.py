"""The Court on phones: steps, hands, papers, and what a press without a signal says. Votes: test_court_votes.py."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.boxes import wrong_in
from tests.e2e.conftest import MakeDay
from tests.e2e.court import CLOSED, FINES, LONG_ACTION, NO_NEWS, TAKE_FOOD, debate, seat_all, to_step
from tests.e2e.day import PHONE, PROJECTOR, Day

pytestmark = pytest.mark.e2e


@pytest.fixture
def court(make_day: MakeDay) -> Day:
    """The debate of Cat's Fines in cycle 1 of month 1, with three players in the room and long steps."""
    day = make_day(**LONG_ACTION)
    seat_all(day)
    debate(day, FINES)
    return day


def test_the_name_of_a_step_changes_with_its_seconds_before_the_rest_of_the_page(court):
    to_step(court, "vote-1")
    wolf = court.phone("wolf-1")
    name = wolf.locator(".bar-step-name")
    expect(name).to_have_text("Vote 1")
    wolf.context.route("**/play/fresh/**", lambda route: route.abort())  # no news reaches this phone,
    wolf.evaluate(NO_NEWS)  # over its socket neither
    court.give(CLOSED)
    to_step(court, "payment-1")

    expect(name).to_have_text("Payment 1")
    expect(wolf.locator("#region-floor").get_by_role("button", name="For", exact=True)).to_be_visible()  # it has no news yet


def test_a_press_without_a_signal_says_so_where_the_page_is_scrolled_to(court):
    wolf = court.phone("wolf-1")
    expect(wolf.locator("body")).to_have_attribute("data-state", "live")
    hand = wolf.get_by_role("button", name="Raise your hand")
    expect(hand).to_be_visible()
    wolf.set_viewport_size({"width": 360, "height": 480})
    hand.evaluate("each => each.scrollIntoView({ block: 'end' })")
    assert wolf.evaluate("scrollY") > 0
    wolf.context.set_offline(True)

    hand.click()

    expect(wolf.locator("#trouble")).to_have_text(
        "Not sent: no answer from Control’s computer. Press again when the signal is back."
    )
    expect(wolf.locator("#trouble")).to_be_in_viewport(ratio=1)


@pytest.mark.rule("R-21", "R-66", "R-78")
def test_what_a_long_proposal_means_is_in_sight_on_the_wall_and_marked_on_the_phone(make_day):
    day = make_day(**LONG_ACTION)
    seat_all(day)
    debate(day, TAKE_FOOD)
    wall, cat, wolf = day.screen("floor"), day.phone("cat-1"), day.phone("wolf-1")

    lines = wall.locator(".floor-means li")
    expect(lines.first).to_be_visible()
    assert 2 <= lines.count() <= 4
    expect(lines.last).to_contain_text("It costs 6 of the")
    assert wrong_in(wall, ".wall-floor") == []
    size = lines.first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert size >= 0.03 * min(PROJECTOR["width"], PROJECTOR["height"])

    expect(wolf.locator(".means .is-own")).to_contain_text("For your House: ")
    expect(cat.locator(".means .is-own").first).to_contain_text("lose 1 unit to famine each month.")
    for phone in (cat, wolf):
        assert wrong_in(phone, "#region-floor .means", whole=False) == []


def test_a_hand_is_raised_seen_by_all_called_and_cleared_with_the_debate(court):
    wall, desk = court.screen("floor"), court.staff("conrad", "court/")
    wolf, cat = court.phone("wolf-1"), court.phone("cat-2", script=False)
    floor = wolf.locator("#region-floor")
    expect(floor.get_by_role("button", name="Raise your hand")).to_be_visible()
    assert wrong_in(wolf, "#region-floor .floor-speakers", whole=False) == []

    cat.locator("#region-floor").get_by_role("button", name="Raise your hand").click()
    expect(cat.locator("[data-hand=up]")).to_contain_text("number 1")
    wolf.locator("#region-floor").get_by_role("button", name="Raise your hand").click()
    expect(floor.locator("[data-hand=up]")).to_contain_text("number 2")
    expect(wall.locator(".floor-next .house")).to_have_count(2)
    expect(desk.locator("#speakers-title")).to_contain_text("Speakers: 2 waiting")
    for width, height in ((390, 844), (820, 1180), (1180, 820)):
        desk.set_viewport_size({"width": width, "height": height})
        assert wrong_in(desk, "main", whole=False) == []

    desk.locator("#speaker-skip").click()
    expect(floor.locator("[data-hand=up]")).to_contain_text("number 1")
    desk.locator("#speaker-next").click()
    expect(floor).to_contain_text("You have the floor.")
    expect(wall.locator(".floor-speaking")).to_be_visible()
    expect(desk.locator(".speaking")).to_contain_text("speaks since")
    wolf.locator("#region-floor").get_by_role("button", name="I am done").click()
    expect(wall.locator(".floor-speaking")).to_have_count(0)
    expect(desk.locator("#speaker-next")).to_be_visible()

    to_step(court, "vote-1")
    expect(desk.locator("#speakers-title")).to_have_count(0)
    expect(wall.locator(".floor-speakers")).to_have_count(0)
    expect(floor.locator(".floor-speakers")).to_have_count(0)
    assert "the same" in court.replay()


@pytest.mark.rule("GE-CRT-60")
def test_a_treaty_has_another_list_as_soon_as_all_are_filled(make_day):
    """The list also comes when a refresh redraws a form with unsent entries."""
    day = make_day(**LONG_ACTION)
    seat_all(day)
    phone, regions = day.phone("cat-1"), ("zen", "aka", "inn", "chi", "mok")
    phone.locator("button", has_text="Treaty").first.click()
    lists = phone.locator("#region-sheet select[name=field0]")
    expect(lists).to_have_count(3)

    for number, region in enumerate(regions):
        lists.nth(number).select_option(region)
    expect(lists).to_have_count(6)
    expect(phone.get_by_label("Regions, 6")).to_be_visible()
    expect(phone.locator("#paper-cost")).to_contain_text("cost 15")
    phone.reload()
    for number, region in enumerate(regions):
        expect(lists.nth(number)).to_have_value(region)
    expect(phone.locator("[data-live-state]").first).to_have_attribute("data-live-state", "live")
    expect(phone.locator("#paper-cost")).to_contain_text("cost 15")  # all is drawn: the button stays in place

    phone.get_by_role("button", name="Send to Control").click()
    expect(phone.locator("#region-sheet .paper-words")).to_have_text("Treaty: Zen, Aka, Inn, Chi, Mok (cost 15)")


@pytest.mark.rule("GE-CRT-60")
def test_a_draft_outlasts_a_page_that_was_pressed_before_its_scripts_were_there(make_day):
    """Pressing before the scripts have loaded posts the form itself.

    A reload repeats that post, and the browser does not know the draft.
    """
    day = make_day(**LONG_ACTION)
    seat_all(day)
    slow = day.browser.new_context(viewport=PHONE, service_workers="block")  # a service worker would bring the scripts
    day.open_contexts.callback(slow.close)
    phone = slow.new_page()
    day.join(phone, day.codes["cat-1"])
    phone.route("**/*.js", lambda route: route.abort())
    phone.reload()
    phone.locator("button", has_text="Treaty").first.click()
    phone.unroute("**/*.js")
    phone.reload()

    lists = phone.locator("#region-sheet select[name=field0]")
    expect(phone.locator("body[data-state=live]")).to_have_count(1)
    for number, region in enumerate(("zen", "aka", "inn")):
        lists.nth(number).select_option(region)
    expect(lists).to_have_count(4)
    phone.reload()
    for number, region in enumerate(("zen", "aka", "inn")):
        expect(lists.nth(number)).to_have_value(region)
