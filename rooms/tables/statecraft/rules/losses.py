"""Losses, and the player's choice of what is lost (SC-LOS-04, SC-LOS-06, SC-R-32)."""

from __future__ import annotations

from rooms.tables.statecraft.facts.deck import Discarded, HandLost, Why
from rooms.tables.statecraft.game.content import IDEOLOGIES, Ideology
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import Loss, LossKind, StatecraftState
from rooms.tables.statecraft.rules.cabinets import politicians_lost
from rooms.tables.statecraft.rules.policies import move_ideology, policies_leave
from rooms.tables.statecraft.rules.supporters import return_supporters


def loss_of(player: int, kind: LossKind, count: int, candidates: tuple[str, ...], steps: int = 0) -> tuple[Loss, ...]:
    """The step of a loss, limited to what the player has. No step when there is nothing to lose (SC-EMG-09, SC-R-32)."""
    count = min(count, len(candidates))
    return (Loss(player, kind, count, () if kind is LossKind.CARDS else candidates, steps),) if count else ()


def candidates_of(state: StatecraftState, step: Loss) -> tuple[str, ...]:
    """The things that may be chosen. For cards, the current hand."""
    return state.sides[step.player].hand if step.kind is LossKind.CARDS else step.candidates


def lose(course: Course, step: Loss, things: tuple[str, ...]) -> None:
    """Carry out the chosen loss: policies and cards are discarded, supporters float, politicians retire, an ideology moves.

    Rules: SC-LOS-05, SC-FIR-07, SC-CIR-05.
    """
    player = step.player
    if step.kind is LossKind.CARDS:
        whole = len(things) == len(course.side(player).hand)
        course.happens(HandLost(player, things) if whole else Discarded(player, things, Why.LOST))
    elif step.kind is LossKind.POLICIES:
        policies_leave(course, player, things, to_hand=False)
    elif step.kind is LossKind.POLITICIANS:
        politicians_lost(course, player, things)
    elif step.kind is LossKind.SUPPORTERS:
        return_supporters(course, player, things)
    else:
        move_ideology(course, player, IDEOLOGIES.index(Ideology(things[0])), step.steps)
