"""One passed law in the moment in which it acts, and what its deeds are made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from control.day import handoffs
from control.engine.context import DecisionContext
from control.engine.modules import GameEvent
from control.engine.reasons import Told
from rooms.realm.desks import Desk
from rooms.realm.game.effects.entering import by_law
from rooms.realm.game.fates import PassedLaw
from rooms.realm.game.laws import law_of
from rooms.realm.game.passed import Answers, answers_of, passed_law
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.scenario.ids import LawId


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A law that acts now: its tablet, what it names, the month in which it acts, and who turns the month."""

    state: GameState
    law: PostedLaw
    passed: PassedLaw
    named: Answers
    month: int
    asked: DecisionContext

    @property
    def why(self) -> Told:
        """The reason that every event of it bears: "Law 14: Fines"."""
        return by_law(self.law.number, self.law.title)

    def owed(self, to: Desk, what: Told, rule: str) -> handoffs.HandedOver:
        """The hand-off of what this desk has to do by hand."""
        by = self.asked.by.called
        return handoffs.owe(self.state, origin=Desk.COURT, to=to, what=what, at=self.asked.at, by=by, rule=rule)


Carry = Callable[[Deed], Iterable[GameEvent]]  # what the laws of a kind do when they act


def tablet(state: GameState, law: LawId) -> PostedLaw | None:
    """The tablet of a law, whether it hangs or has fallen."""
    return law_of(state, law) or next((each for each in state.struck_laws if each.id == law), None)


def deed_of(state: GameState, law: LawId, month: int, asked: DecisionContext) -> Deed | None:
    """The deed of a law that the Court passed; None for another, or where the scenario does not know its kind any more."""
    passed, posted = passed_law(state, law), tablet(state, law)
    named = answers_of(state, passed) if passed is not None else None
    if passed is None or posted is None or named is None:
        return None
    return Deed(state=state, law=posted, passed=passed, named=named, month=month, asked=asked)
