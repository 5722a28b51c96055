"""The journal in words: every entry as the sentence it made when it happened, kept per process and read on from where it stopped.

An entry is told in the state it happened in, withdrawn entries included, so a sentence once made never changes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from control import journal
from control.game.asked import Desk
from control.game.clock import DESK_OF
from control.game.engine import Chapter, Game, GameEvent
from control.game.state import GameState
from control.models import Entry, Stream
from control.scenario.ids import Room

ALL_MAY_READ: frozenset[Desk] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One entry in words. `readers` are the desks that may read the sentence; empty for every desk."""

    seq: int
    actor: str
    name: str
    command_id: UUID
    label: str
    at: datetime
    kind: str
    chapter: str
    sentence: str
    readers: frozenset[Desk]
    keepers: frozenset[Desk]  # who may take the command back; empty for the organizer alone
    lasting: str
    told: tuple[str, ...]  # the audiences that were told to look: "all", "staff", "house:cat"
    withdraws: tuple[int, ...] = ()

    @property
    def command(self) -> tuple[str, UUID]:
        """What belongs together: whose command this came from, and which."""
        return self.actor, self.command_id


@dataclass(slots=True)
class _Told:
    """How far one stream has been told. `state` is the state after the last line, withdrawals reckoned in."""

    state: GameState
    lines: list[Line] = field(default_factory=list)


_told: dict[UUID, _Told] = {}
_guard = threading.Lock()


def lines_of(stream: Stream) -> Sequence[Line]:
    """Every entry up to the head that `stream` (a fresh row) names, oldest first."""
    with _guard:
        told = _told.get(stream.key)
        if told is None or len(told.lines) > stream.head:
            told = _told[stream.key] = _Told(state=GameState(scenario=journal.scenario_of(stream)))
        if len(told.lines) < stream.head:
            for entry in stream.entries.filter(seq__gt=len(told.lines), seq__lte=stream.head).order_by("seq"):
                _tell(stream, told, entry)
        return tuple(told.lines)


def forget() -> None:
    """Drop everything told so far."""
    with _guard:
        _told.clear()


def withdrawn_by(lines: Iterable[Line]) -> Mapping[int, Line]:
    """The seqs that are taken back, each with the line that takes it back."""
    taken: dict[int, Line] = {}
    for line in sorted((line for line in lines if line.kind == journal.WITHDRAWN), key=lambda line: -line.seq):
        if line.seq not in taken:
            taken.update(dict.fromkeys(line.withdraws, line))
    return taken


def may_read(line: Line, desks: frozenset[Desk]) -> bool:
    """Is the sentence for these desks? What a room's own chapter tells is for the room's desk (R-17)."""
    return not line.readers or Desk.ORGANIZER in desks or bool(line.readers & desks)


def may_withdraw(line: Line, desks: frozenset[Desk]) -> bool:
    """May somebody at these desks take the line's command back?"""
    return not line.lasting and (Desk.ORGANIZER in desks or bool(line.keepers & desks))


def _tell(stream: Stream, told: _Told, entry: Entry) -> None:
    if entry.kind == journal.WITHDRAWN:
        told.lines.append(_withdrawal(told.lines, entry))
        told.state = journal.state_at(stream, entry.seq)
        return
    game = journal.game_of(stream)
    happened = journal.event_of(game, entry)
    chapter = next(each for each in game.chapters if type(happened) in each.facts)
    sentence = game.explain(happened, told.state)
    told.state = game.evolve(told.state, happened)
    told.lines.append(
        Line(
            seq=entry.seq,
            actor=entry.actor,
            name=entry.name,
            command_id=entry.command_id,
            label=entry.label,
            at=entry.at,
            kind=entry.kind,
            chapter=chapter.name,
            sentence=sentence,
            readers=_readers(game, chapter, happened, told.state),
            keepers=_keepers(game, chapter, happened, told.state),
            lasting=game.lasting(happened),
            told=tuple(sorted({poke.to for poke in game.pokes(happened, told.state)})),
        )
    )


def _withdrawal(lines: Sequence[Line], entry: Entry) -> Line:
    document = journal.withdrawn_in(entry)
    first = lines[min(document.entries) - 1]
    reason = f": {document.reason}" if document.reason else ""
    verb = "Brought back" if first.kind == journal.WITHDRAWN else "Withdrawn"
    return Line(
        seq=entry.seq,
        actor=entry.actor,
        name=entry.name,
        command_id=entry.command_id,
        label=entry.label,
        at=entry.at,
        kind=entry.kind,
        chapter="journal",
        sentence=f"{verb} “{_plain(first.label)}”{reason}.",
        readers=ALL_MAY_READ,
        keepers=first.keepers,
        lasting="",
        told=first.told,
        withdraws=document.entries,
    )


def _plain(label: str) -> str:
    return label.removeprefix("Withdrawn: ")


def _readers(game: Game[GameState], chapter: Chapter, happened: GameEvent, state: GameState) -> frozenset[Desk]:
    """The desks that may read it: those that the event names, else its room's, else all."""
    if (named := game.facts[type(happened)].readers) is not None:
        return named(happened, state)
    return frozenset({DESK_OF[chapter.room]}) if chapter.room else ALL_MAY_READ


def _keepers(game: Game[GameState], chapter: Chapter, happened: GameEvent, state: GameState) -> frozenset[Desk]:
    """The desks whose command this can be: those that may read it alone, the room's that it names, else all of the chapter."""
    if (named := game.facts[type(happened)].readers) is not None:
        return named(happened, state)
    room = chapter.room or getattr(happened, "room", None)
    if isinstance(room, Room) and (chapter.room or chapter.name == "clock"):
        return frozenset({DESK_OF[room]})
    return frozenset(desk for act in chapter.acts.values() for desk in act.desks) - {Desk.ORGANIZER}
