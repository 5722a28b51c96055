"""Sentences of facts for the log that differ from reader to reader. For one sentence to everybody: `one_sentence` of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from control.engine.reports import DESKS, Line, Report, Tell, to_desks

OwnWords = Callable[[Any, Any, int | None], str]  # (fact, scene before it, reader) -> what this player reads; None for an onlooker


def tell_nothing(_happened: Any, _before: Any, _after: Any) -> tuple[Line, ...]:
    """Tell nobody, because the facts around it say everything."""
    return ()


def to_each(words: OwnWords) -> Tell:
    """Tell each player a sentence of their own, and all others what an onlooker reads. The scene has the players' `names`."""

    def tell(happened: Any, before: Any, _after: Any) -> Iterator[Line]:
        yield to_desks(words(happened, before, None))
        for player in range(len(before.names)):
            yield to_player(player, words(happened, before, player))

    return tell


def to_player(player: int, words: str) -> Report:
    """The sentence that this player alone reads instead of the one for everybody."""
    return Report(to=_reader(player), words=words)


def words_to(lines: Iterable[Line], player: int | None) -> str:
    """What this player reads of these lines; None for an onlooker. Lines to other players are passed over."""
    public = ""
    for line in lines:
        if isinstance(line, Report) and player is not None and line.to == _reader(player):
            return line.words
        if isinstance(line, Report) and line.to == DESKS:
            public = line.words
            if player is None:
                break
    return public


def _reader(player: int) -> str:
    """The audience of one player at a table. No phone, wall or desk of the event belongs to it."""
    return f"player:{player}"
