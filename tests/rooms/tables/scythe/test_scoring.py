"""Final scores, ties and structure bonus tiles (SY-END)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.state import MECHS, NO_TOKENS, WORKERS, Course, Phase, Side, Star, with_units
from rooms.tables.scythe.rules.end_of_game import Ended
from rooms.tables.scythe.rules.scoring import Scored, score_of, scores_of, tier_of, tile_coins, tile_count, winners_of
from rooms.tables.scythe.rules.stars import StarPlaced, settle
from tests.rooms.tables.scythe.play import BOOK, KEPT, begun, changed


def alone(state, player, *spaces, workers=()):
    """A side with its units on these spaces only: mechs first, then `workers`; the character is at home."""
    side = state.sides[player]
    units = ["HB-NOR" if BOOK.factions[side.faction].home == "HB-NOR" else BOOK.factions[side.faction].home] + [""] * 12
    for unit, space in zip(MECHS, spaces, strict=False):
        units[unit] = space
    for unit, space in zip(WORKERS, workers, strict=False):
        units[unit] = space
    return changed(state, player, units=tuple(units))


@pytest.mark.rule("SY-END-05")
@pytest.mark.parametrize(
    ("popularity", "pays"), [(0, (3, 2, 1)), (6, (3, 2, 1)), (7, (4, 3, 2)), (12, (4, 3, 2)), (13, (5, 4, 3)), (18, (5, 4, 3))]
)
def test_popularity_decides_what_things_are_worth(popularity, pays):
    tier = tier_of(BOOK, popularity)

    assert (tier.star, tier.territory, tier.pair) == pays


@pytest.mark.rule(
    "SY-END-04", "SY-END-06", "SY-END-07", "SY-END-08", "SY-END-09", "SY-END-10", "SY-END-12", "SY-END-13", "W-07", "SY-R-42"
)
def test_the_worked_example_is_a_tie_that_power_breaks():
    """W-07: X 11 + 24 + 33 + 8 + 4, Y 17 + 20 + 32 + 9 + 2; pieces 11 and 11; then power 5 against 7."""
    state = replace(begun(2), tile="SB-4")
    x_land = ("D3", "A1", "A2", "A3", "A4", "A5", "A6", "B5", "B6")
    y_land = ("F1", "F2", "F3", "F4", "F5", "F6", "G1", "G3")
    state = alone(state, 0, "D3", "A1", "A2", workers=x_land[3:9])
    state = alone(state, 1, *y_land[:2], workers=(*y_land[2:], "F3", "F3"))
    state = changed(state, 0, coins=11, popularity=12, power=5, stars=(Star.COMBAT,) * 6, structures=("C2", "E5", "", ""))
    state = changed(state, 1, coins=17, popularity=13, power=7, stars=(Star.COMBAT,) * 4, structures=("B3", "", "", ""))
    # structures without a unit on them would count as more territories
    tokens = {"A1": (9, 0, 0, 0), "F1": (0, 7, 0, 0), "H3": (4, 4, 4, 4)}
    units = list(state.sides[0].units)
    x_extra = with_units(state.sides[0], {WORKERS[0]: "A3"})
    assert list(x_extra) == units
    scored = replace(state, tokens=tokens)
    one, other = score_of(BOOK, scored, 0), score_of(BOOK, scored, 1)
    assert (one.coins, one.stars, one.tokens, one.structures) == (11, 24, 8, 4)
    assert (other.coins, other.stars, other.tokens, other.structures) == (17, 20, 9, 2)
    # C2 and E5 are also X's, and B3 Y's: the example counts 9 and 8 territories without them
    assert (one.territories, other.territories) == ((11 + 2) * 3, (8 + 1) * 4)
    even = changed(scored, 0, coins=11 - 6)
    even = changed(even, 1, coins=17 - 4)
    assert scores_of(BOOK, even) == (80, 80)
    assert winners_of(BOOK, even) == (1,)


@pytest.mark.rule("SY-END-13", "SY-R-43")
def test_a_tie_after_all_tie_breaks_is_shared():
    state = replace(begun(2), tile="SB-4")
    state = changed(alone(state, 0, workers=("A4",)), 0, coins=5, power=3, popularity=2)
    state = changed(alone(state, 1, workers=("C6",)), 1, coins=5, power=3, popularity=2)
    assert winners_of(BOOK, state) == (0, 1)

    for more in ({"power": 4}, {"stars": (), "popularity": 3}):
        assert winners_of(BOOK, changed(state, 1, **more)) == (1,)


@pytest.mark.rule("SY-END-11", "SY-R-48", "SY-R-31")
@pytest.mark.parametrize(
    ("tile", "structures", "count", "coins"),
    [
        ("SB-1", ("D4", "", "", ""), 2, 4),  # beside C5 and E5
        ("SB-1", ("C5", "", "", ""), 0, 0),  # a tunnel is not beside itself, nor is another tunnel
        ("SB-2", ("C3", "", "", ""), 3, 4),
        ("SB-2", ("D3", "C3", "E5", "F5"), 5, 6),
        ("SB-3", ("A2", "", "", ""), 2, 4),
        ("SB-4", ("C2", "C3", "E2", "F3"), 3, 6),
        ("SB-4", ("A1", "", "", ""), 0, 0),  # a player's own Mine is not a tunnel here
        ("SB-5", ("C1", "C2", "C3", "E5"), 3, 6),
        ("SB-5", ("C1", "C3", "E5", "A6"), 1, 2),
        ("SB-6", ("A2", "A5", "B5", "A1"), 3, 6),
        ("SB-6", ("A1", "A3", "", ""), 0, 0),
    ],
)
def test_tiles_count_by_hex_edges(tile, structures, count, coins):
    side = Side(structures=structures)

    assert tile_count(BOOK, BOOK.tiles[tile], side) == count
    assert tile_coins(BOOK, BOOK.tiles[tile], side) == coins


@pytest.mark.rule("SY-STR-01", "SY-STR-02", "SY-STR-04", "SY-STR-05", "SY-R-44")
@pytest.mark.parametrize(
    ("fields", "star"),
    [
        ({"cubes": (True,) * 6, "boxes": (1, 2, 1, 2)}, Star.UPGRADES),
        ({"units": ("HB-NOR", "A4", "A4", "A4", "A5", "A4", "A5", *[""] * 6)}, Star.MECHS),
        ({"structures": ("A4", "A5", "B4", "A3")}, Star.STRUCTURES),
        ({"recruits": (0, 1, 2, 3)}, Star.RECRUITS),
        ({"units": ("HB-NOR", *[""] * 4, "HB-NOR", *["A4"] * 7)}, Star.WORKERS),
        ({"popularity": 18}, Star.POPULARITY),
        ({"power": 16}, Star.POWER),
    ],
)
def test_each_goal_brings_one_star(fields, star):
    state = changed(begun(2), 0, **fields)
    course = Course(BOOK, state, KEPT)
    settle(course)
    settle(course)

    assert course.facts == [StarPlaced(0, star)]


@pytest.mark.rule("SY-STR-03")
def test_a_star_stays_when_power_falls():
    state = changed(begun(2), 0, power=2, stars=(Star.POWER,))
    course = Course(BOOK, state, KEPT)
    settle(course)
    assert course.facts == []


@pytest.mark.rule("SY-STR-06", "SY-END-01", "SY-R-26")
def test_the_sixth_star_ends_the_game_and_more_are_not_placed():
    state = changed(begun(2), 0, stars=(Star.COMBAT,) * 5, power=16, popularity=18)
    course = Course(BOOK, state, KEPT)
    settle(course)

    assert course.facts[:2] == [StarPlaced(0, Star.POPULARITY), Ended(0)]
    assert [type(fact) for fact in course.facts[2:]] == [Scored, Scored]
    assert course.state.phase is Phase.OVER
    assert course.todo == []


@pytest.mark.rule("SY-STR-07", "SY-ENL-09")
def test_another_players_star_comes_clockwise_and_not_after_the_end():
    state = replace(changed(changed(begun(3), 1, power=16), 2, power=16), active=2)
    course = Course(BOOK, state, KEPT)
    settle(course)
    assert course.facts == [StarPlaced(2, Star.POWER), StarPlaced(1, Star.POWER)]

    ended = Course(BOOK, changed(state, 2, stars=(Star.COMBAT,) * 5), KEPT)
    settle(ended)
    assert [fact.player for fact in ended.facts if isinstance(fact, StarPlaced)] == [2]


@pytest.mark.rule("SY-CMB-16", "SY-STR-08", "SY-OBJ-04", "SY-FAC-10", "W-15")
def test_combat_and_objective_stars_are_limited_but_for_saxony():
    state = begun(4)
    assert [side.faction for side in state.sides] == ["nordic", "rusviet", "crimea", "saxony"]
    for player, limited in ((0, True), (3, False)):
        there = changed(state, player, stars=(Star.COMBAT, Star.COMBAT, Star.OBJECTIVE))
        course = Course(BOOK, there, KEPT)
        settle(course, (player, Star.COMBAT), (player, Star.OBJECTIVE))
        assert len([fact for fact in course.facts if isinstance(fact, StarPlaced)]) == (0 if limited else 2)


@pytest.mark.rule("SY-CTL-07", "SY-END-09")
def test_tokens_of_nobody_score_nothing():
    state = replace(begun(2), tokens={"H3": (3, 3, 0, 0)}, tile="SB-4")

    assert [score_of(BOOK, state, player).tokens for player in (0, 1)] == [0, 0]
    assert NO_TOKENS == (0, 0, 0, 0)
