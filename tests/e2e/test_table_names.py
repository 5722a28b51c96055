"""Whatever somebody is called, no page of a table is wider than a phone, in a real browser."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.access import WIDER, unfold
from tests.e2e.day import PHONE, Day

pytestmark = pytest.mark.e2e

LONGEST = 40
WIDE, OTHER, TITLE, LOOKS_ON = "W" * LONGEST, "M" * LONGEST, "Q" * LONGEST, "G" * LONGEST
# Everybody at the table plays something, and the bot what its clock would have it play: so many actions, or until it is over.
PLAYED = """
import random, uuid
from control.engine.context import Actor, THE_CLOCK
from control.engine.refused import Refused
from control.journal import desk, journal
from rooms.tables.game.playing import BotsPlay, Play
from rooms.tables.game.rules import random_bot
from rooms.tables.models import Table
dice = random.Random(7)
for _each in range({most}):
    stream = Table.objects.latest("pk").stream
    rules, state = journal.play_of(stream).engine.rules, journal.head(stream).state
    if state.stage != "playing":
        break
    chair = state.waits_for[0]
    person, by, command = state.chairs[chair].person, THE_CLOCK, BotsPlay(turn=state.turn)
    if person:
        action = random_bot(None, rules.offers(state.play, chair), dice)
        by, command = Actor(seat=person), Play(chair=chair, turn=0, action=action)
    try:
        desk.perform(stream_id=stream.pk, command=command, by=by, command_id=uuid.uuid4())
    except Refused:
        pass  # the clock was faster
"""


def named(day: Day, name: str) -> Page:
    """A friend's phone on the page of all tables."""
    page = day.device(PHONE).new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{day.house.address}/tables/")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="That is me").click()
    expect(page.get_by_role("heading", name="Open a table")).to_be_visible()
    return page


def fits(page: Page, name: str) -> None:
    """Everything on the page, what is folded too, is in reach without moving it sideways."""
    unfold(page)
    if folder := os.environ.get("PICTURES", ""):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder) / f"names-{name}.png"), full_page=True)
    assert (page.evaluate(WIDER), page.evaluate("document.documentElement.scrollWidth")) == ([], PHONE["width"]), name


@pytest.mark.parametrize("game", ["Potemkin Empire", "Statecraft"])
def test_the_longest_names_make_no_page_wider_than_a_phone(day, game):
    host, other, looks_on = named(day, WIDE), named(day, OTHER), named(day, LOOKS_ON)
    card = host.locator("form", has=host.get_by_role("heading", name=game, exact=True))
    card.locator("details summary").first.click()
    card.locator("input[name=title]").fill(TITLE)
    card.get_by_role("button", name="Open this table").click()
    expect(host.locator(".seat.is-mine")).to_be_visible()
    table = host.url
    other.goto(table)
    other.get_by_role("button", name="Sit here").first.click()
    expect(other.locator(".seat.is-mine")).to_be_visible()
    host.reload()
    host.locator(".seat.is-free button").first.click()
    expect(host.locator(".seat", has_text="bot").filter(has_text="Grisha")).to_be_visible()
    for name, page in (("host", host), ("other", other)):
        fits(page, f"{game}-open-{name}")
    looks_on.goto(table)
    fits(looks_on, f"{game}-open")

    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator("#region-top [data-stage=playing]")).to_be_visible()
    looks_on.goto(table)
    looks_on.get_by_role("button", name=re.compile("Ask for the chair")).first.click()
    expect(looks_on.get_by_role("button", name="Ask no more")).to_be_visible()
    day.console.shell.run(PLAYED.format(most=6))
    for name, page, place in (
        ("host", host, ""),
        ("other", other, ""),
        ("looks-on", looks_on, ""),
        ("history", host, "history/"),
        ("share", host, "share/"),
        ("rules", host, "rules/"),
    ):
        page.goto(table + place)
        fits(page, f"{game}-playing-{name}")

    day.console.shell.run(PLAYED.format(most=10_000))
    for name, page, place in (("host", host, ""), ("looks-on", looks_on, ""), ("history", host, "history/")):
        page.goto(table + place)
        fits(page, f"{game}-over-{name}")
    host.goto(f"{day.house.address}/tables/")
    fits(host, f"{game}-lobby")
