"""Amendments: agreed by the author or the House, before a proposal is chosen, with the old text kept (GE-CRT-21, R-76)."""

from __future__ import annotations

import re

import pytest

from control.day.clock.steps import EndStep
from control.day.people.room_choice import SeatInRoom
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import HALL, Viewer
from rooms.court.game.floor.cycles import ChooseProposal, ReturnProposal, StrikeProposal
from rooms.court.game.floor.view_phone import own_proposal
from rooms.court.game.proposals.amendment import AmendProposal, ProposalAmended, amending_view, earlier_of, evolve_amended
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.court.game.state import Consent, court_of, floor_of, proposals_of_month
from rooms.realm.desks import Desk
from rooms.realm.papers.game.types import OpenedPaper, Paper
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import Day, Person, words
from tests.rooms.court.court import CAT, FINES, GAME, IMMORTAL, Session, three_houses
from tests.rooms.realm.game.play import WAR_CONTROL, player

LESS = Paper(type="fines", values=(("wolf",), ("1",), ("1",)))
AUTHOR = CAT[2]
COURT = Viewer(desks=frozenset({Desk.COURT}))


def amend(court: Session, paper: Paper = LESS, consent: Consent = Consent.AUTHOR, author: SeatId = AUTHOR):
    return court.do(AmendProposal(month=1, player=author, paper=paper, consent=consent, reason="misread"))


def paper_of(court: Session, author: SeatId = AUTHOR) -> Paper:
    return next(each.paper for each in proposals_of_month(court.state) if each.seat == author)


@pytest.mark.rule("GE-CRT-21", "R-76")
def test_an_amended_proposal_is_heard_in_its_new_words_and_keeps_the_old():
    court = three_houses()
    amend(court)
    amend(court, IMMORTAL, Consent.HOUSE)

    assert paper_of(court) == IMMORTAL
    assert [(each.paper, each.consent) for each in earlier_of(court.state, AUTHOR)] == [
        (FINES, Consent.AUTHOR),
        (LESS, Consent.HOUSE),
    ]
    assert court.choose(AUTHOR).at(1).paper == IMMORTAL


@pytest.mark.rule("R-76")
def test_the_desk_reads_the_old_words_with_whose_yes_and_nobody_else_does():
    court = three_houses()
    amend(court)

    shown = amending_view(court.state, COURT, AUTHOR)

    assert shown is not None
    assert ("1 Power" in shown.words, [each.told for each in shown.earlier]) == (True, ["amended with the author’s yes: misread"])
    assert "2 Power" in shown.earlier[0].words
    for viewer in (HALL, Viewer(seat=AUTHOR), Viewer(desks=WAR_CONTROL.desks)):
        assert amending_view(court.state, viewer, AUTHOR) is None
    own = own_proposal(court.state, Viewer(seat=AUTHOR))
    assert own is not None
    assert "1 Power" in own.words  # type: ignore[union-attr]


@pytest.mark.rule("R-76")
@pytest.mark.parametrize(
    ("paper", "sentence"),
    [
        pytest.param(FINES, "the words that the proposal has already", id="the same"),
        pytest.param(Paper(type="fines", values=(("wolf",), ("0",), ("0",))), "a number of 1 or more", id="nothing"),
        pytest.param(Paper(type="tax", values=(("levy",), ("wolf", "ram", "cat"), ())), "name three others", id="own House"),
        pytest.param(Paper(type="anarchy"), "Choose what it shall be", id="unknown"),
    ],
)
def test_new_words_are_tested_as_the_first_were(paper, sentence):
    court = three_houses()

    with pytest.raises(Refused, match=sentence):
        amend(court, paper)

    assert (paper_of(court), earlier_of(court.state, AUTHOR)) == (FINES, ())


@pytest.mark.rule("R-76")
@pytest.mark.parametrize("reason", ["", "  "])
def test_after_updates_it_is_court_controls_decision_and_needs_a_reason(reason):
    court = three_houses()
    with pytest.raises(Refused, match="Updates has ended: to amend it now is Court Control’s decision") as no:
        court.do(AmendProposal(month=1, player=AUTHOR, paper=LESS, consent=Consent.AUTHOR, reason=reason))
    assert (no.value.rule, paper_of(court)) == ("R-76", FINES)

    (amended,) = amend(court)
    assert GAME.explain(amended, court.state).endswith("Why: misread.")


@pytest.mark.rule("R-76", "GE-SOV-23")
def test_a_chosen_proposal_is_amended_no_more():
    court = three_houses().choose(CAT[0]).choose(AUTHOR)

    with pytest.raises(Refused, match="has been chosen"):
        amend(court)
    court.do(ReturnProposal(month=1, author=AUTHOR))  # its cycle, the second, has not begun

    amend(court)
    assert paper_of(court) == LESS


@pytest.mark.rule("R-76", "R-128")
def test_what_was_not_handed_in_or_is_struck_out_is_not_amended():
    court = three_houses()
    with pytest.raises(Stale, match="No such proposal"):
        amend(court, author=SeatId("wolf-1"))
    court.do(StrikeProposal(month=1, author=AUTHOR, reason="Destroy Proposal"))
    with pytest.raises(Stale, match="struck out"):
        amend(court)


@pytest.mark.rule("R-76", "R-17")
def test_the_desk_amends_nothing_that_is_sealed_and_no_player_amends_here():
    court = Session(CAT, {AUTHOR: FINES})  # Updates runs; the author may still send another one
    with pytest.raises(Stale, match="No such proposal"):
        amend(court)

    court.until("explain-1")

    with pytest.raises(Refused):
        court.do(AmendProposal(month=1, player=AUTHOR, paper=LESS, consent=Consent.AUTHOR), player(AUTHOR))


@pytest.mark.rule("R-16", "R-76")
def test_what_is_entered_by_hand_keeps_what_it_replaces():
    court = three_houses()
    court.do(EnterProposal(player=AUTHOR, month=1, paper=LESS, reason="misread"))
    court.do(EnterProposal(player=AUTHOR, month=1, paper=LESS, reason="twice"))

    shown = amending_view(court.state, COURT, AUTHOR)

    assert shown is not None
    assert [each.told for each in shown.earlier] == ["entered anew by hand: misread"]


@pytest.mark.rule("R-76")
def test_old_words_of_another_month_are_let_go():
    court = three_houses()
    amend(court)
    later = replace(court.state, clock=replace(court.state.clock, month=2))

    assert earlier_of(later, AUTHOR) == ()
    assert len(court_of(later).earlier) == 1


@pytest.mark.rule("R-76")
def test_an_amendment_of_what_was_withdrawn_is_noted():
    court = three_houses()
    stray = ProposalAmended(month=1, proposal=OpenedPaper(seat=SeatId("wolf-1"), paper=LESS), consent=Consent.HOUSE)

    after = evolve_amended(court.state, stray)

    assert floor_of(after).doubtful
    assert proposals_of_month(after) == proposals_of_month(court.state)


# --- the tablet ---------------------------------------------------------------------------------------------------------

SEAT = SeatId("cat-1")
ADDRESS = f"court/proposal/{SEAT}/amend/"
WORDS = {"type": "fines", "field0": "wolf", "field1": "1", "field2": "1"}
FIELDS = {"month": "1", "reason": "a number misread", "act": "amend", **WORDS}


@pytest.fixture
def court(sits) -> Person:
    return sits(Desk.COURT)


@pytest.fixture
def proposed(running) -> Day:
    """A proposal of Cat waits for the Sovereign."""
    running.go_to(Phase.MOVEMENT)
    running.do(SeatInRoom(player=SEAT, month=1, room=Room.COURT))
    running.go_to(Phase.ACTION)
    for step in ("updates", "challenges"):
        if running.state.clock.rooms[Room.COURT].step == step:
            running.do(EndStep(room=Room.COURT, month=1, step=StepId(step)))
    running.do(EnterProposal(player=SEAT, month=1, paper=FINES, reason="on paper"))
    return running


@pytest.mark.rule("R-76")
def test_court_control_amends_with_a_yes_and_reads_what_it_was(court, proposed):
    asked = court.fragment(ADDRESS).content.decode()
    assert "Amend the proposal of" in asked
    assert re.search(r'name="field1"[^>]*value="2"', asked)

    without = court.tap(ADDRESS, FIELDS)
    assert (without.status_code, "Say whose yes it has" in words(without)) == (422, True)
    assert re.search(r'name="field1"[^>]*value="1"', without.content.decode())  # the form keeps the typed values
    done = court.tap(ADDRESS, {**FIELDS, "consent": "house"})

    assert (done.status_code, done["HX-Retarget"]) == (200, "#said")
    assert proposals_of_month(proposed.state)[0].paper == LESS
    more = words(court.fragment(f"court/proposal/{SEAT}/"))
    assert "It read before" in more
    assert "amended with the House’s yes: a number misread" in more


@pytest.mark.rule("R-76")
def test_another_type_shows_its_fields_and_changes_nothing(court, proposed):
    before = proposed.seqs

    shown = court.tap(ADDRESS, {"month": "1", "type": "immortal", "act": "draw", "reason": "misread"}).content.decode()

    assert 'value="misread"' in shown  # the form keeps the typed values
    assert 'name="field0"' in shown
    assert 'name="field1"' not in shown
    assert proposed.seqs == before


@pytest.mark.rule("R-76")
def test_an_amendment_that_comes_too_late_is_told(court, proposed):
    proposed.do(ChooseProposal(month=1, author=SEAT))

    late = court.tap(ADDRESS, {**FIELDS, "consent": "author"})

    assert (late.status_code, "has been chosen" in words(late)) == (422, True)
    assert court.fragment(ADDRESS).status_code == 404
    assert court.fragment("court/proposal/wolf-1/amend/").status_code == 404
