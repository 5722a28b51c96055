"""Final scoring (PE-SCO)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.records import replace
from rooms.tables.game.rules import Result
from rooms.tables.potemkin.game.actions import Produce
from rooms.tables.potemkin.game.state import Phase, PotemkinState, Score, Side
from rooms.tables.potemkin.rules.end_of_game import VillagesCounted
from tests.rooms.tables.potemkin.play import (
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    RULES,
    SCIENCE,
    A,
    B,
    C,
    done,
    facts_of,
    house,
    played_on,
    side,
    table,
)


def over(first: Side, second: Side | None = None, third: Side | None = None) -> PotemkinState:
    """The table after the last flip of the last month. B is in production mode, C flips."""
    sides = [first, replace(second or Side(), producing=True), third or Side()]
    return done(table(*sides, turn=C, months=1), C, Produce()).state


def result(state: PotemkinState) -> Result:
    found = RULES.result(state)
    assert found is not None
    return found


@pytest.mark.rule("PE-SCO-01", "PE-R-34")
@pytest.mark.parametrize("viewer", [A, B, C, None])
def test_everything_is_revealed_to_everybody(viewer):
    state = over(side(house(CULTURE, "fake-1"), house(SCIENCE, "science-1")), side(house(INDUSTRY, "industry-1")))

    seen = RULES.view(state, viewer)

    assert [[building.card for building in each.village] for each in seen.sides] == [["fake-1", "science-1"], ["industry-1"], []]
    assert [[building.real for building in each.village] for each in seen.sides] == [[False, True], [True], []]


@pytest.mark.rule("PE-SCO-02", "PE-SCO-03", "PE-SCO-04", "PE-SCO-07", "PE-SCO-08", "PE-ESP-09", "PE-SCI-12")
@pytest.mark.parametrize(
    ("facade", "card", "points"),
    [
        pytest.param(CULTURE, "culture-1", 1, id="real culture"),
        pytest.param(CULTURE, "fake-1", 3, id="fake culture"),  # EX-02
        pytest.param(GOVERNMENT, "government-1", 2, id="real government"),
        pytest.param(GOVERNMENT, "fake-1", 4, id="fake government"),  # EX-02
        pytest.param(ESPIONAGE, "espionage-1", 0, id="real espionage"),
        pytest.param(ESPIONAGE, "science-1", 2, id="fake espionage"),
        pytest.param(INDUSTRY, "industry-1", 0, id="real industry"),
        pytest.param(INDUSTRY, "fake-1", 2, id="fake industry"),
        pytest.param(SCIENCE, "science-1", 0, id="real science"),
        pytest.param(SCIENCE, "government-1", 2, id="fake science"),  # EX-01
        pytest.param(SCIENCE, "culture-science", 0, id="real for two types"),
        pytest.param(GOVERNMENT, "culture-science", 4, id="real for two others"),
    ],
)
def test_what_a_building_scores(facade, card, points):
    assert result(over(side(house(facade, card)))).scores == (points, 0, 0)
    assert result(over(side(house(facade, card, shown=True)))).scores == (points, 0, 0)


@pytest.mark.rule("PE-SCO-08")
def test_categories_and_cubes_add_up_on_one_building():
    assert result(over(side(house(INDUSTRY, "fake-1", cubes=3)))).scores[A] == 5


@pytest.mark.rule("PE-SCO-05", "PE-SCO-06", "PE-DES-06")
def test_captured_cards_and_cubes_score():
    state = over(side(house(INDUSTRY, "industry-1", cubes=4), captured=("fake-1", "fake-2", "fake-3")))

    assert result(state).scores == (10, 0, 0)


@pytest.mark.rule("PE-SCO-09", "PE-R-16")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_culture_and_government_grow_by_the_piece(number):
    culture = side(*[house(CULTURE, f"culture-{at}") for at in range(1, number + 1)])
    government = side(*[house(GOVERNMENT, f"government-{at}") for at in range(1, number + 1)])

    assert result(over(culture, government)).scores == (number, 2 * number, 0)


EXAMPLE = side(
    house(GOVERNMENT, "government-1"),
    house(GOVERNMENT, "fake-1"),
    house(CULTURE, "culture-1"),
    house(CULTURE, "culture-2"),
    house(INDUSTRY, "fake-2", cubes=3),
    house(INDUSTRY, "industry-1", cubes=2),
    house(SCIENCE, "science-1"),
    captured=("fake-3", "fake-4"),
)


@pytest.mark.rule("PE-SCO-02", "PE-SCO-03", "PE-SCO-04", "PE-SCO-05", "PE-SCO-06", "PE-SCO-07", "PE-SCO-14")
def test_the_score_of_the_rulebook_by_category():  # EX-11
    state = table(EXAMPLE, side(producing=True), side(), turn=C, months=1)

    played = done(state, C, Produce())

    score = Score(fakes=4, government=4, culture=2, captured=4, cubes=5)
    nothing = Score(fakes=0, government=0, culture=0, captured=0, cubes=0)
    assert facts_of(played, VillagesCounted) == [VillagesCounted((score, nothing, nothing), (A,))]
    assert score.total == 19
    assert RULES.view(played.state, B).scores == (score, nothing, nothing)
    assert RULES.view(played.state, B).winners == (A,)
    assert RULES.view(state, B).scores == ()


@pytest.mark.rule("PE-SCO-10")
def test_the_most_points_win():
    assert result(over(side(house(CULTURE, "culture-1")), side(house(GOVERNMENT, "government-1")))).winners == (B,)


@pytest.mark.rule("PE-SCO-11", "PE-SCO-12", "PE-SCO-13", "PE-R-33")
@pytest.mark.parametrize(
    ("sides", "winners"),
    [
        pytest.param((side(house(SCIENCE, "fake-1")), side(house(GOVERNMENT, "government-1"))), (A,), id="more fakes that stand"),
        pytest.param((side(captured=("fake-1",)), side(house(GOVERNMENT, "government-1"))), (A,), id="then more captured cards"),
        pytest.param(
            (side(captured=("fake-1", "fake-2")), side(house(SCIENCE, "fake-3"), house(GOVERNMENT, "government-1"))),
            (B,),
            id="fakes before captured cards",
        ),
        pytest.param(
            (
                side(house(INDUSTRY, "industry-1", cubes=2)),
                side(house(GOVERNMENT, "government-1")),
                side(house(CULTURE, "culture-1"), house(CULTURE, "culture-2")),
            ),
            (A, B, C),
            id="then they share",
        ),
        pytest.param((side(), side(), side()), (A, B, C), id="also with nothing"),
        pytest.param(
            (side(house(GOVERNMENT, "government-1")), side(house(CULTURE, "fake-1")), side(house(SCIENCE, "fake-2"))),
            (B,),
            id="a tie below does not matter",
        ),
    ],
)
def test_ties(sides, winners):
    assert result(over(*sides)).winners == winners


@pytest.mark.rule("PE-SCO-06", "PE-SCO-05")
def test_standing_is_what_scoring_would_give_now():
    assert RULES.standing(table(EXAMPLE)) == (19, 0, 0)
    assert RULES.result(table(EXAMPLE)) is None


@pytest.mark.rule("PE-SCO-10", "PE-SCO-14")
@given(seed=st.integers(0, 10**9), players=st.integers(3, 5))
def test_a_played_game_ends_with_a_result_that_adds_up(seed, players):
    *_, (_, _, _, played) = played_on(seed, players)
    ended = facts_of(played, VillagesCounted)[0]
    found = result(played.state)

    assert played.state.phase is Phase.OVER
    assert found.scores == tuple([score.total for score in ended.scores]) == RULES.standing(played.state)
    assert found.winners == ended.winners
    assert {found.scores[winner] for winner in found.winners} == {max(found.scores)}
