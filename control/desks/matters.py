"""What waits between people: decisions left to a desk, and what desks owe each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from control.day.clock.phases import turning, waits_words
from control.day.decisions import asking as decisions
from control.day.records import Decision, HandOff
from control.day.state import DayState
from control.desks import matter_forms as forms
from control.desks.ages import age_of
from control.desks.command import initial
from control.desks.frame import Look, look
from control.desks.overview import HERE as OVERVIEW
from control.desks.press import answered, give, question, tap
from control.engine.context import ORGANIZER
from control.engine.ids import TeamId
from control.engine.language import say
from control.people.access import desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register


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
        found = {row.default for row in self.rows}
        return next(iter(found)) if len(found) == 1 else ""

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


def matters_view(seen: Look) -> MattersView:
    """The matters of this viewer's desks; what is another desk's is not shown at all (R-17)."""
    state = seen.state
    own = [each for each in state.decisions if seen.sits_at(each.desk)]
    lying = [each for each in state.hand_offs if seen.sits_at(each.origin, each.to)]
    done = [each for each in own if not decisions.is_open(each) and each.month == state.clock.month]
    taken = [each for each in lying if each.taken_by and each.month == state.clock.month]
    open_to_me = sum(decisions.is_open(each) for each in own) + sum(seen.sits_at(each.to) for each in lying if not each.taken_by)
    return MattersView(
        count=open_to_me,
        several=len(seen.door.desks) > 1 or seen.sits_at(ORGANIZER),
        held=waits_words(state) if turning(state) else "",
        done_words=state.frame.said("done-this-round", count=len(done) + len(taken)) if done or taken else "",
        decisions=grouped(decision_row(seen, each) for each in own if decisions.is_open(each)),
        hand_offs=tuple(hand_off_row(seen, each) for each in lying if not each.taken_by),
        decided=tuple(decision_row(seen, each) for each in reversed(done)),
        taken=tuple(hand_off_row(seen, each) for each in reversed(taken)),
    )


def grouped(rows: Iterable[DecisionRow]) -> tuple[DecisionGroup, ...]:
    """Those of one group together, where the first of them stands."""
    found: dict[tuple[str, str], list[DecisionRow]] = {}
    for row in rows:
        found.setdefault((row.desk, row.group or row.id), []).append(row)
    return tuple(DecisionGroup(rows=tuple(each)) for each in found.values())


def decision_row(seen: Look, decision: Decision) -> DecisionRow:
    """One decision."""
    state = seen.state
    speaker = decisions.speaker(state, decision.team) if decision.team else None
    return DecisionRow(
        id=decision.id,
        desk=state.frame.desk_name(decision.desk),
        question=str(decision.question),
        rule=decision.rule,
        place_name=state.place_name(decision.place) if decision.place else "",
        team=decision.team,
        short=_short(state, decision.team),
        speaker=state.seats[speaker].name if speaker else "",
        answers=tuple(
            Answer(id=each.id, words=str(each.words), short=str(each.short or each.words), default=each.id == decision.default)
            for each in decision.options
        ),
        default=decisions.words_of(decision, decision.default),
        blocks=str(decision.blocks),
        since=decision.since,
        age=age_of(seen.now - decision.since),
        claimed_by=decision.claimed_by,
        mine=decision.claimed_by == seen.door.name,
        outcome=outcome_of(decision),
        group=str(decision.group),
        part=str(decision.part),
    )


def outcome_of(decision: Decision) -> str:
    """What became of a decision; empty while it is open."""
    if decision.closed:
        return say("Asked no more. {why}", why=decision.closed)
    if decision.option is None:
        return ""
    answer = decisions.words_of(decision, decision.option)
    if decision.by_default:
        return say("{answer}, by default", answer=answer)
    return say("{answer}, by {name}", answer=answer, name=decision.decided_by)


def hand_off_row(seen: Look, hand_off: HandOff) -> HandOffRow:
    """One hand-off."""
    frame = seen.state.frame
    return HandOffRow(
        id=hand_off.id,
        origin=frame.desk_name(hand_off.origin),
        to=frame.desk_name(hand_off.to),
        what=str(hand_off.what),
        rule=hand_off.rule,
        by=str(hand_off.by),
        since=hand_off.at,
        age=age_of(seen.now - hand_off.at),
        mine=seen.sits_at(hand_off.to),
        taken_by=hand_off.taken_by,
        taken_at=hand_off.taken_at,
    )


def _short(state: DayState, team: TeamId | None) -> str:
    return next((each.short for each in state.teams if each.id == team), "")


register(
    RegionKind(
        name="matters",
        template="control/desk/_matters.html",
        topics=("decisions", "hand-offs", "clock", "people"),
        view=matters_view,
    )
)


# --- decisions ----------------------------------------------------------------------------------------------------------


@require_POST
def answer(request: HttpRequest, event_id: int) -> HttpResponse:
    """One tap on an answer."""
    return tap(request, desk_or_404(request, event_id), forms.AnswerForm(request.POST), OVERVIEW, *TOPICS)


@require_POST
def claim(request: HttpRequest, event_id: int) -> HttpResponse:
    """I am at it."""
    return tap(request, desk_or_404(request, event_id), forms.ClaimForm(request.POST), OVERVIEW, *TOPICS)


@require_POST
def release(request: HttpRequest, event_id: int) -> HttpResponse:
    """I am not at it any more."""
    return tap(request, desk_or_404(request, event_id), forms.ReleaseForm(request.POST), OVERVIEW, *TOPICS)


TOPICS = ("decisions", "hand-offs", "clock")


@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, event_id: int, decision: str) -> HttpResponse:
    """The whole question, and the answer with a reason."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    found = next((each for each in seen.state.decisions if each.id == decision and seen.sits_at(each.desk)), None)
    if found is None:
        raise Http404(say("No such decision of yours."))
    form = forms.DecideForm(initial=initial(option="", reason=""), decision=found)
    said = None
    if request.method == "POST":
        given = forms.DecideForm(request.POST, decision=found)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, OVERVIEW, *TOPICS)
        form = form if said.stale else given
        seen = look(request, door)
        found = next((each for each in seen.state.decisions if each.id == decision), found)
    context = {"row": decision_row(seen, found), "form": form, "now": seen.now}
    return question(request, door, "control/desk/_decide.html", context, OVERVIEW, said)


# --- hand-offs ----------------------------------------------------------------------------------------------------------


@require_POST
def take(request: HttpRequest, event_id: int) -> HttpResponse:
    """We have it."""
    return tap(request, desk_or_404(request, event_id), forms.TakeForm(request.POST), OVERVIEW, *TOPICS)


@require_http_methods(["GET", "POST"])
def hand_over(request: HttpRequest, event_id: int) -> HttpResponse:
    """Tell another desk what it has to take over."""
    door = desk_or_404(request, event_id)
    frame = look(request, door).state.frame
    form = forms.HandOverForm(initial=initial(origin=forms.usual_desk(door.desks)), desks=door.desks, frame=frame)
    said = None
    if request.method == "POST":
        given = forms.HandOverForm(request.POST, desks=door.desks, frame=frame)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, OVERVIEW, *TOPICS)
        form = form if said.stale else given
    context = {
        "form": form,
        "to": [(desk.id, frame.desk_name(desk.id)) for desk in frame.desks],
        "sample": frame.said("hand-over-sample"),
        "stays": frame.said("hand-over-stays"),
        "rule_sample": frame.rule("hand-over-sample"),
    }
    return question(request, door, "control/desk/_hand_over.html", context, OVERVIEW, said)
