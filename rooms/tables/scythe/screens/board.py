"""The board as one picture: every space with the pieces on it, as shapes for the template.

Colour and letter of a piece show its owner, its shape shows its kind. Each piece keeps its key, so that a screen redraws only
changes. Words say the same for players who cannot see the picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

import msgspec
from msgspec import Struct

from control.engine.language import say
from rooms.tables.scythe.game.content import RESOURCES, Book
from rooms.tables.scythe.game.state import ScytheState
from rooms.tables.scythe.screens.spaces import (
    Hex,
    PieceSize,
    Point,
    PrintedMap,
    SpaceContents,
    Troop,
    arrow_between,
    ground_of,
    lying_words,
    name_words,
    pack_pieces,
    pieces_by_space,
)

CHARACTER: Final = PieceSize(46, 46)
MECH: Final = PieceSize(50, 44)
WORKER: Final = PieceSize(40, 42)
STRUCTURE: Final = PieceSize(62, 38)
TOKEN: Final = PieceSize(26, 28)  # without its count
BADGE: Final = 12.0  # how far a count sticks out of its piece
DIGIT: Final = 13.0


class BoardPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece, or a stack of pieces. `kind`: "character", "mech", "worker", a structure or a resource.

    `x` and `y`: its centre. `scale`: its enlargement. `wide` and `high`: its drawn size. `count`: "" for one unit.
    """

    key: str
    kind: str
    faction: str
    letter: str
    count: str
    x: float
    y: float
    scale: float
    wide: float
    high: float


class Near(msgspec.Struct, frozen=True, kw_only=True):
    """A neighbouring space. `across`: a river lies between."""

    id: str
    name: str
    across: bool


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """A territory or home base with everything on it. `words`: all of it in one text. `lines`: the same, line by line.

    `lit`: the effect of pressing it, "" for none. `fresh`: something has just happened there.
    """

    hex: Hex
    name: str
    words: str
    lines: tuple[str, ...]
    near: tuple[Near, ...]
    pieces: tuple[BoardPiece, ...]
    owner: str
    encounter: bool
    fight: bool
    lit: str
    chosen: bool
    fresh: bool


class Arrow(msgspec.Struct, frozen=True, kw_only=True):
    """A recent move."""

    key: str
    faction: str
    line: str
    head: str


class Lately(msgspec.Struct, frozen=True, kw_only=True):
    """Recent changes. `spaces`: changed spaces. `ways`: units' moves as origin, destination and faction."""

    spaces: tuple[str, ...] = ()
    ways: tuple[tuple[str, str, str], ...] = ()


class BoardQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """The question on the board. `lit`: spaces to press, with the effect. `chosen`: the selected space."""

    lit: Mapping[str, str]
    chosen: str = ""


class BoardShape(msgspec.Struct, frozen=True, kw_only=True):
    """The whole board. `home`: the first space in view on a phone, "" for all. `mine`: spaces with the viewer's pieces."""

    ground: PrintedMap
    spaces: tuple[Space, ...]
    arrows: tuple[Arrow, ...]
    asks: bool
    home: str
    mine: str


NOTHING_ASKED: Final = BoardQuestion(lit={})
NOTHING_LATELY: Final = Lately()


def board_shape(
    book: Book,
    state: ScytheState,
    names: Mapping[str, str],
    *,
    asked: BoardQuestion = NOTHING_ASKED,
    lately: Lately = NOTHING_LATELY,
    home: str = "",
    faction: str = "",
) -> BoardShape:
    """The board as a viewer who plays `faction` sees it. `names`: names of the factions in the game, by id."""
    ground, lying = ground_of(book, tuple(names)), pieces_by_space(book, state)
    places = {each.id: Point(each.x, each.y) for each in ground.hexes}
    return BoardShape(
        ground=ground,
        spaces=tuple([_space(book, each, lying[each.id], names, asked, lately) for each in ground.hexes]),
        arrows=tuple([_arrow(faction, one, other, places) for one, other, faction in lately.ways if one != other]),
        asks=bool(asked.lit),
        home=home,
        mine=" ".join(
            [space for space, there in lying.items() if faction and any(each.faction == faction for each in there.troops)]
        ),
    )


def _arrow(faction: str, one: str, other: str, places: Mapping[str, Point]) -> Arrow:
    line, head = arrow_between(places[one], places[other])
    return Arrow(key=f"{faction}-{one}-{other}", faction=faction, line=line, head=head)


def _space(book: Book, drawn: Hex, lying: SpaceContents, names: Mapping[str, str], asked: BoardQuestion, lately: Lately) -> Space:
    space, name = drawn.id, name_words(book, drawn.id)
    lit, chosen = asked.lit.get(space, ""), asked.chosen == space
    fresh = space in lately.spaces or any(other == space for _, other, _ in lately.ways)
    lines = lying_words(book, lying, names)
    title = say("{space}, encounter", space=name) if lying.encounter else name
    notes = [said for said, so in ((say("Chosen."), chosen), (say("Just changed."), fresh)) if so]
    return Space(
        hex=drawn,
        name=title,
        words=" ".join([say("{space}.", space=title), *lines, *notes, *([lit] if lit else ())]),
        lines=(*lines, *notes),
        near=tuple([Near(id=each, name=name_words(book, each), across=(space, each) in book.rivers) for each in book.edges[space]]),
        pieces=_pieces(book, drawn, lying),
        owner=lying.owner,
        encounter=lying.encounter,
        fight=lying.fight,
        lit=lit,
        chosen=chosen,
        fresh=fresh,
    )


class _Loose(Struct, frozen=True):
    """A piece without a place yet."""

    kind: str
    size: PieceSize
    faction: str = ""
    count: str = ""


def _pieces(book: Book, drawn: Hex, lying: SpaceContents) -> tuple[BoardPiece, ...]:
    lines = [_units(each) for each in lying.troops]
    lines.append(
        [
            _Loose(kind, PieceSize(TOKEN.wide + DIGIT * len(str(count)), TOKEN.high), "", str(count))
            for kind, count in zip(RESOURCES, lying.tokens, strict=True)
            if count
        ]
    )
    built = [_Loose(each.structure, STRUCTURE, each.faction) for each in lying.troops if each.structure is not None]
    boxes = pack_pieces(
        tuple([tuple([each.size for each in line]) for line in lines]),
        built[0].size if built else None,  # a territory has at most one structure (SY-BLD-02)
    )
    letters = {each.id: each.letter for each in book.content.factions}
    return tuple(
        [
            BoardPiece(
                key=f"{each.faction}-{each.kind}",
                kind=each.kind,
                faction=each.faction,
                letter=letters.get(each.faction, ""),
                count=each.count,
                x=round(drawn.x + box.x, 1),
                y=round(drawn.y + box.y, 1),
                scale=box.scale,
                wide=box.wide,
                high=box.high,
            )
            for each, box in zip([*chain(*lines), *built], boxes, strict=True)
        ]
    )


def _units(troop: Troop) -> list[_Loose]:
    found = [_Loose("character", CHARACTER, troop.faction)] if troop.character else []
    if troop.mechs:
        found.append(_stack("mech", MECH, troop.faction, troop.mechs))
    if troop.workers:
        found.append(_stack("worker", WORKER, troop.faction, troop.workers))
    return found


def _stack(kind: str, size: PieceSize, faction: str, count: int) -> _Loose:
    if count == 1:
        return _Loose(kind, size, faction)
    return _Loose(kind, PieceSize(size.wide + BADGE, size.high), faction, str(count))
