"""The floor on Court Control's tablet: each press is refused in one sentence, carried out once, undone as one."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from control.day.people.room_choice import SeatInRoom
from control.engine.ids import SeatId
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.roll import assembled
from rooms.court.game.state import Stand, floor_of
from rooms.realm.desks import Desk
from rooms.realm.game.laws import PostLaw
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import words
from tests.control.untranslated import translated
from tests.rooms.court.screens.desk import ACT, AUTHOR, ONE_ID, OTHER, SURE, paid, standing, until

# --- what the desk sees -------------------------------------------------------------------------------------------------


def test_the_page_shows_who_is_assembled_the_pools_and_what_waits(court, sitting):
    page = words(court.get("court/"))

    assert "Assembled: 5" in page
    assert "Before the Sovereign: 2" in page
    assert "Hear it in cycle 1" in page
    assert "You decide for the God Emperor." in page
    assert "Nothing stands in cycle 1. Choose below what is heard." in page


def test_before_the_court_assembles_its_players_are_expected(court, running):
    running.go_to(Phase.MOVEMENT)
    running.do(SeatInRoom(player=AUTHOR, month=1, room=Room.COURT))

    page = words(court.get("court/"))

    assert "Expected: 1" in page
    assert "Assembled" not in page


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


def test_each_tablet_of_the_law_board_says_since_when_and_is_struck_from_there(court, sitting):
    law = sitting.state.laws[0]
    strike = reverse("realm_desk:law-strike", args=[sitting.event.pk, law.id])

    for address in ("court/board/", "part/court-laws/"):
        assert strike in court.fragment(address).content.decode()

    sitting.do(PostLaw(title="Salt", text="Salt is free.", reason="a scroll fell"))
    posted = words(court.fragment("part/court-laws/"))
    assert f"since month {sitting.state.clock.month}" in posted


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


@pytest.mark.rule("R-06", "R-80")
def test_whom_a_wrong_tap_seated_stays_until_that_tap_is_undone_and_the_desk_reads_so(court, sitting):
    before = sitting.state.seats[SeatId("ram-2")]
    on = court.tap("court/roll/", {"month": "1", "who": "ram-2 on"})
    undo = re.search(r"journal/\d+/undo/", on.content.decode())
    assert undo is not None

    off = court.tap("court/roll/", {"month": "1", "who": "ram-2 off"})
    assert "stays seated there. If the tap that seated the player was wrong, undo it in the Journal." in words(off)
    assert sitting.state.seats[SeatId("ram-2")].choice == Room.COURT

    undone = court.tap(undo[0], {"reason": "the wrong name"})
    assert undone.status_code == 200, words(undone)
    assert sitting.state.seats[SeatId("ram-2")] == before
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


# --- proposals that are heard -------------------------------------------------------------------------------------------


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


def test_a_second_tap_on_a_name_is_done_already_and_another_press_is_not(court, voting):
    fields = {**ACT, "vote": f"{AUTHOR} for", "command_id": ONE_ID}
    court.tap("court/vote/", fields)
    before = voting.seqs

    again = court.tap("court/vote/", fields)
    against = court.tap("court/vote/", {**fields, "vote": f"{AUTHOR} against"})

    assert (again.status_code, "Done already" in words(again), "out of date" in words(again)) == (200, True, False)
    assert (against.status_code, "is in already" in words(against)) == (409, True)
    assert voting.seqs == before
    assert [each.favor for each in standing(voting).votes] == [True]


@pytest.mark.parametrize("vote", ["", "cat-1", "cat-1 maybe", "ram-2 for"])
def test_a_vote_of_nobody_there_is_refused(court, voting, vote):
    before = voting.seqs

    assert court.tap("court/vote/", {**ACT, "vote": vote}).status_code == 422
    assert voting.seqs == before


def test_a_vote_that_has_not_begun_or_is_closed_is_refused(court, voting):
    early = court.tap("court/vote/", {"month": "1", "cycle": "2", "vote": "cat-1 for"})
    court.tap("court/close/", {**ACT, **SURE})
    late = court.tap("court/vote/", {**ACT, "vote": "cat-1 for"})

    assert early.status_code == 409
    assert (late.status_code, "The vote on this proposal is closed." in words(late)) == (409, True)
    assert court.fragment("court/extra/").status_code == 404


def test_a_vote_is_closed_once(court, voting):
    fields = {**ACT, **SURE, "command_id": ONE_ID}
    assert court.tap("court/close/", fields).status_code == 200
    before = voting.seqs

    assert "Done already" in words(court.tap("court/close/", fields))
    assert court.tap("court/close/", ACT).status_code == 409
    assert voting.seqs == before


def test_a_question_that_was_open_when_the_vote_closed_says_so(court, voting):
    court.tap("court/vote/", {**ACT, "vote": "cat-1 for"})
    court.tap("court/close/", {**ACT, **SURE})
    before = voting.seqs

    late = [
        court.tap("court/vote/cat-1/", {**ACT, "vote": "cat-1 against"}),
        court.tap("court/extra/", {**ACT, "house": "cat", "votes": "2", "side": "for"}),
    ]
    struck = court.tap(f"court/proposal/{AUTHOR}/", {"month": "1", "reason": "Destroy Proposal"})

    assert [(each.status_code, "The vote on this proposal is closed." in words(each)) for each in late] == [(409, True)] * 2
    assert (struck.status_code, "a proposal is struck out before that" in words(struck)) == (422, True)
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
    assert "Rejected. A tie, " in words(court.fragment("part/court-heard/"))


@pytest.mark.rule("R-80")
def test_a_vote_left_open_in_payment_warns(court, voting):
    until(voting, "payment-1")

    assert "If this cycle ends before you close it, the proposal is rejected." in words(court.fragment("part/court-floor/"))


# --- access -------------------------------------------------------------------------------------------------------------

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


def test_names_at_the_desk_of_the_court_are_not_translated(court, voting):
    names = {seat.name for seat in voting.state.seats.values()}
    shown = court.get("court/").content.decode()
    assert any(name in shown for name in names)
    assert translated(shown) & names == set()
