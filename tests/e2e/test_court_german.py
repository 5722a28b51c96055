"""A whole cycle of the Court in German: no English is left on phone, tablet and wall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from control.day.clock.phases import BeginDay
from megagame import messages
from megagame.languages import SCRIPTS, SERVER
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.boxes import wrong_in
from tests.e2e.commands import arrivals, phase_ends, seatings
from tests.e2e.court import LONG_ACTION, to_step
from tests.e2e.day import Day, event_of, fast_scenario, staffed
from tests.e2e.test_german import SIDEWAYS, join
from tests.houses import House
from tests.languages.spoken import Words, data_of
from tests.scenarios import FIXTURES

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "wolf-1", "ram-1")
PLACE = re.compile(r"\{\w+\}|%\(\w+\)[sd]")
# Words that no German sentence contains. English texts of the scenario are removed before the search.
ENGLISH = re.compile(r"\b(?:the|of|and|are|you|your|with|for|this|not|by|has|have|who|what|month|until|vote|votes|pays?)\b", re.I)


@pytest.fixture
def german_court(chromium: Browser, tmp_path: Path) -> Iterator[Day]:
    """The small event on a German console. Three players are bound for the Court in Planning of month 1."""
    house = House.furnished(tmp_path / "var")
    house.environment = {"MEGAGAME_LANGUAGE": "de"}
    scenario = fast_scenario(tmp_path / "scenario", **LONG_ACTION)
    with house, staffed(house) as console, event_of(console, chromium, scenario) as day:
        day.give(BeginDay(), *arrivals(*SEATS), *phase_ends(Phase.CEREMONY), *seatings(Room.COURT, *SEATS))
        yield day


class Reader:
    """Reads the text of pages and collects what is still English."""

    def __init__(self, day: Day) -> None:
        files = [*(FIXTURES / "god_emperor").glob("*.yaml"), *(FIXTURES / "god_emperor_small").glob("*.yaml")]
        texts = {" ".join(each.split()) for file in files for each in values(yaml.safe_load(file.read_text(encoding="utf-8")))}
        self.texts = {each for each in texts if not PLACE.search(each)}
        self.filled = tuple(opened(each) for each in texts if PLACE.search(each) and len(PLACE.sub("", each)) > 6)  # news
        self.data = data_of(each for each in self.texts if each[:1].isupper() or " " in each)
        english = english_sentences()
        self.whole = {each for each in english if not PLACE.search(each)}
        self.open = tuple(opened(each) for each in english if PLACE.search(each) and len(PLACE.sub("", each)) > 6)
        self.left: set[str] = set()

    def hears(self, told: str) -> bool:
        """Return whether a text is English and not from the scenario."""
        bare = self.data.sub(" ", told).strip()
        if told in self.texts or not bare or any(each.fullmatch(told) for each in self.filled):
            return False
        return told in self.whole or bool(ENGLISH.search(bare)) or any(each.fullmatch(bare) for each in self.open)

    def page(self, page: Page, where: str) -> None:
        """Read all visible and spoken text of a page."""
        expect(page.locator("html")).to_have_attribute("lang", "de")
        words = Words()
        words.feed(page.content())
        for text in words.found:
            told = " ".join(text.split())
            if self.hears(told):
                self.left.add(f"{where}: {told}")


def values(document: object) -> Iterator[str]:
    """The texts of a scenario, without its field names."""
    if isinstance(document, dict | list):
        for each in document.values() if isinstance(document, dict) else document:
            yield from values(each)
    elif isinstance(document, str):
        yield document


def english_sentences() -> set[str]:
    """English sentences of the console that have a different German translation."""
    german, english = set[str](), set[str]()
    for domain in (SERVER, SCRIPTS):
        for message in messages.read("de", domain):
            ids, said = ((each,) if isinstance(each, str) else tuple(each or ()) for each in (message.id, message.string))
            english |= {each for each in ids if each}
            german |= set(said)
    return english - german


def opened(sentence: str) -> re.Pattern[str]:
    return re.compile(".+?".join(re.escape(piece) for piece in PLACE.split(sentence)))


@pytest.mark.rule("GE-CRT-26", "GE-CRT-34")
def test_a_cycle_of_the_court_is_read_in_german_on_phone_tablet_and_wall(german_court):
    day, reader = german_court, Reader(german_court)
    for english in (
        "Nobody is on the roll yet.",
        "It is law, 2 to 1.",
        "Close the vote",
        "Who pays the 3? …",
        "Assembled: 5",
    ):
        assert reader.hears(english)
    cat, wolf = join(day, "cat-1"), join(day, "wolf-1")
    wall = day.screen("floor")
    desk = day.staff("conrad", "court/")
    everybody = {"cat": cat, "wolf": wolf, "wall": wall, "desk": desk}

    def read(step: str) -> None:
        for name, page in everybody.items():
            reader.page(page, f"{step}, {name}")
            assert page.evaluate(SIDEWAYS) <= 0
        assert wrong_in(cat, "#region-floor, #region-sheet", whole=False) == []

    cat.locator("button", has_text="Fines").first.click()
    cat.locator("#field0-0").select_option("wolf")
    cat.locator("#field1-0").fill("2")
    cat.locator("#field2-0").fill("1")
    expect(cat.locator("#paper-cost")).to_contain_text("Kosten 3")
    read("writing")
    cat.get_by_role("button", name="An die Spielleitung senden").click()
    expect(cat.locator("[data-receipt]")).to_contain_text("Fassung 1")
    read("sent")

    day.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT))
    expect(cat.locator("#region-floor")).to_be_attached()
    read("updates")
    to_step(day, "explain-1")
    read("choosing")
    desk.locator("#choose-cat-1").click()
    expect(wall.locator(".floor-words")).to_contain_text("Fines")
    to_step(day, "debate-1")
    expect(cat.locator(".floor-clock")).to_contain_text("Debat")
    expect(wolf.locator(".floor-clock")).to_contain_text("Debat")  # a hand can be raised only in the step that the phone shows
    wolf.locator("#region-floor button.hand").click()
    expect(wolf.locator("[data-hand=up]")).to_be_visible()
    expect(desk.locator("#speaker-next")).to_be_visible()
    read("a hand")
    desk.locator("#speaker-next").click()
    expect(wall.locator(".floor-speaking")).to_be_visible()
    read("speaking")
    to_step(day, "vote-1")
    for phone in (cat, wolf):
        phone.locator("#region-floor .vote-for").click()
        expect(phone.locator("[data-vote=favor]")).to_be_visible()
    expect(desk.locator(".slot.filled")).to_have_count(2)
    read("vote")
    desk.locator("#close-vote").click()
    expect(desk.locator("#end-sure")).to_be_visible()
    read("vote, asked")
    desk.locator("#end-sure").click()
    expect(wall.locator(".floor-count dd")).to_have_text(["2", "1"])
    read("counted")
    desk.locator("#pay").click()
    expect(desk.locator("#pay-turns")).to_be_visible()
    read("payment")
    desk.locator("#pay-turns").click()
    expect(desk.locator(".heard .passed")).to_be_visible()
    expect(cat.locator("#region-floor .outcome-passed")).to_be_visible()
    read("passed")
    to_step(day, "explain-2")
    expect(cat.locator("#region-floor .floor-result")).to_be_visible()
    read("after")
    assert sorted(reader.left) == []
