"""What a player may do about the turn itself, as groups of legal actions."""

from __future__ import annotations

from typing import Any

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.offering import OneOf, Only
from rooms.tables.game.parts import sample
from rooms.tables.scythe.game.actions import (
    ChooseSection,
    EndTurn,
    GiveCoins,
    PunishDelay,
    RecordAchievement,
    SkipBottom,
    SkipTop,
)


class SectionOffer(OneOf[int], frozen=True):
    """Choose one of these sections."""

    does = ChooseSection


class SkipTopOffer(Only, frozen=True):
    """Skip the top row."""

    does = SkipTop


class SkipBottomOffer(Only, frozen=True):
    """Skip the bottom row, and with it the end of the turn or not; by chance the turn is ended by itself."""

    does = SkipBottom


class EndTurnOffer(Only, frozen=True):
    """End the turn."""

    does = EndTurn


class GiveOffer(msgspec.Struct, frozen=True):
    """Give one of these players up to so many coins."""

    players: tuple[int, ...]
    most: int

    def some(self, dice: Dice) -> GiveCoins:
        """Any sum to any of them."""
        return GiveCoins(dice.choice(self.players), dice.randint(1, self.most))

    def allows(self, action: Any) -> bool:
        """Is it a sum that there is, for another player?"""
        return type(action) is GiveCoins and action.to in self.players and 1 <= action.amount <= self.most


class PunishOffer(OneOf[int], frozen=True):
    """Take 1 popularity from one of these players for delay of game."""

    does = PunishDelay


class RecordOffer(msgspec.Struct, frozen=True):
    """Enter up to so many of these achievements, or none."""

    entries: tuple[str, ...]
    most: int

    def some(self, dice: Dice) -> RecordAchievement:
        """Any of them."""
        count = dice.randint(0, min(self.most, len(self.entries)))
        return RecordAchievement(tuple(sample(dice, self.entries, count)))

    def allows(self, action: Any) -> bool:
        """Are they different ones of these, and not too many?"""
        if type(action) is not RecordAchievement or len(action.entries) > self.most:
            return False
        return len(set(action.entries)) == len(action.entries) and set(action.entries).issubset(self.entries)


TurnsOffer = SectionOffer | SkipTopOffer | SkipBottomOffer | EndTurnOffer | GiveOffer | PunishOffer | RecordOffer
