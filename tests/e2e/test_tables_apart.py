"""Three tables of one room, each with its own step and time: on the wall, at the desk that leads them, on the phones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from control.day.clock.pauses import AddTime
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.notices import Announce
from control.day.people.choosing import SeatInRoom
from control.day.people.present import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId, StepId
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.boxes import wrong_in
from tests.e2e.day import PROJECTOR, TABLET, Console, Day, event_of
from tests.e2e.pages import Sheet, StillDay
from tests.e2e.test_hall import LONG, parts_apart
from tests.houses import ROOT
from tests.scenarios import default

pytestmark = pytest.mark.e2e

TABLES = {"cat-1": "west", "wolf-1": "north", "ram-1": "east"}  # where each of three players sits
UPRIGHT = ViewportSize(width=820, height=1180)
IN_ACTION = (
    BeginDay(),
    *(CheckIn(seat=SeatId(seat), before=Presence.EXPECTED, presence=Presence.PRESENT) for seat in TABLES),
    *(SeatInRoom(player=SeatId(seat), month=1, room=Room.UNDERGROUND, table=table) for seat, table in TABLES.items()),
    *(EndPhase(month=1, phase=phase) for phase in (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT)),
    *(AddTime(month=1, phase=Phase.ACTION, seconds=36_000, room=Room.UNDERGROUND, table=table) for table in TABLES.values()),
)


def ended(step: str, table: str) -> EndStep:
    """The command that ends a step of one table."""
    return EndStep(room=Room.UNDERGROUND, month=1, step=StepId(step), table=table)


class ThreeTables(StillDay):
    """Action of month 1 of the whole game, with a player at each table of the Underground."""

    usual = staticmethod(default)

    def arrange(self) -> None:
        self.give(*IN_ACTION)


@pytest.fixture
def tables(db: None) -> ThreeTables:
    return ThreeTables()


@pytest.fixture
def action(console: Console, chromium: Browser) -> Iterator[Day]:
    """The same day on a running console; its steps end by hand alone."""
    with event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        day.give(*IN_ACTION)
        yield day


def test_the_wall_shows_the_clock_of_every_table_and_nothing_lies_over_another(tables: ThreeTables, sheet: Sheet) -> None:
    tables.give(*(ended(step, "east") for step in ("updates", "schemes", "minions")))
    wall = sheet.lay(tables.wall(), PROJECTOR)
    rooms = wall.locator(".face-rooms section")
    expect(rooms).to_have_count(5)
    expect(rooms.filter(has_text="The East")).to_contain_text("Advancement")
    expect(rooms.filter(has_text="The West")).to_contain_text("Updates")
    assert parts_apart(wall) == []
    assert wrong_in(wall, ".face-rooms") == []

    tables.give(Announce(text=LONG))
    sheet.lay(tables.wall())
    wall.evaluate("document.body.dataset.sound = 'blocked'")  # the least room: nobody has allowed this wall to sound yet
    expect(wall.locator(".face-notice")).to_contain_text("The gates are open")
    assert parts_apart(wall) == []
    assert wrong_in(wall, ".face-rooms") == []


def rail(page: Page, table: str) -> Locator:
    """The clock of one table, on the page that leads them all."""
    return page.locator(f'.room-rail[data-table="{table}"]')


@pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["lying", "upright"])
def test_the_clocks_of_all_tables_lie_beside_one_another_on_one_tablet(
    tables: ThreeTables, sheet: Sheet, size: ViewportSize
) -> None:
    ulla = sheet.lay(tables.desk(Desk.UNDERGROUND, place="underground/all/"), size)
    expect(ulla.locator(".room-rail")).to_have_count(3)
    assert wrong_in(ulla, ".room-rails", least=44) == []


def test_one_tablet_leads_all_tables_each_by_itself_and_a_phone_counts_down_the_step_of_its_own(action: Day) -> None:
    ulla, cat, ram = action.staff("ulla", "underground/all/"), action.phone("cat-1"), action.phone("ram-1")
    expect(cat.locator(".bar-step-name")).to_have_text("Updates")
    rail(ulla, "north").get_by_role("link", name="Take in the schemes").click()
    ulla.locator("#ask").get_by_role("button", name="Take in the schemes").click()
    expect(rail(ulla, "north")).to_contain_text("Schemes.")
    ulla.set_viewport_size(UPRIGHT)
    rail(ulla, "north").get_by_role("button", name="End Schemes").click()
    expect(rail(ulla, "north")).to_contain_text("Minions.")
    rail(ulla, "west").get_by_role("button", name="Pause").click()
    expect(rail(ulla, "west")).to_contain_text("Paused")
    expect(rail(ulla, "east").get_by_role("button", name="Pause")).to_be_visible()
    rooms = action.state.clock.rooms
    steps = {key: at.step for key, at in rooms.items() if key.startswith("underground")}
    assert steps == {"underground/west": "updates", "underground/north": "minions", "underground/east": "updates"}

    action.give(ended("updates", "west"))
    expect(cat.locator(".bar-step-name")).to_have_text("Schemes")
    expect(cat.locator('.bar [data-clock="underground/west"]')).to_be_visible()
    expect(ram.locator(".bar-step-name")).to_have_text("Updates")
    expect(ram.locator('.bar [data-clock="underground/east"]')).to_be_visible()
    assert "the same" in action.replay()
