"""What the clock will do by itself, and when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from control.day.clock.clocks import place_of
from control.day.clock.phases import EndPhase, held_by
from control.day.clock.steps import EndStep, ends_by_itself
from control.day.lateness import Taking, wait_at, wait_with
from control.day.news.drafts import DraftNews, SendNews, news_due
from control.day.state import DayState, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Something the clock will do by itself: at `at` it gives `command`."""

    at: datetime
    command: EndPhase | EndStep | DraftNews | SendNews


def dues(state: DayState, takings: Iterable[Taking] = ()) -> tuple[Due, ...]:
    """What the clock has to do, earliest first; nothing but news while it stands, and no end of a month that a hand-off
    holds.

    A step that takes sheets in (`takings`), or a phase that closes them, is ended so much later as late sheets are waited for.
    """
    clock = state.clock
    found = [Due(at=at, command=command) for at, command in news_due(state)]
    if clock.stage is not Stage.PLAYING or clock.phase is None:
        return tuple(found)
    phase = state.frame.phase(clock.phase)
    if phase.steps:
        found.extend(
            # What is granted to late sheets is waited for; the step has ended at its deadline all the same.
            Due(
                at=at.deadline + wait_at(state, takings, room, at.step),
                command=EndStep(room=room, month=clock.month, step=at.step, table=table),
            )
            for key, at in sorted(clock.rooms.items())
            for room, table in (place_of(key),)
            if at.step and at.deadline and ends_by_itself(state, room, at.step)
        )
    if clock.deadline and not (phase.turns and held_by(state)):
        until = clock.deadline + wait_with(state, takings, clock.phase)
        found.append(Due(at=until, command=EndPhase(month=clock.month, phase=clock.phase)))
    return tuple(sorted(found, key=lambda due: due.at))
