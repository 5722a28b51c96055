"""Facts of movement: units, their cargo, and workers driven off (SY-MOV).

Tokens and workers are stored at the space of their carrier. A Move in progress only knows which of them are carried. After the
Move its entries stay until the next turn, for a game that ends before the combats are fought (SY-END-03).
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import listed, say, say_count
from control.engine.modules import EventHandler, Module
from rooms.tables.scythe.game.scene import Scene, nothing_to_tell
from rooms.tables.scythe.game.state import (
    NO_TOKENS,
    NONE,
    ContestedEntry,
    Move,
    ScytheState,
    Tokens,
    minus,
    side_of,
    with_side,
    with_tokens,
    with_units,
)


class MoveBegan(msgspec.Struct, frozen=True):
    """A player began a Move of up to `units` units. `far`: the range of each without Speed (SY-MOV-03, SY-FCT-07)."""

    player: int
    units: int
    far: int


class Moved(msgspec.Struct, frozen=True, kw_only=True):
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


class Reloaded(msgspec.Struct, frozen=True, kw_only=True):
    """The moving unit picked up and set down cargo on its space. `tokens` and `riders`: its cargo now."""

    player: int
    unit: int
    tokens: Tokens
    riders: tuple[int, ...]


class DrivenOff(msgspec.Struct, frozen=True, kw_only=True):
    """An opponent's workers retreated at once to their home base (SY-MOV-19, SY-MOV-22)."""

    player: int
    owner: int
    space: str
    home: str
    workers: tuple[int, ...]


class UnitEnded(msgspec.Struct, frozen=True):
    """The current unit's movement ended, and its cargo stays with it (SY-MOV-07)."""

    player: int


class MoveEnded(msgspec.Struct, frozen=True):
    """A player ended the Move (SY-MOV-31)."""

    player: int


class WentBack(msgspec.Struct, frozen=True):
    """The game ended before a combat, so the unit returned with its cargo to where it came from (SY-END-03, SY-R-41)."""

    player: int
    entry: ContestedEntry


def with_moved_pieces(state: ScytheState, player: int, origin: str, to: str, units: tuple[int, ...], tokens: Tokens) -> ScytheState:
    """The state after units and tokens went from one space to another."""
    sides = with_side(state, player, units=with_units(side_of(state, player), dict.fromkeys(units, to)))
    changes = {origin: minus(NO_TOKENS, tokens), to: tokens} if any(tokens) else {}
    return replace(state, sides=sides, tokens=with_tokens(state.tokens, changes) if changes else state.tokens)


def evolve_move_began(state: ScytheState, happened: MoveBegan) -> ScytheState:
    return replace(state, move=Move(left=happened.units, far=happened.far))


def evolve_moved(state: ScytheState, happened: Moved) -> ScytheState:
    move, turn, unit = state.move or Move(), state.turn, happened.unit
    begins = unit != move.unit
    entries = move.entries
    if happened.contested:
        entries = (*entries, ContestedEntry(unit, happened.to, happened.origin, happened.tokens, happened.riders))
    move = Move(
        left=move.left - begins,
        far=move.far,
        unit=unit,
        steps=happened.steps,
        tokens=minus(happened.tokens, happened.unload),
        riders=tuple([each for each in happened.riders if each not in happened.leave]),
        moved=(*move.moved, unit) if begins else move.moved,
        entries=entries,
    )
    if happened.stops:
        turn = replace(turn, stopped=(*turn.stopped, unit))
    if happened.meets:
        turn = replace(turn, met=happened.to)
    there = with_moved_pieces(state, happened.player, happened.origin, happened.to, (unit, *happened.riders), happened.tokens)
    return replace(there, move=move, turn=turn)


def evolve_reloaded(state: ScytheState, happened: Reloaded) -> ScytheState:
    return replace(state, move=replace(state.move or Move(), tokens=happened.tokens, riders=happened.riders))


def evolve_driven_off(state: ScytheState, happened: DrivenOff) -> ScytheState:
    return with_moved_pieces(state, happened.owner, happened.space, happened.home, happened.workers, NO_TOKENS)


def evolve_unit_ended(state: ScytheState, _happened: UnitEnded) -> ScytheState:
    return replace(state, move=replace(state.move or Move(), unit=NONE, steps=0, tokens=NO_TOKENS, riders=()))


def evolve_move_ended(state: ScytheState, _happened: MoveEnded) -> ScytheState:
    entries = (state.move or Move()).entries
    return replace(state, move=Move(entries=entries) if entries else None)


def evolve_went_back(state: ScytheState, happened: WentBack) -> ScytheState:
    entry = happened.entry
    return with_moved_pieces(state, happened.player, entry.space, entry.origin, (entry.unit, *entry.riders), entry.tokens)


def cargo_words(scene: Scene, workers: int, tokens: Tokens) -> str:
    """Workers and tokens in words: "2 workers, 1 wood and 2 oil". "" for none."""
    riders = say_count("{count} worker", "{count} workers", workers) if workers else ""
    return listed([each for each in (riders, scene.tokens(tokens) if any(tokens) else "") if each])


def _moved_words(happened: Moved, scene: Scene) -> str:
    words = {
        "name": scene.names[happened.player],
        "unit": scene.unit(happened.unit),
        "origin": scene.space(happened.origin),
        "space": scene.space(happened.to),
        "cargo": cargo_words(scene, len(happened.riders), happened.tokens),
    }
    if not words["cargo"]:
        return say("{name} moves {unit} from {origin} to {space}.", **words)
    down = cargo_words(scene, len(happened.leave), happened.unload)
    if not down:
        return say("{name} moves {unit} from {origin} to {space} with {cargo}.", **words)
    return say("{name} moves {unit} from {origin} to {space} with {cargo} and sets {down} down there.", **words, down=down)


def _reloaded_words(happened: Reloaded, scene: Scene) -> str:
    """The unit's cargo from now on, in words."""
    name, unit = scene.names[happened.player], scene.unit(happened.unit)
    cargo = cargo_words(scene, len(happened.riders), happened.tokens)
    if not cargo:
        return say("{name} has {unit} carry nothing.", name=name, unit=unit)
    return say("{name} has {unit} carry {cargo}.", name=name, unit=unit, cargo=cargo)


def _back_words(happened: WentBack, scene: Scene) -> str:
    entry = happened.entry
    words = {"name": scene.names[happened.player], "unit": scene.unit(entry.unit), "space": scene.space(entry.origin)}
    cargo = cargo_words(scene, len(entry.riders), entry.tokens)
    if not cargo:
        return say("There is no combat: {name} takes {unit} back to {space}.", **words)
    return say("There is no combat: {name} takes {unit} back to {space} with {cargo}.", **words, cargo=cargo)


MOVES: Final = Module(
    name="moves",
    events={
        MoveBegan: EventHandler(
            evolve=evolve_move_began,
            explain=lambda happened, scene: say_count(
                "{name} moves {count} unit.", "{name} moves up to {count} units.", happened.units, name=scene.names[happened.player]
            ),
        ),
        Moved: EventHandler(evolve=evolve_moved, explain=_moved_words),
        Reloaded: EventHandler(evolve=evolve_reloaded, explain=_reloaded_words),
        DrivenOff: EventHandler(
            evolve=evolve_driven_off,
            explain=lambda happened, scene: say_count(
                "{count} worker of {owner} is driven off {space} to {home}.",
                "{count} workers of {owner} are driven off {space} to {home}.",
                len(happened.workers),
                owner=scene.names[happened.owner],
                space=scene.space(happened.space),
                home=scene.space(happened.home),
            ),
        ),
        UnitEnded: EventHandler(evolve=evolve_unit_ended, explain=nothing_to_tell),
        MoveEnded: EventHandler(
            evolve=evolve_move_ended,
            explain=lambda happened, scene: say("{name} ends the move.", name=scene.names[happened.player]),
        ),
        WentBack: EventHandler(evolve=evolve_went_back, explain=_back_words),
    },
)
