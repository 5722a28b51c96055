"""The state of a day: its clock and the people in it; what the control team keeps beside them is in `control.day.records`.

A state is frozen; a mapping in it is never written to. A game derives its own state from `DayState` and says there what the
platform asks of it; each room keeps a state of its own type under `rooms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Protocol, TypeVar

from control.day.plan import LateRule, Team, Timetable
from control.day.records import Call, Count, Decision, Dispatch, HandOff, MonthSeal, Notice, Ruling, Visit
from control.engine.frame import Frame
from control.engine.ids import ClockKey, PhaseId, RoomId, SeatId, StepId, TeamId
from control.engine.reasons import Told
from control.engine.upcasting import renamed, stored_before


class Stage(StrEnum):
    """How far the day is: before month 1, during the months, after the last."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"


class Presence(StrEnum):
    """The check-in list. A late player has said so and is not here yet; a player who left for good is gone (R-03)."""

    EXPECTED = "expected"
    PRESENT = "present"
    LATE = "late"
    ABSENT = "absent"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedSteps:
    """The steps that a room ended in a month which is not running now."""

    month: int
    steps: tuple[StepId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomClock:
    """Where one room, or one table of a room whose tables run apart, stands in its own timeline this month.

    `done` are the steps ended this month; `step` is the running one, None outside Action or when all are done. While the clock
    stands, `deadline` is None and `left` holds the rest of the step. `played` are the steps ended in other months, so that a
    clock set back never makes a month act twice.
    """

    month: int = 0
    done: tuple[StepId, ...] = ()
    step: StepId | None = None
    began_at: datetime | None = None
    deadline: datetime | None = None
    left: timedelta | None = None
    paused: bool = False  # this clock alone was stopped; a pause of the event stands in Clock
    played: tuple[PlayedSteps, ...] = ()

    def ended_in(self, month: int) -> tuple[StepId, ...]:
        """The steps that have ended in a month."""
        if self.month == month:
            return self.done
        return next((each.steps for each in self.played if each.month == month), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Month, phase and deadline. While paused, `deadline` is None and `left` holds the rest of the phase."""

    stage: Stage = Stage.GATHERING
    month: int = 0
    phase: PhaseId | None = None
    began_at: datetime | None = None
    deadline: datetime | None = None
    left: timedelta | None = None
    paused_at: datetime | None = None
    pause_reason: Told = ""
    started_at: datetime | None = None  # when month 1 began
    planned_start: datetime | None = None  # when month 1 was meant to begin
    turned: int = 0  # the last month whose Return has acted; going back never makes it act twice
    rooms: Mapping[ClockKey, RoomClock] = field(default_factory=dict)  # by `control.day.clock.clocks.key_of`
    auto_steps: bool = False  # steps meant for a desk end at their deadline by themselves (rehearsals, bots)
    given_back: tuple[datetime, ...] = ()  # when absences of the console began whose time has been given back

    @property
    def paused(self) -> bool:
        return self.paused_at is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What the control team, and nobody else, remembers of a person: plays for the first time, has no phone, a note.

    Who is to be `nameless` has asked for no name in the debrief; while the day runs the name is used.
    """

    first_timer: bool = False
    phoneless: bool = False
    note: str = ""
    nameless: bool = False


@stored_before(renamed("house", "team"))
@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player: the person, the character, the place in a team, and the room chosen for the round. A game adds its own."""

    id: SeatId
    team: TeamId
    name: str
    character: str
    rank: int  # 1 is the first of a team (GE-EVT-06)
    presence: Presence = Presence.EXPECTED
    choice: RoomId | None = None
    table: str = ""  # the table chosen, in a room that has several
    choice_month: int = 0  # the month the choice is for; an older choice counts as none
    marks: Marks = field(default_factory=Marks)

    @property
    def here(self) -> bool:
        return self.presence is Presence.PRESENT

    @property
    def acts(self) -> bool:
        """Is this player here, and may the character act? A game says more of it: the dead act no more."""
        return self.here


@dataclass(frozen=True, slots=True)
class RoomState:
    """The base of every room's own state; it holds nothing."""


class Barred(Protocol):
    """What keeps a player out of a room, in words, with the rule of the game that says so."""

    @property
    def why(self) -> Told: ...

    @property
    def rule(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DayState:
    """What the platform knows of every game. A game overrides the questions below; what it stores beside the fields is its own."""

    REALM: ClassVar[str]  # the name of the game, as its events' streams bear it
    ATTACHED: ClassVar[str]  # the field that belongs to the event and is never stored with the state
    TELLS_NEWS: ClassVar[bool] = False  # are news put together of each round? Such a game has the module `control.day.news`

    clock: Clock = field(default_factory=Clock)
    seats: Mapping[SeatId, Seat] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    calls: tuple[Call, ...] = ()
    counts: Mapping[str, Count] = field(default_factory=dict)  # the last of each sheet (`control.day.counts`)
    visits: Mapping[SeatId, Visit] = field(default_factory=dict)  # whom the team went to see (`control.day.attention`)
    decisions: tuple[Decision, ...] = ()  # of this month and what is still open
    hand_offs: tuple[HandOff, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    seals: tuple[MonthSeal, ...] = ()  # what the sheets of each month were pinned by when they were taken in
    amiss: tuple[SeatId, ...] = ()  # players of whom something was said who are not there (`control.day.missing_players`)
    dispatches: tuple[Dispatch, ...] = ()  # the news of each round, as they were put together
    news_held: bool | None = None  # do news wait to be edited? None: as the game says (`news_edited_first`)
    rooms: Mapping[RoomId, RoomState] = field(default_factory=dict)

    @property
    def attached(self) -> object:
        """What belongs to the event and is never stored with the state: its scenario."""
        return getattr(self, self.ATTACHED)

    @property
    def frame(self) -> Frame:
        """The phases, rooms and desks of this game."""
        raise NotImplementedError

    @property
    def timetable(self) -> Timetable:
        """How long everything takes."""
        raise NotImplementedError

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams, in the order in which they take turns."""
        raise NotImplementedError

    @property
    def there(self) -> frozenset[str]:
        """What is there of that which a step may need (`Step.needs`)."""
        return frozenset()

    @property
    def announcement(self) -> str:
        """The words that open the running phase."""
        return ""

    @property
    def double_entry(self) -> bool:
        """Does a sheet from paper count only when a second person has entered the same?"""
        return False

    @property
    def news_edited_first(self) -> bool:
        """Do they wait to be edited, where the organizer has not said otherwise?"""
        return False

    def news_wait(self, number: int) -> bool:
        """Is something that the news of this round tell still to be decided, though the round has turned?"""
        return False

    def place_name(self, place: str) -> str:
        """What a place is called that a decision is about."""
        return place

    def new_seat(self, *, seat: SeatId, team: TeamId, name: str, character: str, rank: int) -> Seat:
        """A seat for somebody who comes new, of the game's own kind."""
        return Seat(id=seat, team=team, name=name, character=character, rank=rank)

    def late_rule(self, kind: str) -> LateRule:
        """What this event does with late sheets of a kind."""
        return LateRule(sheet=kind, policy="refuse")

    def tables_of(self, room: RoomId) -> tuple[str, ...]:
        """The tables of a room that has several; empty for a room that is one."""
        return ()

    def tables_for(self, seat: Seat, room: RoomId) -> tuple[str, ...]:
        """The tables of a room that a player may sit at, the usual one first."""
        return self.tables_of(room)

    def table_name(self, room: RoomId, table: str) -> str:
        """What a table of a room is called."""
        return table

    def leaves_behind(self, seat: Seat, heir: Seat | None) -> tuple[str, ...]:
        """What becomes of all that a player holds who leaves for good, in sentences; nobody inherits from the last of a team."""
        return ()

    def bar(self, seat: Seat, room: RoomId, table: str = "") -> Barred | None:
        """What bars this player from a room or table this month, None when nothing does."""
        return None

    def room_help(self, room: RoomId) -> str:
        """What a room is for, in a line, where players choose one."""
        return ""

    @property
    def played(self) -> tuple[tuple[str, str], ...]:
        """Every character that is or was played, and the player's name."""
        return tuple((seat.character, seat.name) for seat in self.seats.values() if seat.character)

    def character(self, team: TeamId, number: int) -> str:
        """The person of a team's own list at that place, from 1; empty beyond its end."""
        return ""

    def invented(self, seat: Seat) -> bool:
        """Does this person stand in the scenario's own casting, so that it is perhaps an invented one?"""
        return False

    def new_character(self, team: TeamId) -> str:
        """The next of a team's own list for somebody who comes in while it is played; empty beyond its end."""
        return self.character(team, 1 + sum(seat.team == team for seat in self.seats.values()))


S = TypeVar("S", bound=DayState)
SeatT = TypeVar("SeatT", bound=Seat)
SeatT_co = TypeVar("SeatT_co", bound=Seat, covariant=True)


class Peopled(Protocol[SeatT_co]):
    """A state with seats of the game's own kind: what is asked about people gives that kind back."""

    @property
    def clock(self) -> Clock: ...

    @property
    def teams(self) -> tuple[Team, ...]: ...

    @property
    def seats(self) -> Mapping[SeatId, SeatT_co]: ...


def with_room(state: S, room: RoomId, own: RoomState) -> S:
    """The state with one room's own part replaced."""
    return replace(state, rooms={**state.rooms, room: own})
