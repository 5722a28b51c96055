"""Fixtures for all tests of secrets."""

from __future__ import annotations

import pytest
from django.test import client

from control.watch import machine_checks
from tests.services import PATIENCE


@pytest.fixture(autouse=True)
def pages_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store no template contexts: these tests read thousands of pages and only their bytes."""
    monkeypatch.setattr(client, "store_rendered_templates", lambda *_arguments, **_named: None)


@pytest.fixture(autouse=True)
def patient_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take no slow answer for a fault. *Preflight* checks the machine when it is read, and a busy one would change its lines."""
    for bound in ("WITHIN", "SLOW_LAYER", "SLOW_DATABASE"):
        monkeypatch.setattr(machine_checks, bound, PATIENCE)
