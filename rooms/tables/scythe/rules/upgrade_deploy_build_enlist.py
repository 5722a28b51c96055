"""Upgrade, Deploy, Build and Enlist: pieces left on the mats, legal places, and how they leave (SY-UPG, SY-DEP, SY-BLD, SY-ENL)."""

from __future__ import annotations

from collections.abc import Iterable

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import with_replaced
from rooms.tables.scythe.game.content import BOTTOMS, CUBES, STRUCTURES, Book, Cube, Part, Structure
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import MECHS, NONE, Course, ScytheState, Side, side_of, with_side, with_units
from rooms.tables.scythe.rules.player_mats import section_of
from rooms.tables.scythe.rules.supply import gains_without, receive_all


class Upgraded(GameFact, frozen=True):
    """A cube moved from its green box to a red box of section `box` (SY-UPG-01, SY-UPG-03, SY-UPG-04)."""

    player: int
    cube: Cube
    box: int

    def after(self, state: ScytheState) -> ScytheState:
        side = side_of(state, self.player)
        boxes = with_replaced(side.boxes, self.box, side.boxes[self.box] + 1)
        cubes = with_replaced(side.cubes, CUBES.index(self.cube), True)
        return replace(state, sides=with_side(state, self.player, cubes=cubes, boxes=boxes))

    def words(self, scene: Scene) -> str:
        return say(
            "{name} gains more with {cube} from now on, and {what} costs 1 less.",
            name=scene.names[self.player],
            cube=scene.word(f"cube-{self.cube}"),
            what=scene.word(BOTTOMS[self.box]),
        )


class Deployed(GameFact, frozen=True):
    """A mech was deployed, and the ability under it is in force (SY-DEP-01, SY-DEP-04)."""

    player: int
    mech: int
    space: str

    def after(self, state: ScytheState) -> ScytheState:
        units = with_units(side_of(state, self.player), {self.mech: self.space})
        return replace(state, sides=with_side(state, self.player, units=units))

    def words(self, scene: Scene) -> str:
        ability = scene.book.factions[scene.state.sides[self.player].faction].mechs[self.mech - 1]
        return say(
            "{name} deploys the mech with {ability} on {space}.",
            name=scene.names[self.player],
            ability=scene.book.abilities[ability].name,
            space=scene.space(self.space),
        )


class Built(GameFact, frozen=True):
    """A structure was built, and the bonus under it is uncovered (SY-BLD-01, SY-BLD-09)."""

    player: int
    structure: Structure
    space: str

    def after(self, state: ScytheState) -> ScytheState:
        structures = with_replaced(side_of(state, self.player).structures, STRUCTURES.index(self.structure), self.space)
        return replace(state, sides=with_side(state, self.player, structures=structures))

    def words(self, scene: Scene) -> str:
        return say(
            "{name} builds the {structure} on {space}.",
            name=scene.names[self.player],
            structure=scene.word(self.structure),
            space=scene.space(self.space),
        )


class Enlisted(GameFact, frozen=True):
    """A section's recruit went to a one-time space, and its ongoing bonus is uncovered (SY-ENL-01, SY-ENL-03)."""

    player: int
    section: int
    space: int

    def after(self, state: ScytheState) -> ScytheState:
        recruits = with_replaced(side_of(state, self.player).recruits, self.section, self.space)
        return replace(state, sides=with_side(state, self.player, recruits=recruits))

    def words(self, scene: Scene) -> str:
        return say(
            "{name} enlists the recruit of {what} for the one-time bonus of {bonus}.",
            name=scene.names[self.player],
            what=scene.word(BOTTOMS[self.section]),
            bonus=scene.amounts((scene.book.content.numbers.bonuses[self.space],)),
        )


def cubes_of(_book: Book, side: Side) -> tuple[Cube, ...]:
    """The cubes that are still on green boxes (SY-UPG-05, SY-UPG-06)."""
    return tuple([cube for cube, gone in zip(CUBES, side.cubes, strict=True) if not gone])


def boxes_of(book: Book, side: Side) -> tuple[int, ...]:
    """The sections with an empty bracketed red box (SY-UPG-01, SY-UPG-02)."""
    return tuple([section for section, taken in enumerate(side.boxes) if taken < section_of(book, side, section).boxes])


def mechs_of(side: Side) -> tuple[int, ...]:
    """The mechs that are still on the faction mat (SY-DEP-06)."""
    return tuple([unit for unit in MECHS if not side.units[unit]])


def structures_of(side: Side) -> tuple[Structure, ...]:
    """The structures that are still on the player mat."""
    return tuple([each for each, space in zip(STRUCTURES, side.structures, strict=True) if not space])


def recruits_of(side: Side) -> tuple[int, ...]:
    """The sections that still have their recruit."""
    return tuple([section for section, space in enumerate(side.recruits) if space == NONE])


def bonus_spaces_of(side: Side) -> tuple[int, ...]:
    """The open one-time spaces (SY-ENL-02)."""
    return tuple([space for space in range(len(side.recruits)) if space not in side.recruits])


def spaces_for_mechs(book: Book, spaces: Iterable[str]) -> tuple[str, ...]:
    """Those of the spaces where a mech may be deployed: no lake (SY-DEP-02) and no home base (SY-DEP-03)."""
    return tuple([space for space in spaces if space in book.territories and not book.is_lake(space)])


def spaces_for_structures(book: Book, state: ScytheState, spaces: Iterable[str]) -> tuple[str, ...]:
    """Those of the spaces where a structure may be built: one per territory, whoever's (SY-BLD-02), also on the Factory
    (SY-BLD-03).

    Lakes and home bases are excluded (SY-BLD-04).
    """
    taken = {space for side in state.sides for space in side.structures}
    return tuple([space for space in spaces_for_mechs(book, spaces) if space not in taken])


def enlist(course: Course, player: int, section: int, space: int, declined: Iterable[Part] = ()) -> None:
    """Move a recruit to a one-time space and gain its bonus at once (SY-ENL-01, SY-ENL-03, SY-R-37)."""
    course.happens(Enlisted(player, section, space))
    receive_all(course, player, gains_without((course.book.content.numbers.bonuses[space],), declined))
