"""Four phones and a wall play a whole game at a side table, in a real browser against the running console."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
import yaml
from playwright.sync_api import Locator, Page, Route, expect

from control.models import Event
from tests.e2e import tables_inside
from tests.e2e.day import (
    PHONE,
    PROJECTOR,
    Day,
    await_every_answer,
    expect_waiting_look,
    mark_waiting_looks,
    tapped_away,
    wait_for_request,
)
from tests.e2e.tables import POTEMKIN, come, gather, play, player_phones
from tests.forks import ROOT

pytestmark = pytest.mark.e2e

CARDS = yaml.safe_load((ROOT / "fixtures/potemkin/cards.yaml").read_text(encoding="utf-8"))["cards"]
TITLES = {card["id"]: card["title"] for card in CARDS}

# Number of parts of the board that a reveal covers on the wall. One reveal that nobody waits for is added.
COVERED = """() => {
  const box = document.createElement("div");
  box.className = "pe-moment";
  document.body.append(box);
  const top = box.getBoundingClientRect().top;
  const lies = [...document.querySelectorAll(".pe-board [data-house], .pe-last")].filter(
    (each) => each.getBoundingClientRect().bottom > top + 1,
  ).length;
  box.remove();
  return lies;
}"""
LINES = "[data-key^=log-]"
HEARD = f"line => [...document.querySelectorAll('{LINES}')].some(({{ dataset }}) => Number(dataset.key.slice(4)) >= line)"
SCORED = ".pe-scores tr:has([data-total])"
POINTS = "rows => rows.map((row) => [...row.querySelectorAll('[data-points]')].map(({ dataset }) => Number(dataset.points)))"
ASKED = ".wall-head li:has(.is-waited):not(:has(small))"  # players that the wall shows as waited for, without bots


@dataclass(frozen=True)
class Secrets:
    """Ids of cards: those that each player keeps or hides, each pack that goes around, and the deck."""

    kept: list[list[str]]
    packs: list[list[str]]
    deck: list[str]


def secrets_of(event: Event) -> Secrets:
    play = tables_inside.game_state(event)
    kept = [[*side.hand, *[each.card for each in side.village if not each.shown]] for side in play.sides]
    return Secrets(kept=kept, packs=[list(side.pack) for side in play.sides], deck=list(play.deck))


def scores_of(event: Event) -> list[int]:
    """Return every player's points from the journal."""
    ended: dict[str, list[int]] = json.loads(tables_inside.stream_of(event).entries.get(kind="GameEnded").body)
    return ended["scores"]


@dataclass(frozen=True)
class Hall:
    """A table in a browser: the phones in the order of their chairs, and the wall."""

    day: Day
    phones: Sequence[Page]
    wall: Page

    def play(self, most: int, *, until: str = "", by: str = "build") -> int:
        """Let the player that the wall names press the first offer. Repeats `most` times, or until `until` is on the wall.

        Returns the number of presses. Nobody is named any more if the wall misses a turn, so this proves that it is live.
        """
        for pressed in range(most):
            expect(self.wall.locator(", ".join(filter(None, (ASKED, until)))).first).to_be_visible()
            if until and self.wall.locator(until).count():
                return pressed
            chair = number(self.wall.locator(ASKED).first)
            self.wall.wait_for_function(HEARD, arg=press(self.phones[chair], by))
        return most

    def cards_are_secret(self) -> None:
        """Each phone shows the cards that its owner keeps or has built. No phone and no wall shows anybody else's."""
        newest = number(self.wall.locator(LINES).first)
        for phone in self.phones:
            phone.wait_for_function(HEARD, arg=newest)
        found = self.day.ask(secrets_of)
        for at, page in enumerate((*self.phones, self.wall)):
            shown = page.content()
            own = found.kept[at] if at < len(found.kept) else []
            others = [card for other, cards in enumerate(found.kept) for card in (*cards, *found.packs[other]) if other != at]
            assert [card for card in own if TITLES[card] not in shown] == []
            assert [card for card in (*others, *found.deck) if TITLES[card] in shown] == []


def number(piece: Locator) -> int:
    """Return the number in the `data-key` of a chair or a line."""
    return int(str(piece.get_attribute("data-key")).partition("-")[2])


def press(phone: Page, by: str) -> int:
    """Play the first choice offered; in a turn, the first one of the tab `by`. Returns the newest line's number."""
    expect(phone.locator("#region-top [data-mine]")).to_be_visible()
    ask = phone.locator(".pe-ask")
    if phone.locator("[data-asks=turn]").count():
        ask.locator(f".pe-tab input[value={by}]").check()
        if by == "build":
            ask.locator("[data-panel=build] summary").first.click()
    answer = play(ask.locator("form button:not([type=button]):visible").first)
    return max(int(line) for line in re.findall(r'data-key="log-(\d+)"', answer))


def opened(host: Page) -> str:
    """Open a table from the player's own phone. Returns its code."""
    host.get_by_role("link", name="House").click()
    host.get_by_role("link", name="Side tables").click()
    card = host.locator("form", has=host.get_by_role("heading", name="Potemkin Empire"))
    card.get_by_role("button", name="Open a table").first.click()
    return host.locator("#region-top .table-code").inner_text()


@pytest.fixture
def hall(day: Day) -> Hall:
    """Two players and two friends at a table that a player has opened, and the wall that shows it."""
    day.ask(tables_inside.permit_players)
    phones = [*player_phones(day, "cat-1", "wolf-1"), *(day.device(PHONE).new_page() for _friend in range(2))]
    wall, house = day.device(PROJECTOR).new_page(), day.house.address
    for page in (*phones, wall):
        page.emulate_media(reduced_motion="reduce")
    phones[0].goto(f"{house}/play/")
    code = opened(phones[0])
    wall.goto(f"{house}/screen/table/{code}/")
    for phone, name in zip(phones[1:], ("", "Yelena", "Zakhar"), strict=True):
        come(phone, house, code, name)
    tapped_away(*phones)
    return Hall(day=day, phones=phones, wall=wall)


def test_four_phones_and_a_wall_play_a_whole_game(hall: Hall) -> None:
    host, wall, broken = hall.phones[0], hall.wall, list[str]()
    for page in (*hall.phones, wall):
        page.on("pageerror", lambda error: broken.append(error.message))
    expect(wall.locator(".chair:not(.is-free)")).to_have_count(4)
    wall.evaluate("window.same = true")

    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator(".pe-phone")).to_be_visible()
    hall.play(6)  # everybody has kept a card, and two have picked their second

    reloaded = hall.phones[3]
    cards = reloaded.locator(".pe-card .pe-card-title")
    expect(cards).to_have_count(4)
    before = cards.all_inner_texts()
    reloaded.reload()
    expect(cards).to_have_text(before)
    expect(reloaded.locator(".pe-hand .pe-card")).to_have_count(1)
    hall.cards_are_secret()

    hall.play(6)
    expect(wall.locator("[data-kind=turn]")).to_be_visible()
    hall.play(4)
    expect(wall.locator(".pe-banks [data-house]")).to_have_count(4)
    hall.cards_are_secret()
    assert wall.evaluate(COVERED) == 0  # reveals lie beside the houses

    leaves = hall.day.ask(tables_inside.play_to_last_month)
    hall.phones[leaves].get_by_text("Leave the table").click()
    hall.phones[leaves].get_by_role("button", name="Let a bot play on").click()
    chip = wall.locator(f"[data-key=chip-{leaves}]")
    expect(chip).to_contain_text("a bot plays")
    expect(wall.locator(".pe-months [aria-current]")).to_have_text("4")
    expect(chip.locator(".is-waited")).to_have_count(0)  # the bot has played
    assert hall.play(8, until="[data-kind=over]", by="produce") > 0

    expect(wall.locator(".pe-headline")).to_be_visible()
    points = wall.locator(SCORED).evaluate_all(POINTS)
    assert [len(row) for row in points] == [5] * 4
    assert [sum(row) for row in points] == hall.day.ask(scores_of)
    for page in (*hall.phones, wall):
        expect(page.locator(".pe-headline")).to_contain_text(re.compile("win|victory"))
        assert page.locator(SCORED).evaluate_all(POINTS) == points
        assert page.locator("[data-total]").all_inner_texts() == [str(sum(row)) for row in points]
    assert wall.evaluate("window.same")
    assert broken == []


def test_news_that_is_faster_than_the_answer_to_a_press_takes_nothing_away(day: Day) -> None:
    company = gather(day, POTEMKIN, seats=("cat-1",), bots=2, begins=False)
    company.visit()
    (phone,) = company.phones
    held = list[Route]()
    await_every_answer(phone)
    phone.route("**/begin/", lambda route: held.append(route))
    mark_waiting_looks(phone)
    phone.get_by_role("button", name="Begin").click()
    begin = wait_for_request(phone, held)
    answer = begin.fetch()
    expect_waiting_look(phone)  # handled, its news is here, its answer is not
    expect(phone.get_by_role("button", name="Begin")).to_be_visible()
    begin.fulfill(response=answer)

    press(phone, "build")  # its answer has to wait for the other one
    expect(phone.get_by_role("button", name="Keep")).to_have_count(3)
    expect(phone.locator("#region-main")).to_contain_text("Grisha has picked")
    assert phone.locator("#look").count() == 1
