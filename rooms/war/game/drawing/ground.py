"""Ground of the war map: land, regions, mountain. It never changes during an event, so browsers cache it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.drawing.lines import Point
from rooms.war.game.drawing.plain_map import mountain_of, outlines_of, path_of_links, tints_of
from rooms.war.game.drawing.scale import fit_map


class GroundRegion(Struct, frozen=True, kw_only=True):
    """A region's outline as SVG path data, and its center."""

    id: RegionId
    name: str
    tint: str  # color of its province, or ""
    path: str
    x: int
    y: int


class PrintedGround(Struct, frozen=True, kw_only=True):
    """The fixed parts of the map: land, regions, mountain."""

    width: int
    height: int
    land: str
    links: str  # lines between neighbours on a map without outlines
    regions: tuple[GroundRegion, ...]
    mountain: str
    mountain_name: str
    peak: Point


class _Same(Struct, frozen=True, eq=False):
    """Cache key of a scenario, compared by identity."""

    scenario: Scenario

    def __hash__(self) -> int:
        return id(self.scenario)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.scenario is self.scenario


def ground_view(state: GameState) -> PrintedGround:
    """The ground of this event's map."""
    return ground_of(state.scenario)


def ground_of(scenario: Scenario) -> PrintedGround:
    """The ground of a scenario's map."""
    return _ground(_Same(scenario))


@lru_cache(maxsize=16)
def _ground(key: _Same) -> PrintedGround:
    drawn = fit_map(key.scenario.map)
    mountain, outlines, tints = drawn.mountain, outlines_of(drawn), tints_of(key.scenario.provinces)
    return PrintedGround(
        width=drawn.width,
        height=drawn.height,
        land="".join(path_of(outline) for outline in drawn.coast),
        links=path_of_links(drawn),
        regions=tuple(
            GroundRegion(
                id=region.id,
                name=region.name,
                tint=tints[region.province] if region.province else "",
                path=path_of(outlines[region.id]),
                x=round(region.at[0]),
                y=round(region.at[1]),
            )
            for region in drawn.regions
        ),
        mountain="".join(path_of(outline) for outline in (mountain_of(drawn), *mountain.further)),
        mountain_name=mountain.name,
        peak=mountain.at,
    )


def path_of(outline: Sequence[Point]) -> str:
    """An outline as short SVG path data in whole units. Neighbours round shared points alike, so no gap opens."""
    whole = [(round(x), round(y)) for x, y in outline]
    if not whole:
        return ""
    steps = [f"{x - before_x} {y - before_y}" for (before_x, before_y), (x, y) in pairwise(whole) if (x, y) != (before_x, before_y)]
    return f"M{whole[0][0]} {whole[0][1]}l{' '.join(steps)}z".replace(" -", "-")
