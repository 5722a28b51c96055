"""Encounters and Factory cards, on a phone."""

from __future__ import annotations

from rooms.tables.scythe.game.actions import ChooseCard, EncounterDone, TakeOption, UseCard
from rooms.tables.scythe.screens.looking import Looker
from rooms.tables.scythe.screens.plain import PlainAsk, plain_of


def meeting_of(looker: Looker) -> PlainAsk | None:
    """What the viewer is asked of an encounter; None for nothing."""
    return plain_of(looker, TakeOption, EncounterDone)


def visiting_of(looker: Looker) -> PlainAsk | None:
    """What the viewer is asked of Factory cards, the choice or the top row of the own one; None for nothing."""
    return plain_of(looker, ChooseCard, UseCard)
