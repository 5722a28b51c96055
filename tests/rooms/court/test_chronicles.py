"""The Court's chronicle: lives of proposals, votes by name, owners of extra votes, players who stood (GE-CRT-26, R-105)."""

from __future__ import annotations

import pytest

from control.engine.chronicle import ALL, Chronicle, Eye
from control.engine.ids import SeatId, TeamId
from rooms.court.game.duel.events import DuelEnded
from rooms.court.game.roll import assembled
from rooms.court.game.schemes import UseBribes
from rooms.court.game.sovereign_orders import OrderMilitary
from rooms.court.game.uprising.events import UprisingEnded
from rooms.court.game.uprising.rules import SitDown
from rooms.realm.game.passed_laws import LawNumbered
from rooms.realm.papers.game.types import Paper
from tests.rooms.chronicled import COURT, Chronicled, deeds_of, facts_of
from tests.rooms.court.court import BEAR, CAT, FAMINE_AID, GAME, WOLF, Session, three_houses
from tests.rooms.court.test_duels import HIT, MISS, fight, in_return
from tests.rooms.court.test_schemes import given
from tests.rooms.court.test_uprising import crowd, rise
from tests.rooms.realm.game.play import player


def since(court: Session, at: int, first: object) -> tuple[Chronicled, Chronicle]:
    day = Chronicled(GAME, first, tuple(court.day.happened[at:]))  # type: ignore[arg-type]
    return day, day.by(COURT)


@pytest.mark.rule("GE-CRT-26")
def test_who_voted_how_is_written_down_and_was_told_to_nobody():
    court = three_houses()
    first, at = court.state, len(court.day.happened)
    court.choose(CAT[0]).until("vote-1")
    court.vote(1, CAT[0])
    court.vote(1, WOLF[0], favor=False)
    court.close(1)
    _day, found = since(court, at, first)

    (fact,) = facts_of(found, "vote")
    name = {seat: court.state.seats[seat].name for seat in (CAT[0], WOLF[0])}
    assert fact.words == (
        f"The secret vote on “Famine Aid”, by name for it: {name[CAT[0]]} (Cat); by name against it: {name[WOLF[0]]} (Wolf)."
    )
    assert (fact.by, fact.known, fact.touches) == ((), (), (f"seat:{CAT[0]}",))
    assert all(found.learned(fact, Eye(team=TeamId(each.team), seat=each.id)) is None for each in court.state.seats.values())
    assert name[WOLF[0]] not in fact.seemed
    assert deeds_of(found, f"seat:{WOLF[0]}") == {"vote": "Voted against “Famine Aid”."}


@pytest.mark.rule("GE-CRT-21", "GE-CRT-29", "R-79")
def test_a_proposal_has_a_life_from_its_author_to_what_became_of_it():
    court = Session((*CAT, *WOLF, *BEAR), {CAT[0]: FAMINE_AID, WOLF[0]: FAMINE_AID})
    first, at = court.state, len(court.day.happened)
    court.until("explain-1").choose(CAT[0]).until("vote-1").close(1)
    while court.state.clock.month == 1:
        court.day.until(2, "ceremony")  # type: ignore[arg-type]
    _day, found = since(court, at, first)

    lives = {each.owner: [turn.kind for turn in each.turns] for each in found.lives if each.owner}
    assert lives == {f"seat:{CAT[0]}": ["proposed", "chosen", "rejected"], f"seat:{WOLF[0]}": ["proposed", "not-heard"]}
    power = "Got 2 Power: What is left of the pool in the Court."
    assert deeds_of(found, f"seat:{WOLF[0]}") == {"proposal": "Proposed “Famine Aid”.", "power-gained": power}


@pytest.mark.rule("R-39", "R-83")
def test_an_order_is_told_by_the_number_that_it_got_in_the_end():
    court = three_houses()
    first, at = court.state, len(court.day.happened)
    court.do(OrderMilitary(month=1, paper=Paper(type="treaty", values=(("zen",),))))
    court.day.until(1, "return")  # type: ignore[arg-type]
    day, found = since(court, at, first)

    law = court.state.laws[-1]
    assert [each.title for each in found.lives if each.id == f"law:{law.id}"] == [f"Law {law.number}, Treaty"]
    assert [type(each) for each in day.events if isinstance(each, LawNumbered)] == [LawNumbered]


@pytest.mark.rule("R-127", "GE-UND-19")
def test_whose_extra_votes_they_were_only_that_house_knew_and_the_last_count_stands():
    court = given(given(three_houses(), "bribes", "bear", "1"), "bribes", "bear", "2", number=2)
    court.choose(CAT[0]).until("vote-1")
    first, at = court.state, len(court.day.happened)
    for scheme in (1, 2):
        court.do(UseBribes(month=1, cycle=1, scheme=scheme, favor=True))
    _day, found = since(court, at, first)

    (fact,) = facts_of(found, "bribe")
    assert fact.words == "3 extra votes for “Famine Aid” were Bear’s."
    assert fact.by == tuple(f"seat:{each.id}" for each in assembled(court.state) if each.house == "bear")
    assert fact.known == ()
    assert found.learned(fact, Eye(team=TeamId("cat"))) is None
    assert "Bear" not in fact.seemed


@pytest.mark.rule("R-105", "GE-CRT-98", "GE-CRT-97")
def test_who_stands_with_an_uprising_is_named_when_it_is_over_and_who_sat_down_never():
    court = crowd(4)
    first, at = court.state, len(court.day.happened)
    there = tuple(seat.id for seat in assembled(court.state))
    rise(court, *there[:2])
    court.do(SitDown(month=1, number=1, seat=there[0]), player(there[0]))
    rise(court, *there[2:])
    day, found = since(court, at, first)

    over, facts = day.seq_of(UprisingEnded), {each.by: each for each in facts_of(found, "uprising")}
    assert set(facts) == {(f"seat:{each}",) for each in there}
    assert facts[(f"seat:{there[0]}",)].known == ()
    assert all(facts[(f"seat:{each}",)].known == ((ALL, over),) for each in there[1:])
    last = facts[(f"seat:{there[3]}",)]
    assert found.learned(last, Eye(team=court.state.seats[there[1]].team)) == over
    assert deeds_of(found, f"seat:{there[0]}")["uprising-called"] == "Called an Uprising."


@pytest.mark.rule("GE-CRT-95")
def test_a_duel_is_won_by_one_and_lost_by_the_other():
    court = in_return()
    first, at = court.state, len(court.day.happened)
    while not any(isinstance(each, DuelEnded) for each in court.day.happened[at:]):
        fight(court, MISS, HIT)
    _day, found = since(court, at, first)

    winner = next(each.winner for each in court.day.happened[at:] if isinstance(each, DuelEnded))
    assert winner == CAT[0]
    assert deeds_of(found, f"seat:{CAT[0]}")["duel-won"].startswith("Won the duel against ")
    assert deeds_of(found, f"seat:{WOLF[0]}")["duel-lost"] == f"Lost the duel against {_name(court, CAT[0])}."


def _name(court: Session, seat: SeatId) -> str:
    return f"{court.state.seats[seat].name} (Cat)"
