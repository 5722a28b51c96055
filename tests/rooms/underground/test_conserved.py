"""Months at a table played at random with few cards: every card is always in exactly one place (R-110, R-121)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep
from control.day.people.room_choice import SeatInRoom
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.desks import ALL_DESKS
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.cards import pile_of
from rooms.underground.game.tables.corrections import DealHand
from rooms.underground.game.tables.lookup import step_of, table_of, tables, turn_at
from tests.rooms.underground.minions import TRAP, Dice, advance, all_conserved, end_turn, hand, protect, take_back, with_settings
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, SNAKE_1, AtTable

EVERY = Actor(name="all", desks=ALL_DESKS)
THERE = (CAT_1, CAT_2, SNAKE_1)


@pytest.mark.rule("R-110", "R-121", "GE-UND-33", "R-115")
@given(st.integers(0, 10**6), st.booleans(), st.integers(1, 2))
def test_no_card_is_ever_lost_or_made_whatever_happens(seed, keep, copies):
    scenario = with_settings(keep_hand=keep)
    minions = tuple(replace(card, copies=copies) for card in scenario.minions)
    table = AtTable(THERE, scenario=replace(scenario, minions=minions))
    table.lay(SNAKE_1, TRAP)
    table.lay(CAT_1, TRAP)
    random, done = Random(seed), 0
    for _each in range(60):
        command = _something(table, random)
        try:
            decided = GAME.decided(table.state, command, DecisionContext(by=EVERY, at=table.day.now, chance=Dice(seed)))
        except Refused:
            continue
        state = table.state
        for event in decided.events:  # folding the events gives the same state
            state = GAME.evolve(state, event)
        assert state == decided.state
        table.day.state, done = decided.state, done + 1
        assert GAME.broken(table.state) == ()
        assert all_conserved(table)
        assert all(cards for each in tables(table.state) for cards in table_of(table.state, each).hands.values())
    assert done > 10


def _something(table: AtTable, random: Random) -> Command:
    state, step = table.state, step_of(table.state, table.id)
    clock = state.clock
    assert clock.phase is not None
    if clock.phase != Phase.ACTION:
        absent = [seat for seat in THERE if state.seats[seat].choice_month != clock.month]
        if absent and clock.phase == Phase.PLANNING:
            return _seated(table, random, absent[0])
        return EndPhase(month=clock.month, phase=clock.phase)
    if step is None:
        return EndPhase(month=clock.month, phase=Phase.ACTION)
    seat = turn_at(state, table.id) or random.choice(THERE)
    held = list(hand(table, seat))
    random.shuffle(held)
    kind = random.randrange(10)
    if kind == 0:
        return _seated(table, random, random.choice(THERE))
    if kind == 1:
        pile = pile_of(state, state.seats[seat].house)
        given = tuple((*pile.cards, *pile.discards)[: random.randrange(3)])
        taken = tuple(held[: random.randrange(2)])
        return DealHand(month=clock.month, table=table.id, player=seat, given=given, taken=taken, reason="at random")
    if kind == 2 and table.table.acts:
        return take_back(table, table.table.acts[-1].seat, step)
    if step == TableStep.ADVANCEMENT and held and kind < 7:
        return advance(table, seat, random.choice((1, 2)), *held[: random.randint(1, 2)])
    if step == TableStep.PROTECTION and held and kind < 7:
        return protect(table, seat, random.choice((1, 2)), held[0], *held[1 : 1 + random.randrange(2)])
    if step in (TableStep.ADVANCEMENT, TableStep.PROTECTION) and turn_at(state, table.id):
        return end_turn(table, seat, step)
    return EndStep(room=Room.UNDERGROUND, month=clock.month, step=StepId(step.value), table=table.id)


def _seated(table: AtTable, random: Random, seat: SeatId) -> SeatInRoom:
    at = random.choice((table.id, table.id, *tables(table.state)))
    return SeatInRoom(player=seat, month=table.month, room=Room.UNDERGROUND, table=at)
