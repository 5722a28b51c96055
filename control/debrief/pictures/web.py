"""Ties between teams, as a ring: who did what with or to whom, for the day and for each round. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from control.debrief.pictures.records import DaySource, Look, Picture, PictureCell, PictureTable
from control.debrief.pictures.scale import days_of, letter_of_each, svg_number
from control.engine.chronicle import RoundSpan, Tie
from control.engine.language import say, say_count

WIDTH: Final = 320
HEIGHT: Final = 304
RING: Final = 116.0
NODE: Final = 19.0
LEGIBLE: Final = 26  # most ties of a panel with legible letters
STROKES: Final = ("", "9 4", "3 4", "9 4 3 4", "15 5", "1 5")
BONDS: Final = ("good", "focus")  # colours of ties without direction; BLOWS: of others; letters and dashes distinguish them
BLOWS: Final = ("bad", "gold", "text", "muted")

Key = tuple[str, str, str]  # kind, one, other


class TieKind(Struct, frozen=True, kw_only=True):
    """A kind of tie with its letter and line style."""

    id: str
    letter: str
    words: str
    dash: str
    hue: str
    count: int


class Node(Struct, frozen=True, kw_only=True):
    """A team in the ring."""

    look: Look
    x: str
    y: str
    size: str


class Edge(Struct, frozen=True, kw_only=True):
    """All ties of a kind between two teams: line width by number, an arrow if the kind has a direction."""

    kind: TieKind
    ends: tuple[str, str]
    count: int
    path: str
    width: str
    arrow: str  # points of its head; "" for a tie without direction
    x: str
    y: str
    words: str
    title: str
    seq: int


class TieRing(Struct, frozen=True, kw_only=True):
    """Ring of the whole day or of one round."""

    name: str
    title: str
    words: str
    edges: tuple[Edge, ...]
    full: bool  # too many ties for legible letters


class Web(Struct, frozen=True, kw_only=True):
    """Ring through the day."""

    nodes: tuple[Node, ...]
    kinds: tuple[TieKind, ...]
    panels: tuple[TieRing, ...]
    marks: tuple[str, ...]  # labels on ties: letter and number
    width: int = WIDTH
    height: int = HEIGHT


def web(told: DaySource) -> Picture | None:
    """Picture of all ties. None without ties between teams."""
    placed = [(tie, str(one), str(other)) for tie in told.chronicle.ties for one, other in (_ends(told, tie),) if one and other]
    if not placed:
        return None
    teams = list(dict.fromkeys([*(each.id for each in told.teams), *(end for _tie, *ends in placed for end in ends)]))
    counted = {kind: sum(tie.kind == kind for tie, *_ends in placed) for kind in dict.fromkeys(tie.kind for tie, *_ends in placed)}
    signs = letter_of_each({kind: told.word(kind) for kind in counted})
    kinds = {each.id: each for each in _kinds(told, counted, signs)}
    places = _places(teams)
    panels = [("all", say("The whole day"), placed)]
    for span in days_of(told.chronicle.rounds).spans:
        panels.append((str(span.number), told.round_title(span.number), [each for each in placed if _stands(each[0], span)]))
    drawn = tuple(_panel(told, name, title, ties, kinds, places) for name, title, ties in panels)
    return Picture(
        name="ties",
        kind="web",
        title=say("Who with whom, who against whom"),
        words=say_count("{count} tie between teams.", "{count} ties between teams.", len(placed)),
        shape=Web(
            nodes=tuple(
                Node(look=told.look(team), x=svg_number(x), y=svg_number(y), size=svg_number(_node_size(len(teams))))
                for team, (x, y) in places.items()
            ),
            kinds=tuple(kinds.values()),
            panels=drawn,
            marks=tuple(dict.fromkeys(edge.words for panel in drawn for edge in panel.edges)),
        ),
        table=_table(told, placed),
    )


def _kinds(told: DaySource, counted: Mapping[str, int], signs: Mapping[str, str]) -> Iterator[TieKind]:
    """Kinds of ties. Those without direction come first, so the others are drawn over them."""
    order = sorted(counted, key=lambda kind: kind not in told.mutual)
    bonds = sum(kind in told.mutual for kind in order)
    for number, kind in enumerate(order):
        yield TieKind(
            id=kind,
            letter=signs[kind],
            words=told.word(kind),
            dash=STROKES[number % len(STROKES)],
            hue=BONDS[number % len(BONDS)] if number < bonds else BLOWS[(number - bonds) % len(BLOWS)],
            count=counted[kind],
        )


def _panel(
    told: DaySource,
    name: str,
    title: str,
    ties: Sequence[tuple[Tie, str, str]],
    kinds: Mapping[str, TieKind],
    places: Mapping[str, tuple[float, float]],
) -> TieRing:
    edges = tuple(_edges(told, ties, kinds, places))
    words = say_count("{count} tie", "{count} ties", len(ties))
    return TieRing(name=name, title=title, words=words, edges=edges, full=len(edges) > LEGIBLE)


def _ends(told: DaySource, tie: Tie) -> tuple[str | None, str | None]:
    return told.team_of(tie.one), told.team_of(tie.other)


def _stands(tie: Tie, span: RoundSpan) -> bool:
    """Whether the tie was made in this round or lasts from an earlier one."""
    return tie.round == span.number or (tie.round < span.number and tie.over > span.first)


def _node_size(count: int) -> float:
    return min(NODE, math.pi * RING / max(count, 1) * 0.92)


def _places(teams: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Places in a ring, the first at the top, in team order."""
    turn = math.tau / max(len(teams), 1)
    return {
        team: (WIDTH / 2 + RING * math.sin(turn * at), HEIGHT / 2 - RING * math.cos(turn * at)) for at, team in enumerate(teams)
    }


def _edges(
    told: DaySource, ties: Sequence[tuple[Tie, str, str]], kinds: Mapping[str, TieKind], places: Mapping[str, tuple[float, float]]
) -> Iterator[Edge]:
    gathered: dict[Key, list[Tie]] = {}
    for tie, one, other in ties:
        first, second = sorted((one, other)) if tie.kind in told.mutual else (one, other)
        gathered.setdefault((tie.kind, first, second), []).append(tie)
    between: dict[frozenset[str], int] = {}
    lanes = Counter(frozenset((one, other)) for _kind, one, other in gathered)
    most = max((len(each) for each in gathered.values()), default=1)
    size = _node_size(len(places))
    order = list(kinds)
    for (kind, one, other), found in sorted(gathered.items(), key=lambda each: order.index(each[0][0])):
        pair = frozenset((one, other))
        lane = between[pair] = between.get(pair, 0) + 1
        path, tip, (x, y) = (
            _loop(places[one], lane, size)
            if one == other
            else _arc(places[one], places[other], lane, min(24.0, 120.0 / lanes[pair]), size)
        )
        names = say("{one} – {other}", one=told.look(one).name, other=told.look(other).name)
        yield Edge(
            kind=kinds[kind],
            ends=(told.look(one).id or one, told.look(other).id or other),
            count=len(found),
            path=path,
            width=svg_number(1.6 + 4.4 * (len(found) - 1) / max(most - 1, 1) if most > 1 else 1.6),
            arrow="" if kind in told.mutual or one == other else tip,
            x=f"{x:.0f}",
            y=f"{y:.0f}",
            words=f"{kinds[kind].letter}{len(found) if len(found) > 1 else ''}",
            title=f"{kinds[kind].words}: {names}{f' × {len(found)}' if len(found) > 1 else ''}",
            seq=found[-1].seq,
        )


def _arc(
    one: tuple[float, float], other: tuple[float, float], lane: int, gap: float, size: float
) -> tuple[str, str, tuple[float, float]]:
    """Curve between two teams, its arrow, and the place of its letter. Each further tie of the pair has its own lane."""
    (x1, y1), (x2, y2) = sorted((one, other))
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    across = (-(y2 - y1) / length, (x2 - x1) / length)
    out = (lane // 2) * (1 if lane % 2 else -1) * gap
    bend = ((x1 + x2) / 2 + across[0] * 2 * out, (y1 + y2) / 2 + across[1] * 2 * out)
    begin, end = _towards(one, bend, size + 1), _towards(other, bend, size + 3)
    away = math.hypot(bend[0] - end[0], bend[1] - end[1]) or 1.0
    back = ((bend[0] - end[0]) / away, (bend[1] - end[1]) / away)
    sides = [(end[0] + back[0] * 9 + side * back[1] * 5, end[1] + back[1] * 9 - side * back[0] * 5) for side in (1, -1)]
    arrow = " ".join(f"{svg_number(x)},{svg_number(y)}" for x, y in (end, *sides))
    letter = tuple(0.25 * begin[at] + 0.5 * bend[at] + 0.25 * end[at] for at in (0, 1))
    path = f"M{begin[0]:.0f} {begin[1]:.0f}Q{bend[0]:.0f} {bend[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
    return path, arrow, (letter[0], letter[1])


def _towards(place: tuple[float, float], goal: tuple[float, float], far: float) -> tuple[float, float]:
    length = math.hypot(goal[0] - place[0], goal[1] - place[1]) or 1.0
    return place[0] + (goal[0] - place[0]) / length * far, place[1] + (goal[1] - place[1]) / length * far


def _loop(place: tuple[float, float], lane: int, size: float) -> tuple[str, str, tuple[float, float]]:
    """Loop at the inner side of a team, for a tie with itself."""
    x, y = _towards(place, (WIDTH / 2, HEIGHT / 2), size + 10 * lane)
    radius = 8 + 3 * lane
    path = (
        f"M{svg_number(x - radius)} {svg_number(y)}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0"
    )
    return path, "", _towards((x, y), (WIDTH / 2, HEIGHT / 2), float(radius))


def _table(told: DaySource, placed: Sequence[tuple[Tie, str, str]]) -> PictureTable:
    heads = tuple(PictureCell(words=each) for each in (say("When"), say("What"), say("Who"), say("With or to whom"), say("Told")))
    rows = tuple(
        (
            PictureCell(words=told.round_title(tie.round), seq=tie.seq),
            PictureCell(words=told.word(tie.kind)),
            PictureCell(words=told.named(tie.one), team=told.look(one).id),
            PictureCell(words=told.named(tie.other), team=told.look(other).id),
            PictureCell(words=tie.words),
        )
        for tie, one, other in placed
    )
    return PictureTable(heads=heads, rows=rows, headed=False)
