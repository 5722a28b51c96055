"""The log as a test finds it: what other tests have sent within the same minute is no flood."""

from __future__ import annotations

import logging

import pytest

LIMITED = ("django.request", *(f"django.security.{kind}" for kind in ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent")))


@pytest.fixture
def fresh_log(monkeypatch) -> None:
    """Filters against floods that have counted nothing yet."""
    for name in LIMITED:
        for flood in logging.getLogger(name).filters:
            monkeypatch.setattr(flood, "_ends", 0.0)
