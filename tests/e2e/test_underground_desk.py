"""An Underground table on its Control's tablet: a step of each kind, cards that hide again, nothing too small or too wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay, EndPhase
from control.engine.ids import SeatId
from rooms.realm.desks import Desk
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.module import EnterScheme
from rooms.underground.game.state import TURNS
from tests.e2e import west
from tests.e2e.boxes import box_of, picture, wrong_in
from tests.e2e.commands import arrivals
from tests.e2e.day import PROJECTOR, TABLET, UPRIGHT, Day
from tests.e2e.hands import end_table_step, take_in_schemes
from tests.e2e.pages import StillDay
from tests.scenarios import default

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "cat-2", "wolf-1")
NINE = ("cat-1", "cat-2", "cat-3", "wolf-1", "wolf-2", "wolf-3", "ram-1", "ram-2", "ram-3")
TABLES = {"west": ("cat-1", "cat-2"), "north": ("wolf-1", "wolf-2"), "east": ("ram-1", "ram-2")}
TO_ACTION = tuple(EndPhase(month=1, phase=phase) for phase in (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT))


def entered(seat: str, kind: str, *values: tuple[str, ...]) -> EnterScheme:
    """Return the command that enters this player's scheme of month 1 on paper."""
    return EnterScheme(player=SeatId(seat), month=1, paper=Paper(type=kind, values=values), reason="on paper")


class NineAtTheTable(StillDay):
    """Nine players at the West's table in Advancement, each with a scheme."""

    def arrange(self) -> None:
        self.give(BeginDay(), *arrivals(*NINE), *west.seated(*NINE), *TO_ACTION, west.end_step("updates"))
        self.give(*(entered(seat, "ambush") for seat in NINE), west.end_step("schemes"), west.end_step("minions"))


class AtAllTables(StillDay):
    """Two players at each table of the whole game, and one scheme."""

    usual = staticmethod(default)

    def arrange(self) -> None:
        self.give(BeginDay())
        for table, seats in TABLES.items():
            self.give(*arrivals(*seats), *west.seated(*seats, table=table))
        self.give(*TO_ACTION, west.end_step("updates"), entered("cat-1", "ambush"))


def fits(page: Page, name: str) -> None:
    for size in (TABLET, UPRIGHT):
        page.set_viewport_size(size)
        picture(page, f"{name}-{size['width']}", whole=True)
        assert wrong_in(page, ".und-desk", whole=False) == []


@pytest.mark.rule("GE-UND-61", "R-144")
def test_a_table_is_led_through_its_month_on_one_tablet(day: Day):
    day.give(BeginDay(), *arrivals(*SEATS), *west.seated(*SEATS), *TO_ACTION)
    ulla = day.staff("ulla", "underground/", TABLET)
    expect(ulla.locator("#step-title")).to_contain_text("Updates")
    fits(ulla, "1-updates")
    take_in_schemes(ulla)
    day.give(entered("cat-1", "ambush"), entered("wolf-1", "spread-rumors", ("cat",)))
    expect(ulla.locator(".und-scheme")).to_have_count(2)
    fits(ulla, "2-schemes")

    ulla.locator("#drawn-cat").click()
    expect(ulla.locator("#ask input[name=card]")).to_have_count(4)
    picture(ulla, "2-drawn", whole=True)
    ulla.locator("#hide").click()
    expect(ulla.locator("#ask-box")).to_be_hidden()
    ulla.locator(".und-scheme").first.click()
    expect(ulla.locator("#ask")).to_contain_text("Ambush")
    picture(ulla, "2-face")
    ulla.locator("[data-touch-hides]").click()  # hides at a touch
    expect(ulla.locator("#ask")).to_be_empty()

    end_table_step(ulla, "Schemes", "Minions")
    end_table_step(ulla, "Minions", "Advancement")
    ulla.locator(".on-turn .und-hand").click()
    ulla.locator("#ask .und-pick").first.click()
    ulla.locator("#hand-scheme").select_option(index=1)
    picture(ulla, "4-hand")
    ulla.locator("#advance").click()
    expect(ulla.locator("#ask-box")).to_be_hidden()
    fits(ulla, "4-advancement")
    end_table_step(ulla, "Advancement", "Protection")
    ulla.locator(".on-turn .und-hand").click()
    ulla.locator("#ask .und-pick").first.click()
    ulla.locator("#hand-scheme").select_option(index=2)
    ulla.locator("#protect").click()
    expect(ulla.locator("#ask-box")).to_be_hidden()
    end_table_step(ulla, "Protection", "Attack")
    ulla.locator(".on-turn .und-hand").click()
    ulla.locator("#ask .und-pick").first.click()
    ulla.locator("#hand-scheme option:not([disabled]):not([value=''])").first.evaluate("option => option.selected = true")
    ulla.locator("#attack").click()
    expect(ulla.locator(".und-attack")).to_be_visible()
    fits(ulla, "6-attack")
    end_table_step(ulla, "Attack", "Complete")
    fits(ulla, "7-complete")
    assert "the same" in day.replay()


def in_sight(page: Page, place: str) -> bool:
    """Return whether all of this is visible without scrolling, between the sticky head and foot."""
    page.evaluate("() => scrollTo(0, 0)")
    box = box_of(page.locator(place))
    foot = box_of(page.locator(".desk-foot"))
    return box["y"] >= 0 and box["y"] + box["height"] <= foot["y"]


@pytest.mark.rule("R-116", "GE-UND-61")
def test_whose_turn_it_is_and_one_button_to_go_on_stand_in_the_first_screen_of_nine(db, sheet):
    day = NineAtTheTable()
    for step in TURNS:
        ulla = sheet.lay(day.desk(Desk.UNDERGROUND, place="underground/table/west/"))
        expect(ulla.locator(".und-sitters > li")).to_have_count(9)
        expect(ulla.locator("#turn-now")).to_contain_text("to act since")
        fits(ulla, f"nine-{step}")
        for size in (TABLET, UPRIGHT):
            ulla.set_viewport_size(size)
            for place in ("#turn-now", "#turn-done", "#end-west", "#step-title"):
                assert in_sight(ulla, place), (step, size, place)
        first = ulla.locator("#turn-now b").inner_text()
        west.end_turn(day.event)
        sheet.lay(day.desk(Desk.UNDERGROUND, place="underground/table/west/"))
        expect(ulla.locator("#turn-now b")).not_to_have_text(first)
        day.give(west.end_step(step))


def test_all_tables_side_by_side_lie_over_nothing(db, sheet):
    html = AtAllTables().desk(Desk.UNDERGROUND, place="underground/all/")
    for size in (TABLET, UPRIGHT, PROJECTOR):
        ulla = sheet.lay(html, size)
        expect(ulla.locator(".room-rail")).to_have_count(3)
        picture(ulla, f"all-{size['width']}", whole=True)
        assert wrong_in(ulla, ".und-tabs, .room-desk", whole=False) == []
