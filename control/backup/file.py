"""Backup file: compressed lines of JSON with a digest at the end, so that an incomplete file is detected.

It contains sealed sheets, hashes of codes and passwords, and by default the key that signs phones' cookies and badges. With it,
anybody can impersonate anybody, so only the file's owner may read it. See docs/operating-an-event.md.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
from django.conf import settings

from control import system_time
from control.backup.rows import ModelTable, read_consistently, tables_of
from control.engine import language
from control.models import Event, Stream
from control.watch.addresses import own_root

FORMAT = 1
SUFFIX = ".backup"
AT_ONCE = 1_000  # rows in memory while a file is written
LONGEST_LINE = 32_000_000  # most bytes of one row; a long day's state needs a hundredth of it
UNPACKED = 100  # highest compression ratio; a real day has about ten
ROOM = 50_000_000  # bytes to which a file of any size may unpack


class BackupError(Exception):
    """The file is not a complete backup. The message is one sentence for the user."""


class StoredHead(msgspec.Struct, frozen=True):
    """Head of a journal: last entry, and digest of the state's bytes there."""

    key: str
    seq: int
    digest: str


class Header(msgspec.Struct, frozen=True):
    """First line: event and time. `key`: signing key, empty if it is not exported. `mark`: fingerprint of the key in both cases."""

    format: int
    event: int
    name: str
    slug: str
    made_at: datetime
    heads: tuple[StoredHead, ...]
    key: str
    mark: str
    address: str  # address of the console for phones


class TableHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table and columns of the following rows."""

    table: str
    columns: tuple[str, ...]


class LastLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Last line: the digest."""

    end: str


def digest_of(body: bytes) -> str:
    """Digest of a state's bytes, to compare states across computers."""
    return hashlib.sha256(body).hexdigest()


def key_fingerprint(key: str) -> str:
    """Fingerprint of a signing key, which does not reveal it."""
    return hashlib.sha256(b"megagame.backup:" + key.encode()).hexdigest()[:16]


def write(event: Event, path: Path) -> Header:
    """Write the event's current state to a file. The file is complete or absent.

    Raises:
        BackupError: it is a rehearsal, which is never written to a file.
    """
    if event.rehearses_id is not None:
        raise BackupError("A rehearsal is thrown away, and kept in no file.")
    unfinished = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            header = _write_lines(event, out)
            out.flush()
            os.fsync(out.fileno())
        move_into_place(unfinished, path)
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()
    return header


def move_into_place(unfinished: Path, path: Path) -> None:
    """Rename a finished file to its final name, durably."""
    unfinished.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network shares cannot sync a folder
            os.fsync(folder)
    finally:
        os.close(folder)


def copy(path: Path, folder: Path) -> Path:
    """Copy the file to a second folder. The folder must exist: an empty mount point is not the expected stick.

    Raises:
        OSError: it cannot be written there.
    """
    if not folder.is_dir():
        raise NotADirectoryError(language.say("there is no folder {folder}", folder=folder))
    unfinished = folder / f".{path.name}.{uuid4().hex[:8]}"
    try:
        with path.open("rb") as source, open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            shutil.copyfileobj(source, out)
            out.flush()
            os.fsync(out.fileno())
        move_into_place(unfinished, folder / path.name)
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return folder / path.name


def header_of(path: Path) -> Header:
    """First line of a backup.

    Raises:
        BackupError: it is not a backup, or has another format.
    """
    return _header(next(_lines(path), b""), path)


def check_whole(path: Path) -> None:
    """Read the file to its end and check its digest.

    Raises:
        BackupError: it is cut off or damaged.
    """
    seen, last = hashlib.sha256(), b""
    for line in _lines(path):
        seen.update(last)
        last = line
    try:
        told = msgspec.json.decode(last, type=LastLine).end
    except msgspec.MsgspecError:
        told = ""
    if told != seen.hexdigest():
        raise BackupError(f"{path.name} is cut off or damaged; take the one before it.")


def rows_in(path: Path) -> Iterator[tuple[TableHead, Sequence[Sequence[Any]]]]:
    """Rows of the file in batches, each with its table."""
    lines = _lines(path)
    _header(next(lines, b""), path)
    table: TableHead | None = None
    rows: list[Sequence[Any]] = []
    for line in lines:
        if line.startswith(b"["):
            rows.append(msgspec.json.decode(line))
        if table is not None and rows and (len(rows) >= AT_ONCE or not line.startswith(b"[")):
            yield table, rows
            rows = []
        if line.startswith(b'{"table"'):
            table = msgspec.json.decode(line, type=TableHead)


def _write_lines(event: Event, out: Any) -> Header:
    seen = hashlib.sha256()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=5, filename="", mtime=0) as zipped, read_consistently():

        def say(document: object) -> None:
            line = msgspec.json.encode(document) + b"\n"
            seen.update(line)
            zipped.write(line)

        tables = tables_of(event)
        header = _header_for(event, tables)
        say(header)
        for table in tables:
            say(TableHead(table=table.label, columns=table.columns))
            for row in table.rows.order_by("pk").values_list(*table.columns).iterator(chunk_size=AT_ONCE):
                say(row)
        zipped.write(msgspec.json.encode(LastLine(end=seen.hexdigest())) + b"\n")
    return header


def _header_for(event: Event, tables: Sequence[ModelTable]) -> Header:
    rows = next(table.rows for table in tables if table.model is Stream)
    heads = rows.order_by("pk").values_list("key", "head", "state")
    return Header(
        format=FORMAT,
        event=event.pk,
        name=event.name,
        slug=event.slug,
        made_at=system_time.now(),
        heads=tuple(StoredHead(str(key), seq, digest_of(bytes(state))) for key, seq, state in heads),
        key=settings.SECRET_KEY if settings.BACKUP_KEY else "",
        mark=key_fingerprint(settings.SECRET_KEY),
        address=own_root(),
    )


def _header(line: bytes, path: Path) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.MsgspecError as wrong:
        raise BackupError(f"{path.name} is no backup of an event.") from wrong
    if header.format != FORMAT:
        raise BackupError(f"{path.name} was written by another version of the console (format {header.format}, not {FORMAT}).")
    return header


def _lines(path: Path) -> Iterator[bytes]:
    """Lines of a file, up to the size that a backup may have: a few bytes could unpack to gigabytes."""
    try:
        left = ROOM + UNPACKED * path.stat().st_size
        with gzip.open(path, "rb") as packed:
            while line := packed.readline(LONGEST_LINE + 1):
                left -= len(line)
                if left < 0 or len(line) > LONGEST_LINE:
                    raise BackupError(f"{path.name} is no backup: it unpacks to far more than one of its size holds.")
                yield line
    except FileNotFoundError as missing:
        raise BackupError(f"There is no file {path}.") from missing
    except (OSError, EOFError, gzip.zlib.error) as wrong:  # type: ignore[attr-defined]
        raise BackupError(f"{path.name} is no backup, or a damaged one: {wrong}.") from wrong
