"""Which rounds are told to their players: those whose last acting phase is over."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.state import DayState, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsTold:
    """`last` is the newest round that may be read, 0 for none yet; `fresh` the one that phones tell of by themselves, 0 for none.

    It is told from the end of its last acting phase until the rooms begin their steps again.
    """

    last: int = 0
    fresh: int = 0


def rounds_told(state: DayState) -> RoundsTold:
    """The rounds that are over, for everybody alike."""
    clock, frame = state.clock, state.frame
    if clock.stage is Stage.OVER:  # no phase runs any more
        return RoundsTold(last=clock.month, fresh=clock.month)
    if clock.stage is Stage.GATHERING or clock.phase is None:
        return RoundsTold()
    order = frame.phase_ids
    acting = [order.index(each.id) for each in frame.phases if each.steps]
    if not acting or clock.phase not in order:
        return RoundsTold(last=clock.month - 1, fresh=clock.month - 1)
    now = order.index(clock.phase)
    if now > acting[-1]:
        return RoundsTold(last=clock.month, fresh=clock.month)
    return RoundsTold(last=clock.month - 1, fresh=clock.month - 1 if now < acting[0] else 0)
