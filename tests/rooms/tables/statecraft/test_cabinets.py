"""Recruiting (SC-REC), replacing (SC-REP), firing (SC-FIR), the two circles (SC-CIR) and paying (SC-PAY)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.statecraft.game.actions import ChooseOption, EndTurn, Fire, Lose, Recruit, Take
from rooms.tables.statecraft.game.state import PLACES, Phase
from rooms.tables.statecraft.rules.recruiting import PoliticiansDrawn, PoliticiansShuffled
from tests.rooms.tables.statecraft.play import KEPT, RULES, A, B, after, allowed, done, facts_of, kinds_of, on, refusal, side, table

LEFT, RIGHT, FAR_LEFT, FAR_RIGHT = PLACES
NONE = (None, None, None, None)


def choosing(drawn, *, cabinet="", hand="", policies=(), **more):
    """A recruit under way: A has paid, and these politicians lie open."""
    begun = table(side(f"eco9 {hand}", cabinet, *policies, **more))
    politicians = (*drawn.split(), *[who for who in begun.politicians if who not in drawn.split()])
    scenario = RULES.book.scenarios[begun.scenario].politicians
    assert len(drawn.split()) == scenario
    return after(replace(begun, politicians=politicians), (A, Recruit("eco9")))


@pytest.mark.rule("SC-REC-01", "SC-REC-02", "SC-PAY-01", "SC-PAY-02", "SC-PAY-03", "SC-PAY-06", "SC-HID-06", "SC-R-14")
def test_recruiting_costs_a_card_and_shows_as_many_as_the_scenario_says():
    played = done(table(side("eco1 budget-up--1")), A, Recruit("budget-up--1"))

    assert kinds_of(played)[:2] == ["Discarded", "PoliticiansDrawn"]
    assert played.state.discard == ("budget-up--1",)
    assert played.state.phase is Phase.RECRUIT_CHOICE
    for viewer in (A, B, None):
        assert [who.id for who in RULES.view(played.state, viewer).drawn] == ["q01", "q02", "q03"]


@pytest.mark.rule("SC-TRN-03", "SC-PAY-06", "SC-REC-01")
def test_recruiting_without_a_card_is_refused():
    assert refusal(table(side()), A, Recruit("eco1")) == "SC-REC-01"


@pytest.mark.rule("SC-REC-03", "SC-REC-04", "SC-REC-06", "SC-REC-09")
def test_one_is_taken_and_the_others_retire():
    state = after(choosing("q02 q01 q03"), (A, Take("q01", LEFT)))

    assert state.sides[A].cabinet == ("q01", None, None, None)
    assert state.retired == ("q02", "q03")
    assert (state.drawn, state.phase) == ((), Phase.TURN)


@pytest.mark.rule("SC-REC-05", "SC-REC-06", "SC-REC-07", "SC-REC-08", "SC-R-16", "SC-CIR-01", "SC-REP-01", "SC-REP-04")
@pytest.mark.parametrize(
    ("cabinet", "places"),
    [
        ("", {LEFT, RIGHT}),
        ("q08", {RIGHT}),
        (". q08", {LEFT}),
        ("q08 q09", {FAR_LEFT, FAR_RIGHT}),
        ("q08 q09 . q10", {FAR_LEFT}),
        ("q08 q09 q11 q10", set()),
        ("q04 q09 q11 q10", {LEFT}),  # q04 can be replaced: it is of Economy too
    ],
)
def test_a_free_place_as_near_as_possible_or_in_the_place_of_another(cabinet, places):
    state = choosing("q01 q02 q03", cabinet=cabinet)

    assert {place for place in PLACES if allowed(state, A, Take("q01", place))} == places


@pytest.mark.rule("SC-REC-07", "SC-REC-10", "SC-REC-11", "SC-REP-02", "SC-REP-05", "SC-REC-03")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Take("q01", FAR_LEFT), "SC-REC-07"),
        (Take("q31", RIGHT), "SC-REC-10"),
        (Take("q01", LEFT), "SC-REP-02"),
        (Take(), "SC-REC-11"),
        (Take("q05", RIGHT), "SC-REC-03"),
        (Take("q01"), "SC-REC-03"),
        (Take(None, LEFT), "SC-REC-03"),
    ],
)
def test_what_cannot_be_taken(action, rule):
    """q08 is of Security and on the left; q31 is senior."""
    assert refusal(choosing("q01 q31 q02", cabinet="q08"), A, action) == rule


@pytest.mark.rule("SC-REC-12", "SC-REC-13", "SC-R-15", "SC-REC-10")
def test_when_nobody_can_go_to_a_free_place_all_may_retire_and_nothing_is_paid_back():
    state = after(choosing("q31 q32 q33"), (A, Take()))

    assert state.sides[A].cabinet == NONE
    assert state.retired == ("q31", "q32", "q33")
    assert (state.discard, state.sides[A].hand) == (("eco9",), ())


@pytest.mark.rule("SC-REC-12", "SC-REC-11", "SC-REP-03")
def test_a_full_cabinet_may_decline_or_replace():
    state = choosing("q01 q02 q31", cabinet="q04 q05 q08 q09")

    assert allowed(state, A, Take())
    assert allowed(state, A, Take("q31", LEFT))
    assert allowed(state, A, Take("q01", RIGHT))


@pytest.mark.rule("SC-REP-08", "SC-REP-10", "SC-R-18")
def test_denounced_policies_that_do_not_fit_come_back_too():
    attached = (on("q26", "society", down=True, moved=(0, 0, 0, -2), budget=1),)
    begun = choosing("q01 q02 q03", cabinet="q26", policies=attached, trackers=(0, 0, 0, 1), budget=1)

    own = after(begun, (A, Take("q01", LEFT))).sides[A]
    assert (own.hand, own.policies, own.trackers, own.budget) == (("society",), (), (0, 0, 0, 3), 0)


@pytest.mark.rule("SC-REC-14", "SC-REC-15", "SC-R-21")
def test_an_empty_deck_takes_in_the_retired_pile_in_the_middle_of_a_draw():
    begun = table(side("eco1"))
    kept = tuple([who for who in begun.politicians if who != "q01"])
    begun = replace(begun, politicians=("q01",), retired=kept)
    played = done(begun, A, Recruit("eco1"))

    assert facts_of(played, PoliticiansDrawn) == [PoliticiansDrawn(A, 1), PoliticiansDrawn(A, 2)]
    assert facts_of(played, PoliticiansShuffled) == [PoliticiansShuffled(kept)]
    assert played.state.drawn == ("q01", *kept[:2])
    assert played.state.retired == ()


@pytest.mark.rule("SC-REC-15", "SC-REC-16", "SC-R-21")
def test_with_too_few_politicians_all_are_drawn_and_with_none_nobody_recruits():
    few = replace(table(side("eco1")), politicians=("q01",), retired=("q02",))
    played = RULES.act(few, A, Recruit("eco1"), KEPT)

    assert played.state.drawn == ("q01", "q02")
    none = replace(few, politicians=(), retired=())
    assert refusal(none, A, Recruit("eco1")) == "SC-REC-16"


@pytest.mark.rule("SC-FIR-04", "SC-R-17", "SC-R-19", "SC-CIR-06")
def test_a_senior_politician_of_the_outer_circle_retires_and_nobody_moves():
    state = after(table(side("eco1", "q01 q02 q31 q03")), (A, Fire("q31", "eco1")))

    assert state.sides[A].cabinet == ("q01", "q02", None, "q03")
    assert state.retired == ("q31",)


@pytest.mark.rule("SC-FIR-01", "SC-FIR-02", "SC-FIR-03", "SC-PAY-07", "SC-TRN-03")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Fire("q02", "eco1"), "SC-FIR-01"),
        (Fire("plain1", "eco1"), "SC-FIR-02"),
        (Fire("q01", "eco2"), "SC-FIR-03"),
        (Fire("q01"), "SC-PAY-07"),
    ],
)
def test_what_cannot_be_fired(action, rule):
    assert refusal(table(side("eco1", "q01", on("q01", "eco2")), side("", "q02")), A, action) == rule


@pytest.mark.rule("SC-FIR-07", "SC-FIR-08", "SC-CIR-05")
def test_who_leaves_otherwise_takes_the_portfolio_to_the_discard_pile():
    """Event e13 takes 1 of the inner circle. A's has a policy, and a politician behind."""
    attached = on("q01", "eco1", moved=(0, 0, 0, 1), budget=2)
    begun = table(side("eco3 eco4", "q01 . q02", attached, trackers=(0, 0, 0, 1), budget=2), deck="e13")

    played = RULES.act(after(begun, (A, EndTurn()), (B, ChooseOption())), A, ChooseOption(0), KEPT)

    own = played.state.sides[A]
    assert (own.cabinet, own.trackers, own.budget) == (("q02", None, None, None), (0, 0, 0, 0), 0)
    assert "eco1" in played.state.discard
    assert played.state.retired == ("q01",)


@pytest.mark.rule("SC-R-20", "SC-CIR-05")
def test_the_player_chooses_who_is_lost():
    begun = table(side("eco3 eco4", "q01 q02"), deck="e13")
    state = after(begun, (A, EndTurn()), (A, ChooseOption(0)), (B, ChooseOption()))

    assert {who for who in ("q01", "q02") if allowed(state, A, Lose((who,)))} == {"q01", "q02"}
    assert after(state, (A, Lose(("q02",)))).sides[A].cabinet == ("q01", None, None, None)
