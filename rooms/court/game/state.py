"""What the Court knows this month: the proposals handed in, and its floor: roll, pools, what is voted on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from control.day.people.lookup import choice_of
from control.day.state import RoomState, with_room
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.refusal import Stale
from rooms.court.game.duel_state import Answer, Duels
from rooms.court.rules.majority import Count
from rooms.court.rules.pools import Pool, Share
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import AsideWhy, OpenedPaper, Paper
from rooms.realm.scenario.ids import HouseId, LawId, Room


class Stand(StrEnum):
    """How far a proposal on the floor has come."""

    OPEN = "open"  # explained, debated, voted on
    TIE = "tie"  # the Sovereign or the agent decides (GE-CRT-30)
    WON = "won"  # a majority favors it; it has to be paid (GE-CRT-27)
    PASSED = "passed"  # a Commandment, on the Law Board (GE-CRT-28)
    REJECTED = "rejected"  # without a majority (GE-CRT-29), or not decided when its cycle ended
    UNPAID = "unpaid"  # the pools cannot cover it
    STRUCK = "struck"  # struck out before it was counted; its cycle is free again


class Chosen(StrEnum):
    """How a proposal came onto the floor."""

    SOVEREIGN = "sovereign"  # by the Sovereign's own phone (GE-SOV-23)
    AGENT = "agent"  # by Court Control, for the Sovereign or in the Sovereign's place (GE-SOV-24, R-38)
    LEVERAGE = "leverage"  # by a scheme (GE-UND-21, R-128)
    FAVOR = "favor"  # by a Favor that named it in Updates (GE-FAV-03)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """One badge's vote, in its newest form; `at` is when it first said so, `by_control` whether Court Control entered it."""

    seat: SeatId
    favor: bool
    at: datetime
    by_control: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bribe:
    """Extra votes of one House on one proposal (R-127)."""

    house: HouseId
    votes: int
    favor: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreVotes:
    """Votes that a player has more in the vote of a cycle, by a Favor: they go with the player's own vote (GE-FAV-03)."""

    cycle: int
    seat: SeatId
    votes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OnFloor:
    """A proposal in its cycle, with its votes. `roll` is who was assembled when the vote closed; empty before.

    `scheme` is the number of the Leverage that put it there; 0 for none.
    """

    cycle: int
    author: SeatId
    paper: Paper
    how: Chosen
    stand: Stand = Stand.OPEN
    votes: tuple[Vote, ...] = ()
    fists: int = 0  # of those whose vote stands under no name
    bribes: tuple[Bribe, ...] = ()
    roll: tuple[SeatId, ...] = ()
    count: Count | None = None  # None until the vote is closed
    tie_for: bool | None = None  # how a tie was decided
    cost: int = 0  # what it costs, once a majority favors it
    paid: tuple[Share, ...] = ()
    law: LawId | None = None
    scheme: int = 0


class Rising(StrEnum):
    """What becomes of an Uprising."""

    OPEN = "open"  # whoever is assembled may stand with it
    WON = "won"  # two thirds stood with it (GE-CRT-97)
    FAILED = "failed"  # closed, or Action ended, with fewer (GE-CRT-98)
    LAPSED = "lapsed"  # the Sovereign was deposed otherwise meanwhile, so there was nobody to rise against


@dataclass(frozen=True, slots=True, kw_only=True)
class Dissent:
    """Votes of one House toward an Uprising, which schemes have brought it (GE-UND-23, R-127)."""

    house: HouseId
    votes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Uprising:
    """An Uprising of the month (GE-CRT-96, R-105). `standing` by seat; `by_hand` are those whom Court Control saw stand.

    Once it is over `standing` are those who counted, of `assembled`; `deposed` is the player who reigned, `seated` who follows, and
    `at` is when, for the throne may be passed on for a little while (R-22); `noted` once Court Control has said that it is settled.
    """

    number: int
    caller: SeatId
    standing: tuple[SeatId, ...] = ()
    by_hand: tuple[SeatId, ...] = ()
    dissent: tuple[Dissent, ...] = ()
    how: Rising = Rising.OPEN
    assembled: int = 0
    deposed: SeatId | None = None
    seated: SeatId | None = None
    at: datetime | None = None
    noted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Speakers:
    """Whose hands are up in one step, in their order, and who speaks since when (GE-CRT-25)."""

    step: StepId | None = None
    waiting: tuple[SeatId, ...] = ()
    speaking: SeatId | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """The floor of one month. `assembled` once the pools lie on the table; `added` and `removed` correct who is there.

    By Favors: `more` are votes beside the own one, `allowed` are players who may hand in a proposal wherever the Court meets.
    """

    month: int = 0
    assembled: bool = False
    came: tuple[SeatId, ...] = ()  # who came in time: had chosen it when it assembled, or was overlooked by its roll
    pools: tuple[Pool, ...] = ()  # the Houses' in the scenario's order, the throne's last
    added: tuple[SeatId, ...] = ()
    removed: tuple[SeatId, ...] = ()
    struck: tuple[SeatId, ...] = ()  # authors whose proposals were struck out
    cycles: tuple[OnFloor, ...] = ()  # in the order in which they were chosen
    uprisings: tuple[Uprising, ...] = ()  # in the order of their calls
    ordered: tuple[LawId, ...] = ()  # by the Sovereign, without a vote
    speakers: Speakers = field(default_factory=Speakers)
    more: tuple[MoreVotes, ...] = ()
    allowed: tuple[SeatId, ...] = ()
    doubtful: bool = False  # something was done on a floor that, without what was withdrawn, was not so


class Consent(StrEnum):
    """Whose yes an amendment has (R-76)."""

    AUTHOR = "author"
    HOUSE = "house"


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The words that a proposal had before it was amended with somebody's yes, or entered anew by hand with a reason."""

    month: int
    seat: SeatId
    paper: Paper
    consent: Consent | None = None
    reason: str = ""


class Penalty(StrEnum):
    """What the Sovereign inflicts (R-106)."""

    POWER = "power"
    FAVORS = "favors"
    WOUNDS = "wounds"
    DEATH = "death"
    SPOKEN = "spoken"  # a ban, or whatever else is said; it binds by word


@dataclass(frozen=True, slots=True, kw_only=True)
class Punishment:
    """What hit a player who has not read it yet: `taken` of the `amount` that was named, `said` what was spoken.

    `id` is its number among this player's own, 0 from before they were numbered.
    """

    player: SeatId
    penalty: Penalty
    amount: int
    taken: int
    said: str
    reason: str
    id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtState(RoomState):
    """The proposals that lie before the Sovereign in month `month`, by seat, with the words they had; the floor; duels.

    `punished` waits on the phones of whom it hit until they have read it, whatever the month; `punishments` is how many each
    player has had.
    """

    month: int = 0
    proposals: tuple[OpenedPaper, ...] = ()
    aside: tuple[SeatId, ...] = ()
    aside_why: Mapping[SeatId, AsideWhy] = field(default_factory=dict)
    earlier: tuple[Earlier, ...] = ()
    floor: Floor = field(default_factory=Floor)
    punished: tuple[Punishment, ...] = ()
    punishments: Mapping[SeatId, int] = field(default_factory=dict)
    duels: Duels = field(default_factory=Duels)  # beside the floor, for a duel may be fought in the next month's Ceremony

    def keeps(self, seat: SeatId, month: int) -> bool:
        """Does this player stay at the Court in Return, to fight first (GE-CRT-90)?"""
        agreed = (each for each in self.duels.challenges if each.stand is Answer.AGREED and each.month == month)
        return any(seat in each.both for each in agreed)


# --- questions ----------------------------------------------------------------------------------------------------------


def court_of(state: GameState) -> CourtState:
    """The Court's part of the state."""
    own = state.rooms.get(Room.COURT)
    return own if isinstance(own, CourtState) else CourtState()


def floor_of(state: GameState) -> Floor:
    """The floor of the running month; an empty one before the Court assembles."""
    floor = court_of(state).floor
    return floor if floor.month == state.clock.month else Floor(month=state.clock.month)


def handed_in(state: GameState) -> tuple[OpenedPaper, ...]:
    """The proposals of the running month; none before they are taken in."""
    own = court_of(state)
    return own.proposals if own.month == state.clock.month else ()


def came_late(state: GameState, seat: SeatId) -> bool:
    """Was this player seated in the Court when it had assembled? A vote then, but no proposal and no new pool (R-16, R-77)."""
    floor, player = floor_of(state), state.seats.get(seat)
    late = floor.assembled and seat not in floor.came
    return late and player is not None and choice_of(state, player) == Room.COURT


def in_cycle(state: GameState, cycle: int) -> OnFloor | None:
    """What stands in a cycle of this month; None while it is free."""
    return found_in(floor_of(state), cycle)


def found_in(floor: Floor, cycle: int) -> OnFloor | None:
    """What stands in a cycle of this floor; what was struck out of it does not."""
    return next((each for each in floor.cycles if each.cycle == cycle and each.stand is not Stand.STRUCK), None)


def at_month(state: GameState, month: int) -> Floor:
    """The floor, for a command that names its month.

    Raises:
        Stale: that month is not running.
    """
    if month != state.clock.month or not month:
        raise Stale(say("The Court of month {month} is over; look again.", month=month), rule="GE-CRT-04")
    return floor_of(state)


def standing_in(state: GameState, month: int, cycle: int) -> OnFloor:
    """What stands in a cycle, for a command that names it.

    Raises:
        Stale: that month is not running, or nothing stands there.
    """
    at_month(state, month)
    found = in_cycle(state, cycle)
    if found is None:
        raise Stale(say("No proposal stands in cycle {cycle}; look again.", cycle=cycle), rule="GE-CRT-23")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def with_floor(state: GameState, floor: Floor) -> GameState:
    """The state with another floor."""
    return with_room(state, Room.COURT, replace(court_of(state), floor=floor))


def floor_in(state: GameState, month: int) -> Floor:
    """The floor that an event of that month changes: total, so a floor of another month gives way to an empty one.

    A doubt about an earlier month stays: what went home from its pools is in purses, and is not taken back by what is withdrawn.
    """
    floor = court_of(state).floor
    return floor if floor.month == month else Floor(month=month, doubtful=floor.doubtful)


def doubted(state: GameState, month: int) -> GameState:
    """The state in which something was done on the floor of that month whose ground is missing."""
    return with_floor(state, replace(floor_in(state, month), doubtful=True))


def with_cycle(state: GameState, month: int, cycle: int, **changes: object) -> GameState:
    """The state with something else about what stands in a cycle; noted as doubtful where nothing stands there."""
    floor = floor_in(state, month)
    found = found_in(floor, cycle)
    if found is None:
        return doubted(state, month)
    changed = replace(found, **changes)  # type: ignore[arg-type]  # the fields of OnFloor, by name
    return with_floor(state, replace(floor, cycles=tuple(changed if each is found else each for each in floor.cycles)))
