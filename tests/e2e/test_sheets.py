"""Nothing typed is lost and nothing sent arrives twice, whatever the venue's wifi does."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.day import TO
from tests.e2e.hands import choose, write_move

pytestmark = pytest.mark.e2e

HERE = "give(CheckIn(seat=SeatId('cat-1'), before=Presence.EXPECTED, presence=Presence.PRESENT))"
REVISIONS = "list(Sheet.objects.filter(event=event, seat='cat-1').values_list('revision', flat=True))"
UNITS = "json.loads(Sheet.objects.filter(event=event, seat='cat-1').latest('revision').body)['orders'][0]['units']"


@pytest.fixture
def planning(day):
    """An event in the Planning of month 1, with Cat checked in."""
    day.give(HERE, "give(BeginDay())", *TO["PLANNING"])
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
    assert planning.ask(REVISIONS) == []

    phone.context.set_offline(False)

    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control", timeout=30_000)
    expect(phone.locator("[data-live-state]").first).to_have_attribute("data-live-state", "live", timeout=30_000)
    assert planning.ask(REVISIONS) == [1]
    assert planning.ask(UNITS) == 2


def test_a_new_code_puts_the_old_phone_out_with_a_sentence(planning, phone):
    dora = planning.staff("dora", "people/")
    dora.get_by_role("link", name="More about Amara Okafor").click()
    dora.get_by_role("link", name="New join code").click()
    dora.get_by_role("button", name="Give a new code").click()
    code = dora.locator(".code-words").inner_text()

    expect(phone.locator("#refused")).to_contain_text("a new code was issued for its place")
    planning.join(phone, planning.codes["cat-1"])
    expect(phone.locator("#refused")).to_contain_text("This code belongs to nobody.")
    planning.join(phone, code)
    expect(phone.locator("#region-strip")).to_contain_text("Amara Okafor")
