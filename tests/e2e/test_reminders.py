"""A reminder from War Control appears on the phone.

A paper sheet is entered by its mark. Last month's alliances are one tap away.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from control.day.clock.phases import BeginDay, SetClock
from control.models import Event
from control.sheets import paper
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.commands import arrivals, phase_ends, step_ends
from tests.e2e.hands import choose
from tests.e2e.inside import players_sheets

pytestmark = pytest.mark.e2e

HERE = arrivals("cat-1", "wolf-1")
SHAKEN = "navigator.vibrate = (pattern) => { window.shaken = pattern; return true; }"


def paper_mark_of_wolf(event: Event) -> str:
    """The mark on the paper war sheet of Wolf's first for month 1. Called inside the console."""
    return paper.mark(event.pk, 1, "wolf-1", "war")


def sheets_sent(event: Event) -> list[tuple[str, str]]:
    """Sheets that are in, by player and source. Called inside the console."""
    return list(players_sheets(event).values_list("seat", "source"))


def test_a_phone_says_that_control_waits_and_shakes(day):
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    choose(phone, "War Room")
    phone.evaluate(SHAKEN)
    phone.get_by_role("button", name="Send to Control").scroll_into_view_if_needed()  # far below the top of the page
    wanda = day.staff("wanda", "sheets/war/")

    wanda.get_by_role("button", name="Remind the 1 awaited").click()

    expect(phone.get_by_text("War Control waits for your war sheet.")).to_be_in_viewport(ratio=1)
    assert phone.evaluate("window.shaken") == [250, 120, 250]
    expect(wanda.locator("#said")).to_contain_text("Reminded: Amara Okafor.")
    phone.get_by_role("link", name="Map", exact=True).click()
    expect(phone.get_by_text("War Control waits for your war sheet.")).to_be_in_viewport(ratio=1)
    phone.get_by_role("link", name="To it").click()
    expect(phone.get_by_role("heading", name="War orders")).to_be_in_viewport(ratio=1)
    expect(phone.get_by_text("War Control waits for your war sheet.")).to_be_hidden()


def test_it_goes_by_itself_when_no_sheet_can_be_sent_any_more(day):
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    choose(phone, "War Room")
    phone.get_by_label("Wolf", exact=True).check()  # the form is being written in, so it is not redrawn
    day.staff("wanda", "sheets/war/").get_by_role("button", name="Remind the 1 awaited").click()
    waits = phone.get_by_text("War Control waits for your war sheet.")
    expect(waits).to_be_visible()

    day.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT), *step_ends(Room.WAR, "updates", "orders"))

    expect(waits).to_be_hidden()
    expect(phone.get_by_text("What is typed below was not sent.")).to_be_visible()


def test_a_paper_sheet_is_entered_by_its_mark_and_its_author_reads_so(day):
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("wolf-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    choose(phone, "War Room")
    wanda = day.staff("wanda", "sheets/war/")
    wanda.get_by_role("link", name="Enter a paper sheet").click()
    wanda.get_by_label("The mark below the square").fill(day.ask(paper_mark_of_wolf))
    wanda.get_by_role("button", name="Continue").click()
    wanda.get_by_role("group", name="Allies this month").get_by_label("Cat", exact=True).check()

    wanda.get_by_role("button", name="Enter this sheet").click()

    expect(wanda.get_by_text(re.compile("The war sheet of .* is in, revision 1"))).to_be_visible()
    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Entered from paper by wanda")
    assert day.ask(sheets_sent) == [("wolf-1", "paper")]


def test_last_months_alliances_are_ticked_with_one_tap(day):
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1")
    choose(phone, "War Room")
    phone.get_by_label("Wolf", exact=True).check()
    phone.get_by_role("button", name="Send to Control").click()
    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
    day.give(
        *phase_ends(Phase.PLANNING, Phase.MOVEMENT),
        *step_ends(Room.WAR, "updates", "orders"),
        SetClock(month=2, phase=Phase.PLANNING, seconds=600),
    )
    choose(phone, "War Room")

    phone.get_by_role("button", name="As last month: Wolf").click()

    expect(phone.get_by_label("Wolf", exact=True)).to_be_checked()
    expect(phone.locator("form[data-sheet] [data-sheet-state]")).to_contain_text("Draft on this phone")
