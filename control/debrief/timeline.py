"""Timeline of a finished day: its chronicle, the state at any moment, and the news in their final words."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from control import registry
from control.day.news.drafts import NewsDrafted, NewsSent, shorten_line
from control.day.news.edits import NewsEdited
from control.day.past_rounds import DAY_CHRONICLERS
from control.day.records import DispatchLine
from control.engine.chronicle import Chronicle, StoryMoment, ToldDeeds, chronicle
from control.engine.records import replace
from control.engine.reports import Report, ReportKind
from control.engine.upcasting import class_named
from control.journal import journal
from control.journal.memory import Memory
from control.journal.reports import Reported
from control.journal.withdrawals import WITHDRAWN, marks_of
from control.models import Entry, Stream

MOST_DAYS = 4  # cached chronicles in a process
KEPT_STATES = 48  # cached states in a process, for all days together
AT_ONCE = 2_000  # entries read at once

_chronicles: Memory[UUID, tuple[str, Chronicle]] = Memory(MOST_DAYS)
_states: OrderedDict[tuple[UUID, str, int], Any] = OrderedDict()
_guard = threading.Lock()


def chronicle_of(stream: Stream) -> Chronicle:
    """Chronicle of a journal up to the head of `stream`, which must be a fresh row. Cached."""
    with _chronicles.locked(stream.memory_key):
        known = _chronicles.get(stream.memory_key)
        if known is None or known[0] != stream.hash:
            known = (stream.hash, _build_chronicle(stream))
            _chronicles.put(stream.memory_key, known)
        return known[1]


def state_at(stream: Stream, seq: int) -> Any:
    """State right after an entry, without anything that was withdrawn by the end. `seq`: 0 to the head. Cached."""
    key = (stream.memory_key, stream.hash, seq)
    with _guard:
        if key in _states:
            _states.move_to_end(key)
            return _states[key]
    marks = marks_of(stream)
    state = journal.state_without(stream, seq, marks.skipped(until=stream.head), marks)
    with _guard:
        _states[key] = state
        while len(_states) > KEPT_STATES:
            _states.popitem(last=False)
    return state


def forget() -> None:
    """Clear the caches."""
    _chronicles.clear()
    with _guard:
        _states.clear()


def moments_of(stream: Stream) -> Iterator[StoryMoment[Any]]:
    """Every event that was not withdrawn, in order, each with the states before and after it."""
    game, state = journal.game_of(stream), journal.play_of(stream).blank
    skipped = marks_of(stream).skipped(until=stream.head)
    entries = stream.entries.filter(seq__lte=stream.head).order_by("seq")
    for entry in entries.defer("command_body", "salt").iterator(chunk_size=AT_ONCE):
        if entry.kind == WITHDRAWN or entry.seq in skipped:
            continue
        happened = journal.event_of(game, entry)
        before, state = state, game.evolve(state, happened)
        yield StoryMoment(seq=entry.seq, at=entry.at, round=before.clock.month, event=happened, before=before, after=state)


def events_of_types(stream: Stream, types: tuple[type, ...]) -> Iterator[tuple[Entry, Any]]:
    """Events of these types that were not withdrawn, in order, each with its entry. Reads no other entries."""
    game, skipped = journal.game_of(stream), marks_of(stream).skipped(until=stream.head)
    written = stream.entries.values_list("kind", flat=True).order_by("kind").distinct()
    kinds = [each for each in written if each != WITHDRAWN and class_named(game.event_types, each) in types]
    entries = stream.entries.filter(kind__in=kinds, seq__lte=stream.head).order_by("seq").only("seq", "at", "actor", "kind", "body")
    return ((each, journal.event_of(game, each)) for each in entries if each.seq not in skipped)


def ends_of_commands(stream: Stream) -> list[int]:
    """Last entry of every command. Nobody could see a state between two entries of one command."""
    begins = list(Entry.objects.filter(stream=stream, part=0, seq__lte=stream.head).order_by("seq").values_list("seq", flat=True))
    return [each - 1 for each in begins[1:]] + [stream.head] if begins else []


def _build_chronicle(stream: Stream) -> Chronicle:
    makers = [make for brought in registry.hindsights_of(stream.engine) for make in brought.chroniclers]
    told = partial(ToldDeeds, journal.game_of(stream))
    return chronicle(moments_of(stream), (*DAY_CHRONICLERS, *makers, told), journal.head(stream).state, stream.head)


Place = tuple[int, int]  # a round, and the id of a news line in it


def with_final_words(stream: Stream, reports: Sequence[Reported]) -> tuple[Reported, ...]:
    """Reports with the news in their final words. News that never became news lines keep their reported words."""
    read: dict[Place, DispatchLine] = {
        (each.round, line.id): line
        for each in journal.head(stream).state.dispatches
        if each.sent_at is not None
        for line in each.lines
    }
    drafted: dict[tuple[int, int, str], Place] = {}  # drafted lines, by round, source entry and text
    own: set[Place] = set()
    added: dict[Place, Reported] = {}
    sent: dict[int, Reported] = {}
    for entry, happened in events_of_types(stream, (NewsDrafted, NewsSent, NewsEdited)):
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
    found = [each for one in reports if (each := _final_words_of(one, drafted, read)) is not None]
    for place, written in added.items():
        line, out = read.get(place), sent.get(place[0])
        if line is not None and out is not None and line.text and not line.struck:
            first = max(written, out, key=lambda each: each.seq)  # the news were public only after both
            found.append(replace(first, report=replace(first.report, words=line.text, about=f"added:{place[1]}")))
    return tuple(sorted(found, key=lambda each: each.seq)) if added else tuple(found)


def _final_words_of(each: Reported, drafted: dict[tuple[int, int, str], Place], read: dict[Place, DispatchLine]) -> Reported | None:
    """A report in its final words. None if its news line was struck."""
    if each.report.kind is not ReportKind.NEWS or each.report.to != "all":
        return each
    place = drafted.get((each.round, each.seq, shorten_line(each.report.words)))
    line = read.get(place) if place is not None else None
    if line is None:
        return each
    return None if line.struck else replace(each, report=replace(each.report, words=line.text))
