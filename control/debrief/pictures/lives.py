"""The lives of a lane, one below the other: a bar from the first turn to the last, each turn a mark with its letter. Pure.

No mark leaves the round it belongs to: where a round has more turns than room, they stand in lines below each other. What lasted to
the end of the day has a bar to its end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from control.debrief.pictures.lines import Mark
from control.debrief.pictures.records import Cell, Look, Picture, Table, Told
from control.debrief.pictures.scale import NARROW, SIZES, Days, Size, apart, counted, days_of, letters, px
from control.engine.chronicle import Life, Turn
from control.engine.language import say, say_count

RADIUS: Final = {"wide": 16.0, "narrow": 12.0}  # of a mark, so that a finger meets it


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A kind of turn and the letter by which it is known."""

    letter: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A turn in a life."""

    x: str
    y: str
    letter: str
    title: str
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """A life in one of the sizes."""

    size: Size
    width: int
    height: int
    middle: str
    radius: str
    first: str
    last: str
    between: str  # the lines between the rounds, as one path
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A turn as it is read: when, what, and the letter of its mark."""

    letter: str
    when: str
    words: str
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A life: its title, whose it is, the strips, the turns in words."""

    title: str
    look: Look | None
    owner: str
    strips: tuple[Strip, ...]
    turns: tuple[Read, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The rounds above the strips, in one of the sizes."""

    size: Size
    width: int
    height: int
    below: tuple[Mark, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """All lives of a lane."""

    rows: tuple[Row, ...]
    signs: tuple[Sign, ...]
    headings: tuple[Heading, ...]


def lives(told: Told, lane: str) -> Picture | None:
    """The picture of a lane; None where nothing lived in it."""
    days = days_of(told.chronicle.rounds)
    found = [each for each in told.chronicle.lives if each.lane == lane and each.turns]
    if not found or not days.spans:
        return None
    found.sort(key=lambda each: (_turns(each)[0].seq, counted(each.id)))
    kinds = dict.fromkeys(turn.kind for life in found for turn in _turns(life))
    signs = letters({kind: told.word(kind) for kind in kinds})
    return Picture(
        name=lane,
        kind="lives",
        title=told.words.get(f"lives-{lane}", told.word(lane)),
        words=say_count(
            "{count} life, from its beginning to its end.", "{count} lives, each from its beginning to its end.", len(found)
        ),
        shape=Lane(
            rows=tuple(_row(told, days, life, signs) for life in found),
            signs=tuple(Sign(letter=letter, words=told.word(kind)) for kind, letter in signs.items()),
            headings=tuple(_heading(days, size) for size in SIZES),
        ),
        table=_table(told, found),
    )


def _turns(life: Life) -> list[Turn]:
    return sorted(life.turns, key=lambda each: each.seq)


def _row(told: Told, days: Days, life: Life, signs: dict[str, str]) -> Row:
    turns, team = _turns(life), told.team_of(life.owner)
    return Row(
        title=life.title,
        look=told.look(team) if team else None,
        owner=told.named(life.owner) if life.owner else "",
        strips=tuple(_strip(told, days, turns, signs, size, lasts=life.lasts) for size in SIZES),
        turns=tuple(
            Read(letter=signs[turn.kind], when=told.round_title(turn.round), words=turn.words or told.word(turn.kind), seq=turn.seq)
            for turn in turns
        ),
    )


def _strip(told: Told, days: Days, turns: Sequence[Turn], signs: dict[str, str], size: Size, *, lasts: bool) -> Strip:
    radius = RADIUS[size.name]
    places = _places(days, turns, size, radius)
    foot = max(y for _x, y in places)
    return Strip(
        size=size,
        width=size.width,
        height=int(foot + radius + 2),
        middle=px(radius + 2),
        radius=px(radius - 1),
        first=px(min(x for x, _y in places)),
        last=px(size.width if lasts else max(x for x, _y in places)),
        between="".join(f"M{px(size.width * at / days.count)} 0V{foot + radius + 2:.0f}" for at in range(1, days.count)),
        stops=tuple(
            Stop(
                x=px(x),
                y=px(y),
                letter=signs[turn.kind],
                title=f"{told.round_title(turn.round)}: {turn.words or told.word(turn.kind)}",
                seq=turn.seq,
            )
            for (x, y), turn in zip(places, turns, strict=True)
        ),
    )


def _places(days: Days, turns: Sequence[Turn], size: Size, radius: float) -> list[tuple[float, float]]:
    """Where the marks stand: at their time as far as their round has room for it, otherwise line by line within the round."""
    column, gap = size.width / days.count, 2 * radius + 3
    most = max(int(column // gap), 1)
    found: list[tuple[float, float]] = []
    for at, group in groupby(turns, key=lambda turn: days.column(turn.seq)):
        inside, left = list(group), column * at
        if len(inside) <= most:
            wished = {number: left + column * (days.place(turn.seq) * days.count - at) for number, turn in enumerate(inside)}
            kept = apart(wished, left + min(radius, column / 2), left + column - min(radius, column / 2), gap)
            found.extend((kept[number], radius + 2) for number in range(len(inside)))
            continue
        each = column / most
        found.extend((left + each * (number % most + 0.5), radius + 2 + gap * (number // most)) for number in range(len(inside)))
    return found


def _heading(days: Days, size: Size) -> Heading:
    column = size.width / days.count
    every = max(math.ceil(size.text * 1.8 / column), 1)
    return Heading(
        size=size,
        width=size.width,
        height=size.text + 8 if size is NARROW else size.text + 10,
        below=tuple(Mark(at=px(column * (at + 0.5)), words=str(each)) for at, each in enumerate(days.numbers) if not at % every),
    )


def _table(told: Told, found: Sequence[Life]) -> Table:
    return Table(
        heads=(say("What"), say("Whose"), say("When"), say("Turn"), say("Told")),
        rows=tuple(_rows(told, found)),
    )


def _rows(told: Told, found: Sequence[Life]) -> Iterator[tuple[Cell, ...]]:
    for life in found:
        for turn in _turns(life):
            yield (
                Cell(words=life.title),
                Cell(words=told.named(life.owner) if life.owner else "–", team=told.look(told.team_of(life.owner)).id),
                Cell(words=told.round_title(turn.round), seq=turn.seq),
                Cell(words=told.word(turn.kind)),
                Cell(words=turn.words),
            )
