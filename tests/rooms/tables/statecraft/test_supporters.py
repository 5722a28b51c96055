"""Campaigning (SC-CAM), poaching (SC-POA) and the incumbent card with its bids (SC-INC)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.statecraft.game.actions import (
    Bid,
    Campaign,
    ChooseOption,
    EndTurn,
    Lose,
    PayBid,
    Poach,
)
from rooms.tables.statecraft.game.content import Condition, Supporter
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.rules.supporters import met, satisfies
from tests.rooms.tables.statecraft.play import RULES, A, B, C, after, allowed, hands, refusal, side, table


@pytest.mark.rule("SC-CAM-01", "SC-CAM-02", "SC-CAM-03", "SC-CAM-04", "SC-R-52")
@pytest.mark.parametrize(
    ("trackers", "conditions"),
    [
        ((4, 2, 0, 7), (True, True, True, True)),
        ((3, 2, 0, 7), (False, True, True, True)),
        ((7, 3, 7, 0), (True, False, True, True)),
        ((0, 7, 7, 7), (False, False, True, True)),
    ],
)
def test_conditions_are_met_by_the_number_or_beyond(trackers, conditions):
    supporter = Supporter(id="s", name="S", flavour="S", conditions=(Condition(least=4), Condition(most=2), None, None))

    assert met(supporter, trackers) == conditions
    assert satisfies(supporter, trackers) is all(conditions)


@pytest.mark.rule("SC-CAM-05", "SC-CAM-07", "SC-CAM-08", "SC-PAY-05", "SC-R-22", "SC-CAM-09")
def test_campaigning_claims_one_at_a_time_for_nothing():
    state = after(table(side("eco1"), floating="any1 any2 picky"), (A, Campaign("any1")), (A, Campaign("any2")))

    assert state.sides[A].supporters == ("any1", "any2")
    assert state.floating == ("picky",)
    assert hands(state)[A] == "eco1"
    assert {each.card.id: each.host for each in RULES.view(state, B).supporters} == {"picky": None, "any1": A, "any2": A}


@pytest.mark.rule("SC-CAM-05", "SC-CAM-06")
@pytest.mark.parametrize(("supporter", "rule"), [("picky", "SC-CAM-06"), ("any2", "SC-CAM-05")])
def test_who_cannot_be_claimed(supporter, rule):
    assert refusal(table(side(), side(supporters="any2"), floating="picky any1"), A, Campaign(supporter)) == rule


@pytest.mark.rule("SC-POA-04", "SC-PAY-01", "SC-PAY-08")
@pytest.mark.parametrize(
    ("pay", "refused"), [(("eco1", "eco1"), "SC-PAY-01"), (("eco1", "eco3"), "SC-PAY-01"), (("eco1",), "SC-POA-04")]
)
def test_poaching_is_paid_with_two_different_cards_of_the_hand(pay, refused):
    begun = table(side("eco1 eco2", trackers=(0, 0, 5, 0)), side(trackers=(0, 2, 4, 0), supporters="picky"))

    assert refusal(begun, A, Poach("picky", pay)) == refused


@pytest.mark.rule("SC-POA-01", "SC-POA-02")
@pytest.mark.parametrize(("supporter", "rule"), [("picky", "SC-POA-02"), ("any1", "SC-POA-01"), ("any3", "SC-POA-01")])
def test_who_cannot_be_poached(supporter, rule):
    begun = table(side("eco1 eco2", supporters="any1 any2"), side(supporters="picky"), floating="any3")

    assert refusal(begun, A, Poach(supporter, ("eco1", "eco2"))) == rule


@pytest.mark.rule("SC-POA-06", "SC-POA-07", "SC-POA-08", "SC-R-23")
def test_poaching_is_repeated_and_a_poached_supporter_poached_again():
    begun = table(side("eco1 eco2 eco3 eco4", supporters="any5"), side("sec1 sec2", supporters="any1 any2"), floating="any3")
    state = after(begun, (A, Poach("any1", ("eco1", "eco2"))), (A, Poach("any2", ("eco3", "eco4"))))
    assert state.sides[A].supporters == ("any5", "any1", "any2")

    back = after(state, (A, EndTurn()), (B, Poach("any1", ("sec1", "sec2"))))
    assert back.sides[B].supporters == ("any1",)


@pytest.mark.rule("SC-INC-01", "SC-INC-02", "SC-INC-13", "SC-SET-14", "SC-R-38")
def test_the_first_supporter_brings_the_card_at_once():
    begun = table(side(), side(), floating="any1 any2")
    assert begun.incumbent is None

    assert after(begun, (A, Campaign("any1"))).incumbent == A


@pytest.mark.rule("SC-INC-03", "SC-INC-04", "SC-INC-02", "SC-R-38")
def test_a_shared_lead_leaves_the_card_where_it_is():
    shared = after(table(side(), side(supporters="any1"), floating="any2 any3"), (A, Campaign("any2")))
    assert shared.incumbent == B
    assert after(shared, (A, Campaign("any3"))).incumbent == A

    nobody = table(side(), side(supporters="any1"), side(supporters="any2"), floating="any3 any4")
    shared = after(nobody, (A, Campaign("any3")))
    assert (shared.incumbent, shared.phase) == (None, Phase.TURN)  # there is nothing to bid for


@pytest.mark.rule("SC-INC-05", "SC-R-38")
def test_with_no_supporters_at_all_the_holder_keeps_the_card():
    begun = replace(table(side("eco1 eco2"), deck="m3"), incumbent=B)

    assert after(begun, (A, EndTurn())).phase is Phase.EMERGENCY_CHOICE
    assert after(table(side("eco1")), (A, EndTurn())).incumbent is None


def lost_lead():
    """The incumbent A has 4 supporters, B and C 2 each; event e02 takes 1 and 2 more from A."""
    begun = table(
        side("eco1 eco2", supporters="any1 any2 any3 any4"),
        side("sec1 sec2 sec3 eco3", supporters="any5 any6"),
        side("eco4 eco5 eco6", supporters="any7 any8"),
        deck="e02",
        floating="picky",
    )
    state = after(begun, (A, EndTurn()), (C, ChooseOption(0)), (B, ChooseOption(0)), (A, ChooseOption(1)))
    state = after(state, (A, Lose(("any1",))), (A, Lose(("any2", "any3"))))
    return after(state, (B, Lose(("eco3", "sec3"))), (C, Lose(("eco5", "eco6"))))


@pytest.mark.rule("SC-INC-09")
def test_the_winner_chooses_the_cards_that_are_paid():
    state = after(lost_lead(), (B, Bid(1)), (C, Bid(0)))
    assert (state.phase, RULES.waits_for(state)) == (Phase.BID_PAYMENT, (B,))
    assert refusal(state, B, PayBid(("sec1", "sec2"))) == "SC-INC-09"

    paid = after(state, (B, PayBid(("sec2",))))
    assert (paid.incumbent, hands(paid)[B]) == (B, "sec1")


@pytest.mark.rule("SC-INC-11", "SC-INC-12", "SC-R-39")
@pytest.mark.parametrize("cards", [0, 1])
def test_equal_bids_set_the_card_aside_until_somebody_leads_alone(cards):
    state = after(lost_lead(), (B, Bid(cards)), (C, Bid(cards)))
    assert (state.incumbent, hands(state)[B:]) == (None, ["sec1 sec2", "eco4"])
    assert state.phase is Phase.TURN  # the refill is over, and it is B's turn

    assert after(state, (B, Campaign("any1"))).incumbent == B


@pytest.mark.rule("SC-HID-03", "SC-INC-08", "SC-R-39")
def test_a_bid_is_hidden_until_all_are_in_and_stands():
    state = after(lost_lead(), (B, Bid(2)))

    assert RULES.view(state, C).own.answer is None
    assert RULES.view(state, B).own.answer == 2
    assert [each.answered for each in RULES.view(state, C).sides] == [None, True, False]
    assert refusal(state, B, Bid(1)) == "SC-R-32"
    assert not allowed(state, A, Bid(0))


@pytest.mark.rule("SC-R-39", "SC-INC-07")
def test_a_bidder_without_a_card_confirms_a_bid_of_nothing():
    state = lost_lead()
    sides = (state.sides[A], replace(state.sides[B], hand=()), state.sides[C])
    bare = replace(state, sides=sides, discard=(*state.discard, "sec1", "sec2"))

    assert RULES.waits_for(bare) == (B, C)
    assert refusal(bare, B, Bid(1)) == "SC-INC-07"
    assert after(bare, (B, Bid(0)), (C, Bid(1))).incumbent == C
