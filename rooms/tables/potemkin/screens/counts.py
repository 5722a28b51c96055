"""Things that are counted, in words."""

from __future__ import annotations

from control.engine.language import say_count


def cards(count: int) -> str:
    """ "1 card", "3 cards"."""
    return say_count("{count} card", "{count} cards", count)


def cubes(count: int) -> str:
    """ "1 cube", "3 cubes"."""
    return say_count("{count} cube", "{count} cubes", count)


def agents(count: int) -> str:
    """ "1 agent", "3 agents"."""
    return say_count("{count} agent", "{count} agents", count)


def points(count: int) -> str:
    """ "1 point", "3 points"."""
    return say_count("{count} point", "{count} points", count)
