"""What a player, or somebody who looks on, sees of the table (SC-HID); `viewing` builds it, a line for each thing allowed.

The view is all that screens and bots have (SC-HID-08): whatever is printed on a card that the viewer sees stands in it, as the deck
has it. Everything but `own` is the same for everybody.
"""

from __future__ import annotations

import msgspec

from rooms.tables.statecraft.game.content import (
    ActionCard,
    Emergency,
    EventCard,
    Leader,
    Policy,
    PolicyOption,
    Politician,
    Scenario,
    Supporter,
)
from rooms.tables.statecraft.game.state import Answer, DrawReason, LossKind, Phase, Place, Turn
from rooms.tables.statecraft.game.trackers import Trackers


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the main deck that the viewer sees; exactly one of the four is set. `id` is what actions name it by."""

    id: str
    policy: Policy | None = None
    action: ActionCard | None = None
    event: EventCard | None = None
    emergency: Emergency | None = None


class SeenPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """A policy of a manifesto (SC-POL-12). `chosen` is the option in use, `other` the one whose points the side shows (SC-COM-07).

    `moved` and `budget` are the stored movement (SC-POL-15), `order` tells which was played last.
    """

    card: Policy
    option: int
    chosen: PolicyOption
    other: PolicyOption
    holder: str | None
    announced: bool
    moved: Trackers
    budget: int
    order: int


class SeenHolder(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the cabinet, or the leader's (`place` and `politician` None), with the portfolio, each side in order of play.

    An empty place has neither politician nor policies. `room` is how many more can be announced and denounced here.
    """

    place: Place | None
    politician: Politician | None
    announced: tuple[SeenPolicy, ...] = ()
    denounced: tuple[SeenPolicy, ...] = ()
    room: tuple[int, int] = (0, 0)

    @property
    def policies(self) -> tuple[SeenPolicy, ...]:
        """All that is attached here."""
        return (*self.announced, *self.denounced)


class SeenSupporter(msgspec.Struct, frozen=True, kw_only=True):
    """A supporter in play. `host` None: floating. `met` has for each player which of the four conditions the trackers meet.

    `satisfied` are the players who meet all; for the active player that counts SC-AFX-11. `prices` is what poaching would cost each
    player now, None for the host and while it floats; `possible` or not is a question of `satisfied` and of the hand.
    """

    card: Supporter
    host: int | None
    met: tuple[tuple[bool, bool, bool, bool], ...]
    satisfied: tuple[int, ...]
    prices: tuple[int | None, ...]


class SeenSide(msgspec.Struct, frozen=True, kw_only=True):
    """One player's side as anybody sees it. `waits`: the table waits for this player.

    `counted` are the trackers as they count for campaigning and poaching (SC-AFX-11). `budget_least` is how low the budget goes.
    `hand_size` is what the hand is refilled to. `value` is what the win condition looks at, now.
    """

    leader: Leader
    text_counts: bool  # the leader's text is in force
    holders: tuple[SeenHolder, ...]  # the leader first, then the places in the order of PLACES
    trackers: Trackers
    counted: Trackers
    budget: int
    budget_least: int
    turn: int
    hand: int
    hand_size: int
    supporters: tuple[str, ...]
    abstained: bool
    incumbent: bool
    answered: bool | None  # in a hidden choice: has this player chosen? None: is not asked
    waits: bool
    value: int

    @property
    def policies(self) -> tuple[SeenPolicy, ...]:
        """All policies of the manifesto."""
        return tuple([policy for holder in self.holders for policy in holder.policies])


class SeenPurple(msgspec.Struct, frozen=True, kw_only=True):
    """An event or emergency that lies open: `player` drew it, `incumbent` carries out what is for the incumbent."""

    card: CardFace
    player: int
    incumbent: int | None


class SeenLoss(msgspec.Struct, frozen=True, kw_only=True):
    """The loss that is asked for: `count` of the candidates. Of cards only the number is open; `own.hand` has the candidates then.

    An ideology moves by `steps`.
    """

    player: int
    kind: LossKind
    count: int
    candidates: tuple[str, ...]
    steps: int


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """When the game ends and who wins it, and how near that is.

    `last` is the number of complete turns after which it ends for all, by the scenario or by SC-R-42 (SC-FIN-11). `most` is the
    largest number of supporters with one player, of `in_play`; `needed` is how many end the game (None where they do not).
    """

    scenario: Scenario
    end: int
    win: int
    last: int
    most: int
    in_play: int
    needed: int | None


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What only the player sees: the hand as it is printed, the hidden choice that was made, the hand that is looked at."""

    player: int  # whose view it is
    hand: tuple[CardFace, ...]
    answer: Answer | None
    possible: tuple[int, ...] = ()  # EVENT_CHOICE: the options that can be carried out in full (SC-EVT-09)
    looking: tuple[CardFace, ...] = ()  # ACTION_CHOICE: the opponent's hand


class StatecraftView(msgspec.Struct, frozen=True, kw_only=True):
    """The table for one viewer.

    `active` has the turn; `refilling`: that turn is in its refill, whatever is asked meanwhile. `order` are the players in the
    order of this round. `resolving` is the purple card under way, behind it those set aside; in a bid all of them wait. What is
    asked besides by the phase: the loss, the reason of a draw, how many cards to pay or discard (`count`), whose hand is looked at
    (`opponent`).
    """

    phase: Phase
    advanced: bool
    round: int
    backwards: bool
    first: int | None
    active: int | None
    order: tuple[int, ...]
    refilling: bool
    turn: Turn
    goal: Goal | None
    sides: tuple[SeenSide, ...]
    supporters: tuple[SeenSupporter, ...]  # floating and claimed, the floating ones first
    deck: int
    purple_on_top: bool | None  # the back of the top card (SC-COM-13, SC-DEK-06); None: no card
    discard: tuple[CardFace, ...]
    politicians: int
    retired: tuple[Politician, ...]
    drawn: tuple[Politician, ...]
    box: int  # supporters in the box pile
    boxed: int  # cards of the main deck that are out of the game
    unused: int  # events and emergencies that are out of the game
    incumbent: int | None
    resolving: tuple[SeenPurple, ...]
    waits_for: tuple[int, ...]
    loss: SeenLoss | None = None
    draw_reason: DrawReason | None = None
    count: int = 0
    opponent: int | None = None
    own: Own | None = None
    winners: tuple[int, ...] = ()
