"""Court Control's panel of challenges and duels, which nobody else sees."""

from __future__ import annotations

import pytest

from control.engine.viewer import Viewer
from rooms.court.game.duel.challenge import StandBy
from rooms.court.game.duel.state import Answer
from rooms.court.game.duel.view_desk import desk_challenges
from rooms.realm.desks import Desk
from rooms.realm.game.ranks_and_wounds import WoundsAdjusted
from rooms.realm.scenario.ids import Phase
from tests.rooms.court.court import CAT, WOLF, fold
from tests.rooms.court.test_duels import HIT, MISS, arena, call, fight, in_return, staked

AT_COURT = Viewer(desks=frozenset({Desk.COURT}))


@pytest.mark.rule("GE-CRT-85", "R-102")
def test_the_desk_sees_who_may_challenge_whom():
    court = arena()
    shown = desk_challenges(court.state, AT_COURT)
    assert shown is not None
    assert (shown.is_open, {each.seat for each in shown.challengers}) == (True, set(CAT))
    assert WOLF[0] in {seat for seat, _ in shown.challengers[0].targets}
    assert desk_challenges(court.state, Viewer(seat=CAT[0])) is None


@pytest.mark.rule("R-102", "R-103")
def test_a_challenge_goes_from_asked_to_due_with_its_stake():
    court = arena()
    call(court)
    shown = desk_challenges(court.state, AT_COURT)
    assert [(each.stand, each.stake) for each in shown.asked] == [(Answer.MADE, ())]
    court = arena()
    challenge = staked(court)
    court.do(StandBy(month=1, number=challenge.number, seat=CAT[0]))
    shown = desk_challenges(court.state, AT_COURT)
    assert [(each.stake, each.why_not) for each in shown.due] == [(("1 Power",), "It is fought in Return.")]
    assert not shown.asked


@pytest.mark.rule("GE-CRT-91", "GE-CRT-92")
def test_the_duel_is_read_round_by_round_and_warns_of_a_third_wound():
    court = in_return()
    fight(court, MISS, HIT)
    court.day.until(1, Phase.RETURN)
    (bout,) = desk_challenges(court.state, AT_COURT).due
    assert (bout.round, len(bout.rounds), bout.target.wounds, bout.target.deadly) == (2, 1, 1, False)
    fold(court, WoundsAdjusted(seat=WOLF[0], before=1, wounds=2, reason="test"))
    (bout,) = desk_challenges(court.state, AT_COURT).due
    assert (bout.challenger.deadly, bout.target.deadly) == (False, True)
    fight(court, MISS, HIT)
    (bout,) = desk_challenges(court.state, AT_COURT).over
    assert (bout.stand, bout.winner) == (Answer.FOUGHT, court.state.seats[CAT[0]].name)
