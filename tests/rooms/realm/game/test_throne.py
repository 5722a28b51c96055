"""Falls of Sovereigns, their successors, the reasons of an empty throne (GE-SOV), and the trapped Court."""

from __future__ import annotations

import pytest

from control.day.clock.phases import SetClock
from control.day.people.presence import LeaveForGood
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game import court_seat
from rooms.realm.game.ceremonies import SetSpouses, SpousesSet
from rooms.realm.game.court_seat import CourtMoved, court_of_month, proposing_in
from rooms.realm.game.state import Throne, ThroneWaits
from rooms.realm.game.throne import succession
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated, ThroneStaysEmpty
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from tests.rooms.realm.game.play import CEREMONY, CHECK_IN, SHARED, Day
from tests.rooms.realm.game.throning import Bring, realm, reigning, without
from tests.scenarios import default

CAT, WOLF, SNAKE = HouseId("cat"), HouseId("wolf"), HouseId("snake")


def strongest(day: Day) -> Day:
    """Seat the House with the most Power at once, as after a Political Coup or an assassination."""
    day.do(Bring(about=lambda s: succession.seat_strongest_house(s, why="an Uprising", rule="GE-SOV-04")))
    return day


def fallen(day: Day, waits: ThroneWaits) -> Day:
    """Let the Sovereign fall. The throne then waits."""
    day.do(Bring(about=lambda s: succession.empty_throne(s, waits, why="he fell", rule="R-28")))
    return day


def richer(day: Day, seat: str) -> Day:
    """Add 1 Power to this purse."""
    found = day.state.seats[SeatId(seat)]
    purse = replace(found.purse, power=found.purse.power + 1)
    day.state = replace(day.state, seats={**day.state.seats, found.id: replace(found, purse=purse)})
    return day


@pytest.mark.rule("GE-SOV-04", "GE-SOV-06", "R-22", "R-23", "R-25")
@pytest.mark.parametrize(
    ("power", "before", "expected"),
    [
        pytest.param({"wolf-3": 4, "cat-1": 3}, None, "wolf-1", id="the leader of the House with the most Power"),
        pytest.param({"cat-1": 3, "cat-2": 3, "wolf-1": 5}, None, "cat-1", id="the sum of its purses counts"),
        pytest.param({"cat-2": 9}, "cat-1", "cat-2", id="the House may follow itself, the person may not"),
        pytest.param({"cat-2": 9}, "cat-3", "cat-1", id="only the person deposed is passed over"),
        pytest.param({"cat-2": 4, "wolf-1": 4}, None, None, id="a tie leaves the throne empty"),
        pytest.param({}, None, None, id="so does a tie of all"),
    ],
)
def test_who_follows_for_the_most_power(power, before, expected):
    day = realm(power)
    if before:
        reigning(day, before)

    strongest(day)

    assert day.state.throne.holder == expected
    assert not day.state.throne.god_emperor
    assert day.state.throne.waits is (None if expected else ThroneWaits.TIE)


@pytest.mark.rule("GE-SOV-01", "R-30")
def test_the_god_emperor_reigns_when_month_1_begins():
    day = realm({})

    assert day.state.clock.month == 1
    assert (day.state.throne.god_emperor, day.state.throne.holder) == (True, None)
    assert day.state.throne.wounds == 0


@pytest.mark.rule("R-24")
def test_an_empty_throne_says_who_tied_or_whose_house_has_nobody():
    tied = strongest(realm({"cat-2": 4, "wolf-1": 4}))
    bare = reigning(without(realm({"cat-1": 9}), "cat-2", "cat-3", "cat-4", "cat-5"), "cat-1")
    fallen(bare, ThroneWaits.RETURN).until(2, Phase.CEREMONY)

    assert "Cat and Wolf tie with 4 Power" in SHARED.explain(tied.happened[-1], tied.state)
    (stays,) = [each for each in bare.happened if isinstance(each, ThroneStaysEmpty)]
    assert str(stays.why).startswith("Cat has more Power and is passed over, with nobody to seat; Swords, ")


@pytest.mark.rule("R-25")
def test_the_house_that_fell_may_lead_again_unless_a_scenario_says_otherwise():
    day = reigning(realm({"cat-2": 9, "wolf-1": 2}), "cat-1")
    fallen(day, ThroneWaits.RETURN)

    strongest(day)

    assert day.state.throne.holder == "cat-2"


@pytest.mark.rule("R-25")
def test_a_scenario_may_bar_the_house_that_fell():
    day = reigning(realm({"cat-2": 9, "wolf-1": 2}, deposed_house_barred=True), "cat-1")
    fallen(day, ThroneWaits.RETURN)

    strongest(day)

    assert day.state.throne.holder == "wolf-1"


@pytest.mark.rule("R-22")
@pytest.mark.parametrize(
    ("power", "follows"),
    [
        pytest.param({"cat-1": 9, "wolf-2": 3}, "wolf-1", id="the next House that leads alone"),
        pytest.param({"cat-1": 9, "wolf-2": 3, "snake-1": 3}, None, id="nobody while others tie"),
    ],
)
def test_a_house_with_nobody_to_seat_is_passed_over(power, follows):
    day = reigning(without(realm(power), "cat-2", "cat-3", "cat-4", "cat-5"), "cat-1")

    strongest(day)

    assert day.state.throne.holder == follows
    assert day.state.throne.waits is (None if follows else ThroneWaits.TIE)
    assert "Cat has more Power and is passed over" in SHARED.explain(day.happened[-1], day.state)


@pytest.mark.rule("R-22", "R-24")
def test_without_anybody_to_seat_in_any_house_the_throne_stays_empty():
    day = realm({"cat-1": 9})
    without(day, *(seat for seat in day.state.seats))

    strongest(day)

    assert day.state.throne.waits is ThroneWaits.TIE
    assert "no House has anybody to seat" in SHARED.explain(day.happened[-1], day.state)


@pytest.mark.rule("R-22", "GE-SOV-07")
def test_a_house_may_name_another_of_its_members():
    day = realm()

    day.do(Bring(about=lambda s: succession.seat_house(s, CAT, why="an Uprising", rule="GE-SOV-07", named=SeatId("cat-4"))))

    assert day.state.throne.holder == "cat-4"


@pytest.mark.rule("R-29", "R-30")
def test_the_god_emperors_purse_leaves_the_game_with_him():
    day = realm({"wolf-1": 1})
    card = day.state.favor_deck[0]
    purse = replace(day.state.throne.purse, power=7, favors=(card,))
    day.state = replace(day.state, favor_deck=day.state.favor_deck[1:], throne=replace(day.state.throne, purse=purse))

    strongest(day)

    assert (day.state.throne.purse.power, day.state.throne.purse.favors) == (0, ())
    assert day.state.favor_discards == (card,)
    assert sum(seat.purse.power for seat in day.state.seats.values()) == 1


@pytest.mark.rule("R-24", "GE-SOV-08")
@pytest.mark.parametrize(
    ("phase", "following"),
    [
        (Phase.CEREMONY, Phase.PLANNING),
        (Phase.PLANNING, Phase.MOVEMENT),
        (Phase.MOVEMENT, Phase.ACTION),
        (Phase.ACTION, Phase.RETURN),
    ],
)
def test_a_tie_is_looked_at_when_any_phase_ends(phase, following):
    day = strongest(realm({"cat-1": 4, "wolf-1": 4})).until(1, phase)
    day = richer(day, "wolf-2")
    assert day.state.throne.holder is None

    day.until(1, following)

    assert day.state.throne.holder == "wolf-1"


@pytest.mark.rule("R-24")
def test_a_tie_that_lasts_stays_a_tie():
    day = strongest(realm({"cat-1": 4, "wolf-1": 4})).until(2, Phase.PLANNING)

    assert day.state.throne.holder is None
    assert day.state.throne.waits is ThroneWaits.TIE


@pytest.mark.rule("GE-SOV-09", "R-28", "R-20")
def test_a_seat_that_waits_for_return_is_filled_in_return_and_not_before():
    day = fallen(reigning(realm({"wolf-1": 3}), "cat-1"), ThroneWaits.RETURN)

    day.until(1, Phase.RETURN)
    before = day.state.throne.holder
    day.until(2, Phase.CEREMONY)

    assert before is None
    assert day.state.throne.holder == "wolf-1"


@pytest.mark.rule("R-28", "R-24", "GE-SOV-08")
def test_a_tie_in_return_waits_on():
    day = fallen(reigning(realm({"wolf-1": 3, "snake-1": 3}), "cat-1"), ThroneWaits.RETURN).until(2, Phase.CEREMONY)

    assert day.state.throne.holder is None
    assert day.state.throne.waits is ThroneWaits.TIE


@pytest.mark.rule("R-31", "R-28")
def test_a_seat_waiting_for_return_is_cancelled_by_who_was_seated_since():
    day = fallen(reigning(realm({"wolf-1": 3}), "cat-1"), ThroneWaits.RETURN)

    day.do(Bring(about=lambda s: succession.seat_house(s, SNAKE, why="a coup", rule="R-34", holds=RegionId("fog"))))
    day.until(2, Phase.CEREMONY)

    assert day.state.throne.holder == "snake-1"
    assert day.state.throne.holds == "fog"


@pytest.mark.rule("R-31", "GE-SOV-15")
def test_the_last_of_several_depositions_stands():
    day = reigning(realm({"wolf-1": 3}), "cat-1")

    strongest(day)
    day.do(Bring(about=lambda s: succession.seat_house(s, CAT, why="a coup", rule="R-34")))

    assert day.state.throne.holder == "cat-1"
    assert [event.seat for event in day.happened if isinstance(event, SovereignDeposed)] == [None, "cat-1", "wolf-1"]


@pytest.mark.rule("GE-SOV-10", "R-28", "R-36", "GE-CER-18")
def test_the_spouse_of_a_sovereign_who_dies_is_sovereign_at_once_and_free_of_the_castle():
    day = reigning(realm({"snake-1": 9}), "cat-1", holds="fog")
    day.do(SetSpouses(player=SeatId("cat-1"), other=SeatId("wolf-3"), reason="wed"), by=CEREMONY)

    day.do(Bring(about=lambda s: succession.ruler_died_events(s, SeatId("cat-1"), why="poisoned")))

    assert day.state.throne.holder == "wolf-3"
    assert day.state.throne.holds is None


@pytest.mark.rule("GE-SOV-09", "R-28")
@pytest.mark.parametrize("spouse", [None, "wolf-5"], ids=["unmarried", "the spouse has left for good"])
def test_without_a_living_spouse_the_throne_waits_for_return(spouse):
    day = reigning(realm({"snake-1": 9}), "cat-1")
    if spouse:
        day.do(SetSpouses(player=SeatId("cat-1"), other=SeatId(spouse), reason="wed"), by=CEREMONY)
        day.do(LeaveForGood(seat=SeatId(spouse)), by=CHECK_IN)

    day.do(Bring(about=lambda s: succession.ruler_died_events(s, SeatId("cat-1"), why="poisoned")))

    assert day.state.throne.waits is ThroneWaits.RETURN


@pytest.mark.rule("R-31")
def test_the_death_of_somebody_who_does_not_reign_leaves_the_throne_alone():
    day = reigning(realm(), "cat-1")

    assert succession.ruler_died_events(day.state, SeatId("wolf-1"), why="poisoned") == ()
    assert succession.ruler_died_events(day.state, None, why="the God Emperor is dead, but he reigned no more") == ()


@pytest.mark.rule("R-30", "GE-SOV-09")
def test_the_god_emperor_dies_like_a_sovereign_without_a_spouse():
    day = realm({"snake-1": 9})

    day.do(Bring(about=lambda s: succession.ruler_died_events(s, None, why="three wounds")))

    assert day.state.throne == Throne(god_emperor=False, waits=ThroneWaits.RETURN)


@pytest.mark.rule("R-03", "R-28")
def test_a_sovereign_who_leaves_for_good_leaves_the_throne_to_return():
    day = reigning(realm({"snake-1": 9}), "cat-5")

    day.do(LeaveForGood(seat=SeatId("cat-5")), by=CHECK_IN)

    assert day.state.throne.holder is None
    assert day.state.throne.waits is ThroneWaits.RETURN


@pytest.mark.rule("R-03", "R-28")
def test_the_spouse_of_a_sovereign_who_leaves_for_good_inherits_nothing_and_is_married_no_more():
    day = reigning(realm({"snake-1": 9, "cat-5": 2}), "cat-5")
    day.do(SetSpouses(player=SeatId("cat-5"), other=SeatId("wolf-3"), reason="wed"), by=CEREMONY)

    day.do(LeaveForGood(seat=SeatId("cat-5")), by=CHECK_IN)

    assert day.state.throne.holder is None
    assert day.state.throne.waits is ThroneWaits.RETURN
    assert (day.state.seats[SeatId("wolf-3")].spouse, day.state.seats[SeatId("cat-5")].spouse) == (None, None)
    assert day.state.seats[SeatId("wolf-3")].purse.power == 0
    assert day.state.seats[SeatId("cat-1")].purse.power == 2
    assert any("has left for good" in SHARED.explain(each, day.state) for each in day.happened if isinstance(each, SpousesSet))


@pytest.mark.rule("R-24")
def test_a_return_that_is_played_again_compares_when_its_phase_ends():
    day = strongest(realm({"cat-1": 4, "wolf-1": 4})).until(2, Phase.CEREMONY)
    day.do(SetClock(month=1, phase=Phase.RETURN, seconds=60))

    richer(day, "wolf-2").until(2, Phase.CEREMONY)

    assert day.state.throne.holder == "wolf-1"


def test_a_sovereign_seated_beside_another_is_noticed():
    """As after a withdrawal of the first Sovereign's fall."""
    day = realm()
    seated = SovereignSeated(month=1, seat=SeatId("cat-1"), why="told", rule="R-22")

    beside_the_god_emperor = day.game.evolve(day.state, seated)
    reigning(day, "wolf-1")
    beside_a_player = day.game.evolve(day.state, seated)

    assert day.game.broken(beside_the_god_emperor)
    assert day.game.broken(beside_a_player)


def test_somebody_deposed_who_did_not_reign_is_noticed():
    day = reigning(realm(), "wolf-1")
    deposed = SovereignDeposed(month=1, seat=SeatId("cat-1"), waits=ThroneWaits.TIE, why="told", rule="R-22")

    assert day.game.broken(day.game.evolve(day.state, deposed))


# --- the Court ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-17", "GE-SOV-19", "R-35", "GE-WAR-58")
def test_a_trapped_court_stays_and_only_its_province_proposes():
    day = realm()
    region, before = day.state.court.region, day.state.court.may_propose

    day.do(Bring(about=court_seat.trap_events))
    assert day.state.court.may_propose == before
    day.until(3, Phase.PLANNING)

    assert day.state.court.region == region
    assert day.state.court.may_propose == proposing_in(default(), region)
    assert {event.region for event in day.happened if isinstance(event, CourtMoved)} == {region}


@pytest.mark.rule("R-35", "GE-CRT-05")
@pytest.mark.parametrize(
    ("region", "houses"),
    [("fog", "cat swords snake"), ("hag", "ram unicorn octopus"), ("god", "cat swords snake wolf eagle bear ram unicorn octopus")],
)
def test_who_proposes_where_the_court_is_trapped(region, houses):
    assert proposing_in(default(), RegionId(region)) == tuple(houses.split())


@pytest.mark.rule("R-35")
@pytest.mark.parametrize(("setting", "trapped"), [("permanent", True), ("reign", False)])
def test_how_long_the_court_is_trapped(setting, trapped):
    day = reigning(realm(coup_trap=setting), "cat-1", holds="fog")
    day.do(Bring(about=court_seat.trap_events))

    strongest(day)

    assert day.state.court.trapped is trapped


@pytest.mark.rule("R-35")
def test_the_fall_of_a_sovereign_who_holds_no_castle_frees_no_court():
    day = reigning(realm(coup_trap="reign"), "cat-1")
    day.do(Bring(about=court_seat.trap_events))

    strongest(day)

    assert day.state.court.trapped


@pytest.mark.rule("R-35")
def test_a_clock_set_to_another_month_leaves_a_trapped_court_where_it_is():
    day = realm()
    region = day.state.court.region
    day.do(Bring(about=court_seat.trap_events))

    day.do(SetClock(month=5, phase=Phase.PLANNING, seconds=60))

    assert day.state.court.region == region
    assert court_of_month(day.state, 5).region == region
    assert court_of_month(day.state, 12) is None


def test_a_court_is_trapped_once():
    day = realm()
    day.do(Bring(about=court_seat.trap_events))

    assert court_seat.trap_events(day.state) == ()
