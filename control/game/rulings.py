"""The rulings book: "we ruled so on this rule, because", to be read wherever the rule is cited from then on (GE-EVT-15)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from control.game.asked import ALL_DESKS, DESK_NAMES, Asked, Desk
from control.game.engine import Act, Chapter, Fact, Poke
from control.game.refused import Refused, Stale
from control.game.state import GameState, Ruling
from control.game.treasury import reason_of

# A tablet of the Law Board is ruled on as well: LAW-14.
RULE = re.compile(r"\b(?:LAW-\d+|[A-Z]{2}-[A-Z]{3}-\d+|(?:[A-Z]{2}-)?R-\d+)\b")
LONGEST = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRuling:
    """A desk ruled on a rule: `text` says what, `because` why."""

    rule: str
    text: str
    because: str
    desk: Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class RetractRuling:
    """It stands no more; it stays in the book, struck out."""

    ruling: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    ruling: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRetracted:
    id: int
    reason: str


# --- questions ----------------------------------------------------------------------------------------------------------


def standing(state: GameState) -> tuple[Ruling, ...]:
    """The rulings that stand, oldest first."""
    return tuple(each for each in state.rulings if not each.retracted)


def on(rulings: tuple[Ruling, ...], cited: str) -> tuple[Ruling, ...]:
    """Those of these rulings that stand on a rule named in `cited`, which may name several: "R-57, GE-WAR-65"."""
    named = frozenset(RULE.findall(cited))
    return tuple(each for each in rulings if each.rule in named and not each.retracted)


# --- decide -------------------------------------------------------------------------------------------------------------


def decide_record(state: GameState, command: RecordRuling, asked: Asked) -> tuple[Ruled, ...]:
    if not asked.by.sits_at(frozenset({command.desk})):
        raise Refused(f"You do not sit at {DESK_NAMES[command.desk]}.", rule="GE-EVT-15", code="not-yours")
    rule = command.rule.strip().upper()
    if not RULE.fullmatch(rule):
        raise Refused("Name the rule by its ID, such as GE-WAR-42, R-57 or LAW-14.", code="unknown")
    text, because = " ".join(command.text.split()), reason_of(command.because)
    if not text:
        raise Refused("Say what was ruled.")
    if len(text) > LONGEST:
        raise Refused(f"Say it in {LONGEST} characters.")
    number = 1 + max((each.id for each in state.rulings), default=0)
    ruling = Ruling(
        id=number,
        rule=rule,
        text=text,
        because=because,
        desk=command.desk,
        by=asked.by.name,
        month=state.clock.month,
        at=asked.at,
    )
    return (Ruled(ruling=ruling),)


def decide_retract(state: GameState, command: RetractRuling, asked: Asked) -> tuple[RulingRetracted, ...]:
    found = next((each for each in state.rulings if each.id == command.ruling), None)
    if found is None:
        raise Stale("This ruling is not in the book any more.")
    if not asked.by.sits_at(frozenset({found.desk})):
        raise Refused(f"This is {DESK_NAMES[found.desk]}'s ruling.", rule="GE-EVT-15", code="not-yours")
    if found.retracted:
        raise Stale("This ruling has been retracted already.")
    return (RulingRetracted(id=found.id, reason=reason_of(command.reason)),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_ruled(state: GameState, happened: Ruled) -> GameState:
    return replace(state, rulings=(*state.rulings, happened.ruling))


def evolve_retracted(state: GameState, happened: RulingRetracted) -> GameState:
    rulings = tuple(replace(each, retracted=happened.reason) if each.id == happened.id else each for each in state.rulings)
    return replace(state, rulings=rulings)


def broken_rulings(state: GameState) -> tuple[str, ...]:
    ids = [each.id for each in state.rulings]
    return ("Two rulings bear one number.",) if len(set(ids)) != len(ids) else ()


def _ruling(state: GameState, number: int) -> str:
    found = next((each for each in state.rulings if each.id == number), None)
    return f"the ruling on {found.rule}" if found else "a ruling"


def _pokes(_happened: object, _state: GameState) -> tuple[Poke, ...]:
    return (Poke(topic="rulings", to="staff"),)


RULINGS = Chapter(
    name="rulings",
    acts={
        RecordRuling: Act(decide=decide_record, desks=ALL_DESKS, label=lambda c, s: f"Ruling on {c.rule.strip().upper()[:20]}"),
        RetractRuling: Act(decide=decide_retract, desks=ALL_DESKS, label=lambda c, s: "Ruling retracted"),
    },
    facts={
        Ruled: Fact(
            evolve=evolve_ruled,
            explain=lambda e, s: (
                f"{DESK_NAMES[e.ruling.desk][:1].upper()}{DESK_NAMES[e.ruling.desk][1:]} ruled on {e.ruling.rule}: "
                f"{e.ruling.text.rstrip('.')}, because {e.ruling.because.rstrip('.')}."
            ),
            pokes=_pokes,
        ),
        RulingRetracted: Fact(
            evolve=evolve_retracted,
            explain=lambda e, s: f"Retracted {_ruling(s, e.id)}: {e.reason.rstrip('.')}.",
            pokes=_pokes,
        ),
    },
    broken=broken_rulings,
)
