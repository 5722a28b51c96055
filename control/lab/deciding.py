"""Measure: how many decisions the players of each team took in each round, and who had none. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from control.day.clock.changes import DayEnded
from control.day.state import DayState, Presence
from control.engine.chronicle import Moment
from control.engine.ids import SeatId
from control.engine.measures import Sums

Decides: TypeAlias = Mapping[type, Callable[[Any], Iterable[SeatId]]]


@dataclass(slots=True)
class Deciding:
    """Fold: the decisions of each seat in the round; rules by which something happened."""

    decides: Decides
    taken: Counter[SeatId] = field(default_factory=Counter)
    month: int = 0

    def see(self, moment: Moment[DayState], sums: Sums) -> None:
        who = self.decides.get(type(moment.event))
        if who is not None:
            self.taken.update(who(moment.event))
        rule = getattr(moment.event, "rule", "")
        if isinstance(rule, str) and rule:
            sums.add(f"rule/{rule.lower()}")
        over = moment.after.clock.month != moment.before.clock.month or isinstance(moment.event, DayEnded)
        if over and moment.before.clock.month > self.month:
            self._month_over(moment.before, sums)

    def _month_over(self, state: DayState, sums: Sums) -> None:
        self.month = state.clock.month
        for team in state.teams:
            seats = [each for each in state.seats.values() if each.team == team.id and each.presence is Presence.PRESENT]
            decisions = [self.taken[each.id] for each in seats]
            sums.curves.setdefault(f"decisions/{team.id}", []).append(sum(decisions))
            sums.add(f"team/{team.id}/player-months", len(seats))
            sums.add(f"team/{team.id}/quiet-player-months", sum(not each for each in decisions))
            if seats and not any(decisions):
                sums.add(f"team/{team.id}/idle-months")
                sums.add("idle-team-months")
        self.taken = Counter()

    def end(self, state: DayState, sums: Sums) -> None: ...
