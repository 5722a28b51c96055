"""Deeds of passed laws on purses, buildings, other laws and desks, with the law as their reason (GE-CRT-36, R-19, R-20)."""

from __future__ import annotations

import pytest

from control.day.handoffs import open_hand_offs
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.ownership import BuildingPlaced, BuildingRemoved, PlaceBuilding, RemoveBuilding
from rooms.realm.game.deaths.death import CharacterDied, is_dead
from rooms.realm.game.deaths.inheritance import EstatePassed
from rooms.realm.game.favors.deck import FavorDiscarded, FavorDrawn, FavorGiven
from rooms.realm.game.law_actions.action import execution_of
from rooms.realm.game.law_actions.module import CARRIED_OUT
from rooms.realm.game.law_actions.return_turns import LawActed, LawLapsed
from rooms.realm.game.laws import LawStruck, StrikeLaw
from rooms.realm.game.military_actions import errands, immortals_to_go
from rooms.realm.game.passed_laws import laws_in_force, passed_law
from rooms.realm.game.records import LawFate, PassedLaw
from rooms.realm.game.state import Purse
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.view import law_views
from rooms.realm.game.view_in_force import law_row
from rooms.realm.papers.game.checks import check
from rooms.realm.scenario.ids import HouseId, LawId, Phase, RegionId, Room
from rooms.war.game.immortals import SendImmortal
from tests.rooms.realm.game.passing import in_court, law, paper
from tests.rooms.realm.game.play import CAT_1, CAT_2, COURT_CONTROL, WOLF_1, Day
from tests.scenarios import default, on_throne


def with_purses(day: Day, **purses: tuple[int, int]) -> Day:
    """Give these purses Power and Favors (count) and empty all others. The cards come from the deck."""
    deck = [
        *day.state.favor_deck,
        *day.state.favor_discards,
        *(card for each in day.state.seats.values() for card in each.purse.favors),
    ]
    seats = {each.id: replace(each, purse=Purse()) for each in day.state.seats.values()}
    for name, (power, favors) in purses.items():
        seat = SeatId(name.replace("_", "-"))
        seats[seat] = replace(seats[seat], purse=Purse(power=power, favors=tuple(deck[:favors])))
        del deck[:favors]
    day.state = replace(day.state, seats=seats, favor_deck=tuple(deck), favor_discards=())
    return day


def untaxed() -> Day:
    """A Court without the taxes of the start, so that only the test's laws change purses."""
    day = in_court()
    day.state = replace(day.state, laws=tuple(each for each in day.state.laws if not each.effects.tributes))
    return day


def purse(day: Day, seat: SeatId) -> tuple[int, int]:
    found = day.state.seats[seat].purse
    return found.power, len(found.favors)


def turned(day: Day) -> Day:
    """Run to the Ceremony of the next month."""
    return day.until(day.state.clock.month + 1, Phase.CEREMONY)


def kept(day: Day, number: int = 14) -> PassedLaw:
    found = passed_law(day.state, LawId(f"law-{number}"))
    assert found is not None
    return found


def owed(day: Day) -> list[tuple[str, str]]:
    return [(each.to, str(each.what)) for each in open_hand_offs(day.state)]


# --- Power and Favors ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-38", "R-81", "R-07", "R-06")
@pytest.mark.parametrize(
    ("one", "two", "fine", "left"),
    [
        ((2, 1), (2, 1), ("3", "1"), ((0, 0), (1, 1))),
        ((1, 3), (0, 0), ("2", "1"), ((0, 1), (0, 0))),
        ((4, 0), (0, 1), ("1", "2"), ((2, 0), (0, 0))),
        ((1, 1), (0, 0), ("5", "5"), ((0, 0), (0, 0))),
    ],
    ids=["in rank order", "Favors for Power", "Power for Favors", "the rest is forgiven"],
)
def test_fines_take_what_is_there_and_the_other_kind_for_what_is_missing(one, two, fine, left):
    day = with_purses(untaxed(), cat_1=one, cat_2=two)
    law(day, "fines", "cat", *fine, by=WOLF_1)
    discards = len(day.state.favor_discards)

    turned(day)

    assert (purse(day, CAT_1), purse(day, CAT_2)) == left
    gone = [each for each in day.happened if isinstance(each, FavorDiscarded)]
    assert len(day.state.favor_discards) == discards + len(gone)
    assert {str(each.why) for each in day.happened if isinstance(each, PowerLost | FavorDiscarded)} == {"Law 14: Fines"}


@pytest.mark.rule("GE-CRT-38", "R-19", "R-83")
def test_a_law_that_acts_once_acts_in_return_and_leaves_the_board():
    day = with_purses(untaxed(), cat_1=(3, 0))
    law(day, "fines", "cat", "2", "0", by=WOLF_1)
    assert purse(day, CAT_1) == (3, 0)
    assert day.state.laws[-1].number == 14

    turned(day)
    assert purse(day, CAT_1) == (1, 0)
    assert kept(day).fate is LawFate.ACTED
    assert [each.number for each in day.state.struck_laws] == [14]

    turned(day)
    assert purse(day, CAT_1) == (1, 0)
    assert law(day.until(3, Phase.ACTION), "famine-aid").law.number == 15  # no number is used twice


@pytest.mark.rule("GE-CRT-39", "R-06", "R-81")
def test_tariffs_go_into_the_purse_of_the_other_house():
    day = with_purses(untaxed(), cat_1=(3, 2), wolf_1=(1, 0))
    law(day, "tariffs", "cat", "wolf", "2", "1")
    cards = day.state.seats[CAT_1].purse.favors

    turned(day)

    assert (purse(day, CAT_1), purse(day, WOLF_1)) == ((1, 1), (3, 1))
    (given,) = [each for each in day.happened if isinstance(each, FavorGiven)]
    assert given.card == cards[0]  # the oldest
    assert given.card not in day.game.explain(given, day.state)


@pytest.mark.rule("GE-CRT-48", "R-89")
def test_financial_aid_gives_power_from_the_bank_and_favors_from_the_deck():
    day = with_purses(untaxed(), cat_1=(0, 0))
    law(day, "financial-aid", "cat", "2", "3", "0", by=WOLF_1)

    turned(day)

    assert purse(day, CAT_1) == (2, 3)
    assert {str(each.why) for each in day.happened if isinstance(each, PowerGained | FavorDrawn)} == {"Law 14: Financial Aid"}


# --- buildings ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-47", "R-90")
def test_build_puts_up_the_building_of_the_house_that_is_named():
    day = in_court()
    law(day, "build", "Chapel", "wolf", "at home")
    law(day, "build", "trade-route", "cat", "Aka, Zen; Inn")

    turned(day)

    assert [(each.kind, each.house, each.places) for each in day.state.buildings] == [
        ("chapel", "wolf", ("chi",)),
        ("trade-route", "cat", ("aka", "zen", "inn")),
    ]
    assert [str(each.reason) for each in day.happened if isinstance(each, BuildingPlaced)] == ["Law 14: Build", "Law 15: Build"]


@pytest.mark.rule("GE-CRT-47", "R-90", "R-76")
def test_a_building_whose_places_do_not_fit_is_war_controls_to_settle():
    day = in_court()
    law(day, "build", "trade-route", "cat", "Zen and Eel")

    turned(day)

    assert day.state.buildings == ()
    ((desk, what),) = owed(day)
    assert desk == Desk.WAR
    assert what.startswith("Law 14: put the building up by hand. A Trade Route joins three different regions")


@pytest.mark.rule("GE-CRT-61", "R-90", "R-98")
def test_destroy_takes_the_building_off_and_sends_an_immortal_to_its_first_place():
    day = in_court()
    day.do(PlaceBuilding(house=HouseId("wolf"), kind="arena", reason="stood"), by=COURT_CONTROL)
    day.do(PlaceBuilding(house=HouseId("cat"), kind="arena", reason="stood"), by=COURT_CONTROL)
    law(day, "destroy", "1")
    assert errands(day.state, kept(day)) == ("chi",)

    turned(day)

    assert [each.house for each in day.state.buildings] == ["cat"]
    assert [str(each.reason) for each in day.happened if isinstance(each, BuildingRemoved)] == ["Law 14: Destroy"]
    (acted,) = [each for each in day.happened if isinstance(each, LawActed)]
    assert [each.region for each in acted.errands] == [RegionId("chi")]


@pytest.mark.rule("R-98", "R-76", "GE-CRT-61")
@pytest.mark.parametrize("gone", ["before", "by an earlier law"])
def test_no_immortal_leaves_for_a_building_that_is_gone(gone):
    """The Immortal is free for another action. A law that finds nothing acts, and does not lapse."""
    day = in_court()
    day.do(PlaceBuilding(house=HouseId("wolf"), kind="arena", reason="stood"), by=COURT_CONTROL)
    for _each in range(2 if gone == "by an earlier law" else 1):
        law(day, "destroy", "1")
    for house in ("cat", "wolf", "bear", "ram")[: 3 if gone == "by an earlier law" else 4]:
        law(day, "propaganda", house)
    if gone == "before":
        day.do(RemoveBuilding(building=1, reason="burnt"), by=COURT_CONTROL)
    late = 15 if gone == "by an earlier law" else 14
    assert "What it is about is gone, so no Immortal goes for it." in law_row(day.state, day.state.laws[late - 1]).does

    turned(day)

    acted = {each.law: each.errands for each in day.happened if isinstance(each, LawActed)}
    assert acted[LawId(f"law-{late}")] == ()
    assert sorted(one.immortal for sent in acted.values() for one in sent) == [1, 2, 3, 4]
    assert not any(isinstance(each, LawLapsed) for each in day.happened)


@pytest.mark.rule("R-98", "R-95", "R-76")
def test_no_immortal_leaves_for_people_who_are_dead_or_hostages_that_are_gone():
    day = in_court()
    day.state = replace(day.state, hostages=())
    law(day, "execution", ("wolf-1", "bear-1"))
    law(day, "execution", ("bear-1", "wolf-1"))
    law(day, "execution", ("bear-1", "bear-2"))
    law(day, "hostages", "release", "wolf", (), "1")

    assert {law: len(going) for law, going in immortals_to_go(day.state).items()} == {
        "law-14": 1,
        "law-15": 0,
        "law-16": 1,
        "law-17": 0,
    }
    turned(day)
    assert not any(isinstance(each, LawLapsed) for each in day.happened)
    assert all(is_dead(day.state, SeatId(each)) for each in ("wolf-1", "bear-1", "bear-2"))


@pytest.mark.rule("R-98", "EX-30")
@pytest.mark.parametrize("free", [0, 1])
def test_what_another_law_takes_first_is_there_where_that_law_lapses(free):
    """Two laws destroy one building. The order gets its Immortal first, though it acts last (R-39)."""
    day = in_court()
    day.do(PlaceBuilding(house=HouseId("wolf"), kind="arena", reason="stood"), by=COURT_CONTROL)
    for region in ("zen", "aka", "inn", "fog")[free:]:
        day.do(SendImmortal(region=RegionId(region), task="elsewhere"), by=COURT_CONTROL)
    law(day, "destroy", "1")
    law(day, "destroy", "1", by=None, ordered=True)

    turned(day)

    assert sum(isinstance(each, LawLapsed) for each in day.happened) == 2 - free
    assert len(day.state.buildings) == 1 - free


@pytest.mark.rule("R-76")
def test_what_is_gone_when_the_law_acts_is_passed_over():
    day = in_court()
    law(day, "destroy", "1")
    law(day, "remove", "law-3")
    day.do(StrikeLaw(law=LawId("law-3"), reason="fell before"), by=COURT_CONTROL)
    struck = sum(isinstance(each, LawStruck) for each in day.happened)

    turned(day)

    assert [kept(day, number).fate for number in (14, 15)] == [LawFate.ACTED, LawFate.ACTED]
    assert sum(isinstance(each, LawStruck) for each in day.happened) == struck


@pytest.mark.rule("R-90")
def test_destroy_is_offered_the_buildings_that_stand():
    day = in_court()
    with pytest.raises(Refused, match="there is no such building"):
        check(day.state, paper("destroy", "1"), day.state.scenario.proposals, "GE-CRT-61")
    day.do(PlaceBuilding(house=HouseId("wolf"), kind="arena", reason="stood"), by=COURT_CONTROL)

    check(day.state, paper("destroy", "1"), day.state.scenario.proposals, "GE-CRT-61")


@pytest.mark.rule("GE-CRT-63", "R-19", "R-98")
def test_the_board_says_when_a_law_acts_and_which_immortal_goes_with_a_warning_when_none_will():
    day = in_court()
    for house in ("cat", "wolf", "bear", "ram", "snake"):
        law(day, "propaganda", house)
    fines = law(day, "fines", "cat", "1", "0")

    rows = {each.number: law_row(day.state, each).does for each in day.state.laws}

    assert rows[14] == ("Acts in the Return of month 1.", "Immortal 1 goes to Amn then.")
    assert rows[18] == ("Acts in the Return of month 1.", "No Immortal is free for it: it will lapse, its cost stays spent.")
    assert rows[fines.law.number] == ("Acts in the Return of month 1.",)


# --- laws against laws --------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-37", "GE-CRT-66")
def test_remove_strikes_the_law_in_return_and_says_by_which():
    day = in_court()
    law(day, "remove", "law-3")
    assert LawId("law-3") in {each.id for each in day.state.laws}

    turned(day)

    assert LawId("law-3") not in {each.id for each in day.state.laws}
    (struck,) = [each for each in day.happened if isinstance(each, LawStruck)]
    assert str(struck.reason) == "Law 14: Remove"


@pytest.mark.rule("GE-CRT-28", "GE-CRT-37", "R-19", "R-82")
def test_everybodys_board_says_which_laws_wait_for_return_and_which_tablets_are_to_fall_until_they_have():
    day = in_court()
    law(day, "remove", "law-3")
    law(day, "propaganda", "wolf")
    law(day, "remove", "law-15")
    law(day, "tax", "lift", (), "law-8")
    law(day, "tax", "lift", (), "law-5")  # no tax: it strikes nothing
    law(day, "remove", "law-14")  # it leaves the board by itself
    acts = "Acts in Return of this month."

    awaited = {each.number: each.awaited for each in law_views(day.state)}
    assert {number: said for number, said in awaited.items() if said} == {
        3: ("To be struck in Return by law 14.",),
        8: ("To be struck in Return by law 17.",),
        14: (acts,),
        15: (acts, "To be struck in Return by law 16."),
        16: (acts,),
        17: (acts,),
        18: (acts,),
        19: (acts,),
    }
    assert "To be struck in Return by law 14." in law_row(day.state, day.state.laws[2]).does

    law(turned(day).until(2, Phase.ACTION), "propaganda", "cat")
    assert [(each.number, each.awaited) for each in law_views(day.state) if each.awaited] == [(20, (acts,))]


@pytest.mark.rule("GE-CRT-40", "R-19", "R-82")
def test_the_board_says_of_a_tax_when_it_acts_and_from_when_it_is_collected():
    day = in_court()
    levied = law(day, "tax", "levy", ("wolf", "bear", "ram"))

    shown = next(each for each in law_views(day.state) if each.id == levied.law.id)
    assert shown.awaited == ("Acts in Return of this month, and is collected from the next Return on.",)
    row = law_row(day.state, levied.law).does
    assert "Acts in the Return of month 1, and is collected from that of month 2 on." in row


@pytest.mark.rule("GE-CRT-40", "R-82")
def test_a_tax_is_lifted_by_the_second_form_also_one_of_the_start_and_nothing_but_a_tax():
    day = in_court()
    law(day, "tax", "lift", (), "law-8")
    law(day, "tax", "lift", (), "law-3")

    turned(day)

    numbers = {each.number for each in day.state.laws}
    assert 8 not in numbers
    assert 3 in numbers
    assert not {14, 15} & numbers


@pytest.mark.rule("GE-CRT-80", "R-100", "GE-CRT-70", "GE-CRT-71", "GE-CRT-72", "GE-CRT-73")
def test_the_board_says_that_hostages_may_be_killed_lawfully():
    day = in_court()
    rows = {each.number: law_row(day.state, each).does for each in day.state.laws}

    assert rows[5] == ("1 hostage held.", "Whoever holds them may kill them at any time, without consequence.")
    assert rows[4][0] == "36 hostages held."
    assert {number for number, does in rows.items() if "Whoever holds" in " ".join(does)} == {4, 5, 6, 7}


@pytest.mark.rule("R-20", "R-21")
def test_laws_act_in_the_order_of_passing():
    day = with_purses(untaxed(), cat_1=(2, 0), wolf_1=(0, 0))
    law(day, "tariffs", "cat", "wolf", "2", "0")
    law(day, "fines", "wolf", "2", "0")
    law(day, "tariffs", "wolf", "cat", "2", "0")

    turned(day)

    assert (purse(day, CAT_1), purse(day, WOLF_1)) == ((0, 0), (0, 0))


# --- by hand ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-55", "R-95", "R-76")
def test_an_execution_puts_to_death_in_its_order_and_spares_the_sovereign():
    day = in_court()
    day.state = on_throne(day.state, CAT_1)
    law(day, "execution", (CAT_1, WOLF_1), by=CAT_2)
    assert (execution_of(day.state, CAT_1), execution_of(day.state, WOLF_1)) == (None, day.state.passed[-1])

    turned(day)

    died = [each for each in day.happened if isinstance(each, CharacterDied)]
    assert [(each.seat, each.rule) for each in died] == [(WOLF_1, "R-95")]
    assert owed(day) == []
    assert execution_of(day.state, WOLF_1) is None


@pytest.mark.rule("GE-CRT-55", "R-95", "R-104")
def test_of_two_who_are_executed_the_second_named_inherits_before_dying_in_turn():
    day = with_purses(untaxed(), wolf_1=(3, 1), cat_2=(0, 0))
    seats = day.state.seats
    wed = {CAT_2: replace(seats[CAT_2], spouse=WOLF_1), WOLF_1: replace(seats[WOLF_1], spouse=CAT_2)}
    day.state = replace(day.state, seats={**seats, **wed})
    law(day, "execution", (WOLF_1, CAT_2))

    turned(day)

    estates = [(each.seat, each.to, each.throne, each.power) for each in day.happened if isinstance(each, EstatePassed)]
    assert estates == [(WOLF_1, CAT_2, False, 3), (CAT_2, None, True, 3)]


@pytest.mark.rule("GE-CRT-55", "R-98")
def test_without_a_free_immortal_nobody_is_executed():
    day = in_court()
    war = day.state.rooms[Room.WAR]
    away = tuple(replace(each, home_in=2) for each in war.immortals)
    day.state = replace(day.state, rooms={**day.state.rooms, Room.WAR: replace(war, immortals=away)})
    law(day, "execution", (CAT_2, WOLF_1))

    turned(day)

    assert not [each for each in day.happened if isinstance(each, CharacterDied)]


@pytest.mark.rule("GE-CRT-49", "GE-CRT-51", "R-91")
def test_what_schemes_cost_is_handed_to_nobody_because_the_tables_reckon_it():
    day = in_court()
    law(day, "recruitment", ("wolf", "cat"))
    law(day, "crackdown", "assassinate")

    turned(day)

    assert owed(day) == []
    assert [kept(day, number).fate for number in (14, 15)] == [LawFate.ACTED, LawFate.ACTED]
    assert [answers.houses for _law, answers in laws_in_force(day.state, "recruitment")] == [("wolf", "cat")]


@pytest.mark.rule("GE-CRT-36")
def test_a_kind_that_only_the_scenario_knows_is_court_controls_to_carry_out():
    day = in_court()
    own = replace(day.state.scenario.proposals[0], id="holiday", name="Holiday", fields=(), text="Everybody rests.", lasts="once")
    day.state = replace(day.state, scenario=replace(day.state.scenario, proposals=(*day.state.scenario.proposals, own)))
    law(day, "holiday")

    turned(day)

    assert owed(day) == [(Desk.COURT, "Law 14 is yours to carry out: Everybody rests.")]


@pytest.mark.rule("GE-CRT-17")
def test_every_kind_of_the_scenario_has_its_deed():
    assert {each.id for each in default().proposals} == {*CARRIED_OUT}
