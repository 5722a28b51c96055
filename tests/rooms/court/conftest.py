"""The small event of the desks' tests, for the tests of this room's own desk."""

from __future__ import annotations

from tests.control.desks.conftest import day, nothing_told, running, sits

__all__ = ["day", "nothing_told", "running", "sits"]
