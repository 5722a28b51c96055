"""Scale of the war map: fits any author's map to the size for which pieces and names are designed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import dist
from statistics import median
from typing import Final

from msgspec import Struct

from control.engine.records import replace
from rooms.realm.scenario.land import Map, Outline

# === scale ==============================================================================================================


Point = tuple[float, float]

WIDE: Final = 1600.0  # map units: size of the sheet; it fits a screen with readable names
HIGH: Final = 1000.0
AS_IT_IS: Final = (0.8, 1.25)  # no scaling within these factors
RIM: Final = (96.0, 72.0)  # space for a name and pieces beside and above a place
APART: Final = 90.0  # places closer than this overlap, so the sheet grows
GROWN: Final = 1.6  # largest growth; beyond it the whole map is unreadable
FILLED: Final = 0.4  # a map that fills less of its sheet is cropped


class _Same(Struct, frozen=True, eq=False):
    """Cache key of a map, compared by identity."""

    map: Map

    def __hash__(self) -> int:
        return id(self.map)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.map is self.map


def fit_map(drawn: Map) -> Map:
    """The map as drawn: moved and scaled if necessary to fit a sheet of the usual size."""
    return _fit_map(_Same(drawn))


@lru_cache(maxsize=16)
def _fit_map(key: _Same) -> Map:
    drawn = key.map
    if not drawn.regions:
        return drawn
    scale = _scale(drawn, _box(drawn, 1.0))
    left, top, right, bottom = _box(drawn, _scale(drawn, _box(drawn, scale)))
    scale = _scale(drawn, (left, top, right, bottom))

    def moved(outline: Sequence[Point]) -> Outline:
        return tuple(((x - left) * scale, (y - top) * scale) for x, y in outline)

    wide, high = round((right - left) * scale), round((bottom - top) * scale)
    if (left, top, scale) == (0.0, 0.0, 1.0) and (wide, high) == (drawn.width, drawn.height):
        return drawn
    mountain = drawn.mountain
    return replace(
        drawn,
        width=wide,
        height=high,
        regions=tuple(replace(each, at=moved((each.at,))[0], shape=moved(each.shape)) for each in drawn.regions),
        mountain=replace(
            mountain,
            at=moved((mountain.at,))[0],
            shape=moved(mountain.shape),
            further=tuple(moved(outline) for outline in mountain.further),
        ),
        coast=tuple(moved(outline) for outline in drawn.coast),
    )


def _scale(drawn: Map, box: tuple[float, float, float, float]) -> float:
    """Scale factor for this box."""
    left, top, right, bottom = box
    fit = min(WIDE / max(right - left, 1e-6), HIGH / max(bottom - top, 1e-6))
    places = [region.at for region in drawn.regions]
    near = [min(dist(one, other) for other in places if other != one) for one in places if any(other != one for other in places)]
    crowded = APART / median(near) if near else fit
    wanted = max(fit, min(crowded, GROWN * fit))
    return 1.0 if AS_IT_IS[0] <= wanted <= AS_IT_IS[1] else wanted


def _box(drawn: Map, scale: float) -> tuple[float, float, float, float]:
    """The visible part: the author's whole sheet, unless something extends beyond it or most of it is empty."""
    points = list(_points(drawn, scale))
    left, right = min(x for x, _y in points), max(x for x, _y in points)
    top, bottom = min(y for _x, y in points), max(y for _x, y in points)
    inside = left >= 0 and top >= 0 and right <= drawn.width and bottom <= drawn.height
    if inside and (right - left) * (bottom - top) >= FILLED * drawn.width * drawn.height:
        return 0.0, 0.0, float(drawn.width), float(drawn.height)
    return left, top, right, bottom


def _points(drawn: Map, scale: float) -> Iterator[Point]:
    """Corners of everything drawn, with space for names and pieces at each place."""
    aside, above = (each / scale for each in RIM)
    for x, y in (*(region.at for region in drawn.regions), drawn.mountain.at):
        yield from ((x - aside, y - above), (x + aside, y + above))
    for outline in (*(region.shape for region in drawn.regions), drawn.mountain.shape, *drawn.mountain.further, *drawn.coast):
        yield from outline
