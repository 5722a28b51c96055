"""Court Control's tablet: each press of the floor, refused in one sentence, done once, taken back as one."""

from __future__ import annotations

import re

import pytest

from control.day.clock.steps import EndStep
from control.day.people.choosing import SeatInRoom
from control.engine.ids import SeatId, StepId
from rooms.court.game.ballots import CastVote
from rooms.court.game.cycles import ChooseProposal
from rooms.court.game.floor import CloseVote
from rooms.court.game.proposals import EnterProposal
from rooms.court.game.roll import assembled
from rooms.court.game.state import Stand, floor_of, in_cycle
from rooms.realm.desks import Desk
from rooms.realm.game.guard import free_immortals
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.immortals import AdjustImmortal
from tests.control.desks.conftest import Day, Person, words

ONE_ID = "00000000-0000-4000-8000-000000000013"
THERE = tuple(SeatId(each) for each in ("cat-1", "cat-2", "wolf-1", "wolf-2", "ram-1"))
AUTHOR, OTHER = SeatId("cat-1"), SeatId("wolf-1")
FINES = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))  # costs 3
AID = Paper(type="famine-aid")  # costs 6
ACT = {"month": "1", "cycle": "1"}


def until(day: Day, step: str) -> None:
    """End the Court's steps until this one runs."""
    while (at := day.state.clock.rooms[Room.COURT].step) != step:
        day.do(EndStep(room=Room.COURT, month=1, step=StepId(at or "")))


def standing(day: Day, cycle: int = 1):
    found = in_cycle(day.state, cycle)
    assert found is not None
    return found


@pytest.fixture
def court(sits) -> Person:
    return sits(Desk.COURT)


@pytest.fixture
def sitting(running) -> Day:
    """Five are in the Court; its Updates have ended and two proposals lie before the Sovereign."""
    running.go_to(Phase.MOVEMENT)
    for seat in THERE:
        running.do(SeatInRoom(player=seat, month=1, room=Room.COURT))
    running.go_to(Phase.ACTION)
    until(running, "explain-1")
    for author, paper in ((AUTHOR, FINES), (OTHER, AID)):
        running.do(EnterProposal(player=author, month=1, paper=paper, reason="on paper"))
    return running


@pytest.fixture
def voting(sitting) -> Day:
    """The vote on the Fines is open."""
    sitting.do(ChooseProposal(month=1, author=AUTHOR))
    until(sitting, "vote-1")
    return sitting


@pytest.fixture
def won(voting) -> Day:
    """Four of five favor it: it has to be paid."""
    for seat in THERE[:4]:
        voting.do(CastVote(month=1, cycle=1, seat=seat, favor=True))
    voting.do(CloseVote(month=1, cycle=1))
    assert standing(voting).stand is Stand.WON
    return voting


# --- in sight -----------------------------------------------------------------------------------------------------------


def test_the_page_shows_who_is_assembled_the_pools_and_what_waits(court, sitting):
    page = words(court.get("court/"))

    assert "Assembled: 5" in page
    assert "Before the Sovereign: 2" in page
    assert "Hear it in cycle 1" in page
    assert "You decide for the God Emperor." in page
    assert "Nothing stands in cycle 1. Choose below what is heard." in page


@pytest.mark.rule("R-17")
def test_proposals_stay_sealed_until_updates_end(court, running):
    running.go_to(Phase.ACTION)

    shown = words(court.fragment("part/court-waiting/"))

    assert "The proposals are sealed." in shown
    assert "Hear it" not in shown


@pytest.mark.rule("R-19", "R-78")
def test_what_the_proposal_means_stands_beside_it(court, voting):
    shown = words(court.fragment("part/court-floor/"))

    assert "Wolf loses 2 Power and 1 Favor, as far as it has that." in shown
    assert "Once, in the Return of month 1. It costs 3 of the 16 in the pools." in shown


@pytest.mark.rule("GE-CRT-18", "R-77")
def test_the_pools_are_tokens_that_get_fewer(court, won):
    before = court.fragment("part/court-pools/").content.decode()
    court.tap("court/pay/1/", paid(won, "cat power 1", "cat power 2", "wolf favor 1"))
    after = court.fragment("part/court-pools/").content.decode()

    assert (before.count("gone"), after.count("gone")) == (0, 3)
    assert "Cat: 0 Power and 2 Favors left" in after


# --- the roll -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-80")
def test_a_badge_is_put_on_the_roll_and_taken_off_with_one_tap(court, sitting):
    on = court.tap("court/roll/", {"month": "1", "who": "ram-2 on"})
    assert on.status_code == 200
    assert len(assembled(sitting.state)) == 6

    again = court.tap("court/roll/", {"month": "1", "who": "ram-2 on"})
    assert (again.status_code, "stands on the roll already" in words(again)) == (409, True)

    court.tap("court/roll/", {"month": "1", "who": "ram-2 off"})
    assert len(assembled(sitting.state)) == 5


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"month": "1"}, "Choose a player."),
        ({"month": "1", "who": "ram-2"}, "Choose a player."),
        ({"who": "ram-2 on"}, "This form is broken; load the page again."),
        ({"month": "1", "who": "nobody-9 on"}, "No such seat; choose a player of this event."),
    ],
)
def test_a_broken_tap_on_the_roll_says_what_is_wrong(court, sitting, fields, sentence):
    before = sitting.seqs
    answer = court.tap("court/roll/", fields)

    assert answer.status_code in (409, 422)
    assert sentence in words(answer)
    assert sitting.seqs == before


# --- what is heard ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-23", "R-79", "R-38")
def test_the_chosen_proposal_stands_on_the_floor_when_its_cycle_begins(court, sitting):
    answer = court.tap("court/choose/", {"month": "1", "author": AUTHOR})
    assert answer.status_code == 200
    court.tap("court/choose/", {"month": "1", "author": OTHER})
    assert "Chosen for cycle 2" in words(court.fragment("part/court-waiting/"))

    floor = words(court.fragment("part/court-floor/"))
    assert "On the floor: 1 of 3" in floor
    assert "Fines" in floor
    assert "(cost 3)" in floor


def test_a_proposal_is_chosen_once(court, sitting):
    fields = {"month": "1", "author": AUTHOR, "command_id": ONE_ID}
    court.tap("court/choose/", fields)
    before = sitting.seqs

    assert "Done already" in words(court.tap("court/choose/", fields))
    late = court.tap("court/choose/", {"month": "1", "author": AUTHOR})
    assert (late.status_code, "chosen already" in words(late)) == (409, True)
    assert sitting.seqs == before


@pytest.mark.rule("R-128")
def test_a_proposal_is_struck_out_with_a_reason_and_frees_its_cycle(court, sitting):
    court.tap("court/choose/", {"month": "1", "author": AUTHOR})
    without = court.tap(f"court/proposal/{AUTHOR}/", {"month": "1", "reason": " "})
    assert (without.status_code, "Say why in a few words" in words(without)) == (422, True)

    done = court.tap(f"court/proposal/{AUTHOR}/", {"month": "1", "reason": "Destroy Proposal"})

    assert (done.status_code, done["HX-Retarget"]) == (200, "#said")
    assert floor_of(sitting.state).struck == (AUTHOR,)
    assert "Hear it in cycle 1" in words(court.fragment("part/court-waiting/"))
    assert court.fragment(f"court/proposal/{AUTHOR}/").status_code == 404


@pytest.mark.rule("R-128")
def test_leverage_is_entered_as_such(court, sitting):
    answer = court.tap(f"court/proposal/{AUTHOR}/", {"month": "1", "author": AUTHOR, "leverage": "on"})

    assert answer.status_code == 200
    assert standing(sitting).how == "leverage"


def test_an_empty_cycle_says_what_to_do(court, sitting):
    until(sitting, "debate-2")

    assert "Nothing stands in cycle 2. Choose below what is heard." in words(court.fragment("part/court-floor/"))
    assert "Hear it in cycle 2" in words(court.fragment("part/court-waiting/"))


# --- the vote -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-26", "R-80")
def test_taps_and_fists_are_one_count(court, voting):
    court.tap("court/vote/", {**ACT, "vote": "cat-1 for"})
    court.tap("court/vote/", {**ACT, "vote": "ram-1 against"})

    too_many = court.tap("court/fists/", {**ACT, "fists": "4"})
    assert (too_many.status_code, "Count 0 to 3 fists: 2 of 5 have voted by name." in words(too_many)) == (422, True)
    assert court.tap("court/fists/", {**ACT, "fists": "2"}).status_code == 200
    court.tap("court/close/", ACT)

    count = standing(voting).count
    assert (count.favor, count.against) == (3, 2)
    floor = words(court.fragment("part/court-floor/"))
    assert "3 for 2 against" in floor
    assert "Who pays the 3?" in floor


@pytest.mark.rule("GE-CRT-26")
def test_no_tablet_tells_how_somebody_voted_before_the_close(court, voting):
    shown: list[str] = []
    for side in ("for", "against"):
        court.tap("court/vote/cat-1/" if shown else "court/vote/", {**ACT, "vote": f"cat-1 {side}"})
        page = "".join(court.fragment(f"part/{part}/").content.decode() for part in ("court-floor", "court-roll"))
        shown.append(re.sub(r'(command_id|csrfmiddlewaretoken)" value="[^"]+"', "", page))

    assert shown[0] == shown[1]


def test_a_stray_tap_never_changes_a_vote_that_is_in(court, voting):
    voting.do(CastVote(month=1, cycle=1, seat=AUTHOR, favor=False))

    stray = court.tap("court/vote/", {**ACT, "vote": f"{AUTHOR} for"})

    assert (stray.status_code, "is in already" in words(stray)) == (409, True)
    assert [each.favor for each in standing(voting).votes] == [False]
    assert "takes the place of the first" in words(court.fragment(f"court/vote/{AUTHOR}/"))
    assert court.tap(f"court/vote/{AUTHOR}/", {**ACT, "vote": f"{AUTHOR} for"}).status_code == 200
    assert [each.favor for each in standing(voting).votes] == [True]


@pytest.mark.parametrize("vote", ["", "cat-1", "cat-1 maybe", "ram-2 for"])
def test_a_vote_of_nobody_there_is_refused(court, voting, vote):
    before = voting.seqs

    assert court.tap("court/vote/", {**ACT, "vote": vote}).status_code == 422
    assert voting.seqs == before


def test_a_vote_that_has_not_begun_or_is_closed_is_refused(court, voting):
    early = court.tap("court/vote/", {"month": "1", "cycle": "2", "vote": "cat-1 for"})
    court.tap("court/close/", ACT)
    late = court.tap("court/vote/", {**ACT, "vote": "cat-1 for"})

    assert early.status_code == 409
    assert (late.status_code, "The vote on this proposal is closed." in words(late)) == (409, True)
    assert court.fragment("court/extra/").status_code == 404


def test_a_vote_is_closed_once(court, voting):
    fields = {**ACT, "command_id": ONE_ID}
    assert court.tap("court/close/", fields).status_code == 200
    before = voting.seqs

    assert "Done already" in words(court.tap("court/close/", fields))
    assert court.tap("court/close/", ACT).status_code == 409
    assert voting.seqs == before


@pytest.mark.rule("R-127")
def test_extra_votes_of_a_house_are_counted_on_their_side(court, voting):
    refused = court.tap("court/extra/", {**ACT, "house": "cat", "votes": "2"})
    assert (refused.status_code, "Choose for or against." in words(refused)) == (422, True)
    court.tap("court/extra/", {**ACT, "house": "cat", "votes": "2", "side": "for"})
    assert "Cat uses 2 extra votes for it." in words(court.fragment("part/court-floor/"))
    court.tap("court/fists/", {**ACT, "fists": "2"})
    court.tap("court/close/", ACT)

    assert standing(voting).count.favor == 4


@pytest.mark.rule("GE-CRT-30")
def test_a_tie_is_decided_with_one_press(court, voting):
    court.tap("court/roll/", {"month": "1", "who": "ram-2 on"})
    court.tap("court/fists/", {**ACT, "fists": "3"})
    court.tap("court/close/", ACT)
    floor = words(court.fragment("part/court-floor/"))
    assert "A tie, 3 to 3: the Sovereign decides." in floor
    assert "The tie passes it" in floor

    assert court.tap("court/tie/", {**ACT, "tie": "neither"}).status_code == 422
    assert court.tap("court/tie/", {**ACT, "tie": "against"}).status_code == 200

    assert standing(voting).stand is Stand.REJECTED
    assert court.tap("court/tie/", {**ACT, "tie": "for"}).status_code == 409
    assert "Rejected: the tie was decided against it." in words(court.fragment("part/court-heard/"))


@pytest.mark.rule("R-80")
def test_a_vote_left_open_in_payment_warns(court, voting):
    until(voting, "payment-1")

    assert "If this cycle ends before you close it, the proposal is rejected." in words(court.fragment("part/court-floor/"))


# --- payment ------------------------------------------------------------------------------------------------------------


def paid(day: Day, *tokens: str, act: str = "pay") -> dict[str, object]:
    return {"month": "1", "act": act, "token": list(tokens)}


@pytest.mark.rule("GE-CRT-34", "R-78")
def test_what_is_missing_is_said_at_every_tap(court, won):
    before = won.seqs
    two = words(court.tap("court/pay/1/", paid(won, "cat power 1", "wolf favor 1", act="look")))
    three = words(court.tap("court/pay/1/", paid(won, "cat power 1", "cat power 2", "wolf favor 1", act="look")))
    four = court.tap("court/pay/1/", paid(won, "cat power 1", "cat power 2", "cat favor 1", "wolf favor 1", act="look"))

    assert "2 of 3 named. Of the cost 1 more are to be named." in two
    assert "✓ Cat (2 Power) and Wolf (1 Favors)" in three
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
        (("cat power 1",), "Of the cost 2 more are to be named."),
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
    """One unit of Wolf at its home is to be disbanded."""
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


# --- whose it is --------------------------------------------------------------------------------------------------------

PRESSES = ("roll/", "choose/", "vote/", "fists/", "close/", "tie/", "pay/1/", "extra/", "vote/cat-1/", f"proposal/{AUTHOR}/")


@pytest.mark.parametrize("desk", sorted({Desk.WAR, Desk.UNDERGROUND, Desk.CEREMONY, Desk.CHECK_IN}))
def test_no_other_desk_reaches_the_floor(sits, won, desk):
    other = sits(desk)
    before = won.seqs

    assert {other.tap(f"court/{each}", ACT).status_code for each in PRESSES} == {404}
    assert {other.get(f"part/court-{part}/").status_code for part in ("floor", "pools", "roll", "waiting", "heard")} == {404}
    assert won.seqs == before


def test_a_tablet_of_the_month_before_is_told_so(court, voting):
    answer = court.tap("court/vote/", {"month": "9", "cycle": "1", "vote": "cat-1 for"})

    assert (answer.status_code, "The Court of month 9 is over; look again." in words(answer)) == (409, True)
