"""Challenges and duels in the Court: who may challenge, costs, rounds, and the stake."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec import Struct

from control.day.people.presence import LeaveForGood
from control.day.state import RoomState
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import Command, GameEvent
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.court.game.duel.challenge import Accept, CallOut, NameFirst, Refuse, StandBy, Withdraw, challengers, may_not_challenge
from rooms.court.game.duel.events import DuelEnded, duels_of
from rooms.court.game.duel.rounds import CallOff, FightRound, PutOff
from rooms.court.game.duel.stake import StakeDue
from rooms.court.game.duel.state import Answer, Challenge, DuelistRound, Stake
from rooms.realm.game.buildings.loans import AllowBuilding
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.castle_forfeits import FlagForfeited
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.deaths.death import CharacterDied, double_wound_events, is_dead
from rooms.realm.game.deaths.inheritance import EstatePassed
from rooms.realm.game.hostages.commands import TakeHostages
from rooms.realm.game.hostages.hostage_events import HostageTaken
from rooms.realm.game.ranks_and_wounds import AdjustWounds, WoundsAdjusted
from rooms.realm.game.state import CeremonyKind, Purse
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import purse_holder
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from tests.rooms.court.court import BEAR, CAT, GAME, WOLF, Session, fold, with_settings
from tests.rooms.realm.game.play import CEREMONY, CHECK_IN, COURT_CONTROL, player

MISS, HIT, GIVES_UP = DuelistRound(), DuelistRound(hit=True), DuelistRound(forfeits=True)
ONE = Stake(power=1)


def arena(*, settings: dict[str, object] | None = None) -> Session:
    """Cat has an Arena; players of Cat, Wolf and Bear are in the Court, and Challenges runs."""
    court = Session((*CAT, *WOLF, *BEAR), {}, with_settings(**settings) if settings else None)
    court.day.state = court.start
    court.do(PlaceBuilding(house=HouseId("cat"), kind="arena", reason="test"))
    for seat in (*CAT, *WOLF, *BEAR):
        keeper = purse_holder(court.state, court.state.seats[seat])
        fold(court, PowerGained(seat=keeper.id, amount=3, why="test"))
    return court.until("challenges")


def no(court: Session, command: Command, by: SeatId | None = None) -> str:
    with pytest.raises(Refused) as said:
        court.do(command, player(by) if by else COURT_CONTROL)
    return said.value.sentence


def call(court: Session, one: SeatId = CAT[0], other: SeatId = WOLF[0]) -> Challenge:
    court.do(CallOut(month=1, seat=one, target=other), player(one))
    return last(court)


def last(court: Session) -> Challenge:
    return duels_of(court.state).challenges[-1]


def staked(court: Session, stake: Stake = ONE) -> Challenge:
    challenge = call(court)
    court.do(Accept(month=1, number=challenge.number, seat=WOLF[0], stake=stake), player(WOLF[0]))
    return last(court)


def in_return(stake: Stake = ONE) -> Session:
    court = arena()
    challenge = staked(court, stake)
    court.do(StandBy(month=1, number=challenge.number, seat=CAT[0]), player(CAT[0]))
    court.day.until(1, Phase.RETURN)
    return court


def fight(court: Session, one: DuelistRound, other: DuelistRound) -> tuple[GameEvent, ...]:
    challenge = last(court)
    return court.do(FightRound(number=challenge.number, round=len(challenge.rounds) + 1, challenger=one, target=other))


def total(court: Session) -> int:
    return sum(seat.purse.power for seat in court.state.seats.values())


def power(court: Session, seat: SeatId) -> int:
    return court.state.seats[seat].purse.power


# --- the Challenges step ------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-22", "GE-CRT-85", "R-11", "R-102")
def test_only_a_house_with_an_arena_challenges_and_only_in_its_step():
    court = arena()
    assert "Only a House with an Arena" in no(court, CallOut(month=1, seat=WOLF[0], target=CAT[0]), WOLF[0])
    assert call(court).stand is Answer.MADE
    court.until("explain-1")
    assert "Challenges step" in no(court, CallOut(month=1, seat=CAT[1], target=BEAR[0]), CAT[1])


@pytest.mark.rule("R-65", "GE-FAV-16")
def test_a_house_that_may_use_the_arena_challenges_too():
    court = arena()
    building = court.state.buildings[-1].id
    court.do(AllowBuilding(seat=CAT[0], building=building, house=HouseId("wolf"), until=1, reason="asked"))
    assert call(court, WOLF[0], BEAR[0]).challenger == WOLF[0]


@pytest.mark.rule("R-102")
def test_each_is_challenged_once_a_month_and_nobody_is_part_of_two():
    court = arena()
    call(court)
    assert "part of a challenge" in no(court, CallOut(month=1, seat=CAT[0], target=BEAR[0]), CAT[0])
    assert "has been challenged this month" in no(court, CallOut(month=1, seat=CAT[1], target=WOLF[0]), CAT[1])
    assert "part of a challenge" in no(court, CallOut(month=1, seat=CAT[1], target=CAT[0]), CAT[1])
    assert "somebody else" in no(court, CallOut(month=1, seat=CAT[1], target=CAT[1]), CAT[1])
    assert call(court, CAT[1], CAT[2]).target == CAT[2]  # a player of the challenger's House


@pytest.mark.rule("R-102")
@pytest.mark.parametrize(("presence", "there"), [(True, False), (False, True)])
def test_both_must_be_in_the_court_unless_the_scenario_says_otherwise(presence, there):
    court = arena(settings={"duel_needs_presence": presence})
    away = CallOut(month=1, seat=CAT[0], target=SeatId("ram-1"))
    if there:
        court.do(away, player(CAT[0]))
        assert last(court).target == "ram-1"
    else:
        assert "not assembled" in no(court, away, CAT[0])


@pytest.mark.rule("GE-CRT-86", "GE-CRT-87", "R-102")
def test_a_refusal_costs_one_power_and_frees_the_challenger_for_another():
    court = arena()
    number, before = call(court).number, total(court)
    assert "has the word" in no(court, Refuse(month=1, number=number, seat=BEAR[0]), BEAR[0])
    court.do(Refuse(month=1, number=number, seat=WOLF[0]), player(WOLF[0]))
    assert (power(court, WOLF[0]), power(court, CAT[0]), total(court)) == (before_of(court, WOLF[0]) - 1, paid_to(court), before)
    assert last(court).stand is Answer.REFUSED
    assert call(court, CAT[0], BEAR[0]).stand is Answer.MADE


def before_of(court: Session, seat: SeatId) -> int:
    return court.start.seats[seat].purse.power + 3


def paid_to(court: Session) -> int:
    return before_of(court, CAT[0]) + 1


@pytest.mark.rule("R-07", "R-102")
def test_who_has_nothing_pays_nothing():
    court = arena()
    number = call(court, CAT[0], WOLF[1]).number
    seat = court.state.seats[WOLF[1]]
    fold(court, PowerGained(seat=WOLF[1], amount=-seat.purse.power, why="test"))
    before = total(court)
    court.do(Refuse(month=1, number=number, seat=WOLF[1]), player(WOLF[1]))
    assert (last(court).paid, total(court)) == (0, before)


@pytest.mark.rule("GE-CRT-88", "R-103")
def test_accepting_takes_a_stake_that_can_be_given():
    court = arena()
    number = call(court).number
    assert "what the winner receives" in no(court, Accept(month=1, number=number, seat=WOLF[0]), WOLF[0])
    assert "at most" in no(court, Accept(month=1, number=number, seat=WOLF[0], stake=Stake(power=51)), WOLF[0])
    foreign = Stake(buildings=(99,))
    assert "one of the two Houses" in no(court, Accept(month=1, number=number, seat=WOLF[0], stake=foreign), WOLF[0])
    court.do(Accept(month=1, number=number, seat=WOLF[0], stake=ONE), player(WOLF[0]))
    assert (last(court).stand, last(court).stake) == (Answer.STAKED, ONE)
    again = Accept(month=1, number=number, seat=WOLF[0], stake=Stake(power=2))
    assert "has been answered" in no(court, again, WOLF[0])  # the challenger has seen the first stake
    assert last(court).stake == ONE
    court.do(Accept(month=1, number=number, seat=WOLF[0], stake=Stake(power=2)))
    assert last(court).stake == Stake(power=2)


@pytest.mark.rule("GE-CRT-89", "R-102")
def test_a_withdrawal_costs_one_power_and_the_challenger_goes_no_further():
    court = arena()
    number, before = staked(court).number, total(court)
    court.do(Withdraw(month=1, number=number, seat=CAT[0]), player(CAT[0]))
    assert (last(court).stand, last(court).paid, total(court)) == (Answer.WITHDRAWN, 1, before)
    assert power(court, CAT[0]) == before_of(court, CAT[0]) - 1
    assert power(court, WOLF[0]) == before_of(court, WOLF[0]) + 1
    assert "only after a refusal" in no(court, CallOut(month=1, seat=CAT[0], target=BEAR[0]), CAT[0])


@pytest.mark.rule("R-102")
def test_silence_refuses_a_challenge_and_stands_by_a_stake():
    silent = arena()
    call(silent)
    silent.until("explain-1")
    assert (last(silent).stand, last(silent).silent, last(silent).paid) == (Answer.REFUSED, True, 1)
    heard = arena()
    staked(heard)
    heard.until("explain-1")
    assert (last(heard).stand, last(heard).silent) == (Answer.AGREED, True)


@pytest.mark.rule("R-06", "R-07", "R-102")
def test_silent_refusals_that_one_purse_pays_take_no_more_than_it_holds():
    court = arena(settings={"holdings": "house"})
    for house in ("wolf", "bear"):
        court.do(PlaceBuilding(house=HouseId(house), kind="arena", reason="test"))
    fold(court, PowerGained(seat=CAT[0], amount=2 - court.state.seats[CAT[0]].purse.power, why="test"))
    for one, other in ((WOLF[0], CAT[0]), (WOLF[1], CAT[1]), (BEAR[0], CAT[2])):
        call(court, one, other)
    court.until("explain-1")
    assert [each.paid for each in duels_of(court.state).challenges] == [1, 1, 0]
    assert court.state.seats[CAT[0]].purse.power == 0


@pytest.mark.rule("GE-SOV-27")
def test_the_sovereign_says_who_challenges_first():
    court = arena()
    assert {seat.id for seat in challengers(court.state)} == set(CAT)
    assert "The Sovereign says" in no(court, NameFirst(month=1, player=CAT[1], seat=WOLF[0]), WOLF[0])
    assert "may not challenge" in no(court, NameFirst(month=1, player=WOLF[0]))
    court.do(NameFirst(month=1, player=CAT[1]))
    assert "challenges first" in no(court, CallOut(month=1, seat=CAT[0], target=WOLF[0]), CAT[0])
    call(court, CAT[1], BEAR[0])
    assert may_not_challenge(court.state, court.state.seats[CAT[0]]) == ""


# --- the duel -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-90", "GE-CRT-91", "R-102")
def test_it_is_fought_in_return_round_after_round():
    early = arena()
    staked(early)
    early.until("explain-1")
    assert "in Return" in no(early, FightRound(number=1, round=1, challenger=MISS, target=MISS))
    court = in_return()
    fight(court, MISS, MISS)
    assert "written down already" in no(court, FightRound(number=1, round=1, challenger=MISS, target=MISS))
    fight(court, MISS, MISS)
    assert (len(last(court).rounds), last(court).stand) == (2, Answer.AGREED)


@pytest.mark.rule("GE-CRT-92", "GE-CRT-93", "GE-CRT-94")
def test_a_hit_is_one_wound_and_a_miss_is_none():
    court = in_return()
    fight(court, HIT, MISS)
    assert (court.state.seats[CAT[0]].wounds, court.state.seats[WOLF[0]].wounds) == (1, 0)
    assert last(court).stand is Answer.AGREED


@pytest.mark.rule("GE-CRT-94", "GE-CRT-95", "R-103", "R-104")
@pytest.mark.parametrize(
    ("one", "other", "winner", "cat", "wolf"),
    [
        (MISS, GIVES_UP, CAT[0], 1, -1),
        (GIVES_UP, MISS, WOLF[0], -1, 1),
        (GIVES_UP, GIVES_UP, None, 0, 0),
        (DuelistRound(hit=True, forfeits=True), MISS, WOLF[0], -1, 1),
    ],
)
def test_who_forfeits_has_lost_and_when_both_do_nobody_has_won(one, other, winner, cat, wolf):
    court = in_return()
    before = total(court), power(court, CAT[0]), power(court, WOLF[0])
    fight(court, one, other)
    assert (last(court).stand, last(court).winner) == (Answer.FOUGHT, winner)
    assert (total(court), power(court, CAT[0]), power(court, WOLF[0])) == (before[0], before[1] + cat, before[2] + wolf)


@pytest.mark.rule("GE-CRT-95", "R-104")
@pytest.mark.parametrize(("one", "other", "winner"), [(HIT, MISS, WOLF[0]), (HIT, HIT, None), (GIVES_UP, HIT, CAT[0])])
def test_the_third_wound_ends_it_before_anybody_forfeits(one, other, winner):
    court = in_return()
    for seat in (CAT[0], WOLF[0]):
        fold(court, WoundsAdjusted(seat=seat, before=0, wounds=2, reason="test"))
    fight(court, one, other)
    assert (last(court).stand, last(court).winner) == (Answer.FOUGHT, winner)
    assert not any(side.forfeits for side in (last(court).rounds[-1].challenger, last(court).rounds[-1].target))


@pytest.mark.rule("R-104", "R-139", "GE-CER-02")
def test_both_fall_the_challenger_first_and_neither_inherits_from_the_other():
    court = in_return()
    fold(court, SpousesSet(seat=CAT[0], other=WOLF[0], former=(), why="test"))
    fold(court, *(WoundsAdjusted(seat=seat, before=0, wounds=2, reason="test") for seat in (CAT[0], WOLF[0])))
    happened = fight(court, HIT, HIT)
    assert [each.seat for each in happened if isinstance(each, CharacterDied)] == [CAT[0], WOLF[0]]
    assert {each.to for each in happened if isinstance(each, EstatePassed)}.isdisjoint({CAT[0], WOLF[0]})
    assert (power(court, CAT[0]), power(court, WOLF[0])) == (0, 0)
    assert not any(isinstance(each, StakeDue) for each in happened)


@pytest.mark.rule("GE-CRT-95", "R-103", "R-139", "GE-CER-04", "GE-CER-17", "R-06")
def test_the_dead_are_inherited_from_before_their_stake_is_paid_from_the_house():
    court = in_return()
    fold(court, SpousesSet(seat=WOLF[0], other=BEAR[0], former=(), why="test"))
    fold(court, WoundsAdjusted(seat=WOLF[0], before=0, wounds=2, reason="test"))
    held, widowed, mine = power(court, WOLF[0]), power(court, BEAR[0]), power(court, CAT[0])
    happened = fight(court, MISS, HIT)
    kinds = [type(each) for each in happened]
    assert kinds.index(EstatePassed) < kinds.index(PowerLost)
    assert (power(court, BEAR[0]), power(court, CAT[0])) == (widowed + held, mine + 1)
    assert next(each.seat for each in happened if isinstance(each, PowerLost)) in WOLF[1:]
    assert is_dead(court.state, WOLF[0])


@pytest.mark.rule("R-103", "R-06", "R-07")
def test_a_stake_is_paid_by_the_loser_then_the_house_and_only_as_far_as_it_exists():
    court = in_return(Stake(power=50, favors=50))
    wolves = [seat for seat in court.state.seats.values() if seat.house == "wolf"]
    held, cards = sum(seat.purse.power for seat in wolves), sum(len(seat.purse.favors) for seat in wolves)
    mine, all_of_it = court.state.seats[CAT[0]].purse, total(court)
    fight(court, MISS, GIVES_UP)
    after = court.state.seats[CAT[0]].purse
    assert (after.power, len(after.favors), total(court)) == (mine.power + held, len(mine.favors) + cards, all_of_it)


@pytest.mark.rule("R-103")
@pytest.mark.parametrize(("one", "other", "owner"), [(GIVES_UP, MISS, "wolf"), (MISS, GIVES_UP, "cat")])
def test_a_staked_building_goes_only_when_its_house_loses(one, other, owner):
    court = arena()
    number = court.state.buildings[-1].id
    staked(court, Stake(buildings=(number,), words="an apology"))
    court.day.until(1, Phase.RETURN)
    fight(court, one, other)
    assert court.state.buildings[-1].house == owner
    assert [each.rule for each in court.state.hand_offs] == ["R-103"]


@pytest.mark.rule("GE-CRT-88", "GE-CRT-95", "R-103", "R-143", "R-06")
def test_staked_hostages_come_to_the_winners_house_with_what_their_house_has_in_rank_order():
    court = arena()
    challenge = call(court, CAT[0], WOLF[1])
    court.do(Accept(month=1, number=challenge.number, seat=WOLF[1], stake=Stake(hostages=2)))
    court.day.until(1, Phase.RETURN)
    fold(court, PowerLost(seat=WOLF[0], amount=power(court, WOLF[0]) - 1, why="test"))
    second, before = power(court, WOLF[1]), total(court)
    happened = fight(court, MISS, GIVES_UP)
    taken = [each for each in happened if isinstance(each, HostageTaken)]
    assert [(each.of, each.holder, each.power_from, each.rule) for each in taken] == [
        ("wolf", "cat", WOLF[0], "R-103"),
        ("wolf", "cat", WOLF[1], "R-103"),
    ]
    assert ([power(court, seat) for seat in WOLF], total(court)) == ([0, second - 1], before - 2)
    assert sum(each.power for each in court.state.hostages if each.id in {one.id for one in taken}) == 2
    assert court.state.hand_offs == ()
    assert GAME.broken(court.state) == ()


@pytest.mark.rule("R-103")
def test_nobody_takes_a_hostage_of_the_own_house():
    court = arena()
    challenge = call(court, CAT[0], CAT[1])
    stake = Stake(hostages=1)
    court.do(Accept(month=1, number=challenge.number, seat=CAT[1], stake=stake), player(CAT[1]))
    court.day.until(1, Phase.RETURN)
    happened = fight(court, MISS, GIVES_UP)
    assert not any(isinstance(each, HostageTaken) for each in happened)


@pytest.mark.rule("EX-19", "GE-CER-02", "GE-CER-17", "GE-CRT-95", "R-103", "R-139", "R-142", "R-06")
def test_a_stake_of_a_hostage_is_taken_from_the_other_purses_of_the_dead_ones_house():
    """EX-19 with Cat for Eagle's side of the duel, Wolf for Bear, and Bear for Eagle."""
    court = in_return(Stake(hostages=1))
    court.do(TakeHostages(holder=HouseId("bear"), of=HouseId("wolf"), count=1, reason="wedding"), CEREMONY)
    fold(court, SpousesSet(seat=WOLF[0], other=BEAR[0], former=(), why="test"))
    fold(court, PowerGained(seat=WOLF[0], amount=4, why="test"), WoundsAdjusted(seat=WOLF[0], before=0, wounds=2, reason="test"))
    others = [seat.id for seat in court.state.seats.values() if seat.house == "wolf" and seat.id != WOLF[0]]
    held, widowed, left = (sum(power(court, seat) for seat in seats) for seats in ((WOLF[0],), BEAR, others))
    happened = fight(court, MISS, HIT)
    token = next(each for each in court.state.hostages if each.holder == "cat" and each.of == "wolf")
    assert (is_dead(court.state, WOLF[0]), last(court).winner, token.power) == (True, CAT[0], 1)
    kinds = [type(each) for each in happened]
    assert kinds.index(EstatePassed) < kinds.index(HostageTaken)
    assert (power(court, WOLF[0]), power(court, BEAR[0])) == (0, widowed + held)
    assert sum(power(court, seat) for seat in others) == left - 1
    given = next(each for each in happened if isinstance(each, HostageTaken))
    assert given.power_from in others
    assert given.favor_from != WOLF[0]
    assert GAME.broken(court.state) == ()


@pytest.mark.rule("GE-CRT-90", "GE-CRT-95", "R-103", "R-139")
@pytest.mark.parametrize("later", [False, True])
def test_who_dies_before_an_agreed_duel_is_fought_has_lost_it(later):
    court = in_return()
    if later:
        court.do(PutOff(number=1))
        court.day.until(2, Phase.CEREMONY)
    mine = power(court, CAT[0])
    happened = court.do(AdjustWounds(player=WOLF[0], before=0, wounds=3, reason="a poisoned cup"))
    assert (last(court).stand, last(court).winner, last(court).rounds) == (Answer.FOUGHT, CAT[0], ())
    kinds = [type(each) for each in happened]
    assert kinds.index(EstatePassed) < kinds.index(DuelEnded) < kinds.index(PowerLost)
    assert power(court, CAT[0]) == mine + 1
    assert "round is written down already" in no(court, FightRound(number=1, round=1, challenger=MISS, target=HIT))


@pytest.mark.rule("R-104")
def test_of_two_who_die_at_the_same_time_nobody_has_won():
    court = in_return()
    for wound in double_wound_events(court.state, (CAT[0], 3), (WOLF[0], 3), why="test", rule="GE-UND-03"):
        court.day.state = GAME.followed(court.state, wound, DecisionContext(by=COURT_CONTROL, at=court.day.now)).state
    assert (is_dead(court.state, CAT[0]), is_dead(court.state, WOLF[0])) == (True, True)
    assert (last(court).stand, last(court).winner) == (Answer.FOUGHT, None)
    assert GAME.broken(court.state) == ()


@pytest.mark.rule("GE-CER-06", "R-102")
def test_a_challenge_whose_player_dies_comes_to_nothing():
    court = arena()
    staked(court)
    court.do(AdjustWounds(player=WOLF[0], before=0, wounds=3, reason="a poisoned cup"))
    assert (last(court).stand, str(last(court).stake.power)) == (Answer.OFF, "1")


@pytest.mark.rule("GE-CRT-94", "GE-CRT-95", "R-102")
def test_a_duel_lapses_when_one_of_the_two_leaves_for_good():
    court = in_return()
    court.do(PutOff(number=1))
    mine = power(court, CAT[0])
    court.do(LeaveForGood(seat=WOLF[0]), CHECK_IN)
    assert (last(court).stand, power(court, CAT[0])) == (Answer.OFF, mine)


@pytest.mark.rule("R-13", "R-102", "GE-EVT-32")
def test_a_duel_put_off_uses_the_ceremony_of_both_houses():
    court = in_return()
    court.do(PutOff(number=1))
    assert "next Ceremony" in no(court, FightRound(number=1, round=1, challenger=MISS, target=MISS))
    court.day.until(2, Phase.CEREMONY)
    fight(court, MISS, MISS)
    fight(court, MISS, GIVES_UP)
    held = [(each.kind, set(each.houses)) for each in court.state.ceremonies]
    assert held == [(CeremonyKind.DUEL, {"cat", "wolf"})]
    assert last(court).winner == CAT[0]


@pytest.mark.rule("R-102", "R-12")
def test_what_nobody_fought_is_put_off_and_then_comes_to_nothing():
    court = in_return()
    court.day.until(2, Phase.CEREMONY)
    assert last(court).stand is Answer.LATER
    court.day.until(2, Phase.MOVEMENT)
    assert last(court).stand is Answer.OFF


@pytest.mark.rule("R-102")
def test_control_calls_a_duel_off():
    court = in_return()
    court.do(CallOff(number=1, reason="gone home"))
    assert last(court).stand is Answer.OFF
    assert "over already" in no(court, CallOff(number=1, reason="again"))


# --- a stake, purse by purse ------------------------------------------------------------------------------------------------

Purses = tuple[tuple[int, int], ...]  # Power and Favors of Wolf's ranks 1 to 3
LOST: dict[str, tuple[Purses, int, Stake, DuelistRound, tuple[int, int], list[tuple[int, int]], Purses]] = {
    # purses before; the rank that loses; the stake; how; gain of Cat's duelist; Power and Favors on the hostages; purses after
    "Power of the loser first": (((3, 0), (3, 0), (0, 0)), 2, Stake(power=2), GIVES_UP, (2, 0), [], ((3, 0), (1, 0), (0, 0))),
    "then of the House": (((3, 0), (1, 0), (0, 0)), 2, Stake(power=3), GIVES_UP, (3, 0), [], ((1, 0), (0, 0), (0, 0))),
    "Favors alike": (((0, 2), (0, 1), (0, 0)), 2, Stake(favors=2), GIVES_UP, (0, 2), [], ((0, 1), (0, 0), (0, 0))),
    "no kind makes up for the other": (
        ((3, 0), (3, 0), (0, 0)),
        2,
        Stake(favors=2),
        GIVES_UP,
        (0, 0),
        [],
        ((3, 0), (3, 0), (0, 0)),
    ),
    "a hostage by rank": (((2, 2), (2, 2), (0, 0)), 2, Stake(hostages=1), GIVES_UP, (0, 0), [(1, 1)], ((1, 1), (2, 2), (0, 0))),
    "each kind from its own purse": (
        ((0, 2), (2, 0), (0, 0)),
        2,
        Stake(hostages=1),
        GIVES_UP,
        (0, 0),
        [(1, 1)],
        ((0, 1), (1, 0), (0, 0)),
    ),
    "with what is there": (((0, 0), (0, 0), (0, 1)), 1, Stake(hostages=1), GIVES_UP, (0, 0), [(0, 1)], ((0, 0), (0, 0), (0, 0))),
    "with nothing": (((0, 0), (0, 0), (0, 0)), 1, Stake(hostages=1), GIVES_UP, (0, 0), [(0, 0)], ((0, 0), (0, 0), (0, 0))),
    "two hostages": (((1, 0), (1, 1), (0, 0)), 2, Stake(hostages=2), GIVES_UP, (0, 0), [(1, 1), (1, 0)], ((0, 0), (0, 0), (0, 0))),
    "Power before the hostage": (
        ((1, 0), (2, 0), (0, 0)),
        2,
        Stake(power=2, hostages=1),
        GIVES_UP,
        (2, 0),
        [(1, 0)],
        ((0, 0),) * 3,
    ),
    "nothing left for the hostage": (
        ((1, 0), (1, 0), (0, 0)),
        2,
        Stake(power=2, hostages=1),
        GIVES_UP,
        (2, 0),
        [(0, 0)],
        ((0, 0),) * 3,
    ),
    "of the dead nothing": (((3, 3), (2, 2), (0, 0)), 1, Stake(hostages=1), HIT, (0, 0), [(1, 1)], ((0, 0), (1, 1), (0, 0))),
    "of the dead no Power either": (((3, 0), (1, 0), (0, 0)), 1, Stake(power=3), HIT, (1, 0), [], ((0, 0),) * 3),
    "the dead had all": (((3, 3), (0, 0), (0, 0)), 1, Stake(power=1, hostages=1), HIT, (0, 0), [(0, 0)], ((0, 0),) * 3),
}


@pytest.mark.rule("R-103", "R-06", "R-143", "R-139", "GE-CRT-95")
@pytest.mark.parametrize("name", LOST)
def test_a_stake_comes_from_the_loser_and_what_a_hostage_carries_from_the_house(name: str):
    """The God Emperor reigns, so he takes what the dead held (R-29)."""
    before, rank, stake, how, gained, loads, after = LOST[name]
    court = arena()
    loser = SeatId(f"wolf-{rank}")
    challenge = call(court, CAT[0], loser)
    court.do(Accept(month=1, number=challenge.number, seat=loser, stake=stake), player(loser))
    court.day.until(1, Phase.RETURN)
    court.day.state = replace(court.state, hostages=())
    deck, seats = iter(court.state.favor_deck), {each.id: replace(each, purse=Purse()) for each in court.state.seats.values()}
    for at, (held, cards) in enumerate(before, start=1):
        seat = SeatId(f"wolf-{at}")
        purse = Purse(power=held, favors=tuple(next(deck) for _each in range(cards)))
        seats[seat] = replace(seats[seat], purse=purse, wounds=2 if seat == loser and how is HIT else 0)
    court.day.state = replace(court.state, seats=seats, favor_deck=tuple(deck))

    fight(court, MISS, how)

    def of(seat: SeatId) -> tuple[int, int]:
        return power(court, seat), len(court.state.seats[seat].purse.favors)

    assert of(CAT[0]) == gained
    assert [(each.power, len(each.favors)) for each in court.state.hostages if each.holder == "cat"] == loads
    assert tuple(of(SeatId(f"wolf-{at}")) for at in (1, 2, 3)) == after


@pytest.mark.rule("R-102", "R-103")
def test_another_stake_for_a_duel_that_is_agreed_leaves_it_agreed_and_counts():
    court = arena()
    challenge = staked(court)
    court.do(StandBy(month=1, number=challenge.number, seat=CAT[0]), player(CAT[0]))

    court.do(Accept(month=1, number=challenge.number, seat=WOLF[0], stake=Stake(power=2)))

    assert (last(court).stand, last(court).stake) == (Answer.AGREED, Stake(power=2))
    court.day.until(1, Phase.RETURN)
    mine = power(court, CAT[0])
    fight(court, MISS, GIVES_UP)
    assert power(court, CAT[0]) == mine + 2


class Flags(Struct, frozen=True):
    """Flags of one castle."""

    flags: frozenset[HouseId]


class Board(RoomState, frozen=True):
    """As much of the War Room's state as a stake needs."""

    castles: Mapping[RegionId, Flags]


@pytest.mark.rule("GE-CRT-95", "R-103")
@pytest.mark.parametrize(("lost", "moved"), [("", {"fog", "zen"}), ("zen", {"fog"})], ids=["both held", "one lost in Battle"])
def test_a_staked_castle_goes_only_while_the_losers_house_has_its_flag(lost, moved):
    court = arena()
    mine = {RegionId(each): Flags(flags=frozenset({HouseId("wolf")})) for each in ("fog", "zen", "inn")}
    court.day.state = replace(court.state, rooms={**court.state.rooms, Room.WAR.value: Board(castles=mine)})
    challenge = staked(court, Stake(flags=(RegionId("fog"), RegionId("zen"))))
    court.do(StandBy(month=1, number=challenge.number, seat=CAT[0]), player(CAT[0]))
    left = {region: Flags(flags=frozenset() if region == lost else castle.flags) for region, castle in mine.items()}
    court.day.state = replace(court.state, rooms={**court.state.rooms, Room.WAR.value: Board(castles=left)})
    court.day.until(1, Phase.RETURN)

    happened = fight(court, MISS, GIVES_UP)

    gone = [(each.region, each.house, each.to) for each in happened if isinstance(each, FlagForfeited)]
    assert gone == [(region, "wolf", "cat") for region in sorted(moved)]
