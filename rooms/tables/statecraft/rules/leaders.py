"""Faction leaders (SC-LDR): their texts, the limits and sizes that these change, and the step of SC-LDR-07.

Precedence: the scenario's text, then the leader's, then the card's, then the general rules (SC-ADV-10, SC-R-48).
"""

from __future__ import annotations

from typing import Final

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import LeaderStep, LeaderStepOffer
from rooms.tables.statecraft.game.content import IDEOLOGIES, Book, LeaderEffect, ScenarioEffect
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import BUDGET, HIGHEST, INNER, PORTFOLIO, Course, Phase, StatecraftState
from rooms.tables.statecraft.rules.ideology_trackers import move_ideology
from rooms.tables.statecraft.rules.payment import not_in_hand, pay
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row
from rooms.tables.statecraft.rules.scenarios import scenario_of


class LeaderStepped(GameFact, frozen=True):
    """The leader's step of this turn was used (SC-LDR-07)."""

    player: int

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, turn=replace(state.turn, stepped=True))

    def words(self, scene: Scene) -> str:
        return say("{leader} has a word to say.", leader=scene.holder(self.player, None), name=scene.names[self.player])


HAND: Final = 3
LARGER_HAND: Final = 4
DEEPER_DEBT: Final = -7


def has_text(book: Book, state: StatecraftState, player: int, effect: LeaderEffect) -> bool:
    """Return whether the player's leader has this text and texts are in force (SC-QIK-04, SC-ADV-02, SC-R-25)."""
    return state.texts and book.leaders[state.sides[player].leader].effect is effect


def hand_size(book: Book, state: StatecraftState, player: int) -> int:
    """The hand size at the end of a turn: 3 (SC-TRN-06), or 4 by SC-LDR-01 or scenario 2."""
    if scenario_of(book, state).effect is ScenarioEffect.LARGER_HANDS:
        return LARGER_HAND
    return LARGER_HAND if has_text(book, state, player, LeaderEffect.LARGER_HAND) else HAND


def budget_least(book: Book, state: StatecraftState, player: int) -> int:
    """The player's lower limit of the budget: -5, or -7 with the leader of SC-LDR-05."""
    return DEEPER_DEBT if has_text(book, state, player, LeaderEffect.DEEPER_DEBT) else -BUDGET


def most_announced(book: Book, state: StatecraftState, player: int, holder: str | None) -> int:
    """The announced policies that a holder may have.

    A politician has 3 (SC-POL-10), or 4 in the inner circle of SC-LDR-10. A leader has none (SC-POL-14), or 1 by SC-LDR-04.
    """
    if holder is None:
        return int(has_text(book, state, player, LeaderEffect.OWN_POLICY))
    if state.sides[player].cabinet.index(holder) in INNER and has_text(book, state, player, LeaderEffect.CROWDED_CIRCLE):
        return PORTFOLIO + 1
    return PORTFOLIO


def fires_free(book: Book, state: StatecraftState, player: int) -> bool:
    """Return whether firing is free for this player, by scenario 13 or SC-LDR-06."""
    return scenario_of(book, state).effect is ScenarioEffect.FREE_FIRING or has_text(book, state, player, LeaderEffect.FREE_FIRING)


def more_politicians(book: Book, state: StatecraftState, player: int) -> int:
    """The number of further politicians that this player draws when recruiting: 1 with SC-LDR-02."""
    return int(has_text(book, state, player, LeaderEffect.WIDER_SEARCH))


def price_with_leaders(book: Book, state: StatecraftState, player: int, host: int, usual: int) -> int:
    """The price of poaching after the texts of both leaders, but not less than 0.

    Others pay 1 card more to a host with SC-LDR-08. With SC-LDR-03 the first poaching of each own turn costs 1 card less.
    """
    cards = usual + has_text(book, state, host, LeaderEffect.LOYAL_SUPPORTERS)
    first = player == state.active and not state.turn.poached
    return max(0, cards - (first and has_text(book, state, player, LeaderEffect.CHEAPER_POACHING)))


def may_draw_on_denouncing(book: Book, state: StatecraftState, player: int) -> bool:
    """Return whether a policy denounced now lets the player draw: the first in each own turn, with SC-LDR-09."""
    first = player == state.active and not state.turn.denounced
    return first and has_text(book, state, player, LeaderEffect.DRAW_ON_DENOUNCING)


def may_abstain(book: Book, state: StatecraftState, player: int) -> bool:
    """Return whether the player may choose neither option of an event: once in the game, with SC-LDR-11."""
    return not state.sides[player].abstained and has_text(book, state, player, LeaderEffect.ABSTAIN_ONCE)


def starts_ahead(book: Book, state: StatecraftState, player: int) -> bool:
    """Return whether the player sets an ideology before the first turn, with SC-LDR-12."""
    return has_text(book, state, player, LeaderEffect.HEAD_START)


def _stepping(now: Asked) -> list[LeaderStepOffer]:
    """Once in each own turn, steps that change a tracker (SC-LDR-07)."""
    side = now.side
    if not side.hand or now.state.turn.stepped or not has_text(*now, LeaderEffect.LEADER_STEP):
        return []
    steps = [
        (ideology, step)
        for ideology, value in zip(IDEOLOGIES, side.trackers, strict=True)
        for step in (1, -1)
        if 0 <= value + step <= HIGHEST
    ]
    return [LeaderStepOffer(side.hand, tuple(steps))]


def _leader_step(course: Course, player: int, action: LeaderStep) -> None:
    """Pay a card and move the tracker (SC-LDR-07)."""
    pay(course, player, (action.pay,))
    course.happens(LeaderStepped(player))
    move_ideology(course, player, IDEOLOGIES.index(action.ideology), action.step)


def _why_no_step(now: Asked, action: LeaderStep) -> Reason:
    if not has_text(*now, LeaderEffect.LEADER_STEP):
        return say("Your leader has no such ability."), "SC-LDR-07"
    if now.state.turn.stepped:
        return say("Your leader has done that in this turn already."), "SC-LDR-07"
    return not_in_hand(now, action.pay, "SC-LDR-07") or (
        say("That step moves nothing. Name an ideology and 1 up or down that it can go."),
        "SC-LDR-07",
    )


ROWS: Final = (Row(LeaderStep, Phase.TURN, _stepping, _leader_step, _why_no_step),)
