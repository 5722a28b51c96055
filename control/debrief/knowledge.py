"""Knowledge at a moment of a past day: everything for the truth, and for other eyes only what they had been told."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime
from itertools import islice, pairwise
from typing import Final
from uuid import UUID

from msgspec import Struct

from control.day.attention import VisitBegun, VisitEnded, VisitLeft
from control.day.calls import CallAnswered, CallEnded, CallReleased, ControlCalled
from control.day.decisions.answers import DecisionClaimed, DecisionReleased
from control.day.handoffs import HandedOver, HandOffTaken
from control.day.roster.marks import PersonMarked
from control.debrief.timeline import chronicle_of, with_final_words
from control.engine.chronicle import Chronicle, Eye, Fact
from control.engine.reports import ReportKind
from control.engine.upcasting import names_of
from control.journal.memory import Memory
from control.journal.reports import Reported, reports_of_rounds
from control.journal.story import lines_of, withdrawn_by
from control.journal.story_line import StoryLine
from control.journal.withdrawals import WITHDRAWN
from control.models import Stream

MOST_DAYS = 4
LATELY = 12  # sentences below a moment
# Private matters of a player and the control team, and the team's own work. A debrief that is open for families hides them.
AMONG_US: Final = frozenset(
    name
    for kind in (
        *(PersonMarked, ControlCalled, CallAnswered, CallReleased, CallEnded, VisitBegun, VisitLeft, VisitEnded),
        *(HandedOver, HandOffTaken, DecisionClaimed, DecisionReleased),
    )
    for name in names_of(kind)
)


class TimelineStop(Struct, frozen=True, kw_only=True):
    """A notable moment: the last entry of its command, its time, and one sentence."""

    seq: int
    at: datetime
    round: int
    words: str
    kind: str  # "phase", "news", "fact", "told"


class ToldJournal(Struct, frozen=True, kw_only=True):
    """A journal seen from its end. `lines`: lines that were not withdrawn. `ends`: last entry of each command. `reports`: who was
    told what.
    """

    lines: tuple[StoryLine, ...]
    ends: tuple[int, ...]
    chronicle: Chronicle
    reports: tuple[Reported, ...]

    def settled(self, seq: int) -> int:
        """Last entry of the command that this entry belongs to. Nobody saw a state in between."""
        place = bisect_right(self.ends, seq - 1)
        return self.ends[min(place, len(self.ends) - 1)]


_pasts: Memory[UUID, tuple[str, ToldJournal]] = Memory(MOST_DAYS)


def past_of(stream: Stream) -> ToldJournal:
    """Past of a journal up to the head of `stream`, which must be a fresh row. Cached."""
    with _pasts.locked(stream.memory_key):
        known = _pasts.get(stream.memory_key)
        if known is None or known[0] != stream.hash:
            known = (stream.hash, _past(stream))
            _pasts.put(stream.memory_key, known)
        return known[1]


def forget() -> None:
    """Clear the cache."""
    _pasts.clear()


def _past(stream: Stream) -> ToldJournal:
    lines = lines_of(stream)
    taken = withdrawn_by(lines)
    standing = tuple(each for each in lines if each.seq not in taken and each.kind != WITHDRAWN)
    ends = [before.seq for before, after in pairwise(lines) if before.command != after.command]
    rounds = sorted({each.round for each in lines})
    return ToldJournal(
        lines=standing,
        ends=(*ends, lines[-1].seq) if lines else (0,),
        chronicle=chronicle_of(stream),
        reports=with_final_words(stream, _told_reports(reports_of_rounds(stream, rounds))),
    )


def _told_reports(reports: Sequence[Reported]) -> tuple[Reported, ...]:
    """Reports that somebody read. For news, only the final version of each in its round, and none if that is empty."""
    last = {(each.round, each.report.about): each.seq for each in reports if each.report.kind is ReportKind.NEWS}
    return tuple(
        each
        for each in reports
        if each.report.words
        and (each.report.kind is not ReportKind.NEWS or not each.report.about or last[each.round, each.report.about] == each.seq)
    )


# --- knowledge at a moment ------------------------------------------------------------------------------------------------


def reports_to(past: ToldJournal, eye: Eye, seq: int) -> tuple[Reported, ...]:
    """Reports to these eyes up to a moment, in order. For eyes without an audience: public reports."""
    audiences = past.chronicle.audiences(eye) or frozenset({"all"})
    return tuple(each for each in past.reports if each.seq <= seq and each.report.to in audiences)


def lately(past: ToldJournal, eye: Eye, seq: int) -> tuple[str, ...]:
    """Newest sentences at a moment, newest first. The truth reads the journal, other eyes read their reports."""
    if not eye.is_truth:
        return tuple(_sentence(each) for each in reversed(reports_to(past, eye, seq)[-LATELY:]))
    before = bisect_right(past.lines, seq, key=lambda line: line.seq)
    told = (each.sentence for each in reversed(past.lines[:before]) if each.kind not in AMONG_US)
    return tuple(dict.fromkeys(islice(told, 2 * LATELY)))[:LATELY]


def known_facts(past: ToldJournal, eye: Eye, seq: int) -> tuple[Fact, ...]:
    """Facts that held at a moment and that these eyes knew, newest first. Facts that had ended are left out."""
    return tuple(each for each in reversed(past.chronicle.known_at(eye, seq)) if each.seq <= seq and not 0 < each.over <= seq)


def stops_of(past: ToldJournal, eye: Eye, seq: int) -> tuple[TimelineStop, ...]:
    """Marks on the slider. The truth gets all events of the day, other eyes only those that they knew by that moment."""
    found: dict[int, TimelineStop] = {}
    for line in past.lines:
        if line.module == "clock" and line.room is None and line.kind == "PhaseBegan":
            found[line.seq] = _stop(past, line.seq, line.at, line.round, line.sentence, "phase")
    for each in past.reports:
        if each.report.kind is ReportKind.NEWS and each.report.to == "all" and (eye.is_truth or each.seq <= seq):
            found[each.seq] = _stop(past, each.seq, each.at, each.round, each.report.words, "news")
    moments = {line.seq: line for line in past.lines}
    for fact in past.chronicle.facts:
        learned = past.chronicle.learned(fact, eye)
        if learned is not None and (eye.is_truth or learned <= seq) and learned in moments:
            line = moments[learned]
            words = fact.words if eye.is_truth else fact.words_at(seq)
            found[learned] = _stop(past, learned, line.at, line.round, words, "fact")
    stops = {each.seq: each for _seq, each in sorted(found.items())}
    return tuple(stops[at] for at in sorted(stops))


def _stop(past: ToldJournal, seq: int, at: datetime, number: int, words: str, kind: str) -> TimelineStop:
    return TimelineStop(seq=past.settled(seq), at=at, round=number, words=words, kind=kind)


def neighbour_stops(stops: Sequence[TimelineStop], seq: int) -> tuple[TimelineStop | None, TimelineStop | None]:
    """Stops before and after a moment."""
    places = [each.seq for each in stops]
    after = bisect_right(places, seq)
    before = [each for each in stops[:after] if each.seq < seq]
    return (before[-1] if before else None), (stops[after] if after < len(stops) else None)


def _sentence(each: Reported) -> str:
    return f"{each.report.act}: {each.report.words}" if each.report.act else each.report.words
