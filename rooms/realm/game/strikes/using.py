"""What a scheme gave for one month's Court is used up there (R-127, R-128)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.engine.language import say
from control.engine.modules import EventHandler, Invalidation
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.acting import DESK, TOPIC
from rooms.realm.game.strikes.asked import scheme_name, scheme_of, target_of, with_scheme
from rooms.realm.game.treasury.purses import house_name


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeUsed:
    """The votes or the right that a scheme gave are gone."""

    id: int


def evolve_used(state: GameState, happened: SchemeUsed) -> GameState:
    return with_scheme(state, happened.id, used=True)


def explain_used(happened: SchemeUsed, state: GameState) -> str:
    found = scheme_of(state, happened.id)
    target = target_of(state, found) if found is not None else None
    if found is None or target is None:
        return say("A scheme is used.")
    return say("{scheme} on {house} is used.", scheme=scheme_name(state, found.kind), house=house_name(state, target))


def _invalidations(happened: SchemeUsed, state: GameState) -> tuple[Invalidation, ...]:
    """The desks, who schemed, and where the votes are a House's own, that House."""
    found = scheme_of(state, happened.id)
    if found is None:
        return (DESK,)
    target = target_of(state, found)
    house = (Invalidation(topic=TOPIC, to=f"team:{target}"),) if target is not None and found.harm else ()
    return (DESK, *(Invalidation(topic=TOPIC, to=f"seat:{seat}") for seat in found.schemers), *house)


EVENTS: Mapping[type, EventHandler] = {
    SchemeUsed: EventHandler(
        evolve=evolve_used,
        explain=explain_used,
        invalidations=_invalidations,
        readers=lambda e, s: frozenset({Desk.COURT, Desk.UNDERGROUND}),
        nameless=True,
    ),
}
