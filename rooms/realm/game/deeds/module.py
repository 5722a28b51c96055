"""The deeds of passed laws as a module of the game: each kind's own, by its id in the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.day.clock.changes import MonthTurned
from control.engine.context import DecisionContext
from control.engine.language import later
from control.engine.modules import GameEvent, Module
from rooms.realm.game.deeds import board, building, by_hand, lasting, money, turning
from rooms.realm.game.deeds.deed import Carry, deed_of
from rooms.realm.game.deeds.turning import LawActed
from rooms.realm.game.laws import LawStruck
from rooms.realm.game.state import GameState

CARRIED_OUT: Final[Mapping[str, Carry]] = {
    **lasting.LASTING,
    **board.BOARD,
    **money.MONEY,
    **building.BUILDINGS,
    **by_hand.BY_HAND,
}


def carry_out(state: GameState, happened: LawActed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """What a law does when it acts (GE-CRT-36)."""
    deed = deed_of(state, happened.law, happened.month, asked)
    if deed is None:
        return ()
    return tuple(CARRIED_OUT.get(deed.passed.kind, by_hand.as_it_says)(deed))


DEEDS = Module(
    name="deeds",
    about=later("Law Board"),
    events=turning.EVENTS,
    reactions={MonthTurned: turning.turn, LawActed: carry_out, LawStruck: board.release},
)
