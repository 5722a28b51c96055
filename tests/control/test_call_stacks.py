"""Memory for nested calls: no depth takes and gives back memory with each call."""

from __future__ import annotations

import resource
import threading

import pytest

from control.call_stacks import roomy
from control.live.page_priority import TurnQueue

CALLS, DEEP = 50, 300
OFFSETS = range(0, 32, 2)  # where the chunks end depends on the frames below


def faults() -> int:
    """Pages of memory that this thread has got from the system."""
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt


def faults_at(depth: int) -> int:
    """Pages of memory that calls take at this depth, with everything else loaded."""
    if depth:
        return faults_at(depth - 1)
    before = faults()
    for _each in range(CALLS):
        faults()
    return faults() - before


def worst() -> int:
    """The most pages of memory that calls take at any depth."""
    return max([faults_at(depth) for depth in range(DEEP)])


def raised(work, slots: int):
    """The same work, begun this much higher."""

    def begin():
        return work()

    begin.__code__ = begin.__code__.replace(co_stacksize=begin.__code__.co_stacksize + slots)
    return begin


def in_a_thread(work) -> int:
    found = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


@pytest.mark.parametrize("slots", OFFSETS)
def test_calls_at_no_depth_take_memory_each_with_room(slots):
    assert in_a_thread(roomy(raised(worst, slots))) < CALLS


@pytest.mark.parametrize("slots", OFFSETS)
def test_threads_of_pages_have_room(slots):
    assert TurnQueue(1, "test", 1).submit("somebody", raised(worst, slots)).result() < CALLS


def test_a_function_with_room_keeps_its_name_and_its_errors():
    @roomy
    def divide(number: int, *, by: int) -> float:
        return number / by

    assert divide.__name__ == "divide"
    assert divide(6, by=3) == 2
    with pytest.raises(ZeroDivisionError):
        divide(1, by=0)
