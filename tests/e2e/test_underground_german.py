"""A month of an Underground table in German: no English is left on phone, tablet and wall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rooms.realm.scenario.ids import Phase
from tests.e2e import west
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import UPRIGHT, Day, event_of, staffed
from tests.e2e.hands import end_table_step, take_in_schemes
from tests.e2e.plot import REGIONS, play, tap
from tests.e2e.test_court_german import Reader
from tests.e2e.test_german import SIDEWAYS, join
from tests.e2e.war_board import TO_ACTION, TO_PLANNING
from tests.forks import ROOT
from tests.houses import House

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "snake-1")
HANDS = {
    "cat-1": ("rock-red", "rock-red", "rock-blue", "paper-blue"),
    "snake-1": ("scissors-red", "paper-red", "paper-blue", "rock-blue"),
}


@pytest.fixture
def german(chromium: Browser, tmp_path: Path) -> Iterator[Day]:
    """The whole game on a German console. Two players are bound for the West's table in Planning of month 1."""
    house = House.furnished(tmp_path / "var")
    house.environment = {"MEGAGAME_LANGUAGE": "de"}
    with house, staffed(house) as console, event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        day.give(*arrivals(*SEATS), *TO_PLANNING, *west.seated(*SEATS))
        yield day


class Table:
    """Two phones, the tablet and the wall, read at every step."""

    def __init__(self, day: Day) -> None:
        self.day, self.reader = day, Reader(day)
        self.cat, self.snake = (join(day, seat) for seat in SEATS)
        self.tablet = day.staff("ulla", "underground/table/west/", UPRIGHT)
        self.wall = day.screen("underground/west")
        self.pages = {"cat": self.cat, "snake": self.snake, "tablet": self.tablet, "wall": self.wall}

    def read(self, step: str) -> None:
        for name, page in self.pages.items():
            picture(page, f"de-{step}-{name}", whole=page is not self.wall)
            self.reader.page(page, f"{step}, {name}")
            assert page.evaluate(SIDEWAYS) <= 0, f"{step}, {name}"
        for phone in (self.cat, self.snake):
            for region in REGIONS:
                if phone.locator(f"{region} > .card").count():
                    assert wrong_in(phone, region, whole=False) == []
        assert wrong_in(self.tablet, ".und-desk", whole=False) == []
        assert wrong_in(self.wall, ".table-wall") == []

    def asked(self, step: str) -> None:
        """Read what the tablet shows to Underground Control only, then hide it."""
        expect(self.tablet.locator("#hide")).to_be_visible()
        self.reader.page(self.tablet, f"{step}, asked")
        picture(self.tablet, f"de-{step}-asked")
        assert wrong_in(self.tablet, "#ask", whole=False) == []
        self.tablet.locator("#hide").click()
        expect(self.tablet.locator("#ask-box")).to_be_hidden()

    def end_step(self, step: str, then: str) -> None:
        """End the step and wait until all four devices show the next one."""
        end_table_step(self.tablet, step, then)
        expect(self.wall.locator(".table-step")).to_contain_text(then)
        for phone in (self.cat, self.snake):
            expect(phone.locator("#region-und-table .und-clock")).to_contain_text(then)

    def row(self, phone: Page, scheme: str) -> str:
        return f"#region-und-play .und-rows > li[data-scheme='{scheme}']"

    def done(self, phone: Page) -> None:
        """End the turn of the player on this phone."""
        expect(phone.locator("[data-turn=mine]")).to_be_visible()
        play(phone).locator("button[formaction$='/done/']").click()
        expect(phone.locator("[data-turn=mine]")).to_have_count(0)


@pytest.mark.rule("GE-UND-10", "R-144")
def test_a_month_of_a_table_is_read_in_german_on_phone_tablet_and_wall(german):
    table = Table(german)
    for english in ("Tap a minion, then “Attack” at a scheme; or pass.", "Nobody sits here.", "Scheme 2: 1 there"):
        assert table.reader.hears(english)
    cat, snake, tablet = table.cat, table.snake, table.tablet

    cat.locator("button", has_text="Mass Poisoning").first.click()
    cat.locator("#field0-0").select_option("snake")
    cat.locator("#field1-0").select_option("ode")
    cat.locator("#field2-0").fill("1")
    expect(cat.locator("#paper-cost")).to_contain_text("Kosten 2")
    table.read("writing")
    cat.get_by_role("button", name="An die Spielleitung senden").click()
    expect(cat.locator("[data-receipt]")).to_contain_text("Fassung 1")
    german.give(*TO_ACTION, west.LONGER)
    expect(cat.locator("#und-title")).to_contain_text("The West")
    expect(table.wall.locator(".place")).to_have_count(2)
    table.read("updates")

    take_in_schemes(tablet)
    for phone in (cat, snake):
        expect(phone.locator(".und-line")).to_have_count(4)
    expect(table.wall.locator(".scheme")).to_have_count(1)
    table.read("schemes")
    tablet.locator("#drawn-cat").click()
    table.asked("drawn")
    tablet.locator("#written").click()
    table.asked("written")
    table.end_step("Schemes", "Minions")
    german.ask(west.deal, HANDS)
    scheme = play(cat).locator(".und-rows > li", has_text="Mass Poisoning").first.get_attribute("data-scheme") or ""
    table.read("minions")
    tablet.locator(f"#scheme-{scheme}").click()
    table.asked("scheme")

    advancing(table, scheme)
    protecting(table, scheme)
    attacking(table, scheme)
    table.end_step("Attack", "Complete")
    table.read("complete")
    tablet.locator(f"#confirm-{scheme}").click()
    expect(table.wall.locator(".table-done")).to_contain_text("1")
    table.read("confirmed")
    german.give(*phase_ends(Phase.ACTION, Phase.RETURN))
    expect(cat.locator(".schemes")).to_contain_text("Ode")
    expect(snake.locator(".schemes")).to_contain_text("Ode")
    tablet.goto(german.address("underground/all/"))
    tablet.locator("#strikes-ended > summary").click()
    for page, where in ((cat, "cat"), (snake, "snake"), (tablet, "all tables")):
        table.reader.page(page, f"struck, {where}")
        picture(page, f"de-struck-{where}", whole=True)
    assert sorted(table.reader.left) == []


def advancing(table: Table, scheme: str) -> None:
    table.end_step("Minions", "Advancement")
    tap(table.cat, "rock-blue", "paper-blue")
    table.cat.locator(table.row(table.cat, scheme)).locator("button[name=scheme]").click()
    expect(table.snake.locator(table.row(table.snake, scheme)).locator(".und-count b").first).to_have_text("2")
    table.read("advancement")
    table.tablet.locator("#hand-cat-1").click()
    table.asked("hand")
    table.done(table.cat)
    table.done(table.snake)


def protecting(table: Table, scheme: str) -> None:
    table.end_step("Advancement", "Protection")
    tap(table.cat, "rock-red")
    table.cat.locator(table.row(table.cat, scheme)).locator("button[name=scheme]").click()
    expect(table.wall.locator(".minion-down")).to_have_count(1)
    table.cat.locator(f"#scheme-{scheme} > summary").click()
    table.read("protection")
    table.done(table.cat)
    table.done(table.snake)


def attacking(table: Table, scheme: str) -> None:
    """Snake wins against the guard, reaches the scheme and leaves it. Both phones say so in German."""
    table.end_step("Protection", "Attack")
    table.read("attack")
    table.done(table.cat)
    tap(table.snake, "paper-red")
    table.snake.locator(table.row(table.snake, scheme)).locator("button[name=scheme]").click()
    expect(table.cat.locator("form[action$='/reveal/'] button")).to_be_visible()
    table.read("reveal")
    table.cat.locator("form[action$='/reveal/'] button").click()
    for page in (table.cat, table.snake):
        expect(page.locator(".und-fight[data-won=attacker]")).to_be_visible()
        expect(page.locator(".und-private .scheme")).to_be_visible()
    expect(table.wall.locator(".fight-won")).to_be_visible()
    expect(table.tablet.locator(".und-compared")).to_be_visible()
    table.read("reached")
    table.tablet.locator("#for-attacker").click()
    table.asked("reached")
    table.snake.locator("button[value='reached leave']").click()
    expect(table.cat.locator(".und-ended")).to_be_visible()
    expect(table.wall.locator(".table-ended")).to_be_visible()
    table.read("left")
    table.done(table.snake)
