"""Turns of passed laws in Return: each acts, lapses or leaves the board; and notes on what is to come (R-19, R-20, R-83)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import MonthTurned
from control.engine.context import DecisionContext
from control.engine.language import capital, say
from control.engine.modules import EventHandler, GameEvent
from control.engine.records import replace
from control.engine.reports import Line, Report, to_desks
from rooms.realm.frame import Moment
from rooms.realm.game.law_actions.money import payment_of
from rooms.realm.game.laws import BOARD, law_of, law_words
from rooms.realm.game.military_actions import SimulatedReturn, errands, fate_in_turn
from rooms.realm.game.passed_laws import LIFT, Answers, answers_of, kind_of, passed_law, waiting_laws
from rooms.realm.game.records import LawFate, PassedLaw
from rooms.realm.game.reports.words import house, houses_in, to_houses
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.scenario.ids import HouseId, LawId, RegionId
from rooms.realm.scenario.schema import Target

# === turns ==============================================================================================================

# A passed law acts in Return, lapses when no Immortal is free, and leaves the board when its last month is over.


# --- events -------------------------------------------------------------------------------------------------------------


class Errand(Struct, frozen=True, kw_only=True):
    """An Immortal and its destination."""

    immortal: int
    region: RegionId


class LawActed(Struct, frozen=True, kw_only=True):
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


class LawLapsed(Struct, frozen=True, kw_only=True):
    """A passed Court Military Action had no free Immortal: it does nothing, and its cost stays spent (R-98)."""

    law: LawId
    month: int


class LawExpired(Struct, frozen=True, kw_only=True):
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


TAKES: Final = ("fines", "tariffs")  # kinds of law that take from the first named House


def tell_acted(happened: LawActed, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the Houses that a law names that it acts. The tablet itself is public."""
    law = capital(law_words(before, happened.law))
    if happened.errands:
        numbers = ", ".join(str(each.immortal) for each in happened.errands)
        yield to_desks(say("{law}, acts; Immortal {numbers} goes for it.", law=law, numbers=numbers))
    else:
        yield to_desks(say("{law}, acts.", law=law))
    named = _answers(before, happened.law)
    if named is None:
        return
    for each in houses_in(before, named.houses):
        if _has_nothing_to_lose(before, named, each):
            yield Report(to=house(each), words=say("{law}, acts on your House, which had nothing to lose.", law=law))
        else:
            yield Report(to=house(each), words=say("{law}, acts on your House.", law=law))


def _has_nothing_to_lose(state: GameState, named: Answers, of: HouseId) -> bool:
    """Has the House nothing that the law could take? Only its members may read this: they know all its purses."""
    if named.kind.id not in TAKES or named.houses[:1] != (of,):
        return False
    found = payment_of(state, of, named.number(Target.POWER), named.number(Target.FAVORS))
    return not (found.power or found.favors)


def tell_lapsed(happened: LawLapsed, before: GameState, after: GameState) -> Iterator[Line]:
    law, named = capital(law_words(before, happened.law)), _answers(before, happened.law)
    yield to_desks(say("{law}, lapses: no Immortal is free to carry it out, and its cost stays spent (R-98).", law=law))
    words = say("{law}, does nothing: no Immortal was free to carry it out.", law=law)
    yield from to_houses(before, named.houses if named is not None else (), words, rule="R-98")


def _answers(state: GameState, law: LawId) -> Answers | None:
    passed = passed_law(state, law)
    return answers_of(state, passed) if passed is not None else None


def tell_expired(happened: LawExpired, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("{law}, leaves the board: its last month is over.", law=capital(law_words(before, happened.law))))


EVENTS: Mapping[type, EventHandler] = {
    LawActed: EventHandler(evolve=evolve_acted, tell=tell_acted, invalidations=lambda e, s: BOARD),
    LawLapsed: EventHandler(evolve=evolve_lapsed, tell=tell_lapsed, invalidations=lambda e, s: BOARD),
    LawExpired: EventHandler(evolve=evolve_expired, tell=tell_expired, invalidations=lambda e, s: BOARD),
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
