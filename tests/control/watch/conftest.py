"""The same small event, and the same people at its desks, as for the desks themselves."""

from __future__ import annotations

from tests.control.desks.conftest import action, day, nothing_told, organizer, running, sits, war

__all__ = ("action", "day", "nothing_told", "organizer", "running", "sits", "war")
