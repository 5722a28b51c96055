"""The live regions of a phone: the platform's pieces, those of the game played, and where each stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from control import registry
from control.day.state import DayState
from control.engine.language import say, say_as
from control.engine.refusal import Refused
from control.phone.look import Seen
from control.phone.pieces import CALL, MAP, NEWS, NOW, PIECES, TEAM
from control.regions.kinds import RegionKind
from control.regions.region import Region, Screen, versioned
from control.regions.sight import Sight
from control.registry import Panel

PHONE: Final = Screen(prefix="region", keeps=True, marked=True)
PLAIN: Final = {piece.name: piece for piece in PIECES}


def regions_of(seen: Seen) -> dict[str, Region]:
    """Every region of the phone by its name; one of the game stands in the place of a plain one that is called the same."""
    own = brought(seen.sight.realm)
    replaced = {each.name for each in own}
    shown = [(each, each.view(seen)) for each in PIECES if each.name not in replaced]
    found = [versioned(PHONE, each, what) for each, what in shown if each.template or what is not None]
    found += [versioned(PHONE, each, seen.sight.view(each.view)) for each in own]
    return {region.name: region for region in found}


def brought(realm: str) -> tuple[RegionKind[Any], ...]:
    """What a game and its rooms add to the phone."""
    rooms = registry.rooms(realm).values()
    return (*registry.realm(realm).phone.regions, *(each for room in rooms for each in room.regions))


def region_of(name: str, panel: Panel, *, refused: Refused | None = None) -> Region:
    """The platform's region of that name, showing this panel."""
    return versioned(PHONE, PLAIN[name], panel, refused=refused)


# --- where each stands --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TabView:
    """A page of the phone: its anchor, its sign, what stands under the sign, and what the page is called in full."""

    id: str
    icon: str
    name: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheaf:
    """A tab with its regions, in their order."""

    tab: TabView
    regions: tuple[Region, ...]


def sheaves(sight: Sight[DayState], found: Mapping[str, Region]) -> tuple[Sheaf, ...]:
    """The tabs that have any regions, in their order."""
    there = _places(sight.realm)
    sorted_in = ((tab, tuple(found[name] for name in there.get(tab.id, ()) if name in found)) for tab in _tabs(sight))
    return tuple(Sheaf(tab=tab, regions=regions) for tab, regions in sorted_in if regions)


def tab_of(realm: str, name: str) -> str:
    """The tab that a region stands in; the first one for what stands above them all."""
    return next((tab for tab, names in _places(realm).items() if tab and name in names), NOW)


def _places(realm: str) -> dict[str, list[str]]:
    """The names of the regions of each tab."""
    found: dict[str, list[str]] = {}
    for piece in PIECES:
        found.setdefault(piece.tab, []).append(piece.name)
    for each in brought(realm):
        if each.name not in PLAIN:
            there = found.setdefault(each.tab, [])
            behind = there.index(each.after) + 1 if each.after in there else len(there)
            there.insert(0 if each.first else behind, each.name)
    return found


def _tabs(sight: Sight[DayState]) -> list[TabView]:
    team = sight.frame.said("team-tab")
    found = [
        TabView(id=NOW, icon="i-now", name=say_as("tab", "Now"), title=say("Now")),
        TabView(id=MAP, icon="i-map", name=say_as("tab", "Map"), title=say("Map")),
        TabView(id=TEAM, icon="i-team", name=team, title=team),
        TabView(id=NEWS, icon="i-news", name=say_as("tab", "News"), title=say("News")),
        TabView(id=CALL, icon="i-call", name=say_as("tab", "Control"), title=say("Call Control")),
    ]
    for each in registry.realm(sight.realm).phone.tabs:
        at = next((at for at, tab in enumerate(found, start=1) if tab.id == each.after), len(found))
        found.insert(at, TabView(id=each.id, icon=each.icon, name=each.name(), title=each.name()))
    return found
