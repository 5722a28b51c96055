"""Somebody at a desk is at a decision, or gives it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.day.decisions.asking import (
    decision_readers,
    open_decision,
    question_of,
    require_desk,
    staff_invalidations,
    with_decision,
)
from control.day.state import DayState, S
from control.engine.context import ORGANIZER, DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, every_desk
from control.engine.refused import Refused, Stale
from control.engine.words import capital

# --- commands -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDecision:
    """Somebody at its desk says: I am at it. `before` is whose the sender saw it to be, so that taking over is meant.

    `also` are the others of its group, each with whose it was seen to be: all of them or none.
    """

    decision: str
    before: str = ""
    also: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseDecision:
    """Whoever was at it, or the organizer, gives it back to the desk, and with it `also`, the others of its group."""

    decision: str
    also: tuple[str, ...] = ()


# --- events -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionClaimed:
    id: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionReleased:
    id: str


# --- decide -------------------------------------------------------------------------------------------------------------


def decide_claim(state: DayState, command: ClaimDecision, asked: DecisionContext) -> tuple[DecisionClaimed, ...]:
    wanted = dict(((command.decision, command.before), *command.also))
    return tuple(_claimed(state, name, before, asked) for name, before in wanted.items())


def _claimed(state: DayState, name: str, before: str, asked: DecisionContext) -> DecisionClaimed:
    decision = open_decision(state, name)
    require_desk(state, decision, asked.by)
    if decision.claimed_by == asked.by.name:
        raise Stale(say("You are at it already."))
    if decision.claimed_by != before:
        raise Stale(say("{name} is at it now.", name=decision.claimed_by) if decision.claimed_by else say("Nobody is at it now."))
    return DecisionClaimed(id=decision.id, by=asked.by.name)


def decide_release(state: DayState, command: ReleaseDecision, asked: DecisionContext) -> tuple[DecisionReleased, ...]:
    return tuple(_released(state, name, asked) for name in dict.fromkeys((command.decision, *command.also)))


def _released(state: DayState, name: str, asked: DecisionContext) -> DecisionReleased:
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


COMMANDS: Mapping[type, CommandHandler] = {
    ClaimDecision: CommandHandler(decide=decide_claim, desks=every_desk, label=lambda c, s: say("Decision claimed")),
    ReleaseDecision: CommandHandler(decide=decide_release, desks=every_desk, label=lambda c, s: say("Decision released")),
}


EVENTS: Mapping[type, EventHandler] = {
    DecisionClaimed: EventHandler(
        evolve=evolve_claimed,
        explain=lambda e, s: say("{name} is at “{question}”.", name=capital(e.by), question=question_of(s, e.id)),
        invalidations=staff_invalidations,
        readers=decision_readers,
    ),
    DecisionReleased: EventHandler(
        evolve=evolve_released,
        explain=lambda e, s: say("Nobody is at “{question}” any more.", question=question_of(s, e.id)),
        invalidations=staff_invalidations,
        readers=decision_readers,
    ),
}
