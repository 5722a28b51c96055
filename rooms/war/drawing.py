"""Where everything on the war map is drawn, in the map's own units; templates only write it down.

The ground never changes during an event: it is drawn once and kept by the browser. What lies on it is drawn anew whenever the
board changes: in each region a name, the castle with its flags, and a row of pieces. With an overlay they also say what a step
would change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from control.scenario.ids import HouseId, RegionId
from control.scenario.schema import Map, Scenario
from rooms.war.board import Board, board_of
from rooms.war.overlay import Arrow, Ghost, MapOverlay
from rooms.war.view import ArmyView, MapView, RegionView

Point = tuple[float, float]

NAME_HIGH, CASTLE_HIGH, PIECE_HIGH, GAP = 25, 34, 42, 4
CASTLE_WIDE, FLAG_WIDE = 38, 46
ARMY_WIDE, REMNANT_WIDE, IMMORTAL_WIDE, RUMOR_WIDE = 58, 50, 58, 32
EMBLEM_WIDE, DIGIT_WIDE = 32, 17
ROW_WIDE = 184
BEND = 0.16  # how far an arrow bows aside, as a part of its length
STOP = 46  # an arrow ends this far before the middle of its region


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundRegion:
    """A region's outline as SVG path data, and where its middle is."""

    id: RegionId
    name: str
    province: str  # "" where it belongs to none
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What never changes: land, regions, mountain."""

    width: int
    height: int
    land: str
    regions: tuple[GroundRegion, ...]
    mountain: str
    mountain_name: str
    peak: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece on the map: `kind` is "army", "remnants", "immortals" or "rumor"; a `ghost` says what a step would make of it."""

    kind: str
    x: int
    y: int
    wide: int
    count: str
    middle: int  # of the count, from the left edge
    house: HouseId | None = None
    short: str = ""
    ghost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A House's flag on a castle."""

    house: HouseId
    short: str
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CastleMark:
    x: int
    y: int
    destroyed: bool
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Everything drawn in one region; `region` is the same as the board says it."""

    id: RegionId
    name: str
    region: RegionView
    neighbours: tuple[RegionId, ...]
    x: int
    y: int  # the base line of the name
    court: bool
    changed: bool
    castle: CastleMark | None
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrowMark:
    """A Move: a bowed line, its head, and the number beside it."""

    house: HouseId
    path: str
    head: str
    x: int
    y: int
    units: str
    wide: int
    wasted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDrawing:
    """The map for a page. `board` is the same in words, for lists and for who cannot see the picture."""

    event_id: int
    width: int
    height: int
    clusters: tuple[Cluster, ...]
    arrows: tuple[ArrowMark, ...]
    board: MapView
    overlay: MapOverlay | None = None


# --- the ground ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A scenario as a key: one is equal to itself alone."""

    scenario: Scenario

    def __hash__(self) -> int:
        return id(self.scenario)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.scenario is self.scenario


def ground_of(scenario: Scenario) -> Ground:
    """The ground of a scenario's map."""
    return _ground(_Same(scenario))


@lru_cache(maxsize=16)
def _ground(key: _Same) -> Ground:
    drawn: Map = key.scenario.map
    mountain = drawn.mountain
    return Ground(
        width=drawn.width,
        height=drawn.height,
        land="".join(path_of(outline) for outline in drawn.coast),
        regions=tuple(
            GroundRegion(id=region.id, name=region.name, province=region.province or "", path=path_of(region.shape))
            for region in drawn.regions
        ),
        mountain="".join(path_of(outline) for outline in (mountain.shape, *mountain.further)),
        mountain_name=mountain.name,
        peak=mountain.at,
    )


def path_of(outline: Sequence[Point]) -> str:
    """An outline as short SVG path data in whole units; neighbours round a shared point alike, so no gap opens."""
    whole = [(round(x), round(y)) for x, y in outline]
    if not whole:
        return ""
    steps = [f"{x - before_x} {y - before_y}" for (before_x, before_y), (x, y) in pairwise(whole) if (x, y) != (before_x, before_y)]
    return f"M{whole[0][0]} {whole[0][1]}l{' '.join(steps)}z".replace(" -", "-")


# --- what lies on it ----------------------------------------------------------------------------------------------------


def draw_map(scenario: Scenario, board: MapView, *, event_id: int, overlay: MapOverlay | None = None) -> MapDrawing:
    """The pieces of a board, and with an overlay what a step would do to them."""
    known = board_of(scenario)
    return MapDrawing(
        event_id=event_id,
        width=scenario.map.width,
        height=scenario.map.height,
        clusters=tuple(_cluster(known, region, overlay.ghosts if overlay else ()) for region in board.regions),
        arrows=tuple(_arrow(known, arrow) for arrow in overlay.arrows) if overlay else (),
        board=board,
        overlay=overlay,
    )


def _cluster(board: Board, region: RegionView, ghosts: Sequence[Ghost]) -> Cluster:
    x, y = (round(each) for each in board.regions[region.id].at)
    wanted = list(_wanted(board, region, [ghost for ghost in ghosts if ghost.region == region.id]))
    rows = list(_rows(wanted))
    high = NAME_HIGH + (CASTLE_HIGH if region.castle else 0) + len(rows) * (PIECE_HIGH + GAP)
    top = y - high // 2
    down = top + NAME_HIGH
    castle = None
    if region.castle:
        castle = _castle(board, region, x, down)
        down += CASTLE_HIGH
    pieces: list[Piece] = []
    for row in rows:
        left = x - (sum(piece.wide for piece in row) + GAP * (len(row) - 1)) // 2
        for piece in row:
            pieces.append(replace(piece, x=left, y=down))
            left += piece.wide + GAP
        down += PIECE_HIGH + GAP
    return Cluster(
        id=region.id,
        name=region.name,
        region=region,
        neighbours=tuple(sorted(board.neighbours[region.id])),
        x=x,
        y=top + NAME_HIGH - 7,
        court=region.court,
        changed=region.changed,
        castle=castle,
        pieces=tuple(pieces),
    )


def _castle(board: Board, region: RegionView, x: int, y: int) -> CastleMark | None:
    castle = region.castle
    if castle is None:
        return None
    flags = castle.flags
    left = x - (CASTLE_WIDE + len(flags) * (FLAG_WIDE + 2)) // 2
    return CastleMark(
        x=left,
        y=y,
        destroyed=castle.destroyed,
        flags=tuple(
            Flag(house=house, short=board.houses[house].short, x=left + CASTLE_WIDE + 2 + number * (FLAG_WIDE + 2), y=y + 3)
            for number, house in enumerate(flags)
        ),
    )


def _wanted(board: Board, region: RegionView, ghosts: Sequence[Ghost]) -> Iterator[Piece]:
    after = {ghost.house: ghost.after for ghost in ghosts}
    for army in region.armies:
        yield _army(army, after.get(army.house))
    for ghost in ghosts:
        if not ghost.before:
            arriving = ArmyView(house=ghost.house, name="", short=board.houses[ghost.house].short, units=0)
            yield _army(arriving, ghost.after)
    if region.remnants:
        yield Piece(kind="remnants", x=0, y=0, wide=REMNANT_WIDE, middle=REMNANT_WIDE // 2, count=str(region.remnants))
    if region.immortals:
        yield Piece(kind="immortals", x=0, y=0, wide=IMMORTAL_WIDE, middle=44, count=str(region.immortals))
    for _rumor in region.rumors:
        yield Piece(kind="rumor", x=0, y=0, wide=RUMOR_WIDE, middle=RUMOR_WIDE // 2, count="?")


def _army(army: ArmyView, after: int | None) -> Piece:
    changes = after is not None and after != army.units
    count = f"{army.units}→{after}" if changes else str(army.units)
    wide = max(ARMY_WIDE, EMBLEM_WIDE + DIGIT_WIDE * len(count) + 8)
    return Piece(
        kind="army",
        x=0,
        y=0,
        wide=wide,
        middle=(EMBLEM_WIDE + wide) // 2 - 1,
        count=count,
        house=army.house,
        short=army.short,
        ghost=changes,
    )


def _rows(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    row: list[Piece] = []
    for piece in pieces:
        if row and sum(each.wide + GAP for each in row) + piece.wide > ROW_WIDE:
            yield row
            row = []
        row.append(piece)
    if row:
        yield row


def _arrow(board: Board, arrow: Arrow) -> ArrowMark:
    (ax, ay), (bx, by) = board.regions[arrow.origin].at, board.regions[arrow.target].at
    long = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1.0)
    ux, uy = (bx - ax) / long, (by - ay) / long
    start, end = (ax + ux * STOP * 0.6, ay + uy * STOP * 0.6), (bx - ux * STOP, by - uy * STOP)
    middle = ((ax + bx) / 2 - uy * long * BEND, (ay + by) / 2 + ux * long * BEND)
    wide = min(8 + 2 * arrow.units, 20)
    return ArrowMark(
        house=arrow.house,
        path=f"M{start[0]:.0f} {start[1]:.0f}Q{middle[0]:.0f} {middle[1]:.0f} {end[0]:.0f} {end[1]:.0f}",
        head=_head(middle, end, wide),
        x=round(start[0] / 4 + middle[0] / 2 + end[0] / 4),
        y=round(start[1] / 4 + middle[1] / 2 + end[1] / 4),
        units=str(arrow.units) if not arrow.wasted else f"{arrow.units}/{arrow.units + arrow.wasted}",
        wide=wide,
        wasted=not arrow.units,
    )


def _head(middle: Point, end: Point, wide: int) -> str:
    long = max(((end[0] - middle[0]) ** 2 + (end[1] - middle[1]) ** 2) ** 0.5, 1.0)
    ux, uy = (end[0] - middle[0]) / long, (end[1] - middle[1]) / long
    tip, side = wide * 1.9, wide * 1.3
    points = (
        (end[0] + ux * tip, end[1] + uy * tip),
        (end[0] - uy * side, end[1] + ux * side),
        (end[0] + uy * side, end[1] - ux * side),
    )
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "z"
