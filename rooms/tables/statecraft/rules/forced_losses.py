"""Forced losses, and the player's choice of what is lost (SC-LOS-04, SC-LOS-06, SC-R-32)."""

from __future__ import annotations

from typing import Final

from control.engine.context import Chance
from control.engine.language import say, say_count
from rooms.tables.statecraft.game.actions import Lose, LoseOffer
from rooms.tables.statecraft.game.content import IDEOLOGIES, Ideology
from rooms.tables.statecraft.game.state import Course, Loss, LossKind, Phase, StatecraftState
from rooms.tables.statecraft.rules.cabinets import politicians_lost
from rooms.tables.statecraft.rules.ideology_trackers import move_ideology
from rooms.tables.statecraft.rules.main_deck import HandLost
from rooms.tables.statecraft.rules.payment import Discarded, Why, not_all_in_hand
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row, current_step
from rooms.tables.statecraft.rules.policy_losses import policies_leave
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


def _why_not_lost(now: Asked, action: Lose) -> Reason:
    step, chosen = now.step(Loss), len(action.things)
    count, of_hand = step.count, step.kind is LossKind.CARDS
    if of_hand and (missing := not_all_in_hand(now, action.things, "SC-LOS-06")):
        return missing
    if count == chosen:
        return say("Something that is chosen cannot be lost by this. Choose from what is offered."), "SC-LOS-06"
    if of_hand:
        asked = say_count(
            "Choose {count} of the cards, you have chosen {chosen}.",
            "Choose {count} of the cards, you have chosen {chosen}.",
            count,
            chosen=chosen,
        )
    else:
        asked = say_count(
            "Choose {count} of them, you have chosen {chosen}.",
            "Choose {count} of them, you have chosen {chosen}.",
            count,
            chosen=chosen,
        )
    return asked, "SC-LOS-06"


def _losing(now: Asked) -> list[LoseOffer]:
    step = now.step(Loss)
    return [LoseOffer(candidates_of(now.state, step), step.count, step.kind, step.steps)]


def _by_lot(now: Asked, chance: Chance) -> Lose:
    step = now.step(Loss)
    return Lose(chance.shuffled(candidates_of(now.state, step))[: step.count])


def _lose_chosen(course: Course, _player: int, action: Lose) -> None:
    lose(course, current_step(course.state, Loss), action.things)


ROWS: Final = (Row(Lose, Phase.LOSS_CHOICE, _losing, _lose_chosen, _why_not_lost, _by_lot),)
