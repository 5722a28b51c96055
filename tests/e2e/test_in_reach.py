"""Buttons are in sight and do not move under the finger, on a full day of the whole scenario."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
import yaml
from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize, expect

from control import system_time
from control.day.calls import CallControl
from control.day.clock.phases import BeginDay, SetClock
from control.day.handoffs import HandOver
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.models import Event
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.uprising.rules import RiseUp
from rooms.realm.desks import Desk
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Scenario
from tests.e2e.access import unfold
from tests.e2e.boxes import box_of, picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends, seatings, step_ends
from tests.e2e.court import proposal
from tests.e2e.day import TABLET, UPRIGHT, Console, Day, event_of
from tests.e2e.inside import carry_out, state_of
from tests.e2e.pages import StillDay, fragment, long
from tests.e2e.throne import in_return, leave_to_nobody
from tests.scenarios import default

pytestmark = pytest.mark.e2e
FULL = Path(__file__).parents[2] / "fixtures" / "god_emperor"
SIZES = pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["across", "upright"])
HANDED = HandOver(origin=Desk.COURT, to=Desk.WAR, what="Amn is closed to everybody this month")
LAST = 10  # months


def begin(event: Event) -> None:
    """Check everybody in and begin the day."""
    present = (CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT) for seat in state_of(event.pk).seats)
    carry_out(event.pk, [*present, BeginDay()])


def call_of_every_house(event: Event) -> None:
    """Call Control six minutes ago, as the first two players of every House."""
    for seat in state_of(event.pk).seats:
        if seat.endswith(("-1", "-2")):
            carry_out(event.pk, [CallControl(seat=seat)], Actor(seat=seat), system_time.now() - timedelta(minutes=6))


@cache
def default_and_long() -> Scenario:
    """The default scenario with ten minutes for each phase."""
    return long(default())


class WholeCourt(StillDay):
    """Three players of each House in the Court of month 1, after Updates, with three proposals before the Sovereign."""

    usual = staticmethod(default_and_long)

    def arrange(self) -> None:
        seats = tuple(self.state.seats)
        court = [seat for seat in seats if seat.endswith(("-1", "-3", "-5"))]
        self.give(*arrivals(*seats), BeginDay(), *phase_ends(Phase.CEREMONY), *seatings(Room.COURT, *court))
        self.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT), *step_ends(Room.COURT, "updates"))
        self.give(proposal("cat-1", Paper(type="fines", values=(("wolf",), ("2",), ("1",)))))
        self.give(proposal("cat-3", Paper(type="famine-aid")), proposal("cat-5", Paper(type="famine-aid")))


@pytest.fixture
def whole(console: Console, chromium: Browser, tmp_path: Path) -> Iterator[Day]:
    """A day of the whole scenario with everybody present; a tie for the throne is left to Control."""
    folder = tmp_path / FULL.name
    shutil.copytree(FULL, folder, ignore=shutil.ignore_patterns("examples"))
    file = folder / "scenario.yaml"
    written = yaml.safe_load(file.read_text(encoding="utf-8"))
    written.setdefault("settings", {})["month10_tie"] = "control"
    file.write_text(yaml.safe_dump(written, allow_unicode=True, sort_keys=False), encoding="utf-8")
    with event_of(console, chromium, folder) as day:
        day.ask(begin)
        yield day


def looked(page: Page, name: str, within: str) -> None:
    picture(page, name)
    assert wrong_in(page, within, whole=False) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def tops(page: Page) -> list[tuple[str, float]]:
    """Top edges of the open rows in Attention, each with its owner."""
    found: list[tuple[str, float]] = page.locator("#part-attention form > ul:first-of-type > li").evaluate_all(
        "rows => rows.map(row => [row.querySelector('b').textContent, row.getBoundingClientRect().top])"
    )
    return found


def in_sight(page: Page, size: ViewportSize) -> None:
    """Check that both answers of a question are on the screen, however much is above them."""
    for button in page.locator("#ask .answers > *").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]


@SIZES
def test_a_double_tap_goes_to_one_player_and_nobody_is_out_of_reach(
    whole: Day, size: ViewportSize, request: pytest.FixtureRequest
) -> None:
    way = request.node.callspec.id
    whole.ask(call_of_every_house)
    anna = whole.staff("anna", "", size)
    expect(anna.locator("#part-attention form > ul:first-of-type > li")).to_have_count(8)
    third = anna.locator("#part-attention form > ul:first-of-type > li").nth(2)
    anna.wait_for_load_state("networkidle")
    third.evaluate("row => row.scrollIntoView({block: 'center'})")
    before = tops(anna)
    looked(anna, f"attention-many-{way}", "#part-attention")

    third.get_by_role("button", name="Check on").dblclick()
    expect(third).to_contain_text("anna goes")
    expect(anna.locator("#part-attention .call-who")).to_have_count(1)
    after = tops(anna)
    assert [name for name, _top in after[:8]] == [name for name, _top in before]
    assert [top - after[0][1] for _name, top in after[:3]] == [top - before[0][1] for _name, top in before[:3]]
    looked(anna, f"attention-many-gone-{way}", "#part-attention")

    anna.locator("#attention-more summary").click()
    last = anna.locator("#attention-more li").last
    name = last.locator("b").inner_text()
    last.get_by_role("button", name="Check on").click()
    below = anna.locator("#part-attention details + ul > li")
    expect(below).to_contain_text(name)
    expect(below.get_by_role("button", name="Seen")).to_be_visible()
    below.evaluate("row => row.scrollIntoView({block: 'center'})")
    looked(anna, f"attention-folded-gone-{way}", "#part-attention")


@SIZES
@pytest.mark.rule("R-38", "GE-CRT-28")
def test_what_the_court_waits_for_is_in_sight(db, sheet, size: ViewportSize) -> None:
    day = WholeCourt()
    end = size["height"] - 66  # the fixed foot of the page covers the rest

    def bottom(button: str) -> float:
        box = box_of(sheet.lay(day.desk(Desk.COURT, place="court/"), size).locator(button))
        return box["y"] + box["height"]

    assert bottom("#choose-cat-1") < end
    day.give(
        ChooseProposal(month=1, author=SeatId("cat-1")), *step_ends(Room.COURT, "explain-1"), *step_ends(Room.COURT, "debate-1")
    )
    assert bottom("#close-vote") < end
    assert wrong_in(sheet.page, "main", whole=False) == []


@pytest.mark.rule("GE-CRT-26", "GE-CRT-97", "GE-CER-01")
def test_what_a_phone_waits_for_is_in_sight(db, sheet) -> None:
    """The room in a later month, a vote and an Uprising, on a phone whose browser shows bars above and below."""
    day, size = WholeCourt(), ViewportSize(width=390, height=664)
    cat, wolf = day.phone(SeatId("cat-1")), day.phone(SeatId("wolf-1"))

    def bottom(client: Client, button: str, name: str) -> float:
        page = sheet.lay(day.read(client, "/play/"), size)
        sheet.tab("now")
        picture(page, f"phone-{name}")
        assert wrong_in(page, "#now", whole=False) == []
        box = box_of(page.locator(button).first)
        return box["y"] + box["height"]

    end = size["height"] - 64  # the tabs
    day.give(ChooseProposal(month=1, author=SeatId("cat-1")), *step_ends(Room.COURT, "explain-1", "debate-1"))
    assert bottom(cat, ".vote-for", "vote") < end
    day.give(CastVote(seat=SeatId("cat-1"), month=1, cycle=1, favor=True), by=Actor(seat=SeatId("cat-1")))
    assert bottom(cat, ".vote-against", "voted") < end
    day.give(RiseUp(seat=SeatId("wolf-3"), month=1, number=1), by=Actor(seat=SeatId("wolf-3")))
    assert bottom(wolf, ".uprising summary", "uprising") < end
    day.give(SetClock(month=2, phase=Phase.CEREMONY, seconds=600))
    assert bottom(wolf, ".room", "room") < end


@pytest.mark.rule("GE-CRT-18")
def test_the_tokens_of_each_pool_stand_in_one_line(db, sheet) -> None:
    page = sheet.lay(WholeCourt().desk(Desk.COURT, place="court/"), ViewportSize(width=820, height=1180))
    lines = "(all) => all.map((each) => new Set([...each.children].map((token) => token.offsetTop)).size)"

    assert {*page.locator(".pools .tokens").evaluate_all(lines)} == {1}


@pytest.mark.rule("GE-CRT-26")
@pytest.mark.parametrize("place", ["phone", "wall"])
def test_when_the_time_of_a_step_is_over_the_floor_says_so(db, sheet, place: str) -> None:
    day = WholeCourt()
    day.give(ChooseProposal(month=1, author=SeatId("cat-1")), *step_ends(Room.COURT, "explain-1", "debate-1"))
    html = day.read(day.phone(SeatId("cat-1")), "/play/") if place == "phone" else day.wall("floor")
    page = sheet.lay(html, ViewportSize(width=390, height=844) if place == "phone" else ViewportSize(width=1920, height=1080))
    if place == "phone":
        sheet.tab("now")
    left = page.locator(":is(.floor-clock, .floor-step) .clock-left")
    expect(page.get_by_text("Time is over.")).to_be_hidden()

    left.evaluate("(left) => left.classList.add('over')")  # as clock.js does at 00:00

    expect(page.get_by_text("Time is over.")).to_be_visible()
    expect(left).to_be_hidden()
    picture(page, f"over-{place}")


def test_a_ruling_is_recorded_in_sight_while_the_keyboard_is_up(db, sheet) -> None:
    day, above = StillDay(), ViewportSize(width=1180, height=480)
    client = day.tablet("anna")
    sheet.lay(day.read(client, day.control()), above, ask=fragment(client, day.control("rulings/new/?rule=GE-CRT-28")))
    unfold(sheet.page, ("#ask details:not([open])",))
    sheet.page.locator("#ask textarea[name=text]").focus()
    in_sight(sheet.page, above)


@SIZES
@pytest.mark.rule("R-20")
def test_return_is_answered_and_ended_in_sight(whole: Day, size: ViewportSize, request: pytest.FixtureRequest) -> None:
    way = request.node.callspec.id
    whole.give(HANDED, in_return(5))
    anna = whole.staff("anna", "", size)
    matters, turn = (anna.locator(f"#part-{name}").bounding_box() for name in ("matters", "turn-organizer"))
    assert matters is not None
    assert turn is not None
    assert matters["y"] < turn["y"]
    calls, counts = (anna.locator(f"#part-{name}").bounding_box() for name in ("attention", "counts"))
    assert calls is not None
    assert counts is not None
    if size == UPRIGHT:
        assert calls["y"] < counts["y"]
    expect(anna.locator(".turn")).to_contain_text(": nothing, as it stands now.")
    picture(anna, f"return-overview-{way}", whole=True)

    anna.locator("#part-matters .hand-off button").click()
    anna.goto(whole.address("clock/"))
    anna.get_by_text("End it now …").first.click()
    expect(anna.locator("#ask .foretold")).to_contain_text(": nothing, as it stands now.")
    in_sight(anna, size)
    looked(anna, f"return-ends-{way}", "#ask")
    for each in anna.locator("#ask summary").all():
        each.click()
    in_sight(anna, size)
    picture(anna, f"return-ends-open-{way}")


@SIZES
@pytest.mark.rule("R-26")
def test_an_empty_throne_at_the_end_leads_to_the_decision(whole: Day, size: ViewportSize, request: pytest.FixtureRequest) -> None:
    way = request.node.callspec.id
    whole.ask(leave_to_nobody, LAST)
    anna = whole.staff("anna", "clock/", size)
    anna.get_by_text("End it now …").first.click()
    expect(anna.locator("#ask")).to_contain_text("Control decides how it ends.")
    expect(anna.locator("#ask")).not_to_contain_text("when a phase ends")
    in_sight(anna, size)
    looked(anna, f"last-return-{way}", "#ask")
    anna.locator("#ask").get_by_role("button", name="End Return").click()
    expect(anna.locator(".bar-signs")).to_contain_text("for you")
    picture(anna, f"end-clock-{way}")
    anna.locator("#said").get_by_role("link", name="decide how the day ends").click()
    anna.get_by_role("link", name="Decide how it ends").click()
    ask = anna.locator("#ask")
    expect(ask.locator("label", has_text="Cat").first).to_contain_text("tied with Wolf")
    in_sight(anna, size)
    looked(anna, f"end-decide-{way}", "#ask")
    ask.locator("label", has_text="Wolf").nth(1).click()
    ask.get_by_label("Reason").fill("by acclamation")
    ask.get_by_role("button", name="Look it over").click()
    expect(ask).to_contain_text("is crowned Divine Sovereign, as")
    looked(anna, f"end-sure-{way}", "#ask")
    ask.get_by_role("button", name="So it ends").click()
    expect(anna.locator("#ended-title")).to_contain_text("Divine Sovereign")
    expect(anna.locator("#part-matters")).not_to_contain_text("decide how the day ends")
