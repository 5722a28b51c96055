"""Where what is exported goes: a file that is there whole or not at all, or a download that is never in memory whole."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, TypeAlias
from uuid import uuid4

from django.http import FileResponse
from django.utils import timezone

from control import steady
from control.backup.file import settle
from control.models import Event

Writer: TypeAlias = Callable[[Event, BinaryIO], None]


def named(event: Event, what: str) -> str:
    """How a file of this event is called: "long-ago-12-20261127-debrief.json"."""
    return f"{event.slug}-{timezone.localtime(steady.now()):%Y%m%d}-{what}"


def new_file(path: Path, fill: Callable[[BinaryIO], None]) -> None:
    """Write a file that only its owner reads: it holds the secrets of a day."""
    unfinished = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            fill(out)
            out.flush()
            os.fsync(out.fileno())
        settle(unfinished, path)
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()


class Download(FileResponse):
    """A file that is sent block by block, under a server of either kind: what Django would do is to read it whole first."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        blocks = iter(self)
        while block := await asyncio.to_thread(next, blocks, b""):
            yield block


def download(event: Event, write: Writer, what: str, kind: str) -> Download:
    """What `write` writes, as a download; it lies in a file without a name until it has been sent.

    Raises:
        Refused: as `write` does.
    """
    out = tempfile.TemporaryFile()  # noqa: SIM115  # the response closes it
    try:
        write(event, out)
        out.seek(0)
    except BaseException:
        out.close()
        raise
    return Download(out, as_attachment=True, filename=named(event, what), content_type=kind)
