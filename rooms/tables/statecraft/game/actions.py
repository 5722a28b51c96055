"""Player actions of Statecraft, as in the rulebook's table. `rules` decides when each one is legal."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from rooms.tables.game.actions import Action
from rooms.tables.statecraft.game.content import Colour, Ideology
from rooms.tables.statecraft.game.state import Place


class StatecraftAction(Action, frozen=True):
    """Base class of all player actions."""


class SetIdeology(StatecraftAction, frozen=True):
    """START_EFFECTS: set one own ideology to 2 (SC-LDR-12, scenario 10)."""

    called = later("Set ideology")
    ideology: Ideology


class Announce(StatecraftAction, frozen=True):
    """TURN or FREEPLAY: attach a policy of the hand with option 0 or 1 at the top of a politician (SC-POL-01).

    `holder`: None is the leader, who can announce only by SC-LDR-04.
    """

    called = later("Announce policy")
    card: str
    option: int
    holder: str | None = None


class Denounce(StatecraftAction, frozen=True):
    """TURN or FREEPLAY: attach a policy of the hand at the bottom of a politician, or of the leader (`holder` None) (SC-DEN-01)."""

    called = later("Denounce policy")
    card: str
    option: int
    holder: str | None = None


class Campaign(StatecraftAction, frozen=True):
    """TURN: claim a supporter of the floating area (SC-CAM-05)."""

    called = later("Campaign")
    supporter: str


class Recruit(StatecraftAction, frozen=True):
    """TURN: pay a card and draw politicians (SC-REC-01)."""

    called = later("Recruit politician")
    pay: str


class Take(StatecraftAction, frozen=True):
    """RECRUIT_CHOICE: put a drawn politician in a free or taken place. None for both declines (SC-REC-12)."""

    called = later("Take politician")
    politician: str | None = None
    place: Place | None = None


class Fire(StatecraftAction, frozen=True):
    """TURN: fire one of the player's politicians. `pay` is None exactly when firing is free (SC-LDR-06, scenario 13)."""

    called = later("Fire")
    politician: str
    pay: str | None = None


class Poach(StatecraftAction, frozen=True):
    """TURN: poach a supporter from another player for exactly its price in cards (SC-POA-01)."""

    called = later("Poach")
    supporter: str
    pay: tuple[str, ...] = ()


class LeaderStep(StatecraftAction, frozen=True):
    """TURN: pay a card and move one of the player's ideologies by 1 or -1 (SC-LDR-07)."""

    called = later("Leader step")
    pay: str
    ideology: Ideology
    step: int


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


class PickCard(StatecraftAction, frozen=True):
    """ACTION_CHOICE: discard this card of the opponent's hand (SC-AFX-03)."""

    called = later("Pick card")
    card: str


class EndTurn(StatecraftAction, frozen=True):
    """TURN: end the turn, so that the refill begins (SC-TRN-04)."""

    called = later("End turn")


class DiscardDown(StatecraftAction, frozen=True):
    """DISCARD_DOWN: discard exactly the surplus cards, in any order (SC-TRN-07)."""

    called = later("Discard down")
    cards: tuple[str, ...]


class ChooseOption(StatecraftAction, frozen=True):
    """EVENT_CHOICE: option 0 or 1 of the event, None for neither (SC-EVT-03, SC-EVT-08, SC-LDR-11)."""

    called = later("Choose option")
    option: int | None = None


class Contribute(StatecraftAction, frozen=True):
    """EMERGENCY_CHOICE: a card of the hand, or None for nothing (SC-EMG-05)."""

    called = later("Contribute")
    card: str | None = None


class Lose(StatecraftAction, frozen=True):
    """LOSS_CHOICE: lose these things, in any order (SC-LOS-06).

    `things`: ids of cards, policies, politicians or supporters, or one ideology.
    """

    called = later("Choose loss")
    things: tuple[str, ...]


class DrawOrNot(StatecraftAction, frozen=True):
    """MAY_DRAW: draw a card or not (SC-EVT-17, SC-LDR-09)."""

    called = later("Draw or not")
    draw: bool


class Bid(StatecraftAction, frozen=True):
    """INCUMBENT_BID: a number from 0 to the cards in hand (SC-INC-07)."""

    called = later("Bid")
    cards: int


class PayBid(StatecraftAction, frozen=True):
    """BID_PAYMENT: pay exactly as many cards as were bid, in any order (SC-INC-09)."""

    called = later("Pay bid")
    cards: tuple[str, ...]


ACTIONS: Final[tuple[type[StatecraftAction], ...]] = tuple(StatecraftAction.__subclasses__())
