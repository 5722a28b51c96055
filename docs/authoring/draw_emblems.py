"""Draw the emblems of the default Houses and the symbols of its factions: `python docs/authoring/draw_emblems.py`.

Each is one silhouette in a box of 100 by 100, put together from strokes that taper, rounds and outlines, and printed as
SVG path data. Holes run against the outline, so that both fill rules of SVG show the same.
"""

from __future__ import annotations

import sys
from itertools import pairwise

from shapely import LineString, MultiPolygon, Point, Polygon, unary_union
from shapely.affinity import rotate, scale, translate
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

XY = tuple[float, float]


def curve(points: list[XY], *, closed: bool = False, steps: int = 14) -> list[XY]:
    """A smooth line through points (Catmull-Rom)."""
    ring = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    line: list[XY] = []
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(ring, ring[1:], ring[2:], ring[3:], strict=False):
        for step in range(steps):
            t = step / steps
            x = 0.5 * (2 * bx + (cx - ax) * t + (2 * ax - 5 * bx + 4 * cx - dx) * t**2 + (3 * bx - ax - 3 * cx + dx) * t**3)
            y = 0.5 * (2 * by + (cy - ay) * t + (2 * ay - 5 * by + 4 * cy - dy) * t**2 + (3 * by - ay - 3 * cy + dy) * t**3)
            line.append((x, y))
    return line if closed else [*line, points[-1]]


def blob(*points: XY) -> BaseGeometry:
    """A smooth closed outline."""
    return Polygon(curve(list(points), closed=True)).buffer(0)


def sharp(*points: XY) -> BaseGeometry:
    """An outline with corners."""
    return Polygon(points).buffer(0)


def round_(x: float, y: float, across: float, down: float | None = None) -> BaseGeometry:
    """A round, or an oval."""
    return translate(scale(Point(0, 0).buffer(1, quad_segs=24), across, across if down is None else down), x, y)


def stroke(*points: XY, wide: list[float]) -> BaseGeometry:
    """A line through points that changes its half width evenly along the given widths."""
    line = curve(list(points))
    last = len(line) - 1
    widths = []
    for index in range(len(line)):
        at = index / last * (len(wide) - 1)
        low = min(int(at), len(wide) - 2)
        widths.append(wide[low] + (wide[low + 1] - wide[low]) * (at - low))
    rounds = [Point(at).buffer(width, quad_segs=12) for at, width in zip(line, widths, strict=True)]
    return unary_union([unary_union(pair).convex_hull for pair in pairwise(rounds)])


def mirrored(shape: BaseGeometry) -> BaseGeometry:
    """A shape and its mirror image across the middle of the box."""
    return unary_union([shape, scale(shape, -1, 1, origin=(50, 0))])


def fitted(shape: BaseGeometry) -> BaseGeometry:
    """A silhouette made as large as the box allows, with a small margin."""
    left, top, right, bottom = shape.bounds
    size = 96 / max(right - left, bottom - top)
    centred = translate(shape, 50 - (left + right) / 2, 50 - (top + bottom) / 2)
    return scale(centred, size, size, origin=(50, 50))


def path(shape: BaseGeometry) -> str:
    """A silhouette as SVG path data."""
    parts = shape.geoms if isinstance(shape, MultiPolygon) else [shape]
    rings = []
    for part in sorted(parts, key=lambda each: -each.area):
        if part.area > 0.5:
            plain = orient(part.simplify(0.2))
            rings += [plain.exterior, *(hole for hole in plain.interiors if Polygon(hole).area > 0.3)]
    return "".join("M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in list(ring.coords)[:-1]) + "Z" for ring in rings)


def cat() -> BaseGeometry:
    """A seated cat, its tail raised."""
    body = blob((36, 40), (30, 56), (31, 74), (27, 93), (45, 94), (70, 94), (80, 84), (79, 68), (68, 52), (54, 42))
    head = blob((23, 26), (25, 37), (38, 43), (51, 37), (53, 26), (47, 18), (38, 16), (29, 18))
    ears = unary_union([sharp((23, 28), (21, 5), (36, 18)), sharp((40, 18), (55, 5), (53, 28))])
    tail = stroke((70, 90), (86, 90), (94, 78), (88, 64), (82, 52), (86, 40), (93, 38), wide=[5, 5, 4.6, 4.4, 4, 3.4, 2.6])
    eyes = unary_union(
        [rotate(round_(31.5, 28, 3.4, 2), 20), rotate(round_(44.5, 28, 3.4, 2), -20), sharp((36, 34), (40, 34), (38, 37))]
    )
    legs = unary_union([stroke((41, 66), (42, 92), wide=[0.3, 1]), stroke((66, 72), (58, 80), (60, 92), wide=[0.3, 0.9, 1])])
    return unary_union([body, head, ears, tail]) - eyes - legs


def swords() -> BaseGeometry:
    """Two swords crossed, one over the other."""
    blade = sharp((46.4, 64), (46.4, 10), (50, 1), (53.6, 10), (53.6, 64))
    guard = unary_union([stroke((36, 64), (50, 66), (64, 64), wide=[3, 3.4, 3]), sharp((47, 66), (53, 66), (53, 86), (47, 86))])
    sword = unary_union([blade, guard, round_(50, 90, 6)])
    over, under = rotate(sword, 42, origin=(50, 50)), rotate(sword, -42, origin=(50, 50))
    return unary_union([over, under - over.buffer(2.2)])


def snake() -> BaseGeometry:
    """A snake that rises from its coils, tongue out."""
    coils = stroke(
        (10, 90),
        (34, 94),
        (66, 91),
        (88, 80),
        (78, 67),
        (48, 67),
        (20, 62),
        (22, 47),
        (50, 46),
        (74, 38),
        (74, 20),
        (54, 14),
        (42, 17),
        wide=[1, 4, 6.2, 7, 7, 7, 7, 7, 7, 7, 6.6, 5.6, 5],
    )
    head = blob((48, 9), (36, 10), (25, 17), (26, 23), (37, 27), (49, 24))
    tongue = unary_union(
        [
            stroke((27, 20), (17, 22), wide=[1.3, 1.3]),
            stroke((17, 22), (8, 18), wide=[1.2, 0.8]),
            stroke((17, 22), (8, 28), wide=[1.2, 0.8]),
        ]
    )
    return unary_union([coils, head, tongue]) - round_(38, 16, 2.1)


def wolf() -> BaseGeometry:
    """The head of a wolf from the side, teeth bared."""
    head = sharp(
        *((4, 50), (6, 44), (14, 42), (30, 35), (39, 27), (44, 3), (57, 19), (63, 20), (74, 5), (77, 29), (86, 42), (81, 44)),
        *((93, 60), (86, 61), (97, 80), (88, 79), (93, 97), (46, 97), (50, 87), (39, 85), (45, 76), (35, 74), (38, 67), (31, 70)),
        *(
            (15, 70),
            (10, 64),
            (25, 62),
            (38, 55),
            (30, 56.5),
            (27.5, 61.5),
            (24.5, 56.5),
            (16, 57),
            (13, 61),
            (10.5, 56.5),
            (5, 55),
        ),
    )
    eye = sharp((37, 41), (49, 35), (46, 41.5))
    ears = unary_union([sharp((47, 10), (52, 21), (45, 25)), sharp((71, 12), (72, 27), (66, 22))])
    cheek = unary_union([sharp((52, 58), (60, 50), (57, 62)), sharp((62, 70), (70, 60), (68, 74))])
    return head - eye - ears - cheek


def eagle() -> BaseGeometry:
    """An eagle displayed."""
    wing = unary_union(
        [
            stroke((43, 42), (31, 27), (18, 15), (4, 8), wide=[8, 6, 4.4, 2]),
            stroke((38, 34), (20, 23), (3, 20), wide=[6, 4.2, 2.4]),
            stroke((38, 38), (20, 36), (3, 36), wide=[6, 4.2, 2.6]),
            stroke((40, 42), (23, 48), (8, 53), wide=[6, 4.4, 2.8]),
            stroke((43, 46), (29, 58), (17, 68), wide=[6, 4.4, 2.8]),
            stroke((46, 50), (38, 62), (31, 72), wide=[5, 4, 2.4]),
        ]
    )
    leg = unary_union(
        [
            stroke((46, 66), (36, 78), wide=[4, 2]),
            *(stroke((36, 78), end, wide=[1.7, 0.8]) for end in ((28, 80), (31, 87), (38, 87))),
        ]
    )
    tail = unary_union([stroke((50, 66), end, wide=[5, 3]) for end in ((43, 93), (50, 96), (57, 93))])
    body = stroke((50, 18), (50, 46), (50, 70), wide=[6.5, 10, 6])
    head = unary_union([round_(50, 11, 8), sharp((45, 4.5), (34, 11), (33, 17), (41, 14.8), (47, 18))])
    return unary_union([mirrored(unary_union([wing, leg])), tail, body, head]) - round_(47.5, 9.5, 1.9)


def bear() -> BaseGeometry:
    """A bear that walks."""
    body = blob((24, 38), (34, 24), (46, 17), (58, 22), (78, 24), (92, 36), (95, 54), (88, 68), (62, 66), (40, 68), (28, 62))
    head = unary_union([blob((30, 30), (20, 30), (10, 42), (3, 53), (5, 60), (16, 61), (28, 60), (36, 50)), round_(24, 28, 5.4)])
    near = unary_union(
        [
            stroke((36, 58), (34, 76), (31, 87), wide=[10, 7.5, 6]),
            sharp((22, 92), (26, 82), (37, 82), (37, 93)),
            stroke((84, 54), (86, 74), (82, 87), wide=[12, 8, 6]),
            sharp((73, 92), (77, 82), (88, 82), (88, 93)),
        ]
    )
    far = unary_union(
        [
            stroke((52, 62), (53, 76), (51, 86), wide=[7, 6, 5]),
            sharp((43, 91), (46, 82), (56, 82), (56, 91)),
            stroke((72, 62), (68, 76), (66, 86), wide=[7, 6, 5]),
            sharp((57.5, 91), (61, 82), (71, 82), (71, 91)),
        ]
    )
    return unary_union([body, head, near, far - near.buffer(1.6)]) - round_(16, 44, 1.8)


def ram() -> BaseGeometry:
    """The head of a ram from the front."""
    horn = stroke(
        (47, 24),
        (36, 12),
        (19, 12),
        (7, 27),
        (7, 48),
        (17, 62),
        (31, 60),
        (36, 48),
        (30, 38),
        (21, 40),
        (20, 47),
        wide=[5, 8.6, 9, 8.4, 7.4, 6.4, 5.4, 4.6, 3.8, 3, 2],
    )
    face = blob((37, 24), (50, 19), (63, 24), (65, 44), (60, 66), (58, 84), (50, 91), (42, 84), (40, 66), (35, 44))
    ear = blob((40, 50), (30, 66), (20, 72), (24, 78), (36, 74), (42, 62))
    eye = rotate(round_(42.5, 45, 1.8, 3.6), 24)
    nose = unary_union([rotate(round_(46.2, 79, 1.1, 2.6), 30), stroke((50, 83), (50, 89), wide=[0.7, 0.7])])
    holes = mirrored(unary_union([eye, nose]))
    whole = unary_union([face, mirrored(ear - face.buffer(1.2)), mirrored(horn - face.buffer(1.4))])
    return whole - holes


def unicorn() -> BaseGeometry:
    """The head of a unicorn."""
    head = blob(
        (18, 60),
        (12, 71),
        (17, 80),
        (27, 80),
        (36, 72),
        (46, 68),
        (44, 80),
        (38, 97),
        (62, 99),
        (80, 97),
        (78, 72),
        (69, 47),
        (58, 34),
        (46, 33),
        (34, 41),
    )
    ear = sharp((46, 36), (55, 17), (60, 38))
    horn = sharp((33, 43), (20, 1), (43, 36))
    mane = unary_union(
        [
            stroke((58, 30), (70, 34), (80, 46), wide=[4, 5.4, 1]),
            stroke((66, 40), (78, 46), (88, 60), wide=[4, 6, 1]),
            stroke((71, 52), (84, 60), (92, 75), wide=[4, 6, 1]),
            stroke((75, 65), (87, 75), (94, 90), wide=[4, 6, 1]),
            stroke((76, 80), (86, 88), (90, 98), wide=[4, 5, 1]),
            stroke((55, 28), (46, 26), (38, 33), wide=[4, 3.4, 1]),
        ]
    )
    rings = unary_union(
        [
            stroke((21, 22), (30, 16), wide=[0.8, 0.8]),
            stroke((24, 30), (35, 24), wide=[0.8, 0.8]),
            stroke((28, 38), (40, 31), wide=[0.8, 0.8]),
        ]
    )
    eye = rotate(round_(40, 48, 3, 1.8), -30)
    return unary_union([head, ear, mane, horn - rings]) - eye - round_(18.5, 71, 1.5)


def octopus() -> BaseGeometry:
    """An octopus, its arms spread."""
    head = blob((50, 3), (30, 9), (23, 28), (30, 46), (36, 58), (50, 62), (64, 58), (70, 46), (77, 28), (70, 9))
    arms = unary_union(
        [
            stroke((36, 48), (22, 56), (9, 50), (5, 38), (11, 31), wide=[6, 5.4, 4.4, 3.2, 1.4]),
            stroke((37, 54), (24, 67), (9, 68), (3, 78), (9, 84), wide=[6, 5.4, 4.4, 3.2, 1.4]),
            stroke((42, 57), (34, 76), (20, 82), (16, 93), (24, 96), wide=[6, 5.4, 4.4, 3.2, 1.4]),
            stroke((47, 58), (45, 78), (38, 88), (42, 97), (47, 93), wide=[5, 5, 4.2, 3, 1.2]),
        ]
    )
    eyes = unary_union([rotate(round_(41.5, 38, 4.2, 5), -14), round_(41.5, 38, 0)])
    return unary_union([head, mirrored(arms)]) - mirrored(eyes)


def our_lady() -> BaseGeometry:
    """A veiled head under a halo."""
    halo = round_(50, 34, 31) - round_(50, 34, 25)
    veil = blob((50, 16), (34, 24), (28, 48), (20, 74), (16, 96), (50, 98), (84, 96), (80, 74), (72, 48), (66, 24))
    face = blob((50, 30), (41, 36), (41, 50), (50, 60), (59, 50), (59, 36))
    return unary_union([halo - veil.buffer(3), veil - face])


def rat_king() -> BaseGeometry:
    """A crown from which tails hang."""
    crown = sharp((18, 52), (10, 14), (31, 32), (50, 6), (69, 32), (90, 14), (82, 52))
    tails = unary_union(
        [
            stroke((30, 56), (22, 72), (32, 82), (24, 96), wide=[4.4, 3.8, 3, 1]),
            stroke((50, 56), (44, 72), (56, 82), (50, 97), wide=[4.4, 3.8, 3, 1]),
            stroke((70, 56), (78, 72), (68, 82), (76, 96), wide=[4.4, 3.8, 3, 1]),
        ]
    )
    return unary_union([crown, tails]) - sharp((20, 43), (80, 43), (79.4, 47), (20.6, 47))


def spice_lords() -> BaseGeometry:
    """A coffee bean with a curl of steam."""
    bean = rotate(round_(50, 66, 38, 27), -18)
    slit = stroke((14, 76), (38, 76), (62, 56), (86, 56), wide=[2.6, 2.6])
    steam = unary_union(
        [
            stroke((38, 34), (32, 24), (42, 14), (37, 3), wide=[3, 3.4, 3, 1]),
            stroke((58, 30), (52, 20), (62, 12), (57, 2), wide=[3, 3.4, 3, 1]),
        ]
    )
    return unary_union([bean - slit, steam])


def cult() -> BaseGeometry:
    """An eye in the sun."""
    rays = unary_union([rotate(sharp((44, 24), (50, 1), (56, 24)), 30 * turn, origin=(50, 50)) for turn in range(12)])
    eye = blob((28, 50), (39, 39.5), (50, 37), (61, 39.5), (72, 50), (61, 60.5), (50, 63), (39, 60.5))
    return unary_union([rays, round_(50, 50, 30)]) - (eye - round_(50, 50, 8.5))


def outcasts() -> BaseGeometry:
    """A broken ring with a crooked path out of it."""
    ring = round_(50, 50, 44) - round_(50, 50, 34) - sharp((50, 50), (78, -10), (120, 20))
    way = LineString([(28, 74), (46, 60), (38, 46), (60, 40), (58, 26), (88, 6)]).buffer(5, join_style="mitre")
    return unary_union([ring - way.buffer(3), way])


EMBLEMS = {
    "cat": cat, "swords": swords, "snake": snake, "wolf": wolf, "eagle": eagle, "bear": bear, "ram": ram, "unicorn": unicorn,
    "octopus": octopus, "our-lady": our_lady, "rat-king": rat_king, "spice-lords": spice_lords, "cult": cult, "outcasts": outcasts,
}  # fmt: skip


def main() -> None:
    """Print each emblem's name and path."""
    for name, draw in EMBLEMS.items():
        sys.stdout.write(f"{name}: {path(fitted(draw()))}\n")


if __name__ == "__main__":
    main()
