"""What waits at each desk: decisions and hand-offs, with their age (R-17). A desk sees only its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from msgspec import Struct

from control.day import handoffs
from control.day.clock.phases import blocking_hand_offs
from control.day.clock.view import waiting_words_for
from control.day.decisions import questions as decisions
from control.day.decisions.questions import find_decision, open_decisions, option_words, speaker
from control.day.records import Decision, HandOff
from control.day.state import DayStage, DayState
from control.engine.context import ORGANIZER
from control.engine.ids import DeskId, TeamId
from control.engine.language import say
from control.engine.viewer import Viewer

# === age of a matter ====================================================================================================

WAITED_LONG = timedelta(minutes=2)
WAITED_TOO_LONG = timedelta(minutes=5)


def age_of(waited: timedelta) -> str:
    """How a page marks this waiting time: "", "warn" or "bad"."""
    return "bad" if waited >= WAITED_TOO_LONG else "warn" if waited >= WAITED_LONG else ""


# === decisions of a desk ================================================================================================

# A decision is visible only to its own desk.


class TaskAnswer(Struct, frozen=True, kw_only=True):
    """One possible answer."""

    id: str
    words: str
    short: str
    default: bool


class DecisionRow(Struct, frozen=True, kw_only=True):
    """A decision on its desk's page. `outcome`: the answer or why it was closed, "" while it is open."""

    id: str
    desk: str
    question: str
    rule: str
    place_name: str
    team: TeamId | None
    short: str
    speaker: str  # who may answer on the phone
    answers: tuple[TaskAnswer, ...]
    default: str
    blocks: str
    since: datetime
    age: str  # "", "warn" or "bad": how long it has waited
    claimed_by: str
    mine: bool
    outcome: str
    group: str  # the shared question of several decisions
    part: str  # the subject of this one within the group


class DecisionGroup(Struct, frozen=True, kw_only=True):
    """One card: decisions with a shared question, or a single decision. Each keeps its own answer."""

    rows: tuple[DecisionRow, ...]

    @property
    def first(self) -> DecisionRow:
        """The first decision, for the fields that all of them share."""
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
        """Has the viewer claimed all of them?"""
        return all(row.mine for row in self.rows)

    @property
    def claimed_by(self) -> tuple[str, ...]:
        """Names of other people who have claimed one of them."""
        return tuple(dict.fromkeys(row.claimed_by for row in self.rows if row.claimed_by and not row.mine))

    @property
    def claim(self) -> str:
        """The form value that claims the decisions not yet claimed by the viewer."""
        return "|".join(f"{row.id} {row.claimed_by}".strip() for row in self.rows if not row.mine)

    @property
    def release(self) -> str:
        """The form value that releases the decisions claimed by the viewer."""
        return "|".join(row.id for row in self.rows if row.mine)

    @property
    def age(self) -> str:
        """The age mark of the oldest decision."""
        return max((row.age for row in self.rows), key=("", "warn", "bad").index)


def decision_view(state: DayState, viewer: Viewer, decision_id: str, name: str, now: datetime) -> DecisionRow | None:
    """A decision of the viewer's desks; None for any other. `name`: the viewer's name, to mark own claims."""
    decision = find_decision(state, decision_id)
    return decision_row(state, decision, name, now) if decision is not None and viewer.sees_desk(decision.desk) else None


def waiting_view(state: DayState, viewer: Viewer, name: str, now: datetime) -> tuple[DecisionRow, ...]:
    """Open decisions of the viewer's desks, oldest first."""
    return tuple(decision_row(state, each, name, now) for each in open_decisions(state) if viewer.sees_desk(each.desk))


def unanswered_words(state: DayState, viewer: Viewer, blocks: str) -> tuple[str, ...]:
    """One sentence for each open decision that this step or phase closes, with its default answer."""
    return tuple(
        say(
            "Not answered before {blocks}: {question} {answer}, by default.",
            blocks=blocks,
            question=str(each.question),
            answer=option_words(each, each.default),
        )
        for each in open_decisions(state)
        if viewer.sees_desk(each.desk) and each.blocks == blocks
    )


def decision_row(state: DayState, decision: Decision, name: str, now: datetime) -> DecisionRow:
    """The row of one decision, for somebody with this name at its desk."""
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
            TaskAnswer(id=each.id, words=str(each.words), short=str(each.short or each.words), default=each.id == decision.default)
            for each in decision.options
        ),
        default=option_words(decision, decision.default),
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
    if decision.closed:
        return say("Asked no more. {why}", why=decision.closed)
    if decision.option is None:
        return ""
    answer = option_words(decision, decision.option)
    if decision.by_default:
        return say("{answer}, by default", answer=answer)
    return say("{answer}, by {name}", answer=answer, name=decision.decided_by)


def group_rows(rows: Iterable[DecisionRow]) -> tuple[DecisionGroup, ...]:
    """Put decisions of one group together, at the place of the first."""
    groups: dict[tuple[str, str], list[DecisionRow]] = {}
    for row in rows:
        groups.setdefault((row.desk, row.group or row.id), []).append(row)
    return tuple(DecisionGroup(rows=tuple(each)) for each in groups.values())


def question_asked(state: DayState, viewer: Viewer, decision_id: str) -> str:
    """The question of a decision, for its desk; "" for all others."""
    decision = find_decision(state, decision_id)
    return str(decision.question) if decision is not None and viewer.sees_desk(decision.desk) else ""


# === all that waits =====================================================================================================

# Everything that waits at a viewer's desks: decisions and hand-offs.


class HandOffRow(Struct, frozen=True, kw_only=True):
    """A hand-off, as one of its two desks sees it."""

    id: int
    origin: str
    to: str
    what: str
    rule: str
    by: str
    since: datetime
    age: str
    mine: bool  # may the viewer take it over?
    taken_by: str
    taken_at: datetime | None


class DeskTask(Struct, frozen=True, kw_only=True):
    """A room's task that its desk must look at now.

    `place`: the piece of the desk's page where it is done; a screen replaces it with the address.
    `page`: the page below the desk's own page, "" for the desk's own page.
    """

    desk: DeskId
    words: str
    rule: str
    place: str
    page: str = ""


class MattersView(Struct, frozen=True, kw_only=True):
    """What waits at the viewer's desks, and what was settled this month. `held`: whom the end of the month waits for, in words."""

    count: int
    several: bool  # does this viewer sit at more than one desk?
    held: str
    done_words: str
    decisions: tuple[DecisionGroup, ...]
    hand_offs: tuple[HandOffRow, ...]
    decided: tuple[DecisionRow, ...]
    taken: tuple[HandOffRow, ...]
    looked: tuple[DeskTask, ...] = ()  # tasks of the rooms, shown first


def matters_view(state: DayState, viewer: Viewer, name: str, now: datetime) -> MattersView:
    """The matters of the viewer's desks; another desk's are never shown (R-17). `name`: the viewer's name, to mark own claims."""
    own = [each for each in state.decisions if viewer.sees_desk(each.desk) and _is_answer_effective(state, each)]
    lying = [each for each in state.hand_offs if _is_between_own_desks(each, viewer)]
    done = [each for each in own if not decisions.is_open(each) and each.month == state.clock.month]
    taken = [each for each in lying if each.taken_by and each.month == state.clock.month]
    return MattersView(
        count=len(waiting_times_of_viewer(state, viewer)),
        several=len(viewer.desks) > 1 or viewer.sees_desk(ORGANIZER),
        held=waiting_words_for(state, viewer),
        done_words=state.frame.said("done-this-round", count=len(done) + len(taken)) if done or taken else "",
        decisions=group_rows(decision_row(state, each, name, now) for each in own if decisions.is_open(each)),
        hand_offs=tuple(_hand_off_row(state, viewer, each, now) for each in lying if not each.taken_by),
        decided=tuple(decision_row(state, each, name, now) for each in reversed(done)),
        taken=tuple(_hand_off_row(state, viewer, each, now) for each in reversed(taken)),
    )


def blocking_hand_offs_view(state: DayState, viewer: Viewer, now: datetime) -> tuple[HandOffRow, ...]:
    """Hand-offs that hold the end of the month and involve one of the viewer's desks; oldest first."""
    return tuple(
        _hand_off_row(state, viewer, each, now) for each in blocking_hand_offs(state) if _is_between_own_desks(each, viewer)
    )


def waiting_times_of_viewer(state: DayState, viewer: Viewer) -> tuple[datetime, ...]:
    """Start times of everything that waits for the viewer: decisions and hand-offs to take over."""
    return _waiting_times(state, viewer.sees_desk)


def waiting_times_at(state: DayState, viewer: Viewer, desk: DeskId) -> tuple[datetime, ...]:
    """Start times of everything that waits at one desk. The whole control team may know how much waits, but not what."""
    return _waiting_times(state, lambda each: each == desk) if viewer.staff else ()


def _waiting_times(state: DayState, of: Callable[[DeskId], bool]) -> tuple[datetime, ...]:
    return (
        *(each.since for each in decisions.open_decisions(state) if of(each.desk) and _is_answer_effective(state, each)),
        *(each.at for each in handoffs.open_hand_offs(state) if of(each.to)),
    )


def _is_answer_effective(state: DayState, decision: Decision) -> bool:
    """Does the decision still matter? After the day no answer has effect, so open decisions do not wait."""
    return state.clock.stage is not DayStage.OVER or not decisions.is_open(decision)


def _is_between_own_desks(hand_off: HandOff, viewer: Viewer) -> bool:
    """Does the viewer sit at one of the hand-off's two desks?"""
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
