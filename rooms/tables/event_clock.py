"""The event's clock at its tables: the warning a minute before the end, the end, and refreshed clocks.

Everything is read from the journals at every sweep.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid5

from control import system_time
from control.engine.context import THE_CLOCK
from control.engine.modules import Invalidation
from control.engine.refusal import Refused
from control.journal import desk, journal, rows
from control.live import broadcast
from rooms.realm.game.state import GameState
from rooms.tables.game.end_warning import WarnOfEnd
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.game.table_closure import CutOff
from rooms.tables.game.table_end import WARNING, is_past, time_of
from rooms.tables.models import Table
from rooms.tables.stream import place_of

# === clock ==============================================================================================================


log = logging.getLogger(__name__)

Hands = tuple[datetime | None, timedelta | None]
ANY_BOUND = f'SELECT 1 FROM "{Table._meta.db_table}" WHERE bound LIMIT 1'  # most sweeps ask only this
_hands: dict[int, Hands] = {}  # each table's clock at the last sweep, by primary key


def look_at_tables(now: datetime | None = None) -> int:
    """Update every table that its event will end. Return how many commands were carried out."""
    bound = Table.objects.filter(bound=True).select_related("stream", "event__stream")
    bound = bound.defer("content", "stream__state", "event__scenario", "event__stream__state")
    found = list(bound) if rows.fetch_rows(ANY_BOUND) else []
    for gone in _hands.keys() - {table.pk for table in found}:
        del _hands[gone]
    done = 0
    for table in found:
        try:
            done += _look_at_table(table, now or system_time.now())
        except Exception:  # a failure at one table must not keep others from their end
            log.exception("table %s was not seen to", table.code)
    return done


def _look_at_table(table: Table, now: datetime) -> int:
    assert table.event is not None
    state: TableState = journal.head(table.stream).state
    event: GameState = journal.head(table.event.stream).state
    if state.stage is not TableStage.PLAYING or state.until is None:
        return 0
    if is_past(state.until, event):
        return _give(table, CutOff(until=state.until), f"cut off {state.turn}")
    at, left = time_of(state.until, event)
    before = _hands.get(table.pk)
    _hands[table.pk] = (at, left)
    if before is not None and before != (at, left):
        broadcast.tell(place_of(table.code), (Invalidation(topic="table"),), seq=table.stream.head)
    if is_near(state, at, now):
        assert at is not None
        return _give(table, WarnOfEnd(until=state.until, at=at), f"warned {state.turn} {at.isoformat()}")
    return 0


def is_near(state: TableState, at: datetime | None, now: datetime) -> bool:
    """Whether the last minute has begun and the table has not been warned."""
    return at is not None and at - WARNING <= now < at and state.warned != at


def _give(table: Table, command: Any, what: str) -> int:
    try:
        done = desk.perform(stream_id=table.stream_id, command=command, by=THE_CLOCK, command_id=uuid5(table.stream.key, what))
    except Refused:  # the game has ended meanwhile, or another sweep was first
        return 0
    return not done.repeated
