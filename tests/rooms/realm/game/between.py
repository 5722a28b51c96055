"""Sample events of hand-offs, decisions and rulings, one of each kind, for the stored samples."""

from __future__ import annotations

from control.day.clock.phases import EndPhase
from control.day.decisions import questions as decisions
from control.day.decisions.answers import ClaimDecision, MakeDecision, ReleaseDecision
from control.day.decisions.questions import DecisionOpened
from control.day.handoffs import HandOver, TakeHandOff
from control.day.records import Decision, Option
from control.day.rulings import RecordRuling, RetractRuling
from control.engine.modules import GameEvent
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from tests.rooms.realm.game.play import COURT_CONTROL, MORNING, WAR_CONTROL, running

WHICH = Decision(
    id="war-1-guard-1",
    desk=Desk.WAR,
    month=1,
    question="Which unit does the Shape in Amn kill?",
    options=(Option(id="cat", words="One of Cat"), Option(id="fox", words="One of Fox")),
    default="cat",
    since=MORNING,
    blocks="Battle",
    rule="R-57",
    team=HouseId("cat"),
    place=RegionId("amn"),
)


def between_desks() -> list[GameEvent]:
    """Events of a day on which a desk decides, hands over and rules."""
    day = running()
    opened = DecisionOpened(decision=WHICH)
    day.state = day.game.evolve(day.state, opened)
    day.happened.append(opened)
    day.do(ClaimDecision(decision=WHICH.id), by=WAR_CONTROL)
    day.do(ReleaseDecision(decision=WHICH.id), by=WAR_CONTROL)
    day.do(MakeDecision(decision=WHICH.id, option="fox", reason="the stronger"), by=WAR_CONTROL)
    day.happened += decisions.update_questions(day.state, (), WHICH.id)
    day.do(RecordRuling(rule="GE-WAR-42", text="A draw is a defeat", because="nobody held it", desk=Desk.WAR), by=WAR_CONTROL)
    day.do(RetractRuling(ruling=1, reason="read again"), by=WAR_CONTROL)
    day.until(1, Phase.RETURN)
    day.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="The Court is trapped", rule="GE-SOV-17"), by=WAR_CONTROL)
    day.do(EndPhase(month=1, phase=Phase.RETURN, anyway="they know"))
    day.do(TakeHandOff(hand_off=1), by=COURT_CONTROL)
    return day.happened
