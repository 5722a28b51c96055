"""An Underground table on the wall and on a tablet: cards, an attack card by card, and no hidden face shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from control.day.clock.phases import BeginDay, EndPhase
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.module import EnterScheme
from rooms.underground.game.state import TableStep
from tests.e2e import west
from tests.e2e.boxes import box_of, picture, wrong_in
from tests.e2e.commands import arrivals
from tests.e2e.day import PROJECTOR, TABLET, Console, Day, event_of, stop_clock, wait_for_request
from tests.e2e.pages import Sheet, StillDay
from tests.forks import ROOT
from tests.scenarios import default

pytestmark = pytest.mark.e2e

HOUSES = ("cat", "snake", "swords")
SEATS = tuple(f"{house}-{rank}" for house in HOUSES for rank in range(1, 6))
FEW = tuple(f"{house}-1" for house in HOUSES)
TO_PLANNING = (BeginDay(), EndPhase(month=1, phase=Phase.CEREMONY))
TO_ACTION = (EndPhase(month=1, phase=Phase.PLANNING), EndPhase(month=1, phase=Phase.MOVEMENT), west.LONGER)
TRAP = EnterScheme(player=SeatId("swords-5"), month=1, paper=Paper(type="ambush"), reason="on paper")
GONE = CheckIn(seat=SeatId("swords-1"), before=Presence.PRESENT, presence=Presence.ABSENT)
MOST_SECONDS = 60  # until a wall has shown all scenes
SLOW = 20_000  # milliseconds that a busy machine takes, longer than any scene stays
SIZES = {"wall": PROJECTOR, "tablet": TABLET}


class AtTheTable(StillDay):
    """Players at the West's table in Action of month 1 of the whole game, with sheets that bots have written."""

    usual = staticmethod(default)

    def arrange(self, *, seats: tuple[str, ...] = SEATS) -> None:
        self.give(*TO_PLANNING, *arrivals(*seats), *west.seated(*seats))
        west.write_sheets(self.event)
        self.give(*TO_ACTION)


@pytest.fixture
def still(db: None) -> AtTheTable:
    """Fifteen players at the table."""
    return AtTheTable()


@pytest.fixture
def table(console: Console, chromium: Browser) -> Iterator[Day]:
    """The same table on a running console."""
    with event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        day.give(*TO_PLANNING, *arrivals(*SEATS), *west.seated(*SEATS))
        day.ask(west.write_sheets)
        day.give(*TO_ACTION)
        yield day


def lay_at_both_sizes(day: StillDay, sheet: Sheet, name: str) -> Iterator[Page]:
    """Lay out the table on the wall, then on a tablet. At both sizes nothing overlaps or leaves the screen."""
    html = day.wall("underground/west")
    for device, size in SIZES.items():
        page = sheet.lay(html, size, scripts=["underground/wall.js"])
        picture(page, f"{name}-{device}")
        yield page
        assert wrong_in(page, ".table-wall") == []


def test_a_table_is_seen_from_above_with_its_attack_in_the_middle(still, sheet):
    for page in lay_at_both_sizes(still, sheet, "updates"):
        expect(page.locator(".place")).to_have_count(15)
        expect(page.locator(".scheme")).to_have_count(0)

    west.end_steps(still.event, TableStep.SCHEMES)
    still.give(TRAP)
    west.play_step(still.event, TableStep.SCHEMES, 3)
    for page in lay_at_both_sizes(still, sheet, "schemes"):
        expect(page.locator(".table-step")).to_contain_text("Schemes")
        expect(page.locator(".scheme").first).to_be_visible()

    west.play_step(still.event, TableStep.ADVANCEMENT, 12)
    for page in lay_at_both_sizes(still, sheet, "advancement"):
        expect(page.locator(".scheme-bars .pip").first).to_be_visible()
    west.play_step(still.event, TableStep.PROTECTION, 12)
    for page in lay_at_both_sizes(still, sheet, "protection"):
        expect(page.locator(".minion-down").first).to_be_visible()
        assert page.locator(".minion-red, .minion-blue").count() == 0

    west.begin_attack(still.event, west.is_guarded)
    for page in lay_at_both_sizes(still, sheet, "attack"):
        expect(page.locator(".table-words")).to_contain_text("reveals the outermost Protection")
        expect(page.locator(".is-target")).to_have_count(1)
    west.reveal(still.event)
    for page in lay_at_both_sizes(still, sheet, "fight"):
        expect(page.locator(".fight .minion")).to_have_count(2)
        expect(page.locator(".fight-words")).to_contain_text("wins")
    west.finish_attack(still.event)
    west.begin_attack(still.event, west.is_by_the_last)
    for page in lay_at_both_sizes(still, sheet, "reached"):
        expect(page.locator(".table-words")).to_contain_text("looks at it")
    west.finish_attack(still.event)
    for page in lay_at_both_sizes(still, sheet, "trap"):
        expect(page.locator(".table-trap")).to_contain_text("Ambush")
    west.end_steps(still.event, TableStep.COMPLETE)
    for page in lay_at_both_sizes(still, sheet, "complete"):
        expect(page.locator(".table-step")).to_contain_text("Complete")


WATCHED = """
(() => {
  const kept = JSON.parse(sessionStorage.getItem("watched") ?? "[]");
  const look = () => {
    const place = document.querySelector(".table-scene");
    const now = place?.dataset.shown ?? "";
    if (now && kept.at(-1)?.[0] !== now) {
      kept.push([now, Date.now(), place.innerText]);
      sessionStorage.setItem("watched", JSON.stringify(kept));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""


@pytest.mark.rule("GE-UND-47", "R-119")
def test_each_fight_is_held_in_its_turn_also_by_a_wall_that_was_loaded_again(table):
    """All fights are over before a viewer can have read the first. The wall's clock runs only under control of the test."""
    wall = table.device(PROJECTOR).new_page()
    wall.clock.install()
    wall.add_init_script(WATCHED)
    wall.goto(f"{table.house.address}/screen/{table.event}/underground/west/")
    for step, rounds in ((TableStep.SCHEMES, 3), (TableStep.ADVANCEMENT, 12), (TableStep.PROTECTION, 12)):
        table.ask(west.play_step, step, rounds)
    table.ask(west.end_steps, TableStep.ATTACK)
    expect(wall.locator(".table-step")).to_contain_text("Attack")

    wall.context.set_offline(True)
    table.ask(west.fight, 5)
    table.ask(west.end_steps, TableStep.COMPLETE)
    stop_clock(wall, 10)
    wall.context.set_offline(False)
    scenes = wall.locator("template[data-scene]")
    expect(scenes.nth(2)).to_be_attached()
    numbers = [each.get_attribute("data-scene") or "" for each in scenes.all()]
    scene = wall.locator(".table-scene")
    expect(scene).to_have_attribute("data-shown", numbers[0])
    assert wrong_in(wall, ".table-wall") == []
    wall.clock.fast_forward(SLOW)  # nothing was drawn meanwhile
    expect(scene).to_have_attribute("data-shown", numbers[0])
    reload_slowly(wall)
    expect(scene).to_have_attribute("data-shown", numbers[0])
    for _second in range(MOST_SECONDS):
        if scene.get_attribute("data-shown") == "":
            break
        wall.clock.run_for(1_000)

    watched = wall.evaluate("() => JSON.parse(sessionStorage.getItem('watched'))")
    assert [number for number, _at, _words in watched] == numbers
    held = [then - now for (_one, now, _words), (_next, then, _) in pairwise(watched)]
    assert min(held) >= 4_000, "never faster than people can read"
    assert all("scheme" in words or "A TRAP!" in words.upper() for _number, _at, words in watched), "who did it to whom"
    expect(scene).to_be_empty()
    late = table.screen("underground/west")
    expect(late.locator(".table-step")).to_contain_text("Complete")
    expect(late.locator(".table-scene")).to_be_empty()


def reload_slowly(wall: Page) -> None:
    """Load the wall again. Its script arrives late by the wall's clock."""
    held: list[Route] = []
    wall.route("**/underground/wall.*.js", lambda route: held.append(route))
    wall.reload(wait_until="commit")
    script = wait_for_request(wall, held)
    wall.clock.run_for(SLOW)
    script.continue_()
    wall.wait_for_load_state()


def test_few_at_a_table_have_large_cards_and_a_scheme_of_nobody_there_is_named(db, sheet):
    day = AtTheTable(seats=FEW)
    west.play_step(day.event, TableStep.SCHEMES, 3)
    west.play_step(day.event, TableStep.ADVANCEMENT, 3)
    for page in lay_at_both_sizes(day, sheet, "few"):
        expect(page.locator(".scheme-bars .pip").first).to_be_visible()
        assert box_of(page.locator(".place .scheme-back").first)["width"] > 0.19 * box_of(page.locator(".hall"))["height"]
    day.give(GONE)
    for page in lay_at_both_sizes(day, sheet, "absent"):
        expect(page.locator(".place")).to_have_count(2)
        expect(page.locator(".table-absent")).to_contain_text("Schemes of Houses of which nobody sits here")
