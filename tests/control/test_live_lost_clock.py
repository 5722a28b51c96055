"""News of another process that got lost: the next news tells every screen how the clock stands now."""

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
