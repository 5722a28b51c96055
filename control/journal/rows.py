"""Prepared SQL for the rows that every command reads and writes, and inserts that tolerate concurrent ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
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

# The statements that every command sends, as SQL composed once. The ORM builds a statement anew each time, which takes ten times
# the processor time of the database's answer. Rarer queries go through the ORM. Columns, their order and conversions come from the
# models: a new field needs no line here. Only the insert of many rows at once differs between SQLite and PostgreSQL.


M = TypeVar("M", bound=Model)
R = TypeVar("R")

MOST_PARAMETERS = 10_000  # parameters of one statement, if the database names no limit
UNLESS_THERE = "ON CONFLICT DO NOTHING"  # avoids a database error, which PostgreSQL would log with all values


class AlreadyThereError(IntegrityError):
    """At least one of these rows exists already. No database error has happened; the caller rolls the other rows back."""


class ModelRows(Generic[M]):
    """Rows of one model, read and written by prepared SQL. A row loads the fields in `without` only when they are used."""

    def __init__(self, model: type[M], *, without: Collection[str] = ()) -> None:
        self.model = model
        self.fields: list[Field[Any, Any]] = [each for each in model._meta.concrete_fields if each.name not in without]
        self.names = [each.attname for each in self.fields]
        self.table = model._meta.db_table
        self.columns = ", ".join(f'"{self.table}"."{each.column}"' for each in self.fields)

    def value(self, name: str, value: object) -> Any:
        """A field's value, prepared for the database."""
        return self.model._meta.get_field(name).get_db_prep_value(value, connection)  # type: ignore[union-attr]

    def where(self, how: str, *parameters: Any) -> list[M]:
        """The rows for which `how` holds: SQL behind WHERE, with `%s` for each parameter, already prepared for the database."""
        return [self.made(row) for row in fetch_rows(f'SELECT {self.columns} FROM "{self.table}" WHERE {how}', *parameters)]

    def made(self, row: Sequence[Any]) -> M:
        """Build a model instance from one row of `columns`."""
        values = list(row)
        for at, column, convert in self._converters:
            for each in convert:
                values[at] = each(values[at], column, connection)
        return self.model.from_db(connection.alias, self.names, values)

    def add(self, rows: Sequence[M]) -> None:
        """Insert these rows; each gets its primary key.

        Raises:
            AlreadyThereError: one of them exists. The others may be written, so let the error roll the transaction back.
        """
        for statement, values, part in self._inserts(rows):
            keys = fetch_rows(f'{statement} RETURNING "id"', *values)
            _all_written(len(keys), part)
            for row, (number,) in zip(part, keys, strict=True):
                row.pk = number
                row._state.adding, row._state.db = False, connection.alias

    def put(self, rows: Sequence[object]) -> None:
        """Insert rows that need no primary key back: any objects with the model's attributes, all plain values.

        Raises:
            AlreadyThereError: as `add`.
        """
        if connection.vendor == "postgresql":
            self._put_whole(rows)
            return
        for statement, values, part in self._inserts(rows):
            _all_written(execute(statement, *values), part)

    def _put_whole(self, rows: Sequence[object]) -> None:
        """Insert the rows as one JSON parameter: psycopg takes longer to bind each value than to write them all."""
        new = [each for each in self.model._meta.concrete_fields if not each.primary_key]
        columns = ", ".join(f'"{each.column}"' for each in new)
        document = [{each.column: getattr(row, each.attname) for each in new} for row in rows]
        source = f'json_populate_recordset(NULL::"{self.table}", %s::json)'
        # The hook makes plain strings of string subclasses, such as Django's SafeString.
        statement = f'INSERT INTO "{self.table}" ({columns}) SELECT {columns} FROM {source} {UNLESS_THERE}'
        _all_written(execute(statement, msgspec.json.encode(document, enc_hook=str.__str__).decode()), rows)

    def _inserts(self, rows: Sequence[R]) -> Iterator[tuple[str, list[Any], Sequence[R]]]:
        """INSERT statements with their values, and the rows that each inserts."""
        new = [each for each in self.model._meta.concrete_fields if not each.primary_key]
        columns = ", ".join(f'"{each.column}"' for each in new)
        place = f"({', '.join(['%s'] * len(new))})"
        here = connections[connection.alias]  # the proxy's lookup for each value would take longer than most values
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
        """Converters from database values to Python's, by position in a row; columns without any are left out."""
        columns = [(at, Col(self.table, each)) for at, each in enumerate(self.fields)]
        found = [(at, col, [*connection.ops.get_db_converters(col), *col.get_db_converters(connection)]) for at, col in columns]
        return [(at, col, convert) for at, col, convert in found if convert]


def taken_as_it_is(field: Field[Any, Any]) -> type | None:
    """The Python type whose values need no conversion for this field; None if all do. Asking the field costs more than writing."""
    if isinstance(field, (CharField, TextField)):
        return str
    if isinstance(field, BooleanField):
        return bool
    return int if isinstance(field, (IntegerField, ForeignKey)) else None


def fetch_rows(statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
    """All rows that a statement returns."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def fetch_long_answer(width: int, statement: str, *parameters: Any) -> list[Sequence[Any]]:
    """As `fetch_rows`, for many rows of `width` numbers and strings.

    SQLite releases the GIL before each row, and another thread then computes for a while. So SQLite returns a long answer as one
    row.
    """
    if connection.vendor != "sqlite":
        return list(fetch_rows(statement, *parameters))
    names = ", ".join(f"c{at}" for at in range(width))
    whole = f"WITH answer({names}) AS ({statement}) SELECT json_group_array(json_array({names})) FROM answer"
    ((document,),) = fetch_rows(whole, *parameters)
    found: list[Sequence[Any]] = json.loads(document)
    return found


def execute(statement: str, *parameters: Any) -> int:
    """Run a statement that returns no rows; return the number of rows it affected."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def _all_written(count: int, rows: Sequence[object]) -> None:
    if count != len(rows):
        raise AlreadyThereError(f"{len(rows) - count} of {len(rows)} rows are there already.")


streams = ModelRows(Stream, without=("state", "frozen_salt"))
_events = ModelRows(Event, without=("scenario",))
_entries = ModelRows(Entry)
_dues = ModelRows(Due)
_sheets = ModelRows(Sheet)
_receipts = ModelRows(Sheet, without=("body",))
_seats = ModelRows(Seat)
NEWEST = (
    "control_sheet.month = %s AND NOT EXISTS (SELECT 1 FROM control_sheet AS newer WHERE newer.event_id = control_sheet.event_id "
    "AND newer.kind = control_sheet.kind AND newer.month = control_sheet.month AND newer.seat = control_sheet.seat "
    "AND newer.revision > control_sheet.revision)"
)  # of a sheet of this month
STREAM_AND_EVENT = (
    f"SELECT {streams.columns}, {_events.columns} FROM control_stream "
    "LEFT OUTER JOIN control_event ON control_event.stream_id = control_stream.id WHERE"
)


def lock_stream(stream_id: int) -> Stream:
    """Return a stream's row without its state, locked until the commit. (On SQLite the IMMEDIATE transaction is the lock.)

    The stream of an event carries the event without its scenario, which is long and never changes.

    Raises:
        Stream.DoesNotExist: there is no such stream.
    """
    lock = "FOR UPDATE OF control_stream" if connection.features.has_select_for_update_of else ""
    found = fetch_rows(f"{STREAM_AND_EVENT} control_stream.id = %s {lock}", stream_id)
    if not found:
        raise Stream.DoesNotExist(f"There is no stream {stream_id}.")
    return _with_event(found[0])


def lock_streams(events: Collection[int]) -> dict[int, Stream]:
    """Lock the streams of these events, each as `lock_stream`, in the order of their IDs. Return them by event ID."""
    if not events:
        return {}
    lock = "FOR NO KEY UPDATE OF control_stream" if connection.features.has_select_for_update_of else ""
    places = ", ".join(["%s"] * len(events))
    found = fetch_rows(f"{STREAM_AND_EVENT} control_event.id IN ({places}) ORDER BY control_stream.id {lock}", *events)
    return {stream.event.pk: stream for stream in map(_with_event, found)}


def event(event_id: int) -> Event:
    """An event with its stream, without the two long fields: scenario and state.

    Raises:
        Event.DoesNotExist: there is no such event.
    """
    found = fetch_rows(f"{STREAM_AND_EVENT} control_event.id = %s", event_id)
    if not found:
        raise Event.DoesNotExist(f"There is no event {event_id}.")
    return _with_event(found[0]).event


def membership(event_id: int, user_id: int) -> tuple[str, Event] | None:
    """The stored desks of an account in an event, and the event as `event` gives it; None without a membership."""
    found = fetch_rows(
        f"SELECT {streams.columns}, {_events.columns}, control_membership.desks FROM control_membership "
        "JOIN control_event ON control_event.id = control_membership.event_id "
        "JOIN control_stream ON control_stream.id = control_event.stream_id "
        "WHERE control_membership.event_id = %s AND control_membership.user_id = %s",
        event_id,
        user_id,
    )
    return (str(found[0][-1]), _with_event(found[0][:-1]).event) if found else None


def _with_event(row: Sequence[Any]) -> Stream:
    own = len(streams.names)
    stream = streams.made(row[:own])
    if row[own] is not None:
        stream.event = _events.made(row[own:])
    return stream


def seat(event_id: int, key: str, device: str) -> tuple[Seat, bool] | None:
    """A seat with its event and stream, without their long fields; and whether this device was signed out."""
    found = fetch_rows(
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


def receipts_of(event_id: int, seats: Collection[str], month: int, most: int) -> dict[str, list[Sheet]]:
    """The newest sheets of each seat, by month (newest first), then kind, then revision (newest first).

    The newest sheet of each kind of `month` is always among them, with its body. The others load theirs only when it is used.
    A seat without sheets is left out.
    """
    order = "month DESC, kind, revision DESC"
    numbered = (
        f"SELECT id, ROW_NUMBER() OVER (PARTITION BY seat ORDER BY CASE WHEN {NEWEST} THEN 0 ELSE 1 END, {order}) "
        f"AS place FROM control_sheet WHERE event_id = %s AND seat IN ({', '.join(['%s'] * len(seats))})"
    )
    found = fetch_rows(
        f"SELECT {_receipts.columns}, CASE WHEN {NEWEST} THEN body END FROM control_sheet "
        f"WHERE id IN (SELECT id FROM ({numbered}) AS own WHERE place <= %s) ORDER BY {order}",
        month,
        month,
        event_id,
        *seats,
        most,
    )
    by_seat: dict[str, list[Sheet]] = {}
    for *columns, body in found:
        sheet = _receipts.made(columns)
        if body is not None:
            sheet.body = body
        by_seat.setdefault(sheet.seat, []).append(sheet)
    return by_seat


def issues_of(event_id: int, seats: Collection[str], devices: Collection[str]) -> tuple[dict[str, int], frozenset[str]]:
    """The issue of each of these seats' newest codes, and which of these devices were signed out."""
    keys, outs = (", ".join(["%s"] * len(each)) for each in (seats, devices))
    issues = fetch_rows(f"SELECT key, issue FROM control_seat WHERE event_id = %s AND key IN ({keys})", event_id, *seats)
    gone = fetch_rows(f"SELECT device FROM control_deviceout WHERE device IN ({outs})", *devices)
    return {str(key): int(issue) for key, issue in issues}, frozenset(str(device) for (device,) in gone)


def newest_sheet(event_id: int, kind: str, month: int, seat: str) -> Sheet | None:
    """The newest revision of a seat's sheet, late or not."""
    own = "event_id = %s AND kind = %s AND month = %s AND seat = %s ORDER BY revision DESC LIMIT 1"
    return next(iter(_sheets.where(own, event_id, kind, month, seat)), None)


def head_of(stream_id: int) -> tuple[int, str]:
    """The seq and hash of a stream's head; (0, "") if there is no such stream."""
    found = fetch_rows("SELECT head, hash FROM control_stream WHERE id = %s", stream_id)
    return (int(found[0][0]), str(found[0][1])) if found else (0, "")


def answers_to(stream: Stream, actor: str, command_id: UUID) -> tuple[Entry, ...]:
    """The entries of a command that was given before; none if it is new."""
    # Parts have the same order as seqs. Sorting by seq would make SQLite walk through the whole journal.
    by_command = "stream_id = %s AND actor = %s AND command_id = %s ORDER BY part"
    return tuple(_entries.where(by_command, stream.pk, actor, _entries.value("command_id", command_id)))


def entries_between(stream: Stream, first: int, last: int) -> list[Entry]:
    """The entries from `first` to `last`, both included, in order."""
    return _entries.where("stream_id = %s AND seq >= %s AND seq <= %s ORDER BY seq", stream.pk, first, last)


def append(entries: Sequence[Entry]) -> None:
    """Write entries.

    Raises:
        AlreadyThereError: an entry with one of these seqs, or of the same command and part, exists.
    """
    _entries.add(entries)


def move_head(stream: Stream, before: int, state: bytes, encoding: str) -> None:
    """Store the new head and its state in the stream's row; `before` is the head that the row names now.

    Raises:
        RuntimeError: the row names another head; what was written must not be committed.
    """
    moved = execute(
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
    """The newest revision of each seat's sheet; seats without a sheet are left out."""
    places = ", ".join(["(%s)"] * len(seats))
    newest = "SELECT MAX(revision) FROM control_sheet WHERE event_id = %s AND kind = %s AND month = %s AND seat = asked.column1"
    found = fetch_long_answer(2, f"SELECT asked.column1, ({newest}) FROM (VALUES {places}) AS asked", event_id, kind, month, *seats)
    return {seat: revision for seat, revision in found if revision is not None}


def seats_with_sheet(event_id: int, kind: str, month: int, *, late: bool) -> list[str]:
    """Seats whose sheet has arrived, in time or `late`. A pending sheet (entered from paper only once) does not count."""
    which = "event_id = %s AND kind = %s AND month = %s AND late = %s AND NOT pending"
    found = fetch_long_answer(1, f"SELECT DISTINCT seat FROM control_sheet WHERE {which}", event_id, kind, month, late)
    return [seat for (seat,) in found]


def dues_of(stream: Stream) -> list[Due]:
    """The due rows of this stream."""
    return _dues.where("stream_id = %s", stream.pk)


def dues_until(at: datetime) -> list[Due]:
    """The due rows of all streams up to this time, oldest first."""
    return _dues.where("at <= %s ORDER BY at", _dues.value("at", at))


def put_due(due: Due) -> None:
    """Write a due row; it replaces the row with the same `what`."""
    execute(
        "INSERT INTO control_due (stream_id, what, at, kind, body) VALUES (%s, %s, %s, %s, %s) "
        "ON CONFLICT (stream_id, what) DO UPDATE SET at = excluded.at, kind = excluded.kind, body = excluded.body",
        due.stream_id,
        due.what,
        _dues.value("at", due.at),
        due.kind,
        due.body,
    )


def drop_due(stream: Stream, what: str) -> None:
    """Delete a due row."""
    execute("DELETE FROM control_due WHERE stream_id = %s AND what = %s", stream.pk, what)


# === rows added once ====================================================================================================

# Two processes may add the same row at once. One succeeds; the other must cause no database error, because PostgreSQL logs each
# violation of a unique index. So the row is inserted unless it exists, and the caller then looks at the existing row.


def insert_if_new(row: Model) -> bool:
    """Insert a row unless one that conflicts exists. Return whether it was inserted; then it has its primary key.

    Signals are sent as for any saved row.
    """
    rows = ModelRows(type(row))
    for each in rows.fields:
        if not each.primary_key:
            each.pre_save(row, add=True)  # sets timestamps such as auto_now_add
    signal = {
        "sender": type(row),
        "instance": row,
        "raw": False,
        "using": row._state.db or DEFAULT_DB_ALIAS,
        "update_fields": None,
    }
    pre_save.send(**signal)
    try:
        rows.add([row])
    except AlreadyThereError:
        return False
    post_save.send(**signal, created=True)
    return True


def upsert(*stored: Model, per: Sequence[str], over: Sequence[str]) -> None:
    """Insert or update rows of one model that are unique in the fields `per`; existing rows get only the fields `over`.

    No signals are sent.
    """
    if stored:
        type(stored[0])._default_manager.bulk_create(stored, update_conflicts=True, unique_fields=per, update_fields=over)
