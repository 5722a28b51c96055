"""Tables of Scythe for tests, made by hand over the real map and mats, to play one part of the rules.

A keyword names a unit, its value the space: `side("rusviet", workers="C6 D6 D6", riverwalk="D6", mine="D5")`. A mech is named by
its ability.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from control.engine.context import Chance, Unforeseen
from control.engine.records import replace
from rooms.tables.scythe.game.content import STRUCTURES, Ability, Book, Resource, Structure, book_of
from rooms.tables.scythe.game.reading import read
from rooms.tables.scythe.game.state import (
    CHARACTER,
    MECHS,
    NO_TOKENS,
    NONE,
    WORKERS,
    BottomRow,
    Choosing,
    Course,
    Ending,
    Move,
    Moving,
    Phase,
    ScytheState,
    Side,
    Tokens,
    TopRow,
    Turn,
    plus,
    tokens_of_type,
    with_units,
)
from rooms.tables.scythe.rules.phases import PHASE_OF
from rooms.tables.scythe.rules.turns import Went

A, B, C, D, E = range(5)
FIXTURES = Path(__file__).resolve().parents[4] / "fixtures" / "scythe"
KEPT = Unforeseen()  # a chance that keeps every order
AGENDAS = {
    Phase.CHOOSE_SECTION: (Choosing(), TopRow(), BottomRow(), Ending()),
    Phase.TOP: (TopRow(), BottomRow(), Ending()),
    Phase.MOVING: (Moving(), BottomRow(), Ending()),
    Phase.BOTTOM: (BottomRow(), Ending()),
    Phase.TURN_END: (Ending(),),
}


@cache
def book() -> Book:
    """The real map, mats and cards."""
    return book_of(read({path.name: path.read_text(encoding="utf-8") for path in sorted(FIXTURES.glob("*.yaml"))}))


def tokens(**counts: int) -> Tokens:
    """Tokens by type, as `tokens(wood=2, metal=1)`."""
    found = NO_TOKENS
    for name, count in counts.items():
        found = plus(found, tokens_of_type(Resource(name), count))
    return found


def mech(faction: str, ability: str) -> int:
    """Number of the mech that covers an ability."""
    return MECHS[book().factions[faction].mechs.index(Ability(ability.replace("_", "-")))]


def side(faction: str, mat: str = "industrial", *, character: str | None = None, workers: str = "", **more: Any) -> Side:
    """A side: mechs by their abilities, structures by their names, each with its space; other keywords are fields of the side.

    The character is at home unless given. Only the named workers exist.
    """
    where = {CHARACTER: book().factions[faction].home if character is None else character}
    where |= dict(zip(WORKERS, workers.split(), strict=False))
    structures = dict.fromkeys(STRUCTURES, "")
    fields: dict[str, Any] = {}
    for name, value in more.items():
        if name in STRUCTURES:
            structures[Structure(name)] = value
        elif name in Side.__struct_fields__:
            fields[name] = value
        else:
            where[mech(faction, name)] = value
    made = Side(faction=faction, mat=mat, structures=tuple(structures.values()), **fields)  # type: ignore[arg-type]
    return replace(made, units=with_units(made, where))


def table(*sides: Side, phase: Phase = Phase.CHOOSE_SECTION, active: int = A, **more: Any) -> ScytheState:
    """A table with these sides, clockwise. `section`: the section of the turn."""
    start: dict[str, Any] = {"turn": Turn(section=more.pop("section", NONE)), "agenda": AGENDAS.get(phase, ()), "turns": 1}
    return ScytheState(phase=phase, sides=sides, order=tuple(range(len(sides))), active=active, **{**start, **more})


def moving(*sides: Side, units: int = 2, far: int = 1, **more: Any) -> ScytheState:
    """A table with a Move of the first player under way."""
    return table(*sides, phase=Phase.MOVING, move=Move(left=units, far=far), **more)


def allowed(moments: Mapping[type, Any], state: ScytheState, player: int, action: Any) -> bool:
    """Return whether a group of actions, such as MOVING, offers this action."""
    found = moments.get(type(action))
    return found is not None and any(offer.allows(action) for offer in found[0](book(), state, player))


def done(moments: Mapping[type, Any], state: ScytheState, player: int, action: Any, chance: Chance = KEPT) -> Course:
    """Carry out an action of such a group and ask the next thing on the agenda. Nothing goes on by itself."""
    assert allowed(moments, state, player, action), action
    course = Course(book(), state, chance)
    moments[type(action)][1](course, player, action)
    if course.state.phase is not Phase.OVER:
        course.happens(Went(PHASE_OF.get(type(course.todo[-1]), course.state.phase), tuple(reversed(course.todo))))
    return course
