"""Bots in the Court: they propose what suits their House, vote by its interest and once, and decide as Sovereign."""

from __future__ import annotations

import random

import pytest

from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from rooms.court.game.bots import act, friends_of, harmful_laws, leanings_of, needed_paper, points_for
from rooms.court.game.duel.challenge import Accept, CallOut, Refuse, StandBy, Withdraw
from rooms.court.game.duel.state import Stake
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.speakers import RaiseHand
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.floor.vote_result import DecideTie
from rooms.court.game.proposals.proposal import check
from rooms.court.game.state import Stand
from rooms.court.game.uprising.rules import RiseUp
from rooms.court.rules.pool_shares import THRONE
from rooms.realm.game.ranks_and_wounds import WoundsAdjusted
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.succession import seat_house
from rooms.realm.papers.game.entries import random_paper
from rooms.realm.papers.game.types import Paper, type_of
from rooms.realm.scenario.ids import HouseId, LawId
from tests.rooms.court.court import BEAR, CAT, FAMINE_AID, FINES, IMMORTAL, REMOVE, WOLF, Session, fold, three_houses
from tests.rooms.court.test_duels import arena
from tests.rooms.realm.game.play import player

LIFT = Paper(type="tax", values=(("lift",), (), ("law-8",)))
LEVY = Paper(type="tax", values=(("levy",), ("wolf", "bear", "ram"), ("law-8",)))
MINE, YOURS = HouseId("cat"), HouseId("wolf")


def dice(seed: object = 1) -> random.Random:
    return random.Random(f"{seed}")


def crowned(court: Session, house: str = "cat") -> SeatId:
    """A player of this House takes the throne."""
    fold(court, *seat_house(court.state, HouseId(house), why="", rule="R-33"))
    holder = court.state.throne.holder
    assert holder is not None
    return holder


def married(state: GameState, one: SeatId, other: SeatId) -> GameState:
    seats = {**state.seats, one: replace(state.seats[one], spouse=other), other: replace(state.seats[other], spouse=one)}
    return replace(state, seats=seats)


# --- interest -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paper", "helped", "harmed"),
    [
        (FINES, set(), {"wolf"}),
        (IMMORTAL, {"wolf", "ram"}, set()),
        (Paper(type="tariffs", values=(("wolf",), ("cat",), ("1",), ("0",))), {"cat"}, {"wolf"}),
        (LEVY, {"cat"}, {"wolf", "bear", "ram"}),
        (LIFT, {"snake"}, {"ram"}),
        (Paper(type="remove", values=(("law-8",),)), {"snake"}, {"ram"}),
        (Paper(type="gaes", values=(("wolf",), ("wolf-1", "wolf-2", "wolf-3"), ("east",))), set(), {"wolf"}),
        (Paper(type="execution", values=(("wolf-1", "bear-1"),)), set(), {"wolf", "bear"}),
        (Paper(type="border-watch", values=(("east",),)), set(), {"wolf", "eagle", "bear"}),
        (REMOVE, set(), set()),
        (Paper(type="treaty", values=(("sus",),)), set(), set()),
        (Paper(type="no-such-kind"), set(), set()),
    ],
)
def test_whom_a_proposal_helps_and_harms(paper, helped, harmed):
    leanings = leanings_of(three_houses().state, paper, MINE)

    assert {house for house, points in leanings.items() if points > 0} == helped
    assert {house for house, points in leanings.items() if points < 0} == harmed


def test_a_law_that_a_house_starves_by_is_its_burden_and_famine_aid_its_need():
    state = three_houses().state
    starving = {food.giver for law in state.laws for food in law.effects.food}
    assert starving

    for house in starving:
        assert leanings_of(state, FAMINE_AID, MINE)[house] > 0
        assert any(law.id in harmful_laws(state, house) for law in state.laws if law.effects.food)
    assert LawId("law-8") in harmful_laws(state, HouseId("snake"))
    assert LawId("law-8") not in harmful_laws(state, HouseId("ram"))


def test_the_own_house_counts_more_than_a_friend():
    state = married(three_houses().state, CAT[0], WOLF[0])
    assert friends_of(state, MINE) == {YOURS}

    assert points_for(state, MINE, FINES, HouseId("ram")) < 0
    assert points_for(state, YOURS, FINES, HouseId("ram")) < points_for(state, MINE, FINES, HouseId("ram"))
    assert points_for(state, MINE, IMMORTAL, HouseId("ram")) > 0
    assert points_for(three_houses().state, MINE, FINES, HouseId("ram")) == 0


# --- what they propose --------------------------------------------------------------------------------------------------


def test_what_bots_propose_can_be_proposed_suits_the_house_and_is_of_every_kind():
    state, seen = three_houses().state, set[str]()

    for seed in range(400):
        paper = needed_paper(state, CAT[seed % 3], dice(seed))
        assert paper is not None
        check(state, CAT[0], paper)
        assert leanings_of(state, paper, MINE).get(MINE, 0) >= 0 or paper.type in ("border-watch", "execution"), paper
        seen.add(paper.type)

    assert seen == {kind.id for kind in state.scenario.proposals} - {"destroy"}  # no building stands yet


def test_a_house_that_may_not_propose_writes_nothing():
    assert needed_paper(three_houses().state, WOLF[0], dice()) is None


def test_a_house_under_a_burden_proposes_against_it_half_the_time():
    state = three_houses().state
    snake = next(seat.id for seat in state.seats.values() if seat.house == "snake")
    found = [needed_paper(state, snake, dice(seed)) for seed in range(60)]

    against = [paper for paper in found if paper and paper.type in ("remove", "famine-aid")]
    assert 20 < len(against) < 50
    assert all(leanings_of(state, paper, HouseId("snake")).get(HouseId("snake"), 0) > 0 for paper in against[:5])


# --- how they vote ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-26")
def test_bots_vote_by_interest_once_and_only_while_the_vote_is_open():
    court = three_houses(cat_1=FINES).choose(CAT[0])
    loud = {seat: next(seed for seed in range(99) if dice(seed).random() < 0.9) for seat in (*CAT, *WOLF)}
    assert not any(isinstance(act(court.state, seat, dice(loud[seat])), CastVote) for seat in (*CAT, *WOLF))

    court.until("vote-1")
    for seat in (*CAT, *WOLF):
        vote = act(court.state, seat, dice(loud[seat]))
        assert vote == CastVote(month=1, cycle=1, seat=seat, favor=seat in CAT)
        court.do(vote, player(seat))
        assert act(court.state, seat, dice(loud[seat])) is None

    court.close(1)
    assert act(court.state, BEAR[0], dice(loud[CAT[0]])) is None


def test_who_has_nothing_of_it_votes_by_dice_of_its_own_and_some_do_not_vote():
    court = three_houses(cat_1=REMOVE).choose(CAT[0]).until("vote-1")

    said = [act(court.state, BEAR[0], dice(seed)) for seed in range(60)]

    assert {vote.favor for vote in said if isinstance(vote, CastVote)} == {True, False}
    assert None in said


def test_who_is_not_in_the_court_does_nothing():
    court = three_houses().choose(CAT[0]).until("vote-1")

    assert act(court.state, SeatId("ram-1"), dice()) is None


# --- how they speak and rise --------------------------------------------------------------------------------------------


def _thrown(*shares: float) -> random.Random:
    """Return dice that fall in this order: two for a vote, one for a hand, one for an Uprising, three for a duel."""
    thrown = dice()
    thrown.random = iter((*shares, *[1.0] * 9)).__next__  # type: ignore[method-assign]
    return thrown


@pytest.mark.rule("GE-CRT-24", "GE-CRT-25")
def test_some_raise_a_hand_while_one_speaks_and_once():
    court = three_houses(cat_1=FINES).choose(CAT[0])
    assert act(court.state, WOLF[0], _thrown(0.0, 0.0, 0.5, 1.0)) is None

    hand = act(court.state, WOLF[0], _thrown(0.0, 0.0, 0.1, 1.0))

    assert hand == RaiseHand(month=1, step=StepId("explain-1"), seat=WOLF[0])
    court.do(hand, player(WOLF[0]))
    assert act(court.state, WOLF[0], _thrown(0.0, 0.0, 0.1, 1.0)) is None
    court.until("vote-1")
    assert act(court.state, BEAR[0], _thrown(1.0, 0.0, 0.1, 1.0)) is None


@pytest.mark.rule("R-105", "GE-CRT-97")
def test_now_and_then_one_declares_an_uprising_and_more_stand_with_it_but_no_friend_of_the_sovereign():
    court = three_houses()
    crowned(court, "bear")
    court.day.state = married(court.state, CAT[1], BEAR[0])
    rare, often = _thrown(1.0, 0.0, 1.0, 0.001), _thrown(1.0, 0.0, 1.0, 0.3)
    assert act(court.state, WOLF[0], often) is None

    declared = act(court.state, WOLF[0], rare)

    assert declared == RiseUp(month=1, number=1, seat=WOLF[0])
    court.do(declared, player(WOLF[0]))
    assert act(court.state, WOLF[0], _thrown(1.0, 0.0, 1.0, 0.001)) is None
    assert act(court.state, WOLF[1], _thrown(1.0, 0.0, 1.0, 0.3)) == RiseUp(month=1, number=1, seat=WOLF[1])
    for friend in (BEAR[0], CAT[0]):
        assert not isinstance(act(court.state, friend, _thrown(1.0, 0.0, 1.0, 0.001)), RiseUp)


# --- how they duel ------------------------------------------------------------------------------------------------------


def _mood(fierce: float = 1.0, brave: float = 1.0, which: float = 0.0) -> random.Random:
    return _thrown(1.0, 0.0, 1.0, 1.0, fierce, brave, which)


@pytest.mark.rule("GE-CRT-85", "GE-CRT-86", "GE-CRT-88", "GE-CRT-89")
def test_now_and_then_a_bot_challenges_answers_and_stands_by_it():
    court = arena()
    court.day.state = married(court.state, CAT[1], BEAR[0])
    assert act(court.state, CAT[0], _mood()) is None
    assert act(court.state, WOLF[0], _mood(fierce=0.0)) is None

    called = act(court.state, CAT[0], _mood(fierce=0.1))

    assert called == CallOut(month=1, seat=CAT[0], target=WOLF[0])
    court.do(called, player(CAT[0]))
    assert act(court.state, CAT[0], _mood(fierce=0.1)) is None
    assert act(court.state, WOLF[0], _mood()) == Refuse(month=1, number=1, seat=WOLF[0])
    accepted = act(court.state, WOLF[0], _mood(brave=0.1, which=0.99))
    assert accepted == Accept(month=1, number=1, seat=WOLF[0], stake=Stake(hostages=1))
    court.do(accepted, player(WOLF[0]))
    assert act(court.state, CAT[0], _mood()) == Withdraw(month=1, number=1, seat=CAT[0])
    assert act(court.state, CAT[0], _mood(brave=0.1)) == StandBy(month=1, number=1, seat=CAT[0])


def test_a_bot_that_the_next_hit_kills_neither_challenges_nor_accepts():
    court = arena()
    court.do(CallOut(month=1, seat=CAT[0], target=WOLF[0]), player(CAT[0]))
    for seat in (WOLF[0], CAT[1]):
        fold(court, WoundsAdjusted(seat=seat, before=0, wounds=2, reason="test"))
    assert isinstance(act(court.state, WOLF[0], _mood(brave=0.0)), Refuse)
    assert act(court.state, CAT[1], _mood(fierce=0.0)) is None


# --- how they reign -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-23", "GE-SOV-26", "GE-CRT-30")
def test_a_bot_on_the_throne_chooses_decides_ties_and_lets_others_pay():
    court = three_houses(cat_1=FAMINE_AID, cat_2=FINES, cat_3=IMMORTAL)
    holder = crowned(court)
    others = [act(court.state, seat, dice()) for seat in (*WOLF, *BEAR)]
    assert others == [None, None, None]

    chosen = [act(court.state, holder, dice())]
    while isinstance(chosen[-1], ChooseProposal):
        court.do(chosen[-1], player(holder))
        chosen.append(act(court.state, holder, dice()))
    assert len(chosen) == 4
    assert chosen[-1] is None

    court.until("vote-1").fists(1, 3).close(1)
    assert court.at(1).stand is Stand.TIE
    tie = act(court.state, holder, dice())
    assert isinstance(tie, DecideTie)
    assert tie.passes
    court.do(tie, player(holder))

    paid = act(court.state, holder, dice())
    assert isinstance(paid, PayLaw)
    assert not {share.payer for share in paid.shares} & {"cat", THRONE}
    court.do(paid, player(holder))
    assert court.at(1).stand is Stand.PASSED
    assert act(court.state, holder, dice()) is None


@pytest.mark.rule("GE-CRT-33")
def test_a_bot_spares_its_friends_until_nobody_else_can_pay():
    court = three_houses(cat_1=FAMINE_AID, cat_2=IMMORTAL)
    holder = crowned(court)
    court.day.state = married(court.state, CAT[1], WOLF[0])
    court.wins(1, CAT[0])

    paid = act(court.state, holder, dice())

    assert isinstance(paid, PayLaw)
    assert {share.payer for share in paid.shares} == {"wolf", "bear"}


def test_a_bot_does_not_choose_what_nobody_could_pay():
    dear = Paper(type="fines", values=(("wolf",), ("40",), ("1",)))
    court = three_houses(cat_1=dear)
    holder = crowned(court)

    assert act(court.state, holder, dice()) is None


@pytest.mark.rule("GE-CRT-43", "R-76")
@pytest.mark.parametrize("seed", range(20))
def test_a_gaes_on_a_house_of_two_names_both(seed):
    state = three_houses().state
    state = replace(state, seats={seat: each for seat, each in state.seats.items() if seat.endswith(("-1", "-2"))})

    paper = random_paper(state, (type_of(state.scenario.proposals, Paper(type="gaes")),), dice(seed))

    assert len(paper.values[1]) == 2
