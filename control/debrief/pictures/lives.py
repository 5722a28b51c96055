"""The lives of a lane, one below the other: a bar from the first turn to the last, each turn a mark with its letter. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from control.debrief.pictures.lines import Mark
from control.debrief.pictures.records import Cell, Look, Picture, Table, Told
from control.debrief.pictures.scale import NARROW, SIZES, Days, Size, apart, days_of, letters, px
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
    found.sort(key=lambda each: (_turns(each)[0].seq, each.id))
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
        strips=tuple(_strip(told, days, turns, signs, size) for size in SIZES),
        turns=tuple(
            Read(letter=signs[turn.kind], when=told.round_title(turn.round), words=turn.words or told.word(turn.kind), seq=turn.seq)
            for turn in turns
        ),
    )


def _strip(told: Told, days: Days, turns: Sequence[Turn], signs: dict[str, str], size: Size) -> Strip:
    radius = RADIUS[size.name]

    def x(seq: int) -> float:
        return radius + (size.width - 2 * radius) * days.place(seq)

    wished = {at: x(turn.seq) for at, turn in enumerate(turns)}
    places = apart(wished, radius, size.width - radius, 2 * radius + 3)
    return Strip(
        size=size,
        width=size.width,
        height=int(2 * radius + 4),
        middle=px(radius + 2),
        radius=px(radius - 1),
        first=px(min(places.values())),
        last=px(max(places.values())),
        between="".join(f"M{px(size.width * at / days.count)} 0V{2 * radius + 4:.0f}" for at in range(1, days.count)),
        stops=tuple(
            Stop(
                x=px(places[at]),
                letter=signs[turn.kind],
                title=f"{told.round_title(turn.round)}: {turn.words or told.word(turn.kind)}",
                seq=turn.seq,
            )
            for at, turn in enumerate(turns)
        ),
    )


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
