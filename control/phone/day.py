"""The event on another page that a player opens from the phone: clock, tasks and announcements.

A player at a side table misses nothing of the main game: such a page includes these regions and listens to the event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from control.day.view import NoticeView, notice_views
from control.engine.language import say
from control.live.delivery import newest_read
from control.people.access import SeatPass
from control.phone.pieces import ClockPanel, clock_panel, open_sheets, unsent_kinds
from control.phone.sight import PhoneSight, look_without_marking
from control.phone.situation import situation
from control.regions.kinds import PhoneRegion
from control.sheets.deadline import noun_of, nudge_words

MOST_TOLD: Final = 3  # most announcements over a page at once (`news.js`)


class DayPanel(Struct, frozen=True, kw_only=True):
    """The clock, and what the player can do in the main game now, an unsent sheet first. `open_sheets`: kinds that can be sent."""

    clock: ClockPanel
    title: str
    urgent: bool
    open_sheets: tuple[str, ...]


def _day(seen: PhoneSight) -> DayPanel:
    told, missing = situation(seen.sight), unsent_kinds(seen) if seen.acts else ()
    return DayPanel(
        clock=clock_panel(seen, every_sheet=True),
        title=say("Your {sheet} is not sent", sheet=noun_of(missing[0])) if missing else told.title,
        urgent=bool(missing) or told.urgent,
        open_sheets=open_sheets(seen),
    )


def _news(seen: PhoneSight) -> tuple[NoticeView, ...]:
    return seen.sight.view(notice_views)[:MOST_TOLD]


DAY: Final[tuple[PhoneRegion[Callable[[PhoneSight], object]], ...]] = (
    PhoneRegion(name="day", template="control/_day.html", topics=("clock", "sheet"), view=_day, moving=True),
    PhoneRegion(name="news", template="control/_day_news.html", topics=("news",), view=_news),
)


class DayFacts(Struct, frozen=True, kw_only=True):
    """The fixed data of such a page: the player's name, reminders in words, and the newest announcement read."""

    who: str
    nudges: tuple[tuple[str, str], ...]
    read: int


def day_facts(door: SeatPass) -> DayFacts:
    """The data of this player's day, for the frame of a page."""
    seen = look_without_marking(door)
    return DayFacts(
        who=f"{seen.who.name} · {door.event.name}",
        nudges=nudge_words(seen.sight),
        read=newest_read(door.event.stream.key, door.seat),
    )
