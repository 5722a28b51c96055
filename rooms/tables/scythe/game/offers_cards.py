"""Groups of legal actions with encounter, Factory and objective cards (A-13 to A-15, A-19, A-27)."""

from __future__ import annotations

from typing import Any

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.offering import OneOf, Only
from rooms.tables.scythe.game.actions import ChooseCard, EncounterDone, RevealObjective, TakeOption, UseCard
from rooms.tables.scythe.game.gaining import GainsOffer
from rooms.tables.scythe.game.paying import PaymentOffer


class OptionOffer(msgspec.Struct, frozen=True):
    """Take this option of the encounter card, paid in any of these ways, with any of these picks."""

    option: int
    payment: PaymentOffer
    gains: GainsOffer

    def some(self, dice: Dice) -> TakeOption:
        """Any payment, any picks."""
        picks, declined = self.gains.some(dice)
        return TakeOption(self.option, self.payment.some(dice), picks, declined)

    def allows(self, action: Any) -> bool:
        """Is it this option, paid in full, with picks that it gives?"""
        if type(action) is not TakeOption or action.option != self.option:
            return False
        return self.payment.allows(action.payment) and self.gains.allows(action.picks, action.declined)


class EncounterDoneOffer(Only, frozen=True):
    """Take no second option."""

    does = EncounterDone


class ChooseCardOffer(OneOf[str], frozen=True):
    """Choose one of these Factory cards."""

    does = ChooseCard


class UseCardOffer(msgspec.Struct, frozen=True):
    """Take the top row of the Factory card, paid in any of these ways, with any of these picks."""

    payment: PaymentOffer
    gains: GainsOffer

    def some(self, dice: Dice) -> UseCard:
        """Any payment, any picks."""
        picks, declined = self.gains.some(dice)
        return UseCard(self.payment.some(dice), picks, declined)

    def allows(self, action: Any) -> bool:
        """Is it paid in full, with picks that the card gives?"""
        if type(action) is not UseCard:
            return False
        return self.payment.allows(action.payment) and self.gains.allows(action.picks, action.declined)


class RevealOffer(OneOf[str], frozen=True):
    """Reveal one of these objectives, which are met now."""

    does = RevealObjective


CardsOffer = OptionOffer | EncounterDoneOffer | ChooseCardOffer | UseCardOffer | RevealOffer
