"""A German hall: texts of the server, of the scripts, and on the wall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from control.day.clock.phases import BeginDay
from rooms.realm.scenario.ids import Phase
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import LONG, PHONE, PROJECTOR, TABLET, Day, event_of, fast_scenario, staffed
from tests.houses import House

pytestmark = pytest.mark.e2e

HERE = arrivals("cat-1")
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def german_day(chromium: Browser, tmp_path: Path) -> Iterator[Day]:
    """An event on a German console of its own, in the Planning of month 1."""
    house = House.furnished(tmp_path / "var")
    house.environment = {"MEGAGAME_LANGUAGE": "de"}
    with house, staffed(house) as console, event_of(console, chromium, fast_scenario(tmp_path / "scenario", **LONG)) as day:
        day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY))
        yield day


def join(day: Day, seat: str) -> Page:
    """Open a phone whose owner has typed the code."""
    page = day.device(PHONE).new_page()
    page.goto(f"{day.house.address}/")
    page.get_by_label("Der Code auf deinem Namensschild").fill(day.codes[seat])
    with page.expect_navigation():
        page.get_by_role("button", name="Beitreten", exact=True).click()
    page.get_by_role("button", name="Beitreten als").click()
    return page


def sign_in(day: Day, name: str, place: str) -> Page:
    """Open a tablet with a member of the control team signed in."""
    page = day.device(TABLET).new_page()
    page.goto(day.address(place))
    page.get_by_label("Name").fill(name)
    page.get_by_label("Passwort").fill(day.console.password(name))
    page.get_by_role("button", name="Anmelden").click()
    page.wait_for_url(re.compile(r"^[^?]*/control/"))
    return page


def fits(page: Page) -> None:
    """Check that longer words do not overflow the screen sideways."""
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate(SIDEWAYS) <= 0


def test_phone_tablet_and_projector_speak_german(german_day):
    phone = join(german_day, "cat-1")
    phone.locator("#region-rooms").get_by_role("button", name="Kriegsraum").click()
    expect(phone.locator("#region-rooms .is-chosen", has_text="Kriegsraum")).to_be_visible()
    fits(phone)

    phone.get_by_role("group", name="Befehl 1").get_by_role("radio", name="Ziehen").check()
    phone.locator("#order1-from").select_option("amn")
    phone.locator("#order1-to").select_option("zen")
    phone.locator("#order1-units").fill("2")
    phone.context.set_offline(True)  # now only scripts can write text
    phone.get_by_role("button", name="An die Spielleitung senden").click()
    expect(phone.locator("#region-sheet")).to_contain_text("Kein Empfang. Er bleibt auf diesem Handy und wird von selbst gesendet.")
    fits(phone)

    phone.context.set_offline(False)
    receipt = phone.locator("[data-receipt]")
    expect(receipt).to_contain_text(re.compile(r"Bei der Spielleitung\s+\d\d:\d\d:\d\d\s+(· )?Fassung 1"))
    expect(phone.locator("#region-sheet .sheet-lines")).to_have_text("2 von Amn nach Zen ziehen")
    fits(phone)

    tablet = sign_in(german_day, "wanda", "war/")
    expect(tablet.get_by_role("heading", name="Kriegsraum").first).to_be_visible()
    expect(tablet.locator(".bar")).to_contain_text("Planung")
    fits(tablet)

    wall = german_day.device(PROJECTOR).new_page()
    wall.goto(f"{german_day.house.address}/screen/{german_day.event}/clock/")
    expect(wall.get_by_text("Planung", exact=True).first).to_be_visible()
    fits(wall)
