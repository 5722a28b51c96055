"""How long things have waited: what is marked, and when."""

from __future__ import annotations

from datetime import timedelta

LONG = timedelta(minutes=2)
TOO_LONG = timedelta(minutes=5)


def age_of(waited: timedelta) -> str:
    """How a page marks what has waited so long: not at all, "warn", or "bad"."""
    return "bad" if waited >= TOO_LONG else "warn" if waited >= LONG else ""
