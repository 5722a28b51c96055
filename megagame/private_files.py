"""Private files: database, journals, backups and key are readable by their owner only."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

# === private files ======================================================================================================


OTHERS = stat.S_IRWXG | stat.S_IRWXO


def create_private_files() -> None:
    """Make all files that this process creates readable by its user only."""
    os.umask(OTHERS)


def make_private(folder: Path) -> None:
    """Remove access that an earlier release left open: to the folder and its files, if this user owns them."""
    for path in (folder, *_files_in(folder)):
        with suppress(OSError):  # deleted meanwhile, owned by another user, or on a disk without permissions
            mode = path.lstat().st_mode
            if mode & OTHERS and not stat.S_ISLNK(mode):
                path.chmod(stat.S_IMODE(mode) & ~OTHERS)


def _files_in(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files):
            yield Path(root, name)
