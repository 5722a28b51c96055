"""The land of a scenario: provinces, the map with its regions and outlines, castles and Rumors on it (C-01, C-02, C-04, C-05)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from control.engine.records import replace
from rooms.realm.scenario.ids import ProvinceId, RegionId, RumorId

Outline = tuple[tuple[float, float], ...]


class Province(Struct, frozen=True, kw_only=True):
    """A province; its Houses propose when it hosts the Court, and it has a table in the Underground (GE-UND-61)."""

    id: ProvinceId
    name: str


class Region(Struct, frozen=True, kw_only=True):
    """One region of the war map (C-01). `shape` is one outline in map units, drawn by the authoring tool, [] until then."""

    id: RegionId
    name: str
    province: ProvinceId | None
    at: tuple[float, float]  # where its units are drawn, map units of a 1600 by 1000 sheet
    neighbours: tuple[RegionId, ...]
    shape: Outline = ()


class Mountain(Struct, frozen=True, kw_only=True):
    """The impassable place that tunnels lead through (C-02)."""

    name: str
    at: tuple[float, float]
    neighbours: tuple[RegionId, ...]
    shape: Outline = ()
    further: tuple[Outline, ...] = ()  # its other massifs, where passes cut it into several


class Map(Struct, frozen=True, kw_only=True):
    """The war map: sheet size in map units, regions, the mountain and the outline of the land."""

    width: int
    height: int
    regions: tuple[Region, ...]
    mountain: Mountain
    coast: tuple[Outline, ...] = ()


class NeutralCastle(Struct, frozen=True, kw_only=True):
    """A castle no House has claimed at the start, with the provinces whose tables it opens (C-04, R-114)."""

    region: RegionId
    name: str
    opens: tuple[ProvinceId, ...] = ()


class Rumor(Struct, frozen=True, kw_only=True):
    """A Rumor token and the region it starts in; the text is read out by War Control (C-05)."""

    id: RumorId
    region: RegionId
    text: str


class Shapes(Struct, frozen=True, kw_only=True):
    """Outlines kept apart from the map, so that the map file stays readable; each "x,y x,y x,y"."""

    regions: Mapping[RegionId, Outline]
    mountain: tuple[Outline, ...] = ()
    coast: tuple[Outline, ...] = ()


def drawn(plain: Map, shapes: Shapes) -> Map:
    """The map with the outlines of a `shapes` section in their places."""
    regions = tuple(replace(region, shape=shapes.regions.get(region.id, region.shape)) for region in plain.regions)
    mountain = plain.mountain
    if shapes.mountain:
        mountain = replace(mountain, shape=shapes.mountain[0], further=shapes.mountain[1:])
    return replace(plain, regions=regions, mountain=mountain, coast=shapes.coast or plain.coast)
