"""Race of the phase's end with the last card and several workers: one end and one settlement in any order."""

from __future__ import annotations

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from control.clock import clockwork
from control.day.clock.phases import EndPhase
from control.engine.context import Actor
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.models import Entry, Stream
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase
from rooms.tables.access import person_of_seat
from rooms.tables.game.play import Play
from rooms.tables.game.state import TableStage
from rooms.tables.models import Table, TablePermit
from tests.control.phones import CAT_1, OLGA, WOLF_1, Day
from tests.rooms.tables.shop import Phone, state_of, table_of
from tests.rooms.tables.toy import Choose
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def together(*calls):
    """Run each call in a thread of its own, all at once. Return each result or refusal."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        try:
            barrier.wait(timeout=PATIENCE)
            return call()
        except Refused as no:
            return no
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


@pytest.mark.parametrize("swap", [False, True])
def test_the_last_card_and_the_end_of_the_phase_at_one_moment(toy, swap):
    day = Day().here(CAT_1, WOLF_1).until(Phase.ACTION, month=2)
    TablePermit.objects.create(event=day.event, players=True)
    for seat in (CAT_1, WOLF_1):
        if (before := day.state.seats[seat].purse.power) != 5:
            day.do(AdjustPower(seat=seat, before=before, power=5, reason="chips"))
    cat, wolf = Phone(day.phone(CAT_1)), Phone(day.phone(WOLF_1))
    code = cat.open(chairs="2", seconds="0", stake_kind="power", stake_amount="2")
    wolf.press(code, "sit")
    cat.press(code, "begin")
    cat.play(code)
    stream = table_of(code).stream_id
    last = Play(chair=1, turn=0, action=Choose(swap=swap))
    by = Actor(seat=person_of_seat(day.event.pk, WOLF_1))

    def play():
        return desk.perform(stream_id=stream, command=last, by=by, command_id=uuid.uuid4())

    def end():
        desk.perform(stream_id=day.event.stream_id, command=EndPhase(month=2, phase=Phase.ACTION), by=OLGA, command_id=uuid.uuid4())
        return clockwork.carry_out_all_due()

    together(play, end, clockwork.carry_out_all_due, clockwork.carry_out_all_due)
    clockwork.carry_out_all_due()

    state = state_of(code)
    powers = sorted(day.state.seats[seat].purse.power for seat in (CAT_1, WOLF_1))
    assert powers == ([3, 7] if state.stage is TableStage.OVER else [5, 5])
    assert state.cut_off == (state.stage is TableStage.CLOSED)
    assert Entry.objects.filter(stream=day.event.stream_id, kind="StakeSettled").count() == 1
    assert Entry.objects.filter(stream=stream, kind__in=("GameEnded", "TableClosed")).count() == 1
    assert (Table.objects.get().settled, Table.objects.get().bound) == (True, False)
    row = Stream.objects.get(pk=stream)
    assert journal.play_of(row).encode(journal.state_at(row, row.head, from_zero=True)) == bytes(row.state)
