"""Hand-offs between desks have an owner. The month cannot end before they are taken over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.day import handoffs, timetable
from control.day.clock.dues import dues
from control.day.clock.phase_events import MonthEndedAnyway, PhaseEnded
from control.day.clock.phases import EndPhase, blocking_hand_offs, waiting_words
from control.day.clock.steps import LetStepsRun
from control.day.handoffs import HandOver, TakeHandOff
from control.day.state import DayStage
from control.engine.context import THE_CLOCK, Actor, DecisionContext
from control.engine.refusal import Refused, Stale
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase
from tests.rooms.realm.game.play import COURT_CONTROL, ORGANIZER, SHARED, WAR_CONTROL, Day, running

COUP = HandOver(origin=Desk.WAR, to=Desk.COURT, what="The Court is trapped in Amn", rule="GE-SOV-17")
OTHER_COURT = Actor(name="carl", desks=frozenset({Desk.COURT}))


def owing(month: int = 1) -> Day:
    """The Return of a month with an open hand-off to Court Control."""
    day = running().until(month, Phase.RETURN)
    day.do(COUP, by=WAR_CONTROL)
    return day


def refusal(day: Day, command: object, by: Actor) -> Refused:
    """The refusal of a command."""
    with pytest.raises(Refused) as no:
        SHARED.decided(day.state, command, DecisionContext(by=by, at=day.now))
    return no.value


def deadline(day: Day):
    """End of the running phase."""
    assert day.state.clock.deadline is not None
    return day.state.clock.deadline


def test_a_hand_off_is_open_until_somebody_there_has_it():
    day = owing()
    assert [each.what for each in handoffs.open_hand_offs(day.state)] == ["The Court is trapped in Amn"]

    day.do(TakeHandOff(hand_off=1), by=COURT_CONTROL, after=5)

    assert handoffs.open_hand_offs(day.state) == ()
    assert day.state.hand_offs[0].taken_by == "cora"
    assert handoffs.last_taken_at(day.state) == day.now


def test_the_journal_says_which_of_two_was_taken_over():
    day = owing()
    day.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="A castle fell"), by=WAR_CONTROL)

    (taken,) = day.do(TakeHandOff(hand_off=2), by=COURT_CONTROL)

    assert SHARED.explain(taken, day.state) == "Cora took over: A castle fell."


def test_it_is_taken_over_once_and_by_whom_it_was_given():
    day = owing()
    assert refusal(day, TakeHandOff(hand_off=1), WAR_CONTROL).code == "not-yours"
    assert isinstance(refusal(day, TakeHandOff(hand_off=2), COURT_CONTROL), Stale)

    day.do(TakeHandOff(hand_off=1), by=COURT_CONTROL)

    assert refusal(day, TakeHandOff(hand_off=1), OTHER_COURT).sentence == "cora has taken it over already."


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (HandOver(origin=Desk.COURT, to=Desk.WAR, what="x"), "You do not sit at Court Control."),
        (HandOver(origin=Desk.WAR, to=Desk.WAR, what="x"), "Hand it over to another desk than your own."),
        (HandOver(origin=Desk.WAR, to="war", what="x"), "Hand it over to another desk than your own."),  # as a form says it
        (HandOver(origin=Desk.WAR, to=Desk.COURT, what="  "), "Say what the other desk has to take over."),
        (HandOver(origin=Desk.WAR, to=Desk.COURT, what="x" * 301), "Say it in 300 characters."),
    ],
)
def test_what_cannot_be_handed_over(command, says):
    assert refusal(running(), command, WAR_CONTROL).sentence == says


def test_rooms_that_owe_two_things_at_once_give_each_its_number():
    state = running().state
    owed = [
        handoffs.new_hand_off(state, origin=Desk.WAR, to=to, what="a coup", at=running().now, by="the War Room", further=number)
        for number, to in enumerate((Desk.COURT, Desk.CEREMONY))
    ]
    for each in owed:
        state = SHARED.evolve(state, each)

    assert [each.id for each in state.hand_offs] == [1, 2]
    assert handoffs.broken_hand_offs(state) == ()


def test_the_clock_does_not_end_a_month_that_waits():
    day = owing()
    day.now = deadline(day)

    assert [due for due in dues(day.state) if isinstance(due.command, EndPhase)] == []
    no = refusal(day, EndPhase(month=1, phase=Phase.RETURN), THE_CLOCK)
    assert no.sentence == "Month 1 waits for Court Control to take over what was handed over."
    assert no.code == "held"


def test_nor_does_the_organizer_without_a_reason():
    day = owing()

    assert refusal(day, EndPhase(month=1, phase=Phase.RETURN), ORGANIZER).code == "held"
    assert refusal(day, EndPhase(month=1, phase=Phase.RETURN, anyway="  "), ORGANIZER).code == "held"


def test_the_organizer_ends_it_anyway_with_a_reason_and_the_debt_stays():
    day = owing()

    happened = day.do(EndPhase(month=1, phase=Phase.RETURN, anyway="carl will read it at lunch"), by=ORGANIZER)

    assert happened[0] == MonthEndedAnyway(month=1, reason="carl will read it at lunch", hand_offs=(1,))
    assert day.state.clock.month == 2
    assert blocking_hand_offs(day.state) == day.state.hand_offs
    day.until(2, Phase.RETURN)
    assert refusal(day, EndPhase(month=2, phase=Phase.RETURN), ORGANIZER).code == "held"


def test_the_month_ends_when_the_last_hand_off_is_taken_over_after_its_deadline():
    day = owing()
    end = deadline(day)
    planned = timetable.drift(day.state, end)
    day.now = end + timedelta(seconds=95)
    day.do(TakeHandOff(hand_off=1), by=COURT_CONTROL)
    taken = day.now

    assert [due.at for due in dues(day.state)] == [end]
    happened = day.do(EndPhase(month=1, phase=Phase.RETURN), by=THE_CLOCK, after=1)

    assert next(each.at for each in happened if isinstance(each, PhaseEnded)) == taken
    assert day.state.clock.began_at == taken
    assert timetable.drift(day.state, day.now) - planned == timedelta(seconds=95)


def test_what_was_taken_over_in_time_changes_nothing():
    day = owing()
    day.do(TakeHandOff(hand_off=1), by=COURT_CONTROL, after=3)
    end = deadline(day)

    day.now = end
    happened = day.do(EndPhase(month=1, phase=Phase.RETURN), by=THE_CLOCK)

    assert next(each.at for each in happened if isinstance(each, PhaseEnded)) == end


def test_other_phases_wait_for_nobody():
    day = running()
    day.do(COUP, by=WAR_CONTROL)

    day.until(1, Phase.RETURN)

    assert day.state.clock.phase == Phase.RETURN
    assert waiting_words(day.state).startswith("Month 1 waits for Court Control")


def test_a_rehearsal_waits_for_nobody():
    day = owing()
    day.do(LetStepsRun(on=True))

    assert blocking_hand_offs(day.state) == ()
    day.now = deadline(day)
    day.do(EndPhase(month=1, phase=Phase.RETURN), by=THE_CLOCK)
    assert day.state.clock.month == 2


def test_the_last_month_waits_too():
    day = owing(10)
    day.now = deadline(day)
    assert refusal(day, EndPhase(month=10, phase=Phase.RETURN), THE_CLOCK).code == "held"

    day.do(TakeHandOff(hand_off=1), by=COURT_CONTROL)
    day.do(EndPhase(month=10, phase=Phase.RETURN), by=THE_CLOCK)

    assert day.state.clock.stage is DayStage.OVER


def test_every_desk_that_is_waited_for_is_named_and_what_it_is_stays_between_two():
    day = owing()
    day.do(HandOver(origin=Desk.COURT, to=Desk.CEREMONY, what="A funeral"), by=COURT_CONTROL)
    day.do(HandOver(origin=Desk.UNDERGROUND, to=Desk.COURT, what="Another"), by=ORGANIZER)

    assert waiting_words(day.state) == "Month 1 waits for Court Control and the Ceremony desk to take over what was handed over."
    readers = SHARED.events[handoffs.HandedOver].readers
    assert readers is not None
    assert readers(handoffs.HandedOver(hand_off=day.state.hand_offs[0]), day.state) == {Desk.WAR, Desk.COURT}
    assert waiting_words(running().state) == ""
