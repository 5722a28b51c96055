"""A House sets its order of payment on the phone, a player the Favor to lose.

The desk does it for players without a phone (R-06, R-136).
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from control.day.clock.phases import BeginDay
from control.engine.ids import SeatId
from rooms.realm.game.favors.hand_corrections import FetchFavor
from rooms.realm.scenario.ids import FavorId, Phase
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends
from tests.e2e.day import UPRIGHT

pytestmark = pytest.mark.e2e

CARDS = ("outcasts-01", "cult-04", "rat-king-03")


@pytest.mark.rule("R-06", "R-08", "R-136")
def test_who_pays_and_which_favor_goes_is_said_on_the_phone_and_shown_at_the_desk(day):
    favors = (FetchFavor(player=SeatId("cat-1"), favor=FavorId(kind), reason="a card") for kind in CARDS)
    day.give(*arrivals("cat-1", "cat-2"), *favors, BeginDay(), *phase_ends(Phase.CEREMONY))
    phone, other = day.phone("cat-1"), day.phone("cat-2")
    for each in (phone, other):
        each.get_by_role("link", name="House").first.click()
        each.locator("#payment > summary").click()

    phone.locator("#payer-1").select_option(value="cat-2")
    phone.get_by_role("button", name="Pay in this order").click()
    expect(phone.locator("#payment")).to_contain_text(", then by rank; a Favor before a Power.")
    phone.locator("#gives-1").select_option(value="rat-king-03")
    phone.get_by_role("button", name="Give in this order").click()
    expect(phone.locator("#payment")).to_contain_text("Those named first, then the oldest.")
    picture(phone, "payment", whole=True)
    assert wrong_in(phone, "#region-payment", whole=False) == []
    expect(other.locator("#payment")).to_contain_text("changes it for your House.")
    expect(other.locator("#payment")).to_contain_text(", then by rank")

    tablet = day.staff("anna", "houses/cat-1/", UPRIGHT)
    for name in ("hand-payers", "hand-gives"):
        tablet.locator(f"#{name} > summary").click()
    expect(tablet.locator("#member-payer-1")).to_have_value("cat-2")
    expect(tablet.locator("#member-gives-1")).to_have_value("")
    picture(tablet, "payment-desk", whole=True)
    tablet.locator("#member-payer-1").select_option(value="")
    tablet.locator("#hand-payers").get_by_role("button").click()
    expect(phone.locator("#payment")).to_contain_text("By rank, a Favor before a Power.")


@pytest.mark.rule("R-06", "R-08")
def test_who_pays_is_kept_when_the_phone_loads_its_page_anew_until_it_is_sent(day):
    day.give(*arrivals("cat-1", "cat-2"), BeginDay(), *phase_ends(Phase.CEREMONY))
    phone = day.phone("cat-1")
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    phone.get_by_role("link", name="House").first.click()
    phone.locator("#payment > summary").click()
    phone.locator("#payer-1").select_option(value="cat-2")
    phone.locator("#payment [name=power_first]").check()

    phone.reload()

    expect(phone.locator("#payer-1")).to_have_value("cat-2")
    expect(phone.locator("#payment [name=power_first]")).to_be_checked()
    phone.get_by_role("button", name="Pay in this order").click()
    expect(phone.locator("#payment")).to_contain_text(", then by rank; a Power before a Favor.")
    phone.reload()
    expect(phone.locator("body")).to_have_attribute("data-state", "live")
    expect(phone.locator(".unsent")).to_have_count(0)
