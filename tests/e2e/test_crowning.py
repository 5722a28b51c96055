"""The crowning on the hall's wall and on a phone: a player, the God Emperor for ever, Leviathan."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from control.day.clock.phases import BeginDay
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import arrivals
from tests.e2e.day import PHONE, PROJECTOR, Day
from tests.e2e.throne import day_ends, leave_to_cat, leave_to_nobody, leave_to_the_god_emperor

pytestmark = pytest.mark.e2e

MONTH = 4  # the last one of the small scenario
SMALL = ViewportSize(width=1280, height=720)


@pytest.mark.rule("GE-SOV-11", "GE-SOV-12", "R-26")
@pytest.mark.parametrize(
    ("ending", "left", "title", "who", "told", "deed"),
    [
        pytest.param(
            "sovereign",
            leave_to_cat,
            "A Divine Sovereign",
            "(Cat)",
            "Kneel.",
            f"Sovereign since month {MONTH}.",
            id="a player",
        ),
        pytest.param(
            "god-emperor",
            leave_to_the_god_emperor,
            "The God Emperor for ever",
            "The God Emperor",
            "Nothing has changed. Nothing will.",
            "Nobody has taken the throne from the God Emperor.",
            id="the God Emperor",
        ),
        pytest.param(
            "leviathan",
            leave_to_nobody,
            "The throne is empty",
            "Leviathan rises",
            "Put out the lamps.",
            "No House led alone in Power.",
            id="nobody",
        ),
    ],
)
def test_the_day_ends_on_wall_and_phone(day: Day, ending, left, title, who, told, deed):
    wall, cat, wolf = day.screen(), day.phone("cat-1"), day.phone("wolf-1")
    day.give(BeginDay(), *arrivals("cat-1", "wolf-1"))
    day.ask(left, MONTH)
    for phone in (cat, wolf):
        expect(phone.locator("#crowning")).to_have_count(0)
    day.give(day_ends(MONTH))

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
