"""Accessibility inspector: runs axe on a screen in both themes and checks that nothing overflows to the right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from tests.control.phones import words
from tests.e2e.pages import Sheet, fragment

NARROW = ViewportSize(width=320, height=640)  # the smallest supported phone; WCAG 1.4.10 requires this width

# WCAG 2.2 up to AA. Target size is the only new rule of 2.2 here, and axe skips it unless it is enabled by name.
LAWS: Mapping[str, Any] = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
    "iframes": False,
}
# A theme changes only colours, so the second theme is checked for contrast alone.
COLOURS: Mapping[str, Any] = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
    "iframes": False,
}
THEMES = ("dark", "light")
PATIENCE = 300_000  # milliseconds until a page counts as never settled
INSPECTED = (Path(__file__).parent / "inspect.js").read_text(encoding="utf-8")
# Elements beyond the right edge when the page scrolls sideways: only the innermost ones, to name the culprit.
WIDER = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const over = [...document.body.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > clientWidth + 1);
  return over.filter((each) => !over.some((other) => each !== other && each.contains(other)))
    .slice(0, 5).map((each) => `${scrollWidth} wide, not ${clientWidth}: ${each.outerHTML.replace(/\\s+/g, " ").slice(0, 160)}`);
}"""
OPENERS = """() => [...document.querySelectorAll("[hx-get][hx-target='#ask']:not(select, form)")]
  .filter((each) => each.checkVisibility()).map((each) => each.getAttribute("hx-get"))"""
UNSETTLED = ".htmx-request, .htmx-swapping, .htmx-settling"


class Inspector:
    """Collects accessibility faults over a whole walk, so that one run lists all of them."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.seen: list[str] = []
        self.looks: list[str] = []  # text styles that were measured in the second theme; one element of each is enough
        self.axe = Axe().axe_script
        self.prepared: list[BrowserContext] = []

    def look(self, page: Page, name: str, *, within: str | None = None, narrow: bool = False) -> None:
        """Inspect a screen, or a part of it, as it is now in both themes. `narrow` also checks that it fits a narrow phone."""
        if not page.evaluate("'axe' in window"):
            page.evaluate(self.axe)
            if page.url != "about:blank" and page.context not in self.prepared:  # a blank page keeps the script itself
                page.context.add_init_script(self.axe)  # every later page of this device gets the script
                self.prepared.append(page.context)
        found, self.looks = page.evaluate(INSPECTED, [within, THEMES, LAWS, COLOURS, UNSETTLED, PATIENCE, self.looks])
        for place, why, markup in found:
            self._note(f"{name}, {place}\n    {why}\n    {markup}")
        self._fits(page, name)
        if narrow:
            size = page.viewport_size
            page.set_viewport_size(NARROW)
            self._fits(page, f"{name}, narrow")
            if size:
                page.set_viewport_size(size)
        self.seen.append(name)

    def visit(self, page: Page, address: str, *, narrow: bool = False) -> None:
        """Load an existing page, unfold it and inspect it."""
        answer = page.goto(address)
        if answer is None or not answer.ok:
            raise AssertionError(f"There is nothing at {address}.")
        unfold(page)
        self.look(page, address, narrow=narrow)

    def questions(self, page: Page, name: str) -> None:
        """Open and inspect every question of this page, one of each kind."""
        for address in self.openers(page):
            page.locator(f"[hx-get='{address}'][hx-target='#ask']:not(select, form)").first.click()
            self.question(page, f"{name}, {address}")

    def openers(self, page: Page) -> list[str]:
        """Addresses of the questions that this page opens: one of each kind that this walk has not seen yet."""
        openers = page.locator("[hx-get][hx-target='#ask']:not(select, form)")
        found = openers.evaluate_all(
            "all => all.filter((each) => each.checkVisibility()).map((each) => each.getAttribute('hx-get'))"
        )
        fresh = []
        for address in found:
            kind = re.sub(r"\d+|\b[a-z]+-\d+\b|region/\w+|seat=[\w-]+", "#", address)
            if kind not in self.seen:
                self.seen.append(kind)
                fresh.append(address)
        return fresh

    def question(self, page: Page, name: str) -> None:
        """Inspect the open question and close it."""
        expect(page.locator("#ask > *").first).to_be_visible()
        self.look(page, name, within="#ask-box")
        page.keyboard.press("Escape")
        expect(page.locator("#ask-box")).to_be_hidden()

    def reach(self, page: Page, name: str) -> None:
        """Note a question whose only set of answers is below the edge of the screen.

        The question may be long; its answers must be in reach.
        """
        answers = page.locator("#ask .answers").filter(visible=True)
        if answers.count() == 1 and (size := page.viewport_size) is not None:
            box = answers.last.bounding_box()
            if box is not None and box["y"] + box["height"] > size["height"]:
                self._note(f"{name}: its answers end at {box['y'] + box['height']:.0f} of {size['height']} pixels")

    def _fits(self, page: Page, name: str) -> None:
        for sentence in page.evaluate(WIDER):
            self._note(f"{name}: {sentence}")

    def _note(self, sentence: str) -> None:
        key = sentence.partition(": ")[2]
        if all(each.partition(": ")[2] != key for each in self.wrong):
            self.wrong.append(sentence)

    def done(self) -> None:
        """End the walk: fail with all faults that were found."""
        if self.wrong:
            pytest.fail("\n".join(self.wrong), pytrace=False)


class Walk:
    """Inspection of still pages as one client gets them on a device of this size."""

    def __init__(self, inspector: Inspector, sheet: Sheet, client: Client, size: ViewportSize) -> None:
        self.inspector, self.sheet, self.client, self.size = inspector, sheet, client, size

    def visit(self, address: str, name: str = "", *, narrow: bool = False) -> None:
        """Inspect an existing page with everything unfolded."""
        answer = self.client.get(address, follow=True)
        if answer.status_code != HTTPStatus.OK:
            raise AssertionError(f"{answer.status_code} at {address}.")
        self.show(words(answer), name or address, narrow=narrow)

    def press(self, button: Locator, name: str, *, narrow: bool = False) -> None:
        """Inspect the page that a browser without scripts gets for a press on this form button."""
        self.show(self.sheet.press(self.client, button), name, narrow=narrow)

    def show(self, html: str, name: str, *, narrow: bool = False) -> None:
        """Inspect a page that was sent already, with everything unfolded."""
        page = self.sheet.lay(html, self.size)
        unfold(page)
        self.sheet.fill(self.client)
        self.inspector.look(page, name, narrow=narrow)

    def fragment(self, address: str) -> str:
        """The answer that a script of this page gets from this address."""
        return fragment(self.client, address)

    def questions(self, name: str) -> None:
        """Inspect every question that this page can open, one of each kind."""
        for address in self.inspector.openers(self.sheet.page):
            self.question(address, f"{name}, {address}")

    def question(self, address: str, name: str = "") -> None:
        """Lay the question at this address over the current page, inspect it with everything unfolded, and close it."""
        page = self.sheet.page
        self.sheet.ask(self.fragment(address))
        unfold(page, ("#ask details:not([open])",))
        self.sheet.fill(self.client)
        self.inspector.look(page, name or address, within="#ask-box")
        self.inspector.reach(page, name or address)
        self.sheet.close()


def unfold(page: Page, places: Sequence[str] = ("main details:not([open])",)) -> None:
    """Open what is folded so that it is inspected too."""
    for place in places:
        page.locator(place).evaluate_all("all => all.forEach((each) => { each.open = true; })")


def again(page: Page) -> None:
    """Reload a page, because it learns of commands given without a browser only seconds later."""
    page.reload()
