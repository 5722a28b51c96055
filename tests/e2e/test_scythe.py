"""Three phones and a wall play Scythe to its end in a real browser.

On the way: an encounter, a Move that is finished on another phone, the Factory, a combat, and the scores.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from control.models import Event
from tests.e2e import tables_inside
from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day
from tests.e2e.tables import (
    LONG_NAMES,
    SCYTHE,
    SIZES,
    Company,
    all_sizes,
    gather,
    play,
    press_scythe,
    reveals_held,
    scythe_fits,
    tap_space,
    wall_is_whole,
)
from tests.e2e.test_scythe_wall import CUT

pytestmark = pytest.mark.e2e

TOTALS = ".sy-result td:last-child"
# Parts of a reveal on the wall that are not fully visible.
CUT_REVEAL = """() => [...document.querySelectorAll(".sy-moment, .sy-moment *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return each.checkVisibility()
    && (box.bottom > innerHeight + 1 || (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline"));
}).map((each) => each.className)"""
# Returns whether the question's title is below the sticky head, and whether it is above the bottom edge.
UNDER = """() => {
  const head = document.querySelector(".table-top").getBoundingClientRect();
  const now = document.querySelector(".sy-now").getBoundingClientRect();
  return [head.bottom <= now.top + 1, now.bottom <= innerHeight];
}"""


def factory_card(event: Event, code: str) -> str:
    """Return the title of the first card in the Factory."""
    rules: Any = tables_inside.rules_of(tables_inside.stream_of(event, code))
    title: str = rules.book.cards[tables_inside.game_state(event, code).cards[0]].title
    return title


def fighters(event: Event, code: str) -> tuple[int, int]:
    """Return the attacker and the defender."""
    fight = tables_inside.game_state(event, code).fight
    return fight.attacker, fight.defender


def scores(event: Event, code: str) -> list[int]:
    rules = tables_inside.rules_of(tables_inside.stream_of(event, code))
    return list(rules.standing(tables_inside.game_state(event, code)))


@pytest.fixture
def hall(day: Day) -> Company:
    """Three friends with long names and the wall, without a time limit."""
    company = gather(day, SCYTHE, friends=LONG_NAMES, begins=False)
    company.visit()
    company.watch()
    return company


def led(hall: Company, moment: str) -> list[int]:
    """Play on to a moment. Returns the chairs that are asked there."""
    asked = list(hall.lead(moment))
    for page in hall.pages:
        expect(page.locator("[data-scythe]")).to_be_visible()
    return asked


def moved(hall: Company, chair: int) -> Page:
    """Move the player of this chair to another phone, which knows only the own code. The lost phone is offline."""
    lost = hall.phones[chair]
    own = lost.locator(".own-code").first.text_content() or ""
    lost.context.set_offline(True)
    phone = hall.day.device(PHONE).new_page()
    phone.emulate_media(reduced_motion="reduce")
    phone.on("pageerror", lambda error: hall.broken.append(error.message))
    phone.goto(f"{hall.day.house.address}/tables/")
    phone.get_by_label("Your name").fill("On a borrowed phone")
    phone.locator("#back-again > summary").click()
    phone.get_by_label("Your own code", exact=True).fill(own.lower())
    phone.get_by_role("button", name="That is me").click()
    phone.goto(hall.address)
    hall.phones[chair] = phone
    return phone


def stands_below_the_head(phone: Page) -> None:
    """Check that the question is visible without scrolling and finger-sized at each size of screen."""
    for size in SIZES.values():
        phone.set_viewport_size(size)
        phone.evaluate("scrollTo(0, 0)")
        assert phone.evaluate(UNDER) == [True, True], size
        scythe_fits(phone)
    phone.set_viewport_size(PHONE)


def take(asked: Page, option: Locator) -> None:
    """Take an option of a card. If it needs a choice, it is unfolded first."""
    if option.locator("summary").count():
        option.locator("summary").first.click()
    play(option.locator("button.main"))


@pytest.mark.rule("SY-ENC-01", "SY-MOV-03", "SY-FCT-01", "SY-CMB-07", "SY-CMB-11", "SY-HID-04", "SY-END-04")
def test_three_phones_and_a_wall_play_a_game_to_its_end(hall: Company) -> None:
    meets(hall)
    goes_on_at_another_phone(hall)
    visits(hall)
    fights(hall)
    is_scored(hall)
    assert hall.broken == []


def meets(hall: Company) -> None:
    """An encounter: everybody reads the card, and one player takes an option."""
    (chair,) = led(hall, "encounter")
    phone, others = hall.phones[chair], [page for page in hall.phones if page is not hall.phones[chair]]
    title = phone.locator(".sy-card h3").inner_text()
    for page in (*others, hall.wall):
        expect(page.locator(".sy-card h3")).to_have_text(title)
        expect(page.locator(".sy-card form")).to_have_count(0)
    stands_below_the_head(phone)
    wall_is_whole(hall.wall, CUT)
    all_sizes(phone, "whole-encounter")
    all_sizes(hall.wall, "whole-encounter-wall", whole=False)
    open_ones = phone.locator(".sy-card .sy-option:has(form)")
    take(phone, open_ones.last)
    for page in hall.pages:
        expect(page.locator(".sy-card")).to_have_count(0)


def goes_on_at_another_phone(hall: Company) -> None:
    """A Move that began on one phone is ended on another."""
    (chair,) = led(hall, "moving")
    phone = hall.phones[chair]
    stands_below_the_head(phone)
    all_sizes(phone, "whole-moving")
    first = phone.locator(".sy-unit").first
    if first.get_attribute("open") is None:
        first.locator("summary").first.click()
    target = first.locator("[data-board] input").last.get_attribute("value") or ""
    tap_space(phone, target)
    expect(first.locator(f"[data-space={target}]")).to_be_checked()
    press_scythe(phone, "Move")
    expect(phone.locator(".sy-moved")).to_contain_text("1 of")

    other = moved(hall, chair)
    expect(other.locator(".sy-moved")).to_contain_text("1 of")
    all_sizes(other, "whole-moving-other")
    wall_is_whole(hall.wall, CUT)
    all_sizes(hall.wall, "whole-moving-wall", whole=False)
    press_scythe(other, "End the move")
    expect(other.locator(".sy-moved")).to_have_count(0)


def visits(hall: Company) -> None:
    """The Factory: only the player who chooses sees its cards."""
    (chair,) = led(hall, "factory")
    phone, card = hall.phones[chair], hall.day.ask(factory_card, hall.code)
    expect(phone.locator(".sy-option-title").first).to_have_text(card)
    for page in hall.pages:
        assert (card in page.content()) == (page is phone)
    stands_below_the_head(phone)
    all_sizes(phone, "whole-factory")
    take(phone, phone.locator(".sy-option").first)
    expect(hall.wall.locator(".sy-card")).to_have_count(0)
    for page in hall.pages:
        expect(page.locator("body")).to_contain_text(card)


def fights(hall: Company) -> None:
    """Both players dial in secret. Each sees that the other has locked in, but not what. Then everybody sees both."""
    asked = led(hall, "combat")
    attacker, defender = hall.day.ask(fighters, hall.code)
    assert set(asked) == {attacker, defender}
    first, second = hall.phones[attacker], hall.phones[defender]
    for phone in (first, second):
        stands_below_the_head(phone)
    wall_is_whole(hall.wall, CUT)
    all_sizes(first, "whole-combat")
    all_sizes(hall.wall, "whole-combat-wall", whole=False)
    dial = first.locator("[name=dial]:not([disabled])").last
    number = dial.get_attribute("value")
    dial.check(force=True)
    press_scythe(first, "Lock in")
    expect(first.locator(".sy-mine")).to_contain_text(f"You dial {number}")
    for page in (second, hall.wall):
        expect(page.locator(".sy-camp.is-locked")).to_have_count(1)
        expect(page.locator(".sy-camp.is-locked .sy-stands")).to_have_text("✓ locked in")
        expect(page.locator(".sy-mine")).to_have_count(0)
    all_sizes(first, "whole-combat-locked")
    all_sizes(second, "whole-combat-other-locked")
    second.locator("[name=dial]").first.check(force=True)
    with reveals_held(hall.pages):
        press_scythe(second, "Lock in")
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
    led(hall, "end")


def is_scored(hall: Company) -> None:
    """Every screen shows the scores line by line, and they add up to the total of the rules."""
    points = hall.day.ask(scores, hall.code)
    for page in hall.pages:
        page.evaluate("sessionStorage.clear()")
        page.reload()
        expect(page.locator(TOTALS)).to_have_count(len(LONG_NAMES))
        assert sorted(int(each) for each in page.locator(TOTALS).all_inner_texts()) == sorted(points)
    for phone in hall.phones:
        expect(phone.locator(".sy-result h2")).to_contain_text(re.compile("w[io]n"))
        for row in phone.locator(".sy-result tbody tr:last-child").all():
            *lines, total = [int(cell.split()[0]) for cell in row.locator("td").all_inner_texts()]
            assert sum(lines) == total
        expect(phone.locator(".sy-result tbody th", has_text="You")).to_have_count(1)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wall_is_whole(hall.wall, CUT)
    assert 2 <= hall.wall.locator(".stats-axis[text-anchor=middle]").count() <= 5  # few of the 25 rounds, so that labels stay apart
    all_sizes(hall.phones[0], "whole-over")
    all_sizes(hall.wall, "whole-over-wall", whole=False)
