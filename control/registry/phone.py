"""What a realm adds to the phones of its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from control.day.plan import DayLine
from control.day.view import StepView
from control.engine.ids import PhaseId, SeatId
from control.regions.kinds import RegionKind
from control.registry.kinds import Panel


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The one thing to know now. `steps` are those of the player's room while it acts; `programme` is for the waiting.

    `open_sheets` are the kinds of sheets that the player may send now; `seals` is where the own sheets are checked afterwards.
    """

    title: str
    words: str = ""
    saying: str = ""  # what is announced with the phase, in the voice of the game
    urgent: bool = False
    begins: str = ""  # the first round, at `begins_at`
    begins_at: datetime | None = None
    programme: tuple[DayLine, ...] = ()
    steps: tuple[StepView, ...] = ()
    open_sheets: tuple[str, ...] = ()
    seals: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneTab:
    """A page of the phone that a thumb goes to: its anchor, its name, the id of its sign; it stands behind the tab `after`."""

    id: str
    name: Callable[[], str]
    icon: str
    after: str


PhoneView: TypeAlias = Callable[[Any, SeatId], object]  # what a player may know, from the state and the seat alone


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneParts:
    """Everything that a realm adds to the phone.

    A region that bears the name of a plain one of the platform ("strip", "team") stands in its place.
    `icons` is a fragment with the signs of its tabs and regions. `character` is what a player alone reads below the own name.
    `phases` say what is so in a phase, where the platform's own words do not do; `over` is said once the day is over.
    `scripts` and `styles` are static files that its regions need.
    """

    regions: tuple[RegionKind[PhoneView], ...] = ()
    tabs: tuple[PhoneTab, ...] = ()
    icons: str = ""
    character: Callable[[Any, SeatId], Panel] | None = None
    phases: Mapping[PhaseId, Callable[[Any, SeatId], Situation]] = field(default_factory=dict)
    over: Callable[[Any], str] | None = None
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
