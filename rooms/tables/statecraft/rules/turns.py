"""Turns: how they begin, are refilled and completed (SC-TRN, SC-SET-17, SC-FIN-03)."""

from __future__ import annotations

from rooms.tables.statecraft.facts.deck import Discarded, Why
from rooms.tables.statecraft.facts.ending import End
from rooms.tables.statecraft.facts.turns import TurnBegan, TurnCompleted, TurnEnded
from rooms.tables.statecraft.game.actions import DiscardDown, EndTurn
from rooms.tables.statecraft.game.content import ScenarioEffect
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import CheckIncumbent, Complete, Drawing, LastThings, Refill, Step
from rooms.tables.statecraft.rules.drawing import draw
from rooms.tables.statecraft.rules.ending import finish
from rooms.tables.statecraft.rules.measures import can_draw, hand_size, round_order, satisfies, scenario_of
from rooms.tables.statecraft.rules.supporters import return_supporters


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
