"""What makes a side table a pleasure to sit at, in a real browser: who looks away comes back to what has happened."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.boxes import wrong_in
from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day
from tests.e2e.test_table import come

pytestmark = pytest.mark.e2e

UPRIGHT = ViewportSize(width=820, height=1180)
SIZES = {"phone": PHONE, "upright": UPRIGHT, "tablet": TABLET, "wall": PROJECTOR}
NAMES = ("Maximiliana Wolkenstein-Trostburg", "Aristarch Pobedonoszew", "Yelena", "Konstantin Alexandrowitsch Orlow", "Bo")

# The table of this code is played on by chance until a phase of a month, or until chair 0 is asked there after others have spied.
PLAYED = """
import random, uuid
from control.journal import desk, journal
from control.engine.context import Actor
from rooms.tables.models import Table
from rooms.tables.game.playing import Play
from rooms.tables.game.rules import random_bot
stream = Table.objects.get(code={code!r}).stream
rules, state, dice = journal.play_of(stream).engine.rules, journal.head(stream).state, random.Random({seed})
def there(play):
    if play.phase == "over":
        return True
    side = play.sides[{chair}]
    ready = sum(house.agents for house in side.village) >= {ready}
    return ready and play.month >= {month} and play.phase == {phase!r} and {chair} in state.waits_for
while not there(state.play):
    chair = state.waits_for[0]
    offers = rules.offers(state.play, chair)
    spying = [offer for offer in offers if type(offer).__name__ == "SpyOffer"]
    building = [offer for offer in offers if type(offer).__name__ == "BuildOffer"]
    action = random_bot(None, tuple(spying or building or offers), dice)
    by, command = Actor(seat=state.chairs[chair].person), Play(chair=chair, turn=0, action=action)
    state = desk.perform(stream_id=stream.pk, command=command, by=by, command_id=uuid.uuid4()).head.state
"""


@dataclass(frozen=True)
class Comfort:
    """A table of friends with long names."""

    day: Day
    code: str
    phones: Sequence[Page]

    def play(self, *, month: int, phase: str = "turn", chair: int = 0, ready: int = 0, seed: int = 1787) -> None:
        """Let it be played on until a player is asked there, or to its end."""
        self.day.console.shell.run(PLAYED.format(code=self.code, month=month, phase=phase, chair=chair, ready=ready, seed=seed))

    @property
    def address(self) -> str:
        return f"{self.day.house.address}/tables/{self.code}/"

    @property
    def wall(self) -> str:
        return f"{self.day.house.address}/screen/table/{self.code}/"


def shot(page: Page, name: str, *, whole: bool = True) -> None:
    if folder := os.environ.get("PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=Path(folder) / f"{name}.png")
        high = page.evaluate("document.documentElement.scrollHeight") if whole else 0
        for at in range(1, 1 + int(high / page.viewport_size["height"]) if whole else 1):
            page.evaluate("at => scrollTo(0, at)", at * (page.viewport_size["height"] - 120))
            page.screenshot(path=Path(folder) / f"{name}-{at}.png")


def all_sizes(page: Page, name: str, *, whole: bool = True) -> None:
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        shot(page, f"{name}-{size}", whole=whole)
    page.set_viewport_size(PHONE)


@pytest.fixture
def comfort(day) -> Comfort:
    """Five friends, two of them with phones in hand; the game has begun."""
    house = day.house.address
    phones = [day.device(PHONE).new_page() for _name in NAMES]
    for page in phones:
        page.emulate_media(reduced_motion="reduce")
    host = phones[0]
    host.goto(f"{house}/tables/")
    host.get_by_label("Your name").fill(NAMES[0])
    host.get_by_role("button", name="That is me").click()
    host.get_by_text("Agree on something first").click()
    host.get_by_label("Chairs").select_option("5")
    host.get_by_role("button", name="Open a table").click()
    code = host.locator("#region-top .table-code").inner_text()
    for page, name in zip(phones[1:], NAMES[1:], strict=True):
        come(page, house, code, name)
    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator("[data-kind=draft]")).to_be_visible()
    return Comfort(day=day, code=code, phones=phones)


def test_looks(comfort):
    page = comfort.phones[0]
    comfort.play(month=1, phase="ready-agents")
    page.reload()
    all_sizes(page, "place")
    comfort.play(month=2, ready=1)
    page.reload()
    all_sizes(page, "turn")
    for tab in ("build", "spy", "cards"):
        if page.locator(f".pe-tab input[value={tab}]").count():
            page.locator(f".pe-tab input[value={tab}]").check()
            if tab == "spy":
                for target in page.locator(".pe-targets .pe-target:not([disabled])").all()[:2]:
                    target.click()
            shot(page, f"turn-{tab}-phone")
    page.get_by_text("Player aid").click()
    shot(page, "aid-phone")
    wall = comfort.day.device(PROJECTOR).new_page()
    wall.emulate_media(reduced_motion="reduce")
    wall.goto(comfort.wall)
    all_sizes(wall, "board", whole=False)
    comfort.play(month=3)
    wall.reload()
    all_sizes(wall, "board3", whole=False)
    page.reload()
    all_sizes(page, "turn3")
    page.get_by_role("link", name="Cards", exact=True).click()
    expect(page.locator("dialog #cards")).to_be_visible()
    shot(page, "cards-phone", whole=False)
    page.locator("dialog").get_by_label("Words on the card").fill("crate")
    expect(page.locator("dialog [role=status]")).not_to_contain_text("125")
    shot(page, "cards-found-phone", whole=False)
    all_sizes(page, "cards", whole=False)
    page.get_by_role("button", name="Close").click()
    comfort.play(month=9)
    page.reload()
    all_sizes(page, "over")
    wall.set_viewport_size(PROJECTOR)
    wall.reload()
    all_sizes(wall, "board-over", whole=False)
    page.goto(f"{comfort.day.house.address}/tables/")
    all_sizes(page, "lobby")
