"""Typed text is never lost and a sheet never arrives twice, however bad the wifi."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from control.day.clock.pauses import AddTime, Pause, Resume
from control.day.clock.phases import BeginDay
from control.models import Event, Sheet
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.boxes import box_of
from tests.e2e.commands import arrivals, phase_ends, step_ends
from tests.e2e.day import LONG
from tests.e2e.hands import choose, write_move

pytestmark = pytest.mark.e2e

HERE = arrivals("cat-1")
DEAF = """
window.deaf = true; window.tries = 0;
const real = WebSocket;
window.WebSocket = class extends real {
  constructor(...asked) { super(...asked); window.tries += 1; if (window.deaf) this.close(); }
};
"""


def revisions(event: Event) -> list[int]:
    """Revisions of Cat's sheet. Called inside the console."""
    return list(Sheet.objects.filter(event=event, seat="cat-1").values_list("revision", flat=True))


def units_ordered(event: Event) -> int:
    """Units that Cat's first order moves. Called inside the console."""
    units: int = json.loads(Sheet.objects.filter(event=event, seat="cat-1").latest("revision").body)["orders"][0]["units"]
    return units


@pytest.fixture
def planning(day):
    """An event in the Planning of month 1, with Cat checked in."""
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    return day


@pytest.fixture
def phone(planning):
    """Cat's phone with an open war sheet."""
    phone = planning.phone("cat-1")
    expect(phone.locator("[data-live-state]").first).to_have_attribute("data-live-state", "live")
    choose(phone, "War Room")
    return phone


def state_of(phone):
    return phone.locator("form[data-sheet] [data-sheet-state]")


def test_what_is_sent_without_a_signal_arrives_once_when_it_is_back(planning, phone):
    write_move(phone, 1, units=1, origin="amn", target="zen")
    phone.context.set_offline(True)
    phone.locator("#order1-units").fill("2")
    expect(state_of(phone)).to_have_text("Draft on this phone")
    phone.get_by_role("button", name="Send to Control").click()
    expect(state_of(phone)).to_have_text(re.compile("No signal|Sending"))
    expect(phone.locator("[data-live-state]").first).to_have_attribute("data-live-state", "stale")
    assert planning.ask(revisions) == []

    phone.context.set_offline(False)

    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
    expect(phone.locator("[data-live-state]").first).to_have_attribute("data-live-state", "live")
    assert planning.ask(revisions) == [1]
    assert planning.ask(units_ordered) == 2


def test_what_a_script_changed_after_a_press_is_another_sheet(planning, phone):
    write_move(phone, 1, units=1, origin="amn", target="zen")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Send to Control").click()
    expect(state_of(phone)).to_have_text(re.compile("No signal|Sending"))
    phone.locator("#order1-units").evaluate("(field) => { field.value = '2'; }")  # without an event
    phone.get_by_role("button", name="Send to Control").click()

    phone.context.set_offline(False)

    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
    assert planning.ask(units_ordered) == 2


def test_a_sheet_that_arrived_proves_the_signal_before_the_socket_has_noticed(planning, phone):
    phone.add_init_script(DEAF)
    phone.reload()
    expect(phone.locator("body")).to_have_attribute("data-state", "stale")
    write_move(phone, 1, units=1, origin="amn", target="zen")
    phone.evaluate("window.deaf = false")
    tries = phone.evaluate("window.tries")

    phone.get_by_role("button", name="Send to Control").click()

    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    assert phone.evaluate("window.tries") == tries + 1


def test_the_phone_counts_until_its_sheet_closes_not_until_the_phase_ends(make_day):
    day = make_day(war_steps={"updates": 60, "orders": 58}, **LONG)
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    choose(phone, "War Room")
    card, bar = phone.locator(".sheet-closes"), phone.locator(".bar-due")
    expect(card).to_have_text("War sheet closes at the end of Orders")
    expect(bar).to_have_count(0)
    day.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT))
    expect(phone.locator("#region-clock")).to_contain_text("Action")
    write_move(phone, 1, units=1, origin="amn", target="zen")  # the form is being written in, so it is not redrawn
    expect(phone.locator("#region-clock")).to_contain_text("Updates")  # the room's step makes the bar a little higher
    top = box_of(phone.locator("#region-now"))["y"]

    day.give(*step_ends(Room.WAR, "updates"))

    for place in (bar, card):
        expect(place.locator(".closes-runs")).to_have_text("closes in")
        expect(place.locator("[data-clock-left]")).to_have_text(re.compile(r"00:[345]\d"))
        expect(place.locator(".closes")).to_have_attribute("data-urgent", "warn")
    assert box_of(phone.locator("#region-now"))["y"] == top
    day.give(AddTime(month=1, phase=Phase.ACTION, seconds=300, room=Room.WAR))
    for place in (bar, card):
        expect(place.locator("[data-clock-left]")).to_have_text(re.compile(r"05:\d\d"))
        expect(place.locator(".closes")).not_to_have_attribute("data-urgent", "warn")
    day.give(Pause(room=Room.WAR, reason="A spill"))
    for place in (bar, card):
        expect(place.get_by_text("paused with")).to_be_visible()
    day.give(Resume(room=Room.WAR), *step_ends(Room.WAR, "orders"))
    expect(card.get_by_text("is closed")).to_be_visible()
    expect(card.get_by_text("paused with")).to_be_hidden()
    expect(card.locator("[data-clock-left]")).to_be_hidden()
    expect(phone.get_by_text("What is typed below was not sent.")).to_be_visible()
    expect(bar).to_have_count(0)


def test_a_proposal_says_in_every_tab_until_when_and_no_more_once_it_is_sent(planning):
    phone = planning.phone("cat-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    choose(phone, "Court")
    planning.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT))
    phone.get_by_role("link", name="Laws").click()
    bar = phone.locator(".bar-due")
    expect(bar).to_contain_text("Proposal")
    expect(bar.locator("[data-clock-left]")).to_have_text(re.compile(r"0\d:\d\d"))
    phone.get_by_role("link", name="Now").click()
    phone.get_by_role("button", name="Famine Aid").click()
    phone.get_by_role("button", name="Send to Control").click()

    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
    expect(bar).to_have_count(0)
    expect(phone.locator(".sheet-closes [data-clock-left]")).to_have_text(re.compile(r"0\d:\d\d"))


def test_a_new_code_puts_the_old_phone_out_with_a_sentence(planning, phone):
    dora = planning.staff("dora", "people/")
    dora.get_by_role("link", name="More about Amara Okafor").click()
    dora.get_by_role("link", name="New join code").click()
    dora.get_by_role("button", name="Give a new code").click()
    code = dora.locator(".code-words").inner_text()

    expect(phone.locator("#refused")).to_contain_text("This badge was given a new code at ")
    expect(phone.locator("#refused")).to_contain_text("by dora (")
    planning.join(phone, planning.codes["cat-1"])
    expect(phone.locator("#refused")).to_contain_text("This code belongs to nobody.")
    planning.join(phone, code)
    expect(phone.locator("#region-strip")).to_contain_text("Amara Okafor")
