"""Speeds of a rehearsal, and the timetable for each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from control.day.plan import Timetable, day_in, minutes_of_rounds, rounds_in
from control.engine.language import Spoken, later
from control.engine.records import replace

MONTH_MINUTES: Final = 1.0
DAY_MINUTES: Final = 10.0
CALMER: Final = 6.0  # factor for people who read each step


class Speed(StrEnum):
    """Speed of a rehearsal. `DESKS`: real timetable, but a phase ends as soon as nobody has anything left to do."""

    MONTH = "month"
    DAY = "day"
    REAL = "real"
    DESKS = "desks"
    CALM = "calm"


SPEED_WORDS: Final[Mapping[str, str]] = Spoken(
    {
        Speed.MONTH: later("every round in a minute"),
        Speed.DAY: later("the day in ten minutes"),
        Speed.REAL: later("in real time"),
        Speed.DESKS: later("as fast as the desks are done"),
        Speed.CALM: later("calm, everything takes six times as long"),
    }
)


def at_speed(scenario: Any, speed: Speed, first: int, last: int) -> Any:
    """Scenario with the timetable of this speed for the rounds `first` to `last`."""
    timetable: Timetable = scenario.timetable
    if speed is Speed.MONTH:
        return replace(scenario, timetable=rounds_in(timetable, MONTH_MINUTES))
    if speed is Speed.DAY:
        return replace(scenario, timetable=day_in(timetable, DAY_MINUTES, first, last))
    if speed is Speed.CALM:
        minutes = minutes_of_rounds(timetable, first, last) * CALMER
        return replace(scenario, timetable=day_in(timetable, minutes, first, last))
    return scenario
