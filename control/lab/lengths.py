"""Measure: how long each step and phase of a round needs, by what is done in it, and which rounds overrun their plan. Pure.

A step that ends by the clock lasts as long as it is planned, or longer where what is done in it needs longer; one that ends by its
desk lasts as long as that. Rooms, and the tables of a room, play side by side: the slowest says how long the phase takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from control.day.clock.changes import DayEnded
from control.day.clock.steps import StepEnded, ends_by_itself
from control.day.clock.tables import key_of, place_of
from control.day.state import DayState
from control.day.timetable import phase_length, step_length
from control.engine.chronicle import Moment
from control.engine.ids import ClockKey, RoomId
from control.engine.measures import Pace, Paces, Sums

Place: TypeAlias = tuple[ClockKey, str]  # a room or one of its tables, and a step; or "" and a phase
Timed: TypeAlias = Mapping[type, tuple[tuple[RoomId, Pace], ...]]


def timed(brought: Iterable[tuple[RoomId, Paces]]) -> Timed:
    """How long each kind of event takes, in which room; the phases themselves are in the room ""."""
    found: dict[type, tuple[tuple[RoomId, Pace], ...]] = {}
    for room, paces in brought:
        for kind, several in paces.items():
            found[kind] = (*found.get(kind, ()), *((room, each) for each in several))
    return found


@dataclass(slots=True)
class Lengths:
    """Fold: what was done in each step of the month, and the steps that ended."""

    timed: Timed
    needed: Counter[Place] = field(default_factory=Counter)
    longest: Counter[Place] = field(default_factory=Counter)
    ended: dict[Place, tuple[int, bool]] = field(default_factory=dict)  # planned, and whether the clock ends it
    month: int = 0

    def see(self, moment: Moment[DayState], sums: Sums) -> None:
        for room, pace in self.timed.get(type(moment.event), ()):
            place = (key_of(room, getattr(moment.event, "table", "")) if room else ClockKey(""), pace.step_of(moment.event))
            spent = pace.seconds * pace.count(moment.event)
            if pace.at_once:
                self.longest[place] = max(self.longest[place], spent)
            else:
                self.needed[place] += spent
        if isinstance(moment.event, StepEnded):
            self._ended(moment.before, moment.event)
        over = moment.after.clock.month != moment.before.clock.month or isinstance(moment.event, DayEnded)
        if over and moment.before.clock.month > self.month:
            self._month_over(moment.before, sums)

    def _ended(self, state: DayState, happened: StepEnded) -> None:
        place = (key_of(happened.room, happened.table), str(happened.step))
        planned = round(step_length(state, happened.room, happened.step).total_seconds())
        self.ended[place] = (planned, ends_by_itself(state, happened.room, happened.step))

    def _month_over(self, state: DayState, sums: Sums) -> None:
        self.month = month = state.clock.month
        rooms: Counter[ClockKey] = Counter()
        steps: dict[str, tuple[int, int]] = {}  # of the slowest table
        for place, (planned, by_clock) in self.ended.items():
            key, step = place
            spent = self.needed[place] + self.longest[place]
            rooms[key] += max(spent, planned) if by_clock else spent
            name = f"{place_of(key)[0]}/{step}"
            steps[name] = max(steps.get(name, (0, 0)), (spent, planned))
        for name, (spent, planned) in steps.items():
            _at(sums, f"step/{name}", month, spent)
            if spent > planned:
                sums.add(f"step/{name}/over")
        slowest = max(sorted(rooms), key=lambda key: rooms[key], default=ClockKey(""))
        self._phases(state, rooms[slowest], str(place_of(slowest)[0]), sums)
        self.needed, self.longest, self.ended = Counter(), Counter(), {}

    def _phases(self, state: DayState, acting: int, slowest: str, sums: Sums) -> None:
        month, needs, plans, late = state.clock.month, 0, 0, Counter[str]()
        for phase in state.frame.phases:
            planned = round(phase_length(state, month, phase.id).total_seconds())
            spent = acting if phase.steps else self.needed[ClockKey(""), str(phase.id)] + self.longest[ClockKey(""), str(phase.id)]
            needs, plans = needs + max(planned, spent), plans + planned
            if spent > planned:
                late[slowest if phase.steps else str(phase.id)] = spent - planned
        _at(sums, "month/seconds", month, needs)
        _at(sums, "month/planned", month, plans)
        sums.add("seconds", needs)
        if late:
            sums.counts[f"month/{month}/over"] = sum(late.values())
            sums.names[f"month/{month}/over-by"] = max(sorted(late), key=lambda each: late[each])
            sums.add("months-over")

    def end(self, state: DayState, sums: Sums) -> None: ...


def _at(sums: Sums, key: str, month: int, value: int) -> None:
    """Note a number of a month; months of which nothing is known are nought."""
    curve = sums.curves.setdefault(key, [])
    curve.extend([0] * (month - len(curve)))
    curve[month - 1] = value
