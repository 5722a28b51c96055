"""Streams and sockets of tables: the engine, due commands, and who is notified.

See `control.journal.streams` and `control.live.admission`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from control.engine.context import Actor, NoSheets, SealedSheets
from control.engine.modules import Command, GameEvent, Invalidation
from control.engine.upcasting import encoding_of, reader
from control.journal import journal
from control.journal.journal import StreamHead
from control.journal.projections import project_dues
from control.journal.rows import ModelRows
from control.journal.streams import StreamEngine
from control.live import broadcast
from control.live.admission import Admission, JournalHead, Knock
from control.live.hub import Facts
from control.models import Stream
from rooms.tables import settlement
from rooms.tables.access import seat_of_person
from rooms.tables.game.end_warning import MoveTurn
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.play import BotsPlay, TimeOut
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.models import Table
from rooms.tables.past_games import project_kept, project_past
from rooms.tables.registry import engine_of

WORD = "table"  # the prefix of a table's engine and of its place
_encoder = msgspec.json.Encoder(order="deterministic")
_tables = ModelRows(Table, without=("content",))


def place_of(code: str) -> str:
    """The name of a table for sockets."""
    return f"{WORD}:{code.lower()}"


class TableStreams:
    """The streams of tables."""

    weight = 1

    def play(self, stream: Stream) -> StreamEngine:
        """The table's game over its stored content."""
        table = Table.objects.get(stream=stream)
        with journal.building:
            engine = engine_of(table.kind, bytes(table.content))
            encoding = encoding_of({"table": TableState, "play": engine.game.state})
            decode = _decode_with(engine)
        return StreamEngine(engine=engine, blank=TableState(), encoding=encoding, encode=_encoded, decode=decode)

    def frozen(self, stream: Stream) -> bytes:
        """The game's content: its map, cards and rules."""
        return bytes(Table.objects.values_list("content", flat=True).get(stream=stream))

    def sheets(self, stream: Stream) -> SealedSheets:
        """Tables have no sheets."""
        return NoSheets()

    def settle(self, stream_id: int, command: Command) -> None:
        """Nothing to do: tables have nothing waiting elsewhere."""

    def project(
        self, stream: Stream, events: Sequence[GameEvent], state: TableState, sheets: SealedSheets | None, at: datetime
    ) -> None:
        """Project due commands and the table's row. After an undo everybody gets at least a whole turn's time."""
        dues: dict[str, tuple[datetime, Command]] = {}
        if state.deadline is not None:
            late = at + timedelta(seconds=state.seconds) if not events else state.deadline
            dues["turn"] = (max(state.deadline, late), TimeOut(turn=state.turn))
        if state.bots_at is not None:
            dues["bots"] = (max(state.bots_at, at), BotsPlay(turn=state.turn))
        project_dues(stream, dues)
        table = table_of(stream)
        ended, bound = table.stage != state.stage, state.stage is TableStage.PLAYING and state.until is not None
        if ended or table.bound != bound:
            table.stage, table.bound = state.stage.value, bound
            table.save(update_fields=["stage", "bound"])
            if ended:
                engine = journal.play_of(stream).engine
                assert isinstance(engine, TableEngine)
                project_past(table, engine, state, at)
                project_kept(table, state, at)
                if events:
                    settlement.settle(table, engine, state)

    def announce(self, stream: Stream, invalidations: Sequence[Invalidation], now: StreamHead) -> None:
        """Notify the table's viewers, the control team's list of tables, and the phones of its players."""
        table = table_of(stream)
        broadcast.tell(place_of(table.code), invalidations, seq=now.seq)
        if table.event_id is not None:
            seats = (seat_of_person(chair.person, table.event_id) for chair in now.state.chairs)
            own = (Invalidation(topic="beside", to=f"seat:{seat}") for seat in seats if seat is not None)
            broadcast.tell_outside_journal(table.event_id, (Invalidation(topic="tables", to="staff"), *own))

    def name_of(self, by: Actor, state: TableState) -> str:
        """The name on the actor's chair, or the account's name."""
        chair = state.chair_of(str(by.seat or ""))
        return state.chairs[chair].name if chair is not None else by.name

    def moved(self, state: TableState, by: timedelta) -> Command | None:
        """The command that moves the running turn after a jump of the clock."""
        return MoveTurn(turn=state.turn, by=by) if state.deadline is not None or state.bots_at is not None else None

    def event_of(self, stream: Stream) -> int | None:
        """The id of the table's event, or None."""
        return table_of(stream).event_id


class TableDoor:
    """Sockets of tables: open to everybody with the code, and all receive the same."""

    def heads(self, places: Collection[str]) -> Mapping[str, JournalHead]:
        """The heads of the tables' journals."""
        own = Table.objects.filter(code__in=[_code(place) for place in places])
        rows = own.values_list("code", "stream__head", "stream__hash")
        return {place_of(code): JournalHead(seq, known) for code, seq, known in rows}

    def facts(self, place: str) -> Facts:
        """The head of a table's journal."""
        return Facts(seq=Table.objects.values_list("stream__head", flat=True).get(code=_code(place)))

    def admitted(self, place: str, knocks: Sequence[Knock]) -> list[Admission] | None:
        """Admit everybody. The page decides what each may see."""
        seq = Table.objects.filter(code=_code(place)).values_list("stream__head", flat=True).first()
        if seq is None:
            return None
        return [Admission(audiences=frozenset({"all"}), facts=Facts(seq=seq)) for _knock in knocks]


def table_of(stream: Stream) -> Table:
    """The table of a stream, without the game's content, which is large and never changes."""
    if "table" not in stream._state.fields_cache:
        (stream.table,) = _tables.where("stream_id = %s", stream.pk)
    return stream.table


STREAMS = TableStreams()
DOOR = TableDoor()


def _encoded(state: TableState) -> bytes:
    """The canonical bytes of a state. A game may use numbers as keys of a mapping, which JSON does not have."""
    try:
        return _encoder.encode(state)
    except TypeError:
        return _encoder.encode(msgspec.to_builtins(state, str_keys=True))


def _code(place: str) -> str:
    return place.partition(":")[2].upper()


def _decode_with(engine: TableEngine) -> Any:
    shell, play = reader(TableState), reader(engine.game.state)

    def decode(body: bytes) -> TableState:
        found: TableState = shell.decode(body)
        if found.play is None:
            return found
        raw = msgspec.json.decode(body, type=_OnlyPlay).play
        return msgspec.structs.replace(found, play=play.decode(raw))

    return decode


class _OnlyPlay(msgspec.Struct):
    play: msgspec.Raw
