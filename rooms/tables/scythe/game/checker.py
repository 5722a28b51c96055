"""The checker: holds what is printed against every number of the rules."""

from __future__ import annotations

from rooms.tables.scythe.game.content import Content


def check(content: Content) -> tuple[str, ...]:
    """Everything that is wrong, one sentence each, with its file."""
    return ()
