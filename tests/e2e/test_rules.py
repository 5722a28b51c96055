"""Rules at hand: a cited rule opens over the page, the rulebook can be searched, and unsent text stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay
from rooms.realm.scenario.ids import Phase
from tests.e2e.boxes import box_of, wrong_in
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import Day
from tests.e2e.hands import choose, write_move, write_recruit

pytestmark = pytest.mark.e2e

HERE = arrivals("cat-1")
TO_NEXT_PLANNING = (
    *phase_ends(Phase.RETURN),
    *phase_ends(Phase.CEREMONY, month=2),
)
THUMB, FINGER = 44, 24  # smallest targets on a phone and at a desk, in pixels
SMALL = """(root, least) => [...root.querySelectorAll('a, button, input, summary')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < least - .5)
  .map((each) => each.outerHTML.slice(0, 80))"""


@pytest.fixture
def phone(day: Day) -> Page:
    """Cat's phone in the Planning of month 1, with an unsent order."""
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1")
    choose(phone, "War Room")
    write_move(phone, 1, units=2, origin="amn", target="zen")
    return phone


def test_a_cited_rule_is_read_followed_and_left_with_what_was_written_still_there(phone):
    box = phone.locator("#rule-box")
    cited = phone.locator("#region-sheet a[data-rule]", has_text="GE-WAR-05")
    assert box_of(cited)["height"] >= THUMB
    cited.click()
    expect(box.get_by_role("heading", name="GE-WAR-05")).to_be_focused()
    expect(box).to_contain_text("may issue up to 2 orders per month")
    assert box.evaluate(SMALL, THUMB) == []

    box.get_by_role("link", name="Search the rulebook").click()
    box.get_by_label("Words, or the number of a rule").press_sequentially("tied wipe", delay=20)
    hit = box.locator("#rules-found").get_by_role("link", name="GE-WAR-42").first
    expect(box.locator("#rules-found li").first.locator("mark")).to_have_text(["tie", "tied", "wipe"])
    assert box.evaluate(SMALL, THUMB) == []
    assert wrong_in(phone, "#rule-box") == []
    hit.click()
    expect(box.get_by_role("heading", name="GE-WAR-42")).to_be_focused()
    box.get_by_role("button", name="← Back").click()
    expect(hit).to_be_visible()
    box.get_by_role("button", name="Close").click()

    expect(box).to_be_hidden()
    expect(cited).to_be_focused()
    expect(phone.locator("#order1-units")).to_have_value("2")
    write_recruit(phone, 2, region="amn")
    phone.get_by_role("button", name="Send to Control").click()
    expect(phone.locator("#region-sheet .sheet-lines")).to_contain_text("Move 2 from Amn to Zen")


def test_a_rule_of_the_results_is_read_while_the_next_order_is_being_written(day, phone):
    write_move(phone, 2, units=3, origin="amn", target="zen")  # only one unit is left there
    phone.get_by_role("button", name="Send to Control").click()
    expect(phone.locator("#region-sheet .sheet-lines")).to_be_visible()
    day.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION), *TO_NEXT_PLANNING)
    choose(phone, "War Room")
    write_move(phone, 1, units=1, origin="zen", target="amn")
    phone.locator("#former-orders > summary").click()
    phone.locator("#region-results .why[open], #region-results .why > summary").first.wait_for()
    for why in phone.locator("#region-results .why:not([open]) > summary").all():
        why.click()
    assert wrong_in(phone, "#region-results .why", least=THUMB, whole=False) == []
    cited = phone.locator("#region-results a[data-rule]").first
    cited.click()
    box = phone.locator("#rule-box")
    expect(box.get_by_role("heading", name=cited.inner_text(), exact=True)).to_be_focused()
    expect(box.locator(".rule-text")).not_to_be_empty()
    phone.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(cited).to_be_focused()

    phone.locator(".top-book").click()
    expect(box.get_by_role("heading", name="Rulebook")).to_be_focused()
    box.locator(".rule-areas a", has_text="War Room").first.click()
    expect(box).to_contain_text("GE-WAR-42")
    phone.keyboard.press("Escape")
    expect(phone.locator(".top-book")).to_be_focused()
    expect(phone.locator("#order1-units")).to_have_value("1")
    expect(phone.locator("#order1-to")).to_have_value("amn")


PLACE = "() => document.getElementById('rule-box').scrollTop"


def test_the_browsers_back_goes_step_by_step_through_the_box_and_then_closes_it(phone):
    tab, box = phone.url, phone.locator("#rule-box")
    phone.locator(".top-book").click()
    box.get_by_label("Words, or the number of a rule").fill("unit")
    more = box.get_by_role("link", name="Show 30 more")
    expect(box.locator("#rules-found li")).to_have_count(30)
    more.click()
    expect(box.locator("#rules-found li")).to_have_count(60)
    hit = box.locator("#rules-found .rule-hit").nth(40)
    hit.scroll_into_view_if_needed()
    place = phone.evaluate(PLACE)
    assert place > 500
    clock = box_of(phone.locator("#region-clock"))
    assert box_of(box)["y"] >= clock["y"] + clock["height"]
    named = hit.locator("b").inner_text()
    hit.press("Enter")
    expect(box.get_by_role("heading", name=named, exact=True)).to_be_focused()

    phone.go_back()
    expect(hit).to_be_focused()
    assert abs(phone.evaluate(PLACE) - place) < 2
    phone.go_back()
    expect(box).to_be_hidden()
    assert phone.url == tab
    expect(phone.locator("#order1-units")).to_have_value("2")

    phone.locator(".top-book").click()
    expect(box.get_by_label("Words, or the number of a rule")).to_have_value("unit")
    expect(box.locator("#rules-found li")).to_have_count(60)
    assert abs(phone.evaluate(PLACE) - place) < 2
    phone.keyboard.press("Escape")
    expect(box).to_be_hidden()
    phone.locator("#region-sheet a[data-rule]").first.click()
    expect(box.locator(".rule-text")).to_be_visible()
    phone.go_back()
    expect(box).to_be_hidden()
    assert phone.url == tab


def test_without_a_signal_the_box_says_so_and_nothing_is_lost(phone):
    phone.context.set_offline(True)
    phone.locator("#region-sheet a[data-rule]").first.click()

    expect(phone.locator("#rule-lost")).to_contain_text("No answer from Control’s computer")
    phone.locator("#rule-box").get_by_role("button", name="Close").click()
    expect(phone.locator("#order1-units")).to_have_value("2")
    phone.context.set_offline(False)


def test_without_the_script_a_rule_is_a_page_with_a_way_back(day):
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1", script=False)
    phone.locator(".top-book").click()
    phone.get_by_label("Words, or the number of a rule").fill("war42")
    phone.get_by_role("button", name="Find").click()
    phone.locator(".rule-hits li", has_text="wipe each other out").get_by_role("link", name="GE-WAR-42").click()
    expect(phone.get_by_role("heading", name="GE-WAR-42")).to_be_visible()
    phone.get_by_role("link", name="← Back to “war42”").click()
    phone.get_by_role("link", name="← Back to the game").click()
    expect(phone.locator("#region-clock")).to_be_visible()


def test_at_a_desk_a_ruling_is_made_beside_its_rule_over_a_form_that_stays(day):
    day.give(*HERE, BeginDay())
    tablet = day.staff("anna", "rulings/")
    tablet.get_by_role("link", name="Record a ruling …").click()
    ask = tablet.locator("#ask-box")
    ask.get_by_label("What was ruled").fill("Both leave")
    ask.get_by_label("Rule: words, or its number").press_sequentially("tied wipe", delay=20)
    ask.get_by_role("link", name="Search the rulebook").click()
    box = tablet.locator("#rule-box")
    expect(box.get_by_role("heading", name="Rulebook")).to_be_focused()
    box.get_by_role("button", name="Close").click()
    ask.locator("#rule-picks").get_by_role("button", name="GE-WAR-42").click()
    expect(ask.get_by_label("Rule: words, or its number")).to_have_value("GE-WAR-42")
    expect(ask.get_by_label("What was ruled")).to_have_value("Both leave")
    ask.get_by_label("Reason").fill("so we said")
    ask.get_by_role("button", name="Record it").click()
    expect(tablet.locator("#part-book")).to_contain_text("Both leave")
    expect(ask).to_be_hidden()

    tablet.locator("#part-book a.cite").click()
    expect(box).to_contain_text("wipe each other out")
    assert box.evaluate(SMALL, FINGER) == []
    box.locator("summary").click()
    box.get_by_label("What was ruled").fill("Nobody leaves")
    box.get_by_label("Reason").fill("read again")
    box.get_by_role("button", name="Record it").click()
    expect(tablet.locator("#part-book")).to_contain_text("Nobody leaves")
    expect(box).to_be_hidden()
