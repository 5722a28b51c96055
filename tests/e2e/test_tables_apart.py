"""Three tables of one room, each with its own step and time: on the wall, at the desk that leads them, on the phones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from control.day.clock.pauses import AddTime
from control.day.clock.phases import BeginDay, EndPhase
from control.day.notices import Announce
from control.engine.modules import Command
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e import west
from tests.e2e.boxes import wrong_in
from tests.e2e.commands import arrivals
from tests.e2e.day import PROJECTOR, TABLET, UPRIGHT, Console, Day, event_of
from tests.e2e.pages import StillDay
from tests.e2e.test_hall import LONG, parts_apart
from tests.forks import ROOT
from tests.scenarios import default

pytestmark = pytest.mark.e2e

SEATS = {"cat-1": "west", "wolf-1": "north", "ram-1": "east"}
WALL = ("control/screen.js",)  # shrinks long clocks
# Action of month 1 with a player at each table of the Underground. Its steps end only by hand.
ACTION: Sequence[Command] = (
    BeginDay(),
    *arrivals(*SEATS),
    *(each for seat, table in SEATS.items() for each in west.seated(seat, table=table)),
    *(EndPhase(month=1, phase=phase) for phase in (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT)),
    *(AddTime(month=1, phase=Phase.ACTION, seconds=36_000, room=Room.UNDERGROUND, table=table) for table in SEATS.values()),
)


class AtThreeTables(StillDay):
    """The whole game in this process, with players at three tables."""

    usual = staticmethod(default)

    def arrange(self) -> None:
        self.give(*ACTION)


@pytest.fixture
def still(db: None) -> AtThreeTables:
    return AtThreeTables()


@pytest.fixture
def action(console: Console, chromium: Browser) -> Iterator[Day]:
    """The whole game on a running console."""
    with event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        day.give(*ACTION)
        yield day


def test_the_wall_shows_the_clock_of_every_table_and_nothing_lies_over_another(still, sheet):
    def lay_untapped() -> Page:
        """Lay out the wall as it is before somebody has tapped it for sound."""
        laid = sheet.lay(still.wall(), PROJECTOR, scripts=WALL)
        laid.evaluate("document.body.dataset.sound = 'blocked'")
        return laid

    wall = lay_untapped()
    rooms = wall.locator(".face-rooms section")
    expect(rooms).to_have_count(5)
    still.give(*(west.end_step(step, table="east") for step in ("updates", "schemes", "minions")))
    lay_untapped()
    expect(rooms).to_have_count(5)
    expect(rooms.filter(has_text="The East")).to_contain_text("Advancement")
    expect(rooms.filter(has_text="The West")).to_contain_text("Updates")
    assert parts_apart(wall) == []
    assert wrong_in(wall, ".face-rooms") == []

    still.give(Announce(text=LONG))
    lay_untapped()
    expect(wall.locator(".face-notice")).to_contain_text("The gates are open")
    assert parts_apart(wall) == []
    assert wrong_in(wall, ".face-rooms") == []


@pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["lying", "upright"])
def test_the_desk_of_all_tables_has_room_for_fingers(still, sheet, size):
    ulla = sheet.lay(still.desk(Desk.UNDERGROUND, place="underground/all/"), size)
    expect(ulla.locator(".room-rail")).to_have_count(3)
    assert wrong_in(ulla, ".room-rails", least=44) == []


def rail(page: Page, table: str) -> Locator:
    return page.locator(f'.room-rail[data-table="{table}"]')


def test_one_tablet_leads_all_tables_each_by_itself(action):
    ulla = action.staff("ulla", "underground/all/", UPRIGHT)
    expect(ulla.locator(".room-rail")).to_have_count(3)
    assert wrong_in(ulla, ".room-rails", least=44) == []

    rail(ulla, "north").get_by_role("link", name="Take in the schemes").click()
    ulla.locator("#ask").get_by_role("button", name="Take in the schemes").click()
    expect(ulla.locator("#ask-box")).to_be_hidden()
    expect(rail(ulla, "north")).to_contain_text("Schemes.")
    rail(ulla, "north").get_by_role("button", name="End Schemes").click()
    sure = ulla.locator("#end-sure")
    expect(sure.or_(rail(ulla, "north").filter(has_text="Minions.")).first).to_be_visible()
    if sure.is_visible():  # if some schemes are not placed yet
        sure.click()
    expect(rail(ulla, "north")).to_contain_text("Minions.")
    rail(ulla, "west").get_by_role("button", name="Pause").click()
    expect(rail(ulla, "west")).to_contain_text("Paused")
    expect(rail(ulla, "east").get_by_role("button", name="Pause")).to_be_visible()

    clocks = action.state.clock.rooms
    steps = {key: clock.step for key, clock in clocks.items() if key.startswith("underground")}
    assert steps == {"underground/west": "updates", "underground/north": "minions", "underground/east": "updates"}
    assert "the same" in action.replay()


def test_a_phone_counts_down_the_step_of_its_own_table(action):
    cat, wolf = action.phone("cat-1"), action.phone("wolf-1")
    expect(cat.locator(".bar-step-name")).to_have_text("Updates")

    action.give(west.end_step("updates"))

    expect(cat.locator(".bar-step-name")).to_have_text("Schemes")
    expect(cat.locator('.bar [data-clock="underground/west"]')).to_be_visible()
    expect(wolf.locator(".bar-step-name")).to_have_text("Updates")
    expect(wolf.locator('.bar [data-clock="underground/north"]')).to_be_visible()
