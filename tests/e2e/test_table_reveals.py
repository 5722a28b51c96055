"""A reveal on a phone is a sheet at the foot. It neither covers the page behind it nor takes the keyboard, and can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.day import PHONE, stop_clock

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).parents[2]
SHEETS = ("control/static/control/base.css", "rooms/tables/static/tables/tables.css")
SCRIPT = ROOT / "rooms/tables/static/tables/moments.js"
PAGE = """<!DOCTYPE html><html lang="en" class="js"><meta name="viewport" content="width=device-width"><style>{sheets}</style>
<body class="at-table"><header class="table-head"><p>Your turn</p></header>
<main><button id="act" onclick="window.pressed = (window.pressed || 0) + 1">Build</button><ol hidden data-moments></ol></main>"""
WORDS = "const gettext = (words) => words, ngettext = (one, many, count) => many.replace('{count}', count);"
SHOWN = """(stands) => {
  const moment = (at) => `<li data-moment="${at}" data-number="${at}" data-stands="${stands}"><span>Reveal ${at}.</span></li>`;
  document.querySelector("[data-moments]").innerHTML = [1, 2].map(moment).join("");
  document.dispatchEvent(new CustomEvent("htmx:afterSwap"));
}"""
LONG = 600_000  # milliseconds
STANDS = 3_000
SLOW = 20_000  # milliseconds that a busy device takes to draw, longer than a reveal stands


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A phone at a table, without a console."""
    page = chromium.new_page(viewport=PHONE)
    html = PAGE.format(sheets="".join([(ROOT / each).read_text(encoding="utf-8") for each in SHEETS]))
    page.route("http://table/", lambda route: route.fulfill(body=html, content_type="text/html"))
    yield page
    page.close()


def sit_down(phone: Page) -> None:
    """Open the table."""
    phone.goto("http://table/")
    phone.add_script_tag(content=WORDS + SCRIPT.read_text(encoding="utf-8").partition('words.js";')[2], type="module")


def test_what_is_asked_can_be_pressed_beside_a_reveal_and_keys_reach_both(phone: Page) -> None:
    sit_down(phone)
    phone.locator("#act").focus()
    phone.evaluate(SHOWN, LONG)

    box = phone.locator(".table-moment")
    expect(box).to_contain_text("Reveal 1.")
    assert box.evaluate("(each) => each.getBoundingClientRect().top") > PHONE["height"] / 3
    phone.keyboard.press("Enter")  # the key belongs to the focused button
    phone.locator("#act").click()
    assert phone.evaluate("window.pressed") == 2
    expect(box).to_contain_text("Reveal 1.")

    expect(box.get_by_role("button", name="Tap to go on: 1 more")).to_be_visible()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(box).to_contain_text("Reveal 2.")
    phone.keyboard.press("Escape")
    expect(box).to_have_count(0)


def test_a_reveal_stands_its_whole_time_from_when_a_slow_device_has_drawn_it(phone: Page) -> None:
    phone.clock.install()
    sit_down(phone)
    stop_clock(phone)
    box = phone.locator(".table-moment")

    phone.evaluate(SHOWN, STANDS)
    phone.clock.run_for(1)
    expect(box).to_contain_text("Reveal 1.")
    phone.clock.fast_forward(SLOW)  # nothing was drawn meanwhile
    phone.clock.run_for(STANDS - 500)
    expect(box).to_contain_text("Reveal 1.")
    phone.clock.run_for(1_000)

    expect(box).to_contain_text("Reveal 2.")
