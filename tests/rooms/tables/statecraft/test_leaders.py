"""Leaders' texts (SC-LDR), the scenarios' special texts, and their precedence (SC-R-48)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.statecraft.game.actions import (
    Announce,
    Campaign,
    ChooseOption,
    Denounce,
    DiscardDown,
    DrawOrNot,
    EndTurn,
    Fire,
    LeaderStep,
    Lose,
    PlayAction,
    Poach,
    Recruit,
)
from rooms.tables.statecraft.game.content import Ideology
from rooms.tables.statecraft.game.state import DrawReason, Phase, Turn
from rooms.tables.statecraft.rules.poaching import price
from tests.rooms.tables.statecraft.play import (
    RULES,
    A,
    B,
    after,
    allowed,
    done,
    hands,
    on,
    refusal,
    side,
    table,
)


def led(number, *sides, **more):
    """A table where A's leader has the text SC-LDR-number, in force."""
    first, *others = sides
    return table(replace(first, leader=f"l{number:02}"), *others, **{"texts": True, **more})


@pytest.mark.rule("SC-LDR-01", "SC-TRN-06", "SC-TRN-07")
def test_a_larger_hand():
    begun = led(1, side("eco1"))
    assert len(after(begun, (A, EndTurn())).sides[A].hand) == 4
    assert RULES.view(begun, B).sides[A].hand_size == 4

    state = after(led(1, side("eco1 eco2 eco3 eco4 eco5")), (A, EndTurn()))
    assert len(after(state, (A, DiscardDown(("eco1",)))).sides[A].hand) == 4


@pytest.mark.rule("SC-LDR-02")
def test_one_politician_more():
    assert len(after(led(2, side("eco1")), (A, Recruit("eco1"))).drawn) == 4


@pytest.mark.rule("SC-LDR-03", "SC-LDR-08", "SC-R-48", "SC-POA-03", "SC-POA-04", "SC-POA-05")
@pytest.mark.parametrize(
    ("mine", "theirs", "poached", "satisfied", "scenario", "cost"),
    [
        (12, 12, 0, True, 1, 2),
        (3, 12, 0, True, 1, 1),
        (3, 12, 1, True, 1, 2),
        (3, 12, 0, False, 1, 0),
        (12, 8, 0, True, 1, 3),
        (12, 8, 0, False, 1, 2),
        (3, 8, 0, False, 1, 1),
        (12, 8, 0, True, 3, 1),  # scenario 3: every poaching costs 1, with any leader
        (3, 8, 0, True, 3, 1),
        (12, 12, 0, False, 3, 1),
    ],
)
def test_what_poaching_costs(mine, theirs, poached, satisfied, scenario, cost):
    hosts = side(trackers=(0, 0, 4 if satisfied else 3, 0), supporters="picky", leader="l08" if theirs == 8 else "plain2")
    begun = led(
        mine,
        side("eco1 eco2 eco3 eco4", trackers=(0, 0, 4, 0)),
        hosts,
        turn=Turn(poached=poached),
        scenario=scenario,
        floating="any1",
    )

    assert price(RULES.book, begun, A, B, "picky") == cost
    assert RULES.view(begun, B).supporters[1].prices == (cost, None)
    assert allowed(begun, A, Poach("picky", ("eco1", "eco2", "eco3", "eco4")[:cost]))
    usual, by_leader = 2 if satisfied else 1, "SC-LDR-08" if theirs == 8 else "SC-LDR-03"
    for count in {0, 1, 2, 3, 4} - {cost}:
        rule = "SC-R-48" if scenario == 3 else by_leader if count == usual else "SC-POA-04" if satisfied else "SC-POA-03"
        assert refusal(begun, A, Poach("picky", ("eco1", "eco2", "eco3", "eco4")[:count])) == rule


@pytest.mark.rule("SC-LDR-03", "SC-AFX-10")
def test_poaching_by_a_card_counts_as_the_first():
    hosts = side(supporters="any1 any2")
    begun = led(3, side("free-poach--1 eco1 eco2", supporters="any5"), hosts, floating="any3")
    assert price(RULES.book, begun, A, B, "any2") == 1

    state = after(begun, (A, PlayAction("free-poach--1", supporter="any1")))
    assert price(RULES.book, state, A, B, "any2") == 2


@pytest.mark.rule("SC-LDR-04", "SC-POL-14", "SC-R-10")
def test_the_leader_announces_one_policy_of_any_specialism():
    state = after(led(4, side("sec1 eco1")), (A, Announce("sec1", 0)))

    assert state.sides[A].policies[0].holder is None
    assert refusal(state, A, Announce("eco1", 0)) == "SC-LDR-04"


@pytest.mark.rule("SC-LDR-05", "SC-WIN-02")
def test_a_deeper_debt():
    begun = led(5, side("spend budget-down--1", "q01", budget=-5))
    state = after(begun, (A, Announce("spend", 0, "q01")))
    assert state.sides[A].budget == -7
    assert refusal(state, A, PlayAction("budget-down--1")) == "SC-ACN-03"
    assert RULES.view(state, B).sides[A].budget_least == -7

    seven = led(5, side("", budget=-7), side("", budget=-5), scenario=7)
    assert RULES.standing(seven) == (5, 5)
    assert refusal(led(5, side("spend", "q01", budget=-6)), A, Announce("spend", 0, "q01")) == "SC-POL-08"


@pytest.mark.rule("SC-LDR-06", "SC-PAY-07")
@pytest.mark.parametrize(
    "begun", [led(6, side("eco1", "q01")), table(side("eco1", "q01"), scenario=13)], ids=["leader", "scenario 13"]
)
def test_firing_for_nothing(begun):
    assert refusal(begun, A, Fire("q01", "eco1")) == "SC-PAY-07"
    assert hands(after(begun, (A, Fire("q01"))))[A] == "eco1"


@pytest.mark.rule("SC-LDR-07", "SC-TRN-15")
def test_a_step_of_the_leader_once_in_each_turn():
    begun = led(7, side("eco1 eco2", trackers=(0, 7, 0, 0)))
    for ideology, step in ((Ideology.ANARCHISM, 1), (Ideology.CAPITALISM, -1), (Ideology.CAPITALISM, 2)):
        assert refusal(begun, A, LeaderStep("eco1", ideology, step)) == "SC-LDR-07"
    state = after(begun, (A, LeaderStep("eco1", Ideology.ANARCHISM, -1)))

    assert (state.sides[A].trackers, state.discard) == ((0, 6, 0, 0), ("eco1",))
    assert refusal(state, A, LeaderStep("eco2", Ideology.ANARCHISM, -1)) == "SC-LDR-07"
    assert refusal(table(side("eco1")), A, LeaderStep("eco1", Ideology.SOCIALISM, 1)) == "SC-LDR-07"


@pytest.mark.rule("SC-LDR-09")
def test_after_the_first_policy_denounced_in_the_turn_a_card_may_be_drawn():
    begun = led(9, side("eco1 eco2 eco4", "q01"), deck="eco3")
    state = after(begun, (A, Announce("eco4", 0, "q01")), (A, Denounce("eco1", 0)))
    assert (state.phase, RULES.view(state, B).draw_reason) == (Phase.MAY_DRAW, DrawReason.DENOUNCED)

    state = after(state, (A, DrawOrNot(draw=True)))
    assert hands(state)[A] == "eco2 eco3"
    assert after(state, (A, Denounce("eco2", 0))).phase is Phase.TURN


@pytest.mark.rule("SC-LDR-09", "SC-EVT-17")
def test_a_freeplay_in_the_own_refill_counts_and_both_draws_are_asked():
    begun = led(9, side("eco1 eco2"), side("sec1 sec2"), deck="e15 eco3 eco4")
    state = after(begun, (A, EndTurn()), (A, ChooseOption(0)), (B, ChooseOption(0)), (A, Denounce("eco1", 0)))
    assert RULES.view(state, A).draw_reason is DrawReason.FREEPLAY

    state = after(state, (A, DrawOrNot(draw=True)))
    assert RULES.view(state, A).draw_reason is DrawReason.DENOUNCED
    state = after(state, (A, DrawOrNot(draw=True)))
    assert hands(state)[A] == "eco2 eco3 eco4"
    assert state.phase is Phase.FREEPLAY  # B's freeplay, in another's turn
    other = after(led(9, side(), replace(side(), leader="l01"), active=B), (B, EndTurn()))
    assert not other.turn.denounced


@pytest.mark.rule("SC-LDR-09", "SC-EVT-17")
def test_a_policy_denounced_in_the_turn_of_another_brings_no_card_beyond_that_of_the_freeplay():
    begun = led(9, side("eco1 eco2"), side("sec1 sec2"), deck="e15 eco3 eco4", active=B)
    state = after(begun, (B, EndTurn()), (B, ChooseOption(1)), (A, ChooseOption(0)), (A, Denounce("eco1", 0)))
    assert RULES.view(state, A).draw_reason is DrawReason.FREEPLAY

    state = after(state, (A, DrawOrNot(draw=False)))
    assert (state.phase, state.active, hands(state)[A]) == (Phase.TURN, A, "eco2")


@pytest.mark.rule("SC-LDR-09", "SC-EVT-17")
def test_what_others_denounce_in_the_own_turn_uses_up_no_card():
    begun = led(9, side("draw-three--1 eco1"), side("sec1 sec2"), deck="eco3 e15 eco4 eco5", floating="any1")
    played = ((A, PlayAction("draw-three--1")), (A, ChooseOption(1)), (B, ChooseOption(0)))
    state = after(begun, *played, (B, Denounce("sec1", 0)), (B, DrawOrNot(draw=False)))
    assert (state.phase, state.active) == (Phase.TURN, A)

    assert RULES.view(after(state, (A, Denounce("eco1", 0))), A).draw_reason is DrawReason.DENOUNCED


@pytest.mark.rule("SC-LDR-10", "SC-AFX-12")
def test_four_in_the_inner_circle_and_three_outside():
    held = [on("q01", card) for card in ("eco1", "eco2", "eco3")]
    begun = led(10, side("eco4 eco5 reshuffle--1", "q01 q02 q03", *held))
    state = after(begun, (A, Announce("eco4", 0, "q01")))
    assert refusal(state, A, Announce("eco5", 0, "q01")) == "SC-POL-10"

    state = after(state, (A, PlayAction("reshuffle--1", politician="q01", other="q03")))
    assert (state.phase, RULES.view(state, B).loss.count) == (Phase.LOSS_CHOICE, 1)
    state = after(state, (A, Lose(("eco2",))))
    assert [each.card for each in state.sides[A].policies] == ["eco1", "eco3", "eco4"]


@pytest.mark.rule("SC-LDR-11", "SC-EVT-07")
def test_neither_option_once_in_the_game():
    begun = led(11, side("eco1 eco2"), deck="e01 e19")
    state = after(begun, (A, EndTurn()), (A, ChooseOption()))
    assert not RULES.view(state, B).sides[A].abstained  # hidden until all have answered
    state = after(state, (B, ChooseOption(1)))

    assert state.sides[A].abstained
    assert (state.phase, refusal(state, A, ChooseOption())) == (Phase.EVENT_CHOICE, "SC-EVT-07")


@pytest.mark.rule("SC-LDR-11", "SC-EVT-08")
def test_who_can_do_nothing_uses_nothing_up():
    begun = led(11, side(""), side("sec1 sec2"), deck="e02")
    assert not after(begun, (A, EndTurn()), (A, ChooseOption()), (B, ChooseOption(0))).sides[A].abstained


@pytest.mark.rule("SC-QIK-04", "SC-ADV-02", "SC-R-25")
def test_texts_without_effect():
    begun = led(1, side("eco1"), texts=False)

    assert len(after(begun, (A, EndTurn())).sides[A].hand) == 3
    assert not RULES.view(begun, A).sides[A].text_counts


# --- scenarios -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-ADV-10", "SC-R-48")
def test_scenario_2_larger_hands():
    assert len(after(table(side("eco1"), scenario=2), (A, EndTurn())).sides[A].hand) == 4


@pytest.mark.rule("SC-INC-13", "SC-ADV-10")
def test_scenario_5_supporters_leave_last_of_all():
    """SC-AFX-11 does not count. After it B is the only leader, and the turn tracker goes up."""
    begun = table(
        side("eco1 eco2 sec1", trackers=(0, 0, 3, 0), supporters="picky any1 any2"),
        side(supporters="any3 any4 any5", trackers=(0, 0, 0, 0)),
        scenario=5,
        floating="any6",
        turn=Turn(spin=(0, 0, 1, 0)),
        incumbent=A,
    )
    played = done(begun, A, EndTurn())

    assert played.state.sides[A].supporters == ("any1", "any2")
    assert (played.state.floating, played.state.incumbent) == (("any6", "picky"), B)
    assert [type(fact).__name__ for fact in played.facts][-4:] == [
        "SupportersReturned",
        "IncumbentMoved",
        "TurnCompleted",
        "TurnBegan",
    ]


@pytest.mark.rule("SC-CAM-08", "SC-ADV-10")
def test_scenario_14_one_campaign_in_a_turn():
    state = after(table(side(), floating="any1 any2 any3", scenario=14), (A, Campaign("any1")))

    assert refusal(state, A, Campaign("any2")) == "SC-CAM-08"
    state = after(state, (A, EndTurn()), (B, EndTurn()))
    assert allowed(state, A, Campaign("any2"))
