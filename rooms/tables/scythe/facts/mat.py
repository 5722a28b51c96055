"""Facts of the player mat: rows, cubes, mechs, structures, recruits and workers (SY-PRD, SY-BOT)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, listed, say, say_count
from control.engine.modules import EventHandler, Module
from rooms.tables.game.rule_parts import unchanged, with_replaced
from rooms.tables.scythe.game.actions import Placed
from rooms.tables.scythe.game.content import BOTTOMS, CUBES, STRUCTURES, Cube, Part, Structure, Top
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import WORKERS, ScytheState, side_of, with_side, with_tokens, with_units

ALONE: Final = (  # by section
    later("{name} takes {what}, but upgrades nothing."),
    later("{name} takes {what}, but no mech comes."),
    later("{name} takes {what}, but builds nothing."),
    later("{name} takes {what}, but enlists nobody."),
)


class TopTaken(msgspec.Struct, frozen=True):
    """A player took a top-row action. `option`: the gain chosen where there is a choice (A-03, A-16, A-17, A-18)."""

    player: int
    top: Top
    option: Part | None = None


class BottomTaken(msgspec.Struct, frozen=True):
    """A player took a bottom-row action in public (SY-BOT-06). `alone`: without its primary benefit (SY-R-22)."""

    player: int
    section: int
    alone: bool = False


class Upgraded(msgspec.Struct, frozen=True):
    """A cube moved from its green box to a red box of section `box` (SY-UPG-01)."""

    player: int
    cube: Cube
    box: int


class Deployed(msgspec.Struct, frozen=True):
    """A mech was deployed, and the ability under it is in force (SY-DEP-01, SY-DEP-04)."""

    player: int
    mech: int
    space: str


class Built(msgspec.Struct, frozen=True):
    """A structure was built, and the bonus under it is uncovered (SY-BLD-01, SY-BLD-09)."""

    player: int
    structure: Structure
    space: str


class Enlisted(msgspec.Struct, frozen=True):
    """A section's recruit went to a one-time space, and its ongoing bonus is uncovered (SY-ENL-01, SY-ENL-03)."""

    player: int
    section: int
    space: int


class Produced(msgspec.Struct, frozen=True):
    """Tokens and workers were produced at the same time (SY-R-19). `workers`: number of workers by space."""

    player: int
    tokens: tuple[Placed, ...] = ()
    workers: tuple[tuple[str, int], ...] = ()


class BonusAnswered(msgspec.Struct, frozen=True):
    """A player gained or declined a recruit's ongoing bonus (SY-ENL-05, SY-R-24)."""

    player: int
    section: int
    accepted: bool


def evolve_upgraded(state: ScytheState, happened: Upgraded) -> ScytheState:
    side = side_of(state, happened.player)
    boxes = with_replaced(side.boxes, happened.box, side.boxes[happened.box] + 1)
    cubes = with_replaced(side.cubes, CUBES.index(happened.cube), True)
    return replace(state, sides=with_side(state, happened.player, cubes=cubes, boxes=boxes))


def evolve_deployed(state: ScytheState, happened: Deployed) -> ScytheState:
    units = with_units(side_of(state, happened.player), {happened.mech: happened.space})
    return replace(state, sides=with_side(state, happened.player, units=units))


def evolve_built(state: ScytheState, happened: Built) -> ScytheState:
    structures = with_replaced(side_of(state, happened.player).structures, STRUCTURES.index(happened.structure), happened.space)
    return replace(state, sides=with_side(state, happened.player, structures=structures))


def evolve_enlisted(state: ScytheState, happened: Enlisted) -> ScytheState:
    recruits = with_replaced(side_of(state, happened.player).recruits, happened.section, happened.space)
    return replace(state, sides=with_side(state, happened.player, recruits=recruits))


def evolve_produced(state: ScytheState, happened: Produced) -> ScytheState:
    """Place tokens and workers. Workers leave the leftmost occupied slots, lowest numbers first (SY-PRD-09)."""
    side = side_of(state, happened.player)
    places = [space for space, count in happened.workers for _ in range(count)]
    left = [unit for unit in WORKERS if not side.units[unit]]
    units = with_units(side, dict(zip(left, places, strict=False)))
    tokens = with_tokens(state.tokens, dict(happened.tokens)) if happened.tokens else state.tokens
    return replace(state, sides=with_side(state, happened.player, units=units), tokens=tokens)


def _row(section: int, scene: Scene) -> str:
    return scene.word(BOTTOMS[section])


def _top_words(happened: TopTaken, scene: Scene) -> str:
    name, what = scene.names[happened.player], scene.word(happened.top)
    if happened.option is None:
        return say("{name} takes {what}.", name=name, what=what)
    option = say("resource tokens") if happened.option is Part.ANY else scene.word(happened.option)
    return say("{name} takes {what}: {option}.", name=name, what=what, option=option)


def _bottom_words(happened: BottomTaken, scene: Scene) -> str:
    name, what = scene.names[happened.player], _row(happened.section, scene)
    if not happened.alone:
        return say("{name} takes {what}.", name=name, what=what)
    return say(ALONE[happened.section], name=name, what=what)


def _deployed_words(happened: Deployed, scene: Scene) -> str:
    ability = scene.book.factions[scene.state.sides[happened.player].faction].mechs[happened.mech - 1]
    return say(
        "{name} deploys the mech with {ability} on {space}.",
        name=scene.names[happened.player],
        ability=scene.book.abilities[ability].name,
        space=scene.space(happened.space),
    )


def _produced_words(happened: Produced, scene: Scene) -> str:
    tokens = [say("{what} on {space}", what=scene.tokens(there), space=scene.space(space)) for space, there in happened.tokens]
    workers = [
        say_count("{count} worker on {space}", "{count} workers on {space}", count, space=scene.space(space))
        for space, count in happened.workers
    ]
    return say("{name} gains {what}.", name=scene.names[happened.player], what=listed([*tokens, *workers]))


def _bonus_words(happened: BonusAnswered, scene: Scene) -> str:
    name, what = scene.names[happened.player], _row(happened.section, scene)
    if happened.accepted:
        return say("{name} has the ongoing bonus of {what}.", name=name, what=what)
    return say("{name} declines the ongoing bonus of {what}.", name=name, what=what)


MAT: Final = Module(
    name="mat",
    events={
        TopTaken: EventHandler(evolve=unchanged, explain=_top_words),
        BottomTaken: EventHandler(
            evolve=unchanged,
            explain=_bottom_words,
        ),
        Upgraded: EventHandler(
            evolve=evolve_upgraded,
            explain=lambda happened, scene: say(
                "{name} gains more with {cube} from now on, and {what} costs 1 less.",
                name=scene.names[happened.player],
                cube=scene.word(f"cube-{happened.cube}"),
                what=_row(happened.box, scene),
            ),
        ),
        Deployed: EventHandler(evolve=evolve_deployed, explain=_deployed_words),
        Built: EventHandler(
            evolve=evolve_built,
            explain=lambda happened, scene: say(
                "{name} builds the {structure} on {space}.",
                name=scene.names[happened.player],
                structure=scene.word(happened.structure),
                space=scene.space(happened.space),
            ),
        ),
        Enlisted: EventHandler(
            evolve=evolve_enlisted,
            explain=lambda happened, scene: say(
                "{name} enlists the recruit of {what} for the one-time bonus of {bonus}.",
                name=scene.names[happened.player],
                what=_row(happened.section, scene),
                bonus=scene.amounts((scene.book.content.numbers.bonuses[happened.space],)),
            ),
        ),
        Produced: EventHandler(evolve=evolve_produced, explain=_produced_words),
        BonusAnswered: EventHandler(evolve=unchanged, explain=_bonus_words),
    },
)
