"""A wedding from the question to the hostages, reminders for spouses, and a death with an heir in another House."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay, EndPhase, SetClock
from control.engine.ids import SeatId
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, Phase
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import LONG, TABLET, Day

pytestmark = pytest.mark.e2e

GUESTS = ("cat-1", "cat-2", "wolf-1", "wolf-3")
HERE = arrivals(*GUESTS, "ram-1")
CHAPEL = PlaceBuilding(house=HouseId("cat"), kind="chapel", reason="built")
MARRIED = SetSpouses(player=SeatId("cat-2"), other=SeatId("wolf-3"), reason="wed")
LAST_MINUTES = SetClock(month=1, phase=Phase.PLANNING, seconds=75)
SHAKEN = "() => { navigator.vibrate = () => { window.shaken = (window.shaken ?? 0) + 1; return true; }; }"


def live(day: Day, *seats: str) -> list[Page]:
    """Open the phones of these players and wait until they are connected."""
    phones = [day.phone(seat) for seat in seats]
    for phone in phones:
        expect(phone.locator("body")).to_have_attribute("data-state", "live")
    return phones


def go_to(phone: Page, tab: str) -> None:
    phone.locator(f"nav a[href='#{tab}']").click()


@pytest.mark.rule("GE-CER-10", "GE-CER-11", "GE-CER-12", "GE-CER-13", "GE-EVT-33", "R-12", "R-14")
def test_a_wedding_goes_from_the_question_to_the_hostages_and_everybody_attends(day):
    day.give(BeginDay(), CHAPEL, *HERE)
    priest, bride, groom, other = live(day, "cat-1", "cat-2", "wolf-1", "ram-1")
    tablet = day.staff("hilde", "houses/", TABLET)

    priest.get_by_text("Your House has a Chapel").click()
    picture(priest, "1-anoint")
    priest.get_by_role("button", name="Amara Okafor is our Priest").click()
    expect(priest.locator("#region-strip")).to_contain_text("Priest")

    go_to(bride, "team")
    bride.locator("#marry > summary").click()
    bride.locator("#marry-other").select_option("wolf-1")
    bride.locator("#marry-hostages").fill("2")
    picture(bride, "2-ask")
    bride.locator("#marry").get_by_role("button", name="Ask", exact=True).click()
    go_to(bride, "now")
    expect(bride.locator("#region-weddings")).to_contain_text("You have asked Oluwaseun Balogun")
    expect(groom.locator("#region-weddings")).to_contain_text("Jonas Lindqvist of Cat asks you to marry.")
    groom.locator("#agree-cat-2 > summary").click()
    picture(groom, "3-asked", whole=True)
    assert wrong_in(groom, "#region-weddings", whole=False) == []
    groom.get_by_role("button", name="Yes, I marry Jonas Lindqvist").click()
    expect(bride.locator("#region-weddings")).to_contain_text("weds you there.")
    picture(bride, "4-agreed")
    expect(tablet.locator("#part-ceremonies")).to_contain_text("may be wed now.")

    priest.locator("#wed-cat-2 > summary").click()
    picture(priest, "5-wed", whole=True)
    priest.get_by_role("button", name="They are wed").click()

    expect(bride.locator("#region-strip")).to_contain_text("Oluwaseun Balogun")
    expect(groom.locator("#region-strip")).to_contain_text("Jonas Lindqvist")
    for phone in (priest, bride, groom):
        card = phone.locator("#region-attendance")
        expect(card).to_contain_text("Jonas Lindqvist weds Oluwaseun Balogun, before Amara Okafor")
        expect(card).to_contain_text("Go to the House Table of Cat now.")
        expect(card).to_be_in_viewport()
        assert wrong_in(phone, "#region-attendance", whole=False) == []
    expect(other.locator("#region-attendance .attendance")).to_have_count(0)
    groom.evaluate("scrollTo(0, 0)")
    picture(groom, "6-attend")
    for phone, of in ((bride, "Wolf"), (groom, "Cat")):
        go_to(phone, "team")
        mat = phone.locator("#region-hostages")
        expect(mat).to_contain_text("marriage")
        expect(mat).to_contain_text(f"2 of {of}")
        go_to(phone, "now")
    expect(tablet.locator(".mats")).to_contain_text("Cat holds")

    held = tablet.locator("#part-ceremonies .held")
    expect(held.get_by_role("button", name="All are there")).to_be_in_viewport(ratio=1)  # a running ceremony is at the top
    expect(held).to_contain_text("4 missing")  # people who are not in the hall do not count as missing
    picture(tablet, "7-desk")
    assert wrong_in(tablet, "#part-ceremonies", whole=False) == []
    tablet.locator("#there-1-wolf-1").click()
    expect(groom.locator("#region-attendance")).to_contain_text("You are noted as there.")
    expect(bride.locator("#region-attendance")).to_contain_text("Go to the House Table of Cat now.")
    expect(held).to_contain_text("3 missing")
    tablet.get_by_role("button", name="All are there").click()
    expect(held).to_contain_text("All relatives are there.")
    expect(bride.locator("#region-attendance")).to_contain_text("You are noted as there.")
    groom.evaluate("scrollTo(0, 0)")
    picture(groom, "8-noted")

    day.give(*phase_ends(Phase.CEREMONY))
    expect(bride.locator("#region-attendance")).to_contain_text("It runs on into Planning.")
    expect(tablet.locator("#part-ceremonies")).to_contain_text(
        "Planning has begun: what is held runs on until you say that it is over."
    )
    bride.evaluate("scrollTo(0, 0)")
    picture(bride, "9-runs-on")
    picture(tablet, "9-desk-runs-on")
    tablet.get_by_role("button", name="It is over").click()
    expect(bride.locator("#region-attendance .attendance")).to_have_count(0)
    expect(tablet.locator("#part-ceremonies .held")).to_contain_text("over")
    day.replay()


@pytest.mark.rule("GE-CER-16", "GE-EVT-35", "R-15")
def test_spouses_are_reminded_early_in_planning_and_once_more_before_it_ends(day):
    day.give(BeginDay(), *HERE, MARRIED, *phase_ends(Phase.CEREMONY))
    cat, wolf = live(day, "cat-2", "wolf-3")
    card = cat.locator(".to-meet")
    expect(card).to_be_in_viewport(ratio=1)
    expect(card).to_contain_text("Meet Ravi Subramanian of Wolf")
    expect(cat.locator(".spouse-last")).to_be_hidden()
    picture(cat, "10-meet")
    card.evaluate("each => { window.same = each; }")
    cat.evaluate(SHAKEN)

    day.give(LAST_MINUTES)

    expect(cat.locator(".spouse-last")).to_be_visible()
    cat.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(card).to_be_in_viewport(ratio=1)
    assert cat.evaluate("window.shaken") == 1
    assert card.evaluate("each => each === window.same")  # the card is not redrawn for it
    picture(cat, "11-meet-last")
    assert wrong_in(cat, ".to-meet", least=44) == []
    wolf.get_by_role("button", name="We met").click()
    for phone in (cat, wolf):
        expect(phone.locator("#region-spouse")).to_contain_text("have met")
        expect(phone.locator(".to-meet")).to_have_count(0)


@pytest.mark.rule("R-140", "R-141")
def test_a_couple_parts_when_one_asks_and_the_other_agrees(make_day):
    day = make_day(settings={"divorce": True}, **LONG)
    day.give(BeginDay(), *HERE, MARRIED)
    cat, wolf = live(day, "cat-2", "wolf-3")
    stands = [phone.locator("#region-divorce") for phone in (cat, wolf)]

    cat.locator("#divorce > summary").click()
    cat.get_by_role("button", name="Ask Ravi Subramanian for a divorce").click()
    expect(stands[0]).to_contain_text("You have asked Ravi Subramanian for a divorce.")
    expect(stands[1]).to_contain_text("Jonas Lindqvist asks you for a divorce")
    for phone, name in ((cat, "18-divorce-asked"), (wolf, "19-divorce-answer")):
        picture(phone, name)
        assert wrong_in(phone, "#region-divorce", whole=False) == []
    wolf.locator("#divorce-yes > summary").click()
    wolf.get_by_role("button", name="Yes, end our marriage").click()

    for phone, other in ((cat, "Ravi Subramanian"), (wolf, "Jonas Lindqvist")):
        expect(phone.locator("#region-strip")).not_to_contain_text(other)
        expect(phone.locator("#region-divorce button")).to_have_count(0)
    day.replay()


@pytest.mark.rule("GE-CER-05", "GE-CER-17", "GE-CER-08", "R-139", "R-142")
def test_a_death_gives_purse_and_rank_to_the_heir_of_another_house_and_its_funeral_is_one_tap(day):
    day.give(BeginDay(), *HERE, MARRIED)
    for seat, power, favors in (("cat-2", 4, 2), ("wolf-3", 0, 0)):
        seat_id, purse = SeatId(seat), day.state.seats[SeatId(seat)].purse
        if purse.power != power:
            day.give(AdjustPower(seat=seat_id, before=purse.power, power=power, reason="counted"))
        if favors != len(purse.favors):
            day.give(GiveFavors(seat=seat_id, count=favors - len(purse.favors), reason="counted"))
    day.give(AdjustWounds(player=SeatId("cat-2"), before=0, wounds=2, reason="hit"))
    day.give(*phase_ends(Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT))
    dead, heir = live(day, "cat-2", "wolf-3")
    expect(heir.locator("#region-strip")).to_contain_text("Rank 3")

    day.give(AdjustWounds(player=SeatId("cat-2"), before=2, wounds=3, reason="hit in the arm"))

    strip = heir.locator("#region-strip")
    expect(strip).to_contain_text("Rank 2")
    expect(strip.locator("dd")).to_have_text(["4", "2"])
    expect(dead.locator("#death-words")).to_contain_text("Your character has died")
    expect(dead.locator("#death-words")).to_contain_text("Your 4 Power and 2 Favors went to Ravi Subramanian.")
    expect(dead.locator("#death-words")).to_be_in_viewport(ratio=1)
    expect(dead.locator("#region-strip dd")).to_have_text(["0", "0"])
    for phone, name in ((dead, "12-dead"), (heir, "13-heir")):
        picture(phone, name)
    assert wrong_in(dead, "#death-words", whole=False) == []

    day.give(*(EndPhase(month=1, phase=phase, anyway="the bell") for phase in (Phase.ACTION, Phase.RETURN)))
    tablet = day.staff("hilde", "houses/", TABLET)
    picture(tablet, "14-funeral-waits")
    tablet.get_by_role("button", name="Funeral of").click()
    expect(tablet.locator("#part-ceremonies .held")).to_contain_text("is laid to rest")
    expect(dead.locator("#region-attendance")).to_contain_text("is laid to rest")
    picture(tablet, "15-funeral")
    picture(dead, "16-dead-attends")
    expect(tablet.get_by_role("button", name="Funeral of")).to_have_count(0)
    day.give(*phase_ends(Phase.CEREMONY, month=2))
    expect(dead.locator("#region-death")).to_contain_text("You play")
    picture(dead, "17-returned")
    day.replay()
