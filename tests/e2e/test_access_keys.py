"""Keyboard use: joining, sending a war sheet and leading the War Room. And no motion for people who ask for reduced motion."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import SetClock
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine.ids import SeatId
from control.models import Event, Sheet
from rooms.realm.scenario.ids import Phase, Room
from rooms.tables.models import TablePermit
from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day
from tests.e2e.keys import Keyboard
from tests.e2e.test_table import opened
from tests.e2e.war_board import TO_ACTION, TO_PLANNING

pytestmark = pytest.mark.e2e

CAT = SeatId("cat-1")
HERE = CheckIn(seat=CAT, before=Presence.EXPECTED, presence=Presence.PRESENT)
SEATED = SeatInRoom(player=CAT, month=1, room=Room.WAR)
MOVES = """
window.moved = [];
for (const kind of ["transitionrun", "animationstart"])
  addEventListener(kind, ({ target, propertyName, animationName }) =>
    moved.push(`${kind} ${propertyName ?? animationName} ${target.className}`), true);
"""


def test_a_keyboard_joins_and_sends_a_war_sheet(day: Day) -> None:
    day.give(HERE, *TO_PLANNING)
    phone = day.device(PHONE).new_page()
    keys = Keyboard(phone)
    phone.goto(f"{day.house.address}/")
    keys.round("body")
    keys.write(phone.get_by_label("The code on your badge"), day.codes["cat-1"])
    keys.press(phone.get_by_role("button", name="Join", exact=True))
    keys.press(phone.get_by_role("button", name="Join as"))
    room = phone.locator("#region-rooms")
    keys.press(room.get_by_role("button", name="War Room"))
    expect(room.locator(".is-chosen", has_text="War Room")).to_be_visible()

    order = phone.get_by_role("group", name="Order 1")
    keys.choose(order.get_by_role("radio"), order.get_by_role("radio", name="Move"))
    keys.write(phone.locator("#order1-units"), "2")
    keys.select(phone.locator("#order1-from"), "amn")
    keys.select(phone.locator("#order1-to"), "zen")
    second = phone.get_by_role("group", name="Order 2")
    keys.choose(second.get_by_role("radio"), second.get_by_role("radio", name="Recruit"))
    keys.select(phone.locator("#order2-region"), "amn")
    keys.press(phone.get_by_role("button", name="Send to Control"), "Space")
    expect(phone.locator("[data-receipt]")).to_be_visible()

    [orders] = day.ask(war_orders)
    assert [(each["kind"], each["units"], each["target"]) for each in orders[:2]] == [("move", 2, "zen"), ("recruit", 0, "amn")]
    keys.round("body")
    for tab in ("Map", "House", "Laws", "News", "Control", "Now"):
        keys.press(phone.locator(".tabs").get_by_role("link", name=tab, exact=True))
        expect(phone.locator(".tabs [aria-current]")).to_contain_text(tab)
        keys.tab()


def test_a_keyboard_leads_the_war_room_and_takes_back(day: Day) -> None:
    day.give(HERE, *TO_PLANNING, SEATED, *TO_ACTION)
    wanda = day.device(TABLET).new_page()
    keys, ask, steps = Keyboard(wanda), wanda.locator("#ask"), wanda.locator("#part-war-steps")
    wanda.goto(day.address("war/"))
    keys.write(wanda.get_by_label("Name"), "wanda")
    keys.write(wanda.get_by_label("Password"), day.console.password("wanda"))
    keys.press(wanda.get_by_role("button", name="Sign in"))
    keys.press(wanda.locator("#apply-updates"))
    expect(wanda.locator("#apply-orders")).to_be_visible()
    keys.round("body")

    keys.press(wanda.locator("#apply-orders"))
    expect(ask.locator("button[type=submit]")).to_be_visible()
    keys.seen()
    inside = keys.round("#ask-box")
    assert inside >= 2
    keys.to(ask.locator("button[type=submit]"))
    wanda.keyboard.press("Escape")
    expect(wanda.locator("#ask-box")).to_be_hidden()
    expect(wanda.locator("#apply-orders")).to_be_focused()
    keys.seen()
    wanda.keyboard.press("Enter")
    keys.press(ask.get_by_role("button", name="Open the orders"))
    expect(wanda.locator("#apply-favors")).to_be_visible()
    keys.press(wanda.locator("#apply-favors"))
    expect(wanda.locator("#apply-move")).to_be_visible()

    keys.press(wanda.locator("#war-undo"))
    expect(ask).to_contain_text("Undo")
    keys.write(ask.get_by_label("Why"), "one was late")
    keys.press(ask.get_by_role("button", name="Undo"))
    expect(wanda.locator("#apply-favors")).to_be_visible()
    expect(steps).not_to_contain_text("Apply Move")
    keys.round("body")


def war_orders(event: Event) -> list[list[dict[str, Any]]]:
    """War orders that Cat has sent, one entry for each sheet."""
    sheets = Sheet.objects.filter(event=event, seat=CAT, kind="war")
    return [json.loads(each.body)["orders"] for each in sheets]


def permit_tables(event: Event) -> None:
    """Let players open tables."""
    TablePermit.objects.create(event=event, players=True)


def moved(page: Page) -> list[str]:
    """Names of the animations that have run on this page, and of those still running."""
    still_moving = page.evaluate("document.getAnimations().map((each) => each.animationName ?? each.transitionProperty)")
    return [*page.evaluate("moved"), *still_moving]


def pages(day: Day, *, calm: bool) -> tuple[Page, Page, Page]:
    """Open a phone, a wall and a tablet; `calm` asks for reduced motion."""
    phone, wall, tablet = day.device(PHONE), day.device(PROJECTOR), day.device(TABLET, known=day.cookies("wanda"))
    found = []
    for context in (phone, wall, tablet):
        context.add_init_script(MOVES)
        page = context.new_page()
        page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
        found.append(page)
    first, second, third = found
    return first, second, third


@pytest.mark.parametrize("calm", [True, False])
def test_nothing_moves_for_whoever_wants_calm(day: Day, calm: bool) -> None:
    day.ask(permit_tables)
    day.give(HERE, *TO_PLANNING, SetClock(month=1, phase=Phase.PLANNING, seconds=28))
    phone, wall, tablet = pages(day, calm=calm)
    wall.goto(f"{day.house.address}/screen/{day.event}/clock/")
    expect(wall.locator("[data-urgent=last]").first).to_be_visible()
    tablet.goto(day.address("war/"))
    tablet.locator("summary:visible").first.click()
    day.join(phone, day.codes["cat-1"])
    expect(phone.locator(".tabs")).to_be_visible()
    on_phone = moved(phone)
    table = opened(phone)
    phone.locator("summary:visible").first.click()
    hall = [*moved(wall), *moved(tablet), *on_phone, *moved(phone)]
    wall.goto(f"{day.house.address}/screen/table/{table}/")
    expect(wall.locator(".wall-head").first).to_be_visible()
    hall.extend(moved(wall))

    assert bool(hall) is not calm, hall
