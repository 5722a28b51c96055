"""Draw the map of a scenario once, from a sketch: `python docs/authoring/draw_map.py SKETCH FOLDER [--settle N]`.

The sketch holds the sheet, a hand-shaped coast, the mountain and a centre for each region. The drawing divides the land
among the centres, bends and roughens every border (one line for both neighbours, so nothing gaps or overlaps), and
writes `map.yaml` and `shapes.yaml` into the folder. Neighbours are read off the drawing. See docs/scenario-map.md.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from msgspec import Struct
from ruamel.yaml import YAML
from scipy.spatial import Voronoi
from shapely import LineString, MultiLineString, Point, Polygon, STRtree, maximum_inscribed_circle, unary_union
from shapely.ops import linemerge, polygonize

XY = tuple[float, float]
GRID = 0.01
WATER = "~"  # the far side of a coast line
PEAK = "^"  # a massif of the mountain; several are counted "^0", "^1"


class Place(Struct, frozen=True, kw_only=True):
    """One region of the sketch."""

    id: str
    name: str
    province: str | None
    at: XY


class Sketch(Struct, frozen=True, kw_only=True):
    """What a drawing is made from."""

    width: int
    height: int
    seed: int
    coast: list[XY]
    mountain: str
    middle: XY
    radius: XY  # of the mountain's outer foot, across and down
    hollow: float  # the part of the radius that the region inside takes up; 0 when no region lies inside
    inside: str  # the region inside the mountain, or ""
    passes: list[float]  # compass bearings of the passes that lead out of it, in degrees
    pass_width: float
    least_border: float  # shorter shared lines do not make neighbours
    places: list[Place]


class Drawing(Struct, frozen=True, kw_only=True):
    """A drawn map: an outline for every face, and how long the line between two faces is."""

    faces: dict[str, Polygon]
    shared: dict[tuple[str, str], float]

    def neighbours(self, face: str, least: float) -> list[str]:
        """The faces with a border of at least this length with one face, in order of their names."""
        return sorted(b if a == face else a for (a, b), length in self.shared.items() if face in (a, b) and length >= least)


def sketch_from(path: Path) -> Sketch:
    """Read a sketch file."""
    raw = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    places = [
        Place(id=id_, name=row["name"], province=row.get("province"), at=(float(row["at"][0]), float(row["at"][1])))
        for id_, row in raw["regions"].items()
    ]
    peak = raw["mountain"]
    return Sketch(
        width=raw["width"],
        height=raw["height"],
        seed=raw["seed"],
        coast=[(float(x), float(y)) for x, y in raw["coast"]],
        mountain=peak["name"],
        middle=(float(peak["middle"][0]), float(peak["middle"][1])),
        radius=(float(peak["radius"][0]), float(peak["radius"][1])),
        hollow=float(peak.get("hollow", 0)),
        inside=peak.get("inside", ""),
        passes=[float(bearing) for bearing in peak.get("passes", [])],
        pass_width=float(peak.get("pass_width", 60)),
        least_border=float(raw.get("least_border", 24)),
        places=places,
    )


def ellipse(sketch: Sketch, part: float) -> Polygon:
    """The foot of the mountain, or a part of it, as a slightly uneven round."""
    (mx, my), (rx, ry) = sketch.middle, sketch.radius
    points = []
    for step in range(72):
        turn = math.tau * step / 72
        swell = 1 + 0.06 * math.sin(3 * turn + 0.7) + 0.03 * math.sin(5 * turn + 2.1)
        points.append((mx + part * swell * rx * math.sin(turn), my - part * swell * ry * math.cos(turn)))
    return Polygon(points)


def hollow_of(sketch: Sketch) -> Polygon | None:
    """The region inside the mountain with its passes out to the mountain's foot."""
    if not sketch.inside:
        return None
    (mx, my), reach = sketch.middle, 2 * max(sketch.radius)
    lanes = [ellipse(sketch, sketch.hollow)]
    for bearing in sketch.passes:
        turn = math.radians(bearing)
        lane = LineString([(mx, my), (mx + reach * math.sin(turn), my - reach * math.cos(turn))])
        lanes.append(lane.buffer(sketch.pass_width / 2, cap_style="flat"))
    return unary_union(lanes).intersection(ellipse(sketch, 1))


def lines_between(points: list[XY], frame: Polygon) -> MultiLineString:
    """The borders of the land nearest to each point."""
    far = 6000.0
    cells = Voronoi(np.array([*points, (-far, -far), (far, -far), (-far, far), (far, far)]))
    corners = cells.vertices
    lines = [LineString(corners[ridge]) for ridge in cells.ridge_vertices if -1 not in ridge]
    return unary_union(lines).intersection(frame)


def arcs_of(sketch: Sketch, points: dict[str, XY]) -> list[LineString]:
    """Every border once, cut where three places meet, still straight."""
    land, foot, hollow = Polygon(sketch.coast), ellipse(sketch, 1), hollow_of(sketch)
    outside = [at for id_, at in points.items() if id_ != sketch.inside]
    pieces = [lines_between(outside, land.buffer(1).difference(foot.buffer(-1))), land.exterior, foot.exterior]
    if hollow is not None:
        pieces.append(hollow.exterior)
    noded = unary_union(pieces, grid_size=GRID)
    ends: Counter[XY] = Counter(at for piece in noded.geoms for at in (piece.coords[0], piece.coords[-1]))
    whole = [piece for piece in noded.geoms if ends[piece.coords[0]] > 1 and ends[piece.coords[-1]] > 1]
    merged = linemerge(whole)
    return list(getattr(merged, "geoms", [merged]))


def named_faces(sketch: Sketch, arcs: list[LineString], points: dict[str, XY]) -> dict[str, Polygon]:
    """The faces that lines enclose, named by the place whose point lies in them; the others are the mountain."""
    faces: dict[str, Polygon] = {}
    peaks = []
    for face in polygonize(arcs):
        inside = [id_ for id_, at in points.items() if face.contains(Point(at))]
        if len(inside) > 1:
            raise SystemExit(f"{inside} are not kept apart; move their centres")
        if inside:
            faces[inside[0]] = face
        elif ellipse(sketch, 1.1).contains(face.representative_point()):
            peaks.append(face)
        elif face.area > 1:
            raise SystemExit(f"nothing lies at {face.representative_point()}; mend the coast or the centres there")
    if lost := points.keys() - faces.keys():
        raise SystemExit(f"{sorted(lost)} have no land")
    peaks.sort(key=lambda face: -face.area)
    return faces | {f"{PEAK}{index}": face for index, face in enumerate(peaks)}


def sides_of(arc: LineString, faces: dict[str, Polygon]) -> tuple[str, str]:
    """The two faces that a line runs between, the sea where there is none."""
    middle = arc.interpolate(0.5, normalized=True)
    near = sorted(id_ for id_, face in faces.items() if face.exterior.distance(middle) < 0.5)
    if len(near) > 2:
        near = sorted(near, key=lambda id_: -face_overlap(faces[id_], arc))[:2]
    return (near[0], near[1]) if len(near) == 2 else (near[0] if near else WATER, WATER)


def face_overlap(face: Polygon, arc: LineString) -> float:
    """How much of a line lies on the edge of a face."""
    return float(face.exterior.buffer(0.05).intersection(arc).length)


def bent(point: XY, sketch: Sketch) -> XY:
    """A point after a gentle bend of the whole sheet, which keeps lines apart that were apart."""
    x, y = point
    shift = sketch.seed % 97
    dx = 11 * math.sin(y / 61 + shift) + 7 * math.sin((x + 2 * y) / 97 + 1.3 * shift) + 3.5 * math.sin((x - y) / 31 + shift)
    dy = 11 * math.sin(x / 67 + 2 * shift) + 7 * math.sin((2 * x - y) / 103 + 0.7 * shift) + 3.5 * math.sin((x + y) / 29)
    return (x + dx, y + dy)


def rough(arc: LineString, *, wobble: float, sketch: Sketch) -> LineString:
    """A bent line with finer and finer side steps, the same for whoever asks for the same line."""
    points = [bent((x, y), sketch) for x, y in arc.segmentize(30.0).coords]
    (ax, ay), (bx, by) = sorted([points[0], points[-1]])
    chance = random.Random(f"{sketch.seed} {ax:.1f} {ay:.1f} {bx:.1f} {by:.1f}")
    for _ in range(3):
        finer = [points[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            side = chance.uniform(-wobble, wobble)
            finer += [((ax + bx) / 2 - (by - ay) * side, (ay + by) / 2 + (bx - ax) * side), (bx, by)]
        points = finer
    return LineString([(round(x, 1), round(y, 1)) for x, y in LineString(points).simplify(1.5).coords])


def drawn(sketch: Sketch, points: dict[str, XY]) -> Drawing:
    """The finished drawing of a sketch with its centres at these points."""
    straight = arcs_of(sketch, points)
    plain = named_faces(sketch, straight, points)
    sides = [sides_of(arc, plain) for arc in straight]
    wobbles = [0.26 if WATER in pair else 0.2 if any(side[0] == PEAK for side in pair) else 0.16 for pair in sides]
    lines = [rough(arc, wobble=wobble, sketch=sketch) for arc, wobble in zip(straight, wobbles, strict=True)]
    while tangled := tangles(lines):
        for index in tangled:
            wobbles[index] *= 0.6
            lines[index] = rough(straight[index], wobble=wobbles[index], sketch=sketch)
    faces = named_faces(sketch, lines, {id_: bent(at, sketch) for id_, at in points.items()})
    shared: dict[tuple[str, str], float] = defaultdict(float)
    for line, pair in zip(lines, sides, strict=True):
        if WATER not in pair:
            shared[min(pair), max(pair)] += LineString([line.coords[0], line.coords[-1]]).length
    return Drawing(faces=faces, shared=dict(shared))


def tangles(lines: list[LineString]) -> list[int]:
    """The lines that cross themselves or another away from their ends."""
    found = {index for index, line in enumerate(lines) if not line.is_simple}
    tree = STRtree(lines)
    for one, other in zip(*tree.query(lines, predicate="intersects"), strict=True):
        if one < other:
            ends = set(lines[one].boundary.geoms) & set(lines[other].boundary.geoms)
            if not lines[one].intersection(lines[other]).equals(unary_union(list(ends))):
                found |= {int(one), int(other)}
    return sorted(found)


def settled(sketch: Sketch, rounds: int) -> dict[str, XY]:
    """The centres after some rounds of each moving to the middle of its own land, which evens out sizes."""
    points = {place.id: place.at for place in sketch.places}
    for _ in range(rounds):
        faces = named_faces(sketch, arcs_of(sketch, points), points)
        for id_, face in faces.items():
            if id_ in points and id_ != sketch.inside:
                points[id_] = (face.centroid.x, face.centroid.y)
    return points


def spot_in(face: Polygon) -> XY:
    """Where a region's units stand: the middle of the widest part, drawn a little to the centre of gravity."""
    ray = maximum_inscribed_circle(face, tolerance=1.0)
    x, y = ray.coords[0]
    return (round(0.7 * x + 0.3 * face.centroid.x, 0), round(0.7 * y + 0.3 * face.centroid.y, 0))


def outline(face: Polygon) -> str:
    """An outline in short."""
    return " ".join(f"{x:g},{y:g}" for x, y in list(face.exterior.coords)[:-1])


def write(sketch: Sketch, drawing: Drawing, folder: Path) -> None:
    """Write `map.yaml` and `shapes.yaml`."""
    land = unary_union(list(drawing.faces.values()))
    peaks = [id_ for id_ in drawing.faces if id_.startswith(PEAK)]
    near: set[str] = set()
    lines = ["# Drawn by docs/authoring/draw_map.py from a sketch; see docs/scenario-map.md.", "map:"]
    lines += [f"  width: {sketch.width}", f"  height: {sketch.height}", "  regions:"]
    for place in sketch.places:
        beside = drawing.neighbours(place.id, sketch.least_border)
        if any(id_.startswith(PEAK) for id_ in beside):
            near.add(place.id)
        beside = [id_ for id_ in beside if not id_.startswith(PEAK)]
        x, y = spot_in(drawing.faces[place.id])
        lines += [f"    - id: {place.id}", f"      name: {place.name}", f"      province: {place.province or 'null'}"]
        lines += [f"      at: [{x:g}, {y:g}]", f"      neighbours: [{', '.join(beside)}]"]
    if peaks:
        x, y = spot_in(drawing.faces[peaks[0]])
        lines += ["  mountain:", f"    name: {sketch.mountain}", f"    at: [{x:g}, {y:g}]"]
        lines += [f"    neighbours: [{', '.join(place.id for place in sketch.places if place.id in near)}]"]
    (folder / "map.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines = ['# Drawn by docs/authoring/draw_map.py; outlines in map units, "x,y x,y".', "shapes:", "  regions:"]
    lines += [f"    {place.id}: {outline(drawing.faces[place.id])}" for place in sketch.places]
    lines += ["  mountain:", *(f"    - {outline(drawing.faces[id_])}" for id_ in peaks)]
    lines += ["  coast:", f"    - {outline(land if isinstance(land, Polygon) else max(land.geoms, key=lambda g: g.area))}"]
    (folder / "shapes.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def doubts(sketch: Sketch, drawing: Drawing) -> list[str]:
    """Borders so short that a player could take two regions for neighbours that are none, or the other way round."""
    least = sketch.least_border
    return [f"{a}-{b} {length:.0f}" for (a, b), length in sorted(drawing.shared.items()) if length < 1.5 * least]


def main() -> None:
    """Draw and write; say how even the regions are and which borders are doubtful."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("sketch", type=Path)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--settle", type=int, default=0, help="first move each centre to the middle of its land, N times")
    args = asked.parse_args()
    sketch = sketch_from(args.sketch)
    points = settled(sketch, args.settle)
    drawing = drawn(sketch, points)
    write(sketch, drawing, args.folder)
    out = sys.stdout.write
    if args.settle:
        out("".join(f"  {id_}: [{x:.0f}, {y:.0f}]\n" for id_, (x, y) in points.items()))
    areas = [drawing.faces[place.id].area for place in sketch.places]
    out(f"{len(areas)} regions, least {min(areas):.0f}, greatest {max(areas):.0f}\n")
    out(f"doubtful borders: {', '.join(doubts(sketch, drawing)) or 'none'}\n")


if __name__ == "__main__":
    main()
