"""News as they were said: in the words that Control gave them, without lines that were struck, with those that were added.

The journal, which is told as the truth, has both: what the console had written first, and what it was reworded to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from control.day.news.composing import cut
from control.day.news.drafting import NewsDrafted, NewsSent
from control.day.news.editing import NewsEdited
from control.day.records import DispatchLine
from control.debrief.walk import told_by
from control.engine.reports import Report, ReportKind
from control.journal import journal
from control.journal.reports import Reported
from control.models import Stream

Place = tuple[int, int]  # a round, and the number of a line of its news


def as_said(stream: Stream, reports: Sequence[Reported]) -> tuple[Reported, ...]:
    """What was reported, the news among it as they read in the end; those that were never gathered as they were reported."""
    read: dict[Place, DispatchLine] = {
        (each.round, line.id): line
        for each in journal.head(stream).state.dispatches
        if each.sent_at is not None
        for line in each.lines
    }
    drafted: dict[tuple[int, int, str], Place] = {}  # of a line as the console wrote it, by its round and what it tells of
    own: set[Place] = set()
    added: dict[Place, Reported] = {}
    sent: dict[int, Reported] = {}
    for entry, happened in told_by(stream, (NewsDrafted, NewsSent, NewsEdited)):
        told = Reported(seq=entry.seq, at=entry.at, round=happened.round, report=Report(to="all", kind=ReportKind.NEWS, words=""))
        match happened:
            case NewsDrafted():
                own |= {(happened.round, line.id) for line in happened.lines}
                drafted |= {
                    (happened.round, line.source, line.text): (happened.round, line.id) for line in happened.lines if line.source
                }
            case NewsSent():
                sent[happened.round] = told
            case NewsEdited() if (happened.round, happened.line) not in own:
                added.setdefault((happened.round, happened.line), told)
    found = [each for one in reports if (each := _said(one, drafted, read)) is not None]
    for place, written in added.items():
        line, out = read.get(place), sent.get(place[0])
        if line is not None and out is not None and line.text and not line.struck:
            first = max(written, out, key=lambda each: each.seq)  # nobody read it before the news went out
            found.append(replace(first, report=replace(first.report, words=line.text, about=f"added:{place[1]}")))
    return tuple(sorted(found, key=lambda each: each.seq)) if added else tuple(found)


def _said(each: Reported, drafted: dict[tuple[int, int, str], Place], read: dict[Place, DispatchLine]) -> Reported | None:
    """A report in the words in which it went out; None where its line was struck."""
    if each.report.kind is not ReportKind.NEWS or each.report.to != "all":
        return each
    place = drafted.get((each.round, each.seq, cut(each.report.words)))
    line = read.get(place) if place is not None else None
    if line is None:
        return each
    return None if line.struck else replace(each, report=replace(each.report, words=line.text))
