"""Returning players read what was played for them: by the clock after their time ran out, or by a bot."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from control.engine.records import replace
from rooms.tables.registry import FactNote, LogLevel
from rooms.tables.screens.absence import Meanwhile, meanwhile_of
from rooms.tables.story import TableStoryLine

ROUND, TURN, SMALL = FactNote(level=LogLevel.ROUND), FactNote(level=LogLevel.TURN, player=0), FactNote(player=0, small=True)
OWN, BOT, CLOCK = "guest:anna", "bots", "clock"


def lines(*told: dict) -> list[TableStoryLine]:
    """The log of a table at which Anna sits on the first chair."""
    usual = {"name": "", "label": "", "at": None, "moves": True}
    found = []
    for seq, line in enumerate(told, start=1):
        fields = {**usual, "seq": seq, "command_id": seq, "actor": BOT, **line}
        words = fields.pop("words", "")
        fields["player"] = fields["note"].player if "note" in fields else None
        found.append(TableStoryLine(**fields, sentences=words if isinstance(words, tuple) else (words, words)))
    return found


def read(told: list[TableStoryLine], bot: str = "", monkeypatch=None) -> Meanwhile | None:
    state = SimpleNamespace(play=object(), chairs=[SimpleNamespace(bot=bot)])
    person = SimpleNamespace(actor=SimpleNamespace(seat="guest:anna"))
    door = SimpleNamespace(person=person, chair=0, state=state, table=SimpleNamespace(kind="toy"))
    return meanwhile_of(door, told)


@pytest.fixture(autouse=True)
def _actor(monkeypatch, toy):
    monkeypatch.setattr("rooms.tables.screens.absence.actor_key", lambda actor: actor.seat)


LATE = {"actor": CLOCK, "late": (0,), "defaults": ("your turn ends.",), "moves": False, "words": "The time of Anna was out."}
JOKE = {"actor": CLOCK, "note": SMALL, "words": "Anna has done enough politics."}
BOT_CAME = {"actor": "guest:boris", "bot_for": 0, "moves": False, "words": "A bot plays for Anna."}
DEED = {"note": FactNote(player=0), "words": "Anna plays “Tax”."}
ACTED = {"actor": OWN, "note": FactNote(player=0), "words": "Anna plays “Peace”."}


def test_whose_time_ran_out_reads_what_happens_by_itself_and_no_joke():
    log = lines(ACTED, {**LATE, "command_id": 9}, {**JOKE, "command_id": 9})

    assert read(log) == Meanwhile(bot=False, since="", default="your turn ends.", played=())


def test_what_only_its_player_is_told_is_told_again():
    drew = {**JOKE, "words": ("You draw “Tax”.", "Anna draws a card."), "command_id": 9}

    assert read(lines(ACTED, {**LATE, "command_id": 9}, drew)).played == ("You draw “Tax”.",)


def test_who_comes_back_from_a_bot_reads_what_it_did_and_since_when():
    log = lines({"note": ROUND}, ACTED, LATE, {"note": ROUND}, BOT_CAME, {"note": TURN, "words": "Anna’s turn"}, DEED, JOKE)

    assert read(log) == Meanwhile(bot=True, since="Round 2", default="", played=("Anna plays “Tax”.",))


def test_nothing_is_said_while_the_bot_plays_nor_after_the_next_own_action():
    log = lines(ACTED, LATE, BOT_CAME, DEED)

    assert read(log, bot="steady") is None
    assert read([*log, replace(log[0], seq=9, command_id=9)]) is None


def test_a_bot_that_has_done_nothing_yet_leaves_the_time_that_ran_out():
    assert not read(lines(ACTED, LATE, BOT_CAME)).bot
    assert read(lines(ACTED, BOT_CAME)) is None


def test_a_time_that_ran_out_after_the_bot_is_what_is_said():
    assert not read(lines(ACTED, BOT_CAME, DEED, LATE)).bot
