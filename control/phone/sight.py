"""A player's look at the game from the phone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from control import system_time
from control.day.sheets import month_now, stage_now
from control.day.situation import own_player, whereabouts
from control.day.state import DayStage, DayState
from control.day.view import ClockView, PlayerView, clock_view
from control.engine.ids import RoomId
from control.engine.records import replace
from control.journal import journal, rows
from control.journal.corrections import NOTHING, Amends, corrections_on_phone
from control.models import Sheet
from control.people.access import SeatPass
from control.regions.sight import Sight

SHEETS_SHOWN = 40


class PhoneSight(Struct, frozen=True, kw_only=True):
    """The viewer, and data that several platform regions share, fetched once. A game's regions get only views.

    `rows`: the newest own sheets by month, kind and revision, newest first. Of each kind of this month, the newest has its body.
    """

    door: SeatPass
    sight: Sight[DayState]
    now: datetime
    amends: Amends
    rows: tuple[Sheet, ...]

    @property
    def clock(self) -> ClockView:
        """The event's clock."""
        return self.sight.public(clock_view)

    @property
    def stage(self) -> DayStage:
        """The stage of the day. A region that asks for it alone stands when a phase ends."""
        return self.sight.public(stage_now)

    @property
    def who(self) -> PlayerView:
        """The player of this phone."""
        return self.sight.view(own_player)

    @property
    def choice(self) -> RoomId | None:
        """The room chosen for this round."""
        return self.sight.view(whereabouts).choice

    @property
    def acts(self) -> bool:
        """May the player act? Players who only watch or are absent may not."""
        return self.sight.view(whereabouts).acts


def sight_of(door: SeatPass) -> Sight[Any]:
    """The event as this player may see it now, through views."""
    return Sight(journal.head(door.event.stream).state, door.viewer)


def look(door: SeatPass, receipts: Sequence[Sheet] | None = None) -> PhoneSight:
    """What this player may know now, for display: it counts as seen. `receipts`: the newest own sheets, if they are known."""
    found, stream = look_without_marking(door, receipts), door.event.stream
    # The story ends at the row's head. A correction behind it, which the state may show already, is found by the next look.
    seq = min(journal.head(stream).seq, stream.head)
    return replace(found, amends=corrections_on_phone(door, found.who.team, seq, found.now))


def look_without_marking(door: SeatPass, receipts: Sequence[Sheet] | None = None) -> PhoneSight:
    """What this player may know now, for pages that show little of it: nothing counts as seen."""
    sight: Sight[DayState] = Sight(journal.head(door.event.stream).state, door.viewer)
    return PhoneSight(
        door=door,
        sight=sight,
        now=system_time.now(),
        amends=NOTHING,
        rows=tuple(_own_receipts(door, sight) if receipts is None else receipts),
    )


def _own_receipts(door: SeatPass, sight: Sight[DayState]) -> list[Sheet]:
    return rows.receipts_of(door.event.pk, (door.seat,), sight.public(month_now), SHEETS_SHOWN).get(door.seat, [])
