"""An Uprising at any moment of the Court, and its consequences."""

from __future__ import annotations

import pytest

from control.day.clock.phases import SetClock
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from rooms.court.game.roll import CorrectRoll, assembled
from rooms.court.game.state import Rising, Uprising
from rooms.court.game.uprising.events import Rose, UprisingEnded
from rooms.court.game.uprising.open_matters import UprisingNoted
from rooms.court.game.uprising.rules import CountDissent, EndUprising, PassThrone, RiseUp, SitDown
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.hostages.hostage_events import HostagesReleased
from rooms.realm.game.state import ThroneWaits
from rooms.realm.game.throne.succession import seat_house
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated
from rooms.realm.game.treasury.power import PowerGained
from rooms.realm.scenario.ids import HouseId, Phase
from tests.rooms.court.court import BEAR, CAT, GAME, WOLF, Session, fold, three_houses, with_settings
from tests.rooms.court.test_floor import refused, seat_a_player
from tests.rooms.realm.game.play import COURT_CONTROL, ORGANIZER, player

RAM = SeatId("ram-1")
HOUSES = ("bear", "cat", "eagle", "octopus", "ram", "snake", "swords", "unicorn", "wolf")


def rich(session: Session, house: str = "bear", power: int = 5) -> Session:
    """Give one House the lead in Power."""
    return fold(session, PowerGained(seat=SeatId(f"{house}-1"), amount=power, why="test"))


def rise(session: Session, *seats: SeatId, number: int = 1) -> tuple[GameEvent, ...]:
    happened: tuple[GameEvent, ...] = ()
    for seat in seats:
        happened = session.do(RiseUp(month=1, number=number, seat=seat), player(seat))
    return happened


def risen(session: Session, number: int = 1) -> Uprising:
    return next(each for each in session.floor.uprisings if each.number == number)


def crowd(many: int) -> Session:
    """EX-27: `many` assembled players in the Court, of all Houses."""
    there = tuple(SeatId(f"{house}-{rank}") for rank in (1, 2) for house in HOUSES)[:many]
    court = Session(there, {})
    assert len(assembled(court.state)) == many
    return rich(court)


# --- two thirds ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EX-27", "GE-CRT-96", "GE-CRT-97", "R-105")
def test_eleven_of_seventeen_are_too_few_and_twelve_are_enough():
    court = crowd(17)
    there = tuple(seat.id for seat in assembled(court.state))
    rise(court, *there[:11])
    assert court.state.throne.god_emperor
    assert risen(court).how is Rising.OPEN

    happened = rise(court, there[11])

    assert [type(each) for each in happened] == [Rose, UprisingEnded, SovereignDeposed, SovereignSeated, HostagesReleased]
    assert court.state.throne.holder == BEAR[0]
    assert (risen(court).how, risen(court).assembled, len(risen(court).standing)) == (Rising.WON, 17, 12)


@pytest.mark.rule("EX-27", "R-127", "GE-UND-23", "R-105")
def test_an_extra_vote_counts_with_those_who_stand_and_is_spent():
    court = crowd(17)
    there = tuple(seat.id for seat in assembled(court.state))
    outside = next(house for house in HOUSES if all(court.state.seats[seat].house != house for seat in there[:11]))
    rise(court, *there[:11])
    mine = court.state.seats[there[0]].house
    said = refused(court, CountDissent(month=1, number=1, house=HouseId(outside), votes=1))
    assert "stands with the Uprising" in said
    assert "no such House" in refused(court, CountDissent(month=1, number=1, house=HouseId("mice"), votes=1))
    assert "0 to 40" in refused(court, CountDissent(month=1, number=1, house=mine, votes=41))

    court.do(CountDissent(month=1, number=1, house=mine, votes=1))

    assert (risen(court).how, court.state.throne.holder) == (Rising.WON, BEAR[0])
    rise(court, there[12], number=2)
    assert risen(court, 2).dissent == ()


@pytest.mark.rule("R-105")
def test_a_scenario_may_ask_for_another_part():
    court = rich(Session((*CAT, *WOLF, *BEAR), {}, with_settings(uprising_fraction=(1, 2))))
    rise(court, *CAT[:2])
    assert court.state.throne.god_emperor
    rise(court, CAT[2])
    assert court.state.throne.holder == BEAR[0]


@pytest.mark.rule("R-105")
def test_the_order_of_those_who_stand_never_matters():
    one, other = rich(three_houses()), rich(three_houses())
    rise(one, CAT[0], CAT[1], WOLF[0], BEAR[0])
    rise(other, CAT[0], BEAR[0], WOLF[0], CAT[1])
    assert one.floor.uprisings[0].standing == other.floor.uprisings[0].standing
    assert one.state.throne == other.state.throne


# --- who stands ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-96", "R-105")
@pytest.mark.parametrize("step", ["updates", "explain-1", "payment-2", "payment-3"])
def test_at_any_moment_of_the_court(step):
    court = Session((*CAT, *WOLF, *BEAR), {}).until(step)
    rise(court, CAT[0])
    assert risen(court).caller == CAT[0]


@pytest.mark.rule("GE-CRT-96")
def test_only_while_the_court_sits_and_only_of_those_there():
    court = three_houses()
    assert "Only who is assembled" in refused(court, RiseUp(month=1, number=1, seat=RAM), player(RAM))
    assert "not yours" in refused(court, RiseUp(month=1, number=1, seat=CAT[0]), player(CAT[1]))
    assert "month 2 is over" in refused(court, RiseUp(month=2, number=1, seat=CAT[0]))
    assert "look again" in refused(court, RiseUp(month=1, number=2, seat=CAT[0]), player(CAT[0]))

    court.day.until(1, Phase.RETURN)
    assert "while the Court sits" in refused(court, RiseUp(month=1, number=1, seat=CAT[0]), player(CAT[0]))


@pytest.mark.rule("R-37")
def test_nobody_rises_against_an_empty_throne():
    court = three_houses()
    fold(court, SovereignDeposed(month=1, seat=None, waits=ThroneWaits.TIE, why="test", rule="R-24"))
    assert "throne is empty" in refused(court, RiseUp(month=1, number=1, seat=CAT[0]), player(CAT[0]))


@pytest.mark.rule("R-105")
def test_each_player_declares_one_a_month_and_may_join_others():
    court = three_houses()
    rise(court, CAT[0])
    court.do(EndUprising(month=1, number=1))
    assert risen(court).how is Rising.FAILED

    said = refused(court, RiseUp(month=1, number=2, seat=CAT[0]), player(CAT[0]))
    assert said == "Each player declares one Uprising a month, and this one has been declared."
    rise(court, WOLF[0], CAT[0], number=2)
    assert risen(court, 2).standing == (CAT[0], WOLF[0])


@pytest.mark.rule("R-105")
def test_whoever_stands_may_sit_down_while_it_is_open_and_counts_once():
    court = rich(three_houses())
    rise(court, CAT[0], CAT[1], CAT[1], WOLF[0])
    assert len(risen(court).standing) == 3

    court.do(SitDown(month=1, number=1, seat=CAT[1]), player(CAT[1]))
    assert "does not stand" in refused(court, SitDown(month=1, number=1, seat=CAT[1]), player(CAT[1]))
    assert "not yours" in refused(court, SitDown(month=1, number=1, seat=CAT[0]), player(CAT[1]))
    rise(court, BEAR[0])
    assert court.state.throne.god_emperor

    rise(court, WOLF[1])
    assert court.state.throne.holder == BEAR[0]
    assert "look again" in refused(court, SitDown(month=1, number=1, seat=CAT[0]), player(CAT[0]))


@pytest.mark.rule("R-80", "R-105")
def test_control_taps_who_has_no_phone_and_nobody_counts_twice():
    court = rich(three_houses())
    rise(court, CAT[0])
    court.do(RiseUp(month=1, number=1, seat=WOLF[0]))
    assert court.do(RiseUp(month=1, number=1, seat=CAT[0])) == ()
    assert (risen(court).standing, risen(court).by_hand) == ((CAT[0], WOLF[0]), (WOLF[0],))
    court.do(SitDown(month=1, number=1, seat=WOLF[0]))
    assert (risen(court).standing, risen(court).by_hand) == ((CAT[0],), ())


@pytest.mark.rule("R-105")
def test_who_leaves_the_roll_neither_stands_nor_is_assembled():
    court = rich(three_houses())
    rise(court, CAT[0], CAT[1], WOLF[0])
    for seat in (CAT[1], WOLF[1]):
        court.do(CorrectRoll(month=1, player=seat, there=False))
    court.do(EndUprising(month=1, number=1))
    assert (risen(court).how, risen(court).standing, risen(court).assembled) == (Rising.FAILED, (CAT[0], WOLF[0]), 4)


@pytest.mark.rule("R-105")
def test_with_fewer_left_in_the_room_enough_stand_when_it_is_closed():
    court = rich(three_houses())
    rise(court, CAT[0], CAT[1], WOLF[0])
    for seat in (CAT[2], WOLF[1]):
        court.do(CorrectRoll(month=1, player=seat, there=False))
    court.do(EndUprising(month=1, number=1))
    assert (risen(court).how, court.state.throne.holder) == (Rising.WON, BEAR[0])
    assert "look again" in refused(court, EndUprising(month=1, number=1))


@pytest.mark.rule("R-105")
def test_nobody_falls_by_an_uprising_in_which_nobody_stands_any_more():
    court = rich(three_houses())
    rise(court, CAT[0])
    for seat in assembled(court.state):
        court.do(CorrectRoll(month=1, player=seat.id, there=False))

    court.do(EndUprising(month=1, number=1))

    assert (risen(court).how, risen(court).standing, court.state.throne.god_emperor) == (Rising.FAILED, (), True)


@pytest.mark.rule("GE-CRT-96", "GE-CRT-98")
@pytest.mark.parametrize("by_hand", [False, True])
def test_one_left_open_fails_with_the_end_of_action(by_hand: bool):
    """Also when the clock is set past it by hand."""
    court = three_houses()
    rise(court, CAT[0])
    if by_hand:
        court.do(SetClock(month=1, phase=Phase.RETURN, seconds=60), ORGANIZER)
    else:
        court.day.until(1, Phase.RETURN)
    assert risen(court).how is Rising.FAILED


# --- the throne ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-04", "GE-SOV-08", "R-24")
def test_with_a_tie_for_most_power_the_throne_stays_empty():
    court = three_houses()
    rise(court, *CAT, WOLF[0])
    throne = court.state.throne
    assert (risen(court).how, throne.holder, throne.god_emperor, throne.waits) == (Rising.WON, None, False, ThroneWaits.TIE)


@pytest.mark.rule("R-105", "R-37", "GE-SOV-23")
def test_the_cycle_goes_on_under_the_new_sovereign():
    court = rich(three_houses()).choose(CAT[2]).until("vote-1")
    rise(court, *CAT, WOLF[0])
    assert court.state.clock.rooms["court"].step == "vote-1"
    assert court.fists(1, 6).close(1).stand == "won"
    assert "throne" in court.pools


@pytest.mark.rule("R-105", "R-22", "R-25")
def test_against_a_sovereign_who_is_elsewhere_and_not_for_that_person_again():
    court = rich(seat_a_player(three_houses(), "ram"), "ram")
    rise(court, *CAT, WOLF[0])
    assert court.state.throne.holder == SeatId("ram-2")
    assert risen(court).deposed == RAM


@pytest.mark.rule("R-31", "R-37")
def test_a_coup_elsewhere_overtakes_an_open_uprising():
    court = three_houses()
    rise(court, *CAT)
    fold(court, *seat_house(court.state, HouseId("ram"), why="coup", rule="R-33"))
    assert (risen(court).how, risen(court).standing) == (Rising.LAPSED, ())
    assert GAME.broken(court.state) == ()
    rise(court, WOLF[0], number=2)
    assert court.state.throne.holder == RAM


@pytest.mark.rule("R-22", "GE-SOV-07")
def test_who_is_seated_passes_the_throne_on_within_two_minutes():
    court = rich(three_houses())
    rise(court, *CAT, WOLF[0])
    bear_2 = SeatId("bear-2")
    assert "another living member" in refused(court, PassThrone(month=1, seat=BEAR[0], to=CAT[0]), player(BEAR[0]))
    assert "another living member" in refused(court, PassThrone(month=1, seat=BEAR[0], to=BEAR[0]), player(BEAR[0]))
    assert "just seated" in refused(court, PassThrone(month=1, seat=CAT[0], to=CAT[1]), player(CAT[0]))

    court.do(PassThrone(month=1, seat=BEAR[0], to=bear_2), player(BEAR[0]), after=119)

    assert court.state.throne.holder == bear_2
    assert GAME.broken(court.state) == ()
    assert "just seated" in refused(court, PassThrone(month=1, seat=BEAR[0], to=bear_2))
    assert "just seated" in refused(court, PassThrone(month=1, seat=bear_2, to=BEAR[0]))


@pytest.mark.rule("R-22", "R-139")
def test_the_throne_is_not_passed_to_a_dead_character():
    court = rich(three_houses())
    rise(court, *CAT, WOLF[0])
    dead = SeatId("bear-2")
    fold(court, CharacterDied(seat=dead, character="Ada", month=1, why="test", rule="R-95", outright=True))
    assert "another living member" in refused(court, PassThrone(month=1, seat=BEAR[0], to=dead), player(BEAR[0]))
    assert court.state.throne.holder == BEAR[0]


@pytest.mark.rule("R-22", "R-25")
def test_not_after_two_minutes_and_never_to_who_was_deposed():
    court = rich(seat_a_player(three_houses(), "ram"), "ram")
    rise(court, *CAT, WOLF[0])
    seated = SeatId("ram-2")
    assert "another living member" in refused(court, PassThrone(month=1, seat=seated, to=RAM), player(seated))
    with pytest.raises(Exception, match="2 minutes to pass the throne on are over"):
        court.do(PassThrone(month=1, seat=seated, to=SeatId("ram-3")), COURT_CONTROL, after=121)


# --- the journal ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-98", "GE-CRT-97")
def test_the_journal_names_those_who_stood_only_when_it_is_over():
    court = three_houses()
    seen = len(court.day.happened)
    rise(court, CAT[0], WOLF[0])
    names = [court.state.seats[seat].name for seat in (CAT[0], WOLF[0])]
    told = " ".join(GAME.explain(each, court.state) for each in court.day.happened[seen:])
    assert not any(name in told for name in names)
    court.do(EndUprising(month=1, number=1))
    assert all(name in GAME.explain(court.day.happened[-1], court.state) for name in names)


@pytest.mark.rule("R-105")
def test_an_uprising_that_runs_again_after_an_undo_is_not_noted():
    court = crowd(17)
    rise(court, *(seat.id for seat in assembled(court.state)[:3]))
    assert risen(court).how is Rising.OPEN

    fold(court, UprisingNoted(month=1, number=1))

    assert not risen(court).noted
    assert court.floor.doubtful
