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
from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day, tapped_away
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
    return ready and others >= {others} and play.month >= {month} and play.phase == {phase!r} and {chair} in state.waits_for
others = 0  # turns of the others since the player's own last
while not there(state.play):
    chair = state.waits_for[0]
    others = 0 if chair == {chair} else others + (state.play.phase == "turn")
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

    def play(self, *, month: int, phase: str = "turn", chair: int = 0, ready: int = 0, others: int = 0, seed: int = 1787) -> None:
        """Let it be played on until a player is asked there, or to its end."""
        lines = PLAYED.format(code=self.code, month=month, phase=phase, chair=chair, ready=ready, others=others, seed=seed)
        self.day.console.shell.run(lines)

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


# A building of everybody fell lately, as the plate would say it; and which plates have something beyond their edges then.
FELL = """() => {
  for (const list of document.querySelectorAll(".pe-board .pe-has")) {
    list.querySelector(".pe-fallen")?.remove();
    list.children[3].insertAdjacentHTML("afterend", `<li class="pe-fallen"><span aria-hidden="true">✕</span>
      <span class="pe-word">Fell lately: Espionage building (no. 4)</span><b class="pe-tally" aria-hidden="true">1</b></li>`);
  }
}"""
STICK_OUT = """plates => plates.flatMap((plate) => {
  const outer = plate.getBoundingClientRect();
  return [...plate.querySelectorAll("h3, li")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.top < outer.top - 1 || box.bottom > outer.bottom + 1;
  }).map((each) => each.textContent.trim());
})"""


@pytest.fixture
def comfort(day) -> Comfort:
    """Five friends, two of them with phones in hand; the game has begun."""
    house = day.house.address
    phones = [day.device(PHONE).new_page() for _name in NAMES]
    for page in phones:
        page.emulate_media(reduced_motion="reduce")
        tapped_away(page)
    host = phones[0]
    host.goto(f"{house}/tables/")
    host.get_by_label("Your name").fill(NAMES[0])
    host.get_by_role("button", name="That is me").click()
    card = host.locator("form", has=host.get_by_role("heading", name="Potemkin Empire"))
    card.get_by_text("Agree on something first").click()
    card.get_by_label("Chairs").select_option("5")
    card.get_by_role("button", name="Open this table").click()
    code = host.locator("#region-top .table-code").inner_text()
    for page, name in zip(phones[1:], NAMES[1:], strict=True):
        come(page, house, code, name)
    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator("[data-kind=draft]")).to_be_visible()
    return Comfort(day=day, code=code, phones=phones)


SILENT = """() => {
  window.tones = 0;
  window.shakes = 0;
  AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
    apply: (make, self, given) => { window.tones += 1; return Reflect.apply(make, self, given); },
  });
  Object.defineProperty(navigator, "vibrate", { value: () => { window.shakes += 1; return true; } });
}"""
SIGNALLED = """([name]) => {
  const before = [window.tones, window.shakes];
  document.dispatchEvent(new Event(name));
  return [window.tones - before[0], window.shakes - before[1]];
}"""


def test_whoever_comes_back_reads_what_happened_and_sees_it_on_the_board(comfort):
    comfort.play(month=2, others=3)
    page = comfort.phones[0]
    page.reload()

    expect(page.locator(".since")).to_be_visible()
    expect(page.locator(".since li").first).to_contain_text(re.compile(r"\w.*\."))
    expect(page.locator(".pe-street .pe-lately, .pe-street .pe-fallen").first).to_be_visible()
    all_sizes(page, "turn")
    assert wrong_in(page, ".since", whole=False) == []

    if page.locator(".since details").count():
        page.locator(".since summary").click()
        expect(page.locator(".since details .since-list li").first).to_be_visible()


def test_the_log_has_months_and_turns_and_shows_one_player_alone(comfort):
    comfort.play(month=2)
    page = comfort.phones[0]
    page.reload()
    log = page.locator("#table-log")

    expect(log.get_by_role("heading", name="Month 2 of 4")).to_be_visible()
    expect(log.get_by_role("heading", level=3).first).to_be_visible()
    log.get_by_label("Bo", exact=True).check()

    shown = log.locator(".table-log > li:visible:not(.log-round)")
    assert shown.count() > 0
    assert set(shown.evaluate_all("lines => lines.map((line) => line.dataset.by)")) == {"4"}
    page.evaluate("document.dispatchEvent(new Event('visibilitychange')); htmx.trigger('#look', 'look')")
    expect(log.get_by_label("Bo", exact=True)).to_be_checked()
    log.get_by_label("All", exact=True).check()
    assert log.locator(".table-log > li:visible").count() > shown.count()


def test_cards_are_looked_up_over_the_table_the_wall_and_the_list_of_games(comfort):
    page, wall = comfort.phones[0], comfort.day.device(TABLET).new_page()
    wall.goto(comfort.wall)
    for place, link in ((page, "Cards"), (wall, "Cards")):
        place.get_by_role("link", name=link, exact=True).click()
        panel = place.locator("dialog.cards-panel")
        expect(panel.locator("#cards")).to_be_visible()
        panel.get_by_label("Words on the card").fill("crate draw")
        expect(panel.get_by_role("status")).to_have_text(re.compile("Nothing has"))
        panel.get_by_label("Words on the card").fill("hatboxes")
        expect(panel.locator(".card-one").first).to_contain_text("Place in the Carriage")
        panel.get_by_label("Words on the card").fill("")
        panel.get_by_label("Only").select_option("Always fake")
        expect(panel.get_by_role("status")).to_have_text("40 found")
        assert wrong_in(place, "dialog.cards-panel", whole=False) == []
        place.get_by_role("button", name="Close").click()
        expect(panel).to_be_hidden()
    assert page.url == comfort.address
    expect(page.locator("[data-kind=draft]")).to_be_visible()

    page.goto(f"{comfort.day.house.address}/tables/")
    page.locator("a[href='/tables/games/potemkin/']").click()
    expect(page.locator("dialog #cards")).to_contain_text("110")
    all_sizes(page, "cards", whole=False)


def test_a_phone_signals_a_turn_only_when_its_owner_wants_it(comfort):
    page = comfort.phones[0]
    page.add_init_script(f"({SILENT})()")
    page.reload()
    sound, vibration = page.get_by_label("Sound"), page.get_by_label("Vibration")
    expect(sound).not_to_be_checked()
    expect(vibration).not_to_be_checked()
    assert page.evaluate(SIGNALLED, ["table:your-turn"]) == [0, 0]
    assert page.evaluate(SIGNALLED, ["table:warning"]) == [0, 0]

    sound.check()
    assert page.evaluate(SIGNALLED, ["table:your-turn"]) == [2, 0]
    page.reload()
    expect(sound).to_be_checked()
    vibration.check()
    assert page.evaluate(SIGNALLED, ["table:your-turn"]) == [2, 1]
    assert page.evaluate(SIGNALLED, ["table:warning"]) == [3, 1]

    sound.uncheck()
    page.reload()
    assert page.evaluate(SIGNALLED, ["table:warning"]) == [0, 1]


def test_it_is_said_to_the_phone_that_it_is_ones_turn(comfort):
    comfort.play(month=1, chair=1)
    page = comfort.phones[0]
    page.reload()
    page.evaluate("window.turns = 0; document.addEventListener('table:your-turn', () => { window.turns += 1; })")

    comfort.play(month=1, chair=0, phase="turn")

    expect(page.locator("#region-top [data-mine]")).to_be_visible()
    page.wait_for_function("window.turns === 1")


def test_a_game_that_is_over_is_told_in_numbers_and_found_again(comfort):
    page, wall = comfort.phones[0], comfort.day.device(PROJECTOR).new_page()
    wall.emulate_media(reduced_motion="reduce")
    wall.goto(comfort.wall)
    comfort.play(month=2)
    expect(wall.locator(".pe-months [aria-current]")).to_have_text("2")
    expect(wall.locator(".table-moment")).to_have_count(0)  # a reveal lies over the lower streets while it is read
    all_sizes(wall, "board", whole=False)
    for size in SIZES.values():
        wall.set_viewport_size(size)
        whole = size["width"] >= 960  # a wall that is narrower is scrolled
        assert wrong_in(wall, ".pe-plate, .pe-last, .wall-head", whole=whole) == []
        wall.evaluate(FELL)
        shot(wall, f"board-fell-{size['width']}", whole=False)
        assert wrong_in(wall, ".pe-plate, .pe-last, .wall-head", whole=whole) == []
        assert wall.locator(".pe-plate").evaluate_all(STICK_OUT) == []
    comfort.play(month=9)

    page.reload()
    expect(page.get_by_role("heading", name="The game in numbers")).to_be_visible()
    expect(page.locator(".stats-curve polyline")).to_have_count(5)
    assert wrong_in(page, ".stats-name, .stats-list, .stats-scroll, .pe-ending", whole=False) == []
    all_sizes(page, "over")
    wall.set_viewport_size(PROJECTOR)
    wall.reload()
    expect(wall.locator(".wall-stats polyline")).to_have_count(5)
    all_sizes(wall, "board-over", whole=False)

    page.goto(f"{comfort.day.house.address}/tables/")
    all_sizes(page, "lobby")
    page.get_by_role("region", name="Games you have played").get_by_role("link", name=comfort.code).click()
    expect(page.get_by_role("heading", name="The game in numbers")).to_be_visible()
