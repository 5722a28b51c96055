"""A newcomer in a real browser: does to what is pointed at what the guide says, and touches nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError

MOST = 60  # things done in one round: more is going round in circles


def step_of(page: Page) -> str:
    """The step that the guide is at; "" at the end."""
    shown = page.locator("[data-guide-panel]")
    return shown.get_attribute("data-step") or "" if shown.count() else ""


def walk(page: Page, look: Callable[[str, int], None] | None = None) -> list[str]:
    """Follow the guide from where it stands to its end; returns the steps in the order in which they stood there."""
    taken: list[str] = []
    for number in range(MOST):
        page.locator("[data-guide-here], #guide-done").first.wait_for()
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
        step = step_of(page)
        if not step:
            return taken
        here = page.locator("[data-guide-here]")
        if here.count() != 1:
            continue  # it has just been drawn anew
        page.wait_for_function(IN_SIGHT)
        if look is not None:
            look(step, number)
        mark = _mark(page)
        did = _do(page, here)
        if did and did not in taken:
            taken.append(did)
        page.wait_for_function("before => !document.querySelector('[data-guide-here]') || (" + MARK + ")() !== before", arg=mark)
    raise AssertionError(f"the guide goes round in circles: {taken}")


GONE = 5_000  # milliseconds: what is drawn anew meanwhile is looked for again
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


# What is pointed at may be another thing by the time of a press, so which step it was of is asked in the same instant.
PRESS = """() => {
  const here = document.querySelector("[data-guide-here]");
  here?.click();
  return here ? document.querySelector("[data-guide-panel]")?.dataset.step ?? "" : "";
}"""


def _do(page: Page, here: Locator) -> str:
    """Choose or write what is wanted there, else press it; what has just been drawn anew is done in the next round."""
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
            here.click(timeout=GONE, trial=True)  # nothing lies over it
            step = page.evaluate(PRESS)
    return step
