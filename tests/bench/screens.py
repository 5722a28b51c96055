"""What people see in real browsers: a phase ends at a desk, until the picture of every screen is right.

Twenty phones, three desks and a wall are pages of a headless Chromium. A month is played. Each of its phases is ended by a press on
the organizer's clock, and no waker ends one. A picture is right when it shows the new phase, and every live region in the version
that a freshly loaded page has. The time runs from the press to the frame with the last of them. It includes drawing by the browser,
which shares the processors with the console. So the processor time of both is measured, too.

Each screen has a line of its own (`lines.py`), plain or slow. A phone sleeps while its scripts are paused. Its line survives, is
closed, or is lost without a sign. The time of a sleeper runs from its wake-up.

One player writes a call for help all the time, and War Control has an open question with a text. If either is touched, the run
ends with an error. It also does when a screen stays stale. Twenty phones are many for two cores: `PHONES=8 make bench ARGS=screens`
opens fewer.
"""

from __future__ import annotations

import os
import random
import shutil
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from tests.bench import kit
from tests.bench.lines import DeviceLine, Lines, Weather, lines_to
from tests.conftest import CHROMIUM_ARGUMENTS, CHROMIUM_NAMES
from tests.houses import House

PLAYERS, PHONES, SLEEPERS, NAPS = 45, int(os.environ.get("PHONES", "20")), 4, 2
PHONE, TABLET, PROJECTOR = (ViewportSize(width=width, height=height) for width, height in ((390, 844), (1180, 820), (1920, 1080)))
DESKS = {"war": "war/", "court": "court/", "organizer": ""}  # desk of the account: its page
PHASES = 5  # of a month
FAIR, SLOW = (0.0, 0.0), (0.2, 0.02)  # seconds there and back, share of lost packets
SETTLED = 4.0  # seconds until screens are compared with freshly loaded pages
PATIENCE = 120.0  # seconds until a screen that differs from them is stale
TYPED = "A chair is broken, and we are"
SCRIPT = Path(__file__).with_suffix(".js")
PRESS = "button => { const at = Date.now(); button.click(); return at; }"
PRESSED = "() => !document.getElementById('ask-box').open || document.getElementById('end-sure')"

Row = tuple[str | float, ...]


def run() -> None:
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if path is None:
        print("No Chromium on the PATH: run `make chromium`.")
        return
    with ExitStack() as stack:
        var = stack.enter_context(kit.folder())
        House(var=var).manage("serve", "--prepare-only")
        server, port = stack.enter_context(kit.server("ours", {"MEGAGAME_VAR": str(var), "BACKUPS": "0"}))
        lines = stack.enter_context(lines_to(port))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        hall = Hall(server, lines, browser)
        acts = [hall.month("plain", FAIR), hall.month("200 ms there and back, 2 % lost", SLOW)]
        kinds = [word for kind in ("phones", "desks", "wall") for word in (f"{kind}, ms", "last")]
        columns = ("lines", *kinds, "console CPU, ms", "browser CPU, ms")
        kit.table(f"A phase ends, until the picture is right: medians of {PHASES} phases", columns, acts)
        naps = [hall.naps(line) for line in ("survives", "is closed", "is lost without a sign")]
        title = f"A phone that slept wakes, until its picture is right: {NAPS * SLEEPERS} times"
        kit.table(title, ("its line", "median, ms", "last"), naps)
        browser.close()


@dataclass(eq=False)
class Screen:
    """A page with its own line. `fresh`: address of the same page without this line."""

    page: Page
    line: DeviceLine
    fresh: str
    session: CDPSession

    def truth(self) -> str:
        """Return this page, freshly loaded past its line and its browser."""
        return self.page.context.request.get(self.fresh).text()

    def until_right(self, begun: float, truth: str = "") -> float:
        """Wait until the picture is right. Returns the milliseconds from `begun` until then.

        Raises:
            RuntimeError: it stays stale.
        """
        end = time.monotonic() + PATIENCE
        while stale := self.page.evaluate("text => picture.stale(text)", truth or self.truth()):
            if time.monotonic() > end:
                raise RuntimeError(f"{self.fresh} stays stale: {', '.join(stale)}")
            time.sleep(0.5)
        drawn: dict[str, float] = self.page.evaluate("begun => picture.since(begun)", begun)
        return float(max(drawn.values(), default=0))

    def sleep(self) -> None:
        """Put the device away: its scripts pause."""
        self.page.evaluate("picture.hide(true)")
        self.session.send("Debugger.enable")
        self.session.send("Debugger.pause")

    def wake(self) -> float:
        """Take the device up. Returns the moment (milliseconds since 1970)."""
        at = time.time() * 1000
        self.session.send("Debugger.disable")
        self.page.evaluate("picture.hide(false)")
        return at


class Hall:
    """An event in Planning, and all screens of its hall."""

    def __init__(self, server: kit.Remote, lines: Lines, browser: Browser) -> None:
        self.server, self.lines, self.browser, self.dice = server, lines, browser, random.Random(5)
        self.processes = browser.new_browser_cdp_session()
        self.event, cookies = server.ask("prepare", PLAYERS)
        for _phase in range(PHASES):
            server.ask("planned", self.event)
            server.ask("end_phase", self.event)
        places = f"/control/{self.event}/"
        self.phones = [self._open(PHONE, "/play/", cookie) for cookie in cookies[:: len(cookies) // PHONES][:PHONES]]
        self.desks = [self._open(TABLET, places + page, server.ask("tablet", desk)) for desk, page in DESKS.items()]
        self.wall = self._open(PROJECTOR, f"/screen/{self.event}/clock/")
        self.clock = self._open(TABLET, f"{places}clock/", server.ask("tablet", "organizer"))
        self._type()

    def month(self, words: str, weather: tuple[float, float]) -> Row:
        """Return the table row of a month with all lines like this."""
        self.lines.weather = Weather(*weather)
        before = self._processors()
        time.sleep(SETTLED)
        idle = [last - first for first, last in zip(before, self._processors(), strict=True)]
        acts = [self._act(idle) for _phase in range(PHASES)]
        self.lines.weather = Weather()
        middle = [kit.median([figures[at] for figures in acts]) for at in range(len(acts[0]))]
        return (words, *middle)

    def naps(self, line: str) -> Row:
        """Return the table row of phones that sleep while phases end. `line`: what becomes of theirs meanwhile."""
        spans = []
        for _phase in range(NAPS):
            self._plan()
            sleepers = self.dice.sample(self.phones[1:], SLEEPERS)  # the first one types
            for each in sleepers:
                each.sleep()
                if line == "is closed":
                    each.line.close()
                elif line != "survives":
                    each.line.lose()
            begun = self._press()
            time.sleep(SETTLED)
            for screen in self.phones:
                if screen not in sleepers:
                    screen.until_right(begun)
            for each in sleepers:
                truth = each.truth()
                woken = each.wake()
                time.sleep(2)
                spans.append(each.until_right(woken, truth))
        return (line, kit.median(spans), max(spans))

    def _act(self, idle: list[float]) -> list[float]:
        """Return the figures of the end of a phase. `idle`: processor time of console and browser without an act."""
        self._plan()
        before = self._processors()
        begun = self._press()
        time.sleep(SETTLED)
        after = self._processors()
        used = [last - first - quiet for quiet, first, last in zip(idle, before, after, strict=True)]
        kinds = [[each.until_right(begun) for each in screens] for screens in (self.phones, self.desks, [self.wall])]
        self._untouched()
        return [*(figure for spans in kinds for figure in (kit.median(spans), max(spans))), *used]

    def _plan(self) -> None:
        """Let players choose and send what the phase is for, and wait until no screen draws anything for two seconds."""
        self.server.ask("planned", self.event)
        screens = [*self.phones, *self.desks, self.wall]
        while any(each.page.evaluate("picture.since(Date.now() - 2000)") for each in screens):
            time.sleep(1)

    def _processors(self) -> tuple[float, float]:
        """Return the processor time of the console and of the browser, in milliseconds."""
        found = self.processes.send("SystemInfo.getProcessInfo")["processInfo"]
        return self.server.ask("cpu") * 1000, sum(each["cpuTime"] for each in found) * 1000

    def _press(self) -> float:
        """End the phase at the clock, in spite of what is open. Returns the moment of the press (milliseconds since 1970)."""
        page = self.clock.page
        phase = page.evaluate("picture.phase()")
        page.get_by_role("link", name="End it now").click()
        begun: float = page.locator("#ask button[type=submit]").evaluate(PRESS)
        page.wait_for_function(PRESSED)
        if (sure := page.locator("#end-sure")).count():
            begun = sure.evaluate(PRESS)
        page.wait_for_function("phase => picture.phase() !== phase", arg=phase)
        return begun

    def _open(self, size: ViewportSize, address: str, cookie: str = "") -> Screen:
        context = self.browser.new_context(viewport=size, locale="en-GB", timezone_id="UTC")
        line = self.lines.line()
        if cookie:
            name, _equals, value = cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
        context.add_init_script(path=SCRIPT)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{line.port}{address}")
        page.locator("body[data-state=live]").wait_for()
        return Screen(page, line, f"http://127.0.0.1:{self.lines.port}{address}", context.new_cdp_session(page))

    def _type(self) -> None:
        """Type into a form of the first phone and into a question at War Control."""
        phone, war = self.phones[0].page, self.desks[0].page
        phone.locator(".tabs a[href$=call]").click()
        phone.locator("#call-text").fill(TYPED)
        war.get_by_role("link", name="Announce …").first.click()
        war.locator("#ask").get_by_label("Words").fill(TYPED)

    def _untouched(self) -> None:
        """Check that what is typed is still there.

        Raises:
            RuntimeError: it is not.
        """
        phone, war = self.phones[0].page, self.desks[0].page
        if phone.locator("#call-text").input_value() != TYPED:
            raise RuntimeError("The text that was typed on a phone is lost.")
        box = war.locator("#ask-box[open]")
        if not box.count() or box.get_by_label("Words").input_value() != TYPED:
            raise RuntimeError("The open question of War Control, or its text, is lost.")


if __name__ == "__main__":
    run()
