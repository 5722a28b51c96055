"""Lost news of another process, and news that comes late: every screen has the current clock."""

from __future__ import annotations

import asyncio

from control.live.hub import ClockFacts, Facts, Hub, News


class Screen:
    def __init__(self) -> None:
        self.frames: list[str] = []

    def write(self, frame: object) -> None:
        self.frames.append(str(getattr(frame, "text", frame)))

    def close(self, code: int) -> None:
        raise AssertionError(code)


def clock(phase: str) -> ClockFacts:
    return ClockFacts(
        stage="playing",
        title="Month 1",
        month=1,
        phase=phase,
        phase_name=phase,
        deadline=None,
        left_ms=None,
        paused=False,
        reason="",
        rooms={},
    )


def test_the_clock_that_went_on_by_lost_news_comes_with_the_next():
    async def told() -> list[str]:
        hub, screen = Hub(asyncio.get_running_loop()), Screen()
        hub.join(screen, 1, frozenset({"all"}), Facts(seq=3, clock=clock("return")))
        hub.deliver(News(place=1, topics={"all": ("news",)}, seq=4, clock=clock("return")))
        hub.deliver(News(place=1, topics={"all": ("news",)}, seq=9, clock=clock("ceremony")))
        return screen.frames

    same, later = asyncio.run(told())

    assert '"clock"' not in same
    assert "ceremony" in later
    assert '"clock"' in later


def test_news_that_comes_after_newer_news_brings_the_newer_clock():
    """Two threads publish what they have committed; the second one may be first. A screen takes the clock that came last."""

    async def told() -> list[str]:
        hub, screen = Hub(asyncio.get_running_loop()), Screen()
        hub.join(screen, 1, frozenset({"all"}), Facts(seq=3, clock=clock("return")))
        hub.deliver(News(place=1, topics={"all": ("clock",)}, seq=5, clock=clock("ceremony")))
        hub.deliver(News(place=1, topics={"all": ("clock", "news")}, seq=4, clock=clock("return")))
        return screen.frames

    newer, late = asyncio.run(told())

    assert "ceremony" in newer
    assert "news" in late
    assert "ceremony" in late
    assert "return" not in late


def test_a_journal_that_went_back_is_told_once_and_what_comes_after_it_counts_from_there():
    async def after() -> tuple[Hub, list[str]]:
        hub, screen = Hub(asyncio.get_running_loop()), Screen()
        hub.join(screen, 1, frozenset({"all"}), Facts(seq=9, clock=clock("return")))
        hub.go_back(1, Facts(seq=4, clock=clock("action")))
        return hub, screen.frames

    hub, [told] = asyncio.run(after())

    assert hub.told[1] == hub.known[1].seq == 4
    assert '"awake"' in told
    assert "action" in told


def test_a_screen_of_an_event_overhears_a_table_until_it_is_gone():
    async def told() -> tuple[list[str], Hub]:
        hub, screen = Hub(asyncio.get_running_loop()), Screen()
        hub.join(screen, 1, frozenset({"all", "seat:cat-1"}), Facts(seq=3, clock=clock("return")))
        hub.overhear(screen, "table:k7qm4", Facts(seq=2))
        assert hub.places == {1, "table:k7qm4"}
        hub.deliver(News(place="table:k7qm4", topics={"all": ("table",), "seat:cat-1": ("secret",)}, seq=3))
        hub.deliver(News(place=1, topics={"seat:cat-1": ("strip",)}, seq=4))
        hub.leave(screen)
        hub.deliver(News(place="table:k7qm4", topics={"all": ("table",)}, seq=4))
        return screen.frames, hub

    frames, hub = asyncio.run(told())

    assert [("table" in frame, "strip" in frame) for frame in frames] == [(True, False), (False, True)]
    assert (hub.places, hub.known, hub.told) == (frozenset(), {}, {})
