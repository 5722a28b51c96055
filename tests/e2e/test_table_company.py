"""Company at a table in real browsers: reveals one by one, chairs only on request, and another game of the same people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tables_inside
from tests.e2e.boxes import box_of, picture
from tests.e2e.day import PHONE, TABLET, UPRIGHT, Day
from tests.e2e.tables import POTEMKIN, Company, gather, go_to_next, read_shown
from tests.e2e.tables_inside import Agreed

pytestmark = pytest.mark.e2e

# Records which reveals appeared on the page, for how long, and whether somebody tapped them away.
RECORD = """
window.stood = [];
document.addEventListener("table:reveal-gone", ({ detail }) => window.stood.push(detail));
"""
STOOD = "window.stood"
# Taps this reveal away as soon as it stands, unless its time was over before. True when it has gone.
TAP = """seq => {
  document.querySelector(`.table-moment[data-seq="${seq}"]`)?.click();
  return window.stood.some((each) => each.seq === seq);
}"""
# A reveal leaves the head and the upper third of the page free, and the focus where it was.
IN_SIGHT = """() => {
  const top = document.querySelector(".table-moment").getBoundingClientRect().top;
  const head = document.querySelector(".table-head").getBoundingClientRect().bottom;
  return [top > head, top > innerHeight / 3, document.activeElement.tagName];
}"""
FIVE = Agreed(kind="potemkin", chairs=5)
Gathered = Callable[..., Company]


def take(page: Page, name: str) -> None:
    """Take the page as it is; a phone's page at tablet sizes as well."""
    own = page.viewport_size or PHONE
    for size in (own, *((UPRIGHT, TABLET) if own == PHONE else ())):
        page.set_viewport_size(size)
        picture(page, f"company-{name}-{size['width']}")
    page.set_viewport_size(own)


@pytest.fixture
def gathered(day: Day) -> Gathered:
    """Factory: players and friends at a table that one of the players has opened, and its wall."""

    def make(agreed: Agreed, *friends: str, begins: bool = True) -> Company:
        company = gather(day, agreed, seats=("cat-1", "wolf-1"), friends=friends, begins=begins)
        for page in company.pages:
            page.add_init_script(RECORD)
        return company

    return make


def begun(host: Page) -> None:
    expect(host.locator(".seat:not(.is-free)").nth(2)).to_be_visible()
    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator(".pe-phone")).to_be_visible()


def has_stood(page: Page, shown: list[int]) -> list[dict[str, Any]]:
    """Wait for the last of these reveals. Returns the page's record."""
    page.wait_for_function(f"last => {STOOD}.some(({{ seq }}) => seq === last)", arg=shown[-1])
    record: list[dict[str, Any]] = page.evaluate(STOOD)
    return record


def test_every_reveal_stands_and_the_wall_drops_none(day: Day, gathered: Gathered) -> None:
    company = gathered(FIVE, "Yelena", "Four", "Five")
    host, wall = company.phones[0], company.wall
    for page in (host, wall):
        page.clock.install()
    host.goto(company.address)
    company.watch()
    expect(host.locator(".pe-phone")).to_be_visible()
    wall.evaluate("window.same = true")

    shown = day.ask(tables_inside.play_to_reveals, 3, 1787)
    assert len(shown) >= 3
    expect(wall.locator(".table-moment")).to_be_visible()
    expect(host.locator(".table-moment")).to_be_visible()
    expect(wall.locator(".table-moment-words")).to_contain_text("sends")  # who did it to whom
    assert host.evaluate(IN_SIGHT) == [True, True, "BODY"]  # a sheet at the foot
    for page in (host, wall):
        take(page, "reveal")
        expect(page.locator(f"[data-moment='{shown[-1]}']")).to_have_count(1)  # news lines of all of them are there

    read_shown(wall)
    record = has_stood(wall, shown)
    assert [each["seq"] for each in record] == shown
    assert all(each["stood"] >= 2500 or each["tapped"] for each in record)
    assert not any(each["tapped"] for each in record)

    for seq in shown:  # on a phone they can be tapped away one by one
        host.wait_for_function(TAP, arg=seq)
    record = has_stood(host, shown)
    assert [each["seq"] for each in record] == shown
    assert all(each["stood"] >= 2500 or each["tapped"] for each in record)
    expect(host.locator(".table-moment")).to_have_count(0)
    assert wall.evaluate("window.same")


def test_what_a_screen_missed_is_shown_when_it_is_back(day: Day, gathered: Gathered) -> None:
    company = gathered(FIVE, "Yelena", "Four", "Five")
    wall = company.wall
    wall.clock.install()
    company.watch()
    expect(wall.locator(".pe-board").first).to_be_visible()
    wall.context.set_offline(True)
    many = day.ask(tables_inside.play_to_reveals, 5, 1788)
    wall.context.set_offline(False)
    expect(wall.locator(".table-moment-title")).to_contain_text("things were shown meanwhile")
    take(wall, "missed")

    read_shown(wall)
    record = has_stood(wall, many)
    assert sum(each["count"] for each in record) == len(many)
    assert all(each["stood"] >= 2500 for each in record)


def test_a_friend_comes_by_the_link_asks_for_a_chair_and_is_let_in(day: Day, gathered: Gathered) -> None:
    company = gathered(Agreed(kind="potemkin", chairs=5), begins=False)
    (host, other), wall, address = company.phones, company.watch(), company.address
    company.visit()
    first = day.device(PHONE).new_page()
    first.goto(address)
    take(first, "name")
    first.get_by_label("What are you called?").fill("Yelena")
    first.get_by_role("button", name="Sit down", exact=True).click()
    expect(first.locator(".seat.is-mine")).to_contain_text("Yelena")
    take(wall, "open")
    host.get_by_role("link", name="Share this table").click()
    expect(host.locator(".share-qr svg")).to_be_visible()
    assert box_of(host.locator(".share-qr"))["width"] > 280
    take(host, "share")
    link = host.locator(".share-address a").inner_text()
    assert link.endswith(address.removeprefix(day.house.address))
    host.get_by_role("link", name="Back to the table").click()

    host.get_by_role("button", name="Steady bot").first.click()
    expect(host.locator(".seat", has_text="bot").filter(has_text="Grisha")).to_be_visible()
    begun(host)

    friend = day.device(PHONE).new_page()
    friend.goto(address)
    friend.get_by_label("What are you called?").fill("Zakhar")
    friend.get_by_role("button", name="Come to the table").click()
    friend.get_by_role("button", name=re.compile("Ask for the chair of")).first.click()
    expect(friend.locator("#region-notes", has_text="You asked for the chair of")).to_be_in_viewport()  # beside the pressed button
    expect(friend.locator(".pe-hand, .pe-behind")).to_have_count(0)
    expect(other.get_by_role("button", name="Allow")).to_have_count(0)
    ask = host.locator(".asks", has_text="Zakhar")
    expect(ask).to_be_visible()
    take(host, "asked")
    take(friend, "asking")

    ask.get_by_role("button", name="Allow").click()

    expect(friend.locator(".table-top .chair.is-mine")).to_contain_text("Zakhar")
    expect(friend.locator(".pe-behind")).to_be_visible()  # whether or not the bot had picked before
    expect(host.locator(".asks")).to_have_count(0)


def test_the_same_people_play_again_and_every_screen_goes_there(day: Day, gathered: Gathered) -> None:
    company = gathered(POTEMKIN, "Yelena")
    (host, other, _friend), wall, address = company.phones, company.wall, company.address
    for page in company.pages:
        page.clock.install()
    company.visit()
    company.watch()
    expect(host.locator(".pe-phone")).to_be_visible()
    day.ask(tables_inside.play_to_end)
    button = host.get_by_role("button", name="Play again with the same people")
    expect(button).to_be_visible()
    expect(other.locator(".pe-headline")).to_be_visible()
    take(host, "again")

    while host.locator(".table-moment").count():
        host.keyboard.press("Escape")
    button.dblclick()

    expect(host).to_have_url(re.compile(r"/tables/(?!" + address.rstrip("/").rsplit("/", 1)[1] + r")\w{5}/$"))
    code = host.url.rstrip("/").rsplit("/", 1)[1]
    assert day.ask(tables_inside.tables_count) == 2
    for page in (other, wall):
        go_to_next(page, code)
    expect(other).to_have_url(re.compile(f"/tables/{code}/$"))
    expect(wall).to_have_url(re.compile(f"/screen/table/{code}/$"))
    expect(other.locator(".seat.is-mine")).to_be_visible()
    expect(host.locator(".seat.is-mine .seat-number")).to_have_text("3")  # everybody has moved on by one chair
    take(host, "next")
    host.get_by_role("button", name="Begin the game").click()
    expect(other.locator(".pe-phone")).to_be_visible()
