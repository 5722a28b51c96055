"""Keyboard use of a page. At every stop the focus must be visible and uncovered."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError

MOST = 250  # stops; more means that there is no way

# The input of a choice drawn as a button is invisible; the outline is drawn around its neighbour instead.
STOP = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const unseen = at.matches("input") && getComputedStyle(at).opacity === "0";
  const drawn = unseen ? [at.nextElementSibling, at.parentElement] : [at];
  const ring = at.closest(".map-frame")?.querySelector(".map-ring.focus"); // a region's outline follows its border
  const outlined = at.matches("[data-region]") && ring ? ring.getBBox().width > 0 : drawn.some((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  });
  const box = at.getBoundingClientRect();
  const bare = [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => {
    const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    return top && (at.contains(top) || drawn.some((each) => each.contains(top)) || at.closest("label")?.contains(top));
  }));
  const wrong = [];
  if (!at.matches(":focus-visible")) wrong.push("is not shown as focused");
  if (!outlined) wrong.push("has no outline");
  if (!bare) wrong.push("lies under something, or outside the screen");
  return { wrong: wrong.join(", "), what: at.outerHTML.replace(/\\s+/g, " ").slice(0, 160) };
}"""
SEEN = f"() => !({STOP})()?.wrong"
STAMP = """number => {
  const at = document.activeElement;
  if (!at || at === document.body) return "";
  const before = at.dataset.stop;
  at.dataset.stop = number;
  return before ?? "";
}"""
HERE = "each => each === document.activeElement"
# Elements that can get the focus, one of each radio group. Health warnings are left out: they come and go meanwhile.
REACHABLE = """within => {
  const all = [...document.querySelectorAll(within)].flatMap((each) =>
    [...each.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]);
  const groups = new Set();
  return all.filter((each) => !each.disabled && each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true })
    && !each.closest("[inert], [data-red]")).filter((each) => {
    if (each.type !== "radio") return true;
    const group = document.querySelectorAll(`input[type=radio][name="${each.name}"]`);
    return ![...group].some((other) => other.dataset.stop);
  }).filter((each) => !each.dataset.stop).map((each) => each.outerHTML.replace(/\\s+/g, " ").slice(0, 160));
}"""


class Keyboard:
    """Keyboard use of a page without a mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tab(self, key: str = "Tab") -> None:
        """Go one stop further. Fails if the focus is not visible there."""
        self.page.keyboard.press(key)
        self.seen()

    def seen(self) -> None:
        """Fail unless the focused element, if there is one, shows its focus."""
        with suppress(TimeoutError):
            self.page.wait_for_function(SEEN)  # the outline may be drawn a moment later
            return
        stop = self.page.evaluate(STOP)
        raise AssertionError(f"{stop['what']} {stop['wrong']}")

    def to(self, wanted: Locator, key: str = "Tab") -> None:
        """Tab until this element has the focus."""
        wanted.first.wait_for(state="attached")
        for _stop in range(MOST):
            if wanted.evaluate_all(f"all => all.some({HERE})"):
                return
            self.tab(key)
        raise AssertionError(f"No way leads to {wanted}, but round and round by {self.page.evaluate(STOP)}.")

    def press(self, wanted: Locator, key: str = "Enter") -> None:
        """Tab to a button or a link and press it."""
        self.to(wanted)
        self.page.keyboard.press(key)

    def write(self, wanted: Locator, words: str) -> None:
        """Tab to a field and replace its text."""
        self.to(wanted)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(words)

    def choose(self, radios: Locator, wanted: Locator) -> None:
        """Tab to a radio group and move to this choice with the arrow key."""
        self.to(radios)
        for _each in range(MOST):
            if wanted.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
            self.seen()
        raise AssertionError(f"No arrow leads to {wanted}.")

    def select(self, wanted: Locator, value: str) -> None:
        """Tab to a select and move to this option with the arrow key."""
        self.to(wanted)
        self.page.keyboard.press("Home")
        for _each in range(MOST):
            if wanted.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"No arrow leads to {value}.")

    def round(self, within: str) -> int:
        """Tab around the whole page and return the number of stops.

        Fails on a focus trap, or if something in `within` is not reached.

        A part that is redrawn meanwhile loses its marks, so a failed round is repeated once.
        """
        stops, left_out = self._round(within)
        if left_out:
            stops, left_out = self._round(within)
        assert not left_out, "\n".join(left_out)
        return stops

    def _round(self, within: str) -> tuple[int, list[str]]:
        self.page.evaluate("document.querySelectorAll('[data-stop]').forEach((each) => delete each.dataset.stop)")
        for number in range(MOST):
            if self.page.evaluate(STAMP, str(number)):
                return number, self.page.evaluate(REACHABLE, within)
            self.tab()
        raise AssertionError("There is no way around.")
