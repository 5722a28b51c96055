"""Turns: in order; a crowd delays nobody and gives way to a page, but not for ever."""

from __future__ import annotations

import asyncio
import time

import pytest

from control.live import page_priority
from control.live.page_priority import CROWD, PageInWork, Turns
from tests.services import PATIENCE


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(page_priority, "time", clock)
    return clock


@pytest.fixture
def way(monkeypatch):
    way = PageInWork()
    monkeypatch.setattr(page_priority, "way", way)
    return way


async def rounds(number: int) -> None:
    for _round in range(number):
        await asyncio.sleep(0)


def test_what_others_do_comes_between_two_turns_and_nothing_changes_places(clock, way):
    done: list[str] = []

    def act(thing: str) -> None:
        done.append(thing)
        clock.now += page_priority.TURN * 0.6

    async def crowd() -> None:
        loop = asyncio.get_running_loop()
        line = Turns(loop, act)
        for number in range(6):
            line.put(f"phone {number}")
        loop.call_soon(done.append, "page")
        await rounds(8)

    asyncio.run(crowd())

    assert done == ["phone 0", "phone 1", "page", "phone 2", "phone 3", "phone 4", "phone 5"]


def test_what_fails_holds_up_nobody(way):
    done: list[int] = []
    failed: list[BaseException] = []

    def act(number: int) -> None:
        if number == 1:
            raise ValueError("one of them")
        done.append(number)

    async def crowd() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: failed.append(context["exception"]))
        line = Turns(loop, act)
        for number in range(4):
            line.put(number)
        await rounds(4)
        line.put(4)
        await rounds(2)

    asyncio.run(crowd())

    assert done == [0, 2, 3, 4]
    assert [str(each) for each in failed] == ["one of them"]


def test_from_other_threads_too(way):
    done: list[int] = []

    async def crowd() -> None:
        line = Turns(asyncio.get_running_loop(), done.append)
        await asyncio.gather(
            *(asyncio.to_thread(lambda at=at: [line.put(at * 100 + each) for each in range(100)]) for at in range(5))
        )
        await rounds(3)

    asyncio.run(crowd())

    assert sorted(done) == list(range(500))
    assert [each for each in done if each < 100] == list(range(100))


def test_a_crowd_gives_way_to_a_page_and_a_few_do_not(way):
    assert not way.is_given(1000)
    with way.before_crowds():
        assert way.is_given(CROWD + 1)
        assert not way.is_given(CROWD)
    assert not way.is_given(1000)


def test_where_pages_are_made_without_end_a_crowd_does_not_wait_for_all_of_them(clock, way):
    with way.before_crowds():
        clock.now += page_priority.LONGEST / 2
        with way.before_crowds():
            assert way.is_given(1000)
            clock.now += page_priority.LONGEST / 2
            assert not way.is_given(1000), "one page or another has been made for so long"
    with way.before_crowds():
        assert way.is_given(1000)


def test_the_loop_goes_on_with_the_crowd_when_the_page_is_made(way):
    done: list[int] = []

    async def crowd() -> None:
        line = Turns(asyncio.get_running_loop(), done.append)
        with way.before_crowds():
            for number in range(CROWD + 1):
                line.put(number)
            await rounds(5)
            assert not done
        end = time.monotonic() + PATIENCE
        while not done and time.monotonic() < end:
            await asyncio.sleep(page_priority.LOOK_AGAIN)

    asyncio.run(crowd())

    assert done == list(range(CROWD + 1))
