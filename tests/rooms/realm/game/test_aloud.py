"""Reasons of a scheme in words for others than the two Houses: every reason that says "you" has a second wording."""

from __future__ import annotations

import re
from inspect import signature

import pytest

from control.engine.reasons import Reason
from rooms.realm.game.scheme_effects import outcomes as declared
from rooms.realm.game.scheme_effects.outcomes import ALOUD, indirect_speech

TO_SOMEBODY = re.compile(r"\byou(r|rs)?\b", re.IGNORECASE)
VALUES = {"count": 2, "power": 2, "month": 2, "favors": 1, "room": "war"}
MADE = {
    made.code: made
    for each in vars(declared).values()
    if hasattr(each, "__wrapped__")
    for made in (each(*(VALUES.get(name, "Wolf") for name in signature(each).parameters)),)
}


def test_every_reason_of_a_scheme_is_asked():
    assert set(ALOUD) < set(MADE)


@pytest.mark.parametrize("code", sorted(MADE))
def test_to_anybody_else_no_sentence_says_you(code):
    told = MADE[code]

    said = indirect_speech(told, "Cat")

    assert not TO_SOMEBODY.search(said)
    assert (code in ALOUD) == (said != str(told)) == ("Cat" in said)


@pytest.mark.parametrize("told", ["As an earlier release stored it.", Reason("schemes.gone-long-ago")])
def test_what_has_no_other_wording_stays(told):
    assert indirect_speech(told, "Cat") == str(told)
