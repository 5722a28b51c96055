"""Answers to decisions by a desk, a team or the default; and claims of decisions at a desk."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from control.day.decisions.questions import (
    DecisionClosed,
    changed,
    decision_invalidations,
    decision_readers,
    find_decision,
    open_decision,
    option_words,
    question_of,
    require_desk,
    speaker,
    staff_invalidations,
    standing,
    with_decision,
)
from control.day.records import Decision
from control.day.state import DayState, S
from control.engine.context import ORGANIZER, DecisionContext
from control.engine.ids import SeatId
from control.engine.language import capital, say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, every_desk
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line

# === answers ============================================================================================================

# --- commands -----------------------------------------------------------------------------------------------------------


class MakeDecision(Struct, frozen=True, kw_only=True):
    """Answer a decision, for the desk or for the team that was asked. `seat`: the player who speaks for the team."""

    decision: str
    option: str
    reason: str = ""
    seat: SeatId | None = None


# --- events -------------------------------------------------------------------------------------------------------------


class DecisionMade(Struct, frozen=True, kw_only=True):
    """A decision was answered. Rooms react to it where an answer takes effect at once."""

    id: str
    option: str
    by: str
    by_default: bool
    reason: str = ""


# --- what rooms call ----------------------------------------------------------------------------------------------------


def answer_by_default(state: DayState, prefix: str) -> tuple[GameEvent, ...]:
    """Answer every open decision with this id prefix by its default, because the step that needs them closes."""
    return tuple(
        DecisionMade(id=each.id, option=each.default, by="", by_default=True)
        for each in standing(state, prefix)
        if each.option is None
    )


def close_with_option(asked: Decision, option: str) -> tuple[GameEvent, ...]:
    """Settle a question as `option`, the result that the rules carry out now, so that the record agrees with it.

    An open question gets `option` by default. If `option` is not among its answers, or differs from the given answer, the
    question is closed as changed.
    """
    if asked.option == option:
        return ()
    if asked.option is None and option in {each.id for each in asked.options}:
        return (DecisionMade(id=asked.id, option=option, by="", by_default=True),)
    return (DecisionClosed(id=asked.id, why=changed()),)


# --- decide -------------------------------------------------------------------------------------------------------------


def decide_make(state: DayState, command: MakeDecision, asked: DecisionContext) -> tuple[DecisionMade, ...]:
    decision = open_decision(state, command.decision)
    if asked.by.seat is not None:
        _require_speaker(state, decision, asked.by.seat)
        by = state.seats[asked.by.seat].name
    else:
        require_desk(state, decision, asked.by)
        by = asked.by.name
        if decision.claimed_by not in ("", by):
            raise Stale(say("{name} is at this decision; take it over first.", name=decision.claimed_by))
    if command.option not in {each.id for each in decision.options}:
        raise Refused(say("Choose one of the answers on the list."), rule=decision.rule, code="unknown")
    reason = one_line(command.reason)
    if len(reason) > 300:
        raise Refused(say("A reason has at most {most} characters.", most=300), code="reason")
    return (DecisionMade(id=decision.id, option=command.option, by=by, by_default=False, reason=reason),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_made(state: S, happened: DecisionMade) -> S:
    return with_decision(state, happened.id, option=happened.option, decided_by=happened.by, by_default=happened.by_default)


# --- small parts --------------------------------------------------------------------------------------------------------


def _require_speaker(state: DayState, decision: Decision, seat: SeatId) -> None:
    if decision.team is None or state.seats[seat].team != decision.team:
        raise Refused(state.frame.said("not-your-team"), rule=decision.rule, code="not-yours")
    by = speaker(state, decision.team)
    if by != seat:
        named = state.seats[by].name if by else say("Control")
        raise Refused(state.frame.said("speaker", name=named), rule=decision.rule, code="not-yours")


# --- words --------------------------------------------------------------------------------------------------------------


@one_sentence
def tell_made(happened: DecisionMade, state: DayState) -> str:
    decision = find_decision(state, happened.id)
    words = option_words(decision, happened.option) if decision else happened.option
    question = question_of(state, happened.id)
    answered = f"{words} ({happened.reason})" if happened.reason else words
    if happened.by_default:
        return say("“{question}” was decided by default: {answer}.", question=question, answer=answered)
    return say("“{question}” was decided by {name}: {answer}.", question=question, name=happened.by, answer=answered)


ANSWER_COMMANDS: Mapping[type, CommandHandler] = {
    MakeDecision: CommandHandler(decide=decide_make, desks=every_desk, player=True, label=lambda c, s: say("Decision made")),
}


ANSWER_EVENTS: Mapping[type, EventHandler] = {
    DecisionMade: EventHandler(evolve=evolve_made, tell=tell_made, invalidations=decision_invalidations, readers=decision_readers),
}


# === claims =============================================================================================================

# Somebody at a desk claims a decision, or releases it.


# --- commands -----------------------------------------------------------------------------------------------------------


class ClaimDecision(Struct, frozen=True, kw_only=True):
    """Claim a decision at its desk.

    `before`: the claimant that the sender saw, so that nobody takes over by accident.
    `also`: the other decisions of its group, each with the claimant seen. All are claimed or none.
    """

    decision: str
    before: str = ""
    also: tuple[tuple[str, str], ...] = ()


class ReleaseDecision(Struct, frozen=True, kw_only=True):
    """Release a claimed decision, as its claimant or the organizer. `also`: the other decisions of its group."""

    decision: str
    also: tuple[str, ...] = ()


# --- events -------------------------------------------------------------------------------------------------------------


class DecisionClaimed(Struct, frozen=True, kw_only=True):
    id: str
    by: str


class DecisionReleased(Struct, frozen=True, kw_only=True):
    id: str


# --- decide -------------------------------------------------------------------------------------------------------------


def decide_claim(state: DayState, command: ClaimDecision, asked: DecisionContext) -> tuple[DecisionClaimed, ...]:
    wanted = dict(((command.decision, command.before), *command.also))
    return tuple(_claim_event(state, name, before, asked) for name, before in wanted.items())


def _claim_event(state: DayState, name: str, before: str, asked: DecisionContext) -> DecisionClaimed:
    decision = open_decision(state, name)
    require_desk(state, decision, asked.by)
    if decision.claimed_by == asked.by.name:
        raise Stale(say("You are at it already."))
    if decision.claimed_by != before:
        raise Stale(say("{name} is at it now.", name=decision.claimed_by) if decision.claimed_by else say("Nobody is at it now."))
    return DecisionClaimed(id=decision.id, by=asked.by.name)


def decide_release(state: DayState, command: ReleaseDecision, asked: DecisionContext) -> tuple[DecisionReleased, ...]:
    return tuple(_release_event(state, name, asked) for name in dict.fromkeys((command.decision, *command.also)))


def _release_event(state: DayState, name: str, asked: DecisionContext) -> DecisionReleased:
    decision = open_decision(state, name)
    require_desk(state, decision, asked.by)
    if not decision.claimed_by:
        raise Stale(say("Nobody is at it."))
    if decision.claimed_by != asked.by.name and ORGANIZER not in asked.by.desks:
        raise Refused(say("{name} is at it; take it over instead.", name=decision.claimed_by), code="claimed")
    return DecisionReleased(id=decision.id)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_claimed(state: S, happened: DecisionClaimed) -> S:
    return with_decision(state, happened.id, claimed_by=happened.by)


def evolve_released(state: S, happened: DecisionReleased) -> S:
    return with_decision(state, happened.id, claimed_by="")


CLAIM_COMMANDS: Mapping[type, CommandHandler] = {
    ClaimDecision: CommandHandler(decide=decide_claim, desks=every_desk, label=lambda c, s: say("Decision claimed")),
    ReleaseDecision: CommandHandler(decide=decide_release, desks=every_desk, label=lambda c, s: say("Decision released")),
}


CLAIM_EVENTS: Mapping[type, EventHandler] = {
    DecisionClaimed: EventHandler(
        evolve=evolve_claimed,
        tell=one_sentence(lambda e, s: say("{name} is at “{question}”.", name=capital(e.by), question=question_of(s, e.id))),
        invalidations=staff_invalidations,
        readers=decision_readers,
    ),
    DecisionReleased: EventHandler(
        evolve=evolve_released,
        tell=one_sentence(lambda e, s: say("Nobody is at “{question}” any more.", question=question_of(s, e.id))),
        invalidations=staff_invalidations,
        readers=decision_readers,
    ),
}
