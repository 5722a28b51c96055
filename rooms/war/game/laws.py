"""The War Room's part of passed laws: an Immortal goes for each Court Military Action (GE-CRT-63, R-98)."""

from __future__ import annotations

from collections.abc import Iterator

from control.engine.context import DecisionContext
from control.engine.language import later
from control.engine.modules import GameEvent, Module
from rooms.realm.game.deeds.deed import Deed, deed_of
from rooms.realm.game.deeds.turning import LawActed
from rooms.realm.game.guard import errands
from rooms.realm.game.state import GameState
from rooms.war.game.guard import ImmortalSent


def carry_out(state: GameState, happened: LawActed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """What a law that acts does on the map at once."""
    deed = deed_of(state, happened.law, happened.month, asked)
    return tuple(_sent(deed, happened)) if deed is not None else ()


def _sent(deed: Deed, happened: LawActed) -> Iterator[ImmortalSent]:
    """The Immortals leave the Court when the action acts and come home in the Return after next month's War Room (R-98)."""
    court, task = deed.state.court, deed.why
    if court is None:
        return
    for immortal, region in zip(happened.immortals, errands(deed.state, deed.passed), strict=False):
        yield ImmortalSent(
            month=deed.month, immortal=immortal, origin=court.region, region=region, task=task, home_in=deed.month + 1
        )


LAWS_AT_WAR = Module(name="war-laws", about=later("Law Board"), reactions={LawActed: carry_out})
