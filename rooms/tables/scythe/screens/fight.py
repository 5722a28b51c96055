"""Combat, on a phone."""

from __future__ import annotations

from rooms.tables.scythe.game.actions import ChooseCombat, Commit, Retreat, UseArtillery
from rooms.tables.scythe.screens.looking import Looker
from rooms.tables.scythe.screens.plain import PlainAsk, plain_of


def fighting_of(looker: Looker) -> PlainAsk | None:
    """What the viewer is asked; None for nothing."""
    return plain_of(looker, ChooseCombat, UseArtillery, Commit, Retreat)
