"""Head and foot of every desk, with all their content at once, at the sizes that the control team uses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from control.day.calls import CallControl
from control.day.clock.pauses import Pause
from control.day.handoffs import HandOver
from control.engine.context import Actor
from control.engine.ids import SeatId
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.scenario.ids import HouseId
from tests.e2e.boxes import wrong_in
from tests.e2e.day import TABLET, Day
from tests.e2e.pages import Sheet
from tests.e2e.test_access_desks import pages
from tests.e2e.war_board import FORCE, HERE, ORDERS, SEATED, TO_ACTION, TO_PLANNING, BoardDay, board, steps

pytestmark = pytest.mark.e2e

SIZES = ((390, 844), (820, 1180), (1180, 820), (1920, 1080))
BETWEEN = ((744, 1133), (900, 1200), (960, 600), (1280, 900))  # sizes where an old head overlapped, and common ones
FINGER = 44
# Everything that the head can show at once: health, a pause, open matters, a call.
CALLER = Actor(seat=SeatId("cat-1"))
CALL = CallControl(seat=SeatId("cat-1"), place="Court")
BUSY = (
    HandOver(origin=Desk.COURT, to=Desk.WAR, what="Wolf holds two of Cat"),
    PlaceBuilding(house=HouseId("cat"), kind="arena", reason="built"),
    Pause(reason="Fire alarm in the west wing, please stay where you are until we are back"),
)
SAID = """words => {
  const line = document.createElement("div");
  line.className = "said-line";
  line.innerHTML = '<span class="said-sign">✓</span><p class="grow"></p>';
  line.querySelector("p").textContent = words;
  document.getElementById("said").replaceChildren(line);
}"""
GAPS = """() => [...document.querySelectorAll(".war-step > span:last-child")].map((each) => {
  const word = document.createRange();
  word.selectNodeContents(each);
  const [its, cell] = [word.getBoundingClientRect(), each.parentElement.getBoundingClientRect()];
  return Math.min(its.left - cell.left, cell.right - its.right);
})"""
ABOVE_THE_FOOT = (
    "each => each.getBoundingClientRect().bottom <= document.querySelector('.desk-foot').getBoundingClientRect().top + 1"
)


class BusyDay(BoardDay):
    """Action of month 1, with something to report in the head of every desk."""

    def arrange(self) -> None:
        super().arrange()
        self.give(*steps("updates", "orders"), *ORDERS)
        self.give(CALL, by=CALLER)
        self.give(*BUSY)


@pytest.fixture
def still(db: None) -> BusyDay:
    return BusyDay()


@pytest.fixture
def busy(day: Day) -> Day:
    """The same day on a running console."""
    day.give(*HERE, *TO_PLANNING, *SEATED, *TO_ACTION)
    day.give(*board(day.state), *FORCE, *steps("updates", "orders"), *ORDERS)
    day.give(CALL, by=CALLER)
    day.give(*BUSY)
    return day


def held(page: Page, width: int, height: int) -> None:
    """Set the size of the device and wait until the page has settled."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")


def test_nothing_in_head_or_foot_lies_over_anything_else_at_any_size_and_fingers_find_all_of_it(
    still: BusyDay, sheet: Sheet
) -> None:
    wrong = []
    for name, place in (("anna", "war/"), ("anna", "court/"), ("conrad", ""), ("dora", "people/")):
        page = sheet.lay(still.read(still.tablet(name), still.control(place)))
        for width, height in (*SIZES, *BETWEEN):
            page.set_viewport_size(ViewportSize(width=width, height=height))
            found = wrong_in(page, ".desk-head, .desk-foot", least=FINGER)
            wrong += [f"{name}, {place}, {width}x{height}: {each}" for each in found]
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


def test_every_desk_is_one_tap_away_at_every_size(still: BusyDay, sheet: Sheet) -> None:
    client = still.tablet("anna")
    anna = sheet.lay(still.read(client, still.control()))
    every = pages(anna)
    tabs = [address for address in every if anna.locator(f".desk-tabs li > a[href='{address}']").count()]
    assert len(tabs) == 9
    for at, (width, height) in enumerate(SIZES):
        sheet.lay(still.read(client, tabs[at + 1]), ViewportSize(width=width, height=height))
        expect(anna.locator(f".desk-tabs li > a[href='{tabs[at + 1]}']")).to_have_attribute("aria-current", "page")
        for address in tabs:
            expect(anna.locator(f".desk-tabs li > a[href='{address}']")).to_be_in_viewport(ratio=1)
        more = anna.locator(".desk-further > summary")
        expect(more).to_contain_text("Announcements")  # the word names what is hidden there
        more.click()
        for address in set(every) - set(tabs):
            expect(anna.locator(f".desk-further a[href='{address}']")).to_be_in_viewport(ratio=1)


def test_a_tablet_held_upright_reads_what_lies_behind_more(still: BusyDay, sheet: Sheet) -> None:
    anna = sheet.lay(still.read(still.tablet("anna"), still.control()), ViewportSize(width=820, height=1180))
    inside = anna.locator(".desk-further a").all_text_contents()
    assert len(inside) > 5
    named = anna.locator(".desk-further > summary small:visible")
    expect(named).to_be_in_viewport(ratio=1)
    assert named.inner_text() == ", ".join(inside)


def test_the_signs_of_the_head_have_words(still: BusyDay, sheet: Sheet) -> None:
    wanda = sheet.lay(still.read(still.tablet("wanda"), still.control("war/")), TABLET)
    signs = wanda.locator(".bar")
    for sign in ("1 for you", "1 call", "Paused"):
        expect(signs).to_contain_text(sign, ignore_case=True)
    assert all(each.strip() for each in signs.locator(".sign > span:not(.sr)").all_inner_texts())


def test_two_screens_of_one_desk_leave_every_word_of_the_foot_in_sight(busy: Day) -> None:
    wanda, hilde = busy.staff("wanda", "war/"), busy.staff("hilde", "war/")
    expect(wanda.locator(".here-words")).to_contain_text("hilde")
    for size in SIZES:
        held(wanda, *size)
        expect(wanda.get_by_role("button", name="I take Favors")).to_be_in_viewport(ratio=1)
        assert wrong_in(wanda, ".desk-foot", least=FINGER) == []
    hilde.close()

    wanda.locator("#apply-favors").click()
    expect(wanda.locator(".own-undo")).to_have_text("↶ Undo “Favors, month 1”")
    for size in SIZES:
        held(wanda, *size)
        # Before it fades, with as many words as a rule's answer has.
        wanda.evaluate(
            SAID, "The default was applied: 2 of Wolf stay in Zen, and what was lent goes home to Ram when the month ends."
        )
        held(wanda, *size)
        assert wrong_in(wanda, ".desk-foot", least=FINGER) == []
        if size[0] > 1000:
            for each in ("#war-more-1", "#war-pause", "#war-resume"):
                assert wanda.locator(each).evaluate(ABOVE_THE_FOOT), f"{size}: the foot covers {each}"


def test_no_name_of_a_step_meets_its_neighbour(still: BusyDay, sheet: Sheet) -> None:
    client = still.tablet("wanda")
    for step in ("", "favors", "move", "battle"):
        still.give(*steps(*filter(None, [step])))
        wanda = sheet.lay(still.read(client, still.control("war/")))
        for width, height in SIZES:
            wanda.set_viewport_size(ViewportSize(width=width, height=height))
            assert wrong_in(wanda, ".war-steps", whole=False) == []
            assert min(wanda.evaluate(GAPS)) >= 2
