"""Counts of the tables against the ledger, corrected in one command; and the last count of each sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from control.day.records import LedgerCount
from control.day.state import DayStage, DayState, S
from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import capital, later, say, say_count
from control.engine.modules import Command, CommandHandler, EventHandler, GameEvent, Invalidation, Module
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.viewer import Viewer

# === counts =============================================================================================================

# One command corrects all differences of a count, or none. A game declares what to count as parts with lines (`CountPart`).
# It decides the corrections through the commands by which its desks correct single values. A count is recorded even
# without differences.


TOPIC: Final = "counts"
MOST: Final = 10_000  # a larger number is a typing error


class CountLine(Struct, frozen=True, kw_only=True):
    """One thing to count, with its amount in the ledger.

    `spare`: not in the ledger and seldom found, so it is offered in a list.
    `check`: follows from other lines. A difference means that something is missing; nothing is entered.
    `group`: consecutive lines of one group form one row of the sheet, named after the group.
    `short`: the name of the line within that row.
    """

    id: str
    name: str
    ledger: int
    most: int = MOST
    spare: bool = False
    check: bool = False
    group: str = ""
    short: str = ""


class CountPart(Struct, frozen=True, kw_only=True):
    """A part that is counted in one go: a place, or a team's mat. `team`: the team that gives the colour."""

    id: str
    name: str
    lines: tuple[CountLine, ...]
    team: str = ""
    short: str = ""


class CountedLine(Struct, frozen=True, kw_only=True):
    """A line that differs. `before`: the ledger's amount that the sender saw; `now`: the counted amount."""

    line: str
    before: int
    now: int
    reason: str


class CountThings(Struct, frozen=True, kw_only=True):
    """Report the differences in the counted parts; `lines` is empty if there are none. A game has one subclass for each sheet."""

    lines: tuple[CountedLine, ...]
    parts: tuple[str, ...]


class ThingsCounted(Struct, frozen=True, kw_only=True):
    """A sheet was counted. `parts`, `of`: counted parts and all parts; `what`: the sheet's name."""

    sheet: str
    what: Told
    month: int
    at: datetime
    by: str
    parts: int
    of: int
    differences: int


# --- what games decide by -----------------------------------------------------------------------------------------------


def differing_lines(parts: tuple[CountPart, ...], command: CountThings) -> Mapping[str, CountedLine]:
    """The lines that differ, by their ids, with checked reasons.

    Raises:
        Refused: a line is not on this sheet, a number is out of range, or a reason is missing or too long.
        Stale: the ledger has changed since the sender looked.
    """
    known = {line.id: (part, line) for part in parts for line in part.lines}
    if not command.parts or not {*command.parts} <= {part.id for part in parts}:
        raise Refused(say("Tick what you have counted."))
    found: dict[str, CountedLine] = {}
    for each in command.lines:
        if each.line not in known or each.line in found or known[each.line][1].check:
            raise Refused(say("This is not to be counted here."), code="unknown")
        part, line = known[each.line]
        named = {"part": part.name, "line": line.name}
        if line.ledger != each.before:
            words = say("{part}, {line}: {now} by now, not {before}; look again.", now=line.ledger, before=each.before, **named)
            raise Stale(words)
        if not 0 <= each.now <= line.most:
            raise Refused(say("{part}, {line}: there can be 0 to {most}.", most=line.most, **named))
        if each.now != line.ledger:
            found[each.line] = replace(each, reason=require_reason(each.reason))
    return found


def decide_in_order(
    state: DayState,
    commands: Iterable[Command],
    handlers: Mapping[type, CommandHandler],
    events: Mapping[type, EventHandler],
    asked: DecisionContext,
) -> Iterator[GameEvent]:
    """The events of these commands in order, each decided on the state after the ones before."""
    at: Any = state
    for command in commands:
        for happened in handlers[type(command)].decide(at, command, asked):
            yield happened
            at = events[type(happened)].evolve(at, happened)


def things_counted(
    state: DayState, asked: DecisionContext, command: CountThings, of: int, differences: int, *, sheet: str, what: Told
) -> ThingsCounted:
    """The event of the count itself, to follow the corrections."""
    return ThingsCounted(
        sheet=sheet,
        what=what,
        month=state.clock.month,
        at=asked.at,
        by=asked.by.name or say("Control"),
        parts=len({*command.parts}),
        of=of,
        differences=differences,
    )


# --- fold and words -----------------------------------------------------------------------------------------------------


def evolve_counted(state: S, happened: ThingsCounted) -> S:
    count = LedgerCount(
        sheet=happened.sheet,
        month=happened.month,
        at=happened.at,
        by=happened.by,
        parts=happened.parts,
        of=happened.of,
        differences=happened.differences,
    )
    return replace(state, counts={**state.counts, happened.sheet: count})


def differences_words(count: int) -> str:
    """The number of corrections of a count, in words."""
    return say_count("{count} correction", "{count} corrections", count) if count else say("no difference")


@one_sentence
def tell_counted(happened: ThingsCounted, state: DayState) -> str:
    return say(
        "{name} has counted {what}, {parts} of {of}: {differences}.",
        name=capital(happened.by),
        what=happened.what,
        parts=happened.parts,
        of=happened.of,
        differences=differences_words(happened.differences),
    )


COUNTS: Final = Module(
    name="counts",
    title=later("Counts"),
    events={
        ThingsCounted: EventHandler(
            evolve=evolve_counted,
            tell=tell_counted,
            invalidations=lambda e, s: (Invalidation(topic=TOPIC, to="staff"),),
        )
    },
)


# === last count =========================================================================================================

# The last count of each sheet, as the control team sees it.


class LastCount(Struct, frozen=True, kw_only=True):
    """The last count of a sheet. `words`: "" for none; `due`: not counted this round, and now is a good time."""

    words: str
    due: bool


def last_count(state: DayState, viewer: Viewer, sheet: str) -> LastCount:
    """The last count of a sheet, for the control team. A count is due while rooms are chosen, since nothing moves on the tables."""
    if not viewer.staff:
        return LastCount(words="", due=False)
    clock, count = state.clock, state.counts.get(sheet)
    calm = clock.phase is not None and state.frame.phase(clock.phase).choice and clock.month > 1
    due = clock.stage is DayStage.PLAYING and calm and (count is None or count.month < clock.month)
    if count is None:
        return LastCount(words="", due=due)
    words = say(
        "{parts} of {of} counted in {round} by {name}: {differences}",
        parts=count.parts,
        of=count.of,
        round=state.frame.round_words(count.month),
        name=count.by,
        differences=differences_words(count.differences),
    )
    return LastCount(words=words, due=due)


def usual_reason(state: DayState) -> str:
    """The default reason of a correction."""
    return say("counted in {round}", round=state.frame.round_words(state.clock.month)) if state.clock.month else say("counted")
