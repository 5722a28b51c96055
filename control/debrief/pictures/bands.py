"""Bands: the teams' shares of something, round by round, in columns, on a phone in rows. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from control.debrief.pictures.lines import value_at
from control.debrief.pictures.records import DaySource, Look, Picture, PictureCell, PictureTable, heads_by_round
from control.debrief.pictures.scale import NARROW, SIZES, Days, PictureSize, days_of, is_drawn, number_words, svg_number
from control.engine.language import listed, say

SIGN: Final = 12  # text size in a piece on a phone; wider pictures have room to spare
BOLD: Final = 0.86  # width of a bold capital, as a part of its height

Box = tuple[float, float, float, float]  # x, y, width, height


class Band(Struct, frozen=True, kw_only=True):
    """A team's share at the end of a round."""

    look: Look
    value: float
    words: str  # text inside; "" if there is no room
    title: str
    x: str
    y: str
    width: str
    height: str
    middle: tuple[str, str]


class Join(Struct, frozen=True, kw_only=True):
    """Connection of a team's pieces in two neighbouring rounds."""

    look: Look
    points: str


class Stack(Struct, frozen=True, kw_only=True):
    """A round: its number beside the pieces of all teams, and its last entry."""

    x: str
    y: str
    words: str
    title: str
    seq: int
    pieces: tuple[Band, ...]


class BandDrawing(Struct, frozen=True, kw_only=True):
    """The picture in one of its sizes."""

    size: PictureSize
    width: int
    height: int
    stacks: tuple[Stack, ...]
    joins: tuple[Join, ...]


class Bands(Struct, frozen=True, kw_only=True):
    """Bands of a series, in every size."""

    drawings: tuple[BandDrawing, ...]
    looks: tuple[Look, ...]


def bands(told: DaySource, series: str) -> Picture | None:
    """Picture of a series in which teams divide a whole. None if nobody ever had any of it."""
    days = days_of(told.chronicle.rounds)
    own_points = (each for each in told.chronicle.points if each.series == series and each.team is not None)
    points = [each for each in own_points if is_drawn(each.value)]
    order = [each.id for each in told.teams]
    further = sorted({str(each.team) for each in points} - set(order))
    teams = [each for each in (*order, *further) if any(point.team == each for point in points)]
    own = {team: [each for each in points if each.team == team] for team in teams}
    shares = [{team: max(value_at(own[team], span.last) or 0.0, 0.0) for team in teams} for span in days.spans]
    most = max((sum(each.values()) for each in shares), default=0.0)
    if not most > 0:
        return None
    at_end = shares[-1]
    leads = [told.look(team).name for team in teams if at_end[team] == max(at_end.values())]
    return Picture(
        name=series,
        kind="bands",
        title=told.word(series),
        words=say("At the end {names} had most: {value}.", names=listed(leads), value=number_words(max(at_end.values()))),
        shape=Bands(
            drawings=tuple(_drawing(told, days, shares, most, size) for size in SIZES),
            looks=tuple(told.look(each) for each in teams),
        ),
        table=_table(told, days, teams, shares),
    )


def _drawing(told: DaySource, days: Days, shares: Sequence[dict[str, float]], most: float, size: PictureSize) -> BandDrawing:
    """Draw rounds along one axis and shares along the other. On a phone the axes change places."""
    narrow = size is NARROW
    head, row = (26.0, 46.0) if narrow else (34.0, 0.0)
    across = (size.width if narrow else 430) - head
    along = row * days.count if narrow else float(size.width)
    step = along / days.count
    thick = step * (0.62 if narrow else 0.72)

    def box(at: int, start: float, length: float) -> Box:
        begin, first = at * step + (step - thick) / 2, start * across / most
        if narrow:
            return head + first, begin, length * across / most, thick
        return begin, across - first - length * across / most, thick, length * across / most

    boxes: list[dict[str, Box]] = []
    for at, share in enumerate(shares):
        start, own = 0.0, dict[str, Box]()
        for team, value in share.items():
            own[team] = box(at, start, value)
            start += value
        boxes.append(own)
    stacks = tuple(
        Stack(
            x=svg_number(head / 2 if narrow else (at + 0.5) * step),
            y=svg_number((at + 0.5) * step if narrow else across + head * 0.65),
            words=str(span.number),
            title=told.round_title(span.number),
            seq=span.last,
            pieces=tuple(_pieces(told, shares[at], boxes[at], size)),
        )
        for at, span in enumerate(days.spans)
    )
    return BandDrawing(
        size=size,
        width=size.width,
        height=math.ceil(along if narrow else across + head),
        stacks=stacks,
        joins=tuple(_joins(told, shares, boxes, narrow=narrow)),
    )


def _pieces(told: DaySource, share: dict[str, float], boxes: dict[str, Box], size: PictureSize) -> Iterator[Band]:
    for team, value in share.items():
        if not value:
            continue
        look, (x, y, width, height) = told.look(team), boxes[team]
        words = next((each for each in (f"{look.short} {number_words(value)}", look.short) if _fits(each, width, height, size)), "")
        yield Band(
            look=look,
            value=value,
            words=words,
            title=f"{look.name} {number_words(value)}",
            x=svg_number(x),
            y=svg_number(y),
            width=svg_number(width),
            height=svg_number(height),
            middle=(svg_number(x + width / 2), svg_number(y + height / 2)),
        )


def _fits(words: str, width: float, height: float, size: PictureSize) -> bool:
    return len(words) * SIGN * BOLD <= width and size.text * 1.15 <= height


def _joins(told: DaySource, shares: Sequence[dict[str, float]], boxes: Sequence[dict[str, Box]], *, narrow: bool) -> Iterator[Join]:
    for at in range(len(boxes) - 1):
        for team in boxes[at]:
            if not (shares[at][team] or shares[at + 1][team]):
                continue
            (x, y, width, height), (x2, y2, width2, height2) = boxes[at][team], boxes[at + 1][team]
            corners = (
                ((x, y + height), (x + width, y + height), (x2 + width2, y2), (x2, y2))
                if narrow
                else ((x + width, y), (x + width, y + height), (x2, y2 + height2), (x2, y2))
            )
            yield Join(look=told.look(team), points=" ".join(f"{svg_number(one)},{svg_number(other)}" for one, other in corners))


def _table(told: DaySource, days: Days, teams: Sequence[str], shares: Sequence[dict[str, float]]) -> PictureTable:
    rows = tuple(
        (
            PictureCell(words=told.look(team).name, team=told.look(team).id),
            *(PictureCell(words=number_words(share[team])) for share in shares),
        )
        for team in teams
    )
    return PictureTable(heads=heads_by_round(told, days, say("Team")), rows=rows)
