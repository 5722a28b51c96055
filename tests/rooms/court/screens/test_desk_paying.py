"""Payment on Court Control's tablet: each tap shows what is missing. It is refused in one sentence, made once, undone as one."""

from __future__ import annotations

import re

import pytest

from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.floor.vote_result import CloseVote
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.court.game.state import Stand, floor_of
from rooms.realm.game.military_actions import free_immortals
from rooms.realm.papers.game.types import Paper
from rooms.war.game.immortals import AdjustImmortal
from tests.control.desks.conftest import Day, words
from tests.rooms.court.screens.desk import AUTHOR, ONE_ID, THERE, paid, standing, until


@pytest.mark.rule("GE-CRT-34", "R-78")
def test_what_is_missing_is_said_at_every_tap(court, won):
    before = won.seqs
    two = words(court.tap("court/pay/1/", paid(won, "cat power 1", "wolf favor 1", act="look")))
    three = words(court.tap("court/pay/1/", paid(won, "cat power 1", "cat power 2", "wolf favor 1", act="look")))
    four = court.tap("court/pay/1/", paid(won, "cat power 1", "cat power 2", "cat favor 1", "wolf favor 1", act="look"))

    assert "2 of 3 named. Name 1 more of the cost." in two
    assert "✓ Cat (2 Power) and Wolf (1 Favor)" in three
    assert "It hangs on the Law Board as law" in three
    assert "That is 1 too much" in words(four)
    assert 'id="pay-now" disabled' in four.content.decode()
    assert won.seqs == before


@pytest.mark.rule("GE-CRT-28", "GE-CRT-31", "GE-CRT-27")
def test_one_press_passes_it_and_one_undo_takes_all_of_it_back(court, won):
    laws, pools, before = won.state.laws, floor_of(won.state).pools, won.state
    done = court.tap("court/pay/1/", paid(won, "cat power 1", "cat power 2", "wolf favor 1"))

    assert (done.status_code, done["HX-Retarget"]) == (200, "#said")
    assert len(won.state.laws) == len(laws) + 1
    assert "It is law" in words(court.fragment("part/court-heard/"))
    assert won.state.laws[-1].title in words(court.fragment("court/board/"))

    undo = re.search(r"journal/\d+/undo/", done.content.decode())
    assert undo is not None
    undone = court.tap(undo[0], {"reason": "the wrong payer"})

    assert undone.status_code == 200, words(undone)
    assert (won.state.laws, floor_of(won.state).pools) == (laws, pools)
    assert won.state == before
    assert "Who pays the 3?" in words(court.fragment("part/court-floor/"))


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        ((), "Choose the tokens that pay."),
        (("cat power 1",), "Name 2 more of the cost."),
        (("cat gold 1",), "Choose the tokens that pay."),
        (("bear power 1", "cat power 1", "cat power 2"), "Choose payers that have a pool this month."),
        (("cat power 1", "cat power 2", "cat power 3"), "Too much for Cat"),
    ],
)
def test_a_wrong_payment_is_refused_and_nothing_is_paid(court, won, tokens, sentence):
    before = won.seqs
    answer = court.tap("court/pay/1/", paid(won, *tokens))

    assert (answer.status_code, sentence in words(answer)) == (422, True)
    assert won.seqs == before


@pytest.mark.rule("R-78")
def test_nobody_named_is_taken_in_turn(court, won):
    assert "Nobody is named? In turn:" in words(court.fragment("court/pay/1/"))

    assert court.tap("court/pay/1/", paid(won, act="turns")).status_code == 200
    assert standing(won).stand is Stand.PASSED
    assert sum(share.points for share in standing(won).paid) == 3


def test_a_payment_pressed_twice_is_paid_once(court, won):
    fields = {**paid(won, "cat power 1", "cat power 2", "wolf favor 1"), "command_id": ONE_ID}
    court.tap("court/pay/1/", fields)
    before = won.seqs

    assert "Done already" in words(court.tap("court/pay/1/", fields))
    stale = court.tap("court/pay/1/", paid(won, "ram power 1", "ram power 2", "wolf favor 1"))
    assert (stale.status_code, "There is nothing to pay in cycle 1." in words(stale)) == (409, True)
    assert won.seqs == before


def disband(day: Day) -> Paper:
    """A law that disbands one unit of Wolf at its home."""
    home = next(house.home for house in day.state.scenario.houses if house.id == "wolf")
    return Paper(type="disband", values=(("wolf",), (home,), ("1",)))


@pytest.mark.rule("R-98")
def test_a_military_action_without_a_free_immortal_is_warned_of(court, sitting):
    sitting.do(EnterProposal(player=AUTHOR, month=1, paper=disband(sitting), reason="on paper"))
    sitting.do(ChooseProposal(month=1, author=AUTHOR))
    until(sitting, "vote-1")
    for seat in THERE:
        sitting.do(CastVote(month=1, cycle=1, seat=seat, favor=True))
    sitting.do(CloseVote(month=1, cycle=1))

    assert re.search(r"Immortal \d goes for it\.", words(court.fragment("court/pay/1/")))
    for immortal in free_immortals(sitting.state):
        sitting.do(AdjustImmortal(immortal=immortal, region=None, reason="set up"))
    assert "No Immortal will be free for it" in words(court.fragment("court/pay/1/"))
