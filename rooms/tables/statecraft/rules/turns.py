"""Turns: beginning, refill, completion, and the work on the agenda (SC-TRN, SC-SET-17, SC-FIN-03).

An interruption goes in front of the step that it interrupts. So events in refills, freeplays in events and bids after either nest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.statecraft.game.actions import DiscardDown, DiscardDownOffer, EndTurn, EndTurnOffer, PayBid
from rooms.tables.statecraft.game.content import Emergency, ScenarioEffect
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    Bidding,
    CarryOut,
    CheckIncumbent,
    Choosing,
    Complete,
    Contributing,
    Course,
    Drawing,
    Effects,
    Freeplaying,
    LastThings,
    Looking,
    Loss,
    MayDraw,
    Payment,
    Phase,
    Recruiting,
    Refill,
    Resolved,
    Resolving,
    StartChoice,
    StatecraftState,
    Step,
    Suffer,
    Turn,
    side_of,
    with_side,
)
from rooms.tables.statecraft.rules.action_cards import pick_card
from rooms.tables.statecraft.rules.emergencies import apply_emergency, begin_emergency
from rooms.tables.statecraft.rules.end_of_game import End, finish
from rooms.tables.statecraft.rules.events import ask_event, carry_out, carry_out_effects
from rooms.tables.statecraft.rules.forced_losses import candidates_of, lose
from rooms.tables.statecraft.rules.incumbent import check_incumbent, pay_bid
from rooms.tables.statecraft.rules.leaders import hand_size
from rooms.tables.statecraft.rules.main_deck import can_draw, draw
from rooms.tables.statecraft.rules.payment import Discarded, Why, not_all_in_hand
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row
from rooms.tables.statecraft.rules.policies import can_play_any
from rooms.tables.statecraft.rules.scenarios import scenario_of
from rooms.tables.statecraft.rules.supporters import return_supporters, satisfies


class Settled(GameFact, frozen=True):
    """A purple card was resolved and discarded to the main discard (SC-EVT-14, SC-EMG-10)."""

    card: str

    def after(self, state: StatecraftState) -> StatecraftState:
        left = tuple([each for each in state.resolving if each.card != self.card])
        return replace(state, resolving=left, discard=(*state.discard, self.card))


class TurnBegan(GameFact, frozen=True):
    """A player's turn began. `round`: the count for everybody (SC-SET-08)."""

    player: int
    round: int

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, phase=Phase.TURN, agenda=(), active=self.player, round=self.round, turn=Turn(), seen=(), answers=())

    def words(self, scene: Scene) -> str:
        return say("Round {round}: {owner} turn.", round=self.round, owner=possessive(scene.names[self.player]))


class TurnEnded(GameFact, frozen=True):
    """A player ended the manoeuvres of the turn, and the refill begins."""

    player: int

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, phase=Phase.REFILL, seen=())

    def words(self, scene: Scene) -> str:
        return say("{name} has done enough politics for today.", name=scene.names[self.player])


class TurnCompleted(GameFact, frozen=True):
    """A turn was completed after refill, discard and all events; its tracker goes up by 1 (SC-TRN-13)."""

    player: int

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, sides=with_side(state, self.player, turn=side_of(state, self.player).turn + 1))


class Went(GameFact, frozen=True):
    """The table moved on to this phase. `agenda`: the steps still to be resolved."""

    phase: Phase
    agenda: tuple[Step, ...] = ()

    def after(self, state: StatecraftState) -> StatecraftState:
        """Set phase and agenda. Back in TURN the manoeuvre is over, so each purple card can be resolved again (SC-TRN-14)."""
        seen = () if self.phase is Phase.TURN else state.seen
        return replace(state, phase=self.phase, agenda=self.agenda, seen=seen)


def round_order(state: StatecraftState) -> tuple[int, ...]:
    """The players in the order of the round: clockwise, or reversed in every second alternating round (SC-SET-17)."""
    players = len(state.sides)
    order = tuple([(state.first + step) % players for step in range(players)])
    return order[::-1] if is_backwards(state) else order


def is_backwards(state: StatecraftState) -> bool:
    """Return whether this round goes counter-clockwise (SC-R-02)."""
    return state.alternating and state.round % 2 == 0


def end_turn(course: Course, player: int, _action: EndTurn) -> None:
    """End the manoeuvres, of which there may be none, and start the refill (SC-TRN-04)."""
    course.happens(TurnEnded(player))
    course.first(Refill(), LastThings(), Complete())


def refill(course: Course, step: Refill) -> Step | None:
    """Draw or discard until the active player's hand has its size, and again after each event.

    Rules: SC-TRN-06, SC-TRN-07, SC-TRN-09, SC-TRN-10, SC-TRN-11, SC-TRN-12, SC-R-29, SC-R-47.
    """
    player = course.state.active
    missing = hand_size(course.book, course.state, player) - len(course.side(player).hand)
    if missing < 0:
        return step
    if missing and can_draw(course.book, course.state):
        course.first(step)
        draw(course, Drawing(player, missing), refills=True)
    return None


def discard_down(course: Course, player: int, action: DiscardDown) -> None:
    """Discard the surplus cards that the player chose, and continue the refill (SC-TRN-07)."""
    course.happens(Discarded(player, action.cards, Why.TOO_MANY))
    course.first(Refill())


def last_things(course: Course) -> None:
    """In scenario 5, return the active player's supporters that the trackers no longer satisfy (SC-INC-13)."""
    if scenario_of(course.book, course.state).effect is not ScenarioEffect.FAITHLESS:
        return
    side = course.side(course.state.active)
    leaving = tuple([each for each in side.supporters if not satisfies(course.book.supporters[each], side.trackers)])
    if leaving:
        return_supporters(course, course.state.active, leaving)
        course.first(CheckIncumbent())


def complete(course: Course) -> None:
    """Count the completed turn. The game ends once every player has completed the last turn; otherwise the next turn begins.

    Rules: SC-TRN-13, SC-FIN-03, SC-FIN-11, SC-QIK-05, SC-R-41, SC-R-42.
    """
    course.happens(TurnCompleted(course.state.active))
    state = course.state
    if min([side.turn for side in state.sides]) > state.last:
        finish(course, End.TURNS)
        return
    next_turn(course)


def next_turn(course: Course) -> None:
    """Begin the turn of the next player, or a new round (SC-SET-08, SC-SET-16, SC-SET-17)."""
    state = course.state
    order = round_order(state)
    at = order.index(state.active) + 1 if state.round else len(order)
    if at < len(order):
        course.happens(TurnBegan(order[at], state.round))
        return
    first = order[-1] if state.alternating and state.round % 2 else state.first
    course.happens(TurnBegan(first, state.round + 1))


def work_agenda(course: Course) -> None:
    """Work through the agenda until a player is asked, the active player's turn resumes, or the game is over (SC-FIN-02)."""
    while course.state.phase is not Phase.OVER:
        if not course.todo:
            if course.state.round:
                break
            next_turn(course)  # the start effects are resolved
            continue
        step = course.todo.pop()
        if (asks := STEPS[type(step)](course, step)) is not None:
            course.todo.append(asks)
            break
    if course.state.phase is Phase.OVER:
        return
    phase = course.todo[-1].phase if course.todo else Phase.TURN
    assert phase is not None
    agenda, state = tuple(reversed(course.todo)), course.state
    if phase is not state.phase or agenda != state.agenda or (state.seen and phase is Phase.TURN):
        course.happens(Went(phase, agenda))


def _resolve(course: Course, _step: Resolving) -> None:
    """Start resolving the first open purple card."""
    card = course.book.purple[course.state.resolving[0].card]
    if isinstance(card, Emergency):
        begin_emergency(course, card)
    else:
        ask_event(course, card)


def _resolved(course: Course, _step: Resolved) -> None:
    """Discard the purple card, check the incumbent card, then resolve the next card set aside (SC-EVT-14, SC-EVT-19).

    Rules: SC-EMG-10, SC-INC-13.
    """
    course.happens(Settled(course.state.resolving[0].card))
    if course.state.resolving:
        course.first(Resolving())
    course.first(CheckIncumbent())


def _loss(course: Course, step: Loss) -> Step | None:
    """Ask for a loss, or carry it out when there is only one possible answer."""
    candidates = candidates_of(course.state, step)
    if len(candidates) > step.count:
        return step
    lose(course, step, candidates)
    return None


def _payment(course: Course, step: Payment) -> Step | None:
    """Ask for the payment, or carry it out when there is only one possible answer."""
    hand = course.side(step.player).hand
    if 0 < step.count < len(hand):
        return step
    pay_bid(course, step.player, PayBid(hand if step.count else ()))
    return None


def _look(course: Course, step: Looking) -> Step | None:
    """Ask for the card to discard, or discard it when the hand has a single card."""
    hand = course.side(step.opponent).hand
    if len(hand) > 1:
        return step
    pick_card(course, step, hand[0])
    return None


def _asks(_course: Course, step: Step) -> Step:
    return step


STEPS: Final[Mapping[type, Callable[[Course, Any], Step | None]]] = {
    StartChoice: _asks,
    Refill: refill,
    LastThings: lambda course, _step: last_things(course),
    Complete: lambda course, _step: complete(course),
    CheckIncumbent: lambda course, _step: check_incumbent(course),
    Bidding: _asks,
    Payment: _payment,
    Drawing: draw,
    Resolving: _resolve,
    Choosing: _asks,
    Contributing: _asks,
    CarryOut: carry_out,
    Suffer: apply_emergency,
    Effects: carry_out_effects,
    Resolved: _resolved,
    Loss: _loss,
    Freeplaying: lambda course, step: step if can_play_any(course.book, course.state, step.player) else None,
    MayDraw: lambda course, step: step if can_draw(course.book, course.state) else None,
    Recruiting: _asks,
    Looking: _look,
}


def _why_not_discarded(now: Asked, action: DiscardDown) -> Reason:
    if missing := not_all_in_hand(now, action.cards, "SC-TRN-07"):
        return missing
    over = _surplus(now)
    return say_count("Discard exactly {count} card of your hand.", "Discard exactly {count} cards of your hand.", over), "SC-TRN-07"


def _surplus(now: Asked) -> int:
    return len(now.hand) - hand_size(*now)


ROWS: Final = (
    Row(EndTurn, Phase.TURN, lambda _now: [EndTurnOffer()], end_turn, default=lambda _now, _chance: EndTurn()),
    Row(
        DiscardDown,
        Phase.DISCARD_DOWN,
        lambda now: [DiscardDownOffer(now.hand, _surplus(now))],
        discard_down,
        _why_not_discarded,
        lambda now, chance: DiscardDown(chance.shuffled(now.hand)[hand_size(*now) :]),
    ),
)
