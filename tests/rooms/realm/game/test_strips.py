"""Ranks, wounds and named Favors by hand: the rules hold whatever Control sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.day.people.lookup import members
from control.day.people.presence import LeaveForGood
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.favors.hand_corrections import FetchFavor, TakeFavor
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.scenario.ids import FavorId, HouseId
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, CHECK_IN, SHARED, WAR_CONTROL, WOLF_1, player, running
from tests.scenarios import default

CAT = HouseId("cat")
CAT_3, CAT_4 = SeatId("cat-3"), SeatId("cat-4")
WHY = "misread at the door"


def ranks(day, house=CAT):
    return [seat.id for seat in members(day.state, house)]


def rank(day, seat, to, why=WHY):
    return day.do(AdjustRank(player=seat, before=day.state.seats[seat].rank, rank=to, reason=why), by=CEREMONY)


def words(day, happened, state):
    return [SHARED.explain(each, state) for each in happened]


def held(day, seat):
    return [card.rsplit("#", 1)[0] for card in day.state.seats[seat].purse.favors]


# --- ranks


@pytest.mark.rule("R-03", "GE-EVT-06")
def test_a_player_who_rises_pushes_those_between_one_down():
    day = running()

    rank(day, CAT_4, 2)

    assert ranks(day) == ["cat-1", "cat-4", "cat-2", "cat-3", "cat-5"]
    assert [seat.rank for seat in members(day.state, CAT)] == [1, 2, 3, 4, 5]


@pytest.mark.rule("R-03", "GE-EVT-06")
def test_a_player_who_falls_pulls_those_between_one_up():
    day = running()

    rank(day, CAT_1, 5)

    assert ranks(day) == ["cat-2", "cat-3", "cat-4", "cat-5", "cat-1"]


@pytest.mark.rule("R-03")
@given(moves=st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=8))
def test_ranks_stay_unique_and_without_holes_whatever_is_set(moves):
    day = running()

    for origin, target in moves:
        seat = members(day.state, CAT)[origin - 1]
        if origin != target:
            rank(day, seat.id, target)
            assert day.state.seats[seat.id].rank == target
        assert [each.rank for each in members(day.state, CAT)] == [1, 2, 3, 4, 5]
    assert ranks(day, HouseId("wolf")) == [f"wolf-{number}" for number in range(1, 6)]


@pytest.mark.rule("R-03")
def test_only_the_ranks_of_the_house_can_be_given():
    day = running()
    day.do(LeaveForGood(seat=CAT_3), by=CHECK_IN)

    for wrong in (0, 5, -1):
        with pytest.raises(Refused, match=r"House Cat has the ranks 1 to 4\."):
            rank(day, CAT_1, wrong)
    with pytest.raises(Refused, match="left for good"):
        rank(day, CAT_3, 1)
    with pytest.raises(Stale, match="has rank 1 already"):
        rank(day, CAT_1, 1)


def test_who_saw_another_rank_is_told_so():
    day = running()
    rank(day, CAT_2, 1)

    with pytest.raises(Stale, match="has rank 1 by now, not 2; look again"):
        day.do(AdjustRank(player=CAT_2, before=2, rank=3, reason=WHY), by=CEREMONY)


@pytest.mark.rule("R-05")
def test_where_a_house_holds_in_common_its_purse_goes_to_the_new_rank_1():
    scenario = default()
    day = running(replace(scenario, settings=replace(scenario.settings, holdings="house")))
    day.do(AdjustPower(seat=CAT_1, before=0, power=6, reason="chips"), by=CEREMONY)
    day.do(GiveFavors(seat=CAT_1, count=2, reason="chips"), by=CEREMONY)

    rank(day, CAT_3, 1)

    assert (day.state.seats[CAT_3].purse.power, len(held(day, CAT_3))) == (6, 2)
    assert (day.state.seats[CAT_1].purse.power, held(day, CAT_1)) == (0, [])
    assert house_power(day.state, CAT) == 6


@pytest.mark.rule("R-05")
def test_where_players_hold_themselves_a_rank_moves_no_purse():
    day = running()
    day.do(AdjustPower(seat=CAT_1, before=0, power=6, reason="chips"), by=CEREMONY)

    rank(day, CAT_2, 1)

    assert day.state.seats[CAT_1].purse.power == 6


def test_a_rank_is_told_with_everybody_whom_it_moves():
    day = running()
    before = day.state
    names = {seat.id: seat.name for seat in members(before, CAT)}

    happened = rank(day, CAT_3, 1)

    assert words(day, happened, before) == [f"{names[CAT_3]} (Cat) has rank 1, not 3 ({names[CAT_1]} 2, {names[CAT_2]} 3): {WHY}."]
    assert {each.words for each in SHARED.corrections(happened[0], before)} == {
        f"Rank of {names[CAT_3]}: 1, not 3.",
        f"Rank of {names[CAT_1]}: 2, not 1.",
        f"Rank of {names[CAT_2]}: 3, not 2.",
    }
    assert {each.to for each in SHARED.corrections(happened[0], before)} == {"team:cat"}


# --- wounds


@pytest.mark.rule("R-04", "GE-EVT-05")
def test_wounds_are_set_between_none_and_three():
    day = running()

    day.do(AdjustWounds(player=CAT_1, before=0, wounds=2, reason=WHY), by=WAR_CONTROL)

    assert day.state.seats[CAT_1].wounds == 2
    for wrong in (4, -1):
        with pytest.raises(Refused, match="A strip shows 0 to 3 wounds"):
            day.do(AdjustWounds(player=CAT_1, before=2, wounds=wrong, reason=WHY), by=WAR_CONTROL)
    with pytest.raises(Stale, match="has 2 wounds by now, not 1"):
        day.do(AdjustWounds(player=CAT_1, before=1, wounds=0, reason=WHY), by=WAR_CONTROL)
    with pytest.raises(Stale, match="has 2 wounds already"):
        day.do(AdjustWounds(player=CAT_1, before=2, wounds=2, reason=WHY), by=WAR_CONTROL)


@pytest.mark.rule("GE-CER-02")
def test_the_third_wound_kills_and_the_dead_have_no_wounds_to_correct():
    day = running()
    before = day.state

    happened = day.do(AdjustWounds(player=CAT_1, before=0, wounds=3, reason=WHY), by=WAR_CONTROL)

    told, died, *_rest = words(day, happened, before)
    assert "has 3 wounds, not 0" in told
    assert "dies: the third wound" in died
    with pytest.raises(Refused, match="Take the wound back in the journal"):
        day.do(AdjustWounds(player=CAT_1, before=3, wounds=2, reason=WHY), by=WAR_CONTROL)


@pytest.mark.parametrize(
    "command",
    [
        AdjustRank(player=CAT_1, before=1, rank=2, reason="  "),
        AdjustWounds(player=CAT_1, before=0, wounds=1, reason=""),
        TakeFavor(player=CAT_1, favor=FavorId("our-lady-01"), to=None, reason=" "),
        FetchFavor(player=CAT_1, favor=FavorId("our-lady-01"), reason=""),
    ],
    ids=lambda command: type(command).__name__,
)
def test_nothing_is_set_without_a_reason_or_by_a_player(command):
    day = running()

    with pytest.raises(Refused, match="Say why in a few words"):
        day.do(command, by=CEREMONY)
    with pytest.raises(Refused, match="not yours to do"):
        day.do(replace(command, reason=WHY), by=player(CAT_1))
    with pytest.raises(Refused, match="not yours to do"):
        day.do(replace(command, reason=WHY), by=CHECK_IN)
    with pytest.raises(Refused, match="No such seat"):
        day.do(replace(command, player=SeatId("dog-1"), reason=WHY), by=CEREMONY)


# --- named Favors


def hand(*numbers):
    """A day in which Cat's rank 1 holds the Favors at these places of the scenario's list."""
    day = running()
    kinds = [default().favors[number].id for number in numbers]
    for kind in kinds:
        day.do(FetchFavor(player=CAT_1, favor=kind, reason="a gift"), by=CEREMONY)
    return day, kinds


@pytest.mark.rule("R-135", "R-136")
def test_a_named_favor_goes_to_the_discards_and_the_journal_does_not_name_it():
    day, (first, second, third) = hand(0, 1, 2)
    name = default().favors[1].name

    happened = day.do(TakeFavor(player=CAT_1, favor=second, to=None, reason="given up"), by=CEREMONY)

    assert held(day, CAT_1) == [first, third]
    assert [card.rsplit("#", 1)[0] for card in day.state.favor_discards] == [second]
    assert second not in SHARED.explain(happened[0], day.state)
    assert name not in SHARED.explain(happened[0], day.state)


@pytest.mark.rule("R-05", "R-136")
def test_a_named_favor_goes_to_another_player():
    day, (first, second) = hand(0, 1)

    day.do(TakeFavor(player=CAT_1, favor=second, to=WOLF_1, reason="a hostage"), by=CEREMONY)

    assert (held(day, CAT_1), held(day, WOLF_1)) == ([first], [second])


@pytest.mark.rule("R-136")
def test_a_favor_that_is_not_held_is_not_taken():
    day = running()

    with pytest.raises(Refused, match="holds no “The Long Vigil”; ask to be shown the card"):
        day.do(TakeFavor(player=CAT_1, favor=FavorId("our-lady-01"), to=None, reason=WHY), by=CEREMONY)
    with pytest.raises(Refused, match="There is no such Favor"):
        day.do(FetchFavor(player=CAT_1, favor=FavorId("joker"), reason=WHY), by=CEREMONY)
    day.do(FetchFavor(player=CAT_1, favor=FavorId("our-lady-01"), reason=WHY), by=CEREMONY)
    with pytest.raises(Refused, match="somebody else, or the discards"):
        day.do(TakeFavor(player=CAT_1, favor=FavorId("our-lady-01"), to=CAT_1, reason=WHY), by=CEREMONY)


@pytest.mark.rule("R-135")
def test_a_named_favor_is_fetched_from_the_discards_before_the_deck():
    day = running()
    vigil = FavorId("our-lady-01")
    copies = next(favor.copies for favor in default().favors if favor.id == vigil)
    day.do(FetchFavor(player=CAT_1, favor=vigil, reason=WHY), by=CEREMONY)
    day.do(TakeFavor(player=CAT_1, favor=vigil, to=None, reason=WHY), by=CEREMONY)
    deck = day.state.favor_deck

    day.do(FetchFavor(player=CAT_2, favor=vigil, reason=WHY), by=CEREMONY)

    assert (day.state.favor_deck, day.state.favor_discards) == (deck, ())
    for _each in range(copies - 1):
        day.do(FetchFavor(player=CAT_2, favor=vigil, reason=WHY), by=CEREMONY)
    assert held(day, CAT_2) == [vigil] * copies
    with pytest.raises(Refused, match="Every “The Long Vigil” is in somebody’s hand"):
        day.do(FetchFavor(player=CAT_1, favor=vigil, reason=WHY), by=CEREMONY)


# --- reports to players ---


def test_power_set_by_hand_is_told_to_its_owner_and_in_sum_to_the_house():
    day = running()
    day.do(AdjustPower(seat=CAT_2, before=0, power=2, reason="chips"), by=CEREMONY)
    before = day.state

    (happened,) = day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason="CANARY"), by=CEREMONY)

    told = {each.to: each.words for each in SHARED.corrections(happened, before)}
    assert told == {"seat:cat-1": "Your Power: 3, not 0.", "team:cat": "Power of your House in all: 5, not 2."}


def test_a_named_favor_is_told_by_number_to_those_whose_hands_it_touches():
    day = running()
    day.do(FetchFavor(player=CAT_1, favor=FavorId("our-lady-01"), reason=WHY), by=CEREMONY)
    before = day.state

    (happened,) = day.do(TakeFavor(player=CAT_1, favor=FavorId("our-lady-01"), to=WOLF_1, reason=WHY), by=CEREMONY)

    told = {each.to: each.words for each in SHARED.corrections(happened, before)}
    assert told == {"seat:cat-1": "Favors in your hand: 0, not 1.", "seat:wolf-1": "Favors in your hand: 1, not 0."}


def test_the_journal_heads_favors_with_whom_they_went_to():
    day = running()
    name = day.state.seats[CAT_1].name

    assert name in SHARED.label(GiveFavors(seat=CAT_1, count=2, reason=WHY), day.state)
    assert SHARED.label(GiveFavors(seat=SeatId("nobody-1"), count=2, reason=WHY), day.state) == "Favors"
