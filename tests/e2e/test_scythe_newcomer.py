"""Somebody who has never played takes a first turn at a table of Scythe with two bots, with the aid alone; and a German table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.day import LONG, PHONE, PROJECTOR, TABLET, Day, event_of, fast_scenario, staffed
from tests.e2e.test_german import fits
from tests.e2e.test_scythe_moves import is_well_laid_out
from tests.e2e.test_scythe_turn import LEAST_TAPS, Fingers
from tests.e2e.test_scythe_wall import CUT
from tests.e2e.test_table_comfort import all_sizes
from tests.houses import House

pytestmark = pytest.mark.e2e

# Words of the interface that no German sentence has. Names of people and of the game are no words of it.
ENGLISH = re.compile(
    r"\b(the|turn|your|you|choose|section|row|top|bottom|move|gain|trade|produce|bolster|upgrade|deploy|build|enlist|power|coins?"
    r"|popularity|workers?|cards?|stars?|score|others|territor(y|ies)|wood|food|metal|village|mountain|farm|forest|lake|factory|and"
    r"|of|for|with|used|new|here|board|signs|mean)\b",
    re.IGNORECASE,
)
# Is the own home base within the frame of the map?
HOME = """() => {
  const frame = document.querySelector("[data-map-frame]"), box = frame.getBoundingClientRect();
  const its = frame.querySelector(`[data-region="${frame.dataset.home}"]`).getBoundingClientRect();
  const [x, y] = [its.x + its.width / 2, its.y + its.height / 2];
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}"""
WORDS = """() => [...document.querySelectorAll(".sy-phone, .sy-wall")].map((each) => [each.innerText,
  ...[...each.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel)].join("\\n")).join("\\n")"""


def opened(phone: Page, house: str, words: dict[str, str]) -> str:
    """A friend opens a table for three; gives its code."""
    phone.emulate_media(reduced_motion="reduce")
    phone.goto(f"{house}/tables/")
    phone.get_by_label(words["name"]).fill("Maximiliana Wolkenstein-Trostburg")
    phone.get_by_role("button", name=words["me"]).click()
    card = phone.locator("form", has=phone.get_by_role("heading", name="Scythe"))
    card.get_by_text(words["agree"]).click()
    card.get_by_label(words["chairs"]).select_option("3")
    card.get_by_label(words["time"]).select_option("0")
    card.get_by_role("button", name=words["open"]).click()
    return phone.locator("#region-top .table-code").inner_text()


def bots_sit_down(phone: Page, verb: str) -> None:
    """On the two chairs that are left."""
    buttons = phone.locator("#region-main").get_by_role("button", name=verb)
    for left in (1, 0):
        buttons.first.click()
        expect(buttons).to_have_count(left)


@pytest.mark.rule("SY-TRN-01")
def test_a_newcomer_takes_a_first_turn_with_the_aid_alone(day: Day) -> None:
    phone, broken = day.device(PHONE).new_page(), list[str]()
    phone.on("pageerror", lambda error: broken.append(error.message))
    words = {"name": "Your name", "me": "That is me", "agree": "Agree on something first", "chairs": "Chairs"}
    opened(phone, day.house.address, {**words, "time": "Time for a turn", "open": "Open this table"})
    bots_sit_down(phone, "Steady bot")
    phone.get_by_role("button", name="Begin the game").click()

    aid = phone.locator(".sy-aid")
    expect(aid).to_be_visible()
    expect(aid).to_contain_text("A turn is one section of your mat")
    all_sizes(phone, "new-sections")
    expect(phone.locator("[data-map-frame]")).to_be_visible()
    assert phone.evaluate(HOME)  # a device that was turned and turned back
    advised = re.search(r"Produce, above (\w+)", aid.inner_text())
    assert advised is not None
    fingers = Fingers(phone)
    fingers.press(re.compile(f"Produce.*{advised[1]}", re.DOTALL))
    expect(phone.get_by_role("heading", name="Top row: Produce")).to_be_visible()
    is_well_laid_out(phone)
    fingers.press("Produce")

    expect(phone.get_by_role("heading", name=f"Bottom row: {advised[1]}")).to_be_visible()
    expect(aid).to_contain_text("It costs tokens on territories you control.")
    all_sizes(phone, "new-bottom")
    is_well_laid_out(phone)
    expect(phone.locator(".sy-says")).to_contain_text(
        re.compile(rf"^{advised[1]} costs \d \w+, and you control only \d\. Your turn is over then")
    )
    fingers.press("Do without the bottom row, end my turn")
    expect(aid.locator("p").first).to_contain_text("Choose another section than last time")  # after the bots
    assert fingers.taps <= LEAST_TAPS
    assert broken == []


@pytest.fixture
def german_console(chromium: Browser, tmp_path: Path) -> Iterator[Day]:
    """An event on a console of its own that was started in German."""
    house = House.furnished(tmp_path / "var")
    house.environment = {"MEGAGAME_LANGUAGE": "de"}
    with house, staffed(house) as console, event_of(console, chromium, fast_scenario(tmp_path / "scenario", **LONG)) as day:
        yield day


def test_a_german_table_has_no_english_words(german_console: Day) -> None:
    day = german_console
    phone, wall = day.device(PHONE).new_page(), day.device(PROJECTOR).new_page()
    words = {"name": "Dein Name", "me": "Das bin ich", "agree": "Erst etwas absprechen", "chairs": "Plätze"}
    code = opened(phone, day.house.address, {**words, "time": "Zeit für einen Zug", "open": "Diesen Tisch eröffnen"})
    wall.goto(f"{day.house.address}/screen/table/{code}/")
    bots_sit_down(phone, "Ruhiger Bot")
    phone.get_by_role("button", name="Spiel beginnen").click()
    expect(phone.get_by_role("heading", name="Du bist dran")).to_be_visible()
    for page, name in ((phone, "german-first"), (wall, "german-wall")):
        expect(page.locator("[data-scythe]")).to_be_visible()
        all_sizes(page, name, whole=page is phone)
        assert sorted({each[0] for each in ENGLISH.findall(page.evaluate(WORDS))}) == []
    fits(phone)
    is_well_laid_out(phone)
    for size in (TABLET, PROJECTOR):
        wall.set_viewport_size(size)
        assert wall.evaluate(CUT) == [], size
