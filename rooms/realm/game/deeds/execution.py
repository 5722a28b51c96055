"""Execution: whom the Court condemned dies in Return, in the order named (GE-CRT-55, R-95)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from rooms.realm.game.deaths.dying import dies, living
from rooms.realm.game.deeds.deed import Carry, Deed
from rooms.realm.game.fates import PassedLaw
from rooms.realm.game.passed import Answers, answers_of, waiting
from rooms.realm.game.state import GameState
from rooms.realm.scenario.schema import Target

KIND: Final = "execution"


def named_to_die(named: Answers) -> tuple[SeatId, ...]:
    """Whom the law names, each once, in its order."""
    return tuple(dict.fromkeys(SeatId(each) for each in (*named.all(Target.PLAYER), *named.all(Target.PLAYERS))))


def may_die(state: GameState, seat: SeatId) -> bool:
    """Never the reigning Sovereign, nobody who is dead or gone: each is tested alone, when the law acts (R-95, R-76)."""
    return living(state, seat) is not None and seat != state.throne.holder


def condemned_by(state: GameState, seat: SeatId) -> PassedLaw | None:
    """The Execution that will put this player's character to death in the next Return, as things stand; None when there is none."""
    if not may_die(state, seat):
        return None
    for passed in waiting(state):
        named = answers_of(state, passed) if passed.kind == KIND else None
        if named is not None and seat in named_to_die(named):
            return passed
    return None


def execution(deed: Deed) -> Iterator[GameEvent]:
    """Each dies with all that a death brings; who inherits of the second is asked when the first is dead (GE-CRT-55, R-95)."""
    for seat in named_to_die(deed.named):
        if may_die(deed.state, seat):
            yield from dies(deed.state, seat, why=deed.why, rule="R-95", at=deed.asked.at)


EXECUTION: Final[Mapping[str, Carry]] = {KIND: execution}
