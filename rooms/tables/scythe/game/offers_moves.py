"""Offers of a Move: its start, steps with cargo, cargo changes, and its ends (A-04, A-05, A-06, A-07, A-08, A-24)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from control.engine.dice import Dice
from rooms.tables.scythe.game.actions import EndMove, EndUnit, Reload, StartMove, StepTo
from rooms.tables.scythe.game.state import NO_TOKENS, Tokens, is_mech, plus


def _is_within(tokens: Tokens, most: Tokens, least: Tokens = NO_TOKENS) -> bool:
    """Return whether these are four counts, each between `least` and `most`."""
    return len(tuple(tokens)) == 4 and all(low <= count <= high for count, low, high in zip(tokens, least, most, strict=True))


def _are_units_of(units: tuple[int, ...], of: Iterable[int], must: Iterable[int] = ()) -> bool:
    """Return whether these are distinct units from `of`, including all of `must`."""
    chosen = set(units)
    return len(chosen) == len(units) and chosen.issubset(of) and chosen.issuperset(must)


def _some_tokens(dice: Dice, most: Tokens, least: Tokens = NO_TOKENS) -> Tokens:
    """A random number of each type. In half of the cases, all tokens."""
    if most == least or dice.random() < 0.5:
        return most
    one, two, three, four = [low if low == high else dice.randint(low, high) for low, high in zip(least, most, strict=True)]
    return one, two, three, four


def _some_units(dice: Dice, units: tuple[int, ...], must: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Random units including `must`. In half of the cases, all units."""
    if len(units) == len(must) or dice.random() < 0.5:
        return units
    return tuple([unit for unit in units if unit in must or dice.random() < 0.5])


class StartMoveOffer(msgspec.Struct, frozen=True):
    """Move up to `units` units. `far`: the range of each without Speed."""

    units: int
    far: int

    def some(self, _dice: Dice) -> StartMove:
        return StartMove()

    def allows(self, action: Any) -> bool:
        return type(action) is StartMove


class StepOffer(msgspec.Struct, frozen=True, kw_only=True):
    """Step with a unit to one of these spaces.

    `carried` and `riders`: its cargo now. `tokens` and `workers`: what it may pick up. `least` and `must`: what it must pick up,
    because a lake keeps nothing (SY-MEC-28). After the step it may set down any of its cargo.
    """

    unit: int
    targets: tuple[str, ...]
    carried: Tokens = NO_TOKENS
    tokens: Tokens = NO_TOKENS
    least: Tokens = NO_TOKENS
    riders: tuple[int, ...] = ()
    workers: tuple[int, ...] = ()
    must: tuple[int, ...] = ()

    def some(self, dice: Dice) -> StepTo:
        """Any space with any cargo, which the unit mostly keeps."""
        to = dice.choice(self.targets)
        load = _some_tokens(dice, self.tokens, self.least) if any(self.tokens) else NO_TOKENS
        board = _some_units(dice, self.workers, self.must) if self.workers else ()
        unload, leave = plus(self.carried, load), self.riders + board
        if (leave or any(unload)) and dice.random() < 0.3:
            return StepTo(self.unit, to, load, board, _some_tokens(dice, unload), _some_units(dice, leave))
        return StepTo(self.unit, to, load, board)

    def takes_enough(self, action: StepTo) -> bool:
        """Return whether the unit takes along everything that must not stay behind (SY-MEC-28)."""
        return all(low <= count for low, count in zip(self.least, action.load, strict=True)) and set(action.board).issuperset(
            self.must
        )

    def allows(self, action: Any) -> bool:
        return (
            type(action) is StepTo
            and action.unit == self.unit
            and action.to in self.targets
            and _is_within(action.load, self.tokens, self.least)
            and _are_units_of(action.board, self.workers, self.must)
            and _is_within(action.unload, plus(self.carried, action.load))
            and _are_units_of(action.leave, self.riders + action.board)
        )


class ReloadOffer(msgspec.Struct, frozen=True, kw_only=True):
    """Pick up these tokens and workers with the current unit, or set down parts of its cargo."""

    unit: int
    carried: Tokens = NO_TOKENS
    tokens: Tokens = NO_TOKENS
    riders: tuple[int, ...] = ()
    workers: tuple[int, ...] = ()

    def some(self, dice: Dice) -> Reload:
        """Random cargo; all of it if nothing was drawn."""
        unit, most = self.unit, (self.tokens, self.workers, self.carried, self.riders)
        chosen = (
            _some_tokens(dice, self.tokens),
            _some_units(dice, self.workers),
            _some_tokens(dice, self.carried),
            _some_units(dice, self.riders),
        )
        return Reload(unit, *(most if chosen == (NO_TOKENS, (), NO_TOKENS, ()) else chosen))

    def allows(self, action: Any) -> bool:
        """Return whether the cargo is available and not empty."""
        return (
            type(action) is Reload
            and action != Reload(self.unit)
            and action.unit == self.unit
            and _is_within(action.load, self.tokens)
            and _is_within(action.unload, self.carried)
            and _are_units_of(action.board, self.workers)
            and _are_units_of(action.leave, self.riders)
        )


class EndUnitOffer(msgspec.Struct, frozen=True):
    """End the current unit's movement."""

    unit: int

    def some(self, _dice: Dice) -> EndUnit:
        return EndUnit()

    def allows(self, action: Any) -> bool:
        return type(action) is EndUnit


class EndMoveOffer(msgspec.Struct, frozen=True):
    """End the Move."""

    def some(self, _dice: Dice) -> EndMove:
        return EndMove()

    def allows(self, action: Any) -> bool:
        return type(action) is EndMove


def cargo(unit: int, workers: tuple[int, ...]) -> tuple[int, ...]:
    """The workers that a unit can carry: only a mech carries any (SY-MOV-15, SY-MOV-16)."""
    return workers if is_mech(unit) else ()


MovesOffer = StartMoveOffer | StepOffer | ReloadOffer | EndUnitOffer | EndMoveOffer
