"""The map in the hands of War Control and players: maps of other authors, orders written on it, a changed battle."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine.ids import StepId
from control.engine.modules import Command
from control.models import Event, Sheet
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.sheets.document import parse
from rooms.war.game.units import AdjustUnits
from tests.control.phones import CAT_1, WOLF_1
from tests.e2e import pages
from tests.e2e.day import PHONE, Day
from tests.e2e.hands import write_move
from tests.scenarios import small, stretched
from tests.teams import member

pytestmark = pytest.mark.e2e

SEATS = (CAT_1, WOLF_1)
# Planning of month 1 with two players bound for the War Room.
PLANNING: Sequence[Command] = (
    *(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT) for seat in SEATS),
    BeginDay(),
    EndPhase(month=1, phase=Phase.CEREMONY),
    *(SeatInRoom(player=seat, month=1, room=Room.WAR) for seat in SEATS),
)
TO_ACTION = (EndPhase(month=1, phase=Phase.PLANNING), EndPhase(month=1, phase=Phase.MOVEMENT))
WOLF_IN_AMN = AdjustUnits(region=RegionId("amn"), house=HouseId("wolf"), before=0, units=2, reason="set up")
STEPS = ("updates", "orders", "favors", "move", "battle")
TO_BATTLE = tuple(EndStep(room=Room.WAR, month=1, step=StepId(name)) for name in STEPS)

SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,
    "portrait": {"width": 820, "height": 1180},
    "landscape": {"width": 1180, "height": 820},
    "wall": {"width": 1920, "height": 1080},
}
# Regions and names that leave the frame by more than two pixels.
OUTSIDE = """() => {
  const frame = (document.querySelector("[data-map-frame]") ?? document.querySelector(".map-sheet")).getBoundingClientRect();
  const out = [...document.querySelectorAll(".map-region, .map-name, .map-mountain")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < frame.left - 2 || box.top < frame.top - 2 || box.right > frame.right + 2 || box.bottom > frame.bottom + 2;
  });
  return out.map((each) => each.textContent || each.parentElement.dataset.region || each.getAttribute("class"));
}"""
IN_SIGHT = """() => {
  const frame = (document.querySelector("[data-map-frame]") ?? document.querySelector(".map-sheet")).getBoundingClientRect();
  return frame.width <= innerWidth + 1 && frame.height <= innerHeight + 1 && frame.width > 100 && frame.height > 20;
}"""
NAME_HIGH = "() => Math.min(...[...document.querySelectorAll('.map-name')].map((each) => each.getBoundingClientRect().height))"


# As play.js does when the map's tab is opened. Then map.js finds its frame.
ON_THE_MAP = """() => {
  document.body.classList.add("tabbed");
  document.getElementById("map").classList.add("shown");
  dispatchEvent(new Event("resize"));
}"""
MAP = ("control/map.js",)
SHAPES = {
    "very wide": (2.5, 0.5, 0.0, 0.0),
    "very tall": (0.4, 2.0, 0.0, 0.0),
    "far from the origin": (0.2, 0.2, 7_000.0, 8_000.0),
    "tiny": (0.1, 0.1, 0.0, 0.0),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_any_map_lies_whole_on_every_screen(db, chromium, sheet, shape):
    day = pages.StillDay(stretched(small(), *SHAPES[shape]))
    desk = day.desk(Desk.WAR, place="war/")
    for name, size in SIZES.items():
        whole_map(sheet.lay(desk, size, scripts=MAP), f"desk, {name}")
    hall = sheet.lay(day.wall("map"), SIZES["wall"], scripts=MAP)
    whole_map(hall, "hall")
    assert hall.evaluate(NAME_HIGH) >= 12  # pixels, on a projector 1920 wide
    wanda = member(Desk.WAR, events=[day.event])
    with closing(chromium.new_page()) as page:  # a page of its own, because it is printed
        alone = pages.Sheet(page).lay(day.read(wanda, f"/map/{day.event.pk}/"), SIZES["phone"], scripts=MAP)
        whole_map(alone, "a page of its own")
        alone.emulate_media(media="print")
        assert alone.evaluate(OUTSIDE) == [], "on paper"
    phone = sheet.lay(day.read(day.phone(CAT_1), "/play/"), SIZES["phone"], scripts=MAP)
    phone.evaluate(ON_THE_MAP)
    phone.get_by_role("button", name="Whole map").click()
    whole_map(phone, "phone")


def whole_map(page: Page, where: str) -> None:
    """Check that nothing of the map is cut off and that its frame fits the screen."""
    page.locator(".map-region").first.wait_for(state="attached")
    expect(page.locator(".map-name").first).to_be_attached()
    assert page.evaluate(OUTSIDE) == [], where
    assert page.evaluate(IN_SIGHT), where


def test_the_map_of_the_desk_comes_with_its_land(day):
    desk = day.staff("wanda", "war/")
    asked: list[str] = []
    desk.on("request", lambda request: asked.append(request.url))
    desk.reload()
    expect(desk.locator(".map-region").first).to_be_attached()
    assert not [url for url in asked if "ground" in url]


@pytest.fixture
def running(day: Day) -> Day:
    """Planning of month 1 with two players bound for the War Room."""
    day.give(*PLANNING)
    return day


def test_what_is_left_is_said_while_orders_are_written_and_nothing_is_chosen_beforehand(running):
    phone = running.phone("cat-1")
    phone.get_by_role("group", name="Order 1").get_by_role("radio", name="Move").check()
    expect(phone.locator("#order1-to")).to_have_value("")
    phone.get_by_role("group", name="Order 2").get_by_role("radio", name="Recruit").check()
    expect(phone.locator("#order2-region")).to_have_value("")

    write_move(phone, 1, units=1, origin="amn", target="zen")
    write_move(phone, 2, units=3, origin="amn", target="inn")
    expect(phone.locator("[data-order='1'] [data-left]")).to_have_text("3 of 3 available in Amn")
    expect(phone.locator("[data-order='2'] [data-left]")).to_have_text("2 of 3 available in Amn: this order can move no more.")
    phone.locator("#order2-units").fill("2")
    expect(phone.locator("[data-order='2'] [data-left]")).to_have_text("2 of 3 available in Amn")

    phone.get_by_role("link", name="Write them on the map").click()
    expect(phone.locator("#map-hint")).to_contain_text("then a neighbour, then “Move here”")
    expect(phone.locator("#map-drafts .line")).to_have_count(2)  # unsent orders are drawn too


def test_orders_written_on_the_map_name_what_is_left_and_are_sent_from_there(running):
    phone = running.phone("cat-1")
    write_move(phone, 1, units=1, origin="amn", target="zen")
    phone.get_by_role("link", name="Write them on the map").click()
    details = phone.locator("#map [data-map-details]")

    def tap(region: str) -> None:
        phone.locator(f"#map a[data-region='{region}']").focus()
        phone.keyboard.press("Enter")

    phone.locator("#map .map-region").first.wait_for(state="attached")
    tap("amn")
    expect(phone.locator("#map-hint")).to_contain_text("Move from Amn (2 of 3 left): tap where to.")
    tap("inn")
    details.get_by_role("button", name="Move here from Amn").click()
    expect(details).to_contain_text("Order 2: Move 2 from Amn to Inn. Not sent yet.")
    details.get_by_role("button", name="Send to Control").click()
    expect(phone.locator(".sheet-lines li")).to_have_count(2)
    expect(phone.locator(".sheet-lines")).to_contain_text("Move 2")


def test_without_a_script_the_server_says_what_is_left_and_takes_no_move_without_a_target(running):
    phone = running.phone("cat-1", script=False)
    phone.get_by_role("group", name="Order 1").get_by_role("radio", name="Move").check()
    phone.get_by_role("button", name="Send to Control").click()
    expect(phone.locator("#region-sheet .refused")).to_contain_text("Order 1: choose where the units go.")
    expect(phone.locator("#order1-to")).to_be_focused()
    expect(phone.locator("#order1-to")).to_be_in_viewport()

    write_move(phone, 1, units=1, origin="amn", target="zen")
    write_move(phone, 2, units=3, origin="amn", target="inn")
    phone.get_by_role("button", name="Send to Control").click()
    expect(phone.locator("body")).to_contain_text(
        "Order 2 names 3 units, and the orders above it leave 2 in Amn: it can move no more."
    )


# --- a changed battle ---------------------------------------------------------------------------------------------------


def test_change_beside_a_battle_changes_that_battle(day):
    day.give(*PLANNING, *TO_ACTION, WOLF_IN_AMN, *TO_BATTLE)
    desk, cat = day.staff("wanda", "war/"), day.phone("cat-1")
    wrong: list[str] = []
    desk.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    expect(cat.locator("#region-amends")).not_to_contain_text("The battle in Amn")

    desk.locator(".war-step-did", has_text="Battle").click()
    line = desk.locator("#ask .preview li.battle", has_text="Amn")
    line.locator(".why summary").click()
    expect(line.locator(".why-body")).not_to_contain_text("Show it")
    line.get_by_role("link", name="change").click()
    form = desk.locator("#ask .battle-box")
    form.get_by_label("Who wins").select_option("wolf")
    effects = form.locator("#battle-effects")
    expect(effects).to_contain_text("Wolf wins; Cat loses 3")
    expect(effects).to_contain_text("Wolf in Amn")
    expect(effects).to_contain_text("overcoming Cat in Amn 1")
    form.get_by_label("Why").fill("the castle was counted for the wrong House")
    form.get_by_role("button", name="Change this battle").click()
    expect(form).to_have_count(0)

    expect(desk.locator("[data-at='amn']").first).to_contain_text("2")
    expect(cat.locator("#region-amends")).to_contain_text("The battle in Amn: Wolf wins; Cat loses 3, not Cat wins; Wolf loses 2.")
    desk.locator("#war-undo").click()
    desk.get_by_label("Why").fill("it was right after all")
    desk.locator("#ask").get_by_role("button", name="Undo").click()
    expect(cat.locator("#region-amends")).to_contain_text("Taken back")
    assert not [said for said in wrong if "evalDisallowed" in said or "no matches" in said]


# --- a sheet on paper ---------------------------------------------------------------------------------------------------


def units_in_orders(event: Event, seat: str) -> list[int]:
    """Units that each order of a player's war sheet names."""
    return [each.units for each in parse(Sheet.objects.get(event=event, seat=seat).body.encode()).orders]


def test_a_paper_names_more_units_than_stand_there_and_the_form_says_what_is_left(running):
    desk = running.staff("wanda", "sheets/war/paper/?seat=cat-1")
    desk.locator("#order1-kind").select_option("move")
    desk.locator("#order1-units").fill("5")
    desk.locator("#order1-from").select_option("amn")
    desk.locator("#order1-to").select_option("zen")
    expect(desk.locator("#order1-units")).to_have_value("5")
    expect(desk.locator("[data-order='1'] [data-left]")).to_have_text("3 of 3 available in Amn: this order can move no more.")
    desk.get_by_role("button", name="Enter this sheet").click()
    expect(desk.locator("body")).to_contain_text("revision 1")
    assert running.ask(units_in_orders, "cat-1") == [5]


def test_a_proposal_from_paper_says_its_cost_and_lists_the_players_of_the_house_it_names(running):
    desk = running.staff("conrad", "sheets/proposal/paper/?seat=cat-1")
    desk.locator("#paper-type").select_option("gaes")
    desk.get_by_role("button", name="Fill it in").click()
    groups = desk.locator("#field1-0 optgroup")
    expect(groups.nth(1)).to_be_attached()
    desk.locator("#field0-0").select_option("wolf")
    expect(groups).to_have_count(1)
    expect(groups).to_have_attribute("label", "Wolf")

    desk.locator("#paper-type").select_option("fines")
    desk.get_by_role("button", name="Fill it in").click()
    desk.locator("#field1-0").fill("4")
    desk.locator("#field1-0").press("Tab")
    expect(desk.locator("#paper-cost")).to_have_text("As written: cost 4")


@pytest.mark.rule("GE-UND-12", "R-111")
def test_a_scheme_from_paper_lists_the_regions_next_to_the_one_it_leaves(running):
    desk = running.staff("ulla", "sheets/scheme/paper/?seat=cat-1")
    desk.locator("#paper-type").select_option("secret-roads")
    desk.get_by_role("button", name="Fill it in").click()
    to = desk.locator("#field2-0")
    expect(to.locator("option")).to_have_count(15)  # every region and the empty choice
    desk.locator("#field1-0").select_option("aka")
    expect(to.locator("option")).to_have_text(["– choose –", "Lum, Lum Abbey", "Chi, home of Wolf", "Cry"])
    to.select_option("lum")
    desk.locator("#field1-0").select_option("inn")
    expect(to.locator("option")).to_have_text(["– choose –", "Lum, Lum Abbey", "Amn, home of Cat", "Chi, home of Wolf", "Zen"])
    expect(to).to_have_value("lum")  # the choice stays; it is refused when entered
