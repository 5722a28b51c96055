"""What the Law Board awaits of a Return: which tablets have still to act, and which are to fall (GE-CRT-28, GE-CRT-37, R-19)."""

from __future__ import annotations

from control.engine.language import say
from rooms.realm.game.deeds.turning import lasts
from rooms.realm.game.fates import Fate, PassedLaw
from rooms.realm.game.passed import LIFT, answers_of, passed_law, waiting
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.scenario.schema import Target


def acts_words(state: GameState, law: PostedLaw) -> str:
    """That a law which passed has not acted yet; empty once it has, and for a tablet that nobody passed (R-19)."""
    if _waits(state, law) is None:
        return ""
    if law.effects.tributes:  # a tax falls due from the month after its passing
        return say("Acts in Return of this month, and is collected from the next Return on.")
    return say("Acts in Return of this month.")


def falls_words(state: GameState, law: PostedLaw) -> str:
    """That a law which passed is to strike this tablet, and which; empty where none is (GE-CRT-37, R-82).

    A tablet that acts once leaves the board by itself then, so nothing strikes it.
    """
    own = _waits(state, law)
    if own is not None and lasts(state, own, state.clock.month)[0]:
        return ""
    strikes = next((each for each in waiting(state) if each.law != law.id and _strikes(state, each, law)), None)
    if strikes is None:
        return ""
    number = next(each.number for each in state.laws if each.id == strikes.law)
    return say("To be struck in Return by law {number}.", number=number)


def _waits(state: GameState, law: PostedLaw) -> PassedLaw | None:
    passed = passed_law(state, law.id)
    return passed if passed is not None and passed.fate is Fate.WAITS else None


def _strikes(state: GameState, passed: PassedLaw, law: PostedLaw) -> bool:
    """Is it a Remove of this tablet, or does it lift the tax that the tablet is?"""
    named = answers_of(state, passed)
    if named is None or named.one(Target.LAW) != law.id:
        return False
    return passed.kind == "remove" or (passed.kind == "tax" and named.form == LIFT and bool(law.effects.tributes))
