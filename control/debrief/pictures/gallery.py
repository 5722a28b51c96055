"""All pictures of a day, in display order. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from control.debrief.pictures.bands import bands
from control.debrief.pictures.delays import delays
from control.debrief.pictures.lines import lines
from control.debrief.pictures.lives import lives
from control.debrief.pictures.paths import paths
from control.debrief.pictures.records import DaySource, Picture
from control.debrief.pictures.web import web
from control.engine.records import replace


def pictures(told: DaySource) -> tuple[Picture, ...]:
    """Every picture that has data: series and lanes with a name, in the order of the names."""
    return tuple(_drawn_pictures(told))


def picture(told: DaySource, name: str) -> Picture | None:
    """Picture of that name. None if the day has none."""
    return next((each for each in _drawn_pictures(told) if each.name == name), None)


def _drawn_pictures(told: DaySource) -> Iterator[Picture]:
    for each in _all_pictures(told):
        if each is not None:
            yield replace(each, meaning=told.meanings[each.name]) if each.name in told.meanings else each


def _all_pictures(told: DaySource) -> Iterator[Picture | None]:
    series = {each.series for each in told.chronicle.points}
    lanes = {each.lane for each in told.chronicle.lives}
    yield from (lines(told, each) for each in told.words if each in series and each not in told.shares)
    yield from (bands(told, each) for each in told.shares if each in series)
    yield web(told)
    yield from (lives(told, each) for each in told.words if each in lanes)
    yield paths(told)
    yield delays(told)
