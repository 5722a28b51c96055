"""Past states of an event, at the end of each month."""

from __future__ import annotations

import uuid

import pytest

from control.day.clock.phases import EndPhase, SetClock
from control.engine.context import Actor
from control.journal import desk, history
from control.models import Entry, Stream
from rooms.realm.desks import ALL_DESKS
from rooms.realm.scenario.ids import PHASES, HouseId, Phase, RegionId
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.rooms.hall import Hall

pytestmark = [pytest.mark.django_db(transaction=True)]

CAT, AMN = HouseId("cat"), RegionId("amn")
OLGA = Actor(name="olga", desks=ALL_DESKS)


@pytest.fixture
def hall() -> Hall:
    return Hall(())


def stream(hall: Hall) -> Stream:
    return Stream.objects.get(pk=hall.event.stream_id)


def units(hall: Hall, now: int) -> None:
    before = war_of(hall.state).count(AMN, CAT)
    hall.do(AdjustUnits(region=AMN, house=CAT, before=before, units=now, reason="counted again"))


def end_month(hall: Hall) -> None:
    month = hall.state.clock.month
    while hall.state.clock.month == month:
        hall.do(EndPhase(month=month, phase=hall.state.clock.phase))


def cats_at_end_of(hall: Hall, month: int) -> int | None:
    state = history.state_at_end_of(stream(hall), month)
    return None if state is None else war_of(state).count(AMN, CAT)


def test_each_month_is_seen_as_it_ended(hall):
    units(hall, 5)
    end_month(hall)
    units(hall, 7)
    end_month(hall)
    units(hall, 9)

    assert [cats_at_end_of(hall, month) for month in (0, 1, 2)] == [3, 5, 7]


def test_a_month_that_is_not_over_has_no_end(hall):
    end_month(hall)

    assert cats_at_end_of(hall, 2) is None
    assert cats_at_end_of(hall, 9) is None


def test_what_was_withdrawn_later_never_was(hall):
    units(hall, 5)
    first = Entry.objects.filter(stream=hall.event.stream_id, kind="UnitsAdjusted").latest("seq")
    end_month(hall)
    seen = cats_at_end_of(hall, 1)

    desk.withdraw(stream_id=hall.event.stream_id, entries=[first.seq], reason="miscounted", by=OLGA, command_id=uuid.uuid4())

    assert (seen, cats_at_end_of(hall, 1)) == (5, 3)


def test_a_month_gone_back_to_ends_when_it_ends_again(hall):
    end_month(hall)
    hall.do(SetClock(month=1, phase=Phase.ACTION, seconds=600))
    units(hall, 8)
    open_again = cats_at_end_of(hall, 1)
    for phase in PHASES[PHASES.index(Phase.ACTION) :]:
        hall.do(EndPhase(month=1, phase=phase))

    assert open_again is None
    assert cats_at_end_of(hall, 1) == 8
