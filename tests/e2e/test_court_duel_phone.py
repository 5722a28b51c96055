"""A duel in the browser: one phone challenges, another names the stake, and the wall shows it from challenge to result."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rooms.court.game.duel.rounds import FightRound
from rooms.court.game.duel.state import DuelistRound
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.scenario.ids import HouseId, Phase
from tests.e2e.boxes import wrong_in
from tests.e2e.commands import phase_ends
from tests.e2e.conftest import MakeDay
from tests.e2e.court import LONG_ACTION, SEATS, seat_all, to_step
from tests.e2e.day import PROJECTOR

pytestmark = pytest.mark.e2e

ARENA = PlaceBuilding(house=HouseId("cat"), kind="arena", reason="built")
MISS, HIT, FORFEITS = DuelistRound(), DuelistRound(hit=True), DuelistRound(forfeits=True)


def fought(number: int, one: DuelistRound, other: DuelistRound) -> FightRound:
    """Return the marshal's entry of a round."""
    return FightRound(number=1, round=number, challenger=one, target=other)


def test_a_phone_challenges_another_names_the_stake_and_the_wall_shows_it_to_the_end(make_day: MakeDay):
    day = make_day(**LONG_ACTION)
    seat_all(day, ARENA)
    to_step(day, "challenges")
    wall = day.screen("floor")
    phones = [day.phone(seat) for seat in (SEATS[0], SEATS[2])]
    cat, wolf = (phone.locator("#region-duel") for phone in phones)
    expect(wolf.locator("section")).to_have_count(0)

    cat.get_by_text("Challenge somebody …").click()
    name = cat.locator("#call-wolf-1 > summary")
    name.click()
    cat.locator("#call-wolf-1 button").scroll_into_view_if_needed()
    assert wrong_in(phones[0], "#region-duel", whole=False) == []
    cat.locator("#call-wolf-1 button").click()

    expect(wolf).to_contain_text("challenges you to a duel")
    expect(wall.locator(".floor-duels")).to_contain_text("answers: refuse, or accept and name the stake.")
    assert wrong_in(wall, ".wall-floor") == []
    wolf.get_by_text("Accept …").click()
    wolf.get_by_label("Power").fill("2")
    wolf.get_by_label("Anything else, in words").fill("a public apology")
    wolf.get_by_role("button", name="I accept, for this").scroll_into_view_if_needed()
    assert wrong_in(phones[1], "#region-duel", whole=False) == []
    wolf.get_by_role("button", name="I accept, for this").click()

    expect(cat).to_contain_text("a public apology")
    expect(wall.locator(".duel-stake")).to_contain_text("2 Power; a public apology")
    assert wrong_in(phones[0], "#region-duel", whole=False) == []
    cat.get_by_role("button", name="I stand by it").click()
    expect(cat).to_contain_text("Stay at the Court: you fight there.")
    expect(wolf).to_contain_text("Stay at the Court: you fight there.")

    day.give(*phase_ends(Phase.ACTION), fought(1, MISS, HIT))
    for phone in phones:
        expect(phone.locator("#region-staying")).to_contain_text("before you go home.")
        expect(phone.locator("#region-now")).to_contain_text("Stay where you are")
        phone.evaluate("scrollTo(0, 0)")
        assert wrong_in(phone, "#region-staying, #region-now") == []
    for each in (cat, wolf):
        expect(each.locator(".bout-rounds")).to_contain_text("is hit: 1 wound")
    expect(wall.locator(".floor-duels .hits i")).to_have_count(1)
    expect(wall.locator(".duel-told")).to_contain_text("Round 2")
    assert wrong_in(wall, ".wall-floor") == []
    day.give(fought(2, MISS, FORFEITS))
    for each in (cat.locator(".bout"), wolf.locator(".bout"), wall.locator(".duel-told")):
        expect(each).to_contain_text("has won:")
    expect(phones[0].locator("#region-staying p")).to_have_count(0)
    for phone in phones:
        expect(phone.locator("#region-now")).to_contain_text("Back to your House Table")
    for each in (cat.locator(".bout"), wolf.locator(".bout"), wall.locator(".floor-duels")):
        expect(each).to_contain_text("Received:")
    high = PROJECTOR["height"]
    assert wall.locator(".duel-told").evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 0.036 * high
    assert wrong_in(wall, ".wall-floor") == []
    assert wrong_in(phones[1], "#region-duel", whole=False) == []
