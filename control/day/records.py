"""Records in the state of a day: announcements, news, calls, visits, counts, decisions, hand-offs, rulings, seals."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from control.engine.ids import DeskId, SeatId, TeamId
from control.engine.reasons import Told
from control.engine.upcasting import renamed, stored_before


class Notice(Struct, frozen=True, kw_only=True):
    """An announcement.

    `to`: "all", "hall", a team's id, a room ("room:mines") or a seat ("seat:cat-1").
    `seats`: for a room or a seat, the players addressed.
    """

    id: int
    at: datetime
    text: str
    by: str
    to: str = "all"
    seats: frozenset[SeatId] = frozenset()


class DispatchLine(Struct, frozen=True, kw_only=True):
    """A line of the news. `source`: seq of the reported entry, 0 for a line that a person added."""

    id: int
    text: str
    source: int = 0
    struck: bool = False


class Dispatch(Struct, frozen=True, kw_only=True):
    """The news of a round. `sent_at`: None before they are sent."""

    round: int
    title: str
    lines: tuple[DispatchLine, ...]
    drafted_at: datetime
    sent_at: datetime | None = None


class Call(Struct, frozen=True, kw_only=True):
    """A player's call for Control: waiting, then answered (`answered_by`), then ended (`ended`)."""

    id: int
    seat: SeatId
    at: datetime
    text: str
    answered_by: str = ""
    kind: str = ""
    place: str = ""
    ended: bool = False


class Visit(Struct, frozen=True, kw_only=True):
    """A visit of Control to a player who has waited long. `seen`: they have spoken."""

    month: int
    at: datetime
    by: str
    seen: bool = False


class LedgerCount(Struct, frozen=True, kw_only=True):
    """A count of the tables against the ledger: `parts` of the sheet's `of` parts, with the number of differences."""

    sheet: str
    month: int
    at: datetime
    by: str
    parts: int
    of: int
    differences: int


class Option(Struct, frozen=True, kw_only=True):
    """One answer to a decision: an id for the rules, words for people.

    `short`: fewer words, for a list of grouped decisions; empty when `words` are short already.
    """

    id: str
    words: Told
    short: Told = ""


@stored_before(renamed("house", "team"), renamed("region", "place"))
class Decision(Struct, frozen=True, kw_only=True):
    """A choice that the rules leave to a person. It waits at a desk until its step closes; then the default applies.

    `id`: unique, made by the room that asks ("mines-3-gate-1").
    `team`: the team whose rank 1 may answer on the phone.
    `claimed_by`: who works on it.
    `option`: the answer, None while it is open.
    `closed`: why the question no longer needs an answer.
    `group`: the shared question of several decisions, shown once; `part` names the subject of each.
    """

    id: str
    desk: DeskId
    month: int
    question: Told
    options: tuple[Option, ...]
    default: str
    since: datetime
    blocks: Told  # whose close applies the default: "Battle", "the end of the month"
    rule: str = ""
    team: TeamId | None = None
    place: str | None = None
    claimed_by: str = ""
    option: str | None = None
    decided_by: str = ""
    by_default: bool = False
    closed: Told = ""
    group: Told = ""
    part: Told = ""


class HandOff(Struct, frozen=True, kw_only=True):
    """A task that one desk hands to another. The month cannot end before somebody there takes it over."""

    id: int
    origin: DeskId
    to: DeskId
    what: Told
    month: int
    at: datetime
    by: Told
    rule: str = ""
    taken_by: str = ""
    taken_at: datetime | None = None


class Ruling(Struct, frozen=True, kw_only=True):
    """A desk's ruling on a rule, with its reason. It appears wherever that rule is cited, until it is retracted."""

    id: int
    rule: str
    text: str
    because: str
    desk: DeskId
    by: str
    month: int
    at: datetime
    retracted: str = ""  # the reason for the retraction


class MonthSeal(Struct, frozen=True, kw_only=True):
    """The seal of one kind of sheet in one month: the root hash and the number of sheets."""

    month: int
    kind: str
    root: str
    count: int
    at: datetime
