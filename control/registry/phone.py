"""What a realm adds to the phones of its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from control.day.plan import DayLine
from control.day.view import StepView
from control.engine.ids import PhaseId, SeatId
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneRegion:
    """A live piece of the phone: a fragment, drawn as `panel` from what `view` says that this player may know.

    It stands in `tab` behind the region `after`, else at the end; one that bears the name of a plain region of the platform
    ("strip", "team") stands in its place. Where the view gives the same object to all whom it is shown to, for as long as it is so
    (`control.day.recall`), it is `of_many`. Of one that is `told` a screen reader says by itself what is new.
    """

    name: str
    template: str
    view: Callable[[Any, SeatId], object]
    tab: str = ""
    after: str = ""
    of_many: bool = False
    told: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneParts:
    """Everything that a realm adds to the phone.

    `icons` is a fragment with the signs of its tabs and regions. `character` is what a player alone reads below the own name.
    `phases` say what is so in a phase, where the platform's own words do not do; `over` is said once the day is over. `topics`
    change the realm's regions; `scripts` and `styles` are static files that they need.
    """

    regions: tuple[PhoneRegion, ...] = ()
    tabs: tuple[PhoneTab, ...] = ()
    icons: str = ""
    character: Callable[[Any, SeatId], Panel] | None = None
    phases: Mapping[PhaseId, Callable[[Any, SeatId], Situation]] = field(default_factory=dict)
    over: Callable[[Any], str] | None = None
    topics: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
