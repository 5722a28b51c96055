"""What is kept of a day beside its clock and its people: announcements, calls, visits, counts, decisions, hand-offs, seals."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control.engine.ids import DeskId, SeatId, TeamId
from control.engine.reasons import Told
from control.engine.upcasting import renamed, stored_before


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """An announcement: to "all", to the "hall", to a team by its id, or to those `seats` who were in a room ("room:mines")."""

    id: int
    at: datetime
    text: str
    by: str
    to: str = "all"
    seats: frozenset[SeatId] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class DispatchLine:
    """A line of the news; `source` is the seq of the entry that it tells of, 0 for one that a person has added."""

    id: int
    text: str
    source: int = 0
    struck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """The news of a round. `sent_at` is None while they wait to be sent."""

    round: int
    title: str
    lines: tuple[DispatchLine, ...]
    drafted_at: datetime
    sent_at: datetime | None = None


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
class Visit:
    """Somebody of the team goes to a player who has waited for long; `seen` once they have spoken."""

    month: int
    at: datetime
    by: str
    seen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What lies on the tables was counted against the ledger: `parts` of the sheet's `of`, with so many differences."""

    sheet: str
    month: int
    at: datetime
    by: str
    parts: int
    of: int
    differences: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One answer to a decision: a short word for the rules, the words for people.

    `short` are fewer words, for where several decisions of a group stand together; empty when `words` are short already.
    """

    id: str
    words: Told
    short: Told = ""


@stored_before(renamed("house", "team"), renamed("region", "place"))
@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A choice that the rules leave to a person; it waits on a desk until the step is closed, then the default applies.

    `id` is made by the room that asks and never used twice ("mines-3-gate-1"). `team` may answer by its rank 1, on the phone.
    `claimed_by` names who is at it; `option` is the answer, None while it is open. `closed` says why nobody asks it any more.
    Decisions with the same `group` ask the same of several things: the group's question is asked once, `part` names the thing.
    """

    id: str
    desk: DeskId
    month: int
    question: Told
    options: tuple[Option, ...]
    default: str
    since: datetime
    blocks: Told  # what closing applies the default: "Battle", "the end of the month"
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOff:
    """Something that one desk owes another: open until somebody there has taken it over; the month does not end before that."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a desk ruled on a rule, and why; it stands wherever that rule is cited from then on, until it is retracted."""

    id: int
    rule: str
    text: str
    because: str
    desk: DeskId
    by: str
    month: int
    at: datetime
    retracted: str = ""  # why, once it stands no more


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthSeal:
    """The root of the hashes of one kind of sheets in one month, and how many there were."""

    month: int
    kind: str
    root: str
    count: int
    at: datetime
