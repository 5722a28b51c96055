"""Return before it ends, the God Emperor's part, the marshal's card and the epilogue, on tablets and the wall."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from control.day.clock.phases import BeginDay
from control.day.handoffs import HandOver
from rooms.realm.desks import Desk
from rooms.realm.game.scheme_effects.completion import CompleteScheme
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Phase
from tests.e2e.boxes import box_of, picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import PROJECTOR, TABLET, UPRIGHT, Day
from tests.e2e.throne import day_ends, leave_to_cat

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "wolf-1", "ram-1")
LAST = 4  # months of the small scenario
RUMORS = Paper(type="spread-rumors", values=(("cat",),))
OWED = (
    CompleteScheme(month=1, table="west", house=HouseId("wolf"), reason="shown", player=None, paper=RUMORS),
    HandOver(origin=Desk.COURT, to=Desk.WAR, what="Amn is closed to everybody this month"),
)


def seen(page: Page, region: str, name: str, sizes: Sequence[ViewportSize] = (TABLET, UPRIGHT)) -> None:
    """Check that nothing is cut off or overlaps, with the tablet across and upright."""
    for size in sizes:
        page.set_viewport_size(size)
        picture(page, f"{name}-{size['width']}")
        assert wrong_in(page, region, whole=False) == []


@pytest.mark.rule("R-20", "R-17", "GE-EVT-45", "GE-SOV-33", "C-18")
def test_return_is_shown_before_it_turns_the_month(day: Day):
    anna, wanda, conrad, ulla = (day.staff(name) for name in ("anna", "wanda", "conrad", "ulla"))
    day.give(BeginDay(), *arrivals(*SEATS), *phase_ends(Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT))
    conrad.goto(day.address("court/"))
    expect(conrad.locator(".emperor-now")).to_contain_text("Self-preservation")
    seen(conrad, ".emperor-now", "emperor-desk")
    conrad.locator("#emperor-part").click()
    expect(conrad.locator(".emperor-first")).to_contain_text("Arbitrariness")
    seen(conrad, ".emperor", "emperor-part")

    day.give(*OWED, *phase_ends(Phase.ACTION))
    anna.goto(day.address(""))
    turn = anna.locator(".turn")
    expect(turn).to_contain_text(": nothing, as it stands now.")
    expect(turn).to_contain_text("1 completed scheme strikes")
    expect(turn).not_to_contain_text("Spread Rumors")
    seen(anna, ".turn", "turn-organizer")
    for page, at, name in ((wanda, "war/", "war"), (conrad, "court/", "court"), (ulla, "underground/all/", "underground")):
        page.goto(day.address(at))
        expect(page.locator(".turn")).to_be_visible()
        seen(page, ".turn", f"turn-{name}")
    expect(ulla.locator(".turn")).to_contain_text("1 completed scheme strikes")
    expect(ulla.locator(".turn")).not_to_contain_text("Spread Rumors")
    for size in (TABLET, UPRIGHT):
        conrad.set_viewport_size(size)
        matters = box_of(conrad.locator("#part-matters"))
        for below in ("#part-turn-court", "#part-court-sitting", "#part-court-floor", "#part-steps-court"):
            if below != "#part-steps-court" or size == UPRIGHT:  # across, the steps have a column of their own
                assert matters["y"] < box_of(conrad.locator(below))["y"], (size, below)
    wanda.locator(".turn-held a").click()
    wanda.locator("[id^=take-]").click()
    expect(wanda.locator(".turn-held")).to_have_count(0)
    expect(turn.locator(".turn-held")).to_have_count(0)

    conrad.goto(f"{day.house.address}/print/{day.event}/marshal/")
    expect(conrad.locator(".marshal")).to_contain_text("eye protection")
    conrad.set_viewport_size(TABLET)
    picture(conrad, "marshal")


@pytest.mark.rule("R-27", "GE-SOV-13")
def test_the_wall_and_the_overview_say_where_the_court_of_the_epilogue_sits(day: Day):
    wall, anna = day.screen(), day.staff("anna")
    day.give(BeginDay(), *arrivals(*SEATS))
    day.ask(leave_to_cat, LAST)
    day.give(day_ends(LAST))
    anna.goto(day.address(""))
    expect(wall.locator(".face-deeds")).to_contain_text("home castle of Cat")
    expect(anna.locator("#ended-title")).to_contain_text("Divine Sovereign")
    expect(wall.locator(".face")).to_contain_text("Cat hosts in Amn")
    seen(wall, ".face", "epilogue-wall", (PROJECTOR,))
    seen(anna, "section[aria-labelledby=ended-title]", "epilogue-overview")
