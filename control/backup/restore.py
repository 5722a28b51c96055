"""Restore a file to rows, and prove that they are the event: its journals, folded from the start, give the stored states."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Field, Model
from msgspec import Struct

from control.backup.file import BackupError, Header, TableHead, check_whole, digest_of, header_of, rows_in
from control.day.clock.pauses import Pause
from control.day.state import DayStage
from control.engine.context import ORGANIZER_ONLY, Actor
from control.engine.language import later, say
from control.journal import chain, desk, journal
from control.models import Event, Membership, Stream
from control.people import audit, group_desks
from control.people.audit import AuditKind

TAKEOVER = Actor(name="takeover", desks=ORGANIZER_ONLY)
TAKEOVER_IDS = uuid.UUID("0d6f6b0b-6b0e-4b6e-9f0e-3a1f5a2f7c11")
NO_MORE: Mapping[str, frozenset[str]] = {"control.event": frozenset({"deadline"})}  # unused columns of earlier releases
CLOCK_STOPPED = later("Control’s computer was changed; play goes on from here in a moment")


class Restored(Struct, frozen=True, kw_only=True):
    """Result of a restore: header, event, number of rows."""

    header: Header
    event: Event
    rows: int


def existing_data_words() -> str:
    """Existing contents of this database in words. Empty if an event may be restored into it."""
    events = ", ".join(f"{event.name}" for event in Event.real.only("name")[:3])
    if events:
        return f"an event ({events})"
    return "accounts of a control team" if User.objects.exists() else ""


def restore(path: Path) -> Restored:
    """Restore the rows of a file into this database, which must be unused. All of them are written, or none.

    Raises:
        BackupError: the file is incomplete, does not fit this release, or its journals were changed or do not give its states.
    """
    check_whole(path)
    header = header_of(path)
    count, models = 0, set[type[Model]]()
    with transaction.atomic():
        for table, rows in rows_in(path):
            model = _model_of(table, path)
            gone = [at for at, name in enumerate(table.columns) if name in NO_MORE.get(table.table, ())]
            if gone:
                table = TableHead(table=table.table, columns=tuple(_drop_columns(table.columns, gone)))
                rows = [_drop_columns(row, gone) for row in rows]
            _insert(model, _fields_of(model, table, path), rows)
            models.add(model)
            count += len(rows)
        connection.check_constraints()
        _set_sequences(sorted(models, key=lambda model: model._meta.label))
        if Membership not in models:  # from a release in which desks were groups
            group_desks.groups_to_memberships(apps)
        journal.forget()
        event = Event.objects.select_related("stream").get(pk=header.event)
        _check_states(header, path)
        audit.log_line(AuditKind.RESTORED, event.pk, about=path.name, made=header.made_at.isoformat(timespec="seconds"))
    journal.forget()
    return Restored(header=header, event=event, rows=count)


def stop_clock(restored: Restored) -> bool:
    """Pause the event's clock as of the time of the backup. Return whether it ran.

    Later changes of the first computer's clock are unknown here, and a phase must not end before its players are back.
    """
    stream = restored.event.stream
    stream.refresh_from_db()
    clock = journal.head(stream).state.clock
    if clock.stage is not DayStage.PLAYING or clock.paused:
        return False
    made_at = restored.header.made_at
    at = min(made_at, clock.deadline) if clock.deadline else made_at
    command_id = uuid.uuid5(TAKEOVER_IDS, f"{stream.key} {made_at.isoformat()}")
    desk.perform(stream_id=stream.pk, command=Pause(reason=say(CLOCK_STOPPED)), by=TAKEOVER, command_id=command_id, at=at)
    return True


def _check_states(header: Header, path: Path) -> None:
    """Check that each stored state equals the first computer's, byte for byte, and that the journal gives it again from the start.

    A state from an earlier release is compared after conversion to today's encoding.
    """
    streams = {str(stream.key): stream for stream in Stream.objects.all()}
    for head in header.heads:
        stream = streams.get(head.key)
        if stream is None or stream.head != head.seq or digest_of(bytes(stream.state)) != head.digest:
            raise BackupError(f"{path.name} does not hold the state that the event was in.")
        if not stream.head:
            continue
        found = chain.check(stream)
        if broken := found.broken_at:
            raise BackupError(f"{path.name}: the journal of {stream} was changed at entry {broken}: its chain is broken there.")
        if found.frozen_wrong:
            raise BackupError(f"{path.name}: the scenario or content of {stream} was changed: {found.frozen_wrong}.")
        again = journal.play_of(stream).encode(journal.state_at(stream, stream.head, from_zero=True))
        try:
            stored = journal.reencode_state(stream, bytes(stream.state), stream.encoding)
        except msgspec.ValidationError as wrong:
            raise BackupError(f"{path.name} holds a state that this version of the console cannot read: {wrong}") from wrong
        if again != stored:
            raise BackupError(f"{path.name}: the journal of {stream} gives another state than the one stored with it.")


def _model_of(table: TableHead, path: Path) -> type[Model]:
    try:
        return apps.get_model(table.table)
    except LookupError as missing:
        raise BackupError(f"{path.name} holds {table.table}, which this version of the console does not know.") from missing


def _fields_of(model: type[Model], table: TableHead, path: Path) -> list[Field[Any, Any]]:
    known = {field.attname: field for field in model._meta.concrete_fields}
    strange = [name for name in table.columns if name not in known]
    if strange:
        raise BackupError(f"{path.name} holds {table.table}.{strange[0]}, which this version of the console does not know.")
    return [known[name] for name in table.columns]


def _drop_columns(row: Sequence[Any], gone: Sequence[int]) -> list[Any]:
    return [value for at, value in enumerate(row) if at not in gone]


def _insert(model: type[Model], fields: Sequence[Field[Any, Any]], rows: Sequence[Sequence[Any]]) -> None:
    made = [model(**{field.attname: field.to_python(value) for field, value in zip(fields, row, strict=True)}) for row in rows]
    columns = model._meta.concrete_fields  # columns missing in the file get their defaults
    size = connection.ops.bulk_batch_size(columns, made) or len(made)
    for start in range(0, len(made), size):
        # Raw insert: `save` would change their timestamps.
        model._base_manager._insert(  # type: ignore[attr-defined]
            made[start : start + size], fields=columns, using=connection.alias, raw=True
        )


def _set_sequences(models: Sequence[type[Model]]) -> None:
    """Set the id sequences behind the restored rows."""
    with connection.cursor() as cursor:
        for line in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(line)
