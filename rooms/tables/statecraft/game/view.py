"""View of a table: everything that a player or a spectator sees, and nothing else (SC-HID).

Screens and bots have only the view (SC-HID-08). It holds the full printed text of every card that the viewer sees. Everything but
`own` is the same for all viewers.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rooms.tables.statecraft.game.content import (
    ActionCard,
    Book,
    Emergency,
    EventCard,
    Leader,
    Policy,
    PolicyOption,
    Politician,
    Scenario,
    Supporter,
)
from rooms.tables.statecraft.game.state import (
    BUDGET,
    PLACES,
    Answer,
    Attached,
    Choosing,
    DrawReason,
    Looking,
    Loss,
    MayDraw,
    Payment,
    Phase,
    Place,
    Refill,
    StatecraftState,
    Step,
    Trackers,
    Turn,
    answer_of,
    reverse,
    stepped,
)
from rooms.tables.statecraft.rules.end_of_game import in_play
from rooms.tables.statecraft.rules.events import possible_options
from rooms.tables.statecraft.rules.ideology_trackers import counted
from rooms.tables.statecraft.rules.incumbent import most_supporters
from rooms.tables.statecraft.rules.leaders import budget_least, hand_size
from rooms.tables.statecraft.rules.phases import hidden_choosers, waits_for
from rooms.tables.statecraft.rules.poaching import price
from rooms.tables.statecraft.rules.policies import room_of
from rooms.tables.statecraft.rules.supporters import met, satisfies
from rooms.tables.statecraft.rules.turns import is_backwards, round_order
from rooms.tables.statecraft.rules.win_conditions import value_of_side, winners_of


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """A visible card of the main deck. Exactly one of the four card fields is set. `id`: the name of the card in actions."""

    id: str
    policy: Policy | None = None
    action: ActionCard | None = None
    event: EventCard | None = None
    emergency: Emergency | None = None


class SeenPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """A policy of a manifesto (SC-POL-12).

    `chosen`: the option in use. `other`: the other option, whose points are printed beside it (SC-COM-07). `moved` and `budget`:
    the stored movement (SC-POL-15). `order`: the number of the play.
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
    """A place of the cabinet with its portfolio, each side in the order of play. The leader has `place` and `politician` None.

    An empty place has neither politician nor policies. `room`: how many more policies can be announced and denounced here.
    """

    place: Place | None
    politician: Politician | None
    announced: tuple[SeenPolicy, ...] = ()
    denounced: tuple[SeenPolicy, ...] = ()
    room: tuple[int, int] = (0, 0)

    @property
    def policies(self) -> tuple[SeenPolicy, ...]:
        """All attached policies."""
        return (*self.announced, *self.denounced)


class SeenSupporter(msgspec.Struct, frozen=True, kw_only=True):
    """A supporter in play.

    `host`: None while it floats. `met`: for each player, which of the four conditions the trackers meet. `satisfied`: the players
    who meet all of them, with SC-AFX-11 counted for the active player. `prices`: the price of poaching for each player now; None
    for the host and while it floats. A price does not say that the player may poach: see `satisfied` and the hand.
    """

    card: Supporter
    host: int | None
    met: tuple[tuple[bool, bool, bool, bool], ...]
    satisfied: tuple[int, ...]
    prices: tuple[int | None, ...]


class SeenSide(msgspec.Struct, frozen=True, kw_only=True):
    """One player's side as everybody sees it.

    `counted`: the trackers as they count for campaigning and poaching (SC-AFX-11). `budget_least`: the lower limit of the budget.
    `hand_size`: the number of cards after a refill. `waits`: the table waits for this player. `value`: the current value of the
    win condition.
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
    answered: bool | None  # in a hidden choice: this player has chosen; None: not asked
    waits: bool
    value: int

    @property
    def policies(self) -> tuple[SeenPolicy, ...]:
        """All policies of the manifesto."""
        return tuple([policy for holder in self.holders for policy in holder.policies])


class SeenPurple(msgspec.Struct, frozen=True, kw_only=True):
    """An event or emergency that lies open. `player`: who drew it. `incumbent`: who carries out the incumbent's effects."""

    card: CardFace
    player: int
    incumbent: int | None


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """End condition, win condition, and the distance to the end.

    `last`: the number of complete turns that ends the game for all, by the scenario or by SC-R-42 (SC-FIN-11). `most`: the largest
    number of supporters with one player. `in_play`: the supporters in play. `needed`: the number that ends the game, None where
    supporters do not end it.
    """

    scenario: Scenario
    end: int
    win: int
    last: int
    most: int
    in_play: int
    needed: int | None


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """Private information of the player: the hand, the player's hidden choice, and the opponent's hand in ACTION_CHOICE."""

    player: int  # whose view it is
    hand: tuple[CardFace, ...]
    answer: Answer | None
    possible: tuple[int, ...] = ()  # EVENT_CHOICE: the options that can be carried out in full (SC-EVT-09)
    looking: tuple[CardFace, ...] = ()  # ACTION_CHOICE: the opponent's hand


class StatecraftView(msgspec.Struct, frozen=True, kw_only=True):
    """The table for one viewer.

    `active`: the player who has the turn. `refilling`: the turn is in its refill, also while something else is asked. `order`: the
    players in the order of this round. `resolving`: the current purple card, then those set aside; during a bid all of them wait.
    `loss`, `draw_reason`, `count` (cards to pay or discard) and `opponent` (whose hand is looked at): details of the current
    question. A loss of cards names no candidates: the owner chooses from `own.hand`.
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
    purple_on_top: bool | None  # the top card has a purple back (SC-COM-13, SC-DEK-06); None: no card
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
    loss: Loss | None = None
    draw_reason: DrawReason | None = None
    count: int = 0
    opponent: int | None = None
    own: Own | None = None
    winners: tuple[int, ...] = ()


def view_of(book: Book, state: StatecraftState, player: int | None) -> StatecraftView:
    """Exactly what this player may see. None is a spectator.

    Everybody sees the count of rounds (SC-R-50) and the back of the top card (SC-R-28).

    Rules: SC-HID-01, SC-HID-02, SC-HID-03, SC-HID-04, SC-HID-05, SC-HID-06, SC-DEK-06, SC-DEK-07, SC-DEK-08, SC-TRK-07, SC-POL-12.
    """
    step = state.agenda[0] if state.agenda else None
    scenario = book.scenarios.get(state.scenario)
    waiting = waits_for(state)
    return StatecraftView(
        phase=state.phase,
        advanced=state.advanced,
        round=state.round,
        backwards=is_backwards(state),
        first=state.first if state.sides else None,
        active=state.active if state.round and state.phase is not Phase.OVER else None,
        order=round_order(state),
        refilling=any(type(each) is Refill for each in state.agenda),
        turn=state.turn,
        goal=_goal(state, scenario) if scenario else None,
        sides=tuple([_side(book, state, owner, waiting) for owner in range(len(state.sides))]),
        supporters=_supporters(book, state),
        deck=len(state.deck),
        purple_on_top=state.deck[0] in book.purple if state.deck else None,
        discard=faces(book, state.discard),
        politicians=len(state.politicians),
        retired=tuple([book.politicians[each] for each in state.retired]),
        drawn=tuple([book.politicians[each] for each in state.drawn]),
        box=len(state.box),
        boxed=len(state.boxed),
        unused=len(state.unused),
        incumbent=state.incumbent,
        resolving=tuple(
            [SeenPurple(card=face(book, each.card), player=each.player, incumbent=each.incumbent) for each in state.resolving]
        ),
        waits_for=waiting,
        loss=step if isinstance(step, Loss) else None,
        draw_reason=step.reason if isinstance(step, MayDraw) else None,
        count=_count(book, state, step),
        opponent=step.opponent if isinstance(step, Looking) else None,
        own=None if player is None or not state.sides else _own(book, state, player, step),
        winners=winners_of(book, state) if state.phase is Phase.OVER else (),
    )


def undone(trackers: Trackers, budget: int, least: int, policies: Iterable[SeenPolicy]) -> tuple[Trackers, int]:
    """Trackers and budget after policies have left a manifesto, the last one played first (SC-R-06). `least`: of the budget."""
    for policy in sorted(policies, key=lambda each: -each.order):
        trackers = stepped(trackers, reverse(policy.moved))
        budget = max(least, min(BUDGET, budget - policy.budget))
    return trackers, budget


def face(book: Book, card: str) -> CardFace:
    """The printed face of a card of the main deck."""
    found = book.purple.get(card)
    return CardFace(
        id=card,
        policy=book.policies.get(card),
        action=book.actions.get(card),
        event=found if isinstance(found, EventCard) else None,
        emergency=found if isinstance(found, Emergency) else None,
    )


def faces(book: Book, cards: Iterable[str]) -> tuple[CardFace, ...]:
    return tuple([face(book, card) for card in cards])


def _goal(state: StatecraftState, scenario: Scenario) -> Goal:
    all_of_them = in_play(state)
    needed = {2: all_of_them, 3: all_of_them // 2 + 1}
    return Goal(
        scenario=scenario,
        end=scenario.end,
        win=scenario.win,
        last=state.last,
        most=most_supporters(state.sides),
        in_play=all_of_them,
        needed=needed.get(scenario.end),
    )


def _side(book: Book, state: StatecraftState, owner: int, waiting: tuple[int, ...]) -> SeenSide:
    side = state.sides[owner]
    return SeenSide(
        leader=book.leaders[side.leader],
        text_counts=state.texts,
        holders=(
            _holder(book, state, owner, None, None),
            *[_holder(book, state, owner, place, who) for place, who in zip(PLACES, side.cabinet, strict=True)],
        ),
        trackers=side.trackers,
        counted=counted(state, owner),
        budget=side.budget,
        budget_least=budget_least(book, state, owner),
        turn=side.turn,
        hand=len(side.hand),
        hand_size=hand_size(book, state, owner),
        supporters=side.supporters,
        abstained=side.abstained,
        incumbent=state.incumbent == owner,
        answered=answer_of(state, owner) is not None if owner in hidden_choosers(state) else None,
        waits=owner in waiting,
        value=value_of_side(side, book.scenarios[state.scenario].win),
    )


def _holder(book: Book, state: StatecraftState, owner: int, place: Place | None, politician: str | None) -> SeenHolder:
    if place is not None and politician is None:
        return SeenHolder(place=place, politician=None)
    policies = [_policy(book, each) for each in state.sides[owner].policies if each.holder == politician]
    return SeenHolder(
        place=place,
        politician=None if politician is None else book.politicians[politician],
        announced=tuple([each for each in policies if each.announced]),
        denounced=tuple([each for each in policies if not each.announced]),
        room=(
            room_of(book, state, owner, politician, announced=True),
            room_of(book, state, owner, politician, announced=False),
        ),
    )


def _policy(book: Book, policy: Attached) -> SeenPolicy:
    card = book.policies[policy.card]
    return SeenPolicy(
        card=card,
        option=policy.option,
        chosen=card.options[policy.option],
        other=card.options[1 - policy.option],
        holder=policy.holder,
        announced=policy.announced,
        moved=policy.moved,
        budget=policy.budget,
        order=policy.order,
    )


def _supporters(book: Book, state: StatecraftState) -> tuple[SeenSupporter, ...]:
    trackers = [counted(state, player) for player in range(len(state.sides))]
    hosted: list[tuple[str, int | None]] = [(each, None) for each in state.floating]
    hosted += [(each, player) for player, side in enumerate(state.sides) for each in side.supporters]
    return tuple([_supporter(book, state, supporter, host, trackers) for supporter, host in hosted])


def _supporter(book: Book, state: StatecraftState, supporter: str, host: int | None, trackers: list[Trackers]) -> SeenSupporter:
    card = book.supporters[supporter]
    return SeenSupporter(
        card=card,
        host=host,
        met=tuple([met(card, each) for each in trackers]),
        satisfied=tuple([player for player, each in enumerate(trackers) if satisfies(card, each)]),
        prices=tuple(
            [
                None if host is None or player == host else price(book, state, player, host, supporter)
                for player in range(len(trackers))
            ]
        ),
    )


def _count(book: Book, state: StatecraftState, step: Step | None) -> int:
    """The number of cards to pay or discard."""
    if isinstance(step, Payment | Loss):
        return step.count
    if isinstance(step, Refill):
        return len(state.sides[state.active].hand) - hand_size(book, state, state.active)
    return 0


def _own(book: Book, state: StatecraftState, player: int, step: Step | None) -> Own:
    looking = isinstance(step, Looking) and player == state.active
    chooses = isinstance(step, Choosing) and player in step.players
    return Own(
        player=player,
        hand=faces(book, state.sides[player].hand),
        answer=answer_of(state, player) if player in hidden_choosers(state) else None,
        possible=possible_options(book, state, player) if chooses else (),
        looking=faces(book, state.sides[step.opponent].hand) if looking and isinstance(step, Looking) else (),
    )
