"""Decisions as their desk sees them; no other desk sees that they are there (R-17)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from control.day.ages import age_of
from control.day.decisions.asking import found, speaker, waiting, words_of
from control.day.records import Decision
from control.day.state import DayState
from control.engine.ids import TeamId
from control.engine.language import say
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer to choose from."""

    id: str
    words: str
    short: str
    default: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """A decision as its desk sees it: open, made, or asked no more (`outcome` then says what became of it)."""

    id: str
    desk: str
    question: str
    rule: str
    place_name: str
    team: TeamId | None
    short: str
    speaker: str  # who may answer on the phone
    answers: tuple[Answer, ...]
    default: str
    blocks: str
    since: datetime
    age: str  # "", "warn" or "bad": how long it has waited
    claimed_by: str
    mine: bool
    outcome: str
    group: str  # the question that it shares with others
    part: str  # what it is asked about, where the others are asked about something else


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionGroup:
    """Decisions that ask the same of several things, as one card; or one decision alone. Each keeps its own answer."""

    rows: tuple[DecisionRow, ...]

    @property
    def first(self) -> DecisionRow:
        """What they have in common stands in each of them."""
        return self.rows[0]

    @property
    def several(self) -> bool:
        return len(self.rows) > 1

    @property
    def default(self) -> str:
        """The default when it is the same for all of them, else empty."""
        defaults = {row.default for row in self.rows}
        return next(iter(defaults)) if len(defaults) == 1 else ""

    @property
    def mine(self) -> bool:
        """Is this viewer at all of them?"""
        return all(row.mine for row in self.rows)

    @property
    def claimed_by(self) -> tuple[str, ...]:
        """Who else is at one of them."""
        return tuple(dict.fromkeys(row.claimed_by for row in self.rows if row.claimed_by and not row.mine))

    @property
    def claim(self) -> str:
        """What to say to be at all of them."""
        return "|".join(f"{row.id} {row.claimed_by}".strip() for row in self.rows if not row.mine)

    @property
    def release(self) -> str:
        """What to say to be at none of them."""
        return "|".join(row.id for row in self.rows if row.mine)

    @property
    def age(self) -> str:
        """How long the one has waited that has waited longest."""
        return max((row.age for row in self.rows), key=("", "warn", "bad").index)


def decision_view(state: DayState, viewer: Viewer, decision_id: str, name: str, now: datetime) -> DecisionRow | None:
    """A decision of the viewer's desks, for whoever is called so; None for one that is not theirs."""
    decision = found(state, decision_id)
    return decision_row(state, decision, name, now) if decision is not None and viewer.sees_desk(decision.desk) else None


def waiting_view(state: DayState, viewer: Viewer, name: str, now: datetime) -> tuple[DecisionRow, ...]:
    """The decisions of the viewer's desks that wait for an answer, in the order they were asked."""
    return tuple(decision_row(state, each, name, now) for each in waiting(state) if viewer.sees_desk(each.desk))


def unanswered(state: DayState, viewer: Viewer, blocks: str) -> tuple[str, ...]:
    """What nobody has answered before this step or phase, and what happens by default, a sentence each."""
    return tuple(
        say(
            "Not answered before {blocks}: {question} {answer}, by default.",
            blocks=blocks,
            question=str(each.question),
            answer=words_of(each, each.default),
        )
        for each in waiting(state)
        if viewer.sees_desk(each.desk) and each.blocks == blocks
    )


def decision_row(state: DayState, decision: Decision, name: str, now: datetime) -> DecisionRow:
    """One decision, for somebody at its desk who is called so."""
    who = speaker(state, decision.team) if decision.team else None
    return DecisionRow(
        id=decision.id,
        desk=state.frame.desk_name(decision.desk),
        question=str(decision.question),
        rule=decision.rule,
        place_name=state.place_name(decision.place) if decision.place else "",
        team=decision.team,
        short=next((each.short for each in state.teams if each.id == decision.team), ""),
        speaker=state.seats[who].name if who else "",
        answers=tuple(
            Answer(id=each.id, words=str(each.words), short=str(each.short or each.words), default=each.id == decision.default)
            for each in decision.options
        ),
        default=words_of(decision, decision.default),
        blocks=str(decision.blocks),
        since=decision.since,
        age=age_of(now - decision.since),
        claimed_by=decision.claimed_by,
        mine=decision.claimed_by == name,
        outcome=_outcome_of(decision),
        group=str(decision.group),
        part=str(decision.part),
    )


def _outcome_of(decision: Decision) -> str:
    """What became of a decision; empty while it is open."""
    if decision.closed:
        return say("Asked no more. {why}", why=decision.closed)
    if decision.option is None:
        return ""
    answer = words_of(decision, decision.option)
    if decision.by_default:
        return say("{answer}, by default", answer=answer)
    return say("{answer}, by {name}", answer=answer, name=decision.decided_by)


def grouped(rows: Iterable[DecisionRow]) -> tuple[DecisionGroup, ...]:
    """Those of one group together, where the first of them stands."""
    groups: dict[tuple[str, str], list[DecisionRow]] = {}
    for row in rows:
        groups.setdefault((row.desk, row.group or row.id), []).append(row)
    return tuple(DecisionGroup(rows=tuple(each)) for each in groups.values())


def question_asked(state: DayState, viewer: Viewer, decision_id: str) -> str:
    """The question of a decision, for the desk that it was put to; empty for all others."""
    decision = found(state, decision_id)
    return str(decision.question) if decision is not None and viewer.sees_desk(decision.desk) else ""
