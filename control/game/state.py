"""The shared state of one event: what the three rooms hold in common.

A state is frozen; a mapping in it is never written to. Rooms keep their own state under `rooms`, each in its own type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from control.scenario.ids import CardId, HouseId, LawId, Phase, RegionId, Room, SeatId, StepId
from control.scenario.schema import LawEffects, Scenario


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


class Title(StrEnum):
    """Lasting titles on a status strip (R-04)."""

    SOVEREIGN = "sovereign"
    PRIEST = "priest"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedSteps:
    """The steps that a room ended in a month which is not running now."""

    month: int
    steps: tuple[StepId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomClock:
    """Where one room stands in its own timeline this month.

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
    paused: bool = False  # this room alone was stopped; a pause of the event stands in Clock
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
    phase: Phase | None = None
    began_at: datetime | None = None
    deadline: datetime | None = None
    left: timedelta | None = None
    paused_at: datetime | None = None
    pause_reason: str = ""
    started_at: datetime | None = None  # when month 1 began
    planned_start: datetime | None = None  # when month 1 was meant to begin
    turned: int = 0  # the last month whose Return has acted; going back never makes it act twice
    rooms: Mapping[Room, RoomClock] = field(default_factory=dict)
    auto_steps: bool = False  # steps meant for a desk end at their deadline by themselves (rehearsals, bots)

    @property
    def paused(self) -> bool:
        return self.paused_at is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
    """What one player holds (R-05); cards are kept oldest first (R-136)."""

    power: int = 0
    favors: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A ban or delay in force on one player: out of `room` (and, in the Underground, one table) through month `until`."""

    room: Room
    table: str = ""
    until: int | None = None  # None: until removed
    why: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player: person, character, status strip (GE-EVT-05, R-04), purse, and the room chosen for the month."""

    id: SeatId
    house: HouseId
    name: str
    character: str
    rank: int
    wounds: int = 0
    spouse: SeatId | None = None
    titles: tuple[Title, ...] = ()
    bars: tuple[Bar, ...] = ()
    purse: Purse = field(default_factory=Purse)
    presence: Presence = Presence.EXPECTED
    choice: Room | None = None
    table: str = ""  # the Underground table chosen
    choice_month: int = 0  # the month the choice is for; an older choice counts as none

    @property
    def here(self) -> bool:
        return self.presence is Presence.PRESENT


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedLaw:
    """A tablet on the Law Board, with what it does."""

    id: LawId
    number: int
    title: str
    text: str
    effects: LawEffects
    since: int = 0  # the month it was passed in; 0 for the tablets of the start


@dataclass(frozen=True, slots=True, kw_only=True)
class Throne:
    """Who reigns: the God Emperor, a player, or nobody (R-37). `wounds` are the God Emperor's (R-30)."""

    holder: SeatId | None = None
    god_emperor: bool = True
    wounds: int = 0
    purse: Purse = field(default_factory=Purse)  # the God Emperor's purse


@dataclass(frozen=True, slots=True, kw_only=True)
class Court:
    """Where the Court sits this month, and who may propose there."""

    region: RegionId
    host: HouseId | None
    province: str | None
    may_propose: tuple[HouseId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """A building of a House: what three Favors of one faction buy, or a law creates (R-90)."""

    id: int
    kind: str
    house: HouseId
    places: tuple[RegionId, ...] = ()


class CeremonyKind(StrEnum):
    """The three ceremonies (GE-EVT-32)."""

    MARRIAGE = "marriage"
    FUNERAL = "funeral"
    DUEL = "duel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceremony:
    """One ceremony of this month: it uses the turn of every House in `houses` (R-13)."""

    id: int
    month: int
    kind: CeremonyKind
    houses: tuple[HouseId, ...]
    what: str
    attended: tuple[SeatId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """An announcement or a line of news, addressed to "all" or to one House."""

    id: int
    at: datetime
    text: str
    by: str
    to: str = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A player who wants Control; open until somebody of the team answers."""

    id: int
    seat: SeatId
    at: datetime
    text: str
    answered_by: str = ""


@dataclass(frozen=True, slots=True)
class RoomState:
    """The base of every room's own state; it holds nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """Everything that is so in one event. The scenario is attached, never stored with the state."""

    scenario: Scenario
    clock: Clock = field(default_factory=Clock)
    seats: Mapping[SeatId, Seat] = field(default_factory=dict)
    laws: tuple[PostedLaw, ...] = ()
    throne: Throne = field(default_factory=Throne)
    court: Court | None = None
    buildings: tuple[Building, ...] = ()
    favor_deck: tuple[CardId, ...] = ()  # the top is first; its order is nobody's to see
    favor_discards: tuple[CardId, ...] = ()
    ceremonies: tuple[Ceremony, ...] = ()  # of this month
    met: tuple[SeatId, ...] = ()  # married players who met in this month's Planning
    notices: tuple[Notice, ...] = ()
    calls: tuple[Call, ...] = ()
    rooms: Mapping[Room, RoomState] = field(default_factory=dict)
