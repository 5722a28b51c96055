"""The own score as its player may know it: all that it counts is the own, or open (PE-SCO-14, PE-HID-02)."""

from __future__ import annotations

from control.engine.language import say
from rooms.tables.potemkin.game.engine import PotemkinRules
from rooms.tables.potemkin.game.state import PotemkinState
from rooms.tables.registry import Counted


def score_of(rules: PotemkinRules, state: PotemkinState, player: int) -> Counted:
    """What final scoring would give this player now."""
    return Counted(say("Your score"), str(rules.standing(state)[player]))
