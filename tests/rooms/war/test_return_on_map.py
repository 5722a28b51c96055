"""Effects of Return on units without any answers: schemes, then famine, on boards with edge cases (R-66, R-111, R-130)."""

from __future__ import annotations

import pytest

from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.state import EffectFrom, EffectKind
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.war.game.famine_and_inlaws import FamineStruck
from rooms.war.game.state import war_of, with_war
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import WAR_CONTROL, Day
from tests.rooms.realm.game.scheming import completes
from tests.rooms.realm.game.test_deeds import turned
from tests.rooms.war.play import only
from tests.rooms.war.test_scheme_effects import on_map, pieces

Units = dict[str, int]  # of one House by region
Scheme = tuple[str, ...]


def closed(day: Day, region: str, *houses: str) -> None:
    kind = EffectKind.FORBID if houses else EffectKind.TRAVEL_BAN
    effect = EnterEffect(
        kind=kind,
        since=1,
        until=1,
        houses=tuple(HouseId(each) for each in houses),
        regions=(RegionId(region),),
        origin=EffectFrom.CONTROL,
        reason="snow",
    )
    day.do(effect, by=WAR_CONTROL)


def standing(day: Day, house: str = "cat") -> Units:
    """A House's units by region."""
    war = war_of(day.state)
    return {str(region): there[HouseId(house)] for region, there in war.units.items() if there.get(HouseId(house), 0)}


def poison(region: str, units: str) -> Scheme:
    return ("mass-poisoning", "cat", region, units)


def roads(origin: str, to: str, units: str) -> Scheme:
    return ("secret-roads", "cat", origin, to, units)


def corrupt(region: str) -> Scheme:
    return ("corrupt", "cat", region)


# --- schemes ------------------------------------------------------------------------------------------------------------

STRUCK: dict[str, tuple[Units, list[Scheme], tuple[str, ...], Units]] = {  # before, schemes, closed regions, after
    "exactly what is there": ({"zen": 2}, [poison("zen", "2")], (), {}),
    "at most what is there, no other region pays": ({"zen": 1, "aka": 5}, [poison("zen", "3")], (), {"aka": 5}),
    "nobody there: most units": ({"fog": 1, "inn": 3}, [poison("zen", "1")], (), {"fog": 1, "inn": 2}),
    "nobody there: the alphabet": ({"inn": 2, "aka": 2}, [poison("zen", "1")], (), {"inn": 2, "aka": 1}),
    "another region, at most what is there": ({"aka": 2, "inn": 1}, [poison("zen", "9")], (), {"inn": 1}),
    "nobody anywhere": ({}, [poison("zen", "2")], (), {}),
    "the second finds nobody": ({"zen": 1, "aka": 2}, [poison("zen", "1"), poison("zen", "1")], (), {"aka": 1}),
    "the second finds the rest": ({"zen": 3, "aka": 5}, [poison("zen", "2"), poison("zen", "2")], (), {"aka": 5}),
    "corrupt, nobody there": ({"fog": 1, "inn": 3}, [corrupt("zen")], (), {"fog": 1, "inn": 2}),
    "corrupt after poison": ({"zen": 1, "aka": 1}, [poison("zen", "1"), corrupt("zen")], (), {}),
    "roads as written": ({"zen": 3}, [roads("zen", "aka", "2")], (), {"zen": 1, "aka": 2}),
    "roads, at most what is there": ({"zen": 1, "inn": 4}, [roads("zen", "aka", "3")], (), {"aka": 1, "inn": 4}),
    "roads to a closed region: most units": ({"zen": 2, "inn": 1}, [roads("zen", "aka", "2")], ("aka",), {"inn": 3}),
    "roads to a closed region: the alphabet": ({"zen": 2}, [roads("zen", "aka", "1")], ("aka",), {"zen": 1, "aah": 1}),
    "roads from nowhere: next to the destination": (
        {"inn": 1, "chi": 9},
        [roads("aka", "zen", "1")],
        (),
        {"zen": 1, "chi": 9},
    ),
    "roads out of a closed region": ({"zen": 2}, [roads("zen", "aka", "1")], ("zen",), {"zen": 1, "aka": 1}),
    "roads with no way open": (
        {"fog": 2},
        [roads("fog", "aka", "1")],
        ("aka", "dom", "pet"),
        {"fog": 2},
    ),
    "roads, then poison where they went": ({"zen": 2}, [roads("zen", "aka", "2"), poison("aka", "1")], (), {"aka": 1}),
}


@pytest.mark.rule("R-111", "R-130", "R-20", "R-69", "GE-UND-10", "GE-UND-12", "GE-UND-17", "GE-UND-27")
@pytest.mark.parametrize("name", STRUCK)
def test_a_scheme_strikes_where_it_says_or_where_most_of_its_target_are(name: str):
    before, schemes, shut, after = STRUCK[name]
    day = on_map({region: {"cat": units} for region, units in before.items()})
    for region in shut:
        closed(day, region)
    for kind, *answers in schemes:
        completes(day, kind, *answers)

    turned(day)

    assert standing(day) == after
    assert set(pieces(day).values()) == {20}


@pytest.mark.rule("R-69", "R-130", "GE-UND-12")
@pytest.mark.parametrize(("houses", "to"), [(("cat",), "aah"), (("wolf",), "aka")], ids=["closed to the target", "to another"])
def test_a_region_that_is_forbidden_to_another_house_is_open(houses: tuple[str, ...], to: str):
    day = on_map({"zen": {"cat": 1}})
    closed(day, "aka", *houses)
    completes(day, *roads("zen", "aka", "1"))

    turned(day)

    assert standing(day) == {to: 1}


# --- famine -------------------------------------------------------------------------------------------------------------

BEAR = {"zen": 3, "eel": 2}
FAMINE: dict[str, tuple[Units, list[Scheme], list[Units]]] = {  # Bear's units, laws of month 1, units left after each month
    "a sender starves from month 1": (BEAR, [], [{"zen": 2, "eel": 2}, {"zen": 2, "eel": 1}]),
    "one unit, then none": ({"zen": 1}, [], [{}, {}]),
    "nothing to lose": ({}, [], [{}, {}]),
    "two laws, one unit": (BEAR, [("take-food", "bear ram wolf")], [{"zen": 2, "eel": 2}, {"zen": 2, "eel": 1}]),
    "the food law falls": (BEAR, [("remove", "law-13")], [BEAR, BEAR]),
    "another food law falls": (BEAR, [("remove", "law-12")], [{"zen": 2, "eel": 2}, {"zen": 2, "eel": 1}]),
    "famine aid": (BEAR, [("famine-aid",)], [BEAR, BEAR]),
    "food taken, then famine aid": (BEAR, [("take-food", "bear ram wolf"), ("famine-aid",)], [BEAR, BEAR]),
    "famine aid, then food taken": (BEAR, [("famine-aid",), ("take-food", "bear ram wolf")], [BEAR, {"zen": 2, "eel": 2}]),
    "the food law falls, food is taken": (
        BEAR,
        [("remove", "law-13"), ("take-food", "bear ram wolf")],
        [BEAR, {"zen": 2, "eel": 2}],
    ),
    "disbanded first": (BEAR, [("disband", "bear", "zen", "2")], [{"zen": 1, "eel": 1}, {"zen": 1}]),
}


@pytest.mark.rule("R-66", "R-20", "R-21", "R-92", "GE-CRT-41", "GE-CRT-50", "GE-CRT-83", "GE-WAR-80")
@pytest.mark.parametrize("name", FAMINE)
def test_a_starving_house_loses_one_unit_a_month_where_most_of_its_units_are(name: str):
    units, laws, left = FAMINE[name]
    day = in_court()
    day.state = with_war(day.state, only(war_of(day.state), {region: {"bear": count} for region, count in units.items()}))
    for kind, *answers in laws:
        law(day, kind, *([answers[0].split()] if kind == "take-food" else answers))

    found = []
    for month in (2, 3):
        day.until(month, Phase.CEREMONY)
        found.append(standing(day, "bear"))

    assert found == left
    struck = [each for event in day.happened if isinstance(event, FamineStruck) for each in event.starved if each.house == "bear"]
    lost = sum(units.values()) - sum(left[-1].values()) - (2 if name == "disbanded first" else 0)
    assert len(struck) == lost


@pytest.mark.rule("R-66", "R-20")
def test_famine_takes_what_a_scheme_has_left():
    day = in_court()
    day.state = with_war(day.state, only(war_of(day.state), {"zen": {"bear": 3}, "eel": {"bear": 1}}))
    completes(day, "mass-poisoning", "bear", "zen", "3", by="wolf-1", table="east")

    turned(day)

    assert standing(day, "bear") == {}
