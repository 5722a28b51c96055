"""The console dies and restarts: the clock is right, no received sheet is lost, and every screen recovers by itself."""

from __future__ import annotations

import json
import re
import signal
import time
from datetime import datetime

import pytest
from playwright.sync_api import expect

from control.day.clock.phases import BeginDay
from control.models import Event
from rooms.realm.scenario.ids import Phase
from tests.e2e.commands import arrivals, deadline_of, phase_ends, run_out
from tests.e2e.day import LONG
from tests.e2e.hands import choose, write_move
from tests.e2e.inside import players_sheets
from tests.e2e.war_board import TO_PLANNING

pytestmark = pytest.mark.e2e

CLOCK = "#region-clock [data-clock=event]"


def begun(event: Event) -> list[tuple[datetime, str]]:
    """When each phase began."""
    entries = event.stream.entries.filter(kind="PhaseBegan")
    return [(entry.at, json.loads(entry.body)["phase"]) for entry in entries]


def sheets_of(event: Event) -> list[tuple[str, int]]:
    """Stored sheets, by player and revision."""
    return sorted(players_sheets(event).values_list("seat", "revision"))


@pytest.fixture
def make_event(make_fragile_day):
    """Factory of events with phases of these lengths in seconds, and with Cat and Wolf checked in."""

    def make(**seconds):
        day = make_fragile_day(**seconds)
        day.give(*arrivals("cat-1", "wolf-1"))
        return day

    return make


def expect_clock(phone, deadline: datetime) -> None:
    """Wait until a phone's clock shows the time left until this deadline, give or take a second."""
    shows = """([clock, deadline]) => {
        const [minutes, seconds] = document.querySelector(clock).innerText.split(":").map(Number);
        return Math.abs(60 * minutes + seconds - (deadline - Date.now()) / 1000) <= 1.5;
    }"""
    phone.wait_for_function(shows, arg=[CLOCK, deadline.timestamp() * 1000])


def test_a_console_killed_in_planning_comes_back_as_it_was(make_event):
    day = make_event(ceremony=3, planning=600, movement=3, action=600, return_=3)
    cat, wolf = day.phone("cat-1"), day.phone("wolf-1")
    day.give(*TO_PLANNING)
    for phone in (cat, wolf):
        phone.reload()
        choose(phone, "War Room")
    write_move(wolf, 1, units=1, origin="chi", target="zen")
    wolf.get_by_role("button", name="Send to Control").click()
    expect(wolf.locator("[data-receipt]")).to_contain_text("Received by Control")
    write_move(cat, 1, units=2, origin="amn", target="zen")

    day.house.end(signal.SIGKILL)
    expect(cat.locator("[data-live-words]")).to_have_text(re.compile(r"No connection, as of \d\d:\d\d"))
    before = cat.locator(CLOCK).inner_text()
    expect(cat.locator(CLOCK)).not_to_have_text(before)
    day.house.start()

    expect(cat.locator("body")).to_have_attribute("data-state", "live")
    expect(wolf.locator("body")).to_have_attribute("data-state", "live")
    expect_clock(cat, day.ask(deadline_of))
    assert cat.locator("#order1-units").input_value() == "2"
    expect(cat.locator("[data-sheet-state]")).to_contain_text("Draft on this phone")
    expect(wolf.locator("[data-receipt]")).to_contain_text("Received by Control")
    cat.get_by_role("button", name="Send to Control").click()
    expect(cat.locator("[data-receipt]")).to_contain_text("Received by Control")
    day.give(*phase_ends(Phase.PLANNING))
    expect(cat.locator("#region-clock")).to_contain_text("Action")
    expect(cat.locator("#region-now")).to_contain_text("You are in the War Room")
    assert day.ask(sheets_of) == [("cat-1", 1), ("wolf-1", 1)]
    assert "the same" in day.replay()


def test_a_phase_that_ended_while_the_console_was_dead_ends_when_it_is_back(make_event):
    day = make_event(**LONG)
    day.give(BeginDay())

    day.house.end(signal.SIGKILL)
    day.ask(run_out)
    deadline = day.ask(deadline_of)
    time.sleep(max(0.0, (deadline - datetime.now(deadline.tzinfo)).total_seconds()))
    day.house.start()
    hall = day.screen()

    expect(hall.locator(".face-phase")).to_have_text("Planning")
    began = {phase: at for at, phase in day.ask(begun)}
    assert began["planning"] >= deadline
    assert "the same" in day.replay()


def test_a_console_killed_in_the_last_second_ends_the_phase_once(make_event):
    day = make_event(**LONG)
    hall = day.screen()
    day.give(BeginDay())
    hall.reload()
    expect(hall.locator(".face-phase")).to_have_text("Ceremony")

    day.ask(run_out)
    day.house.end(signal.SIGKILL)
    day.house.start()
    hall.goto(f"{day.house.address}/screen/{day.event}/clock/")

    expect(hall.locator(".face-phase")).to_have_text("Planning")
    assert [phase for _at, phase in day.ask(begun)] == ["ceremony", "planning"]
    assert "the same" in day.replay()


def test_a_dead_server_is_seen_and_its_return_brings_the_screen_up_to_date(make_fragile_day):
    day = make_fragile_day(**LONG)
    hall = day.screen()
    expect(hall.locator("body")).to_have_attribute("data-state", "live")

    day.house.end(signal.SIGKILL)
    expect(hall.locator("body")).to_have_attribute("data-state", "stale")
    assert hall.locator("body").get_attribute("data-since")
    day.give(BeginDay())
    day.house.start()

    expect(hall.locator("body")).to_have_attribute("data-state", "live")
    expect(hall.locator("[data-clock=event]").first).to_contain_text(":")
    expect(hall.locator("main")).to_contain_text("Ceremony")
