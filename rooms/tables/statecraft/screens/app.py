"""Registration of Statecraft's screens."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from rooms.tables.registry import TableApp, sections_of
from rooms.tables.statecraft.game.registration import STATECRAFT
from rooms.tables.statecraft.screens.end_of_game import goal_words, score_of
from rooms.tables.statecraft.screens.log import note_of
from rooms.tables.statecraft.screens.panels import panel_of
from rooms.tables.statecraft.screens.questions import action_of
from rooms.tables.statecraft.screens.reference import reference_of

APP: Final = TableApp(
    kind=STATECRAFT,
    shape=panel_of,
    hand="statecraft/_hand.html",
    board="statecraft/_board.html",
    action=action_of,
    sections=sections_of,
    pictures="statecraft/_pictures.html",
    css="statecraft/statecraft.css",
    script="statecraft/statecraft.js",
    tells_end=True,
    note=note_of,
    reference=reference_of,
    score=score_of,
    goal=goal_words,
    attacks=later("Who moved against whom"),
)
