"""What all tests of secrets share."""

from __future__ import annotations

import pytest
from django.test import client


@pytest.fixture(autouse=True)
def pages_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They ask for pages by the thousand and read their bytes alone: nobody copies what each template was given."""
    monkeypatch.setattr(client, "store_rendered_templates", lambda *_arguments, **_named: None)
