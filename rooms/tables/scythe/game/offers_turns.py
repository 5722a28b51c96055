"""What a player may do about the turn itself, as groups of legal actions."""

from __future__ import annotations

from typing import Any

import msgspec

from control.engine.dice import Dice
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


class SectionOffer(msgspec.Struct, frozen=True):
    """Choose one of these sections."""

    sections: tuple[int, ...]

    def some(self, dice: Dice) -> ChooseSection:
        """Any of them."""
        return ChooseSection(dice.choice(self.sections))

    def allows(self, action: Any) -> bool:
        """Is it one of them?"""
        return type(action) is ChooseSection and action.section in self.sections


class SkipOffer(msgspec.Struct, frozen=True):
    """Skip the row."""

    top: bool

    def some(self, _dice: Dice) -> SkipTop | SkipBottom:
        """The one action there is."""
        return SkipTop() if self.top else SkipBottom()

    def allows(self, action: Any) -> bool:
        """Is it that action?"""
        return type(action) is (SkipTop if self.top else SkipBottom)


class EndTurnOffer(msgspec.Struct, frozen=True):
    """End the turn."""

    def some(self, _dice: Dice) -> EndTurn:
        """The one action there is."""
        return EndTurn()

    def allows(self, action: Any) -> bool:
        """Is it that action?"""
        return type(action) is EndTurn


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


class PunishOffer(msgspec.Struct, frozen=True):
    """Take 1 popularity from one of these players for delay of game."""

    players: tuple[int, ...]

    def some(self, dice: Dice) -> PunishDelay:
        """Any of them."""
        return PunishDelay(dice.choice(self.players))

    def allows(self, action: Any) -> bool:
        """Is it one of them?"""
        return type(action) is PunishDelay and action.player in self.players


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


TurnsOffer = SectionOffer | SkipOffer | EndTurnOffer | GiveOffer | PunishOffer | RecordOffer
