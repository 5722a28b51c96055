"""The picture of the board: every space once, no overlaps, and the same facts in words."""

from __future__ import annotations

import re
from itertools import combinations, product
from math import hypot

import pytest

from rooms.tables.scythe.game.state import MECHS, WORKERS, ScytheState, Side
from rooms.tables.scythe.screens.board import BoardPiece, BoardQuestion, BoardShape, Lately, Space, board_shape
from rooms.tables.scythe.screens.spaces import ACROSS, CORNER, LARGEST, PieceSize, pack_pieces
from tests.rooms.tables.scythe.tables import book, side, table, tokens

NAMES = {"rusviet": "Rusviet", "saxony": "Saxony"}


def drawn(*sides: Side, **more: object) -> BoardShape:
    """The board of a table made by hand."""
    return board_shape(book(), table(*sides, **more), NAMES)  # type: ignore[arg-type]


def space_of(board: BoardShape, space: str) -> Space:
    return next(each for each in board.spaces if each.hex.id == space)


def crowd(faction: str, at: str, *, character: bool, mechs: int, workers: int, **more: str) -> Side:
    """A side with these units on one space."""
    made = side(faction, character=at if character else "", workers=" ".join([at] * workers), **more)
    units = list(made.units)
    for unit in MECHS[:mechs]:
        units[unit] = at
    return Side(faction=faction, units=tuple(units), structures=made.structures)


# --- the map ------------------------------------------------------------------------------------------------------------


def test_every_territory_and_home_base_is_drawn_once():
    shown = [each.hex.id for each in drawn().spaces]

    assert sorted(shown) == sorted([*book().territories, *book().bases])
    assert len(shown) == 47 + 7


def test_neighbours_touch_and_no_hex_lies_on_another():
    places = {each.hex.id: (each.hex.x, each.hex.y) for each in drawn().spaces}
    touching = set()
    for one, other in combinations(places, 2):
        apart = hypot(places[one][0] - places[other][0], places[one][1] - places[other][1])
        assert apart > ACROSS - 0.5, (one, other)
        if apart < ACROSS + 0.5:
            touching |= {(one, other), (other, one)}

    assert touching == {(one, other) for one, there in book().edges.items() for other in there}


def test_the_picture_holds_every_hex():
    board = drawn()
    for each in board.spaces:
        assert ACROSS / 2 <= each.hex.x <= board.ground.width - ACROSS / 2
        assert CORNER <= each.hex.y <= board.ground.height - CORNER


def test_every_river_is_a_stroke_on_the_side_that_two_hexes_share():
    board = drawn()
    places = {each.hex.id: (each.hex.x, each.hex.y) for each in board.spaces}
    strokes = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", board.ground.rivers)
    middles = {(round((float(a) + float(c)) / 2), round((float(b) + float(d)) / 2)) for a, b, c, d in strokes}

    assert len(strokes) == 32
    for one, other in book().rivers:
        x, y = (places[one][0] + places[other][0]) / 2, (places[one][1] + places[other][1]) / 2
        assert any(hypot(x - at[0], y - at[1]) < 2 for at in middles), (one, other)


def test_a_home_base_is_its_factions_only_where_that_plays():
    owners = {each.hex.id: each.hex.faction for each in drawn().spaces if each.hex.kind == "base"}

    assert owners == {"HB-RUS": "rusviet", "HB-SAX": "saxony"} | dict.fromkeys(
        ("HB-NOR", "HB-CRI", "HB-POL", "HB-ALB", "HB-TOG"), ""
    )


# --- words --------------------------------------------------------------------------------------------------------------


def test_a_territory_says_everything_that_lies_on_it():
    board = drawn(
        side("rusviet", character="D5", riverwalk="D5", workers="D5 D5", mine="D5"),
        tokens={"D5": tokens(metal=3, wood=1)},
        marks=("D5",),
    )

    assert space_of(board, "D5").words == (
        "D5, tundra, encounter. Rusviet: character, 1 mech, 2 workers, Mine. 1 wood, 3 metal. Controlled by Rusviet."
    )


def test_an_empty_space_says_its_name_alone():
    board = drawn()

    assert space_of(board, "B3").words == "B3, tundra, tunnel."
    assert space_of(board, "HB-RUS").words == "Rusviet home base."
    assert space_of(board, "HB-ALB").words == "empty home base."


def test_what_lies_there_without_a_unit_is_its_builders():
    assert space_of(drawn(side("rusviet", mill="D4")), "D4").words == "D4, mountain. Rusviet: Mill. Controlled by Rusviet."


def test_a_home_base_is_controlled_by_nobody():
    assert space_of(drawn(side("rusviet")), "HB-RUS").words == "Rusviet home base. Rusviet: character."


def test_where_two_stand_with_fighters_there_is_a_combat():
    there = space_of(drawn(side("rusviet", character="D4"), side("saxony", character="D4")), "D4")

    assert there.fight
    assert there.words.endswith("Controlled by Saxony. Combat here.")


def test_a_lit_space_says_what_a_press_does_and_the_chosen_one_that_it_is():
    asked = BoardQuestion(lit={"D6": "Move the mech here."}, chosen="D5")
    board = board_shape(book(), table(side("rusviet")), NAMES, asked=asked)

    assert space_of(board, "D6").words == "D6, mountain. Move the mech here."
    assert space_of(board, "D6").lit == "Move the mech here."
    assert space_of(board, "D5").words == "D5, tundra. Chosen."
    assert [each.hex.id for each in board.spaces if each.lit] == ["D6"]
    assert board.asks


def test_neighbours_are_told_with_the_rivers_between():
    near = {each.id: each.across for each in space_of(drawn(), "D5").near}

    assert near == {"C6": False, "D6": False, "C5": True, "D4": True, "E5": True, "E6": False}


# --- recent events --------------------------------------------------------------------------------------------------------


def test_a_move_is_an_arrow_and_its_end_is_marked():
    board = board_shape(
        book(),
        table(side("rusviet")),
        NAMES,
        lately=Lately(spaces=("A4",), ways=(("C6", "D5", "rusviet"), ("D6", "D6", "rusviet"))),
    )

    assert [each.key for each in board.arrows] == ["rusviet-C6-D5"]
    assert {each.hex.id for each in board.spaces if each.fresh} == {"A4", "D5", "D6"}
    assert space_of(board, "A4").words.endswith("Just changed.")


def test_only_the_spaces_between_which_a_unit_goes_are_other_than_before():
    before = drawn(side("rusviet", character="D3", workers="D6 C6"), side("saxony"))
    after = drawn(side("rusviet", character="D4", workers="D6 C6"), side("saxony"))

    assert [each.hex.id for each, was in zip(after.spaces, before.spaces, strict=True) if each != was] == ["D3", "D4"]
    assert after.ground is before.ground


# --- space for pieces ---------------------------------------------------------------------------------------------------


def overlapping(pieces: tuple[BoardPiece, ...]) -> list[tuple[str, str]]:
    """Pairs of pieces that overlap."""
    return [
        (one.key, other.key)
        for one, other in combinations(pieces, 2)
        if abs(one.x - other.x) * 2 < one.wide + other.wide - 0.3 and abs(one.y - other.y) * 2 < one.high + other.high - 0.3
    ]


def outside(space: Space) -> list[str]:
    """Pieces that reach over a side of their hex."""
    corners = [(each, sx, sy) for each in space.pieces for sx, sy in product((-1, 1), (-1, 1))]
    return [
        each.key
        for each, sx, sy in corners
        if abs(x := each.x - space.hex.x + sx * each.wide / 2) > ACROSS / 2
        or abs(each.y - space.hex.y + sy * each.high / 2) > CORNER - abs(x) / 3**0.5
    ]


CROWDS = [*product((True, False), (0, 1, 4), (0, 1, 8))]


@pytest.mark.parametrize("mine", CROWDS)
@pytest.mark.parametrize("theirs", [(False, 0, 0), (True, 0, 0), (True, 4, 8)])
@pytest.mark.parametrize("goods", [{}, {"oil": 3}, {"wood": 2, "food": 12}, {"wood": 11, "oil": 12, "food": 13, "metal": 14}])
@pytest.mark.parametrize("built", [{}, {"monument": "D4"}])
def test_pieces_never_lie_on_each_other_nor_outside_their_hex(mine, theirs, goods, built):
    board = drawn(
        crowd("rusviet", "D4", character=mine[0], mechs=mine[1], workers=mine[2], **built),
        crowd("saxony", "D4", character=theirs[0], mechs=theirs[1], workers=theirs[2]),
        tokens={"D4": tokens(**goods)},
    )
    there = space_of(board, "D4")

    assert len({each.key for each in there.pieces}) == len(there.pieces)
    assert overlapping(there.pieces) == []
    assert outside(there) == []
    assert all(each.scale > 0.5 for each in there.pieces)


def test_a_stack_is_counted_and_one_unit_is_not():
    board = drawn(crowd("rusviet", "D4", character=True, mechs=1, workers=len(WORKERS)))

    assert [(each.kind, each.count) for each in space_of(board, "D4").pieces] == [("character", ""), ("mech", ""), ("worker", "8")]


def test_a_single_piece_is_drawn_as_large_as_any():
    assert [each.scale for each in pack_pieces(((PieceSize(40, 42),),))] == [LARGEST]


def test_a_board_before_the_game_is_empty():
    assert all(not each.pieces for each in board_shape(book(), ScytheState(), {}).spaces)
