"""Phone parts of a game or a room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct, field

from control.day.situation import Situation
from control.engine.ids import PhaseId
from control.engine.viewer import Viewer
from control.regions.kinds import PhoneRegion
from control.registry.sheets import PagePiece


class PhoneTab(Struct, frozen=True, kw_only=True):
    """A tab of the phone. `id`: its anchor. `icon`: the ID of its sign. `after`: the tab before it."""

    id: str
    name: Callable[[], str]
    icon: str
    after: str


PhoneView: TypeAlias = Callable[[Any, Viewer], object]  # a pure view of what this player may know


class PhonePart(Struct, frozen=True, kw_only=True):
    """Additions to players' phones. `regions`: live regions. `scripts`, `styles`: static files that the whole part needs."""

    regions: tuple[PhoneRegion[PhoneView], ...] = ()
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


class RealmPhone(PhonePart, frozen=True, kw_only=True):
    """The game's part of its players' phones. One of its regions with the name of a platform region ("strip") replaces it.

    `tabs`: further tabs. `icons`: a template with the signs of tabs and regions. `character`: private text below the player's name.
    `phases`: views of a phase's situation, where the platform's words do not suffice. `over`: a public view of the situation after
    the day. `watching`: a view of the situation for players who are here but may not act.
    `stands`: a view of the standing after a round, one sentence on the page of the last round.
    """

    tabs: tuple[PhoneTab, ...] = ()
    icons: str = ""
    character: PagePiece | None = None
    phases: Mapping[PhaseId, Callable[[Any, Viewer], Situation]] = field(default_factory=dict)
    over: Callable[[Any], str] | None = None
    watching: Callable[[Any, Viewer], Situation] | None = None
    stands: Callable[[Any, Viewer], str] | None = None
