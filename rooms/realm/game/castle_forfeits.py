"""Castles that change hands without a fight, because a House has lost one. The room with the map carries it out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.engine.language import later, say
from control.engine.modules import EventHandler, Module
from control.engine.reasons import Told
from control.engine.reports import Line, to_desks
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, RegionId


class FlagForfeited(Struct, frozen=True, kw_only=True):
    """A House loses its flag on a castle to another House (R-103)."""

    month: int
    region: RegionId
    house: HouseId
    to: HouseId
    why: Told


def evolve_forfeited(state: GameState, happened: FlagForfeited) -> GameState:
    """Change nothing here: the War Room keeps the flags and reacts."""
    return state


def tell_forfeited(happened: FlagForfeited, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell only the desks. The new flag, which follows, tells everybody."""
    words = say(
        "{house} loses the castle {castle} to {other}: {why}.",
        house=house_name(before, happened.house),
        castle=region_name(before, happened.region),
        other=house_name(before, happened.to),
        why=happened.why,
    )
    yield to_desks(words)


FORFEITS = Module(
    name="forfeits",
    title=later("Castles that change hands"),
    events={FlagForfeited: EventHandler(evolve=evolve_forfeited, tell=tell_forfeited)},
)
