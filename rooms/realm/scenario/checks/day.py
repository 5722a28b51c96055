"""The day: months, phases, steps, and what the programme promises (C-15, R-10, R-11, R-79)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from control.day.plan import PlanStep, Timetable
from rooms.realm.scenario.checks.complaint import Clean, Complaint, counted, nearest
from rooms.realm.scenario.ids import Room
from rooms.realm.scenario.schema import Faction, Settings

WAR_STEPS: Final = ("updates", "orders", "favors", "move", "battle", "rewards", "recruit")
A_DAY: Final = 24 * 60
LONGEST_DAY: Final = 20 * 60  # minutes from the programme's first line to its last; what seems longer has not passed midnight
ROUND_TIMES: Final = 5  # minutes: programmes are written in round times, so that less than this is no gap


def check_months(timetable: Timetable, clean: Clean) -> Iterator[Complaint]:
    """C-15: months count from 1."""
    for index, plan in enumerate(timetable.months, start=1):
        if clean("timetable.months") and plan.month != index:
            what = f"month {plan.month} stands where month {index} belongs."
            yield Complaint(path=f"timetable.months[{index}].month", what=what, mend="Number them from 1, in order.")
            return  # all that follow are off by the same step
    if not timetable.months and clean("timetable.months"):
        yield Complaint(path="timetable.months", what="there is no month.", mend="Write at least one.")


def check_steps(timetable: Timetable, settings: Settings, clean: Clean) -> Iterator[Complaint]:
    """R-11, R-79: each room's steps fit into Action; the War Room plays its seven, the Court a vote for each proposal."""
    war = tuple(step.id for step in timetable.steps[Room.WAR])
    if war != WAR_STEPS and clean("timetable.steps.war"):
        what = "the War Room does not play its seven steps in order."
        yield Complaint(path="timetable.steps.war", what=what, mend=f"Write {', '.join(WAR_STEPS)}.")
    for room, steps in timetable.steps.items():
        longest = max(played(steps, with_buildings=True), played(steps, with_buildings=False))
        sure = clean(f"timetable.steps.{room}") and clean("timetable.usual_action_minutes")
        if longest > timetable.usual_action_minutes + 1e-9 and sure:
            what = f"the steps take {counted(longest, 'minute')}, Action {timetable.usual_action_minutes:g}."
            yield Complaint(path=f"timetable.steps.{room}", what=what, mend="Shorten steps, or lengthen Action.")
        if not steps and clean(f"timetable.steps.{room}"):
            yield Complaint(path=f"timetable.steps.{room}", what="the room has no step.", mend="Write at least one.")
    votes = sum(step.id.partition("-")[0] == "vote" for step in timetable.steps[Room.COURT])
    sure = clean("timetable.steps.court") and clean("settings.proposals_per_month")
    if votes and votes != settings.proposals_per_month and sure:
        what = f"the Court votes {counted(votes, 'time')}, but hears {counted(settings.proposals_per_month, 'proposal')} a month."
        mend = f"Write {counted(settings.proposals_per_month, 'vote')}, or set 'proposals_per_month' to {votes}."
        yield Complaint(path="timetable.steps.court", what=what, mend=mend)


def check_buildings_of_steps(timetable: Timetable, factions: tuple[Faction, ...], clean: Clean) -> Iterator[Complaint]:
    """R-11: a step waits only for a building that some faction sells."""
    sold = [faction.kind for faction in factions]
    for room, steps in timetable.steps.items():
        for step in steps:
            if step.needs and step.needs not in sold and clean("factions"):
                meant = nearest(step.needs, sold)
                mend = f"Write '{meant}'." if meant else "Give a faction this 'kind'."
                path = f"timetable.steps.{room}[{step.id}].needs"
                yield Complaint(path=path, what=f"no faction sells '{step.needs}'.", mend=mend)


def check_day(timetable: Timetable, clean: Clean) -> Iterator[Complaint]:
    """C-15, R-10: months and reserve fill the time from the first month to the end of play, no more and no less."""
    if not clean("timetable"):
        return
    start = clock(timetable.first_month_at)
    end = start + sum(sum(plan.minutes.values()) for plan in timetable.months) + timetable.reserve_minutes
    lines = [clock(line.at) for line in timetable.programme]
    earlier = [index for index, (one, other) in enumerate(pairwise(lines), start=2) if other < one]
    passes_midnight = len(earlier) == 1 and lines[-1] < lines[0] and lines[-1] - lines[0] + A_DAY <= LONGEST_DAY
    if earlier and not passes_midnight:
        late = earlier[0]
        what = f"'{timetable.programme[late - 1].at}' stands after a later time."
        yield Complaint(path=f"timetable.programme[{late}].at", what=what, mend="Sort the lines by time.", warning=True)
    if timetable.play_ends_at:
        limit, path, name = clock(timetable.play_ends_at), "timetable.play_ends_at", "play ends"
    elif lines:
        limit, path, name = lines[-1], f"timetable.programme[{len(lines)}].at", "the programme ends"
    else:
        return
    limit += A_DAY if limit <= start else 0
    if end > limit + 1e-9:
        over = counted(round(end - limit, 2), "minute")
        what = f"the months and the reserve last until {of_day(end)}, {over} too long: {name} at {of_day(limit)}."
        yield Complaint(path=path, what=what, mend="Shorten months or the reserve, or end later.")
    elif timetable.play_ends_at and limit - end >= ROUND_TIMES:
        idle = counted(round(limit - end, 2), "minute")
        what = f"{idle} between {of_day(end)} and {of_day(limit)} stand outside every month and the reserve."
        yield Complaint(path=path, what=what, mend="Lengthen months, or add them to 'reserve_minutes'.", warning=True)


def played(steps: tuple[PlanStep, ...], *, with_buildings: bool) -> float:
    """The minutes of a room's steps, with those that need a building or without."""
    crowded = with_buildings and any(step.needs for step in steps)
    return sum(
        step.tight_minutes if crowded and step.tight_minutes is not None else step.minutes
        for step in steps
        if with_buildings or not step.needs
    )


def clock(at: str) -> float:
    """Minutes since midnight of "HH:MM"."""
    hours, minutes = at.split(":")
    return int(hours) * 60 + int(minutes)


def of_day(minutes: float) -> str:
    """ "HH:MM" of minutes since midnight, also of the night after."""
    whole = int(minutes) % A_DAY
    return f"{whole // 60:02}:{whole % 60:02}"
