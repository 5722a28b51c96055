"""Three phones and a wall play Scythe to its end in a real browser.

On the way an encounter, a Move that goes on on another phone, the Factory and a combat, and then the scores.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day
from tests.e2e.test_scythe_moves import is_well_laid_out, press, tap
from tests.e2e.test_scythe_wall import CUT
from tests.e2e.test_statecraft_led import LED
from tests.e2e.test_table import come
from tests.e2e.test_table_comfort import SIZES, all_sizes

pytestmark = pytest.mark.e2e

NAMES = ("Maximiliana Wolkenstein-Trostburg", "Aristarch Pobedonoszew", "Konstantin Alexandrowitsch Orlow")
TABLE = "event.tables.model.objects.latest('pk').stream"  # of friends, so it is no table of the event's
RULES = f"journal.play_of({TABLE}).engine.rules"
PLAY = f"journal.head({TABLE}).state.play"
FACTORY_CARD = f"{RULES}.book.cards[{PLAY}.cards[0]].title"
FIGHTERS = f"[{PLAY}.fight.attacker, {PLAY}.fight.defender]"
SCORES = f"{RULES}.standing({PLAY})"
TOTALS = ".sy-result td:last-child"
# Of a reveal on the wall: what of it is not whole in sight.
CUT_REVEAL = """() => [...document.querySelectorAll(".sy-moment, .sy-moment *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return each.checkVisibility()
    && (box.bottom > innerHeight + 1 || (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline"));
}).map((each) => each.className)"""
# What lies under the head of the page, which stays in sight: the title of what is asked is below it.
UNDER = """() => {
  const head = document.querySelector(".table-top").getBoundingClientRect();
  const now = document.querySelector(".sy-now").getBoundingClientRect();
  return [head.bottom <= now.top + 1, now.bottom <= innerHeight];
}"""


@dataclass
class Hall:
    """Three friends with long names in the order of their chairs, and the wall; nobody's script breaks."""

    day: Day
    code: str
    phones: list[Page]
    wall: Page
    broken: list[str] = field(default_factory=list)

    @property
    def pages(self) -> Sequence[Page]:
        return *self.phones, self.wall

    def led(self, moment: str) -> Sequence[int]:
        """Play on to a moment, of which no screen shows anything twice; gives the chairs that are asked."""
        found: list[int] = json.loads(self.day.console.shell.run(LED.format(code=self.code, moment=moment)))
        for page in self.pages:
            page.evaluate("sessionStorage.clear()")
            page.reload()
            expect(page.locator("[data-scythe]")).to_be_visible()
        return found

    def moved(self, chair: int) -> Page:
        """The player of a chair goes on at another phone, by the own code alone; the lost one is out of reach."""
        lost = self.phones[chair]
        own = lost.locator(".own-code").first.text_content() or ""
        lost.context.set_offline(True)
        phone = self.watched(self.day.device(PHONE).new_page())
        phone.goto(f"{self.day.house.address}/tables/")
        phone.get_by_label("Your name").fill("On a borrowed phone")
        phone.locator("#back-again > summary").click()
        phone.get_by_label("Your own code", exact=True).fill(own.lower())
        phone.get_by_role("button", name="That is me").click()
        phone.goto(f"{self.day.house.address}/tables/{self.code}/")
        self.phones[chair] = phone
        return phone

    def watched(self, page: Page) -> Page:
        page.emulate_media(reduced_motion="reduce")
        page.on("pageerror", lambda error: self.broken.append(error.message))
        return page


@pytest.fixture
def hall(day: Day) -> Hall:
    """The table is open and everybody sits; nobody's time runs out."""
    house = day.house.address
    found = Hall(day=day, code="", phones=[day.device(PHONE).new_page() for _name in NAMES], wall=day.device(PROJECTOR).new_page())
    for page in found.pages:
        found.watched(page)
    host = found.phones[0]
    host.goto(f"{house}/tables/")
    host.get_by_label("Your name").fill(NAMES[0])
    host.get_by_role("button", name="That is me").click()
    card = host.locator("form", has=host.get_by_role("heading", name="Scythe"))
    card.get_by_text("Agree on something first").click()
    card.get_by_label("Chairs").select_option("3")
    card.get_by_label("Time for a turn").select_option("0")
    card.get_by_role("button", name="Open this table").click()
    found.code = host.locator("#region-top .table-code").inner_text()
    for phone, name in zip(found.phones[1:], NAMES[1:], strict=True):
        come(phone, house, found.code, name)
    found.wall.goto(f"{house}/screen/table/{found.code}/")
    return found


def stands_below_the_head(phone: Page) -> None:
    """What is asked can be read without a scroll, and is laid out for a finger at each size."""
    for size in SIZES.values():
        phone.set_viewport_size(size)
        phone.evaluate("scrollTo(0, 0)")
        assert phone.evaluate(UNDER) == [True, True], size
        is_well_laid_out(phone)
    phone.set_viewport_size(PHONE)


def is_whole(wall: Page) -> None:
    """The wall as the console draws it: nothing is cut and nothing lies below its edge."""
    for size in (TABLET, PROJECTOR):
        wall.set_viewport_size(size)
        assert wall.evaluate(CUT) == [], size
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight"), size


def take(asked: Page, option: Locator) -> None:
    """Take an option of a card as it is offered, opened first where something is picked for it."""
    if option.locator("summary").count():
        option.locator("summary").first.click()
    with asked.expect_response(re.compile(r"/do/$")) as answer:
        option.locator("button.main").click()
    assert answer.value.status == 200, answer.value.text()


@pytest.mark.rule("SY-ENC-01", "SY-MOV-03", "SY-FCT-01", "SY-CMB-07", "SY-CMB-11", "SY-HID-04", "SY-END-04")
def test_three_phones_and_a_wall_play_a_game_to_its_end(hall: Hall) -> None:
    meets(hall)
    goes_on_at_another_phone(hall)
    visits(hall)
    fights(hall)
    is_scored(hall)
    assert hall.broken == []


def meets(hall: Hall) -> None:
    """An encounter: everybody reads the card, one takes an option of it."""
    (chair,) = hall.led("encounter")
    phone, others = hall.phones[chair], [page for page in hall.phones if page is not hall.phones[chair]]
    title = phone.locator(".sy-card h3").inner_text()
    for page in (*others, hall.wall):
        expect(page.locator(".sy-card h3")).to_have_text(title)
        expect(page.locator(".sy-card form")).to_have_count(0)
    stands_below_the_head(phone)
    is_whole(hall.wall)
    all_sizes(phone, "whole-encounter")
    all_sizes(hall.wall, "whole-encounter-wall", whole=False)
    open_ones = phone.locator(".sy-card .sy-option:has(form)")
    take(phone, open_ones.last)
    for page in hall.pages:
        expect(page.locator(".sy-card")).to_have_count(0)


def goes_on_at_another_phone(hall: Hall) -> None:
    """A Move of which one unit has moved is ended on another phone."""
    (chair,) = hall.led("moving")
    phone = hall.phones[chair]
    stands_below_the_head(phone)
    all_sizes(phone, "whole-moving")
    first = phone.locator(".sy-unit").first
    if first.get_attribute("open") is None:
        first.locator("summary").first.click()
    target = first.locator("[data-board] input").last.get_attribute("value") or ""
    tap(phone, target)
    expect(first.locator(f"[data-space={target}]")).to_be_checked()
    press(phone, "Move")
    expect(phone.locator(".sy-moved")).to_contain_text("1 of")

    other = hall.moved(chair)
    expect(other.locator(".sy-moved")).to_contain_text("1 of")
    all_sizes(other, "whole-moving-other")
    is_whole(hall.wall)
    all_sizes(hall.wall, "whole-moving-wall", whole=False)
    press(other, "End the move")
    expect(other.locator(".sy-moved")).to_have_count(0)


def visits(hall: Hall) -> None:
    """The Factory: only who chooses sees the cards that lie there."""
    (chair,) = hall.led("factory")
    phone, card = hall.phones[chair], hall.day.ask(FACTORY_CARD)
    expect(phone.locator(".sy-option-title").first).to_have_text(card)
    for page in hall.pages:
        assert (card in page.content()) == (page is phone)
    stands_below_the_head(phone)
    all_sizes(phone, "whole-factory")
    take(phone, phone.locator(".sy-option").first)
    expect(hall.wall.locator(".sy-card")).to_have_count(0)
    for page in hall.pages:
        expect(page.locator("body")).to_contain_text(card)


def fights(hall: Hall) -> None:
    """Both dial in secret; each sees that the other has, nobody what; then everybody sees both."""
    asked = hall.led("combat")
    attacker, defender = hall.day.ask(FIGHTERS)
    assert set(asked) == {attacker, defender}
    first, second = hall.phones[attacker], hall.phones[defender]
    for phone in (first, second):
        stands_below_the_head(phone)
    is_whole(hall.wall)
    all_sizes(first, "whole-combat")
    all_sizes(hall.wall, "whole-combat-wall", whole=False)
    dial = first.locator("[name=dial]:not([disabled])").last
    number = dial.get_attribute("value")
    dial.check(force=True)
    press(first, "Lock in")
    expect(first.locator(".sy-mine")).to_contain_text(f"You dial {number}")
    for page in (second, hall.wall):
        expect(page.locator(".sy-camp.is-locked")).to_have_count(1)
        expect(page.locator(".sy-camp.is-locked .sy-stands")).to_have_text("✓ locked in")
        expect(page.locator(".sy-mine")).to_have_count(0)
    all_sizes(first, "whole-combat-locked")
    all_sizes(second, "whole-combat-other-locked")
    second.locator("[name=dial]").first.check(force=True)
    press(second, "Lock in")

    for page in hall.pages:
        shown = page.locator(".sy-moment .sy-shown")
        expect(shown).to_have_count(2)
        expect(shown.first.locator(".sy-shown-dial")).to_have_text(str(number))
        expect(shown.first.locator(".sy-shown-wins")).to_have_text("wins")
    for size in (TABLET, PROJECTOR):
        hall.wall.set_viewport_size(size)
        assert hall.wall.evaluate(CUT_REVEAL) == [], size
    all_sizes(first, "whole-reveal", whole=False)
    all_sizes(hall.wall, "whole-reveal-wall", whole=False)
    hall.led("end")


def is_scored(hall: Hall) -> None:
    """The scores stand on every screen, line by line, and add up to what the rules say."""
    scores = hall.day.ask(SCORES)
    for page in hall.pages:
        page.evaluate("sessionStorage.clear()")
        page.reload()
        expect(page.locator(TOTALS)).to_have_count(len(NAMES))
        assert sorted(int(each) for each in page.locator(TOTALS).all_inner_texts()) == sorted(scores)
    for phone in hall.phones:
        expect(phone.locator(".sy-result h2")).to_contain_text(re.compile("w[io]n"))
        for row in phone.locator(".sy-result tbody tr:last-child").all():
            *lines, total = [int(cell.split()[0]) for cell in row.locator("td").all_inner_texts()]
            assert sum(lines) == total
        expect(phone.locator(".sy-result tbody th", has_text="You")).to_have_count(1)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    is_whole(hall.wall)
    assert 2 <= hall.wall.locator(".stats-axis[text-anchor=middle]").count() <= 5  # of 25 rounds: they can be told apart
    all_sizes(hall.phones[0], "whole-over")
    all_sizes(hall.wall, "whole-over-wall", whole=False)
