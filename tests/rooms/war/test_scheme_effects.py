"""Schemes from completion to their effect on the map, and War Control's decisions on them (GE-UND-27, R-111, R-130)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from control.day.clock.phases import EndPhase
from control.day.decisions.answers import DecisionMade, MakeDecision
from control.day.decisions.questions import DecisionClosed, open_decisions
from control.day.records import Decision
from control.engine.context import THE_CLOCK
from control.engine.modules import reports_in
from control.engine.records import replace
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.records import SchemeEnding
from rooms.realm.game.state import EffectFrom, EffectKind
from rooms.realm.scenario.ids import Phase, RegionId
from rooms.war.game.battles import BattleFought
from rooms.war.game.scheme_effects import UnitsByScheme, tell_units
from rooms.war.game.state import war_of, with_war
from rooms.war.game.strike_places import possible_places
from rooms.war.game.units import AdjustUnits
from tests.rooms.realm.game.play import WAR_CONTROL, Day
from tests.rooms.realm.game.scheming import came, completed_in_fact, completes, scheming
from tests.rooms.realm.game.test_deeds import turned
from tests.rooms.war.lawful import at_war
from tests.rooms.war.play import AMN, CAT, SNAKE, WOLF, ZEN, only, sheet


def on_map(units: Mapping[str, Mapping[str, int]], **purses: tuple[int, int]) -> Day:
    """Action of month 1 with these units and no others."""
    day = scheming(**purses)
    day.state = with_war(day.state, only(war_of(day.state), units))
    return day


def count(day: Day, region: str, house: str) -> int:
    return war_of(day.state).count(RegionId(region), house)  # type: ignore[arg-type]


def pieces(day: Day) -> dict[str, int]:
    war = war_of(day.state)
    return {house: war.on_map(house) + war.stock[house] for house in war.stock}


def asked(day: Day) -> list[Decision]:
    return [each for each in open_decisions(day.state) if "-scheme-" in each.id]


def told_lost(day: Day) -> list[tuple[str, str, int]]:
    """Unit changes that schemes' reports tell to Houses."""
    events = (each for each in day.happened if isinstance(each, UnitsByScheme))
    told = (report for each in events for report in reports_in(tell_units(each, day.state, day.state)))
    return [(each.to, str(change.what), change.by) for each in told for change in each.changes]


# --- units --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-10", "R-111")
@pytest.mark.parametrize(("written", "left"), [("2", 1), ("5", 0)], ids=["as written", "at most what is there"])
def test_mass_poisoning_kills_units_in_one_region(written, left):
    day = on_map({"zen": {"cat": 3, "wolf": 1}})
    completes(day, "mass-poisoning", "cat", "zen", written)
    assert count(day, "zen", "cat") == 3

    turned(day)

    assert (count(day, "zen", "cat"), count(day, "zen", "wolf")) == (left, 1)
    assert set(pieces(day).values()) == {20}
    assert str(came(day).harm) == f"{3 - left} units of Cat died in Zen."
    assert told_lost(day) == [("team:cat", "units lost", 3 - left)]


@pytest.mark.rule("GE-UND-12", "R-111")
@pytest.mark.parametrize(("written", "there"), [("1", 1), ("5", 3)])
def test_secret_roads_move_units_which_fight_there_next_month_only(written, there):
    day = on_map({"zen": {"cat": 3}, "aka": {"wolf": 1}})
    completes(day, "secret-roads", "cat", "zen", "aka", written)

    turned(day)

    assert (count(day, "zen", "cat"), count(day, "aka", "cat"), count(day, "aka", "wolf")) == (3 - there, there, 1)
    assert told_lost(day) == []  # moved units are no loss
    assert not [each for each in day.happened if isinstance(each, BattleFought)]
    assert set(pieces(day).values()) == {20}


@pytest.mark.rule("GE-UND-17", "R-125")
@pytest.mark.parametrize(("elsewhere", "gained"), [(15, 1), (20, 0)], ids=["from the stockpile", "an empty stockpile"])
def test_corrupt_exchanges_one_unit(elsewhere, gained):
    day = on_map({"zen": {"cat": 2}, "ode": {"snake": elsewhere}})
    completes(day, "corrupt", "cat", "zen")

    turned(day)

    assert (count(day, "zen", "cat"), count(day, "zen", "snake")) == (1, gained)
    assert set(pieces(day).values()) == {20}


# --- castles and Immortals ----------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-18", "R-126")
def test_sabotage_destroys_a_castle_for_good_and_for_all_who_share_it():
    day = on_map({"zen": {"cat": 1}})
    war = war_of(day.state)
    shared = replace(war.castles[AMN], flags=frozenset({CAT, WOLF}))
    day.state = with_war(day.state, replace(war, castles={**war.castles, AMN: shared}))
    completes(day, "sabotage", "cat", "amn")
    completes(day, "sabotage", "wolf", "amn", by="eagle-1", table="east")

    turned(day)

    ruin = war_of(day.state).castles[AMN]
    assert (ruin.destroyed, ruin.flags) == (True, frozenset())
    turned(day)
    assert AMN not in war_of(day.state).remnants  # no neutral castle is left to guard
    assert came(day).ending is SchemeEnding.STRUCK


@pytest.mark.rule("GE-UND-22", "R-129", "R-58")
def test_an_immortal_is_dragged_off_the_court_until_the_end_of_next_month():
    day = scheming()
    assert day.state.court is not None
    court = day.state.court.region
    guard = war_of(day.state).immortals_in(court)
    completes(day, "drag-the-gods-down")

    turned(day)
    off = [each for each in war_of(day.state).immortals if each.region is None]
    assert [(each.id, each.away_until) for each in off] == [(guard[0], 2)]

    turned(day)
    assert [each for each in war_of(day.state).immortals if each.region is None] == []


@pytest.mark.rule("GE-UND-22", "R-129")
def test_an_immortal_on_an_errand_is_dragged_off_last():
    day = scheming()
    assert day.state.court is not None
    war, court = war_of(day.state), day.state.court.region
    first, second, *_rest = war.immortals_in(court)
    sent = tuple(replace(each, task="law-9") if each.id == first else each for each in war.immortals)
    day.state = with_war(day.state, replace(war, immortals=sent))
    completes(day, "drag-the-gods-down")

    turned(day)

    assert [each.id for each in war_of(day.state).immortals if each.region is None] == [second]


@pytest.mark.rule("GE-UND-22", "R-129")
def test_in_the_last_month_no_month_is_named_that_never_comes():
    day = scheming()
    timetable = day.state.scenario.timetable
    short = replace(day.state.scenario, timetable=replace(timetable, months=timetable.months[:1]))
    day.state = replace(day.state, scenario=short)
    completes(day, "drag-the-gods-down")

    day.until(1, Phase.RETURN)
    assert day.state.clock.deadline is not None
    day.now = day.state.clock.deadline
    day.do(EndPhase(month=1, phase=Phase.RETURN), by=THE_CLOCK)

    told = [day.game.explain(each, day.state) for each in day.happened]
    assert sum("for the rest of the game" in each for each in told) == 2  # the Immortal's report, and the scheme's
    assert not any("month 2" in each for each in told if "Immortal" in each)


@pytest.mark.rule("R-129", "R-130")
@pytest.mark.parametrize("answered", [False, True])
def test_without_an_immortal_at_the_court_war_control_chooses(answered):
    day = scheming()
    war = war_of(day.state)
    spread = tuple(
        replace(each, region=RegionId("zen") if each.id == war.immortals[0].id else RegionId("aka")) for each in war.immortals
    )
    day.state = with_war(day.state, replace(war, immortals=spread))
    completes(day, "drag-the-gods-down")
    day.until(1, Phase.RETURN)
    (question,) = asked(day)
    assert (question.rule, question.default, {each.id for each in question.options}) == ("R-129", "aka", {"aka", "zen"})
    if answered:
        day.do(MakeDecision(decision=question.id, option="zen"), by=WAR_CONTROL)

    turned(day)

    assert len(war_of(day.state).immortals_in(RegionId("zen"))) == int(not answered)
    assert asked(day) == []


# --- where a scheme does not apply --------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-27", "R-130")
@pytest.mark.parametrize(("answer", "where"), [(None, "aka"), ("inn", "inn")], ids=["default", "War Control"])
def test_where_the_region_does_not_apply_war_control_decides_another(answer, where):
    day = on_map({"inn": {"cat": 2}, "aka": {"cat": 2}, "fog": {"cat": 1}})
    completes(day, "mass-poisoning", "cat", "zen", "1")
    assert asked(day) == []  # not while units still move
    day.until(1, Phase.RETURN)

    (question,) = asked(day)
    assert [each.id for each in question.options] == ["aka", "inn", "fog"]  # most units first, then by name
    assert "Snake" not in str(question.question)
    if answer:
        day.do(MakeDecision(decision=question.id, option=answer), by=WAR_CONTROL)
    before = count(day, where, "cat")
    turned(day)

    assert count(day, where, "cat") == before - 1
    assert asked(day) == []


@pytest.mark.rule("GE-UND-27", "R-130")
def test_an_answer_stands_though_an_earlier_scheme_makes_another_region_the_default():
    day = on_map({"zen": {"snake": 3}, "eel": {"snake": 2}})
    completes(day, "mass-poisoning", "snake", "zen", "2")
    completes(day, "mass-poisoning", "snake", "fog", "1")
    day.until(1, Phase.RETURN)
    (question,) = asked(day)
    assert question.default == "zen"
    day.do(MakeDecision(decision=question.id, option="zen"), by=WAR_CONTROL)

    turned(day)

    assert decided(day) == [("zen", False)]
    assert (count(day, "zen", "snake"), count(day, "eel", "snake")) == (0, 2)


def decided(day: Day) -> list[tuple[str, bool]]:
    """Decisions on schemes in the journal, and whether each was the default."""
    made = (each for each in day.happened if isinstance(each, DecisionMade) and "-scheme-" in each.id)
    return [(each.option, each.by_default) for each in made]


@pytest.mark.rule("GE-UND-27", "R-130")
def test_the_default_that_is_told_is_where_the_scheme_strikes_on_the_map_as_it_then_is():
    day = on_map({"inn": {"cat": 2}, "aka": {"cat": 2}, "fog": {"cat": 1}})
    for _each in range(3):
        completes(day, "mass-poisoning", "cat", "zen", "1")
    day.until(1, Phase.RETURN)
    assert [each.default for each in asked(day)] == ["aka", "aka", "aka"]

    turned(day)

    struck = [each.shifts[0].region for each in day.happened if isinstance(each, UnitsByScheme)]
    assert struck == ["aka", "inn", "aka"]  # each time where most units are left
    assert decided(day) == [("aka", True), ("inn", True), ("aka", True)]


@pytest.mark.rule("GE-UND-27", "R-130")
def test_what_war_control_decided_strikes_though_the_named_region_applies_again():
    day = on_map({"inn": {"cat": 2}, "aka": {"cat": 2}})
    completes(day, "secret-roads", "cat", "inn", "zen", "1")
    completes(day, "mass-poisoning", "cat", "zen", "1")
    day.until(1, Phase.RETURN)
    (question,) = asked(day)
    day.do(MakeDecision(decision=question.id, option="aka"), by=WAR_CONTROL)

    turned(day)

    assert (count(day, "zen", "cat"), count(day, "aka", "cat")) == (1, 1)
    assert decided(day) == [("aka", False)]


@pytest.mark.rule("GE-UND-27", "R-130")
@pytest.mark.parametrize("answered", [True, False])
def test_what_an_earlier_scheme_took_away_is_decided_no_more(answered):
    day = on_map({"inn": {"cat": 1}, "aka": {"cat": 1}})
    completes(day, "mass-poisoning", "cat", "inn" if answered else "aka", "1")
    completes(day, "mass-poisoning", "cat", "zen", "1")
    completes(day, "mass-poisoning", "cat", "zen", "1")
    day.until(1, Phase.RETURN)
    if answered:
        day.do(MakeDecision(decision=asked(day)[0].id, option="inn"), by=WAR_CONTROL)

    turned(day)

    closed = {each.id for each in day.happened if isinstance(each, DecisionClosed)}
    assert (count(day, "inn", "cat"), count(day, "aka", "cat"), came(day, 3).ending) == (0, 0, SchemeEnding.SPENT)
    assert closed == ({"war-1-scheme-2", "war-1-scheme-3"} if answered else {"war-1-scheme-3"})
    assert decided(day) == ([("inn", False)] if answered else [("inn", True)])


@pytest.mark.rule("R-130")
def test_war_control_is_asked_again_when_the_map_changes_in_return():
    day = on_map({"zen": {"cat": 1}, "aka": {"cat": 2}, "inn": {"cat": 1}})
    completes(day, "corrupt", "cat", "zen")
    day.until(1, Phase.RETURN)
    assert asked(day) == []

    day.do(AdjustUnits(region=ZEN, house=CAT, before=1, units=0, reason="misread"), by=WAR_CONTROL)

    assert [each.default for each in asked(day)] == ["aka"]


@pytest.mark.rule("R-130")
@pytest.mark.parametrize(
    ("kind", "answers"),
    [("mass-poisoning", ("zen", "2")), ("corrupt", ("zen",)), ("secret-roads", ("zen", "aka", "1")), ("sabotage", ("zen",))],
)
def test_what_works_nowhere_is_spent(kind, answers):
    day = on_map({"zen": {"wolf": 1}})
    war = war_of(day.state)
    bare = {region: replace(each, flags=each.flags - {CAT}) for region, each in war.castles.items()}
    day.state = with_war(day.state, replace(war, castles=bare))
    completes(day, kind, "cat", *answers)

    turned(day)

    assert (came(day).ending, str(came(day).came)) == (SchemeEnding.SPENT, "There was nothing that it could strike.")


@pytest.mark.rule("R-130", "R-69")
@pytest.mark.parametrize(
    ("units", "named", "closed", "first"),
    [
        ({"zen": {"cat": 2}}, ("zen", "aka"), "", ("zen", "aka")),
        ({"zen": {"cat": 2}, "inn": {"cat": 1}}, ("zen", "aka"), "aka", ("zen", "inn")),
        ({"inn": {"cat": 1}, "ode": {"cat": 2}}, ("aka", "zen"), "", ("ode", "zen")),
        ({"chi": {"cat": 1}}, ("aka", "zen"), "", ("chi", "dea")),
        ({"zen": {"cat": 2}}, ("zen", "chi"), "", ("zen", "aah")),
    ],
    ids=[
        "as it says",
        "a closed destination",
        "another origin next to the destination",
        "no origin there",
        "not adjacent, as it was once taken",
    ],
)
def test_of_secret_roads_the_part_that_does_not_apply_is_replaced(units, named, closed, first):
    day = on_map(units)
    if closed:
        ban = EnterEffect(
            kind=EffectKind.TRAVEL_BAN,
            since=1,
            until=1,
            regions=(RegionId(closed),),
            origin=EffectFrom.CONTROL,
            reason="snow",
        )
        day.do(ban, by=WAR_CONTROL)
    completed_in_fact(day, "secret-roads", "cat", *named, "1")

    assert possible_places(day.state, came(day))[0] == first


# --- the next month -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-11", "GE-WAR-84", "R-70")
def test_a_forged_order_sets_the_tick_of_its_target_alone():
    day = scheming()
    completes(day, "forged-order", "cat")
    units = {"zen": {"cat": 2, "snake": 1, "wolf": 3}}

    play = at_war(day, units, {"cat-1": sheet(), "snake-1": sheet(), "wolf-1": sheet()}).through("battle")

    (fought,) = play.all(BattleFought)
    attack = {army.house: army.attack for army in fought.battle.rounds[0].armies}
    assert attack[SNAKE] == 1 + 2  # Cat must support Snake
    assert attack[CAT] == 2  # and Snake does not support Cat


@pytest.mark.rule("GE-UND-13", "GE-WAR-85", "R-68", "R-21")
def test_black_powder_raises_the_attack_value_by_1_however_often():
    day = scheming()
    completes(day, "black-powder-weapons", "cat")
    completes(day, "black-powder-weapons", "cat", by="swords-1")

    play = at_war(day, {"zen": {"cat": 2, "wolf": 2}}, {"cat-1": sheet(), "wolf-1": sheet()}).through("battle")

    (fought,) = play.all(BattleFought)
    assert {army.house: army.attack for army in fought.battle.rounds[0].armies} == {CAT: 3, WOLF: 2}
