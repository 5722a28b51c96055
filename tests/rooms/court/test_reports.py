"""Reports of a month to players in the Court: their own part, and public events (R-17, GE-CRT-26, R-105)."""

from __future__ import annotations

import pytest

from control.engine.reports import ReportKind
from control.phone.report_lines import merge_same_topic
from rooms.court.game.duel.challenge import Accept, CallOut, Refuse, StandBy
from rooms.court.game.duel.state import DuelistRound
from rooms.court.game.favors import LawCheapened, PoolRaised, VotesAdded
from rooms.court.game.floor.cycles import ReturnProposal, StrikeProposal
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.speakers import GiveFloor, RaiseHand, SkipSpeaker
from rooms.court.game.floor.vote import CountFists
from rooms.court.game.floor.vote_result import CloseVote, DecideTie
from rooms.court.game.module import REPORTED
from rooms.court.game.proposals.amendment import AmendProposal
from rooms.court.game.roll import CorrectRoll, assembled
from rooms.court.game.schemes import UseBribes, UseDissent
from rooms.court.game.sovereign_orders import OrderMilitary
from rooms.court.game.state import Consent, Penalty
from rooms.court.game.uprising.punishment import Punish
from rooms.court.game.uprising.rules import EndUprising, RiseUp, SitDown
from rooms.court.rules.pool_shares import Share
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Phase, Room
from tests.rooms.court.court import BEAR, CAT, FAMINE_AID, FINES, GAME, WOLF, Session, three_houses
from tests.rooms.court.test_duels import ONE, arena, fight, in_return, last
from tests.rooms.court.test_floor import seat_a_player
from tests.rooms.court.test_schemes import given
from tests.rooms.court.test_uprising import crowd, rich, rise
from tests.rooms.realm.game.play import player
from tests.rooms.reporting import Reporting, to

ALL = Reporting(GAME, REPORTED, telling="rooms.court")
WITH_LAWS = Reporting(GAME, REPORTED, telling="rooms")
TURN, PART, OUTCOME, HOLDING = ReportKind.TURN, ReportKind.PART, ReportKind.OUTCOME, ReportKind.HOLDING
LAPSED = "Its time on the floor ended before the vote was closed."
FINED = "Fines: Wolf, 2 Power, 1 Favor (cost 3)"


def seat(name: str) -> str:
    return f"seat:{name}"


# --- proposals ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-21", "R-17")
def test_each_author_reads_of_the_own_proposal_that_it_was_taken_in():
    court = Session((*CAT, *WOLF), {CAT[0]: FINES, CAT[1]: FAMINE_AID, BEAR[0]: FINES})

    told = ALL.during(court, lambda: court.until("explain-1"))

    assert to(told, seat("cat-1"), PART) == [(FINED, "It lies before the Sovereign.")]
    assert [words for _act, words in to(told, seat("bear-1"), OUTCOME)] == ["It was set aside: you are not in the Court."]
    assert {each.to for each in told} == {seat("cat-1"), seat("cat-2"), seat("bear-1")}
    assert {each.room for each in told} == {Room.COURT}


@pytest.mark.rule("GE-SOV-23", "R-76", "R-128")
def test_an_author_reads_what_becomes_of_a_proposal_before_its_vote():
    court = three_houses()
    other = Paper(type="fines", values=(("wolf",), ("1",), ("1",)))

    amend = AmendProposal(month=1, player=CAT[2], paper=other, consent=Consent.HOUSE, reason="a slip")
    amended = ALL.during(court, lambda: court.do(amend))
    heard = ALL.during(court, lambda: court.choose(CAT[0]).choose(CAT[2]))
    back = ALL.during(court, lambda: court.do(ReturnProposal(month=1, author=CAT[2])))
    struck = ALL.during(court, lambda: court.do(StrikeProposal(month=1, author=CAT[2], reason="two names")))

    assert to(amended, seat("cat-3"), OUTCOME) == [
        ("Fines: Wolf, 1 Power, 1 Favor (cost 2)", "It was amended with your House’s yes.")
    ]
    assert [(each.to, each.kind, each.words, each.rule) for each in heard] == [
        (seat("cat-1"), TURN, "It is proposal 1 that the Court hears this month.", "GE-SOV-24"),
        (seat("cat-3"), TURN, "It is proposal 2 that the Court hears this month.", "GE-SOV-24"),
    ]
    assert [each.words for each in back] == ["It was taken off the floor before its turn came, and waits again."]
    assert [each.words for each in struck] == ["It was struck out by Court Control."]
    assert not any("slip" in each.why or "two names" in each.why for each in (*amended, *struck))  # the journal's only


@pytest.mark.rule("GE-CRT-26", "GE-CRT-29")
def test_votes_are_reported_after_the_close_alone_and_each_to_its_own_player():
    court = three_houses().choose(CAT[0]).until("vote-1")

    def votes():
        court.vote(1, CAT[1])
        court.vote(1, WOLF[0], favor=False)
        court.do(CountFists(month=1, cycle=1, fists=1))

    assert ALL.during(court, votes) == ()
    told = ALL.during(court, lambda: court.do(CloseVote(month=1, cycle=1)))

    count = "2 for, 4 against: it had no majority and was rejected."
    assert to(told, seat("cat-2")) == [("Famine Aid (cost 6)", f"You voted for it. {count}")]
    assert to(told, seat("wolf-1")) == [("Famine Aid (cost 6)", f"You voted against it. {count}")]
    assert to(told, seat("cat-1"), OUTCOME) == [("Famine Aid (cost 6)", count)]
    assert {each.to for each in told} == {seat(each) for each in ("cat-1", "cat-2", "wolf-1")}
    assert {each.kind for each in told if each.to != seat("cat-1")} == {PART}


@pytest.mark.rule("GE-CRT-28", "GE-CRT-32", "GE-CRT-31")
def test_a_law_is_reported_to_its_author_its_payers_and_whom_it_touches():
    court = three_houses()
    court.wins(1, CAT[2])
    shares = (Share(payer="cat", power=2, favors=0), Share(payer="bear", power=1, favors=0))

    told = WITH_LAWS.during(court, lambda: court.do(PayLaw(month=1, cycle=1, shares=shares)))

    assert to(told, seat("cat-3"), OUTCOME) == [(FINED, "It is law. Paid by Cat (2 Power) and Bear (1 Power).")]
    assert to(told, "team:cat", HOLDING) == [(FINED, "Paid from the pool in the Court: Cat (2 Power).")]
    assert to(told, "team:bear", HOLDING) == [(FINED, "Paid from the pool in the Court: Bear (1 Power).")]
    assert [each.to for each in told if each.kind is OUTCOME and each.to.startswith("team:")] == ["team:wolf"]
    assert all(not each.changes for each in told)  # a payment from a pool does not change a purse


@pytest.mark.rule("R-78", "R-80", "GE-CRT-30")
def test_an_author_reads_why_a_proposal_failed():
    court = three_houses().choose(CAT[0]).until("vote-1").fists(1, 3)
    court.close(1)
    tie = ALL.during(court, lambda: court.do(DecideTie(month=1, cycle=1, passes=False)))
    open_ = three_houses().choose(CAT[0]).until("payment-1")
    lapsed = ALL.during(open_, lambda: open_.end("payment-1"))

    assert [(each.to, each.words) for each in tie] == [(seat("cat-1"), "The tie was decided against it.")]
    assert [(each.words, each.why) for each in lapsed] == [("It was rejected.", LAPSED)]


@pytest.mark.rule("R-79", "GE-CRT-35")
def test_what_was_never_chosen_lapses_with_its_month_and_pools_go_home():
    court = three_houses().choose(CAT[0])

    told = ALL.during(court, lambda: court.day.until(2, Phase.PLANNING))

    lapsed = [each.to for each in told if each.words == "It was not heard this month and has lapsed."]
    assert lapsed == [seat("cat-2"), seat("cat-3")]
    homes = [each for each in told if each.rule == "GE-CRT-35"]
    assert [each.to for each in homes] == ["team:cat", "team:wolf", "team:bear"]
    assert all(each.kind is HOLDING and not each.changes for each in homes)  # the purse's own events report the change


@pytest.mark.rule("GE-CRT-25", "GE-SOV-25")
def test_who_speaks_has_had_a_turn_and_who_is_passed_over_has_not():
    court = three_houses().choose(CAT[0]).until("debate-1")
    for each in (CAT[1], WOLF[0]):
        court.do(RaiseHand(month=1, step="debate-1", seat=each), player(each))

    skipped = ALL.during(court, lambda: court.do(SkipSpeaker(month=1, step="debate-1", speaker=CAT[1])))
    spoke = ALL.during(court, lambda: court.do(GiveFloor(month=1, step="debate-1", speaker=WOLF[0])))

    assert [(each.to, each.kind) for each in skipped] == [(seat("cat-2"), PART)]
    assert [(each.to, each.kind, each.act) for each in spoke] == [(seat("wolf-1"), TURN, "To speak to Famine Aid (cost 6)")]


@pytest.mark.rule("GE-SOV-28", "R-39")
def test_an_order_without_a_vote_is_the_turn_of_the_sovereign():
    court = rich(seat_a_player(three_houses(), "cat"), "cat", 9)
    wolf = next(each.home for each in court.state.scenario.houses if each.id == "wolf")
    order = OrderMilitary(month=1, paper=Paper(type="treaty", values=((wolf,),)), seat=CAT[0])

    told = WITH_LAWS.during(court, lambda: court.do(order, player(CAT[0])))

    turns = [each for each in told if each.kind is TURN]
    assert [(each.to, each.rule) for each in turns] == [(seat("cat-1"), "GE-SOV-28")]
    assert turns[0].act.startswith("Ordered without a vote: Treaty")
    assert [each.words for each in told if each.kind is HOLDING] == [
        "Paid from the pool in the Court: the throne (1 Power and 2 Favors)."
    ]


# --- duels --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-85", "GE-CRT-86")
def test_a_challenge_is_the_turn_of_both_and_its_refusal_is_told_to_both():
    court = arena()
    made = ALL.during(court, lambda: court.do(CallOut(month=1, seat=CAT[0], target=WOLF[0]), player(CAT[0])))
    number = last(court).number
    refused = ALL.during(court, lambda: court.do(Refuse(month=1, number=number, seat=WOLF[0]), player(WOLF[0])))

    both = [seat("cat-1"), seat("wolf-1")]
    assert [(each.to, each.kind) for each in made] == [(each, TURN) for each in both]
    assert [(each.to, each.kind) for each in refused] == [(each, OUTCOME) for each in both]


@pytest.mark.rule("GE-CRT-88", "GE-CRT-95", "R-103")
def test_a_duel_is_told_round_by_round_with_its_stake():
    court = arena()
    court.do(CallOut(month=1, seat=CAT[0], target=WOLF[0]), player(CAT[0]))
    number = last(court).number
    accept = Accept(month=1, number=number, seat=WOLF[0], stake=ONE)
    agreed = ALL.during(court, lambda: court.do(accept, player(WOLF[0])))
    agreed += ALL.during(court, lambda: court.do(StandBy(month=1, number=number, seat=CAT[0]), player(CAT[0])))
    assert len(to(agreed, seat("cat-1"), OUTCOME)) == len(to(agreed, seat("wolf-1"), OUTCOME)) == 2

    duel = in_return()
    assert ALL.during(duel, lambda: fight(duel, DuelistRound(hit=True), DuelistRound())) == ()
    told = ALL.during(duel, lambda: fight(duel, DuelistRound(), DuelistRound(forfeits=True)))

    ((_act, words),) = to(told, seat("cat-1"), TURN)
    assert "Round 1:" in words
    assert "Round 2:" in words
    assert "has won the duel" in words
    assert [words for _act, words in to(told, seat("cat-1"), OUTCOME)] == ["Received: 1 Power."]
    assert [words for _act, words in to(told, seat("wolf-1"), OUTCOME)] == ["The winner has it. Received: 1 Power."]
    assert {each.to for each in told} == {seat("cat-1"), seat("wolf-1")}


# --- an Uprising --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-98", "R-105")
def test_who_stood_is_told_to_each_alone_and_only_when_it_is_over():
    court = rich(three_houses())
    called = ALL.during(court, lambda: rise(court, CAT[0]))
    stood = ALL.during(court, lambda: rise(court, CAT[1], WOLF[0]))
    sat = ALL.during(court, lambda: court.do(SitDown(month=1, number=1, seat=CAT[1]), player(CAT[1])))
    assert [(each.to, each.kind) for each in called] == [(seat("cat-1"), TURN)]
    assert (stood, sat) == ((), ())

    ended = ALL.during(court, lambda: court.do(EndUprising(month=1, number=1)))

    parts = {each.to: each.words for each in ended if each.kind is PART}
    assert {to for to, words in parts.items() if words == "You stood with it."} == {seat("cat-1"), seat("wolf-1")}
    assert len(parts) == 6
    assert {each.words for each in ended if each.kind is OUTCOME} == {"An Uprising has failed: 2 of 6 stood."}
    assert not any(name in each.words for each in ended for name in ("(Cat)", "(Wolf)"))


@pytest.mark.rule("GE-CRT-98", "R-106")
def test_a_punishment_is_told_to_whom_it_hits():
    court = rich(three_houses())
    court.do(RiseUp(month=1, number=1, seat=CAT[0]), player(CAT[0]))
    court.do(EndUprising(month=1, number=1))
    rich(court, "cat", 2)
    punish = Punish(month=1, number=1, player=CAT[0], penalty=Penalty.POWER, amount=1, reason="treason")

    told = ALL.during(court, lambda: court.do(punish))

    assert [(each.to, each.kind, each.words, each.why) for each in told] == [
        (seat("cat-1"), OUTCOME, "You lose 1 Power.", "treason")
    ]
    assert told[0].changes == ()  # the purse's own events report the change


# --- extra votes, pools, costs ------------------------------------------------------------------------------------------


@pytest.mark.rule("R-127", "GE-UND-19")
def test_those_of_a_house_in_the_court_read_how_its_extra_votes_were_used_and_nobody_else():
    court = given(given(three_houses(), "bribes", "bear", "1"), "bribes", "bear", "2", number=2)
    court.choose(CAT[0]).until("vote-1")

    def both():
        for scheme in (1, 2):
            court.do(UseBribes(month=1, cycle=1, scheme=scheme, favor=True))

    told = ALL.during(court, both)

    assert [each.words for each in merge_same_topic([each for each in told if each.to == seat("bear-1")])] == [
        "3 extra votes of your House stood for it."
    ]
    assert {each.act for each in told} == {"Famine Aid (cost 6)"}
    assert {each.to for each in told} == {seat(each.id) for each in assembled(court.state) if each.house == "bear"}


@pytest.mark.rule("R-127", "R-105")
def test_of_votes_toward_an_uprising_those_of_the_house_read_who_stand_with_it():
    court = given(crowd(17), "sow-dissent", "bear", "1")
    rise(court, *BEAR[:1], *CAT[:1])

    told = ALL.during(court, lambda: court.do(UseDissent(month=1, number=1, scheme=1)))

    assert [(each.to, each.act, each.words) for each in told] == [
        (seat(BEAR[0]), "The Uprising", "1 extra vote of your House counted toward it.")
    ]


@pytest.mark.rule("GE-FAV-03")
def test_what_a_favor_of_the_court_changed_is_told_to_whom_it_concerns():
    court = three_houses().choose(CAT[0]).until("vote-1")
    state = court.state

    told = ALL.of(
        state,
        [
            VotesAdded(month=1, cycle=1, seat=WOLF[0], votes=2),
            PoolRaised(month=1, house=HouseId("bear"), power=1),
            LawCheapened(month=1, cycle=1, cost=4),
        ],
    )

    assert [(each.to, each.act, each.words) for each in told] == [
        (seat(WOLF[0]), "Famine Aid (cost 6)", "You had 2 votes more, beside your own."),
        ("team:bear", "", "1 Power more lay in the pool of your House in the Court."),
        (seat(CAT[0]), "Famine Aid (cost 6)", "A Favor made it cheaper: it cost 4."),
    ]


@pytest.mark.rule("R-80")
def test_who_is_put_on_the_roll_or_taken_off_reads_so():
    court = three_houses()

    told = ALL.during(court, lambda: court.do(CorrectRoll(month=1, player=CAT[0], there=False)))

    assert to(told, seat("cat-1")) == [("", "Court Control took you off the roll of those assembled.")]
