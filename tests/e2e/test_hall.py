"""The hall's wall from ten metres: nothing covers the clock, the rooms or the map, with or without a pause or announcement."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.pauses import Pause
from control.day.clock.steps import EndStep
from control.day.notices import Announce
from control.engine.ids import SeatId, StepId
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.boxes import wrong_in
from tests.e2e.day import PROJECTOR
from tests.e2e.pages import StillDay

pytestmark = pytest.mark.e2e

SIZE = "() => parseFloat(getComputedStyle(document.querySelector('.face-left .clock-left')).fontSize)"
BOX = "each => { const { top, bottom, left, right } = each.getBoundingClientRect(); return { top, bottom, left, right }; }"
WORDS = """each => {
  const words = document.createRange();
  words.selectNodeContents(each);
  const { top, bottom, left, right } = words.getBoundingClientRect();
  return { top, bottom, left, right };
}"""
PARTS = """all => all.filter((each) => each.checkVisibility()).map((each) => {
  const { top, bottom } = each.getBoundingClientRect();
  return [each.className, top, bottom];
}).sort((one, other) => one[1] - other[1])"""
PAUSE = Pause(reason="Fire alarm in the west wing, please stay where you are until all doors are open again")
LONG = "The gates are open. Whoever has not eaten eats now: the kitchen closes at half past one. Leave the stairs free. " * 2
WAR_DONE = tuple(
    EndStep(room=Room.WAR, month=1, step=StepId(step))
    for step in ("updates", "orders", "favors", "move", "battle", "rewards", "recruit")
)
DEAD = tuple(AdjustWounds(player=SeatId(seat), before=0, wounds=3, reason="a duel") for seat in ("cat-1", "cat-2", "wolf-1"))


class InAction(StillDay):
    """Action of month 1."""

    def arrange(self) -> None:
        self.until(Phase.PLANNING).end().end()


@pytest.fixture
def action(db: None) -> InAction:
    return InAction()


def parts_apart(wall: Page) -> list[str]:
    """Parts of the clock that overlap the next part or leave the screen."""
    boxes = wall.locator(".face > :not([hidden], .face-last)").evaluate_all(PARTS)
    below = [
        f"{lower} begins above the end of {upper}"
        for (upper, _top, bottom), (lower, top, _end) in pairwise(boxes)
        if top < bottom - 1
    ]
    return [*below, *(f"{name} is cut off" for name, top, bottom in boxes if top < -1 or bottom > 1081)]


def test_a_pause_changes_neither_the_size_of_the_hands_nor_covers_them_and_the_rooms_stay_beside_an_announcement(action, sheet):
    wall = sheet.lay(action.wall(), PROJECTOR)
    expect(wall.locator(".face-left .clock-left")).to_be_visible()
    expect(wall.locator(".face-rooms section")).to_have_count(2)  # nobody sits in the Underground
    running = wall.evaluate(SIZE)
    assert parts_apart(wall) == []

    action.do(PAUSE)
    sheet.lay(action.wall())
    expect(wall.locator(".face-paused")).to_contain_text("Fire alarm in the west wing")
    assert wall.evaluate(SIZE) == running
    assert parts_apart(wall) == []

    action.do(Announce(text=LONG))
    sheet.lay(action.wall())
    expect(wall.locator(".face-notice")).to_contain_text("The gates are open")
    expect(wall.locator(".face-rooms section")).to_have_count(2)  # nobody sits in the Underground
    for room in wall.locator(".face-rooms section").all():
        expect(room.locator(".clock-left")).to_be_in_viewport(ratio=1)
    assert parts_apart(wall) == []


def test_a_room_whose_steps_are_all_done_says_so(action, sheet):
    wall = sheet.lay(action.wall(), PROJECTOR)
    war = wall.locator(".face-rooms section", has_text="War Room")
    expect(war).to_contain_text("Updates")

    action.give(*WAR_DONE)
    sheet.lay(action.wall())

    expect(war).to_contain_text("done")
    expect(wall.locator(".face-rooms section")).to_have_count(2)  # nobody sits in the Underground


def test_a_long_announcement_leaves_the_whole_map_and_every_house_in_sight(action, sheet):
    action.do(Announce(text=LONG))
    wall = sheet.lay(action.wall("map"), PROJECTOR)
    expect(wall.locator("#map-ground svg").first).to_be_attached()
    notice = wall.locator(".face-notice")
    expect(notice).to_be_visible()
    edge = notice.evaluate(BOX)["top"]
    for each in (".map-sheet", ".standings tbody tr:last-child", ".corner-clock"):
        assert wall.locator(each).first.evaluate(BOX)["bottom"] <= edge + 1, each


@pytest.mark.parametrize("kind", ["clock", "map", "laws", "news"])
def test_the_word_about_sound_lies_over_nothing(action, sheet, kind):
    wall = sheet.lay(action.wall(kind), PROJECTOR)
    wall.evaluate("document.body.dataset.sound = 'blocked'")
    word = wall.locator(".screen-sound").evaluate(BOX)
    assert wall.locator("#hall").evaluate(BOX)["bottom"] <= word["top"] + 1
    assert word["bottom"] <= 1080


@pytest.mark.parametrize(("kind", "first"), [("map", ".standings"), ("laws", "h1"), ("news", "h1")])
def test_why_the_clock_stands_is_read_beside_the_small_clock_and_lies_over_nothing(action, sheet, kind, first):
    action.do(PAUSE)
    wall = sheet.lay(action.wall(kind), PROJECTOR)
    why = wall.locator(".corner-reason")
    expect(why).to_contain_text("Fire alarm in the west wing")
    expect(why).to_be_in_viewport(ratio=1)
    told, beside = why.evaluate(BOX), wall.locator(first).first.evaluate(WORDS)
    assert told["bottom"] <= beside["top"] + 1 or told["left"] >= beside["right"] - 1, kind
    assert told["bottom"] - told["top"] < 200


def test_the_dead_stand_below_the_clock_and_in_the_news_and_lie_over_nothing(action, sheet):
    action.give(*DEAD)

    wall = sheet.lay(action.wall(), PROJECTOR)
    expect(wall.locator(".face-death")).to_have_count(2)
    assert parts_apart(wall) == []
    assert wrong_in(wall, ".face-foot") == []
    news = sheet.lay(action.wall("news"))
    expect(news.locator(".wall-more p")).to_have_count(3)
    assert wrong_in(news, ".wall-more") == []
