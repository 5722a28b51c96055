"""A reveal on a phone is a sheet at the foot. It neither covers the page behind it nor takes the keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).parents[2]
SHEETS = ("control/static/control/base.css", "rooms/tables/static/tables/tables.css")
SCRIPT = ROOT / "rooms/tables/static/tables/moments.js"
PAGE = """<!DOCTYPE html><html lang="en" class="js"><meta name="viewport" content="width=device-width"><style>{sheets}</style>
<body class="at-table"><header class="table-head"><p>Your turn</p></header>
<main><button id="act" onclick="window.pressed = (window.pressed || 0) + 1">Build</button><ol hidden data-moments></ol></main>"""
WORDS = "const gettext = (words) => words, ngettext = (one, many, count) => many.replace('{count}', count);"
SHOWN = """() => {
  const moment = (at) => `<li data-moment="${at}" data-number="${at}" data-stands="600000"><span>Reveal ${at}.</span></li>`;
  document.querySelector("[data-moments]").innerHTML = [1, 2].map(moment).join("");
  document.dispatchEvent(new CustomEvent("htmx:afterSwap"));
}"""


def test_what_is_asked_can_be_pressed_beside_a_reveal_and_keys_reach_both(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    html = PAGE.format(sheets="".join([(ROOT / each).read_text(encoding="utf-8") for each in SHEETS]))
    try:
        page.route("http://table/", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto("http://table/")
        page.add_script_tag(content=WORDS + SCRIPT.read_text(encoding="utf-8").partition('words.js";')[2], type="module")
        page.locator("#act").focus()
        page.evaluate(SHOWN)

        box = page.locator(".table-moment")
        expect(box).to_contain_text("Reveal 1.")
        assert box.evaluate("(each) => each.getBoundingClientRect().top") > 844 / 3
        page.keyboard.press("Enter")  # the key belongs to the focused button
        page.locator("#act").click()
        assert page.evaluate("window.pressed") == 2
        expect(box).to_contain_text("Reveal 1.")

        expect(box.get_by_role("button", name="Tap to go on: 1 more")).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(box).to_contain_text("Reveal 2.")
        page.keyboard.press("Escape")
        expect(box).to_have_count(0)
    finally:
        page.close()
