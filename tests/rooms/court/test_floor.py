"""The floor of the Court from the choice to the Law Board."""

from __future__ import annotations

import itertools
import random
from copy import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.day.people.lookup import acts_in_room
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.court.game.floor.cycles import ChooseProposal, ReturnProposal, StrikeProposal, free_cycle, waiting
from rooms.court.game.floor.payment import LawPaid, PayLaw, pools_in_turn
from rooms.court.game.floor.pools import due_pools
from rooms.court.game.floor.vote import CastVote, CountBribes, CountFists
from rooms.court.game.floor.vote_result import CloseVote, DecideTie
from rooms.court.game.proposals import proposal as sheets
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.court.game.roll import CorrectRoll, assembled
from rooms.court.game.state import Chosen, Stand, proposals_of_month, with_floor
from rooms.court.game.view_sovereign import agent_view
from rooms.court.rules.majority import Count
from rooms.court.rules.pool_shares import THRONE, Pool, Share
from rooms.realm.desks import Desk
from rooms.realm.game.court_seat import trap_events
from rooms.realm.game.passed_laws import LawPassed
from rooms.realm.game.throne.succession import seat_house
from rooms.realm.scenario.ids import HouseId, Phase, Room
from tests.rooms.court.court import (
    BEAR,
    CAT,
    FAMINE_AID,
    FINES,
    GAME,
    IMMORTAL,
    REMOVE,
    WOLF,
    Session,
    fold,
    three_houses,
    with_settings,
)
from tests.rooms.realm.game.play import COURT_CONTROL, EVERY_DESK, WAR_CONTROL, player
from tests.scenarios import on_throne

COURT_VIEWER = Viewer(desks=frozenset({Desk.COURT}))


def refused(session: Session, command: Command, by: Actor = COURT_CONTROL) -> str:
    """Return the sentence of a refusal. The state stays as it is."""
    before = session.state
    with pytest.raises(Refused) as no:
        session.do(command, by)
    assert session.state == before
    return no.value.sentence


def seat_a_player(session: Session, house: str = "cat") -> Session:
    """Put a player on the throne."""
    return fold(session, *seat_house(session.state, HouseId(house), why="", rule="R-33"))


# --- the roll -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-80", "GE-CRT-28")
def test_the_roll_is_who_is_there_as_control_corrects_it():
    court = three_houses()
    assert {seat.id for seat in assembled(court.state)} == {*CAT, *WOLF, *BEAR}

    court.do(CorrectRoll(month=1, player=CAT[2], there=False))
    court.do(CorrectRoll(month=1, player=SeatId("ram-1"), there=True))

    assert {seat.id for seat in assembled(court.state)} == {*CAT[:2], *WOLF, *BEAR, SeatId("ram-1")}
    assert "on the roll already" in refused(court, CorrectRoll(month=1, player=CAT[0], there=True))
    assert "does not stand on the roll" in refused(court, CorrectRoll(month=1, player=CAT[2], there=False))
    assert "month 2 is over" in refused(court, CorrectRoll(month=2, player=CAT[0], there=False))


@pytest.mark.rule("R-80")
def test_the_roll_is_frozen_when_the_vote_closes():
    court = three_houses().choose(CAT[0]).until("vote-1")
    closed = court.fists(1, 4).close(1)

    court.do(CorrectRoll(month=1, player=CAT[2], there=False))

    assert set(closed.roll) == {*CAT, *WOLF, *BEAR} == set(court.at(1).roll)
    assert court.at(1).count == Count(assembled=6, favor=4, against=2)


# --- choosing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-21", "GE-CRT-23", "GE-SOV-24", "R-38", "R-79")
def test_the_agent_chooses_one_for_each_of_three_cycles():
    court = three_houses(cat_1=FINES, cat_2=IMMORTAL, cat_3=FAMINE_AID)
    for author in CAT:
        court.choose(author)

    assert [(each.cycle, each.author, each.how) for each in court.floor.cycles] == [
        (1, CAT[0], Chosen.AGENT),
        (2, CAT[1], Chosen.AGENT),
        (3, CAT[2], Chosen.AGENT),
    ]
    assert "chosen already" in refused(court, ChooseProposal(month=1, author=CAT[0]))
    assert "No such proposal" in refused(court, ChooseProposal(month=1, author=WOLF[0]))


@pytest.mark.rule("GE-SOV-23", "R-38")
def test_the_sovereign_in_the_court_chooses_on_the_own_phone():
    court = seat_a_player(three_houses())
    assert "Only the Sovereign" in refused(court, ChooseProposal(month=1, author=CAT[1], seat=CAT[1]), player(CAT[1]))

    court.do(ChooseProposal(month=1, author=CAT[1], seat=CAT[0]), player(CAT[0]))

    assert court.at(1).how is Chosen.SOVEREIGN
    assert "not yours" in refused(court, ChooseProposal(month=1, author=CAT[0], seat=CAT[0]), player(CAT[1]))


@pytest.mark.rule("R-38", "GE-SOV-24")
def test_for_a_sovereign_elsewhere_the_agent_chooses():
    court = seat_a_player(three_houses(), "ram")
    ram = SeatId("ram-1")

    assert "Court Control decides there" in refused(court, ChooseProposal(month=1, author=CAT[0], seat=ram), player(ram))
    assert court.choose(CAT[0]).at(1).how is Chosen.AGENT


@pytest.mark.rule("R-79")
def test_a_scenario_may_hear_fewer():
    court = Session(CAT, dict(zip(CAT, (FINES, IMMORTAL, REMOVE), strict=True)), with_settings(proposals_per_month=2))
    court.until("explain-1").choose(CAT[0]).choose(CAT[1])

    assert "No cycle" in refused(court, ChooseProposal(month=1, author=CAT[2]))


@pytest.mark.rule("R-128", "GE-UND-20", "GE-UND-21")
def test_a_proposal_struck_out_gives_its_cycle_back_and_leverage_fills_it():
    court = three_houses().choose(CAT[0])

    court.do(StrikeProposal(month=1, author=CAT[0], reason="Destroy Proposal"))
    assert free_cycle(court.state) == 1
    court.do(ChooseProposal(month=1, author=CAT[1], leverage=True))

    assert (court.at(1).author, court.at(1).how) == (CAT[1], Chosen.LEVERAGE)
    assert "struck out" in refused(court, ChooseProposal(month=1, author=CAT[0], leverage=True))


@pytest.mark.rule("R-128", "GE-CRT-21")
def test_a_proposal_struck_out_before_it_was_chosen_waits_no_more():
    court = three_houses()
    court.do(StrikeProposal(month=1, author=CAT[0], reason="Destroy Proposal"))

    assert [each.seat for each in waiting(court.state)] == [CAT[1], CAT[2]]


@pytest.mark.rule("R-128")
def test_nothing_is_struck_out_once_it_is_counted():
    court = three_houses()
    court.wins(1, CAT[2])

    assert "have been counted" in refused(court, StrikeProposal(month=1, author=CAT[2], reason="too late"))


# --- voting -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-26")
def test_votes_open_with_the_step_and_close_with_a_tap():
    court = three_houses().choose(CAT[0])
    assert "has not begun" in refused(court, CastVote(month=1, cycle=1, seat=CAT[0], favor=True), player(CAT[0]))

    court.until("vote-1")
    court.vote(1, CAT[0])
    court.close(1)

    assert "is closed" in refused(court, CastVote(month=1, cycle=1, seat=CAT[1], favor=True), player(CAT[1]))
    assert "is closed" in refused(court, CloseVote(month=1, cycle=1))


@pytest.mark.rule("R-80")
def test_a_vote_sent_twice_is_one_and_a_changed_one_counts_once():
    court = three_houses().choose(CAT[0]).until("vote-1")
    court.vote(1, CAT[0])
    receipt = court.at(1).votes

    assert court.vote(1, CAT[0]) == ()
    assert court.at(1).votes == receipt

    court.vote(1, CAT[0], favor=False)
    court.vote(1, CAT[0])
    assert court.close(1).count == Count(assembled=6, favor=1, against=5)


@pytest.mark.rule("GE-CRT-26", "R-80")
def test_fists_are_those_who_have_not_voted_by_name():
    court = three_houses().choose(CAT[0]).until("vote-1")
    court.vote(1, CAT[0])
    court.vote(1, CAT[1], by=COURT_CONTROL)
    court.vote(1, CAT[2], favor=False)

    assert "Count 0 to 3 fists" in refused(court, CountFists(month=1, cycle=1, fists=4))
    court.fists(1, 2)
    assert "The fists have been counted" in refused(court, CastVote(month=1, cycle=1, seat=WOLF[0], favor=True), player(WOLF[0]))
    court.vote(1, CAT[1], favor=False)

    assert court.close(1).count == Count(assembled=6, favor=3, against=3)


@pytest.mark.rule("R-80")
def test_whoever_is_not_assembled_has_no_vote():
    court = three_houses().choose(CAT[0]).until("vote-1")
    ram = SeatId("ram-1")
    court.vote(1, CAT[2])

    assert "is not assembled" in refused(court, CastVote(month=1, cycle=1, seat=ram, favor=True), player(ram))
    court.do(CorrectRoll(month=1, player=CAT[2], there=False))

    assert court.close(1).count == Count(assembled=5, favor=0, against=5)


@pytest.mark.rule("R-80")
def test_by_houses_the_highest_rank_there_votes():
    court = Session((*CAT[1:], *WOLF), {CAT[1]: FINES}, with_settings(vote_by="house"))
    court.until("explain-1").choose(CAT[1]).until("vote-1")

    assert "votes for your House" in refused(court, CastVote(month=1, cycle=1, seat=CAT[2], favor=True), player(CAT[2]))
    court.vote(1, CAT[1])
    closed = court.close(1)

    assert closed.count == Count(assembled=2, favor=1, against=1)
    assert closed.stand is Stand.TIE


@pytest.mark.rule("GE-CRT-28", "GE-CRT-30", "GE-UND-19", "R-80", "R-127")
def test_tie_and_bribe():
    """EX-28, with 6 assembled."""
    court = three_houses().choose(CAT[0]).until("vote-1").fists(1, 3)
    assert court.close(1).stand is Stand.TIE

    court = three_houses().choose(CAT[0]).until("vote-1").fists(1, 3)
    court.do(CountBribes(month=1, cycle=1, house=HouseId("bear"), votes=1, favor=True))
    assert court.close(1).count == Count(assembled=6, favor=4, against=3)
    assert court.at(1).stand is Stand.WON


@pytest.mark.rule("R-127")
def test_extra_votes_need_somebody_of_the_house():
    court = three_houses().choose(CAT[0]).until("vote-1")
    bribe = CountBribes(month=1, cycle=1, house=HouseId("ram"), votes=2, favor=False)

    assert "extra votes lapse" in refused(court, bribe)
    court.do(replace(bribe, house=HouseId("wolf")))
    court.do(replace(bribe, house=HouseId("wolf"), votes=0))

    assert court.at(1).bribes == ()


@pytest.mark.rule("GE-CRT-30", "R-38", "R-80")
@pytest.mark.parametrize(("passes", "stand"), [(True, Stand.WON), (False, Stand.REJECTED)])
def test_a_tie_is_the_sovereigns(passes, stand):
    court = seat_a_player(three_houses()).choose(CAT[2]).until("vote-1").fists(1, 3)
    court.close(1)
    assert "Only the Sovereign" in refused(court, DecideTie(month=1, cycle=1, passes=True, seat=WOLF[0]), player(WOLF[0]))
    assert "not yours" in refused(court, DecideTie(month=1, cycle=1, passes=True), WAR_CONTROL)

    court.do(DecideTie(month=1, cycle=1, passes=passes, seat=CAT[0]), player(CAT[0]))

    assert court.at(1).stand is stand


@pytest.mark.rule("R-80", "GE-CRT-29")
@pytest.mark.parametrize("closed", [True, False])
def test_what_is_undecided_when_the_cycle_ends_is_rejected(closed):
    court = three_houses().choose(CAT[0]).until("vote-1").fists(1, 3)
    if closed:
        court.close(1)

    court.until("explain-2")

    assert court.at(1).stand is Stand.REJECTED
    assert not any(isinstance(each, LawPassed) for each in court.day.happened)


# --- paying -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-18", "R-77", "GE-CRT-27", "GE-CRT-31", "GE-CRT-32", "GE-CRT-33", "GE-CRT-34", "GE-CRT-35", "R-78")
def test_pools_run_down():
    """EX-29, with Famine Aid and Immortal, 6 each, in place of Executions."""
    court = three_houses(cat_1=FAMINE_AID, cat_2=IMMORTAL, cat_3=IMMORTAL)
    assert court.pools == {"wolf": (2, 2), "bear": (2, 2), "cat": (2, 2), THRONE: (2, 2)}
    held = court.purses()

    court.wins(1, CAT[0])
    court.do(PayLaw(month=1, cycle=1, shares=(Share(payer="cat", power=2, favors=2), Share(payer="wolf", power=2))))
    assert (court.pools["cat"], court.pools["wolf"]) == ((0, 0), (0, 2))
    assert court.at(1).stand is Stand.PASSED
    assert court.state.laws[-1].id == court.at(1).law

    court.wins(2, CAT[1])
    too_much = PayLaw(month=1, cycle=2, shares=(Share(payer="bear", power=3), Share(payer="wolf", favors=2)))
    assert "Too much for Bear" in refused(court, too_much)
    court.do(PayLaw(month=1, cycle=2, shares=(Share(payer="bear", power=2, favors=2), Share(payer="wolf", favors=2))))

    assert court.wins(3, CAT[2]).stand is Stand.UNPAID
    assert court.pools[THRONE] == (2, 2)
    court.day.until(2, Phase.CEREMONY)
    assert {house: power - held[house] for house, power in court.purses().items() if power != held[house]} == {"throne": 2}
    assert len(court.state.throne.purse.favors) == 2


@pytest.mark.rule("GE-CRT-28", "GE-CRT-31", "R-83")
def test_a_law_that_is_paid_carries_what_it_says():
    court = three_houses()
    court.wins(1, CAT[2])

    events = court.do(PayLaw(month=1, cycle=1, shares=(Share(payer="wolf", power=2, favors=1),)))

    paid, passed = events[:2]
    assert isinstance(paid, LawPaid)
    assert isinstance(passed, LawPassed)
    assert (passed.kind, passed.answers, passed.by, passed.house, passed.cost) == ("fines", FINES.values, CAT[2], "cat", 3)
    assert paid.law == passed.law.id
    assert "nothing to pay" in refused(court, PayLaw(month=1, cycle=1, shares=(Share(payer="wolf", power=1),)))


@pytest.mark.rule("R-78")
@pytest.mark.parametrize(
    ("shares", "sentence"),
    [
        ((Share(payer="wolf", power=2),), "1 more"),
        ((Share(payer="wolf", power=2, favors=2),), "1 too much"),
        ((Share(payer="ram", power=2, favors=1),), "payers that have a pool"),
        ((Share(payer="wolf", power=4), Share(payer="cat", power=-1)), "Too much for Wolf"),
        ((Share(payer="cat", power=-1), Share(payer="wolf", power=2, favors=2)), "0 or more"),
        ((Share(payer="cat", power=1), Share(payer="cat", power=2)), "stands there twice"),
    ],
)
def test_what_does_not_pay_the_cost_is_refused(shares, sentence):
    court = three_houses()
    court.wins(1, CAT[2])

    assert sentence in refused(court, PayLaw(month=1, cycle=1, shares=shares))


@pytest.mark.rule("R-78")
def test_when_nobody_is_named_the_pools_pay_in_turn():
    court = three_houses()
    assert court.wins(1, CAT[0]).cost == 6

    court.until("explain-2")

    assert court.at(1).paid == (
        Share(payer="cat", favors=2),
        Share(payer="wolf", favors=2),
        Share(payer="bear", favors=1),
        Share(payer=THRONE, favors=1),
    )
    assert court.at(1).stand is Stand.PASSED


@pytest.mark.rule("R-78")
def test_the_hosts_pool_pays_first():
    court = three_houses()
    assert court.state.court is not None
    court.day.state = replace(court.state, court=replace(court.state.court, host=HouseId("bear")))
    court.wins(1, CAT[2])

    court.do(PayLaw(month=1, cycle=1))

    assert {each.payer: each.favors for each in court.at(1).paid} == {"bear": 1, "cat": 1, "wolf": 1}
    court.wins(2, CAT[0])
    court.do(PayLaw(month=1, cycle=2))
    assert {each.payer: each.points for each in court.at(2).paid} == {"bear": 2, "cat": 2, "wolf": 1, THRONE: 1}


@pytest.mark.rule("R-78", "R-35")
def test_the_pool_of_who_was_host_when_the_court_was_trapped_pays_first_ever_after():
    court = Session((*CAT, *WOLF), {})
    assert court.state.court is not None
    host = court.state.court.host
    for happened in trap_events(court.state):
        court.day.state = GAME.evolve(court.state, happened)
    court.day.until(3, Phase.ACTION)

    later = court.state.court
    assert later is not None
    assert (later.trapped, later.host, host) == (True, host, "cat")
    pools = tuple(Pool(payer=payer, power=1, favors=0) for payer in ("wolf", "bear", "cat", THRONE))
    court.day.state = with_floor(court.state, replace(court.floor, pools=pools))
    assert [pool.payer for pool in pools_in_turn(court.state)] == ["cat", "wolf", "bear", THRONE]


@pytest.mark.rule("R-77", "GE-CRT-33")
def test_the_thrones_pool_is_whoevers_who_reigns_and_goes_with_an_empty_throne():
    court = seat_a_player(three_houses(), "ram")
    assert THRONE in court.pools
    held = court.state.seats[SeatId("ram-1")].purse

    court.day.until(2, Phase.CEREMONY)

    own = court.state.seats[SeatId("ram-1")].purse
    assert (own.power - held.power, len(own.favors) - len(held.favors)) == (2, 2)


@pytest.mark.rule("R-77")
def test_a_house_that_the_roll_overlooked_gets_its_pool_once():
    court = three_houses()
    ram = SeatId("ram-1")
    assert "ram" not in court.pools

    for there in (True, False, True):
        court.do(CorrectRoll(month=1, player=ram, there=there))

    assert court.pools["ram"] == (2, 2)
    assert len(court.floor.pools) == 5


def in_updates() -> Session:
    """The three Houses in Updates, before proposals are taken in."""
    return Session((*CAT, *WOLF, *BEAR), {CAT[0]: FAMINE_AID, CAT[1]: IMMORTAL, CAT[2]: FINES})


OVERLOOKED = {"in no room": None, "in the War Room": (Room.WAR, ""), "at a table": (Room.UNDERGROUND, "north")}


@pytest.mark.rule("R-77", "R-16", "R-06", "GE-CRT-16", "GE-EVT-09")
@pytest.mark.parametrize("chose", OVERLOOKED)
def test_whom_the_roll_overlooked_is_there_for_everything(chose: str):
    """A player added to the roll has a pool with its remainder, a proposal and every vote, and is in no other room."""
    court = in_updates()
    first, ram = SeatId("ram-1"), SeatId("ram-2")
    if (place := OVERLOOKED[chose]) is not None:
        court.do(SeatInRoom(player=ram, month=1, room=place[0], table=place[1]))
    sits = court.state.court
    assert sits is not None
    court.day.state = replace(court.state, court=replace(sits, may_propose=(*sits.may_propose, HouseId("ram"))))

    court.do(CorrectRoll(month=1, player=ram, there=True))

    assert court.pools["ram"] == (2, 2)
    assert acts_in_room(court.state, court.state.seats[ram], Room.COURT)
    assert sheets.window(court.state, ram).open
    court.papers[ram] = FINES
    court.until("explain-1")
    assert ram in {each.seat for each in proposals_of_month(court.state)}
    court.choose(ram).until("vote-1")
    court.vote(1, ram)
    assert court.close(1).count == Count(assembled=7, favor=1, against=6)
    held = {each: court.state.seats[each].purse.power for each in (first, ram)}
    court.day.until(2, Phase.CEREMONY)
    assert {each: court.state.seats[each].purse.power - held[each] for each in held} == {first: 0, ram: 2}


@pytest.mark.rule("R-77", "R-38", "GE-SOV-24")
def test_a_sovereign_whom_the_roll_overlooked_decides_and_one_taken_off_it_does_not():
    court = in_updates()
    ram = SeatId("ram-1")
    court.day.state = on_throne(court.state, ram)
    court.until("explain-1")
    choose = ChooseProposal(month=1, author=CAT[0], seat=ram)
    with pytest.raises(Refused, match="You are not in the Court"):
        court.do(choose, player(ram))
    assert agent_view(court.state, COURT_VIEWER).agent

    court.do(CorrectRoll(month=1, player=ram, there=True))
    assert not agent_view(court.state, COURT_VIEWER).agent
    court.do(CorrectRoll(month=1, player=ram, there=False))
    with pytest.raises(Refused, match="You are not in the Court"):
        court.do(choose, player(ram))
    assert agent_view(court.state, COURT_VIEWER).agent

    court.do(CorrectRoll(month=1, player=ram, there=True))
    court.do(choose, player(ram))
    assert court.at(1).author == CAT[0]


@pytest.mark.rule("R-77", "R-80", "R-06", "GE-CRT-18")
def test_who_is_taken_off_the_roll_leaves_what_was_done_as_it_is():
    """The proposal, the pool and counted fists stay. The vote and the place in the room go."""
    court = in_updates()
    court.papers[BEAR[0]] = FINES
    court.until("explain-1").choose(CAT[0]).until("vote-1")
    court.vote(1, BEAR[0])
    court.vote(1, WOLF[0])
    court.do(CorrectRoll(month=1, player=BEAR[0], there=False))

    assert court.pools["bear"] == (2, 2)
    assert BEAR[0] in {each.seat for each in proposals_of_month(court.state)}
    assert court.close(1).count == Count(assembled=5, favor=1, against=4)
    court.do(CorrectRoll(month=1, player=WOLF[0], there=False))
    assert court.at(1).count == Count(assembled=5, favor=1, against=4)
    held = court.state.seats[BEAR[0]].purse.power
    court.day.until(2, Phase.CEREMONY)
    assert court.state.seats[BEAR[0]].purse.power == held + 2


RAM_1, RAM_2 = SeatId("ram-1"), SeatId("ram-2")
HERE, AWAY = Presence.PRESENT, Presence.ABSENT


def sits(seat: SeatId, room: Room = Room.COURT) -> Command:
    return SeatInRoom(player=seat, month=1, room=room, table="")


def on_roll(seat: SeatId, there: bool = True) -> Command:
    return CorrectRoll(month=1, player=seat, there=there)


def marked(seat: SeatId, before: Presence, presence: Presence) -> Command:
    return CheckIn(seat=seat, before=before, presence=presence)


LATE: dict[str, tuple[tuple[SeatId, ...], list[Command], bool, bool, bool]] = {
    # players of Ram who chose the Court; commands in Updates; has Ram a pool; has Ram 1 a vote; may Ram 1 write a proposal
    "nobody comes": ((), [], False, False, False),
    "came in time": ((RAM_1,), [], True, True, True),
    "seated late": ((), [sits(RAM_1)], False, True, False),
    "seated late beside one in time": ((RAM_2,), [sits(RAM_1)], True, True, False),
    "overlooked": ((), [on_roll(RAM_1)], True, True, True),
    "overlooked beside one in time": ((RAM_2,), [on_roll(RAM_1)], True, True, True),
    "another was overlooked": ((), [on_roll(RAM_2)], True, False, False),
    "seated late, then another was overlooked": ((), [sits(RAM_1), on_roll(RAM_2)], True, True, False),
    "overlooked, then another is seated late": ((), [on_roll(RAM_2), sits(RAM_1)], True, True, False),
    "seated late, taken off and put on": ((), [sits(RAM_1), on_roll(RAM_1, False), on_roll(RAM_1)], False, True, False),
    "overlooked, taken off": ((), [on_roll(RAM_1), on_roll(RAM_1, False)], True, False, True),
    "overlooked, taken off and put on": ((), [on_roll(RAM_1), on_roll(RAM_1, False), on_roll(RAM_1)], True, True, True),
    "in time, taken off": ((RAM_1,), [on_roll(RAM_1, False)], True, False, True),
    "in time, left and came back": ((RAM_1,), [sits(RAM_1, Room.WAR), sits(RAM_1)], True, True, True),
    "in time and left": ((RAM_1,), [sits(RAM_1, Room.WAR)], True, False, False),
    "seated elsewhere, and overlooked": ((), [sits(RAM_1, Room.WAR), on_roll(RAM_1)], True, True, True),
    "seated late, elsewhere, and late again": ((), [sits(RAM_1), sits(RAM_1, Room.WAR), sits(RAM_1)], False, True, False),
    "overlooked, and seated elsewhere": ((), [on_roll(RAM_1), sits(RAM_1, Room.WAR)], True, False, False),
    "in time, away and back": ((RAM_1,), [marked(RAM_1, HERE, AWAY), marked(RAM_1, AWAY, HERE)], True, True, True),
    "in time, and away": ((RAM_1,), [marked(RAM_1, HERE, AWAY)], True, False, False),
}


@pytest.mark.rule("R-16", "R-77", "R-80", "GE-CRT-16", "GE-CRT-18", "GE-CRT-28")
@pytest.mark.parametrize("name", LATE)
def test_who_comes_when_to_the_court_has_what(name: str):
    came, events, pool, vote, proposal = LATE[name]
    court = Session((*CAT, *WOLF, *came), {CAT[0]: FAMINE_AID})
    sitting = court.state.court
    assert sitting is not None
    court.day.state = replace(court.state, court=replace(sitting, may_propose=(*sitting.may_propose, HouseId("ram"))))

    for each in events:
        court.do(each, EVERY_DESK)

    assert ("ram" in court.pools) is pool
    assert (RAM_1 in {seat.id for seat in assembled(court.state)}) is vote
    assert sheets.window(court.state, RAM_1).open is proposal


@pytest.mark.rule("R-16", "R-77", "R-80", "GE-CRT-18")
@pytest.mark.parametrize("mate", [False, True], ids=["alone", "beside one of the House"])
@pytest.mark.parametrize("presence", [AWAY, Presence.LATE])
def test_who_was_not_here_when_the_court_assembled_and_is_checked_in_later_votes_and_brings_no_pool(presence: Presence, mate: bool):
    """The pool is set for Houses present when the Court assembles. The roll did not overlook this player."""
    came = (RAM_1, RAM_2) if mate else (RAM_1,)
    court = Session((*CAT, *came), {CAT[0]: FAMINE_AID}, away={RAM_1: presence})
    assert RAM_1 not in {seat.id for seat in assembled(court.state)}

    court.do(marked(RAM_1, presence, HERE), EVERY_DESK)

    assert ("ram" in court.pools) is mate
    assert RAM_1 in {seat.id for seat in assembled(court.state)}
    court.end("updates").choose(CAT[0]).until("vote-1")
    court.vote(1, RAM_1)
    assert court.close(1).count == Count(assembled=len(CAT) + len(came), favor=1, against=len(CAT) + len(came) - 1)


@pytest.mark.rule("R-16", "R-77")
def test_who_is_seated_late_votes_but_brings_no_pool():
    """Neither the seat nor a correction of the roll, for this or another player, brings a pool."""
    court = three_houses()
    late, ram = SeatId("eagle-1"), SeatId("ram-1")

    court.do(SeatInRoom(player=late, month=1, room=Room.COURT, table=""))
    assert set(court.pools) == {"wolf", "bear", "cat", THRONE}
    court.do(CorrectRoll(month=1, player=ram, there=True))
    for there in (False, True):
        court.do(CorrectRoll(month=1, player=late, there=there))
    assert set(court.pools) == {"wolf", "bear", "cat", "ram", THRONE}

    court.choose(CAT[0]).until("vote-1")
    court.vote(1, late)
    assert court.close(1).count == Count(assembled=8, favor=1, against=7)


@pytest.mark.rule("R-77")
@pytest.mark.parametrize("since", [0, 1])
def test_a_sovereign_whom_the_roll_overlooked_brings_the_thrones_pool(since):
    """If the throne changed hands this month, its pool has been set already."""
    court = three_houses()
    court.day.state = on_throne(replace(court.state, throne_changed=since), SeatId("ram-1"))
    court.day.state = with_floor(court.state, replace(court.floor, pools=court.floor.pools[:-1]))

    court.do(CorrectRoll(month=1, player=SeatId("ram-1"), there=True))

    assert (THRONE in court.pools) == (since == 0)
    assert court.pools["ram"] == (2, 2)


@pytest.mark.rule("R-77")
def test_a_sovereign_who_is_not_there_has_no_pool():
    """The Sovereign has chosen the Court, but Court Control takes the Sovereign off the roll before it assembles."""
    court = Session(CAT, {})
    holder = CAT[0]
    court.day.state = on_throne(court.state, holder)
    there = due_pools(court.state)
    court.do(CorrectRoll(month=1, player=holder, there=False))

    assert [pool.payer for pool in there] == ["cat", THRONE]
    assert [pool.payer for pool in due_pools(court.state)] == ["cat"]


@pytest.mark.rule("R-77")
def test_a_scenario_may_give_every_house_a_pool_of_another_size():
    court = Session(CAT, {}, with_settings(pool_for="all", pool_power=3, pool_favors=1))

    assert len(court.pools) == len(court.state.scenario.houses) + 1
    assert set(court.pools.values()) == {(3, 1)}


@pytest.mark.rule("R-76")
def test_a_proposal_entered_anew_is_voted_on_anew():
    court = three_houses().choose(CAT[2]).until("vote-1")
    court.vote(1, CAT[0])

    court.do(EnterProposal(player=CAT[2], month=1, paper=REMOVE, reason="misread"))

    assert (court.at(1).paper, court.at(1).votes) == (REMOVE, ())
    assert REMOVE in [each.paper for each in proposals_of_month(court.state)]


# --- invariants ---------------------------------------------------------------------------------------------------------


@given(st.permutations([*CAT, *WOLF, *BEAR]), st.sets(st.sampled_from([*CAT, *WOLF, *BEAR])))
@settings(max_examples=15, deadline=None)
def test_the_order_of_votes_never_matters(order, favor):
    court = Session.__new__(Session)
    court.day, court.papers, court.start = copy(VOTING.day), VOTING.papers, VOTING.start
    court.day.happened = []

    for seat in order:
        court.vote(1, seat, favor=seat in favor)

    closed = court.close(1)
    assert closed.count == Count(assembled=6, favor=len(favor), against=6 - len(favor))
    assert [each.seat for each in closed.votes] == sorted(order)


VOTING = three_houses().choose(CAT[2]).until("vote-1")


@pytest.mark.rule("GE-CRT-35", "R-77")
@pytest.mark.parametrize("seed", range(6))
def test_power_and_favors_are_kept_but_for_what_is_paid(seed):
    """The proposals move no Power or Favors themselves. Pools and purses shrink only by the cost of each law."""
    dice = random.Random(seed)
    court = three_houses(cat_1=FAMINE_AID, cat_2=IMMORTAL, cat_3=REMOVE)
    points = sum(pool.points for pool in court.floor.pools)
    power, favors = sum(court.purses().values()), _favors(court)
    for cycle, author in enumerate(dice.sample(CAT, 3), start=1):
        standing = court.wins(cycle, author)
        points -= standing.cost if standing.stand is Stand.WON else 0
        if standing.stand is Stand.WON and dice.random() < 0.5:
            court.do(PayLaw(month=1, cycle=cycle))
    left = court.until("payment-3").end("payment-3").floor.pools
    assert sum(pool.points for pool in left) == points

    court.day.until(2, Phase.CEREMONY)
    assert sum(court.purses().values()) - power == sum(pool.power for pool in left)
    assert _favors(court) - favors == sum(pool.favors for pool in left)


def _favors(court: Session) -> int:
    return sum(len(seat.purse.favors) for seat in court.state.seats.values()) + len(court.state.throne.purse.favors)


def test_withdrawn_from_its_end_every_state_comes_back():
    """Undo folds all entries but the last ones, so each earlier fold must be a sound state."""
    court = three_houses()
    begin = len(court.day.happened)
    start = court.state
    court.wins(1, CAT[2])
    court.do(PayLaw(month=1, cycle=1))
    court.until("explain-2").choose(CAT[0])

    seen = list(itertools.accumulate(court.day.happened[begin:], GAME.evolve, initial=start))

    assert seen[-1] == court.state
    assert all(GAME.broken(state) == () for state in (seen[0], seen[-1]))


def test_what_leans_on_something_withdrawn_is_named():
    court = three_houses()
    begin, start = len(court.day.happened), court.state
    court.wins(1, CAT[2])
    court.do(PayLaw(month=1, cycle=1))

    state = start
    for happened in court.day.happened[begin + 1 :]:  # without the choice of the proposal
        state = GAME.evolve(state, happened)

    assert any("ground is missing" in sentence for sentence in GAME.broken(state))


@pytest.mark.rule("GE-CRT-35", "R-77")
def test_a_payment_is_not_withdrawn_alone_when_what_was_left_has_gone_home():
    court = three_houses()
    court.wins(1, CAT[2])
    begin, start = len(court.day.happened), court.state
    court.do(PayLaw(month=1, cycle=1))
    paid = len(court.day.happened)
    court.day.until(2, Phase.PLANNING)

    state = start
    for happened in court.day.happened[paid:]:  # without the payment and its law
        state = GAME.evolve(state, happened)

    assert paid > begin
    assert any("ground is missing" in sentence for sentence in GAME.broken(state))
    assert not any("ground is missing" in sentence for sentence in GAME.broken(court.state))


def test_every_event_of_the_floor_tells_itself():
    court = three_houses()
    court.wins(1, CAT[2])
    court.do(PayLaw(month=1, cycle=1))

    assert all(GAME.explain(happened, court.state).endswith(".") for happened in court.day.happened)


# --- changes of the order of proposals ----------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-23", "R-128")
def test_the_order_may_change_until_a_cycle_begins_but_not_what_leverage_put_there():
    court = seat_a_player(three_houses()).choose(CAT[2]).choose(CAT[1])
    sovereign = court.state.throne.holder
    assert sovereign is not None
    court.do(ChooseProposal(month=1, author=CAT[0], leverage=True))
    by, back = player(sovereign), {seat: ReturnProposal(month=1, author=seat, seat=sovereign) for seat in CAT}

    assert "heard already" in refused(court, back[CAT[2]], by)
    assert "only Court Control takes it back" in refused(court, back[CAT[0]], by)
    assert "Only the Sovereign" in refused(court, replace(back[CAT[1]], seat=WOLF[0]), player(WOLF[0]))
    assert "month 2 is over" in refused(court, replace(back[CAT[1]], month=2), by)
    court.do(back[CAT[1]], by)

    assert "in no cycle" in refused(court, back[CAT[1]], by)
    assert free_cycle(court.state) == 2
    court.do(ReturnProposal(month=1, author=CAT[0]))  # Court Control may
    court.choose(CAT[0]).choose(CAT[1])
    assert [(each.cycle, each.author) for each in court.floor.cycles] == [(1, CAT[2]), (2, CAT[0]), (3, CAT[1])]
