"""Kinds of hall screens: the platform's, the game's and its rooms'."""

from __future__ import annotations

from itertools import islice
from typing import Final, TypeAlias

from msgspec import Struct

from control import registry
from control.engine.language import later
from control.engine.records import replace
from control.registry import WallKind

# === screen kinds =======================================================================================================


class ScreenKind(Struct, frozen=True, kw_only=True):
    """A kind of screen of the platform. `name`: its name in the URL. `topics`: topics that refresh it, besides clock and news."""

    name: str
    title: str
    topics: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


HallScreen: TypeAlias = ScreenKind | WallKind

CLOCK: Final = ScreenKind(name="clock", title=later("Clock"))
MAP: Final = ScreenKind(name="map", title=later("Map"), topics=("map",))
NEWS: Final = ScreenKind(name="news", title=later("News"))


def kinds(realm: str) -> tuple[HallScreen, ...]:
    """The kinds of screens of a game, in the order of the menu."""
    maps = (app.hall.map for app in registry.rooms(realm).values() if app.hall.map is not None)
    mapped = (replace(MAP, styles=each.styles, scripts=each.scripts) for each in islice(maps, 1))
    brought = (wall for app in registry.rooms(realm).values() for wall in app.hall.walls)
    return (CLOCK, *mapped, *brought, *registry.realm(realm).hall.walls, NEWS)
