"""Potemkin Empire as a registered kind of side table."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from rooms.tables.game.rules import GameKind, first_player, random_bot
from rooms.tables.potemkin.game.actions import ACTIONS
from rooms.tables.potemkin.game.bots import steady
from rooms.tables.potemkin.game.content import Content
from rooms.tables.potemkin.game.engine import rules_of
from rooms.tables.potemkin.game.reading import read
from rooms.tables.potemkin.game.state import PotemkinState
from rooms.tables.potemkin.rules.setup import LEAST, MOST
from rooms.tables.potemkin.rules.spying import Revealed

POTEMKIN: Final = GameKind(
    id="potemkin",
    title="Potemkin Empire",
    line=later("Put up a village before the Empress comes by, and hope that nobody looks behind it."),
    least=LEAST,
    most=MOST,
    state=PotemkinState,
    actions=ACTIONS,
    content=Content,
    read=read,
    rules=rules_of,
    bots={"random": random_bot, "steady": steady},
    options=(first_player(MOST),),
    reveals=(Revealed,),
)
