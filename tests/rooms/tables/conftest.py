"""Toy game for tests with Django: registered with its deck and fragments as long as a test needs it.

Many tests in this folder need no Django, so this module imports it only inside fixtures.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.rooms.tables.shop import Phone

HERE = Path(__file__).parent


@pytest.fixture
def toy(db, settings, tmp_path, monkeypatch):
    """The toy as the only registered game."""
    from django.core.cache import cache
    from django.template import engines

    from control.registry import labs
    from rooms.tables import access, registry, story
    from tests.rooms.tables.shop import APP

    deck = tmp_path / "fixtures" / "toy" / "numbers.yaml"
    deck.parent.mkdir(parents=True)
    deck.write_text("9311 9322 9333 9344 9355 9366 9377 9388")
    settings.BASE_DIR = tmp_path
    monkeypatch.setattr(engines["django"].engine, "dirs", [HERE / "templates"])  # other settings would parse all templates again
    monkeypatch.setattr(registry, "_apps", {})
    monkeypatch.setattr(labs, "_labs", {})
    for each in (registry.content_of, registry.content_in, registry.engine_of, access.content_at):
        each.cache_clear()
    cache.clear()
    story.forget()
    registry.register("toy", lambda: APP)
    yield APP
    for each in (registry.content_of, registry.content_in, registry.engine_of, access.content_at):
        each.cache_clear()
    story.forget()


@pytest.fixture
def anna(toy) -> Phone:
    return _phone("Anna")


@pytest.fixture
def boris(toy) -> Phone:
    return _phone("Boris")


@pytest.fixture
def clara(toy) -> Phone:
    return _phone("Clara")


def _phone(name: str) -> Phone:
    from tests.rooms.tables.shop import Phone

    return Phone().named(name)
