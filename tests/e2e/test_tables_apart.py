"""Three tables of one room, each with its own step and time: on the wall, at the desk that leads them, on the phones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.e2e.boxes import wrong_in
from tests.e2e.day import TABLET, TO, Console, Day, event_of
from tests.e2e.test_hall import SAID, parts_apart
from tests.houses import ROOT

pytestmark = pytest.mark.e2e

SEATS = {"cat-1": "west", "wolf-1": "north", "ram-1": "east"}
THERE = tuple(
    f"give(CheckIn(seat=SeatId('{seat}'), before=Presence.EXPECTED, presence=Presence.PRESENT)); "
    f"give(SeatInRoom(player=SeatId('{seat}'), month=1, room=Room.UNDERGROUND, table='{table}'))"
    for seat, table in SEATS.items()
)
LONGER = tuple(
    f"give(AddTime(month=1, phase=Phase.ACTION, seconds=36000, room=Room.UNDERGROUND, table='{table}'))" for table in SEATS.values()
)
UPDATES = "give(EndStep(room=Room.UNDERGROUND, month=1, step=StepId('updates'), table='{table}'))"
STEPS = "{key: at.step for key, at in journal.head(event.stream).state.clock.rooms.items() if key.startswith('underground')}"
UPRIGHT = ViewportSize(width=820, height=1180)


@pytest.fixture
def action(console: Console, chromium: Browser) -> Iterator[Day]:
    """Action of month 1 of the whole game, with a player at each table of the Underground; its steps end by hand alone."""
    with event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        day.give("give(BeginDay())", *THERE, *TO["ACTION"], *LONGER)
        yield day


def test_the_wall_shows_the_clock_of_every_table_and_nothing_lies_over_another(action):
    wall = action.screen()
    rooms = wall.locator(".face-rooms section")
    expect(rooms).to_have_count(5)
    for step in ("updates", "schemes", "minions"):
        action.give(UPDATES.replace("updates", step).format(table="east"))
    east = rooms.filter(has_text="The East")
    expect(east).to_contain_text("Advancement")
    expect(rooms.filter(has_text="The West")).to_contain_text("Updates")
    assert parts_apart(wall) == []
    assert wrong_in(wall, ".face-rooms") == []

    action.give(*SAID)
    expect(wall.locator(".face-notice")).to_contain_text("The gates are open")
    assert parts_apart(wall) == []
    assert wrong_in(wall, ".face-rooms") == []


def rail(page: Page, table: str) -> Locator:
    return page.locator(f'.room-rail[data-table="{table}"]')


@pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["lying", "upright"])
def test_one_tablet_leads_all_tables_each_by_itself(action, size):
    ulla = action.staff("ulla", "underground/all/", size)
    expect(ulla.locator(".room-rail")).to_have_count(3)
    assert wrong_in(ulla, ".room-rails", least=44) == []

    rail(ulla, "north").get_by_role("link", name="Take in the schemes").click()
    ulla.locator("#ask").get_by_role("button", name="Take in the schemes").click()
    expect(rail(ulla, "north")).to_contain_text("Schemes.")
    rail(ulla, "north").get_by_role("button", name="End Schemes").click()
    expect(rail(ulla, "north")).to_contain_text("Minions.")
    rail(ulla, "west").get_by_role("button", name="Pause").click()
    expect(rail(ulla, "west")).to_contain_text("Paused")
    expect(rail(ulla, "east").get_by_role("button", name="Pause")).to_be_visible()

    assert action.ask(STEPS) == {"underground/west": "updates", "underground/north": "minions", "underground/east": "updates"}
    assert "the same" in action.replay()


def test_a_phone_counts_down_the_step_of_its_own_table(action):
    cat, wolf = action.phone("cat-1"), action.phone("wolf-1")
    expect(cat.locator(".bar-step-name")).to_have_text("Updates")

    action.give(UPDATES.format(table="west"))

    expect(cat.locator(".bar-step-name")).to_have_text("Schemes")
    expect(cat.locator('.bar [data-clock="underground/west"]')).to_be_visible()
    expect(wolf.locator(".bar-step-name")).to_have_text("Updates")
    expect(wolf.locator('.bar [data-clock="underground/north"]')).to_be_visible()
