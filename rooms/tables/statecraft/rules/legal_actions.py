"""Offers and actions by phase, refusals, and the default action when time runs out. Each part of the rules has its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.context import Chance
from control.engine.language import say
from control.engine.refusal import Refused
from rooms.tables.game.rules import Offer
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game.content import Book
from rooms.tables.statecraft.game.state import CheckIncumbent, Course, Phase, StatecraftState
from rooms.tables.statecraft.rules import (
    action_cards,
    budget_tracker,
    cabinets,
    emergencies,
    end_of_game,
    events,
    firing,
    forced_losses,
    ideology_trackers,
    incumbent,
    leaders,
    main_deck,
    payment,
    phases,
    poaching,
    policies,
    policy_losses,
    recruiting,
    setup,
    start_effects,
    supporters,
    turns,
)
from rooms.tables.statecraft.rules.phases import HIDDEN, Asked, Row, hidden_choosers, waiting_reason, waits_for

PARTS: Final = (
    *(start_effects, policies, supporters, poaching, incumbent, recruiting, firing, leaders, action_cards, turns),
    *(events, emergencies, forced_losses),
)
PAGES: Final = (  # of the rulebook: their facts are the facts of the game
    *(setup, *PARTS, cabinets, policy_losses, ideology_trackers, budget_tracker, payment, main_deck, end_of_game, phases),
)
ROWS: Final = sorted([row for part in PARTS for row in part.ROWS], key=lambda row: actions.ACTIONS.index(row.action))
MOMENTS: Final[Mapping[Phase, Mapping[type, Row]]] = {  # in TURN the manoeuvres (SC-TRN-15), in both modes (SC-QIK-07), and EndTurn
    phase: {row.action: row for row in ROWS if row.phase is phase} for phase in Phase
}


def act(course: Course, player: int, action: actions.StatecraftAction) -> None:
    """Carry out an offered action and everything that follows. Each manoeuvre is followed by a check of the incumbent card.

    Raises:
        Refused: the action is not offered. The refusal says why.

    Rules: SC-TRN-01, SC-TRN-02, SC-TRN-05, SC-INC-13, SC-R-24.
    """
    book, state, phase = course.book, course.state, course.state.phase
    row, now = MOMENTS[phase].get(type(action)), Asked(book, state, player)
    if row is None or player not in waits_for(state) or not any(offer.allows(action) for offer in row.offers(now)):
        raise _refusal(now, action, row)
    if phase is Phase.TURN:
        if type(action) is not actions.EndTurn:
            course.first(CheckIncumbent())
    elif phase not in HIDDEN:
        course.todo.pop()
    row.does(course, player, action)
    turns.work_agenda(course)


def offered_to(book: Book, state: StatecraftState, player: int) -> tuple[Offer[actions.StatecraftAction], ...]:
    """Everything this player may do now (SC-HID-07)."""
    if player not in waits_for(state):
        return ()
    now = Asked(book, state, player)
    return tuple([offer for row in MOMENTS[state.phase].values() for offer in row.offers(now)])


def default(book: Book, state: StatecraftState, player: int, chance: Chance) -> actions.StatecraftAction:
    """The action for a player whose time has run out (SC-R-51)."""
    found = next((row.default for row in MOMENTS[state.phase].values() if row.default is not None), None)
    return actions.EndTurn() if found is None else found(Asked(book, state, player), chance)


def _refusal(now: Asked, action: actions.StatecraftAction, row: Row | None) -> Refused:
    """The reason why this player cannot do this now (SC-TRN-05). `row`: that of the action in this phase."""
    _book, state, player = now
    phase = state.phase
    if not 0 <= player < len(state.sides):
        return Refused(say("Only who sits at the table may play."), rule="SC-HID-07", code="not-yours")
    if type(action) not in actions.ACTIONS:
        return Refused(say("There is no such action in this game."), rule="SC-TRN-15")
    if phase is Phase.OVER:
        sentence, rule = waiting_reason(state)
        return Refused(sentence, rule=rule, code="closed")
    if player not in waits_for(state):
        if player in hidden_choosers(state):
            return Refused(say("You have chosen already, and that stands. Wait for the others."), rule="SC-R-32")
        if phase is Phase.TURN:
            return Refused(say("It is another player’s turn. Wait for yours."), rule="SC-TRN-05")
        return Refused(say("Another player has to decide first. Wait a moment."), rule="SC-TRN-05")
    if row is not None and row.why is not None:
        sentence, rule = row.why(now, action)
    else:
        sentence, rule = waiting_reason(state)
    return Refused(sentence, rule=rule if row is None or row.why is not None else "SC-TRN-15")
