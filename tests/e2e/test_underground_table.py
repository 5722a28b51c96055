"""A table of the Underground on the wall and on a tablet that lies on it: cards, an attack card by card, and nothing hidden."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.boxes import box_of, wrong_in
from tests.e2e.day import PATIENCE, PROJECTOR, TABLET, TO, Console, Day, event_of
from tests.houses import ROOT

pytestmark = pytest.mark.e2e

SEATS = tuple(f"{house}-{rank}" for house in ("cat", "snake", "swords") for rank in range(1, 6))
THERE = tuple(
    f"give(CheckIn(seat=SeatId('{seat}'), before=Presence.EXPECTED, presence=Presence.PRESENT)); "
    f"give(SeatInRoom(player=SeatId('{seat}'), month=1, room=Room.UNDERGROUND, table='west'))"
    for seat in SEATS
)
BOTS = """
from control.journal import journal
from control.bots.rehearsal import play_planning, play_steps
from rooms.underground.game.tables.asked import hand_of, step_of, table_of, turn_at
from rooms.underground.game.tables.attacking import BeginAttack, Reveal, StopAttack
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.tables.reached import FoilScheme, GoOn
from rooms.underground.game.part import EnterScheme
from rooms.realm.papers.game.types import Paper
head = lambda: journal.head(type(event.stream).objects.get(pk=event.stream_id)).state
west = lambda: table_of(head(), "west")
tried = set()
def until(step):
    while (at := step_of(head(), "west")) != step:
        give(EndStep(room=Room.UNDERGROUND, month=1, step=StepId(at.value), table="west"))
"""
WRITE = "play_planning(event, 4, lazy=0.0)"
LONGER = "give(AddTime(month=1, phase=Phase.ACTION, seconds=36000, room=Room.UNDERGROUND, table='west'))"
PLAY = """
until("{step}")
for _each in range({rounds}):
    play_steps(event, 4, tried)
"""
ATTACK = """
until("attack")
attacker = turn_at(head(), "west")
house = head().seats[attacker].house
target = next(each for each in west().schemes if each.house != house and {wanted})
card = hand_of(head(), "west", attacker)[0]
give(BeginAttack(month=1, table="west", seat=attacker, scheme=target.id, card=card))
"""
REVEAL = """
give(Reveal(month=1, table="west", scheme=west().attack.scheme))
"""

TRAP = "give(EnterScheme(player=SeatId('swords-5'), month=1, paper=Paper(type='ambush'), reason='on paper'))"
ON = """
attack = west().attack
named = dict(month=1, table="west", seat=attack.attacker, scheme=attack.scheme) if attack else {}
if attack:
    trap = any(each.id == attack.scheme and each.paper.type in ("ambush", "exactly-as-planned") for each in west().schemes)
    give((GoOn if trap else FoilScheme)(**named))
"""


def album(page: Page, name: str) -> None:
    """A picture, where somebody wants to look at them."""
    if os.environ.get("PICTURES"):
        page.wait_for_timeout(900)
        page.screenshot(path=Path(os.environ["PICTURES"]) / f"{name}.png")


@pytest.fixture
def table(console: Console, chromium: Browser) -> Iterator[Day]:
    """Fifteen players at the table of the West in Action of month 1, with what bots have written."""
    with event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        day.give("give(BeginDay())", *TO["PLANNING"], *THERE, BOTS, WRITE)
        day.give("give(EndPhase(month=1, phase=Phase.PLANNING))", "give(EndPhase(month=1, phase=Phase.MOVEMENT))", LONGER)
        yield day


def test_a_table_is_seen_from_above_with_its_attack_in_the_middle(table):
    wall = table.screen("underground/west")
    tablet = table.device(TABLET).new_page()
    tablet.goto(wall.url)
    both = (wall, tablet)
    for page in both:
        expect(page.locator(".place")).to_have_count(15)
        expect(page.locator(".scheme")).to_have_count(0)

    table.give(BOTS, "until('schemes')", TRAP, PLAY.format(step="schemes", rounds=3))
    expect(wall.locator(".table-step")).to_contain_text("Schemes")
    expect(wall.locator(".scheme").first).to_be_visible()
    settled(both, "schemes")

    table.give(BOTS, PLAY.format(step="advancement", rounds=12))
    expect(wall.locator(".scheme-bars .pip").first).to_be_visible()
    settled(both, "advancement")
    table.give(BOTS, PLAY.format(step="protection", rounds=12))
    expect(wall.locator(".minion-down").first).to_be_visible()
    assert wall.locator(".minion-red, .minion-blue").count() == 0
    settled(both, "protection")

    table.give(BOTS, ATTACK.format(wanted="each.protection"))
    expect(wall.locator(".table-words")).to_contain_text("reveals the outermost Protection")
    expect(wall.locator(".is-target")).to_have_count(1)
    settled(both, "attack")
    table.give(BOTS, REVEAL)
    for page in both:
        expect(page.locator(".fight .minion")).to_have_count(2)
        expect(page.locator(".fight-words")).to_contain_text("wins")
    settled(both, "fight")
    table.give(BOTS, ON, ATTACK.format(wanted="each.author == 'swords-5'"))
    expect(wall.locator(".table-words")).to_contain_text("looks at it")
    table.give(BOTS, ON)
    for page in both:
        expect(page.locator(".table-trap")).to_contain_text("Ambush")
    settled(both, "trap")
    table.give(BOTS, "until('complete')")
    expect(wall.locator(".table-step")).to_contain_text("Complete", timeout=PATIENCE)
    settled(both, "complete")


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
FOUGHT = """
until("attack")
while len(west().seen) < 5 and (turn := turn_at(head(), "west")) is not None:
    house = head().seats[turn].house
    tried = {scheme for seat, scheme in west().attacked if seat == turn}
    open = [each for each in west().schemes if each.house != house and each.id not in tried]
    target = max(open, key=lambda each: len(each.protection), default=None)
    hand = hand_of(head(), "west", turn)
    if target is None or not hand:
        give(EndTurn(month=1, table="west", step="attack", seat=turn))
        continue
    give(BeginAttack(month=1, table="west", seat=turn, scheme=target.id, card=hand[0]))
    while (attack := west().attack) is not None:
        named = dict(month=1, table="west", seat=attack.attacker, scheme=attack.scheme)
        if attack.reached:
            trap = any(each.id == attack.scheme and each.paper.type in ("ambush", "exactly-as-planned") for each in west().schemes)
            give((GoOn if trap else FoilScheme)(**named))
        elif attack.card is not None:
            give(Reveal(month=1, table="west", scheme=attack.scheme))
        else:
            give(StopAttack(**named))
"""


@pytest.mark.rule("GE-UND-47", "R-119")
def test_each_fight_is_held_in_its_turn_also_by_a_wall_that_was_loaded_again(table):
    wall = table.device(PROJECTOR).new_page()
    wall.add_init_script(WATCHED)
    wall.goto(f"{table.house.address}/screen/{table.event}/underground/west/")
    table.give(BOTS, "until('schemes')", PLAY.format(step="schemes", rounds=3), PLAY.format(step="advancement", rounds=12))
    table.give(BOTS, PLAY.format(step="protection", rounds=12), "until('attack')")
    expect(wall.locator(".table-step")).to_contain_text("Attack")

    wall.context.set_offline(True)
    table.give(BOTS, FOUGHT, "until('complete')")  # all of it before the first can have been read
    wall.context.set_offline(False)
    scenes = wall.locator("template[data-scene]")
    expect(scenes.nth(2)).to_be_attached()
    expect(wall.locator(".table-scene")).not_to_be_empty()
    assert wrong_in(wall, ".table-wall") == []
    wall.reload()
    numbers = [each.get_attribute("data-scene") for each in scenes.all()]
    assert len(numbers) >= 3
    expect(wall.locator(".table-scene")).to_have_attribute("data-shown", str(numbers[-1]))

    watched = wall.evaluate("() => JSON.parse(sessionStorage.getItem('watched'))")
    assert [number for number, _at, _words in watched] == numbers
    held = [then - now for (_one, now, _words), (_next, then, _) in pairwise(watched)]
    assert min(held) >= 2_500, "never faster than people can read"
    assert all("scheme" in words or "A TRAP!" in words.upper() for _number, _at, words in watched), "who did it to whom"
    expect(wall.locator(".table-scene")).to_be_empty()
    late = table.screen("underground/west")
    expect(late.locator(".table-step")).to_contain_text("Complete")
    expect(late.locator(".table-scene")).to_be_empty()


def test_few_at_a_table_have_large_cards_and_a_scheme_of_nobody_there_is_named(console, chromium):
    with event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        few = [each for each in THERE if any(f"'{seat}'" in each for seat in ("cat-1", "snake-1", "swords-1"))]
        day.give("give(BeginDay())", *TO["PLANNING"], *few, BOTS, WRITE)
        day.give("give(EndPhase(month=1, phase=Phase.PLANNING))", "give(EndPhase(month=1, phase=Phase.MOVEMENT))", LONGER)
        wall = day.screen("underground/west")
        tablet = day.device(TABLET).new_page()
        tablet.goto(wall.url)
        day.give(BOTS, "until('schemes')", PLAY.format(step="schemes", rounds=3), PLAY.format(step="advancement", rounds=3))
        for page in (wall, tablet):
            expect(page.locator(".scheme-bars .pip").first).to_be_visible()
            assert box_of(page.locator(".place .scheme-back").first)["width"] > 0.19 * box_of(page.locator(".hall"))["height"]
        settled((wall, tablet), "few")
        day.give("give(CheckIn(seat=SeatId('swords-1'), before=Presence.PRESENT, presence=Presence.ABSENT))")
        for page in (wall, tablet):
            expect(page.locator(".place")).to_have_count(2)
            expect(page.locator(".table-absent")).to_contain_text("Schemes of Houses of which nobody sits here")
        settled((wall, tablet), "absent")


def settled(pages: tuple[Page, ...], name: str) -> None:
    """Nothing lies over another thing, or out of sight."""
    for page in pages:
        wide = page.viewport_size == PROJECTOR
        album(page, f"{name}-{'wall' if wide else 'tablet'}")
        assert wrong_in(page, ".table-wall") == []
