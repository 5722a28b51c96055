"""The shared state of one event: what the three rooms hold in common.

A state is frozen; a mapping in it is never written to. Rooms keep their own state under `rooms`, each in its own type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from control.engine.ids import SeatId, StepId

from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import CardId, HouseId, LawId, Phase, RegionId, Room
from rooms.realm.scenario.schema import LawEffects, Scenario


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
    given_back: tuple[datetime, ...] = ()  # when absences of the console began whose time has been given back

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
class Marks:
    """What the control team, and nobody else, remembers of a person: plays for the first time, has no phone, a note."""

    first_timer: bool = False
    phoneless: bool = False
    note: str = ""


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
    marks: Marks = field(default_factory=Marks)

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


class EffectKind(StrEnum):
    """What a law or a scheme leaves in force on the map. In brackets: how `houses` and `regions` of the effect are read."""

    FORBID = "forbid"  # these Houses may not enter these regions (GE-CRT-44, R-69)
    TRAVEL_BAN = "travel-ban"  # nobody may enter these regions (GE-CRT-59, R-69)
    TREATY = "treaty"  # no battle happens in these regions (GE-CRT-60, R-69)
    FORCED_ALLIANCE = "forced-alliance"  # houses[0] must tick houses[1] (GE-CRT-54, R-70)
    FORGED_ORDER = "forged-order"  # as a Forced Alliance, by a scheme (GE-UND-11, R-70)
    MILITARY_BAN = "military-ban"  # houses[0] may not kill units of houses[1] (GE-CRT-53, R-94)
    MILITARY_AID = "military-aid"  # each unit of these Houses counts one more (GE-CRT-57, R-68)
    BLACK_POWDER = "black-powder"  # the attack value of these Houses is one higher (GE-UND-13, R-68)
    PROPAGANDA = "propaganda"  # the Recruits of these Houses bring double (GE-CRT-58, R-97)
    FAMINE = "famine"  # these Houses lose 1 unit each month (GE-CRT-41, R-66)
    FOOD = "food"  # houses[0] sends food to houses[1] and is in famine itself (GE-WAR-81, R-66, R-67)
    COMMAND = "command"  # these Houses, in this order, may command Immortals (GE-CRT-46, R-59)


class EffectFrom(StrEnum):
    """What an effect comes from."""

    LAW = "law"
    SCHEME = "scheme"
    CONTROL = "control"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Something a law or a scheme left in force: who, what, from which month on, through which month (None: until removed).

    `source` names it in words ("Law 14: Travel Ban"); `law` is the tablet whose fall ends it.
    """

    id: int
    kind: EffectKind
    since: int
    until: int | None = None
    houses: tuple[HouseId, ...] = ()
    regions: tuple[RegionId, ...] = ()
    origin: EffectFrom = EffectFrom.CONTROL
    source: str = ""
    law: LawId | None = None

    def acts_in(self, month: int) -> bool:
        """Is it in force in that month (R-18, R-83)?"""
        return self.since <= month and (self.until is None or month <= self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Throne:
    """Who reigns: the God Emperor, a player, or nobody (R-37). `wounds` are the God Emperor's (R-30).

    `holds` is the castle that a Sovereign by Military Coup must keep (GE-SOV-18); None for every other Sovereign. `barred` is the
    person deposed last, who cannot be seated before the next change (R-22, R-25). An empty throne says in `waits` what fills it.
    """

    holder: SeatId | None = None
    god_emperor: bool = True
    wounds: int = 0
    purse: Purse = field(default_factory=Purse)  # the God Emperor's purse
    holds: RegionId | None = None
    barred: SeatId | None = None
    waits: ThroneWaits | None = None
    doubtful: bool = False  # somebody was deposed or seated who could not be, because something before it was withdrawn


class ThroneWaits(StrEnum):
    """What an empty throne waits for."""

    RETURN = "return"  # the House with the most Power takes it in this month's Return
    TIE = "tie"  # the first House that leads alone at the end of a phase
    CHOICE = "choice"  # the Houses of a joint coup name one of themselves


@dataclass(frozen=True, slots=True, kw_only=True)
class Court:
    """Where the Court sits this month, and who may propose there."""

    region: RegionId
    host: HouseId | None
    province: str | None
    may_propose: tuple[HouseId, ...]
    trapped: bool = False  # by a Military Coup: it moves no more (GE-SOV-17, R-35)


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """A building of a House: what three Favors of one faction buy, or a law creates (R-90)."""

    id: int
    kind: str  # spy-tower, tunnels, trade-route, chapel or arena
    house: HouseId
    places: tuple[RegionId, ...] = ()  # a Trade Route: the three regions in the order of the road; Tunnels: both ends
    guests: tuple[Guest, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A House that the owner lets use a building: through month `until`, or until revoked (R-65)."""

    house: HouseId
    until: int | None = None


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
    """An announcement: to "all", to the "hall", to a House by its id, or to those `seats` who were in a room ("room:war")."""

    id: int
    at: datetime
    text: str
    by: str
    to: str = "all"
    seats: frozenset[SeatId] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A player who wants Control: it waits, somebody goes (`answered_by`), it is settled (`ended`)."""

    id: int
    seat: SeatId
    at: datetime
    text: str
    answered_by: str = ""
    kind: str = ""
    place: str = ""
    ended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One answer to a decision: a short word for the rules, the words for people.

    `short` are fewer words, for where several decisions of a group stand together; empty when `words` are short already.
    """

    id: str
    words: str
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A choice that the rules leave to a person; it waits on a desk until the step is closed, then the default applies.

    `id` is made by the room that asks and never used twice ("war-3-guard-fog-1"). `house` may answer by its rank 1, on the phone.
    `claimed_by` names who is at it; `option` is the answer, None while it is open. `closed` says why nobody asks it any more.
    Decisions with the same `group` ask the same of several things: the group's question is asked once, `part` names the thing.
    """

    id: str
    desk: Desk
    month: int
    question: str
    options: tuple[Option, ...]
    default: str
    since: datetime
    blocks: str  # what closing applies the default: "Battle", "the end of the month"
    rule: str = ""
    house: HouseId | None = None
    region: RegionId | None = None
    claimed_by: str = ""
    option: str | None = None
    decided_by: str = ""
    by_default: bool = False
    closed: str = ""
    group: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOff:
    """Something that one desk owes another: open until somebody there has taken it over; the month does not end before that."""

    id: int
    origin: Desk
    to: Desk
    what: str
    month: int
    at: datetime
    by: str
    rule: str = ""
    taken_by: str = ""
    taken_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a desk ruled on a rule, and why; it stands wherever that rule is cited from then on, until it is retracted."""

    id: int
    rule: str
    text: str
    because: str
    desk: Desk
    by: str
    month: int
    at: datetime
    retracted: str = ""  # why, once it stands no more


@dataclass(frozen=True, slots=True)
class RoomState:
    """The base of every room's own state; it holds nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthSeal:
    """The root of the hashes of one kind of sheets in one month, and how many there were."""

    month: int
    kind: str
    root: str
    count: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """Everything that is so in one event. The scenario is attached, never stored with the state."""

    scenario: Scenario
    clock: Clock = field(default_factory=Clock)
    seats: Mapping[SeatId, Seat] = field(default_factory=dict)
    laws: tuple[PostedLaw, ...] = ()
    struck_laws: tuple[PostedLaw, ...] = ()  # tablets that fell, for the record
    throne: Throne = field(default_factory=Throne)
    throne_changed: int = 0  # the month in which somebody was deposed or seated last; 0 while that never happened
    court: Court | None = None
    buildings: tuple[Building, ...] = ()
    last_building: int = 0  # the highest number a building has borne; none is used twice
    favor_deck: tuple[CardId, ...] = ()  # the top is first; its order is nobody's to see
    favor_discards: tuple[CardId, ...] = ()
    ceremonies: tuple[Ceremony, ...] = ()  # of this month
    met: tuple[SeatId, ...] = ()  # married players who met in this month's Planning
    notices: tuple[Notice, ...] = ()
    calls: tuple[Call, ...] = ()
    effects: tuple[Effect, ...] = ()  # what laws and schemes left in force; those over stay for the record
    decisions: tuple[Decision, ...] = ()  # of this month and what is still open
    hand_offs: tuple[HandOff, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    seals: tuple[MonthSeal, ...] = ()  # what the sheets of each month were pinned by when they were taken in
    settled: tuple[str, ...] = ()  # side tables whose stake has gone to the winners, by the keys of their journals
    rooms: Mapping[Room, RoomState] = field(default_factory=dict)
