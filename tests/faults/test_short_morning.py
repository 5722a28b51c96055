"""The short morning under fire: one month of seconds, twelve phones, two kills."""

from __future__ import annotations

import asyncio

import pytest

from tests.faults.morning import Plan, lived
from tests.faults.schedule import LONGEST, strikes

pytestmark = pytest.mark.services


def test_a_morning_under_fire_loses_doubles_and_tells_nothing():
    verdict = asyncio.run(lived(Plan.short(seed=1)))

    assert not verdict.wrong, f"\n{verdict}"
    assert dict(verdict.figures)["kills"] != "none"


def test_the_same_seed_strikes_the_same_and_every_part_in_turn():
    parts = ["web", "worker", "redis"]

    first, again, other = (list(strikes(seed, parts, most=9)) for seed in (1, 1, 2))

    assert first == again
    assert first != other
    assert [sorted(each.part for each in first[at : at + 3]) for at in (0, 3, 6)] == [sorted(parts)] * 3
    assert all(0 < each.dead <= LONGEST for each in first)
    assert {each.ahead is None for each in first} == {True, False}
