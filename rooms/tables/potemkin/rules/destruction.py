"""Destruction of buildings (PE-DES): captured cards, and the flight of the scientist."""

from __future__ import annotations

from collections.abc import Mapping

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Course, PotemkinState, side_of, with_side


class Destroyed(GameFact, frozen=True):
    """Fake buildings were destroyed, and the spying player captured their interiors (PE-DES)."""

    player: int
    buildings: tuple[int, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        # facade, cubes and ready agents leave with the building (PE-DES-01, PE-DES-02, PE-DES-03)
        # the spy gets its card (PE-DES-04); capitol, shield and spent agents stay (PE-DES-09, PE-ESP-08, PE-R-23)
        sides = []
        captured: list[str] = []
        for side in state.sides:
            left = tuple([building for building in side.village if building.id not in self.buildings])
            captured += [building.card for building in side.village if building.id in self.buildings]
            sides.append(side if len(left) == len(side.village) else replace(side, village=left))
        state = replace(state, sides=tuple(sides))
        spy = side_of(state, self.player)
        spy = replace(spy, captured=spy.captured + tuple(captured))
        return replace(state, sides=with_side(state, self.player, spy))

    def words(self, scene: Scene) -> str:
        return say_count(
            "{buildings} falls, and {name} captures {count} card.",
            "{buildings} fall, and {name} captures {count} cards.",
            len(self.buildings),
            buildings=scene.buildings(self.buildings),
            name=scene.names[self.player],
        )


class ScientistLeft(GameFact, frozen=True):
    """The scientist returned to the board (PE-DES-07)."""

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, scientist=None)

    def words(self, scene: Scene) -> str:
        holder = say("nobody") if scene.state.scientist is None else scene.names[scene.state.scientist]
        return say("The scientist leaves {name} in the dust and goes back to the board.", name=holder)


def destroy(course: Course, player: int, fallen: Mapping[int, int]) -> None:
    """Destroy fake buildings, given with their owners. When the scientist's holder loses one, the scientist leaves.

    Rules: PE-SPY-11, PE-DES-08, PE-R-24.
    """
    course.happens(Destroyed(player, tuple(fallen)))
    if any(owner == course.state.scientist for owner in fallen.values()):
        course.happens(ScientistLeft())
