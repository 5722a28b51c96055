"""Facts of producing (PE-IND)."""

from __future__ import annotations

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import PotemkinState, side_of, with_side


class Produced(GameFact, frozen=True):
    """A cube was placed behind each Industry building of a player. `flips`: the mode token turned to production.

    `unasked`: the turn played itself, because the player had no card and no other action (PE-R-12).
    """

    player: int
    cubes: int
    flips: bool
    unasked: bool = False

    def after(self, state: PotemkinState) -> PotemkinState:
        # cubes have no limit, and producing removes none (PE-IND-08, PE-IND-09)
        side = side_of(state, self.player)
        village = side.village
        if self.cubes:
            village = tuple(
                [
                    replace(building, cubes=building.cubes + 1) if building.facade == Facade.INDUSTRY else building
                    for building in village
                ]
            )
        side = replace(side, village=village, producing=side.producing or self.flips)
        return replace(state, sides=with_side(state, self.player, side))

    def words(self, scene: Scene) -> str:
        name = scene.names[self.player]
        if self.unasked:
            if self.flips:
                return say(
                    "{name} has no card and nothing else to do: the turn plays itself, in production from now on.", name=name
                )
            return say("{name} has no card and nothing else to do: the turn plays itself.", name=name)
        if not self.cubes:
            if self.flips:
                return say("{name} makes much smoke and no cube; {name} is in production from now on.", name=name)
            return say("{name} makes much smoke and no cube.", name=name)
        if self.flips:
            return say_count(
                "{count} cube behind {owner} Industry; {name} is in production from now on.",
                "{count} cubes behind {owner} Industry; {name} is in production from now on.",
                self.cubes,
                owner=possessive(name),
                name=name,
            )
        owner = possessive(name)
        return say_count("{count} cube behind {owner} Industry.", "{count} cubes behind {owner} Industry.", self.cubes, owner=owner)
