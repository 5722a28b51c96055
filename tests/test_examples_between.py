"""Vocabulary of examples for decisions and hand-offs, and its error messages."""

from __future__ import annotations

import pytest

from rooms.realm.examples.nodes import ExampleError
from tests.test_examples import played

STARVING = """
name: A starving House is asked
rules: [R-66]
given: {units: {sus: {bear: 2}, aka: {bear: 1}}, effects: [{kind: famine, houses: [bear]}]}
when: [{end: {war: recruit}}, %s]
then: %s
"""
HANDED = """
name: Something is handed over
rules: [GE-EVT-15]
when: [{hands over: {from: war control, to: court control, what: A law falls}}]
then: {hand offs: %s}
"""


@pytest.mark.parametrize(
    ("when", "then", "problem"),
    [
        ("{decides: {war-1-famine-bear: aka}}", "{decided: {war-1-famine-bear: sus}}", "expected 'sus', found 'aka'"),
        (
            "{decides: {war-1-famine-bear: aka}}",
            "{decided: {war-1-famine-bear: {option: aka, by: default}}}",
            "by: expected 'default', found 'War Control'",
        ),
        ("{decides: {war-1-famine-bear: aka}}", "{decided: {war-1-famine-cat: aka}}", "it is not there"),
    ],
)
def test_an_answer_that_came_out_otherwise_is_told(when, then, problem):
    assert problem in " ".join(played(STARVING % (when, then)).problems)


@pytest.mark.parametrize(
    ("when", "wrong"),
    [
        ("{decides: {war-1-famine-cat: aka}}", "nobody asks this; asked are war-1-famine-bear"),
        ("{decides: {war-1-famine-bear: {option: aka, of: me}}}", "'of' is unknown"),
        ("{hands over: {from: war control, to: every desk, what: x}}", "name one desk"),
        ("{takes over: the cook}", "'the cook' is unknown"),
    ],
)
def test_what_cannot_be_played_is_told_with_its_place(when, wrong):
    assert wrong in " ".join(told(STARVING % (when, "{waits: none}")))


def told(text: str) -> tuple[str, ...]:
    """Problems of an example, whether it cannot be read or its expectations fail."""
    try:
        return played(text).problems
    except ExampleError as wrong:
        return (str(wrong),)


@pytest.mark.parametrize(
    ("expected", "fits"),
    [
        ("[{from: war control, to: court control, what: A law falls}]", True),
        ("[{to: court control}]", True),
        ("[{to: war control}]", False),
        ("none", False),
        ("[{to: court control}, {to: ceremony}]", False),
    ],
)
def test_what_lies_between_desks_is_compared_whole(expected, fits):
    assert (played(HANDED % expected).problems == ()) is fits
