"""May a sealed sheet be sent now, and until when: what a kind of sheet answers for a player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """May a sheet be sent now? `closes_at` is a deadline that is certain, or the moment it closed; else None."""

    open: bool
    month: int
    closes_at: datetime | None = None
    sentence: str = ""
    rule: str = ""
