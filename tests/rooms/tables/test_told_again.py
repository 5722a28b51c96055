"""Reasons of a cut-off and announcements at a table are stored as codes, so each hall reads them in its language."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from control.engine.upcasting import reader
from rooms.tables.game.announcements import SaidAloud, back_words
from rooms.tables.game.state import Chair, TableState, Until
from rooms.tables.game.table_closure import TableClosed, why_words
from tests.languages.spoken import speaking
from tests.rooms.tables.test_engine import ENGINE

LOCALE = Path(__file__).resolve().parents[3] / "megagame" / "locale"
WAYS = [
    ("the day is over", "Der Tag ist vorbei", Until(of="day")),
    ("month 1 has begun", "Monat 1 hat begonnen", Until(of="phase")),
    ("month 3 is over", "Monat 3 ist vorbei", Until(of="month", month=3)),
    ("Action, month 3, is over", "Aktion, Monat 3, ist vorbei", Until(of="phase", month=3, phase="action")),
    ("Return, month 12, is over", "Rückkehr, Monat 12, ist vorbei", Until(of="phase", month=12, phase="return")),
]


def stored(document: dict[str, object]) -> TableClosed:
    found = reader(TableClosed).decode(msgspec.json.encode(document))
    assert isinstance(found, TableClosed)
    return found


@pytest.mark.parametrize(("english", "german", "past"), WAYS)
def test_a_sentence_that_was_stored_becomes_what_it_said(english, german, past):
    for sentence in (english, german):
        assert stored({"why": sentence, "scores": [3, 5], "cut_off": True}) == TableClosed(scores=(3, 5), cut_off=True, past=past)


@pytest.mark.parametrize(("english", "_german", "past"), WAYS)
def test_it_reads_as_it_did(english, _german, past):
    assert why_words(TableClosed(cut_off=True, past=past)) == english


@pytest.mark.parametrize(
    "document",
    [
        {"why": "month 3 is over", "scores": [3, 5], "winners": [1]},  # a person typed it
        {"why": "The hall closes.", "scores": [3, 5], "cut_off": True},  # the console never said this
    ],
)
def test_what_somebody_typed_stays_as_it_is(document):
    closed = stored(document)

    assert (closed.why, closed.past) == (document["why"], None)
    assert why_words(closed) == document["why"]


def test_what_is_stored_today_is_read_as_it_is():
    closed = TableClosed(scores=(3, 5), cut_off=True, past=Until(of="month", month=3))

    assert reader(TableClosed).decode(msgspec.json.encode(closed)) == closed


def test_a_german_hall_tells_it_in_german():
    table = TableState(chairs=(Chair(name="Anna"), Chair(name="Boris")))
    closed = TableClosed(scores=(3, 5), cut_off=True, past=Until(of="phase", month=3, phase="action"))

    assert ENGINE.explain(closed, table) == "The table was cut off: Action, month 3, is over. As it stood: Anna 3, Boris 5."
    with speaking("de", LOCALE):
        assert "Aktion, Monat 3, ist vorbei" in ENGINE.explain(closed, table)


def test_what_was_taken_back_is_named_as_everybody_reads_it_now():
    said = SaidAloud(words="A phone fell down.", back=7)

    assert (
        back_words(said, "Anna has chosen") == "Control: “Anna has chosen” was taken back, with what followed. A phone fell down."
    )
    with speaking("de", LOCALE):
        assert "zurückgenommen" in back_words(said, "Anna hat gewählt")
