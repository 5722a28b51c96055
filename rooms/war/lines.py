"""Lines on the war map: Moves as bowed arrows, roads along their regions, tunnels through the mountain; in the map's own units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from control.scenario.ids import HouseId, RegionId
from control.scenario.schema import Map
from rooms.war.board import Board
from rooms.war.marks import BuildingView
from rooms.war.overlay import Arrow

Point = tuple[float, float]

BEND = 0.16  # how far an arrow bows aside, as a part of its length
STOP = 46  # an arrow ends about this far before the middle of its region
LABEL, HEAD = 0.36, 0.66  # where on an arrow its number and its head are, clear of what stands at both ends
BESIDE = 13  # how far roads along the same border lie apart


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrowMark:
    """A Move: a bowed line, its head, and the number beside it. `missed` is the part of the way that was not gone."""

    key: str
    house: HouseId
    path: str
    head: str
    x: int
    y: int
    units: str
    wide: int
    wasted: bool
    swap: bool
    planned: bool
    immortal: bool  # a commanded Immortal goes
    missed: str = ""
    stop: str = ""  # the bar where the movers were stopped


@dataclass(frozen=True, slots=True, kw_only=True)
class WayMark:
    """A road along the middles of its regions with its House's badge on every border, or a tunnel to the mountain."""

    key: str
    kind: str  # "road" or "tunnel"
    house: HouseId
    path: str
    badges: tuple[tuple[int, int], ...]
    words: str


# --- moves --------------------------------------------------------------------------------------------------------------


def arrow_mark(board: Board, drawn: Map, arrow: Arrow) -> ArrowMark:
    """An arrow from region to region; by road along its regions, by tunnel through the mountain, bowed when it is one step."""
    end = arrow.stopped or arrow.target
    through = [board.regions[region].at for region in arrow.via if region in board.regions and region not in (arrow.origin, end)]
    if arrow.stopped and arrow.stopped in arrow.via:
        through = through[: arrow.via.index(arrow.stopped)]
    if arrow.tunnel:
        through = [drawn.mountain.at]
    points = [board.regions[arrow.origin].at, *through, board.regions[end].at]
    start, tip = _towards(points[0], points[1], STOP * 0.5), _towards(points[-1], points[-2], STOP * 0.7)
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        middle = ((ax + bx) / 2 - (by - ay) * BEND, (ay + by) / 2 + (bx - ax) * BEND)
        line = f"Q{_at(middle)} {_at(tip)}"
        label, before, at_head = (_bent(start, middle, tip, part) for part in (LABEL, HEAD - 0.05, HEAD))
    else:
        line = "".join(f"L{_at(point)}" for point in (*points[1:-1], tip))
        label = _between(start, points[1], 0.5)
        before, at_head = _between(points[-2], tip, 0.5), _between(points[-2], tip, 0.6)
    wide = min(8 + 2 * arrow.units, 20)
    missed = stop = ""
    if arrow.stopped:
        missed = f"M{_at(board.regions[arrow.stopped].at)}L{_at(board.regions[arrow.target].at)}"
        stop = _bar(points[-2], tip, wide)
    return ArrowMark(
        key=f"{arrow.immortal or ''}{arrow.house}-{arrow.origin}-{arrow.target}-{arrow.stopped or ''}",
        house=arrow.house,
        immortal=arrow.immortal is not None,
        path=f"M{_at(start)}{line}",
        head=_head(before, at_head, wide),
        x=round(label[0]),
        y=round(label[1]),
        units="✕" if not arrow.units else str(arrow.units) if not arrow.wasted else f"{arrow.units}/{arrow.units + arrow.wasted}",
        wide=wide,
        wasted=not arrow.units,
        swap=arrow.swap,
        planned=arrow.planned,
        missed=missed,
        stop=stop,
    )


def _at(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _bent(start: Point, middle: Point, end: Point, part: float) -> Point:
    """The point of a bowed line after this part of it."""
    return _between(_between(start, middle, part), _between(middle, end, part), part)


def _towards(one: Point, other: Point, far: float) -> Point:
    """The point so far from one on the way to the other; never past the middle between them."""
    long = max(((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2) ** 0.5, 1.0)
    part = min(far / long, 0.5)
    return _between(one, other, part)


def _unit(start: Point, end: Point) -> Point:
    long = max(((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5, 1.0)
    return (end[0] - start[0]) / long, (end[1] - start[1]) / long


def _head(middle: Point, end: Point, wide: int) -> str:
    ux, uy = _unit(middle, end)
    tip, side = wide * 1.7, wide * 1.3
    points = (
        (end[0] + ux * tip, end[1] + uy * tip),
        (end[0] - uy * side, end[1] + ux * side),
        (end[0] + uy * side, end[1] - ux * side),
    )
    return "M" + "L".join(_at(point) for point in points) + "z"


def _bar(middle: Point, end: Point, wide: int) -> str:
    ux, uy = _unit(middle, end)
    at = (end[0] + ux * 4, end[1] + uy * 4)
    side = max(wide * 1.6, 22)
    return f"M{_at((at[0] - uy * side, at[1] + ux * side))}L{_at((at[0] + uy * side, at[1] - ux * side))}"


# --- ways ---------------------------------------------------------------------------------------------------------------


def road_marks(board: Board, roads: Sequence[BuildingView]) -> Iterator[WayMark]:
    """Roads along their regions; several along one border lie beside each other."""
    laid: dict[frozenset[RegionId], int] = {}
    for road in roads:
        steps, badges = [], []
        for one, other in pairwise(road.places):
            border = frozenset((one, other))
            beside = laid.get(border, 0) * BESIDE
            laid[border] = laid.get(border, 0) + 1
            start, end = (board.regions[region].at for region in sorted(border))
            ux, uy = _unit(start, end)
            start, end = (
                (x - uy * beside, y + ux * beside) for x, y in (_towards(start, end, STOP * 0.5), _towards(end, start, STOP * 0.5))
            )
            steps.append(f"M{_at(start)}L{_at(end)}")
            badges.append((round((start[0] + end[0]) / 2), round((start[1] + end[1]) / 2)))
        yield WayMark(
            key=f"road-{road.id}", kind="road", house=road.house, path="".join(steps), badges=tuple(badges), words=road.words
        )


def tunnel_marks(board: Board, drawn: Map, tunnels: Sequence[BuildingView]) -> Iterator[WayMark]:
    for tunnel in tunnels:
        ways = (
            f"M{_at(_towards(board.regions[place].at, drawn.mountain.at, STOP * 0.5))}L{_at(drawn.mountain.at)}"
            for place in tunnel.places
        )
        yield WayMark(
            key=f"tunnel-{tunnel.id}", kind="tunnel", house=tunnel.house, path="".join(ways), badges=(), words=tunnel.words
        )
