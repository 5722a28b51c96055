"""Side tables in a browser: phones of people who are seated already, presses that play, and pictures for people to look at."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, StorageState, StorageStateCookie, expect

from tests.e2e import tables_inside
from tests.e2e.access import UNSETTLED
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.day import PHONE, PROJECTOR, TABLET, UPRIGHT, Day, tapped_away
from tests.e2e.tables_inside import Agreed

SIZES = {"phone": PHONE, "upright": UPRIGHT, "tablet": TABLET, "wall": PROJECTOR}
SOON = 4000  # ms until a page goes to the next game by itself
FINGER = 44  # smallest side of a control, in pixels
SEATS = ("cat-1", "wolf-1", "ram-1")
LONG_NAMES = ("Maximiliana Wolkenstein-Trostburg", "Aristarch Pobedonoszew", "Konstantin Alexandrowitsch Orlow")
POTEMKIN = Agreed(kind="potemkin", chairs=3)
QUICKPLAY = Agreed(kind="statecraft", chairs=3, options={"mode": "quickplay"})
ADVANCED = Agreed(kind="statecraft", chairs=3, options={"mode": "advanced", "disruption": "chaotic"})
SCYTHE = Agreed(kind="scythe", chairs=3)


@dataclass
class Company:
    """Everybody at a table: the phones in the order of their chairs, and the wall."""

    day: Day
    code: str
    phones: list[Page]
    wall: Page
    broken: list[str] = field(default_factory=list)  # script errors on these pages

    @property
    def pages(self) -> Sequence[Page]:
        return *self.phones, self.wall

    @property
    def address(self) -> str:
        return f"{self.day.house.address}/tables/{self.code}/"

    def lead(self, moment: str) -> Sequence[int]:
        """Play on until a moment of `steering.MOMENTS` and reload all screens. Returns the chairs that are asked there."""
        asked = self.day.ask(tables_inside.lead, self.code, moment)
        self.look_again()
        return asked

    def look_again(self) -> None:
        """Reload every open screen and forget which reveals it has shown."""
        for page in self.pages:
            if page.url.startswith("http"):
                page.evaluate("sessionStorage.clear()")
                page.reload()

    def visit(self) -> None:
        """Open the table on every phone."""
        for phone in self.phones:
            phone.goto(self.address)

    def watch(self) -> Page:
        """Open the table on the wall."""
        self.wall.goto(wall_address(self.day, self.code))
        return self.wall


def gather(
    day: Day,
    agreed: Agreed,
    *,
    seats: Sequence[str] = (),
    friends: Sequence[str] = (),
    bots: int = 0,
    begins: bool = True,
    tapped: bool = False,
) -> Company:
    """Seat these players and friends at a table. Their phones are on no page yet."""
    found = day.ask(tables_inside.seat, agreed, seats, friends, bots=bots, begins=begins)
    company = Company(day, found.code, [known_phone(day, each) for each in found.cookies], day.device(PROJECTOR).new_page())
    for page in company.pages:
        page.emulate_media(reduced_motion="reduce")
        page.on("pageerror", lambda error: company.broken.append(error.message))
    if tapped:
        tapped_away(*company.phones)
    return company


def known_phone(day: Day, cookies: Mapping[str, str]) -> Page:
    """Return a phone that holds these cookies."""
    kept = [
        StorageStateCookie(
            name=name, value=value, domain="127.0.0.1", path="/", expires=-1, httpOnly=True, secure=False, sameSite="Lax"
        )
        for name, value in cookies.items()
    ]
    return day.device(PHONE, known=StorageState(cookies=kept, origins=[])).new_page()


def player_phones(day: Day, *seats: str) -> list[Page]:
    """Return phones of the event's players, on no page yet, with animations reduced."""
    phones = [known_phone(day, each) for each in day.ask(tables_inside.person_cookies, seats)]
    for page in phones:
        page.emulate_media(reduced_motion="reduce")
    return phones


def wall_address(day: Day, code: str) -> str:
    return f"{day.house.address}/screen/table/{code}/"


def come(phone: Page, house: str, code: str, name: str = "") -> None:
    """Join a table by its code and sit down. `name` is typed if the phone is not known yet."""
    phone.goto(f"{house}/tables/")
    phone.get_by_label("Code of the table").fill(code.lower())
    phone.get_by_role("button", name="Go", exact=True).click()
    if name:
        phone.get_by_label("What are you called?").fill(name)
        phone.get_by_role("button", name="Sit down").click()
    else:
        phone.get_by_role("button", name="Sit here").first.click()
    expect(phone.locator(".seat.is-mine")).to_be_visible()


# While it holds, a reveal that comes stands until it is tapped away.
HOLD = """() => {
  if (!("holdsReveals" in window)) for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"])
    window.addEventListener(swapped, () => {
      if (window.holdsReveals)
        for (const each of document.querySelectorAll("[data-moments] > [data-moment]")) each.dataset.stands = 3_600_000;
    }, true);
  window.holdsReveals = true;
}"""
LET_GO = """() => {
  window.holdsReveals = false;
  for (let each; (each = document.querySelector(".table-moment")); ) each.click();
}"""


@contextmanager
def reveals_held(pages: Sequence[Page]) -> Iterator[None]:
    """Keep the reveals that come to these pages on screen, however slow the test is. At the end they are tapped away."""
    for page in pages:
        page.evaluate(HOLD)
    yield
    for page in pages:
        page.evaluate(LET_GO)


def read_shown(page: Page) -> None:
    """Run the page's clock, which the test controls, until every reveal has been read."""
    while page.locator(".table-moment").count():
        page.clock.run_for(1000)


def go_to_next(page: Page, code: str) -> None:
    """Run the clock of a finished game's page until it has gone to the next game, unless it is there already."""
    page.wait_for_function("code => location.pathname.includes(code) || document.querySelector('[data-next]')", arg=code)
    if code not in page.url:
        read_shown(page)
        page.clock.fast_forward(SOON)


def play(button: Locator, at: str = "do") -> str:
    """Press a button that plays, wait until the answer is drawn, and return it. The next press then meets the new content."""
    with button.page.expect_response(re.compile(rf"/{at}/$")) as answer:
        button.click()
    assert answer.value.status == 200, answer.value.text()
    expect(button.page.locator(UNSETTLED)).to_have_count(0)
    return answer.value.text()


def press_at(phone: Page, ask: str, button: str | re.Pattern[str], *, exact: bool = False) -> None:
    """Press a button that plays inside the open question."""
    play(phone.locator(ask).get_by_role("button", name=button, exact=exact).locator("visible=true").first)


def press_statecraft(phone: Page, button: str | re.Pattern[str]) -> None:
    press_at(phone, ".sc-ask", button)


def press_scythe(phone: Page, button: str | re.Pattern[str]) -> None:
    press_at(phone, ".sy-ask", button, exact=isinstance(button, str))


def tab(phone: Page, which: str) -> None:
    """Open a tab of a Statecraft turn."""
    part = phone.locator(f"#sc-do-{which}")
    part.dispatch_event("click")  # the input is invisible; its label is drawn
    expect(part).to_be_checked()


def tap_space(phone: Page, space: str) -> None:
    """Tap a space of Scythe's board."""
    phone.locator(f'a[data-region="{space}"]').dispatch_event("click")


def statecraft_fits(page: Page, *, under: str = "Choose, in secret|Take</button>|nounce it<") -> None:
    """Check that nothing overflows or overlaps, and that controls are finger-sized. For a choice, its label is measured."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wrong = wrong_in(page, ".sc-phone", least=FINGER, whole=False)
    assert [each for each in wrong if not re.search(f"^[0-9x]+ px: <input|{under}", each)] == []
    labels = page.locator(".sc-phone label:visible").evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert min([FINGER, *labels]) >= FINGER - 0.5


NOT_PRESSED = "^[0-9x]+ px: <input|<a [^>]*(data-region|href=.#where)"  # inputs under labels; spaces of the board


def scythe_fits(page: Page) -> None:
    """Check that nothing overflows or overlaps, and that controls are finger-sized."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wrong = wrong_in(page, ".sy-ask", least=FINGER, whole=False)
    assert [each for each in wrong if not re.search(NOT_PRESSED, each)] == []


def wall_is_whole(wall: Page, cut: str) -> None:
    """Check the live wall: `cut` finds nothing cut off, and nothing lies below the edge."""
    for size in (TABLET, PROJECTOR):
        wall.set_viewport_size(size)
        assert wall.evaluate(cut) == [], size
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight"), size


# --- pictures for people to look at, if `PICTURES` names a folder -----------------------------------------------------


def all_sizes(page: Page, name: str, *, whole: bool = True) -> None:
    """Take the page at each size; with `whole`, screen by screen down to its end. Leaves the phone's size set."""
    for size, viewport in SIZES.items() if os.environ.get("PICTURES") else ():
        page.set_viewport_size(viewport)
        pieces(page, f"{name}-{size}", whole=whole)
    page.set_viewport_size(PHONE)


def pieces(page: Page, name: str, *, whole: bool = True) -> None:
    """Take the top of the page; with `whole`, screen by screen down to its end."""
    if not os.environ.get("PICTURES"):
        return
    page.evaluate("scrollTo(0, 0)")
    picture(page, name)
    size = page.viewport_size or PHONE
    high = page.evaluate("document.documentElement.scrollHeight") if whole else 0
    for at in range(1, 1 + int(high / size["height"]) if whole else 1):
        page.evaluate("at => scrollTo(0, at)", at * (size["height"] - 120))
        picture(page, f"{name}-{at}")
