"""A debrief's document, read: what is none, or not whole, or of another time, is refused with one sentence that says where."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from control.debrief.export.document import FORMAT, VERSION, DebriefFile, Front

MOST: Final = 200_000_000  # bytes of a document, unpacked; a day of 20,000 entries has a tenth of it
PACKED, ZIP = b"\x1f\x8b", b"PK\x03\x04"
NOTHING: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # a sign that no text has, and that PostgreSQL does not store


class FileError(Exception):
    """A file is no debrief that can be read here; the message is one sentence for whoever holds it."""


def read(path: Path) -> DebriefFile:
    """What the file says. It may be packed by gzip.

    Raises:
        FileError: there is none, or it cannot be read.
    """
    name = path.name
    body = _bytes(path)
    try:
        front = msgspec.json.decode(body, type=Front)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise FileError(_no_json(name, body, wrong)) from wrong
    if front.format != FORMAT:
        raise FileError(f"{name} is no file of a debrief.")
    if front.version > VERSION:
        newer = f"{name} was written by a newer release of the console ({front.release}, format {front.version})"
        raise FileError(f"{newer}; this one reads formats up to {VERSION}.")
    if sign := NOTHING.search(body):
        line = body.count(b"\n", 0, sign.start()) + 1
        raise FileError(f"{name} does not hold what it should: a sign in line {line} stands in no text (NUL).")
    try:
        return msgspec.json.decode(body, type=DebriefFile)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise FileError(f"{name} does not hold what it should: {wrong}.") from wrong


def _no_json(name: str, body: bytes, wrong: Exception) -> str:
    if "truncated" in str(wrong) and body.lstrip()[:1] == b"{":
        lines = body.count(b"\n")
        return f"{name} is cut off in line {lines + 1}; get it once more."
    return f"{name} is no file of a debrief: it is not JSON ({wrong})."


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as found:
            begin = found.read(4)
            found.seek(0)
            if begin == ZIP:
                raise FileError(f"{path.name} is a ZIP archive; a debrief is brought in from its JSON file.")
            if begin[:2] == PACKED:
                with gzip.open(found) as unpacked:
                    return _at_most(unpacked, path.name)
            return _at_most(found, path.name)
    except FileNotFoundError as missing:
        raise FileError(f"There is no file {path}.") from missing
    except (OSError, EOFError, gzip.zlib.error) as wrong:  # type: ignore[attr-defined]
        raise FileError(f"{path.name} cannot be read: {wrong}.") from wrong


def _at_most(found: BinaryIO | gzip.GzipFile, name: str) -> bytes:
    body = found.read(MOST + 1)
    if len(body) > MOST:
        raise FileError(f"{name} is too large: a debrief has at most {MOST // 1_000_000} MB.")
    return body
