"""The battle of a single region (GE-WAR-35 to -44, -51, -57, -60 to -67)."""

from __future__ import annotations

import pytest

from rooms.realm.scenario.ids import HouseId
from rooms.war.game.records.battles import IMMORTALS, REMNANTS, Battle, BattleResult, Overcame
from rooms.war.rules.battle import armies_in, fight, is_battle, sides_of
from rooms.war.rules.forces import Forces
from tests.rooms.war.play import BEAR, CAT, EAGLE, RAM, SNAKE, SWORDS, WOLF, ZEN


def ticks(*pairs: str) -> dict[HouseId, frozenset[HouseId]]:
    """Return the ticks of each House: "cat>wolf" is one way, "cat=wolf" both ways."""
    found: dict[HouseId, frozenset[HouseId]] = {}
    for pair in pairs:
        one, other = (HouseId(each) for each in pair.replace("=", ">").split(">"))
        found[one] = found.get(one, frozenset()) | {other}
        if "=" in pair:
            found[other] = found.get(other, frozenset()) | {one}
    return found


def forces(units: dict[HouseId, int], *pairs: str, **more: object) -> Forces:
    return Forces(region=ZEN, units=units, ticks=ticks(*pairs), **more)  # type: ignore[arg-type]


def attacks(field: Forces) -> dict[HouseId, int]:
    return {army.house: army.attack for army in armies_in(field)}


def losses(battle: Battle | None) -> dict[HouseId, int]:
    assert battle is not None
    return {loss.house: loss.units for count in battle.rounds for loss in count.losses}


def fought(field: Forces) -> Battle:
    battle = fight(field)
    assert battle is not None
    return battle


@pytest.mark.rule("GE-WAR-37", "GE-WAR-38", "GE-WAR-39", "GE-WAR-44", "GE-WAR-24")
@pytest.mark.parametrize(
    ("field", "expected"),
    [
        pytest.param(forces({CAT: 3, WOLF: 2}), 3, id="own units only"),
        pytest.param(forces({CAT: 3, WOLF: 2}, "wolf>cat"), 5, id="one that ticks it lends, though it does not tick back"),
        pytest.param(forces({CAT: 3, WOLF: 2}, "cat>wolf"), 3, id="its own tick brings nothing"),
        pytest.param(forces({CAT: 3, WOLF: 2}, "cat=wolf"), 5, id="a mutual ally lends"),
        pytest.param(forces({CAT: 3, WOLF: 2, BEAR: 4}, "wolf>cat", "bear>cat"), 9, id="two lend"),
        pytest.param(forces({CAT: 3, WOLF: 2, BEAR: 4}, "wolf>cat", "bear>wolf"), 5, id="help is not passed on"),
        pytest.param(forces({CAT: 3, WOLF: 2}, flags=frozenset({CAT})), 4, id="its castle counts one"),
        pytest.param(forces({CAT: 3, WOLF: 2}, "wolf>cat", flags=frozenset({WOLF})), 5, id="an ally's castle does not count"),
        pytest.param(forces({CAT: 3, WOLF: 2}, flags=frozenset({CAT, WOLF})), 4, id="a shared castle counts one for each"),
        pytest.param(forces({CAT: 3}, "ram>cat", remnants=1), 3, id="a House that is not there lends nothing"),
    ],
)
def test_attack_of_cat(field, expected):
    assert attacks(field)[CAT] == expected


@pytest.mark.rule("R-68", "GE-WAR-85")
def test_military_aid_counts_per_unit_and_black_powder_per_battle():
    allied = forces({BEAR: 2, RAM: 1, WOLF: 4}, "bear=ram", per_unit=frozenset({BEAR}))
    powdered = forces({BEAR: 2, RAM: 1, WOLF: 4}, "bear=ram", per_unit=frozenset({BEAR}), per_battle=frozenset({WOLF}))

    assert attacks(allied) == {BEAR: 5, RAM: 5, WOLF: 4}
    assert losses(fight(allied)) == {WOLF: 4}
    assert attacks(powdered)[WOLF] == 5
    assert fought(powdered).rounds[0].result is BattleResult.ALLIES_WON
    assert losses(fight(powdered)) == {WOLF: 4}


@pytest.mark.rule("GE-WAR-35", "GE-WAR-36", "GE-WAR-57", "R-46", "GE-WAR-62", "GE-WAR-63", "GE-WAR-83")
@pytest.mark.parametrize(
    ("field", "expected"),
    [
        pytest.param(forces({CAT: 1}), False, id="one House alone"),
        pytest.param(forces({CAT: 1, WOLF: 1}, "cat=wolf"), False, id="two mutual allies"),
        pytest.param(forces({CAT: 1, WOLF: 1}, "cat>wolf"), True, id="one tick is missing"),
        pytest.param(forces({CAT: 1, WOLF: 1, RAM: 1}, "cat=wolf", "wolf=ram", "cat>ram"), True, id="one of six is missing"),
        pytest.param(forces({CAT: 1, WOLF: 1, RAM: 1}, "cat=wolf", "wolf=ram", "cat=ram"), False, id="all six are there"),
        pytest.param(forces({CAT: 1}, remnants=1), True, id="a remnant attacks every House"),
        pytest.param(forces({}, remnants=1), False, id="a remnant alone"),
        pytest.param(forces({CAT: 1}, immortals=(1, 2)), False, id="Immortals attack nobody by themselves"),
        pytest.param(forces({CAT: 1}, immortals=(1,), betrayers=frozenset({CAT})), True, id="a betrayer attacks them"),
        pytest.param(forces({CAT: 1}, immortals=(1,), betrayers=frozenset({WOLF})), False, id="one elsewhere does not"),
        pytest.param(forces({CAT: 1}, betrayers=frozenset({CAT})), False, id="nobody to betray"),
        pytest.param(forces({CAT: 1, WOLF: 1}, remnants=1, treaty=True), False, id="a Treaty"),
    ],
)
def test_when_a_battle_happens(field, expected):
    assert is_battle(field) is expected
    assert (fight(field) is not None) is expected


@pytest.mark.rule("R-47")
@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        pytest.param((), [("bear",), ("cat",), ("wolf",)], id="nobody ticks anybody"),
        pytest.param(("cat=wolf",), [("bear",), ("cat", "wolf")], id="two linked"),
        pytest.param(("cat=wolf", "wolf=bear"), [("bear", "cat", "wolf")], id="linked through one another"),
        pytest.param(("cat>wolf", "wolf>bear", "bear>cat"), [("bear",), ("cat",), ("wolf",)], id="a one-sided ring"),
    ],
)
def test_sides_of_a_tie(pairs, expected):
    field = forces({CAT: 1, WOLF: 1, BEAR: 1}, *pairs)

    assert sorted(sides_of(field, (CAT, WOLF, BEAR))) == expected


@pytest.mark.rule("GE-WAR-40", "GE-WAR-41", "R-47", "R-48")
@pytest.mark.parametrize(
    ("field", "lost"),
    [
        pytest.param(forces({CAT: 3, WOLF: 2}), {WOLF: 2}, id="the higher value wins"),
        pytest.param(forces({CAT: 3, WOLF: 2, BEAR: 1}), {WOLF: 2, BEAR: 1}, id="all others go"),
        pytest.param(forces({CAT: 5, WOLF: 2, BEAR: 1}, "cat=wolf"), {BEAR: 1}, id="the winner's mutual ally stays"),
        pytest.param(forces({CAT: 2, WOLF: 5, BEAR: 1}, "wolf>cat"), {WOLF: 5, BEAR: 1}, id="who ticks a traitor is slaughtered"),
        pytest.param(forces({CAT: 9, WOLF: 2, BEAR: 1}, "cat>bear"), {WOLF: 2, CAT: 9}, id="whom the strongest helps may win"),
        pytest.param(forces({CAT: 3, WOLF: 3}, "cat=wolf", remnants=1), {}, id="allies with the same value win together"),
    ],
)
def test_who_loses_units(field, lost):
    assert losses(fight(field)) == lost


@pytest.mark.rule("GE-WAR-42", "GE-WAR-43", "R-49")
@pytest.mark.parametrize(
    ("field", "result", "lost"),
    [
        pytest.param(forces({CAT: 2, WOLF: 2}), BattleResult.WIPED_OUT, {CAT: 2, WOLF: 2}, id="two lone sides"),
        pytest.param(
            forces({CAT: 2, WOLF: 2, RAM: 1}), BattleResult.WIPED_OUT, {CAT: 2, WOLF: 2, RAM: 1}, id="the weaker fall too"
        ),
        pytest.param(forces({CAT: 1, WOLF: 1, BEAR: 2}, "cat=wolf"), BattleResult.ALLIES_WON, {BEAR: 2}, id="one allied side"),
        pytest.param(
            forces({CAT: 1, WOLF: 1, BEAR: 1, RAM: 1}, "cat=wolf", "bear=ram"),
            BattleResult.WIPED_OUT,
            {CAT: 1, WOLF: 1, BEAR: 1, RAM: 1},
            id="two allied sides",
        ),
        pytest.param(
            forces({CAT: 1, WOLF: 2, BEAR: 3}, "wolf>cat"),
            BattleResult.WIPED_OUT,
            {CAT: 1, WOLF: 2, BEAR: 3},
            id="a tick is no alliance",
        ),
        pytest.param(
            forces({SWORDS: 2, RAM: 1, CAT: 4}, "swords=ram", flags=frozenset({SWORDS})),
            BattleResult.ALLIES_WON,
            {CAT: 4},
            id="the ally may have a lower value",
        ),
        pytest.param(
            forces({CAT: 1, WOLF: 3, RAM: 1}, "cat>wolf", "ram>cat", remnants=4),
            BattleResult.WIPED_OUT,
            {CAT: 1, WOLF: 3, RAM: 1},
            id="remnants tie",
        ),
    ],
)
def test_ties(field, result, lost):
    battle = fought(field)

    assert battle.rounds[0].result is result
    assert losses(battle) == lost


@pytest.mark.rule("GE-WAR-57", "R-54", "R-49")
def test_a_remnant_ties_with_one_unit_and_is_removed_with_it():
    battle = fought(forces({WOLF: 1}, remnants=1))

    assert losses(battle) == {WOLF: 1}
    assert battle.rounds[0].remnants_lost == 1
    assert battle.overcame == ()


@pytest.mark.rule("R-54")
def test_remnants_that_win_stay_and_remove_every_house():
    battle = fought(forces({WOLF: 1, CAT: 2}, remnants=3))

    assert losses(battle) == {WOLF: 1, CAT: 2}
    assert battle.rounds[0].side == (REMNANTS,)
    assert battle.rounds[0].remnants_lost == 0


@pytest.mark.rule("GE-WAR-51", "R-50")
@pytest.mark.parametrize(
    ("field", "expected"),
    [
        pytest.param(forces({CAT: 3, WOLF: 2}), {(CAT, WOLF)}, id="the winner"),
        pytest.param(forces({CAT: 3, WOLF: 2}, "cat>wolf"), {(WOLF, CAT)}, id="the traitor, over who helped it"),
        pytest.param(forces({CAT: 3, WOLF: 1, BEAR: 3}, "cat=wolf"), {(CAT, BEAR), (WOLF, BEAR)}, id="its ally too"),
        pytest.param(forces({CAT: 3, WOLF: 1, BEAR: 3}, "cat=wolf", "wolf>bear"), {(CAT, BEAR)}, id="not an ally who ticked it"),
        pytest.param(forces({CAT: 2, WOLF: 2, RAM: 1}), {(CAT, WOLF), (CAT, RAM), (WOLF, CAT), (WOLF, RAM)}, id="a massacre"),
        pytest.param(forces({CAT: 1, WOLF: 3, BEAR: 2}, "cat=wolf", "cat=bear"), set(), id="nobody lost a unit"),
    ],
)
def test_who_has_overcome_whom(field, expected):
    assert {(each.house, each.over) for each in fought(field).overcame} == expected


# --- Immortals ----------------------------------------------------------------------------------------------------------

GUARD = (1, 2, 3, 4)


def coup(units: dict[HouseId, int], betrayers: str, *pairs: str, **more: object) -> Forces:
    names = frozenset(HouseId(each) for each in betrayers.split())
    return forces(units, *pairs, immortals=GUARD, betrayers=names, **more)


@pytest.mark.rule("GE-WAR-60", "R-56", "R-58", "GE-WAR-64")
def test_eight_against_four_immortals_is_a_tie_that_removes_both():
    battle = fought(coup({SWORDS: 8}, "swords"))

    assert attacks(coup({SWORDS: 8}, "swords")) == {SWORDS: 8, IMMORTALS: 8}
    assert battle.rounds[0].result is BattleResult.GUARD_HELD
    assert losses(battle) == {SWORDS: 8}
    assert battle.immortals_defeated
    assert battle.retaliation == ()


@pytest.mark.rule("R-56", "GE-SOV-29")
@pytest.mark.parametrize(
    ("betraying", "lost", "defeated"),
    [pytest.param(12, {RAM: 12}, False, id="12 units"), pytest.param(14, {EAGLE: 4}, True, id="14 units")],
)
def test_the_sovereigns_house_defends(betraying, lost, defeated):
    field = coup({EAGLE: 4, RAM: betraying}, "ram", sovereign=EAGLE, flags=frozenset({EAGLE}))
    battle = fought(field)

    assert attacks(field) == {EAGLE: 13, RAM: betraying, IMMORTALS: 12}
    assert losses(battle) == lost
    assert battle.immortals_defeated is defeated
    assert battle.retaliation == ((RAM,) * 4 if defeated else ())


@pytest.mark.rule("R-56")
def test_ticks_between_a_betrayer_and_the_loyal_house_do_not_count():
    field = coup({EAGLE: 4, RAM: 3}, "ram", "eagle=ram", sovereign=EAGLE)

    assert attacks(field) == {EAGLE: 12, RAM: 3, IMMORTALS: 12}
    assert losses(fight(field)) == {RAM: 3}
    assert fought(field).overcame == (Overcame(house=EAGLE, over=RAM),)


@pytest.mark.rule("R-56")
def test_a_betraying_sovereigns_house_has_no_guard():
    field = coup({EAGLE: 9}, "eagle", sovereign=EAGLE)

    assert attacks(field) == {EAGLE: 9, IMMORTALS: 8}
    assert fought(field).immortals_defeated


@pytest.mark.rule("R-56", "R-46")
def test_after_the_guards_win_the_others_settle_the_battle_among_themselves():
    battle = fought(coup({CAT: 2, WOLF: 3, RAM: 1}, "cat"))

    assert [count.result for count in battle.rounds] == [BattleResult.GUARD_HELD, BattleResult.WON]
    assert losses(battle) == {CAT: 2, RAM: 1}
    assert battle.overcame == (Overcame(house=WOLF, over=RAM),)
    assert not battle.immortals_defeated


@pytest.mark.rule("R-56")
def test_after_the_guards_win_allies_among_the_others_keep_the_peace():
    battle = fought(coup({CAT: 2, WOLF: 3, RAM: 1}, "cat", "wolf=ram"))

    assert len(battle.rounds) == 1
    assert losses(battle) == {CAT: 2}


@pytest.mark.rule("R-56")
def test_a_house_that_does_not_betray_may_win_and_leave_the_guard_standing():
    battle = fought(coup({CAT: 2, WOLF: 9}, "cat"))

    assert battle.rounds[0].side == (WOLF,)
    assert losses(battle) == {CAT: 2}
    assert not battle.immortals_defeated


@pytest.mark.rule("R-56", "R-57")
def test_a_betrayer_on_the_side_of_another_winner_defeats_the_guard_and_pays():
    battle = fought(coup({CAT: 2, WOLF: 9}, "cat", "cat=wolf"))

    assert losses(battle) == {}
    assert battle.immortals_defeated
    assert battle.retaliation == (CAT, CAT)


@pytest.mark.rule("R-49", "R-56")
def test_an_allied_betrayer_wins_a_tie_with_the_guard():
    battle = fought(coup({CAT: 5, WOLF: 3}, "cat wolf", "cat=wolf"))

    assert battle.rounds[0].result is BattleResult.ALLIES_WON
    assert battle.immortals_defeated
    assert battle.retaliation == (CAT, CAT, CAT, WOLF)


@pytest.mark.rule("R-56", "R-49")
def test_a_tie_of_the_guard_with_a_house_that_does_not_betray_leaves_both_standing():
    battle = fought(coup({CAT: 1, WOLF: 8}, "cat"))

    assert losses(battle) == {CAT: 1}
    assert not battle.immortals_defeated
    assert battle.overcame == ()


@pytest.mark.rule("R-56", "R-49")
def test_a_tie_shared_with_the_loyal_house_against_allied_betrayers_wipes_all_out():
    field = coup({EAGLE: 1, RAM: 5, BEAR: 4, SNAKE: 1}, "ram bear", "ram=bear", sovereign=EAGLE)
    battle = fought(field)

    assert attacks(field) == {EAGLE: 9, RAM: 9, BEAR: 9, SNAKE: 1, IMMORTALS: 9}
    assert battle.rounds[0].result is BattleResult.WIPED_OUT
    assert losses(battle) == {EAGLE: 1, RAM: 5, BEAR: 4, SNAKE: 1}
    assert battle.immortals_defeated
    assert battle.retaliation == ()


@pytest.mark.rule("R-56", "R-49")
def test_the_loyal_house_wins_a_tie_with_a_lone_betrayer():
    battle = fought(coup({EAGLE: 1, RAM: 9}, "ram", sovereign=EAGLE))

    assert battle.rounds[0].result is BattleResult.ALLIES_WON
    assert losses(battle) == {RAM: 9}
    assert not battle.immortals_defeated


@pytest.mark.rule("GE-WAR-65", "R-57")
@pytest.mark.parametrize(
    ("units", "once", "expected"),
    [
        pytest.param({SNAKE: 7, CAT: 2}, False, (SNAKE, SNAKE, SNAKE, SNAKE), id="most units first"),
        pytest.param({SNAKE: 5, CAT: 5}, False, (CAT, SNAKE, CAT, SNAKE), id="then the first by name"),
        pytest.param({SNAKE: 7, CAT: 2}, True, (SNAKE,), id="once per battle, where a scenario says so"),
    ],
)
def test_retaliation(units, once, expected):
    battle = fought(coup(units, "snake cat", "snake=cat", one_retaliation=once))

    assert battle.immortals_defeated
    assert battle.retaliation == expected
