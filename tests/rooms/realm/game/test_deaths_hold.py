"""Deaths in any order: nothing is lost or made, ranks stay 1 to n, and a withdrawn death leaves no trace."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.engine import codec
from control.engine.ids import SeatId
from rooms.realm.game.deaths.death import double_wound_events, put_to_death, wound_events
from rooms.realm.game.deaths.inheritance import EstatePassed
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import CardId
from tests.rooms.realm.game.dying import happens, reigning, wed
from tests.rooms.realm.game.play import Day, running

RUNNING = running().state
SEATS = [SeatId(f"{house}-{rank}") for house in ("cat", "wolf") for rank in (1, 2, 3, 4)]
WAYS = ("dies", "wounded", "together")


def favors(state: GameState) -> Counter[CardId]:
    """Every Favor card, wherever it is."""
    purses = [
        *(seat.purse.favors for seat in state.seats.values()),
        state.throne.purse.favors,
        *(each.favors for each in state.hostages),
    ]
    return Counter((*state.favor_deck, *state.favor_discards, *(card for purse in purses for card in purse)))


def power(state: GameState) -> int:
    """Power in purses and on hostages (R-05)."""
    return sum(held.power for held in (*(seat.purse for seat in state.seats.values()), state.throne.purse, *state.hostages))


@pytest.mark.rule("R-139", "R-29", "R-104", "GE-CER-08")
@settings(max_examples=40, deadline=None)
@given(
    blows=st.lists(st.tuples(st.sampled_from(WAYS), st.sampled_from(SEATS), st.sampled_from(SEATS)), min_size=1, max_size=6),
    couples=st.lists(st.tuples(st.sampled_from(SEATS[:4]), st.sampled_from(SEATS[4:])), max_size=3),
    holder=st.sampled_from([None, *SEATS]),
)
def test_deaths_in_any_order_lose_nothing_and_keep_the_ranks(blows, couples, holder):
    day = reigning(Day(state=RUNNING), holder)
    free = set(SEATS)
    for one, other in couples:
        if {one, other} <= free:
            wed(day, one, other)
            free -= {one, other}
    start, held, before = day.state, favors(day.state), power(day.state)
    happened = []

    for way, one, other in blows:
        if way == "dies":
            found = put_to_death(day.state, one, why="poisoned", rule="R-95")
        elif way == "wounded" or one == other:
            found = wound_events(day.state, one, 2, why="hit", rule="R-104")
        else:
            found = double_wound_events(day.state, (one, 3), (other, 2), why="hit", rule="R-104")
        happened += happens(day, *found)

    to_bank = sum(each.power for each in happened if isinstance(each, EstatePassed) and each.to is None and not each.throne)
    assert power(day.state) == before - to_bank
    assert favors(day.state) == held
    for house in ("cat", "wolf"):
        ranks = sorted(seat.rank for seat in day.state.seats.values() if seat.house == house)
        assert ranks == list(range(1, len(ranks) + 1))
    again = start
    for event in happened:
        again = day.game.evolve(again, event)
    assert codec.encode_state(again) == codec.encode_state(day.state)


@settings(max_examples=40, deadline=None)
@given(dead=st.lists(st.sampled_from(SEATS), min_size=1, max_size=4, unique=True), kept=st.data())
def test_a_death_of_which_events_were_withdrawn_folds_all_the_same(dead, kept):
    day = Day(state=RUNNING)
    wed(day, SEATS[1], SEATS[5])
    start = day.state
    happened = [event for seat in dead for event in happens(day, *put_to_death(day.state, seat, why="poisoned", rule="R-95"))]

    state = start
    for event in kept.draw(st.permutations(happened)):
        state = day.game.evolve(state, event)
        assert day.game.explain(event, state)

    assert all(seat.rank for seat in state.seats.values())
