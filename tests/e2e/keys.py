"""What fingers on a keyboard do, and what their owner must see at every stop: where the focus is, with nothing lying over it."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError

MOST = 250  # stops; nobody goes on for longer

# A choice that is drawn as a button has its input over it, unseen: there the outline is drawn around its neighbour.
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
# Whoever may be reached: of radios that belong together, one. What is wrong with the machine comes and goes on the way round.
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
    """A keyboard at a page whose mouse is broken."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tab(self, key: str = "Tab") -> None:
        """One stop further; fails where the focus is not seen."""
        self.page.keyboard.press(key)
        self.seen()

    def seen(self) -> None:
        """Fail unless it is seen where the focus is, if anything has it."""
        with suppress(TimeoutError):
            self.page.wait_for_function(SEEN)  # what is drawn around it may be drawn a moment later
            return
        stop = self.page.evaluate(STOP)
        raise AssertionError(f"{stop['what']} {stop['wrong']}")

    def to(self, wanted: Locator, key: str = "Tab") -> None:
        """Go from stop to stop until this has the focus."""
        wanted.first.wait_for(state="attached")
        for _stop in range(MOST):
            if wanted.evaluate_all(f"all => all.some({HERE})"):
                return
            self.tab(key)
        raise AssertionError(f"No way leads to {wanted}, but round and round by {self.page.evaluate(STOP)}.")

    def press(self, wanted: Locator, key: str = "Enter") -> None:
        """Go to a button or a link and press it."""
        self.to(wanted)
        self.page.keyboard.press(key)

    def write(self, wanted: Locator, words: str) -> None:
        """Go to a field and type into it, over what is there."""
        self.to(wanted)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(words)

    def choose(self, radios: Locator, wanted: Locator) -> None:
        """Go to radios that belong together, and on to this one with an arrow."""
        self.to(radios)
        for _each in range(MOST):
            if wanted.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
            self.seen()
        raise AssertionError(f"No arrow leads to {wanted}.")

    def select(self, wanted: Locator, value: str) -> None:
        """Go to a list and on to this line with an arrow."""
        self.to(wanted)
        self.page.keyboard.press("Home")
        for _each in range(MOST):
            if wanted.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"No arrow leads to {value}.")

    def round(self, within: str) -> int:
        """Tab once around: nothing is a trap, and nothing in these places is left out. Gives the number of stops.

        What is drawn anew meanwhile is not known again, so that whoever finds something left out goes round once more.
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
