"""Spaces of the board: positions of hexes in the picture, printed signs, and the placement of pieces.

Hexes stand on a corner, and q and r are axial coordinates. The printed map never changes, so it is made once for each content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

import msgspec

from control.day.memoization import Same
from control.engine.language import say, say_count
from rooms.tables.scythe.game.content import MANY, RESOURCES, STRUCTURES, Book, HomeBase, Structure, Territory
from rooms.tables.scythe.game.state import CHARACTER, NO_TOKENS, OFF, ScytheState, Tokens, is_mech
from rooms.tables.scythe.rules.control import contested_territories, controllers

ACROSS: Final = 160.0  # from side to side
CORNER: Final = ACROSS / sqrt(3)  # from the centre to a corner
MARGIN: Final = 10.0
INSET: Final = 9.0  # distance from the hex's side to the line of its controller
SHORT: Final = 0.86  # a river ends before the corners, so that two rivers stay distinct


class Point(NamedTuple):
    """A position in the picture, in its units."""

    x: float
    y: float


class Hex(msgspec.Struct, frozen=True, kw_only=True):
    """A printed hex. `kind`: its terrain or "base". `sign`: "tunnel", "encounter" or "".

    `faction`, `letter` and `name`: the owner of a home base.
    """

    id: str
    kind: str
    x: float
    y: float
    path: str
    inner: str
    sign: str = ""
    faction: str = ""
    letter: str = ""
    name: str = ""


class PrintedMap(msgspec.Struct, frozen=True, kw_only=True):
    """The printed map. `rivers`: one path with a stroke for each river."""

    width: int
    height: int
    hexes: tuple[Hex, ...]
    rivers: str


def ground_of(book: Book, playing: tuple[str, ...]) -> PrintedMap:
    """The printed map of a content. Home bases of factions outside the game have no owner."""
    return _ground(Same(book), playing)


@lru_cache(maxsize=64)
def _ground(same: Same, playing: tuple[str, ...]) -> PrintedMap:
    book = same.thing
    if not isinstance(book, Book):
        raise TypeError(type(book))
    spaces: tuple[Territory | HomeBase, ...] = (*book.content.territories, *book.content.bases)
    raw = {each.id: Point((each.q + each.r / 2) * ACROSS, each.r * CORNER * 1.5) for each in spaces}
    left, top = min(at.x for at in raw.values()) - ACROSS / 2, min(at.y for at in raw.values()) - CORNER
    places = {space: Point(at.x - left + MARGIN, at.y - top + MARGIN) for space, at in raw.items()}
    owners = {each.home: (each.id, each.letter, each.short) for each in book.content.factions if each.id in playing}
    return PrintedMap(
        width=round(max(at.x for at in places.values()) + ACROSS / 2 + MARGIN),
        height=round(max(at.y for at in places.values()) + CORNER + MARGIN),
        hexes=(
            *[_territory(each, places[each.id]) for each in book.content.territories],
            *[_base(each, places[each.id], *owners.get(each.id, ("", "", ""))) for each in book.content.bases],
        ),
        rivers="".join([_river(places[one], places[other]) for one, other in sorted(book.rivers) if one < other]),
    )


def _territory(each: Territory, at: Point) -> Hex:
    sign = "tunnel" if each.tunnel else "encounter" if each.encounter else ""
    return Hex(id=each.id, kind=each.terrain, x=at.x, y=at.y, path=outline(at), inner=outline(at, INSET), sign=sign)


def _base(each: HomeBase, at: Point, faction: str, letter: str, name: str) -> Hex:
    return Hex(
        id=each.id,
        kind="base",
        x=at.x,
        y=at.y,
        path=outline(at),
        inner=outline(at, INSET),
        faction=faction,
        letter=letter,
        name=name,
    )


def outline(at: Point, inset: float = 0) -> str:
    """The path of a hex around `at`, with its sides moved inward by `inset`."""
    far = CORNER - inset * 2 / sqrt(3)
    wide, half = far * sqrt(3) / 2, far / 2
    corners = ((0, -far), (wide, -half), (wide, half), (0, far), (-wide, half), (-wide, -half))
    return "M" + "L".join([f"{at.x + x:.1f} {at.y + y:.1f}" for x, y in corners]) + "z"


def _river(one: Point, other: Point) -> str:
    """A stroke along the common side of two hexes."""
    middle = Point((one.x + other.x) / 2, (one.y + other.y) / 2)
    long = CORNER / 2 * SHORT / ACROSS
    dx, dy = (other.y - one.y) * long, (one.x - other.x) * long
    return f"M{middle.x - dx:.1f} {middle.y - dy:.1f}L{middle.x + dx:.1f} {middle.y + dy:.1f}"


def arrow_between(one: Point, other: Point) -> tuple[str, str]:
    """The line and the head of an arrow between two hexes. It ends before the pieces there."""
    dx, dy = other.x - one.x, other.y - one.y
    long = sqrt(dx * dx + dy * dy) or 1
    ux, uy = dx / long, dy / long

    def at(far: float, aside: float = 0) -> str:
        return f"{one.x + ux * far - uy * aside:.1f} {one.y + uy * far + ux * aside:.1f}"

    end = long - 54
    return f"M{at(34)}L{at(end - 24)}", f"M{at(end)}L{at(end - 28, 20)}L{at(end - 28, -20)}z"


WIDE: Final = 138.0  # room in a hex inside the line of its controller, in units of the picture
NARROW: Final = 124.0  # for the last of several lines, where the hex is narrower
HIGH: Final = 84.0  # height between the hex's name and its sign
MIDDLE: Final = 3.5  # distance of the room's centre below the hex's centre
GAP: Final = 4.0
LARGEST: Final = 1.3  # the largest scale: few pieces are larger, to be readable from afar


class PieceSize(NamedTuple):
    """Width and height of a piece, in units of the picture."""

    wide: float
    high: float


class Box(NamedTuple):
    """A piece's place: centre relative to the hex's centre, scale, and drawn size."""

    x: float
    y: float
    scale: float
    wide: float
    high: float


Line = tuple[PieceSize, ...]


@lru_cache(maxsize=4096)
def pack_pieces(lines: tuple[Line, ...], loose: PieceSize | None = None) -> tuple[Box, ...]:
    """Places for pieces in lines, then for `loose`, which may go to the end of any line or on a line of its own."""
    whole = [line for line in lines if line]
    if loose is None:
        return tuple(_boxes_of_lines(whole))
    ways = [[*whole[:at], (*whole[at], loose), *whole[at + 1 :]] for at in range(len(whole))]
    ways.append([(loose,), *whole])
    best = max(range(len(ways)), key=lambda way: min(scales_of(ways[way])))
    boxes = list(_boxes_of_lines(ways[best]))
    its = sum([len(line) for line in ways[best][: best + 1]]) - 1 if best < len(whole) else 0
    return (*boxes[:its], *boxes[its + 1 :], boxes[its])


def scales_of(lines: Sequence[Line]) -> list[float]:
    """The scale of each line: as large as its width allows, and all of them within the height."""
    scales = [min(LARGEST, (NARROW if at and at == len(lines) - 1 else WIDE) / _wide(line)) for at, line in enumerate(lines)]
    highs = [max([each.high for each in line]) for line in lines]
    room = HIGH - GAP * (len(lines) - 1)
    left = list(range(len(lines)))  # lines that must shrink to fit the height
    while left and sum([scales[at] * highs[at] for at in range(len(lines))]) > room + 1e-6:
        rest = room - sum([scales[at] * highs[at] for at in range(len(lines)) if at not in left])
        cap = rest / sum([highs[at] for at in left])
        if narrow := [at for at in left if scales[at] < cap]:
            left = [at for at in left if at not in narrow]
            continue
        for at in left:
            scales[at] = cap
    return scales


def _wide(line: Line) -> float:
    return sum([each.wide for each in line]) + GAP * (len(line) - 1)


def _boxes_of_lines(lines: Sequence[Line]) -> Iterator[Box]:
    scales = scales_of(lines)
    highs = [max([each.high for each in line]) * scale for line, scale in zip(lines, scales, strict=True)]
    y = MIDDLE - (sum(highs) + GAP * (len(lines) - 1)) / 2
    for line, scale, high in zip(lines, scales, highs, strict=True):
        x = -_wide(line) * scale / 2
        for each in line:
            middle = x + each.wide * scale / 2
            yield Box(round(middle, 1), round(y + high / 2, 1), round(scale, 3), each.wide * scale, each.high * scale)
            x += (each.wide + GAP) * scale
        y += high + GAP


@dataclass(slots=True)
class Troop:
    """One faction's pieces on a space."""

    faction: str
    character: bool = False
    mechs: int = 0
    workers: int = 0
    structure: Structure | None = None


class SpaceContents(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on a space: troops in seat order, tokens, encounter token, and its controller ("" for nobody)."""

    troops: tuple[Troop, ...] = ()
    tokens: Tokens = NO_TOKENS
    encounter: bool = False
    owner: str = ""
    fight: bool = False


def pieces_by_space(book: Book, state: ScytheState) -> Mapping[str, SpaceContents]:
    """Everything on every space of the board."""
    troops: dict[str, dict[int, Troop]] = {}
    for player, side in enumerate(state.sides):

        def at(space: str, player: int = player, faction: str = side.faction) -> Troop:
            return troops.setdefault(space, {}).setdefault(player, Troop(faction))

        for unit, space in enumerate(side.units):
            if space == OFF:
                continue
            there = at(space)
            there.character |= unit == CHARACTER
            there.mechs += is_mech(unit)
            there.workers += unit != CHARACTER and not is_mech(unit)
        for kind, space in zip(STRUCTURES, side.structures, strict=True):
            if space != OFF:
                at(space).structure = kind
    begun = bool(state.sides)  # before the setup there is no active player
    owners = controllers(book, state) if begun else {}
    fights = set(contested_territories(state)) if begun else set()
    return {
        space: SpaceContents(
            troops=tuple(troops.get(space, {}).values()),
            tokens=state.tokens.get(space, NO_TOKENS),
            encounter=space in state.marks,
            owner=state.sides[owners[space]].faction if space in owners else "",
            fight=space in fights,
        )
        for space in book.order
    }


def name_words(book: Book, space: str) -> str:
    """A space as in its list: "D5, tundra, tunnel", "Rusviet home base"."""
    found = book.territories.get(space)
    if found is None:
        owner = next((each for each in book.content.factions if each.home == space), None)
        return say("{faction} home base", faction=owner.short) if owner else say("empty home base")
    name = say("{space}, {terrain}", space=space, terrain=book.content.names[found.terrain])
    return say("{space}, tunnel", space=name) if found.tunnel else name


def lying_words(book: Book, lying: SpaceContents, names: Mapping[str, str]) -> tuple[str, ...]:
    """Everything on a space: a sentence for each faction, for the tokens, and for the controller."""
    said = [
        say("{faction}: {pieces}.", faction=names[each.faction], pieces=", ".join(_troop_words(book, each)))
        for each in lying.troops
    ]
    if tokens := tokens_words(book, lying.tokens):
        said.append(say("{tokens}.", tokens=tokens))
    if lying.owner:
        said.append(say("Controlled by {faction}.", faction=names[lying.owner]))
    if lying.fight:
        said.append(say("Combat here."))
    return tuple(said)


def tokens_words(book: Book, tokens: Tokens) -> str:
    """Tokens by type: "3 metal, 1 wood". "" for none."""
    names = book.content.names
    return ", ".join(
        [
            say("{count} {what}", count=count, what=names.get(f"{kind}{MANY}", names[kind]) if count > 1 else names[kind])
            for kind, count in zip(RESOURCES, tokens, strict=True)
            if count
        ]
    )


def _troop_words(book: Book, troop: Troop) -> list[str]:
    said = [say("character")] if troop.character else []
    if troop.mechs:
        said.append(say_count("{count} mech", "{count} mechs", troop.mechs))
    if troop.workers:
        said.append(say_count("{count} worker", "{count} workers", troop.workers))
    if troop.structure is not None:
        said.append(book.content.names[troop.structure])
    return said
