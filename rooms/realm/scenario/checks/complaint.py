"""What a check hands back, and the small tools that the checks share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from rooms.realm.scenario.ids import ProvinceId, RegionId
from rooms.realm.scenario.land import Map, Region
from rooms.realm.scenario.problems import nearest, one_of
from rooms.realm.scenario.schema import House

Clean = Callable[[str], bool]
"""Whether nothing wrong has been found at a path, below it or with what holds it: what stands there is what was written."""


class Complaint(Struct, frozen=True, kw_only=True):
    """A constraint that does not hold, at the path of the field to look at first."""

    path: str
    what: str
    mend: str
    warning: bool = False
    cause: str = ""  # the path that is to blame where the complaint is about a section that was taken from another scenario


Check = Callable[..., Iterator[Complaint]]
"""Yields what is wrong. Its parameters are named like the sections it looks at; with `clean` it also takes half-read ones."""


def all_clean(path: str) -> bool:
    """Of a scenario that could be read whole."""
    return True


def regions_of(map: Map) -> dict[RegionId, Region]:
    """The regions by id; of two with one id the first."""
    regions: dict[RegionId, Region] = {}
    for region in map.regions:
        regions.setdefault(region.id, region)
    return regions


def neighbours_of(map: Map) -> dict[RegionId, tuple[RegionId, ...]]:
    """Each region's neighbours."""
    return {region.id: region.neighbours for region in regions_of(map).values()}


def provinces_of(map: Map) -> dict[RegionId, ProvinceId | None]:
    """Each region's province."""
    return {region.id: region.province for region in regions_of(map).values()}


def homes_of(houses: tuple[House, ...]) -> dict[RegionId, House]:
    """The Houses by the region of their home castle."""
    return {house.home: house for house in reversed(houses)}


def distances(start: RegionId, neighbours: Mapping[RegionId, tuple[RegionId, ...]]) -> dict[RegionId, int]:
    """How many moves away each region that can be reached is."""
    far = {start: 0}
    queue = [start]
    for here in queue:
        for there in neighbours.get(here, ()):
            if there in neighbours and there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far


def borders(province: ProvinceId, region: Region, region_of: Mapping[RegionId, Region]) -> bool:
    """Whether a region lies in a province or has a neighbour in it."""
    beside = (region_of[other].province for other in region.neighbours if other in region_of)
    return province in (region.province, *beside)


def listed(names: list[str]) -> str:
    """Some ids as a person would list them: "'a'", "'a' and 'b'", "'a', 'b' and 'c'"."""
    quoted = [f"'{name}'" for name in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


def counted(number: float, one: str, many: str | None = None) -> str:
    """A number with its noun: "1 card", "2 cards", "0.5 minutes"."""
    return f"{number:g} {one if number == 1 else many or one + 's'}"


__all__ = [
    "Check",
    "Clean",
    "Complaint",
    "all_clean",
    "borders",
    "counted",
    "distances",
    "homes_of",
    "listed",
    "nearest",
    "neighbours_of",
    "one_of",
    "provinces_of",
    "regions_of",
]
