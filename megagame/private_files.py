"""Files that nobody else on the machine may read: the database, its journals, backups, the key, whatever a console writes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

# === private files ======================================================================================================


OTHERS = stat.S_IRWXG | stat.S_IRWXO


def from_now_on() -> None:
    """Let whatever this process makes from now on be its user's alone."""
    os.umask(OTHERS)


def close_to_others(folder: Path) -> None:
    """Take from others what an earlier release let them: the folder and what lies in it, as far as it is this user's."""
    for path in (folder, *_within(folder)):
        with suppress(OSError):  # it has gone meanwhile, is somebody else's, or lies on a disk without rights
            mode = path.lstat().st_mode
            if mode & OTHERS and not stat.S_ISLNK(mode):
                path.chmod(stat.S_IMODE(mode) & ~OTHERS)


def _within(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files):
            yield Path(root, name)
