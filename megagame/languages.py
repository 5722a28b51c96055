"""Which languages the console speaks: English as it is written, and every language that has a catalogue."""

from __future__ import annotations

from pathlib import Path

LOCALE = Path(__file__).resolve().parent / "locale"
SERVER, SCRIPTS = "django", "djangojs"


def languages() -> list[str]:
    """The languages that have a catalogue, besides English."""
    return sorted(path.parent.parent.name for path in LOCALE.glob(f"*/LC_MESSAGES/{SERVER}.po"))
