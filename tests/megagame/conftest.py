"""Fixture for log tests: flood filters start without the counts of other tests."""

from __future__ import annotations

import logging

import pytest

LIMITED = ("django.request", *(f"django.security.{kind}" for kind in ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent")))


@pytest.fixture
def fresh_log(monkeypatch) -> None:
    """Reset the flood filters of the log."""
    for name in LIMITED:
        for flood in logging.getLogger(name).filters:
            monkeypatch.setattr(flood, "_ends", 0.0)
