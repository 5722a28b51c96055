"""A table of the Underground on its Control's tablet: a step of each kind, cards that hide again, nothing too small or too wide."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.boxes import box_of, wrong_in
from tests.e2e.day import PROJECTOR, TABLET, TO, Day, event_of
from tests.forks import ROOT

pytestmark = pytest.mark.e2e

UPRIGHT = ViewportSize(width=820, height=1180)
SEATS = ("cat-1", "cat-2", "wolf-1")


def here(seats: Iterable[str], table: str = "west") -> tuple[str, ...]:
    """These players are there and sit at a table."""
    return tuple(
        f"give(CheckIn(seat=SeatId('{seat}'), before=Presence.EXPECTED, presence=Presence.PRESENT)); "
        f"give(SeatInRoom(player=SeatId('{seat}'), month=1, room=Room.UNDERGROUND, table='{table}'))"
        for seat in seats
    )


NINE = ("cat-1", "cat-2", "cat-3", "wolf-1", "wolf-2", "wolf-3", "ram-1", "ram-2", "ram-3")
SETUP = (
    "from rooms.realm.papers.game.types import Paper",
    "from rooms.underground.game.part import EnterScheme",
    "step = lambda name: give(EndStep(room=Room.UNDERGROUND, month=1, step=StepId(name), table='west'))",
    "paper = lambda seat, kind, values=(): give(EnterScheme(player=SeatId(seat), month=1, paper=Paper(type=kind, values=values),"
    " reason='on paper'))",
)


def picture(page: Page, name: str) -> None:
    """A picture for people to look at, where a folder is named for it."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def fits(page: Page, name: str) -> None:
    for size in (TABLET, UPRIGHT):
        page.set_viewport_size(size)
        picture(page, f"{name}-{size['width']}")
        assert wrong_in(page, ".und-desk", whole=False) == []


@pytest.mark.rule("GE-UND-61", "R-144")
def test_a_table_is_led_through_its_month_on_one_tablet(day: Day):
    day.give("give(BeginDay())", *here(SEATS), *TO["ACTION"], *SETUP)
    ulla = day.staff("ulla", "underground/", TABLET)
    expect(ulla.locator("#step-title")).to_contain_text("Updates")
    fits(ulla, "1-updates")
    ulla.get_by_role("link", name="Take in the schemes").click()
    ulla.locator("#ask").get_by_role("button", name="Take in the schemes").click()
    expect(ulla.locator("#step-title")).to_contain_text("Schemes")
    day.give(*SETUP, "paper('cat-1', 'ambush')", "paper('wolf-1', 'spread-rumors', (('cat',),))")
    expect(ulla.locator(".und-scheme")).to_have_count(2)
    fits(ulla, "2-schemes")

    ulla.locator("#drawn-cat").click()
    expect(ulla.locator("#ask input[name=card]")).to_have_count(4)
    picture(ulla, "2-drawn")
    ulla.locator("#hide").click()
    expect(ulla.locator("#ask-box")).to_be_hidden()
    ulla.locator(".und-scheme").first.click()
    expect(ulla.locator("#ask")).to_contain_text("Ambush")
    picture(ulla, "2-face")
    ulla.locator("[data-touch-hides]").click()  # hides at a touch
    expect(ulla.locator("#ask")).to_be_empty()

    ulla.locator("#end-west").click()
    expect(ulla.locator("#step-title")).to_contain_text("Minions")
    ulla.locator("#end-west").click()
    expect(ulla.locator("#step-title")).to_contain_text("Advancement")
    ulla.locator(".on-turn .und-hand").click()
    ulla.locator("#ask .und-pick").first.click()
    ulla.locator("#hand-scheme").select_option(index=1)
    picture(ulla, "4-hand")
    ulla.locator("#advance").click()
    expect(ulla.locator("#ask-box")).to_be_hidden()
    fits(ulla, "4-advancement")
    ulla.locator("#end-west").click()
    expect(ulla.locator("#step-title")).to_contain_text("Protection")
    ulla.locator(".on-turn .und-hand").click()
    ulla.locator("#ask .und-pick").first.click()
    ulla.locator("#hand-scheme").select_option(index=2)
    ulla.locator("#protect").click()
    expect(ulla.locator("#ask-box")).to_be_hidden()
    ulla.locator("#end-west").click()
    expect(ulla.locator("#step-title")).to_contain_text("Attack")
    ulla.locator(".on-turn .und-hand").click()
    ulla.locator("#ask .und-pick").first.click()
    ulla.locator("#hand-scheme option:not([disabled]):not([value=''])").first.evaluate("option => option.selected = true")
    ulla.locator("#attack").click()
    expect(ulla.locator(".und-attack")).to_be_visible()
    fits(ulla, "6-attack")
    ulla.locator("#end-west").click()
    expect(ulla.locator("#step-title")).to_contain_text("Complete")
    fits(ulla, "7-complete")
    assert "the same" in day.replay()


def in_sight(page: Page, place: str) -> bool:
    """Is all of this on the screen without scrolling, between the head and the foot that stay?"""
    page.evaluate("() => scrollTo(0, 0)")
    box = box_of(page.locator(place))
    foot = box_of(page.locator(".desk-foot"))
    return box["y"] >= 0 and box["y"] + box["height"] <= foot["y"]


@pytest.mark.rule("R-116", "GE-UND-61")
def test_whose_turn_it_is_and_one_button_to_go_on_stand_in_the_first_screen_of_nine(day):
    day.give("give(BeginDay())", *here(NINE), *TO["ACTION"], *SETUP)
    day.give(*SETUP, "step('updates')", *(f"paper('{seat}', 'ambush')" for seat in NINE), "step('schemes')", "step('minions')")
    ulla = day.staff("ulla", "underground/table/west/", TABLET)
    expect(ulla.locator(".und-sitters > li")).to_have_count(9)
    for name in ("advancement", "protection", "attack"):
        expect(ulla.locator("#turn-now")).to_contain_text("to act since")
        fits(ulla, f"nine-{name}")
        for size in (TABLET, UPRIGHT):
            ulla.set_viewport_size(size)
            for place in ("#turn-now", "#turn-done", "#end-west", "#step-title"):
                assert in_sight(ulla, place), (name, size, place)
        first = ulla.locator("#turn-now b").inner_text()
        ulla.locator("#turn-done").click()
        expect(ulla.locator("#turn-now b")).not_to_have_text(first)
        ulla.locator("#end-west").click()
        expect(ulla.locator(".und-step")).not_to_have_attribute("data-step", name)


def test_all_tables_side_by_side_lie_over_nothing(console, chromium):
    tables = {"west": ("cat-1", "cat-2"), "north": ("wolf-1", "wolf-2"), "east": ("ram-1", "ram-2")}
    seated = (each for table, seats in tables.items() for each in here(seats, table))
    with event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        day.give("give(BeginDay())", *seated, *TO["ACTION"], *SETUP, "step('updates')", "paper('cat-1', 'ambush')")
        ulla = day.staff("ulla", "underground/all/", TABLET)
        expect(ulla.locator(".room-rail")).to_have_count(3)
        for size in (TABLET, UPRIGHT, PROJECTOR):
            ulla.set_viewport_size(size)
            picture(ulla, f"all-{size['width']}")
            assert wrong_in(ulla, ".und-tabs, .room-desk", whole=False) == []
