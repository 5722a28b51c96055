"""What players hold and the hall sees, by the measure of WCAG 2.2 AA: in light and dark, at their sizes, and at 320 pixels."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.access import Inspector, again, unfold
from tests.e2e.day import PHONE, PROJECTOR, TO, Day
from tests.e2e.hands import choose, write_move, write_recruit
from tests.e2e.test_table import PERMITTED, come, opened
from tests.e2e.war_shots import BOARD, FORCE, FURTHER, HERE, ORDERS, SEATED

pytestmark = pytest.mark.e2e

TABS = ("now", "map", "team", "laws", "news", "call")
WALLS = ("clock", "map", "laws", "news")
TO_ACTION = TO["ACTION"][len(TO["PLANNING"]) :]
BROKEN = """
from django.template.loader import render_to_string
from django.test import RequestFactory
print(render_to_string("control/500.html", {"reference": "ABCD-1234"}, request=RequestFactory().get("/")))
"""
FULL = """
from django.utils import timezone
from control.hall import screens
from control.models import Event
for _each in range(screens.MOST):
    screens.screen_of(Event.objects.get(pk={event}), "", timezone.now())
"""


def still(day: Day, page: Page) -> Page:
    """A device on which nothing moves, so that a colour is measured when it has come to rest."""
    page.emulate_media(reduced_motion="reduce")
    return page


def steps(*names: str) -> tuple[str, ...]:
    """The War Room's steps, ended without a browser."""
    return tuple(f"give(EndStep(room=Room.WAR, month=1, step=StepId('{name}')))" for name in names)


def tabs(inspector: Inspector, phone: Page, name: str) -> None:
    """Every page of the phone."""
    for tab in TABS:
        phone.locator(f".tabs a[href='#{tab}']").click()
        unfold(phone)
        inspector.look(phone, f"phone, {name}, {tab}", narrow=True)
    phone.locator(".tabs a").first.click()


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


def test_doors_may_be_opened_by_everybody(day):
    inspector, house = Inspector(), day.house.address
    page = still(day, day.device(PHONE).new_page())
    page.route("**/broken/", lambda route: route.fulfill(status=500, content_type="text/html", body=broken))
    broken = day.console.shell.run(BROKEN)
    for place in ("/", f"/j/{day.codes['cat-3']}/", "/control/", "/nowhere/at/all/", "/broken/", "/screen/", "/tables/"):
        page.goto(f"{house}{place}")
        inspector.look(page, place, narrow=True)
    day.join(page, "ZZZZ-ZZZZ")
    expect(page.get_by_role("alert").first).to_be_visible()
    inspector.look(page, "a code that nobody has", narrow=True)
    page.get_by_label("The code on your badge").fill("ZZZZ-ZZZZ")
    page.context.clear_cookies()  # and with them the form's token
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="That did not go through")).to_be_visible()
    inspector.look(page, "403", narrow=True)
    day.console.shell.run(FULL.format(event=day.event))
    answer = page.goto(f"{house}/screen/{day.event}/here/")
    assert (answered.value.status, answer.status) == (403, 409)
    inspector.look(page, "409", narrow=True)

    inspector.done()


def test_a_phone_may_be_read_and_pressed_by_everybody(day):
    inspector = Inspector()
    cat = still(day, day.phone("cat-1"))
    tabs(inspector, cat, "before the day")
    day.give(*FURTHER, *HERE, "give(BeginDay())", *TO["PLANNING"])
    again(cat)
    cat.locator(".tabs a").first.click()
    sheets(inspector, cat)
    tabs(inspector, cat, "Planning")

    day.give(
        *FURTHER, *SEATED[1:], *TO_ACTION, *BOARD, *FORCE, *steps("updates", "orders"), ORDERS, *steps("favors", "move", "battle")
    )
    again(cat)
    expect(cat.locator(".battles").first).to_be_visible()
    tabs(inspector, cat, "Action")
    day.give(
        "from control.day.notices import Announce",
        "give(Announce(text='The gates are open.'))",
        "give(Pause(reason='Fire alarm'))",
    )
    again(cat)
    expect(cat.locator(".paused").first).to_be_visible()
    cat.context.set_offline(True)
    expect(cat.locator("body")).to_have_attribute("data-state", "stale")
    inspector.look(cat, "phone, paused, no signal", narrow=True)
    cat.context.set_offline(False)
    inspector.visit(cat, f"{day.house.address}/seals/{day.event}/", narrow=True)

    inspector.done()


def sheets(inspector: Inspector, phone: Page) -> None:
    """Each room's sheet: empty, written, received."""
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


def test_the_walls_may_be_read_by_everybody(day):
    inspector, house = Inspector(), day.house.address
    day.give(*FURTHER, *HERE, "give(BeginDay())", *TO["PLANNING"], *SEATED, *TO_ACTION, *BOARD, *FORCE, *steps("updates", "orders"))
    day.give(*FURTHER, ORDERS, *steps("favors", "move"))
    wall = still(day, day.device(PROJECTOR).new_page())
    for kind in (*WALLS, "here"):
        wall.goto(f"{house}/screen/{day.event}/{kind}/")
        expect(wall.locator("main, #shown").first).to_be_visible()
        inspector.look(wall, f"wall, {kind}")
    for place in (f"/map/{day.event}/", f"/seals/{day.event}/"):
        inspector.visit(wall, f"{house}{place}")
    day.give(
        "from control.day.notices import Announce",
        "give(Announce(text='The gates are open.'))",
        "give(Pause(reason='Fire alarm'))",
    )
    wall.goto(f"{house}/screen/{day.event}/clock/")
    inspector.look(wall, "wall, paused")

    inspector.done()


def test_side_tables_may_be_played_by_everybody(day):
    inspector, house = Inspector(), day.house.address
    day.console.shell.run(PERMITTED.format(event=day.event))
    cat, guest = still(day, day.phone("cat-1")), still(day, day.device(PHONE).new_page())
    cat.goto(f"{house}/tables/")
    inspector.look(cat, "tables, lobby", narrow=True)
    cat.goto(f"{house}/play/")
    code = opened(cat)
    inspector.look(cat, "tables, opened", narrow=True)
    guest.goto(f"{house}/tables/")
    guest.get_by_label("Code of the table").fill(code)
    guest.get_by_role("button", name="Go", exact=True).click()
    inspector.look(guest, "tables, asked for a name", narrow=True)
    come(guest, house, code, "Yelena")
    free = cat.get_by_role("button", name="Steady bot")
    for left in (3, 2):
        expect(free).to_have_count(left)
        free.first.click()
    cat.get_by_role("button", name="Begin").click()
    expect(cat.get_by_role("button", name="Keep").first).to_be_visible()
    inspector.look(cat, "tables, a hand", narrow=True)
    for place in ("rules/", "history/", "cards/"):
        inspector.visit(guest, f"{house}/tables/{code}/{place}", narrow=True)
    wall = still(day, day.device(PROJECTOR).new_page())
    wall.goto(f"{house}/screen/table/{code}/")
    inspector.look(wall, "tables, the wall")

    inspector.done()
