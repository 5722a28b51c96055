"""A player's finished month: a summary on the phone, the whole month behind one tap, and the last copy without a signal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from control.day.clock.phases import BeginDay
from control.engine.ids import SeatId
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase, RegionId, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Order, OrderKind
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends, seatings, step_ends
from tests.e2e.day import LONG, Day, event_of, fast_scenario, staffed
from tests.e2e.test_drafts import until
from tests.e2e.test_german import join
from tests.houses import House

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "cat-2", "wolf-1", "ram-1")
CAT, WOLF = SeatId("cat-1"), SeatId("wolf-1")
DIES = AdjustWounds(player=CAT, before=1, wounds=3, reason="a fall from the wall")


def orders(seat: SeatId, units: int, origin: str, recruits: str) -> CorrectOrders:
    """Orders of month 1: a Move of so many units to Zen, and a Recruit."""
    moved = Order(kind=OrderKind.MOVE, units=units, origin=RegionId(origin), target=RegionId("zen"))
    recruited = Order(kind=OrderKind.RECRUIT, target=RegionId(recruits))
    return CorrectOrders(player=seat, month=1, reason="said aloud", orders=(moved, recruited))


def played(day: Day) -> Day:
    """Month 1 up to Return: Cat and Wolf meet in Zen, and one of Cat's orders fails."""
    day.give(BeginDay(), *arrivals(*SEATS), *phase_ends(Phase.CEREMONY), *seatings(Room.WAR, *SEATS[:-1]))
    day.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT), *step_ends(Room.WAR, "updates", "orders"))
    power = day.state.seats[CAT].purse.power
    day.give(
        orders(CAT, 2, "amn", "hag"),
        orders(WOLF, 1, "chi", "inn"),
        GiveFavors(seat=CAT, count=2, reason="a gift of the court"),
        AdjustPower(seat=CAT, before=power, power=power + 3, reason="a chest in the cellar"),
        AdjustWounds(player=CAT, before=0, wounds=1, reason="a fall"),
        *step_ends(Room.WAR, "favors", "move", "battle", "rewards", "recruit"),
        *phase_ends(Phase.ACTION),
    )
    return day


def short_of(phone: Page) -> Locator:
    """The summary of the finished month, on the phone or its page."""
    return phone.locator(".card.round").first


@pytest.fixture
def german_day(chromium: Browser, tmp_path: Path) -> Iterator[Day]:
    """The same month on a German console."""
    house = House.furnished(tmp_path / "var")
    house.environment = {"MEGAGAME_LANGUAGE": "de"}
    scenario = fast_scenario(tmp_path / "scenario", **LONG)
    with house, staffed(house) as console, event_of(console, chromium, scenario) as day:
        yield played(day)


def measured(page: Page, name: str) -> None:
    """Check that nothing overlaps, is cut off or is too small for a thumb, and take a picture of the whole page."""
    picture(page, name, whole=True)
    page.evaluate("scrollTo(0, 0)")  # the sticky head would cover the scrolled page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert wrong_in(page, ".round, .round-part, .round-way, .round-steps", least=44, whole=False) == []


def test_a_month_is_read_in_short_and_whole_and_nobody_else_reads_it(day):
    played(day)
    cat, mate, away = day.phone("cat-1"), day.phone("cat-2"), day.phone("ram-1", script=False)

    short = cat.locator("#region-round")
    expect(short.locator("h2")).to_have_text("Your month 1")
    expect(short.locator(".sums")).to_contain_text("+3 Power")
    expect(short.locator(".sums")).to_contain_text("Favors")
    expect(short).to_contain_text("Carried out: 1 of 2. Not: Recruit in")
    expect(short).to_contain_text("You have 1 wound now.")
    picture(cat, "month-en-short")

    short.get_by_role("link", name="Read your whole month").click()
    expect(cat.locator("h1")).to_have_text("Your month 1")
    measured(cat, "month-en-whole")
    war = cat.locator(".round-part", has_text="War Room")
    expect(war.locator(".told-list > li.nothing")).to_contain_text("Wasted: Hag held no unit of Cat.")
    expect(war).to_contain_text("Zen")
    war.locator("summary").click()
    expect(war.locator("details.whys")).to_contain_text("Recruit")
    measured(cat, "month-en-why")
    cat.locator("[data-rule]").first.click()
    expect(cat.locator("#rule-box h2")).to_be_visible()
    picture(cat, "month-en-rule")
    cat.locator("#rule-box [data-close]").click()
    for typed in ("said aloud", "a gift", "a chest", "a fall"):
        expect(cat.locator("main")).not_to_contain_text(typed)

    mate.locator("#region-round a").click()
    expect(mate.locator("main")).to_contain_text("You were in the War Room and sent no sheet.")
    for sealed in ("Recruit in", "+3 Power", "You drew"):
        expect(mate.locator("main")).not_to_contain_text(sealed)
    wolf = day.phone("wolf-1")
    expect(wolf.locator("#region-round")).to_contain_text("War Room: Zen: beaten by Cat, 1 unit lost.")
    expect(wolf.locator("#region-round li.done")).to_have_count(0)
    expect(short_of(cat)).to_contain_text("Zen: you beat Wolf.")
    away.locator("#region-round a").click()
    expect(away.locator("main")).to_contain_text("You ordered nothing and had no turn this month.")
    picture(away, "month-en-away", whole=True)


@pytest.mark.rule("R-139", "GE-CER-08")
def test_a_death_in_the_house_is_told_at_once_with_what_it_changes(day):
    played(day)
    mate = day.phone("cat-2")
    expect(mate.locator("#at-once")).to_have_count(0)

    day.give(DIES)

    expect(mate.locator("#at-once")).to_contain_text("of your House has died.")
    expect(mate.locator("#at-once")).to_contain_text("Your rank is 1 now, it was 2. Because")
    expect(mate.locator("#at-once")).not_to_contain_text("a fall from the wall")
    measured(mate, "death-en-mate")
    day.give(*phase_ends(Phase.RETURN), *phase_ends(Phase.CEREMONY, month=2))
    mate.reload()
    expect(mate.locator("#at-once")).to_contain_text("Your rank is 1 now, it was 2.")
    day.give(*phase_ends(Phase.PLANNING, month=2), *phase_ends(Phase.MOVEMENT, month=2))
    mate.reload()
    expect(mate.locator("#at-once")).to_have_count(0)


def test_a_month_that_was_read_opens_without_a_signal(day):
    played(day)
    cat = day.phone("cat-1")
    until(cat, "navigator.serviceWorker.controller !== null")
    cat.reload()
    address = f"{day.house.address}/play/round/1/"
    cat.goto(address)
    expect(cat.locator("h1")).to_have_text("Your month 1")
    until(cat, "caches.match('/play/round/1/').then((found) => found !== undefined)")

    cat.context.set_offline(True)
    cat.goto(address)

    expect(cat.locator("h1")).to_have_text("Your month 1")
    expect(cat.locator("main")).to_contain_text("+3 Power")


def test_a_month_in_german(german_day):
    cat = join(german_day, "cat-1")

    short = cat.locator("#region-round")
    expect(short.locator("h2")).to_have_text("Dein Monat 1")
    picture(cat, "month-de-short")
    short.get_by_role("link", name="Den ganzen Monat lesen").click()
    expect(cat.locator("h1")).to_have_text("Dein Monat 1")
    measured(cat, "month-de-whole")
    expect(cat.locator("main")).to_contain_text("Die Spielleitung hat deine Kriegsbefehle geändert.")
