"""Player actions of Statecraft, each with its offer: the legal actions of this kind that a player has now (SC-HID-07).

An action is a record of its choices. The rules accept only an action that an offer allows. An offer holds only what its owner may
know, and only its owner may see it (SC-R-46).
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import later
from rooms.tables.game.actions import Action
from rooms.tables.game.rule_parts import OneOf, Only, SomeOf, are_distinct_members, sample
from rooms.tables.statecraft.game.content import ActionEffect, Colour, Ideology
from rooms.tables.statecraft.game.state import LossKind, Place


class StatecraftAction(Action, frozen=True):
    """Base class of all player actions."""


class SetIdeology(StatecraftAction, frozen=True):
    """START_EFFECTS: set one own ideology to 2 (SC-LDR-12, scenario 10)."""

    called = later("Set ideology")
    default = later("an ideology is chosen for you by lot.")
    ideology: Ideology


class SetIdeologyOffer(OneOf[Ideology], frozen=True):
    does = SetIdeology


class Announce(StatecraftAction, frozen=True):
    """TURN or FREEPLAY: attach a policy of the hand with option 0 or 1 at the top of a politician (SC-POL-01).

    `holder`: None is the leader, who can announce only by SC-LDR-04.
    """

    called = later("Announce policy")
    default = later("a policy is announced or denounced for you by lot.")
    card: str
    option: int
    holder: str | None = None


class Denounce(StatecraftAction, frozen=True):
    """TURN or FREEPLAY: attach a policy of the hand at the bottom of a politician, or of the leader (`holder` None) (SC-DEN-01)."""

    called = later("Denounce policy")
    default = later("a policy is announced or denounced for you by lot.")
    card: str
    option: int
    holder: str | None = None


class PolicyOffer(msgspec.Struct, frozen=True):
    """Announce or denounce one of these policies.

    `plays`: for each policy its id, its options and its possible holders (None is the leader).
    """

    announced: bool
    plays: tuple[tuple[str, tuple[int, ...], tuple[str | None, ...]], ...]

    def some(self, dice: Dice) -> Announce | Denounce:
        card, options, holders = dice.choice(self.plays)
        does = Announce if self.announced else Denounce
        return does(card, dice.choice(options), dice.choice(holders))

    def allows(self, action: Any) -> bool:
        if type(action) is not (Announce if self.announced else Denounce):
            return False
        return any(
            card == action.card and action.option in options and action.holder in holders for card, options, holders in self.plays
        )


class Campaign(StatecraftAction, frozen=True):
    """TURN: claim a supporter of the floating area (SC-CAM-05)."""

    called = later("Campaign")
    supporter: str


class CampaignOffer(OneOf[str], frozen=True):
    does = Campaign


class Recruit(StatecraftAction, frozen=True):
    """TURN: pay a card and draw politicians (SC-REC-01)."""

    called = later("Recruit politician")
    pay: str


class RecruitOffer(OneOf[str], frozen=True):
    does = Recruit


class Take(StatecraftAction, frozen=True):
    """RECRUIT_CHOICE: put a drawn politician in a free or taken place. None for both declines (SC-REC-12)."""

    called = later("Take politician")
    default = later("the first politician who fits takes the nearest free place.")
    politician: str | None = None
    place: Place | None = None


class TakeOffer(msgspec.Struct, frozen=True):
    """Take one of these politicians to one of its places. `decline`: taking nobody is allowed too."""

    takes: tuple[tuple[str, tuple[Place, ...]], ...]
    decline: bool

    def some(self, dice: Dice) -> Take:
        if not self.takes or (self.decline and dice.random() < 0.5):
            return Take()
        politician, places = dice.choice(self.takes)
        return Take(politician, dice.choice(places))

    def allows(self, action: Any) -> bool:
        if type(action) is not Take:
            return False
        if action.politician is None:
            return self.decline and action.place is None
        return any(politician == action.politician and action.place in places for politician, places in self.takes)


class Fire(StatecraftAction, frozen=True):
    """TURN: fire one of the player's politicians. `pay` is None exactly when firing is free (SC-LDR-06, scenario 13)."""

    called = later("Fire")
    politician: str
    pay: str | None = None


class FireOffer(msgspec.Struct, frozen=True):
    """Fire one of these politicians and pay one of these cards. No cards: firing is free."""

    politicians: tuple[str, ...]
    cards: tuple[str, ...]

    def some(self, dice: Dice) -> Fire:
        return Fire(dice.choice(self.politicians), dice.choice(self.cards) if self.cards else None)

    def allows(self, action: Any) -> bool:
        if type(action) is not Fire or action.politician not in self.politicians:
            return False
        return action.pay in self.cards if self.cards else action.pay is None


class Poach(StatecraftAction, frozen=True):
    """TURN: poach a supporter from another player for exactly its price in cards (SC-POA-01)."""

    called = later("Poach")
    supporter: str
    pay: tuple[str, ...] = ()


class PoachOffer(msgspec.Struct, frozen=True):
    """Poach one of these supporters for its price in these cards."""

    targets: tuple[tuple[str, int], ...]  # the supporter and its price
    cards: tuple[str, ...]  # the whole hand: policies and actions are worth the same (SC-PAY-02)

    def some(self, dice: Dice) -> Poach:
        supporter, price = dice.choice(self.targets)
        return Poach(supporter, tuple(sample(dice, self.cards, price)))

    def allows(self, action: Any) -> bool:
        if type(action) is not Poach:
            return False
        return any(
            supporter == action.supporter and are_distinct_members(action.pay, price, self.cards)
            for supporter, price in self.targets
        )


class LeaderStep(StatecraftAction, frozen=True):
    """TURN: pay a card and move one of the player's ideologies by 1 or -1 (SC-LDR-07)."""

    called = later("Leader step")
    pay: str
    ideology: Ideology
    step: int


class LeaderStepOffer(msgspec.Struct, frozen=True):
    """Pay one of these cards and move one of the player's ideologies by one of these steps (SC-LDR-07)."""

    cards: tuple[str, ...]
    steps: tuple[tuple[Ideology, int], ...]

    def some(self, dice: Dice) -> LeaderStep:
        return LeaderStep(dice.choice(self.cards), *dice.choice(self.steps))

    def allows(self, action: Any) -> bool:
        return type(action) is LeaderStep and action.pay in self.cards and (action.ideology, action.step) in self.steps


class PlayAction(StatecraftAction, frozen=True):
    """TURN: play an action card, with only those targets that its effect needs."""

    called = later("Play action card")
    card: str
    opponent: int | None = None  # SC-AFX-03, SC-AFX-07
    politician: str | None = None  # SC-AFX-02: who leaves; SC-AFX-12: the first of two, or the policy's new holder
    other: str | None = None  # SC-AFX-12: the second of two
    policy: str | None = None  # SC-AFX-06: returns to the hand; SC-AFX-12: moves
    colour: Colour | None = None  # SC-AFX-07
    supporter: str | None = None  # SC-AFX-10
    ideology: Ideology | None = None  # SC-AFX-11
    step: int | None = None  # SC-AFX-11: 1 or -1


class ActionOffer(msgspec.Struct, frozen=True):
    """Play this action card in one of these ways."""

    card: str
    effect: ActionEffect
    ways: tuple[PlayAction, ...]

    def some(self, dice: Dice) -> PlayAction:
        return dice.choice(self.ways)

    def allows(self, action: Any) -> bool:
        return type(action) is PlayAction and action in self.ways


class PickCard(StatecraftAction, frozen=True):
    """ACTION_CHOICE: discard this card of the opponent's hand (SC-AFX-03)."""

    called = later("Pick card")
    default = later("a card is picked for you by lot.")
    card: str


class PickOffer(OneOf[str], frozen=True):
    does = PickCard


class EndTurn(StatecraftAction, frozen=True):
    """TURN: end the turn, so that the refill begins (SC-TRN-04)."""

    called = later("End turn")
    default = later("your turn ends; nothing more is played.")


class EndTurnOffer(Only, frozen=True):
    does = EndTurn


class DiscardDown(StatecraftAction, frozen=True):
    """DISCARD_DOWN: discard exactly the surplus cards, in any order (SC-TRN-07)."""

    called = later("Discard down")
    default = later("the cards that are too many are discarded by lot.")
    cards: tuple[str, ...]


class DiscardDownOffer(SomeOf, frozen=True):
    does = DiscardDown


class ChooseOption(StatecraftAction, frozen=True):
    """EVENT_CHOICE: option 0 or 1 of the event, None for neither (SC-EVT-03, SC-EVT-08, SC-LDR-11)."""

    called = later("Choose option")
    default = later("an option is chosen for you by lot.")
    option: int | None = None


class ChooseOffer(OneOf[int | None], frozen=True):
    does = ChooseOption


class Contribute(StatecraftAction, frozen=True):
    """EMERGENCY_CHOICE: a card of the hand, or None for nothing (SC-EMG-05)."""

    called = later("Contribute")
    default = later("you contribute nothing.")
    card: str | None = None


class ContributeOffer(OneOf[str | None], frozen=True):
    does = Contribute


class Lose(StatecraftAction, frozen=True):
    """LOSS_CHOICE: lose these things, in any order (SC-LOS-06).

    `things`: ids of cards, policies, politicians or supporters, or one ideology.
    """

    called = later("Choose loss")
    default = later("what you lose is chosen by lot.")
    things: tuple[str, ...]


class LoseOffer(SomeOf, frozen=True):
    """Lose this number of these things. An ideology moves by `steps`."""

    does = Lose
    kind: LossKind
    steps: int = 0


class DrawOrNot(StatecraftAction, frozen=True):
    """MAY_DRAW: draw a card or not (SC-EVT-17, SC-LDR-09)."""

    called = later("Draw or not")
    default = later("you draw no card.")
    draw: bool


class DrawOffer(msgspec.Struct, frozen=True):
    """Draw a card or decline."""

    def some(self, dice: Dice) -> DrawOrNot:
        return DrawOrNot(dice.random() < 0.5)

    def allows(self, action: Any) -> bool:
        return type(action) is DrawOrNot


class Bid(StatecraftAction, frozen=True):
    """INCUMBENT_BID: a number from 0 to the cards in hand (SC-INC-07)."""

    called = later("Bid")
    default = later("you bid nothing.")
    cards: int


class BidOffer(OneOf[int], frozen=True):
    does = Bid


class PayBid(StatecraftAction, frozen=True):
    """BID_PAYMENT: pay exactly as many cards as were bid, in any order (SC-INC-09)."""

    called = later("Pay bid")
    default = later("the cards that you pay with are chosen by lot.")
    cards: tuple[str, ...]


class PayBidOffer(SomeOf, frozen=True):
    does = PayBid


ACTIONS: Final[tuple[type[StatecraftAction], ...]] = tuple(StatecraftAction.__subclasses__())
