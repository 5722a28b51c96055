"""Names in right-to-left scripts: cut at their own end, without changing the direction beside them, and never translated."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from control.day.people.presence import LeaveForGood
from control.day.roster.substitutes import Substitute
from control.day.state import PersonMarks
from control.engine.ids import SeatId
from rooms.realm.desks import Desk
from tests.e2e.boxes import picture
from tests.e2e.day import PHONE, TABLET, UPRIGHT
from tests.e2e.pages import Sheet, StillDay

pytestmark = pytest.mark.e2e

CAT_1, CAT_2 = SeatId("cat-1"), SeatId("cat-2")
LONG = "محمد عبد الرحمن بن عبد العزيز الفيصل الكبير"
# Returns whether the first letter of an element is inside its box, and whether the last one is.
CUT = """each => {
  const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT).nextNode();
  const box = each.getBoundingClientRect();
  const inside = (at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const letter = range.getBoundingClientRect();
    return letter.left >= box.left - 1 && letter.right <= box.right + 1;
  };
  return [inside(0), inside(text.data.trimEnd().length - 1)];
}"""


def plays(day: StillDay, seat: SeatId, name: str) -> None:
    """Let a person of this name play a character."""
    day.give(Substitute(seat=seat, before=day.state.seats[seat].name, name=name, marks=PersonMarks()))


def is_cut_at_its_end(name: Locator) -> bool:
    """Return whether the name's first letter is visible and its last is not."""
    expect(name).to_be_visible()
    return bool(name.evaluate(CUT) == [True, False])


def test_a_long_name_loses_its_last_letters_on_a_phone_and_never_its_first(db: None, sheet: Sheet) -> None:
    day = StillDay()
    plays(day, CAT_1, LONG)
    page = sheet.lay(day.read(day.phone(CAT_1), "/play/"), PHONE)
    picture(page, "name-phone")
    assert is_cut_at_its_end(page.locator(".strip-name"))

    page = sheet.lay(day.desk(Desk.CHECK_IN, place="people/"), PHONE)
    picture(page, "name-check-in")
    row = page.locator(".person-name", has_text=LONG)
    assert is_cut_at_its_end(row)
    assert row.locator("b").get_attribute("translate") == "no"


@pytest.mark.parametrize("size", [PHONE, UPRIGHT, TABLET], ids=["phone", "upright", "across"])
def test_a_name_begins_at_the_edge_of_all_names_whichever_way_it_is_written(db: None, sheet: Sheet, size: ViewportSize) -> None:
    day = StillDay()
    plays(day, CAT_1, "مريم")
    page = sheet.lay(day.desk(Desk.CHECK_IN, place="people/"), size)

    names = page.locator(".person-name b")
    boxes = [names.nth(at).bounding_box() for at in range(2)]

    assert names.first.inner_text() == "مريم"
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert abs(boxes[0]["x"] - boxes[1]["x"]) < 1


def test_a_name_in_a_sentence_is_isolated_from_the_words_beside_it(db: None, sheet: Sheet) -> None:
    day = StillDay()
    plays(day, CAT_2, "مريم")
    day.give(LeaveForGood(seat=CAT_2))

    page = sheet.lay(day.desk(Desk.ORGANIZER, place="journal/"))
    told = page.locator("main").inner_text()

    assert "\u2068مريم\u2069" in told


def test_codes_and_marks_are_never_translated(db: None, sheet: Sheet) -> None:
    day = StillDay()
    plays(day, CAT_1, LONG)
    page = sheet.lay(day.desk(Desk.CHECK_IN, place="people/cat-1/code/"))
    shown = sheet.press(day.tablet("dora"), page.get_by_role("button", name="Give a new code"))

    page = sheet.lay(shown)

    assert page.locator(".code-words").get_attribute("translate") == "no"
    assert page.locator("bdi", has_text=LONG).get_attribute("translate") == "no"
