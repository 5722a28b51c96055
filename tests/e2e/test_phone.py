"""The phone and the wall: orders written on the map, tabs without a signal, sizes that a hall can read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from control.day.clock.phases import BeginDay
from control.day.notices import Announce
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.boxes import box_of
from tests.e2e.commands import arrivals, phase_ends, step_ends
from tests.e2e.day import Day, await_every_answer, expect_waiting_look, mark_waiting_looks, wait_for_request
from tests.e2e.hands import choose, write_move

pytestmark = pytest.mark.e2e

HERE = arrivals("cat-1")
OPEN_ORDERS = step_ends(Room.WAR, "updates", "orders")
TOUCH = 44  # smallest target for a thumb, in pixels
SMALL = f"""() => [...document.querySelectorAll('.tab.shown :is(button, a.button, select, .choice, .check), .tabs a')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < {TOUCH} - .5)
  .map((each) => each.outerHTML.slice(0, 80))"""

PATIENT_FINGER = """() => {
  const wait = setTimeout;
  window.setTimeout = (work, time, ...rest) => wait(work, time === 5000 ? 1e8 : time, ...rest);
}"""


@pytest.fixture
def phone(day: Day) -> Page:
    """Cat's phone in the Planning of month 1, bound for the War Room."""
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1")
    choose(phone, "War Room")
    return phone


def tap(phone: Page, region: str) -> None:
    """Tap a region at its name."""
    phone.locator(f"[data-region={region}]").wait_for()
    box = box_of(phone.locator(f"[data-at={region}] .map-name"))
    phone.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_an_order_is_written_with_two_taps_and_a_press_on_the_map(phone):
    phone.get_by_role("link", name="Write them on the map").click()
    tap(phone, "amn")
    tap(phone, "zen")
    phone.get_by_role("button", name="Move here from Amn").click()
    expect(phone.locator("[data-map-details]")).to_contain_text("Order 1: Move 3 from Amn to Zen. Not sent yet.")

    phone.get_by_role("link", name="To my sheet").click()
    phone.locator("#region-sheet").get_by_role("button", name="Send to Control").click()  # the map has such a button too

    expect(phone.locator("#region-sheet .sheet-lines")).to_have_text("Move 3 from Amn to Zen")


def test_a_draft_stays_when_the_orders_are_opened_and_says_that_it_was_not_sent(day, phone):
    write_move(phone, 1, units=2, origin="amn", target="zen")

    day.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT), *OPEN_ORDERS)

    expect(phone.locator("#region-sheet [data-beside]")).to_contain_text("was not sent")
    expect(phone.locator("#order1-units")).to_have_value("2")


def test_news_that_is_faster_than_the_answer_to_a_press_takes_nothing_away(day, phone):
    held = list[Route]()
    await_every_answer(phone)
    phone.context.route("**/play/room/", lambda route: held.append(route))
    mark_waiting_looks(phone)
    phone.locator("#region-rooms").get_by_role("button", name="Court").click()
    press = wait_for_request(phone, held)
    answer = press.fetch()  # the console has handled it
    day.give(Announce(text="The gates are open."))
    expect_waiting_look(phone)
    expect(phone.locator("#region-rooms .is-chosen", has_text="War Room")).to_be_visible()
    press.fulfill(response=answer)

    expect(phone.locator("#region-rooms .is-chosen", has_text="Court")).to_be_visible()
    expect(phone.locator("#region-news")).to_contain_text("The gates are open.")
    assert phone.locator("#look").count() == 1


def test_news_under_a_finger_waits_until_it_is_lifted(day, phone):
    other = day.phone("cat-1")
    expect(phone.locator("main")).to_contain_text("Another phone joined")  # nothing moves the page after this
    mark_waiting_looks(phone)
    phone.evaluate(PATIENT_FINGER)  # the page takes a finger that rests for 5 seconds for a forgotten one
    court = phone.locator("#region-rooms").get_by_role("button", name="Court")
    expect(court).to_be_enabled()  # the notice has moved it under the last press, where it is dead for a second
    court.hover()
    phone.mouse.down()
    choose(other, "Underground")
    expect_waiting_look(phone)
    expect(phone.locator("#region-rooms .is-chosen", has_text="War Room")).to_be_visible()
    phone.mouse.up()

    expect(phone.locator("#region-rooms .is-chosen", has_text="Court")).to_be_visible()


def test_a_phone_fits_its_thumbs_and_its_size_and_is_read_without_a_signal(phone):
    phone.get_by_role("group", name="Order 1").get_by_role("radio", name="Move").check()
    assert phone.evaluate(SMALL) == []

    size = phone.viewport_size
    phone.set_viewport_size({"width": 320, "height": 640})
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    phone.set_viewport_size(size)

    phone.context.set_offline(True)
    phone.get_by_role("link", name="Laws").click()
    expect(phone.get_by_role("heading", name="Law Board")).to_be_visible()
    expect(phone.locator("#now")).to_be_hidden()


TALL = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(document.querySelector(".face-left [data-clock]"));
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const digits = pen.measureText("0123456789");
  return digits.actualBoundingBoxAscent + digits.actualBoundingBoxDescent;
}"""


def test_a_screen_in_the_hall_never_scrolls_and_the_time_left_takes_a_third_of_the_wall(day):
    day.give(BeginDay())
    clock, board = day.screen(), day.screen("map")

    for hall in (clock, board):
        assert hall.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [1920, 1080]
    assert clock.evaluate(TALL) >= 1080 / 3 - 2


def test_without_a_script_the_sheet_is_an_ordinary_form(day):
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1", script=False)
    choose(phone, "War Room")
    write_move(phone, 1, units=1, origin="amn", target="zen")

    phone.get_by_role("button", name="Send to Control").click()

    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
