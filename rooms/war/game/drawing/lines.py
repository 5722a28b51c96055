"""Lines on the war map: Moves as curved arrows, roads along regions, tunnels through the mountain. In map units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.land import Map
from rooms.war.game.board import Board
from rooms.war.game.map_marks import BuildingView
from rooms.war.game.overlay import Arrow

Point = tuple[float, float]
Box = tuple[float, float, float, float, int]

BENDS = (0.16, 0.3, 0.44, 0.08, 0.58)  # curvature of an arrow, as a part of its length; the first good one is used
STOP = 46  # distance between an arrow's end and the center of its region
LABELS = (0.36, 0.44, 0.28, 0.5, 0.22, 0.56)  # positions of an arrow's number, away from both ends
HEADS = (0.66, 0.74, 0.58, 0.82)  # positions of its head; the first free one is used
LABEL_ROUND = 19  # half the width of an arrow's number
MARK_WEIGHT = 6
GOOD = 0.8  # highest cost accepted at once: may touch a piece, not a name
BESIDE = 13  # distance between roads along the same border


class ArrowMark(Struct, frozen=True, kw_only=True):
    """A Move: a curved line, its head and its number. `missed`: the part of the way not taken."""

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
    stop: str = ""  # bar where the movers were stopped


class WayMark(Struct, frozen=True, kw_only=True):
    """A road through the centers of its regions with a badge on each border, or a tunnel to the mountain."""

    key: str
    kind: str  # "road" or "tunnel"
    house: HouseId
    path: str
    badges: tuple[tuple[int, int], ...]
    words: str


class Crowd:
    """Occupied space on the map, as boxes (left, top, right, bottom, weight). Arrows avoid it where they can."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._boxes = list(boxes)

    def near(self, points: Sequence[Point], far: float) -> Crowd:
        """Only the boxes near these points."""
        left, right = min(x for x, _y in points) - far, max(x for x, _y in points) + far
        top, bottom = min(y for _x, y in points) - far, max(y for _x, y in points) + far
        return Crowd(box for box in self._boxes if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top)

    def cost(self, at: Point, half: float) -> float:
        """Overlap of a mark of this half-width with occupied space, by weight. 0 if the place is free."""
        west, east, north, south, found = at[0] - half, at[0] + half, at[1] - half, at[1] + half, 0.0
        for left, top, right, bottom, weight in self._boxes:
            if left < east and right > west and top < south and bottom > north:
                found += weight * (min(right, east) - max(left, west)) * (min(bottom, south) - max(top, north))
        return found / (4 * half * half)

    def take(self, at: Point, half: float) -> None:
        """Occupy the space of a mark."""
        self._boxes.append((at[0] - half, at[1] - half, at[0] + half, at[1] + half, MARK_WEIGHT))


# --- moves --------------------------------------------------------------------------------------------------------------


def arrow_mark(board: Board, drawn: Map, arrow: Arrow, crowd: Crowd | None = None) -> ArrowMark:
    """Arrow of a Move: along its regions by road, through the mountain by tunnel, curved for a single step.

    Number and head avoid the crowd, and join it afterwards.
    """
    end = arrow.stopped or arrow.target
    through = [board.regions[region].at for region in arrow.via if region in board.regions and region not in (arrow.origin, end)]
    if arrow.stopped and arrow.stopped in arrow.via:
        through = through[: arrow.via.index(arrow.stopped)]
    if arrow.tunnel:
        through = [drawn.mountain.at]
    points = [board.regions[arrow.origin].at, *through, board.regions[end].at]
    start, tip = _towards(points[0], points[1], STOP * 0.5), _towards(points[-1], points[-2], STOP * 0.7)
    crowd = crowd if crowd is not None else Crowd()
    wide = min(8 + 2 * arrow.units, 20)
    if len(points) == 2:
        course = _curved_course(points[0], points[1], start, tip, wide, crowd)
    else:
        course = _course_of_legs([start, *points[1:-1], tip], wide, crowd)
    crowd.take(course.label, LABEL_ROUND)
    crowd.take(course.head, wide)
    missed = stop = ""
    if arrow.stopped:
        missed = f"M{_coordinates(board.regions[arrow.stopped].at)}L{_coordinates(board.regions[arrow.target].at)}"
        stop = _bar(points[-2], tip, wide)
    return ArrowMark(
        key=f"{arrow.immortal or ''}{arrow.house}-{arrow.origin}-{arrow.target}-{arrow.stopped or ''}",
        house=arrow.house,
        immortal=arrow.immortal is not None,
        path=f"M{_coordinates(start)}{course.line}",
        head=_head(course.before, course.head, wide),
        x=round(course.label[0]),
        y=round(course.label[1]),
        units="✕" if not arrow.units else str(arrow.units) if not arrow.wasted else f"{arrow.units}/{arrow.units + arrow.wasted}",
        wide=wide,
        wasted=not arrow.units,
        swap=arrow.swap,
        planned=arrow.planned,
        missed=missed,
        stop=stop,
    )


class _Course(Struct, frozen=True, kw_only=True):
    """Course of an arrow after its start.

    `label`, `head`: positions of number and head; `before`: a point shortly before the head.
    """

    line: str
    label: Point
    head: Point
    before: Point


def _curved_course(one: Point, other: Point, start: Point, tip: Point, wide: int, crowd: Crowd) -> _Course:
    """A single step, curved to its right just enough to avoid names and pieces. Opposite Moves therefore stay apart."""
    (ax, ay), (bx, by) = one, other
    best: tuple[float, _Course] | None = None
    for bend in BENDS:
        middle = ((ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend)
        around = crowd.near((start, _point_on_curve(start, middle, tip, 0.5), tip), LABEL_ROUND)

        def on(part: float, middle: Point = middle) -> Point:
            return _point_on_curve(start, middle, tip, part)

        cost, label, head = _best_positions(on, wide, around)
        if best is None or cost < best[0]:
            best = (
                cost,
                _Course(
                    line=f"Q{_coordinates(middle)} {_coordinates(tip)}", label=on(label), head=on(head), before=on(head - 0.05)
                ),
            )
        if cost < GOOD:
            break
    assert best is not None
    return best[1]


def _course_of_legs(points: Sequence[Point], wide: int, crowd: Crowd) -> _Course:
    """A way of several legs: the number on the first, the head on the last."""
    around = crowd.near(points, 2 * LABEL_ROUND)
    label = min((_between(points[0], points[1], part) for part in (0.5, 0.4, 0.6)), key=lambda at: around.cost(at, LABEL_ROUND))
    head = min((0.6, 0.5, 0.7), key=lambda part: around.cost(_between(points[-2], points[-1], part), wide))
    return _Course(
        line="".join(f"L{_coordinates(point)}" for point in points[1:]),
        label=label,
        head=_between(points[-2], points[-1], head),
        before=_between(points[-2], points[-1], head - 0.1),
    )


def _best_positions(on: Callable[[float], Point], wide: int, crowd: Crowd) -> tuple[float, float, float]:
    """Cost of the best positions of number and head, and their parts of the way."""
    label_cost, label = _best(((part, on(part)) for part in LABELS), LABEL_ROUND, crowd)
    head_cost, head = _best(((part, on(part)) for part in HEADS), wide, crowd)
    return label_cost + head_cost, label, head


def _best(places: Iterable[tuple[float, Point]], half: float, crowd: Crowd) -> tuple[float, float]:
    """Least cost among these positions, and its part of the way. Stops at the first free one."""
    least, found = float("inf"), 0.0
    for part, at in places:
        cost = crowd.cost(at, half)
        if cost < least:
            least, found = cost, part
        if not cost:
            break
    return least, found


def _coordinates(point: Point) -> str:
    return f"{point[0]:.0f} {point[1]:.0f}"


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _point_on_curve(start: Point, middle: Point, end: Point, part: float) -> Point:
    """Point on a curved line after this part of it."""
    return _between(_between(start, middle, part), _between(middle, end, part), part)


def _towards(one: Point, other: Point, far: float) -> Point:
    """Point at distance `far` on the way to the other, at most halfway."""
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
    return "M" + "L".join(_coordinates(point) for point in points) + "z"


def _bar(middle: Point, end: Point, wide: int) -> str:
    ux, uy = _unit(middle, end)
    at = (end[0] + ux * 4, end[1] + uy * 4)
    side = max(wide * 1.6, 22)
    return f"M{_coordinates((at[0] - uy * side, at[1] + ux * side))}L{_coordinates((at[0] + uy * side, at[1] - ux * side))}"


# --- ways ---------------------------------------------------------------------------------------------------------------


def road_marks(board: Board, roads: Sequence[BuildingView]) -> Iterator[WayMark]:
    """Roads along their regions. Roads on the same border are drawn side by side."""
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
            steps.append(f"M{_coordinates(start)}L{_coordinates(end)}")
            badges.append((round((start[0] + end[0]) / 2), round((start[1] + end[1]) / 2)))
        yield WayMark(
            key=f"road-{road.id}", kind="road", house=road.house, path="".join(steps), badges=tuple(badges), words=road.words
        )


def tunnel_marks(board: Board, drawn: Map, tunnels: Sequence[BuildingView]) -> Iterator[WayMark]:
    for tunnel in tunnels:
        ways = (
            f"M{_coordinates(_towards(board.regions[place].at, drawn.mountain.at, STOP * 0.5))}L{_coordinates(drawn.mountain.at)}"
            for place in tunnel.places
        )
        yield WayMark(
            key=f"tunnel-{tunnel.id}", kind="tunnel", house=tunnel.house, path="".join(ways), badges=(), words=tunnel.words
        )
