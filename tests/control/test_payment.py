"""Payment for a House: who pays and which Favors go first, on the phone and at a desk (R-06, R-136)."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from rooms.realm.desks import Desk
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.records import PaymentPlan
from rooms.realm.scenario.ids import HouseId, Phase
from tests.control.phones import CAT_1, CAT_2, HX, Day, staff, words

pytestmark = [pytest.mark.django_db(transaction=True)]

PLAY, CAT = "/play/", HouseId("cat")


@pytest.fixture
def day() -> Day:
    return Day().here(CAT_1, CAT_2).until(Phase.PLANNING)


def press(client: Client, address: str, **fields: object):
    return client.post(address, {"command_id": str(uuid.uuid4()), **fields}, headers=HX)


def desk(day: Day, name: str) -> str:
    return reverse(f"realm_desk:{name}", args=[day.event.pk, CAT_1])


@pytest.mark.rule("R-06", "R-08")
def test_the_speaker_names_payers_on_the_phone_and_the_others_read_who_does(day):
    assert "By rank, a Favor before a Power." in words(day.phone(CAT_1).get(PLAY))
    assert 'action="/play/payment/"' not in words(day.phone(CAT_2).get(PLAY))

    done = press(day.phone(CAT_1), reverse("realm:payers"), payers=[CAT_2, ""], power_first="1")

    assert done.status_code == 200
    assert day.state.payments == {CAT: PaymentPlan(payers=(CAT_2,), power_first=True)}
    name = day.state.seats[CAT_2].name
    assert f"First {name}, then by rank; a Power before a Favor." in words(day.phone(CAT_2).get(PLAY))


@pytest.mark.rule("R-06")
def test_a_payer_named_twice_is_refused_with_a_sentence_and_stays_chosen(day):
    answer = press(day.phone(CAT_1), reverse("realm:payers"), payers=[CAT_2, CAT_2])

    assert answer.status_code == 422
    assert "is named twice; choose each payer once." in words(answer)
    assert words(answer).count(f'<option value="{CAT_2}" selected>') == 2
    assert day.state.payments == {}


@pytest.mark.rule("R-136")
def test_a_player_says_on_the_phone_which_favor_goes_first(day):
    day.do(GiveFavors(seat=CAT_1, count=3, reason="dealt"))
    card = day.state.seats[CAT_1].purse.favors[-1]

    done = press(day.phone(CAT_1), reverse("realm:favors-first"), favors=[card.rsplit("#", 1)[0], ""])

    assert done.status_code == 200
    (first,) = day.state.seats[CAT_1].gives
    assert first.rsplit("#", 1)[0] == card.rsplit("#", 1)[0]


@pytest.mark.rule("R-06", "R-136", "R-135")
def test_a_desk_enters_both_for_a_house_and_a_player_without_a_phone(day):
    day.do(GiveFavors(seat=CAT_1, count=1, reason="dealt"))
    kind = day.state.seats[CAT_1].purse.favors[0].rsplit("#", 1)[0]
    tablet = staff(Desk.CEREMONY)
    page = words(tablet.get(desk(day, "member")))
    assert f'<option value="{kind}" selected>' not in page

    press(tablet, desk(day, "payers"), payers=[CAT_2, "", ""])
    press(tablet, desk(day, "favors-first"), favors=[kind, "", ""])

    assert day.state.payments[CAT].payers == (CAT_2,)
    assert day.state.seats[CAT_1].gives == day.state.seats[CAT_1].purse.favors


@pytest.mark.rule("R-136")
def test_a_desk_that_names_a_favor_nobody_holds_loses_nothing_typed(day):
    kind = day.state.scenario.favors[0].id

    answer = press(staff(Desk.CEREMONY), desk(day, "favors-first"), favors=[kind])

    assert "holds no further" in words(answer)
    assert f'<option value="{kind}" selected>' in words(answer)
    assert 'id="hand-gives" open' in words(answer)
