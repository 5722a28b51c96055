"""What a player may do: the rulebook's table of player actions. Which of it is legal when, is in the rules."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from control.engine.language import later
from rooms.tables.statecraft.game.content import Colour, Ideology
from rooms.tables.statecraft.game.state import Place


class SetIdeology(msgspec.Struct, frozen=True):
    """START_EFFECTS: this own ideology becomes 2 (SC-LDR-12, scenario 10)."""

    ideology: Ideology


class Announce(msgspec.Struct, frozen=True):
    """TURN or FREEPLAY: a policy of the hand with one of its options, 0 or 1, at the top of a politician (SC-POL-01).

    `holder` None is the leader, who can announce by SC-LDR-04 alone.
    """

    card: str
    option: int
    holder: str | None = None


class Denounce(msgspec.Struct, frozen=True):
    """TURN or FREEPLAY: the same at the bottom of a politician, or of the leader (`holder` None) (SC-DEN-01)."""

    card: str
    option: int
    holder: str | None = None


class Campaign(msgspec.Struct, frozen=True):
    """TURN: claim a supporter of the floating area (SC-CAM-05)."""

    supporter: str


class Recruit(msgspec.Struct, frozen=True):
    """TURN: pay a card and see politicians (SC-REC-01)."""

    pay: str


class Take(msgspec.Struct, frozen=True):
    """RECRUIT_CHOICE: a drawn politician goes to a place, free or taken; None for both is to decline (SC-REC-12)."""

    politician: str | None = None
    place: Place | None = None


class Fire(msgspec.Struct, frozen=True):
    """TURN: an own politician leaves; `pay` is None exactly where firing costs nothing (SC-LDR-06, scenario 13)."""

    politician: str
    pay: str | None = None


class Poach(msgspec.Struct, frozen=True):
    """TURN: a supporter of another player comes over, for exactly the cards that it costs (SC-POA-01)."""

    supporter: str
    pay: tuple[str, ...] = ()


class LeaderStep(msgspec.Struct, frozen=True):
    """TURN: pay a card and move an own ideology by 1 or -1 (SC-LDR-07)."""

    pay: str
    ideology: Ideology
    step: int


class PlayAction(msgspec.Struct, frozen=True):
    """TURN: play an action card. Only the targets that its effect asks for are given."""

    card: str
    opponent: int | None = None  # SC-AFX-03, SC-AFX-07
    politician: str | None = None  # SC-AFX-02: whom; SC-AFX-12: the first of two, or who gets the policy
    other: str | None = None  # SC-AFX-12: the second of two
    policy: str | None = None  # SC-AFX-06: which comes back; SC-AFX-12: which moves
    colour: Colour | None = None  # SC-AFX-07
    supporter: str | None = None  # SC-AFX-10
    ideology: Ideology | None = None  # SC-AFX-11
    step: int | None = None  # SC-AFX-11: 1 or -1


class PickCard(msgspec.Struct, frozen=True):
    """ACTION_CHOICE: this card of the hand that is looked at is discarded (SC-AFX-03)."""

    card: str


class EndTurn(msgspec.Struct, frozen=True):
    """TURN: nothing more; the hand is refilled (SC-TRN-04)."""


class DiscardDown(msgspec.Struct, frozen=True):
    """DISCARD_DOWN: exactly the cards that are too many, in any order (SC-TRN-07)."""

    cards: tuple[str, ...]


class ChooseOption(msgspec.Struct, frozen=True):
    """EVENT_CHOICE: option 0 or 1 of the event, None for neither (SC-EVT-03, SC-EVT-08, SC-LDR-11)."""

    option: int | None = None


class Contribute(msgspec.Struct, frozen=True):
    """EMERGENCY_CHOICE: a card of the hand, or None for nothing (SC-EMG-05)."""

    card: str | None = None


class Lose(msgspec.Struct, frozen=True):
    """LOSS_CHOICE: what is lost, in any order: ids of cards, policies, politicians or supporters, or an ideology (SC-LOS-06)."""

    things: tuple[str, ...]


class DrawOrNot(msgspec.Struct, frozen=True):
    """MAY_DRAW: draw a card or not (SC-EVT-17, SC-LDR-09)."""

    draw: bool


class Bid(msgspec.Struct, frozen=True):
    """INCUMBENT_BID: a number from 0 to the cards in hand (SC-INC-07)."""

    cards: int


class PayBid(msgspec.Struct, frozen=True):
    """BID_PAYMENT: exactly as many cards as were bid, in any order (SC-INC-09)."""

    cards: tuple[str, ...]


StatecraftAction = (
    SetIdeology
    | Announce
    | Denounce
    | Campaign
    | Recruit
    | Take
    | Fire
    | Poach
    | LeaderStep
    | PlayAction
    | PickCard
    | EndTurn
    | DiscardDown
    | ChooseOption
    | Contribute
    | Lose
    | DrawOrNot
    | Bid
    | PayBid
)
CALLED: Mapping[type, str] = {  # in the journal
    SetIdeology: later("Set ideology"),
    Announce: later("Announce policy"),
    Denounce: later("Denounce policy"),
    Campaign: later("Campaign"),
    Recruit: later("Recruit politician"),
    Take: later("Take politician"),
    Fire: later("Fire"),
    Poach: later("Poach"),
    LeaderStep: later("Leader step"),
    PlayAction: later("Play action card"),
    PickCard: later("Pick card"),
    EndTurn: later("End turn"),
    DiscardDown: later("Discard down"),
    ChooseOption: later("Choose option"),
    Contribute: later("Contribute"),
    Lose: later("Choose loss"),
    DrawOrNot: later("Draw or not"),
    Bid: later("Bid"),
    PayBid: later("Pay bid"),
}
ACTIONS: tuple[type, ...] = tuple(CALLED)
