"""Kinds of screens in the hall: the platform's, and those that a game and its rooms bring."""

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
    """The kinds of screens that a game has, in the order in which they are offered."""
    maps = (app.hall for app in registry.rooms(realm).values() if app.hall is not None)
    mapped = (replace(MAP, styles=each.styles, scripts=each.scripts) for each in islice(maps, 1))
    brought = (wall for app in registry.rooms(realm).values() for wall in app.walls)
    return (CLOCK, *mapped, *brought, *registry.realm(realm).walls, NEWS)
