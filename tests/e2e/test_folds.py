"""Long lists of a desk: a House's rows come when it is unfolded, stay with its region, and go when it is folded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
import yaml
from playwright.sync_api import Browser, expect

from control.day.clock.phases import BeginDay
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.commands import arrivals, phase_ends, seatings
from tests.e2e.day import LONG, Console, Day, event_of, fast_scenario

pytestmark = pytest.mark.e2e

HOUSES, RANKS = ("cat", "wolf", "ram"), 21
SEATS = tuple(f"{house}-{rank}" for house in HOUSES for rank in range(1, RANKS + 1))


@pytest.fixture
def crowded(console: Console, chromium: Browser, tmp_path: Path) -> Iterator[Day]:
    """An event with 63 players."""
    folder = fast_scenario(tmp_path / "scenario", **LONG)
    file = folder / "scenario.yaml"
    scenario = yaml.safe_load(file.read_text(encoding="utf-8"))
    scenario["casting"] = [
        {"name": f"Player {house.title()} {rank}", "house": house, "rank": rank} for house in HOUSES for rank in range(1, RANKS + 1)
    ]
    houses = folder / "houses.yaml"
    said = yaml.safe_load(houses.read_text(encoding="utf-8"))
    for house in said["houses"]:
        house["characters"] = (house["characters"] * RANKS)[:RANKS]
    houses.write_text(yaml.safe_dump(said, allow_unicode=True, sort_keys=False), encoding="utf-8")
    file.write_text(yaml.safe_dump(scenario, allow_unicode=True, sort_keys=False), encoding="utf-8")
    with event_of(console, chromium, folder) as day:
        yield day


def test_a_house_is_unfolded_refreshed_and_folded_again(crowded):
    crowded.give(*arrivals(*SEATS), BeginDay(), *phase_ends(Phase.CEREMONY), *seatings(Room.COURT, "cat-1", "wolf-1"))
    court = crowded.staff("conrad", "court/")
    expect(court.locator("body")).to_have_attribute("data-state", "live")
    cat, head, names = (court.locator(f"#fold-roll-cat{part}") for part in ("", "-head", " .roll-names li"))
    expect(head).to_contain_text("1")
    expect(names).to_have_count(0)

    head.click()
    expect(names).to_have_count(1)
    expect(cat).to_have_attribute("open", "")
    expect(head).to_be_focused()  # though the region was drawn anew

    crowded.give(*seatings(Room.COURT, "cat-2"))
    expect(names).to_have_count(2)
    expect(cat).to_have_attribute("open", "")
    expect(court.locator("#fold-roll-wolf .roll-names")).to_have_count(0)

    head.click()
    expect(cat).not_to_have_attribute("open", "")
    crowded.give(*seatings(Room.COURT, "cat-3"))
    expect(head).to_contain_text("3")
    expect(names).to_have_count(0)
    expect(cat).not_to_have_attribute("open", "")


def test_what_is_shut_around_an_open_house_stays_shut(crowded):
    crowded.give(*arrivals(*SEATS), BeginDay(), *phase_ends(Phase.CEREMONY), *seatings(Room.COURT, "cat-1"))
    court = crowded.staff("conrad", "court/")
    expect(court.locator("body")).to_have_attribute("data-state", "live")
    mend, title = court.locator("#roll-mend"), court.locator("#roll-title")
    cat = mend.locator("details[data-fold][id$='-cat']")
    mend.locator("> summary").click()
    cat.locator("summary").click()
    expect(cat.locator("button").first).to_be_visible()

    mend.locator("> summary").click()
    crowded.give(*seatings(Room.COURT, "cat-2"))
    expect(title).to_contain_text("2")
    expect(mend).not_to_have_attribute("open", "")
    mend.locator("> summary").click()
    crowded.give(*seatings(Room.COURT, "cat-3"))
    expect(title).to_contain_text("3")
    expect(cat.locator("button").first).to_be_visible()


def test_without_a_script_a_link_shows_the_house(crowded):
    crowded.give(*arrivals(*SEATS), BeginDay(), *phase_ends(Phase.CEREMONY), *seatings(Room.COURT, "cat-1"))
    court = crowded.staff("conrad", "court/")
    address = court.locator("#fold-roll-cat .fold-rows a").get_attribute("href")
    assert address is not None

    court.goto(urljoin(court.url, address))
    expect(court.locator("#fold-roll-cat .roll-names li")).to_have_count(1)
