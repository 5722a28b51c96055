"""Facts of producing (PE-IND)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import say, say_count
from control.engine.modules import EventHandler, Module
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import PotemkinState, side_of, with_side


class Produced(msgspec.Struct, frozen=True):
    """A cube was placed behind each Industry building of a player. `flips`: the mode token turned to production.

    `unasked`: the turn played itself, because the player had no card and no other action (PE-R-12).
    """

    player: int
    cubes: int
    flips: bool
    unasked: bool = False


def evolve_produced(state: PotemkinState, happened: Produced) -> PotemkinState:
    # cubes have no limit, and producing removes none (PE-IND-08, PE-IND-09)
    side = side_of(state, happened.player)
    village = side.village
    if happened.cubes:
        village = tuple(
            [
                replace(building, cubes=building.cubes + 1) if building.facade == Facade.INDUSTRY else building
                for building in village
            ]
        )
    side = replace(side, village=village, producing=side.producing or happened.flips)
    return replace(state, sides=with_side(state, happened.player, side))


def _produced_words(happened: Produced, scene: Scene) -> str:
    name = scene.names[happened.player]
    if happened.unasked:
        if happened.flips:
            return say("{name} has no card and nothing else to do: the turn plays itself, in production from now on.", name=name)
        return say("{name} has no card and nothing else to do: the turn plays itself.", name=name)
    if not happened.cubes:
        if happened.flips:
            return say("{name} makes much smoke and no cube; {name} is in production from now on.", name=name)
        return say("{name} makes much smoke and no cube.", name=name)
    if happened.flips:
        return say_count(
            "{count} cube behind {owner} Industry; {name} is in production from now on.",
            "{count} cubes behind {owner} Industry; {name} is in production from now on.",
            happened.cubes,
            owner=possessive(name),
            name=name,
        )
    owner = possessive(name)
    return say_count("{count} cube behind {owner} Industry.", "{count} cubes behind {owner} Industry.", happened.cubes, owner=owner)


PRODUCING: Final = Module(
    name="producing",
    events={
        Produced: EventHandler(evolve=evolve_produced, tell=one_sentence(_produced_words)),
    },
)
