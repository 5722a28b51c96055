"""Everything a player may do, as groups of legal actions (SC-HID-07): the rules take what is offered and nothing else.

An offer holds what its owner may know and nothing else; it is its owner's secret (SC-R-46).
"""

from __future__ import annotations

from typing import Any

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.parts import OneOf, Only, SomeOf, are_some, sample
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game.content import ActionEffect, Ideology
from rooms.tables.statecraft.game.state import LossKind, Place


class SetIdeologyOffer(OneOf[Ideology], frozen=True):
    """Set one of these ideologies to 2."""

    does = actions.SetIdeology


class PolicyOffer(msgspec.Struct, frozen=True):
    """Announce, or denounce, one of these policies; each has its options and who can hold it, None being the leader."""

    announced: bool
    plays: tuple[tuple[str, tuple[int, ...], tuple[str | None, ...]], ...]

    def some(self, dice: Dice) -> actions.Announce | actions.Denounce:
        """Any policy with any of its options on any of its holders."""
        card, options, holders = dice.choice(self.plays)
        does = actions.Announce if self.announced else actions.Denounce
        return does(card, dice.choice(options), dice.choice(holders))

    def allows(self, action: Any) -> bool:
        """Is it one of the policies, with an option and a holder that it has?"""
        if type(action) is not (actions.Announce if self.announced else actions.Denounce):
            return False
        return any(
            card == action.card and action.option in options and action.holder in holders for card, options, holders in self.plays
        )


class CampaignOffer(OneOf[str], frozen=True):
    """Claim one of these supporters."""

    does = actions.Campaign


class RecruitOffer(OneOf[str], frozen=True):
    """Recruit and pay one of these cards."""

    does = actions.Recruit


class TakeOffer(msgspec.Struct, frozen=True):
    """Take one of these politicians to one of the places that it has; or nobody, where that may be."""

    takes: tuple[tuple[str, tuple[Place, ...]], ...]
    decline: bool

    def some(self, dice: Dice) -> actions.Take:
        """Any politician to any place, or nobody."""
        if not self.takes or (self.decline and dice.random() < 0.5):
            return actions.Take()
        politician, places = dice.choice(self.takes)
        return actions.Take(politician, dice.choice(places))

    def allows(self, action: Any) -> bool:
        """Is it one of the politicians with one of its places, or nobody where that may be?"""
        if type(action) is not actions.Take:
            return False
        if action.politician is None:
            return self.decline and action.place is None
        return any(politician == action.politician and action.place in places for politician, places in self.takes)


class FireOffer(msgspec.Struct, frozen=True):
    """Fire one of these politicians and pay one of these cards; without cards it is free."""

    politicians: tuple[str, ...]
    cards: tuple[str, ...]

    def some(self, dice: Dice) -> actions.Fire:
        """Any politician for any card."""
        return actions.Fire(dice.choice(self.politicians), dice.choice(self.cards) if self.cards else None)

    def allows(self, action: Any) -> bool:
        """Is it one of the politicians, for one of the cards, or for nothing where it is free?"""
        if type(action) is not actions.Fire or action.politician not in self.politicians:
            return False
        return action.pay in self.cards if self.cards else action.pay is None


class PoachOffer(msgspec.Struct, frozen=True):
    """Poach one of these supporters for so many of these cards."""

    targets: tuple[tuple[str, int], ...]  # the supporter and its price
    cards: tuple[str, ...]

    def some(self, dice: Dice) -> actions.Poach:
        """Any supporter for any cards."""
        supporter, price = dice.choice(self.targets)
        return actions.Poach(supporter, tuple(sample(dice, self.cards, price)))

    def allows(self, action: Any) -> bool:
        """Is it one of the supporters for exactly its price?"""
        if type(action) is not actions.Poach:
            return False
        return any(supporter == action.supporter and are_some(action.pay, price, self.cards) for supporter, price in self.targets)


class LeaderStepOffer(msgspec.Struct, frozen=True):
    """Pay one of these cards and take one of these steps (SC-LDR-07)."""

    cards: tuple[str, ...]
    steps: tuple[tuple[Ideology, int], ...]

    def some(self, dice: Dice) -> actions.LeaderStep:
        """Any step for any card."""
        return actions.LeaderStep(dice.choice(self.cards), *dice.choice(self.steps))

    def allows(self, action: Any) -> bool:
        """Is it one of the steps for one of the cards?"""
        return type(action) is actions.LeaderStep and action.pay in self.cards and (action.ideology, action.step) in self.steps


class ActionOffer(msgspec.Struct, frozen=True):
    """Play this action card, in one of these ways."""

    card: str
    effect: ActionEffect
    ways: tuple[actions.PlayAction, ...]

    def some(self, dice: Dice) -> actions.PlayAction:
        """Any of the ways."""
        return dice.choice(self.ways)

    def allows(self, action: Any) -> bool:
        """Is it one of the ways?"""
        return type(action) is actions.PlayAction and action in self.ways


class PickOffer(OneOf[str], frozen=True):
    """Discard one of these cards of an opponent."""

    does = actions.PickCard


class EndTurnOffer(Only, frozen=True):
    """End the turn."""

    does = actions.EndTurn


class DiscardDownOffer(SomeOf, frozen=True):
    """Discard so many of these cards."""

    does = actions.DiscardDown


class ChooseOffer(OneOf[int | None], frozen=True):
    """Choose one of these options of the event, None being neither."""

    does = actions.ChooseOption


class ContributeOffer(OneOf[str | None], frozen=True):
    """Contribute one of these cards, None being nothing."""

    does = actions.Contribute


class LoseOffer(SomeOf, frozen=True):
    """Lose so many of these; an ideology moves by `steps`."""

    does = actions.Lose
    kind: LossKind
    steps: int = 0


class DrawOffer(msgspec.Struct, frozen=True):
    """Draw a card, or do not."""

    def some(self, dice: Dice) -> actions.DrawOrNot:
        """Yes or no."""
        return actions.DrawOrNot(dice.random() < 0.5)

    def allows(self, action: Any) -> bool:
        """Is it yes or no?"""
        return type(action) is actions.DrawOrNot


class BidOffer(OneOf[int], frozen=True):
    """Bid one of these numbers."""

    does = actions.Bid


class PayBidOffer(SomeOf, frozen=True):
    """Pay so many of these cards."""

    does = actions.PayBid
