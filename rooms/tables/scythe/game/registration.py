"""Scythe as a registered kind of side table."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from rooms.tables.game.rules import ByBook, GameKind, random_bot
from rooms.tables.scythe.game.bots import steady
from rooms.tables.scythe.game.content import Content
from rooms.tables.scythe.game.engine import rules_of
from rooms.tables.scythe.game.reading import read
from rooms.tables.scythe.game.state import ScytheState
from rooms.tables.scythe.game.statistics import TABULATES
from rooms.tables.scythe.rules.combat import CombatRevealed
from rooms.tables.scythe.rules.legal_actions import ACTIONS
from rooms.tables.scythe.rules.setup import LEAST, MOST, OPTIONS
from rooms.tables.scythe.rules.stars import StarPlaced

SCYTHE: Final = GameKind(
    id="scythe",
    title="Scythe",
    line=later("Steam, mud and harvest: build a small empire, and place six stars before your neighbours do."),
    least=LEAST,
    most=MOST,
    state=ScytheState,
    actions=ACTIONS,
    content=Content,
    read=read,
    rules=rules_of,
    bots={"random": random_bot, "steady": ByBook(steady)},
    options=OPTIONS,
    reveals=(CombatRevealed, StarPlaced),  # a revealed objective is read together with its star
    tabulates=TABULATES,
    keeps=lambda state: state.records,  # SY-END-15
)
