"""A whole Court in the browser: nine phones, tablet and wall; a law that binds the War Room, and how it is struck a month later."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay
from control.engine.ids import SeatId
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, RegionId, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Order, OrderKind
from tests.e2e.boxes import box_of, wrong_in
from tests.e2e.commands import arrivals, end_steps_until, phase_ends, seatings, step_ends
from tests.e2e.conftest import MakeDay
from tests.e2e.court import LONG_ACTION, proposal, to_step, votes
from tests.e2e.day import PROJECTOR, Day

pytestmark = pytest.mark.e2e

SEATS = tuple(f"{house}-{rank}" for house in ("cat", "wolf", "ram") for rank in (1, 2, 3))
BAN = Paper(type="travel-ban", values=(("zen",),))
FINES = Paper(type="fines", values=(("ram",), ("1",), ("1",)))
MOVE = Order(kind=OrderKind.MOVE, units=2, origin=RegionId("amn"), target=RegionId("zen"))
ORDERS = CorrectOrders(player=SeatId("cat-1"), month=2, reason="on paper", orders=(MOVE,))


@pytest.fixture
def court(make_day: MakeDay) -> Day:
    """All nine players in the Court of month 1, after Updates. A Travel Ban on Zen and Fines wait for their cycles."""
    day = make_day(**LONG_ACTION)
    day.give(BeginDay(), *arrivals(*SEATS), *phase_ends(Phase.CEREMONY), *seatings(Room.COURT, *SEATS))
    day.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT))
    to_step(day, "explain-1")
    day.give(proposal("cat-1", BAN), proposal("wolf-1", FINES))
    return day


@pytest.mark.rule("GE-CRT-26", "GE-CRT-34", "GE-CRT-59", "R-69", "R-80")
def test_a_law_is_voted_on_by_nine_phones_bites_on_the_map_and_is_struck_a_month_later(court):
    phones = {seat: court.phone(seat) for seat in SEATS}
    desk, wall = court.staff("conrad", "court/"), court.screen("floor")

    it_is_chosen_and_debated(desk, wall, phones)
    nine_vote_one_of_them_through_a_broken_line(court, desk, wall, phones)
    it_is_paid_and_everybody_reads_the_law(desk, wall, phones)
    the_second_is_rejected(court, desk, wall, phones["ram-1"])
    next_month_begins(court)
    cat = phones["cat-1"]
    the_phone_may_not_go_there(cat)
    war = the_law_bites(court, cat)
    the_law_cannot_be_undone_but_it_can_be_struck(court)
    the_map_is_open_again(war, cat)
    assert "the same" in court.replay()


def it_is_chosen_and_debated(desk: Page, wall: Page, phones: dict[str, Page]) -> None:
    """Court Control chooses in the God Emperor's place. A player raises a hand, speaks and yields the floor."""
    desk.locator("#choose-cat-1").click()
    expect(desk.locator(".floor-words")).to_contain_text("Travel Ban: Zen")
    desk.get_by_role("button", name="Open the debate").click()
    floor = phones["ram-3"].locator("#region-floor")
    expect(floor.locator(".floor-clock")).to_contain_text("Debate")
    floor.get_by_role("button", name="Raise your hand").click()
    expect(floor.locator("[data-hand=up]")).to_contain_text("number 1")
    expect(wall.locator(".floor-next .house")).to_have_count(1)
    desk.locator("#speaker-next").click()
    expect(floor).to_contain_text("You have the floor.")
    for page, place in ((wall, ".wall-floor"), (desk, "main"), (phones["ram-3"], "#region-floor")):
        assert wrong_in(page, place, whole=page is wall) == []
    floor.get_by_role("button", name="I am done").click()
    expect(wall.locator(".floor-speaking")).to_have_count(0)


def nine_vote_one_of_them_through_a_broken_line(court: Day, desk: Page, wall: Page, phones: dict[str, Page]) -> None:
    """A vote pressed without a signal is sent when the signal returns, and counts once."""
    desk.get_by_role("button", name="Open the vote").click()
    lost = phones["wolf-3"]
    expect(lost.locator("#region-floor form.vote")).to_be_visible()
    lost.context.set_offline(True)
    for seat, phone in phones.items():
        side = "Against" if seat.startswith("ram") else "For"
        phone.locator("#region-floor").get_by_role("button", name=side, exact=True).click()
    expect(lost.locator("[data-kept-vote]")).to_be_visible()
    expect(desk.locator(".slot.filled")).to_have_count(8)
    for page, place in ((desk, "main"), (lost, "#region-floor"), (wall, ".wall-floor")):
        assert wrong_in(page, place, whole=page is wall) == []
    lost.context.set_offline(False)
    expect(lost.locator("[data-vote=favor]")).to_be_visible()
    expect(desk.locator(".slot.filled")).to_have_count(9)
    assert sorted(court.ask(votes)) == sorted((seat, not seat.startswith("ram")) for seat in SEATS)

    desk.locator("#close-vote").click()
    expect(desk.locator(".floor-result")).to_contain_text("A majority favors it, 6 to 3")
    expect(wall.locator(".floor-count dd")).to_have_text(["6", "3"])
    left = box_of(wall.locator(".floor-outcome"))
    assert left["x"] >= 0
    assert left["x"] + left["width"] <= PROJECTOR["width"]


def it_is_paid_and_everybody_reads_the_law(desk: Page, wall: Page, phones: dict[str, Page]) -> None:
    desk.locator("#pay").click()
    desk.locator("#pay-turns").click()
    expect(desk.locator(".heard .passed")).to_contain_text("Law 6")
    expect(wall.locator(".floor-outcome")).to_contain_text("It is law, 6 to 3.")
    for phone in phones.values():
        expect(phone.locator("#region-floor")).to_contain_text("It is law, 6 to 3.")


def the_second_is_rejected(court: Day, desk: Page, wall: Page, ram: Page) -> None:
    """Two votes are tapped on the tablet. The other seven players are silent, which counts against the proposal."""
    to_step(court, "explain-2")
    desk.locator("#choose-wolf-1").click()
    expect(ram.locator("#region-floor .floor-proposal")).to_contain_text("Fines")
    to_step(court, "vote-2")
    for number, seat in enumerate(("wolf-1", "cat-2"), start=1):
        desk.locator(f"#slot-{seat}").click()
        expect(desk.locator(".slot.filled")).to_have_count(number)
    desk.locator("#close-vote").click()
    desk.locator("#end-sure").click()
    for each in (desk.locator(".floor-outcome"), wall.locator(".floor-outcome"), ram.locator("#region-floor")):
        expect(each).to_contain_text("Rejected, 2 to 7.")


def next_month_begins(court: Day) -> None:
    """The third cycle stays empty and the laws act in Return. Cat's first goes to the War Room, its second stays."""
    for room, last in ((Room.COURT, "payment-3"), (Room.WAR, "recruit")):
        court.ask(end_steps_until, room, last)
        court.give(*step_ends(room, last))
    court.give(*phase_ends(Phase.ACTION, Phase.RETURN), *phase_ends(Phase.CEREMONY, month=2))
    court.give(*seatings(Room.WAR, "cat-1", month=2), *seatings(Room.COURT, "cat-2", month=2))


def the_phone_may_not_go_there(cat: Page) -> None:
    """Cat's sheet says why Zen cannot be chosen."""
    expect(cat.locator("#order1-to")).to_be_attached()
    cat.get_by_role("group", name="Order 1").get_by_role("radio", name="Move").check()
    cat.locator("#order1-from").select_option("amn")
    closed = cat.locator("#order1-to option[value=zen]")
    expect(closed).to_have_text("Zen (Closed to everybody (Law 6: Travel Ban, through month 2))")
    expect(closed).to_be_disabled()


def the_law_bites(court: Day, cat: Page) -> Page:
    """An order on paper goes to Zen anyway and is wasted. Tablet and phone name the law."""
    court.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT, month=2))
    court.ask(end_steps_until, Room.WAR, "move")
    court.give(ORDERS)
    war = court.staff("wanda", "war/")
    war.locator("#apply-move").click()
    expect(war.locator("#war-undo")).to_contain_text("Move")
    expect(war.locator("main")).to_contain_text("Wasted: Zen was closed to Cat.")
    told = cat.locator("#region-results .fate.wasted")
    expect(told).to_contain_text("Move 2 from Amn to Zen")
    told.locator("summary").click()
    expect(told).to_contain_text("Zen was closed to Cat (Law 6: Travel Ban).")
    expect(told).to_contain_text("Without Law 6: Travel Ban all 2 would have moved.")
    assert wrong_in(war, ".war-right", whole=False) == []
    return war


def the_law_cannot_be_undone_but_it_can_be_struck(court: Day) -> None:
    """The organizer reads what an undo would affect and why it is impossible, and strikes the law instead."""
    anna = court.staff("anna", "journal/?q=Payment+for+Travel+Ban")
    anna.locator(".entry", has_text="Payment for Travel Ban").get_by_role("link", name="Undo").last.click()
    expect(anna.locator("#ask .notice")).to_contain_text("“End of Return, month 1” built on it and cannot be withdrawn either.")
    expect(anna.locator("#ask .going", has_text="Law Board")).to_contain_text("Law 6, Travel Ban: Zen.")
    expect(anna.locator("#ask .witnesses")).to_contain_text("Amara Okafor")
    expect(anna.locator("#ask").get_by_role("button", name="Undo")).to_have_count(0)
    assert wrong_in(anna, "#ask", whole=False) == []
    anna.locator("#ask").get_by_role("link", name="Laws by hand").click()
    anna.locator("#law-6").get_by_role("link", name="Strike").click()
    expect(anna.locator("#ask .happens")).to_contain_text("Nobody may enter Zen.")
    anna.locator("#ask").get_by_label("Why").fill("two votes were counted wrongly")
    anna.locator("#ask").get_by_role("button", name="Strike it").click()
    expect(anna.locator("#law-6")).to_have_count(0)


def the_map_is_open_again(war: Page, cat: Page) -> None:
    """War Control undoes Move and applies it again. The units move, and the phone shows a correction notice."""
    expect(cat.locator("#region-standing")).not_to_contain_text("Zen")
    war.locator("#war-undo").click()
    war.get_by_label("Why").fill("the law was struck")
    war.locator("#ask").get_by_role("button", name="Undo").click()
    expect(war.locator("[aria-current=step]")).to_contain_text("Move")
    expect(cat.locator("#region-amends")).to_contain_text("Taken back: “Move, month 2”.")
    war.locator("#apply-move").click()
    expect(war.locator("[data-at=zen] .map-piece.army.h-cat > text")).to_have_text("2")
    expect(cat.locator("#region-results .fate.done")).to_contain_text("2 units moved from Amn to Zen.")
