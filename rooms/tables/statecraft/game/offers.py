"""Everything a player may do, as groups of legal actions (SC-HID-07): the law, for the rules take what is offered and nothing else.

An offer holds what its owner may know and nothing else; it is its owner's secret (SC-R-46).
"""

from __future__ import annotations

from typing import Any

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.parts import sample
from rooms.tables.statecraft.game.actions import (
    Announce,
    Bid,
    Campaign,
    ChooseOption,
    Contribute,
    Denounce,
    DiscardDown,
    DrawOrNot,
    EndTurn,
    Fire,
    LeaderStep,
    Lose,
    PayBid,
    PickCard,
    PlayAction,
    Poach,
    Recruit,
    SetIdeology,
    Take,
)
from rooms.tables.statecraft.game.content import ActionEffect, Ideology
from rooms.tables.statecraft.game.state import LossKind, Place


def _are_some(things: tuple[str, ...], count: int, of: tuple[str, ...]) -> bool:
    """Are they exactly so many different ones of these?"""
    chosen = set(things)
    return len(things) == count == len(chosen) and chosen.issubset(of)


class SetIdeologyOffer(msgspec.Struct, frozen=True):
    """Set one of these ideologies to 2."""

    ideologies: tuple[Ideology, ...]

    def some(self, dice: Dice) -> SetIdeology:
        """Any of them."""
        return SetIdeology(dice.choice(self.ideologies))

    def allows(self, action: Any) -> bool:
        """Is it one of them?"""
        return type(action) is SetIdeology and action.ideology in self.ideologies


class PolicyOffer(msgspec.Struct, frozen=True):
    """Announce, or denounce, one of these policies; each has its options and who can hold it, None being the leader."""

    announced: bool
    plays: tuple[tuple[str, tuple[int, ...], tuple[str | None, ...]], ...]

    def some(self, dice: Dice) -> Announce | Denounce:
        """Any policy with any of its options on any of its holders."""
        card, options, holders = dice.choice(self.plays)
        does = Announce if self.announced else Denounce
        return does(card, dice.choice(options), dice.choice(holders))

    def allows(self, action: Any) -> bool:
        """Is it one of the policies, with an option and a holder that it has?"""
        if type(action) is not (Announce if self.announced else Denounce):
            return False
        return any(
            card == action.card and action.option in options and action.holder in holders for card, options, holders in self.plays
        )


class CampaignOffer(msgspec.Struct, frozen=True):
    """Claim one of these supporters."""

    supporters: tuple[str, ...]

    def some(self, dice: Dice) -> Campaign:
        """Any of them."""
        return Campaign(dice.choice(self.supporters))

    def allows(self, action: Any) -> bool:
        """Is it one of them?"""
        return type(action) is Campaign and action.supporter in self.supporters


class RecruitOffer(msgspec.Struct, frozen=True):
    """Recruit and pay one of these cards."""

    cards: tuple[str, ...]

    def some(self, dice: Dice) -> Recruit:
        """Any card pays."""
        return Recruit(dice.choice(self.cards))

    def allows(self, action: Any) -> bool:
        """Does one of the cards pay?"""
        return type(action) is Recruit and action.pay in self.cards


class TakeOffer(msgspec.Struct, frozen=True):
    """Take one of these politicians to one of the places that it has; or nobody, where that may be."""

    takes: tuple[tuple[str, tuple[Place, ...]], ...]
    decline: bool

    def some(self, dice: Dice) -> Take:
        """Any politician to any place, or nobody."""
        if not self.takes or (self.decline and dice.random() < 0.5):
            return Take()
        politician, places = dice.choice(self.takes)
        return Take(politician, dice.choice(places))

    def allows(self, action: Any) -> bool:
        """Is it one of the politicians with one of its places, or nobody where that may be?"""
        if type(action) is not Take:
            return False
        if action.politician is None:
            return self.decline and action.place is None
        return any(politician == action.politician and action.place in places for politician, places in self.takes)


class FireOffer(msgspec.Struct, frozen=True):
    """Fire one of these politicians and pay one of these cards; without cards it is free."""

    politicians: tuple[str, ...]
    cards: tuple[str, ...]

    def some(self, dice: Dice) -> Fire:
        """Any politician for any card."""
        return Fire(dice.choice(self.politicians), dice.choice(self.cards) if self.cards else None)

    def allows(self, action: Any) -> bool:
        """Is it one of the politicians, for one of the cards, or for nothing where it is free?"""
        if type(action) is not Fire or action.politician not in self.politicians:
            return False
        return action.pay in self.cards if self.cards else action.pay is None


class PoachOffer(msgspec.Struct, frozen=True):
    """Poach one of these supporters for so many of these cards."""

    targets: tuple[tuple[str, int], ...]  # the supporter and its price
    cards: tuple[str, ...]

    def some(self, dice: Dice) -> Poach:
        """Any supporter for any cards."""
        supporter, price = dice.choice(self.targets)
        return Poach(supporter, tuple(sample(dice, self.cards, price)))

    def allows(self, action: Any) -> bool:
        """Is it one of the supporters for exactly its price?"""
        if type(action) is not Poach:
            return False
        return any(supporter == action.supporter and _are_some(action.pay, price, self.cards) for supporter, price in self.targets)


class LeaderStepOffer(msgspec.Struct, frozen=True):
    """Pay one of these cards and take one of these steps (SC-LDR-07)."""

    cards: tuple[str, ...]
    steps: tuple[tuple[Ideology, int], ...]

    def some(self, dice: Dice) -> LeaderStep:
        """Any step for any card."""
        return LeaderStep(dice.choice(self.cards), *dice.choice(self.steps))

    def allows(self, action: Any) -> bool:
        """Is it one of the steps for one of the cards?"""
        return type(action) is LeaderStep and action.pay in self.cards and (action.ideology, action.step) in self.steps


class ActionOffer(msgspec.Struct, frozen=True):
    """Play this action card, in one of these ways."""

    card: str
    effect: ActionEffect
    ways: tuple[PlayAction, ...]

    def some(self, dice: Dice) -> PlayAction:
        """Any of the ways."""
        return dice.choice(self.ways)

    def allows(self, action: Any) -> bool:
        """Is it one of the ways?"""
        return type(action) is PlayAction and action in self.ways


class PickOffer(msgspec.Struct, frozen=True):
    """Discard one of these cards of an opponent."""

    cards: tuple[str, ...]

    def some(self, dice: Dice) -> PickCard:
        """Any of them."""
        return PickCard(dice.choice(self.cards))

    def allows(self, action: Any) -> bool:
        """Is it one of them?"""
        return type(action) is PickCard and action.card in self.cards


class EndTurnOffer(msgspec.Struct, frozen=True):
    """End the turn."""

    def some(self, _dice: Dice) -> EndTurn:
        """The one action there is."""
        return EndTurn()

    def allows(self, action: Any) -> bool:
        """Is it that action?"""
        return type(action) is EndTurn


class DiscardDownOffer(msgspec.Struct, frozen=True):
    """Discard so many of these cards."""

    cards: tuple[str, ...]
    count: int

    def some(self, dice: Dice) -> DiscardDown:
        """Any of them."""
        return DiscardDown(tuple(sample(dice, self.cards, self.count)))

    def allows(self, action: Any) -> bool:
        """Are they exactly so many of them?"""
        return type(action) is DiscardDown and _are_some(action.cards, self.count, self.cards)


class ChooseOffer(msgspec.Struct, frozen=True):
    """Choose one of these options of the event, None being neither."""

    options: tuple[int | None, ...]

    def some(self, dice: Dice) -> ChooseOption:
        """Any of them."""
        return ChooseOption(dice.choice(self.options))

    def allows(self, action: Any) -> bool:
        """Is it one of them?"""
        return type(action) is ChooseOption and action.option in self.options


class ContributeOffer(msgspec.Struct, frozen=True):
    """Contribute one of these cards, or nothing."""

    cards: tuple[str, ...]

    def some(self, dice: Dice) -> Contribute:
        """Any card, or nothing."""
        return Contribute(dice.choice((None, *self.cards)))

    def allows(self, action: Any) -> bool:
        """Is it one of the cards, or nothing?"""
        return type(action) is Contribute and (action.card is None or action.card in self.cards)


class LoseOffer(msgspec.Struct, frozen=True):
    """Lose so many of these; an ideology moves by `steps`."""

    kind: LossKind
    count: int
    candidates: tuple[str, ...]
    steps: int = 0

    def some(self, dice: Dice) -> Lose:
        """Any of them."""
        return Lose(tuple(sample(dice, self.candidates, self.count)))

    def allows(self, action: Any) -> bool:
        """Are they exactly so many of them?"""
        return type(action) is Lose and _are_some(action.things, self.count, self.candidates)


class DrawOffer(msgspec.Struct, frozen=True):
    """Draw a card, or do not."""

    def some(self, dice: Dice) -> DrawOrNot:
        """Yes or no."""
        return DrawOrNot(dice.random() < 0.5)

    def allows(self, action: Any) -> bool:
        """Is it yes or no?"""
        return type(action) is DrawOrNot


class BidOffer(msgspec.Struct, frozen=True):
    """Bid a number from 0 up to this."""

    most: int

    def some(self, dice: Dice) -> Bid:
        """Any of the numbers."""
        return Bid(dice.randint(0, self.most))

    def allows(self, action: Any) -> bool:
        """Is it one of the numbers?"""
        return type(action) is Bid and 0 <= action.cards <= self.most


class PayBidOffer(msgspec.Struct, frozen=True):
    """Pay so many of these cards."""

    cards: tuple[str, ...]
    count: int

    def some(self, dice: Dice) -> PayBid:
        """Any of them."""
        return PayBid(tuple(sample(dice, self.cards, self.count)))

    def allows(self, action: Any) -> bool:
        """Are they exactly so many of them?"""
        return type(action) is PayBid and _are_some(action.cards, self.count, self.cards)


StatecraftOffer = (
    SetIdeologyOffer
    | PolicyOffer
    | CampaignOffer
    | RecruitOffer
    | TakeOffer
    | FireOffer
    | PoachOffer
    | LeaderStepOffer
    | ActionOffer
    | PickOffer
    | EndTurnOffer
    | DiscardDownOffer
    | ChooseOffer
    | ContributeOffer
    | LoseOffer
    | DrawOffer
    | BidOffer
    | PayBidOffer
)
