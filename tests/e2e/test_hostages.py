"""Hostages on screens: on a phone the own mat, with a question before a kill; on a tablet every mat."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from control.day.clock.phases import BeginDay
from tests.e2e.boxes import wrong_in
from tests.e2e.commands import arrivals

pytestmark = pytest.mark.e2e

HERE = arrivals("cat-1")


def test_a_house_kills_after_a_question_and_the_desk_sees_every_mat(day):
    day.give(*HERE, BeginDay())
    phone, tablet = day.phone("cat-1"), day.staff("conrad", "houses/", ViewportSize(width=820, height=1180))
    phone.get_by_role("link", name="House").first.click()
    mat = phone.locator("#region-hostages")
    expect(mat).to_contain_text("lawful to kill")

    mat.get_by_text("Release one").first.click()
    expect(mat.get_by_role("button", name="Yes, release it")).to_be_visible()
    assert wrong_in(phone, "#region-hostages", whole=False) == []
    mat.get_by_text("Kill one").first.click()
    mat.get_by_role("button", name="Yes, kill it").click()

    expect(mat).to_contain_text("We hold none")
    expect(mat.get_by_role("status")).to_contain_text("Cat has killed 1 hostage of")
    expect(tablet.locator(".mats")).to_contain_text("Cat holds 0")
    tablet.locator("#mat-throne").click()
    tablet.locator("#hostages-kill summary").click()
    tablet.get_by_role("link", name="Cancel").click()
    tablet.locator("#mat-cat").click()
    expect(tablet.locator("#ask")).to_contain_text("No hostages are held.")
