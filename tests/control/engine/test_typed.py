"""Typed text cannot affect the words around it."""

from __future__ import annotations

import pytest

from control.day.calls import CallControl, ControlCalled
from control.day.clock.pauses import Pause
from control.day.notices import Announce
from control.day.words import require_reason
from control.engine.refusal import Refused
from control.engine.typed_text import one_line, readable
from rooms.realm.papers.game.types import paper_from_form, parse
from tests.rooms.realm.game.play import CAT_1, player, running

TRICK = "pay\u202eyap\u202c now\x00\x1b[2J\u2066"


@pytest.mark.parametrize("sign", ["\u202e", "\u202a", "\u2067", "\u200f", "\u061c", "\x00", "\x08", "\x85", "\ud800"])
def test_signs_that_turn_or_break_text_go(sign):
    assert one_line(f"a{sign}b") == "ab"


@pytest.mark.parametrize("words", ["Müßig", "Łódź", "👩\u200d🚀", "שלום", "a – b “c”"])
def test_what_people_write_stays(words):
    assert readable(words) == words


def test_lines_stay_where_they_may():
    assert readable("one\ntwo") == readable("one\r\ntwo") == "one\ntwo"
    assert one_line(" one\n two ") == "one two"


def test_notes_reasons_and_calls_are_cleaned_where_they_come_in():
    paper = parse(b'{"type": "fines", "note": "a\\u202eb"}')
    typed = paper_from_form({"type": ["fines"], "field0": ["w\u202eolf"], "note": [TRICK]})

    assert paper.note == "ab"
    assert (typed.values, typed.note) == ((("wolf",),), "payyap now[2J")
    assert require_reason(TRICK) == "payyap now[2J"


def test_an_announcement_reaches_everybody_as_it_reads():
    """Regression: it kept characters that reverse the direction of the text behind it."""
    day = running()

    (announced,) = day.do(Announce(text=f" {TRICK}\n\u067e\u06cc\u200c\u062f\u06cc "))

    assert announced.text == "payyap now[2J\n\u067e\u06cc\u200c\u062f\u06cc"


@pytest.mark.parametrize("nothing", ["\u202e", " \u2067\u2069 ", "\x00"])
def test_an_announcement_that_nobody_sees_is_none(nothing):
    with pytest.raises(Refused, match="An announcement has 1 to 500 characters"):
        running().do(Announce(text=nothing))


def test_why_the_clock_stands_reads_as_it_stands():
    day = running()

    day.do(Pause(reason=TRICK))

    assert day.state.clock.pause_reason == "payyap now[2J"


def test_a_call_reaches_control_as_it_reads():
    day = running()

    (called,) = day.do(CallControl(seat=CAT_1, text=TRICK), player(CAT_1))

    assert isinstance(called, ControlCalled)
    assert called.text == "payyap now[2J"
