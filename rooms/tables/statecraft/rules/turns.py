"""Turns: how they begin, are refilled and completed, and the agenda that is worked off (SC-TRN, SC-SET-17, SC-FIN-03).

Interruptions go before what they interrupt, so events in refills, freeplays in events and bids behind either nest and return.
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
from rooms.tables.statecraft.rules.cards import pick_card
from rooms.tables.statecraft.rules.deck import draw
from rooms.tables.statecraft.rules.emergencies import begin_emergency, suffer
from rooms.tables.statecraft.rules.ending import finish, is_over
from rooms.tables.statecraft.rules.events import ask_event, carry_out, carry_out_effects
from rooms.tables.statecraft.rules.losses import candidates_of, lose
from rooms.tables.statecraft.rules.measures import can_draw, hand_size, round_order, satisfies, scenario_of
from rooms.tables.statecraft.rules.policies import can_play_any
from rooms.tables.statecraft.rules.supporters import check_incumbent, pay_bid, return_supporters
from rooms.tables.statecraft.rules.waiting import PHASE_OF


def end_turn(course: Course, player: int, _action: EndTurn) -> None:
    """Nothing more is done; with or without a manoeuvre the hand is refilled or cut down (SC-TRN-04)."""
    course.happens(TurnEnded(player))
    course.first(Refill(), LastThings(), Complete())


def refill(course: Course, step: Refill) -> Step | None:
    """Draw or discard until the hand has its size, after each event anew; only the active player's is looked at.

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
    """The cards that are too many go, by the player's choice, and the refill goes on (SC-TRN-07)."""
    course.happens(Discarded(player, action.cards, Why.TOO_MANY))
    course.first(Refill())


def last_things(course: Course) -> None:
    """By scenario 5 the supporters that the player's own trackers no longer satisfy leave (SC-INC-13)."""
    if scenario_of(course.book, course.state).effect is not ScenarioEffect.FAITHLESS:
        return
    side = course.side(course.state.active)
    leaving = tuple([each for each in side.supporters if not satisfies(course.book.supporters[each], side.trackers)])
    if leaving:
        return_supporters(course, course.state.active, leaving)
        course.first(CheckIncumbent())


def complete(course: Course) -> None:
    """The tracker goes up; when every player has completed the last turn the game ends, else the next turn begins.

    Rules: SC-TRN-13, SC-FIN-03, SC-FIN-11, SC-QIK-05, SC-R-41, SC-R-42.
    """
    course.happens(TurnCompleted(course.state.active))
    state = course.state
    if min([side.turn for side in state.sides]) > state.last:
        finish(course, End.TURNS)
        return
    next_turn(course)


def next_turn(course: Course) -> None:
    """The next player of the round, or a new round begins (SC-SET-08, SC-SET-16, SC-SET-17)."""
    state = course.state
    order = round_order(state)
    at = order.index(state.active) + 1 if state.round else len(order)
    if at < len(order):
        course.happens(TurnBegan(order[at], state.round))
        return
    first = order[-1] if state.alternating and state.round % 2 else state.first
    course.happens(TurnBegan(first, state.round + 1))


def go_on(course: Course) -> None:
    """Work the agenda off until somebody is asked, the turn is the active player's again, or the game is over (SC-FIN-02)."""
    while not is_over(course):
        if not course.todo:
            if course.state.round:
                break
            next_turn(course)  # the start effects are done
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
    """The purple card that lies first."""
    card = course.book.purple[course.state.resolving[0].card]
    if isinstance(card, Emergency):
        begin_emergency(course, card)
    else:
        ask_event(course, card)


def _resolved(course: Course, _step: Resolved) -> None:
    """To the main discard, the incumbent card is looked at, and what was set aside comes right after (SC-EVT-14, SC-EVT-19).

    Rules: SC-EMG-10, SC-INC-13.
    """
    course.happens(Settled(course.state.resolving[0].card))
    if course.state.resolving:
        course.first(Resolving())
    course.first(CheckIncumbent())


def _loss(course: Course, step: Loss) -> Step | None:
    """A loss with only one possible answer is not asked."""
    candidates = candidates_of(course.state, step)
    if len(candidates) > step.count:
        return step
    lose(course, step, candidates)
    return None


def _payment(course: Course, step: Payment) -> Step | None:
    """Neither is a payment."""
    hand = course.side(step.player).hand
    if 0 < step.count < len(hand):
        return step
    pay_bid(course, step.player, PayBid(hand if step.count else ()))
    return None


def _look(course: Course, step: Looking) -> Step | None:
    """Nor what is taken from a hand of one card."""
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
    Suffer: suffer,
    Effects: carry_out_effects,
    Resolved: _resolved,
    Loss: _loss,
    Freeplaying: lambda course, step: step if can_play_any(course.book, course.state, step.player) else None,
    MayDraw: lambda course, step: step if can_draw(course.book, course.state) else None,
    Recruiting: _asks,
    Looking: _look,
}
