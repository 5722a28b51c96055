"""Counts: what lies on the tables is counted against the ledger, and corrected in one command; when each sheet was counted last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from control.day.records import Count
from control.day.state import DayState, S, Stage
from control.day.words import reason_of
from control.engine.context import DecisionContext
from control.engine.language import capital, later, say, say_count
from control.engine.modules import Command, CommandHandler, EventHandler, GameEvent, Invalidation, Module
from control.engine.reasons import Told
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer

# === counts =============================================================================================================

# Counts: what lies on the tables is counted against the ledger; what differs is corrected in one command, all of it or
# nothing. What there is to count a game says as parts with lines (`CountPart`), and it decides the corrections by the
# commands with which its desks set one thing by hand. That a count was made is kept, also where nothing differed.


TOPIC: Final = "counts"
MOST: Final = 10_000  # a larger number is a slip of the finger


@dataclass(frozen=True, slots=True, kw_only=True)
class CountLine:
    """One thing to count, and how much of it there is by the ledger.

    A `spare` one is not there by the ledger and seldom found: it is offered to choose from. What follows from other lines is a
    `check`: where it differs something is to be looked for, and nothing is entered. Lines of one `group` that follow each other are
    one row of the sheet, which has the group's name and calls each of them by its `short` word.
    """

    id: str
    name: str
    ledger: int
    most: int = MOST
    spare: bool = False
    check: bool = False
    group: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPart:
    """What is counted in one go: a place, a team's mat. `team` colours it."""

    id: str
    name: str
    lines: tuple[CountLine, ...]
    team: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A line that differs: `before` is what its sender saw of the ledger, `now` what lies there."""

    line: str
    before: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountThings:
    """What differs in the parts that were counted; nothing where all was as the ledger says. A game has one for each sheet."""

    lines: tuple[Counted, ...]
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingsCounted:
    """A sheet was counted: `parts` of `of`; `what` it is called."""

    sheet: str
    what: Told
    month: int
    at: datetime
    by: str
    parts: int
    of: int
    differences: int


# --- what games decide by -----------------------------------------------------------------------------------------------


def differing(parts: tuple[CountPart, ...], command: CountThings) -> Mapping[str, Counted]:
    """The lines that differ, by their ids, with reasons that can be read tomorrow.

    Raises:
        Refused: one is no line of this sheet, or no number that can be.
        Stale: the ledger has changed since its sender looked.
    """
    known = {line.id: (part, line) for part in parts for line in part.lines}
    if not command.parts or not {*command.parts} <= {part.id for part in parts}:
        raise Refused(say("Tick what you have counted."))
    found: dict[str, Counted] = {}
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
            found[each.line] = replace(each, reason=reason_of(each.reason))
    return found


def carried(
    state: DayState,
    commands: Iterable[Command],
    handlers: Mapping[type, CommandHandler],
    events: Mapping[type, EventHandler],
    asked: DecisionContext,
) -> Iterator[GameEvent]:
    """The events of these commands one after the other, each decided on what those before it have left."""
    at: Any = state
    for command in commands:
        for happened in handlers[type(command)].decide(at, command, asked):
            yield happened
            at = events[type(happened)].evolve(at, happened)


def counted(
    state: DayState, asked: DecisionContext, command: CountThings, of: int, differences: int, *, sheet: str, what: Told
) -> ThingsCounted:
    """That it was counted; it goes behind the corrections."""
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
    count = Count(
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
    """How many corrections a count has brought."""
    return say_count("{count} correction", "{count} corrections", count) if count else say("no difference")


def _counted_words(happened: ThingsCounted, state: DayState) -> str:
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
    about=later("Counts"),
    events={
        ThingsCounted: EventHandler(
            evolve=evolve_counted,
            explain=_counted_words,
            invalidations=lambda e, s: (Invalidation(topic=TOPIC, to="staff"),),
        )
    },
)


# === last count =========================================================================================================

# When each sheet was counted last, as the control team sees it.


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCount:
    """The last count of a sheet in words, "" for none. `due`: not in this round yet, and now would be a good time."""

    words: str
    due: bool


def last_count(state: DayState, viewer: Viewer, sheet: str) -> LastCount:
    """Who has counted a sheet when; for the control team. Between the steps of two rounds nothing moves on the tables."""
    if not viewer.staff:
        return LastCount(words="", due=False)
    clock, count = state.clock, state.counts.get(sheet)
    calm = clock.phase is not None and state.frame.phase(clock.phase).choice and clock.month > 1
    due = clock.stage is Stage.PLAYING and calm and (count is None or count.month < clock.month)
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
    """What stands as the reason of a correction until somebody writes another."""
    return say("counted in {round}", round=state.frame.round_words(state.clock.month)) if state.clock.month else say("counted")
