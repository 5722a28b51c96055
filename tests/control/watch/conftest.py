"""Fixtures of the desks' tests, shared here: the small event and the people at its desks."""

from __future__ import annotations

from tests.control.desks.conftest import action, day, nothing_told, organizer, running, sits, war

__all__ = ("action", "day", "nothing_told", "organizer", "running", "sits", "war")
