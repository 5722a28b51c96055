"""Layout checks: text and buttons that overlap, are cut off, or are too small for a finger."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import FloatRect, Locator, Page, expect

# Each visible text and each control is a box. Two boxes must not overlap unless one element contains the other.
MEASURED = """([within, least, whole]) => {
  const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest(".sr")
    && getComputedStyle(each).clipPath === "none";
  const told = (each) => each.outerHTML.replace(/\\s+/g, " ").slice(0, 110);
  const pressed = "a[href], button, summary, select, input:not([type=hidden])";
  const boxes = [];
  const wrong = [];
  for (const place of document.querySelectorAll(within)) {
    for (const each of [place, ...place.querySelectorAll("*")]) {
      if (!shown(each) || each.matches("option")) continue;
      if (each.matches(pressed)) {
        const box = each.getBoundingClientRect();
        const [wide, high] = [box.width, box.height].map(Math.round);
        boxes.push([each, box]);
        if (wide < least || high < least) wrong.push(`${wide}x${high} px: ${told(each)}`);
      }
      for (const text of each.childNodes) {
        if (text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const box of range.getClientRects()) boxes.push([each, box]);
        const cut = each.closest(pressed) ?? each;
        const sticks = cut.scrollWidth > cut.clientWidth + 1 && getComputedStyle(cut).display !== "inline";
        if (sticks) wrong.push(`cut off: ${told(cut)}`);
      }
    }
  }
  for (const [at, [each, box]] of boxes.entries()) {
    const beside = box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
    if (whole && beside) wrong.push(`outside: ${told(each)}`);
    for (const [other, its] of boxes.slice(at + 1)) {
      if (each.contains(other) || other.contains(each)) continue;
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (wide > 1 && high > 1) wrong.push(`${told(each)} lies over ${told(other)}`);
    }
  }
  return [boxes.length, [...new Set(wrong)]];
}"""


def box_of(what: Locator) -> FloatRect:
    """Return the place of an element on the screen. Waits while its part of the page is redrawn."""
    box = None
    while box is None:
        expect(what).to_be_visible()
        box = what.bounding_box()
    return box


def wrong_in(page: Page, within: str, *, least: int = 0, whole: bool = True) -> list[str]:
    """Faults of the boxes in these places.

    `least`: smallest width and height of a control, in pixels.
    `whole`: every box must lie inside the screen.
    """
    count, wrong = page.evaluate(MEASURED, [within, least, whole])
    if not count:
        raise AssertionError(f"There is nothing in {within}.")
    return [str(each) for each in wrong]


def picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Take a picture for people to look at, if `PICTURES` names a folder."""
    if folder := os.environ.get("PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=whole, animations="disabled")
