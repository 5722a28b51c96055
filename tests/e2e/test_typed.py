"""Unsent text stays while other people's presses redraw its part of the page, and sent text does not come back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.engine.ids import SeatId
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.vote import CastVote, CountFists
from rooms.realm.scenario.ids import Room
from tests.e2e.commands import step_ends
from tests.e2e.court import CHOSEN, CLOSED
from tests.e2e.day import Day
from tests.e2e.test_court_desk import BEGUN
from tests.e2e.test_screens import projector

pytestmark = pytest.mark.e2e


def vote(seat: str, *, favor: bool) -> CastVote:
    """Return a vote in the first cycle."""
    return CastVote(month=1, cycle=1, seat=SeatId(seat), favor=favor)


def blurred(page: Page) -> None:
    """Take the focus out of every field."""
    page.evaluate("document.activeElement.blur()")


def test_a_number_of_fists_outlasts_others_presses_and_not_its_own_vote(day: Day) -> None:
    day.give(*BEGUN, CHOSEN, *step_ends(Room.COURT, "explain-1", "debate-1"))
    court = day.staff("conrad", "court/")
    expect(court.locator("body")).to_have_attribute("data-state", "live")
    fists = court.locator("#fists")

    fists.fill("3")
    day.give(vote("cat-2", favor=True))
    blurred(court)  # the redraw that the focus held back happens now
    expect(court.locator(".slot.filled")).to_have_count(1)
    expect(fists).to_have_value("3")
    day.give(vote("wolf-1", favor=False))  # and this one at once
    expect(court.locator(".slot.filled")).to_have_count(2)
    expect(fists).to_have_value("3")

    court.locator("#count-fists").click()
    expect(court.locator("main")).to_contain_text("3 fists are counted")
    day.give(CountFists(month=1, cycle=1, fists=1))  # another desk counts again: this desk's sent number must not stay
    expect(fists).to_have_value("1")

    fists.fill("2")
    blurred(court)
    second = ChooseProposal(month=1, author=SeatId("wolf-1"))
    day.give(CLOSED, *step_ends(Room.COURT, "vote-1", "payment-1"), second, *step_ends(Room.COURT, "explain-2", "debate-2"))
    expect(court.locator("#floor-title")).to_contain_text("2 of")
    expect(fists).to_have_value("")  # a new vote


def test_a_message_to_all_screens_whose_press_never_arrived_stays_and_is_sent_by_the_next(day: Day) -> None:
    projector(day)
    anna = day.staff("anna", "screens/")
    text, whole = anna.get_by_label("Message on every screen"), anna.get_by_role("button", name="Set on all")
    text.fill("Lunch is served")
    anna.context.set_offline(True)
    whole.click()
    expect(anna.get_by_role("alert")).to_contain_text("No answer from the server")
    anna.context.set_offline(False)
    blurred(anna)
    anna.evaluate("document.body.dispatchEvent(new Event('awake'))")
    expect(anna.locator("body")).to_have_attribute("data-state", "live")
    expect(text).to_have_value("Lunch is served")

    whole.click()
    expect(anna.locator(".screen-row q")).to_have_text("Lunch is served")
    expect(text).to_have_value("")  # even if its form was redrawn before the answer


def test_a_call_that_is_being_written_outlasts_that_its_part_of_the_phone_is_drawn_anew(day: Day) -> None:
    cat = day.phone("cat-1")
    cat.locator(".tabs a[href$=call]").click()
    expect(cat.locator("body")).to_have_attribute("data-state", "live")
    call, words = cat.locator("#region-call"), cat.get_by_label("In a few words")
    call.locator(".choice").last.click()
    words.fill("a chair is broken")
    blurred(cat)
    words.evaluate("each => { each.old = true }")
    call.evaluate("each => { each.querySelector('[name=seen]').value = 'another' }")
    cat.evaluate("document.body.dispatchEvent(new Event('awake'))")
    cat.wait_for_function("() => !document.getElementById('call-text').old")
    expect(words).to_have_value("a chair is broken")
    expect(call.locator(".choice input").last).to_be_checked()

    cat.get_by_label("Where are you?").select_option("Court")
    call.get_by_role("button", name="Call Control").click()
    cat.get_by_role("button", name="It is settled").click()
    expect(words).to_have_value("")


def test_what_stood_back_for_a_field_is_drawn_as_soon_as_the_field_is_left(day: Day) -> None:
    cat = day.phone("cat-1")
    cat.locator(".tabs a[href$=call]").click()
    expect(cat.locator("body")).to_have_attribute("data-state", "live")
    call, words = cat.locator("#region-call"), cat.get_by_label("In a few words")
    words.fill("a chair is broken")
    words.evaluate("each => { each.old = true }")
    answers = "() => { window.answers = 0; document.body.addEventListener('live:answer', () => window.answers++) }"
    cat.evaluate(answers)
    call.evaluate("each => { each.querySelector('[name=seen]').value = 'another' }")
    cat.evaluate("document.body.dispatchEvent(new Event('awake'))")
    cat.wait_for_function("() => window.answers > 0")
    assert words.evaluate("each => each.old")  # somebody is in the field
    cat.evaluate("() => { document.body.addEventListener('awake', () => { window.asked = true }) }")

    blurred(cat)

    cat.wait_for_function("() => window.asked")  # and not only when a minute is over
    cat.wait_for_function("() => !document.getElementById('call-text').old")
    expect(words).to_have_value("a chair is broken")


def test_a_field_that_takes_no_more_letters_says_so_until_there_is_room(day: Day) -> None:
    cat = day.phone("cat-1")
    cat.locator(".tabs a[href$=call]").click()
    expect(cat.locator("body")).to_have_attribute("data-state", "live")
    words, full = cat.get_by_label("In a few words"), cat.locator(".field-full")
    words.fill("a chair is broken")
    expect(full).to_have_count(0)
    words.focus()
    cat.keyboard.insert_text(" and the table too" * 20)

    assert len(words.input_value()) == 200
    expect(full).to_have_text("Full: only 200 letters fit here. See how the text ends, and shorten it.")
    words.press("Backspace")
    expect(full).to_have_count(0)


def test_a_long_ruling_that_is_pasted_is_not_cut_in_silence(day: Day) -> None:
    desk = day.staff("anna", "rulings/")
    expect(desk.locator("body")).to_have_attribute("data-state", "live")
    desk.get_by_role("link", name="Record a ruling …").click()
    words, full = desk.get_by_label("What was ruled"), desk.locator("#ask .field-full")
    words.focus()
    desk.keyboard.insert_text("The hostage stays. " * 50)
    expect(words).to_have_value("The hostage stays. " * 50)
    expect(full).to_have_count(0)
    desk.keyboard.insert_text("The hostage stays. " * 10)
    expect(full).to_have_text("Full: only 1000 letters fit here. See how the text ends, and shorten it.")
    expect(full).to_be_in_viewport(ratio=1)
