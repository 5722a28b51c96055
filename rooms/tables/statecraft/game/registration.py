"""Statecraft as a registered kind of side table."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from rooms.tables.game.rules import GameKind, first_player, random_bot
from rooms.tables.statecraft.game.actions import ACTIONS
from rooms.tables.statecraft.game.bots import steady
from rooms.tables.statecraft.game.content import Content
from rooms.tables.statecraft.game.engine import rules_of
from rooms.tables.statecraft.game.reading import read
from rooms.tables.statecraft.game.state import StatecraftState
from rooms.tables.statecraft.game.statistics import TABULATES
from rooms.tables.statecraft.rules.emergencies import ContributionsShown
from rooms.tables.statecraft.rules.events import ChoicesShown
from rooms.tables.statecraft.rules.incumbent import BidsShown
from rooms.tables.statecraft.rules.main_deck import TurnedUp
from rooms.tables.statecraft.rules.modes import OPTIONS
from rooms.tables.statecraft.rules.poaching import Poached
from rooms.tables.statecraft.rules.setup import LEAST, MOST

STATECRAFT: Final = GameKind(
    id="statecraft",
    title="Statecraft",
    line=later("Form a cabinet, promise everything, and win the crowd before somebody else does."),
    least=LEAST,
    most=MOST,
    state=StatecraftState,
    actions=ACTIONS,
    content=Content,
    read=read,
    rules=rules_of,
    bots={"random": random_bot, "steady": steady},
    options=(first_player(MOST), *OPTIONS),
    reveals=(TurnedUp, ChoicesShown, ContributionsShown, BidsShown, Poached),
    tabulates=TABULATES,
)
