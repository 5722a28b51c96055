"""What is marked on the board: spaces on which something was done, and the ways of units, found from the facts themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any, Final

from rooms.tables.registry import Touch
from rooms.tables.scythe.facts.cards import EncounterDrawn
from rooms.tables.scythe.facts.combat import CombatBegan, CombatRevealed, Retreated
from rooms.tables.scythe.facts.goods import Paid, TokensPlaced
from rooms.tables.scythe.facts.mat import Built, Deployed, Produced
from rooms.tables.scythe.facts.moves import DrivenOff, Moved, WentBack
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.screens.board import Lately

CHANGED: Final = "changed"  # else a `Touch` says whose unit came, and is `called` from where


def touched_by(happened: Any, scene: Scene) -> tuple[Touch, ...]:
    """The spaces that a fact changes; of a unit that goes the one where it ends, with its way. Everybody sees all of it."""
    return tuple(_touched(happened, scene))


def lately_of(touched: Iterable[Touch]) -> Lately:
    """What a board marks."""
    found = tuple(touched)
    ways = [(each.called, each.thing, each.what) for each in found if each.what != CHANGED]
    return Lately(spaces=tuple(dict.fromkeys([each.thing for each in found])), ways=tuple(dict.fromkeys(ways)))


def _way(scene: Scene, player: int, origin: str, to: str) -> Touch:
    return Touch(to, scene.state.sides[player].faction, origin)


@singledispatch
def _touched(_happened: Any, _scene: Scene) -> Iterator[Touch]:
    yield from ()


@_touched.register
def _moved(happened: Moved, scene: Scene) -> Iterator[Touch]:
    yield _way(scene, happened.player, happened.origin, happened.to)


@_touched.register
def _back(happened: WentBack, scene: Scene) -> Iterator[Touch]:
    yield _way(scene, happened.player, happened.entry.space, happened.entry.origin)


@_touched.register
def _driven(happened: DrivenOff, scene: Scene) -> Iterator[Touch]:
    yield _way(scene, happened.owner, happened.space, happened.home)


@_touched.register
def _retreated(happened: Retreated, scene: Scene) -> Iterator[Touch]:
    for _unit, space in happened.units:
        yield _way(scene, happened.player, happened.space, space)


@_touched.register(TokensPlaced)
@_touched.register(Paid)
@_touched.register(Produced)
def _placed(happened: TokensPlaced | Paid | Produced, _scene: Scene) -> Iterator[Touch]:
    there = happened.spaces if isinstance(happened, TokensPlaced) else happened.tokens
    workers = happened.workers if isinstance(happened, Produced) else ()
    for space, _what in (*there, *workers):
        yield Touch(space, CHANGED)


@_touched.register(Built)
@_touched.register(Deployed)
@_touched.register(EncounterDrawn)
@_touched.register(CombatBegan)
@_touched.register(CombatRevealed)
def _there(happened: Built | Deployed | EncounterDrawn | CombatBegan | CombatRevealed, _scene: Scene) -> Iterator[Touch]:
    yield Touch(happened.space, CHANGED)
