"""For whom the table waits, and for what: the first thing on the agenda says it."""

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
TOGETHER: Final = (Bidding, Choosing, Contributing)  # these ask several players at the same time, in secret
ALONE: Final = (StartChoice, Payment, Loss, Freeplaying, MayDraw)  # these ask the player that they name


def asked(state: StatecraftState) -> tuple[int, ...]:
    """Those who take part in the hidden choice under way, whether they have chosen or not."""
    step = state.agenda[0] if state.agenda else None
    return step.players if isinstance(step, TOGETHER) else ()


def waits_for(state: StatecraftState) -> tuple[int, ...]:
    """The players without whom nothing goes on."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        return ()
    if not state.agenda:
        return (state.active,)
    step: Step = state.agenda[0]
    if isinstance(step, TOGETHER):
        return tuple([player for player in step.players if answer_of(state, player) is None])
    return (step.player,) if isinstance(step, ALONE) else (state.active,)
