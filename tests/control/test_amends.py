"""Corrections: what Control changes is shown as a correction on screens that had shown the old value, and on no others."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from control.day.clock.steps import EndStep
from control.journal import corrections, desk, story
from control.people import access
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.hostages.commands import TakeHostages
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.lookup import place_words
from rooms.war.game.rumors import MoveRumor, PlaceRumor
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.control.desks.conftest import words
from tests.control.phones import CAT_1, CAT_2, OLGA, WOLF_1, Day
from tests.events import last_seq

pytestmark = pytest.mark.django_db

WHY = "CANARY"


@pytest.fixture(autouse=True)
def nothing_remembered():
    cache.clear()
    story.forget()
    yield
    story.forget()


@pytest.fixture
def day():
    return Day().here(CAT_1, CAT_2, WOLF_1).until(Phase.PLANNING)


class Phone:
    """A phone and its correction notices."""

    def __init__(self, day, seat) -> None:
        self.client = Client()
        self.client.post(f"/j/{access.issue_code(day.row(seat))}/")

    def page(self) -> str:
        return words(self.client.get("/play/"))

    def told(self) -> str:
        """Text of the corrections or entries on the page; "" if there are none."""
        page = self.page()
        for heading in ("Corrected by Control. What you saw before was different:", "Entered by Control:"):
            _before, found, after = page.partition(heading)
            if found:
                return after.partition("I have read it")[0]
        return ""

    def read(self) -> None:
        (seq,) = {part.partition('"')[0] for part in self.client.get("/play/").content.decode().split('name="seq" value="')[1:]}
        self.client.post("/play/understood/", {"seq": seq})


def withdraw(day, seq):
    desk.withdraw(stream_id=day.event.stream_id, entries=(seq,), reason="a slip", by=OLGA, command_id=uuid.uuid4())


def test_who_saw_the_old_purse_is_told_the_new_one_and_not_why(day):
    own, mate, other = Phone(day, CAT_1), Phone(day, CAT_2), Phone(day, WOLF_1)
    for phone in (own, mate, other):
        phone.page()

    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))

    assert "Your Power: 3, not 0." in own.told()
    assert "Power of your House in all: 3, not 0." in mate.told()
    assert "Your Power" not in mate.told()
    assert other.told() == ""
    assert WHY not in own.page() + mate.page() + other.page()


def test_who_looks_for_the_first_time_has_nothing_to_correct(day):
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))

    assert Phone(day, CAT_1).told() == ""


def test_a_correction_stays_until_it_has_been_read(day):
    own = Phone(day, CAT_1)
    own.page()
    day.do(AdjustWounds(player=CAT_1, before=0, wounds=2, reason=WHY))
    name = day.state.seats[CAT_1].name

    assert f"Wounds of {name}: 2, not 0." in own.told()
    assert f"Wounds of {name}: 2, not 0." in own.told()
    own.read()

    assert own.told() == ""


def test_a_correction_that_came_after_the_one_read_is_still_shown(day):
    own = Phone(day, CAT_1)
    own.page()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    old = own.client.get("/play/").content.decode().split('name="seq" value="')[1].partition('"')[0]
    day.do(AdjustPower(seat=CAT_1, before=3, power=5, reason=WHY))
    own.page()

    own.client.post("/play/understood/", {"seq": old})

    assert "Your Power: 5, not 3." in own.told()
    assert "3, not 0" not in own.told()


def test_a_press_of_a_page_that_was_never_drawn_reads_nothing(day):
    """Regression: a number from the future removed every correction from the phone."""
    own = Phone(day, CAT_1)
    own.page()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    own.page()

    own.client.post("/play/understood/", {"seq": str(last_seq(day.event) + 1)})

    assert "Your Power: 3, not 0." in own.told()


def test_a_correction_goes_when_what_it_set_is_set_again(day):
    own = Phone(day, CAT_1)
    own.page()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    own.page()

    day.do(AdjustPower(seat=CAT_1, before=3, power=5, reason=WHY))

    assert "Your Power: 5, not 3." in own.told()
    assert "3, not 0" not in own.told()


def test_a_correction_is_shown_again_when_what_overtook_it_is_taken_back(day):
    own = Phone(day, CAT_1)
    own.page()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    own.page()
    day.do(AdjustPower(seat=CAT_1, before=3, power=5, reason=WHY))
    assert "3, not 0" not in own.told()

    withdraw(day, last_seq(day.event))

    assert "Your Power: 3, not 0." in own.told()


@pytest.mark.rule("R-55")
def test_of_two_things_that_are_new_neither_hides_the_other(day):
    own = Phone(day, CAT_1)
    own.page()
    one, other = sorted(war_of(day.state).units)[:2]

    for region in (one, other):
        day.do(PlaceRumor(region=RegionId(region), reason=WHY))

    told = own.told()
    for region in (one, other):
        assert f"A new Rumor: {place_words(day.state, RegionId(region))}." in told


def test_of_two_things_of_one_name_neither_hides_the_other(day):
    phone = Phone(day, CAT_1)
    phone.page()
    one, other = [each for each in war_of(day.state).rumors if each.region][:2]
    places = [place_words(day.state, each.region) for each in (one, other)]

    for each in (one, other):
        day.do(MoveRumor(rumor=each.id, region=None, reason=WHY))
    assert [f"A Rumor: off the map, not {place}." in phone.told() for place in places] == [True, True]

    day.do(MoveRumor(rumor=one.id, region=RegionId("aka"), reason=WHY))
    assert [f"A Rumor: off the map, not {place}." in phone.told() for place in places] == [False, True]


def test_a_correction_goes_when_its_player_has_passed_it_on(day):
    own, mate = Phone(day, CAT_1), Phone(day, CAT_2)
    own.page()
    mate.page()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    assert own.told()

    day.do(PassOn(seat=CAT_1, to=CAT_2, power=1), by=type(OLGA)(seat=CAT_1))

    assert "Your Power" not in own.told()
    assert "Power of your House in all: 3, not 0." in mate.told()


@pytest.mark.rule("GE-CER-13", "R-135")
def test_a_correction_goes_when_a_rule_moves_what_it_set(day):
    own, mate = Phone(day, CAT_1), Phone(day, CAT_2)
    own.page()
    mate.page()
    day.do(GiveFavors(seat=CAT_1, count=1, reason=WHY))
    day.do(AdjustPower(seat=CAT_1, before=0, power=1, reason=WHY))
    assert "Favors in your hand: 1, not 0." in own.told()
    assert "Power of your House in all: 1, not 0." in mate.told()

    day.do(TakeHostages(holder=HouseId("wolf"), of=HouseId("cat"), count=1, reason=WHY))

    assert own.told() == ""
    assert mate.told() == ""


@pytest.mark.rule("GE-CER-13", "R-99")
def test_what_is_laid_on_a_hostage_is_told_to_its_player_at_once_and_taken_back_by_its_name(day):
    day.do(GiveFavors(seat=CAT_1, count=1, reason=WHY))
    own, mate, other = Phone(day, CAT_1), Phone(day, CAT_2), Phone(day, WOLF_1)
    taken = last_seq(day.event) + 1

    day.do(TakeHostages(holder=HouseId("wolf"), of=HouseId("cat"), count=1, reason=WHY))

    sentence = "1 Favor of yours went onto the hostage that Wolf took of your House. That left you 0 Favors"
    assert sentence in own.page()
    assert "of yours went" not in mate.page() + other.page()
    withdraw(day, taken)
    assert f"Taken back: “{sentence}”." in own.told()
    assert sentence not in own.page().replace(f"“{sentence}”", "")
    for phone in (own, mate, other):
        assert "Taken back: the hostage of Cat that Wolf took." in phone.told()
        assert "something that was shown here" not in phone.told()
    assert "of yours" not in mate.told() + other.told()


def test_a_correction_of_the_board_goes_with_the_next_step_that_moves_it(action):
    phone = Phone(action, WOLF_1)
    phone.page()
    region, house = next((region, house) for region, there in sorted(war_of(action.state).units.items()) for house in there)
    stands = war_of(action.state).count(region, house)
    action.do(AdjustUnits(region=RegionId(region), house=house, before=stands, units=stands + 1, reason=WHY))
    sentence = f": {stands + 1}, not {stands}."
    assert sentence in phone.told()

    action.do(EndStep(room=Room.WAR, month=1, step="move"))

    assert sentence not in phone.told()


def test_cards_drawn_by_hand_are_one_correction(day):
    own = Phone(day, CAT_1)
    own.page()

    day.do(GiveFavors(seat=CAT_1, count=3, reason=WHY))

    assert own.told().count("Favors in your hand") == 1
    assert "Favors in your hand: 3, not 0." in own.told()


def test_ranks_are_corrected_for_the_whole_house(day):
    mate = Phone(day, CAT_2)
    mate.page()

    day.do(AdjustRank(player=CAT_2, before=2, rank=1, reason=WHY))

    names = {seat: day.state.seats[seat].name for seat in (CAT_1, CAT_2)}
    assert f"Rank of {names[CAT_1]}: 2, not 1." in mate.told()
    assert f"Rank of {names[CAT_2]}: 1, not 2." in mate.told()


def test_the_board_set_by_hand_is_corrected_on_every_phone_and_on_the_halls_map(day):
    phone, hall = Phone(day, WOLF_1), Client()
    phone.page()
    hall.get(f"/screen/{day.event.pk}/map/")
    region, house = next((region, house) for region, there in sorted(war_of(day.state).units.items()) for house in there)
    stands = war_of(day.state).count(region, house)

    day.do(AdjustUnits(region=RegionId(region), house=house, before=stands, units=stands - 1, reason=WHY))

    sentence = f": {stands - 1}, not {stands}."
    assert sentence in phone.told()
    shown = words(hall.get(f"/screen/{day.event.pk}/map/"))
    assert "Corrected" in shown
    assert sentence in shown
    assert WHY not in shown
    assert "Corrected" not in words(Client().get(f"/screen/{day.event.pk}/clock/"))


def test_the_halls_map_forgets_a_correction_after_a_while(day, monkeypatch):
    hall = Client()
    hall.get(f"/screen/{day.event.pk}/map/")
    region, house = next((region, house) for region, there in sorted(war_of(day.state).units.items()) for house in there)
    day.do(AdjustUnits(region=RegionId(region), house=house, before=war_of(day.state).count(region, house), units=0, reason=WHY))
    assert "Corrected" in words(hall.get(f"/screen/{day.event.pk}/map/"))

    later = timezone.now() + corrections.IN_THE_HALL
    monkeypatch.setattr(timezone, "now", lambda: later)

    assert "Corrected" not in words(hall.get(f"/screen/{day.event.pk}/map/"))


def test_what_a_player_passes_on_is_no_correction(day):
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    own = Phone(day, CAT_1)
    own.page()

    day.do(PassOn(seat=CAT_1, to=CAT_2, power=1), by=type(OLGA)(seat=CAT_1))

    assert own.told() == ""


# --- withdrawn ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def action(day):
    day.end()
    day.end()
    for step in ("updates", "orders", "favors"):
        day.do(EndStep(room=Room.WAR, month=1, step=step))
    return day


def test_who_saw_a_step_that_is_taken_back_is_told_so_by_its_name(action):
    saw, did_not = Phone(action, CAT_1), Phone(action, WOLF_1)
    did_not.page()
    moved = last_seq(action.event) + 1
    action.do(EndStep(room=Room.WAR, month=1, step="move"))
    saw.page()

    withdraw(action, moved)

    assert "Taken back: “Move, month 1”." in saw.told()
    assert did_not.told() == ""


def test_what_is_taken_back_is_not_told_as_a_correction_as_well(day):
    own = Phone(day, CAT_1)
    own.page()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    set_by_hand = last_seq(day.event)
    own.page()

    withdraw(day, set_by_hand)

    assert "Taken back: “Your Power: 3, not 0”." in own.told()
    assert not own.told().replace("“Your Power: 3, not 0”", "").count("Your Power")


def test_what_counts_again_is_told_too(day):
    own = Phone(day, CAT_1)
    own.page()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    own.page()
    withdraw(day, last_seq(day.event))
    own.page()

    withdraw(day, last_seq(day.event))

    assert "Counts again: “Your Power: 3, not 0”." in own.told()
    assert "Taken back" not in own.told()


def test_a_withdrawal_tells_no_audience_what_another_was_told(day):
    mate, other = Phone(day, CAT_2), Phone(day, WOLF_1)
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    mate.page()
    other.page()

    withdraw(day, last_seq(day.event))

    assert "Taken back: “Power of your House in all: 3, not 0”." in mate.told()
    assert "Your Power" not in mate.told()
    assert other.told() == ""


@pytest.mark.parametrize("seq", ["", "x", "-1"])
def test_a_broken_answer_to_a_correction_breaks_nothing(day, seq):
    own = Phone(day, CAT_1)
    own.page()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))

    answer = own.client.post("/play/understood/", {"seq": seq})

    assert answer.status_code == 302
    assert "Your Power" in own.told()


def test_a_correction_is_older_than_a_phone_remembers_it(day, monkeypatch):
    own = Phone(day, CAT_1)
    own.page()
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason=WHY))
    assert own.told()

    later = timezone.now() + corrections.ON_PHONES + timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: later)

    assert own.told() == ""
