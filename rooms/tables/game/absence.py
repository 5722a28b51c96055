"""Absence from a table: who is away, and when others may put in a bot or close the table."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.refusal import Refused
from rooms.tables.game.context import At, is_own, is_staff, name_at, person_of
from rooms.tables.game.state import TableStage, TableState

# === absence ============================================================================================================


SILENT: Final = timedelta(minutes=3)  # of the player to act, at a table without a turn limit
FORGOTTEN: Final = timedelta(minutes=30)  # of the host, before the game


def time_until_silent(state: TableState, chair: int | None, now: datetime) -> timedelta | None:
    """Time until this chair counts as silent: zero if it does already, None if silence does not decide."""
    if not _waits_for(state, chair):
        return None
    long = FORGOTTEN if state.stage is TableStage.OPEN else SILENT
    return max(state.since + long - now, timedelta()) if state.since else timedelta()


def _waits_for(state: TableState, chair: int | None) -> bool:
    """Whether the table waits for this chair without a time limit. Before the game it waits for the host."""
    return state.stage is TableStage.OPEN or (state.stage is TableStage.PLAYING and not state.seconds and chair in state.waits_for)


def is_away(state: TableState, chair: int, now: datetime) -> bool:
    """Whether the person on this chair has let a turn time out or has been silent too long."""
    return chair in state.idle or time_until_silent(state, chair, now) == timedelta()


def may_stand_in(state: TableState, person: str, number: int) -> bool:
    """Whether this person may put a bot on another's chair once that player is away. Never at a table with a stake.

    The host may. All who sit here may if the chair is the host's or turns have no limit.
    """
    if state.stake is not None or state.chair_of(person) == number or number not in state.present():
        return False
    if person and person == state.host:
        return True
    anybody = not state.seconds or state.chairs[number].person == state.host
    return anybody and state.chair_of(person) in state.present()


def require_stand_in(at: At, number: int, asked: DecisionContext) -> None:
    """Refuse a stand-in bot for a player who is present.

    Raises:
        Refused: the chair is another's, and its person is not away, the table has a stake, or the sender may not do this.
    """
    state, chair = at.state, at.state.chairs[number]
    if is_staff(asked.by) or is_own(chair, asked.by) or not chair.person:
        return
    if state.stake is not None:
        raise Refused(
            say("At a table with a stake a bot plays for {name} only when {name} stands up, or by Control.", name=chair.name),
            code="not-yours",
        )
    if not may_stand_in(state, person_of(asked.by), number):
        at.require_host(asked.by)
    if is_away(state, number, asked.at):
        return
    left = time_until_silent(state, number, asked.at)
    if left is not None:
        raise Refused(
            say("It is {name}’s turn. If nothing comes from {name}, a bot can play in {time}.", name=chair.name, time=_clock(left)),
            code="not-yours",
        )
    if state.seconds and number in state.waits_for:
        raise Refused(
            say("It is {name}’s turn and {name}’s time has not run out: a bot can play once it has.", name=chair.name),
            code="not-yours",
        )
    raise Refused(
        say("The game does not wait for {name} now: a bot can play once {name} lets a turn go by.", name=chair.name),
        code="not-yours",
    )


def may_close(state: TableState, person: str) -> bool:
    """Whether this person may close the table, at least once its host is away: the host, or without a stake all who sit here."""
    host = state.chair_of(state.host)
    if person and person == state.host:
        return True
    if state.stake is not None or host is None or state.chair_of(person) not in state.present():
        return False
    return host not in state.present() or host in state.idle or _waits_for(state, host)


def may_close_now(state: TableState, person: str, now: datetime) -> bool:
    """Whether this person may close the table at this moment. Others than the host may only while the host is away."""
    host = state.chair_of(state.host)
    away = host is None or host not in state.present() or is_away(state, host, now)
    return may_close(state, person) and (person == state.host or away)


def require_may_close(at: At, asked: DecisionContext) -> None:
    """Refuse to close a table for anybody but its host, Control, or a player at it while the host is away.

    Raises:
        Refused: the host is present, or the sender may not close this table.
    """
    state, host = at.state, at.state.chair_of(at.state.host)
    if host is None or person_of(asked.by) == state.host or not may_close(state, person_of(asked.by)):
        at.require_host(asked.by)
        return
    left = time_until_silent(state, host, asked.at)
    if host not in state.present() or is_away(state, host, asked.at) or left is None:
        return
    raise Refused(
        say(
            "{name} keeps this table. If nothing comes from {name}, you can close it in {time}.",
            name=name_at(state, host),
            time=_clock(left),
        ),
        code="not-yours",
    )


def _clock(left: timedelta) -> str:
    """Minutes and seconds, at least 0:01."""
    seconds = max(-(-left // timedelta(seconds=1)), 1)
    return f"{seconds // 60}:{seconds % 60:02}"
