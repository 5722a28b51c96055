"""The kinds of screens in the hall: the platform's, and those that a game and its rooms bring."""

from __future__ import annotations

from typing import Final

from control import registry
from control.engine.language import later
from control.registry import ScreenKind

CLOCK: Final = ScreenKind(name="clock", title=later("Clock"))
MAP: Final = ScreenKind(name="map", title=later("Map"), topics=("map",), styles=("control/map.css",), scripts=("control/map.js",))
NEWS: Final = ScreenKind(name="news", title=later("News"))


def kinds(realm: str) -> tuple[ScreenKind, ...]:
    """The kinds of screens that a game has, in the order in which they are offered."""
    mapped = any(app.hall is not None for app in registry.rooms(realm).values())
    return (CLOCK, *((MAP,) if mapped else ()), *registry.realm(realm).walls, NEWS)
