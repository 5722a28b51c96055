"""Legal actions of a player, in groups called offers (SC-HID-07). The rules accept only an action that an offer allows.

An offer holds only what its owner may know, and only its owner may see it (SC-R-46).
"""

from __future__ import annotations

from typing import Any

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.rule_parts import OneOf, Only, SomeOf, are_distinct_members, sample
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game.content import ActionEffect, Ideology
from rooms.tables.statecraft.game.state import LossKind, Place


class SetIdeologyOffer(OneOf[Ideology], frozen=True):
    """Set one of these ideologies to 2."""

    does = actions.SetIdeology


class PolicyOffer(msgspec.Struct, frozen=True):
    """Announce or denounce one of these policies.

    `plays`: for each policy its id, its options and its possible holders (None is the leader).
    """

    announced: bool
    plays: tuple[tuple[str, tuple[int, ...], tuple[str | None, ...]], ...]

    def some(self, dice: Dice) -> actions.Announce | actions.Denounce:
        card, options, holders = dice.choice(self.plays)
        does = actions.Announce if self.announced else actions.Denounce
        return does(card, dice.choice(options), dice.choice(holders))

    def allows(self, action: Any) -> bool:
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
    """Take one of these politicians to one of its places. `decline`: taking nobody is allowed too."""

    takes: tuple[tuple[str, tuple[Place, ...]], ...]
    decline: bool

    def some(self, dice: Dice) -> actions.Take:
        if not self.takes or (self.decline and dice.random() < 0.5):
            return actions.Take()
        politician, places = dice.choice(self.takes)
        return actions.Take(politician, dice.choice(places))

    def allows(self, action: Any) -> bool:
        if type(action) is not actions.Take:
            return False
        if action.politician is None:
            return self.decline and action.place is None
        return any(politician == action.politician and action.place in places for politician, places in self.takes)


class FireOffer(msgspec.Struct, frozen=True):
    """Fire one of these politicians and pay one of these cards. No cards: firing is free."""

    politicians: tuple[str, ...]
    cards: tuple[str, ...]

    def some(self, dice: Dice) -> actions.Fire:
        return actions.Fire(dice.choice(self.politicians), dice.choice(self.cards) if self.cards else None)

    def allows(self, action: Any) -> bool:
        if type(action) is not actions.Fire or action.politician not in self.politicians:
            return False
        return action.pay in self.cards if self.cards else action.pay is None


class PoachOffer(msgspec.Struct, frozen=True):
    """Poach one of these supporters for its price in these cards."""

    targets: tuple[tuple[str, int], ...]  # the supporter and its price
    cards: tuple[str, ...]

    def some(self, dice: Dice) -> actions.Poach:
        supporter, price = dice.choice(self.targets)
        return actions.Poach(supporter, tuple(sample(dice, self.cards, price)))

    def allows(self, action: Any) -> bool:
        if type(action) is not actions.Poach:
            return False
        return any(
            supporter == action.supporter and are_distinct_members(action.pay, price, self.cards)
            for supporter, price in self.targets
        )


class LeaderStepOffer(msgspec.Struct, frozen=True):
    """Pay one of these cards and move one of the player's ideologies by one of these steps (SC-LDR-07)."""

    cards: tuple[str, ...]
    steps: tuple[tuple[Ideology, int], ...]

    def some(self, dice: Dice) -> actions.LeaderStep:
        return actions.LeaderStep(dice.choice(self.cards), *dice.choice(self.steps))

    def allows(self, action: Any) -> bool:
        return type(action) is actions.LeaderStep and action.pay in self.cards and (action.ideology, action.step) in self.steps


class ActionOffer(msgspec.Struct, frozen=True):
    """Play this action card in one of these ways."""

    card: str
    effect: ActionEffect
    ways: tuple[actions.PlayAction, ...]

    def some(self, dice: Dice) -> actions.PlayAction:
        return dice.choice(self.ways)

    def allows(self, action: Any) -> bool:
        return type(action) is actions.PlayAction and action in self.ways


class PickOffer(OneOf[str], frozen=True):
    """Discard one of these cards of an opponent."""

    does = actions.PickCard


class EndTurnOffer(Only, frozen=True):
    """End the turn."""

    does = actions.EndTurn


class DiscardDownOffer(SomeOf, frozen=True):
    """Discard this number of these cards."""

    does = actions.DiscardDown


class ChooseOffer(OneOf[int | None], frozen=True):
    """Choose one of these options of the event. None is neither option."""

    does = actions.ChooseOption


class ContributeOffer(OneOf[str | None], frozen=True):
    """Contribute one of these cards. None is no card."""

    does = actions.Contribute


class LoseOffer(SomeOf, frozen=True):
    """Lose this number of these things. An ideology moves by `steps`."""

    does = actions.Lose
    kind: LossKind
    steps: int = 0


class DrawOffer(msgspec.Struct, frozen=True):
    """Draw a card or decline."""

    def some(self, dice: Dice) -> actions.DrawOrNot:
        return actions.DrawOrNot(dice.random() < 0.5)

    def allows(self, action: Any) -> bool:
        return type(action) is actions.DrawOrNot


class BidOffer(OneOf[int], frozen=True):
    """Bid one of these numbers."""

    does = actions.Bid


class PayBidOffer(SomeOf, frozen=True):
    """Pay this number of these cards."""

    does = actions.PayBid
