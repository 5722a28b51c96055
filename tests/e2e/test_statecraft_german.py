"""Statecraft in German in a real browser: the longer words fit a phone of 390 pixels."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from megagame.languages import LOCALE
from tests.e2e.boxes import picture
from tests.e2e.day import PHONE
from tests.e2e.pages import Sheet
from tests.e2e.still_tables import StillTable
from tests.e2e.tables import ADVANCED, SEATS, statecraft_fits, tab
from tests.e2e.test_german import fits
from tests.languages.spoken import speaking

pytestmark = pytest.mark.e2e


@pytest.fixture
def german_table(db: None) -> Iterator[StillTable]:
    """Three players at a table of an Advanced game, in Planning of month 1."""
    with speaking("de", LOCALE):
        yield StillTable(ADVANCED, seats=SEATS, begins=False)


def test_the_longer_words_of_a_turn_and_an_event_fit_a_phone(german_table: StillTable, sheet: Sheet) -> None:
    lobby = sheet.lay(german_table.lobby(), PHONE)
    card = lobby.locator("form", has=lobby.get_by_role("heading", name="Statecraft"))
    card.get_by_text("Erst etwas absprechen").click()
    expect(card.get_by_label("Spielart")).to_be_visible()
    fits(lobby)
    picture(lobby, "lobby", whole=True)

    german_table.lead("third")
    phone = sheet.lay(german_table.asked(), PHONE)
    expect(phone.get_by_role("heading", name="Du bist dran")).to_be_visible()
    for part in ("cards", "supporters", "people", "end"):
        tab(phone, part)
        picture(phone, f"german-{part}", whole=True)
        fits(phone)
        statecraft_fits(phone)

    german_table.lead("event")
    phone = sheet.lay(german_table.asked(), PHONE)
    picture(phone, "german-event", whole=True)
    fits(phone)
    statecraft_fits(phone, under="Wählen, geheim")
