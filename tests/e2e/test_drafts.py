"""Drafts survive a lost phone and lost wifi, and a phone without a signal still opens its last page."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId, StepId
from control.models import Event, Sheet
from rooms.realm.scenario.ids import Phase, Room
from tests.e2e.conftest import MakeDay
from tests.e2e.day import LONG, PATIENCE, Day, day_of, fast_scenario, stop_clock
from tests.e2e.hands import choose, write_move
from tests.e2e.inside import players_sheets
from tests.houses import House

pytestmark = pytest.mark.e2e

TO_PLANNING = (
    CheckIn(seat=SeatId("cat-1"), before=Presence.EXPECTED, presence=Presence.PRESENT),
    BeginDay(),
    EndPhase(month=1, phase=Phase.CEREMONY),
)
UNTIL_ORDERS_ARE_OPEN = (
    EndPhase(month=1, phase=Phase.PLANNING),
    EndPhase(month=1, phase=Phase.MOVEMENT),
    EndStep(room=Room.WAR, month=1, step=StepId("updates")),
    EndStep(room=Room.WAR, month=1, step=StepId("orders")),
)
KEPT = "async () => (await caches.match('/kept')) !== undefined"
NOTHING_KEPT = "async () => !(await caches.keys()).some((name) => name.startsWith('phone-page-'))"
LEFT = "Object.keys(localStorage).filter((name) => name.startsWith('sheet:'))"


def drafts(event: Event) -> list[tuple[str, str, bool]]:
    """Drafts that have reached the console: seat, kind, and whether each was late."""
    return list(event.drafts.values_list("seat", "kind", "late"))


def drafted_units(event: Event) -> str:
    """Units on the first line of the only draft."""
    return str(dict(json.loads(event.drafts.get().body))["order1_units"])


def sheets(event: Event) -> list[tuple[str, str, int, bool]]:
    """Sheets of players: seat, source, revision, and whether each was late."""
    return list(players_sheets(event).values_list("seat", "source", "revision", "late"))


def sent_units(event: Event) -> int:
    """Units on the first line of the newest sheet."""
    body = json.loads(Sheet.objects.filter(event=event, seat="cat-1").latest("revision").body)
    return int(body["orders"][0]["units"])


def planning(day: Day) -> Page:
    """Bring a phone to Planning with the War Room chosen."""
    day.give(*TO_PLANNING)
    phone = day.phone("cat-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    choose(phone, "War Room")
    return phone


def state_of(phone: Page) -> Locator:
    """The line that shows the state of the draft."""
    return phone.locator("form[data-sheet] [data-sheet-state]")


def until(phone: Page, question: str) -> None:
    """Wait until an expression is true in the page. It may be a promise, which `wait_for_function` would take for true."""
    end = time.monotonic() + PATIENCE / 1000
    while not phone.evaluate(question):
        assert time.monotonic() < end, question
        phone.wait_for_timeout(100)


def kept(phone: Page) -> None:
    """Wait until the service worker has stored the page."""
    until(phone, "navigator.serviceWorker.controller !== null")
    until(phone, KEPT)


def test_a_second_phone_is_offered_what_was_typed_on_the_first(day: Day) -> None:
    phone = planning(day)
    write_move(phone, 1, units=2, origin="amn", target="zen")
    expect(state_of(phone)).to_contain_text("and with Control since")
    assert day.ask(drafts) == [("cat-1", "war", False)]
    phone.context.close()

    other = day.phone("cat-1")
    other.get_by_role("button", name="Use that draft").click()

    expect(other.locator("#order1-units")).to_have_value("2")
    expect(other.locator("#order1-to")).to_have_value("zen")
    other.get_by_role("button", name="Send to Control").click()
    expect(other.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
    assert day.ask(sheets) == [("cat-1", "sent", 1, False)]
    assert day.ask(sent_units) == 2


def test_a_phone_that_dies_loses_nothing_where_the_last_draft_counts(make_day: MakeDay) -> None:
    day = make_day(settings={"late": [{"sheet": "war", "policy": "draft"}]}, **LONG)
    phone = planning(day)
    write_move(phone, 1, units=2, origin="amn", target="zen")
    expect(state_of(phone)).to_contain_text("Should nothing be sent in time, this draft counts.")
    phone.context.close()

    day.give(*UNTIL_ORDERS_ARE_OPEN)

    assert day.ask(sheets) == [("cat-1", "draft", 1, False)]
    again = day.phone("cat-1")
    expect(again.locator("#region-sheet [data-receipt]")).to_contain_text("Your draft counts.")
    expect(again.locator("#region-results")).to_contain_text("Move 2 from Amn to Zen")


def test_the_phone_that_lies_open_says_that_its_draft_counts(make_day: MakeDay) -> None:
    day = make_day(settings={"late": [{"sheet": "war", "policy": "draft"}]}, **LONG)
    phone = planning(day)
    write_move(phone, 1, units=2, origin="amn", target="zen")  # the finger stays in the field
    expect(state_of(phone)).to_contain_text("Should nothing be sent in time, this draft counts.")

    day.give(*UNTIL_ORDERS_ARE_OPEN)

    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Your draft counts.")
    expect(phone.get_by_role("button", name="Send to Control")).to_have_count(0)
    expect(phone.get_by_text("What is typed below was not sent.")).to_have_count(0)
    assert phone.evaluate(LEFT) == []


def test_a_sheet_that_waited_for_its_signal_does_not_replace_a_newer_one_of_another_phone(day: Day) -> None:
    first = planning(day)
    kept(first)
    first.context.set_offline(True)
    first.reload()
    write_move(first, 1, units=1, origin="amn", target="zen")
    first.get_by_role("button", name="Send to Control").click()
    expect(state_of(first)).to_contain_text("No signal")
    second = day.phone("cat-1")
    write_move(second, 1, units=2, origin="amn", target="zen")
    second.get_by_role("button", name="Send to Control").click()
    expect(second.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")

    first.context.set_offline(False)

    expect(state_of(first)).to_contain_text("Not sent. A newer one came from another device at")
    expect(first.locator("#region-sheet .sheet-lines")).to_contain_text("Move 2 from Amn to Zen")
    expect(first.locator("#order1-units")).to_have_value("1")
    assert day.ask(sheets) == [("cat-1", "sent", 1, False)]

    first.get_by_role("button", name="Send to Control").click()

    expect(first.locator("#region-sheet [data-receipt]")).to_contain_text("rev 2")
    assert day.ask(sent_units) == 1


def test_of_two_phones_drafts_the_newer_stays_and_neither_is_lost(day: Day) -> None:
    first = planning(day)
    first.clock.install()
    kept(first)
    first.context.set_offline(True)
    first.reload()
    write_move(first, 1, units=1, origin="amn", target="zen")
    first.clock.fast_forward(3_500)  # the pause after typing is over
    second = day.phone("cat-1")
    write_move(second, 1, units=2, origin="amn", target="zen")
    expect(state_of(second)).to_contain_text("and with Control since")

    first.context.set_offline(False)

    expect(first.get_by_text("A newer draft from another device reached Control at")).to_be_visible()
    expect(first.locator("#order1-units")).to_have_value("1")
    assert day.ask(drafted_units) == "2"
    first.get_by_role("button", name="Use the newer one").click()
    expect(first.locator("#order1-units")).to_have_value("2")
    first.get_by_role("button", name="Restore it").click()
    expect(first.locator("#order1-units")).to_have_value("1")
    expect(first.get_by_role("button", name="Restore it")).to_be_visible()  # now for the other draft
    expect(state_of(first)).to_contain_text("and with Control since")
    assert day.ask(drafted_units) == "1"


def test_a_draft_that_gives_way_to_a_newer_one_is_still_offered(day: Day) -> None:
    second = planning(day)
    write_move(second, 1, units=2, origin="amn", target="zen")
    expect(state_of(second)).to_contain_text("and with Control since")
    second.context.close()
    first = day.phone("cat-1")
    kept(first)
    first.context.set_offline(True)
    write_move(first, 1, units=1, origin="amn", target="zen")
    first.reload()

    first.context.set_offline(False)

    expect(first.get_by_text("An older draft from another device had reached Control at")).to_be_visible()
    expect(state_of(first)).to_contain_text("and with Control since")
    assert day.ask(drafted_units) == "1"
    first.get_by_role("button", name="Use the older one").click()
    expect(first.locator("#order1-units")).to_have_value("2")
    expect(state_of(first)).to_contain_text("and with Control since")
    assert day.ask(drafted_units) == "2"


def test_without_a_signal_the_phone_opens_with_what_it_knew_and_the_clock_goes_on(day: Day) -> None:
    phone = planning(day)
    kept(phone)
    write_move(phone, 1, units=2, origin="amn", target="zen")
    expect(state_of(phone)).to_contain_text("and with Control since")
    phone.context.set_offline(True)

    phone.reload()

    expect(phone.get_by_text("This is what the phone knew at")).to_be_visible()
    expect(phone.locator("[data-live-words]").first).to_have_text(re.compile(r"No connection, as of \d\d:\d\d"))
    expect(phone.get_by_role("heading", name="War orders")).to_be_visible()
    expect(phone.locator("#order1-units")).to_have_value("2")
    clock = phone.locator("#region-clock [data-clock=event]")
    left = clock.inner_text()
    expect(clock).not_to_have_text(left)
    phone.get_by_role("button", name="Send to Control").click()
    expect(state_of(phone)).to_contain_text("No signal")

    phone.context.set_offline(False)

    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
    expect(phone.get_by_text("This is what the phone knew at")).to_have_count(0)
    assert day.ask(sheets) == [("cat-1", "sent", 1, False)]


def test_a_console_that_is_gone_leaves_the_phone_its_page_and_its_draft(tmp_path: Path, chromium: Browser) -> None:
    with House.furnished(tmp_path / "var") as house, day_of(house, chromium, fast_scenario(tmp_path / "scenario", **LONG)) as day:
        phone = planning(day)
        kept(phone)
        house.end()

        phone.reload()
        expect(phone.get_by_text("This is what the phone knew at")).to_be_visible()
        write_move(phone, 1, units=1, origin="amn", target="zen")
        phone.get_by_role("button", name="Send to Control").click()
        house.start()

        expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
        assert day.ask(sheets) == [("cat-1", "sent", 1, False)]


def test_without_a_signal_a_sheet_that_lacks_something_is_not_promised_and_the_field_is_shown(day: Day) -> None:
    phone = planning(day)
    phone.context.set_offline(True)
    write_move(phone, 1, units=1, origin="amn", target="zen")
    second = phone.get_by_role("group", name="Order 2")
    second.get_by_role("radio", name="Recruit").check()
    phone.get_by_role("button", name="Send to Control").click()

    expect(state_of(phone)).to_have_text("Not sent. Order 2: choose where the unit is recruited.")
    field = phone.locator("#order2-region")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(second.get_by_text("Order 2: choose where the unit is recruited.")).to_be_visible()

    field.select_option("amn")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(second.get_by_text("Order 2: choose")).to_have_count(0)
    phone.get_by_role("button", name="Send to Control").click()
    expect(state_of(phone)).to_contain_text("No signal")
    phone.context.set_offline(False)
    expect(phone.locator("#region-sheet [data-receipt]")).to_contain_text("Received by Control")
    assert day.ask(sheets) == [("cat-1", "sent", 1, False)]


def test_signing_out_leaves_nothing_on_the_phone(day: Day) -> None:
    phone = planning(day)
    kept(phone)
    write_move(phone, 1, units=2, origin="amn", target="zen")
    assert phone.evaluate(LEFT)

    phone.get_by_role("link", name="House").click()
    phone.get_by_role("button", name="Sign this phone out").click()

    expect(phone.get_by_label("The code on your badge")).to_be_visible()
    until(phone, NOTHING_KEPT)
    assert phone.evaluate(LEFT) == []
    phone.context.set_offline(True)
    with pytest.raises(Error, match="net::ERR_"):
        phone.goto(f"{day.house.address}/play/")


def test_a_new_code_leaves_nothing_of_the_old_one_on_the_phone(day: Day) -> None:
    phone = planning(day)
    kept(phone)
    dora = day.staff("dora", "people/")
    dora.get_by_role("link", name="More about Amara Okafor").click()
    dora.get_by_role("link", name="New join code").click()
    dora.get_by_role("button", name="Give a new code").click()

    expect(phone.locator("#refused")).to_contain_text("This badge was given a new code")
    until(phone, NOTHING_KEPT)


# Counts lost and opened connections, and records each state of the page.
WATCH = """() => {
  window.states = [];
  window.lines = { lost: 0, open: 0 };
  for (const each of ["lost", "open"]) document.body.addEventListener(`live:${each}`, () => { window.lines[each] += 1; });
  const watch = new MutationObserver(() => window.states.push(document.body.dataset.state));
  watch.observe(document.body, { attributeFilter: ["data-state"] });
}"""


def test_a_short_gap_in_the_wifi_does_not_flap(day: Day) -> None:
    phone = planning(day)
    phone.clock.install()
    phone.reload()
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    stop_clock(phone)
    phone.evaluate(WATCH)

    for gap in range(1, 4):
        phone.context.set_offline(True)
        phone.wait_for_function("gap => window.lines.lost >= gap", arg=gap)
        phone.clock.run_for(300)
        phone.context.set_offline(False)
        while phone.evaluate("window.lines.open") < gap:  # the next try is due by the page's clock, which only runs here
            phone.clock.run_for(50)
            phone.wait_for_timeout(200)  # a line that is being opened has four times as long as by the page's clock
        phone.clock.run_for(500)
    expect(phone.locator("body")).to_have_attribute("data-state", "live")

    assert len(phone.evaluate("window.states")) <= 2
