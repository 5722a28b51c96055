"""Statecraft in a German hall, in a real browser: the longer words fit a phone of 390 pixels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.day import LONG, TO, Day, event_of, fast_scenario, staffed, tapped_away
from tests.e2e.test_german import fits, join
from tests.e2e.test_statecraft import PERMITTED, Hall, is_well_laid_out, picture, tab
from tests.houses import House

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "wolf-1", "ram-1")
HERE = tuple(f"give(CheckIn(seat=SeatId('{each}'), before=Presence.EXPECTED, presence=Presence.PRESENT))" for each in SEATS)


@pytest.fixture
def german_hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    """Three phones at a table of an Advanced game, on a console that was started in German."""
    house = House.furnished(tmp_path / "var")
    house.environment = {"MEGAGAME_LANGUAGE": "de"}
    with house, staffed(house) as console, event_of(console, chromium, fast_scenario(tmp_path / "scenario", **LONG)) as day:
        day.give(*HERE, "give(BeginDay())", *TO["PLANNING"])
        day.console.shell.run(PERMITTED.format(event=day.event))
        yield Hall(day=day, phones=seated(day))


def seated(day: Day) -> list[Page]:
    """The phones of a game that has begun; the first has opened it."""
    phones = [join(day, seat) for seat in SEATS]
    for page in phones:  # what was shown stands over the phone until it is tapped away
        page.emulate_media(reduced_motion="reduce")
        tapped_away(page)
    host = phones[0]
    host.goto(f"{day.house.address}/tables/")
    card = host.locator("form", has=host.get_by_role("heading", name="Statecraft"))
    card.get_by_text("Erst etwas absprechen").click()
    card.get_by_label("Plätze").select_option("3")
    card.get_by_label("Spielart").select_option("advanced")
    card.get_by_label("Ereignisse (für Fortgeschrittene)").select_option("chaotic")
    fits(host)
    picture(host, "lobby")
    card.get_by_role("button", name="Tisch öffnen").first.click()
    code = host.locator("#region-top .table-code").inner_text()
    for phone in phones[1:]:
        phone.goto(f"{day.house.address}/tables/{code}/")
        phone.get_by_role("button", name="Hier sitzen").first.click()
        expect(phone.locator(".seat.is-mine")).to_be_visible()
    host.get_by_role("button", name="Spiel beginnen").click()
    expect(host.locator("[data-statecraft]")).to_be_visible()
    return phones


def test_the_longer_words_of_a_turn_and_an_event_fit_a_phone(german_hall):
    hall = german_hall
    hall.played("third")
    phone = hall.asked()
    expect(phone.get_by_role("heading", name="Du bist dran")).to_be_visible()
    phone.get_by_role("heading", name="Du bist dran").click()
    for part in ("cards", "supporters", "people", "end"):
        tab(phone, part)
        picture(phone, f"german-{part}")
        fits(phone)
        is_well_laid_out(phone)

    hall.played("event")
    picture(hall.phones[0], "german-event")
    fits(hall.phones[0])
    is_well_laid_out(hall.phones[0], under="Wählen, geheim")
