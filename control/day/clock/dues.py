"""Commands that the clock will give by itself, with their times."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from control.day.clock.clocks import place_of
from control.day.clock.phases import EndPhase, blocking_hand_offs
from control.day.clock.steps import EndStep, ends_by_itself
from control.day.lateness import Taking, phase_grace, step_grace
from control.day.news.drafts import DraftNews, SendNews, news_due
from control.day.state import DayStage, DayState


class DueCommand(Struct, frozen=True, kw_only=True):
    """A command that the clock gives by itself at `at`."""

    at: datetime
    command: EndPhase | EndStep | DraftNews | SendNews


def dues(state: DayState, takings: Iterable[Taking] = ()) -> tuple[DueCommand, ...]:
    """The clock's due commands, earliest first. A stopped clock has only news; a hand-off holds the end of the month.

    `takings`: registrations of sheets. A step that takes them in, or a phase that closes them, waits for the grace period.
    """
    clock = state.clock
    found = [DueCommand(at=at, command=command) for at, command in news_due(state)]
    if clock.stage is not DayStage.PLAYING or clock.phase is None:
        return tuple(found)
    phase = state.frame.phase(clock.phase)
    if phase.steps:
        found.extend(
            # The command waits for the grace period of late sheets; the step still ends at its deadline.
            DueCommand(
                at=at.deadline + step_grace(state, takings, room, at.step),
                command=EndStep(room=room, month=clock.month, step=at.step, table=table),
            )
            for key, at in sorted(clock.rooms.items())
            for room, table in (place_of(key),)
            if at.step and at.deadline and ends_by_itself(state, room, at.step)
        )
    if clock.deadline and not (phase.turns and blocking_hand_offs(state)):
        until = clock.deadline + phase_grace(state, takings, clock.phase)
        found.append(DueCommand(at=until, command=EndPhase(month=clock.month, phase=clock.phase)))
    return tuple(sorted(found, key=lambda due: due.at))
