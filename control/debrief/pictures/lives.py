"""Lives of a lane, one below the other: a column for each round, each turn a lettered mark in its round. Pure.

The picture is its own table: a life is a row of cells, one for each round. The browser fits their width, so nothing is drawn twice
for a phone. A bar goes from the first turn to the last, or to the end of the day for a life that lasted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from control.debrief.pictures.records import DaySource, Look, Picture, PictureCell, PictureTable
from control.debrief.pictures.scale import Days, days_of, letter_of_each, natural_sort_key
from control.engine.chronicle import Life, LifeTurn
from control.engine.language import say, say_count

Bar = Literal["", "whole", "begins", "ends", "both"]  # part of a round: none, all, from the middle, to it, a spot


class LifeSign(Struct, frozen=True, kw_only=True):
    """A kind of turn and its letter."""

    letter: str
    words: str


class LifeStop(Struct, frozen=True, kw_only=True):
    """A turn of a life."""

    letter: str
    title: str
    seq: int


class LifeColumn(Struct, frozen=True, kw_only=True):
    """A round of a life: the part that it covers, and its turns."""

    bar: Bar
    stops: tuple[LifeStop, ...]


class LifeEntry(Struct, frozen=True, kw_only=True):
    """A turn in words."""

    when: str
    words: str
    seq: int


class LifeRow(Struct, frozen=True, kw_only=True):
    """A life: title, owner, rounds, turns in words."""

    title: str
    look: Look | None
    owner: str
    columns: tuple[LifeColumn, ...]
    turns: tuple[LifeEntry, ...]


class LifeLane(Struct, frozen=True, kw_only=True):
    """All lives of a lane. `heads`: number and title of each round."""

    rows: tuple[LifeRow, ...]
    signs: tuple[LifeSign, ...]
    heads: tuple[tuple[int, str], ...]


def lives(told: DaySource, lane: str) -> Picture | None:
    """Picture of a lane. None if the lane is empty."""
    days = days_of(told.chronicle.rounds)
    found = [each for each in told.chronicle.lives if each.lane == lane and each.turns]
    if not found or not days.spans:
        return None
    found.sort(key=lambda each: (_turns(each)[0].seq, natural_sort_key(each.id)))
    kinds = dict.fromkeys(turn.kind for life in found for turn in _turns(life))
    signs = letter_of_each({kind: told.word(kind) for kind in kinds})
    return Picture(
        name=lane,
        kind="lives",
        title=told.words.get(f"lives-{lane}", told.word(lane)),
        words=say_count(
            "{count} life, from its beginning to its end.", "{count} lives, each from its beginning to its end.", len(found)
        ),
        shape=LifeLane(
            rows=tuple(_row(told, days, life, signs) for life in found),
            signs=tuple(LifeSign(letter=letter, words=told.word(kind)) for kind, letter in signs.items()),
            heads=tuple((number, told.round_title(number)) for number in days.numbers),
        ),
        table=_table(told, found),
    )


def _turns(life: Life) -> list[LifeTurn]:
    return sorted(life.turns, key=lambda each: each.seq)


def _row(told: DaySource, days: Days, life: Life, signs: dict[str, str]) -> LifeRow:
    turns, team = _turns(life), told.team_of(life.owner)
    return LifeRow(
        title=life.title,
        look=told.look(team) if team else None,
        owner=told.named(life.owner) if life.owner else "",
        columns=tuple(_columns(told, days, turns, signs, lasts=life.lasts)),
        turns=tuple(
            LifeEntry(when=told.round_title(turn.round), words=turn.words or told.word(turn.kind), seq=turn.seq) for turn in turns
        ),
    )


def _columns(told: DaySource, days: Days, turns: Sequence[LifeTurn], signs: dict[str, str], *, lasts: bool) -> Iterator[LifeColumn]:
    stops: list[list[LifeStop]] = [[] for _each in range(days.count)]
    for turn in turns:
        title = say("{round}: {words}", round=told.round_title(turn.round), words=told.word(turn.kind))
        stops[days.column(turn.seq)].append(LifeStop(letter=signs[turn.kind], title=title, seq=turn.seq))
    first, last = days.column(turns[0].seq), days.column(turns[-1].seq)
    for at, inside in enumerate(stops):
        yield LifeColumn(bar=_bar(at, first, days.count if lasts else last), stops=tuple(inside))


def _bar(at: int, first: int, last: int) -> Bar:
    if at < first or at > last:
        return ""
    if first == last:
        return "both"
    return "begins" if at == first else "ends" if at == last else "whole"


def _table(told: DaySource, found: Sequence[Life]) -> PictureTable:
    return PictureTable(
        heads=tuple(PictureCell(words=each) for each in (say("What"), say("Whose"), say("When"), say("Turn"), say("Told"))),
        rows=tuple(_rows(told, found)),
    )


def _rows(told: DaySource, found: Sequence[Life]) -> Iterator[tuple[PictureCell, ...]]:
    for life in found:
        for turn in _turns(life):
            yield (
                PictureCell(words=life.title),
                PictureCell(words=told.named(life.owner) if life.owner else "–", team=told.look(told.team_of(life.owner)).id),
                PictureCell(words=told.round_title(turn.round), seq=turn.seq),
                PictureCell(words=told.word(turn.kind)),
                PictureCell(words=turn.words),
            )
