"""A whole month at an Underground table on every device at once, and its effect on the next month's map."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from rooms.realm.scenario.ids import Phase
from tests.e2e import west
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import phase_ends
from tests.e2e.day import UPRIGHT, Console, event_of, stop_clock
from tests.e2e.hands import choose
from tests.e2e.plot import GUESTS, PHONELESS, TURNS, Plot, Still, pick, play, press, tap
from tests.forks import ROOT

pytestmark = pytest.mark.e2e

ROADS = "Secret Roads: Snake, Ode, Zen, 2"
HANDS = {
    "cat-1": ("paper-red", "paper-blue", "rock-red", "scissors-red"),
    "swords-1": ("rock-red", "rock-blue", "paper-red", "scissors-blue"),
    "snake-1": ("scissors-red", "scissors-blue", "paper-blue", "rock-blue"),
    "wolf-1": ("scissors-red", "rock-red", "rock-blue", "paper-blue"),
    "ram-1": ("paper-blue", "rock-blue", "scissors-red", "scissors-blue"),
}


@pytest.fixture
def plot(console: Console, chromium: Browser) -> Iterator[Plot]:
    """Planning of month 1 of the whole game. Six players of six Houses will sit at the West's table."""
    with event_of(console, chromium, ROOT / "fixtures" / "god_emperor") as day:
        yield Plot(day)


@pytest.mark.rule("GE-UND-01", "GE-UND-12", "GE-UND-64", "R-144", "R-19")
def test_a_month_at_a_table_from_what_is_written_to_what_it_does_on_the_map(plot):
    they_choose_the_table_and_write(plot)
    it_is_taken_in_on_paper(plot)
    cat, snake = plot.phones["cat-1"], plot.phones["snake-1"]
    plot.day.give(*phase_ends(Phase.PLANNING))
    everybody_is_there(plot)
    plot.looked("1-updates")

    schemes_are_laid_and_drawn(plot)
    roads, trap = plot.own("cat-1"), plot.own("snake-1")
    rumors = written_by_the_phoneless(plot)
    minions_are_put_down(plot, roads)
    minions_are_put_in_front(plot, roads, rumors)
    control_plays_into_the_trap(plot, trap)
    a_phone_is_lost_in_its_attack(plot, roads)
    control_reveals_for_the_phoneless(plot, rumors)
    it_completes(plot, roads)

    plot.day.give(*phase_ends(Phase.ACTION, Phase.RETURN))
    both_houses_read_what_came_of_it(cat, snake)
    it_is_seen_on_the_map(plot)
    assert "the same" in plot.day.replay()


# --- Planning and Movement ----------------------------------------------------------------------------------------------


def they_choose_the_table_and_write(plot: Plot) -> None:
    """The West's table is open to guests. Two players write schemes that nobody else can read."""
    for seat, phone in plot.phones.items():
        if seat.split("-")[0] in GUESTS:
            phone.locator("#table").select_option("west")
        choose(phone, "Underground")
    cat, snake = plot.phones["cat-1"], plot.phones["snake-1"]
    cat.get_by_role("button", name="Secret Roads").click()
    cat.locator("#field0-0").select_option("snake")
    cat.locator("#field1-0").select_option("ode")
    cat.locator("#field2-0").select_option("zen")
    cat.locator("#field3-0").fill("2")
    expect(cat.locator("#paper-cost")).to_contain_text("4")
    picture(cat, "0-writing-phone", whole=True)
    assert wrong_in(cat, "#region-sheet", whole=False) == []
    snake.get_by_role("button", name="Ambush").click()
    for phone in (cat, snake):
        press(phone, "Send to Control")
        expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
        picture(phone, "0-sent-phone", whole=True)
    for phone in plot.phones.values():
        if phone is not cat:
            assert "Ode, Zen" not in phone.content()


def it_is_taken_in_on_paper(plot: Plot) -> None:
    """The player without a phone hands in a paper scheme. Control enters it and seats the player with it."""
    tablet = plot.tablet
    tablet.goto(plot.day.address(f"sheets/scheme/paper/?seat={PHONELESS}"))
    picture(tablet, "0-paper-tablet", whole=True)
    tablet.locator("#paper-type").select_option("spread-rumors")
    press(tablet, "Fill it in")
    tablet.locator("#field0-0").select_option("cat")
    tablet.locator("input[name=seats]").check()
    assert wrong_in(tablet, "main", whole=False) == []
    picture(tablet, "0-paper-filled-tablet", whole=True)
    press(tablet, "Enter this sheet")
    tablet.goto(plot.day.address("underground/table/west/"))


def everybody_is_there(plot: Plot) -> None:
    plot.day.give(*phase_ends(Phase.MOVEMENT), west.LONGER)
    for phone in plot.phones.values():
        expect(phone.locator("#und-title")).to_have_text("The West table")
        expect(phone.locator(".und-sitters > li")).to_have_count(6)
    expect(plot.wall.locator(".place")).to_have_count(6)
    expect(plot.tablet.locator(".und-seats .und-sitters > li")).to_have_count(6)
    expect(plot.tablet.locator(f"#sitter-{PHONELESS}")).to_contain_text("no phone")


# --- Schemes ------------------------------------------------------------------------------------------------------------


def schemes_are_laid_and_drawn(plot: Plot) -> None:
    """Written schemes lie face down. One phone places a drawn card, and the others are placed when the step ends."""
    tablet = plot.tablet
    tablet.get_by_role("link", name="Take in the schemes").click()
    picture(tablet, "1-take-in-tablet")
    tablet.locator("#ask").get_by_role("button", name="Take in the schemes").click()
    expect(tablet.locator("#step-title")).to_contain_text("Schemes")
    for phone in plot.phones.values():
        expect(phone.locator("#und-private-title")).to_have_text("For your eyes only")
        expect(phone.locator(".und-line")).to_have_count(4)
    expect(plot.wall.locator(".scheme")).to_have_count(3)
    plot.looked("2-schemes")
    tablet.locator("#drawn-swords").click()
    expect(tablet.locator("#ask input[name=card]")).to_have_count(4)
    picture(tablet, "2-drawn-tablet")
    assert wrong_in(tablet, "#ask", whole=False) == []
    tablet.locator("#hide").click()

    seat, name = a_drawn_card_is_placed(plot)
    expect(plot.wall.locator(".scheme")).to_have_count(4)
    plot.end_step("Schemes", "Minions")
    for each, phone in plot.phones.items():
        expect(phone.locator(".und-private")).to_have_count(0)
        expect(play(phone).locator(".und-cards .minion")).to_have_count(4)
        if each == seat:
            expect(play(phone).locator(".und-rows")).to_contain_text(name)
    plot.secrets[ROADS] = ("cat-1",)


def a_drawn_card_is_placed(plot: Plot) -> tuple[str, str]:
    """Place a drawn trap. Of twenty cards at least one is a trap, and a trap needs no further choice."""
    for seat, phone in plot.phones.items():
        lines = phone.locator(".und-line:has(button[value^=place]):not(:has(.field))")
        if lines.count():
            name = lines.first.locator("summary b").inner_text()
            lines.first.locator("summary").click()
            picture(phone, "2-placing-phone", whole=True)
            press(lines.first, "Place this one")
            expect(phone.locator(".und-line button[value^=place]")).to_have_count(0)
            picture(phone, "2-placed-phone", whole=True)
            return seat, name
    raise AssertionError("Nobody has drawn a trap.")


def written_by_the_phoneless(plot: Plot) -> int:
    """Return the number of the scheme that was handed in on paper."""
    written = plot.tablet.locator(".und-scheme:has(.h-swords)", has_text="written, month 1")
    return int((written.get_attribute("id") or "").removeprefix("scheme-"))


# --- Advancement and Protection -----------------------------------------------------------------------------------------


def minions_are_put_down(plot: Plot, roads: int) -> None:
    """Cat puts two minions on its own scheme. Control puts two more for the player without a phone."""
    plot.day.ask(west.deal, HANDS)
    plot.looked("3-minions")
    plot.end_step("Minions", "Advancement")
    cat = plot.on_turn("cat-1")
    for phone in plot.phones.values():
        if phone is not cat:
            expect(phone.locator(".und-turn")).to_contain_text("Your turn after")
            expect(play(phone).locator(".und-pick input")).to_have_count(0)
    tap(cat, "paper-red", "paper-blue")
    press(plot.row("cat-1", roads), "Put on it")
    for seat in plot.phones:
        expect(plot.row(seat, roads).locator(".und-count b").first).to_have_text("2")
    plot.looked("4-advancement")
    plot.done("cat-1")
    expect(plot.tablet.locator(f"#hand-{PHONELESS}")).to_contain_text("Play for")
    asked = plot.hand_open()
    pick(asked, "rock-red", "rock-blue")
    asked.locator("#hand-scheme").select_option(str(roads))
    picture(plot.tablet, "4-hand-tablet")
    assert wrong_in(plot.tablet, "#ask", whole=False) == []
    asked.locator("#advance").click()
    plot.hidden()
    for seat in plot.phones:
        expect(plot.row(seat, roads).locator(".und-count b").first).to_have_text("4")
    plot.done(*TURNS[1:])


def minions_are_put_in_front(plot: Plot, roads: int, rumors: int) -> None:
    """Cat guards its scheme, and Control the one of the player without a phone. Ram pays a card to stand before Cat's guard."""
    plot.end_step("Advancement", "Protection")
    cat = plot.on_turn("cat-1")
    tap(cat, "rock-red")
    press(plot.row("cat-1", roads), "Put in front")
    expect(plot.wall.locator(".minion-down")).to_have_count(1)
    plot.done("cat-1")
    asked = plot.hand_open()
    pick(asked, "paper-red")
    asked.locator("#hand-scheme").select_option(str(rumors))
    asked.locator("#protect").click()
    plot.hidden()
    plot.done(PHONELESS, "snake-1", "wolf-1", "eagle-1")
    ram = plot.on_turn("ram-1")
    tap(ram, "paper-blue")
    dear = plot.row("ram-1", roads)
    dear.locator("summary").click()
    dear.locator(".und-discards label:has(input[value*=':rock-blue#'])").click()
    plot.looked("5-protection")
    press(dear, "Put in front")
    expect(plot.wall.locator(".minion-down")).to_have_count(3)
    expect(play(ram).locator(".und-cards .minion")).to_have_count(2)
    plot.done("ram-1")
    assert plot.wall.locator(".minion-red, .minion-blue").count() == 0


# --- Attack -------------------------------------------------------------------------------------------------------------


def control_plays_into_the_trap(plot: Plot, trap: int) -> None:
    """Control attacks for the player without a phone, and shows the trap to that player alone."""
    plot.end_step("Protection", "Attack")
    plot.done("cat-1", word="Pass")
    asked = plot.hand_open()
    pick(asked, "scissors-blue")
    asked.locator("#hand-scheme").select_option(str(trap))
    asked.locator("#attack").click()
    plot.hidden()
    for phone in plot.phones.values():
        expect(phone.locator("#und-private-title")).to_have_text("For your eyes only")
    expect(plot.phones["snake-1"].locator(".und-private .und-face")).to_contain_text("Ambush")
    expect(plot.phones["eagle-1"].locator(".und-private .und-face")).to_have_text("You do not know what it is.")
    expect(plot.wall.locator(".table-words")).to_contain_text("looks at it")
    plot.looked("6-reached")
    plot.tablet.locator("#for-attacker").click()
    expect(plot.tablet.locator("#ask .notice")).to_contain_text("Ambush")
    picture(plot.tablet, "6-trap-hand-tablet")
    plot.tablet.locator("#go-on").click()
    for phone in plot.phones.values():
        expect(phone.locator(".und-private")).to_have_count(0)
        expect(phone.locator(".und-ended")).to_contain_text("Ambush")
    expect(plot.wall.locator(".table-trap")).to_contain_text("Ambush")
    plot.hidden()
    plot.looked("6-trap")


def a_phone_is_lost_in_its_attack(plot: Plot, roads: int) -> None:
    """A phone loses its wifi between two minions and comes back to the same place.

    The wall holds each scene until it can be read.
    """
    wall = plot.wall
    wall.clock.install()
    wall.reload()
    expect(wall.locator("body")).to_have_attribute("data-state", "live")
    stop_clock(wall, 10)
    still = Still(wall)
    snake, cat = plot.on_turn("snake-1"), plot.phones["cat-1"]
    tap(snake, "scissors-red")
    press(plot.row("snake-1", roads), "Attack")
    still.until("() => document.querySelector('.is-target')")
    press(cat, "Reveal")
    for phone in plot.phones.values():
        expect(phone.locator(".und-fight[data-won=attacker] .minion")).to_have_count(2)
    still.until("() => document.querySelector('.fight-won')")
    expect(plot.tablet.locator(".und-compared")).to_contain_text("wins against")
    plot.looked("7-first")

    snake.context.set_offline(True)
    expect(snake.locator("body")).to_have_attribute("data-state", "stale")
    tap(snake, "scissors-blue")
    press(snake, "Play on with it")
    expect(snake.locator("#trouble")).to_be_visible()
    picture(snake, "7-lost-phone", whole=True)
    assert wrong_in(snake, "#region-und-play", whole=False) == []
    assert wrong_in(snake, "#trouble") == []
    ground = snake.locator("#trouble").evaluate("each => getComputedStyle(each).backgroundColor")
    assert ground.startswith("rgb(")  # opaque, so that the page below does not shine through
    expect(plot.tablet.locator("#stop")).to_be_visible()
    snake.context.set_offline(False)
    expect(snake.locator("body")).to_have_attribute("data-state", "live")
    expect(snake.locator(".und-cards input[value*=':scissors-blue#']")).to_be_checked()
    press(snake, "Play on with it")
    expect(snake.locator("#trouble")).to_be_hidden()

    press(cat, "Reveal")
    for phone in plot.phones.values():
        expect(phone.locator(".und-fight[data-won=protection] .minion")).to_have_count(2)
    still.until("() => window.told && window.told !== document.querySelector('.table-scene').dataset.shown")
    expect(wall.locator(".fight-won")).to_be_visible()  # the second has arrived, the first is still being read
    wall.clock.run_for(6_000)
    expect(wall.locator(".fight-lost")).to_be_visible()
    wall.clock.resume()
    for seat in plot.phones:
        expect(plot.row(seat, roads).locator(".minion-red")).to_have_count(1)  # a guard that has won stays face up
    plot.looked("7-second")


def control_reveals_for_the_phoneless(plot: Plot, rumors: int) -> None:
    """Wolf reaches a scheme of the player without a phone. Control turns its guard, and only Wolf sees the face and foils it."""
    wolf = plot.on_turn("wolf-1")
    tap(wolf, "scissors-red")
    press(plot.row("wolf-1", rumors), "Attack")
    plot.tablet.locator("#reveal").click()
    expect(wolf.locator(".und-fight[data-won=attacker]")).to_be_visible()
    expect(wolf.locator(".und-private .und-face")).to_contain_text("Spread Rumors: Cat")
    plot.secrets["Spread Rumors: Cat"] = ("wolf-1",)
    for phone in plot.phones.values():
        expect(phone.locator("#und-private-title")).to_have_text("For your eyes only")
    plot.looked("8-foiling")
    press(wolf, "Foil it")
    for seat, phone in plot.phones.items():
        expect(phone.locator(".und-private")).to_have_count(0)
        expect(plot.row(seat, rumors)).to_have_count(0)
    plot.done("eagle-1", "ram-1", "snake-1", "wolf-1", word="Pass")  # a player without minions is done (GE-UND-55)
    plot.looked("8-foiled")


# --- Complete, Return and the next month --------------------------------------------------------------------------------


def it_completes(plot: Plot, roads: int) -> None:
    plot.end_step("Attack", "Complete")
    plot.looked("9-complete")
    plot.tablet.locator(f"#confirm-{roads}").click()
    for seat in plot.phones:
        expect(plot.row(seat, roads)).to_have_count(0)
    expect(plot.wall.locator(".table-done")).to_contain_text("1")
    plot.looked("9-completed")
    plot.tablet.locator("#end-west").click()
    expect(plot.wall.locator(".table-wall")).to_be_visible()


def both_houses_read_what_came_of_it(cat: Page, snake: Page) -> None:
    """The author reads the result. The House that was struck reads what happened, but not who did it."""
    expect(cat.locator(".schemes")).to_contain_text("What came of yours in month 1")
    expect(cat.locator(".schemes")).to_contain_text("Zen")
    expect(snake.locator(".schemes")).to_contain_text("What struck your House in month 1")
    expect(snake.locator(".schemes")).to_contain_text("Zen")
    expect(snake.locator(".schemes")).not_to_contain_text("Cat")
    expect(snake.locator(".schemes")).not_to_contain_text("Secret Roads")
    for phone, name in ((cat, "cat"), (snake, "snake")):
        expect(phone.locator("#region-clock")).to_contain_text("Ceremony")
        picture(phone, f"10-struck-phone-{name}", whole=True)
        assert wrong_in(phone, ".schemes", whole=False) == []


def it_is_seen_on_the_map(plot: Plot) -> None:
    """In month 2 two units of Snake are in Zen, on War Control's tablet and on the wall."""
    tablet, hall = plot.day.staff("wanda", "war/", UPRIGHT), plot.day.screen("map")
    for page, name in ((tablet, "tablet"), (hall, "wall")):
        expect(page.locator("[data-at=zen] .map-piece.army.h-snake > text")).to_have_text("2")
        picture(page, f"10-map-{name}", whole=page is tablet)
