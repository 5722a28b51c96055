"""The news of a round, gathered from what the journal tells: the text is made once, outside any lock, and carried by a command."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from control import registry
from control.day.news.drafts import DraftNews, NewsLine, SendNews, composed, dispatch_of
from control.engine.modules import Command
from control.journal import journal
from control.journal.reports import reported
from control.journal.story import lines_of, withdrawn_by
from control.models import Stream

ALL = frozenset({"all"})


def as_it_is(stream: Stream, command: Command) -> Command:
    """A command of the clock with what the journal says now; one that tells no news as it is. `stream` is a fresh row."""
    match command:
        case DraftNews():
            title, lines = written(stream, command.round)
            return replace(command, title=title, lines=lines)
        case SendNews():
            return replace(command, gone=taken_back(stream, command.round))
    return command


def written(stream: Stream, number: int) -> tuple[str, tuple[NewsLine, ...]]:
    """What the news of a round are headed with, and their lines; one that says so where nothing happened."""
    title, quiet = registry.realm(stream.engine).dispatch(journal.head(stream).state, number)
    lines = composed((each.seq, each.report) for each in reported(stream, (number,), ALL))
    return title, lines or (NewsLine(text=quiet),)


def taken_back(stream: Stream, number: int) -> tuple[int, ...]:
    """The entries told of in these news that have been taken back since."""
    found = dispatch_of(journal.head(stream).state, number)
    return gone_of(stream, (line.source for line in found.lines)) if found is not None else ()


def gone_of(stream: Stream, sources: Iterable[int]) -> tuple[int, ...]:
    """Those of these entries that are taken back."""
    taken = withdrawn_by(lines_of(stream))
    return tuple(sorted({each for each in sources if each in taken}))
