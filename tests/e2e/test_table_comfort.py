"""Comfort at a side table, in a real browser: a player who looked away finds out what has happened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tables_inside
from tests.e2e.boxes import wrong_in
from tests.e2e.day import PROJECTOR, TABLET, Day
from tests.e2e.pages import Sheet
from tests.e2e.still_tables import StillTable
from tests.e2e.tables import SIZES, Company, all_sizes, gather, pieces, wall_address
from tests.e2e.tables_inside import Agreed

pytestmark = pytest.mark.e2e

NAMES = ("Maximiliana Wolkenstein-Trostburg", "Aristarch Pobedonoszew", "Yelena", "Konstantin Alexandrowitsch Orlow", "Bo")
FIVE = Agreed(kind="potemkin", chairs=5, seconds=900)

# Marks a recently lost building on everybody's plate; and returns the content that then leaves its plate.
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
def comfort(day: Day) -> Company:
    """Five friends with long names; the game has begun."""
    return gather(day, FIVE, friends=NAMES, tapped=True)


def played(company: Company, *, month: int, chair: int = 0, others: int = 0) -> Page:
    """Play on until this chair is asked. Returns the first phone, on the table's page."""
    company.day.ask(tables_inside.play_to_month, company.code, month=month, chair=chair, others=others)
    page = company.phones[0]
    page.goto(company.address)
    return page


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


def test_whoever_comes_back_reads_what_happened_and_sees_it_on_the_board(comfort: Company) -> None:
    page = played(comfort, month=2, others=3)

    expect(page.locator(".since")).to_be_visible()
    expect(page.locator(".since li").first).to_contain_text(re.compile(r"\w.*\."))
    expect(page.locator(".pe-street .pe-lately, .pe-street .pe-fallen").first).to_be_visible()
    all_sizes(page, "turn")
    assert wrong_in(page, ".since", whole=False) == []

    if page.locator(".since details").count():
        page.locator(".since summary").click()
        expect(page.locator(".since details .since-list li").first).to_be_visible()


def test_the_log_has_months_and_turns_and_shows_one_player_alone(comfort: Company) -> None:
    page = played(comfort, month=2)
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


def test_cards_are_looked_up_over_the_table_the_wall_and_the_list_of_games(comfort: Company) -> None:
    page, wall = comfort.phones[0], comfort.day.device(TABLET).new_page()
    page.goto(comfort.address)
    wall.goto(wall_address(comfort.day, comfort.code))
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


def test_a_phone_signals_a_turn_only_when_its_owner_wants_it(comfort: Company) -> None:
    page = comfort.phones[0]
    page.add_init_script(f"({SILENT})()")
    page.goto(comfort.address)
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


def test_it_is_said_to_the_phone_that_it_is_ones_turn(comfort: Company) -> None:
    page = played(comfort, month=1, chair=1)
    page.evaluate("window.turns = 0; document.addEventListener('table:your-turn', () => { window.turns += 1; })")

    comfort.day.ask(tables_inside.play_to_month, comfort.code, month=1)

    expect(page.locator("#region-top [data-mine]")).to_be_visible()
    page.wait_for_function("() => window.turns === 1")


def test_the_wall_shows_the_streets_of_a_game_whole_at_every_size(db: None, sheet: Sheet) -> None:
    table = StillTable(FIVE, friends=NAMES)
    tables_inside.play_to_month(table.event, table.code, month=2)
    wall = sheet.lay(table.wall(), PROJECTOR)
    expect(wall.locator(".pe-months [aria-current]")).to_have_text("2")
    expect(wall.locator(".table-moment")).to_have_count(0)  # a reveal covers the lower streets while it is read
    all_sizes(wall, "board", whole=False)
    for size in SIZES.values():
        wall.set_viewport_size(size)
        whole = size["width"] >= 960  # a narrower wall is scrolled
        assert wrong_in(wall, ".pe-plate, .pe-last, .wall-head", whole=whole) == []
        wall.evaluate(FELL)
        pieces(wall, f"board-fell-{size['width']}", whole=False)
        assert wrong_in(wall, ".pe-plate, .pe-last, .wall-head", whole=whole) == []
        assert wall.locator(".pe-plate").evaluate_all(STICK_OUT) == []


def test_a_game_that_is_over_is_told_in_numbers_and_found_again(comfort: Company) -> None:
    page, wall = played(comfort, month=9), comfort.watch()
    expect(page.get_by_role("heading", name="The game in numbers")).to_be_visible()
    expect(page.locator(".stats-curve polyline")).to_have_count(5)
    assert wrong_in(page, ".stats-name, .stats-list, .stats-scroll, .pe-ending", whole=False) == []
    all_sizes(page, "over")
    expect(wall.locator(".wall-stats polyline")).to_have_count(5)
    all_sizes(wall, "board-over", whole=False)

    page.goto(f"{comfort.day.house.address}/tables/")
    all_sizes(page, "lobby")
    page.get_by_role("region", name="Games you have played").get_by_role("link", name=comfort.code).click()
    expect(page.get_by_role("heading", name="The game in numbers")).to_be_visible()
