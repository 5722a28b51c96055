"""What a player can do now: the card on top of the phone's first page."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from control.day.people.lookup import choice_of
from control.day.plan import DayLine
from control.day.state import DayState, Presence
from control.day.view import PlayerView, StepView, player_view
from control.engine.ids import RoomId
from control.engine.viewer import Viewer


class Situation(Struct, frozen=True, kw_only=True):
    """The most important thing for a player now.

    `programme`: the day's programme, before the day begins.
    `steps`: the steps of the player's room during Action.
    `open_sheets`: kinds of sheets that the player may send now.
    `seals`: address for checking the player's own sheets after the day.
    `own_day`: address of the player's own debrief, once everything is unsealed.
    `calls`: whether a button leads to calling Control.
    """

    title: str
    words: str = ""
    saying: str = ""  # the phase's announcement, in the voice of the game
    urgent: bool = False
    begins: str = ""  # the first round in words; it begins at `begins_at`
    begins_at: datetime | None = None
    programme: tuple[DayLine, ...] = ()
    steps: tuple[StepView, ...] = ()
    open_sheets: tuple[str, ...] = ()
    seals: str = ""
    own_day: str = ""
    calls: bool = False


class Whereabouts(Struct, frozen=True, kw_only=True):
    """The viewer's presence, and the room and table chosen for this round.

    `acts`: False for a player whom the game only lets watch.
    """

    name: str
    presence: Presence
    choice: RoomId | None
    table: str
    acts: bool

    @property
    def here(self) -> bool:
        return self.presence is Presence.PRESENT


def whereabouts(state: DayState, viewer: Viewer) -> Whereabouts:
    """The viewer's presence and choice of room."""
    seat = state.seats[viewer.player]
    choice = choice_of(state, seat)
    table = state.table_name(choice, seat.table) if choice is not None and seat.table else ""
    return Whereabouts(name=seat.name, presence=seat.presence, choice=choice, table=table, acts=seat.acts)


def own_player(state: DayState, viewer: Viewer) -> PlayerView:
    """The public view of the viewer's own seat."""
    return player_view(state, state.seats[viewer.player])


def programme(state: DayState) -> tuple[DayLine, ...]:
    """The day's programme, for players who wait for the start."""
    return state.timetable.programme
