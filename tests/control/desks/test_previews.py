"""What a question foretells: only what can be foreseen, and nothing out of a sealed sheet."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from control.clock.shapes import began_at
from control.day.clock.phases import EndPhase, GoBack, SetClock
from control.day.state import Stage
from control.day.timetable import last_month
from control.engine.refused import Refused
from control.journal import desk
from rooms.realm.scenario.ids import Phase
from tests.control.desks.conftest import OLGA
from tests.scenarios import small

pytestmark = pytest.mark.django_db


def test_the_end_of_action_does_not_pretend_to_know_sealed_sheets(action, organizer):
    asked = organizer.fragment("clock/end/").content.decode()

    assert "what they do cannot be foreseen" in asked
    assert "Orders of month 1" not in asked


def test_the_end_of_return_is_foretold(action, organizer):
    action.go_to(Phase.RETURN)

    asked = organizer.fragment("clock/end/").content.decode()

    assert "cannot be foreseen" not in asked
    assert "Return, month 1, ended by hand." in asked


def test_the_end_of_movement_says_what_becomes_of_the_undecided(running, organizer):
    running.go_to(Phase.MOVEMENT)

    asked = organizer.fragment("clock/end/").content.decode()

    assert "Who has chosen no room by then is in none" in asked


def test_a_preview_tells_whether_it_would_open_sealed_sheets(action):
    stream, month = action.event.stream_id, action.state.clock.month

    ending = desk.preview(stream_id=stream, command=EndPhase(month=month, phase=Phase.ACTION), by=OLGA)
    going_back = desk.preview(stream_id=stream, command=GoBack(month=month, phase=Phase.ACTION), by=OLGA)

    assert (ending.sealed, going_back.sealed) == (True, False)


def test_a_preview_refuses_what_the_command_would(running):
    with pytest.raises(Refused):
        desk.preview(stream_id=running.event.stream_id, command=EndPhase(month=9, phase=Phase.ACTION), by=OLGA)


def test_the_clock_of_a_day_that_is_over_can_still_be_set(running, organizer):
    running.do(SetClock(month=last_month(small()), phase=Phase.RETURN, seconds=60))
    running.do(EndPhase(month=last_month(small()), phase=Phase.RETURN))

    page = organizer.get("clock/").content.decode()

    assert running.state.clock.stage is Stage.OVER
    assert f'hx-get="{organizer.at("clock/set/")}"' in page


def test_the_timetable_knows_when_each_month_began(running):
    began = running.state.clock.began_at  # the fixture's day stands in the first phase of month 1
    for phase in Phase:
        running.do(EndPhase(month=1, phase=phase))
    again = running.state.clock.began_at

    months = began_at(SimpleNamespace(door=SimpleNamespace(event=running.event)))

    assert list(months) == [1, 2]
    assert months[1] <= began <= again == months[2]
