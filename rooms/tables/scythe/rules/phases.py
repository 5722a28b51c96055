"""Phase and players for which the table waits, both from the first step of the agenda."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rooms.tables.scythe.game.state import (
    Arming,
    Bonuses,
    BottomRow,
    Choosing,
    Combats,
    Committing,
    Ending,
    Meeting,
    Moving,
    Phase,
    Recording,
    Retreating,
    ScytheState,
    TopRow,
    Visiting,
)

PHASE_OF: Final[Mapping[type, Phase]] = {
    Choosing: Phase.CHOOSE_SECTION,
    TopRow: Phase.TOP,
    Moving: Phase.MOVING,
    Combats: Phase.COMBAT_ORDER,
    Arming: Phase.COMBAT_ABILITY,
    Committing: Phase.COMBAT_SELECT,
    Retreating: Phase.COMBAT_RETREAT,
    Meeting: Phase.ENCOUNTER,
    Visiting: Phase.FACTORY_CHOICE,
    BottomRow: Phase.BOTTOM,
    Bonuses: Phase.BONUS,
    Ending: Phase.TURN_END,
    Recording: Phase.RECORDING,
}


def waits_for(state: ScytheState) -> tuple[int, ...]:
    """The players whose answer the table waits for: both players of a combat (SY-CMB-07), else one, or all winners in RECORDING."""
    if state.phase in (Phase.SETUP, Phase.OVER) or not state.agenda:
        return ()
    step = state.agenda[0]
    if isinstance(step, Committing) and state.fight is not None:
        both = (state.fight.attacker, state.fight.defender)
        return tuple([player for player, made in zip(both, state.fight.commitments, strict=True) if made is None])
    if isinstance(step, Arming | Retreating | Meeting):
        return (step.player,)
    if isinstance(step, Bonuses):
        return step.players[:1]
    if isinstance(step, Recording):
        return step.players
    return (state.active,)
