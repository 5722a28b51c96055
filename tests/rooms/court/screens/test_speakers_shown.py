"""List of speakers on phones, at the desk and in the hall: every press, its refusal, and each screen (GE-CRT-25)."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.engine.ids import SeatId, StepId
from control.models import Entry
from rooms.court.game.floor.speakers import GiveFloor, RaiseHand, speakers_of
from rooms.court.game.roll import CorrectRoll
from rooms.realm.desks import Desk
from tests.control.phones import staff, words
from tests.rooms.court.court import BEAR, CAT, WOLF
from tests.rooms.court.screens.test_phone_floor import PLAY, RAM, CourtDay, floor, press

pytestmark = pytest.mark.django_db

DEBATE = StepId("debate-1")


def debating(**more: object) -> CourtDay:
    return CourtDay(**more).choose(CAT[2]).to("debate-1")


def raised(day: CourtDay, *seats: SeatId) -> CourtDay:
    for seat in seats:
        day.do(RaiseHand(month=1, step=DEBATE, seat=seat))
    return day


def waiting(day: CourtDay) -> tuple[SeatId, ...]:
    return speakers_of(day.state).waiting


def hand(phone: Client, way: str, *, step: str = "debate-1", **more: object):
    return press(phone, "hand", hand=way, step=step, **more)


# --- the phone ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-25")
@pytest.mark.parametrize("hx", [True, False], ids=["script", "plain"])
def test_a_hand_goes_up_and_down_on_the_phone(hx):
    day = raised(debating(), BEAR[0])
    phone = day.phone(WOLF[0])
    assert "Raise your hand" in floor(phone)

    answer = hand(phone, "up", hx=hx)
    assert answer.status_code == (200 if hx else 302)
    assert waiting(day) == (BEAR[0], WOLF[0])
    assert "Your hand is up: number 2 on the list." in floor(phone)

    hand(phone, "down", hx=hx)
    assert waiting(day) == (BEAR[0],)
    assert "Raise your hand" in floor(phone)


@pytest.mark.rule("GE-CRT-25")
def test_a_hand_raised_twice_is_once():
    day = debating()
    phone, key = day.phone(WOLF[0]), uuid.uuid4()

    for given in (key, key, uuid.uuid4()):
        assert hand(phone, "up", key=given).status_code == 200

    assert waiting(day) == (WOLF[0],)
    assert Entry.objects.filter(stream=day.event.stream, kind="HandRaised").count() == 1


@pytest.mark.rule("GE-CRT-25", "R-80")
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"hand": "up", "step": "debate-1", "month": 2}, "The Court of month 2 is over; look again."),
        ({"hand": "up", "step": "explain-2"}, "Nobody speaks in this step of the Court any more; look again."),
        ({"hand": "left", "step": "debate-1"}, "Raise your hand or lower it."),
        ({"hand": "up"}, "This form is broken; load the page again."),
    ],
)
def test_a_hand_that_cannot_be_raised_is_told_in_one_sentence(fields, sentence):
    day = debating()
    before = day.state

    response = press(day.phone(WOLF[0]), "hand", **fields)

    assert response.status_code in (409, 422)
    assert sentence in words(response)
    assert day.state == before


@pytest.mark.rule("R-80")
def test_who_is_not_assembled_raises_no_hand():
    day = debating()
    response = hand(day.phone(RAM), "up")
    assert (response.status_code, "is not assembled in the Court" in words(response)) == (422, True)

    day.do(CorrectRoll(month=1, player=WOLF[0], there=False))

    assert "Raise your hand" not in floor(day.phone(WOLF[0]))
    assert waiting(day) == ()


@pytest.mark.rule("GE-CRT-25", "GE-SOV-25")
def test_every_phone_of_the_room_shows_who_speaks_and_whose_hands_are_up():
    day = raised(debating(), WOLF[0], BEAR[0])
    day.do(GiveFloor(month=1, step=DEBATE, speaker=WOLF[0]))
    names = {seat: day.state.seats[seat].name for seat in (WOLF[0], BEAR[0])}

    other, speaker = floor(day.phone(CAT[0])), day.phone(WOLF[0])

    assert other.index(names[WOLF[0]]) < other.index(names[BEAR[0]])
    assert "You have the floor." in floor(speaker)
    assert "Next:" not in other
    hand(speaker, "down")
    assert speakers_of(day.state).speaking is None
    day.to("vote-1")
    assert "Speakers" not in floor(speaker)


@pytest.mark.rule("GE-SOV-25", "R-38")
def test_the_sovereign_gives_the_floor_on_the_phone_and_nobody_else():
    day = raised(CourtDay(sovereign=WOLF[0]).choose(CAT[2]).to("debate-1"), BEAR[0], CAT[0])
    sovereign, other = day.phone(WOLF[0]), day.phone(CAT[0])
    fields = {"step": "debate-1", "speaker": f"give {BEAR[0]}"}
    assert "Next:" in floor(sovereign)

    refused = press(other, "speaker", **fields)
    assert (refused.status_code, "Only the Sovereign decides this." in words(refused)) == (422, True)
    broken = press(sovereign, "speaker", step="debate-1", speaker="shout")
    assert (broken.status_code, "Tap one of the speakers." in words(broken)) == (422, True)
    assert press(sovereign, "speaker", **fields).status_code == 200
    assert speakers_of(day.state).speaking == BEAR[0]
    press(sovereign, "speaker", step="debate-1", speaker=f"done {BEAR[0]}")
    assert speakers_of(day.state).speaking is None


# --- the desk -----------------------------------------------------------------------------------------------------------


def tapped(day: CourtDay, who: str, **more: str):
    court = staff(Desk.COURT)
    fields = {"command_id": str(uuid.uuid4()), "month": "1", "step": "debate-1", "who": who, **more}
    return court.post(f"/control/{day.event.pk}/court/speakers/", fields, headers={"HX-Request": "true"})


def part(day: CourtDay) -> str:
    return words(staff(Desk.COURT).get(f"/control/{day.event.pk}/part/court-speakers/", headers={"HX-Request": "true"}))


@pytest.mark.rule("GE-SOV-25", "R-38")
def test_court_control_leads_the_list_with_single_taps():
    day = debating()
    for seat in (WOLF[0], BEAR[0], CAT[0]):  # the desk acts for players without a phone
        assert tapped(day, f"raise {seat}").status_code == 200
    assert "Speakers: 3 waiting" in part(day)

    tapped(day, f"skip {WOLF[0]}")
    assert waiting(day) == (BEAR[0], CAT[0], WOLF[0])
    tapped(day, f"give {BEAR[0]}")
    held = speakers_of(day.state)
    assert (held.speaking, held.waiting) == (BEAR[0], (CAT[0], WOLF[0]))
    assert "speaks since" in part(day)
    tapped(day, f"lower {CAT[0]}")
    tapped(day, f"done {BEAR[0]}")
    held = speakers_of(day.state)
    assert (held.speaking, held.waiting) == (None, (WOLF[0],))


@pytest.mark.rule("GE-CRT-25")
def test_the_list_is_cleared_with_its_step_and_late_taps_are_told():
    day = raised(debating(), WOLF[0]).to("vote-1")

    late = tapped(day, f"give {WOLF[0]}")

    assert (late.status_code, "Nobody speaks in this step" in words(late)) == (409, True)
    assert "speakers-title" not in part(day)
    wrong = tapped(day, "shout cat-1")
    assert (wrong.status_code, "Choose a player." in words(wrong)) == (422, True)


# --- the hall -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-25")
def test_the_wall_shows_who_speaks_and_the_next_two():
    day = raised(debating(), WOLF[0], BEAR[0], CAT[0], CAT[1])
    day.do(GiveFloor(month=1, step=DEBATE, speaker=WOLF[0]))
    names = {seat: day.state.seats[seat].name for seat in (WOLF[0], BEAR[0], CAT[0], CAT[1])}
    wall = reverse("control:screen", args=[day.event.pk, "floor"])

    page = words(Client().get(wall))

    assert page.index(names[WOLF[0]]) < page.index(names[BEAR[0]]) < page.index(names[CAT[0]])
    assert names[CAT[1]] not in page
    day.to("vote-1")
    assert "floor-speakers" not in words(Client().get(wall))


def test_the_floor_stays_away_from_phones_of_other_rooms():
    day = raised(debating(), WOLF[0])

    assert day.state.seats[WOLF[0]].name not in words(day.phone(RAM).get(PLAY))
