"""A coup from the orders to the throne, undone and repeated, and what a phone shows of it, at common sizes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay
from control.engine.ids import SeatId
from control.models import Event
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Order, OrderKind
from rooms.war.game.units import AdjustUnits
from tests.e2e import inside
from tests.e2e.commands import arrivals, phase_ends, seatings, step_ends
from tests.e2e.day import Day
from tests.e2e.hands import end_phase, set_flag, set_units, write_move, write_recruit

pytestmark = pytest.mark.e2e

SEATS = ("cat-1", "wolf-1")
HERE = arrivals(*SEATS)
SEATED = seatings(Room.WAR, *SEATS)
ORDERS = CorrectOrders(
    player=SeatId("cat-1"),
    month=1,
    reason="on paper",
    orders=(
        Order(kind=OrderKind.MOVE, units=2, origin=RegionId("amn"), target=RegionId("zen")),
        Order(kind=OrderKind.RECRUIT, target=RegionId("zen")),
    ),
)

GOD, WOLF = "The God Emperor", "Greta Chi (Wolf)"


def throne_and_court(event: Event) -> str:
    """Sovereign and Court as text. Called inside the console."""
    state = inside.state_of(event.pk)
    return repr((state.throne, state.court))


def begun(day: Day, wolves: int) -> Day:
    """Action of month 1 before Orders. Cat has three units at the Court's place, Wolf so many next door."""
    day.give(*HERE, BeginDay(), *phase_ends(Phase.CEREMONY), *SEATED, *phase_ends(Phase.PLANNING, Phase.MOVEMENT))
    wolves_in_zen = AdjustUnits(region=RegionId("zen"), house=HouseId("wolf"), before=0, units=wolves, reason="set up")
    day.give(wolves_in_zen, *step_ends(Room.WAR, "updates"))
    return day


# --- on tablets: from the orders to the throne --------------------------------------------------------------------------


def test_a_coup_goes_from_the_orders_to_the_throne_and_may_be_taken_back_on_the_way(day):
    begun(day, wolves=2)
    wanda, conrad, anna = day.staff("wanda", "war/"), day.staff("conrad", "court/"), day.staff("anna", "journal/")
    hall, cat, wolf = day.screen(), day.phone("cat-1"), day.phone("wolf-1")
    expect(hall.locator(".face-foot")).to_contain_text(f"Sovereign {GOD}")

    board_is_put_right_by_hand(wanda, anna, cat)
    orders_are_written(cat, wolf)
    coup_is_foreseen_as_decided(wanda)
    throne = day.ask(throne_and_court)
    battle_is_ended(wanda)
    throne_waits(hall, conrad, wanda)
    for phone in (cat, wolf):  # a phone that has seen it is named in the next question
        expect(phone.locator("#region-reign")).to_contain_text("throne is empty")

    battle_is_taken_back(wanda)
    expect(hall.locator(".face-foot")).to_contain_text(f"Sovereign {GOD}")
    expect(conrad.locator(".room-facts")).to_contain_text(GOD)
    expect(conrad.locator(".room-facts")).not_to_contain_text("trapped by a coup")
    expect(conrad.locator(".hand-off")).to_have_count(0)
    expect(wanda.locator("[data-decision]")).to_have_count(3)  # the answer given before Battle is kept
    for phone in (cat, wolf):
        expect(phone.locator("#region-amends")).to_contain_text("Taken back: “Battle, month 1”.")
        expect(phone.locator("#region-amends")).not_to_contain_text("overlooked")
        expect(phone.locator(".battles")).to_have_count(0)
    assert day.ask(throne_and_court) == throne

    battle_is_ended(wanda)
    throne_waits(hall, conrad, wanda)
    wolf_is_chosen(wanda)
    everybody_reads_who_reigns(hall, conrad, anna, wolf)
    a_phone_that_did_not_win_reads_it_too(cat)
    month_waits_for_court_control(day, anna, cat, conrad)
    expect(hall.locator(".face-month")).to_contain_text("Month 2")
    everybody_reads_who_reigns(hall, conrad, None, wolf)


def board_is_put_right_by_hand(wanda: Page, anna: Page, cat: Page) -> None:
    """Units and a flag are set by hand with reasons: on the map, in the journal, and as correction notices on a phone."""
    set_units(wanda, "amn", house="cat", units=8, why="five of them were left in the box")
    expect(wanda.locator("[data-at=amn] .map-piece.army.h-cat > text")).to_have_text("8")
    set_flag(wanda, "amn", house="ram", why="it fell off the table")

    units, flag = anna.locator(".entry", has_text="Units in Amn"), anna.locator(".entry", has_text="it fell off the table")
    expect(units).to_contain_text("five of them were left in the box")
    expect(units).to_contain_text("wanda")
    expect(flag).to_contain_text("Amn")
    corrected = cat.locator("#region-amends")
    expect(corrected).to_contain_text("Units of Cat in Amn: 8, not 3.")
    expect(corrected).to_contain_text("Ram")
    expect(corrected).not_to_contain_text("box")
    corrected.get_by_role("button", name="I have read it").click()
    expect(corrected.locator("form")).to_have_count(0)


def orders_are_written(cat: Page, wolf: Page) -> None:
    """Both Houses betray, and name each other as allies."""
    write_recruit(cat, 1, region="amn")
    cat.locator(".ally", has_text="Wolf").click()
    write_move(wolf, 1, units=2, origin="zen", target="amn")
    wolf.locator(".ally", has_text="Cat").click()
    for phone in (cat, wolf):
        phone.get_by_label("Betray the Sovereign").check()
        phone.get_by_role("button", name="Send to Control").click()
        expect(phone.locator("[data-receipt]")).to_be_visible()


def coup_is_foreseen_as_decided(wanda: Page) -> None:
    """War Control sees a preview of Battle. An answer to an open decision changes it before anything is applied."""
    wanda.locator("#apply-orders").click()
    wanda.get_by_role("button", name="Open the orders").click()
    wanda.get_by_role("button", name="End Favors").click()
    expect(wanda.locator(".map-arrow")).to_have_count(1)
    wanda.get_by_role("button", name="Apply Move").click()

    foreseen, waiting = wanda.locator("#step-now .preview"), wanda.locator("[data-decision]")
    expect(waiting).to_have_count(4)
    expect(foreseen).to_contain_text("Cat with 4 units and Wolf with 2 units")
    expect(wanda.locator(".matter")).to_have_count(1)  # one matter, because the same question concerns four Immortals
    waiting.filter(has_text="Immortal 1").get_by_role("button", name="Wolf", exact=True).click()
    expect(waiting).to_have_count(3)
    expect(foreseen).to_contain_text("Military Coup in Amn: Cat and Wolf betrayed")
    expect(foreseen).to_contain_text("Cat with 5 units and Wolf with 1 unit")
    expect(foreseen).to_contain_text(f"{GOD} reigns no more")
    expect(foreseen).to_contain_text("The Court is trapped in Amn")


def battle_is_ended(wanda: Page) -> None:
    """Battle is ended with an open decision. The desk asks first and names it."""
    wanda.locator("#apply-battle").click()
    expect(wanda.locator("#ask")).to_contain_text("Not answered before Battle")
    wanda.locator("#end-sure").click()


def throne_waits(hall: Page, conrad: Page, wanda: Page) -> None:
    """War Control has to decide who rules after a joint coup, and Court Control is informed."""
    expect(wanda.locator("[aria-current=step]")).to_contain_text("Rewards")
    expect(wanda.locator(".matter", has_text="rules?").locator(".matter-answers button")).to_have_text(
        ["Cat (5 units there)", "Wolf (1 unit there)"]
    )
    expect(wanda.locator(".hand-off")).to_contain_text("not taken over yet")
    expect(hall.locator(".face-foot")).to_contain_text("The throne is empty")
    expect(conrad.locator(".room-facts")).to_contain_text("The throne is empty. The Houses of the coup name one of themselves")
    expect(conrad.locator(".room-facts")).to_contain_text("trapped by a coup")
    expect(conrad.locator(".hand-off")).to_contain_text("Military Coup in Amn")


def battle_is_taken_back(wanda: Page) -> None:
    """Before the undo the question lists its effects in every room, and who has seen the battle."""
    expect(wanda.locator("#war-undo")).to_contain_text("Battle")
    wanda.locator("#war-undo").click()
    expect(wanda.locator("#ask h2")).to_be_in_viewport()  # the question is longer than the tablet and starts at its top

    goes, seen = wanda.locator("#ask .going"), wanda.locator("#ask .seen-by")
    for told in (f"{GOD} reigns no more", "The Court is trapped in Amn", "War Control hands over to Court Control", "Who of Cat"):
        expect(goes.filter(has_text=told)).to_have_count(1)
    expect(seen.locator(".witnesses")).to_contain_text("Amara Okafor")
    expect(seen.locator(".witnesses")).to_contain_text("Oluwaseun Balogun")
    expect(seen.locator(".witnesses")).to_contain_text("The hall’s clock")
    expect(seen).to_contain_text("In the control team: anna, conrad.")
    expect(seen.locator("details", has_text="Not shown yet to")).to_contain_text("Siobhán Gallagher")
    expect(seen).to_contain_text("It cannot be unseen.")
    wanda.get_by_label("Why").fill("a treaty was overlooked")
    wanda.locator("#ask").get_by_role("button", name="Undo").click()
    expect(wanda.locator("[aria-current=step]")).to_contain_text("Battle")


def wolf_is_chosen(wanda: Page) -> None:
    """Wolf is not the default; the Houses have agreed on the weaker one."""
    asked = wanda.locator(".matter", has_text="rules?")
    asked.get_by_role("button", name="I am at it").click()
    expect(asked).to_contain_text("You are at it")
    asked.get_by_role("button", name="Wolf").click()
    expect(asked).to_have_count(0)


def everybody_reads_who_reigns(hall: Page, conrad: Page, anna: Page | None, wolf: Page) -> None:
    expect(hall.locator(".face-foot")).to_contain_text(f"Sovereign {WOLF}")
    expect(conrad.locator(".room-facts")).to_contain_text(WOLF)
    expect(wolf.locator("#region-strip")).to_contain_text("Sovereign")
    if anna:
        expect(anna.locator(".entry").first).to_contain_text("Oluwaseun Balogun (Wolf) is Sovereign")


def a_phone_that_did_not_win_reads_it_too(cat: Page) -> None:
    """The phone shows it as news on its first page and beside the laws."""
    expect(cat.locator("#region-reign")).to_have_text(f"{WOLF} is Sovereign now.")
    expect(cat.locator("#region-throne")).to_contain_text(f"Sovereign: {WOLF}")


def month_waits_for_court_control(day: Day, anna: Page, cat: Page, conrad: Page) -> None:
    """The month waits until Court Control takes over. Everybody reads that it waits, the organizer also for whom."""
    anna.locator(".desk-tabs").get_by_role("link", name="Clock").click()
    end_phase(day, anna, "Action", "Return")
    expect(anna.locator(".hands-face")).to_contain_text("Month 1 waits for Court Control to take over what was handed over.")
    expect(cat.locator("#region-clock")).to_contain_text("The month ends when Control has finished it.")
    anna.get_by_role("link", name="End it now").click()
    expect(anna.locator("#ask h2")).to_have_text("End month 1 anyway?")
    expect(anna.locator("#ask")).to_contain_text("War Control to Court Control")
    anna.get_by_role("button", name="End it anyway").click()  # without a reason
    expect(anna.locator("#ask [role=alert]")).to_contain_text("To end it anyway, say why.")
    anna.locator("#ask [data-close]").click()

    conrad.locator(".hand-off").get_by_role("button", name="We have it").click()
    expect(conrad.locator("#said .done")).to_be_visible()
    expect(conrad.locator(".hand-off")).to_have_count(0)
    expect(anna.locator(".bar-held")).to_have_count(0)
    end_phase(day, anna, "Return", "Ceremony")


# --- on a phone: the outcome of one's own orders ------------------------------------------------------------------------


def test_a_phone_reads_what_became_of_its_orders_why_and_what_would_have_changed_it(day):
    begun(day, wolves=3)
    phone = day.phone("cat-1")
    results = phone.locator("#region-results")
    day.give(*step_ends(Room.WAR, "orders"), ORDERS, *step_ends(Room.WAR, "favors", "move", "battle"))

    expect(results.locator(".fate.done")).to_contain_text("2 units moved from Amn to Zen.")
    expect(results.locator(".fate", has_text="Recruit in Zen")).to_contain_text("not yet")
    expect(results.locator(".battles")).to_contain_text("Zen: Wolf 3 beats Cat 2; Cat loses 2.")
    battle = results.locator("#why-battle-zen")
    expect(battle.locator(".instead")).to_be_hidden()
    battle.locator("summary").click()
    expect(battle.locator(".rule").first).to_have_text("GE-WAR-40")
    expect(battle.locator(".instead")).to_have_text("With 2 more units there Cat would have won.")

    day.give(*step_ends(Room.WAR, "rewards", "recruit"))
    wasted = results.locator(".fate.wasted", has_text="Recruit in Zen")
    wasted.locator("summary").click()
    expect(wasted.locator(".why .rule").first).to_contain_text("GE-WAR")
    expect(wasted.locator(".instead")).to_be_visible()
    expect(battle.locator(".instead")).to_be_visible()  # an unfolded part stays unfolded when the rest is redrawn
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
