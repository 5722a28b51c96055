"""A newcomer in a real browser who follows the guide: does what the guide says at the marked element, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError

MOST = 60  # actions in one round; more means the guide goes in circles


def step_of(page: Page) -> str:
    """Return the guide's current step; "" at the end."""
    shown = page.locator("[data-guide-panel]")
    return shown.get_attribute("data-step") or "" if shown.count() else ""


def walk(page: Page, look: Callable[[str, int], None] | None = None) -> list[str]:
    """Follow the guide from its current step to the end. Returns the steps in the order in which they were done."""
    taken: list[str] = []
    for number in range(MOST):
        page.locator("[data-guide-here], #guide-done").first.wait_for()
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
        step = step_of(page)
        if not step:
            return taken
        here = page.locator("[data-guide-here]")
        if here.count() != 1:
            continue  # it is being redrawn
        page.wait_for_function(IN_SIGHT)
        if look is not None:
            look(step, number)
        mark = _mark(page)
        did = _do(page, here)
        if did and did not in taken:
            taken.append(did)
        page.wait_for_function("before => !document.querySelector('[data-guide-here]') || (" + MARK + ")() !== before", arg=mark)
    raise AssertionError(f"the guide goes round in circles: {taken}")


GONE = 5_000  # milliseconds; an element that was redrawn meanwhile is looked up again
IN_SIGHT = """() => {
  const at = document.querySelector("[data-guide-here]")?.getBoundingClientRect();
  return !at || (at.bottom > 0 && at.top < innerHeight);
}"""
MARK = """() => {
  const here = document.querySelector("[data-guide-here]"), now = document.querySelector("[data-guide-panel]");
  const { name, id, tagName, textContent = "" } = here ?? {};
  return [location.href, now?.dataset.step, tagName, name, id, here?.dataset.guide, textContent.trim().slice(0, 60)].join("|");
}"""


def _mark(page: Page) -> str:
    found: str = page.evaluate(MARK)
    return found


KIND = """() => {
  const here = document.querySelector("[data-guide-here]");
  const field = here?.matches("label") ? here.querySelector("input") : here;
  const step = document.querySelector("[data-guide-panel]")?.dataset.step ?? "";
  return here ? [step, here.tagName, here.matches("label, select, input, textarea") ? field?.name ?? "" : ""] : ["", "", ""];
}"""


# The marked element may change before the press, so the press also returns the step that it belonged to.
PRESS = """() => {
  const here = document.querySelector("[data-guide-here]");
  here?.click();
  return here ? document.querySelector("[data-guide-panel]")?.dataset.step ?? "" : "";
}"""


def _do(page: Page, here: Locator) -> str:
    """Choose, write or press what the guide marks. What is redrawn meanwhile is done in the next round."""
    step: str
    step, tag, name = page.evaluate(KIND)
    if not tag:
        return ""
    wanted = page.locator(f'[data-field="{name}"]').first.get_attribute("data-value") if name else None
    with suppress(TimeoutError):
        if tag == "SELECT":
            here.select_option(wanted, timeout=GONE)
        elif tag in ("INPUT", "TEXTAREA"):
            here.fill(wanted or "", timeout=GONE)
        else:
            here.click(timeout=GONE, trial=True)  # checks that nothing covers it
            step = page.evaluate(PRESS)
    return step
