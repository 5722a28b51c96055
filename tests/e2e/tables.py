"""Side tables in a browser: the phones of those who sit there already, presses that play, pictures for people to look at."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, StorageState, StorageStateCookie, expect

from tests.e2e import tables_inside
from tests.e2e.access import UNSETTLED
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.day import PHONE, PROJECTOR, TABLET, UPRIGHT, Day, tapped_away
from tests.e2e.tables_inside import Agreed

SIZES = {"phone": PHONE, "upright": UPRIGHT, "tablet": TABLET, "wall": PROJECTOR}
SOON = 4000  # ms until a page goes by itself to the table where everybody plays again
FINGER = 44  # pixels of what is pressed
SEATS = ("cat-1", "wolf-1", "ram-1")
LONG_NAMES = ("Maximiliana Wolkenstein-Trostburg", "Aristarch Pobedonoszew", "Konstantin Alexandrowitsch Orlow")
POTEMKIN = Agreed(kind="potemkin", chairs=3)
QUICKPLAY = Agreed(kind="statecraft", chairs=3, options={"mode": "quickplay"})
ADVANCED = Agreed(kind="statecraft", chairs=3, options={"mode": "advanced", "disruption": "chaotic"})
SCYTHE = Agreed(kind="scythe", chairs=3)


@dataclass
class Company:
    """Everybody at a table in the order of their chairs, on their phones, and the wall where there is one."""

    day: Day
    code: str
    phones: list[Page]
    wall: Page
    broken: list[str] = field(default_factory=list)  # what went wrong in a script of theirs

    @property
    def pages(self) -> Sequence[Page]:
        return *self.phones, self.wall

    @property
    def address(self) -> str:
        return f"{self.day.house.address}/tables/{self.code}/"

    def lead(self, moment: str) -> Sequence[int]:
        """Play on until a moment of `steering.MOMENTS`, of which no screen shows anything twice; gives the chairs asked there."""
        asked = self.day.ask(tables_inside.lead, self.code, moment)
        self.look_again()
        return asked

    def look_again(self) -> None:
        """Every screen that is open shows how the table is now, and nothing that was shown before."""
        for page in self.pages:
            if page.url.startswith("http"):
                page.evaluate("sessionStorage.clear()")
                page.reload()

    def visit(self) -> None:
        """Every phone goes to the table."""
        for phone in self.phones:
            phone.goto(self.address)

    def watch(self) -> Page:
        """The wall shows the table."""
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
    """A table at which these players and friends sit already, whose phones are on no page yet."""
    found = day.ask(tables_inside.seat, agreed, seats, friends, bots=bots, begins=begins)
    company = Company(day, found.code, [known_phone(day, each) for each in found.cookies], day.device(PROJECTOR).new_page())
    for page in company.pages:
        page.emulate_media(reduced_motion="reduce")
        page.on("pageerror", lambda error: company.broken.append(error.message))
    if tapped:
        tapped_away(*company.phones)
    return company


def known_phone(day: Day, cookies: Mapping[str, str]) -> Page:
    """A phone that keeps these cookies already."""
    kept = [
        StorageStateCookie(
            name=name, value=value, domain="127.0.0.1", path="/", expires=-1, httpOnly=True, secure=False, sameSite="Lax"
        )
        for name, value in cookies.items()
    ]
    return day.device(PHONE, known=StorageState(cookies=kept, origins=[])).new_page()


def player_phones(day: Day, *seats: str) -> list[Page]:
    """Phones of players of the event, on no page yet, on which nothing moves."""
    phones = [known_phone(day, each) for each in day.ask(tables_inside.person_cookies, seats)]
    for page in phones:
        page.emulate_media(reduced_motion="reduce")
    return phones


def wall_address(day: Day, code: str) -> str:
    return f"{day.house.address}/screen/table/{code}/"


def come(phone: Page, house: str, code: str, name: str = "") -> None:
    """Come to a table by its code, say a name where nobody is known yet, and sit down."""
    phone.goto(f"{house}/tables/")
    phone.get_by_label("Code of the table").fill(code.lower())
    phone.get_by_role("button", name="Go", exact=True).click()
    if name:
        phone.get_by_label("What are you called?").fill(name)
        phone.get_by_role("button", name="Sit down").click()
    else:
        phone.get_by_role("button", name="Sit here").first.click()
    expect(phone.locator(".seat.is-mine")).to_be_visible()


def read_shown(page: Page) -> None:
    """The page's clock, which is the test's, runs until everything that was shown has been read."""
    while page.locator(".table-moment").count():
        page.clock.run_for(1000)


def go_to_next(page: Page, code: str) -> None:
    """A page of a game that is over goes where everybody plays again, unless it is there: its clock runs until then."""
    page.wait_for_function("code => location.pathname.includes(code) || document.querySelector('[data-next]')", arg=code)
    if code not in page.url:
        read_shown(page)
        page.clock.fast_forward(SOON)


def play(button: Locator, at: str = "do") -> str:
    """Press what the table takes; gives its answer, which is drawn by then: the next press means what stands there."""
    with button.page.expect_response(re.compile(rf"/{at}/$")) as answer:
        button.click()
    assert answer.value.status == 200, answer.value.text()
    expect(button.page.locator(UNSETTLED)).to_have_count(0)
    return answer.value.text()


def press_at(phone: Page, ask: str, button: str | re.Pattern[str], *, exact: bool = False) -> None:
    """Press a button that plays, in what is asked there."""
    play(phone.locator(ask).get_by_role("button", name=button, exact=exact).locator("visible=true").first)


def press_statecraft(phone: Page, button: str | re.Pattern[str]) -> None:
    press_at(phone, ".sc-ask", button)


def press_scythe(phone: Page, button: str | re.Pattern[str]) -> None:
    press_at(phone, ".sy-ask", button, exact=isinstance(button, str))


def tab(phone: Page, which: str) -> None:
    """Open a part of a turn of Statecraft."""
    part = phone.locator(f"#sc-do-{which}")
    part.dispatch_event("click")  # its input is drawn as its label
    expect(part).to_be_checked()


def tap_space(phone: Page, space: str) -> None:
    """A finger on a space of Scythe's board."""
    phone.locator(f'a[data-region="{space}"]').dispatch_event("click")


def statecraft_fits(page: Page, *, under: str = "Choose, in secret|Take</button>|nounce it<") -> None:
    """Nothing sticks out or lies over something else, nothing to press is smaller than a finger: of a choice its whole label."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wrong = wrong_in(page, ".sc-phone", least=FINGER, whole=False)
    assert [each for each in wrong if not re.search(f"^[0-9x]+ px: <input|{under}", each)] == []
    labels = page.locator(".sc-phone label:visible").evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert min([FINGER, *labels]) >= FINGER - 0.5


NOT_PRESSED = "^[0-9x]+ px: <input|<a [^>]*(data-region|href=.#where)"  # under its label, or a space of the board


def scythe_fits(page: Page) -> None:
    """Nothing sticks out or lies over something else, nothing to press is smaller than a finger."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wrong = wrong_in(page, ".sy-ask", least=FINGER, whole=False)
    assert [each for each in wrong if not re.search(NOT_PRESSED, each)] == []


def wall_is_whole(wall: Page, cut: str) -> None:
    """The wall as the console draws it: by this look nothing is cut, and nothing lies below its edge."""
    for size in (TABLET, PROJECTOR):
        wall.set_viewport_size(size)
        assert wall.evaluate(cut) == [], size
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight"), size


# --- pictures for people to look at, where a folder is named for them -----------------------------------------------------


def all_sizes(page: Page, name: str, *, whole: bool = True) -> None:
    """The page at each size, and with `whole` piece by piece down to its end; a phone's size stays in the end."""
    for size, viewport in SIZES.items() if os.environ.get("PICTURES") else ():
        page.set_viewport_size(viewport)
        pieces(page, f"{name}-{size}", whole=whole)
    page.set_viewport_size(PHONE)


def pieces(page: Page, name: str, *, whole: bool = True) -> None:
    """The page from its beginning, and with `whole` piece by piece down to its end."""
    if not os.environ.get("PICTURES"):
        return
    page.evaluate("scrollTo(0, 0)")
    picture(page, name)
    size = page.viewport_size or PHONE
    high = page.evaluate("document.documentElement.scrollHeight") if whole else 0
    for at in range(1, 1 + int(high / size["height"]) if whole else 1):
        page.evaluate("at => scrollTo(0, at)", at * (size["height"] - 120))
        picture(page, f"{name}-{at}")
