"""An Underground table with guests from other provinces: five phones, a player without a phone, the tablet and the wall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from playwright.sync_api import Locator, Page, expect

from control.day.clock.phases import BeginDay
from control.day.roster.marks import MarkPerson
from control.day.state import PersonMarks
from control.engine.ids import SeatId
from control.engine.modules import Command
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.war.game.flags import AdjustFlag
from rooms.war.game.remnants import AdjustRemnant
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import UPRIGHT, Day
from tests.e2e.hands import end_table_step
from tests.scenarios import default

PHONES = ("cat-1", "snake-1", "wolf-1", "eagle-1", "ram-1")
PHONELESS = "swords-1"
SEATS = (*PHONES, PHONELESS)
REGIONS = ("#region-und-table", "#region-und-choice", "#region-und-play")
TURNS = ("cat-1", "swords-1", "snake-1", "wolf-1", "eagle-1", "ram-1")  # month 1 begins with the scenario's first House
GUESTS = {"wolf": "dom", "eagle": "bog", "ram": "mok"}  # the flag on each neutral castle that opens this table to a guest
CARD = re.compile(r"\b([a-z]+):(?:rock|paper|scissors)-(?:red|blue)[#!]\d")

BEGUN: tuple[Command, ...] = (
    *arrivals(*SEATS),
    MarkPerson(seat=SeatId(PHONELESS), before=PersonMarks(), after=PersonMarks(phoneless=True)),
    BeginDay(),
    *chain.from_iterable(
        (
            AdjustRemnant(region=RegionId(region), before=1, units=0, reason="beaten"),
            AdjustFlag(region=RegionId(region), house=HouseId(house), on=True, reason="conquered"),
        )
        for house, region in GUESTS.items()
    ),
    *phase_ends(Phase.CEREMONY),
)
# The row of a scheme must have room for the longest name, whichever name was drawn.
NAMES, LONGEST = "#region-und-play .und-row-name b", max((each.name for each in default().schemes), key=len)
RENAMED = """([names, longest]) => Array.from(document.querySelectorAll(names), (each) => {
  const name = each.textContent;
  each.textContent = longest;
  return name;
})"""
NAMED_AGAIN = """([names, kept]) => {
  for (const [at, each] of document.querySelectorAll(names).entries()) each.textContent = kept[at] ?? each.textContent;
}"""


@dataclass
class Plot:
    """Devices at the West's table: what each must keep secret, and the presses that play."""

    day: Day
    phones: dict[str, Page] = field(default_factory=dict)
    secrets: dict[str, tuple[str, ...]] = field(default_factory=dict)  # a face's sentence, and the seats that may know it

    def __post_init__(self) -> None:
        self.day.give(*BEGUN)
        self.phones = {seat: self.day.phone(seat) for seat in PHONES}
        self.tablet = self.day.staff("ulla", "underground/table/west/", UPRIGHT)
        self.wall = self.day.screen("underground/west")

    # --- checks -----------------------------------------------------------------------------------------------------------

    def looked(self, name: str) -> None:
        """Check every screen: nothing overlaps or overflows, and no secret card or face is shown."""
        wrong = {}
        for seat, phone in self.phones.items():
            picture(phone, f"{name}-phone-{seat}", whole=True)
            regions = [each for each in REGIONS if phone.locator(f"{each} > .card").count()]
            wrong[seat] = [fault for each in regions for fault in wrong_in(phone, each, whole=False)]
            if phone.locator(NAMES).count():
                kept = phone.evaluate(RENAMED, [NAMES, LONGEST])
                wrong[seat] += wrong_in(phone, "#region-und-play .und-rows", whole=False)
                phone.evaluate(NAMED_AGAIN, [NAMES, kept])
        for page, device, within in ((self.tablet, "tablet", ".und-desk"), (self.wall, "wall", ".table-wall")):
            picture(page, f"{name}-{device}", whole=page is self.tablet)
            wrong[device] = wrong_in(page, within, whole=page is self.wall)
        for device, page in {**self.phones, "tablet": self.tablet, "wall": self.wall}.items():
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong[device].append("wider than the screen")
        assert not any(wrong.values()), f"{name}: {wrong}"
        self.kept_secret(name)

    def kept_secret(self, name: str) -> None:
        """Check secrecy: only phones of a House hold its cards, and only seats that may know a face hold it (R-144)."""
        for seat, phone in self.phones.items():
            told = phone.content()
            assert set(CARD.findall(told)) <= {seat.split("-")[0]}, f"{name}, {seat}"
            for secret, who in self.secrets.items():
                assert seat in who or secret not in told, f"{name}, {seat}: {secret}"
        for page in (self.wall, self.tablet):
            told = page.content()
            assert CARD.findall(told) == [], name
            assert not [secret for secret in self.secrets if secret in told], name

    # --- presses ----------------------------------------------------------------------------------------------------------

    def end_step(self, step: str, then: str) -> None:
        """End the table's step on Underground Control's tablet."""
        end_table_step(self.tablet, step, then)
        for phone in self.phones.values():
            expect(phone.locator("#region-und-table .und-clock")).to_contain_text(then)
        expect(self.wall.locator(".table-step")).to_contain_text(then)

    def on_turn(self, seat: str) -> Page:
        """Return the phone of the player whose turn it is, once it says so."""
        phone = self.phones[seat]
        expect(phone.locator("[data-turn=mine]")).to_have_text("Your turn")
        return phone

    def done(self, *seats: str, word: str = "Done") -> None:
        """End the turns of these players, one after the other."""
        for seat in seats:
            if seat == PHONELESS:
                self.tablet.locator(f"#turn-done, #done-{seat}").click()
            else:
                press(self.on_turn(seat), word)
            self.turn_over(seat)

    def turn_over(self, seat: str) -> None:
        expect(self.tablet.locator(f"#sitter-{seat}.on-turn")).to_have_count(0)
        if seat in self.phones:
            expect(self.phones[seat].locator("[data-turn=mine]")).to_have_count(0)

    def row(self, seat: str, scheme: int) -> Locator:
        return play(self.phones[seat]).locator(f".und-rows > li[data-scheme='{scheme}']")

    def own(self, seat: str) -> int:
        """Return the number of the scheme that this player wrote, as the own phone shows it."""
        mine = play(self.phones[seat]).locator(".und-rows > li", has_text="Your scheme")
        return int(mine.get_attribute("data-scheme") or "")

    def hand_open(self) -> Locator:
        """Open the hand of the player without a phone on the tablet, for Underground Control only."""
        self.tablet.locator(f"#hand-{PHONELESS}").click()
        asked = self.tablet.locator("#ask")
        expect(asked.locator(".und-hand-cards").first).to_be_visible()
        return asked

    def hidden(self) -> None:
        expect(self.tablet.locator("#ask-box")).to_be_hidden()


def play(phone: Page) -> Locator:
    return phone.locator("#region-und-play")


def press(where: Page | Locator, name: str) -> None:
    where.get_by_role("button", name=name, exact=True).click()


def tap(where: Page | Locator, *cards: str) -> None:
    """Tap minions of the own hand, each named by its face, such as "rock-red"."""
    for card in cards:
        held = where.locator(f".und-cards label.und-pick:has(input[value*=':{card}#']:not(:checked))")
        held.first.click()


def pick(asked: Locator, *cards: str) -> None:
    """Tap minions of a hand on the tablet."""
    for card in cards:
        asked.locator(f"#hand-form label:has(input[value*=':{card}#']:not(:checked))").first.click()


# --- a wall with a controlled clock -------------------------------------------------------------------------------------


HEARS = """() => document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  window.told = /class="table-scene" data-scene="([^"]*)"/.exec(detail.xhr.response)?.[1] ?? "";
})"""


@dataclass
class Still:
    """A wall whose clock runs only under control of the test, so that the machine's speed does not matter."""

    wall: Page

    def __post_init__(self) -> None:
        self.wall.evaluate(HEARS)

    def until(self, found: str, arg: object = None) -> None:
        """Run the wall's clock until this is true in the page."""
        for _each in self._ticks():
            if self.wall.evaluate(found, arg):
                return
        raise AssertionError(f"The wall never came to: {found}")

    def _ticks(self) -> Iterator[None]:
        for _tick in range(1_200):
            self.wall.clock.run_for(2)
            self.wall.wait_for_timeout(100)
            yield None
