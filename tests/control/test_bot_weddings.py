"""Weddings of bots in a rehearsal: fixed by the seed, through their seats' own commands, in Ceremony and Planning."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.bots.players import Bots, play_between
from control.models import Entry
from control.people import access
from rooms.realm.game.buildings.kinds import CHAPEL
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.weddings.priests import priests
from rooms.realm.scenario.ids import HouseId
from tests.control.test_rehearsal import do, planning, state_of, to_the_next_planning
from tests.scenarios import small

pytestmark = pytest.mark.django_db(transaction=True)


def with_chapels():
    event = planning(small())
    for house in small().houses:
        do(event, PlaceBuilding(house=HouseId(house.id), kind=CHAPEL, reason="built"))
    return event


def couples(event):
    return {frozenset((seat.id, seat.spouse)) for seat in state_of(event).seats.values() if seat.spouse}


def rehearsed(seed, months=4):
    event, tried = with_chapels(), set()
    for _month in range(months):
        while play_between(event, seed, tried, seats=state_of(event).seats, due=lambda seat: True):
            pass
        if state_of(event).clock.month < months:
            to_the_next_planning(event)
    return event


def test_houses_with_a_chapel_anoint_and_couples_ask_agree_and_are_wed():
    event = rehearsed(3)

    assert len(priests(state_of(event))) == len(small().houses)
    assert couples(event)
    kinds = set(Entry.objects.filter(stream=event.stream_id).values_list("kind", flat=True))
    assert kinds >= {"PriestAnointed", "MarriageAsked", "MarriageAgreed", "CeremonyHeld", "SpousesSet", "HostageTaken"}
    by = set(Entry.objects.filter(stream=event.stream_id, kind="CeremonyHeld").values_list("actor", flat=True))
    assert by <= {f"seat:{seat}" for seat in state_of(event).seats}


def test_the_same_seed_weds_the_same():
    assert couples(rehearsed(3)) == couples(rehearsed(3))


def test_without_a_chapel_nobody_asks():
    event = planning(small())
    assert play_between(event, 3, set(), seats=state_of(event).seats, due=lambda seat: True) == 0


def test_the_thread_plays_for_nobody_whose_code_is_out():
    event = with_chapels()
    for row in event.seats.all():
        access.issue_code(row)
    bots = Bots(lambda: [event], seed=3)
    clock = state_of(event).clock
    bots.look(clock.began_at + timedelta(seconds=1))
    bots.look(clock.deadline - timedelta(seconds=1))
    assert priests(state_of(event)) == ()


def test_the_thread_anoints_over_the_phase():
    event = with_chapels()
    bots, clock = Bots(lambda: [event], seed=3), state_of(event).clock
    bots.look(clock.began_at)
    assert len(priests(state_of(event))) < len(small().houses)
    bots.look(clock.deadline - timedelta(seconds=1))
    assert len(priests(state_of(event))) == len(small().houses)
