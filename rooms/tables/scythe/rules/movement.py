"""The Move action: steps, their consequences, and cargo (SY-MOV, SY-MEC, SY-FAC-06, SY-FCT-07, SY-FCT-08, SY-FCT-09).

The own Mine is a tunnel (SY-BLD-06, SY-BLD-07, SY-BLD-08).

Nothing in a Move earns a star, so this module places none (SY-R-25).
"""

from __future__ import annotations

from typing import Final

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.actions import EndMove, EndUnit, Reload, StartMove, StepTo
from rooms.tables.scythe.game.content import Book, Cube, Top
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import (
    FACTORY,
    NO_TOKENS,
    NONE,
    OFF,
    UNITS,
    Combats,
    ContestedEntry,
    Course,
    Meetings,
    Move,
    Moving,
    Phase,
    ScytheState,
    Tokens,
    Visiting,
    fights,
    minus,
    plus,
    tokens_at,
    with_moved_pieces,
)
from rooms.tables.scythe.rules.control import NOBODY, contested_territories, fighters_at, workers_at
from rooms.tables.scythe.rules.mech_abilities import more_steps
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions
from rooms.tables.scythe.rules.player_mats import section_of, upgraded
from rooms.tables.scythe.rules.reach import (
    EndMoveOffer,
    EndUnitOffer,
    Reach,
    ReloadOffer,
    StartMoveOffer,
    StepOffer,
    cargo,
    why_no_way,
)
from rooms.tables.scythe.rules.supply import lose
from rooms.tables.scythe.rules.worker_retreat import DrivenOff, consequences


class MoveBegan(GameFact, frozen=True):
    """A player began a Move of up to `units` units. `far`: the range of each without Speed (SY-MOV-03, SY-FCT-07)."""

    player: int
    units: int
    far: int

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, move=Move(left=self.units, far=self.far))

    def words(self, scene: Scene) -> str:
        return say_count(
            "{name} moves {count} unit.", "{name} moves up to {count} units.", self.units, name=scene.names[self.player]
        )


class Moved(GameFact, frozen=True, kw_only=True):
    """A unit stepped to a space with its cargo and set some of it down there (SY-MOV-14, SY-MOV-15).

    `steps`: range left. `contested`: an opponent's combat unit is there. `stops`: the unit moves no more this turn (SY-R-07).
    `meets`: an encounter is pending there (SY-ENC-01).
    """

    player: int
    unit: int
    origin: str
    to: str
    steps: int
    tokens: Tokens = NO_TOKENS
    riders: tuple[int, ...] = ()
    unload: Tokens = NO_TOKENS
    leave: tuple[int, ...] = ()
    contested: bool = False
    stops: bool = False
    meets: bool = False

    def after(self, state: ScytheState) -> ScytheState:
        move, turn, unit = state.move or Move(), state.turn, self.unit
        begins = unit != move.unit
        entries = move.entries
        if self.contested:
            entries = (*entries, ContestedEntry(unit, self.to, self.origin, self.tokens, self.riders))
        move = Move(
            left=move.left - begins,
            far=move.far,
            unit=unit,
            steps=self.steps,
            tokens=minus(self.tokens, self.unload),
            riders=tuple([each for each in self.riders if each not in self.leave]),
            moved=(*move.moved, unit) if begins else move.moved,
            entries=entries,
        )
        if self.stops:
            turn = replace(turn, stopped=(*turn.stopped, unit))
        if self.meets:
            turn = replace(turn, met=self.to)
        there = with_moved_pieces(state, self.player, self.origin, self.to, (unit, *self.riders), self.tokens)
        return replace(there, move=move, turn=turn)

    def words(self, scene: Scene) -> str:
        words = {
            "name": scene.names[self.player],
            "unit": scene.unit(self.unit),
            "origin": scene.space(self.origin),
            "space": scene.space(self.to),
            "cargo": scene.cargo(len(self.riders), self.tokens),
        }
        if not words["cargo"]:
            return say("{name} moves {unit} from {origin} to {space}.", **words)
        down = scene.cargo(len(self.leave), self.unload)
        if not down:
            return say("{name} moves {unit} from {origin} to {space} with {cargo}.", **words)
        return say("{name} moves {unit} from {origin} to {space} with {cargo} and sets {down} down there.", **words, down=down)


class Reloaded(GameFact, frozen=True, kw_only=True):
    """The moving unit picked up and set down cargo on its space. `tokens` and `riders`: its cargo now."""

    player: int
    unit: int
    tokens: Tokens
    riders: tuple[int, ...]

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, move=replace(state.move or Move(), tokens=self.tokens, riders=self.riders))

    def words(self, scene: Scene) -> str:
        """The unit's cargo from now on, in words."""
        name, unit = scene.names[self.player], scene.unit(self.unit)
        cargo = scene.cargo(len(self.riders), self.tokens)
        if not cargo:
            return say("{name} has {unit} carry nothing.", name=name, unit=unit)
        return say("{name} has {unit} carry {cargo}.", name=name, unit=unit, cargo=cargo)


class UnitEnded(GameFact, frozen=True):
    """The current unit's movement ended, and its cargo stays with it (SY-MOV-07)."""

    player: int

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, move=replace(state.move or Move(), unit=NONE, steps=0, tokens=NO_TOKENS, riders=()))


class MoveEnded(GameFact, frozen=True):
    """A player ended the Move (SY-MOV-31)."""

    player: int

    def after(self, state: ScytheState) -> ScytheState:
        entries = (state.move or Move()).entries
        return replace(state, move=Move(entries=entries) if entries else None)

    def words(self, scene: Scene) -> str:
        return say("{name} ends the move.", name=scene.names[self.player])


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
    """A unit's range in this Move: 1 more with Speed, but never for workers (SY-MEC-05, SY-FCT-08)."""
    far = state.move.far if state.move else 0
    return far + more_steps(book, state.sides[player]) if fights(unit) else far


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


STARTING: Final[LegalActions] = {StartMove: LegalAction(start_offers, start, why_no_move)}
MOVING: Final[LegalActions] = {
    StepTo: LegalAction(steps, step, why_no_move),
    Reload: LegalAction(reload_offers, reload, why_no_move),
    EndUnit: LegalAction(unit_ends, end_unit, why_no_move),
    EndMove: LegalAction(end_offers, end_move, why_no_move),
}
