"""A duel on Court Control's tablet, from the tap on a name to the carried-out stake; and one postponed at the Ceremony Desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.engine.ids import SeatId
from control.models import Event
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, Phase
from tests.e2e import inside
from tests.e2e.boxes import box_of, wrong_in
from tests.e2e.commands import phase_ends
from tests.e2e.conftest import MakeDay
from tests.e2e.court import LONG_ACTION, seat_all, to_step
from tests.e2e.day import TABLET, UPRIGHT, Day

pytestmark = pytest.mark.e2e

CAT, WOLF = SeatId("cat-1"), SeatId("wolf-1")
ARENA = PlaceBuilding(house=HouseId("cat"), kind="arena", reason="built")
HURT = AdjustWounds(player=WOLF, before=0, wounds=1, reason="found")


def purses(event: Event) -> list[int]:
    """Return the Power of the two duelists. Called inside the console."""
    return [inside.state_of(event.pk).seats[seat].purse.power for seat in (CAT, WOLF)]


def hostages(event: Event) -> list[str]:
    """Return the Houses whose hostages Cat holds. Called inside the console."""
    return [each.of for each in inside.state_of(event.pk).hostages if each.holder == "cat"]


@pytest.fixture
def arena(make_day: MakeDay) -> Day:
    """Challenges of a Court with an Arena of Cat's, two players of Cat and one of Wolf."""
    day = make_day(**LONG_ACTION)
    seat_all(day, ARENA)
    held = zip((CAT, WOLF), day.ask(purses), strict=True)
    day.give(*(AdjustPower(seat=seat, before=power, power=5, reason="found") for seat, power in held), HURT)
    to_step(day, "challenges")
    return day


@pytest.mark.rule("GE-CRT-85", "GE-CRT-88", "GE-CRT-91", "GE-CRT-92", "GE-CRT-95", "R-102", "R-103")
def test_a_challenge_goes_from_the_tap_to_the_stake_carried_out(arena):
    court = arena.staff("conrad", "court/", UPRIGHT)
    duels, ask = court.locator("#part-court-duels"), court.locator("#ask")
    before = arena.ask(hostages)
    expect(court.locator(".pools li")).not_to_have_count(0)
    over = court.locator(".pools").evaluate(
        "pools => [...pools.querySelectorAll('.token')].filter(token => {"
        "  const [own, room] = [token, token.closest('li')].map(each => each.getBoundingClientRect());"
        "  return own.right > room.right + 1;"
        "}).length"
    )
    assert over == 0  # the throne's last diamond stays inside the padding
    assert wrong_in(court, "#part-court-duels", whole=False) == []

    it_is_agreed(court)
    assert wrong_in(court, "#part-court-duels", whole=False) == []
    arena.give(*phase_ends(Phase.ACTION))
    duels.locator("#duel-1").click()
    expect(ask).to_contain_text("Each has a toy pistol with one shot.")
    assert wrong_in(court, "#duel-card") == []
    one, other = (box_of(ask.locator(f"fieldset:has(#{side}-hit)")) for side in ("one", "other"))
    assert one["y"] == other["y"]  # two columns

    ask.locator("#one-missed").check()
    ask.locator("#other-hit").check()
    ask.locator("#round-now").click()
    expect(ask.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(ask).to_contain_text("The next hit kills")
    expect(ask.locator("#duel-order li")).not_to_have_count(0)
    ask.locator("#one-missed").check()
    ask.locator("#other-hit").check()
    ask.locator("#round-now").click()
    expect(ask.get_by_role("alert")).to_contain_text("This is the third wound of")
    assert wrong_in(court, "#duel-card", whole=False) == []
    ask.locator("#other-missed").check()  # changed: no hit after all
    ask.locator("#other-forfeits").check()
    ask.locator("#round-now").click()

    expect(duels).to_contain_text("has won:")
    duels.locator("#over-1 > summary").click()
    expect(duels.locator("#over-1 li")).to_have_count(2)
    assert wrong_in(court, "#part-court-duels", whole=False) == []
    expect(court.locator("#said")).to_contain_text("has won the duel")
    expect(ask.locator("#duel-card")).to_have_count(0)
    assert arena.ask(purses) == [7, 2]
    assert arena.ask(hostages) == [*before, "wolf"]

    court.locator("#undo-last").click()
    ask.get_by_label("Why").fill("it was a hit after all")
    ask.locator("button[type=submit]").click()
    expect(duels.locator("#duel-1")).to_contain_text("Round 2")
    assert (arena.ask(purses), arena.ask(hostages)) == ([5, 5], before)
    arena.replay()


@pytest.mark.rule("R-102", "R-13")
def test_a_duel_put_off_is_fought_from_the_page_of_the_houses(arena):
    court = arena.staff("conrad", "court/", TABLET)
    it_is_agreed(court)
    arena.give(*phase_ends(Phase.ACTION))
    court.locator("#duel-1").click()
    expect(court.locator("#duel-later")).to_be_visible()
    assert wrong_in(court, "#duel-card", whole=False) == []
    court.locator("#duel-later").click()
    expect(court.locator("#part-court-duels")).to_contain_text("It is fought in the next Ceremony.")
    arena.give(*phase_ends(Phase.RETURN))

    hilde = arena.staff("hilde", "houses/", UPRIGHT)
    assert wrong_in(hilde, "#part-ceremonies", whole=False) == []
    hilde.locator("#part-ceremonies a.main").click()
    ask, (mine, theirs) = hilde.locator("#ask"), arena.ask(purses)
    expect(ask.locator("#round-now")).to_be_visible()
    assert wrong_in(hilde, "#duel-card", whole=False) == []
    assert ask.locator(".prize").first.evaluate("each => getComputedStyle(each).borderTopStyle") == "solid"
    one, other = (box_of(ask.locator(f"label:has(#{side}-hit)")) for side in ("one", "other"))
    assert one["y"] == other["y"]  # level, whatever text is above either
    ask.locator("#one-missed").check()
    ask.locator("#other-missed").check()
    ask.locator("#other-forfeits").check()
    ask.locator("#round-now").click()
    expect(hilde.locator("#said")).to_contain_text("has won the duel")
    assert arena.ask(purses) == [mine + 2, theirs - 3]  # 2 Power, and 1 on the hostage


def it_is_agreed(court: Page) -> None:
    """Cat's first challenges Wolf's, who accepts. The stake is 2 Power and a hostage."""
    duels, ask = court.locator("#part-court-duels"), court.locator("#ask")
    duels.locator("#call-cat-1").click()
    ask.locator("#whom-wolf-1").click()
    duels.locator("#accept-1").click()
    ask.get_by_label("Power", exact=True).fill("2")
    ask.get_by_label("Hostages", exact=True).fill("1")
    assert wrong_in(court, "#ask .question", whole=False) == []
    ask.locator("#stake-now").click()
    expect(duels.locator("#stand-1")).to_be_visible()
    duels.locator("#stand-1").click()
    expect(duels).to_contain_text("It is fought in Return.")
