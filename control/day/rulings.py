"""The rulings book: rulings on rules with reasons, shown wherever the rule is cited, retracted by their own desk (GE-EVT-15)."""

from __future__ import annotations

import re
from datetime import datetime

from msgspec import Struct

from control.day.records import Ruling
from control.day.state import DayState, S
from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.ids import DeskId
from control.engine.language import capital, later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module, every_desk
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line
from control.engine.viewer import Viewer

# === rulings ============================================================================================================

# Tablets of the Law Board can have rulings too: LAW-14.
RULE = re.compile(r"\b(?:LAW-\d+|[A-Z]{2}-[A-Z]{3}-\d+|(?:[A-Z]{2}-)?R-\d+)\b")
LONGEST = 1000


class RecordRuling(Struct, frozen=True, kw_only=True):
    """Record a desk's ruling on a rule. `text`: the ruling; `because`: the reason."""

    rule: str
    text: str
    because: str
    desk: DeskId


class RetractRuling(Struct, frozen=True, kw_only=True):
    """Retract a ruling. It stays in the book, struck out."""

    ruling: int
    reason: str


class Ruled(Struct, frozen=True, kw_only=True):
    ruling: Ruling


class RulingRetracted(Struct, frozen=True, kw_only=True):
    id: int
    reason: str


# --- questions ----------------------------------------------------------------------------------------------------------


def rulings_in_force(state: DayState) -> tuple[Ruling, ...]:
    """Rulings in force, oldest first."""
    return tuple(each for each in state.rulings if not each.retracted)


def rulings_citing(rulings: tuple[Ruling, ...], cited: str) -> tuple[Ruling, ...]:
    """Rulings in force on any rule named in `cited`, such as "R-57, GE-WAR-65"."""
    named = frozenset(RULE.findall(cited))
    return tuple(each for each in rulings if each.rule in named and not each.retracted)


# --- decide -------------------------------------------------------------------------------------------------------------


def decide_record(state: DayState, command: RecordRuling, asked: DecisionContext) -> tuple[Ruled, ...]:
    if not asked.by.sits_at(frozenset({command.desk})):
        raise Refused(say("You do not sit at {desk}.", desk=state.frame.desk_name(command.desk)), point="desks", code="not-yours")
    rule = command.rule.strip().upper()
    if not RULE.fullmatch(rule):
        raise Refused(say("Name the rule by its ID, such as GE-WAR-42, R-57 or LAW-14."), code="unknown")
    text, because = one_line(command.text), require_reason(command.because)
    if not text:
        raise Refused(say("Say what was ruled."))
    if len(text) > LONGEST:
        raise Refused(say("Say it in {most} characters.", most=LONGEST))
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


def decide_retract(state: DayState, command: RetractRuling, asked: DecisionContext) -> tuple[RulingRetracted, ...]:
    found = next((each for each in state.rulings if each.id == command.ruling), None)
    if found is None:
        raise Stale(say("This ruling is not in the book any more."))
    if not asked.by.sits_at(frozenset({found.desk})):
        raise Refused(say("This is {desk}'s ruling.", desk=state.frame.desk_name(found.desk)), point="desks", code="not-yours")
    if found.retracted:
        raise Stale(say("This ruling has been retracted already."))
    return (RulingRetracted(id=found.id, reason=require_reason(command.reason)),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_ruled(state: S, happened: Ruled) -> S:
    return replace(state, rulings=(*state.rulings, happened.ruling))


def evolve_retracted(state: S, happened: RulingRetracted) -> S:
    rulings = tuple(replace(each, retracted=happened.reason) if each.id == happened.id else each for each in state.rulings)
    return replace(state, rulings=rulings)


def broken_rulings(state: DayState) -> tuple[str, ...]:
    ids = [each.id for each in state.rulings]
    return (say("Two rulings bear one number."),) if len(set(ids)) != len(ids) else ()


@one_sentence
def tell_ruled(happened: Ruled, state: DayState) -> str:
    ruling = happened.ruling
    return say(
        "{desk} ruled on {rule}: {text}. Reason: {reason}.",
        desk=capital(state.frame.desk_name(ruling.desk)),
        rule=ruling.rule,
        text=ruling.text.rstrip("."),
        reason=ruling.because.rstrip("."),
    )


@one_sentence
def tell_retracted(happened: RulingRetracted, state: DayState) -> str:
    return say("Retracted {ruling}: {reason}.", ruling=_ruling_words(state, happened.id), reason=happened.reason.rstrip("."))


def _ruling_words(state: DayState, number: int) -> str:
    found = next((each for each in state.rulings if each.id == number), None)
    return say("the ruling on {rule}", rule=found.rule) if found else say("a ruling")


def _invalidations(_happened: object, _state: DayState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="rulings", to="staff"),)


RULINGS = Module(
    name="rulings",
    title=later("Rulings"),
    commands={
        RecordRuling: CommandHandler(
            decide=decide_record, desks=every_desk, label=lambda c, s: say("Ruling on {rule}", rule=c.rule.strip().upper()[:20])
        ),
        RetractRuling: CommandHandler(decide=decide_retract, desks=every_desk, label=lambda c, s: say("Ruling retracted")),
    },
    events={
        Ruled: EventHandler(evolve=evolve_ruled, tell=tell_ruled, invalidations=_invalidations),
        RulingRetracted: EventHandler(evolve=evolve_retracted, tell=tell_retracted, invalidations=_invalidations),
    },
    broken=broken_rulings,
)


# === view of the book ===================================================================================================

# Every desk reads the whole book and retracts only its own rulings.


class RulingRow(Struct, frozen=True, kw_only=True):
    """One ruling in the book."""

    id: int
    rule: str
    text: str
    because: str
    desk: str
    by: str
    month: int
    when: str  # "month 3"
    at: datetime
    retracted: str
    may_retract: bool


def book_view(state: DayState, viewer: Viewer) -> tuple[RulingRow, ...]:
    """The rulings by rule, those in force before retracted ones; for the control team only."""
    if not viewer.staff:
        return ()
    ordered = sorted(state.rulings, key=lambda each: (bool(each.retracted), each.rule, each.id))
    return tuple(_ruling_row(state, viewer, each) for each in ordered)


def rulings_on(state: DayState, viewer: Viewer, cited: str) -> tuple[RulingRow, ...]:
    """Rulings in force on the rules named in `cited`; for the control team only."""
    if not viewer.staff:
        return ()
    return tuple(_ruling_row(state, viewer, each) for each in rulings_citing(state.rulings, cited))


def own_ruling(state: DayState, viewer: Viewer, number: int) -> RulingRow | None:
    """A ruling of one of the viewer's desks, retracted or not; None for any other."""
    own = (each for each in state.rulings if each.id == number and viewer.sees_desk(each.desk))
    return next((_ruling_row(state, viewer, each) for each in own), None)


def _ruling_row(state: DayState, viewer: Viewer, ruling: Ruling) -> RulingRow:
    return RulingRow(
        id=ruling.id,
        rule=ruling.rule,
        text=ruling.text,
        because=ruling.because,
        desk=state.frame.desk_name(ruling.desk),
        by=ruling.by,
        month=ruling.month,
        when=state.frame.round_words(ruling.month),
        at=ruling.at,
        retracted=ruling.retracted,
        may_retract=not ruling.retracted and viewer.sees_desk(ruling.desk),
    )
