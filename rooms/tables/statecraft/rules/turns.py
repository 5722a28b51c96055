"""Turns: beginning, refill, completion, and the work on the agenda (SC-TRN, SC-SET-17, SC-FIN-03).

An interruption goes in front of the step that it interrupts. So events in refills, freeplays in events and bids after either nest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rooms.tables.statecraft.facts.choices import Settled
from rooms.tables.statecraft.facts.deck import Discarded, Why
from rooms.tables.statecraft.facts.ending import End
from rooms.tables.statecraft.facts.turns import TurnBegan, TurnCompleted, TurnEnded, Went
from rooms.tables.statecraft.game.actions import DiscardDown, EndTurn, PayBid
from rooms.tables.statecraft.game.content import Emergency, ScenarioEffect
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import (
    Bidding,
    CarryOut,
    CheckIncumbent,
    Choosing,
    Complete,
    Contributing,
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
    Step,
    Suffer,
)
from rooms.tables.statecraft.rules.awaited_players import PHASE_OF
from rooms.tables.statecraft.rules.cards import pick_card
from rooms.tables.statecraft.rules.deck import draw
from rooms.tables.statecraft.rules.emergencies import apply_emergency, begin_emergency
from rooms.tables.statecraft.rules.ending import finish, is_over
from rooms.tables.statecraft.rules.events import ask_event, carry_out, carry_out_effects
from rooms.tables.statecraft.rules.limits import can_draw, hand_size, round_order, satisfies, scenario_of
from rooms.tables.statecraft.rules.losses import candidates_of, lose
from rooms.tables.statecraft.rules.policies import can_play_any
from rooms.tables.statecraft.rules.supporters import check_incumbent, pay_bid, return_supporters


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


def go_on(course: Course) -> None:
    """Work through the agenda until a player is asked, the active player's turn resumes, or the game is over (SC-FIN-02)."""
    while not is_over(course):
        if not course.todo:
            if course.state.round:
                break
            next_turn(course)  # the start effects are resolved
            continue
        step = course.todo.pop()
        if (asks := STEPS[type(step)](course, step)) is not None:
            course.todo.append(asks)
            break
    if is_over(course):
        return
    phase = PHASE_OF[type(course.todo[-1])] if course.todo else Phase.TURN
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
