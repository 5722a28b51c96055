"""Coups, lost castles, in-laws, famine, and which unit dies: by tables, played, withdrawn (R-33 to -36, R-57, R-61, R-66)."""

from __future__ import annotations

import msgspec
import pytest

from control.day.clock.phases import SetClock
from control.day.decisions.answers import DecisionMade, MakeDecision
from control.day.decisions.questions import DecisionClosed, DecisionOpened, open_decisions
from control.day.handoffs import HandedOver, open_hand_offs
from control.day.people.presence import LeaveForGood
from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.ceremonies import SetSpouses, SpousesSet
from rooms.realm.game.court_seat import CourtTrapped
from rooms.realm.game.effects.lifetime import EffectEntered, EnterEffect
from rooms.realm.game.hostages.hostage_events import HostagesReleased
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.state import EffectKind, Throne, ThroneWaits
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated
from rooms.realm.game.treasury.payment import NamePayers
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.battle_forces import forces_in
from rooms.war.game.battles import BattleFought
from rooms.war.game.coups import BY_POWER, CoupMade, name_the_sovereign, take_the_throne
from rooms.war.game.famine_and_inlaws import FamineStruck, evolve_famine_struck
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.records.month import Claim, Coup, InLaws, MonthRecord, Starved
from rooms.war.game.records.orders import Stance
from rooms.war.game.state import WarState, war_of
from rooms.war.game.units import AdjustUnits, UnitsAdjusted
from rooms.war.game.view_orders import war_results
from rooms.war.rules.battle import fight
from rooms.war.rules.coup import AtCourt, NoCoup, castle_lost, judge_coup, strongest_claims
from rooms.war.rules.effects import NO_EFFECTS
from rooms.war.rules.penalties import in_laws_due, paid, starves_in
from tests.rooms.realm.game.play import CEREMONY, ORGANIZER, player
from tests.rooms.war.play import BEAR, CAT, RAM, SNAKE, WARGAME, WOLF, Month, castle, month, sealed, seated, sheet, with_board
from tests.rooms.war.test_battle import coup as at_guard
from tests.rooms.war.test_battle import forces
from tests.rooms.war.test_undo import without
from tests.scenarios import on_throne

COURT = RegionId("amn")  # where the Court sits in month 1
WHY = "seen at the table"


# --- judged by table ----------------------------------------------------------------------------------------------------


def court(there: dict[HouseId, int], betrayers: str, **more: object) -> AtCourt:
    houses = tuple(HouseId(each) for each in betrayers.split())
    return AtCourt(region=COURT, there=there, betrayers=houses, **more)  # type: ignore[arg-type]


def ruling(found: Coup | NoCoup) -> object:
    """Return the Houses of a coup, or why there was none."""
    return found if isinstance(found, NoCoup) else [claim.house for claim in found.claims]


def after(field, betrayers: str, **more: object) -> object:
    """Judge the coup on what a region's battle leaves."""
    battle = fight(field)
    left = dict(field.units)
    for house in (
        *(loss.house for count in battle.rounds for loss in count.losses for _ in range(loss.units)),
        *battle.retaliation,
    ):
        left[house] -= 1
    return ruling(judge_coup(court({house: units for house, units in left.items() if units}, betrayers, battle=battle, **more)))


@pytest.mark.rule("GE-SOV-14", "R-34", "GE-WAR-67")
@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(after(at_guard({BEAR: 9}, "bear"), "bear"), [BEAR], id="alone, with units left"),
        pytest.param(after(at_guard({SNAKE: 7, CAT: 2}, "snake cat", "snake=cat"), "snake cat"), [CAT, SNAKE], id="together"),
        pytest.param(after(at_guard({SNAKE: 9, CAT: 2}, "snake", "snake=cat"), "snake"), [SNAKE], id="not an ally who is loyal"),
        pytest.param(after(at_guard({BEAR: 8}, "bear"), "bear"), NoCoup.MASSACRE, id="a tie is no coup"),
        pytest.param(after(at_guard({BEAR: 7}, "bear"), "bear"), NoCoup.LOST, id="a defeat is no coup"),
        pytest.param(
            after(at_guard({CAT: 1, WOLF: 9}, "cat", "cat=wolf"), "cat"), NoCoup.DIED, id="the Immortals took its last unit"
        ),
        pytest.param(
            after(at_guard({CAT: 2, WOLF: 9}, "cat"), "cat"), NoCoup.LOST, id="a House that does not betray won over the guard"
        ),
        pytest.param(
            after(at_guard({RAM: 6, BEAR: 4, CAT: 1}, "ram bear", "ram=bear", sovereign=CAT), "ram bear", sovereign=CAT),
            [BEAR, RAM],
            id="over the Sovereign's House too",
        ),
        pytest.param(ruling(judge_coup(court({BEAR: 1}, "bear"))), [BEAR], id="no guard, one unit"),
        pytest.param(ruling(judge_coup(court({BEAR: 1}, ""))), NoCoup.NOBODY, id="no guard, and nobody betrays"),
        pytest.param(ruling(judge_coup(court({CAT: 1}, "bear"))), NoCoup.NOBODY, id="who betrays stands elsewhere"),
        pytest.param(
            ruling(judge_coup(court({BEAR: 3, CAT: 1}, "bear", sovereign=CAT))), NoCoup.DEFENDED, id="the Sovereign's House"
        ),
        pytest.param(ruling(judge_coup(court({BEAR: 3}, "bear", sovereign=CAT))), [BEAR], id="the Sovereign's House is elsewhere"),
        pytest.param(ruling(judge_coup(court({BEAR: 9}, "bear", treaty=True))), NoCoup.TREATY, id="a Treaty"),
        pytest.param(after(forces({BEAR: 3, CAT: 2}), "bear"), [BEAR], id="no guard, after a battle of Houses"),
        pytest.param(after(forces({BEAR: 3, CAT: 3}), "bear"), NoCoup.LOST, id="no guard, and all fell"),
        pytest.param(
            after(forces({BEAR: 3, CAT: 3}, banned=frozenset({(CAT, BEAR)})), "bear"),
            NoCoup.MASSACRE,
            id="a massacre is no coup, though a ban spared who betrays",
        ),
        pytest.param(
            after(at_guard({BEAR: 2, WOLF: 9}, "bear", banned=frozenset({(WOLF, BEAR)})), "bear"),
            NoCoup.LOST,
            id="a defeat is no coup, though a ban spared who betrays",
        ),
        pytest.param(
            after(forces({BEAR: 2, WOLF: 9}, banned=frozenset({(WOLF, BEAR)})), "bear"),
            [BEAR],
            id="no guard, defeated and spared by a ban",
        ),
    ],
)
def test_what_is_a_coup(found, expected):
    assert found == expected


@pytest.mark.rule("R-33", "R-57", "R-94")
def test_who_betrayed_and_lost_is_no_candidate_of_a_coup_though_a_ban_spared_more_units_than_the_winner_has():
    field = at_guard({BEAR: 10, CAT: 9}, "bear cat", banned=frozenset({(BEAR, CAT)}))

    assert fight(field).rounds[0].spared == (CAT,)
    assert fight(field).retaliation == (BEAR,) * 4
    assert after(field, "bear cat") == [BEAR]


@pytest.mark.rule("GE-SOV-20", "R-59")
@pytest.mark.parametrize(
    ("guard", "defeated", "commanded", "gone"),
    [((), False, (), ()), ((), False, (7,), (7,)), ((2, 4), True, (), (2, 4)), ((2, 4), True, (3,), (2, 3, 4))],
)
def test_whoever_of_the_immortals_falls_in_a_coup_never_comes_back(guard, defeated, commanded, gone):
    field = at_guard({BEAR: 9}, "bear") if guard else forces({BEAR: 3, CAT: 2})
    battle = msgspec.structs.replace(fight(field), immortals=guard, immortals_defeated=defeated, fallen=commanded)

    made = judge_coup(court({BEAR: 3}, "bear", battle=battle))

    assert isinstance(made, Coup)
    assert made.immortals == gone


@pytest.mark.rule("R-33", "GE-SOV-16")
def test_the_strongest_of_a_joint_coup_are_those_with_most_units_there():
    claims = (Claim(house=CAT, units=2), Claim(house=SNAKE, units=3), Claim(house=WOLF, units=3))

    assert strongest_claims(claims) == (SNAKE, WOLF)
    assert strongest_claims(claims[:2]) == (SNAKE,)


@pytest.mark.rule("GE-SOV-18", "R-36")
@pytest.mark.parametrize(
    ("flags", "units", "expected"),
    [
        pytest.param("bear", {WOLF: 3}, None, id="its flag flies, whoever stands there"),
        pytest.param("bear wolf", {WOLF: 3}, None, id="a shared castle is held"),
        pytest.param("wolf", {WOLF: 3}, [WOLF], id="lost to one House"),
        pytest.param("wolf ram", {WOLF: 3, RAM: 1}, [RAM, WOLF], id="lost to two"),
        pytest.param("wolf ram", {WOLF: 3}, [WOLF], id="a flag without units is no claim"),
        pytest.param("ram", {WOLF: 3}, [], id="units without a flag are no claim"),
        pytest.param("", {}, [], id="nobody's"),
    ],
)
def test_whose_the_lost_castle_is(flags, units, expected):
    war = WarState(castles={COURT: castle("amn", *flags.split())}, units={COURT: units})

    lost = castle_lost(war, COURT, BEAR)

    assert (lost and [claim.house for claim in lost.claims]) == expected


@pytest.mark.rule("R-36")
def test_a_destroyed_castle_is_lost():
    war = WarState(castles={COURT: replace(castle("amn", "bear"), destroyed=True)}, units={COURT: {BEAR: 2}})

    assert castle_lost(war, COURT, BEAR) == Coup(region=COURT, rule="R-36")


# --- in-laws, famine ----------------------------------------------------------------------------------------------------


def debts(*battles, pairs: str) -> list[tuple[str, str, str]]:
    married = frozenset(frozenset(HouseId(each) for each in pair.split("+")) for pair in pairs.split())
    due = in_laws_due(battles, married, region_name=str.capitalize, house_name=str.capitalize)
    return [(each.region, each.house, each.to) for each in due]


@pytest.mark.rule("R-61", "GE-WAR-70", "GE-CER-14")
@pytest.mark.parametrize(
    ("field", "pairs", "expected"),
    [
        pytest.param(forces({CAT: 2, WOLF: 1}), "cat+wolf", [("cat", "wolf"), ("wolf", "cat")], id="both oppose"),
        pytest.param(forces({CAT: 2, WOLF: 1}, "wolf>cat"), "cat+wolf", [("cat", "wolf")], id="one ticks the other"),
        pytest.param(forces({CAT: 2, WOLF: 1}), "cat+bear", [], id="married elsewhere"),
        pytest.param(
            forces({CAT: 2, WOLF: 1, BEAR: 1}, "cat=wolf", "wolf=bear"),
            "cat+bear cat+wolf",
            [("bear", "cat"), ("cat", "bear")],
            id="3",
        ),
        pytest.param(
            at_guard({CAT: 4, WOLF: 14}, "wolf", "cat=wolf", sovereign=CAT),
            "cat+wolf",
            [("cat", "wolf"), ("wolf", "cat")],
            id="ticks between a betrayer and the loyal House do not count",
        ),
    ],
)
def test_who_owes_whom(field, pairs, expected):
    assert sorted((one, other) for _region, one, other in debts(fight(field), pairs=pairs)) == expected


@pytest.mark.rule("R-61")
def test_debts_are_paid_by_region_then_by_creditor():
    here, there = fight(forces({CAT: 2, WOLF: 1, BEAR: 1}, "wolf=bear")), fight(replace(forces({CAT: 1, WOLF: 3}), region="aka"))

    assert debts(here, there, pairs="cat+wolf cat+bear") == [
        ("aka", "wolf", "cat"),
        ("aka", "cat", "wolf"),
        ("zen", "cat", "bear"),
        ("zen", "bear", "cat"),
        ("zen", "wolf", "cat"),
        ("zen", "cat", "wolf"),
    ]


@pytest.mark.rule("R-06", "R-07", "R-61")
def test_purses_pay_in_rank_order_what_they_held_before_and_the_rest_is_forgiven():
    due = [InLaws(region=COURT, house=CAT, to=WOLF) for _each in range(3)] + [InLaws(region=COURT, house=WOLF, to=CAT)]
    purses = {CAT: (("cat-1", 0), ("cat-2", 1), ("cat-3", 1)), WOLF: (("wolf-1", 0),)}

    found = paid(due, purses=purses, receivers={WOLF: SeatId("wolf-2"), CAT: SeatId("cat-1")})

    assert [(each.payer, each.receiver) for each in found] == [("cat-2", "wolf-2"), ("cat-3", "wolf-2"), (None, None), (None, None)]


@pytest.mark.rule("R-66", "GE-WAR-80")
@pytest.mark.parametrize(
    ("units", "chosen", "expected"),
    [
        ({"zen": 1, "aka": 3}, None, "aka"),
        ({"zen": 2, "aka": 2}, None, "aka"),
        ({"zen": 1, "aka": 3}, "zen", "zen"),
        ({"zen": 0, "aka": 3}, "zen", "aka"),
        ({}, "zen", None),
    ],
)
def test_where_a_house_starves(units, chosen, expected):
    assert starves_in(units, region_name=str.capitalize, chosen=chosen) == expected


# --- played -------------------------------------------------------------------------------------------------------------


def joint(snake: int = 7, cat: int = 2) -> Month:
    """Snake and Cat betray together at the Court, before Orders ends."""
    return month(
        {"amn": {"snake": snake, "cat": cat}},
        {"snake-1": sheet(allies="cat", betray=True), "cat-1": sheet(allies="snake", betray=True)},
    )


def asked(war: Month) -> dict[str, str]:
    return {each.id: each.default for each in open_decisions(war.state)}


@pytest.mark.rule("GE-SOV-15", "GE-SOV-16", "R-33", "R-37")
def test_a_joint_coup_deposes_at_once_and_waits_for_a_name():
    war = joint().through("battle")
    assert war.state.throne.waits is ThroneWaits.CHOICE
    assert war.state.throne.holder is None

    war.do(MakeDecision(decision="war-1-throne", option="cat"))

    assert war.state.throne == Throne(holder=SeatId("cat-1"), god_emperor=False, holds=COURT)
    assert open_decisions(war.state) == ()


@pytest.mark.rule("R-33", "GE-SOV-16")
@pytest.mark.parametrize(
    ("puts", "holder"),
    [
        (((1, Phase.RETURN),), None),
        (((1, Phase.PLANNING),), None),
        (((2, Phase.CEREMONY),), "snake-1"),
        (((1, Phase.RETURN), (3, Phase.ACTION)), "snake-1"),
    ],
)
def test_who_has_not_named_a_sovereign_by_the_return_that_the_clock_was_put_past_gets_the_strongest(puts, holder):
    war = joint().through("battle")

    for at, phase in puts:
        war.do(SetClock(month=at, phase=phase, seconds=600), by=ORGANIZER)

    assert war.state.throne.holder == holder
    assert bool([each for each in open_decisions(war.state) if "throne" in each.id]) is (holder is None)


@pytest.mark.rule("R-33")
def test_power_decides_only_among_the_strongest_of_a_coup():
    war = month({"amn": {}}, {})
    coup = Coup(region=COURT, claims=(Claim(house=BEAR, units=1), Claim(house=CAT, units=3), Claim(house=SNAKE, units=3)))
    war.state = replace(war.state, throne=Throne(god_emperor=False, waits=ThroneWaits.CHOICE))
    war = with_board(war, record=MonthRecord(month=1, coup=coup))
    for seat, power in (("bear-1", 9), ("cat-1", 2), ("snake-1", 1)):
        purse = replace(war.state.seats[SeatId(seat)].purse, power=power)
        war.state = replace(war.state, seats={**war.state.seats, SeatId(seat): replace(war.state.seats[SeatId(seat)], purse=purse)})

    found = name_the_sovereign(
        war.state, DecisionMade(id="war-1-throne", option=BY_POWER, by="walt", by_default=False), war.asked()
    )

    assert [event.seat for event in found if isinstance(event, SovereignSeated)] == ["cat-1"]


def leave(war: Month, house: HouseId, *, but: str = "") -> Month:
    """Let all of a House but one player leave for good, without events."""
    gone = [seat for seat in war.state.seats.values() if seat.house == house and seat.id != but]
    seats = {seat.id: replace(seat, presence=Presence.GONE) for seat in gone}
    war.state = replace(war.state, seats={**war.state.seats, **seats})
    return war


@pytest.mark.rule("R-22", "R-33")
def test_a_house_with_nobody_to_seat_is_no_candidate_of_a_coup():
    """Its sheet was opened before its last player left, so its units are at the Court."""
    war = leave(joint().through("move"), CAT).through("battle")

    assert open_decisions(war.state) == ()
    assert war.state.throne.holder == "snake-1"


@pytest.mark.rule("R-22", "R-24")
def test_a_coup_without_any_candidate_leaves_the_throne_empty():
    war = leave(leave(joint().through("move"), CAT), SNAKE).through("battle")

    assert war.state.throne == Throne(god_emperor=False, waits=ThroneWaits.TIE)


def gone(war: Month, house: HouseId, *, dies: bool, but: str = "") -> Month:
    """Let all of a House but one player die, or leave for good, by commands."""
    for seat in [each for each in war.state.seats.values() if each.house == house and each.id != but]:
        wounds = AdjustWounds(player=seat.id, before=seat.wounds, wounds=3, reason="a fall")
        war.do(wounds if dies else LeaveForGood(seat=seat.id), by=ORGANIZER)
    return war


@pytest.mark.rule("R-22", "R-33", "R-139", "R-03")
@pytest.mark.parametrize("dies", [True, False])
@pytest.mark.parametrize(("house", "holder"), [(CAT, "snake-1"), (SNAKE, "cat-1")])
def test_who_is_left_of_a_joint_coup_is_seated_when_the_other_house_has_nobody_any_more(dies, house, holder):
    war = gone(joint().through("battle"), house, dies=dies)

    assert open_decisions(war.state) == ()
    assert (war.state.throne.holder, war.state.throne.holds) == (holder, COURT)


@pytest.mark.rule("R-22", "R-33")
def test_of_three_houses_of_a_coup_the_two_that_have_somebody_left_are_asked_about():
    allied = {"snake-1": "cat bear", "cat-1": "snake bear", "bear-1": "cat snake"}
    sheets = {seat: sheet(allies=allies, betray=True) for seat, allies in allied.items()}
    war = month({"amn": {"snake": 7, "cat": 2, "bear": 2}}, sheets).through("battle")
    assert asked(war) == {"war-1-throne": "snake"}

    gone(war, SNAKE, dies=True, but="snake-3")
    assert asked(war) == {"war-1-throne": "snake"}
    gone(war, SNAKE, dies=False)

    (question,) = open_decisions(war.state)
    assert {each.id for each in question.options} == {"bear", "cat", BY_POWER}
    war.do(MakeDecision(decision=question.id, option="bear"))
    assert war.state.throne.holder == "bear-1"


@pytest.mark.rule("R-22", "R-24", "R-33")
def test_when_nobody_of_any_house_of_the_coup_is_left_the_throne_goes_to_most_power():
    war = joint().through("battle")

    gone(gone(war, CAT, dies=False), SNAKE, dies=False)

    assert open_decisions(war.state) == ()
    assert war.state.throne.holder is None
    assert war.state.throne.waits is not ThroneWaits.CHOICE


@pytest.mark.rule("GE-SOV-15", "GE-EVT-15")
def test_court_control_is_told_of_a_coup():
    war = month({"amn": {"snake": 12}}, {"snake-1": sheet(betray=True)}).through("battle")

    (owed,) = open_hand_offs(war.state)

    assert (owed.origin, owed.to, owed.rule) == (Desk.WAR, Desk.COURT, "GE-SOV-15")
    assert "Snake" in str(owed.what)
    assert "Amn" in str(owed.what)


@pytest.mark.rule("R-31", "R-33")
def test_nobody_is_asked_any_more_once_somebody_else_was_seated():
    war = joint().through("battle")
    state = war.state
    seated = SovereignSeated(month=1, seat=SeatId("wolf-1"), why="an Uprising", rule="GE-SOV-07")
    state = WARGAME.evolve(state, seated)

    found = [event for module in WARGAME.modules for event in _reacted(module, state, seated, war)]

    assert [type(event) for event in found] == [HostagesReleased, DecisionClosed]


def _reacted(module, state, happened, war):
    reaction = module.reactions.get(type(happened))
    return reaction(state, happened, war.asked()) if reaction else ()


@pytest.mark.rule("R-57", "GE-WAR-65")
def test_the_desk_is_asked_for_each_immortal_until_battle_and_the_default_counts_then():
    war = joint().through("move")
    assert asked(war) == {f"war-1-guard-amn-{each}": "usual" for each in (1, 2, 3, 4)}

    war.do(MakeDecision(decision="war-1-guard-amn-2", option="cat"))
    war.through("battle")

    assert war.war.record.battles[0].retaliation == (SNAKE, CAT, SNAKE, SNAKE)
    assert [(event.id[-1], event.by_default) for event in war.all(DecisionMade)] == [
        ("2", False),
        ("1", True),
        ("3", True),
        ("4", True),
    ]


@pytest.mark.rule("R-57")
def test_a_chosen_house_without_a_unit_left_is_passed_over():
    war = joint(snake=11, cat=1).through("move")
    war.do(MakeDecision(decision="war-1-guard-amn-1", option="cat"))
    war.do(MakeDecision(decision="war-1-guard-amn-2", option="cat"))

    war.through("battle")

    assert war.war.record.battles[0].retaliation == (CAT, SNAKE, SNAKE, SNAKE)


@pytest.mark.rule("R-57")
def test_what_changes_the_battle_changes_what_is_asked():
    war = joint().through("move")

    war.do(AdjustUnits(region=COURT, house=CAT, before=2, units=0, reason=WHY))
    alone = asked(war)
    war.do(AdjustUnits(region=COURT, house=CAT, before=0, units=3, reason=WHY))

    assert alone == {}
    assert {each.partition("~")[0] for each in asked(war)} == {f"war-1-guard-amn-{each}" for each in (1, 2, 3, 4)}


@pytest.mark.rule("R-57")
def test_what_the_desk_has_answered_stands_while_that_house_can_be_struck():
    war = joint()
    war.sheets += (sealed("bear-1", sheet(allies="snake cat", betray=True)),)
    war.state = seated(war.state, "bear-1", Room.WAR)
    war.through("move").do(MakeDecision(decision="war-1-guard-amn-2", option="cat"))

    war.do(AdjustUnits(region=COURT, house=BEAR, before=0, units=2, reason=WHY))
    war.do(AdjustUnits(region=COURT, house=SNAKE, before=7, units=9, reason=WHY))

    assert {each.partition("~")[0][-1] for each in asked(war)} == {"1", "3", "4"}
    assert war.through("battle").war.record.battles[0].retaliation[1] == CAT


@pytest.mark.rule("R-33")
def test_a_second_choice_of_one_month_is_asked_though_the_first_was_answered_and_acted():
    war = joint().through("battle")
    war.do(MakeDecision(decision="war-1-throne", option="cat"))

    coup = war.war.record.coup
    assert coup is not None
    for event in take_the_throne(war.state, CoupMade(month=1, coup=coup), war.asked()):
        war.state = WARGAME.evolve(war.state, event)

    assert [each for each in asked(war) if "throne" in each] == ["war-1-throne~2"]


@pytest.mark.rule("R-57")
def test_an_effect_entered_before_battle_changes_what_is_asked():
    war = joint().through("move")

    war.do(EnterEffect(kind=EffectKind.TREATY, since=1, until=1, regions=(COURT,), reason=WHY))

    assert asked(war) == {}


@pytest.mark.rule("R-66")
def test_a_starving_house_is_asked_from_recruit_on_and_a_change_of_its_units_asks_again():
    war = month({"zen": {"bear": 1}, "aka": {"bear": 3}}, {}).through("rewards")
    before = asked(war)
    war.through("recruit")
    first = asked(war)

    war.do(AdjustUnits(region=RegionId("aka"), house=BEAR, before=3, units=0, reason=WHY))

    assert before == {}
    assert first["war-1-famine-bear"] == "aka"
    assert "war-1-famine-bear" not in asked(war)


@pytest.mark.rule("R-66", "R-20")
def test_famine_strikes_in_return_once_a_month_where_the_house_said():
    war = month({"zen": {"bear": 1}, "aka": {"bear": 3}}, {}).through("recruit")
    war.do(MakeDecision(decision="war-1-famine-bear", option="zen", seat=SeatId("bear-1")), by=player(SeatId("bear-1")))

    war.turn()

    assert war.war.units == {"aka": {BEAR: 3}}
    assert war.war.stock[BEAR] == 17


@pytest.mark.rule("R-66")
@pytest.mark.parametrize(("units", "doubts"), [(1, ()), (0, ("starved:zen",))])
def test_a_famine_that_took_a_unit_where_none_stands_any_more_is_in_doubt(units, doubts):
    state = month({"zen": {"bear": units} if units else {}, "aka": {"bear": 2}}, {}).state

    struck = evolve_famine_struck(state, FamineStruck(month=1, starved=(Starved(house=BEAR, region=RegionId("zen")),)))

    assert war_of(struck).record.doubts == doubts


@pytest.mark.rule("R-61", "R-06")
@pytest.mark.parametrize("named", [(), ("cat-3",)], ids=["by rank", "named"])
def test_in_laws_are_paid_in_battle_into_the_hand_of_who_is_in_the_war_room(named):
    war = month({"zen": {"cat": 2, "wolf": 1}}, {"cat-2": sheet(), "wolf-3": sheet(allies="cat")})
    war.do(SetSpouses(player=SeatId("cat-4"), other=SeatId("wolf-5"), reason=WHY), by=CEREMONY)
    for seat in ("cat-1", "cat-3"):
        war.do(AdjustPower(seat=SeatId(seat), before=0, power=2, reason=WHY), by=CEREMONY)
    if named:
        war.do(NamePayers(seat=SeatId("cat-1"), payers=tuple(SeatId(each) for each in named)), by=CEREMONY)

    war.through("battle")

    assert [war.state.seats[SeatId(each)].purse.power for each in ("cat-1", "cat-3")] == ([2, 1] if named else [1, 2])
    assert war.state.seats[SeatId("wolf-3")].purse.power == 1
    assert "In-laws: Cat attacked Wolf in Zen and gives it 1 Power (R-61)." in war.sentences


# --- withdrawn ----------------------------------------------------------------------------------------------------------


def test_a_coup_as_it_was_played_is_whole():
    war = joint()
    start = war.state
    war.through("move").do(MakeDecision(decision="war-1-guard-amn-2", option="cat"))
    war.through("battle").do(MakeDecision(decision="war-1-throne", option="snake"))

    assert without(war.through("recruit"), start) == ()


@pytest.mark.parametrize(
    "gone",
    [
        pytest.param((CoupMade,), id="the coup without its flags"),
        pytest.param((SovereignDeposed,), id="seated beside the God Emperor"),
        pytest.param((BattleFought,), id="the battle from under the coup"),
        pytest.param(
            (BattleFought, FlagsChanged, CoupMade, SovereignDeposed, CourtTrapped, HandedOver, DecisionOpened),
            id="Battle under a name",
        ),
        pytest.param((UnitsAdjusted,), id="the units that made it"),
    ],
)
def test_what_a_coup_leans_on_cannot_be_withdrawn_from_under_it(gone):
    war = joint(snake=6)
    start = war.state
    war.do(AdjustUnits(region=COURT, house=SNAKE, before=6, units=7, reason=WHY))
    war.through("battle").do(MakeDecision(decision="war-1-throne", option="snake"))

    assert without(war, start, *gone)


def test_the_marriage_that_in_laws_were_paid_for_cannot_be_withdrawn():
    war = month({"zen": {"cat": 2, "wolf": 1}}, {"cat-2": sheet(), "wolf-3": sheet(allies="cat")})
    start = war.state
    war.do(SetSpouses(player=SeatId("cat-4"), other=SeatId("wolf-5"), reason=WHY), by=CEREMONY)
    war.through("battle")

    assert without(war, start) == ()
    assert any("in-laws" in each for each in without(war, start, SpousesSet))


@pytest.mark.parametrize(
    ("kind", "houses"),
    [
        (EffectKind.MILITARY_BAN, (CAT, WOLF)),
        (EffectKind.MILITARY_AID, (CAT, BEAR)),
        (EffectKind.BLACK_POWDER, (WOLF,)),
    ],
)
def test_an_effect_that_a_battle_counted_cannot_be_withdrawn_from_under_it(kind, houses):
    war = month({"zen": {"cat": 3, "wolf": 1}}, {"cat-2": sheet(), "wolf-3": sheet()})
    start = war.state
    war.do(EnterEffect(kind=kind, since=1, until=1, houses=houses, reason=WHY))
    war.through("battle")

    assert without(war, start) == ()
    assert any("battle in Zen" in each for each in without(war, start, EffectEntered))


def test_the_sovereign_whom_the_guard_helped_cannot_be_withdrawn_from_under_the_battle():
    war = month({"amn": {"cat": 1, "wolf": 3}}, {"cat-2": sheet(), "wolf-3": sheet(betray=True)})
    war.state = on_throne(war.state, SeatId("cat-1"))
    start = replace(war.state, throne=Throne())
    war.through("battle")

    assert any("battle in Amn" in each for each in without(war, start))


def test_the_stances_of_a_region_are_read_with_its_commanded_immortals():
    war = with_board(month({"zen": {"cat": 2}}, {}))
    guards = tuple(replace(each, region=RegionId("zen"), commander=CAT if each.id < 3 else None) for each in war.war.immortals)
    war = with_board(war, immortals=guards)

    field = forces_in(war.state, war.war, RegionId("zen"), stances={CAT: Stance(house=CAT, betrays=True)}, effects=NO_EFFECTS)

    assert field.commanded == {CAT: (1, 2)}
    assert field.immortals == (3, 4)


@pytest.mark.rule("R-66", "R-20")
def test_what_famine_took_in_return_is_told_to_that_house_through_the_next_month():
    war = month({"zen": {"bear": 1}, "cry": {"cat": 1}}, {}).through("recruit")
    war.turn()

    told = [war_results(war.state, Viewer(seat=SeatId(seat))).costs for seat in ("bear-1", "bear-2", "cat-1")]

    assert [[(cost.month, cost.sentence, cost.rule) for cost in costs] for costs in told] == [
        [(1, "Famine: Bear loses 1 unit in Zen.", "R-66")],
        [(1, "Famine: Bear loses 1 unit in Zen.", "R-66")],
        [],
    ]
