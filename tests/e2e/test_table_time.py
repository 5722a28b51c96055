"""The time of a turn at a table, in real browsers: the running reserve and an expired turn, both beside the day's clock."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay, EndPhase
from rooms.realm.scenario.ids import Phase
from tests.e2e import tables_inside
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.day import PHONE, Day
from tests.e2e.pages import Sheet
from tests.e2e.still_tables import StillTable
from tests.e2e.tables import POTEMKIN, SEATS, all_sizes, gather

pytestmark = pytest.mark.e2e

FAR = 23  # pixels of text that is read from four metres
SECONDS = 10  # for a turn: the shortest time that can be agreed


def changes(host: Page, seconds: str, reserve: str) -> None:
    """Open the form as the host and change the time."""
    if not host.locator("#table-time").is_visible():
        host.get_by_text("Host the table").click()
    if not host.get_by_role("button", name="Change the time for all").is_visible():
        host.locator("#table-time > summary").click()
    host.locator("#time-seconds").select_option(seconds)
    host.locator("#time-reserve").select_option(reserve)
    host.get_by_role("button", name="Change the time for all").click()


def test_the_host_changes_the_time_from_the_phone_and_all_read_it(day: Day) -> None:
    company = gather(day, POTEMKIN, seats=SEATS[:2], bots=1, tapped=True)
    host, other = company.phones
    company.visit()
    expect(host.locator(".pe-phone")).to_be_visible()
    expect(host.locator("#region-top .table-left")).to_have_count(0)  # no limit was agreed

    changes(host, "300", "120")
    expect(host.locator("#table-time")).to_contain_text("From the next turn on: 5 minutes for a turn")
    expect(other.locator("#table-log")).to_contain_text("changed the time, from the next turn on: 5 minutes for a turn")
    expect(other.locator("#table-time")).to_have_count(0)
    host.locator("#table-time").scroll_into_view_if_needed()
    picture(host, "time-change")
    assert wrong_in(host, "#table-time", whole=False) == []

    changes(host, "0", "0")
    expect(host.locator("#table-time")).not_to_contain_text("From the next turn on:")
    expect(other.locator("#table-log")).to_contain_text("changed the time, from now on: no limit for a turn")


def hurried(day: Day, *, reserve: int) -> tuple[Page, Page, Page]:
    """Set up a table where the first turn's time is already over when it begins. Returns two phones and the wall."""
    agreed = replace(POTEMKIN, seconds=SECONDS, reserve=reserve)
    company = gather(day, agreed, seats=SEATS, begins=False, tapped=True)  # no bot: its move would give the others new time
    day.give(BeginDay(), EndPhase(month=1, phase=Phase.CEREMONY))
    company.visit()
    (host, other, _third), wall = company.phones, company.watch()
    for phone in (host, other):
        expect(phone.locator("#region-day")).to_contain_text("Planning")
        expect(phone.locator("#region-day [data-live-state]")).to_have_text("Live")
    day.ask(tables_inside.begin_before, company.code, SECONDS)
    return host, other, wall


def test_the_whole_reserve_stands_beside_whoever_has_not_used_it(db: None, sheet: Sheet) -> None:
    table = StillTable(replace(POTEMKIN, seconds=SECONDS, reserve=300), seats=SEATS[:2], bots=1)
    phone = sheet.lay(table.asked(), PHONE)
    expect(phone.locator(".chair-reserve").first).to_have_text("+05:00")


def test_when_the_time_is_out_the_reserve_runs_and_every_screen_names_it(day: Day) -> None:
    host, other, wall = hurried(day, reserve=300)
    for page in (host, other, wall):
        expect(page.locator(".table-reserve")).to_have_text("Reserve")
    expect(host.locator("#table-log")).to_contain_text("The time for the turn is out; the reserve of")
    expect(host.locator("[data-key=timed-out]")).to_have_count(0)  # the clock has not played for anybody
    assert wall.locator(".table-reserve").evaluate("label => parseFloat(getComputedStyle(label).fontSize)") >= FAR
    all_sizes(host, "time-reserve")
    all_sizes(wall, "time-reserve-wall", whole=False)
    assert wrong_in(host, ".table-top", whole=False) == []
    assert day.ask(tables_inside.entry_kinds, "TimeRanOut") == []

    other.goto(f"{day.house.address}/play/")
    own = other.locator(".own-table.is-mine")
    expect(own).to_contain_text("Your turn at Potemkin Empire")
    all_sizes(other, "time-now")
    own.click()
    expect(other.locator("#region-top [data-mine]")).to_be_visible()


def test_whose_time_ran_out_reads_what_was_played_in_their_place(day: Day) -> None:
    host, _other, wall = hurried(day, reserve=0)

    note = host.locator("[data-key=timed-out]")
    expect(note).to_contain_text("time ran out.")
    expect(note).to_contain_text("Played for you:")
    expect(note).to_be_in_viewport()
    all_sizes(host, "time-out")
    all_sizes(wall, "time-out-wall", whole=False)
