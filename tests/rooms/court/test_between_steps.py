"""Changes between two steps: a correction, a death, a leaver, a late player, an order. The rules hold after each."""

from __future__ import annotations

import random

import pytest

from control.day.clock.phases import EndPhase
from control.day.people.presence import LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.engine.context import THE_CLOCK, Actor
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.court.game.duel.events import DuelCalledOff
from rooms.court.game.duel.rounds import PutOff
from rooms.court.game.duel.state import Answer
from rooms.court.game.floor.cycles import ChooseProposal, ReturnProposal, StrikeProposal, running_part
from rooms.court.game.floor.payment import PayLaw, payable_pools
from rooms.court.game.floor.vote import CastVote, CountFists
from rooms.court.game.floor.vote_result import CloseVote, DecideTie
from rooms.court.game.proposals.proposal import window
from rooms.court.game.roll import CorrectRoll, assembled
from rooms.court.game.sovereign_orders import OrderMilitary
from rooms.court.game.state import Stand, is_late, proposals_of_month, with_floor
from rooms.court.game.uprising.rules import RiseUp
from rooms.court.rules.majority import Count
from rooms.court.rules.pool_shares import THRONE, Share
from rooms.realm.game.laws import PostLaw
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne.succession import seat_house
from rooms.realm.game.throne.throne_events import SovereignDeposed, reigns
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Phase, Room
from tests.amounts import amount
from tests.rooms.court.court import BEAR, CAT, FINES, GAME, IMMORTAL, WOLF, Session, fold, three_houses
from tests.rooms.court.test_duels import in_return
from tests.rooms.court.test_floor import refused
from tests.rooms.realm.game.play import CHECK_IN, COURT_CONTROL, EVERY_DESK, player

HERE = (*CAT, *WOLF, *BEAR)
ELSEWHERE = tuple(SeatId(each) for each in ("ram-1", "eagle-1", "snake-1", "bear-2"))
TREATY = Paper(type="treaty", values=(("zen",),))

# --- players who are gone do not count ----------------------------------------------------------------------------------


def goes(court: Session, seat: SeatId, how: str) -> None:
    """Remove a player from the assembled."""
    match how:
        case "correction":
            court.do(CorrectRoll(month=1, player=seat, there=False))
        case "death":
            wounds = court.state.seats[seat].wounds
            court.do(AdjustWounds(player=seat, before=wounds, wounds=3, reason="poison"), EVERY_DESK)
        case "leaver":
            court.do(LeaveForGood(seat=seat), CHECK_IN)
        case "elsewhere":
            court.do(SeatInRoom(player=seat, month=1, room=Room.WAR))


@pytest.mark.rule("GE-CRT-26", "GE-CRT-28", "R-80", "R-139", "R-16")
@pytest.mark.parametrize("how", ["correction", "death", "leaver", "elsewhere"])
@pytest.mark.parametrize(("named", "fists", "count"), [(0, 6, (5, 0)), (2, 4, (5, 0)), (0, 3, (3, 2)), (1, 2, (2, 3))])
def test_no_more_fists_stand_than_hands_are_left(how, named, fists, count):
    """Six are assembled. `named`: players who vote for it by name, CAT[2] first, who is gone before the close."""
    court = three_houses(cat_1=FINES).choose(CAT[0]).until("vote-1")
    for seat in (CAT[2], WOLF[0])[:named]:
        court.vote(1, seat)
    court.fists(1, fists)

    goes(court, CAT[2], how)

    favor, against = count
    assert court.close(1).count == Count(assembled=5, favor=favor, against=against)


# --- the throne's pool --------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-77", "R-33", "R-78")
def test_while_a_successor_is_named_the_thrones_pool_waits_and_pays_nothing():
    court = three_houses(cat_3=FINES)
    court.wins(1, CAT[2])
    fold(court, SovereignDeposed(month=1, seat=None, waits=ThroneWaits.CHOICE, why="a joint coup", rule="R-33"))
    assert court.pools[THRONE] == (2, 2)
    assert "payers that have a pool" in refused(court, PayLaw(month=1, cycle=1, shares=(Share(payer=THRONE, power=2, favors=1),)))
    for pool in ("cat", "wolf", "bear"):
        court.day.state = _emptied(court, pool)
    court.do(PayLaw(month=1, cycle=1))
    assert court.at(1).stand is Stand.UNPAID

    fold(court, *seat_house(court.state, HouseId("cat"), why="named", rule="R-33"))

    assert THRONE in {pool.payer for pool in payable_pools(court.state)}


def _emptied(court: Session, payer: str) -> GameState:
    pools = tuple(replace(each, power=0, favors=0) if each.payer == payer else each for each in court.floor.pools)
    return with_floor(court.state, replace(court.floor, pools=pools))


@pytest.mark.rule("R-77", "R-24", "R-28", "R-26")
@pytest.mark.parametrize("waits", [ThroneWaits.TIE, ThroneWaits.RETURN, ThroneWaits.NOBODY])
def test_an_empty_throne_gives_its_pool_back_to_the_bank(waits):
    court = three_houses()
    fold(court, SovereignDeposed(month=1, seat=None, waits=waits, why="test", rule="R-24"))
    assert THRONE not in court.pools


# --- the last month -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-102", "R-12")
def test_in_the_last_month_a_duel_cannot_be_put_off_and_unfought_it_is_called_off():
    court = in_return()
    scenario = court.state.scenario
    only = replace(scenario.timetable, months=scenario.timetable.months[:1])
    court.day.state = replace(court.state, scenario=replace(scenario, timetable=only))

    with pytest.raises(Refused):
        court.do(PutOff(number=1))
    assert court.state.clock.deadline is not None
    court.day.now = court.state.clock.deadline
    happened = court.do(EndPhase(month=1, phase=Phase.RETURN), THE_CLOCK)

    assert [type(each) for each in happened if isinstance(each, DuelCalledOff)] == [DuelCalledOff]
    assert court.state.rooms[Room.COURT].duels.challenges[-1].stand is Answer.OFF  # type: ignore[attr-defined]


@pytest.mark.rule("R-102", "R-12")
def test_in_the_month_before_the_last_a_duel_can_be_put_off():
    court = in_return()
    scenario = court.state.scenario
    two = replace(scenario.timetable, months=scenario.timetable.months[:2])
    court.day.state = replace(court.state, scenario=replace(scenario, timetable=two))

    court.do(PutOff(number=1))

    assert court.state.rooms[Room.COURT].duels.challenges[-1].stand is Answer.LATER  # type: ignore[attr-defined]


# --- a walk through a month ---------------------------------------------------------------------------------------------


class Walk:
    """A month of the Court by dice, with a change between any two steps, and a plain record of what the rules expect."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.court = Session(HERE, {CAT[0]: FINES, CAT[1]: IMMORTAL, CAT[2]: FINES})
        self.came = set(HERE)  # in time: chose the Court, or was added to the roll
        self.gone = set[SeatId]()  # left or dead
        self.off = set[SeatId]()  # by a correction
        self.there = set(HERE)
        self.late = set[SeatId]()
        self.pools = dict.fromkeys(("cat", "wolf", "bear"))
        self.handed = set[SeatId]()

    def tries(self, command: Command, by: Actor = COURT_CONTROL) -> bool:
        """Give a command and return whether it was accepted. A refusal changes nothing."""
        before = self.court.state
        try:
            self.court.do(command, by)
        except Refused:
            assert self.court.state == before
            return False
        return True

    def change(self) -> None:
        seat = self.dice.choice((*HERE, *ELSEWHERE, *ELSEWHERE))
        house = str(self.court.state.seats[seat].house)
        often, seldom = ("on", "off", "seated"), ("dies", "leaves", "away", "order", "post", "rise")
        match self.dice.choice((*often, *often, *seldom)):
            case "on":
                if self.tries(CorrectRoll(month=1, player=seat, there=True)):
                    self.off.discard(seat)
                    self.there.add(seat)
                    if seat not in self.late:
                        self.came.add(seat)
                        self.pools.setdefault(house)
            case "off":
                if self.tries(CorrectRoll(month=1, player=seat, there=False)):
                    self.off.add(seat)
            case "dies":
                wounds = self.court.state.seats[seat].wounds
                if self.tries(AdjustWounds(player=seat, before=wounds, wounds=3, reason="poison"), EVERY_DESK):
                    self.gone.add(seat)
            case "leaves":
                if self.dice.random() < 0.5 and self.tries(LeaveForGood(seat=seat), CHECK_IN):
                    self.gone.add(seat)
            case "seated":
                if self.tries(SeatInRoom(player=seat, month=1, room=Room.COURT)):
                    self.there.add(seat)
                    if seat not in self.came:
                        self.late.add(seat)
            case "away":
                if self.tries(SeatInRoom(player=seat, month=1, room=Room.WAR)):
                    self.late.discard(seat)
                    if seat not in self.court.floor.added:
                        self.there.discard(seat)
            case "order":
                self.tries(OrderMilitary(month=1, paper=TREATY))
            case "post":
                self.tries(PostLaw(title=f"Law {self.dice.random()}", text="It hangs.", reason="test"))
            case "rise":
                self.tries(RiseUp(month=1, number=1, seat=seat), player(seat))

    def act(self) -> None:
        """Give a command of the running step, sometimes one of another step."""
        part, cycle = running_part(self.court.state) or ("", self.dice.randint(1, 3))
        seat = self.dice.choice(HERE)
        fitting = {"vote": ("vote", "fists", "fists", "close"), "payment": ("tie", "pay", "share")}.get(str(part), ("choose",))
        every = ("choose", "return", "strike", "vote", "fists", "close", "tie", "pay", "share")
        match self.dice.choice(fitting if self.dice.random() < 0.8 else every):
            case "choose":
                self.tries(ChooseProposal(month=1, author=seat))
            case "return":
                self.tries(ReturnProposal(month=1, author=seat))
            case "strike":
                if self.dice.random() < 0.1:
                    self.tries(StrikeProposal(month=1, author=seat, reason="test"))
            case "vote":
                self.tries(CastVote(month=1, cycle=cycle, seat=seat, favor=self.dice.random() < 0.7), player(seat))
            case "fists":
                self.tries(CountFists(month=1, cycle=cycle, fists=self.dice.randint(2, 7)))
            case "close":
                self.tries(CloseVote(month=1, cycle=cycle))
            case "tie":
                self.tries(DecideTie(month=1, cycle=cycle, passes=True))
            case "pay":
                self.tries(PayLaw(month=1, cycle=cycle))
            case "share":
                payer = self.dice.choice(("cat", "wolf", "ram", THRONE))
                self.tries(PayLaw(month=1, cycle=cycle, shares=(Share(payer=payer, power=2, favors=1),)))

    def holds(self) -> None:
        """Check the rules of the floor."""
        court, state = self.court, self.court.state
        assert GAME.broken(state) == ()
        roll = {seat.id for seat in assembled(state)}
        assert roll == self.there - self.off - self.gone
        assert {pool.payer for pool in court.floor.pools} - {THRONE} == set(self.pools)
        for pool in court.floor.pools:
            assert 0 <= pool.power <= 2  # GE-CRT-33
            assert 0 <= pool.favors <= 2
        if not reigns(state):
            assert THRONE not in {pool.payer for pool in payable_pools(state)}
        for seat in self.late:
            assert is_late(state, seat)
            assert not window(state, seat).open
            assert seat not in {each.seat for each in proposals_of_month(state)}
        for each in court.floor.cycles:
            if each.count is not None:
                assert each.count.favor + each.count.against == each.count.assembled == len(each.roll)
                assert min(each.count.favor, each.count.against) >= 0
            if each.stand is Stand.PASSED:
                assert sum(share.points for share in each.paid) == each.cost
        numbers = [law.number for law in (*state.laws, *state.struck_laws)]
        ordered = {each.law for each in state.passed if each.ordered}
        named = [number for number in numbers if number]
        assert len(named) == len(set(named))
        unnumbered = {law.id for law in state.laws if law.id in ordered} if state.clock.phase == Phase.ACTION else set()
        assert {law.id for law in state.laws if not law.number} == unnumbered

    def through(self) -> Walk:
        """Play until Return begins, with a few acts and changes between any two steps."""
        while self.court.state.clock.phase == Phase.ACTION:
            for _each in range(self.dice.randint(1, 5)):
                self.change()
                self.holds()
                self.act()
                self.holds()
            at = self.court.state.clock.rooms[Room.COURT].step
            if at is None:
                self.court.day.until(1, Phase.RETURN)
            else:
                self.court.end(at)
            self.holds()
        return self


@pytest.mark.rule("R-16", "R-77", "R-78", "R-80", "R-83", "R-139", "GE-CRT-26", "GE-CRT-28", "GE-CRT-33")
@pytest.mark.parametrize("seed", range(1, amount(40, 400) + 1))
def test_whatever_changes_between_two_steps_the_floor_keeps_the_rules(seed):
    walk = Walk(seed).through()
    state = walk.court.state

    orders = [law.number for law in state.laws if any(each.ordered and each.law == law.id for each in state.passed)]
    others = [law.number for law in state.laws if law.since == 1 and law.number not in orders]
    assert all(order > other for order in orders for other in others)  # orders come last in their month
