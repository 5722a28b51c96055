"""Spreadsheets made for tests."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

from openpyxl import Workbook


def book(rows: Sequence[Sequence[object]], *, title: str = "Casting", before: Sequence[str] = (), cover: str = "") -> bytes:
    """An XLSX file with these rows, behind empty sheets called `before`, or with `cover` on them."""
    made = Workbook()
    made.remove(made.active)
    for name in before:
        made.create_sheet(name).append([cover] if cover else [])
    sheet = made.create_sheet(title)
    for row in rows:
        sheet.append(list(row))
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def with_parts(content: bytes, parts: Mapping[str, bytes]) -> bytes:
    """The same archive with some parts replaced or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            if info.filename not in parts:
                new.writestr(info.filename, old.read(info))
        for name, part in parts.items():
            new.writestr(name, part)
    return out.getvalue()
