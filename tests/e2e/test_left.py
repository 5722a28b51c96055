"""When a player leaves for good, the phone switches to the page that says so, and back when that is undone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from control.day.clock.phases import BeginDay
from control.day.people.presence import LeaveForGood
from control.engine.ids import SeatId
from tests.e2e.commands import arrivals

pytestmark = pytest.mark.e2e

HERE = arrivals("cat-1")


def test_who_leaves_reads_so_at_once_and_may_come_back_with_the_same_badge(day):
    day.give(*HERE, BeginDay())
    phone = day.phone("cat-1")
    expect(phone.locator("#region-strip")).to_contain_text("Amara Okafor")
    expect(phone.locator("[data-live-state]").first).to_have_attribute("data-live-state", "live")

    day.give(LeaveForGood(seat=SeatId("cat-1")))

    expect(phone.get_by_role("heading", name="Thank you for playing, Amara Okafor")).to_be_visible()
    expect(phone.locator("body")).not_to_contain_text("Cat")
    anna = day.staff("anna", "journal/")
    anna.get_by_role("link", name=re.compile("Undo.*leaves")).click()
    anna.locator("#ask [name=reason]").fill("A mistake")
    anna.locator("#ask button[type=submit]").click()
    expect(anna.locator(".withdrawal").first).to_be_visible()
    phone.get_by_role("link", name="Try my badge again").click()
    expect(phone.locator("#region-strip")).to_contain_text("Amara Okafor")


def test_the_organizer_reads_who_gave_a_code_and_whose_phone_joined(day):
    day.phone("cat-1")
    anna = day.staff("anna", "access/?what=badges")

    expect(anna.locator(".audit-what").first).to_have_text("A phone joined as Amara Okafor.")
    anna.locator("#audit-what").select_option("team")
    expect(anna.locator(".audit-what").first).not_to_contain_text("A phone joined")
    expect(anna.locator(".audit-what").first).to_be_visible()
