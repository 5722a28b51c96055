"""Rows by SQL that is put together once: the statements that every command sends, and rows that others may add meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, TypeVar
from uuid import UUID

import msgspec
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections
from django.db.models import BooleanField, CharField, Field, ForeignKey, IntegerField, Model, TextField
from django.db.models.expressions import Col
from django.db.models.signals import post_save, pre_save

from control.models import Due, Entry, Event, Seat, Sheet, Stream

# === statements =========================================================================================================

# The statements that every command sends, as SQL that is put together once. The ORM builds a statement anew each time it is
# asked, which takes the processor ten times as long as the database takes to answer. So what no command does without stands
# here; whatever is asked less often is asked through the ORM. Columns, their order and what becomes of their values come from
# the models: a new field needs no line here. What is sent is the same on SQLite and PostgreSQL, but for many rows at once.


M = TypeVar("M", bound=Model)
R = TypeVar("R")

MOST_PARAMETERS = 10_000  # in one statement, where the database names no limit
UNLESS_THERE = "ON CONFLICT DO NOTHING"  # never an error of the database, which would write it into its log, values and all


class AlreadyThereError(IntegrityError):
    """Of these rows at least one is there already. The database was not led into an error; whoever asked takes the others back."""


class Rows(Generic[M]):
    """Rows of one model. Fields named in `without` are not read; a row asks for them itself when they are wanted after all."""

    def __init__(self, model: type[M], *, without: Collection[str] = ()) -> None:
        self.model = model
        self.fields: list[Field[Any, Any]] = [each for each in model._meta.concrete_fields if each.name not in without]
        self.names = [each.attname for each in self.fields]
        self.table = model._meta.db_table
        self.columns = ", ".join(f'"{self.table}"."{each.column}"' for each in self.fields)

    def value(self, name: str, value: object) -> Any:
        """A field's value as the database takes it."""
        return self.model._meta.get_field(name).get_db_prep_value(value, connection)  # type: ignore[union-attr]

    def where(self, how: str, *parameters: Any) -> list[M]:
        """The rows for which this holds: SQL behind WHERE, with `%s` for each parameter, which the database takes as it is."""
        return [self.made(row) for row in asked(f'SELECT {self.columns} FROM "{self.table}" WHERE {how}', *parameters)]

    def made(self, row: Sequence[Any]) -> M:
        """The row whose `columns` these are."""
        values = list(row)
        for at, column, convert in self._converters:
            for each in convert:
                values[at] = each(values[at], column, connection)
        return self.model.from_db(connection.alias, self.names, values)

    def add(self, rows: Sequence[M]) -> None:
        """Insert these rows; each learns its number.

        Raises:
            AlreadyThereError: one of them is there; the others may be written, so it is raised through the transaction.
        """
        for statement, values, part in self._inserts(rows):
            keys = asked(f'{statement} RETURNING "id"', *values)
            _all_written(len(keys), part)
            for row, (number,) in zip(part, keys, strict=True):
                row.pk = number
                row._state.adding, row._state.db = False, connection.alias

    def put(self, rows: Sequence[object]) -> None:
        """Insert rows that need not learn their numbers: anything that has the model's attributes, all of them plain values.

        Raises:
            AlreadyThereError: as `add`.
        """
        if connection.vendor == "postgresql":
            self._put_whole(rows)
            return
        for statement, values, part in self._inserts(rows):
            _all_written(told(statement, *values), part)

    def _put_whole(self, rows: Sequence[object]) -> None:
        """As one document, which is one bound parameter: psycopg takes longer to bind each value than to write them all."""
        new = [each for each in self.model._meta.concrete_fields if not each.primary_key]
        columns = ", ".join(f'"{each.column}"' for each in new)
        document = [{each.column: getattr(row, each.attname) for each in new} for row in rows]
        source = f'json_populate_recordset(NULL::"{self.table}", %s::json)'
        # The hook makes words of words of another class, such as those that templates call safe.
        statement = f'INSERT INTO "{self.table}" ({columns}) SELECT {columns} FROM {source} {UNLESS_THERE}'
        _all_written(told(statement, msgspec.json.encode(document, enc_hook=str.__str__).decode()), rows)

    def _inserts(self, rows: Sequence[R]) -> Iterator[tuple[str, list[Any], Sequence[R]]]:
        """Statements that insert these rows, with their values, and the rows that each of them inserts."""
        new = [each for each in self.model._meta.concrete_fields if not each.primary_key]
        columns = ", ".join(f'"{each.column}"' for each in new)
        place = f"({', '.join(['%s'] * len(new))})"
        here = connections[connection.alias]  # to ask the proxy for it at each value takes longer than most values
        fields = [(attrgetter(each.attname), each.get_db_prep_save, taken_as_it_is(each)) for each in new]
        at_once = (connection.features.max_query_params or MOST_PARAMETERS) // len(new)
        for begin in range(0, len(rows), at_once):
            part = rows[begin : begin + at_once]
            values = [
                value if type(value := get(row)) is plain else prepare(value, here)
                for row in part
                for get, prepare, plain in fields
            ]
            yield f'INSERT INTO "{self.table}" ({columns}) VALUES {", ".join([place] * len(part))} {UNLESS_THERE}', values, part

    @cached_property
    def _converters(self) -> list[tuple[int, Col, list[Callable[..., Any]]]]:
        """What turns the database's values into Python's, where that is not nothing, by the place in a row."""
        columns = [(at, Col(self.table, each)) for at, each in enumerate(self.fields)]
        found = [(at, col, [*connection.ops.get_db_converters(col), *col.get_db_converters(connection)]) for at, col in columns]
        return [(at, col, convert) for at, col, convert in found if convert]


def taken_as_it_is(field: Field[Any, Any]) -> type | None:
    """The type of which a value goes to the database unchanged: most do, and to ask the field costs more than to write it."""
    if isinstance(field, (CharField, TextField)):
        return str
    if isinstance(field, BooleanField):
        return bool
    return int if isinstance(field, (IntegerField, ForeignKey)) else None


def asked(statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
    """The answer to a statement."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def asked_whole(width: int, statement: str, *parameters: Any) -> list[Sequence[Any]]:
    """As `asked`, for an answer of many rows of so many numbers and words.

    Before each row SQLite lets other threads on, and each that computes goes on for a while: so there a long answer is one row.
    """
    if connection.vendor != "sqlite":
        return list(asked(statement, *parameters))
    names = ", ".join(f"c{at}" for at in range(width))
    whole = f"WITH answer({names}) AS ({statement}) SELECT json_group_array(json_array({names})) FROM answer"
    ((document,),) = asked(whole, *parameters)
    found: list[Sequence[Any]] = json.loads(document)
    return found


def told(statement: str, *parameters: Any) -> int:
    """Send a statement that has no answer; returns how many rows it concerned."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def _all_written(count: int, rows: Sequence[object]) -> None:
    if count != len(rows):
        raise AlreadyThereError(f"{len(rows) - count} of {len(rows)} rows are there already.")


streams = Rows(Stream, without=("state", "frozen_salt"))
_events = Rows(Event, without=("scenario",))
_entries = Rows(Entry)
_dues = Rows(Due)
_sheets = Rows(Sheet)
_receipts = Rows(Sheet, without=("body",))
_seats = Rows(Seat)
STREAM_AND_EVENT = (
    f"SELECT {streams.columns}, {_events.columns} FROM control_stream "
    "LEFT OUTER JOIN control_event ON control_event.stream_id = control_stream.id WHERE"
)


def locked(stream_id: int) -> Stream:
    """A stream's row without its state, locked until the commit (on SQLite the IMMEDIATE transaction is the lock).

    An event's stream knows its event, without the scenario, which is long and never changes.

    Raises:
        Stream.DoesNotExist: there is no such stream.
    """
    lock = "FOR UPDATE OF control_stream" if connection.features.has_select_for_update_of else ""
    found = asked(f"{STREAM_AND_EVENT} control_stream.id = %s {lock}", stream_id)
    if not found:
        raise Stream.DoesNotExist(f"There is no stream {stream_id}.")
    return _with_event(found[0])


def locked_for(events: Collection[int]) -> dict[int, Stream]:
    """The streams of these events, by event, each as `locked`; many at once are locked in the order of their numbers."""
    if not events:
        return {}
    lock = "FOR NO KEY UPDATE OF control_stream" if connection.features.has_select_for_update_of else ""
    places = ", ".join(["%s"] * len(events))
    found = asked(f"{STREAM_AND_EVENT} control_event.id IN ({places}) ORDER BY control_stream.id {lock}", *events)
    return {stream.event.pk: stream for stream in map(_with_event, found)}


def event(event_id: int) -> Event:
    """An event with its stream, without what is long: the scenario and the state.

    Raises:
        Event.DoesNotExist: there is no such event.
    """
    found = asked(f"{STREAM_AND_EVENT} control_event.id = %s", event_id)
    if not found:
        raise Event.DoesNotExist(f"There is no event {event_id}.")
    return _with_event(found[0]).event


def _with_event(row: Sequence[Any]) -> Stream:
    own = len(streams.names)
    stream = streams.made(row[:own])
    if row[own] is not None:
        stream.event = _events.made(row[own:])
    return stream


def seat(event_id: int, key: str, device: str) -> tuple[Seat, bool] | None:
    """A seat with its event and that one's stream, without what is long, and whether the device was signed out."""
    found = asked(
        f"SELECT {_seats.columns}, {streams.columns}, {_events.columns}, "
        "EXISTS (SELECT 1 FROM control_deviceout WHERE control_deviceout.device = %s) FROM control_seat "
        "JOIN control_event ON control_event.id = control_seat.event_id "
        "JOIN control_stream ON control_stream.id = control_event.stream_id "
        "WHERE control_seat.event_id = %s AND control_seat.key = %s",
        device,
        event_id,
        key,
    )
    if not found:
        return None
    own = len(_seats.names)
    row = _seats.made(found[0][:own])
    row.event = _with_event(found[0][own:-1]).event
    return row, bool(found[0][-1])


def receipts_of(event_id: int, seat: str, most: int) -> list[Sheet]:
    """A seat's newest sheets, the newest month first and of each kind the newest revision first, without what is in them."""
    own = "event_id = %s AND seat = %s ORDER BY month DESC, kind, revision DESC LIMIT %s"
    return _receipts.where(own, event_id, seat, most)


def newest_sheet(event_id: int, kind: str, month: int, seat: str) -> Sheet | None:
    """The newest revision of a seat's sheet, late or not."""
    own = "event_id = %s AND kind = %s AND month = %s AND seat = %s ORDER BY revision DESC LIMIT 1"
    return next(iter(_sheets.where(own, event_id, kind, month, seat)), None)


def head_of(stream_id: int) -> tuple[int, str]:
    """How far a stream's journal is, and the hash of its last entry; 0 and nothing where there is none."""
    found = asked("SELECT head, hash FROM control_stream WHERE id = %s", stream_id)
    return (int(found[0][0]), str(found[0][1])) if found else (0, "")


def answers_to(stream: Stream, actor: str, command_id: UUID) -> tuple[Entry, ...]:
    """What a command that was given before has brought about; nothing when it is new."""
    # In the order of their parts, which is theirs in the journal too: by seq, SQLite would walk through the whole of it.
    by_command = "stream_id = %s AND actor = %s AND command_id = %s ORDER BY part"
    return tuple(_entries.where(by_command, stream.pk, actor, _entries.value("command_id", command_id)))


def entries_between(stream: Stream, first: int, last: int) -> list[Entry]:
    """The entries of a stream from one to another, both among them, in order."""
    return _entries.where("stream_id = %s AND seq >= %s AND seq <= %s ORDER BY seq", stream.pk, first, last)


def append(entries: Sequence[Entry]) -> None:
    """Write entries.

    Raises:
        AlreadyThereError: there is an entry with one of these numbers, or this answer to this command, already.
    """
    _entries.add(entries)


def move_head(stream: Stream, before: int, state: bytes, encoding: str) -> None:
    """Let the stream's row name the new head with its state; `before` is the head that it names now.

    Raises:
        RuntimeError: it names another one; what was written behind `before` must not be committed.
    """
    moved = told(
        "UPDATE control_stream SET head = %s, hash = %s, state = %s, encoding = %s WHERE id = %s AND head = %s",
        stream.head,
        stream.hash,
        streams.value("state", state),
        encoding,
        stream.pk,
        before,
    )
    if not moved:
        raise RuntimeError(f"{stream} is not at entry {before} any more")


def newest_revisions(event_id: int, kind: str, month: int, seats: Collection[str]) -> dict[str, int]:
    """The newest revision of each of these seats' sheets; a seat that has sent none is left out."""
    places = ", ".join(["(%s)"] * len(seats))
    newest = "SELECT MAX(revision) FROM control_sheet WHERE event_id = %s AND kind = %s AND month = %s AND seat = asked.column1"
    found = asked_whole(2, f"SELECT asked.column1, ({newest}) FROM (VALUES {places}) AS asked", event_id, kind, month, *seats)
    return {seat: revision for seat, revision in found if revision is not None}


def seats_with_sheet(event_id: int, kind: str, month: int, *, late: bool) -> list[str]:
    """Whose sheet is here, in time or late; one that was entered from paper once is not yet."""
    which = "event_id = %s AND kind = %s AND month = %s AND late = %s AND NOT pending"
    found = asked_whole(1, f"SELECT DISTINCT seat FROM control_sheet WHERE {which}", event_id, kind, month, late)
    return [seat for (seat,) in found]


def dues_of(stream: Stream) -> list[Due]:
    """What the clock must do by itself in this stream."""
    return _dues.where("stream_id = %s", stream.pk)


def put_due(due: Due) -> None:
    """Let this be due, instead of what was due under the same word before."""
    told(
        "INSERT INTO control_due (stream_id, what, at, kind, body) VALUES (%s, %s, %s, %s, %s) "
        "ON CONFLICT (stream_id, what) DO UPDATE SET at = excluded.at, kind = excluded.kind, body = excluded.body",
        due.stream_id,
        due.what,
        _dues.value("at", due.at),
        due.kind,
        due.body,
    )


def drop_due(stream: Stream, what: str) -> None:
    """Let this be due no more."""
    told("DELETE FROM control_due WHERE stream_id = %s AND what = %s", stream.pk, what)


# === rows added once ====================================================================================================

# A row that others may add at the same moment: one of them does, and the database is led into no error. What fails on a
# unique index PostgreSQL writes into its log. So whoever may come second asks for the row to be added unless it is there, and
# looks what stood there.


def added(row: Model) -> bool:
    """Insert a row, which learns its number, unless one that excludes it is there; whether it was inserted.

    Who listens for rows of its model hears of it as of any other that is saved.
    """
    rows = Rows(type(row))
    for each in rows.fields:
        if not each.primary_key:
            each.pre_save(row, add=True)  # the moment at which it was added, where the model notes that
    told = {"sender": type(row), "instance": row, "raw": False, "using": row._state.db or DEFAULT_DB_ALIAS, "update_fields": None}
    pre_save.send(**told)
    try:
        rows.add([row])
    except AlreadyThereError:
        return False
    post_save.send(**told, created=True)
    return True


def put(row: Model, *, per: Sequence[str], over: Sequence[str]) -> None:
    """Write the one row that there is for each value of the fields `per`; where it is there, only its fields `over` are written.

    Nobody who listens for rows of its model hears of it.
    """
    type(row)._default_manager.bulk_create([row], update_conflicts=True, unique_fields=per, update_fields=over)
