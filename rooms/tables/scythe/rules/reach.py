"""Steps of units: reach and obstacles, and the offers of a Move (A-04, A-05, A-06, A-07, A-08, A-24)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from control.engine.dice import Dice
from control.engine.language import say
from rooms.tables.game.rule_parts import Only
from rooms.tables.scythe.game.actions import EndMove, EndUnit, Reload, StartMove, StepTo
from rooms.tables.scythe.game.content import Ability, Book, Structure
from rooms.tables.scythe.game.state import NO_TOKENS, ScytheState, Tokens, fights, is_mech, plus
from rooms.tables.scythe.rules.faction_abilities import has, may_swim
from rooms.tables.scythe.rules.mech_abilities import bases_to_wayfare, joined_spaces, rivers_to_cross
from rooms.tables.scythe.rules.player_mats import place_of


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


class StartMoveOffer(Only, frozen=True):
    """Move up to `units` units. `far`: the range of each without Speed."""

    does = StartMove
    units: int
    far: int


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


class EndUnitOffer(Only, frozen=True):
    """End the current unit's movement."""

    does = EndUnit
    unit: int


class EndMoveOffer(Only, frozen=True):
    does = EndMove


def cargo(unit: int, workers: tuple[int, ...]) -> tuple[int, ...]:
    """The workers that a unit can carry: only a mech carries any (SY-MOV-15, SY-MOV-16)."""
    return workers if is_mech(unit) else ()


class Reach:
    """A player's possible steps on the current board, computed anew after each step (SY-R-04, SY-R-15).

    `occupied`: spaces of opponents' units, with the player. `held`: spaces with an opponent's combat unit.
    """

    __slots__ = ("base_ways", "book", "held", "joined", "known", "lakes", "mine", "occupied", "rivers", "side", "submerge", "swim")

    def __init__(self, book: Book, state: ScytheState, player: int) -> None:
        self.book = book
        self.side = side = state.sides[player]
        self.known: dict[tuple[bool, str], tuple[str, ...]] = {}  # units on one space have the same steps
        self.occupied: dict[str, int] = {}
        self.held: set[str] = set()
        for other, theirs in enumerate(state.sides):
            if other != player:
                self.held.update(theirs.units[:5])
                self.occupied.update(dict.fromkeys(theirs.units, other))
        self.rivers = rivers_to_cross(book, side)
        self.submerge = has(book, side, Ability.SUBMERGE)
        self.lakes = self.submerge or has(book, side, Ability.SEAWORTHY)
        self.swim = may_swim(book, side)
        self.mine = place_of(side, Structure.MINE)
        self.joined = joined_spaces(book, state, player)
        self.base_ways = bases_to_wayfare(book, state, player)

    def spaces(self, unit: int) -> tuple[str, ...]:
        """The spaces that a unit may step to from its space, without regard to range and stops (SY-CTL-08, SY-R-05, SY-R-10)."""
        return self.ways(self.side.units[unit], fighter=fights(unit))

    def ways(self, here: str, *, fighter: bool) -> tuple[str, ...]:
        """The spaces that a combat unit (`fighter`) or a worker may step to from here."""
        found = self.known.get((fighter, here))
        if found is None:
            found = self.known[fighter, here] = self._fighter(here) if fighter else self._worker(here)
        return found

    def _fighter(self, here: str) -> tuple[str, ...]:
        """A combat unit's steps: over land, rivers and lakes, by tunnels and abilities (SY-DEP-04).

        Riverwalk depends only on the terrain entered (SY-MEC-24), and a lake has no rivers (SY-MEC-30). Only Wayfare enters home
        bases (SY-MOV-13, SY-MEC-07, SY-R-12).

        Rules: SY-MEC-12, SY-MOV-12, SY-R-11.
        """
        book = self.book
        found = list(book.land[here])
        for to in book.edges[here]:
            if to in book.bases:
                continue
            if (here, to) in book.rivers:
                if book.territories[to].terrain in self.rivers:
                    found.append(to)
            elif self.lakes and (to in book.lakes or here in book.lakes):
                found.append(to)
        if self.submerge and here in book.lakes:  # SY-MEC-17
            found += book.lakes
        found += self._tunnels(here)
        if here in self.joined:
            found += self.joined
        return tuple(
            [to for to in dict.fromkeys(found) if to != here and to not in book.bases] + [to for to in self.base_ways if to != here]
        )

    def _worker(self, here: str) -> tuple[str, ...]:
        """A worker's steps: never into or out of a lake, into an opponent's unit, or away from an opponent's combat unit.

        Rules: SY-MOV-08, SY-MOV-09, SY-MOV-24, SY-MOV-27, SY-MEC-05, SY-MEC-29, SY-FAC-06, SY-DEP-05, SY-FAC-07, SY-R-51.
        """
        book = self.book
        if here in self.held:
            return ()
        found = [*book.land[here], *self._tunnels(here)]
        if self.swim:
            found += [to for to in book.edges[here] if (here, to) in book.rivers]
        return tuple([to for to in dict.fromkeys(found) if to != here and to not in self.occupied and to not in book.bases])

    def _tunnels(self, here: str) -> tuple[str, ...]:
        """All tunnels with the player's Mine, if this space is one of them (SY-MOV-10, SY-BLD-06, SY-BLD-07)."""
        if here in self.book.tunnels:
            return (*self.book.tunnels, self.mine) if self.mine else self.book.tunnels
        return self.book.tunnels if here == self.mine else ()


def why_no_way(book: Book, reach: Reach, unit: int, to: str) -> tuple[str, str]:
    """The obstacle between a unit and a space, and the rule."""
    here = reach.side.units[unit]
    if to in book.bases:
        return say("No unit enters this home base by a move."), "SY-MOV-13"
    if to not in book.territories:
        return say("There is no such space."), "SY-MOV-05"
    if not fights(unit) and here in reach.held:
        return say("No worker leaves a territory that an opponent’s character or mech holds."), "SY-MOV-27"
    if not fights(unit) and to in reach.occupied:
        rule = "SY-MOV-27" if to in reach.held else "SY-MOV-24"
        return say("No worker enters {space}: an opponent’s unit is there.", space=to), rule
    if (to in book.lakes or here in book.lakes) and not (fights(unit) and reach.lakes):
        rule = "SY-MOV-09" if to in book.lakes else "SY-MEC-29"
        return say("This unit cannot step from {origin} to {space}: one of them is a lake.", origin=here, space=to), rule
    if (here, to) in book.rivers:
        return say("This unit cannot cross the river from {origin} to {space}.", origin=here, space=to), "SY-MOV-08"
    return say("{space} is not adjacent to {origin}.", origin=here, space=to), "SY-MOV-05"
