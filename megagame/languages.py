"""Languages of the console: English in the code, and every language with a catalogue."""

from __future__ import annotations

from pathlib import Path

LOCALE = Path(__file__).resolve().parent / "locale"
SERVER, SCRIPTS = "django", "djangojs"


def languages() -> list[str]:
    """Languages with a catalogue, besides English."""
    return sorted(path.parent.parent.name for path in LOCALE.glob(f"*/LC_MESSAGES/{SERVER}.po"))
