"""An unsent scheme does not delay anything: the phone follows the day, and the draft stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from control.day.clock.phases import BeginDay, EndPhase
from rooms.realm.scenario.ids import Phase
from tests.e2e.commands import arrivals
from tests.e2e.day import PATIENCE, PHONE, Day, wait_for_request
from tests.e2e.hands import choose

pytestmark = pytest.mark.e2e

PLANNING = (*arrivals("cat-1", "wolf-1"), BeginDay(), EndPhase(month=1, phase=Phase.CEREMONY))
# Lets the phone ask what is new, and returns the answer's status once it has been drawn.
LOOKED = """() => new Promise((done) => {
  document.body.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    if (detail.elt.id === "look") done(detail.xhr.status);
  });
  document.body.dispatchEvent(new Event("awake"));
})"""
FIELDS = "[...document.querySelectorAll('#region-sheet [name^=field]')].map((each) => each.value)"


def writing(day: Day, *, room: str = "Underground", paper: str = "Secret Roads") -> Page:
    """Open a phone on the form of a paper. It has no service worker, so routes see its requests."""
    context = day.browser.new_context(viewport=PHONE, service_workers="block")
    context.set_default_timeout(PATIENCE)
    day.open_contexts.callback(context.close)
    phone = context.new_page()
    day.join(phone, day.codes["cat-1"])
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    choose(phone, room)
    phone.get_by_role("button", name=paper).click()
    return phone


def roads(phone: Page, origin: str, target: str, *, units: str) -> None:
    """Write Secret Roads of Wolf into the open form."""
    for number, choice in enumerate(("wolf", origin, target)):
        phone.locator(f"#field{number}-0").select_option(choice)
    phone.locator("#field3-0").fill(units)


def written(phone: Page) -> list[str]:
    """What stands in the fields of the scheme's form."""
    found: list[str] = phone.evaluate(FIELDS)
    return found


@pytest.mark.rule("GE-UND-01", "GE-UND-02")
def test_a_phone_that_was_loaded_again_over_a_draft_goes_on_with_the_day(day):
    day.give(*PLANNING)
    cat, wolf = day.phone("cat-1"), day.phone("wolf-1")
    for phone in (cat, wolf):
        choose(phone, "Underground")
    cat.get_by_role("button", name="Mass Poisoning").click()
    cat.locator("#field0-0").select_option("wolf")
    expect(cat.locator("[data-sheet-state]").first).to_contain_text("with Control since")
    cat.reload()
    expect(cat.locator("body")).to_have_attribute("data-state", "live")
    expect(cat.locator("#field0-0")).to_have_value("wolf")

    day.give(EndPhase(month=1, phase=Phase.PLANNING), EndPhase(month=1, phase=Phase.MOVEMENT))

    expect(wolf.locator("#und-title")).to_be_visible()
    expect(cat.locator("#und-title")).to_be_visible()


@pytest.mark.rule("GE-UND-02", "R-16")
def test_a_draft_that_is_too_late_says_so_and_promises_nothing_more(day):
    day.give(*PLANNING)
    cat = day.phone("cat-1")
    choose(cat, "Underground")
    cat.get_by_role("button", name="Mass Poisoning").click()
    cat.locator("#field0-0").select_option("wolf")
    expect(cat.locator(".while-open")).to_be_visible()

    day.give(EndPhase(month=1, phase=Phase.PLANNING))

    expect(cat.locator("[data-beside]").first).to_contain_text("What is typed below was not sent.")
    expect(cat.locator(".while-open")).to_be_hidden()
    expect(cat.get_by_role("button", name="Send it late")).to_be_visible()
    expect(cat.locator("#field0-0")).to_have_value("wolf")


@pytest.mark.rule("GE-UND-12", "R-111")
def test_news_takes_no_field_from_a_scheme_that_is_being_written(day: Day) -> None:
    day.give(*PLANNING)
    cat = writing(day)
    roads(cat, "amn", "zen", units="2")
    expect(cat.locator("#paper-cost")).to_contain_text("4")
    for _look in range(2):
        assert cat.evaluate(LOOKED) == 200  # the form is not what the console would draw
        assert written(cat) == ["wolf", "amn", "zen", "2"]

    cat.get_by_role("button", name="Send to Control", exact=True).click()
    expect(cat.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
    expect(cat.locator("#region-sheet")).to_contain_text("Amn, Zen")


@pytest.mark.rule("GE-UND-12", "R-111")
def test_a_draft_of_another_phone_is_taken_whole_into_a_form_whose_lists_were_narrower(day: Day) -> None:
    day.give(*PLANNING)
    first = writing(day)
    roads(first, "amn", "zen", units="2")
    expect(first.locator("[data-sheet-state]").first).to_contain_text("with Control since")
    second = day.phone("cat-1")
    second.get_by_role("button", name="Keep this one").click()
    second.get_by_role("button", name="Secret Roads").click()
    roads(second, "aka", "chi", units="3")
    expect(second.locator("[data-sheet-state]").first).to_contain_text("with Control since")

    first.reload()
    expect(first.locator("#field2-0")).to_have_value("zen")
    first.get_by_role("button", name="Use the newer one").click()

    expect(first.locator("#field1-0")).to_have_value("aka")
    assert written(first) == ["wolf", "aka", "chi", "3"]


@pytest.mark.rule("GE-UND-02")
def test_a_draft_of_another_scheme_brings_its_own_form(day: Day) -> None:
    day.give(*PLANNING)
    first = writing(day)
    roads(first, "amn", "zen", units="2")
    expect(first.locator("[data-sheet-state]").first).to_contain_text("with Control since")
    second = day.phone("cat-1")
    second.get_by_role("button", name="Keep this one").click()
    second.get_by_role("button", name="Corrupt").click()
    second.locator("#field0-0").select_option("wolf")
    second.locator("#field1-0").select_option("aka")
    expect(second.locator("[data-sheet-state]").first).to_contain_text("with Control since")

    first.reload()
    expect(first.locator("#field2-0")).to_have_value("zen")
    first.get_by_role("button", name="Use the newer one").click()

    expect(first.locator("#field2-0")).to_have_count(0)
    expect(first.locator("form[data-sheet] [name=type]")).to_have_value("corrupt")
    assert written(first) == ["wolf", "aka"]


@pytest.mark.rule("GE-CRT-17")
def test_a_draft_that_names_fewer_leaves_no_name_of_the_longer_one(day: Day) -> None:
    day.give(*PLANNING)
    first = writing(day, room="Court", paper="Build cost")
    places = ["amn", "zen", "aka"]
    for number, place in enumerate(places):
        first.locator(f"#field2-{number}").select_option(place)
    expect(first.locator("[data-sheet-state]").first).to_contain_text("with Control since")
    second = day.phone("cat-1")
    second.get_by_role("button", name="Keep this one").click()
    second.get_by_role("button", name="Build cost").click()
    second.locator("#field2-0").select_option("chi")
    expect(second.locator("[data-sheet-state]").first).to_contain_text("with Control since")

    first.reload()
    expect(first.locator("#field2-2")).to_have_value("aka")
    first.get_by_role("button", name="Use the newer one").click()

    expect(first.locator("#field2-0")).to_have_value("chi")
    assert [each for each in written(first) if each in {*places, "chi"}] == ["chi"]


@pytest.mark.rule("GE-UND-02")
def test_a_scheme_that_is_picked_before_its_draft_is_back_takes_the_draft_along(day: Day) -> None:
    day.give(*PLANNING)
    cat = writing(day)
    roads(cat, "amn", "zen", units="2")
    expect(cat.locator("[data-sheet-state]").first).to_contain_text("with Control since")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "act=restore" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    cat.route("**/play/paper/scheme/", hold)
    cat.reload()
    wait_for_request(cat, held)
    cat.get_by_role("button", name="Secret Roads").click()

    expect(cat.locator("#field2-0")).to_have_value("zen")
    assert written(cat) == ["wolf", "amn", "zen", "2"]
