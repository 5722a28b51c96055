"""Unsent text survives a sign-out, other desks and a new code. It returns to its writer only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, ViewportSize, expect

from control.day.clock.phases import BeginDay
from control.models import Event, Seat
from control.people import access, staff
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import PHONE, PROJECTOR, TABLET, UPRIGHT, Day

pytestmark = pytest.mark.e2e

RULING = "A tied duel is fought again at once"
CALL = "the knife is under the table"
OUT = "document.body.dispatchEvent(new CustomEvent('live:out', { cancelable: true }))"  # true: the page reloads
KEPT = "() => Object.keys(localStorage).filter((name) => name.startsWith('unsent:')).length"


def signed_in(day: Day, name: str, place: str, size: ViewportSize = TABLET) -> Page:
    """Open a tablet with a session of its own, because other tests share one session for each name."""
    day.console.password(name)
    page = day.device(size).new_page()
    sign_in(day, page, name, place)
    return page


def sign_in(day: Day, page: Page, name: str, place: str = "") -> None:
    """Sign in with name and password."""
    path = day.address(place).removeprefix(day.house.address)
    page.goto(f"{day.house.address}/staff/login/?{urlencode({'next': path})}")
    enter(day, page, name)


def enter(day: Day, page: Page, name: str) -> None:
    """Fill in the sign-in form that is open."""
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(day.console.password(name))
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("body")).to_have_class("desk")


def sign_out(page: Page) -> None:
    """Sign out from the menu of a desk."""
    page.locator(".desk-me summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("body")).to_have_class("door")


def half_a_ruling(page: Page) -> None:
    """Open a ruling and fill in one of its three fields."""
    expect(page.locator("body")).to_have_attribute("data-state", "live")
    page.get_by_role("link", name="Record a ruling …").click()
    page.get_by_label("What was ruled").fill(RULING)


def card(page: Page, title: str) -> None:
    """Check that only a card with one sentence is left of the page, without any of the typed text."""
    expect(page.get_by_role("heading", name=title)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(page.locator("main .button")).to_be_in_viewport(ratio=1)
    assert RULING not in page.content()
    assert CALL not in page.content()


def end_sessions(event: Event) -> None:
    """Delete all sessions, as a cleanup of the database would."""
    Session.objects.all().delete()


def seated(event: Event, name: str, *desks: str) -> None:
    """Give a member these desks, as the organizer does."""
    user = User.objects.get(username=name)
    before = next(staff.stored_desks(each.desks) for each in staff.members(event.pk) if each.id == user.pk)
    staff.change_desks(event, "anna", user.pk, before, desks)


def new_code(event: Event, seat: str) -> str:
    """Give the badge of a seat a new code and return it."""
    return access.issue_code(Seat.objects.get(event=event, key=seat))


@pytest.mark.parametrize("size", [PHONE, UPRIGHT, TABLET, PROJECTOR], ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_ruling_comes_back_after_a_sign_out_in_another_tab_and_goes_when_it_is_recorded(day: Day, size: ViewportSize) -> None:
    desk = signed_in(day, "anna", "rulings/", size)
    half_a_ruling(desk)
    other = desk.context.new_page()
    other.goto(day.address(""))
    sign_out(other)

    card(desk, "Signed out")
    expect(desk.get_by_role("alert")).to_contain_text("Sign in again as anna")
    assert wrong_in(desk, ".session-card", least=44) == []
    picture(desk, f"unsent-out-{size['width']}")
    sign_in(day, other, "anna")

    expect(desk.get_by_label("What was ruled")).to_have_value(RULING)
    expect(desk.locator("#ask .unsent")).to_be_in_viewport(ratio=1)
    picture(desk, f"unsent-back-{size['width']}")
    desk.locator("#ask [name=rule]").fill("GE-WAR-42")
    desk.locator("#ask [name=because]").fill("the rule says nothing")
    desk.get_by_role("button", name="Record it").click()
    expect(desk.locator("main")).to_contain_text(RULING)
    assert desk.evaluate(KEPT) == 0


def test_a_ruling_shows_to_no_other_account_and_to_its_own_by_the_link_of_the_page(day: Day) -> None:
    desk = signed_in(day, "hilde", "rulings/")
    half_a_ruling(desk)
    day.ask(end_sessions)
    day.console.signed_in.clear()
    card(desk, "Signed out")

    desk.get_by_role("link", name="Sign in again").click()
    enter(day, desk, "wanda")
    expect(desk).to_have_url(day.address("rulings/"))
    expect(desk.locator("body")).to_have_attribute("data-state", "live")
    desk.get_by_role("link", name="Record a ruling …").click()
    expect(desk.get_by_label("What was ruled")).to_have_value("")
    assert RULING not in desk.content()
    desk.keyboard.press("Escape")
    sign_out(desk)

    sign_in(day, desk, "hilde", "rulings/")
    expect(desk.get_by_label("What was ruled")).to_have_value(RULING)


def test_other_desks_leave_the_page_what_was_typed_and_the_press_that_sends_it(day: Day) -> None:
    day.console.password("anna")
    desk = day.staff("conrad", "rulings/")
    half_a_ruling(desk)

    day.ask(seated, "conrad", Desk.COURT, Desk.CHECK_IN)

    told = desk.get_by_role("alert").filter(has_text="Your desks were changed")
    expect(told).to_be_in_viewport(ratio=1)
    expect(desk.get_by_label("What was ruled")).to_have_value(RULING)
    expect(desk.locator("body")).to_have_attribute("data-state", "live")
    picture(desk, "unsent-desks")
    desk.locator("#ask [name=rule]").fill("GE-WAR-42")
    desk.locator("#ask [name=because]").fill("the rule says nothing")
    desk.get_by_role("button", name="Record it").click()
    expect(desk.locator("main")).to_contain_text(RULING)
    assert desk.evaluate(KEPT) == 0


def test_a_page_that_is_of_no_desk_of_ones_own_any_more_leaves_the_words_to_copy_until_it_is_again(day: Day) -> None:
    day.console.password("anna")
    desk = day.staff("conrad", "court/")
    expect(desk.locator("body")).to_have_attribute("data-state", "live")
    desk.get_by_role("link", name="Announce …").click()
    words = desk.locator("#ask textarea")
    words.fill(RULING)

    day.ask(seated, "conrad", Desk.CHECK_IN)
    expect(desk.get_by_role("alert")).to_contain_text("The organizer changed your desks.")
    expect(desk.locator(".session-card textarea")).to_have_value(RULING)
    expect(desk.locator(".desk-head")).to_have_count(0)
    assert not desk.evaluate(OUT), "a second word that the desk is gone leaves the card"
    picture(desk, "unsent-no-desk")

    day.ask(seated, "conrad", Desk.COURT)
    expect(words).to_have_value(RULING)


def test_a_press_after_another_sign_in_of_the_same_account_says_press_again_and_loses_nothing(day: Day) -> None:
    desk = signed_in(day, "wanda", "rulings/")
    half_a_ruling(desk)
    desk.locator("#ask [name=rule]").fill("GE-WAR-42")
    desk.locator("#ask [name=because]").fill("the rule says nothing")
    sign_in(day, desk.context.new_page(), "wanda")  # its forms have another token now

    record = desk.get_by_role("button", name="Record it")
    record.click()
    expect(desk.get_by_role("alert").filter(has_text="Press again")).to_be_in_viewport(ratio=1)
    expect(desk.get_by_label("What was ruled")).to_have_value(RULING)
    record.click()
    expect(desk.locator("main")).to_contain_text(RULING)


def test_an_announcement_that_was_looked_over_and_not_said_outlasts_a_page_loaded_anew_for_a_day(day: Day) -> None:
    desk = day.staff("ulla", "announcements/")
    expect(desk.locator("body")).to_have_attribute("data-state", "live")
    words = desk.get_by_label("Words")
    words.fill("Lunch is served")
    desk.get_by_role("button", name="Look it over").click()
    expect(desk.get_by_role("button", name="Announce now")).to_be_visible()

    desk.reload()
    expect(words).to_have_value("Lunch is served")
    desk.get_by_role("button", name="Discard it").click()
    expect(words).to_have_value("")
    assert desk.evaluate(KEPT) == 0

    words.fill("Supper is served")
    desk.clock.install(time=datetime.now(UTC) + timedelta(hours=25))
    desk.reload()
    expect(words).to_have_value("")
    assert desk.evaluate(KEPT) == 0


@pytest.mark.parametrize("question", ["Rule …", "Announce …"])
def test_a_question_that_is_left_keeps_its_words_until_it_is_opened_again(day: Day, question: str) -> None:
    desk = day.staff("conrad", "court/")
    expect(desk.locator("body")).to_have_attribute("data-state", "live")
    link, words = desk.get_by_role("link", name=question), desk.locator("#ask textarea[name=text]")
    for leave in (lambda: desk.keyboard.press("Escape"), lambda: desk.locator("#ask [data-close]").click()):
        link.click()
        words.fill(RULING)
        leave()
        expect(desk.locator("#ask-box")).to_be_hidden()

        link.click()
        expect(words).to_have_value(RULING)
        expect(desk.locator("#ask .unsent")).to_contain_text("have not sent it")
        expect(desk.locator("#ask .unsent button")).not_to_be_focused()
        desk.get_by_role("button", name="Discard it").click()
        expect(words).to_have_value("")
        assert desk.evaluate(KEPT) == 0
        desk.keyboard.press("Escape")

    link.click()
    words.fill(RULING)
    desk.keyboard.press("Escape")
    desk.reload()
    expect(desk.locator("body")).to_have_attribute("data-state", "live")
    expect(desk.locator("#ask-box")).to_be_hidden()
    link.click()
    expect(words).to_have_value(RULING)


def test_a_ruling_beside_its_rule_comes_back_in_its_own_box_also_when_somebody_left_it(day: Day) -> None:
    desk = day.staff("hilde", "rulings/")
    half_a_ruling(desk)
    desk.locator("#ask [name=rule]").fill("GE-WAR-42")
    desk.locator("#ask [name=because]").fill("the rule says nothing")
    desk.get_by_role("button", name="Record it").click()
    box = desk.locator("#rule-box")
    desk.locator("#part-book a.cite").click()
    box.locator("summary", has_text="We ruled").click()
    box.get_by_label("What was ruled").fill("Both leave")

    desk.reload()
    expect(box.get_by_label("What was ruled")).to_have_value("Both leave")
    expect(box.get_by_role("heading", name="GE-WAR-42").first).to_be_visible()
    box.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()

    desk.locator("#part-book a.cite").click()
    expect(box.get_by_label("What was ruled")).to_have_value("Both leave")
    box.get_by_role("button", name="Discard it").click()
    box.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()
    assert desk.evaluate(KEPT) == 0


def test_a_sheet_from_paper_comes_back_and_goes_when_it_is_entered(day: Day) -> None:
    day.give(*arrivals("cat-1"), BeginDay(), *phase_ends(Phase.CEREMONY))
    desk = day.staff("wanda", "sheets/war/paper/?seat=cat-1")
    desk.locator("#order1-kind").select_option("move")
    desk.locator("#order1-from").select_option("amn")
    desk.locator("#order1-to").select_option("zen")
    desk.locator("#order1-units").fill("2")

    desk.reload()
    expect(desk.locator("#order1-units")).to_have_value("2")
    expect(desk.locator("#order1-kind")).to_have_value("move")
    expect(desk.locator("#order1-to")).to_have_value("zen")
    desk.get_by_role("button", name="Enter this sheet").click()
    expect(desk.locator("body")).to_contain_text("revision 1")
    desk.goto(day.address("rulings/"))
    expect(desk.locator("body")).to_have_attribute("data-state", "live")
    assert desk.evaluate(KEPT) == 0


def test_a_call_on_a_phone_comes_back_to_its_own_badge_alone(day: Day) -> None:
    cat = day.phone("cat-1")
    half_a_call(cat)
    other = cat.context.new_page()
    other.goto(f"{day.house.address}/play/#team")
    other.get_by_role("button", name="Sign this phone out").click()

    card(cat, "Signed out")
    assert wrong_in(cat, ".session-card", least=44) == []
    picture(cat, "unsent-phone")
    day.join(other, day.codes["wolf-1"])
    expect(cat.locator("#region-strip")).to_be_visible()
    assert CALL not in cat.content()
    expect(cat.locator("#call-text")).to_have_value("")

    day.join(cat, day.codes["cat-1"])
    cat.locator(".tabs a[href$=call]").click()
    expect(cat.locator("#call-text")).to_have_value(CALL)
    cat.get_by_label("Where are you?").select_option("Court")
    cat.locator("#region-call .choice").last.click()
    cat.locator("#region-call").get_by_role("button", name="Call Control").click()
    expect(cat.get_by_role("button", name="It is settled")).to_be_visible()
    assert cat.evaluate(KEPT) == 0


def test_a_call_on_a_phone_comes_back_with_the_new_code_of_its_badge(day: Day) -> None:
    ram = day.phone("ram-1")
    half_a_call(ram)

    code = day.ask(new_code, "ram-1")
    card(ram, "Signed out")
    ram.get_by_role("link", name="Join again").click()
    expect(ram.locator("#refused")).to_contain_text("was given a new code")
    day.join(ram, code)
    ram.locator(".tabs a[href$=call]").click()
    expect(ram.locator("#call-text")).to_have_value(CALL)


def half_a_call(phone: Page) -> None:
    """Open a call to somebody and type why."""
    phone.locator(".tabs a[href$=call]").click()
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    phone.locator("#call-text").fill(CALL)
