"""The debrief in a real browser: slider, other eyes, play, ties, wall, a player's own day, and accessibility.

The day is written once. The tests change nothing of it except what the wall shows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from control.debrief.access import Audience
from control.debrief.opening import open_for
from control.models import Event
from control.people.access import issue_code
from control.people.staff import seat_account as give_desks
from megagame.languages import LOCALE
from rooms.realm.desks import Desk
from tests.control.debrief.conftest import written
from tests.control.phones import words
from tests.e2e.access import NARROW, Inspector, Walk, unfold
from tests.e2e.day import LONG, PHONE, PROJECTOR, TABLET, Console, Day, event_of, fast_scenario
from tests.e2e.pages import Sheet
from tests.languages.spoken import speaking
from tests.teams import member

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("debrief")]

MOMENT = "[data-moment]"
# Elements of the wall beyond its edge, where nothing can be scrolled.
UNCUT = """() => [...document.querySelectorAll('#hall :is(h1, h2, p, li)')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom > innerHeight).map((each) => each.textContent)"""


@dataclass(frozen=True)
class Past:
    """A finished day on a console that serves another day as well."""

    day: Day
    event: int
    key: str
    code: str

    def address(self, place: str = "") -> str:
        return f"{self.day.house.address}/debrief/{self.event}/{place}"

    def visitor(self, size=PHONE, *, script: bool = True) -> Page:
        """Open a device with the debrief's link."""
        page = self.day.device(size, script=script).new_page()
        page.goto(self.address(f"link/{self.key}/"))
        return page

    def player(self) -> Page:
        """Open the phone of the player who played for the Cat."""
        page = self.day.device(PHONE).new_page()
        page.goto(f"{self.day.house.address}/j/{self.code.replace('-', '')}/")
        page.locator("main form button").first.click()
        page.wait_for_url("**/play/")
        return page


def write_past() -> tuple[int, str, str]:
    """Write a finished day with Anna as its organizer. Returns its number, its link's key and a player's code."""
    event = written("day", "A day that is over")
    give_desks(event, User.objects.get(username="anna"), [Desk.ORGANIZER], by="")
    opened = open_for(event, Audience.LINK, "anna")
    return event.pk, opened.key, issue_code(event.seats.get(key="cat-1"))


@pytest.fixture(scope="module")
def kept(console: Console, chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Past]:
    scenario = fast_scenario(tmp_path_factory.mktemp("past") / "scenario", **LONG)
    with event_of(console, chromium, scenario) as day:
        day.console.password("anna")
        event, key, code = console.shell.call(write_past)
        yield Past(day=day, event=event, key=key, code=code)


@pytest.fixture
def past(kept: Past) -> Iterator[Past]:
    """The finished day. Devices that a test opens are closed after it."""
    with ExitStack() as contexts:
        yield replace(kept, day=replace(kept.day, open_contexts=contexts))


def picture(page: Page, name: str) -> None:
    """Take a picture for people to look at, if a folder is named for it."""
    if folder := os.environ.get("PICTURES"):
        for size in (PHONE, TABLET, PROJECTOR):
            page.set_viewport_size(size)
            page.screenshot(path=f"{folder}/debrief-{name}-{size['width']}.png", full_page=True)


def seq(page: Page) -> int:
    return int(str(page.locator(MOMENT).get_attribute("data-moment")))


def test_a_visitor_finds_who_won_and_goes_through_the_day(past):
    page, broken = past.visitor(), []
    page.on("pageerror", lambda error: broken.append(error.message))
    expect(page.locator(".face-crown")).to_be_in_viewport()
    for tab in page.locator(".debrief-tabs a").all():
        expect(tab).to_be_in_viewport(ratio=1)  # no tab is cut off
    page.get_by_role("link", name="Time machine").click()
    expect(page.locator(MOMENT)).to_be_visible()
    last = seq(page)

    slider = page.get_by_label("The moment of the day")
    slider.evaluate("(slider) => { slider.value = 300; slider.dispatchEvent(new Event('change', { bubbles: true })); }")
    expect(page).to_have_url(re.compile(r"/at/\d+/\?eye=truth$"))
    expect(page.locator(f"{MOMENT}:not([data-moment='{last}'])")).to_be_visible()
    middle = seq(page)
    assert 0 < middle < last

    page.get_by_label("beside").select_option("team-cat")
    expect(page.locator("section.moment-side")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"beside=team-cat"))
    so, knew = page.locator("section.moment-side").all()
    expect(knew).to_be_hidden()  # a phone shows only one of the two at a time
    page.evaluate("document.querySelector('.moment-side [data-piece=houses]').scrollIntoView()")
    page.evaluate("document.querySelector('[data-flip] [data-side=\"2\"]').click()")
    expect(knew).to_be_visible()
    expect(so).to_be_hidden()
    expect(knew.locator("[data-piece=houses]")).to_be_in_viewport()
    link = page.url
    other = past.visitor()
    other.goto(link)
    expect(other.locator("section.moment-side")).to_have_count(2)
    assert seq(other) == middle

    page.get_by_role("button", name="Play").click()
    expect(page.locator(f"{MOMENT}:not([data-moment='{middle}'])")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("link", name="Back:").click()
    expect(page.locator("section.moment-side")).to_have_count(2)
    assert broken == []


def test_it_is_read_without_a_script_too(past):
    page = past.visitor(script=False)
    page.goto(past.address("at/"))
    before = seq(page)

    page.get_by_role("link", name="Back:").click()
    page.get_by_label("beside").select_option("team-wolf")
    page.get_by_role("button", name="Show").click()

    assert seq(page) < before
    expect(page.locator("section.moment-side")).to_have_count(2)


def test_the_organizer_leads_the_wall_with_one_press_each(past):
    lead = past.day.staff("anna", "../")
    lead.goto(past.address("stage/"))
    with lead.expect_popup() as opened:
        lead.get_by_role("link", name="The wall", exact=True).click()
    wall = opened.value
    wall.set_viewport_size(PROJECTOR)
    comes, place = lead.locator(".stage-after b"), lead.locator("#stage-shows")
    expect(wall.locator(".wall-title .face-crown")).to_be_visible()  # while people sit down
    expect(wall.get_by_text("Tap once for sound")).to_have_count(0)
    number, count = 0, lead.locator(".stage-chapters li").count() - 1
    lead.locator("#stage-next").focus()
    while comes.count():
        said, number = comes.inner_text(), number + 1
        lead.keyboard.press("Enter")  # the focus stays, so that the leader does not have to find the button again
        expect(place).to_have_text(f"On the wall: {number} of {count}")  # two chapters may have the same title
        expect(wall.locator(".wall-when")).to_have_text(said)
        assert wall.evaluate(UNCUT) == []
        picture(lead, "stage")
    expect(wall.locator(".wall-end .face-crown")).to_be_visible()
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")

    wall.route("**/wall/**", lambda route: route.fulfill(status=404))
    wall.evaluate("document.body.dispatchEvent(new Event('awake'))")
    expect(wall.locator(".debrief-wall")).to_have_count(0)  # a closed debrief leaves every wall


@dataclass(frozen=True)
class StillPast:
    """A finished day in this process, open for its players."""

    event: Event

    def address(self, place: str = "") -> str:
        return f"/debrief/{self.event.pk}/{place}"

    def tabs(self, page: Page, client: Client) -> list[str]:
        """Addresses of all tabs that this client has."""
        Sheet(page).lay(words(client.get(self.address())))
        return list(page.locator(".debrief-tabs a").evaluate_all(ADDRESSES))


ADDRESSES = "links => links.map((link) => link.getAttribute('href'))"


@pytest.fixture
def still_past(db: None) -> StillPast:
    event = written("day", "A day that is over")
    open_for(event, Audience.LINK, "anna")
    return StillPast(event)


def test_an_inspector_finds_nothing_on_any_page_and_they_fit_a_narrow_phone(still_past: StillPast, sheet: Sheet) -> None:
    anna = member(Desk.ORGANIZER, events=[still_past.event])  # the organizer has every tab that others have, and more
    walk, page = Walk(Inspector(), sheet, anna, PHONE), sheet.page
    tabs = still_past.tabs(page, anna)
    assert len(tabs) >= 9
    for at, address in enumerate([*tabs, still_past.address("days/cat-1/")]):
        walk.visit(address, narrow=True)
        picture(page, f"page-{at}")
        page.set_viewport_size(PHONE)
        assert scrolled(page) == [], address
    for each in ("pictures/power/", "pictures/ways/"):
        unfold(sheet.lay(words(anna.get(still_past.address(each))), PHONE))
        assert scrolled(page) == [], each

    walk.inspector.done()


def test_an_inspector_finds_nothing_where_a_script_shows_one_of_several(past: Past) -> None:
    inspector, page = Inspector(), past.day.staff("anna", "../", PHONE)
    for place in ("pictures/ties/", "at/300/?eye=team-cat&beside=truth"):
        inspector.visit(page, past.address(place), narrow=True)
        picture(page, f"page-{place.partition('/')[0]}")
        page.set_viewport_size(PHONE)
        assert scrolled(page) == [], place

    inspector.done()


def scrolled(page: Page) -> list[str]:
    """Elements that have to be scrolled sideways to be read."""
    boxes = "[...document.querySelectorAll('main *')].filter((each) => getComputedStyle(each).overflowX === 'auto')"
    return list(page.evaluate(f"{boxes}.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className)"))


def test_ties_are_stepped_through_and_those_of_one_team_stand_out(past):
    page = past.visitor()
    page.goto(past.address("pictures/ties/"))
    panels, slider = page.locator("[data-web-panel]"), page.get_by_role("slider")
    rounds = panels.count() - 1
    expect(panels.first).to_be_visible()
    expect(panels.nth(1)).to_be_hidden()  # one at a time

    page.get_by_role("button", name="On one").click()
    expect(panels.nth(1)).to_be_visible()
    expect(panels.first).to_be_hidden()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Month 1"))
    slider.fill("2")
    expect(panels.nth(2)).to_be_visible()
    page.get_by_role("button", name="All beside").click()
    for each in panels.all():
        expect(each).to_be_visible()
    page.get_by_role("button", name="Play").click()  # from its position to the end
    expect(slider).to_have_value(str(rounds))

    cat = page.locator("[data-web-team=cat]")
    cat.click()
    expect(cat).to_have_attribute("aria-pressed", "true")
    own = "ties => ties.every((tie) => tie.hasAttribute('data-own') === tie.dataset.ends.split(' ').includes('cat'))"
    assert page.locator("svg [data-ends]").evaluate_all(own)
    assert page.locator("svg [data-own][data-ends]").count() > 0
    cat.click()
    expect(page.locator(".pic-chosen")).to_have_count(0)


def test_a_player_reads_the_own_day_and_takes_it_home(past: Past, tmp_path: Path) -> None:
    page = past.player()
    page.locator(f"a[href='/debrief/{past.event}/days/cat-1/']").click()
    expect(page.locator(".own-lines dt").first).to_be_in_viewport()  # the result is read first
    month = page.locator(".own details:not(details *)").last
    month.locator("> summary").click()
    expect(month.locator("> summary + *")).to_be_visible()
    page.locator(".own a[data-moment]").first.click()
    expect(page.locator("section.moment-side")).to_have_count(2)  # what this player knew, beside the truth
    page.go_back()

    with page.expect_download() as coming:
        page.locator("a[download]").click()
    kept = tmp_path / coming.value.suggested_filename
    coming.value.save_as(kept)
    read_at_home(past.day.device(PHONE).new_page(), kept, page)


def test_a_player_reads_it_and_takes_it_home_in_german(
    in_german: None, still_past: StillPast, sheet: Sheet, page: Page, tmp_path: Path
) -> None:
    client = Client()
    client.post(f"/j/{issue_code(still_past.event.seats.get(key='cat-1'))}/")
    own = sheet.lay(words(client.get(still_past.address("days/cat-1/"))), PHONE)
    kept = tmp_path / "own.html"
    kept.write_bytes(client.get(str(own.locator("a[download]").get_attribute("href"))).getvalue())
    page.set_viewport_size(PHONE)
    read_at_home(page, kept, own)

    for each in (own, page):
        expect(each.locator("html")).to_have_attribute("lang", "de")
        expect(each.get_by_role("heading", name="Von Anfang bis Ende")).to_be_visible()
    sheet.lay(words(client.get(still_past.address("pictures/ties/"))))
    expect(own.get_by_role("button", name="Eins weiter", include_hidden=True)).to_be_attached()
    for tab in still_past.tabs(own, client):
        sheet.lay(words(client.get(tab)), NARROW)
        assert own.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], tab


@pytest.fixture
def in_german() -> Iterator[None]:
    with speaking("de", LOCALE):
        yield


def read_at_home(file: Page, kept: Path, page: Page) -> None:
    """A saved day opens from disk without a network and says the same as its page."""
    asked, complaints = list[str](), list[str]()
    file.context.set_offline(True)
    file.on("request", lambda request: asked.append(request.url))
    file.on("console", lambda message: complaints.append(message.text))
    file.goto(kept.as_uri())
    expect(file.locator("h1")).to_have_text(page.locator("h1").inner_text())
    assert file.locator("h2").count() == page.locator(".own h2").count() - 1  # all but the section on saving
    assert file.locator("details:not([open]), script, a[href], button").count() == 0  # no links or buttons, and nothing folded
    assert file.locator(".emblem").first.evaluate("each => each.getBoundingClientRect().width") > 0
    assert asked == [kept.as_uri()]
    inspector = Inspector()
    inspector.look(file, "the file", narrow=True)
    inspector.done()
    assert complaints == []
