"""What a scheme costs under the Court's laws: a Crackdown doubles the kind it names (GE-CRT-51, R-91)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from control.engine.language import say
from rooms.realm.game.laws import law_words
from rooms.realm.game.passed import in_force
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import LawId
from rooms.realm.scenario.schema import SchemeType, Target


def doubled(state: GameState, month: int | None = None) -> Mapping[str, LawId]:
    """The kinds of schemes that cost twice as much, each with the first law that says so; none is doubled twice (R-21)."""
    found: dict[str, LawId] = {}
    for passed, named in in_force(state, "crackdown", month):
        found.setdefault(named.one(Target.SCHEME), passed.law)
    return found


def priced(state: GameState) -> tuple[SchemeType, ...]:
    """The schemes with what they cost this month, and the law that makes one dearer; a trap has no cost."""
    dearer = doubled(state)
    if not dearer:
        return state.scenario.schemes
    return tuple(
        replace(each, cost=2 * each.cost, text=f"{each.text} {_because(state, dearer[each.id])}")
        if each.id in dearer and each.cost is not None
        else each
        for each in state.scenario.schemes
    )


def _because(state: GameState, law: LawId) -> str:
    return say("By {law}, it costs twice as much.", law=law_words(state, law))
