"""State of a game of Statecraft: what lies on the table, open and hidden, trackers, and how facts change its sides.

Players are numbers from 0, clockwise. Cards are named by their ids: a policy, politician, supporter or purple card by its id in the
decks, an action card by its copy ("filibuster--2"). Ideologies are numbers from 0, in the order of IDEOLOGIES, wherever trackers
and movements stand. What still has to be resolved is the agenda, the next thing first; it nests by itself: what interrupts is put
before what it interrupts.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rooms.tables.game.parts import with_one, without
from rooms.tables.statecraft.game.content import Effect

Trackers = tuple[int, int, int, int]
HIGHEST: Final = 7  # of an ideology (SC-TRK-01, SC-R-04)
NO_POINTS: Final[Trackers] = (0, 0, 0, 0)


def four(values: Iterable[int]) -> Trackers:
    """Exactly four numbers."""
    one, two, three, four = values
    return one, two, three, four


def moved_by(trackers: Trackers, by: Trackers) -> Trackers:
    """The sum of both, wherever that is."""
    return trackers[0] + by[0], trackers[1] + by[1], trackers[2] + by[2], trackers[3] + by[3]


def stepped(trackers: Trackers, by: Trackers) -> Trackers:
    """The trackers after a movement; each stops at 0 and at 7 (SC-TRK-01, SC-TRK-02, SC-TRK-03)."""
    return four([min(HIGHEST, max(0, value + step)) for value, step in zip(trackers, by, strict=True)])


def only(at: int, by: int) -> Trackers:
    """A movement of one ideology alone."""
    return four([by if each == at else 0 for each in range(4)])


def negative(points: Trackers) -> Trackers:
    """The same movement, the other way round."""
    return -points[0], -points[1], -points[2], -points[3]


BUDGET: Final = 5  # the budget stays between -5 and +5 (SC-TRK-05)
PORTFOLIO: Final = 3  # announced, and as many denounced (SC-POL-10, SC-DEN-06, SC-DEN-07, SC-DEN-08, SC-R-09)


class Phase(StrEnum):
    """What the table waits for: the states of the rulebook."""

    SETUP = "setup"
    START_EFFECTS = "start-effects"
    TURN = "turn"
    REFILL = "refill"  # passed through only: what is asked in a refill has a state of its own
    RECRUIT_CHOICE = "recruit-choice"
    ACTION_CHOICE = "action-choice"  # the look of SC-AFX-03
    EVENT_CHOICE = "event-choice"
    EMERGENCY_CHOICE = "emergency-choice"
    LOSS_CHOICE = "loss-choice"
    FREEPLAY = "freeplay"
    MAY_DRAW = "may-draw"
    INCUMBENT_BID = "incumbent-bid"
    BID_PAYMENT = "bid-payment"
    DISCARD_DOWN = "discard-down"
    OVER = "over"


class Place(StrEnum):
    """The places of a cabinet beside the leader (SC-REC-05, SC-CIR-01)."""

    INNER_LEFT = "inner-left"
    INNER_RIGHT = "inner-right"
    OUTER_LEFT = "outer-left"
    OUTER_RIGHT = "outer-right"


PLACES: Final[tuple[Place, ...]] = tuple(Place)  # a cabinet is in this order: inner left, inner right, outer left, outer right
INNER: Final = (0, 1)
OUTER: Final = (2, 3)  # the outer place of a side is the inner one + 2

Cabinet = tuple[str | None, str | None, str | None, str | None]


class Attached(msgspec.Struct, frozen=True):
    """A policy in a manifesto, at the top (announced) or at the bottom (denounced) of a politician, or of the leader (None).

    `moved` and `budget` are how far each tracker really moved when it was played (SC-POL-15); `order` counts the plays of the game.
    """

    card: str
    option: int
    holder: str | None
    announced: bool
    moved: Trackers = NO_POINTS
    budget: int = 0
    order: int = 0


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One player's side of the table. `turn` is the turn tracker: the turn that is next or under way (SC-SET-07)."""

    leader: str = ""
    cabinet: Cabinet = (None, None, None, None)
    policies: tuple[Attached, ...] = ()
    trackers: Trackers = NO_POINTS
    budget: int = 0
    turn: int = 1
    hand: tuple[str, ...] = ()
    supporters: tuple[str, ...] = ()
    abstained: bool = False  # SC-LDR-11 is used up


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What was done in the turn under way, as far as a rule counts it. `spin` is what SC-AFX-11 adds to the active player."""

    spin: Trackers = NO_POINTS
    campaigned: int = 0
    poached: int = 0
    denounced: bool = False
    stepped: bool = False  # SC-LDR-07
    drew_three: bool = False  # SC-AFX-09


class Purple(msgspec.Struct, frozen=True):
    """An event or emergency that lies open: who drew it, who was incumbent then (SC-EVT-13), during which other it came."""

    card: str
    player: int
    incumbent: int | None = None
    during: str = ""


class LossKind(StrEnum):
    """What somebody has to lose."""

    CARDS = "cards"  # of the hand
    POLICIES = "policies"
    POLITICIANS = "politicians"
    SUPPORTERS = "supporters"
    IDEOLOGY = "ideology"  # one of the trackers moves


class DrawReason(StrEnum):
    """Why somebody may draw a card."""

    FREEPLAY = "freeplay"  # SC-EVT-17
    DENOUNCED = "denounced"  # SC-LDR-09


# --- the agenda: what still has to be resolved ------------------------------------------------------------------------------


class StartChoice(msgspec.Struct, frozen=True, tag="start-choice"):
    """A player sets an ideology to 2; asked in START_EFFECTS."""

    player: int


class Refill(msgspec.Struct, frozen=True, tag="refill"):
    """The active player draws or discards until the hand is full; asked in DISCARD_DOWN where it is too full."""


class LastThings(msgspec.Struct, frozen=True, tag="last-things"):
    """What comes last in a turn: supporters that leave by the scenario."""


class Complete(msgspec.Struct, frozen=True, tag="complete"):
    """The turn is complete: its tracker goes up, and the next player's begins."""


class CheckIncumbent(msgspec.Struct, frozen=True, tag="check-incumbent"):
    """Who holds the incumbent card is looked at (SC-INC-13)."""


class Bidding(msgspec.Struct, frozen=True, tag="bidding"):
    """These players bid for the incumbent card; asked in INCUMBENT_BID."""

    players: tuple[int, ...]


class Payment(msgspec.Struct, frozen=True, tag="payment"):
    """The highest bidder pays; asked in BID_PAYMENT."""

    player: int
    count: int


class Drawing(msgspec.Struct, frozen=True, tag="drawing"):
    """So many cards are still to be drawn."""

    player: int
    count: int


class Resolving(msgspec.Struct, frozen=True, tag="resolving"):
    """The purple card that lies first begins to be resolved."""


class Choosing(msgspec.Struct, frozen=True, tag="choosing"):
    """These players choose an option of the event that is resolved; asked in EVENT_CHOICE."""

    players: tuple[int, ...]


class Contributing(msgspec.Struct, frozen=True, tag="contributing"):
    """These players choose what they contribute to the emergency; asked in EMERGENCY_CHOICE."""

    players: tuple[int, ...]


class CarryOut(msgspec.Struct, frozen=True, tag="carry-out"):
    """A player carries out the option chosen, or what is still possible."""

    player: int
    option: int


class Suffer(msgspec.Struct, frozen=True, tag="suffer"):
    """What the emergency under way does to one player."""

    player: int


class Effects(msgspec.Struct, frozen=True, tag="effects"):
    """These effects come about for a player, one after the other."""

    player: int
    effects: tuple[Effect, ...]


class Resolved(msgspec.Struct, frozen=True, tag="resolved"):
    """The purple card under way is finished, and the next that was set aside comes."""


class Loss(msgspec.Struct, frozen=True, tag="loss"):
    """A player chooses `count` of the candidates; asked in LOSS_CHOICE. Cards are of the hand, so no candidates stand here.

    `steps` is how far the chosen ideology moves.
    """

    player: int
    kind: LossKind
    count: int = 1
    candidates: tuple[str, ...] = ()
    steps: int = 0


class Freeplaying(msgspec.Struct, frozen=True, tag="freeplaying"):
    """A player announces or denounces a policy without its being the turn's; asked in FREEPLAY."""

    player: int


class MayDraw(msgspec.Struct, frozen=True, tag="may-draw"):
    """A player draws a card or does not; asked in MAY_DRAW."""

    player: int
    reason: DrawReason


class Recruiting(msgspec.Struct, frozen=True, tag="recruiting"):
    """The active player takes a drawn politician; asked in RECRUIT_CHOICE."""


class Looking(msgspec.Struct, frozen=True, tag="looking"):
    """The active player looks at a hand and discards a card of it; asked in ACTION_CHOICE."""

    opponent: int


Step = (
    StartChoice
    | Refill
    | LastThings
    | Complete
    | CheckIncumbent
    | Bidding
    | Payment
    | Drawing
    | Resolving
    | Choosing
    | Contributing
    | CarryOut
    | Suffer
    | Effects
    | Resolved
    | Loss
    | Freeplaying
    | MayDraw
    | Recruiting
    | Looking
)
Answer = int | str  # an option of an event (NEITHER for none), a contributed card ("" for nothing), or a bid
NEITHER: Final = -1


class StatecraftState(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table: the decks are separate (SC-COM-04), and there is one incumbent card (SC-COM-12).

    The top of a deck comes first, the newest card of an open pile last. `texts`: leaders' text is in force. `last` is the turn
    after which everybody's having completed it ends the game. `answers` are hidden until all who are asked have given one.
    `resolving` is the purple card under way and behind it those set aside, in a bid these alone; `seen` are those that were turned
    up in this refill or manoeuvre (SC-TRN-14). `boxed` and `unused`, of the main deck and of the events, are out of the game.
    `plays` counts policies.
    """

    phase: Phase = Phase.SETUP
    scenario: str = ""
    advanced: bool = False
    texts: bool = False
    alternating: bool = False
    last: int = 0
    first: int = 0
    round: int = 0
    active: int = 0
    turn: Turn = Turn()
    sides: tuple[Side, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    politicians: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    floating: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    boxed: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    incumbent: int | None = None
    resolving: tuple[Purple, ...] = ()
    seen: tuple[str, ...] = ()
    answers: tuple[Answer | None, ...] = ()
    agenda: tuple[Step, ...] = ()
    plays: int = 0


def answer_of(state: StatecraftState, player: int) -> Answer | None:
    """What a player has chosen in the hidden choice under way; None while nothing is in."""
    return state.answers[player] if state.answers else None


def in_turn_order(state: StatecraftState, start: int) -> tuple[int, ...]:
    """All players clockwise from one of them; so it goes in either direction of the rounds (SC-R-02)."""
    players = len(state.sides)
    return tuple([(start + step) % players for step in range(players)])


def place_of(side: Side, politician: str | None) -> int | None:
    """Where a politician sits; None when it is not in the cabinet."""
    return side.cabinet.index(politician) if politician is not None and politician in side.cabinet else None


def attached(side: Side, card: str) -> Attached | None:
    """A policy of the manifesto."""
    for policy in side.policies:
        if policy.card == card:
            return policy
    return None


def held(side: Side, holder: str | None, *, announced: bool) -> int:
    """How many policies a politician, or the leader (None), holds at the top or at the bottom."""
    return sum([policy.holder == holder and policy.announced is announced for policy in side.policies])


def host_of(state: StatecraftState, supporter: str | None) -> int | None:
    """Who has claimed a supporter."""
    for player, side in enumerate(state.sides):
        if supporter in side.supporters:
            return player
    return None


def side_of(state: StatecraftState, player: int) -> Side:
    """A player's side; an empty one for whoever does not play, whom `broken` finds without a leader."""
    return state.sides[player] if player < len(state.sides) else Side()


def with_side(state: StatecraftState, player: int, **changes: Any) -> tuple[Side, ...]:
    """All sides, one of them changed."""
    return with_one(state.sides, player, replace(side_of(state, player), **changes))


def without_all(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """The cards but those."""
    for card in gone:
        cards = without(cards, card)
    return cards
