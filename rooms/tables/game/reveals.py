"""Reveals: how long something shown to everybody stays on screens, and who has read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from rooms.tables.game.context import NOT_A_MOVE, At, is_own
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.game.tellings import tell_nothing

# === reveals ============================================================================================================


WORDS_A_SECOND: Final = 6  # reading speed of somebody who follows the game
LEAST: Final = timedelta(seconds=2.5)
LOOKS_UP: Final = timedelta(seconds=1.5)  # until somebody starts to read
LONGEST: Final = timedelta(seconds=8)  # for longer texts there is the log
MOST_BEHIND: Final = timedelta(seconds=40)  # longest wait of a table; screens then shorten the older reveals
BETWEEN: Final = timedelta(seconds=1)  # between two moves of a bot in one turn that concern nobody else
TRAVEL: Final = timedelta(seconds=0.5)  # until the last screen has refreshed


class ReadShown(msgspec.Struct, frozen=True, kw_only=True):
    """Dismiss all reveals up to this turn on a player's screen."""

    chair: int
    turn: int


class HasRead(msgspec.Struct, frozen=True, kw_only=True):
    """A player has dismissed the reveals. `bots_at`: when the bots act now that everybody has; None while somebody still reads."""

    chair: int
    bots_at: datetime | None = None


def split_by_reveal(shows: Sequence[bool]) -> Iterator[slice]:
    """The facts of a command for each reveal: those that lead up to it. The last one also gets all that follow."""
    ends = [at for at, each in enumerate(shows) if each]
    begins = 0
    for end in ends:
        stops = len(shows) if end == ends[-1] else end + 1
        yield slice(begins, stops)
        begins = stops


def reading_time(words: int) -> timedelta:
    """Time to read this many words."""
    return timedelta(seconds=words / WORDS_A_SECOND)


def reveal_time(words: int) -> timedelta:
    """Time that a reveal with this many words stays on screen."""
    return min(max(LEAST, LOOKS_UP + reading_time(words)), LONGEST)


def total_reveal_time(shows: Sequence[bool], words: Sequence[int]) -> timedelta:
    """Time that all reveals of a command stay on screen, one after the other. Zero without any."""
    each = [reveal_time(sum(words[part])) for part in split_by_reveal(shows)]
    return sum(each, TRAVEL) if each else timedelta()


def decide_read_shown(at: At, command: ReadShown, asked: DecisionContext) -> tuple[HasRead, ...]:
    state = at.state
    at.require_stage(TableStage.PLAYING)
    if not is_own(at.chair(command.chair), asked.by):
        raise Refused(say("You do not sit on this chair."), code="not-yours")
    waits = state.read_at is not None and state.bots_at is not None and asked.at < state.bots_at
    if command.turn != state.turn or not waits or command.chair in state.read:
        raise Stale(say("Nothing waits for this to be read."))
    everybody = set(state.present()) <= {*state.read, command.chair}
    return (HasRead(chair=command.chair, bots_at=asked.at if everybody else None),)


def evolve_has_read(state: TableState, happened: HasRead) -> TableState:
    read = replace(state, read=(*state.read, happened.chair))
    return replace(read, bots_at=happened.bots_at, read_at=happened.bots_at) if happened.bots_at else read


REVEALING: Final = Module(
    name="revealing",
    commands={ReadShown: CommandHandler(decide=decide_read_shown, label=lambda c, s: say("Read what was shown"))},
    events={
        HasRead: EventHandler(  # no screen shows this
            evolve=evolve_has_read, tell=tell_nothing, invalidations=lambda e, s: (), undo=Undo(never_by_players=NOT_A_MOVE)
        )
    },
)
