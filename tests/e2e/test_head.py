"""Around every desk: the head and the foot at the sizes that the control team holds, with everything in them at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.access import again
from tests.e2e.boxes import wrong_in
from tests.e2e.day import TO, Day
from tests.e2e.test_access_desks import pages
from tests.e2e.war_shots import BOARD, FORCE, FURTHER, HERE, ORDERS, SEATED

pytestmark = pytest.mark.e2e

SIZES = ((390, 844), (820, 1180), (1180, 820), (1920, 1080))
BETWEEN = ((744, 1133), (900, 1200), (960, 600), (1280, 900))  # where the old head lay over itself, and what else is held
FINGER = 44
# Everything that the head can say at once: the machine, a pause, what waits, a call.
BUSY = (
    "from control.day.calls import CallControl",
    "from control.engine.context import Actor",
    "from rooms.realm.game.buildings.placing import PlaceBuilding",
    "called = CallControl(seat=SeatId('cat-1'), place='Court')",
    "desk.perform(stream_id=event.stream_id, command=called, by=Actor(seat=SeatId('cat-1')), command_id=uuid.uuid4())",
    "give(HandOver(origin=Desk.COURT, to=Desk.WAR, what='Wolf holds two of Cat'))",
    "give(PlaceBuilding(house=HouseId('cat'), kind='arena', reason='built'))",
    "give(Pause(reason='Fire alarm in the west wing, please stay where you are until we are back'))",
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


@pytest.fixture
def busy(day: Day) -> Day:
    """An event in Action, in which the head of every desk has something to say."""
    day.give(*FURTHER, *HERE, "give(BeginDay())", *TO["PLANNING"], *SEATED, *TO["ACTION"][len(TO["PLANNING"]) :], *BOARD, *FORCE)
    day.give(*FURTHER, *(f"give(EndStep(room=Room.WAR, month=1, step=StepId('{step}')))" for step in ("updates", "orders")))
    day.give(*FURTHER, ORDERS, *BUSY)
    return day


def held(page: Page, width: int, height: int) -> None:
    """Hold the device so, and wait until the page stands."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")


def test_nothing_in_head_or_foot_lies_over_anything_else_at_any_size_and_fingers_find_all_of_it(busy):
    wrong = []
    for name, place in (("anna", "war/"), ("anna", "court/"), ("conrad", ""), ("dora", "people/")):
        page = busy.staff(name, place)
        expect(page.locator("[data-live-state=live]")).to_be_attached()
        for size in (*SIZES, *BETWEEN):
            held(page, *size)
            found = wrong_in(page, ".desk-head, .desk-foot", least=FINGER)
            wrong += [f"{name}, {place}, {size}: {each}" for each in found]
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


def test_every_desk_is_one_tap_away_at_every_size(busy):
    anna = busy.staff("anna")
    every = pages(anna)
    tabs = [address for address in every if anna.locator(f".desk-tabs li > a[href='{address}']").count()]
    assert len(tabs) == 9
    for at, size in enumerate(SIZES):
        held(anna, *size)
        for address in tabs:
            expect(anna.locator(f".desk-tabs li > a[href='{address}']")).to_be_in_viewport(ratio=1)
        anna.locator(f".desk-tabs li > a[href='{tabs[at + 1]}']").click()
        expect(anna.locator(f".desk-tabs li > a[href='{tabs[at + 1]}']")).to_have_attribute("aria-current", "page")
        more = anna.locator(".desk-further > summary")
        expect(more).to_contain_text("Announcements")  # the word says what lies behind it
        more.click()
        for address in set(every) - set(tabs):
            expect(anna.locator(f".desk-further a[href='{address}']")).to_be_in_viewport(ratio=1)
        more.click()


def test_a_tablet_held_upright_reads_what_lies_behind_more(busy):
    anna = busy.staff("anna")
    held(anna, 820, 1180)
    inside = anna.locator(".desk-further a").all_text_contents()
    assert len(inside) > 5
    named = anna.locator(".desk-further > summary small:visible")
    expect(named).to_be_in_viewport(ratio=1)
    assert named.inner_text() == ", ".join(inside)


def test_the_signs_of_the_head_have_words(busy):
    wanda = busy.staff("wanda", "war/")
    signs = wanda.locator(".bar")
    for sign in ("1 for you", "1 calls", "Paused"):
        expect(signs).to_contain_text(sign, ignore_case=True)
    assert all(each.strip() for each in signs.locator(".sign > span:not(.sr)").all_inner_texts())


def test_two_screens_of_one_desk_leave_every_word_of_the_foot_in_sight(busy):
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
        # As it stands until it fades, with as many words as a rule's answer has.
        wanda.evaluate(
            SAID, "The default was applied: 2 of Wolf stay in Zen, and what was lent goes home to Ram when the month ends."
        )
        held(wanda, *size)
        assert wrong_in(wanda, ".desk-foot", least=FINGER) == []
        if size[0] > 1000:
            for each in ("#war-more-1", "#war-pause", "#war-resume"):
                assert wanda.locator(each).evaluate(ABOVE_THE_FOOT), f"{size}: the foot covers {each}"


def test_no_name_of_a_step_meets_its_neighbour(busy):
    wanda = busy.staff("wanda", "war/")
    for step in ("", "favors", "move", "battle"):
        if step:
            busy.give(f"give(EndStep(room=Room.WAR, month=1, step=StepId('{step}')))")
            again(wanda)
        for size in SIZES:
            held(wanda, *size)
            assert wrong_in(wanda, ".war-steps", whole=False) == []
            gaps = wanda.evaluate(GAPS)  # found and measured at once: a step that is redrawn in between has no size
            assert min(gaps) >= 2
