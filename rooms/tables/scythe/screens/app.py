"""Registration of Scythe's screens."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say
from rooms.tables.registry import TableApp, sections_of
from rooms.tables.scythe.game.registration import SCYTHE
from rooms.tables.scythe.screens.forms import action_of
from rooms.tables.scythe.screens.heading import run_out_words
from rooms.tables.scythe.screens.log import note_of
from rooms.tables.scythe.screens.movement import follows_of
from rooms.tables.scythe.screens.panels import panel_of, read_in
from rooms.tables.scythe.screens.reference import reference_of
from rooms.tables.scythe.screens.turn import host_deed

APP: Final = TableApp(
    kind=SCYTHE,
    shape=panel_of,
    hand="scythe/_hand.html",
    board="scythe/_wall.html",
    action=action_of,
    sections=sections_of,
    pictures="scythe/_signs.html",
    css="scythe/scythe.css",
    script="scythe/scythe.js",
    tells_end=True,
    run_out=run_out_words,
    note=note_of,
    reference=reference_of,
    attacks=later("Who fought whom"),
    goal=lambda _view: say("The sixth star of any player ends the game; the most coins win, and everything is worth coins."),
    follows=follows_of,
    reads=read_in,
    host_deed=host_deed,
)
