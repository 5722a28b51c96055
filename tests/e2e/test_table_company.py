"""A table in real browsers: reveals are read one by one, nobody sits down unasked, and the same people play again."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.day import PHONE, PROJECTOR, TABLET, Day
from tests.e2e.test_table import PERMITTED, opened

pytestmark = pytest.mark.e2e

UPRIGHT = ViewportSize(width=820, height=1180)

# The page's own record: which reveals stood, for how long, and whether somebody tapped them away.
RECORD = """
window.stood = [];
document.addEventListener("table:reveal-gone", ({ detail }) => window.stood.push(detail));
"""
STOOD = "window.stood"
# The head and the upper third of the page lie bare beside a reveal, and the focus is where it was.
IN_SIGHT = """() => {
  const top = document.querySelector(".table-moment").getBoundingClientRect().top;
  const head = document.querySelector(".table-head").getBoundingClientRect().bottom;
  return [top > head, top > innerHeight / 3, document.activeElement.tagName];
}"""
# Bots play on by themselves; what they open is read back from the journal.
TABLE = "event.tables.latest('pk')"
SHOWN = f"[each.seq for each in {TABLE}.stream.entries.filter(kind='Revealed').order_by('seq')]"
SPY_ON = """
import random, uuid
from control.journal import desk, journal
from control.engine.context import Actor, THE_CLOCK
from control.models import Event
from rooms.tables.game.playing import Play
stream = Event.objects.get(pk={event}).tables.latest("pk").stream
rules, state, dice = journal.play_of(stream).engine.rules, journal.head(stream).state, random.Random({seed})
shown = stream.entries.filter(kind="Revealed")
wanted = shown.count() + {most}
while shown.count() < wanted:
    chair = state.waits_for[0]
    offers = rules.offers(state.play, chair)
    spies = [each for each in offers if "Spy" in type(each).__name__ or "Check" in type(each).__name__]
    others = [each for each in offers if "Produce" not in type(each).__name__]
    action = dice.choice(spies or others or offers).some(dice)
    by, command = Actor(seat=state.chairs[chair].person), Play(chair=chair, turn=0, action=action)
    state = desk.perform(stream_id=stream.pk, command=command, by=by, command_id=uuid.uuid4()).head.state
"""
# Two more sit down: among five there is always enough to spy on.
FIVE = """
import uuid
from control.journal import desk
from control.engine.context import Actor
from control.models import Event
from rooms.tables.game.chairs import SitDown
stream = Event.objects.get(pk={event}).tables.latest("pk").stream
for person in ("guest:four", "guest:five"):
    command = SitDown(person=person, name=person[6:].capitalize())
    desk.perform(stream_id=stream.pk, command=command, by=Actor(seat=person), command_id=uuid.uuid4())
"""
END = """
import random, uuid
from control.journal import desk, journal
from control.engine.context import Actor
from control.models import Event
from rooms.tables.game.playing import Play
from rooms.tables.game.rules import random_bot
stream = Event.objects.get(pk={event}).tables.latest("pk").stream
rules, state, dice = journal.play_of(stream).engine.rules, journal.head(stream).state, random.Random(7)
while state.stage == "playing":
    chair = state.waits_for[0]
    action = random_bot(None, rules.offers(state.play, chair), dice)
    by, command = Actor(seat=state.chairs[chair].person), Play(chair=chair, turn=0, action=action)
    state = desk.perform(stream_id=stream.pk, command=command, by=by, command_id=uuid.uuid4()).head.state
"""


@dataclass
class Shots:
    """Pictures to be looked at, where a folder for them is named."""

    folder: str

    def take(self, page: Page, name: str) -> None:
        """The page as it is; a phone's also as tablets show it."""
        own = page.viewport_size
        if not self.folder or own is None:
            return
        for size in (own, *((UPRIGHT, TABLET) if own == PHONE else ())):
            page.set_viewport_size(size)
            page.screenshot(path=str(Path(self.folder) / f"company-{name}-{size['width']}.png"))
        page.set_viewport_size(own)


@pytest.fixture
def shots() -> Shots:
    folder = os.environ.get("PICTURES", "")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    return Shots(folder)


@pytest.fixture
def table(day: Day, shots: Shots) -> Any:
    """Two players of the event and a friend at a table that one has opened, and the wall that shows it."""
    day.console.shell.run(PERMITTED.format(event=day.event))
    host, other, wall = day.phone("cat-1"), day.phone("wolf-1"), day.device(PROJECTOR).new_page()
    for page in (host, other, wall):
        page.add_init_script(RECORD)
        page.emulate_media(reduced_motion="reduce")
    code = opened(host)
    address = f"{day.house.address}/tables/{code}/"
    other.goto(address)
    other.get_by_role("button", name="Sit here").first.click()
    expect(other.locator(".seat.is-mine")).to_be_visible()
    wall.goto(f"{day.house.address}/screen/table/{code}/")
    friend = day.device(PHONE).new_page()
    friend.goto(address)
    shots.take(friend, "name")
    friend.get_by_label("What are you called?").fill("Yelena")
    friend.get_by_role("button", name="Sit down", exact=True).click()
    expect(friend.locator(".seat.is-mine")).to_contain_text("Yelena")
    return host, other, wall, address


def begun(host: Page) -> None:
    expect(host.locator(".seat:not(.is-free)").nth(2)).to_be_visible()
    host.get_by_role("button", name="Begin the game").click()
    expect(host.locator(".pe-phone")).to_be_visible()


def has_stood(page: Page, shown: list[int]) -> list[dict[str, Any]]:
    """The record of a page that has stood up all of these."""
    page.wait_for_function(f"last => {STOOD}.some(({{ seq }}) => seq === last)", arg=shown[-1])
    record: list[dict[str, Any]] = page.evaluate(STOOD)
    return record


def test_every_reveal_stands_and_the_wall_drops_none(day, table, shots):
    host, _other, wall, _address = table
    day.console.shell.run(FIVE.format(event=day.event))
    begun(host)
    wall.evaluate("window.same = true")

    day.console.shell.run(SPY_ON.format(event=day.event, seed=1787, most=3))
    expect(wall.locator(".table-moment")).to_be_visible()
    expect(host.locator(".table-moment")).to_be_visible()
    expect(wall.locator(".table-moment-words")).to_contain_text("sends")  # who did it to whom
    assert host.evaluate(IN_SIGHT) == [True, True, "BODY"]  # a sheet at the foot
    for page, name in ((host, "reveal"), (wall, "reveal")):
        shots.take(page, name)
    shown = day.ask(SHOWN)
    assert len(shown) >= 3

    record = has_stood(wall, shown)
    assert [each["seq"] for each in record] == shown
    assert all(each["stood"] >= 2500 or each["tapped"] for each in record)
    assert not any(each["tapped"] for each in record)

    for seq in shown:  # on a phone they may be tapped away, one by one
        box = host.locator(f".table-moment[data-seq='{seq}']")
        if seq not in [each["seq"] for each in host.evaluate(STOOD)]:
            box.click()
    record = has_stood(host, shown)
    assert [each["seq"] for each in record] == shown
    assert all(each["stood"] >= 2500 or each["tapped"] for each in record)
    expect(host.locator(".table-moment")).to_have_count(0)
    assert wall.evaluate("window.same")


def test_what_a_screen_missed_is_shown_when_it_is_back(day, table, shots):
    host, _other, wall, _address = table
    day.console.shell.run(FIVE.format(event=day.event))
    begun(host)
    wall.context.set_offline(True)
    day.console.shell.run(SPY_ON.format(event=day.event, seed=1788, most=5))
    many = day.ask(SHOWN)
    wall.context.set_offline(False)
    expect(wall.locator(".table-moment-title")).to_contain_text("things were shown meanwhile")
    shots.take(wall, "missed")

    record = has_stood(wall, many)
    assert sum(each["count"] for each in record) == len(many)
    assert all(each["stood"] >= 2500 for each in record)


def test_a_friend_comes_by_the_link_asks_for_a_chair_and_is_let_in(day, table, shots):
    host, other, wall, address = table
    shots.take(wall, "open")
    host.get_by_role("link", name="Share this table").click()
    expect(host.locator(".share-qr svg")).to_be_visible()
    assert host.locator(".share-qr").bounding_box()["width"] > 280
    shots.take(host, "share")
    link = host.locator(".share-address a").inner_text()
    assert link.endswith(address.removeprefix(day.house.address))
    host.get_by_role("link", name="Back to the table").click()

    host.get_by_role("button", name="Steady bot").first.click()
    expect(host.locator(".seat", has_text="bot").filter(has_text="Grisha")).to_be_visible()
    begun(host)

    friend = day.device(PHONE).new_page()
    friend.goto(address)
    friend.get_by_label("What are you called?").fill("Zakhar")
    friend.get_by_role("button", name="Come to the table").click()
    friend.get_by_role("button", name=re.compile("Ask for the chair of")).first.click()
    expect(friend.locator("#region-notes", has_text="You asked for the chair of")).to_be_in_viewport()  # where it was pressed
    expect(friend.locator(".pe-hand")).to_have_count(0)
    expect(other.get_by_role("button", name="Let in")).to_have_count(0)
    ask = host.locator(".asks", has_text="Zakhar")
    expect(ask).to_be_visible()
    shots.take(host, "asked")
    shots.take(friend, "asking")

    ask.get_by_role("button", name="Let in").click()

    expect(friend.locator(".table-top .chair.is-mine")).to_contain_text("Zakhar")
    expect(friend.locator(".pe-hand, .pe-ask").first).to_be_visible()
    expect(host.locator(".asks")).to_have_count(0)


def test_the_same_people_play_again_and_every_screen_goes_there(day, table, shots):
    host, other, wall, address = table
    begun(host)
    day.console.shell.run(END.format(event=day.event))
    for page in (host, other):
        page.keyboard.press("Escape")
    button = host.get_by_role("button", name="Play again with the same people")
    expect(button).to_be_visible()
    shots.take(host, "again")

    while host.locator(".table-moment").count():
        host.keyboard.press("Escape")
    button.dblclick()

    expect(host).to_have_url(re.compile(r"/tables/(?!" + address.rstrip("/").rsplit("/", 1)[1] + r")\w{5}/$"))
    code = host.url.rstrip("/").rsplit("/", 1)[1]
    assert day.ask("event.tables.count()") == 2
    for _each in range(40):
        if not other.locator(".table-moment").count():
            break
        other.keyboard.press("Escape")
    expect(other).to_have_url(re.compile(f"/tables/{code}/$"))
    expect(wall).to_have_url(re.compile(f"/screen/table/{code}/$"))
    expect(other.locator(".seat.is-mine")).to_be_visible()
    expect(host.locator(".seat.is-mine .seat-number")).to_have_text("3")  # everybody has moved on by one
    shots.take(host, "next")
    host.get_by_role("button", name="Begin the game").click()
    expect(other.locator(".pe-phone")).to_be_visible()
