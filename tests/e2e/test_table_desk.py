"""Control's desk of the side tables, and a game for a stake, in real browsers: requests for a chair, closing, playing again."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from control.engine.ids import SeatId
from control.models import Event
from rooms.realm.game.treasury.power import AdjustPower
from tests.e2e import tables_inside
from tests.e2e.boxes import wrong_in
from tests.e2e.day import PHONE, TABLET, Day
from tests.e2e.tables import POTEMKIN, SEATS, all_sizes, gather, go_to_next

pytestmark = pytest.mark.e2e

POWER = 5  # of each player


def people_of(event: Event) -> list[str]:
    """Return the person on each chair of the newest table."""
    return [chair.person for chair in tables_inside.table_state(event).chairs]


def endow(day: Day) -> None:
    """Give every player of these tables the same Power."""
    seats, state = [SeatId(each) for each in SEATS], day.state
    purses = {seat: state.seats[seat].purse.power for seat in seats}
    given = [AdjustPower(seat=seat, before=had, power=POWER, reason="chips") for seat, had in purses.items() if had != POWER]
    if given:
        day.give(*given)


def begun(host: Page) -> None:
    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator(".pe-phone")).to_be_visible()


def test_control_lets_somebody_in_and_closes_a_table_from_its_desk(day: Day) -> None:
    company = gather(day, POTEMKIN, seats=SEATS[:2], bots=1, tapped=True)
    code, (host, other) = company.code, company.phones
    company.visit()
    expect(host.locator(".pe-phone")).to_be_visible()
    desk = day.staff("anna", "tables/")
    line = desk.locator(f"#table-{code}")
    expect(line).to_contain_text("Waiting for")
    friend = day.device(PHONE).new_page()
    friend.goto(f"{day.house.address}/tables/{code}/")
    friend.get_by_label("What are you called?").fill("Zakhar")
    friend.get_by_role("button", name="Come to the table").click()
    friend.get_by_role("button", name=re.compile("Ask for the chair of")).click()
    expect(friend.locator("#region-notes")).to_contain_text("You asked for the chair of")

    expect(line).to_contain_text("Zakhar asks for the chair of Grisha, a bot.")
    all_sizes(desk, "desk-tables", whole=False)
    desk.set_viewport_size(TABLET)
    line.get_by_role("link", name="Players …").click()
    ask = desk.locator("#ask")
    expect(ask).to_contain_text("Zakhar asks for the chair of Grisha, a bot.")
    all_sizes(desk, "desk-asks", whole=False)
    desk.set_viewport_size(TABLET)
    assert wrong_in(desk, "#ask", least=40, whole=False) == []
    ask.get_by_role("button", name="Allow").click()
    expect(friend.locator(".table-top .chair.is-mine")).to_contain_text("Zakhar")
    expect(ask.locator(".seat").nth(2)).to_contain_text("Zakhar")
    expect(line).not_to_contain_text("Zakhar asks")
    ask.get_by_role("link", name="Back").click()

    line.get_by_role("link", name="Close …").click()
    expect(ask.get_by_role("heading", name=f"Close table {code}?")).to_be_visible()
    ask.get_by_role("button", name="Close the table").click()
    expect(ask.get_by_label("Why")).to_be_focused()  # a reason is required
    all_sizes(desk, "desk-close", whole=False)
    desk.set_viewport_size(TABLET)
    ask.get_by_label("Why").fill("The Court sits.")
    ask.get_by_role("button", name="Close the table").click()

    for phone in (host, other, friend):
        expect(phone.locator("#region-main .result")).to_contain_text("The table was closed: The Court sits.")
    expect(line).to_contain_text("Reason: The Court sits.")
    all_sizes(host, "desk-closed")
    all_sizes(desk, "desk-tables-over", whole=False)


def test_the_same_people_play_for_a_stake_again_and_each_puts_it_in_by_an_own_tap(day: Day) -> None:
    endow(day)
    company = gather(day, replace(POTEMKIN, stake=2), seats=SEATS, begins=False, tapped=True)
    code, phones, wall = company.code, company.phones, company.wall
    host, other, third = phones
    for page in company.pages:
        page.clock.install()
    company.visit()
    company.watch()
    expect(wall.locator(".wall-stake")).to_have_text("2 Power each")
    all_sizes(wall, "stake-open-wall", whole=False)
    begun(host)
    day.ask(tables_inside.play_to_end)
    again = host.locator("form.again")
    expect(again).to_contain_text("This table had a stake. Agree on one for the new game, or play for nothing.")
    expect(other.locator("form.again")).to_have_count(0)
    expect(again.get_by_role("button", name="Play again with the same people")).to_be_in_viewport()
    all_sizes(host, "stake-again")

    again.get_by_label("Stake of each player").select_option("power")
    again.get_by_role("button", name="Play again with the same people").click()
    expect(host).to_have_url(re.compile(rf"/tables/(?!{code})\w{{5}}/$"))
    following = host.url.rstrip("/").rsplit("/", 1)[1]
    for page in (other, third, wall):
        go_to_next(page, following)
    for page in (*phones, wall):
        expect(page).to_have_url(re.compile(f"/{following}/$"))
        expect(page.locator("body")).to_contain_text("1 Power each")
    expect(host.locator(".seat.is-mine")).to_be_visible()
    assert sum(map(bool, day.ask(people_of))) == 1  # a tap commits only the own stake
    expect(host.get_by_role("button", name="2 more to begin")).to_be_disabled()
    all_sizes(other, "stake-next")
    all_sizes(wall, "stake-next-wall", whole=False)

    for phone in (other, third):
        phone.get_by_role("button", name="Sit here").first.click()
        expect(phone.locator(".seat.is-mine")).to_be_visible()
    begun(host)
    expect(other.locator(".pe-phone")).to_be_visible()
