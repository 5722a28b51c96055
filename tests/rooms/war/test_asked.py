"""Answers to the War Room's questions hold, whatever changes before they are applied (R-57, R-66, R-130)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from control.day.clock.phases import EndPhase, SetClock
from control.day.decisions import questions as decisions
from control.day.decisions.answers import DecisionMade, MakeDecision
from control.day.records import Decision
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.state import EffectFrom, EffectKind
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.war.game.famine_and_inlaws import FamineStruck
from rooms.war.game.state import war_of, with_war
from rooms.war.game.units import AdjustUnits
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import ORGANIZER, WAR_CONTROL, Day
from tests.rooms.realm.game.scheming import completes
from tests.rooms.realm.game.test_deeds import turned
from tests.rooms.war.play import only
from tests.rooms.war.test_scheme_effects import count, on_map

THREE_PLACES = {"zen": {"bear": 3}, "eel": {"bear": 2}, "inn": {"bear": 1}}


def starving(units: dict[str, dict[str, int]]) -> Day:
    """Action of month 1 with these units. Bear starves under the initial laws."""
    day = in_court()
    day.state = with_war(day.state, only(war_of(day.state), units))
    return day


def question(day: Day, part: str = "famine-bear") -> Decision:
    """Return the one unclosed decision with this in its id, answered or not."""
    (found,) = [each for each in day.state.decisions if part in each.id and not each.closed]
    return found


def answer(day: Day, option: str, part: str = "famine-bear") -> None:
    day.do(MakeDecision(decision=question(day, part).id, option=option), by=WAR_CONTROL)


def starved(day: Day, house: str = "bear") -> list[str]:
    """Regions where famine has taken a unit of a House."""
    struck = [each for event in day.happened if isinstance(event, FamineStruck) for each in event.starved]
    return [each.region for each in struck if each.house == house]


def decided(day: Day, part: str) -> list[tuple[str, bool]]:
    """Results of these decisions in the journal, and whether each was the default."""
    made = [each for each in day.happened if isinstance(each, DecisionMade) and part in each.id]
    return [(each.option, each.by_default) for each in made]


def units(day: Day, region: str, house: str, now: int) -> None:
    """Correct a House's units in a region as War Control."""
    before = war_of(day.state).count(RegionId(region), HouseId(house))
    day.do(
        AdjustUnits(region=RegionId(region), house=HouseId(house), before=before, units=now, reason="counted again"), by=WAR_CONTROL
    )


# --- famine -------------------------------------------------------------------------------------------------------------


def disbanded(day: Day) -> None:
    """Move the default to another region, and pass a law that makes the room review its questions."""
    law(day, "disband", "bear", "zen", "1")
    law(day, "military-aid", ("cat", "wolf"))


def disbanded_twice(day: Day) -> None:
    law(day, "disband", "bear", "zen", "3")
    law(day, "military-aid", ("cat", "wolf"))


def only_the_answer_left(day: Day) -> None:
    """For a while, Bear has units in the answered region only."""
    law(day, "disband", "bear", "zen", "3")
    law(day, "disband", "bear", "eel", "2")
    law(day, "financial-aid", "bear", "0", "0", "1")


def poisoned(day: Day) -> None:
    completes(day, "mass-poisoning", "bear", "zen", "3", by="wolf-1", table="east")
    law(day, "military-aid", ("cat", "wolf"))


@pytest.mark.rule("R-66", "GE-WAR-80")
@pytest.mark.parametrize("before", [disbanded, disbanded_twice, only_the_answer_left, poisoned])
def test_famine_takes_the_unit_that_the_house_named_whatever_else_the_turn_changes(before: Callable[[Day], None]):
    day = starving(THREE_PLACES)
    before(day)
    day.until(1, Phase.RETURN)
    answer(day, "inn")

    turned(day)

    assert starved(day) == ["inn"]
    assert decided(day, "famine-bear") == [("inn", False)]


@pytest.mark.rule("R-66")
@pytest.mark.parametrize(
    "corrected",
    [(("eel", 5),), (("fog", 2),), (("zen", 0), ("eel", 0)), (("zen", 0), ("eel", 0), ("fog", 2)), (("inn", 2),)],
    ids=["more elsewhere", "a new region", "no other region", "no other for a while", "more there"],
)
def test_corrections_between_the_answer_and_famine_leave_the_answer(corrected: tuple[tuple[str, int], ...]):
    day = starving(THREE_PLACES).until(1, Phase.RETURN)
    answer(day, "inn")

    for region, now in corrected:
        units(day, region, "bear", now)
        assert question(day).option == "inn"

    turned(day)
    assert starved(day) == ["inn"]


@pytest.mark.rule("R-66")
def test_an_answer_is_gone_with_the_unit_that_it_named():
    day = starving(THREE_PLACES).until(1, Phase.RETURN)
    answer(day, "inn")

    units(day, "inn", "bear", 0)

    assert (question(day).option, question(day).default) == (None, "zen")
    turned(day)
    assert starved(day) == ["zen"]


@pytest.mark.rule("R-66")
@pytest.mark.parametrize(
    "corrected",
    [
        (("inn", 0), ("inn", 1)),
        (("inn", 0), ("eel", 0), ("inn", 2)),  # with one region left there is no question
        (("inn", 0), ("zen", 0), ("eel", 0), ("inn", 1), ("eel", 1)),  # nor with none left
    ],
    ids=["gone for a while", "one region for a while", "no region for a while"],
)
def test_an_answer_stands_again_with_the_unit_that_it_named(corrected: tuple[tuple[str, int], ...]):
    day = starving(THREE_PLACES).until(1, Phase.RETURN)
    answer(day, "inn")

    for region, now in corrected:
        units(day, region, "bear", now)

    assert question(day).option == "inn"
    turned(day)
    assert starved(day) == ["inn"]


@pytest.mark.rule("R-66")
def test_an_answer_whose_unit_dies_as_the_month_turns_is_not_told_as_carried_out():
    day = starving(THREE_PLACES)
    law(day, "disband", "bear", "inn", "1")
    day.until(1, Phase.RETURN)
    answer(day, "inn")

    turned(day)

    assert starved(day) == ["zen"]
    assert [each.option for each in day.state.decisions if "famine-bear" in each.id and not each.closed] in ([], ["zen"])


@pytest.mark.rule("R-66")
def test_the_default_that_is_told_is_where_famine_strikes_on_the_map_as_it_then_is():
    day = starving(THREE_PLACES)
    law(day, "disband", "bear", "zen", "2")
    day.until(1, Phase.RETURN)
    assert question(day).default == "zen"

    turned(day)

    assert starved(day) == ["eel"]
    assert decided(day, "famine-bear") == [("eel", True)]


@pytest.mark.rule("R-66", "R-20")
def test_famine_that_has_struck_is_asked_about_no_more_in_the_same_month():
    """Setting the clock back to Return of that month repeats nothing that Return has done."""
    day = turned(starving(THREE_PLACES))
    day.do(SetClock(month=1, phase=Phase.RETURN, seconds=60), by=ORGANIZER)
    units(day, "zen", "bear", 5)

    assert [each for each in day.state.decisions if "famine" in each.id and not each.closed and each.option is None] == []


@pytest.mark.rule("R-89", "R-20")
def test_aid_that_passes_in_a_month_whose_return_has_acted_asks_for_no_region():
    day = turned(starving(THREE_PLACES))
    day.do(SetClock(month=1, phase=Phase.ACTION, seconds=60), by=ORGANIZER)
    law(day, "financial-aid", "bear", "0", "0", "1")
    day.do(EndPhase(month=1, phase=Phase.ACTION), by=ORGANIZER)

    assert day.state.clock.phase == Phase.RETURN
    assert [each for each in day.state.decisions if "aid" in each.id and not each.closed] == []


# --- schemes ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-130", "GE-UND-27")
def test_a_scheme_strikes_where_war_control_said_though_another_default_came_between():
    day = on_map({"zen": {"snake": 3}, "eel": {"snake": 2}})
    completes(day, "mass-poisoning", "snake", "zen", "2", by="wolf-1")
    completes(day, "black-powder-weapons", "cat", by="wolf-1")
    completes(day, "mass-poisoning", "snake", "fog", "1", by="wolf-1")
    day.until(1, Phase.RETURN)
    answer(day, "zen", "scheme-3")

    turned(day)

    assert (count(day, "zen", "snake"), count(day, "eel", "snake")) == (0, 2)
    assert decided(day, "-scheme-") == [("zen", False)]


@pytest.mark.rule("R-130")
@pytest.mark.parametrize(
    "corrected",
    [(("fog", 1),), (("eel", 0),), (("eel", 0), ("eel", 4)), (("aka", 5),)],
    ids=["where it says applies again", "nothing to choose", "nothing to choose for a while", "another default"],
)
def test_corrections_leave_the_answer_about_a_scheme(corrected: tuple[tuple[str, int], ...]):
    day = on_map({"zen": {"snake": 3}, "eel": {"snake": 2}})
    completes(day, "mass-poisoning", "snake", "fog", "1", by="wolf-1")
    day.until(1, Phase.RETURN)
    answer(day, "zen", "scheme-1")

    for region, now in corrected:
        units(day, region, "snake", now)
        assert question(day, "scheme-1").option == "zen"

    turned(day)
    assert count(day, "zen", "snake") == 2


@pytest.mark.rule("R-130", "R-69")
@pytest.mark.parametrize(
    "corrected",
    [(("zen", 1),), (("fog", 1),)],
    ids=["the origin applies again", "a new origin next to the destination"],
)
def test_units_march_on_the_way_that_war_control_said(corrected: tuple[tuple[str, int], ...]):
    day = on_map({"chi": {"snake": 3}})
    completes(day, "secret-roads", "snake", "zen", "aka", "1", by="wolf-1")
    day.until(1, Phase.RETURN)
    way = question(day, "scheme-1").options[-1].id
    answer(day, way, "scheme-1")

    for region, now in corrected:
        units(day, region, "snake", now)
        assert question(day, "scheme-1").option == way

    turned(day)
    assert (count(day, "chi", "snake"), count(day, way.partition(">")[2], "snake")) == (2, 1)


@pytest.mark.rule("R-130", "R-69")
def test_the_way_that_war_control_said_is_asked_about_again_when_it_is_closed():
    day = on_map({"chi": {"snake": 3}})
    completes(day, "secret-roads", "snake", "zen", "aka", "1", by="wolf-1")
    day.until(1, Phase.RETURN)
    way = question(day, "scheme-1").options[-1].id
    answer(day, way, "scheme-1")

    closed = (RegionId(way.partition(">")[2]),)
    ban = EnterEffect(kind=EffectKind.TRAVEL_BAN, since=1, until=1, regions=closed, origin=EffectFrom.CONTROL, reason="snow")
    day.do(ban, by=WAR_CONTROL)

    asked = question(day, "scheme-1")
    assert (asked.option, way in {each.id for each in asked.options}) == (None, False)
    assert decisions.is_open(asked)


# --- units of laws ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-89", "GE-CRT-48")
@pytest.mark.parametrize(
    "corrected",
    [(("aka", 5),), (("zen", 0), ("aka", 0)), (("zen", 0), ("aka", 0), ("fog", 4))],
    ids=["another default", "no other region", "no other for a while"],
)
def test_corrections_leave_the_answer_where_units_of_a_law_go(corrected: tuple[tuple[str, int], ...]):
    day = in_court()
    day.state = with_war(day.state, only(war_of(day.state), {"zen": {"cat": 3}, "aka": {"cat": 2}, "inn": {"cat": 1}}))
    law(day, "financial-aid", "cat", "0", "0", "2")
    day.until(1, Phase.RETURN)
    answer(day, "inn", "-aid-")

    for region, now in corrected:
        units(day, region, "cat", now)
        assert question(day, "-aid-").option == "inn"

    turned(day)
    assert count(day, "inn", "cat") == 3
