"""Matters that wait between people, as the desks see what is for them: decisions and hand-offs, and for how long (R-17)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from control.day import handoffs
from control.day.clock.phases import held_by
from control.day.clock.view import held_words
from control.day.decisions import questions as decisions
from control.day.decisions.questions import found, speaker, waiting, words_of
from control.day.records import Decision, HandOff
from control.day.state import DayState, Stage
from control.engine.context import ORGANIZER
from control.engine.ids import DeskId, TeamId
from control.engine.language import say
from control.engine.viewer import Viewer

# === age of a matter ====================================================================================================

# How long things have waited: what is marked, and when.


WAITED_LONG = timedelta(minutes=2)
WAITED_TOO_LONG = timedelta(minutes=5)


def age_of(waited: timedelta) -> str:
    """How a page marks what has waited so long: not at all, "warn", or "bad"."""
    return "bad" if waited >= WAITED_TOO_LONG else "warn" if waited >= WAITED_LONG else ""


# === decisions of a desk ================================================================================================

# Decisions as their desk sees them; no other desk sees that they are there.


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


# === all that waits =====================================================================================================

# What waits between people, as the desks see it that it is for: decisions left to them, and what they owe each other.


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOffRow:
    """Something handed over, as one of the two desks sees it."""

    id: int
    origin: str
    to: str
    what: str
    rule: str
    by: str
    since: datetime
    age: str
    mine: bool  # to take over
    taken_by: str
    taken_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Something of a room that its desk has to look at now: `place` is the piece of that desk's page where it is done,
    once a screen shows it the address of that; `page` is the page below the desk's own where it stands, "" for that itself."""

    desk: DeskId
    words: str
    rule: str
    place: str
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MattersView:
    """What waits for this viewer's desks, and what became of the rest of this month. `held` says whom the month waits for."""

    count: int
    several: bool  # does this viewer sit at more than one desk?
    held: str
    done_words: str
    decisions: tuple[DecisionGroup, ...]
    hand_offs: tuple[HandOffRow, ...]
    decided: tuple[DecisionRow, ...]
    taken: tuple[HandOffRow, ...]
    looked: tuple[Waiting, ...] = ()  # what the rooms want looked at, first


def matters_view(state: DayState, viewer: Viewer, name: str, now: datetime) -> MattersView:
    """The matters of this viewer's desks, for whoever is called so; what is another desk's is not shown at all (R-17)."""
    own = [each for each in state.decisions if viewer.sees_desk(each.desk) and _acts(state, each)]
    lying = [each for each in state.hand_offs if _lies_at(each, viewer)]
    done = [each for each in own if not decisions.is_open(each) and each.month == state.clock.month]
    taken = [each for each in lying if each.taken_by and each.month == state.clock.month]
    return MattersView(
        count=len(waiting_since(state, viewer)),
        several=len(viewer.desks) > 1 or viewer.sees_desk(ORGANIZER),
        held=held_words(state, viewer),
        done_words=state.frame.said("done-this-round", count=len(done) + len(taken)) if done or taken else "",
        decisions=grouped(decision_row(state, each, name, now) for each in own if decisions.is_open(each)),
        hand_offs=tuple(_hand_off_row(state, viewer, each, now) for each in lying if not each.taken_by),
        decided=tuple(decision_row(state, each, name, now) for each in reversed(done)),
        taken=tuple(_hand_off_row(state, viewer, each, now) for each in reversed(taken)),
    )


def held_view(state: DayState, viewer: Viewer, now: datetime) -> tuple[HandOffRow, ...]:
    """The hand-offs that keep the month from ending, as far as they lie at the viewer's desks; oldest first."""
    return tuple(_hand_off_row(state, viewer, each, now) for each in held_by(state) if _lies_at(each, viewer))


def waiting_since(state: DayState, viewer: Viewer) -> tuple[datetime, ...]:
    """Since when each thing waits for the viewer: decisions of the own desks, and what these have to take over."""
    return _since(state, viewer.sees_desk)


def waiting_at(state: DayState, viewer: Viewer, desk: DeskId) -> tuple[datetime, ...]:
    """Since when each thing waits at one desk: the whole control team may know how much, not what."""
    return _since(state, lambda each: each == desk) if viewer.staff else ()


def _since(state: DayState, of: Callable[[DeskId], bool]) -> tuple[datetime, ...]:
    return (
        *(each.since for each in decisions.waiting(state) if of(each.desk) and _acts(state, each)),
        *(each.at for each in handoffs.untaken(state) if of(each.to)),
    )


def _acts(state: DayState, decision: Decision) -> bool:
    """Once the day is over no answer acts any more: what is open then waits for nobody."""
    return state.clock.stage is not Stage.OVER or not decisions.is_open(decision)


def _lies_at(hand_off: HandOff, viewer: Viewer) -> bool:
    """Does it lie between two desks of which the viewer's is one?"""
    return viewer.sees_desk(hand_off.origin) or viewer.sees_desk(hand_off.to)


def _hand_off_row(state: DayState, viewer: Viewer, hand_off: HandOff, now: datetime) -> HandOffRow:
    frame = state.frame
    return HandOffRow(
        id=hand_off.id,
        origin=frame.desk_name(hand_off.origin),
        to=frame.desk_name(hand_off.to),
        what=str(hand_off.what),
        rule=hand_off.rule,
        by=str(hand_off.by),
        since=hand_off.at,
        age=age_of(now - hand_off.at),
        mine=viewer.sees_desk(hand_off.to),
        taken_by=hand_off.taken_by,
        taken_at=hand_off.taken_at,
    )
