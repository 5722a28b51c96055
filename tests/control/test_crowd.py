"""Who stands in a line is served in the order of coming; a crowd goes through together, and whoever goes alone parts it."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from control.journal import crowd
from control.journal.crowd import Lines

PATIENCE = 120.0


class Gate:
    """A line whose first is held until the others have come."""

    def __init__(self) -> None:
        self.lines: Lines[int] = Lines()
        self.served: list[list[int] | str] = []
        self.holds, self.opens = threading.Event(), threading.Event()

    def serve(self, take) -> None:
        self.served.append(take())

    def hold(self) -> str:
        self.holds.set()
        assert self.opens.wait(PATIENCE)
        return "held"

    def waiting(self, many: int) -> None:
        end = time.monotonic() + PATIENCE
        while len(self.lines._lines.get("key", ())) < many:
            assert time.monotonic() < end
            time.sleep(0.001)


@pytest.fixture
def gate():
    return Gate()


def come(pool, gate, each):
    """One more in line: a number goes with others, a word alone."""
    there = len(gate.lines._lines["key"])
    if isinstance(each, str):
        coming = pool.submit(gate.lines.alone, "key", lambda: gate.served.append(each))
    else:
        coming = pool.submit(gate.lines.together, "key", each, gate.serve)
    gate.waiting(there + 1)
    return coming


@pytest.mark.parametrize("seed", range(5))
def test_all_are_served_once_in_the_order_in_which_they_came(gate, seed):
    dice = random.Random(seed)
    coming = [each if dice.random() < 0.7 else f"alone {each}" for each in range(20)]
    with ThreadPoolExecutor(30) as pool:
        held = pool.submit(gate.lines.alone, "key", gate.hold)
        assert gate.holds.wait(PATIENCE)
        asked = [come(pool, gate, each) for each in coming]
        gate.opens.set()
        assert held.result(PATIENCE) == "held"
        for each in asked:
            each.result(PATIENCE)

    flat = [each for group in gate.served for each in ([group] if isinstance(group, str) else group)]
    assert flat == coming
    groups = [group for group in gate.served if not isinstance(group, str)]
    apart = sum(isinstance(each, int) and (not at or isinstance(coming[at - 1], str)) for at, each in enumerate(coming))
    assert len(groups) == apart  # whoever stood beside each other went together
    assert not gate.lines._lines


def test_no_more_go_together_than_may(gate, monkeypatch):
    monkeypatch.setattr(crowd, "MOST", 2)
    with ThreadPoolExecutor(8) as pool:
        pool.submit(gate.lines.alone, "key", gate.hold)
        assert gate.holds.wait(PATIENCE)
        asked = [come(pool, gate, each) for each in range(5)]
        gate.opens.set()
        for each in asked:
            each.result(PATIENCE)

    assert gate.served == [[0, 1], [2, 3], [4]]


def test_who_fails_before_the_lock_fails_alone_and_the_next_one_leads(gate):
    def fails(take):
        raise LookupError

    with ThreadPoolExecutor(8) as pool:
        pool.submit(gate.lines.alone, "key", gate.hold)
        assert gate.holds.wait(PATIENCE)
        first = pool.submit(gate.lines.together, "key", 0, fails)
        gate.waiting(2)
        others = [come(pool, gate, each) for each in (1, 2)]
        gate.opens.set()
        with pytest.raises(LookupError):
            first.result(PATIENCE)
        for each in others:
            each.result(PATIENCE)

    assert gate.served == [[1, 2]]
    assert not gate.lines._lines


def test_other_keys_wait_for_nobody_and_who_leads_is_known(gate):
    led = []
    with ThreadPoolExecutor(2) as pool:
        pool.submit(gate.lines.alone, "key", gate.hold)
        assert gate.holds.wait(PATIENCE)
        gate.lines.together("other", 1, lambda take: led.append((gate.lines.leads, take())))
        gate.opens.set()

    assert led == [(True, [1])]
    assert not gate.lines.leads
