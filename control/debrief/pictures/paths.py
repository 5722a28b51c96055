"""Paths of players: a strip for each team, rooms side by side, rounds top to bottom, bands as wide as their players. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from control.debrief.pictures.records import DaySource, Look, Picture, PictureCell, PictureTable, heads_by_round
from control.debrief.pictures.scale import Days, days_of, fit_words, svg_number
from control.engine.chronicle import Stay
from control.engine.ids import RoomId, SeatId
from control.engine.language import say

WIDTH: Final = 320
TEXT: Final = 11  # small, because names of rooms may stand close together
NOWHERE: Final = 0.75  # width of the column "Nowhere", as a part of a room's
HEAD: Final = 40.0  # two lines: names of neighbouring rooms alternate between them
LINES: Final = (14.0, 29.0)
LEFT: Final = 30.0
ROW: Final = 42.0
BLOCK: Final = 18.0

Place = RoomId | None


class Block(Struct, frozen=True, kw_only=True):
    """Players of the team in one room in one round."""

    x: str
    width: str
    middle: str
    count: int
    title: str


class PathLevel(Struct, frozen=True, kw_only=True):
    """A round: its number, its blocks, and its last entry. `y`: its top."""

    y: str
    words: str
    title: str
    seq: int
    blocks: tuple[Block, ...]


class Flow(Struct, frozen=True, kw_only=True):
    """Players who went from one room to another between two rounds."""

    path: str
    count: int


class PathColumn(Struct, frozen=True, kw_only=True):
    """A room in the picture."""

    x: str
    y: str
    words: str
    name: str


class PathStrip(Struct, frozen=True, kw_only=True):
    """Paths of a team or of one player."""

    title: str
    look: Look
    columns: tuple[PathColumn, ...]
    levels: tuple[PathLevel, ...]
    flows: tuple[Flow, ...]
    height: int
    width: int = WIDTH
    block: str = svg_number(BLOCK)  # height of a block
    foot: str = svg_number(BLOCK / 2 + TEXT * 0.4)  # baseline of its number


class PathChoice(Struct, frozen=True, kw_only=True):
    """A player whose path can be chosen."""

    seat: str
    name: str
    chosen: bool


class Paths(Struct, frozen=True, kw_only=True):
    """A strip for each team. `own`: strip of the chosen player, drawn first."""

    strips: tuple[PathStrip, ...]
    own: PathStrip | None
    choices: tuple[tuple[str, tuple[PathChoice, ...]], ...]  # by the name of the team


def paths(told: DaySource) -> Picture | None:
    """Picture of all paths. None if nobody ever entered a room."""
    days = days_of(told.chronicle.rounds)
    places = {seat: rooms_by_round(told.chronicle.stays, seat, days) for seat in told.players}
    known = {seat: way for seat, way in places.items() if any(way)}
    if not known:
        return None
    rooms = _rooms(told, known)
    strips = []
    for team in dict.fromkeys([*(each.id for each in told.teams), *(each.team for each in told.players.values())]):
        of = {seat: way for seat, way in known.items() if told.players[seat].team == team}
        if of:
            strips.append(_strip(told, days, rooms, of, told.look(team), told.look(team).name))
    chosen = told.player if told.player in known else None
    return Picture(
        name="ways",
        kind="paths",
        title=say("Where people went"),
        words=say("Each round from top to bottom; the wider a band, the more went that way."),
        shape=Paths(
            strips=tuple(strips),
            own=(
                _strip(told, days, rooms, {chosen: known[chosen]}, told.look(told.players[chosen].team), told.players[chosen].name)
                if chosen is not None
                else None
            ),
            choices=tuple(_choices(told, known, chosen)),
        ),
        table=_table(told, days, known),
    )


def rooms_by_round(stays: Sequence[Stay], seat: SeatId, days: Days) -> tuple[Place, ...]:
    """Room of a player at the end of each round."""
    own = [each for each in stays if each.seat == seat]
    return tuple(next((each.room for each in reversed(own) if each.round <= number), None) for number in days.numbers)


def _rooms(told: DaySource, known: Mapping[SeatId, Sequence[Place]]) -> list[Place]:
    """Rooms in their order, then unknown ones, then nowhere if a player was in no room."""
    seen = {place for way in known.values() for place in way}
    order = [room for room, _name in told.rooms if room in seen]
    return [*order, *sorted(room for room in seen if room is not None and room not in order), *([None] if None in seen else [])]


def _room_name(told: DaySource, room: Place) -> str:
    return say("Nowhere") if room is None else dict(told.rooms).get(room, room)


def _strip(
    told: DaySource, days: Days, rooms: Sequence[Place], ways: Mapping[SeatId, Sequence[Place]], look: Look, title: str
) -> PathStrip:
    step = (WIDTH - LEFT) / (len(rooms) - (1 - NOWHERE) * (None in rooms))
    unit = (step * (NOWHERE if None in rooms else 1) - 8) / len(ways)

    def middle(room: Place) -> float:
        return LEFT + step * (rooms.index(room) + (NOWHERE / 2 if room is None else 0.5))

    counts = [Counter(way[at] for way in ways.values()) for at in range(len(days.spans))]
    starts = [{room: middle(room) - count[room] * unit / 2 for room in count} for count in counts]
    return PathStrip(
        title=title,
        look=look,
        columns=tuple(
            PathColumn(
                x=svg_number(middle(room)),
                y=svg_number(LINES[at % 2]),
                words=fit_words(_room_name(told, room), step, TEXT),
                name=_room_name(told, room),
            )
            for at, room in enumerate(rooms)
        ),
        levels=tuple(
            PathLevel(
                y=svg_number(HEAD + ROW * at),
                words=str(span.number),
                title=told.round_title(span.number),
                seq=span.last,
                blocks=tuple(_blocks(told, at, ways, starts[at], unit)),
            )
            for at, span in enumerate(days.spans)
        ),
        flows=tuple(_flows(ways, rooms, starts, unit)),
        height=int(HEAD + ROW * days.count),
    )


def _blocks(
    told: DaySource, at: int, ways: Mapping[SeatId, Sequence[Place]], starts: Mapping[Place, float], unit: float
) -> Iterator[Block]:
    for room, x in starts.items():
        there = [told.players[seat].name for seat, way in ways.items() if way[at] == room]
        width = len(there) * unit
        yield Block(
            x=svg_number(x),
            width=svg_number(width),
            middle=svg_number(x + width / 2),
            count=len(there),
            title=f"{_room_name(told, room)}: {', '.join(there)}",
        )


def _flows(
    ways: Mapping[SeatId, Sequence[Place]], rooms: Sequence[Place], starts: Sequence[Mapping[Place, float]], unit: float
) -> Iterator[Flow]:
    for at in range(len(starts) - 1):
        gone = Counter((way[at], way[at + 1]) for way in ways.values())
        leaving, coming = dict(starts[at]), dict(starts[at + 1])
        top, down = HEAD + ROW * at + BLOCK, ROW - BLOCK
        for (one, other), count in sorted(gone.items(), key=lambda each: (rooms.index(each[0][0]), rooms.index(each[0][1]))):
            x, x2, width = leaving[one], coming[other], count * unit
            leaving[one], coming[other] = x + width, x2 + width
            out, back = _bend(x2 - x, down), _bend(x - x2, -down)
            yield Flow(path=f"M{svg_number(x)} {svg_number(top)}{out}h{svg_number(width)}{back}z", count=count)


def _bend(across: float, down: float) -> str:
    """SVG path from one room to another: a curve, or a straight line."""
    if svg_number(across) in ("0", "-0"):
        return f"v{svg_number(down)}"
    half, over = svg_number(down / 2), svg_number(across)
    return f"c0 {half} {over} {half} {over} {svg_number(down)}"


def _choices(
    told: DaySource, known: Mapping[SeatId, object], chosen: SeatId | None
) -> Iterator[tuple[str, tuple[PathChoice, ...]]]:
    for team in dict.fromkeys(told.players[seat].team for seat in known):
        own = [(seat, told.players[seat]) for seat in known if told.players[seat].team == team]
        yield told.look(team).name, tuple(PathChoice(seat=seat, name=player.name, chosen=seat == chosen) for seat, player in own)


def _table(told: DaySource, days: Days, known: Mapping[SeatId, Sequence[Place]]) -> PictureTable:
    rows = tuple(
        (
            PictureCell(words=told.players[seat].name, team=told.look(told.players[seat].team).id),
            *(PictureCell(words=_room_name(told, place)) for place in way),
        )
        for seat, way in known.items()
    )
    return PictureTable(heads=heads_by_round(told, days, say("Player")), rows=rows)
