"""The hall from the console: projectors change their content, an announcement arrives, and a call is answered."""

from __future__ import annotations

from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay, EndPhase
from control.day.notices import Announce
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from rooms.realm.game.laws import PostLaw
from rooms.realm.scenario.ids import Phase
from tests.e2e.boxes import box_of
from tests.e2e.day import PROJECTOR, Day, stop_clock
from tests.e2e.hands import choose
from tests.e2e.pages import Sheet, StillDay

pytestmark = pytest.mark.e2e

HERE = CheckIn(seat=SeatId("cat-1"), before=Presence.EXPECTED, presence=Presence.PRESENT)


def projector(day: Day) -> Page:
    """Open a browser on a projector that Control directs."""
    page = day.device(PROJECTOR).new_page()
    page.goto(f"{day.house.address}/screen/")
    page.locator(f"a[href='/screen/{day.event}/here/']").click()
    page.locator("#told-address").wait_for(state="attached")
    return page


def test_a_projector_is_found_sent_elsewhere_told_and_blacked_out(day):
    day.give(BeginDay(), EndPhase(month=1, phase=Phase.CEREMONY))
    left, right = projector(day), projector(day)
    anna = day.staff("anna", "screens/")
    rows = anna.locator(".screen-row")
    expect(rows).to_have_count(2)

    rows.first.get_by_text("More").click()
    rows.first.get_by_label("Name").fill("Left of the stage")
    rows.first.get_by_role("button", name="Rename").click()
    named = rows.filter(has_text="Left of the stage")
    expect(named).to_have_count(1)
    named.get_by_role("button", name="Show its name").click()
    expect(left.locator(".flash")).to_have_text("Left of the stage")
    expect(right.locator(".flash")).to_have_count(0)
    expect(left.locator(".flash")).to_have_count(0)

    named.get_by_role("button", name="Map", exact=True).click()
    expect(left.frame_locator("#shown").locator("[data-map-frame]")).to_be_visible()
    expect(named.get_by_role("button", name="Map", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(right.frame_locator("#shown").locator(".face")).to_be_visible()
    named.get_by_role("button", name="Clock", exact=True).click()
    expect(left.frame_locator("#shown").locator(".face")).to_be_visible()

    named.get_by_text("Stage …").click()
    named.get_by_label("Next").select_option("map")
    expect(named.locator(".staged-word")).to_be_visible()
    expect(left.frame_locator("#shown").locator(".face")).to_be_visible()
    anna.get_by_role("link", name="Push 1 change").click()
    expect(anna.locator(".push-one figcaption")).to_have_text(["now: Clock", "then: Map"])
    expect(anna.frame_locator(".push-one figure:last-child iframe").locator("#map-ground svg").first).to_be_attached()
    anna.get_by_role("button", name="Push", exact=True).click()
    expect(left.frame_locator("#shown").locator("[data-map-frame]")).to_be_visible()
    expect(right.frame_locator("#shown").locator(".face")).to_be_visible()
    expect(anna.get_by_role("link", name="Push")).to_have_count(0)

    anna.get_by_label("Message on every screen").fill("Lunch is served")
    anna.get_by_role("button", name="Set on all").click()
    for wall in (left, right):
        expect(wall.locator(".face-notice")).to_have_text("Lunch is served")
    expect(rows.locator("q")).to_have_text(["Lunch is served"] * 2)
    anna.get_by_role("button", name="All black").click()
    for wall in (left, right):
        expect(wall.locator(".blackout")).to_be_visible()
    anna.get_by_role("button", name="All screens on").click()
    expect(left.locator(".blackout")).to_have_count(0)


LAW = "Whoever comes late " + "and later " * 12 + "must wait."
LONG_WORDS = "The gates are open. Whoever has not eaten eats now: the kitchen closes at half past one. " * 3
WHOLE = """(many) => {
    const wall = document.querySelector(".wall-list");
    const notice = wall.querySelector(".face-notice:not([hidden])");
    const edge = notice ? notice.getBoundingClientRect().top : wall.getBoundingClientRect().bottom;
    const shown = [...wall.querySelectorAll(".wall-laws > li:not([hidden])")];
    const lines = (law) => {
        const number = document.createRange();
        number.selectNodeContents(law.querySelector(".wall-number"));
        return number.getClientRects().length;
    };
    const all = wall.querySelectorAll(".wall-laws > li").length === many;
    return all && shown.length > 0 && shown.every((law) => law.getBoundingClientRect().bottom <= edge && lines(law) === 1);
}"""
READ_AT_TEN_METRES = 36  # pixels of 1080
A_PAGE_OF_LAWS = 12_000  # milliseconds for one page of laws
READABLE = """(least) => {
    const shown = [...document.querySelectorAll(".wall-laws > li:not([hidden]) p")];
    return shown.length > 0 && shown.every((each) => parseFloat(getComputedStyle(each).fontSize) >= least);
}"""


def post_laws(many: int) -> tuple[PostLaw, ...]:
    """Return commands that post laws with long words."""
    return tuple(PostLaw(title=f"Law {each} of {many}", text=LAW, reason="Voted") for each in range(many))


def test_no_law_is_cut_off_on_the_wall_or_too_small_to_be_read_however_many_there_are(db, chromium):
    day = StillDay()
    day.give(BeginDay(), *post_laws(2))
    with closing(chromium.new_page()) as page:
        page.clock.install()
        sheet = Sheet(page)
        wall = sheet.lay(day.wall("laws"), PROJECTOR, scripts=["realm/wall.js"])
        stop_clock(page)
        shown = wall.locator(".wall-laws > li:not([hidden]) .wall-number")
        wall.wait_for_function(WHOLE, arg=7)
        assert wall.evaluate(READABLE, READ_AT_TEN_METRES)

        day.give(*post_laws(60))
        sheet.swap(day.wall("laws"))
        expect(shown.first).to_have_text("1")
        assert wall.evaluate(WHOLE, 67)
        assert wall.evaluate(READABLE, READ_AT_TEN_METRES)
        page.clock.run_for(A_PAGE_OF_LAWS)
        expect(shown.first).not_to_have_text("1")
        assert wall.evaluate(WHOLE, 67)
        assert wall.evaluate(READABLE, READ_AT_TEN_METRES)

        day.give(Announce(text=LONG_WORDS))
        sheet.swap(day.wall("laws"))
        expect(wall.locator(".face-notice")).to_be_visible()
        assert wall.evaluate(WHOLE, 67)
        assert wall.evaluate(READABLE, READ_AT_TEN_METRES)


def test_an_announcement_is_looked_over_and_it_is_known_when_it_is_on_the_phone(day):
    day.give(BeginDay(), HERE)
    phone, anna = day.phone("cat-1"), day.staff("anna")
    words = anna.get_by_label("Words")
    words.fill("Come to the map.")
    anna.get_by_label("To", exact=True).select_option("cat")
    anna.get_by_role("button", name="Look it over").click()
    expect(anna.locator("#ask")).to_contain_text("1 player who is here")
    anna.get_by_role("button", name="Announce now").click()

    expect(anna.locator(".notices")).to_contain_text("on the phone")
    expect(words).to_have_value("")
    expect(phone.locator("#region-news")).to_contain_text("Come to the map.")


def test_an_announcement_lies_over_whatever_page_is_open_until_it_is_seen(day):
    day.give(BeginDay(), HERE)
    phone = day.phone("cat-1")
    phone.get_by_role("link", name="Map", exact=True).click()
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    day.give(Announce(text="Leave by the left door."))

    words = phone.locator("#told", has_text="Leave by the left door.")
    expect(words).to_be_in_viewport()
    phone.reload()
    expect(words).to_be_in_viewport()
    words.get_by_role("button", name="Seen").click()
    expect(words).to_have_count(0)
    phone.reload()
    expect(phone.locator("#region-news")).to_contain_text("Leave by the left door.")
    expect(phone.locator("#told")).to_be_hidden()


def test_an_announcement_covers_little_of_a_phone_and_seen_on_one_device_it_does_not_come_back_on_another(day):
    day.give(BeginDay(), HERE)
    phone = day.phone("cat-1")
    day.give(Announce(text=LONG_WORDS))
    sheet = phone.locator("#told", has_text="The gates are open.")
    expect(sheet).to_be_in_viewport()
    assert sheet.evaluate("each => each.offsetHeight / innerHeight") < 0.25
    expect(sheet.get_by_role("link", name="News")).to_be_in_viewport(ratio=1)

    with phone.expect_response(lambda answer: "/play/seen/" in answer.url):
        sheet.get_by_role("button", name="Seen").click()
    other = day.phone("cat-1")

    expect(other.locator("#region-news")).to_contain_text("The gates are open.")
    expect(other.locator("#told")).to_be_hidden()


@pytest.mark.parametrize("below", [False, True])
def test_an_announcement_leaves_the_button_that_is_due_free(day, below):
    day.give(BeginDay(), HERE, EndPhase(month=1, phase=Phase.CEREMONY))
    phone = day.phone("cat-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    choose(phone, "War Room")
    button = phone.locator("#region-sheet").get_by_role("button", name="Send to Control")
    rest = 80 if below else 300  # pixels between the button and the lower edge of the screen
    button.evaluate("(each, rest) => scrollTo(0, scrollY + each.getBoundingClientRect().bottom - innerHeight + rest)", rest)
    day.give(Announce(text="Leave by the left door."))

    words = phone.locator("#told", has_text="Leave by the left door.")
    expect(words).to_be_in_viewport(ratio=1)
    head, box, main = (box_of(each) for each in (phone.locator("header.top"), words, button))
    assert box["y"] >= head["y"] + head["height"] - 1
    assert box["y"] + box["height"] <= main["y"] or box["y"] >= main["y"] + main["height"]
    assert (box["y"] < main["y"]) == below
    button.click(trial=True)


def test_a_phone_that_lies_dark_does_not_count_as_showing_an_announcement(day):
    day.give(BeginDay(), HERE)
    phone, anna = day.phone("cat-1"), day.staff("anna", "announcements/")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    phone.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, value: true })")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    for words in ("Come to the map.", "Come to the stage."):  # when the second is there, the first has had its time
        day.give(Announce(text=words))
        expect(phone.locator("#region-news")).to_contain_text(words)
    address = phone.locator("#region-news [data-shown]").first.get_attribute("data-shown")
    assert address is not None
    assert not [each for each in asked if each.endswith(address)]
    expect(anna.locator(".notices")).to_contain_text("0 of 1")

    phone.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")

    expect(anna.locator(".notices")).to_contain_text("on the phone")


def test_a_call_says_who_is_coming_and_is_settled(day):
    day.give(BeginDay(), HERE)
    phone, wanda = day.phone("cat-1"), day.staff("wanda")
    wanda.clock.install()
    wanda.reload()
    phone.get_by_role("link", name="Control", exact=True).click()
    phone.get_by_role("radio", name="A rule").check()
    phone.get_by_label("Where are you?").select_option("Court")
    phone.get_by_role("button", name="Call Control").click()

    call = wanda.locator(".calls li")
    expect(call).to_contain_text("Court")
    expect(call).to_contain_text("A rule")
    call.get_by_role("button", name="I go").click()
    expect(phone.locator("#region-call")).to_contain_text("wanda is coming.")
    wanda.clock.fast_forward(1_000)  # a second tap within half a second would not count
    call.get_by_role("button", name="Settled").click()
    expect(phone.get_by_role("button", name="Call Control")).to_be_visible()
    expect(call).to_have_count(0)
