"""Stakes of side tables: who gives, who gets, once, and with nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.context import THE_CLOCK, Actor
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.game.state import Purse
from rooms.realm.game.table_stakes import MOST_STAKED, SettleStake, Share, StakeKind, StakeSettled, amount_words, cannot_pay_words
from rooms.realm.scenario.ids import CardId
from tests.records import field_names
from tests.rooms.realm.game.play import CAT_1, CAT_2, SHARED, WAR_CONTROL, WOLF_1, Day, player, running

BEAR_1 = SeatId("bear-1")
POWER = SettleStake(table="t1", title="High Number", kind=StakeKind.POWER, amount=2, losers=(CAT_2, WOLF_1), winners=(CAT_1,))
CARDS = {seat: tuple(CardId(f"{seat}-card#{number}") for number in (1, 2, 3)) for seat in (CAT_1, CAT_2, WOLF_1)}


def with_purses(**power: int) -> Day:
    """A day with this Power in these seats' purses ("cat_1"), and three Favors for each seat of `CARDS`."""
    day = running()
    seats = dict(day.state.seats)
    for name, held in power.items():
        seat = SeatId(name.replace("_", "-"))
        seats[seat] = replace(seats[seat], purse=Purse(power=held, favors=CARDS.get(seat, ())))
    day.state = replace(day.state, seats=seats)
    return day


def held(day: Day, *seats: SeatId) -> list[int]:
    return [day.state.seats[seat].purse.power for seat in seats]


def test_losers_give_and_the_winner_gets():
    day = with_purses(cat_1=1, cat_2=5, wolf_1=2)

    (settled,) = day.do(POWER, by=THE_CLOCK)

    assert held(day, CAT_1, CAT_2, WOLF_1) == [5, 3, 0]
    assert settled.got == (Share(seat=CAT_1, power=4),)


def test_winners_share_and_what_is_left_over_goes_to_the_first():
    day = with_purses(cat_1=0, cat_2=0, wolf_1=3)

    day.do(replace(POWER, amount=3, losers=(WOLF_1,), winners=(CAT_2, CAT_1)), by=WAR_CONTROL)

    assert held(day, CAT_2, CAT_1, WOLF_1) == [2, 1, 0]


def test_favors_go_oldest_first():
    day = with_purses(cat_1=0, cat_2=0, wolf_1=0)

    day.do(replace(POWER, kind=StakeKind.FAVORS, amount=1, losers=(CAT_2, WOLF_1)), by=THE_CLOCK)

    assert day.state.seats[CAT_1].purse.favors == (*CARDS[CAT_1], CARDS[CAT_2][0], CARDS[WOLF_1][0])
    assert day.state.seats[CAT_2].purse.favors == CARDS[CAT_2][1:]


def test_who_holds_less_gives_what_there_is():
    day = with_purses(cat_1=0, cat_2=1, wolf_1=2)

    day.do(POWER, by=THE_CLOCK)

    assert held(day, CAT_1, CAT_2, WOLF_1) == [3, 0, 0]


def test_where_only_bots_have_won_everybody_keeps_what_is_theirs():
    day = with_purses(cat_1=2, cat_2=2, wolf_1=2)

    (settled,) = day.do(replace(POWER, winners=()), by=THE_CLOCK)

    assert (settled.gave, settled.got) == ((), ())
    assert held(day, CAT_1, CAT_2, WOLF_1) == [2, 2, 2]
    assert SHARED.explain(settled, day.state) == "The stake of “High Number”: everybody keeps what is theirs."


def test_a_stake_is_settled_once_whoever_asks():
    day = with_purses(cat_1=0, cat_2=5, wolf_1=5)
    day.do(POWER, by=THE_CLOCK)

    with pytest.raises(Refused) as no:
        day.do(POWER, by=WAR_CONTROL)

    assert (no.value.code, held(day, CAT_1)) == ("stale", [4])


def test_the_entry_counts_cards_and_names_none():
    day = with_purses(cat_1=0, cat_2=0, wolf_1=0)
    (settled,) = day.do(replace(POWER, kind=StakeKind.FAVORS, amount=1, losers=(CAT_2,)), by=THE_CLOCK)

    told = SHARED.explain(settled, day.state)

    assert told.endswith("gives 1 Favor.")
    assert "gets 1 Favor; " in told
    assert "card" not in told


def test_players_do_not_settle():
    with pytest.raises(Refused) as no:
        with_purses(cat_2=9, wolf_1=9).do(POWER, by=player(CAT_1))

    assert no.value.code == "not-yours"


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"losers": (CAT_1,)}, id="loser and winner in one"),
        pytest.param({"losers": (CAT_2, CAT_2)}, id="a loser twice"),
        pytest.param({"losers": (SeatId("nobody-1"),)}, id="nobody of this event"),
        pytest.param({"amount": 0}, id="nothing staked"),
        pytest.param({"amount": MOST_STAKED + 1}, id="too much"),
    ],
)
def test_what_makes_no_sense_is_refused(changed):
    day = with_purses(cat_1=9, cat_2=9, wolf_1=9)

    with pytest.raises(Refused):
        day.do(replace(POWER, **changed), by=Actor(name="w", desks=WAR_CONTROL.desks))

    assert held(day, CAT_1, CAT_2, WOLF_1) == [9, 9, 9]


def test_who_cannot_pay_is_named():
    state = with_purses(cat_1=1, cat_2=2, wolf_1=0).state

    assert cannot_pay_words(state, (CAT_2,), StakeKind.POWER, 2) == ""
    sentence = cannot_pay_words(state, (CAT_1, CAT_2, WOLF_1), StakeKind.POWER, 2)
    assert sentence.count("holds") == 2
    assert "holds 1, " in sentence
    assert "The stake is 2 Power" in sentence


@given(
    amount=st.integers(1, MOST_STAKED),
    purses=st.lists(st.integers(0, 60), min_size=4, max_size=4),
    won=st.integers(0, 4),
    kind=st.sampled_from(StakeKind),
)
def test_nothing_is_made_and_nothing_lost(amount, purses, won, kind):
    seats = (CAT_1, CAT_2, WOLF_1, BEAR_1)
    day = with_purses(**{seat.replace("-", "_"): power for seat, power in zip(seats, purses, strict=True)})
    cards = sorted(card for seat in seats for card in day.state.seats[seat].purse.favors)

    day.do(replace(POWER, kind=kind, amount=amount, losers=seats[won:], winners=seats[:won]), by=THE_CLOCK)

    assert sum(held(day, *seats)) == sum(purses)
    assert sorted(card for seat in seats for card in day.state.seats[seat].purse.favors) == cards
    assert min(held(day, *seats)) >= 0


def test_the_shape_of_what_is_stored():
    assert {*field_names(StakeSettled)} == {"table", "title", "gave", "got", "cut_off"}


def test_a_single_favor_is_one():
    state = with_purses(cat_1=0).state
    poor = replace(state.seats[CAT_1], purse=Purse(power=0, favors=()))
    state = replace(state, seats={**state.seats, CAT_1: poor})

    assert "The stake is 1 Favor, and" in cannot_pay_words(state, (CAT_1,), StakeKind.FAVORS, 1)
    assert "The stake is 3 Favors, and" in cannot_pay_words(state, (CAT_1,), StakeKind.FAVORS, 3)
    assert (amount_words(StakeKind.FAVORS, 1), amount_words(StakeKind.POWER, 1)) == ("1 Favor", "1 Power")
