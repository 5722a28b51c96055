"""One proposal on Court Control's tablet: chosen, voted on, paid, on the Law Board; and all of it reverted with one undo."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from control.day.clock.phases import BeginDay
from control.models import Event
from rooms.realm.desks import Desk
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e import inside
from tests.e2e.boxes import box_of, wrong_in
from tests.e2e.commands import arrivals, phase_ends, seatings, step_ends
from tests.e2e.court import CHOSEN, FINES, proposal
from tests.e2e.day import UPRIGHT
from tests.e2e.pages import StillDay

pytestmark = pytest.mark.e2e

SHINE = "each => getComputedStyle(each).backgroundColor"
ASIDE = ViewportSize(width=1180, height=820)
SEATS = ("cat-1", "cat-2", "cat-3", "wolf-1", "wolf-2", "ram-1")
BEGUN = (  # five players in the Court of month 1, Updates have ended, two proposals before the Sovereign
    *arrivals(*SEATS),
    BeginDay(),
    *phase_ends(Phase.CEREMONY),
    *seatings(Room.COURT, *SEATS[:5]),
    *phase_ends(Phase.PLANNING, Phase.MOVEMENT),
    *step_ends(Room.COURT, "updates"),
    proposal("cat-1", FINES),
    proposal("wolf-1", Paper(type="famine-aid")),
)


def court_and_laws(event: Event) -> str:
    """The stored Court and laws as text. Called inside the console."""
    state = inside.state_of(event.pk)
    return repr((state.rooms[Room.COURT], state.laws))


def laws_passed(event: Event) -> int:
    """Return how many proposals have become law. Called inside the console."""
    return len(inside.state_of(event.pk).passed)


class TwoProposals(StillDay):
    """Five players in the Court of month 1, after Updates, with two proposals before the Sovereign."""

    def arrange(self) -> None:
        self.give(*BEGUN)


@pytest.mark.rule("GE-CRT-26", "GE-CRT-28", "GE-CRT-31", "GE-CRT-34")
def test_a_proposal_goes_from_its_choosing_to_the_board_and_back(day):
    day.give(*BEGUN)
    court, cat = day.staff("conrad", "court/", UPRIGHT), day.phone("cat-1")
    for page in (court, cat):
        expect(page.locator("body")).to_have_attribute("data-state", "live")

    it_is_chosen(court)
    the_vote_is_opened_and_counted(court)
    before = day.ask(court_and_laws)
    it_is_paid_and_law(court)
    assert day.ask(laws_passed) == 1
    expect(cat.locator("body")).to_contain_text("Fines")

    expect(court.locator("#undo-last")).to_contain_text("Payment for Fines in cycle 1")  # drawn after the answer to the press
    court.locator("#undo-last").click()
    court.locator("#ask").get_by_label("Why").fill("Wolf paid, not Cat")
    court.locator("#ask button[type=submit]").click()
    expect(court.locator("#pay")).to_be_visible()
    expect(court.locator(".token.gone")).to_have_count(0)
    assert day.ask(court_and_laws) == before
    day.replay()


def it_is_chosen(court: Page) -> None:
    """A latecomer is added to the roll. The Sovereign's choice is entered and appears on the floor at once."""
    expect(court.locator("#roll-title")).to_contain_text("Assembled: 5")
    court.locator("#roll-mend summary").click()
    court.locator("#roll-ram-1-on").click()
    expect(court.locator("#roll-title")).to_contain_text("Assembled: 6")
    court.locator("#choose-cat-1").click()
    expect(court.locator(".floor-words")).to_contain_text("Fines")


def the_vote_is_opened_and_counted(court: Page) -> None:
    """Two votes are tapped, and two fists of the others counted: four of six are in favor."""
    court.get_by_role("button", name="Open the debate").click()
    court.get_by_role("button", name="Open the vote").click()
    slots = [f"slot-{name}" for name in ("cat-1", "cat-2", "wolf-1-no")]
    expect(court.locator(f"#{slots[-1]}")).to_be_visible()
    court.evaluate("slots => slots.forEach(id => document.getElementById(id).click())", slots)  # before any answer arrives
    expect(court.locator(".slot.filled")).to_have_count(3)
    for width, height in ((390, 844), (1180, 820), (820, 1180)):
        court.set_viewport_size({"width": width, "height": height})
        assert wrong_in(court, "main", whole=False) == []
    court.locator("#fists").fill("2")
    court.locator("#count-fists").click()
    expect(court.locator("#slot-wolf-2")).to_be_disabled()
    court.locator("#close-vote").click()
    expect(court.locator(".floor-result")).to_contain_text("A majority favors it, 4 to 2")


def it_is_paid_and_law(court: Page) -> None:
    """Three tokens pay, with the sum shown at each. One press makes it law and takes the tokens."""
    court.locator("#pay").click()
    expect(court.locator("#pay-now")).to_be_disabled()
    tokens = court.locator("#ask .pay-token")
    for number in range(3):
        tokens.nth(number).click()
        expect(court.locator(".pay-count b")).to_have_text(str(number + 1))
    court.locator("#pay-now").click()
    expect(court.locator(".token.gone")).to_have_count(3)
    expect(court.locator(".heard .passed")).to_contain_text("Law")


def test_the_button_of_the_step_stands_at_one_height_and_is_bright_once_something_is_heard(db, sheet):
    day = TwoProposals()
    court = sheet.lay(day.desk(Desk.COURT, place="court/"), UPRIGHT)
    expect(court.locator(".floor-nothing")).to_be_visible()
    dull = court.locator("#end-explain-1").evaluate(SHINE)
    day.give(CHOSEN)
    sheet.lay(day.desk(Desk.COURT, place="court/"))
    expect(court.locator(".floor-nothing")).to_have_count(0)
    expect(court.locator(".floor-words")).to_be_visible()
    assert court.locator("#end-explain-1").evaluate(SHINE) != dull

    heights = {size["width"]: set[int]() for size in (ASIDE, UPRIGHT)}  # it moves: a double tap ends one step
    for step in ("explain-1", "debate-1", "vote-1", "payment-1"):
        sheet.lay(day.desk(Desk.COURT, place="court/"))
        button = court.locator(f"#end-{step}")
        expect(button).to_be_visible()
        for size in (ASIDE, UPRIGHT):
            court.set_viewport_size(size)
            heights[size["width"]].add(round(box_of(button)["y"]))
            assert wrong_in(court, "#part-steps-court", whole=False) == []
        day.give(*step_ends(Room.COURT, step))
    assert {width: len(found) for width, found in heights.items()} == {1180: 1, 820: 1}, heights
