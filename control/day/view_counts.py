"""When each sheet was counted last, as the control team sees it."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.counts import differences_words
from control.day.state import DayState, Stage
from control.engine.language import say
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCount:
    """The last count of a sheet in words, "" for none. `due`: not in this round yet, and now would be a good time."""

    words: str
    due: bool


def last_count(state: DayState, viewer: Viewer, sheet: str) -> LastCount:
    """Who has counted a sheet when; for the control team. Between the steps of two rounds nothing moves on the tables."""
    if not viewer.staff:
        return LastCount(words="", due=False)
    clock, count = state.clock, state.counts.get(sheet)
    calm = clock.phase is not None and state.frame.phase(clock.phase).choice and clock.month > 1
    due = clock.stage is Stage.PLAYING and calm and (count is None or count.month < clock.month)
    if count is None:
        return LastCount(words="", due=due)
    words = say(
        "{parts} of {of} counted in {round} by {name}: {differences}",
        parts=count.parts,
        of=count.of,
        round=state.frame.round_words(count.month),
        name=count.by,
        differences=differences_words(count.differences),
    )
    return LastCount(words=words, due=due)


def usual_reason(state: DayState) -> str:
    """What stands as the reason of a correction until somebody writes another."""
    return say("counted in {round}", round=state.frame.round_words(state.clock.month)) if state.clock.month else say("counted")
