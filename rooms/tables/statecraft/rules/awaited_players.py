"""Phase and players for which the table waits, both from the first step of the agenda."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rooms.tables.statecraft.game.state import (
    Bidding,
    Choosing,
    Contributing,
    Freeplaying,
    Looking,
    Loss,
    MayDraw,
    Payment,
    Phase,
    Recruiting,
    Refill,
    StartChoice,
    StatecraftState,
    Step,
    answer_of,
)

PHASE_OF: Final[Mapping[type, Phase]] = {
    StartChoice: Phase.START_EFFECTS,
    Refill: Phase.DISCARD_DOWN,
    Bidding: Phase.INCUMBENT_BID,
    Payment: Phase.BID_PAYMENT,
    Choosing: Phase.EVENT_CHOICE,
    Contributing: Phase.EMERGENCY_CHOICE,
    Loss: Phase.LOSS_CHOICE,
    Freeplaying: Phase.FREEPLAY,
    MayDraw: Phase.MAY_DRAW,
    Recruiting: Phase.RECRUIT_CHOICE,
    Looking: Phase.ACTION_CHOICE,
}
TOGETHER: Final = (Bidding, Choosing, Contributing)  # steps that ask several players at the same time, in secret
ALONE: Final = (StartChoice, Payment, Loss, Freeplaying, MayDraw)  # steps that ask the player in `player`


def asked(state: StatecraftState) -> tuple[int, ...]:
    """The players of the current hidden choice, whether they have chosen or not."""
    step = state.agenda[0] if state.agenda else None
    return step.players if isinstance(step, TOGETHER) else ()


def waits_for(state: StatecraftState) -> tuple[int, ...]:
    """The players whose answer the table waits for."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        return ()
    if not state.agenda:
        return (state.active,)
    step: Step = state.agenda[0]
    if isinstance(step, TOGETHER):
        return tuple([player for player in step.players if answer_of(state, player) is None])
    return (step.player,) if isinstance(step, ALONE) else (state.active,)
