"""Turns of passed laws in Return: each acts, lapses or leaves the board; and notes on what is to come (R-19, R-20, R-83)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.clock.phase_events import MonthTurned
from control.engine.context import DecisionContext
from control.engine.language import capital, say
from control.engine.modules import EventHandler, GameEvent
from rooms.realm.frame import Moment
from rooms.realm.game.immortal_guards import SimulatedReturn, errands, fate_in_turn
from rooms.realm.game.laws import BOARD, law_of, law_words
from rooms.realm.game.passed_laws import LIFT, Answers, answers_of, kind_of, passed_law, waiting_laws
from rooms.realm.game.records import LawFate, PassedLaw
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.scenario.ids import LawId, RegionId
from rooms.realm.scenario.schema import Target

# === turns ==============================================================================================================

# A passed law acts in Return, lapses when no Immortal is free, and leaves the board when its last month is over.


# --- events -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """An Immortal and its destination."""

    immortal: int
    region: RegionId


@dataclass(frozen=True, slots=True, kw_only=True)
class LawActed:
    """A passed law acts; its deeds follow, and rooms react with their part.

    `errands`: Immortals that carry it out (GE-CRT-63).
    `leaves`: the law acts once and leaves the board now.
    `until`: last month of a law that lasts; None until removed.
    """

    law: LawId
    month: int
    errands: tuple[Errand, ...] = ()
    leaves: bool = False
    until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LawLapsed:
    """A passed Court Military Action had no free Immortal: it does nothing, and its cost stays spent (R-98)."""

    law: LawId
    month: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LawExpired:
    """A law's last month is over: it leaves the board (R-83)."""

    law: LawId
    month: int


# --- reactions ----------------------------------------------------------------------------------------------------------


def run_moments(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Let passed laws act and expired laws lapse, in their moments of Return (R-20)."""
    if happened.moment == Moment.LAWS:
        return next_turn(state, happened.month)
    if happened.moment == Moment.LAPSE:
        return tuple(
            LawExpired(law=each.law, month=happened.month)
            for each in state.passed
            if each.fate is LawFate.ACTED and each.until is not None and each.until <= happened.month and law_of(state, each.law)
        )
    return ()


def continue_turns(state: GameState, happened: LawActed | LawLapsed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Give the next law its turn when one is done, on the state that it left (R-20)."""
    return next_turn(state, happened.month)


def next_turn(state: GameState, month: int) -> tuple[LawActed | LawLapsed, ...]:
    """Let the first waiting law act, or lapse for want of an Immortal (EX-30). Struck laws no longer wait."""
    for each in waiting_laws(state, month):
        turn = fate_in_turn(SimulatedReturn(state=state), each)
        if turn.lapses:
            return (LawLapsed(law=each.law, month=month),)
        leaves, until = duration_of(state, each, month)
        ways = zip(turn.immortals, errands(state, each), strict=False)
        sent = tuple(Errand(immortal=immortal, region=region) for immortal, region in ways)
        return (LawActed(law=each.law, month=month, errands=sent, leaves=leaves, until=until),)
    return ()


def duration_of(state: GameState, passed: PassedLaw, month: int) -> tuple[bool, int | None]:
    """Return (acts once, last month) of a law, by the scenario's duration of its kind (R-83)."""
    kind = kind_of(state, passed.kind)
    if kind is None:
        return False, None
    named = Answers(kind=kind, values=passed.answers)
    if kind.lasts == "once" or (kind.id == "tax" and named.form == LIFT):
        return True, None
    if kind.lasts == "next month":
        return False, month + 1
    if kind.lasts == "months paid for":
        return False, month + max(named.number(Target.MONTHS), 1)
    return False, None


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_acted(state: GameState, happened: LawActed) -> GameState:
    state = _with_fate(state, happened.law, LawFate.ACTED, until=happened.until, acted=happened.month)
    return _without_tablet(state, happened.law) if happened.leaves else state


def evolve_lapsed(state: GameState, happened: LawLapsed) -> GameState:
    return _without_tablet(_with_fate(state, happened.law, LawFate.LAPSED, acted=happened.month), happened.law)


def evolve_expired(state: GameState, happened: LawExpired) -> GameState:
    return _without_tablet(_with_fate(state, happened.law, LawFate.ENDED), happened.law)


def _with_fate(state: GameState, law: LawId, fate: LawFate, **changed: int | None) -> GameState:
    passed = tuple(
        replace(each, fate=fate, **changed) if each.law == law else each  # type: ignore[arg-type]
        for each in state.passed
    )
    return replace(state, passed=passed)


def _without_tablet(state: GameState, law: LawId) -> GameState:
    """Move the tablet to the struck laws, for the record."""
    gone = tuple(each for each in state.laws if each.id == law)
    kept = tuple(each for each in state.laws if each.id != law)
    return replace(state, laws=kept, struck_laws=(*state.struck_laws, *gone))


# --- words --------------------------------------------------------------------------------------------------------------


def explain_acted(happened: LawActed, state: GameState) -> str:
    law = capital(law_words(state, happened.law))
    if happened.errands:
        numbers = ", ".join(str(each.immortal) for each in happened.errands)
        return say("{law}, acts; Immortal {numbers} goes for it.", law=law, numbers=numbers)
    return say("{law}, acts.", law=law)


def explain_lapsed(happened: LawLapsed, state: GameState) -> str:
    law = capital(law_words(state, happened.law))
    return say("{law}, lapses: no Immortal is free to carry it out, and its cost stays spent (R-98).", law=law)


def explain_expired(happened: LawExpired, state: GameState) -> str:
    return say("{law}, leaves the board: its last month is over.", law=capital(law_words(state, happened.law)))


EVENTS: Mapping[type, EventHandler] = {
    LawActed: EventHandler(evolve=evolve_acted, explain=explain_acted, invalidations=lambda e, s: BOARD),
    LawLapsed: EventHandler(evolve=evolve_lapsed, explain=explain_lapsed, invalidations=lambda e, s: BOARD),
    LawExpired: EventHandler(evolve=evolve_expired, explain=explain_expired, invalidations=lambda e, s: BOARD),
}


# === awaited turns ======================================================================================================

# Notes on the Law Board: tablets that have yet to act, and tablets that will fall (GE-CRT-28, GE-CRT-37, R-19).


def acts_words(state: GameState, law: PostedLaw) -> str:
    """Note that a passed law has not acted yet; empty once it has, and for a tablet that nobody passed (R-19)."""
    if _waiting_law(state, law) is None:
        return ""
    if law.effects.tributes:  # a tax falls due from the month after its passing
        return say("Acts in Return of this month, and is collected from the next Return on.")
    return say("Acts in Return of this month.")


def falls_words(state: GameState, law: PostedLaw) -> str:
    """Note that a passed law will strike this tablet, with its number; empty if none will (GE-CRT-37, R-82).

    A tablet that acts once leaves the board by itself, so nothing strikes it.
    """
    own = _waiting_law(state, law)
    if own is not None and duration_of(state, own, state.clock.month)[0]:
        return ""
    strikes = next((each for each in waiting_laws(state) if each.law != law.id and _strikes(state, each, law)), None)
    if strikes is None:
        return ""
    number = next(each.number for each in state.laws if each.id == strikes.law)
    return say("To be struck in Return by law {number}.", number=number)


def _waiting_law(state: GameState, law: PostedLaw) -> PassedLaw | None:
    passed = passed_law(state, law.id)
    return passed if passed is not None and passed.fate is LawFate.WAITS else None


def _strikes(state: GameState, passed: PassedLaw, law: PostedLaw) -> bool:
    """Does that law remove this tablet, or lift its tax?"""
    named = answers_of(state, passed)
    if named is None or named.one(Target.LAW) != law.id:
        return False
    return passed.kind == "remove" or (passed.kind == "tax" and named.form == LIFT and bool(law.effects.tributes))
