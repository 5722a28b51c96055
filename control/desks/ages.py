"""How long things have waited: what is marked, and when."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from control.day import handoffs
from control.day.decisions import asking as decisions
from control.day.state import DayState

LONG = timedelta(minutes=2)
TOO_LONG = timedelta(minutes=5)


def age_of(waited: timedelta) -> str:
    """How a page marks what has waited so long: not at all, "warn", or "bad"."""
    return "bad" if waited >= TOO_LONG else "warn" if waited >= LONG else ""


def waiting_since(state: DayState, sits_at: Callable[..., bool]) -> tuple[datetime, ...]:
    """Since when each thing waits for somebody: the decisions of the own desks, and what these have to take over."""
    return (
        *(each.since for each in decisions.waiting(state) if sits_at(each.desk)),
        *(each.at for each in handoffs.untaken(state) if sits_at(each.to)),
    )
