"""A month led by the clock alone, and the start of the next one. No phase is ended by hand."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from control.models import Event
from rooms.realm.scenario.ids import Room
from tests.e2e.commands import run_out
from tests.e2e.day import Day
from tests.e2e.hands import begin_day, check_in, choose, undo_entry, write_move, write_recruit

pytestmark = pytest.mark.e2e

RECEIPT = re.compile(r"Received by Control\s+\d\d:\d\d:\d\d")
REGIONS = re.compile(r"\b(Amn|Zen|Inn|Aka|Chi|Cry|Mok|Hag|Elf|Lum|Die|New|Old|God)\b")

# Records each text that these places showed since month 1.
WATCH = """(places) => {
  window.seen = [];
  const look = () => {
    const words = places.map((place) => document.querySelector(place)?.textContent ?? "").join(" ").replace(/\\s+/g, " ").trim();
    if (words.startsWith("Month") && window.seen.at(-1) !== words) window.seen.push(words);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def phases_ended(event: Event) -> list[str]:
    """Actors who ended the phases, in order."""
    return list(event.stream.entries.filter(kind="PhaseEnded").order_by("seq").values_list("actor", flat=True))


def steps_ended(event: Event, room: Room) -> list[tuple[str, str]]:
    """Ended steps of a room in order, each with the actor who ended it."""
    found = event.stream.entries.filter(kind="StepEnded").order_by("seq").values_list("body", "actor")
    return [(body["step"], actor) for body, actor in ((json.loads(body), actor) for body, actor in found) if body["room"] == room]


def test_the_clock_leads_a_month_of_war_from_check_in_into_the_next(day: Day) -> None:
    """Each phase lasts as long as its people need. Then the test takes the remaining time, and the clock ends the phase."""
    anna, wanda, hall = day.staff("anna", "people/"), day.staff("wanda", "war/"), day.screen()
    check_in(anna, "cat-1", "wolf-1", "ram-1")
    cat, wolf, ram = day.phone("cat-1"), day.phone("wolf-1", script=False), day.phone("ram-1")
    hall.evaluate(WATCH, [".face-month", ".face-phase"])
    cat.evaluate(WATCH, ["[data-clock-month]", "[data-clock-phase]"])
    begin_day(day, anna)
    the_clock_ends(day, "Ceremony", then="Planning", on=hall)

    wolf.reload()
    for phone in (cat, wolf, ram):
        choose(phone, "War Room")
    expect(cat.locator("#region-clock")).to_contain_text("Planning")
    wolf.reload()
    send_orders(cat, wolf, ram)
    sheets_stay_sealed(wanda)

    the_clock_ends(day, "Planning", then="Movement", on=hall)
    the_clock_ends(day, "Movement", then="Action", on=hall)
    day.ask(run_out, Room.WAR)
    expect(wanda.locator("#apply-orders")).to_be_visible()  # the clock has passed the steps before this one
    expect(hall.locator(".face-rooms section", has_text="War").locator("b")).to_have_text("Orders")
    apply_the_steps(wanda)
    phones_say_what_became_of_the_orders(cat, wolf, ram)
    take_back_recruit(day, wanda)
    expect(cat.locator(".fate", has_text="Recruit")).to_contain_text("not yet")
    expect(hall.locator(".face-phase")).to_have_text("Action")

    the_clock_ends(day, "Action", then="Return", on=hall)
    for screen, clock in ((hall, ".face-phase"), (cat, "#region-clock"), (ram, "#region-clock"), (anna, ".hands-where")):
        expect(screen.locator(clock)).to_contain_text("Return")
    phones_say_what_became_of_the_orders(cat, wolf, ram)  # the clock has carried out the Recruits that were taken back
    expect(wolf.locator("#region-clock")).to_contain_text("Return")
    expect(hall.locator(".face-foot")).to_contain_text("Cat hosts in Amn")
    wanda.goto(day.address("war/"))
    expect(wanda.locator("#part-war-steps")).to_contain_text("All seven steps of month 1 are done.")

    the_clock_ends(day, "Return", then="Ceremony", on=hall)
    expect(hall.locator(".face-month")).to_contain_text("Month 2")
    expect(hall.locator(".face-foot")).to_contain_text("Ram hosts in Hag")
    expect(cat.locator("#region-clock")).to_contain_text("Month 2")
    expect(cat.locator("details.results summary")).to_have_text("Your orders of month 1")
    expect(wanda.locator("#part-war-steps h2")).to_have_text("Month 2")
    expect(wanda.locator(".war-step.done")).to_have_count(0)

    phases = ["Ceremony", "Planning", "Movement", "Action", "Return"]
    assert hall.evaluate("window.seen")[:6] == [*(f"Month 1 of 4 {phase}" for phase in phases), "Month 2 of 4 Ceremony"]
    assert cat.evaluate("window.seen")[:6] == [*(f"Month 1 {phase}" for phase in phases), "Month 2 Ceremony"]
    assert day.ask(phases_ended) == ["clock"] * 5
    assert day.ask(steps_ended, Room.WAR) == [
        ("updates", "clock"),
        *((step, "staff:wanda") for step in ("orders", "favors", "move", "battle", "rewards", "recruit")),
        ("recruit", "clock"),
    ]
    assert day.ask(steps_ended, Room.COURT)[-1] == ("payment-3", "clock")
    assert day.ask(steps_ended, Room.UNDERGROUND) == []  # nobody sat there
    assert "the same" in day.replay()


def the_clock_ends(day: Day, phase: str, *, then: str, on: Page) -> None:
    """Let the time of the running phase run out."""
    expect(on.locator(".face-phase")).to_have_text(phase)
    day.ask(run_out)
    expect(on.locator(".face-phase")).to_have_text(then)


def send_orders(cat: Page, wolf: Page, ram: Page) -> None:
    """Two players write and send their sheets, the third watches."""
    write_move(cat, 1, units=2, origin="amn", target="zen")
    write_recruit(cat, 2, region="amn")
    write_move(wolf, 1, units=1, origin="chi", target="zen")
    write_recruit(wolf, 2, region="inn")
    for phone in (cat, wolf):
        phone.get_by_role("button", name="Send to Control").click()
    expect(cat.locator("#region-sheet")).to_contain_text(RECEIPT)
    expect(wolf.locator("#region-sheet")).to_contain_text(RECEIPT)
    expect(ram.locator("#region-sheet")).not_to_contain_text("Received")


def sheets_stay_sealed(wanda: Page) -> None:
    """The desk sees who has sent a sheet, and none of its content."""
    sheets = wanda.locator("#part-war-orders")
    expect(sheets).to_contain_text("2 of 3 in")
    expect(sheets.locator(".sent-name")).to_have_text(["✓ Amara Okafor", "✓ Oluwaseun Balogun"])
    expect(sheets.locator(".awaited-name")).to_have_text(["… Siobhán Gallagher"])
    assert not REGIONS.search(sheets.inner_html())
    expect(wanda.locator(".map-arrow, .ghost")).to_have_count(0)


def apply_the_steps(wanda: Page) -> None:
    """The desk is faster than the clock: it previews each step and applies it."""
    apply, preview = wanda.locator(".apply-now"), wanda.locator("#part-war-steps .preview")
    wanda.locator("#apply-orders").click()
    expect(wanda.locator("#ask")).to_contain_text("Siobhán Gallagher")
    assert not REGIONS.search(wanda.locator("#ask").inner_text())
    wanda.get_by_role("button", name="Open the orders").click()
    apply.get_by_role("button", name="End Favors").click()

    expect(preview).to_contain_text("Zen")
    expect(wanda.locator(".map-arrow")).to_have_count(2)
    apply.get_by_role("button", name="Apply Move").click()
    expect(preview).to_contain_text("Cat")
    expect(preview).to_contain_text("Wolf")
    apply.get_by_role("button", name="Apply Battle").click()
    apply.get_by_role("button", name="Apply Rewards").click()
    expect(preview.locator(".wasted")).to_contain_text("Inn")
    apply.get_by_role("button", name="Apply Recruit").click()
    expect(wanda.locator("#part-war-steps")).to_contain_text("All seven steps of month 1 are done.")


def phones_say_what_became_of_the_orders(cat: Page, wolf: Page, ram: Page) -> None:
    """Each player reads the own result in words, and nobody else's."""
    expect(cat.locator(".fate.done")).to_have_count(2)
    expect(cat.get_by_role("region", name="Your orders")).to_contain_text("Your battles")
    wolf.reload()
    wasted = wolf.locator(".fate.wasted")
    expect(wasted).to_contain_text("Inn")
    expect(wasted.locator(".rule").first).to_contain_text("GE-WAR")
    expect(ram.locator("#region-results")).to_contain_text("You were in the War Room and sent no sheet.")
    expect(ram.locator("#region-results")).not_to_contain_text("Zen")


def take_back_recruit(day: Day, wanda: Page) -> None:
    """Steps that later commands depend on stay. The last step is undone and open again."""
    wanda.goto(day.address("journal/"))
    wanda.locator(".entry", has_text="Move, month 1").get_by_role("link", name="Undo").click()
    expect(wanda.locator("#ask .warn")).to_contain_text("Later commands lean on it.")
    expect(wanda.locator("#ask .warn")).to_contain_text("Battle, month 1")
    expect(wanda.locator("#ask button[type=submit]")).to_have_count(0)
    wanda.locator("#ask [data-close]").click()

    undo_entry(wanda, "Recruit, month 1", why="counted twice")
    withdrawn = wanda.locator(".entry.withdrawn", has_text="Recruit, month 1")
    expect(withdrawn).to_be_visible()
    expect(withdrawn.get_by_role("heading")).to_have_css("text-decoration-line", "line-through")
