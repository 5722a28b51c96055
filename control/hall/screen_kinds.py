"""Kinds of hall screens: the platform's, the game's and its rooms'."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from control import registry
from control.engine.language import later
from control.registry import ScreenKind

# === screen kinds =======================================================================================================


CLOCK: Final = ScreenKind(name="clock", title=later("Clock"))
MAP: Final = ScreenKind(name="map", title=later("Map"), topics=("map",))
NEWS: Final = ScreenKind(name="news", title=later("News"))


def kinds(realm: str) -> tuple[ScreenKind, ...]:
    """The kinds of screens of a game, in the order of the menu."""
    maps = (app.hall.map for app in registry.rooms(realm).values() if app.hall.map is not None)
    mapped = (replace(MAP, styles=each.styles, scripts=each.scripts) for each in islice(maps, 1))
    brought = (wall for app in registry.rooms(realm).values() for wall in app.hall.walls)
    return (CLOCK, *mapped, *brought, *registry.realm(realm).hall.walls, NEWS)
