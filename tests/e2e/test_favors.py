"""A Favor is used in each room: on its holder's phone, or by the desk for a player without a phone. Everybody sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from control.day.clock.phases import BeginDay
from control.day.clock.steps import EndStep
from control.engine.ids import SeatId, StepId
from rooms.realm.game.favors.hand_corrections import FetchFavor
from rooms.realm.scenario.ids import FavorId, Phase, Room
from tests.e2e.boxes import picture, wrong_in
from tests.e2e.commands import arrivals, phase_ends, seatings, step_ends
from tests.e2e.day import UPRIGHT

pytestmark = pytest.mark.e2e

ROOMS = {"cat-1": Room.WAR, "cat-2": Room.COURT, "wolf-1": Room.UNDERGROUND}
CARDS = {"cat-1": "outcasts-01", "cat-2": "cult-04", "wolf-1": "rat-king-03", "wolf-2": "spice-lords-08", "ram-1": "spice-lords-01"}

BEGUN = (
    *arrivals(*CARDS),
    *(FetchFavor(player=SeatId(seat), favor=FavorId(kind), reason="a card") for seat, kind in CARDS.items()),
    BeginDay(),
    *phase_ends(Phase.CEREMONY),
)


def use(phone: Page, kind: str, **named: str) -> None:
    """Open a Favor's card, fill it in and use it."""
    card = phone.locator(f"#use-{kind}")
    card.locator("summary").click()
    for name, value in named.items():
        card.locator(f"#{kind}-{name}").select_option(value)
    picture(phone, f"favor-{kind}", whole=True)
    assert wrong_in(phone, "#region-favors", whole=False) == []
    card.get_by_role("button").click()
    expect(phone.locator("#region-favors .favors-used").first).to_be_visible()


@pytest.mark.rule("GE-FAV-04", "GE-FAV-05", "GE-FAV-06", "GE-FAV-07", "R-133")
def test_a_favor_is_used_in_each_room_and_read_by_all(day):
    day.give(*BEGUN)
    phones = {seat: day.phone(seat) for seat in (*ROOMS, "wolf-2")}
    use(phones["wolf-2"], "spice-lords-08", target="cat")
    for phone in phones.values():
        expect(phone.locator(".favors-used li")).to_contain_text("You take 1 Power from a House you name")

    tablet = day.staff("anna", "favors/", UPRIGHT)
    tablet.get_by_role("link", name="Siobhán Gallagher").first.click()
    tablet.locator("#ask summary").click()
    picture(tablet, "favor-desk")
    assert wrong_in(tablet, "#ask", whole=False) == []
    tablet.locator("#ask").get_by_role("button", name="Use").click()
    for phone in phones.values():
        expect(phone.locator(".favors-used li")).to_have_count(2)

    for seat, room in ROOMS.items():
        day.give(*seatings(room, seat))
    day.give(*phase_ends(Phase.PLANNING, Phase.MOVEMENT))
    use(phones["cat-2"], "cult-04")
    day.give(*(EndStep(room=Room.UNDERGROUND, month=1, step=StepId(step), table="west") for step in ("updates", "schemes")))
    expect(phones["wolf-1"].locator(".und-cards .minion")).to_have_count(4)
    use(phones["wolf-1"], "rat-king-03")
    expect(phones["wolf-1"].locator(".und-cards .minion")).to_have_count(5)
    day.give(*step_ends(Room.WAR, "updates", "orders"))
    use(phones["cat-1"], "outcasts-01", region="amn")
    for phone in phones.values():
        expect(phone.locator(".favors-used li")).to_have_count(5)
        phone.locator("#favors-earlier > summary").click()
        assert wrong_in(phone, "#region-favors", whole=False) == []
        expect(phone.locator(".favor-use")).to_have_count(0)
