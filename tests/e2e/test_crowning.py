"""The crowning on the hall's wall and on a phone: a player, the God Emperor for ever, Leviathan."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.boxes import wrong_in
from tests.e2e.day import PHONE, PROJECTOR, Day

pytestmark = pytest.mark.e2e

MONTH = 4  # the last one of the small scenario
SETUP = (
    "from rooms.realm.game.throne.wounds import WoundGodEmperor",
    "from rooms.realm.game.treasury.power import AdjustPower",
    "from control.journal import journal",
    "stream = lambda: type(event.stream).objects.get(pk=event.stream_id)",
    "held = lambda seat: journal.head(stream()).state.seats[SeatId(seat)].purse.power",
    "rich = lambda seat: give(AdjustPower(seat=SeatId(seat), before=held(seat), power=500, reason='found'))",
    "dead = lambda: give(WoundGodEmperor(before=0, wounds=3, reason='by the knife'))",
)
HERE = tuple(
    f"give(CheckIn(seat=SeatId('{seat}'), before=Presence.EXPECTED, presence=Presence.PRESENT))" for seat in ("cat-1", "wolf-1")
)
END = f"EndPhase(month={MONTH}, phase=Phase.RETURN, anyway='the bell has rung')"
OVER = f"give({END})"
# Cat becomes richer or poorer by one until Cat and Wolf tie at the throne's own moment of Return, whatever Return brings before it.
LEVEL = f"""
for _ in range(40):
    after = desk.preview(stream_id=event.stream_id, command={END}, by=maker("god-emperor")).after
    if after.throne.holder is None:
        break
    step = -1 if after.throne.holder == "cat-1" else 1
    give(AdjustPower(seat=SeatId("cat-1"), before=held("cat-1"), power=held("cat-1") + step, reason="counted again"))
"""
TIED = ("dead()", "rich('cat-1')", "rich('wolf-1')", LEVEL)
LAST = f"give(SetClock(month={MONTH}, phase=Phase.RETURN, seconds=3600))"
SMALL = ViewportSize(width=1280, height=720)


def picture(page: Page, name: str) -> None:
    """A picture for people to look at, where a folder is named for it."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.rule("GE-SOV-11", "GE-SOV-12", "R-26")
@pytest.mark.parametrize(
    ("ending", "before", "title", "who", "told", "deed"),
    [
        pytest.param(
            "sovereign",
            ("dead()", "rich('cat-1')"),
            "A Divine Sovereign",
            "(Cat)",
            "Kneel.",
            f"Sovereign since month {MONTH}.",
            id="a player",
        ),
        pytest.param(
            "god-emperor",
            (),
            "The God Emperor for ever",
            "The God Emperor",
            "Nothing has changed. Nothing will.",
            "Nobody has taken the throne from the God Emperor.",
            id="the God Emperor",
        ),
        pytest.param(
            "leviathan",
            TIED,
            "The throne is empty",
            "Leviathan rises",
            "Put out the lamps.",
            "No House led alone in Power.",
            id="nobody",
        ),
    ],
)
def test_the_day_ends_on_wall_and_phone(day: Day, ending, before, title, who, told, deed):
    wall, cat, wolf = day.screen(), day.phone("cat-1"), day.phone("wolf-1")
    day.give(*SETUP, "give(BeginDay())", *HERE, LAST, *before)
    for phone in (cat, wolf):
        expect(phone.locator("#crowning")).to_have_count(0)
    day.give(*SETUP, OVER)

    crown = wall.locator(".face-crown")
    for words in (who, told, deed):
        expect(crown).to_contain_text(words)
    for size in (PROJECTOR, SMALL):
        wall.set_viewport_size(size)
        picture(wall, f"{ending}-wall-{size['width']}")
        assert wrong_in(wall, ".face", whole=False) == []
    for phone in (cat, wolf):
        card = phone.locator("#crowning")
        for words in (title, told, deed):
            expect(card).to_contain_text(words)
        assert phone.viewport_size == PHONE
        assert wrong_in(phone, "#crowning", whole=False) == []
    picture(cat, f"{ending}-phone")
    expect(cat.get_by_text("It is you. Go to the throne")).to_have_count(1 if ending == "sovereign" else 0)
    expect(wolf.locator("#crowning")).not_to_contain_text("It is")
