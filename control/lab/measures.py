"""Measures of a game: its outcome, the length of each step and phase, the decisions of each team. Pure.

They work alike for a day of bots and for a day in a journal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from control.bots.playout import DayPlayed
from control.day.clock.clocks import key_of, place_of
from control.day.clock.phase_events import DayEnded
from control.day.clock.steps import StepEnded, ends_by_itself
from control.day.state import DayState, Presence
from control.day.timetable import phase_length, step_length
from control.engine.chronicle import StoryMoment
from control.engine.ids import ClockKey, RoomId, SeatId
from control.engine.measures import Deciders, Measure, Measured, Pace, Paces, Sums
from control.engine.modules import Game
from control.lab.outcomes import GameOutcome


def moments_of(game: Game[Any], played: DayPlayed) -> Iterator[StoryMoment[Any]]:
    """Every event of a bots' day, with the states before and after it. The entry numbers are a plain count."""
    state, at = played.blank, played.given[0].at
    for seq, event in enumerate(played.events, 1):
        before, state = state, game.evolve(state, event)
        yield StoryMoment(seq=seq, at=getattr(event, "at", at), round=before.clock.month, event=event, before=before, after=state)


def outcome_by(
    moments: Iterable[StoryMoment[Any]],
    brought: Mapping[RoomId, Measured],
    end: DayState,
    seed: int,
    refused: Mapping[str, int] | None = None,
) -> GameOutcome:
    """Outcome of one pass over a day. `brought`: measures of the game (under the room "") and of its rooms.
    `end`: the final state.
    """
    decides: Deciders = {kind: who for each in brought.values() for kind, who in each.decides.items()}
    measures: list[Measure] = [
        Lengths(timed=paces_of_events((room, each.paces) for room, each in brought.items())),
        Deciding(decides=decides),
        *(make() for each in brought.values() for make in each.measures),
    ]
    sums = Sums()
    for moment in moments:
        for each in measures:
            each.see(moment, sums)
    for each in measures:
        each.end(end, sums)
    for told, times in (refused or {}).items():
        sums.add(f"refused/{_kebab(told.partition(':')[0])}", times)
    return GameOutcome(
        seed=seed,
        names=dict(sorted(sums.names.items())),
        counts={key: sums.counts[key] for key in sorted(sums.counts) if sums.counts[key]},
        curves={key: tuple(sums.curves[key]) for key in sorted(sums.curves)},
    )


def _kebab(name: str) -> str:
    """Class name in key form: UseFavor as use-favor."""
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")


Place: TypeAlias = tuple[ClockKey, str]  # a room or its table, and a step; or "" and a phase
Timed: TypeAlias = Mapping[type, tuple[tuple[RoomId, Pace], ...]]


def paces_of_events(brought: Iterable[tuple[RoomId, Paces]]) -> Timed:
    """Pace of each kind of event with its room. Phases have the room ""."""
    found: dict[type, tuple[tuple[RoomId, Pace], ...]] = {}
    for room, paces in brought:
        for kind, several in paces.items():
            found[kind] = (*found.get(kind, ()), *((room, each) for each in several))
    return found


@dataclass(slots=True)
class Lengths:
    """Fold: time needed in each step of the month, and the steps that ended."""

    timed: Timed
    needed: Counter[Place] = field(default_factory=Counter)
    longest: Counter[Place] = field(default_factory=Counter)
    ended: dict[Place, tuple[int, bool]] = field(default_factory=dict)  # planned seconds; whether the clock ends it
    month: int = 0

    def see(self, moment: StoryMoment[DayState], sums: Sums) -> None:
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
            _note_number(sums, f"step/{name}", month, spent)
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
        _note_number(sums, "month/seconds", month, needs)
        _note_number(sums, "month/planned", month, plans)
        sums.add("seconds", needs)
        if late:
            sums.counts[f"month/{month}/over"] = sum(late.values())
            sums.names[f"month/{month}/over-by"] = max(sorted(late), key=lambda each: late[each])
            sums.add("months-over")

    def end(self, state: DayState, sums: Sums) -> None: ...


def _note_number(sums: Sums, key: str, month: int, value: int) -> None:
    """Store a month's number in a curve. Missing months are 0."""
    curve = sums.curves.setdefault(key, [])
    curve.extend([0] * (month - len(curve)))
    curve[month - 1] = value


Decides: TypeAlias = Mapping[type, Callable[[Any], Iterable[SeatId]]]


@dataclass(slots=True)
class Deciding:
    """Fold: decisions of each seat in the month, and the rules that acted."""

    decides: Decides
    taken: Counter[SeatId] = field(default_factory=Counter)
    month: int = 0

    def see(self, moment: StoryMoment[DayState], sums: Sums) -> None:
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
