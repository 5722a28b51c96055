"""Figures of the control team's work, from the journal, to compare with another day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import groupby
from types import MappingProxyType

from msgspec import Struct

from control.day.phase_lengths import DayRun
from control.day.state import DayState
from control.day.teamwork import TOLD_BY, Amends, DatedEvent, Desks, TeamCommand, Teamwork, reaction, settling, teamwork
from control.debrief.pictures.day_records import day_run_of
from control.debrief.timeline import events_of_types
from control.engine.ids import DeskId
from control.engine.language import say
from control.journal.corrections import is_correction
from control.journal.story import lines_of
from control.journal.story_line import StoryLine
from control.journal.withdrawals import WITHDRAWN
from control.models import Event, Membership, Stream
from control.people.access import desks_in
from control.regions.sight import Sight

NONE = "–"


class DayFigure(Struct, frozen=True, kw_only=True):
    """A number of a day. `seq`: the entry that it links to, 0 for none. `value` is None if there was nothing to measure."""

    words: str
    value: int | timedelta | None
    seq: int = 0

    @property
    def told(self) -> str:
        return value_words(self.value)


def teamwork_of(event: Event, *, after: int = 0, bots: Desks = MappingProxyType({})) -> Teamwork:
    """How the team of this event worked, counting entries after `after`. `event` needs a fresh row of its stream.

    `bots`: bots that kept desks in a rehearsal, each with its desks.
    """
    stream = event.stream
    lines = tuple(lines_of(stream))
    happened = (
        DatedEvent(seq=entry.seq, at=entry.at, month=lines[entry.seq - 1].round, event=each, player=entry.actor.startswith("seat:"))
        for entry, each in events_of_types(stream, TOLD_BY)
        if entry.seq > after
    )
    return teamwork(happened, (each for each in commands_given(lines) if each.seq > after), {**desks_of_accounts(event), **bots})


def phase_lengths_of(stream: Stream, sight: Sight[DayState]) -> DayRun:
    """Lengths of the phases."""
    return day_run_of(stream, sight)


def desks_of_accounts(event: Event) -> dict[str, frozenset[DeskId]]:
    """Desks of each account of the team, by account name."""
    members = Membership.objects.filter(event=event).values_list("user__username", "desks")
    return {name: desks_in(desks, event.stream.engine) for name, desks in members}


def commands_given(lines: Sequence[StoryLine]) -> Iterator[TeamCommand]:
    """Every command of the team in order, including withdrawn ones."""
    month = 0
    for _command, found in groupby(lines, key=lambda line: line.command):
        group = tuple(found)
        first = group[0]
        month = month if first.kind == WITHDRAWN else first.round  # a withdrawal has no round of its own
        if not first.actor.startswith("staff:"):
            continue
        amends = _correction_kind(lines, group)
        said = next((line.sentence for line in group if line.corrections), first.sentence)
        yield TeamCommand(
            seq=first.seq,
            at=first.at,
            month=month,
            by=first.actor.partition(":")[2],
            keepers=first.keepers,
            amends=amends,
            words=said if amends else "",
        )


def _correction_kind(lines: Sequence[StoryLine], group: Sequence[StoryLine]) -> Amends:
    """Kind of correction, "" for none. A first entry corrects nothing."""
    first = group[0]
    if first.kind == WITHDRAWN:
        return "again" if lines[min(first.withdraws) - 1].kind == WITHDRAWN else "withdrawn"
    entered = all(each.news or not each.was for line in group for each in line.corrections)
    return "set" if is_correction(group) and not entered else ""


def figures(work: Teamwork, run: DayRun) -> tuple[DayFigure, ...]:
    """Figures of a day, always the same ones in the same order."""
    calls, decisions, owed = work.of("call"), work.of("decision"), work.of("hand-off")
    answered, settled, asked, taken = reaction(calls), settling(calls), reaction(decisions), reaction(owed)
    defaults = [each for each in decisions if each.how == "default"]
    by_hand = [each for each in work.amends if each.amends == "set"]
    back = [each for each in work.amends if each.amends == "withdrawn"]
    return (
        DayFigure(words=say("Calls for Control"), value=len(calls), seq=_first(calls)),
        DayFigure(words=say("A call waited, usually"), value=answered.usual),
        DayFigure(words=say("The call that waited longest"), value=answered.worst, seq=answered.seq),
        DayFigure(words=say("A call was settled after, usually"), value=settled.usual),
        DayFigure(words=say("Decisions asked for"), value=len(decisions), seq=_first(decisions)),
        DayFigure(words=say("An answer took, usually"), value=asked.usual),
        DayFigure(words=say("The answer that took longest"), value=asked.worst, seq=asked.seq),
        DayFigure(words=say("Decided by default, for nobody answered"), value=len(defaults), seq=_first(defaults)),
        DayFigure(words=say("Hand-offs"), value=len(owed), seq=_first(owed)),
        DayFigure(words=say("A hand-off waited, usually"), value=taken.usual),
        DayFigure(words=say("The hand-off that waited longest"), value=taken.worst, seq=taken.seq),
        DayFigure(words=say("Set right by hand"), value=len(by_hand), seq=_first(by_hand)),
        DayFigure(words=say("Withdrawn"), value=len(back), seq=_first(back)),
        DayFigure(words=say("Rulings"), value=len(work.rulings), seq=_first(work.rulings)),
        DayFigure(words=say("Late at the end of the day"), value=run.late, seq=run.runs[-1].seq if run.runs else 0),
    )


def _first(found: Sequence[object]) -> int:
    return getattr(found[0], "seq", 0) if found else 0


def value_words(value: int | timedelta | None) -> str:
    """Number, or a length of time in minutes and seconds: "6:40"."""
    if value is None:
        return NONE
    if isinstance(value, int):
        return str(value)
    return f"−{_clock(value)}" if _seconds(value) < 0 else _clock(value)


def difference_words(value: int | timedelta | None, other: int | timedelta | None) -> str:
    """Signed difference of two values."""
    if isinstance(value, int) and isinstance(other, int):
        return f"+{value - other}" if value > other else f"−{other - value}" if value < other else "="
    if isinstance(value, timedelta) and isinstance(other, timedelta):
        length = value - other
        return f"{'+' if length > timedelta(0) else '−'}{_clock(length)}" if _seconds(length) else "="
    return NONE


def _clock(length: timedelta) -> str:
    minutes, seconds = divmod(abs(_seconds(length)), 60)
    return f"{minutes}:{seconds:02d}"


def _seconds(length: timedelta) -> int:
    return round(length.total_seconds())
