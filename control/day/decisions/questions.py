"""What a team is asked, as the phone of who speaks for it shows it."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.decisions import asking as decisions
from control.day.records import Decision, Option
from control.day.state import DayState
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One decision of the team: open with its options, or answered. `by` says how it was answered."""

    id: str
    question: str
    rule: str
    options: tuple[Option, ...]
    default: str
    blocks: str
    answer: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """What this player answers for the team, the open ones first; `heading` and `once` say in the game's words that it does."""

    open: tuple[Question, ...]
    answered: tuple[Question, ...]
    heading: str
    once: str


def questions(state: DayState, viewer: Viewer) -> Questions:
    """What the team of the player who looks is asked this month; nothing for who does not speak for it."""
    seat = viewer.player
    team = state.seats[seat].team
    speaks = decisions.speaker(state, team) == seat
    own = [each for each in state.decisions if each.team == team and not each.closed] if speaks else []
    return Questions(
        open=tuple(_question(each, state, seat) for each in own if each.option is None),
        answered=tuple(_question(each, state, seat) for each in own if each.option is not None and each.month == state.clock.month),
        heading=state.frame.said("your-team"),
        once=state.frame.said("answer-once"),
    )


def _question(decision: Decision, state: DayState, seat: SeatId) -> Question:
    return Question(
        id=decision.id,
        question=str(decision.question),
        rule=decision.rule,
        options=decision.options,
        default=decisions.words_of(decision, decision.default),
        blocks=str(decision.blocks),
        answer=decisions.words_of(decision, decision.option) if decision.option is not None else "",
        by=_by(decision, state, seat),
    )


def _by(decision: Decision, state: DayState, seat: SeatId) -> str:
    """Who answered, as the team may know it: Control is one voice on a phone."""
    if decision.option is None:
        return ""
    if decision.by_default:
        return say("nobody answered in time")
    if decision.decided_by == state.seats[seat].name:
        return say("you")
    names = {each.name for each in state.seats.values() if each.team == decision.team}
    return decision.decided_by if decision.decided_by in names else say("Control")
