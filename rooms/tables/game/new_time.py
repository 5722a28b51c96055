"""The time of a turn, and the reserve beside it, agreed anew while the game is played.

More time counts at once, less from the next turn on, so that nobody's turn is ended by it. At a table with a stake the host gains
nothing in an own turn: there more counts from the next one on too.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.context import Actor, DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Module
from control.engine.refused import Stale
from rooms.tables.game.at import NOT_A_MOVE, At, called_at, is_staff
from rooms.tables.game.invalidations import at_table
from rooms.tables.game.reserve import MILLISECOND, ReserveSpent, spent
from rooms.tables.game.rules import OwnTurn
from rooms.tables.game.state import AgreedTime, Stage, TableState
from rooms.tables.game.time_words import reserve_words, seconds_words
from rooms.tables.game.turn_time import require_time


class ChangeTime(msgspec.Struct, frozen=True, kw_only=True):
    """The host agrees on another time for a turn and another reserve, while the game is played."""

    seconds: int
    reserve: int = 0


class TurnTimeChanged(msgspec.Struct, frozen=True, kw_only=True):
    """`by` is who has changed it. `at_once`: it is more, and what runs is longer by it; else it counts from the next turn on.

    `turn` is a new one where it counts at once, for the time-out of the last may have been given.
    """

    seconds: int
    reserve: int
    by: str
    at: datetime
    turn: int
    at_once: bool


class TurnTimeBegins(msgspec.Struct, frozen=True, kw_only=True):
    """The next turn has come: what was agreed for it counts."""


def agreed_time(state: TableState) -> AgreedTime:
    """The time that was agreed last, whether it counts already or not."""
    return state.changing or AgreedTime(seconds=state.seconds, reserve=state.reserve)


def begins_now(state: TableState, own: OwnTurn | None) -> bool:
    """Does a time that was agreed for the next turn begin, now that the game is in this one?"""
    return state.changing is not None and (own is None or own != state.own)


def decide_change_time(at: At, command: ChangeTime, asked: DecisionContext) -> tuple[TurnTimeChanged | ReserveSpent, ...]:
    state = at.state
    at.require_host(asked.by)
    at.require_stage(Stage.PLAYING)
    require_time(command.seconds, command.reserve)
    if agreed_time(state) == AgreedTime(seconds=command.seconds, reserve=command.reserve):
        raise Stale(say("That is the time already."))
    at_once = _is_more(state, command) and not _gains(state, asked.by)
    changed = TurnTimeChanged(
        seconds=command.seconds,
        reserve=command.reserve,
        by=called_at(state, asked.by),
        at=asked.at,
        turn=state.turn + at_once,
        at_once=at_once,
    )
    run = spent(evolve_changed(state, changed), asked.at) if at_once and command.seconds != state.seconds else None
    return (changed,) if run is None else (changed, run)


def _is_more(state: TableState, command: ChangeTime) -> bool:
    """Is nothing less than it is now? No limit is more than any."""
    if not command.seconds or not state.seconds:
        return not command.seconds
    return command.seconds >= state.seconds and command.reserve >= state.reserve


def _gains(state: TableState, by: Actor) -> bool:
    """Would the host of a table with a stake gain by more time now?"""
    host = state.chair_of(state.host)
    own = state.own is not None and state.own.player == host
    return state.stake is not None and not is_staff(by) and (own or host in state.waits_for)


def evolve_changed(state: TableState, happened: TurnTimeChanged) -> TableState:
    """What runs grows by as much as the time does; where a reserve runs, the turn has that much again."""
    agreed = AgreedTime(seconds=happened.seconds, reserve=happened.reserve)
    if not happened.at_once:
        return replace(state, changing=None if agreed == AgreedTime(seconds=state.seconds, reserve=state.reserve) else agreed)
    by, in_reserve = timedelta(seconds=happened.seconds - state.seconds), timedelta(seconds=happened.reserve - state.reserve)
    if not happened.seconds or state.deadline is None:
        deadline = None
    elif state.late is None:
        deadline = state.deadline + by
    else:
        deadline = happened.at + by if by else state.deadline + in_reserve
    left = None if state.left is None or not happened.seconds else state.left + by // MILLISECOND
    return replace(_with(state, agreed), turn=happened.turn, deadline=deadline, left=left)


def evolve_begins(state: TableState, _happened: TurnTimeBegins) -> TableState:
    return _with(state, state.changing) if state.changing else state


def _with(state: TableState, agreed: AgreedTime) -> TableState:
    """That time is the time, and every reserve is by so much larger or smaller; what somebody has used stays used."""
    more = (agreed.reserve - state.reserve) * 1000
    reserves = tuple(each + more for each in state.reserves or (0,) * len(state.chairs)) if more else state.reserves
    return replace(state, seconds=agreed.seconds, reserve=agreed.reserve, reserves=reserves, changing=None)


def _changed_words(happened: TurnTimeChanged, _state: TableState) -> str:
    kept = reserve_words(happened.reserve)
    time = ", ".join(filter(None, (seconds_words(happened.seconds), kept)))
    if happened.at_once:
        return say("{name} changed the time, from now on: {time}.", name=happened.by, time=time)
    return say("{name} changed the time, from the next turn on: {time}.", name=happened.by, time=time)


NEW_TIME: Final = Module(
    name="new time",
    commands={ChangeTime: CommandHandler(decide=decide_change_time, label=lambda c, s: say("Change the time"))},
    events={
        TurnTimeChanged: EventHandler(evolve=evolve_changed, explain=_changed_words, invalidations=at_table, binds=NOT_A_MOVE),
        TurnTimeBegins: EventHandler(evolve=evolve_begins, explain=lambda e, s: "", invalidations=at_table),
    },
)
