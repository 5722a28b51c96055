"""What the Underground reports, as a module of the game: it has no commands, no events and no state of its own."""

from __future__ import annotations

from control.engine.modules import Module
from rooms.underground.game.reports import attacks, cards, schemes

REPORTED = Module(
    name="underground reports", reports={**attacks.REPORTS, **cards.REPORTS, **schemes.REPORTS, **schemes.STRIKE_REPORTS}
)
