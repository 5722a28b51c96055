"""What the realm reports, as a module of the game: it has no commands and no events of its own."""

from __future__ import annotations

from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.reports import captives, everybody, holdings, people, plots, rule

REPORTED = Module(
    name="reports",
    about=later("Reports"),
    reports={**holdings.REPORTS, **captives.REPORTS, **people.REPORTS, **plots.REPORTS, **rule.REPORTS},
)
"""What is reported of a round: of all that stands, to those whom they concern."""

IN_THE_NEWS = Module(name="reported-news", about=later("News"), reports={**everybody.REPORTS})
"""What everybody reads of the same events, in the scenario's words."""
