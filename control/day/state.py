"""The state of a day: its clock, its players and the records of the control team (`control.day.records`).

A state is frozen; nobody writes to its mappings. A game subclasses `DayState` and overrides what the platform asks.
Each room keeps a state of its own type under `rooms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Protocol, TypeVar

from msgspec import Struct, field

from control.day.plan import LateRule, Team, Timetable
from control.day.records import Call, Decision, Dispatch, HandOff, LedgerCount, MonthSeal, Notice, Ruling, Visit
from control.engine.frame import Frame
from control.engine.ids import ClockKey, PhaseId, RoomId, SeatId, StepId, TeamId
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.upcasting import renamed, stored_before


class DayStage(StrEnum):
    """The stage of the day: before month 1, during the months, after the last."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"


class Presence(StrEnum):
    """A player's status on the check-in list. LATE players have said that they come later; GONE players left for good (R-03)."""

    EXPECTED = "expected"
    PRESENT = "present"
    LATE = "late"
    ABSENT = "absent"
    GONE = "gone"


class PlayedSteps(Struct, frozen=True, kw_only=True):
    """Steps that a room ended in a month other than the running one."""

    month: int
    steps: tuple[StepId, ...]


class RoomClock(Struct, frozen=True, kw_only=True):
    """The step clock of one room this month, or of one table where a room's tables run separately.

    `done`: steps ended this month.
    `step`: the running step, None outside Action or when all are done.
    `deadline`, `left`: while the clock is stopped, `deadline` is None and `left` is the remaining time of the step.
    `played`: steps ended in other months, so that a clock set back never plays a month's steps twice.
    """

    month: int = 0
    done: tuple[StepId, ...] = ()
    step: StepId | None = None
    began_at: datetime | None = None
    deadline: datetime | None = None
    left: timedelta | None = None
    paused: bool = False  # only this clock is stopped; a pause of the whole event is in Clock
    played: tuple[PlayedSteps, ...] = ()

    def ended_in(self, month: int) -> tuple[StepId, ...]:
        """Steps that ended in a month."""
        if self.month == month:
            return self.done
        return next((each.steps for each in self.played if each.month == month), ())


class Clock(Struct, frozen=True, kw_only=True):
    """The clock of the event. While it is paused, `deadline` is None and `left` is the remaining time of the phase."""

    stage: DayStage = DayStage.GATHERING
    month: int = 0
    phase: PhaseId | None = None
    began_at: datetime | None = None
    deadline: datetime | None = None
    left: timedelta | None = None
    paused_at: datetime | None = None
    pause_reason: Told = ""
    started_at: datetime | None = None  # when month 1 began
    planned_start: datetime | None = None  # planned begin of month 1
    turned: int = 0  # the last month whose Return was resolved; a clock set back never resolves it twice
    rooms: Mapping[ClockKey, RoomClock] = field(default_factory=dict)  # by `control.day.clock.clocks.key_of`
    auto_steps: bool = False  # steps that a desk should end, end at their deadline (rehearsals, bots)
    given_back: tuple[datetime, ...] = ()  # starts of the console outages whose time has been given back

    @property
    def paused(self) -> bool:
        return self.paused_at is not None

    def is_in(self, *phases: PhaseId | None) -> bool:
        """Is the day in one of these phases? What a view shows after asking this stands while the answer does."""
        return self.phase in phases


class PersonMarks(Struct, frozen=True, kw_only=True):
    """Remarks on a player that only the control team sees.

    `nameless`: the player asked to stay anonymous in the debrief; during the day the name is used.
    """

    first_timer: bool = False
    phoneless: bool = False
    note: str = ""
    nameless: bool = False


@stored_before(renamed("house", "team"))
class DaySeat(Struct, frozen=True, kw_only=True):
    """A player's place: person, character, team, rank, and the room chosen for the round. A game adds its own fields."""

    id: SeatId
    team: TeamId
    name: str
    character: str
    rank: int  # 1 is the highest in a team (GE-EVT-06)
    presence: Presence = Presence.EXPECTED
    choice: RoomId | None = None
    table: str = ""  # the table chosen, in a room that has several
    choice_month: int = 0  # the month of the choice; a choice for an earlier month does not count
    marks: PersonMarks = field(default_factory=PersonMarks)

    @property
    def here(self) -> bool:
        return self.presence is Presence.PRESENT

    @property
    def acts(self) -> bool:
        """Is the player here and able to act? A game may narrow this: dead characters do not act."""
        return self.here


class RoomState(Struct, frozen=True, kw_only=True):
    """Empty base class of every room's state."""


class Barred(Protocol):
    """The reason why a player may not enter a room, in words, with the game's rule ID."""

    @property
    def why(self) -> Told: ...

    @property
    def rule(self) -> str: ...


class DayState(Struct, frozen=True, kw_only=True):
    """The state that every game shares. A game subclasses it, overrides the queries below and adds its own fields."""

    REALM: ClassVar[str]  # the name of the game, as in the streams of its events
    FRAME: ClassVar[Frame]  # the phases, rooms and desks of the game
    ATTACHED: ClassVar[str]  # the field with the event's scenario, which is never stored with the state
    TELLS_NEWS: ClassVar[bool] = False  # does the game publish news of each round? Then it has the module `control.day.news`

    clock: Clock = field(default_factory=Clock)
    seats: Mapping[SeatId, DaySeat] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    calls: tuple[Call, ...] = ()
    counts: Mapping[str, LedgerCount] = field(default_factory=dict)  # the last count of each sheet (`control.day.counts`)
    visits: Mapping[SeatId, Visit] = field(default_factory=dict)  # players whom Control visits (`control.day.attention`)
    decisions: tuple[Decision, ...] = ()  # this month's decisions and all open ones
    hand_offs: tuple[HandOff, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    seals: tuple[MonthSeal, ...] = ()  # the seals of each month's sheets
    amiss: tuple[SeatId, ...] = ()  # players whom events name but who have no seat (`control.day.missing_players`)
    dispatches: tuple[Dispatch, ...] = ()  # the news of each round
    news_held: bool | None = None  # does the desk edit news before they are sent? None: the game decides (`news_edited_first`)
    rooms: Mapping[RoomId, RoomState] = field(default_factory=dict)

    @property
    def attached(self) -> object:
        """The scenario of the event, which is never stored with the state."""
        return getattr(self, self.ATTACHED)

    @property
    def frame(self) -> Frame:
        """The phases, rooms and desks of this game."""
        return self.FRAME

    @property
    def timetable(self) -> Timetable:
        """The lengths of phases and steps."""
        raise NotImplementedError

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams in turn order."""
        raise NotImplementedError

    @property
    def there(self) -> frozenset[str]:
        """The buildings that exist, of those that a step may need (`PlanStep.needs`)."""
        return frozenset()

    @property
    def announcement(self) -> str:
        """The announcement that opens the running phase."""
        return ""

    @property
    def double_entry(self) -> bool:
        """Must a second person enter the same before a sheet from paper counts?"""
        return False

    @property
    def news_edited_first(self) -> bool:
        """Does a desk edit the news before they are sent, unless the organizer decides otherwise?"""
        return False

    def news_wait(self, number: int) -> bool:
        """Must the news of a finished round wait, because a decision that they report is still open?"""
        return False

    def place_name(self, place: str) -> str:
        """The name of a place that a decision is about."""
        return place

    def new_seat(self, *, seat: SeatId, team: TeamId, name: str, character: str, rank: int) -> DaySeat:
        """A seat of the game's own type for a new player."""
        return DaySeat(id=seat, team=team, name=name, character=character, rank=rank)

    def late_rule(self, kind: str) -> LateRule:
        """The rule of this event for late sheets of a kind."""
        return LateRule(sheet=kind, policy="refuse")

    def tables_of(self, room: RoomId) -> tuple[str, ...]:
        """The tables of a room; empty for a room without separate tables."""
        return ()

    def tables_for(self, seat: DaySeat, room: RoomId) -> tuple[str, ...]:
        """The tables of a room that a player may sit at, the usual one first."""
        return self.tables_of(room)

    def table_name(self, room: RoomId, table: str) -> str:
        return table

    def leaves_behind(self, seat: DaySeat, heir: DaySeat | None) -> tuple[str, ...]:
        """What happens to the possessions of a player who leaves for good, in sentences. `heir` is None for the last of a team."""
        return ()

    def bar(self, seat: DaySeat, room: RoomId, table: str = "") -> Barred | None:
        """The reason why this player may not enter a room or table this month; None when allowed."""
        return None

    def room_help(self, room: RoomId) -> str:
        """One line on the purpose of a room, shown where players choose one."""
        return ""

    @property
    def played(self) -> tuple[tuple[str, str], ...]:
        """Pairs of character and player's name, for every character that is or was played."""
        return tuple((seat.character, seat.name) for seat in self.seats.values() if seat.character)

    def character(self, team: TeamId, number: int) -> str:
        """The character at this place of the team's own list, counted from 1; empty beyond its end."""
        return ""

    def invented(self, seat: DaySeat) -> bool:
        """Is this person from the scenario's sample casting, and so perhaps invented?"""
        return False

    def new_character(self, team: TeamId) -> str:
        """The next character of the team's own list, for a player who joins during play; empty beyond its end."""
        return self.character(team, 1 + sum(seat.team == team for seat in self.seats.values()))


S = TypeVar("S", bound=DayState)
SeatT = TypeVar("SeatT", bound=DaySeat)
SeatT_co = TypeVar("SeatT_co", bound=DaySeat, covariant=True)


class Peopled(Protocol[SeatT_co]):
    """A state with seats of the game's own type, so that queries about people return that type."""

    @property
    def clock(self) -> Clock: ...

    @property
    def teams(self) -> tuple[Team, ...]: ...

    @property
    def seats(self) -> Mapping[SeatId, SeatT_co]: ...


def with_room(state: S, room: RoomId, own: RoomState) -> S:
    """The state with the state of one room replaced."""
    return replace(state, rooms={**state.rooms, room: own})
