"""WCAG 2.2 AA on phones and walls: in light and dark, at each device's size, and at 320 pixels."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone
from playwright.sync_api import Page, expect

from control.day.clock.pauses import Pause
from control.day.notices import Announce
from control.engine.ids import SeatId
from control.hall import screens
from control.models import Screen
from rooms.tables.models import TablePermit
from tests.control.phones import words
from tests.e2e.access import Inspector, Walk, again, unfold
from tests.e2e.day import PHONE, PROJECTOR, Day
from tests.e2e.hands import choose, write_move, write_recruit
from tests.e2e.pages import Sheet, StillDay
from tests.e2e.war_board import FORCE, HERE, ORDERS, SEATED, TO_ACTION, TO_PLANNING, BoardDay, board, steps

pytestmark = pytest.mark.e2e

CAT_1, CAT_3 = SeatId("cat-1"), SeatId("cat-3")
TABS = ("now", "map", "team", "laws", "news", "call")
WALLS = ("clock", "map", "laws", "news")
FIRE = (Announce(text="The gates are open."), Pause(reason="Fire alarm"))


def test_inspection_finds_what_is_wrong(chromium):
    context, inspector = chromium.new_context(viewport=PHONE), Inspector()
    page = context.new_page()
    page.set_content("<html lang=en><title>t</title><p style='width:500px;color:#777;background:#666'>grey</p><img src='data:,'>")

    inspector.look(page, "broken", narrow=True)
    context.close()

    for found in ("broken, dark: color-contrast: p", "broken, dark: image-alt: img", "broken, narrow: 5"):
        assert any(each.startswith(found) for each in inspector.wrong)
    with pytest.raises(pytest.fail.Exception, match="image-alt"):
        inspector.done()


LIGHT = """<html lang=en data-theme=dark><title>t</title><style>
:root { background: #000; color: #fff } [data-theme=light] { background: #fff; color: #000 }
[data-theme=light] .pale { color: #ddd } .over { position: relative } .over i { position: absolute; inset: 0; background: #000 }
.over b { position: relative } [data-theme=light] .over i { background: #111 }
</style><p class=pale id=one>one</p><p class=pale id=two>two</p><p>fine</p><p class=over id=three><i></i><b>three</b></p>"""


def test_what_is_wrong_in_the_other_theme_alone_is_found_once_for_all_that_look_so(chromium):
    context, inspector = chromium.new_context(viewport=PHONE), Inspector()
    page = context.new_page()
    page.set_content(LIGHT)

    inspector.look(page, "light")
    theme = page.evaluate("document.documentElement.dataset.theme")
    context.close()

    assert [each.partition("\n")[0] for each in inspector.wrong] == [
        "light, light: color-contrast: " + each for each in ("#one", "b")
    ]
    assert theme == "dark"


def test_doors_may_be_opened_by_everybody(db: None, sheet: Sheet) -> None:
    day, guest = StillDay(), Client()
    walk = Walk(Inspector(), sheet, guest, PHONE)
    for place in ("/", f"/j/{day.code(CAT_3)}/", "/control/", "/screen/", "/tables/"):
        walk.show(words(guest.get(place, follow=True)), place, narrow=True)
    nowhere = guest.get("/nowhere/at/all/")
    assert nowhere.status_code == HTTPStatus.NOT_FOUND
    walk.show(words(nowhere), "404", narrow=True)
    broken = render_to_string("control/500.html", {"reference": "ABCD-1234"}, request=RequestFactory().get("/"))
    walk.show(broken, "500", narrow=True)
    walk.show(words(guest.post("/", {"code": "ZZZZ-ZZZZ"})), "a code that nobody has", narrow=True)
    expect(sheet.page.get_by_role("alert").first).to_be_visible()
    forged = Client(enforce_csrf_checks=True).post("/", {"code": "ZZZZ-ZZZZ"})
    assert forged.status_code == HTTPStatus.FORBIDDEN
    walk.show(words(forged), "403", narrow=True)
    expect(sheet.page.get_by_role("heading", name="That did not go through")).to_be_visible()
    for _each in range(screens.MOST):
        screen = screens.screen_of(day.event, "", timezone.now())
        Screen.objects.filter(pk=screen.pk).update(shows="news")  # a screen with a task yields to no other
    full = guest.get(f"/screen/{day.event.pk}/here/")
    assert full.status_code == HTTPStatus.CONFLICT
    walk.show(words(full), "409", narrow=True)

    walk.inspector.done()


def test_a_phone_may_be_read_by_everybody(db: None, sheet: Sheet) -> None:
    day = StillDay()
    walk = Walk(Inspector(), sheet, day.phone(CAT_1), PHONE)
    tabs(walk, "before the day")
    day.give(*HERE, *TO_PLANNING)
    tabs(walk, "Planning")
    day.give(*SEATED, *TO_ACTION)
    day.give(*board(day.state), *FORCE, *steps("updates", "orders"), *ORDERS, *steps("favors", "move", "battle"))
    tabs(walk, "Action")
    expect(sheet.page.locator(".battles").first).to_be_attached()
    day.give(*FIRE)
    tabs(walk, "paused", "now")
    expect(sheet.page.locator(".paused").first).to_be_visible()
    walk.visit(f"/seals/{day.event.pk}/", narrow=True)

    walk.inspector.done()


def tabs(walk: Walk, name: str, *names: str) -> None:
    """Inspect these tabs of the phone, or all tabs."""
    phone = walk.sheet.lay(words(walk.client.get("/play/")), PHONE)
    unfold(phone)
    walk.sheet.fill(walk.client)
    for tab in names or TABS:
        walk.sheet.tab(tab)
        expect(phone.locator(f"#{tab}")).to_be_visible()
        walk.inspector.look(phone, f"phone, {name}, {tab}", narrow=True)


def test_a_running_phone_may_be_read_and_pressed_by_everybody(day: Day) -> None:
    """Sheets as scripts write and send them, every tab, and a phone without a signal."""
    inspector = Inspector()
    day.give(*HERE, *TO_PLANNING)
    cat = day.phone("cat-1")
    cat.emulate_media(reduced_motion="reduce")  # colours are measured without transitions
    sheets(inspector, cat)
    for tab in TABS:
        cat.locator(f".tabs a[href='#{tab}']").click()
        unfold(cat)
        inspector.look(cat, f"phone, {tab}", narrow=True)
    cat.locator(".tabs a").first.click()
    day.give(Pause(reason="Fire alarm"))
    again(cat)
    expect(cat.locator(".paused").first).to_be_visible()
    cat.context.set_offline(True)
    expect(cat.locator("body")).to_have_attribute("data-state", "stale")
    inspector.look(cat, "phone, paused, no signal", narrow=True)

    inspector.done()


def sheets(inspector: Inspector, phone: Page) -> None:
    """Inspect each room's sheet: empty, written, received."""
    for room in ("Court", "Underground"):
        choose(phone, room)
        expect(phone.locator(".paper-type").first).to_be_visible()
        inspector.look(phone, f"phone, what may be written for the {room}", narrow=True)
        phone.locator(".paper-type").nth(1).click()
        expect(phone.locator("form[data-sheet] .paper-chosen")).to_be_visible()
        inspector.look(phone, f"phone, a sheet for the {room}", narrow=True)
    choose(phone, "War Room")
    write_move(phone, 1, units=2, origin="amn", target="zen")
    write_recruit(phone, 2, region="amn")
    inspector.look(phone, "phone, a sheet for the War Room", narrow=True)
    phone.get_by_role("button", name="Send to Control").click()
    expect(phone.locator("[data-receipt]")).to_be_visible()
    inspector.look(phone, "phone, a sheet that was received", narrow=True)


def test_the_walls_may_be_read_by_everybody(db: None, sheet: Sheet) -> None:
    day = BoardDay()
    day.give(*steps("updates", "orders"), *ORDERS, *steps("favors", "move"))
    walk = Walk(Inspector(), sheet, Client(), PROJECTOR)
    for kind in (*WALLS, "here"):
        walk.visit(f"/screen/{day.event.pk}/{kind}/", f"wall, {kind}")
        expect(sheet.page.locator("main, #shown").first).to_be_visible()
    for place in (f"/map/{day.event.pk}/", f"/seals/{day.event.pk}/"):
        walk.visit(place)
    day.give(*FIRE)
    walk.visit(f"/screen/{day.event.pk}/clock/", "wall, paused")

    walk.inspector.done()


def test_side_tables_may_be_played_by_everybody(db: None, sheet: Sheet) -> None:
    day = StillDay()
    TablePermit.objects.create(event=day.event, players=True)
    walk = Walk(Inspector(), sheet, day.phone(CAT_1), PHONE)
    guest = Walk(walk.inspector, sheet, Client(), PHONE)
    walk.visit("/tables/", "tables, lobby", narrow=True)
    card = sheet.page.locator("form", has=sheet.page.get_by_role("heading", name="Potemkin Empire"))
    walk.press(card.get_by_role("button", name="Open a table").first, "tables, opened", narrow=True)
    code = sheet.page.locator("#region-top .table-code").inner_text()
    guest.visit(f"/tables/{code}/", "tables, asked for a name", narrow=True)
    sheet.page.get_by_label("What are you called?").fill("Yelena")
    guest.press(sheet.page.get_by_role("button", name="Sit down"), "tables, sat down", narrow=True)
    expect(sheet.page.locator(".seat.is-mine")).to_be_visible()
    walk.visit(f"/tables/{code}/", "tables, two sit", narrow=True)
    free = sheet.page.get_by_role("button", name="Steady bot")
    for left in (3, 2):
        expect(free).to_have_count(left)
        walk.press(free.first, f"tables, a bot, {left}", narrow=True)
    walk.press(sheet.page.get_by_role("button", name="Begin"), "tables, a hand", narrow=True)
    expect(sheet.page.get_by_role("button", name="Keep").first).to_be_visible()
    for place in ("rules/", "history/", "cards/"):
        guest.visit(f"/tables/{code}/{place}", narrow=True)
    Walk(walk.inspector, sheet, Client(), PROJECTOR).visit(f"/screen/table/{code}/", "tables, the wall")

    walk.inspector.done()
