"""Absence from a table: who is away, and when others may let a bot play or close a table that its host has left."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.refusal import Refused
from rooms.tables.game.context import At, is_own, is_staff, name_at, person_of
from rooms.tables.game.state import Stage, TableState

# === absence ============================================================================================================


SILENT: Final = timedelta(minutes=3)  # without a word from whoever is waited for, where no time for a turn was agreed
FORGOTTEN: Final = timedelta(minutes=30)  # without a word of the host, before the game


def silent_in(state: TableState, chair: int | None, now: datetime) -> timedelta | None:
    """How long until this chair counts as silent: nothing once it does, None where that is not what decides."""
    if not _waits_for(state, chair):
        return None
    long = FORGOTTEN if state.stage is Stage.OPEN else SILENT
    return max(state.since + long - now, timedelta()) if state.since else timedelta()


def _waits_for(state: TableState, chair: int | None) -> bool:
    """Is this chair waited for without a limit? Before the game that is the host's."""
    return state.stage is Stage.OPEN or (state.stage is Stage.PLAYING and not state.seconds and chair in state.waits_for)


def is_away(state: TableState, chair: int, now: datetime) -> bool:
    """Does nothing come from this chair?"""
    return chair in state.idle or silent_in(state, chair, now) == timedelta()


def may_stand_in(state: TableState, person: str, number: int) -> bool:
    """May this person let a bot play there, once the other is away? The host, and all who sit for the host or without a limit."""
    if state.stake is not None or state.chair_of(person) == number or number not in state.present():
        return False
    if person and person == state.host:
        return True
    anybody = not state.seconds or state.chairs[number].person == state.host
    return anybody and state.chair_of(person) in state.present()


def require_stand_in(at: At, number: int, asked: DecisionContext) -> None:
    """Refuse whoever puts a bot in the place of somebody who is there.

    Raises:
        Refused: it is another's chair, and its person is not away, or there is a stake.
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
    left = silent_in(state, number, asked.at)
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
    """May this person close the table, if need be once its host is away? The host may; without a stake all who sit here."""
    host = state.chair_of(state.host)
    if person and person == state.host:
        return True
    if state.stake is not None or host is None or state.chair_of(person) not in state.present():
        return False
    return host not in state.present() or host in state.idle or _waits_for(state, host)


def may_close_now(state: TableState, person: str, now: datetime) -> bool:
    """May this person close the table at this moment? Others than the host only while the host is away."""
    host = state.chair_of(state.host)
    away = host is None or host not in state.present() or is_away(state, host, now)
    return may_close(state, person) and (person == state.host or away)


def require_may_close(at: At, asked: DecisionContext) -> None:
    """Refuse whoever closes a table that somebody else keeps, unless that one is away and the other sits here.

    Raises:
        Refused: the host is there.
    """
    state, host = at.state, at.state.chair_of(at.state.host)
    if host is None or person_of(asked.by) == state.host or not may_close(state, person_of(asked.by)):
        at.require_host(asked.by)
        return
    left = silent_in(state, host, asked.at)
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
    """Minutes and seconds, as a clock shows them; never nothing."""
    seconds = max(-(-left // timedelta(seconds=1)), 1)
    return f"{seconds // 60}:{seconds % 60:02}"
