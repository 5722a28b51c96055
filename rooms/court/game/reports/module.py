"""What the Court reports, as a module of the game: it has no commands, no events and no state of its own."""

from __future__ import annotations

from control.engine.modules import Module
from rooms.court.game.reports import duels, floor, more, rising, speaking

REPORTED = Module(
    name="court reports",
    reports={**duels.REPORTS, **floor.REPORTS, **more.REPORTS, **rising.REPORTS, **speaking.REPORTS},
)
