"""Corrections on the screens that showed it otherwise: on a phone until they are read, in the hall for a while."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from control.engine.ids import TeamId
from control.journal import corrections, seen
from control.journal.corrections import Note
from control.journal.story import Line, lines_of
from control.models import Stream
from control.people.access import SeatPass

ON_PHONES = timedelta(minutes=30)
IN_THE_HALL = timedelta(minutes=3)
HALL_AUDIENCES = frozenset({"all"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Amends:
    """What a screen has to put right, the newest first; `last` is the newest of them."""

    notes: tuple[Note, ...]
    last: int

    @property
    def news(self) -> bool:
        """Was all of it entered, and nothing set right?"""
        return all(note.news for note in self.notes)


NOTHING = Amends(notes=(), last=0)


def on_phone(door: SeatPass, team: TeamId, seq: int, now: datetime) -> Amends:
    """What this player saw otherwise before, and has not said to have read; the phone's look itself is remembered."""
    stream = door.event.stream
    audiences = frozenset({"all", f"team:{team}", f"seat:{door.seat}"})
    return _shown(stream, seen.seat_key(door.seat), seq, now - ON_PHONES, audiences)


def in_the_hall(stream: Stream, kind: str, seq: int, now: datetime) -> Amends:
    """What this kind of screen showed otherwise a short while ago."""
    return _shown(stream, seen.screen_key(kind), seq, now - IN_THE_HALL, HALL_AUDIENCES)


def _shown(stream: Stream, viewer: str, seq: int, since: datetime, audiences: frozenset[str]) -> Amends:
    told = _once(lambda: lines_of(stream))
    looked = seen.looked(stream.key, viewer, seq, told, audiences)
    if not looked.notes:
        return NOTHING
    found = (corrections.note_for(told(), each, audiences) for each in reversed(looked.notes))
    notes = tuple(note for note in found if note is not None and note.at >= since)
    return Amends(notes=notes, last=max(looked.notes)) if notes else NOTHING


def _once(ask: Callable[[], Sequence[Line]]) -> Callable[[], Sequence[Line]]:
    answer: list[Sequence[Line]] = []

    def told() -> Sequence[Line]:
        if not answer:
            answer.append(ask())
        return answer[0]

    return told
