"""Flags and remnants (GE-WAR-45 to -48, -54 to -57, R-51, R-53, R-54)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.war.game.board import Immortal
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.state import WarState
from rooms.war.rules.castles import FlagChange, flag_changes, held_by, remnants_due
from tests.rooms.war.play import BEAR, CAT, DOM, RAM, WARGAME, WOLF, castle, month, only, sheet, with_board


def board(units: dict[str, dict[str, int]], *flags: str, **more: object) -> WarState:
    return replace(only(WarState(stock={}), units), castles={DOM: castle("dom", *flags)}, **more)  # type: ignore[arg-type]


def after(war: WarState, **ticks: str) -> set[str]:
    """Return the flags on Dom after Battle."""
    changes = flag_changes(war, {house: frozenset(ticked.split()) for house, ticked in ticks.items()})  # type: ignore[misc]
    flags = set(war.castles[DOM].flags)
    for change in changes:
        flags = (flags | set(change.placed)) - set(change.removed)
    return flags


@pytest.mark.rule("GE-WAR-45", "GE-WAR-46", "GE-WAR-47", "GE-WAR-48", "R-53", "R-51")
@pytest.mark.parametrize(
    ("war", "ticks", "expected"),
    [
        pytest.param(board({}, "cat"), {}, {"cat"}, id="nobody there changes nothing"),
        pytest.param(board({"dom": {"cat": 1}}), {}, {"cat"}, id="units place their flag"),
        pytest.param(board({"dom": {"cat": 1}}, "wolf"), {}, {"cat"}, id="and remove that of a House they do not tick"),
        pytest.param(board({"dom": {"cat": 1}}, "wolf"), {"cat": "wolf"}, {"cat", "wolf"}, id="but not of one they tick"),
        pytest.param(board({"dom": {"cat": 1}}, "wolf"), {"wolf": "cat"}, {"cat"}, id="whom the absent tick does not matter"),
        pytest.param(board({"dom": {"cat": 1, "wolf": 2}}, "wolf"), {}, {"cat", "wolf"}, id="units there keep their flags"),
        pytest.param(
            board({"dom": {"cat": 1, "wolf": 2}}, "bear"), {"cat": "bear"}, {"cat", "wolf"}, id="one that does not tick is enough"
        ),
        pytest.param(
            board({"dom": {"cat": 1, "wolf": 2}}, "bear", "ram"),
            {"cat": "bear ram", "wolf": "ram"},
            {"cat", "wolf", "ram"},
            id="order cannot matter",
        ),
        pytest.param(board({"dom": {"cat": 1}}, "wolf", remnants={DOM: 1}), {}, {"wolf"}, id="a remnant bars the flag"),
    ],
)
def test_flags_after_battle(war, ticks, expected):
    assert after(war, **ticks) == expected


@pytest.mark.rule("R-51", "GE-WAR-47")
def test_holding_is_having_a_flag_with_or_without_units():
    castles = (castle("dom", CAT, WOLF), castle("pet", CAT), castle("old", WOLF), replace(castle("god", CAT), destroyed=True))

    assert held_by(castles, CAT) == ("dom", "pet")
    assert held_by(castles, BEAR) == ()


@pytest.mark.rule("GE-WAR-54", "GE-WAR-55", "GE-WAR-56", "R-54")
@pytest.mark.parametrize(
    ("war", "expected"),
    [
        pytest.param(board({}), (DOM,), id="empty and unclaimed"),
        pytest.param(board({}, "cat"), (), id="claimed"),
        pytest.param(board({"dom": {"cat": 1}}), (), id="a unit stands there"),
        pytest.param(board({}, remnants={DOM: 1}), (), id="it stands there already"),
        pytest.param(board({}, immortals=(Immortal(id=1, region=DOM),)), (), id="an Immortal stands there"),
        pytest.param(board({}, immortals=(Immortal(id=1, region=None, away_until=3),)), (DOM,), id="an Immortal is away"),
    ],
)
def test_where_remnants_appear(war, expected):
    assert remnants_due(war) == expected


@pytest.mark.rule("GE-WAR-46")
def test_flags_are_told_by_whose_they_are_not_as_a_place_that_gains_a_house():
    changed = FlagsChanged(
        month=1,
        changes=(
            FlagChange(region=DOM, before=(), placed=(CAT, WOLF), removed=()),
            FlagChange(region=DOM, before=(BEAR,), placed=(CAT,), removed=(BEAR,)),
            FlagChange(region=DOM, before=(RAM,), placed=(), removed=(RAM,)),
        ),
    )
    told = WARGAME.explain(changed, month().state)
    assert told == "Flags: Cat and Wolf in Dom; Cat in Dom, no longer Bear; no longer Ram in Dom."


@pytest.mark.rule("R-54")
def test_a_scenario_may_let_remnants_return_to_claimed_castles():
    assert remnants_due(board({}, "cat"), to_claimed=True) == (DOM,)
    assert remnants_due(replace(board({}), castles={DOM: replace(castle("dom", CAT), home=CAT)}), to_claimed=True) == ()


@pytest.mark.rule("GE-WAR-55", "GE-WAR-01", "GE-WAR-02", "R-40", "R-42", "GE-WAR-03", "GE-WAR-59")
def test_the_board_at_the_start():
    war = month().war

    assert {house: war.on_map(house) for house in (CAT, WOLF, RAM)} == {CAT: 3, WOLF: 3, RAM: 3}
    assert war.units[war.castles["amn"].region] == {CAT: 3}
    assert war.castles["amn"].flags == {CAT}
    assert set(war.stock.values()) == {17}
    assert sorted(war.remnants) == ["aah", "bog", "dom", "god", "lum", "mok", "old"]
    assert all(war.castles[region].flags == frozenset() for region in war.remnants)
    assert len([token for token in war.rumors if token.region]) == 6
    assert [each.region for each in war.immortals] == ["amn"] * 4


@pytest.mark.rule("R-54", "R-20", "R-58")
def test_immortals_come_back_before_remnants_appear():
    war = month({}, {"cat-1": sheet()})
    with_board(war, immortals=tuple(replace(each, region=None, away_until=1) for each in war.war.immortals), remnants={})
    war.state = replace(war.state, court=replace(war.state.court, region=DOM))

    war.turn()

    assert DOM not in war.war.remnants
    assert war.war.remnants["bog"] == 1
