"""Hostages on the phone: the player's own mat, release, and the question before a kill."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from control.day.clock.phases import SetClock
from control.engine.ids import SeatId
from rooms.realm.game.hostages.commands import HostageAct, MoveHostages, TakeHostages
from rooms.realm.game.hostages.custody import hostages_held_by
from rooms.realm.scenario.ids import HouseId, Phase
from tests.control.phones import CAT_1, CAT_2, HX, Day, words
from tests.control.test_play import text_of

pytestmark = [pytest.mark.django_db(transaction=True)]

PLAY = "/play/"
CAT = HouseId("cat")


@pytest.fixture
def day() -> Day:
    return Day().here(CAT_1, CAT_2, SeatId("wolf-1")).until(Phase.PLANNING)


def send(phone, name, number, **headers):
    return phone.post(reverse(name), {"command_id": str(uuid.uuid4()), "hostage": number}, headers=headers)


@pytest.mark.rule("GE-CER-19", "R-100")
def test_the_own_mat_and_those_of_others_are_read(day):
    page = words(day.phone(CAT_1).get(PLAY))

    for part in ("We hold 1", "lawful to kill", "Release one", "The throne holds 4", "On the mats of others"):
        assert part in page


@pytest.mark.rule("GE-CER-20", "GE-CER-21")
@pytest.mark.parametrize("name", ["realm:kill-hostage", "realm:release-hostage"])
def test_a_member_of_the_house_decides(day, name):
    (own,) = hostages_held_by(day.state, CAT)

    assert send(day.phone(CAT_2), name, own.id, **HX).status_code == 200

    assert hostages_held_by(day.state, CAT) == ()
    page = words(day.phone(CAT_1).get(PLAY))
    assert "We hold none" in page
    told = f"Cat has {'killed' if 'kill' in name else 'released'} 1 hostage of Octopus."
    assert told in text_of(page, "hostages")
    assert told in text_of(page, "hostage-news")
    assert told not in words(day.phone(SeatId("wolf-1")).get(PLAY))


@pytest.mark.rule("GE-CER-19", "R-93", "R-17")
def test_the_houses_that_hostages_concern_read_what_became_of_them_and_no_reason(day):
    wolf = day.phone(SeatId("wolf-1"))
    day.do(TakeHostages(holder=CAT, of=HouseId("wolf"), count=2, reason="CANARY"))
    for phone in (wolf, day.phone(CAT_1)):
        page = words(phone.get(PLAY))
        assert text_of(page, "hostage-news") == "Hostages in month 1 Cat has taken 2 hostages of Wolf."
        assert "CANARY" not in page
    chosen = tuple(each.id for each in hostages_held_by(day.state, CAT) if each.of == "wolf")[:1]
    day.do(MoveHostages(act=HostageAct.HAND_OVER, hostages=chosen, to=HouseId("ram"), reason="CANARY"))
    page = text_of(words(wolf.get(PLAY)), "hostage-news")
    assert page == "Hostages in month 1 Cat has handed 1 hostage of Wolf over to Ram. Cat has taken 2 hostages of Wolf."
    day.do(SetClock(month=2, phase=Phase.PLANNING, seconds=600))
    assert text_of(words(wolf.get(PLAY)), "hostage-news") == ""


def test_a_release_asks_first_as_a_kill_does(day):
    page = day.phone(CAT_1).get(PLAY).content.decode()
    assert page.index("Release one …") < page.index("It goes home with what lies on it.") < page.index("Yes, release it")


@pytest.mark.rule("GE-CER-20", "GE-CER-21", "R-17")
@pytest.mark.parametrize("name", ["realm:kill-hostage", "realm:release-hostage"])
def test_nobody_decides_over_those_of_others(day, name):
    (own,) = hostages_held_by(day.state, CAT)

    answers = [
        send(day.phone(SeatId("wolf-1")), name, own.id, **HX),
        send(day.phone(CAT_1), name, hostages_held_by(day.state, None)[0].id, **HX),
        send(day.phone(CAT_1), name, 999, **HX),
    ]
    assert {answer.status_code for answer in answers} == {409}
    assert all("This hostage does not lie on your mat." in words(answer) for answer in answers)  # none says which exist
    assert hostages_held_by(day.state, CAT) == (own,)
