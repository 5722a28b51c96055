"""No page of a side table is wider than a phone, however long a name is, in a real browser."""

from __future__ import annotations

import uuid

import pytest
from playwright.sync_api import Page

from tests.e2e import tables_inside
from tests.e2e.access import WIDER, unfold
from tests.e2e.boxes import picture
from tests.e2e.day import PHONE
from tests.e2e.pages import Sheet
from tests.e2e.still_tables import StillTable, phone_of
from tests.e2e.tables_inside import Agreed

pytestmark = pytest.mark.e2e

LONGEST = 40
WIDE, OTHER, TITLE, LOOKS_ON = "W" * LONGEST, "M" * LONGEST, "Q" * LONGEST, "G" * LONGEST


def fits(page: Page, name: str) -> None:
    """Check that all content, folded parts too, is in reach without scrolling sideways."""
    unfold(page)
    picture(page, f"names-{name}", whole=True)
    assert (page.evaluate(WIDER), page.evaluate("document.documentElement.scrollWidth")) == ([], PHONE["width"]), name


@pytest.mark.parametrize(("kind", "most"), [("potemkin", 5), ("statecraft", 6)])
def test_the_longest_names_make_no_page_wider_than_a_phone(db: None, sheet: Sheet, kind: str, most: int) -> None:
    table = StillTable(Agreed(kind=kind, chairs=most, title=TITLE, seconds=60), friends=(WIDE, OTHER), bots=1, begins=False)
    host, other = table.phones
    looks_on = phone_of(tables_inside.person_cookies(table.event, friends=(LOOKS_ON,))[0])
    for name, phone in (("host", host), ("other", other), ("looks-on", looks_on)):
        fits(sheet.lay(table.page(phone), PHONE), f"{kind}-open-{name}")

    tables_inside.begin_before(table.event, table.code, 0)
    asked = looks_on.post(f"/tables/{table.code}/ask/", {"chair": "2", "command_id": str(uuid.uuid4())})
    assert asked.status_code == 302
    tables_inside.play_actions(table.event, table.code, 6)
    places = (("host", host, ""), ("other", other, ""), ("looks-on", looks_on, ""))
    for name, phone, place in (*places, ("history", host, "history/"), ("share", host, "share/"), ("rules", host, "rules/")):
        html = table.page(phone, place)
        assert name != "looks-on" or "Ask no more" in html
        fits(sheet.lay(html, PHONE), f"{kind}-playing-{name}")

    tables_inside.play_actions(table.event, table.code, 10_000)
    for name, phone, place in (("host", host, ""), ("looks-on", looks_on, ""), ("history", host, "history/")):
        fits(sheet.lay(table.page(phone, place), PHONE), f"{kind}-over-{name}")
    fits(sheet.lay(table.lobby(), PHONE), f"{kind}-lobby")
