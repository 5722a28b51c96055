"""Moves of a bot: the best way of each unit, by steps that are imagined with their cargo.

Rules: SY-R-53.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from control.engine.records import replace
from rooms.tables.scythe.game.actions import ScytheAction, StepTo
from rooms.tables.scythe.game.evaluation import Mind, Standing
from rooms.tables.scythe.game.outcomes import stepped
from rooms.tables.scythe.game.roads import kept
from rooms.tables.scythe.game.state import (
    CHARACTER,
    FACTORY,
    NO_TOKENS,
    BottomRow,
    Ending,
    Move,
    Moving,
    Phase,
    ScytheState,
    Tokens,
    fights,
    plus,
    with_side,
)
from rooms.tables.scythe.rules.mech_abilities import more_steps
from rooms.tables.scythe.rules.movement import allowance, can_go, step_offer
from rooms.tables.scythe.rules.phases import FINISHED
from rooms.tables.scythe.rules.reach import Reach, StepOffer

SECOND: Final = 3  # best first steps that are continued with a second
PROFIT: Final = 0.05  # smallest gain that makes a step worthwhile
Units = tuple[str, ...]


class Gain(NamedTuple):
    """A unit's best way: what it gains, its first step and the table after all its steps."""

    worth: float
    action: ScytheAction
    state: ScytheState


class Way(NamedTuple):
    """A considered step: its worth, units and tokens after it, and what the unit carries.

    `driven`: the table where it drove off workers, else None.
    """

    worth: float
    action: StepTo
    units: Units
    tokens: dict[str, Tokens]
    cargo: Tokens
    riders: tuple[int, ...]
    driven: ScytheState | None


def under_way(mind: Mind, state: ScytheState) -> ScytheState:
    """The table after the row's Move has begun."""
    units, far = allowance(mind.book, state) or (0, 0)
    return replace(state, phase=Phase.MOVING, move=Move(left=units, far=far), agenda=(Moving(), BottomRow(), Ending()))


def factory_move(mind: Mind, state: ScytheState) -> float:
    """The gain of the best Move by a Factory card's bottom row, from the places at this table."""
    if state.phase in FINISHED:
        return 0.0
    turn = replace(state.turn, section=FACTORY)
    moved = move_choices(mind, under_way(mind, replace(state, phase=Phase.BOTTOM, turn=turn, move=None)))
    return moved[0].worth if moved else 0.0


def move_choices(mind: Mind, state: ScytheState) -> tuple[Gain, ...]:
    """The best way of each unit that gains by moving. The best unit comes first.

    A turn asks several times about the same table, so the answers are kept.
    """
    key = key_of(mind, state)
    found: tuple[Gain, ...] | None = mind.atlas.plans.get(key)
    return kept(mind.atlas.plans, key, MovePlan(mind, state).gains()) if found is None else found


def key_of(mind: Mind, state: ScytheState) -> tuple[Any, ...]:
    """Everything of a table that a plan of the turn depends on."""
    placed = tuple(state.tokens.items())
    return mind.me, state.phase, state.turns, state.sides, state.turn, state.move, state.marks, placed, state.tile


class MovePlan:
    """The imagined Move of one table."""

    def __init__(self, mind: Mind, state: ScytheState) -> None:
        self.mind, self.state, self.side = mind, state, state.sides[mind.me]
        self.move = state.move or Move()
        self.reach = Reach(mind.book, state, mind.me)
        self.standing: Standing = mind.standing(state, self.side)
        self.base = mind.worth(state)
        self.foreign, self.held = mind.foreign_at(state)
        self.speed = self.move.far + more_steps(mind.book, self.side)

    def gains(self) -> tuple[Gain, ...]:
        """The best way of each unit that gains by moving. The best unit comes first."""
        found, seen, move = list[Gain](), set[str](), self.move
        if self.standing.ends:
            return ()
        for unit, here in enumerate(self.side.units):
            if not here or not can_go(self.state, move, unit):
                continue
            if not fights(unit):
                if here in seen:
                    continue  # workers on one space have the same steps
                seen.add(here)
            gain = self._gain(unit, here)
            if gain is not None:
                found.append(gain)
        return tuple(sorted(found, key=lambda way: -way.worth)[: max(1, move.left + (move.steps > 0))])

    def _gain(self, unit: int, here: str) -> Gain | None:
        """The best way of one unit. None if no way is worthwhile."""
        targets = self.reach.ways(here, fighter=fights(unit))
        offer = step_offer(self.mind.book, self.state, self.mind.me, unit, targets) if targets else None
        if offer is None:
            return None
        ways = [self._step(offer, here, action) for action in ways_of(offer)]
        ways.sort(key=lambda way: -way.worth)
        best, first = ways[0], ways[0].action
        left = self.move.steps if unit == self.move.unit else self.speed if fights(unit) else self.move.far
        if left > 1:
            seen = {(way.action.to, way.cargo, way.riders) for way in ways}
            for way in ways[:SECOND]:
                for further in self._further(offer, here, way, seen):
                    if further.worth > best.worth + PROFIT:
                        best, first = further, way.action
        if best.worth <= self.base + PROFIT:
            return None
        return Gain(best.worth - self.base, first, best.driven or self._table(best.units, best.tokens))

    def _further(self, offer: StepOffer, here: str, way: Way, seen: set[tuple[str, Tokens, tuple[int, ...]]]) -> Iterator[Way]:
        """Second steps of a unit that has not stopped, with all its cargo, to where it has not been `seen` with this cargo."""
        unit, at = offer.unit, way.action.to
        if at in self.foreign or (unit == CHARACTER and at in self.state.marks):
            return
        for to in self.reach.ways(at, fighter=fights(unit)):
            key = (to, way.cargo, way.riders)
            if to != here and key not in seen:
                seen.add(key)
                yield self._after(StepTo(unit, to), at, way.units, way.tokens, way.cargo, way.riders, second=True)

    def _step(self, offer: StepOffer, here: str, action: StepTo) -> Way:
        cargo, riders = plus(offer.carried, action.load), offer.riders + action.board
        return self._after(action, here, self.side.units, self.state.tokens, cargo, riders)

    def _after(
        self,
        action: StepTo,
        here: str,
        units: Units,
        tokens: dict[str, Tokens],
        cargo: Tokens,
        riders: tuple[int, ...],
        *,
        second: bool = False,
    ) -> Way:
        """The table after a step, and its worth. Only where it drives off workers do the rules carry it out."""
        mind, to = self.mind, action.to
        if to in self.foreign and to not in self.held and fights(action.unit):
            before = self.state
            if second:
                move = replace(self.move, unit=action.unit, steps=1, tokens=cargo, riders=riders)
                before = replace(self._table(units, tokens), move=move)
            driven = mind.after(before, action)
            return Way(mind.worth(driven), action, driven.sides[mind.me].units, driven.tokens, cargo, riders, driven)
        places = list(units)
        places[action.unit] = to
        for rider in riders:
            places[rider] = to
        there, tokens = tuple(places), stepped(tokens, cargo, here, to)
        return Way(mind.rate(self.standing, self.state, there, tokens), action, there, tokens, cargo, riders, None)

    def _table(self, units: Units, tokens: dict[str, Tokens]) -> ScytheState:
        return replace(self.state, sides=with_side(self.state, self.mind.me, units=units), tokens=tokens)


def ways_of(offer: StepOffer) -> Iterator[StepTo]:
    """A unit's steps with the least cargo, with everything on its space, and with all workers but one."""
    unit, workers, tokens = offer.unit, offer.workers, offer.tokens
    cargo = [(offer.least, offer.must)]
    if workers and workers != offer.must:
        cargo.append((tokens, workers))
        if len(workers) > 1 and not offer.must:
            cargo.append((NO_TOKENS, workers[1:]))
    elif any(tokens) and tokens != offer.least:
        cargo.append((tokens, offer.must))
    for to in offer.targets:
        for load, board in cargo:
            yield StepTo(unit, to, load, board)
