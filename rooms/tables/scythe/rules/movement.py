"""The Move action: steps, their consequences, and cargo (SY-MOV, SY-MEC, SY-FAC-06, SY-FCT-07, SY-FCT-08, SY-FCT-09).

The own Mine is a tunnel (SY-BLD-06, SY-BLD-07, SY-BLD-08).

Nothing in a Move earns a star, so this module places none (SY-R-25).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from control.engine.language import say
from rooms.tables.scythe.facts.moves import DrivenOff, MoveBegan, Moved, MoveEnded, Reloaded, UnitEnded
from rooms.tables.scythe.game.actions import EndMove, EndUnit, Reload, StartMove, StepTo
from rooms.tables.scythe.game.content import Ability, Book, Cube, Structure, Top
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.offers_moves import EndMoveOffer, EndUnitOffer, ReloadOffer, StartMoveOffer, StepOffer, cargo
from rooms.tables.scythe.game.state import (
    CHARACTER,
    FACTORY,
    NO_TOKENS,
    NONE,
    OFF,
    UNITS,
    Combats,
    Meetings,
    Move,
    Moving,
    Phase,
    ScytheState,
    Visiting,
    fights,
    minus,
    plus,
    tokens_at,
)
from rooms.tables.scythe.rules.abilities_and_costs import has, place_of, section_of, upgraded
from rooms.tables.scythe.rules.control import NOBODY, contested_territories, controllers, fighters_at, workers_at
from rooms.tables.scythe.rules.supply import lose


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """Consequences of a step on the entered space.

    `combat`: the opponent, NOBODY for none. `owner` and `driven`: workers driven off and their player, NOBODY for none.
    `popularity`: the mover's loss, at most what there is. `factory`: the character may choose a Factory card if it is still there
    after combats.
    """

    combat: int = NOBODY
    owner: int = NOBODY
    driven: tuple[int, ...] = ()
    popularity: int = 0
    encounter: bool = False
    factory: bool = False
    stops: bool = False


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
        faction = book.factions[side.faction]
        self.rivers = faction.riverwalk if has(book, side, Ability.RIVERWALK) else ()
        self.submerge = has(book, side, Ability.SUBMERGE)
        self.lakes = self.submerge or has(book, side, Ability.SEAWORTHY)
        self.swim = has(book, side, Ability.SWIM)
        self.mine = place_of(side, Structure.MINE)
        self.joined = self._joined(state, player)
        playing = {each.faction for each in state.sides if each is not side}
        taken = {book.factions[each].home for each in playing}
        self.base_ways = tuple([each for each in book.bases if each not in taken]) if has(book, side, Ability.WAYFARE) else ()

    def _joined(self, state: ScytheState, player: int) -> tuple[str, ...]:
        """The spaces that Township or Underpass joins now (SY-MEC-02, SY-MEC-21, SY-R-14, SY-R-15, SY-MOV-23)."""
        book = self.book
        if has(book, self.side, Ability.TOWNSHIP):
            owners = controllers(book, state)
            return (*[each for each in book.villages if owners.get(each) == player], book.factory)
        if has(book, self.side, Ability.UNDERPASS):
            owners = controllers(book, state)
            mountains = [each for each in book.mountains if owners.get(each) == player]
            return (*mountains, *book.tunnels, self.mine) if self.mine else (*mountains, *book.tunnels)
        return ()

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


def consequences(book: Book, state: ScytheState, player: int, unit: int, to: str) -> Consequences:
    """The consequences of a unit's step to a space on the current board.

    An opponent's combat unit means combat (SY-MOV-26). Workers alone are driven off for 1 popularity each (SY-MOV-19, SY-MOV-20,
    SY-R-06). A structure alone changes nothing (SY-MOV-25). The character stops for an encounter, mechs and workers do not
    (SY-MOV-29, SY-MOV-30).

    Rules: SY-MEC-26.
    """
    encounter = unit == CHARACTER and to in state.marks
    factory = unit == CHARACTER and to == book.factory and not state.sides[player].card
    owner = next((other for other, side in enumerate(state.sides) if other != player and to in side.units), NOBODY)
    if owner == NOBODY or not fights(unit):
        return Consequences(encounter=encounter, factory=factory, stops=encounter)
    if to in state.sides[owner].units[:5]:
        return Consequences(combat=owner, encounter=encounter, factory=factory, stops=True)
    driven = workers_at(state.sides[owner], to)
    lost = min(len(driven), state.sides[player].popularity)
    return Consequences(owner=owner, driven=driven, popularity=lost, encounter=encounter, factory=factory, stops=True)


Offers = Callable[[Book, ScytheState, int], list[Any]]
Does = Callable[[Course, int, Any], None]


def allowance(book: Book, state: ScytheState) -> tuple[int, int] | None:
    """The number of units that the current row moves, and their range without Speed. None when the row has no Move.

    Rules: SY-MOV-03, SY-MOV-05, SY-FCT-07, SY-FCT-10.
    """
    section, side, numbers = state.turn.section, state.sides[state.active], book.content.numbers
    if state.phase is Phase.TOP and 0 <= section < FACTORY and section_of(book, side, section).top is Top.MOVE:
        return numbers.moves + upgraded(side, Cube.MOVE), 1
    if state.phase is Phase.BOTTOM and section == FACTORY:
        return 1, numbers.factory_range
    return None


def start_offers(book: Book, state: ScytheState, player: int) -> list[StartMoveOffer]:
    """The start of a Move (A-04, A-24), which costs nothing (SY-MOV-04)."""
    found = allowance(book, state) if player == state.active else None
    return [StartMoveOffer(*found)] if found else []


def start(course: Course, player: int, _action: StartMove) -> None:
    """Take the row and begin the Move."""
    found = allowance(course.book, course.state)
    if found:
        course.todo.pop()
        course.happens(MoveBegan(player, *found))
        course.first(Moving())


def move_under_way(state: ScytheState, player: int) -> Move | None:
    """This player's Move in progress. None for other players."""
    return state.move if player == state.active and state.phase is Phase.MOVING else None


def can_go(state: ScytheState, move: Move, unit: int) -> bool:
    """Return whether a unit can step: range or allowance left, and not stopped (SY-MOV-06, SY-R-04, SY-R-07)."""
    if unit in state.turn.stopped:
        return False
    return move.steps > 0 if unit == move.unit else move.left > 0 and unit not in move.moved


def steps(book: Book, state: ScytheState, player: int) -> list[StepOffer]:
    """An offer for each unit that can step somewhere (A-05)."""
    move = move_under_way(state, player)
    if move is None:
        return []
    reach, found = Reach(book, state, player), []
    for unit, here in enumerate(state.sides[player].units):
        if here != OFF and can_go(state, move, unit):
            targets = reach.spaces(unit)
            offer = step_offer(book, state, player, unit, targets) if targets else None
            if offer:
                found.append(offer)
    return found


def step_offer(book: Book, state: ScytheState, player: int, unit: int, targets: tuple[str, ...]) -> StepOffer | None:
    """A unit's step with the cargo that it may and must take along. None when it must not leave.

    A lake keeps workers only with another own mech, tokens only with another own combat unit (SY-MEC-28, SY-R-16).

    Rules: SY-R-09, SY-R-13.
    """
    move, side = state.move or Move(), state.sides[player]
    here = side.units[unit]
    carried, riders = (move.tokens, move.riders) if unit == move.unit else (NO_TOKENS, ())
    tokens = minus(tokens_at(state, here), carried)
    there = workers_at(side, here)
    workers = cargo(unit, tuple([each for each in there if each not in riders]))
    least = NO_TOKENS
    must: tuple[int, ...] = ()
    if here in book.lakes:
        others = [each for each in fighters_at(side, here) if each != unit]
        least = NO_TOKENS if others else tokens
        if there and not any(others):  # no mech among them
            if not cargo(unit, there):
                return None
            must = workers
    return StepOffer(
        unit=unit, targets=targets, carried=carried, tokens=tokens, least=least, riders=riders, workers=workers, must=must
    )


def step(course: Course, player: int, action: StepTo) -> None:
    """Move a unit with its cargo. An opponent's workers retreat at once and cost popularity (SY-MOV-18, SY-MOV-29).

    Rules: SY-MOV-11, SY-MOV-28, SY-MEC-25.
    """
    book, state, unit, to = course.book, course.state, action.unit, action.to
    move, side = state.move or Move(), state.sides[player]
    continues = unit == move.unit
    comes = consequences(book, state, player, unit, to)
    course.happens(
        Moved(
            player=player,
            unit=unit,
            origin=side.units[unit],
            to=to,
            steps=(move.steps if continues else range_of(book, state, player, unit)) - 1,
            tokens=plus(move.tokens, action.load) if continues else action.load,
            riders=move.riders + action.board if continues else action.board,
            unload=action.unload,
            leave=action.leave,
            contested=comes.combat != NOBODY,
            stops=comes.stops,
            meets=comes.encounter,
        )
    )
    if comes.driven:
        home = book.factions[state.sides[comes.owner].faction].home
        course.happens(DrivenOff(player=player, owner=comes.owner, space=to, home=home, workers=comes.driven))
        lose(course, player, popularity=len(comes.driven))


def range_of(book: Book, state: ScytheState, player: int, unit: int) -> int:
    """A unit's range in this Move: 1 more with Speed, but never for workers (SY-MEC-05, SY-FCT-08).

    Rules: SY-MEC-10, SY-MEC-15, SY-MEC-19, SY-MEC-23.
    """
    far = state.move.far if state.move else 0
    return far + (fights(unit) and has(book, state.sides[player], Ability.SPEED))


def reload_offers(_book: Book, state: ScytheState, player: int) -> list[ReloadOffer]:
    """Cargo changes of the current unit on its space (A-06). It cannot pick up contested tokens (SY-R-08).

    Rules: SY-MEC-27.
    """
    move = move_under_way(state, player)
    if move is None or move.unit == NONE:
        return []
    side = state.sides[player]
    here = side.units[move.unit]
    tokens = NO_TOKENS if here in contested_territories(state) else minus(tokens_at(state, here), move.tokens)
    workers = cargo(move.unit, tuple([each for each in workers_at(side, here) if each not in move.riders]))
    if not (workers or move.riders or any(tokens) or any(move.tokens)):
        return []
    return [ReloadOffer(unit=move.unit, carried=move.tokens, tokens=tokens, riders=move.riders, workers=workers)]


def reload(course: Course, player: int, action: Reload) -> None:
    """Change the current unit's cargo."""
    move = course.state.move or Move()
    riders = tuple([each for each in move.riders if each not in action.leave]) + action.board
    tokens = minus(plus(move.tokens, action.load), action.unload)
    course.happens(Reloaded(player=player, unit=action.unit, tokens=tokens, riders=riders))


def unit_ends(_book: Book, state: ScytheState, player: int) -> list[EndUnitOffer]:
    """The end of the current unit's movement, also before its range is used (A-07)."""
    move = move_under_way(state, player)
    return [EndUnitOffer(move.unit)] if move is not None and move.unit != NONE else []


def end_unit(course: Course, player: int, _action: EndUnit) -> None:
    """End the unit's movement. Between two units an objective may be revealed (SY-R-01)."""
    course.happens(UnitEnded(player))


def end_offers(_book: Book, state: ScytheState, player: int) -> list[EndMoveOffer]:
    """The end of the Move, possible at any time, also with no unit moved (A-08, SY-MOV-07)."""
    return [EndMoveOffer()] if move_under_way(state, player) is not None else []


def end_move(course: Course, player: int, _action: EndMove) -> None:
    """End the Move. Combats come first, then encounters, the Factory and the bottom row (SY-MOV-31, SY-CMB-01, SY-CMB-02)."""
    course.todo.pop()
    course.happens(MoveEnded(player))
    spaces = contested_territories(course.state)
    course.first(*([Combats(spaces)] if spaces else []), Meetings(), Visiting())


STARTING: Final[Mapping[type, tuple[Offers, Does]]] = {StartMove: (start_offers, start)}
MOVING: Final[Mapping[type, tuple[Offers, Does]]] = {
    StepTo: (steps, step),
    Reload: (reload_offers, reload),
    EndUnit: (unit_ends, end_unit),
    EndMove: (end_offers, end_move),
}


def why_no_move(
    book: Book, state: ScytheState, player: int, action: StartMove | StepTo | Reload | EndUnit | EndMove
) -> tuple[str, str]:
    """The reason why an action of this module is not offered, and the rule."""
    if player != state.active:
        return say("It is somebody else’s turn."), "SY-R-49"
    if isinstance(action, StartMove):
        section = state.turn.section
        if section == FACTORY:
            rule = "SY-FCT-06"
        else:
            rule = "SY-MOV-01" if section_of(book, state.sides[player], section).top is Top.MOVE else "SY-TRN-01"
        return say("This row of your section moves no units."), rule
    move = move_under_way(state, player)
    if move is None:
        return say("No Move is under way."), "SY-TRN-01"
    if isinstance(action, StepTo):
        return why_no_step(book, state, player, move, action)
    if move.unit == NONE:
        return say("No unit is under way."), "SY-R-04"
    sentence = say("The unit under way cannot take up or set down that.")
    if not isinstance(action, Reload) or action.unit != move.unit:
        return sentence, "SY-R-04"
    if any(action.load) and state.sides[player].units[move.unit] in contested_territories(state):
        return sentence, "SY-R-08"
    if action.board and not cargo(move.unit, action.board):
        return sentence, "SY-MOV-16"
    there = reload_offers(book, state, player)
    return sentence, _cargo_rule(action.board, action.leave, there[0].workers if there else (), move.riders)


def why_no_step(book: Book, state: ScytheState, player: int, move: Move, action: StepTo) -> tuple[str, str]:
    """The reason why a unit cannot make a step: the unit, the way or its cargo."""
    unit, side = action.unit, state.sides[player]
    if not 0 <= unit < UNITS or side.units[unit] == OFF:
        return say("This unit is not on the board."), "SY-MOV-03"
    if unit in state.turn.stopped:
        return say("This unit has stopped and moves no more this turn."), "SY-R-07"
    if not can_go(state, move, unit):
        of_card = state.turn.section == FACTORY
        if unit == move.unit:
            speeds = range_of(book, state, player, unit) > move.far
            rule = ("SY-FCT-08" if speeds else "SY-FCT-07") if of_card else "SY-MEC-05" if speeds else "SY-MOV-05"
            return say("This unit has no steps left."), rule
        if unit in move.moved:
            return say("This unit has moved already."), "SY-MOV-06"
        return say("No more units move in this action."), "SY-FCT-07" if of_card else "SY-MOV-03"
    reach = Reach(book, state, player)
    targets = reach.spaces(unit)
    if action.to not in targets:
        return why_no_way(book, reach, unit, action.to)
    offer = step_offer(book, state, player, unit, targets)
    if offer is not None and action.board and not cargo(unit, action.board):
        return say("Only a mech carries workers."), "SY-MOV-16"
    if offer is None or not offer.takes_enough(action):
        return say("No worker stays on a lake without another mech, and no token without another character or mech."), "SY-MEC-28"
    rule = _cargo_rule(action.board, action.leave, offer.workers, offer.riders + action.board)
    return say("The unit cannot take along or set down that."), rule


def _cargo_rule(board: tuple[int, ...], leave: tuple[int, ...], workers: tuple[int, ...], riders: tuple[int, ...]) -> str:
    """The rule on missing cargo: workers, else tokens. `workers`: may be picked up. `riders`: may be set down."""
    missing = not set(board) <= set(workers) or not set(leave) <= set(riders)
    return "SY-MOV-15" if missing else "SY-MOV-14"


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
