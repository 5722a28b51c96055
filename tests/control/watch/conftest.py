"""Fixtures of the desks' tests, shared here: the small event and the people at its desks. No slow answer counts as a fault."""

from __future__ import annotations

import pytest

from control.watch import machine_checks, tracer
from tests.control.desks.conftest import action, day, nothing_told, organizer, running, sits, war
from tests.services import PATIENCE

__all__ = ("action", "day", "nothing_told", "organizer", "running", "sits", "war")


@pytest.fixture(autouse=True)
def patient_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take no slow answer for a fault: a busy machine would turn green lines red."""
    for bound in ("WITHIN", "SLOW_LAYER", "SLOW_DATABASE"):
        monkeypatch.setattr(machine_checks, bound, PATIENCE)
    for bound in ("SLOW", "PATIENCE"):
        monkeypatch.setattr(tracer, bound, PATIENCE)
