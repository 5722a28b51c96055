"""State of a Statecraft table: open and hidden cards, trackers and the agenda.

Players are numbers from 0, clockwise. Cards are named by id: a policy, politician, supporter or purple card by its id in the
decks, an action card by its copy ("filibuster--2"). Trackers and movements list the ideologies in the order of IDEOLOGIES.

The agenda lists the steps still to be resolved, the next one first. An interruption goes in front of the step that it interrupts.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, ClassVar, Final

import msgspec

from control.engine.language import later
from control.engine.records import replace
from rooms.tables.game.facts import AgendaCourse
from rooms.tables.game.rule_parts import with_replaced, without_card
from rooms.tables.statecraft.game.content import Book, Effect

Trackers = tuple[int, int, int, int]
HIGHEST: Final = 7  # the highest value of an ideology (SC-TRK-01, SC-R-04)
NO_POINTS: Final[Trackers] = (0, 0, 0, 0)


def as_trackers(values: Iterable[int]) -> Trackers:
    one, two, three, four = values
    return one, two, three, four


def moved_by(trackers: Trackers, by: Trackers) -> Trackers:
    """The sum of both, without the limits of 0 and 7."""
    return trackers[0] + by[0], trackers[1] + by[1], trackers[2] + by[2], trackers[3] + by[3]


def stepped(trackers: Trackers, by: Trackers) -> Trackers:
    """The trackers after a movement. Each stops at 0 and at 7 (SC-TRK-01, SC-TRK-02, SC-TRK-03)."""
    return as_trackers([min(HIGHEST, max(0, value + step)) for value, step in zip(trackers, by, strict=True)])


def shift(at: int, by: int) -> Trackers:
    """A movement of a single ideology."""
    return as_trackers([by if each == at else 0 for each in range(4)])


def reverse(points: Trackers) -> Trackers:
    """The reverse movement."""
    return -points[0], -points[1], -points[2], -points[3]


BUDGET: Final = 5  # the budget stays between -5 and +5 (SC-TRK-05)
PORTFOLIO: Final = 3  # policies announced by a holder, and as many denounced (SC-POL-10, SC-DEN-06, SC-DEN-07, SC-DEN-08, SC-R-09)


class Phase(StrEnum):
    """States of the table, as in the rulebook: each names what the table waits for."""

    SETUP = "setup"
    START_EFFECTS = "start-effects"
    TURN = "turn"
    REFILL = "refill"  # the table never waits here: each question in a refill has its own phase
    RECRUIT_CHOICE = "recruit-choice"
    ACTION_CHOICE = "action-choice"  # looking at an opponent's hand (SC-AFX-03)
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


PLACES: Final[tuple[Place, ...]] = tuple(Place)  # the order of a cabinet: inner left, inner right, outer left, outer right
INNER: Final = (0, 1)
OUTER: Final = (2, 3)  # the outer place of a side is the inner one + 2

Cabinet = tuple[str | None, str | None, str | None, str | None]


class Attached(msgspec.Struct, frozen=True):
    """A policy in a manifesto, attached to a politician or to the leader (`holder` None).

    `announced`: True at the top of the holder, False (denounced) at the bottom. `moved` and `budget`: how far each tracker really
    moved when the policy was played (SC-POL-15). `order`: number of the play, counted over the game.
    """

    card: str
    option: int
    holder: str | None
    announced: bool
    moved: Trackers = NO_POINTS
    budget: int = 0
    order: int = 0


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One player's side of the table. `turn`: the turn tracker, the number of the current or next turn (SC-SET-07)."""

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
    """Counts of the current turn that a rule needs. `spin`: what SC-AFX-11 adds to the active player's trackers."""

    spin: Trackers = NO_POINTS
    campaigned: int = 0
    poached: int = 0
    denounced: bool = False
    stepped: bool = False  # SC-LDR-07
    drew_three: bool = False  # SC-AFX-09


class Purple(msgspec.Struct, frozen=True):
    """An event or emergency that lies open.

    `player`: who drew it. `incumbent`: the incumbent at that moment (SC-EVT-13). `during`: the purple card being resolved then, or
    "".
    """

    card: str
    player: int
    incumbent: int | None = None
    during: str = ""


class LossKind(StrEnum):
    """Kinds of things that a player can have to lose."""

    CARDS = "cards"  # of the hand
    POLICIES = "policies"
    POLITICIANS = "politicians"
    SUPPORTERS = "supporters"
    IDEOLOGY = "ideology"  # one of the trackers moves


class DrawReason(StrEnum):
    """Reasons why a player may draw a card."""

    FREEPLAY = "freeplay"  # SC-EVT-17
    DENOUNCED = "denounced"  # SC-LDR-09


# --- the agenda: what still has to be resolved ------------------------------------------------------------------------------


class AgendaStep(msgspec.Struct, frozen=True):
    """Base class of the steps. `phase`: the table waits in it for the answer, None for a step that is only carried out.

    `waiting`: the refusal of any other action meanwhile, marked for translation, and its rule.
    """

    phase: ClassVar[Phase | None] = None
    waiting: ClassVar[tuple[str, str]] = ("", "")


class StartChoice(AgendaStep, frozen=True, tag="start-choice"):
    """A player sets an ideology to 2."""

    phase = Phase.START_EFFECTS
    waiting = (later("The game has not begun. An ideology is being set to 2."), "SC-ADV-04")
    player: int


class Refill(AgendaStep, frozen=True, tag="refill"):
    """The active player draws or discards down to the hand size. Too many cards are asked for."""

    phase = Phase.DISCARD_DOWN
    waiting = (later("The hand is too large. Discard first."), "SC-TRN-07")


class LastThings(AgendaStep, frozen=True, tag="last-things"):
    """The last step of a turn: unsatisfied supporters leave, where the scenario says so."""


class Complete(AgendaStep, frozen=True, tag="complete"):
    """The turn is complete. Its turn tracker goes up, and the next player's turn begins."""


class CheckIncumbent(AgendaStep, frozen=True, tag="check-incumbent"):
    """The holder of the incumbent card is checked (SC-INC-13)."""


class Bidding(AgendaStep, frozen=True, tag="bidding"):
    """These players bid for the incumbent card."""

    phase = Phase.INCUMBENT_BID
    waiting = (later("The office is being bid for. Name a number."), "SC-INC-07")
    players: tuple[int, ...]


class Payment(AgendaStep, frozen=True, tag="payment"):
    """The highest bidder pays `count` cards."""

    phase = Phase.BID_PAYMENT
    waiting = (later("A bid has to be paid. Choose the cards."), "SC-INC-09")
    player: int
    count: int


class Drawing(AgendaStep, frozen=True, tag="drawing"):
    """A player still has to draw `count` cards."""

    player: int
    count: int


class Resolving(AgendaStep, frozen=True, tag="resolving"):
    """The first open purple card starts to be resolved."""


class Choosing(AgendaStep, frozen=True, tag="choosing"):
    """These players choose an option of the current event."""

    phase = Phase.EVENT_CHOICE
    waiting = (later("An event is being resolved. Choose one of its options."), "SC-EVT-03")
    players: tuple[int, ...]


class Contributing(AgendaStep, frozen=True, tag="contributing"):
    """These players choose their contribution to the emergency."""

    phase = Phase.EMERGENCY_CHOICE
    waiting = (later("An emergency asks for cards. Give one or nothing."), "SC-EMG-05")
    players: tuple[int, ...]


class CarryOut(AgendaStep, frozen=True, tag="carry-out"):
    """A player carries out the chosen option, as far as it is still possible."""

    player: int
    option: int


class Suffer(AgendaStep, frozen=True, tag="suffer"):
    """The current emergency affects one player."""

    player: int


class Effects(AgendaStep, frozen=True, tag="effects"):
    """These effects apply to a player, one after the other."""

    player: int
    effects: tuple[Effect, ...]


class Resolved(AgendaStep, frozen=True, tag="resolved"):
    """The current purple card is finished. The next one that was set aside follows."""


class Loss(AgendaStep, frozen=True, tag="loss"):
    """A player chooses `count` of the candidates to lose.

    `candidates`: empty for cards, because any card of the hand will do. `steps`: how far the chosen ideology moves.
    """

    phase = Phase.LOSS_CHOICE
    waiting = (later("Something has to be lost. Choose what."), "SC-LOS-06")
    player: int
    kind: LossKind
    count: int = 1
    candidates: tuple[str, ...] = ()
    steps: int = 0


class Freeplaying(AgendaStep, frozen=True, tag="freeplaying"):
    """A player announces or denounces a policy by a card's text, outside the manoeuvres of the turn."""

    phase = Phase.FREEPLAY
    waiting = (later("A policy is freeplayed. Announce or denounce one."), "SC-EVT-17")
    player: int


class MayDraw(AgendaStep, frozen=True, tag="may-draw"):
    """A player may draw a card."""

    phase = Phase.MAY_DRAW
    waiting = (later("A card may be drawn. Say yes or no."), "SC-EVT-17")
    player: int
    reason: DrawReason


class Recruiting(AgendaStep, frozen=True, tag="recruiting"):
    """The active player takes a drawn politician."""

    phase = Phase.RECRUIT_CHOICE
    waiting = (later("Politicians lie open. Take one of them first."), "SC-REC-03")


class Looking(AgendaStep, frozen=True, tag="looking"):
    """The active player looks at an opponent's hand and discards a card of it."""

    phase = Phase.ACTION_CHOICE
    waiting = (later("A hand is being looked at. Choose the card of it that goes."), "SC-AFX-03")
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
    """The whole table. The decks are separate (SC-COM-04), and there is one incumbent card (SC-COM-12).

    The top of a deck comes first, the newest card of an open pile last. `texts`: leaders' texts are in force. `last`: the turn
    that ends the game once every player has completed it. `answers`: hidden until every player who is asked has answered.
    `resolving`: the current purple card, then those set aside; during a bid, only those set aside. `seen`: purple cards turned up
    in this refill or manoeuvre (SC-TRN-14). `boxed` and `unused`: cards of the main deck and events that are out of the game.
    `plays`: number of policies played so far.
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


Course = AgendaCourse[Book, StatecraftState, Side, Step]


def answer_of(state: StatecraftState, player: int) -> Answer | None:
    """A player's answer in the current hidden choice. None before the player has answered."""
    return state.answers[player] if state.answers else None


def in_turn_order(state: StatecraftState, start: int) -> tuple[int, ...]:
    """All players clockwise from `start`. Alternating rounds do not change this order (SC-R-02)."""
    players = len(state.sides)
    return tuple([(start + step) % players for step in range(players)])


def count_held_policies(side: Side, holder: str | None, *, announced: bool) -> int:
    """The number of policies that a politician, or the leader (None), holds at the top or at the bottom."""
    return sum([policy.holder == holder and policy.announced is announced for policy in side.policies])


def host_of(state: StatecraftState, supporter: str | None) -> int | None:
    """The player who has claimed a supporter. None when nobody has."""
    for player, side in enumerate(state.sides):
        if supporter in side.supporters:
            return player
    return None


def side_of(state: StatecraftState, player: int) -> Side:
    """A player's side. For an unknown player it is an empty side, which `broken` reports because it has no leader."""
    return state.sides[player] if player < len(state.sides) else Side()


def with_side(state: StatecraftState, player: int, **changes: Any) -> tuple[Side, ...]:
    """All sides, with changes to one of them."""
    return with_replaced(state.sides, player, replace(side_of(state, player), **changes))


def discarded(state: StatecraftState, player: int, cards: tuple[str, ...]) -> StatecraftState:
    """The state with these cards of a player's hand on the discard pile."""
    hand = without_all(side_of(state, player).hand, cards)
    return replace(state, sides=with_side(state, player, hand=hand), discard=state.discard + cards)


def without_all(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    for card in gone:
        cards = without_card(cards, card)
    return cards
