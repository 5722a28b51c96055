"""The Underground's reports as a module of the game, without commands, events and state."""

from __future__ import annotations

from control.engine.modules import Module
from rooms.underground.game.reports import attacks, cards, schemes

REPORTED = Module(
    name="underground reports", reports={**attacks.REPORTS, **cards.REPORTS, **schemes.REPORTS, **schemes.STRIKE_REPORTS}
)
