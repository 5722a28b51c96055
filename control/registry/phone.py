"""What a realm adds to the phones of its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from control.day.situation import Situation
from control.engine.ids import PhaseId
from control.engine.viewer import Viewer
from control.regions.kinds import RegionKind
from control.registry.sheets import Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneTab:
    """A page of the phone that a thumb goes to: its anchor, its name, the id of its sign; it stands behind the tab `after`."""

    id: str
    name: Callable[[], str]
    icon: str
    after: str


PhoneView: TypeAlias = Callable[[Any, Viewer], object]  # a view: pure, what the player who looks may know


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneParts:
    """Everything that a realm adds to the phone.

    A region that bears the name of a plain one of the platform ("strip", "team") stands in its place.
    `icons` is a fragment with the signs of its tabs and regions. `character` is what a player alone reads below the own name.
    `phases` are views that say what is so in a phase, where the platform's own words do not do; `over` is a public one that says it
    once the day is over. `watching` is a view that says what is so, in any phase, for whoever is here and may not act.
    `stands` is a view of what is so at the end of a round, one sentence for the page of the last one.
    `scripts` and `styles` are static files that its regions need.
    """

    regions: tuple[RegionKind[PhoneView], ...] = ()
    tabs: tuple[PhoneTab, ...] = ()
    icons: str = ""
    character: Piece | None = None
    phases: Mapping[PhaseId, Callable[[Any, Viewer], Situation]] = field(default_factory=dict)
    over: Callable[[Any], str] | None = None
    watching: Callable[[Any, Viewer], Situation] | None = None
    stands: Callable[[Any, Viewer], str] | None = None
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
