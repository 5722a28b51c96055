"""A month of war as the hall lives it: check-in, sealed orders, seven steps, and the way back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import begin_day, check_in, choose, end_phase, undo_entry, write_move, write_recruit

pytestmark = pytest.mark.e2e

RECEIPT = re.compile(r"Received by Control\s+\d\d:\d\d:\d\d")
REGIONS = re.compile(r"\b(Amn|Zen|Inn|Aka|Chi|Cry|Mok|Hag|Elf|Lum|Die|New|Old|God)\b")


def test_a_month_of_war_from_check_in_to_the_journal(day):
    anna = day.staff("anna", "people/")
    check_in(anna, "cat-1", "wolf-1", "ram-1")
    begin_day(day, anna)
    cat, wolf, ram = day.phone("cat-1"), day.phone("wolf-1", script=False), day.phone("ram-1")
    end_phase(day, anna, "Ceremony", "Planning")
    expect(cat.locator("#region-clock")).to_contain_text("Planning")
    wolf.reload()

    for phone in (cat, wolf, ram):
        choose(phone, "War Room")
    write_move(cat, 1, units=2, origin="amn", target="zen")
    write_recruit(cat, 2, region="amn")
    write_move(wolf, 1, units=1, origin="chi", target="zen")
    write_recruit(wolf, 2, region="inn")
    for phone in (cat, wolf):
        phone.get_by_role("button", name="Send to Control").click()

    expect(cat.locator("#region-sheet")).to_contain_text(RECEIPT)
    expect(wolf.locator("#region-sheet")).to_contain_text(RECEIPT)
    expect(ram.locator("#region-sheet")).not_to_contain_text("Received")
    wanda = day.staff("wanda", "war/")
    sheets = wanda.locator("#part-war-orders")
    expect(sheets).to_contain_text("2 of 3 in")
    expect(sheets.locator(".sent-name")).to_have_text(["✓ Amara Okafor", "✓ Oluwaseun Balogun"])
    expect(sheets.locator(".awaited-name")).to_have_text(["… Siobhán Gallagher"])
    assert not REGIONS.search(sheets.inner_html())
    expect(wanda.locator(".map-arrow, .ghost")).to_have_count(0)

    end_phase(day, anna, "Planning", "Movement")
    end_phase(day, anna, "Movement", "Action")
    apply, preview = wanda.locator(".apply-now"), wanda.locator("#part-war-steps .preview")
    apply.get_by_role("button", name="End Updates").click()
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

    expect(cat.locator(".fate.done")).to_have_count(2)
    expect(cat.locator(".results")).to_contain_text("Your battles")
    wolf.reload()
    wasted = wolf.locator(".fate.wasted")
    expect(wasted).to_contain_text("Inn")
    expect(wasted.locator(".rule")).to_contain_text("GE-WAR")
    expect(ram.locator("#region-results")).not_to_contain_text("Zen")

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
    expect(cat.locator(".fate", has_text="Recruit")).to_contain_text("not yet")

    assert "the same" in day.replay()
