"""State of the Court: proposals handed in, and the floor of the month with roll, pools and votes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, field

from control.day.people.lookup import choice_of
from control.day.state import RoomState, with_room
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.records import replace
from control.engine.refusal import Stale
from rooms.court.game.duel.state import Answer, Duels
from rooms.court.rules.majority import Count
from rooms.court.rules.pool_shares import Pool, Share
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import AsideWhy, OpenedPaper, Paper
from rooms.realm.scenario.ids import HouseId, LawId, Room


class Stand(StrEnum):
    """Progress of a proposal on the floor."""

    OPEN = "open"  # explained, debated, voted on
    TIE = "tie"  # the Sovereign or the agent decides (GE-CRT-30)
    WON = "won"  # a majority favors it; it has to be paid (GE-CRT-27)
    PASSED = "passed"  # a Commandment, on the Law Board (GE-CRT-28)
    REJECTED = "rejected"  # without a majority (GE-CRT-29), or not decided when its cycle ended
    UNPAID = "unpaid"  # the pools cannot cover it
    STRUCK = "struck"  # struck out before it was counted; its cycle is free again


class Chosen(StrEnum):
    """How a proposal came onto the floor."""

    SOVEREIGN = "sovereign"  # by the Sovereign on the phone (GE-SOV-23)
    AGENT = "agent"  # by Court Control, for the Sovereign or in the Sovereign's place (GE-SOV-24, R-38)
    LEVERAGE = "leverage"  # by a scheme (GE-UND-21, R-128)
    FAVOR = "favor"  # by a Favor that named it in Updates (GE-FAV-03)


class Vote(Struct, frozen=True, kw_only=True):
    """A player's current vote. `at`: when it was first given. `by_control`: Court Control entered it."""

    seat: SeatId
    favor: bool
    at: datetime
    by_control: bool = False


class Bribe(Struct, frozen=True, kw_only=True):
    """Extra votes of one House on one proposal (R-127)."""

    house: HouseId
    votes: int
    favor: bool


class MoreVotes(Struct, frozen=True, kw_only=True):
    """Extra votes of a player through a Favor, in one cycle. They go with the player's own vote (GE-FAV-03)."""

    cycle: int
    seat: SeatId
    votes: int


class OnFloor(Struct, frozen=True, kw_only=True):
    """A proposal in its cycle, with its votes.

    `fists`: votes in favor without a name. `roll`: players assembled at the close; empty before it. `count`: None until the close.
    `tie_for`: how a tie was decided. `cost`: set once a majority favors it. `scheme`: the number of the Leverage that put it there,
    0 for none.
    """

    cycle: int
    author: SeatId
    paper: Paper
    how: Chosen
    stand: Stand = Stand.OPEN
    votes: tuple[Vote, ...] = ()
    fists: int = 0
    bribes: tuple[Bribe, ...] = ()
    roll: tuple[SeatId, ...] = ()
    count: Count | None = None
    tie_for: bool | None = None
    cost: int = 0
    paid: tuple[Share, ...] = ()
    law: LawId | None = None
    scheme: int = 0


class Rising(StrEnum):
    """Progress of an Uprising."""

    OPEN = "open"  # all who are assembled may stand with it
    WON = "won"  # two thirds stood with it (GE-CRT-97)
    FAILED = "failed"  # closed, or Action ended, with fewer (GE-CRT-98)
    LAPSED = "lapsed"  # the Sovereign was deposed in another way, so there was nobody to rise against


class Dissent(Struct, frozen=True, kw_only=True):
    """Votes of one House for an Uprising, from schemes (GE-UND-23, R-127)."""

    house: HouseId
    votes: int


class Uprising(Struct, frozen=True, kw_only=True):
    """An Uprising of the month (GE-CRT-96, R-105).

    `standing`: rebels by seat; once it is over, those who counted, out of `assembled`. `by_hand`: those whom Court Control saw
    stand. `deposed`: the player who reigned. `seated`: the successor. `at`: the time of the end, since the throne may be passed on
    for a short time (R-22). `noted`: Court Control has marked it as settled.
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


class Speakers(Struct, frozen=True, kw_only=True):
    """Raised hands of one step in order, and who speaks since when (GE-CRT-25)."""

    step: StepId | None = None
    waiting: tuple[SeatId, ...] = ()
    speaking: SeatId | None = None
    since: datetime | None = None


class Floor(Struct, frozen=True, kw_only=True):
    """The floor of one month.

    `assembled`: the Court has assembled and its pools are set out.
    `came`: players who came in time, since they had chosen the Court by then, or the roll had overlooked them (R-16, R-77).
    `pools`: the Houses' in the scenario's order, the throne's last.
    `added`, `removed`: corrections of the roll.
    `struck`: authors of struck proposals.
    `cycles`: in the order of choice. `uprisings`: in the order of their calls.
    `ordered`: laws ordered by the Sovereign without a vote (R-39).
    `more`: extra votes through Favors. `allowed`: players who may hand in a proposal through a Favor, wherever the Court meets.
    `doubtful`: an event no longer fits, because an earlier one was withdrawn.
    """

    month: int = 0
    assembled: bool = False
    came: tuple[SeatId, ...] = ()
    pools: tuple[Pool, ...] = ()
    added: tuple[SeatId, ...] = ()
    removed: tuple[SeatId, ...] = ()
    struck: tuple[SeatId, ...] = ()
    cycles: tuple[OnFloor, ...] = ()
    uprisings: tuple[Uprising, ...] = ()
    ordered: tuple[LawId, ...] = ()
    speakers: Speakers = field(default_factory=Speakers)
    more: tuple[MoreVotes, ...] = ()
    allowed: tuple[SeatId, ...] = ()
    doubtful: bool = False


class Consent(StrEnum):
    """Who agreed to an amendment (R-76)."""

    AUTHOR = "author"
    HOUSE = "house"


class Earlier(Struct, frozen=True, kw_only=True):
    """Earlier words of a proposal, before an amendment with consent, or before an entry by hand with a reason."""

    month: int
    seat: SeatId
    paper: Paper
    consent: Consent | None = None
    reason: str = ""


class Penalty(StrEnum):
    """Punishments by the Sovereign (R-106)."""

    POWER = "power"
    FAVORS = "favors"
    WOUNDS = "wounds"
    DEATH = "death"
    SPOKEN = "spoken"  # a ban, or anything else that is only spoken


class Punishment(Struct, frozen=True, kw_only=True):
    """An unread punishment of a player. `taken`: how much of `amount` there was. `said`: what was spoken.

    `id`: its number among this player's own, 0 from before they were numbered.
    """

    player: SeatId
    penalty: Penalty
    amount: int
    taken: int
    said: str
    reason: str
    id: int = 0


class CourtState(RoomState, frozen=True, kw_only=True):
    """The Court's part of the state.

    `proposals`: those handed in for month `month`, by seat. `earlier`: their earlier words. `punished`: unread notices, whatever
    the month. `punishments`: how many each player has had.
    """

    month: int = 0
    proposals: tuple[OpenedPaper, ...] = ()
    aside: tuple[SeatId, ...] = ()
    aside_why: Mapping[SeatId, AsideWhy] = field(default_factory=dict)
    earlier: tuple[Earlier, ...] = ()
    floor: Floor = field(default_factory=Floor)
    punished: tuple[Punishment, ...] = ()
    punishments: Mapping[SeatId, int] = field(default_factory=dict)
    duels: Duels = field(default_factory=Duels)  # not in `floor`, since a duel may be fought in the next month's Ceremony

    def keeps(self, seat: SeatId, month: int) -> bool:
        """Whether this player stays at the Court in Return to fight first (GE-CRT-90)."""
        agreed = (each for each in self.duels.challenges if each.stand is Answer.AGREED and each.month == month)
        return any(seat in each.both for each in agreed)


# --- questions ----------------------------------------------------------------------------------------------------------


def court_of(state: GameState) -> CourtState:
    """The Court's part of the state."""
    own = state.rooms.get(Room.COURT)
    return own if isinstance(own, CourtState) else CourtState()


def floor_of(state: GameState) -> Floor:
    """The floor of the current month. Empty before the Court assembles."""
    floor = court_of(state).floor
    return floor if floor.month == state.clock.month else Floor(month=state.clock.month)


def proposals_of_month(state: GameState) -> tuple[OpenedPaper, ...]:
    """Proposals of the current month. Empty before they are taken in."""
    own = court_of(state)
    return own.proposals if own.month == state.clock.month else ()


def is_late(state: GameState, seat: SeatId) -> bool:
    """Whether this player was seated after the Court assembled: with a vote, but no proposal and no new pool (R-16, R-77)."""
    floor, player = floor_of(state), state.seats.get(seat)
    late = floor.assembled and seat not in floor.came
    return late and player is not None and choice_of(state, player) == Room.COURT


def proposal_in_cycle(state: GameState, cycle: int) -> OnFloor | None:
    """The proposal in a cycle of this month, or None."""
    return found_in(floor_of(state), cycle)


def found_in(floor: Floor, cycle: int) -> OnFloor | None:
    """The proposal in a cycle of this floor, without struck ones."""
    return next((each for each in floor.cycles if each.cycle == cycle and each.stand is not Stand.STRUCK), None)


def at_month(state: GameState, month: int) -> Floor:
    """The floor, for a command that names its month.

    Raises:
        Stale: it is not the current month.
    """
    if month != state.clock.month or not month:
        raise Stale(say("The Court of month {month} is over; look again.", month=month), rule="GE-CRT-04")
    return floor_of(state)


def standing_in(state: GameState, month: int, cycle: int) -> OnFloor:
    """The proposal in a cycle, for a command that names it.

    Raises:
        Stale: it is not the current month, or the cycle is empty.
    """
    at_month(state, month)
    found = proposal_in_cycle(state, cycle)
    if found is None:
        raise Stale(say("No proposal stands in cycle {cycle}; look again.", cycle=cycle), rule="GE-CRT-23")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def with_floor(state: GameState, floor: Floor) -> GameState:
    """The state with this floor."""
    return with_room(state, Room.COURT, replace(court_of(state), floor=floor))


def floor_in(state: GameState, month: int) -> Floor:
    """The floor that an event of this month changes. A floor of another month is replaced by an empty one.

    A doubt about an earlier month stays: the rest of its pools is in purses, and a withdrawal does not take it back.
    """
    floor = court_of(state).floor
    return floor if floor.month == month else Floor(month=month, doubtful=floor.doubtful)


def mark_doubtful(state: GameState, month: int) -> GameState:
    """Mark the floor of this month as doubtful: an event no longer fits."""
    return with_floor(state, replace(floor_in(state, month), doubtful=True))


def with_cycle(state: GameState, month: int, cycle: int, **changes: object) -> GameState:
    """Change fields of the proposal in a cycle. If there is none, mark the floor as doubtful."""
    floor = floor_in(state, month)
    found = found_in(floor, cycle)
    if found is None:
        return mark_doubtful(state, month)
    changed = replace(found, **changes)  # type: ignore[arg-type]  # the fields of OnFloor, by name
    return with_floor(state, replace(floor, cycles=tuple(changed if each is found else each for each in floor.cycles)))
