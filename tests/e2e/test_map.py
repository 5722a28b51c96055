"""The map under fingers and keys, and on a wall full of battles, in a real browser at common sizes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine.ids import StepId
from control.engine.modules import Command
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Order, OrderKind
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.control.phones import CAT_1, WOLF_1
from tests.e2e.boxes import box_of
from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day
from tests.e2e.hands import write_move
from tests.e2e.pages import StillDay

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
END_MONTH = (EndPhase(month=1, phase=Phase.ACTION), EndPhase(month=1, phase=Phase.RETURN))
MOVED = CorrectOrders(
    player=CAT_1,
    month=1,
    reason="paper",
    orders=(Order(kind=OrderKind.MOVE, units=2, origin=RegionId("amn"), target=RegionId("zen")),),
)
WOLF_IN_ZEN = AdjustUnits(region=RegionId("zen"), house=HouseId("wolf"), before=0, units=2, reason="late")
CAT_IN_AMN = AdjustUnits(region=RegionId("amn"), house=HouseId("cat"), before=1, units=9, reason="new")

# Remembers every node of the map, so that a test can see which nodes were kept and which were touched.
REMEMBER = """() => {
  const region = (node) => node.closest("[data-at]")?.dataset.at ?? node.closest("[data-where]")?.dataset.where ?? "";
  window.touched = [];
  window.kept = [...document.querySelectorAll("[data-at], [data-where], [data-map-frame], .map-ground path")];
  new MutationObserver((changes) => {
    for (const { target } of changes) window.touched.push(region(target.nodeType === 1 ? target : target.parentElement));
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
TOUCHED = "() => [...new Set(window.touched)].filter(Boolean).sort()"
STILL = "() => window.kept.every((each) => each.isConnected)"


def steps(*names: str) -> tuple[EndStep, ...]:
    """Return commands that end these War Room steps of month 1."""
    return tuple(EndStep(room=Room.WAR, month=1, step=StepId(name)) for name in names)


@pytest.fixture
def running(day: Day) -> Day:
    """Planning of month 1 with two players bound for the War Room."""
    day.give(*PLANNING)
    return day


@pytest.fixture
def wanda(running) -> Page:
    """War Control's tablet with touch input."""
    known = running.cookies("wanda")
    context = running.browser.new_context(viewport=TABLET, has_touch=True, storage_state=known, color_scheme="dark", locale="en-GB")
    running.open_contexts.callback(context.close)
    page = context.new_page()
    page.goto(running.address("war/"))
    page.locator("[data-region=zen]").wait_for()
    return page


@pytest.fixture
def phone(running) -> Page:
    """A phone with touch input, on its map."""
    context = running.browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark", locale="en-GB")
    running.open_contexts.callback(context.close)
    page = context.new_page()
    running.join(page, running.codes["cat-1"])
    page.locator(".tabs a[href='#map']").tap()
    page.locator("[data-region=zen]").wait_for()
    return page


def scale(page: Page) -> float:
    """Return the zoom of the map; 1 shows all of it."""
    return page.evaluate("() => new DOMMatrix(getComputedStyle(document.querySelector('[data-map-sheet]')).transform).a")


def middle_of(place: Locator) -> tuple[float, float]:
    box = box_of(place)
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def name_of(page: Page, region: str) -> Locator:
    return page.locator(f"[data-at={region}] .map-name")


def fingers(cdp: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    touches = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def pinch(page: Page, apart_before: float, apart_after: float) -> None:
    """Pinch with two fingers on the middle of the map, in ten steps."""
    cdp = page.context.new_cdp_session(page)
    x, y = middle_of(page.locator("[data-map-frame]"))
    fingers(cdp, "touchStart", (x - apart_before / 2, y), (x + apart_before / 2, y))
    for step in range(1, 11):
        apart = apart_before + (apart_after - apart_before) * step / 10
        fingers(cdp, "touchMove", (x - apart / 2, y), (x + apart / 2, y))
    fingers(cdp, "touchEnd")


def swipe(page: Page, dx: float, dy: float) -> None:
    cdp = page.context.new_cdp_session(page)
    x, y = middle_of(page.locator("[data-map-frame]"))
    fingers(cdp, "touchStart", (x, y))
    for step in range(1, 11):
        fingers(cdp, "touchMove", (x + dx * step / 10, y + dy * step / 10))
    fingers(cdp, "touchEnd")


# --- fingers ------------------------------------------------------------------------------------------------------------


def two_fingers_make_it_larger_and_smaller(wanda: Page) -> None:
    pinch(wanda, 100, 300)
    larger = scale(wanda)
    pinch(wanda, 300, 60)

    assert larger == pytest.approx(3, rel=0.1)
    assert scale(wanda) == pytest.approx(1)


def what_lies_between_two_fingers_stays_between_them(wanda: Page) -> None:
    """The point between the fingers stays fixed, even if the browser merges several of their moves."""
    before = middle_of(name_of(wanda, "god"))
    frame = middle_of(wanda.locator("[data-map-frame]"))
    pinch(wanda, 100, 200)
    larger, after = scale(wanda), middle_of(name_of(wanda, "god"))

    assert larger > 1.5
    for at in (0, 1):
        assert after[at] - frame[at] == pytest.approx(larger * (before[at] - frame[at]), abs=12)


def test_fingers_make_the_map_larger_and_smaller_and_a_tap_opens_a_region_and_a_swipe_does_not(wanda):
    two_fingers_make_it_larger_and_smaller(wanda)
    what_lies_between_two_fingers_stays_between_them(wanda)

    swipe(wanda, 80, 60)
    expect(wanda.locator("#ask-box")).to_be_hidden()
    wanda.touchscreen.tap(*middle_of(name_of(wanda, "god")))

    expect(wanda.locator("#ask h2")).to_contain_text("God")
    expect(wanda.locator("#ask")).to_contain_text("By hand")


def a_tap_says_what_is_there_and_goes_on_to_a_neighbour(phone: Page) -> None:
    phone.touchscreen.tap(*middle_of(name_of(phone, "amn")))
    details = phone.locator("[data-map-details]")
    expect(details).to_contain_text("the Court sits here")

    details.get_by_role("link", name="Zen").tap()
    expect(details.locator("b").first).to_have_text("Zen")
    details.get_by_role("button", name="Close").tap()

    expect(details).to_be_hidden()


def a_pinch_zooms_the_map_and_not_the_page(phone: Page) -> None:
    before = scale(phone)
    pinch(phone, 80, 160)

    assert scale(phone) == pytest.approx(2 * before, rel=0.1)
    assert phone.evaluate("visualViewport.scale") == 1


def test_taps_right_behind_swipes_on_a_phone_open_and_close_what_is_said_once_each_and_a_pinch_zooms(phone):
    details = phone.locator("[data-map-details]")
    for _time in range(4):  # the browser sometimes makes no click of such a tap
        swipe(phone, 12, 9)
        phone.touchscreen.tap(*middle_of(name_of(phone, "amn")))
        expect(details).to_contain_text("the Court sits here")
        swipe(phone, -12, -9)
        phone.touchscreen.tap(*middle_of(name_of(phone, "amn")))
        expect(details).to_be_hidden()

    a_tap_says_what_is_there_and_goes_on_to_a_neighbour(phone)
    a_pinch_zooms_the_map_and_not_the_page(phone)


# --- keys ---------------------------------------------------------------------------------------------------------------


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.dataset?.region ?? ''")


def arrow_keys_go_from_region_to_region(wanda: Page) -> None:
    wanda.locator("[data-region=zen]").focus()
    wanda.keyboard.press("ArrowUp")
    first = focused(wanda)
    wanda.keyboard.press("ArrowDown")

    assert first not in ("", "zen")
    assert focused(wanda) == "zen"


def tab_goes_from_region_to_region_and_past_the_map(wanda: Page) -> None:
    wanda.locator(".map-skip").focus()
    wanda.keyboard.press("Tab")
    wanda.keyboard.press("Tab")
    first = focused(wanda)
    wanda.keyboard.press("Tab")
    second = focused(wanda)
    wanda.locator(".map-skip").focus()
    wanda.keyboard.press("Enter")
    wanda.keyboard.press("Tab")

    assert first
    assert second not in ("", first)
    assert wanda.evaluate("document.activeElement.dataset.mapZoom") == "in"


def plus_and_minus_zoom_and_enter_opens(wanda: Page) -> None:
    wanda.locator("[data-map-frame]").focus()
    wanda.keyboard.press("+")
    larger = scale(wanda)
    wanda.keyboard.press("-")
    smaller = scale(wanda)
    wanda.locator("[data-region=zen]").focus()
    wanda.keyboard.press("Enter")

    assert larger == pytest.approx(1.6)
    assert smaller == pytest.approx(1)
    expect(wanda.locator("#ask h2")).to_contain_text("Zen")


def a_region_reached_by_keys_comes_into_sight(wanda: Page) -> None:
    wanda.locator("[data-region=zen]").focus()
    for _press in range(4):
        wanda.keyboard.press("+")
    for _press in range(4):
        wanda.keyboard.press("ArrowRight")
    frame, region = box_of(wanda.locator("[data-map-frame]")), middle_of(wanda.locator(f"[data-region={focused(wanda)}]"))

    assert frame is not None
    assert frame["x"] < region[0] < frame["x"] + frame["width"]
    assert frame["y"] < region[1] < frame["y"] + frame["height"]


def test_keys_go_around_the_map_zoom_it_and_open_a_region(wanda):
    tab_goes_from_region_to_region_and_past_the_map(wanda)  # before the focus has reached a region in another way
    arrow_keys_go_from_region_to_region(wanda)
    a_region_reached_by_keys_comes_into_sight(wanda)
    wanda.keyboard.press("0")
    assert scale(wanda) == 1
    plus_and_minus_zoom_and_enter_opens(wanda)


# --- redraws ------------------------------------------------------------------------------------------------------------


def test_only_the_regions_that_change_are_drawn_anew(running, wanda):
    pinch(wanda, 100, 200)
    wanda.locator("[data-region=amn]").focus()  # scrolls it into view
    place = wanda.evaluate("document.querySelector('[data-map-sheet]').style.transform")
    wanda.evaluate(REMEMBER)
    running.give(WOLF_IN_ZEN)
    expect(wanda.locator("[data-at=zen] .map-piece.h-wolf")).to_be_attached()

    assert wanda.evaluate(TOUCHED) == ["zen"]
    assert wanda.evaluate(STILL)
    assert focused(wanda) == "amn"
    assert wanda.evaluate("document.querySelector('[data-map-sheet]').style.transform") == place


def test_a_region_that_is_read_on_a_phone_stays_open_and_says_what_is_new(running, phone):
    phone.touchscreen.tap(*middle_of(name_of(phone, "zen")))
    details = phone.locator("[data-map-details]")
    expect(details).to_contain_text("Zen")
    phone.evaluate(REMEMBER)
    running.give(WOLF_IN_ZEN)

    expect(details).to_contain_text("WOL")
    assert [region for region in phone.evaluate(TOUCHED) if region != "zen"] == []
    assert phone.evaluate(STILL)


def test_the_wall_keeps_the_nodes_of_what_has_not_changed(running):
    hall = running.screen("map")
    hall.locator("[data-region=zen]").wait_for()
    hall.evaluate(REMEMBER)
    running.give(WOLF_IN_ZEN)
    expect(hall.locator("[data-at=zen] .map-piece.h-wolf")).to_be_visible()

    assert hall.evaluate(TOUCHED) == ["zen"]
    assert hall.evaluate(STILL)


def test_an_order_sent_appears_on_ones_own_map_alone(running, phone):
    phone.locator(".tabs a[href='#now']").tap()
    write_move(phone, 1, units=2, origin="amn", target="zen")
    phone.get_by_role("button", name="Send to Control").tap()
    expect(phone.locator("[data-receipt]")).to_be_visible()
    other = running.phone("wolf-1")
    other.locator(".tabs a[href='#map']").click()

    phone.locator(".tabs a[href='#map']").tap()

    expect(phone.locator(".map-arrow.planned")).to_have_count(1)
    expect(other.locator(".map-cluster").first).to_be_attached()
    expect(other.locator(".map-arrow")).to_have_count(0)


COVERED = """() => {
  const [hint, card] = ["#map-hint", "[data-map-details]"].map((each) => document.querySelector(each).getBoundingClientRect());
  return hint.height < 20 || hint.bottom > card.top + 1 || hint.top < 0 || card.bottom > innerHeight;
}"""


def test_a_move_on_the_map_takes_a_tap_a_tap_and_a_press_and_says_what_is_to_be_done(running, phone):
    details, hint = phone.locator("[data-map-details]"), phone.locator("#map-hint")
    phone.touchscreen.tap(*middle_of(name_of(phone, "amn")))
    expect(hint).to_contain_text("Move from Amn (3 of 3 left): tap where to.")
    assert not phone.evaluate(COVERED)
    details.get_by_role("link", name="Inn", exact=True).tap()
    expect(hint).to_contain_text("Move from Amn")
    assert not phone.evaluate(COVERED)

    buttons = details.locator(".map-orders button")
    expect(buttons.first).to_contain_text("Move here from Amn")
    sizes = [box_of(each) for each in buttons.all()]
    assert sizes[0]["width"] * sizes[0]["height"] > max(size["width"] * size["height"] for size in sizes[1:])
    buttons.first.tap()

    expect(details).to_contain_text("Order 1: Move 3 from Amn to Inn. Not sent yet.")
    expect(hint).to_be_hidden()
    expect(phone.locator("#map-drafts .line")).to_have_count(1)


# --- past months --------------------------------------------------------------------------------------------------------


def places(page: Page) -> list[object]:
    """Places of the map, its buttons, the months, the part below them and the clock of the head."""
    marks = ("[data-map-frame]", "[data-map-zoom=in]", ".map-row", "#map-list", ".bar-left")
    *boxes, clock = [box_of(page.locator(mark)) for mark in marks]
    return [*boxes, {side: length for side, length in clock.items() if side != "x"}]  # its x depends on the words of the phase


def test_war_control_looks_back_month_by_month(running, wanda):
    still = places(wanda)
    running.give(*TO_ACTION, *steps("updates", "orders"), MOVED, *steps("favors"))
    expect(wanda.locator(".map-arrow")).to_have_count(1)
    expect(wanda.locator(".opened")).to_be_attached()
    expect(wanda.locator(".map-note")).to_contain_text("Preview of Move: not applied yet.")
    assert places(wanda) == still  # neither open orders nor text about the map moves it
    running.give(*steps("move", "battle", "rewards", "recruit"), *END_MONTH)
    army = wanda.locator("[data-at=amn] .map-piece.army.h-cat > text")
    expect(wanda.get_by_label("1", exact=True)).to_be_attached()
    expect(army).to_have_text("1")

    wanda.locator("#map-when span", has_text="start").tap()
    expect(army).to_have_text("3")
    expect(wanda.locator(".then-banner")).to_contain_text("Before the day.")
    assert places(wanda) == still
    wanda.keyboard.press("ArrowRight")
    expect(wanda.locator(".then-banner")).to_contain_text("End of month 1.")
    expect(wanda.locator(".map-arrow.h-cat")).to_have_count(1)
    running.give(CAT_IN_AMN)
    expect(army).to_have_text("1")
    wanda.touchscreen.tap(*middle_of(name_of(wanda, "amn")))
    expect(wanda.locator("#ask")).to_contain_text("end of month 1")
    expect(wanda.locator("#ask")).not_to_contain_text("By hand")
    wanda.locator("#ask [data-close]").tap()
    wanda.get_by_role("link", name="back to now").tap()

    expect(army).to_have_text("9")
    expect(wanda.locator(".then-banner")).to_have_count(0)


# --- the wall and paper -------------------------------------------------------------------------------------------------

EMBATTLED = ["zen", "inn", "aka", "chi", "cry", "mok", "lum", "die", "new", "old", "god", "elf", "hag"]


class FullOfBattles(StillDay):
    """Battles between three Houses in many regions."""

    def arrange(self) -> None:
        self.give(*PLANNING)
        for region in map(RegionId, EMBATTLED):
            for house in map(HouseId, ("cat", "wolf", "ram")):
                before = war_of(self.state).count(region, house)
                if before != 1:
                    self.give(AdjustUnits(region=region, house=house, before=before, units=1, reason="many"))
        self.give(*TO_ACTION, *steps("updates", "orders", "favors", "move", "battle"))


def test_a_hall_full_of_battles_does_not_run_over(db, sheet):
    hall = sheet.lay(FullOfBattles().wall("map"), PROJECTOR, scripts=["control/map.js"])

    rows = hall.locator(".battle-figures li")
    assert rows.count() > 8
    below = hall.evaluate("""() => {
      const floor = document.querySelector(".board-side").getBoundingClientRect().bottom;
      const over = (each) => each.getBoundingClientRect().bottom > floor || each.scrollWidth > each.clientWidth + 1;
      const lines = [...document.querySelectorAll(".board-side :is(li, tr, h3, p)")];
      return lines.filter((each) => each.checkVisibility() && over(each)).map((each) => each.textContent);
    }""")
    assert below == []
    assert hall.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [1920, 1080]


def test_the_desks_map_is_printed_whole_with_its_regions_in_words(wanda):
    pinch(wanda, 100, 300)
    wanda.emulate_media(media="print")

    expect(wanda.locator(".war-right")).to_be_hidden()
    expect(wanda.locator(".desk-head")).to_be_hidden()
    expect(wanda.get_by_role("heading", name="The map, month 1")).to_be_visible()
    expect(wanda.locator("#where-zen")).to_be_visible()
    assert scale(wanda) == 1
    assert wanda.evaluate("document.documentElement.scrollWidth <= innerWidth")
