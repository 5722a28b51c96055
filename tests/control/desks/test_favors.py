"""Favors at desks and on phones: who may use one now, use for a player without a phone, and the log of opened hands (R-133)."""

from __future__ import annotations

import uuid

import pytest

from control.day.clock.steps import EndStep
from control.engine.ids import SeatId
from control.models import AuditLine
from control.people.audit import AuditKind
from rooms.realm.desks import Desk
from rooms.realm.game.favors.hand_corrections import FetchFavor
from rooms.realm.game.state import EffectKind
from rooms.realm.scenario.ids import FavorId, Room
from rooms.war.game.state import war_of
from tests.control.desks.conftest import words

CAT_1 = SeatId("cat-1")
CLOSES, ORDERS_MORE = FavorId("our-lady-09"), FavorId("rat-king-02")


@pytest.fixture
def favors(action):
    """The War Room is at Favors; Livia holds two usable cards."""
    for step in ("updates", "orders"):
        action.do(EndStep(room=Room.WAR, month=1, step=step))
    for favor in (CLOSES, ORDERS_MORE):
        action.do(FetchFavor(player=CAT_1, favor=favor, reason="for the test"))
    return action


def card(day, kind):
    return next(each for each in day.state.seats[CAT_1].purse.favors if each.startswith(kind))


def looks():
    return AuditLine.objects.filter(kind=AuditKind.CARDS_SEEN.value)


@pytest.mark.rule("GE-WAR-30", "GE-FAV-04")
def test_the_war_desk_says_in_favors_who_may_use_one_and_names_no_card(favors, war):
    shown = words(war.get("war/"))

    assert "Who may use a Favor now" in shown
    assert "The Procession" not in shown
    assert f"favors/{CAT_1}/" in war.get("war/").content.decode()
    assert not looks().exists()
    favors.do(EndStep(room=Room.WAR, month=1, step="favors"))
    assert "Who may use a Favor now" not in words(war.get("war/"))


@pytest.mark.rule("GE-WAR-30", "GE-FAV-06", "R-69")
def test_control_uses_one_for_who_has_no_phone_and_access_says_who_opened_the_hand(favors, war, organizer):
    dialog = words(war.fragment(f"favors/{CAT_1}/"))
    assert "The Procession" in dialog
    (line,) = looks()
    assert line.about == f"favors:{CAT_1}"
    assert "Hidden cards were looked at: Favors of" in words(organizer.get("access/"))

    missed = war.tap(f"favors/{CAT_1}/", {"month": "1", "card": card(favors, CLOSES), "region": ""})
    assert missed.status_code == 422
    assert "Name a region of the map." in words(missed)
    region = favors.state.scenario.map.regions[0].id
    done = war.tap(f"favors/{CAT_1}/", {"month": "1", "card": card(favors, CLOSES), "region": region})

    assert done.status_code == 200
    (effect,) = favors.state.effects
    assert (effect.kind, effect.regions, effect.until) == (EffectKind.TRAVEL_BAN, (region,), 1)
    assert "Used this month" in words(war.get("war/"))
    assert "has used a Favor this month already" in words(war.fragment(f"favors/{CAT_1}/"))


@pytest.mark.rule("GE-FAV-05")
def test_every_desk_that_looks_after_houses_gets_there(favors, sits, organizer):
    for desk, page in ((Desk.COURT, "court/"), (Desk.UNDERGROUND, "underground/"), (Desk.CEREMONY, "houses/"), (Desk.WAR, "war/")):
        person = sits(desk)
        assert "/favors/" in person.get(page).content.decode(), page
        assert "Who may use a Favor now" in words(person.fragment("favors/"))
    assert f"/favors/{CAT_1}/" in organizer.fragment(f"houses/{CAT_1}/").content.decode()
    assert organizer.get("favors/nobody-9/").status_code == 404


@pytest.mark.rule("GE-FAV-03", "GE-WAR-30")
def test_a_press_on_the_phone_in_the_war_room_is_one_more_order(favors, player):
    page = player.client.get("/play/").content.decode()
    assert "use-rat-king-02" in page
    house = favors.state.seats[CAT_1].house
    region = next(region for region, there in war_of(favors.state).units.items() if there.get(house))
    fields = {"month": "1", "card": card(favors, ORDERS_MORE), "region": region, "other": "", "number": "1"}

    refused = player.client.post("/play/favors/use/", {"command_id": str(uuid.uuid4()), **fields, "number": "2"})
    assert "A Recruit is of 1 unit" in words(refused)
    assert not favors.state.favors_used
    player.client.post("/play/favors/use/", {"command_id": str(uuid.uuid4()), **fields})

    sheet = war_of(favors.state).record.sheet(CAT_1)
    assert [order.target for order in sheet.by_favor] == [region]
    assert "Recruit in" in words(player.client.get("/play/"))
