"""Garbage collection of all objects waits for a calm moment, but not for ever."""

from __future__ import annotations

import gc
import json
import subprocess
import sys

import pytest

from megagame import garbage


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def searched(monkeypatch):
    """Counts of garbage collections, young and full. The young count is what Python's statistics report."""
    figures = {"young": 0, "all": 0}
    monkeypatch.setattr(gc, "get_stats", lambda: [{"collections": figures["young"]}])
    monkeypatch.setattr(gc, "collect", lambda: figures.__setitem__("all", figures["all"] + 1))
    return figures


def test_a_calm_process_searches_once_in_a_while(searched):
    clock = Clock()
    tidying_ = garbage.Tidying(clock)

    clock.now = garbage.BETWEEN - 1
    assert not tidying_.look()
    clock.now = garbage.BETWEEN
    assert tidying_.look()
    clock.now += 1
    assert not tidying_.look()
    assert searched["all"] == 1


def test_a_busy_process_does_not_until_it_is_calm(searched):
    clock = Clock()
    tidying_ = garbage.Tidying(clock)
    clock.now = garbage.BETWEEN
    for _second in range(5):
        clock.now += 1
        searched["young"] += garbage.CALM + 1
        assert not tidying_.look()

    searched["young"] += garbage.CALM
    assert tidying_.look()


def test_one_that_is_never_calm_does_it_all_the_same(searched):
    clock = Clock()
    tidying_ = garbage.Tidying(clock)
    times = []
    while clock.now < 2.5 * garbage.LONGEST:
        clock.now += 1
        searched["young"] += 100
        if tidying_.look():
            times.append(clock.now)

    assert times == [garbage.LONGEST, 2 * garbage.LONGEST]


def test_a_start_waits_for_no_collection(searched, monkeypatch):
    for name in ("freeze", "set_threshold"):
        monkeypatch.setattr(gc, name, lambda *_numbers: None)
    monkeypatch.setattr(garbage.Tidying, "start", lambda self: None)
    garbage.tune_garbage_collection()
    assert searched["all"] == 0


MAKE_MUCH = """
import gc, json, threading, time, weakref
from megagame import garbage

searches = [0, 0, 0]

def count(phase, info):
    searches[info["generation"]] += phase == "stop"

gc.callbacks.append(count)
garbage.LOOK_EVERY, garbage.BETWEEN = 0.01, 3600.0
garbage.tune_garbage_collection()
start, kept = searches[2], []
for each in range(1_500_000):
    kept.append([each])
busy, garbage.BETWEEN = searches[2] - start, 0.0
deadline = time.monotonic() + 300
class Circle: pass
circle = Circle(); circle.itself = circle; gone = weakref.ref(circle); del circle
while gone() is not None and time.monotonic() < deadline:
    time.sleep(0.01)
daemons = [thread.daemon for thread in threading.enumerate() if thread.name == "tidying"]
print(json.dumps([busy, gone() is None, daemons]))
"""


def test_in_a_real_process_a_rush_brings_no_thorough_search_and_the_calm_behind_it_does():
    ended = subprocess.run([sys.executable, "-c", MAKE_MUCH], capture_output=True, text=True, check=True)

    busy, found, daemon = json.loads(ended.stdout)
    assert busy == 0  # eight full collections without `garbage.Tidying`
    assert found
    assert daemon == [True]
