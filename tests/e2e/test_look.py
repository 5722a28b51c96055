"""Desks at the sizes at which they are used: enough rows of the check-in list, and disabled buttons that look disabled."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import ViewportSize, expect

from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from rooms.realm.scenario.ids import Phase
from tests.control.phones import words
from tests.e2e.day import PHONE, TABLET
from tests.e2e.pages import Sheet, StillDay

pytestmark = pytest.mark.e2e

ROWS = {"portrait": (ViewportSize(width=820, height=1180), 12), "phone": (ViewportSize(width=390, height=844), 6)}
# Number of rows of the first row's height between the top of the list and the fixed foot, and the height of its buttons.
FITTING = """() => {
  const first = document.querySelector(".check-in .person").getBoundingClientRect();
  const foot = document.querySelector(".desk-foot").getBoundingClientRect();
  const high = [...document.querySelectorAll(".check-in .person button, .check-in .person .button")]
    .map((each) => each.getBoundingClientRect().height);
  return [Math.floor((foot.top - first.top) / first.height), Math.min(...high), document.documentElement.scrollWidth - innerWidth];
}"""
KINDS = ("", "main", "danger", "danger main", "quiet", "wide main")
# A disabled button of each kind, its look, and the contrast of its text.
DISABLED = """(kinds) => {
  const bright = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).slice(0, 3).map((each) => each / 255)
      .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = bright(getComputedStyle(document.body).backgroundColor);
  const made = (tag, kind) => {
    const each = document.createElement(tag);
    each.className = tag === "a" ? `button ${kind}` : kind;
    if (tag === "a") each.setAttribute("aria-disabled", "true");
    else each.disabled = true;
    each.textContent = "End it";
    document.querySelector("main").append(each);
    const style = getComputedStyle(each);
    const [dark, light] = [ground, bright(style.color)].sort((one, other) => one - other);
    return [style.borderTopStyle, style.backgroundColor, style.cursor, style.opacity, (light + 0.05) / (dark + 0.05) >= 3];
  };
  return ["button", "a"].flatMap((tag) => kinds.map((kind) => made(tag, kind)));
}"""
OFF = ["dashed", "rgba(0, 0, 0, 0)", "not-allowed", "1", True]


@pytest.mark.parametrize("size", ROWS)
def test_enough_of_the_check_in_list_is_seen_at_once(db: None, sheet: Sheet, size: str) -> None:
    day, (held, least) = StillDay(), ROWS[size]
    page = sheet.lay(day.read(day.tablet("dora"), day.control("people/")), held)
    expect(page.locator(".check-in .person").first).to_be_visible()
    expect(page.get_by_role("link", name="More about").first).to_have_text("More")

    rows, lowest, sticks_out = page.evaluate(FITTING)

    assert rows >= least
    assert lowest >= 44
    assert sticks_out <= 0


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("place", ["desk", "phone"])
def test_what_cannot_be_pressed_looks_so(db: None, sheet: Sheet, place: str, theme: str) -> None:
    day = StillDay()
    html = (
        day.read(day.tablet("anna"), day.control("clock/")) if place == "desk" else day.read(day.phone(SeatId("cat-1")), "/play/")
    )
    page = sheet.lay(html, TABLET if place == "desk" else PHONE, theme=theme)
    expect(page.locator("main")).to_be_visible()

    assert page.evaluate(DISABLED, list(KINDS)) == [OFF] * (2 * len(KINDS))


UPRIGHT = ViewportSize(width=820, height=1180)
# Distance between the text of a pressed mark and the edge of its button.
MARGIN = """(mark) => {
  const words = document.createRange();
  words.selectNodeContents(mark);
  return mark.getBoundingClientRect().right - words.getBoundingClientRect().right;
}"""


def test_the_word_of_a_pressed_mark_keeps_clear_of_the_edge_of_its_button(db: None, sheet: Sheet) -> None:
    day = StillDay()
    day.give(CheckIn(seat=SeatId("cat-1"), before=Presence.EXPECTED, presence=Presence.ABSENT))
    page = sheet.lay(day.read(day.tablet("dora"), day.control("people/")), UPRIGHT)

    assert page.locator("#mark-cat-1-absent").evaluate(MARGIN) >= 4


def test_a_name_of_a_room_in_two_lines_begins_at_the_edge(db: None, sheet: Sheet) -> None:
    day = StillDay()
    page = sheet.lay(day.read(day.tablet("anna"), day.control("")), PHONE)

    assert page.locator(".room-link").first.evaluate("(name) => getComputedStyle(name).textAlign") in {"start", "left"}


def test_a_refusal_does_not_stay_over_what_is_sent_again(db: None, sheet: Sheet) -> None:
    day = StillDay()
    day.until(Phase.PLANNING)
    client, wrong = day.tablet("anna"), {"command_id": str(uuid4()), "month": "99", "phase": "action", "left": "5"}
    refused = words(client.post(day.control("clock/set/"), wrong, headers={"HX-Request": "true"}))
    page = sheet.lay(day.read(client, day.control("clock/")), UPRIGHT, ask=refused)
    refusal = page.locator("#ask .refused")
    expect(refusal).to_be_visible()

    page.locator("#ask form").evaluate("(form) => form.classList.add('htmx-request')")  # as htmx does while it waits for an answer

    expect(refusal).to_be_hidden()
