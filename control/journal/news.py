"""News of a round, composed from the journal's reports. The text is made once, outside any lock, and put into a command."""

from __future__ import annotations

from collections.abc import Iterable

from control import registry
from control.day.news.drafts import DraftNews, NewsLine, SendNews, compose_lines, dispatch_of
from control.engine.modules import Command
from control.engine.records import replace
from control.journal import journal
from control.journal.reports import reports_of_rounds
from control.journal.story import lines_of, withdrawn_by
from control.models import Stream

ALL = frozenset({"all"})


def fill_news_command(stream: Stream, command: Command) -> Command:
    """Fill a news command of the clock with the journal's current content; return other commands as they are. `stream`: a fresh
    row.
    """
    match command:
        case DraftNews():
            title, lines = news_of_round(stream, command.round)
            return replace(command, title=title, lines=lines)
        case SendNews():
            return replace(command, gone=taken_back(stream, command.round))
    return command


def news_of_round(stream: Stream, number: int) -> tuple[str, tuple[NewsLine, ...]]:
    """The title and lines of a round's news. If nothing happened, one line says so."""
    title, quiet = registry.realm(stream.engine).hall.dispatch(journal.head(stream).state, number)
    lines = compose_lines((each.seq, each.report) for each in reports_of_rounds(stream, (number,), ALL))
    return title, lines or (NewsLine(text=quiet),)


def taken_back(stream: Stream, number: int) -> tuple[int, ...]:
    """The entries in a round's news that have been withdrawn since."""
    found = dispatch_of(journal.head(stream).state, number)
    return withdrawn_of(stream, (line.source for line in found.lines)) if found is not None else ()


def withdrawn_of(stream: Stream, sources: Iterable[int]) -> tuple[int, ...]:
    """The withdrawn ones of these entries."""
    taken = withdrawn_by(lines_of(stream))
    return tuple(sorted({each for each in sources if each in taken}))
