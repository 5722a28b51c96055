"""Who hears of what happens at a table: everybody at it looks again, and what each may read stands in the words."""

from __future__ import annotations

from typing import Any

from control.engine.modules import Invalidation


def at_table(_happened: Any, _state: Any) -> tuple[Invalidation, ...]:
    """Everybody at the table looks again."""
    return (Invalidation(topic="table"),)
