"""Facts of policies and trackers: announced, denounced, lost and moved (SC-POL, SC-DEN, SC-LOS, SC-TRK)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import say
from control.engine.modules import EventHandler, Module
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    NO_POINTS,
    Attached,
    StatecraftState,
    Trackers,
    moved_by,
    reverse,
    shift,
    side_of,
    with_side,
    without_all,
)


class PolicyPlayed(msgspec.Struct, frozen=True):
    """A policy was announced or denounced. `moved` and `budget`: the real movement, stored with the policy (SC-POL-15)."""

    player: int
    card: str
    option: int
    holder: str | None
    announced: bool
    moved: Trackers
    budget: int


class PolicyLeft(msgspec.Struct, frozen=True):
    """A policy left a manifesto, and its movement was reversed within the limits of the trackers (SC-LOS-03)."""

    player: int
    card: str
    to_hand: bool
    moved: Trackers
    budget: int


class PolicyMoved(msgspec.Struct, frozen=True):
    """A policy was moved to another holder; no tracker changes (SC-AFX-12)."""

    player: int
    card: str
    holder: str


class IdeologyMoved(msgspec.Struct, frozen=True):
    """An ideology moved. `by`: the real steps. `wanted`: the steps before the limits."""

    player: int
    ideology: int
    by: int
    wanted: int


class BudgetMoved(msgspec.Struct, frozen=True):
    """A budget moved by another cause than a policy (SC-TRK-06). `by`: the real steps. `wanted`: the steps before the limits."""

    player: int
    by: int
    wanted: int


def evolve_policy_played(state: StatecraftState, happened: PolicyPlayed) -> StatecraftState:
    player, side = happened.player, side_of(state, happened.player)
    policy = Attached(
        happened.card, happened.option, happened.holder, happened.announced, happened.moved, happened.budget, state.plays + 1
    )
    sides = with_side(
        state,
        player,
        hand=without_all(side.hand, (happened.card,)),
        policies=(*side.policies, policy),
        trackers=moved_by(side.trackers, happened.moved),
        budget=side.budget + happened.budget,
    )
    turn = state.turn
    if player == state.active and not happened.announced and not turn.denounced:
        turn = replace(turn, denounced=True)
    return replace(state, sides=sides, plays=state.plays + 1, turn=turn)


def evolve_policy_left(state: StatecraftState, happened: PolicyLeft) -> StatecraftState:
    side = side_of(state, happened.player)
    changes = {
        "policies": tuple([each for each in side.policies if each.card != happened.card]),
        "trackers": moved_by(side.trackers, happened.moved),
        "budget": side.budget + happened.budget,
    }
    if happened.to_hand:
        return replace(state, sides=with_side(state, happened.player, hand=(*side.hand, happened.card), **changes))
    return replace(state, sides=with_side(state, happened.player, **changes), discard=(*state.discard, happened.card))


def evolve_policy_moved(state: StatecraftState, happened: PolicyMoved) -> StatecraftState:
    policies = [
        replace(each, holder=happened.holder) if each.card == happened.card else each
        for each in side_of(state, happened.player).policies
    ]
    return replace(state, sides=with_side(state, happened.player, policies=tuple(policies)))


def evolve_ideology_moved(state: StatecraftState, happened: IdeologyMoved) -> StatecraftState:
    trackers = moved_by(side_of(state, happened.player).trackers, shift(happened.ideology, happened.by))
    return replace(state, sides=with_side(state, happened.player, trackers=trackers))


def evolve_budget_moved(state: StatecraftState, happened: BudgetMoved) -> StatecraftState:
    budget = side_of(state, happened.player).budget + happened.by
    return replace(state, sides=with_side(state, happened.player, budget=budget))


def _policy_played_words(happened: PolicyPlayed, scene: Scene) -> str:
    option = scene.book.policies[happened.card].options[happened.option]
    points = option.points if happened.announced else reverse(option.points)
    cost = option.cost if happened.announced else -option.cost
    values = {
        "name": scene.names[happened.player],
        "card": scene.card(happened.card),
        "option": option.label,
        "holder": scene.holder(happened.player, happened.holder),
        "movements": scene.movements(happened.player, happened.moved, happened.budget, points, cost),
    }
    if happened.announced:
        return say("{name} announces {card} through {holder}, “{option}”: {movements}.", **values)
    return say("{name} denounces {card} through {holder}, no to “{option}”: {movements}.", **values)


def _policy_left_words(happened: PolicyLeft, scene: Scene) -> str:
    policy = scene.policy(happened.player, happened.card)
    points = reverse(policy.moved) if policy else NO_POINTS
    cost = -policy.budget if policy else 0
    values = {
        "name": scene.names[happened.player],
        "card": scene.card(happened.card),
        "movements": scene.movements(happened.player, happened.moved, happened.budget, points, cost),
    }
    if not values["movements"]:
        values["movements"] = say("nothing moves")
    if happened.to_hand:
        return say("{card} goes back to the hand of {name}: {movements}.", **values)
    return say("{name} drops {card}: {movements}.", **values)


def _policy_moved_words(happened: PolicyMoved, scene: Scene) -> str:
    return say(
        "{name} hands {card} on to {holder}.",
        name=scene.names[happened.player],
        card=scene.card(happened.card),
        holder=scene.holder(happened.player, happened.holder),
    )


def _ideology_moved_words(happened: IdeologyMoved, scene: Scene) -> str:
    moved, wanted = shift(happened.ideology, happened.by), shift(happened.ideology, happened.wanted)
    movements = scene.movements(happened.player, moved, 0, wanted, 0)
    return say("{name}: {movements}.", name=scene.names[happened.player], movements=movements)


def _budget_moved_words(happened: BudgetMoved, scene: Scene) -> str:
    movements = scene.movements(happened.player, NO_POINTS, happened.by, NO_POINTS, happened.wanted)
    return say("{name}: {movements}.", name=scene.names[happened.player], movements=movements)


POLICIES: Final = Module(
    name="policies",
    events={
        PolicyPlayed: EventHandler(evolve=evolve_policy_played, explain=_policy_played_words),
        PolicyLeft: EventHandler(evolve=evolve_policy_left, explain=_policy_left_words),
        PolicyMoved: EventHandler(evolve=evolve_policy_moved, explain=_policy_moved_words),
        IdeologyMoved: EventHandler(evolve=evolve_ideology_moved, explain=_ideology_moved_words),
        BudgetMoved: EventHandler(evolve=evolve_budget_moved, explain=_budget_moved_words),
    },
)
