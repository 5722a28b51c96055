"""Questions of decisions: how a room asks and reads answers, and the view for a team's phone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from control.day.people import lookup as people
from control.day.records import Decision, Option
from control.day.state import DayState, S
from control.engine.context import ORGANIZER, Actor
from control.engine.ids import DeskId, SeatId, TeamId
from control.engine.language import say
from control.engine.modules import EventHandler, GameEvent, Invalidation
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.viewer import Viewer

# === questions of a room ================================================================================================

AGAIN = "~"  # "mines-3-gate-1~2": asked a second time, because the question has changed


# --- events -------------------------------------------------------------------------------------------------------------


class DecisionOpened(Struct, frozen=True, kw_only=True):
    decision: Decision


class DecisionClosed(Struct, frozen=True, kw_only=True):
    """A question was withdrawn, because its subject has changed."""

    id: str
    why: Told


@as_reason("decisions.changed")
def changed() -> str:
    return say("What it was about has changed.")


# --- what rooms call ----------------------------------------------------------------------------------------------------


def update_questions(
    state: DayState, wanted: Iterable[Decision], prefix: str, moot: Iterable[Decision] = ()
) -> tuple[GameEvent, ...]:
    """Make the questions with this id prefix exactly the wanted ones.

    Questions already asked stay. Missing ones are opened; those no longer wanted are closed. An open question with other options or
    another default is closed and opened again, with a number behind its id.
    A person's answer stays valid while its option is possible, even if the question is `moot` (nobody would be asked now).
    It becomes valid again when its option is possible again, unless somebody has answered differently since.
    """
    wanted_by_id = {each.id: each for each in wanted}
    still = {each.id: each for each in moot} | wanted_by_id
    there = {original_id(each.id): each for each in standing(state, prefix)}
    closed: list[GameEvent] = [
        DecisionClosed(id=there[name].id, why=changed())
        for name in sorted(there)
        if not (_is_answer_still_possible(there[name], still.get(name)) or _is_same_question(there[name], wanted_by_id.get(name)))
    ]
    opened: list[GameEvent] = [
        DecisionOpened(decision=_with_earlier_answer(state, replace(each, id=_next_id(state, each.id))))
        for each in wanted_by_id.values()
        if each.id not in there or not (_is_answer_still_possible(there[each.id], each) or _is_same_question(there[each.id], each))
    ]
    return (*closed, *opened)


def ask_again(state: DayState, wanted: Decision) -> tuple[GameEvent, ...]:
    """Ask again under the same id, because an earlier answer has been carried out already."""
    closed = [DecisionClosed(id=each.id, why=changed()) for each in standing(state, wanted.id) if original_id(each.id) == wanted.id]
    return (*closed, DecisionOpened(decision=replace(wanted, id=_next_id(state, wanted.id))))


def answer(state: DayState, decision_id: str) -> str | None:
    """The chosen option; None while the question is open or not asked. `decision_id`: the id with or without its number."""
    return next((each.option for each in standing(state, decision_id) if decision_id in (each.id, original_id(each.id))), None)


def chosen_options(state: DayState, prefix: str) -> Mapping[str, str]:
    """All answers with this id prefix, by the id that the room used."""
    return {original_id(each.id): each.option for each in standing(state, prefix) if each.option is not None}


def original_id(decision_id: str) -> str:
    """The id that the room used, without the number of a repeated question."""
    return decision_id.partition(AGAIN)[0]


# --- questions ----------------------------------------------------------------------------------------------------------


def open_decisions(state: DayState) -> tuple[Decision, ...]:
    """Open decisions, oldest first."""
    return tuple(each for each in state.decisions if is_open(each))


def is_open(decision: Decision) -> bool:
    """Does the decision wait for an answer?"""
    return decision.option is None and not decision.closed


def option_words(decision: Decision, option: str) -> str:
    """The words of an option."""
    return next((str(each.words) for each in decision.options if each.id == option), option)


def speaker(state: DayState, team: TeamId) -> SeatId | None:
    """The player who answers for a team: the highest rank present. None if nobody is present."""
    return next((seat.id for seat in people.members(state, team) if seat.here), None)


def current_decisions(state: DayState, month: int) -> tuple[Decision, ...]:
    """The decisions to keep when a month begins: those of that month and all open ones."""
    return tuple(each for each in state.decisions if each.month >= month or is_open(each))


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_opened(state: S, happened: DecisionOpened) -> S:
    return replace(state, decisions=(*state.decisions, happened.decision))


def evolve_closed(state: S, happened: DecisionClosed) -> S:
    return with_decision(state, happened.id, closed=happened.why)


def broken_decisions(state: DayState) -> tuple[str, ...]:
    """Check that ids are unique, and that default and answer are among the options."""
    found = []
    ids = [each.id for each in state.decisions]
    if len(set(ids)) != len(ids):
        found.append(say("Two decisions bear one id."))
    for each in state.decisions:
        options = {option.id for option in each.options}
        if each.default not in options or (each.option is not None and each.option not in options):
            found.append(say("The decision “{question}” stands on an answer that nobody may give.", question=each.question))
    return tuple(found)


# --- small parts --------------------------------------------------------------------------------------------------------


def standing(state: DayState, prefix: str) -> tuple[Decision, ...]:
    return tuple(each for each in state.decisions if each.id.startswith(prefix) and not each.closed)


def _is_answer_still_possible(standing: Decision, wanted: Decision | None) -> bool:
    """Is a person's answer still possible? An answer by default does not count."""
    if wanted is None or standing.option is None or standing.by_default or _addressee(standing) != _addressee(wanted):
        return False
    return standing.option in {each.id for each in wanted.options}


def _with_earlier_answer(state: DayState, wanted: Decision) -> Decision:
    """The question with its last answer by a person, under any of its ids, if that is possible again."""
    mine = original_id(wanted.id)
    given = [each for each in state.decisions if original_id(each.id) == mine and each.option is not None and not each.by_default]
    if not given or not _is_answer_still_possible(given[-1], wanted):
        return wanted
    return replace(wanted, option=given[-1].option, decided_by=given[-1].decided_by)


def _is_same_question(standing: Decision, wanted: Decision | None) -> bool:
    """Is it the same question? After an answer by default, only desk, team, place, option ids and default are compared."""
    if wanted is None or (standing.option is not None and not standing.by_default):
        return False
    told = replace(
        wanted,
        id=standing.id,
        since=standing.since,
        claimed_by=standing.claimed_by,
        option=standing.option,
        decided_by=standing.decided_by,
        by_default=standing.by_default,
    )
    if standing.option is None:
        return told == standing
    return _question_key(told) == _question_key(standing)


def _addressee(decision: Decision) -> tuple[object, ...]:
    return decision.desk, decision.team, decision.place


def _question_key(decision: Decision) -> tuple[object, ...]:
    return *_addressee(decision), tuple(each.id for each in decision.options), decision.default


def _next_id(state: DayState, wanted: str) -> str:
    before = [each.id for each in state.decisions if original_id(each.id) == wanted]
    if not before:
        return wanted
    last = max(int(each.partition(AGAIN)[2] or 1) for each in before)
    return f"{wanted}{AGAIN}{last + 1}"


def find_decision(state: DayState, decision_id: str) -> Decision | None:
    return next((each for each in state.decisions if each.id == decision_id), None)


def open_decision(state: DayState, decision_id: str) -> Decision:
    decision = find_decision(state, decision_id)
    if decision is None:
        raise Stale(say("Nobody asks this any more."))
    if decision.closed:
        raise Stale(say("Nobody asks this any more. {why}", why=decision.closed))
    if decision.option is not None:
        words = option_words(decision, decision.option)
        if decision.by_default:
            raise Stale(say("It is decided already, by the default: {answer}.", answer=words), rule=decision.rule)
        raise Stale(say("It is decided already, by {name}: {answer}.", name=decision.decided_by, answer=words), rule=decision.rule)
    return decision


def require_desk(state: DayState, decision: Decision, by: Actor) -> None:
    if not by.sits_at(frozenset({decision.desk})):
        raise Refused(
            say("This decision belongs to {desk}.", desk=state.frame.desk_name(decision.desk)), rule=decision.rule, code="not-yours"
        )


def with_decision(state: S, decision_id: str, **changed: object) -> S:
    decisions = tuple(
        replace(each, **changed) if each.id == decision_id else each  # type: ignore[arg-type]
        for each in state.decisions
    )
    return replace(state, decisions=decisions)


# --- words --------------------------------------------------------------------------------------------------------------


def question_of(state: DayState, decision_id: str) -> str:
    decision = find_decision(state, decision_id)
    return str(decision.question) if decision else say("a decision")


@one_sentence
def tell_opened(happened: DecisionOpened, state: DayState) -> str:
    decision = happened.decision
    if decision.option is not None:
        words, name = option_words(decision, decision.option), decision.decided_by
        return say(
            "“{question}” is answered again as {name} had answered it: {answer}.",
            question=decision.question,
            name=name,
            answer=words,
        )
    return say("Waits for {desk}: “{question}”.", desk=state.frame.desk_name(decision.desk), question=decision.question)


@one_sentence
def tell_closed(happened: DecisionClosed, state: DayState) -> str:
    why = str(happened.why)
    why = f"{why[:1].lower()}{why[1:]}"
    return say("“{question}” is asked no more: {why}", question=question_of(state, happened.id), why=why)


class OfDecision(Protocol):
    """An event of an existing decision."""

    @property
    def id(self) -> str: ...


def decision_invalidations(happened: DecisionOpened | OfDecision, state: DayState) -> tuple[Invalidation, ...]:
    decision = happened.decision if isinstance(happened, DecisionOpened) else find_decision(state, happened.id)
    own = (Invalidation(topic="decisions", to=f"team:{decision.team}"),) if decision and decision.team else ()
    return (Invalidation(topic="decisions", to="staff"), *own)


def staff_invalidations(_happened: object, _state: DayState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="decisions", to="staff"),)


def decision_readers(happened: DecisionOpened | OfDecision, state: DayState) -> frozenset[DeskId]:
    """Only the decision's own desk may read it, because it may reveal what other desks do not know."""
    decision = happened.decision if isinstance(happened, DecisionOpened) else find_decision(state, happened.id)
    return frozenset({decision.desk}) if decision else frozenset({ORGANIZER})


EVENTS: Mapping[type, EventHandler] = {
    DecisionOpened: EventHandler(
        evolve=evolve_opened,
        tell=tell_opened,
        invalidations=decision_invalidations,
        readers=decision_readers,
    ),
    DecisionClosed: EventHandler(
        evolve=evolve_closed,
        tell=tell_closed,
        invalidations=decision_invalidations,
        readers=decision_readers,
    ),
}


# === questions on a phone ===============================================================================================

# Questions to a team, on the phone of the player who speaks for it.


class DecisionQuestion(Struct, frozen=True, kw_only=True):
    """One decision of the team. `answer`: "" while it is open; `by`: who answered, or that the default did."""

    id: str
    question: str
    rule: str
    options: tuple[Option, ...]
    default: str
    blocks: str
    answer: str
    by: str


class Questions(Struct, frozen=True, kw_only=True):
    """The decisions that this player answers for the team. `heading`, `once`: the game's words around them."""

    open: tuple[DecisionQuestion, ...]
    answered: tuple[DecisionQuestion, ...]
    heading: str
    once: str


def questions(state: DayState, viewer: Viewer) -> Questions:
    """Decisions of the viewer's team this month, if the viewer speaks for the team; otherwise empty."""
    seat = viewer.player
    team = state.seats[seat].team
    speaks = speaker(state, team) == seat
    own = [each for each in state.decisions if each.team == team and not each.closed] if speaks else []
    return Questions(
        open=tuple(_question(each, state, seat) for each in own if each.option is None),
        answered=tuple(_question(each, state, seat) for each in own if each.option is not None and each.month == state.clock.month),
        heading=state.frame.said("your-team"),
        once=state.frame.said("answer-once"),
    )


def _question(decision: Decision, state: DayState, seat: SeatId) -> DecisionQuestion:
    return DecisionQuestion(
        id=decision.id,
        question=str(decision.question),
        rule=decision.rule,
        options=decision.options,
        default=option_words(decision, decision.default),
        blocks=str(decision.blocks),
        answer=option_words(decision, decision.option) if decision.option is not None else "",
        by=_answerer_words(decision, state, seat),
    )


def _answerer_words(decision: Decision, state: DayState, seat: SeatId) -> str:
    """Who answered, as the team may know it: players by name, desks only as "Control"."""
    if decision.option is None:
        return ""
    if decision.by_default:
        return say("nobody answered in time")
    if decision.decided_by == state.seats[seat].name:
        return say("you")
    names = {each.name for each in state.seats.values() if each.team == decision.team}
    return decision.decided_by if decision.decided_by in names else say("Control")
