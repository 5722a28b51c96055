"""What the realm reports, as a module of the game: it has no commands and no events of its own."""

from __future__ import annotations

from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.reports import everybody, holdings

REPORTED = Module(name="reports", about=later("Reports"), reports={**holdings.REPORTS, **everybody.REPORTS})
