"""Fixtures for all tests of secrets."""

from __future__ import annotations

import pytest
from django.test import client


@pytest.fixture(autouse=True)
def pages_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store no template contexts: these tests read thousands of pages and only their bytes."""
    monkeypatch.setattr(client, "store_rendered_templates", lambda *_arguments, **_named: None)
