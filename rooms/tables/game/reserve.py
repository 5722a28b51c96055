"""The reserve of a player: time for the whole game, which runs when the time of a turn is out, before the default is played."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import listed, say
from control.engine.modules import EventHandler, Module
from rooms.tables.game.at import NOT_A_MOVE
from rooms.tables.game.invalidations import at_table
from rooms.tables.game.state import TableState

RESERVES: Final = (0, 120, 300, 600)  # seconds a host may agree on
MILLISECOND: Final = timedelta(milliseconds=1)


class ReserveRuns(msgspec.Struct, frozen=True, kw_only=True):
    """The time of the turn is out, and the reserves of these players run from `since`; the first of them is out at `deadline`.

    `turn` is a new one, for the time-out of the last has been given.
    """

    turn: int
    players: tuple[int, ...]
    since: datetime
    deadline: datetime


class ReserveSpent(msgspec.Struct, frozen=True, kw_only=True):
    """What is left of everybody's reserve, in milliseconds by player."""

    left: tuple[int, ...]


def left_of(state: TableState, player: int, now: datetime) -> timedelta:
    """What a player has left of the reserve at this moment."""
    kept = max(state.reserves[player] * MILLISECOND, timedelta()) if player < len(state.reserves) else timedelta()
    runs = state.late is not None and player in state.waits_for
    return max(kept - max(now - state.late, timedelta()), timedelta()) if runs and state.late else kept


def with_reserve(state: TableState, players: Iterable[int], now: datetime) -> tuple[int, ...]:
    """Those of the players who have some reserve left."""
    return tuple(player for player in players if left_of(state, player, now) >= MILLISECOND)


def first_out(state: TableState, players: Iterable[int], now: datetime) -> datetime:
    """When the first reserve of these players is out, if all run on from now."""
    return now + min(left_of(state, player, now) for player in players)


def spent(state: TableState, now: datetime) -> ReserveSpent | None:
    """What the reserves that ran have come to; None where none did."""
    if state.late is None:
        return None
    ran = {player: left_of(state, player, now) // MILLISECOND for player in state.waits_for}
    return ReserveSpent(left=tuple(ran.get(player, kept) for player, kept in enumerate(state.reserves)))


def evolve_runs(state: TableState, happened: ReserveRuns) -> TableState:
    return replace(state, turn=happened.turn, late=happened.since, deadline=happened.deadline)


def evolve_spent(state: TableState, happened: ReserveSpent) -> TableState:
    return replace(state, reserves=happened.left, late=None)


def _runs_words(happened: ReserveRuns, state: TableState) -> str:
    names = listed([state.names[each] for each in happened.players])
    return say("The time for the turn is out; the reserve of {names} runs.", names=names)


RESERVE: Final = Module(
    name="reserve",
    events={
        ReserveRuns: EventHandler(evolve=evolve_runs, explain=_runs_words, invalidations=at_table, binds=NOT_A_MOVE),
        ReserveSpent: EventHandler(evolve=evolve_spent, explain=lambda e, s: "", invalidations=at_table, binds=NOT_A_MOVE),
    },
)
