"""Possessives and lists of words, in English and in a language with other rules."""

from __future__ import annotations

import pytest

from control.engine import language
from control.engine.language import listed
from rooms.tables.game.names import possessive

GERMAN = {"{name}’s": "{name}s", "and": "und"}


@pytest.fixture
def german(monkeypatch):
    """A translator that knows little German."""
    monkeypatch.setattr(language, "_one", lambda sentence: GERMAN.get(sentence, sentence))
    monkeypatch.setattr(language, "_in_context", lambda context, sentence: "{name}’" if "x, z or ß" in context else sentence)


def test_in_english_a_name_in_s_alone_takes_nothing_but_the_apostrophe():
    assert [possessive(name) for name in ("Anna", "Boris", "Max", "Franz")] == ["Anna’s", "Boris’", "Max’s", "Franz’s"]


def test_in_german_names_in_x_and_z_do_so_too(german):
    assert [possessive(name) for name in ("Anna", "Boris", "Max", "Franz")] == ["Annas", "Boris’", "Max’", "Franz’"]


def test_the_word_before_the_last_is_said_or_given(german):
    assert listed(["Anna", "Boris", "Clara"]) == "Anna, Boris und Clara"
    assert listed(["Anna", "Boris"], "oder") == "Anna oder Boris"
    assert (listed(["Anna"]), listed([])) == ("Anna", "")
