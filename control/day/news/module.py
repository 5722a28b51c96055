"""The module for news, for games that publish them (`DayState.TELLS_NEWS`)."""

from __future__ import annotations

from control.day.news import drafts, edits
from control.engine.language import later
from control.engine.modules import Module

NEWS = Module(
    name="news",
    title=later("News"),
    commands={**drafts.COMMANDS, **edits.COMMANDS},
    events={**drafts.EVENTS, **edits.EVENTS},
)
