"""A newcomer takes a first turn of Scythe with two bots, guided only by the aid. And a German table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from megagame.languages import LOCALE
from tests.e2e import tables_inside
from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day
from tests.e2e.pages import Sheet
from tests.e2e.still_tables import StillTable
from tests.e2e.tables import LONG_NAMES, SCYTHE, all_sizes, gather, scythe_fits, wall_is_whole
from tests.e2e.test_german import fits
from tests.e2e.test_scythe_turn import LEAST_TAPS, Fingers
from tests.e2e.test_scythe_wall import CUT
from tests.languages.spoken import speaking

pytestmark = pytest.mark.e2e

# English words of the interface. Names of people and of the game do not count.
ENGLISH = re.compile(
    r"\b(the|turn|your|you|choose|section|row|top|bottom|move|gain|trade|produce|bolster|upgrade|deploy|build|enlist|power|coins?"
    r"|popularity|workers?|cards?|stars?|score|others|territor(y|ies)|wood|food|metal|village|mountain|farm|forest|lake|factory|and"
    r"|of|for|with|used|new|here|board|signs|mean)\b",
    re.IGNORECASE,
)
# Returns whether the own home base is inside the map's frame.
HOME = """() => {
  const frame = document.querySelector("[data-map-frame]"), box = frame.getBoundingClientRect();
  const its = frame.querySelector(`[data-region="${frame.dataset.home}"]`).getBoundingClientRect();
  const [x, y] = [its.x + its.width / 2, its.y + its.height / 2];
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}"""
WORDS = """() => [...document.querySelectorAll(".sy-phone, .sy-wall")].map((each) => [each.innerText,
  ...[...each.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel)].join("\\n")).join("\\n")"""


@pytest.mark.rule("SY-TRN-01")
def test_a_newcomer_takes_a_first_turn_with_the_aid_alone(day: Day) -> None:
    company = gather(day, SCYTHE, friends=LONG_NAMES[:1], bots=2)
    day.ask(tables_inside.play_bots, company.code)
    company.visit()
    (phone,) = company.phones

    aid = phone.locator(".sy-aid")
    expect(aid).to_be_visible()
    expect(aid).to_contain_text("A turn is one section of your mat")
    all_sizes(phone, "new-sections")
    for size in (TABLET, PHONE):
        phone.set_viewport_size(size)
    expect(phone.locator("[data-map-frame]")).to_be_visible()
    assert phone.evaluate(HOME)  # the device was turned and turned back
    advised = re.search(r"Produce, above (\w+)", aid.inner_text())
    assert advised is not None
    fingers = Fingers(phone)
    fingers.press(re.compile(f"Produce.*{advised[1]}", re.DOTALL))
    expect(phone.get_by_role("heading", name="Top row: Produce")).to_be_visible()
    scythe_fits(phone)
    fingers.press("Produce")

    expect(phone.get_by_role("heading", name=f"Bottom row: {advised[1]}")).to_be_visible()
    expect(aid).to_contain_text("It costs tokens on territories you control.")
    all_sizes(phone, "new-bottom")
    scythe_fits(phone)
    expect(phone.locator(".sy-says")).to_contain_text(
        re.compile(rf"^{advised[1]} costs \d \w+, and you control only \d\. Your turn is over then")
    )
    fingers.press("Do without the bottom row, end my turn")
    day.ask(tables_inside.play_bots, company.code)
    expect(aid.locator("p").first).to_contain_text("Choose another section than last time")  # after the bots' turns
    assert fingers.taps <= LEAST_TAPS
    assert company.broken == []


def test_a_german_table_has_no_english_words(db: None, sheet: Sheet) -> None:
    with speaking("de", LOCALE):
        table = StillTable(SCYTHE, friends=LONG_NAMES[:1], bots=2)
        tables_inside.play_bots(table.event, table.code)
        hand, board = table.asked(), table.wall()
    for html, name in ((hand, "german-first"), (board, "german-wall")):
        page = sheet.lay(html, PHONE if html is hand else PROJECTOR)
        expect(page.locator("[data-scythe]")).to_be_visible()
        all_sizes(page, name, whole=html is hand)
        assert sorted({each[0] for each in ENGLISH.findall(page.evaluate(WORDS))}) == []
        if html is hand:
            expect(page.get_by_role("heading", name="Du bist dran")).to_be_visible()
            fits(page)
            scythe_fits(page)
        else:
            wall_is_whole(page, CUT)
