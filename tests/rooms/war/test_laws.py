"""Effects of passed laws on the map, with the law named (GE-CRT-36, R-19, R-20, R-98)."""

from __future__ import annotations

import pytest

from control.day.clock.phases import EndPhase, SetClock
from control.day.decisions.answers import DecisionMade, MakeDecision
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.law_actions.return_turns import LawActed, LawExpired, LawLapsed
from rooms.realm.game.military_actions import errands, free_immortals, immortals_left, immortals_to_go
from rooms.realm.game.records import LawFate
from rooms.realm.game.state import EffectFrom, EffectKind
from rooms.realm.scenario.ids import HouseId, LawId, Phase, RegionId, Room
from rooms.war.game.battles import BattleFought, PeaceKept
from rooms.war.game.famine_and_inlaws import FamineStruck
from rooms.war.game.immortals import SendImmortal
from rooms.war.game.laws import UnitsByLaw
from rooms.war.game.state import war_of, with_war
from rooms.war.game.units import AdjustUnits
from rooms.war.game.whynot import all_failures, allowed
from rooms.war.rules.effects import effects_in
from rooms.war.rules.orders_by_rank import may_command
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, WAR_CONTROL, Day, player
from tests.rooms.war.lawful import at_war
from tests.rooms.war.play import AKA, CAT, FOG, RAM, WOLF, ZEN, Month, move, only, recruit, seated, sheet


def moved(play: Month) -> dict[RegionId, int]:
    return {region: play.war.count(region, CAT) for region in (AKA, ZEN, FOG)}


# --- closed regions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-59", "GE-WAR-82", "R-69", "R-83")
def test_a_travel_ban_that_passed_keeps_everybody_out_next_month_and_why_not_names_the_law():
    day = in_court()
    law(day, "travel-ban", ("zen",))

    play = at_war(day, {"aka": {"cat": 2}}, {"cat-1": sheet(move(2, "aka", "zen"))}).through("move")

    assert moved(play) == {AKA: 2, ZEN: 0, FOG: 0}
    for why in (all_failures(play.state)[0], allowed(play.state, SeatId("cat-1"))[0]):
        assert why.cause == "Zen was closed to Cat (Law 14: Travel Ban)."
        assert why.instead == "Without Law 14: Travel Ban all 2 would have moved."
    again = at_war(day, {"aka": {"cat": 2}}, {"cat-1": sheet(move(2, "aka", "zen"))}).through("move")
    assert moved(again) == {AKA: 0, ZEN: 2, FOG: 0}  # only next month


@pytest.mark.rule("GE-CRT-59", "GE-CRT-60", "GE-WAR-82", "GE-WAR-83", "R-21")
def test_two_laws_of_one_kind_in_a_month_take_nothing_from_each_other():
    day = in_court()
    law(day, "travel-ban", ("zen",))
    law(day, "travel-ban", ("fog",))
    law(day, "treaty", ("aka",))
    law(day, "treaty", ("mil",))

    units = {"aka": {"cat": 3, "wolf": 1}, "mil": {"cat": 3, "wolf": 1}}
    play = at_war(day, units, {"cat-1": sheet(move(1, "aka", "zen"), move(1, "aka", "fog")), "wolf-1": sheet()}).through("battle")

    assert moved(play) == {AKA: 3, ZEN: 0, FOG: 0}
    assert {each.region for each in play.all(PeaceKept)} == {AKA, RegionId("mil")}


@pytest.mark.rule("GE-CRT-44", "R-69", "R-83")
def test_forbid_binds_its_houses_until_it_is_removed():
    day = in_court()
    law(day, "forbid", ("cat",), "zen")

    for _month in range(2):
        orders = {"cat-1": sheet(move(1, "aka", "zen")), "wolf-1": sheet(move(1, "aka", "zen"))}
        play = at_war(day, {"aka": {"cat": 1, "wolf": 1}}, orders).through("move")
        assert (play.war.count(ZEN, CAT), play.war.count(ZEN, WOLF)) == (0, 1)
    law(day, "remove", "law-14")
    free = at_war(day, {"aka": {"cat": 1}}, {"cat-1": sheet(move(1, "aka", "zen"))}).through("move")
    assert free.war.count(ZEN, CAT) == 1


# --- battles ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-60", "GE-WAR-83", "R-69")
def test_no_battle_happens_where_a_treaty_passed():
    day = in_court()
    law(day, "treaty", ("zen",))

    play = at_war(day, {"zen": {"cat": 3, "wolf": 2}}, {"cat-1": sheet(), "wolf-1": sheet()}).through("battle")

    assert [each.region for each in play.all(PeaceKept)] == [ZEN]
    assert play.all(BattleFought) == []


@pytest.mark.rule("GE-CRT-54", "GE-WAR-84", "R-70", "R-83")
def test_a_forced_alliance_sets_the_tick_in_the_months_that_were_paid_for():
    day = in_court(2)
    passed = law(day, "forced-alliance", "wolf", "ram", "2")
    assert passed.cost == 8

    for month, bound in ((3, True), (4, True), (5, False)):
        play = at_war(day, {"mil": {"wolf": 3, "ram": 2}}, {"wolf-1": sheet(), "ram-1": sheet()}).through("battle")
        assert play.state.clock.month == month
        (battle,) = play.all(BattleFought)
        assert (battle.battle.rounds[0].losses[0].house == WOLF) is bound  # Ram has 2 + 3 while Wolf must lend
    assert day.state.passed[0].until == 4


@pytest.mark.rule("GE-CRT-54", "GE-UND-11", "GE-WAR-84", "R-70")
def test_a_house_that_is_forced_to_two_allies_in_one_month_ticks_both():
    day = in_court(2)
    law(day, "forced-alliance", "wolf", "ram", "2")
    day.until(3, Phase.ACTION)
    forged = EnterEffect(
        kind=EffectKind.FORGED_ORDER, since=4, until=4, houses=(WOLF, CAT), origin=EffectFrom.SCHEME, reason="a scheme"
    )
    day.do(forged, by=WAR_CONTROL)

    units = {"mil": {"wolf": 3, "ram": 2}, "zen": {"wolf": 3, "cat": 2}}
    play = at_war(day, units, {"wolf-1": sheet(), "ram-1": sheet(), "cat-1": sheet()}).through("battle")

    fallen = {each.battle.region: each.battle.rounds[0].losses[0].house for each in play.all(BattleFought)}
    assert fallen == {RegionId("mil"): WOLF, ZEN: WOLF}  # each ally counts Wolf's 3 too


@pytest.mark.rule("GE-CRT-53", "R-94")
def test_under_a_military_ban_no_unit_of_the_other_house_is_removed():
    day = in_court()
    law(day, "military-ban", "cat", "wolf", "1")

    play = at_war(day, {"zen": {"cat": 5, "wolf": 2}}, {"cat-1": sheet(), "wolf-1": sheet()}).through("battle")

    assert (play.war.count(ZEN, CAT), play.war.count(ZEN, WOLF)) == (5, 2)


@pytest.mark.rule("GE-CRT-57", "R-68")
def test_military_aid_doubles_what_each_unit_counts():
    day = in_court()
    law(day, "military-aid", ("cat", "bear"))

    play = at_war(day, {"zen": {"cat": 2, "wolf": 3}}, {"cat-1": sheet(), "wolf-1": sheet()}).through("battle")

    assert (play.war.count(ZEN, CAT), play.war.count(ZEN, WOLF)) == (2, 0)


# --- recruits and famine ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-58", "R-97")
def test_each_recruit_brings_two_units_under_propaganda():
    day = in_court()
    law(day, "propaganda", "cat")

    play = at_war(day, {"aka": {"cat": 1}}, {"cat-1": sheet(recruit("aka"))}).through("recruit")

    assert play.war.count(AKA, CAT) == 3


@pytest.mark.rule("GE-CRT-41", "GE-WAR-80", "R-66", "R-21")
def test_take_food_costs_each_house_one_unit_a_month_from_the_month_after():
    day = in_court()
    before = war_of(day.state).on_map(CAT), war_of(day.state).on_map(HouseId("bear"))
    law(day, "take-food", ("cat", "wolf", "bear"))
    law(day, "take-food", ("cat", "swords", "ram"))

    day.until(2, Phase.ACTION)
    after_one = war_of(day.state).on_map(CAT), war_of(day.state).on_map(HouseId("bear"))
    day.until(3, Phase.ACTION)
    after_two = war_of(day.state).on_map(CAT), war_of(day.state).on_map(HouseId("bear"))

    assert after_one == (before[0], before[1] - 1)  # Bear starves by law 13 already
    assert after_two == (before[0] - 1, before[1] - 2)  # and nobody starves twice
    day.until(4, Phase.CEREMONY)
    assert war_of(day.state).on_map(CAT) == before[0] - 2


@pytest.mark.rule("GE-CRT-50", "GE-CRT-83", "GE-CRT-84", "R-92")
def test_famine_aid_strikes_the_food_laws_and_what_was_passed_before_it_this_month():
    day = in_court()
    law(day, "take-food", ("cat", "wolf", "snake"))
    law(day, "famine-aid")
    law(day, "take-food", ("ram", "wolf", "snake"))

    day.until(2, Phase.ACTION)

    assert [each.number for each in day.state.laws if each.number > 10] == [16]
    assert effects_in(day.state).fed == frozenset()
    assert set(effects_in(day.state).famine) == {HouseId("snake"), WOLF, RAM}
    assert [each for each in day.happened if isinstance(each, FamineStruck)] == []  # laws 11 to 13 fell before famine


@pytest.mark.rule("R-66")
@pytest.mark.parametrize(
    ("laws", "answer", "lost"),
    [
        ((), "inn", "inn"),
        ((("disband", "bear", "zen", "1"), ("military-aid", ("cat",))), "inn", "inn"),  # the default is another one now
        ((("disband", "bear", "zen", "3"),), "inn", "inn"),  # one region fewer to choose from
        ((("disband", "bear", "inn", "1"),), "inn", "zen"),  # nothing is left there: the default
        ((("disband", "bear", "zen", "2"),), None, "eel"),  # not answered: the default of that moment
    ],
)
def test_an_answer_to_famine_stands_as_long_as_its_unit_is_there(laws, answer, lost):
    bear = HouseId("bear")
    day = in_court()
    for kind, *answers in laws:
        law(day, kind, *answers)
    day.state = with_war(day.state, only(war_of(day.state), {"zen": {"bear": 3}, "eel": {"bear": 2}, "inn": {"bear": 1}}))
    day.until(1, Phase.RETURN)
    if answer:
        (asked,) = [each for each in day.state.decisions if "famine-bear" in each.id and not each.closed]
        day.do(MakeDecision(decision=asked.id, option=answer), by=WAR_CONTROL)

    day.until(2, Phase.CEREMONY)

    (struck,) = [each for each in day.happened if isinstance(each, FamineStruck)]
    assert [each.region for each in struck.starved if each.house == bear] == [lost]


# --- units --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-56", "R-96")
def test_disband_destroys_at_most_what_stands_in_the_region():
    day = in_court()
    law(day, "disband", "wolf", "chi", "2")
    law(day, "disband", "cat", "amn", "9")
    before = war_of(day.state)

    day.until(2, Phase.CEREMONY)

    war = war_of(day.state)
    assert (war.count(RegionId("chi"), WOLF), war.count(RegionId("amn"), CAT)) == (1, 0)
    assert war.stock[WOLF] == before.stock[WOLF] + 2
    assert war.stock[CAT] == before.stock[CAT] + 3


@pytest.mark.rule("GE-CRT-56", "GE-CRT-63", "R-98")
def test_with_no_immortal_left_nobody_is_disbanded_and_the_law_is_off_the_board():
    day = in_court()
    day.state = with_war(day.state, replace(war_of(day.state), immortals=()))
    law(day, "disband", "wolf", "chi", "3")
    assert immortals_left(day.state) == 0

    day.until(2, Phase.CEREMONY)

    assert war_of(day.state).count(RegionId("chi"), WOLF) == 3
    assert [each.number for each in day.state.struck_laws] == [14]


def disband(units: str, house: str = "wolf", region: str = "chi") -> tuple[str, ...]:
    return ("disband", house, region, units)


@pytest.mark.rule("GE-CRT-56", "R-76", "R-96", "R-98")
@pytest.mark.parametrize(
    ("laws", "going"),
    [
        ([disband("3"), disband("1")], [1, 0]),
        ([disband("2"), disband("2")], [1, 1]),  # one is left
        ([disband("1")] * 4, [1, 1, 1, 0]),
        ([disband("9"), disband("1")], [1, 0]),
        ([disband("1", region="zen")], [0]),  # Wolf has none there
        ([disband("3"), disband("1", "cat", "amn")], [1, 1]),
        ([disband("1", region="zen"), *[("propaganda", each) for each in ("cat", "wolf", "bear", "ram")]], [0, 1, 1, 1, 1]),
        ([disband("3"), ("financial-aid", "wolf", "0", "0", "1"), disband("1")], [1, 0, 0]),  # in Chi stands an Immortal (R-60)
        ([disband("2"), ("financial-aid", "wolf", "0", "0", "1"), disband("2"), disband("1")], [1, 0, 1, 0]),
        ([disband("3"), ("financial-aid", "cat", "0", "0", "1"), disband("1")], [1, 0, 0]),
        ([disband("3"), ("financial-aid", "wolf", "1", "0", "0"), disband("1")], [1, 0, 0]),
    ],
)
def test_no_immortal_leaves_for_units_that_are_gone(laws, going):
    day = in_court()
    for kind, *answers in laws:
        law(day, kind, *answers)
    foreseen = [len(sent) for sent in immortals_to_go(day.state).values()]
    assert foreseen == [each for each, (kind, *_rest) in zip(going, laws, strict=True) if kind != "financial-aid"]

    day.until(2, Phase.CEREMONY)

    assert [len(each.errands) for each in day.happened if isinstance(each, LawActed)] == going
    assert not any(isinstance(each, LawLapsed) for each in day.happened)


@pytest.mark.rule("R-98", "R-39", "R-32")
def test_units_that_a_law_disbands_are_gone_for_an_order_that_acts_last():
    day = in_court()
    law(day, *disband("3"))
    law(day, *disband("1"), by=None, ordered=True)

    day.until(2, Phase.CEREMONY)

    assert [len(each.errands) for each in day.happened if isinstance(each, LawActed)] == [1, 0]


@pytest.mark.rule("GE-CRT-48", "R-89", "R-60")
@pytest.mark.parametrize(
    ("units", "region", "expected"),
    [
        ({"amn": {"cat": 1}, "zen": {"cat": 4}}, "amn", 3),
        ({"fog": {"cat": 1}, "zen": {"cat": 4}}, "zen", 6),
        ({"zen": {"cat": 2}, "aka": {"cat": 2}}, "aka", 4),
        ({}, "amn", 0),
    ],
    ids=["at home", "where most are", "by the alphabet", "nowhere, Immortals are at home"],
)
def test_financial_aid_in_units_is_placed_like_a_recruit(units, region, expected):
    day = in_court()
    day.state = with_war(day.state, only(war_of(day.state), units))
    law(day, "financial-aid", "cat", "0", "0", "2")

    day.until(2, Phase.CEREMONY)

    assert war_of(day.state).count(RegionId(region), CAT) == expected


@pytest.mark.rule("GE-CRT-48", "R-89")
@pytest.mark.parametrize(
    ("first", "answer", "placed", "by_default"),
    [
        ((), None, "zen", True),
        ((), "fog", "fog", False),
        (("disband", "cat", "zen", "3"), "fog", "fog", False),  # another default does not throw the answer away
        (("disband", "cat", "zen", "4"), None, "aka", True),  # the default at the moment when the law acts
        (("disband", "cat", "fog", "1"), "fog", "zen", False),  # nobody is there any more
    ],
)
def test_the_house_says_where_the_units_of_financial_aid_go(first, answer, placed, by_default):
    day = in_court()
    day.state = with_war(day.state, only(war_of(day.state), {"zen": {"cat": 4}, "aka": {"cat": 2}, "fog": {"cat": 1}}))
    if first:
        law(day, first[0], *first[1:])
    law(day, "financial-aid", "cat", "0", "0", "2")
    day.until(1, Phase.RETURN)
    (question,) = [each for each in day.state.decisions if "-aid-" in each.id]
    assert (question.team, [each.id for each in question.options]) == (CAT, ["zen", "aka", "fog"])
    if answer:
        day.do(MakeDecision(decision=question.id, option=answer, seat=CAT_1), by=player(CAT_1))

    day.until(2, Phase.CEREMONY)

    gained = [each.region for each in day.happened if isinstance(each, UnitsByLaw) and each.units > 0]
    assert gained == [placed]
    (made,) = [each for each in day.happened if isinstance(each, DecisionMade) and "-aid-" in each.id]
    assert (made.option, made.by_default) == (answer or placed, by_default)


AIDS = {  # Cat's units on the map; laws that pass; units that each aid brings; units left of a stockpile of 20
    "all of one": ({"zen": 17}, [("cat", "3")], [3], 0),
    "the first takes what is there": ({"zen": 18}, [("cat", "3"), ("cat", "1")], [2], 0),
    "the second has the rest": ({"zen": 17}, [("cat", "2"), ("cat", "2")], [2, 1], 0),
    "three of them": ({"zen": 16}, [("cat", "2"), ("cat", "1"), ("cat", "2")], [2, 1, 1], 0),
    "nothing is there": ({"zen": 20}, [("cat", "1"), ("cat", "2")], [], 0),
    "what a law disbands between them is there": ({"zen": 19, "aka": 1}, [("cat", "2"), "disband", ("cat", "4")], [3], 0),
    "what it disbanded before both": ({"zen": 20}, ["disband", ("cat", "2"), ("cat", "2")], [2, 1], 0),
    "other Houses have their own": ({"zen": 19}, [("cat", "2"), ("wolf", "2"), ("cat", "1")], [1, 2], 0),
    "Power alone brings none": ({"zen": 18}, [("cat", "0"), ("cat", "1")], [1], 1),
}


@pytest.mark.rule("GE-CRT-48", "R-89", "R-42", "R-20", "R-76")
@pytest.mark.parametrize("name", AIDS)
def test_several_aids_take_from_one_stockpile_in_the_order_of_passing_while_it_lasts(name: str):
    """Missing units are not owed (R-07), and the cost stays spent. `disband` takes 3 of Cat in Zen."""
    units, laws, brought, left = AIDS[name]
    day = in_court()
    war = only(war_of(day.state), {region: {"cat": count} for region, count in units.items()})
    war = replace(war, stock={**war.stock, CAT: 20 - sum(units.values())})
    day.state = with_war(day.state, war)
    for each in laws:
        if isinstance(each, str):
            law(day, "disband", "cat", "zen", "3")
        else:
            law(day, "financial-aid", each[0], "1" if each[1] == "0" else "0", "0", each[1])

    day.until(2, Phase.CEREMONY)

    assert [each.units for each in day.happened if isinstance(each, UnitsByLaw) and each.units > 0] == brought
    assert war_of(day.state).stock[CAT] == left


AWAY = {"amn": {"wolf": 1}}  # Cat has no unit on the map, and its home is occupied


def nothing_happens(_day: Day) -> None:
    """Leave the board as it was when the House was asked."""


def occupied(day: Day) -> None:
    day.do(AdjustUnits(region=RegionId("fog"), house=WOLF, before=0, units=1, reason="counted again"), by=WAR_CONTROL)


def closed(day: Day) -> None:
    effect = EnterEffect(
        kind=EffectKind.TRAVEL_BAN, since=1, until=1, regions=(RegionId("fog"),), origin=EffectFrom.LAW, reason="now"
    )
    day.do(effect, by=WAR_CONTROL)


def units_elsewhere(day: Day) -> None:
    day.do(AdjustUnits(region=RegionId("zit"), house=CAT, before=0, units=1, reason="counted again"), by=WAR_CONTROL)


@pytest.mark.rule("R-89", "R-60", "GE-CRT-48", "GE-WAR-68")
@pytest.mark.parametrize(
    ("units", "answer", "after", "placed"),
    [
        ({}, None, nothing_happens, ["amn"]),  # home is empty
        ({}, "fog", nothing_happens, ["fog"]),
        ({}, "nowhere", nothing_happens, []),
        (AWAY, None, nothing_happens, []),
        (AWAY, "fog", nothing_happens, ["fog"]),
        (AWAY, "fog", occupied, []),  # it is occupied now: the default
        ({}, "fog", occupied, ["amn"]),
        ({}, "fog", closed, ["amn"]),
        (AWAY, "fog", units_elsewhere, ["zit"]),  # it has a unit by now, so the units go there
        ({}, "nowhere", units_elsewhere, ["zit"]),
    ],
)
def test_a_house_without_units_says_where_those_of_financial_aid_go(units, answer, after, placed):
    day = in_court()
    war = replace(only(war_of(day.state), units), immortals=(), remnants={})
    day.state = with_war(day.state, war)
    law(day, "financial-aid", "cat", "0", "0", "2")
    day.until(1, Phase.RETURN)
    (asked,) = [each for each in day.state.decisions if "-aid-" in each.id]
    regions = [each.id for each in asked.options]
    assert (asked.default, regions[-1]) == ("nowhere" if units else "amn", "nowhere")
    assert ("amn" in regions, "fog" in regions) == (not units, True)
    if answer:
        day.do(MakeDecision(decision=asked.id, option=answer, seat=CAT_1), by=player(CAT_1))
    after(day)

    day.until(2, Phase.CEREMONY)

    assert [each.region for each in day.happened if isinstance(each, UnitsByLaw) and each.units > 0] == placed


# --- Immortals ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-46", "R-59", "R-18")
def test_an_immortal_law_lets_two_houses_command_in_its_order_next_month():
    day = in_court()
    law(day, "immortal", ("wolf", "cat"))

    play = at_war(day, {"aka": {"cat": 1}, "chi": {"wolf": 1}})

    assert effects_in(play.state).commanders == (WOLF, CAT)
    assert may_command(play.state, SeatId("cat-1"))
    assert not may_command(play.state, SeatId("bear-1"))


@pytest.mark.rule("GE-CRT-63", "R-98")
def test_an_immortal_goes_in_return_stands_there_for_a_month_and_comes_home():
    day = in_court()
    passed = law(day, "travel-ban", ("zen", "aka"))
    (named,) = immortals_to_go(day.state)[passed.law.id]
    assert len(free_immortals(day.state)) == 4
    assert immortals_left(day.state) == 3

    day.until(2, Phase.ACTION)

    stands = {each.id: each for each in war_of(day.state).immortals}
    assert (stands[named].region, str(stands[named].task)) == (ZEN, "Law 14: Travel Ban")
    assert {each.region for each in stands.values() if each.id != named} == {RegionId("chi")}
    day.until(3, Phase.ACTION)
    assert {each.region for each in war_of(day.state).immortals} == {RegionId("hag")}


@pytest.mark.rule("GE-CRT-63", "R-98", "R-32", "R-39")
def test_the_sovereigns_order_is_served_before_the_last_law_and_acts_after_it():
    day = in_court()
    for house in ("cat", "wolf", "bear"):
        law(day, "propaganda", house)
    ordered = law(day, "propaganda", "ram", by=None, ordered=True)
    late = law(day, "propaganda", "snake")
    assert immortals_to_go(day.state)[late.law.id] == ()
    assert immortals_left(day.state) == 0

    day.until(2, Phase.CEREMONY)

    acted = [each.law for each in day.happened if isinstance(each, LawActed)]
    assert acted[-1] == ordered.law.id
    assert [each.law for each in day.happened if isinstance(each, LawLapsed)] == [late.law.id]
    assert late.law.id not in {each.id for each in day.state.laws}
    assert effects_in(day.state).doubled == {CAT, WOLF, HouseId("bear"), RAM}


@pytest.mark.rule("GE-CRT-64", "R-98", "R-95")
@pytest.mark.parametrize(("room", "region"), [(Room.COURT, "amn"), (Room.WAR, "chi")])
def test_for_an_execution_the_immortal_stands_at_home_or_at_the_court_where_the_player_is(room, region):
    day = in_court()
    day.state = seated(day.state, "wolf-1", room)
    law(day, "execution", ("wolf-1", "bear-1"))

    assert errands(day.state, day.state.passed[0]) == (region,)


@pytest.mark.rule("GE-CRT-20", "R-98")
def test_an_immortal_that_is_out_or_promised_is_not_free():
    day = in_court()
    law(day, "propaganda", "cat")
    day.do(SendImmortal(region=ZEN, task="a bypass"), by=COURT_CONTROL)

    assert len(free_immortals(day.state)) == 3
    assert immortals_left(day.state) == 2


@pytest.mark.rule("R-98", "GE-CRT-63")
@pytest.mark.parametrize(("setting", "places"), [("1", ("zen",)), ("region", ("zen", "aka"))])
def test_a_scenario_may_want_an_immortal_for_each_region(setting, places):
    day = in_court()
    changed = replace(day.state.scenario.settings, immortals_per_action=setting)
    day.state = replace(day.state, scenario=replace(day.state.scenario, settings=changed))
    law(day, "travel-ban", ("zen", "aka"))

    day.until(2, Phase.CEREMONY)

    out = [each.region for each in war_of(day.state).immortals if each.home_in is not None]
    assert tuple(out) == places


@pytest.mark.rule("R-18")
def test_what_is_for_next_month_never_acts_when_it_passes_in_the_last_one():
    day = in_court(10)
    law(day, "propaganda", "cat")

    day.do(SetClock(month=10, phase=Phase.RETURN, seconds=60))
    day.do(EndPhase(month=10, phase=Phase.RETURN))

    assert day.state.passed[0].fate is LawFate.ACTED
    assert day.state.effects == ()


@pytest.mark.rule("R-18")
def test_what_is_for_next_month_acts_in_the_last_one_when_it_passes_in_the_month_before():
    day = in_court(9)
    law(day, "propaganda", "cat")

    day.until(10, Phase.CEREMONY)

    assert [(each.since, each.until) for each in day.state.effects] == [(10, 10)]
    assert effects_in(day.state).doubled == {CAT}


@pytest.mark.rule("R-19", "R-20")
def test_a_law_whose_return_was_passed_over_acts_in_the_next_one():
    day = in_court()
    law(day, "disband", "wolf", "chi", "1")
    day.do(SetClock(month=2, phase=Phase.ACTION, seconds=600))
    assert war_of(day.state).count(RegionId("chi"), WOLF) == 3

    day.until(3, Phase.CEREMONY)

    assert war_of(day.state).count(RegionId("chi"), WOLF) == 2


@pytest.mark.rule("R-83", "R-18")
def test_a_law_of_next_month_leaves_the_board_when_that_month_is_over():
    day = in_court()
    law(day, "propaganda", "cat")

    day.until(2, Phase.RETURN)
    assert LawId("law-14") in {each.id for each in day.state.laws}
    day.until(3, Phase.CEREMONY)

    assert [each.law for each in day.happened if isinstance(each, LawExpired)] == ["law-14"]
    assert LawId("law-14") not in {each.id for each in day.state.laws}
    assert effects_in(day.state).doubled == frozenset()
