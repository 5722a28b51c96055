"""Absent players: who counts as away, what others may press then, and what a returning player reads."""

from __future__ import annotations

import pytest

from rooms.tables.game.absence import may_close_now
from tests.rooms.tables.shop import table_of
from tests.rooms.tables.test_away import SECOND, endless
from tests.rooms.tables.test_company import clockwork_ring_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(anna, boris, clara) -> str:
    """Anna hosts; Boris and Clara play too, with a minute for a turn."""
    code = anna.open(chairs="3", seconds="60")
    for phone in (boris, clara):
        phone.press(code, "sit")
    anna.press(code, "begin")
    return code


def test_a_bot_is_offered_for_nobody_who_still_has_time(anna, code):
    page = anna.look(code)

    assert "A bot for Boris: possible once their time has run out." in page
    assert "Let a bot play for Boris" not in page


def test_who_is_away_is_asked_for_once_more_and_reads_who_did_it(anna, boris, code, monkeypatch):
    from rooms.tables.game import play

    monkeypatch.setattr(play.Happening, "act", lambda self, player, action: None)
    clockwork_ring_once(table_of(code).stream)
    page = anna.look(code)

    assert page.index("Boris is away</summary>") < page.index("Let a bot play for Boris")

    anna.press(code, "bot", chair="1", bot="high")

    assert "Anna let a bot play for you." in boris.look(code)
    boris.press(code, "sit")
    boris.press(code, "stand", chair="1")
    assert "let a bot play for you" not in boris.look(code)


def test_a_guest_is_not_offered_to_close_a_table_whose_host_is_there(anna, boris, code):
    assert "Close the table" in anna.look(code)
    assert "Close the table" not in boris.look(code)

    table = endless()
    assert [may_close_now(table.state, each, table.now) for each in ("anna", "boris", "dora")] == [True, False, False]
    table.now += 180 * SECOND
    assert [may_close_now(table.state, each, table.now) for each in ("anna", "boris", "dora")] == [True, True, False]


def test_why_something_cannot_be_taken_back_is_said_to_who_did_it(anna, boris, code, monkeypatch):
    from rooms.tables import story
    from rooms.tables.game.engine import TableEngine
    from tests.rooms.tables.toy import Chosen

    binding = TableEngine.binding
    monkeypatch.setattr(
        TableEngine, "binding", lambda self, fact: "a card was drawn" if type(fact) is Chosen else binding(self, fact)
    )
    story.forget()
    anna.play(code)

    assert "This cannot be taken back: a card was drawn." in anna.look(code)
    assert "cannot be taken back" not in boris.look(code)
