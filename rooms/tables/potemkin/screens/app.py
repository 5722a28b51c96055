"""Registration of Potemkin Empire's screens."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say
from rooms.tables.potemkin.game.registration import POTEMKIN
from rooms.tables.potemkin.screens.end_of_game import score_of
from rooms.tables.potemkin.screens.forms import action_of
from rooms.tables.potemkin.screens.log import note_of
from rooms.tables.potemkin.screens.panels import panel_of, run_out_words
from rooms.tables.potemkin.screens.reference import reference_of
from rooms.tables.registry import TableApp, sections_of

APP: Final = TableApp(
    kind=POTEMKIN,
    shape=panel_of,
    hand="potemkin/_hand.html",
    board="potemkin/_board.html",
    action=action_of,
    sections=sections_of,
    pictures="potemkin/_pictures.html",
    css="potemkin/potemkin.css",
    script="potemkin/potemkin.js",
    tells_end=True,
    note=note_of,
    reference=reference_of,
    run_out=run_out_words,
    score=score_of,
    attacks=later("Who spied on whom"),
    rounds=later("Month"),
    goal=lambda _view: say("The village with the most points wins, after 4 months."),
)
