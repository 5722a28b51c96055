"""What a player can do at this moment of the day, in a few words, as it stands on top of the phone's first page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control.day.people.lookup import choice_of
from control.day.plan import DayLine
from control.day.state import DayState, Presence
from control.day.view import PlayerView, StepView, player_view
from control.engine.ids import RoomId
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The one thing to know now. `steps` are those of the player's room while it acts; `programme` is for the waiting.

    `open_sheets` are the kinds of sheets that the player may send now; `calls`: a button leads to calling Control; `seals` is where
    the own sheets are checked afterwards, `own_day` where the own day is told when everything is unsealed.
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
    own_day: str = ""
    calls: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """The player who looks: here or not, the room chosen for this round, and the table there where it has several.

    `acts` is False for whom the game lets only watch.
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
    """Where the player who looks is, and has chosen to go."""
    seat = state.seats[viewer.player]
    choice = choice_of(state, seat)
    table = state.table_name(choice, seat.table) if choice is not None and seat.table else ""
    return Whereabouts(name=seat.name, presence=seat.presence, choice=choice, table=table, acts=seat.acts)


def own_player(state: DayState, viewer: Viewer) -> PlayerView:
    """The player who looks, as everybody may know them."""
    return player_view(state, state.seats[viewer.player])


def programme(state: DayState) -> tuple[DayLine, ...]:
    """The lines of the day, for those who wait for it to begin."""
    return state.timetable.programme
