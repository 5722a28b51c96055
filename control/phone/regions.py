"""The live regions of a phone: the platform's pieces, those of the game played, where each stands, which version it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from uuid import UUID

from control import registry
from control.day.recall import Same
from control.day.state import DayState
from control.desks.command import fresh
from control.engine.language import say, say_as
from control.engine.refused import Refused
from control.phone.fragments import digest_of
from control.phone.look import Seen
from control.phone.pieces import CALL, MAP, NEWS, NOW, PIECES, TEAM
from control.registry import Panel, PhoneParts

VERSION: Final = 12  # letters of a digest that a phone sends back for each region
PLAIN: Final = {piece.name: piece for piece in PIECES}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A panel with its digest, by which its text is found."""

    panel: Panel
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """One live piece of the phone. `seen` names the version of what it shows; `refused` is what a rule just said here."""

    name: str
    template: str
    panel: object
    seen: str
    told: bool = False  # a screen reader says by itself what is new
    kept: Kept | None = None  # where it may be drawn once for all who show the same
    refused: Refused | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    command_id: UUID = field(default_factory=fresh)


def regions_of(seen: Seen) -> dict[str, Region]:
    """Every region of the phone by its name."""
    own = {each.name: each for each in registry.realm(seen.state.REALM).phone.regions}
    found: dict[str, Region] = {}
    for piece in PIECES:
        shown = None if piece.name in own else piece.shape(seen)
        if shown is not None:
            panel = _once_for_all(shown) if piece.of_many else shown
            found[piece.name] = region_of(piece.name, panel)
    for name, each in own.items():
        panel = Panel(template=each.template, panel=each.view(seen.state, seen.door.seat))
        found[name] = region_of(name, _once_for_all(panel) if each.of_many else panel, told=each.told)
    return found


def region_of(name: str, panel: Panel, *, told: bool = False, refused: Refused | None = None) -> Region:
    """A region that shows this panel."""
    digest, plain = digest_of(panel), PLAIN.get(name)
    moving = plain is not None and plain.moving
    return Region(
        name=name,
        template=panel.template,
        panel=panel.panel,
        seen=f"{name}:{digest[:VERSION]}",
        told=told or (plain is not None and plain.told),
        kept=None if moving or refused else Kept(panel=panel, digest=digest),
        refused=refused,
    )


def _once_for_all(panel: Panel) -> Panel:
    return Panel(template=panel.template, panel=panel.panel, version=_repr(Same(panel.panel)))


@lru_cache(maxsize=128)
def _repr(same: Same) -> str:
    return repr(same.thing)


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


def sheaves(state: DayState, found: Mapping[str, Region]) -> tuple[Sheaf, ...]:
    """The tabs that have any regions, in their order."""
    there = _places(registry.realm(state.REALM).phone)
    sorted_in = ((tab, tuple(found[name] for name in there.get(tab.id, ()) if name in found)) for tab in _tabs(state))
    return tuple(Sheaf(tab=tab, regions=regions) for tab, regions in sorted_in if regions)


def tab_of(realm: str, name: str) -> str:
    """The tab that a region stands in; the first one for what stands above them all."""
    return next((tab for tab, names in _places(registry.realm(realm).phone).items() if tab and name in names), NOW)


def _places(parts: PhoneParts) -> dict[str, list[str]]:
    """The names of the regions of each tab."""
    found: dict[str, list[str]] = {}
    for piece in PIECES:
        found.setdefault(piece.tab, []).append(piece.name)
    for each in parts.regions:
        if each.name not in PLAIN:
            there = found.setdefault(each.tab, [])
            there.insert(there.index(each.after) + 1 if each.after in there else len(there), each.name)
    return found


def _tabs(state: DayState) -> list[TabView]:
    team = state.frame.said("team-tab")
    found = [
        TabView(id=NOW, icon="i-now", name=say_as("tab", "Now"), title=say("Now")),
        TabView(id=MAP, icon="i-map", name=say_as("tab", "Map"), title=say("Map")),
        TabView(id=TEAM, icon="i-team", name=team, title=team),
        TabView(id=NEWS, icon="i-news", name=say_as("tab", "News"), title=say("News")),
        TabView(id=CALL, icon="i-call", name=say_as("tab", "Control"), title=say("Call Control")),
    ]
    for each in registry.realm(state.REALM).phone.tabs:
        at = next((at for at, tab in enumerate(found, start=1) if tab.id == each.after), len(found))
        found.insert(at, TabView(id=each.id, icon=each.icon, name=each.name(), title=each.name()))
    return found
