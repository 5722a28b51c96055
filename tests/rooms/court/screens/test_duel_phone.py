"""Challenges and duels on phones and on the wall: each press, its refusal, and its readers."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.day.people.room_choice import ChooseRoom
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.court.game.duel.events import duels_of
from rooms.court.game.duel.rounds import FightRound
from rooms.court.game.duel.state import Answer, Challenge, DuelistRound
from rooms.court.game.duel.view_phone import phone_duels
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import CardId, HouseId, Phase, Room
from tests.control.phones import HX, Day, staff, words
from tests.rooms.court.court import BEAR, CAT, WOLF
from tests.rooms.court.screens.test_phone_floor import PLAY, RAM, CourtDay, floor, press
from tests.rooms.court.screens.test_uprising_phone import phone_of

pytestmark = pytest.mark.django_db

POSTS = ("challenge", "challenge-first", "refuse", "accept", "stand-by")


class ArenaDay(CourtDay):
    """Cat has an Arena and the Court is in Challenges. Everybody there has 3 Power, and Ram is in the War Room."""

    def arrange(self, sovereign: None = None) -> None:
        self.here(*CAT, *WOLF, *BEAR, RAM).until(Phase.PLANNING)
        self.do(PlaceBuilding(house=HouseId("cat"), kind="arena", reason="built"))
        for seat in (*CAT, *WOLF, *BEAR, RAM):
            self.do(ChooseRoom(seat=seat, month=1, room=Room.WAR if seat == RAM else Room.COURT), Actor(seat=seat))
            self.do(AdjustPower(seat=seat, before=self.power(seat), power=3, reason="found"))
        self.end().end()
        self.to("challenges")

    def power(self, seat: SeatId) -> int:
        return self.state.seats[seat].purse.power

    @property
    def challenge(self) -> Challenge:
        return duels_of(self.state).challenges[-1]

    def name(self, seat: SeatId) -> str:
        return self.state.seats[seat].name

    def duel(self, seat: SeatId) -> str:
        return floor(phone_of(self, seat), "duel")

    def made(self) -> ArenaDay:
        assert press(phone_of(self, CAT[0]), "challenge", whom=WOLF[0]).status_code == 200
        return self

    def staked(self, **stake: object) -> ArenaDay:
        self.made()
        assert press(phone_of(self, WOLF[0]), "accept", number=1, **(stake or {"power": "2"})).status_code == 200
        return self

    def wall(self) -> str:
        return words(Client().get(reverse("control:screen", args=[self.event.pk, "floor"])))


@pytest.mark.parametrize("name", POSTS)
def test_nobody_and_the_control_team_press_nothing_and_a_press_is_never_a_get(name):
    address = reverse(f"court:{name}")
    assert Client().post(address).status_code == 404
    assert staff(Desk.COURT).post(address).status_code == 404
    assert Day().phone(CAT[0]).get(address).status_code == 405


@pytest.mark.parametrize("name", POSTS)
def test_an_empty_press_is_one_sentence_and_changes_nothing(name):
    day = ArenaDay()
    before = day.state
    response = phone_of(day, WOLF[0]).post(reverse(f"court:{name}"), {"command_id": str(uuid.uuid4())}, headers=HX)
    assert response.status_code == 422
    assert words(response).count('class="refused"') == 1
    assert day.state == before


@pytest.mark.rule("GE-CRT-85", "GE-CRT-86", "R-102")
def test_a_name_is_tapped_with_its_question_and_the_challenged_refuses_for_one_power():
    day = ArenaDay()
    assert f"Challenge {day.name(WOLF[0])}" in day.duel(CAT[0])
    assert "Who refuses gives your House 1 Power." in day.duel(CAT[0])
    assert day.duel(WOLF[0]) == day.duel(RAM) == ""

    day.made()

    assert "challenges you to a duel" in day.duel(WOLF[0])
    assert "It costs you 1 Power, which goes to Cat." in day.duel(WOLF[0])
    assert "To refuse, or to say nothing, costs you 1 Power, which goes to Cat." in day.duel(WOLF[0]).partition("Accept …")[0]
    for seat in (CAT[0], CAT[1], BEAR[0]):
        assert f"{day.name(WOLF[0])} answers: refuse, or accept" in day.duel(seat)
        assert "challenges you" not in day.duel(seat)
    assert day.duel(RAM) == ""

    assert press(phone_of(day, WOLF[0]), "refuse", number=1).status_code == 200

    assert (day.challenge.stand, day.power(WOLF[0])) == (Answer.REFUSED, 2)
    assert f"{day.name(WOLF[0])} refuses." in day.duel(BEAR[0])
    for seat in (CAT[0], WOLF[0], BEAR[0]):
        assert (f"{day.name(WOLF[0])} has paid 1 Power to Cat." in day.duel(seat)) is (seat != BEAR[0])
    assert f"Challenge {day.name(BEAR[0])}" in day.duel(CAT[0])
    assert f"Challenge {day.name(WOLF[0])}" not in day.duel(CAT[0])


@pytest.mark.rule("GE-SOV-27")
def test_the_sovereign_at_the_court_says_who_challenges_first():
    day = ArenaDay()
    day.crown(RAM)
    assert "You decide as Sovereign." in day.duel(RAM)
    assert day.duel(WOLF[1]) == ""
    assert press(phone_of(day, WOLF[1]), "challenge-first", player=CAT[1]).status_code == 422

    assert press(phone_of(day, RAM), "challenge-first", player=CAT[1]).status_code == 200

    assert duels_of(day.state).first == CAT[1]
    assert f"{day.name(CAT[1])} challenges first." in day.duel(CAT[0])
    assert f"Challenge {day.name(WOLF[0])}" in day.duel(CAT[1])
    assert day.duel(RAM) == ""


@pytest.mark.rule("GE-CRT-88", "R-103")
def test_a_stake_is_of_everything_that_can_be_named_and_is_kept_while_it_is_refused():
    day = ArenaDay().made()
    wolf = phone_of(day, WOLF[0])
    assert "Name what the winner receives." in words(press(wolf, "accept", number=1))
    typed = words(press(wolf, "accept", number=1, power="60", words="a public apology"))
    assert 'class="refused"' in typed
    assert "You have 3 Power" in typed
    assert "A hostage takes 1 Power and 1 Favor of the loser’s House with it" in typed
    assert 'value="60"' in typed
    assert 'value="a public apology"' in typed
    assert "Write a whole number." in words(press(wolf, "accept", number=1, power="two"))
    assert day.challenge.stand is Answer.MADE
    building = str(day.state.buildings[-1].id)
    shown = words(wolf.get(PLAY))
    region = shown.split('name="flags" value="')[1].split('"')[0]

    stake = {"power": "2", "favors": "1", "hostages": "1", "flags": [region], "buildings": [building], "words": "an apology"}
    assert press(wolf, "accept", number=1, **stake).status_code == 200

    named = day.challenge.stake
    assert named is not None
    assert (named.power, named.favors, named.hostages, named.flags, named.words) == (2, 1, 1, (region,), "an apology")
    assert named.buildings == (int(building),)
    for seat in (CAT[0], BEAR[0]):
        assert ("A hostage takes 1 Power" in day.duel(seat)) is (seat == CAT[0])  # only for the one who must answer
        for part in ("2 Power", "1 Favor", "1 hostage", "the castle", "of Cat, if that House loses", "an apology"):
            assert part in day.duel(seat)


@pytest.mark.rule("GE-CRT-89", "R-102")
def test_the_challenger_hears_the_stake_and_withdraws_for_one_power_or_stands_by_it():
    day = ArenaDay().staked()
    assert f"{day.name(WOLF[0])} accepts" in day.duel(CAT[0])
    assert "It costs you 1 Power, which goes to Wolf." in day.duel(CAT[0])
    assert "To withdraw costs you 1 Power, which goes to Wolf." in day.duel(CAT[0]).partition("I stand by it")[0]
    assert press(phone_of(day, WOLF[0]), "stand-by", number=1, act="stand").status_code == 422

    assert press(phone_of(day, CAT[0]), "stand-by", number=1, act="withdraw").status_code == 200

    assert (day.challenge.stand, day.power(CAT[0])) == (Answer.WITHDRAWN, 2)
    for seat in (CAT[0], WOLF[0]):
        assert f"{day.name(CAT[0])} has paid 1 Power to Wolf." in day.duel(seat)
    late = press(phone_of(day, CAT[0]), "stand-by", number=1, act="stand")
    assert (late.status_code, "look again" in words(late)) == (409, True)
    other = ArenaDay().staked()
    assert press(phone_of(other, CAT[0]), "stand-by", number=1, act="stand").status_code == 200
    assert other.challenge.stand is Answer.AGREED


@pytest.mark.rule("R-102")
def test_a_press_that_cannot_be_is_refused_in_one_sentence_and_twice_is_once():
    day = ArenaDay()
    assert "Only a House with an Arena" in words(press(phone_of(day, WOLF[0]), "challenge", whom=CAT[0]))
    key = uuid.uuid4()
    for _time in range(2):
        assert press(phone_of(day, CAT[0]), "challenge", key, whom=WOLF[0]).status_code == 200
    assert len(duels_of(day.state).challenges) == 1
    assert press(phone_of(day, BEAR[0]), "refuse", number=1).status_code == 422
    without = press(phone_of(day, WOLF[0]), "accept", hx=False, number=1, power="1")
    assert (without.status_code, without.headers["Location"]) == (302, f"{PLAY}#now")


@pytest.mark.rule("GE-CRT-85", "R-102")
def test_a_house_without_an_arena_is_not_asked_to_call_out_unless_a_card_may_let_it():
    day = ArenaDay()
    assert "Call somebody out" not in words(phone_of(day, WOLF[0]).get(PLAY))
    assert "Whoever may use an Arena calls somebody out now." in floor(phone_of(day, WOLF[0]), "now")
    assert day.duel(WOLF[0]) == ""
    glove = next(each for each in day.state.scenario.favors if each.timing == "court:challenges")
    hand = (CardId(f"{glove.id}#1"),)
    seat = day.state.seats[WOLF[0]]
    held = replace(day.state, seats={**day.state.seats, seat.id: replace(seat, purse=replace(seat.purse, favors=hand))})
    shown = phone_duels(held, Viewer(seat=WOLF[0]))
    assert shown is not None
    assert (shown.cards, shown.foes, shown.is_open) == ((glove.name,), (), False)
    assert phone_duels(held, Viewer(seat=WOLF[1])) is None


@pytest.mark.rule("R-102")
def test_the_own_phone_says_you():
    day = ArenaDay().made()
    assert "You are part of a challenge already." in day.duel(CAT[0])
    assert f"{day.name(CAT[0])} is part of a challenge already." not in day.duel(CAT[0])


@pytest.mark.rule("GE-CRT-90", "GE-CRT-91", "GE-CRT-92", "GE-CRT-95")
def test_the_duel_is_read_on_phones_and_on_the_wall_from_challenge_to_result():
    day = ArenaDay()
    assert "against" not in day.wall()
    day.made()
    assert f"{day.name(WOLF[0])} answers: refuse, or accept" in day.wall()
    assert press(phone_of(day, WOLF[0]), "accept", number=1, power="2").status_code == 200
    assert "2 Power" in day.wall()
    assert press(phone_of(day, CAT[0]), "stand-by", number=1, act="stand").status_code == 200
    for seat in (CAT[0], WOLF[0]):
        assert "Stay at the Court: you fight there." in day.duel(seat)
    assert "fight in Return" in day.duel(BEAR[0])
    day.end()
    for shown in (day.wall(), day.duel(BEAR[0]), day.duel(WOLF[0])):
        assert "It is fought now." in shown
        assert "fight in Return" not in shown
    for seat in (CAT[0], WOLF[0]):
        assert floor(phone_of(day, seat), "now").startswith("Stay where you are You are needed there first")
    assert "Back to your House Table" in floor(phone_of(day, BEAR[0]), "now")
    for seat, other in ((CAT[0], WOLF[0]), (WOLF[0], CAT[0])):
        assert f"you fight {day.name(other)} before you go home." in floor(phone_of(day, seat), "staying")
    assert floor(phone_of(day, BEAR[0]), "staying") == ""
    day.do(FightRound(number=1, round=1, challenger=DuelistRound(), target=DuelistRound(hit=True)))
    for shown in (day.wall(), day.duel(BEAR[0]), day.duel(WOLF[0])):
        assert "1 wound" in shown
    day.do(FightRound(number=1, round=2, challenger=DuelistRound(), target=DuelistRound(forfeits=True)))
    for shown in (day.wall(), day.duel(BEAR[0]), day.duel(WOLF[0])):
        assert f"{day.name(CAT[0])} has won: {day.name(WOLF[0])} forfeits." in shown
        assert "Received: 2 Power." in shown
    assert "Stay at the Court" not in day.duel(WOLF[0])
    assert "Back to your House Table" in floor(phone_of(day, WOLF[0]), "now")
