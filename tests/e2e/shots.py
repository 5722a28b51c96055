"""Take pictures of every main screen in every phase: `python -m tests.e2e.shots OUTDIR [day|war]`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django


def main(arguments: list[str]) -> None:
    """Take the pictures of the named tour, or of all tours."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "megagame.settings")
    django.setup()  # the tours give commands, which are made of models
    from tests.e2e.tours import TOURS, take_pictures

    if not 1 <= len(arguments) <= 2 or not set(arguments[1:]) <= set(TOURS):
        sys.exit(f"Name the folder for the pictures, and a tour if not all: python -m tests.e2e.shots OUTDIR [{'|'.join(TOURS)}]")
    take_pictures(Path(arguments[0]), arguments[1:] or tuple(TOURS))


if __name__ == "__main__":
    main(sys.argv[1:])
