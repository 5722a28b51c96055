"""Trackers (SC-TRK), announcing (SC-POL), denouncing (SC-DEN) and losing policies (SC-LOS)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.statecraft.game.actions import Announce, ChooseOption, Denounce, EndTurn, Fire, Lose, PlayAction
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.rules.policies import PolicyPlayed
from tests.rooms.tables.statecraft.play import RULES, A, B, after, allowed, done, facts_of, on, refusal, said, side, table


def trackers(state, player=A):
    return state.sides[player].trackers


@pytest.mark.rule("SC-POL-01", "SC-POL-02", "SC-POL-04", "SC-POL-05", "SC-POL-11", "SC-PAY-04", "SC-TRK-04")
@pytest.mark.parametrize(("option", "moved", "budget"), [(0, (0, 0, 0, 1), 0), (1, (0, 0, 1, 0), 1)])
def test_only_the_chosen_option_counts(option, moved, budget):
    state = after(table(side("eco1 eco2", "q01")), (A, Announce("eco1", option, "q01")))

    assert (trackers(state), state.sides[A].budget) == (moved, budget)
    assert state.sides[A].hand == ("eco2",)
    assert state.sides[A].policies[0].holder == "q01"
    assert state.discard == ()


@pytest.mark.rule("SC-POL-03", "SC-POL-07", "SC-POL-14", "SC-DEN-01", "SC-DEN-02", "SC-DEN-05", "SC-DEN-07", "SC-R-12", "SC-POL-01")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Announce("sec1", 0, "q01"), "SC-POL-03"),
        (Announce("sec1", 0), "SC-POL-14"),
        (Announce("spend", 1, "q01"), "SC-POL-07"),
        (Announce("eco9", 0, "q01"), "SC-POL-01"),
        (Announce("budget-up--1", 0, "q01"), "SC-POL-01"),
        (Announce("eco1", 2, "q01"), "SC-POL-01"),
        (Announce("eco1", 0, "q02"), "SC-POL-02"),
        (Denounce("eco9", 0, "q01"), "SC-DEN-01"),
        (Denounce("eco1", 0, "q02"), "SC-DEN-02"),
        (Denounce("spend", 0, "q01"), "SC-DEN-05"),
        (Denounce("eco1", 0), "SC-DEN-07"),
    ],
)
def test_what_is_refused(action, rule):
    leader = [on(None, card, down=True) for card in ("sec2", "sec3", "sec4")]
    begun = table(side("sec1 spend eco1 budget-up--1", "q01", *leader, budget=4))

    assert refusal(begun, A, action) == rule


@pytest.mark.rule("SC-POL-09", "SC-TRK-05")
@pytest.mark.parametrize(("budget", "action", "end"), [(2, Announce("spend", 1, "q01"), 5), (-3, Announce("spend", 0, "q01"), -5)])
def test_a_budget_of_exactly_five_is_legal(budget, action, end):
    assert after(table(side("spend", "q01", budget=budget)), (A, action)).sides[A].budget == end


@pytest.mark.rule("SC-TRK-04", "SC-R-05")
def test_limits_hold_after_each_single_change():
    state = after(table(side("soc3 eco1", "q01", trackers=(0, 0, 0, 5))), (A, Announce("soc3", 0, "q01")), (A, Denounce("eco1", 0)))

    assert trackers(state) == (0, 0, 0, 6)  # not 5 + 3 - 1


@pytest.mark.rule("SC-POL-13", "SC-R-13")
def test_an_attached_policy_stays_where_it_is():
    begun = table(side("eco2", "q01 q02", on("q01", "eco1")))

    assert refusal(begun, A, Announce("eco1", 1, "q02")) == "SC-POL-01"


@pytest.mark.rule("SC-LOS-04", "SC-LOS-05", "SC-LOS-06", "SC-R-06", "SC-R-08", "SC-TRK-06")
def test_policies_lost_together_are_undone_the_last_one_first():
    """Event e14 undoes two plays at 7: the first moved 1, the second, denounced, −1. The other order would stop at 7."""
    lost = [on("q01", "eco1", moved=(0, 0, 0, 1), budget=4), on("q01", "eco2", down=True, moved=(0, 0, 0, -1), budget=-3)]
    begun = table(side("eco3 eco4 eco5", "q01", *lost, trackers=(0, 0, 0, 7), budget=5), deck="e14")
    begun = replace(begun, sides=(replace(begun.sides[A], hand=("eco3", "eco4")), *begun.sides[1:]), discard=("eco5",))

    state = after(begun, (A, EndTurn()), (A, ChooseOption(1)), (B, ChooseOption()))

    assert trackers(state) == (0, 0, 0, 6)
    assert state.sides[A].budget == 1  # 5 + 3 stops at 5, then - 4
    assert {"eco1", "eco2"} <= set(state.discard)


@pytest.mark.rule("SC-LOS-04", "SC-LOS-06")
def test_who_loses_a_policy_chooses_which_announced_or_denounced():
    begun = table(side("eco3 eco4", "q01", on("q01", "eco1"), on(None, "eco2", down=True)), deck="e03")

    state = after(begun, (A, EndTurn()), (A, ChooseOption(0)), (B, ChooseOption(1)))
    assert (state.phase, RULES.waits_for(state)) == (Phase.LOSS_CHOICE, (A,))
    assert allowed(state, A, Lose(("eco1",)))
    assert allowed(state, A, Lose(("eco2",)))
    assert refusal(state, A, Lose(("eco1", "eco2"))) == "SC-LOS-06"


@pytest.mark.rule("SC-LOS-07")
def test_a_supporter_stays_whose_conditions_are_met_no_more():
    begun = table(side("eco2", "q01", on("q01", "soc3", 1, moved=(0, 0, 3, 0)), trackers=(0, 0, 4, 0), supporters="picky"))

    assert after(begun, (A, Fire("q01", "eco2"))).sides[A].supporters == ("picky",)


@pytest.mark.rule("SC-TRK-06", "SC-R-08")
@pytest.mark.parametrize(("card", "budget", "end"), [("budget-up--1", 4, 5), ("budget-down--1", -4, -5)])
def test_a_budget_moved_otherwise_stops_at_its_limit(card, budget, end):
    begun = table(side(card, budget=budget))
    played = done(begun, A, PlayAction(card))

    assert played.state.sides[A].budget == end
    assert said(begun, played)[1].endswith(", where it stops.")


@pytest.mark.rule("SC-POL-12", "SC-TRK-07", "SC-COM-07", "SC-POL-15")
def test_policies_options_movements_and_trackers_are_open_to_all():
    state = after(table(side("soc3", "q01", trackers=(0, 0, 0, 6), budget=2)), (A, Announce("soc3", 0, "q01")))

    for viewer in (A, B, None):
        seen = RULES.view(state, viewer).sides[A]
        policy = seen.holders[1].announced[0]
        assert (seen.trackers, seen.budget) == ((0, 0, 0, 7), 2)
        assert (policy.option, policy.moved, policy.announced) == (0, (0, 0, 0, 1), True)
        assert policy.other.points == (0, 0, 3, 0)
        assert seen.holders[1].room == (2, 3)
        assert seen.holders[0].room == (0, 3)


@pytest.mark.rule("SC-POL-15")
def test_a_policy_played_again_stores_a_new_movement():
    begun = table(side("soc3 eco1 eco2", "q01 q02", trackers=(0, 0, 0, 6)))
    state = after(begun, (A, Announce("soc3", 0, "q01")), (A, Fire("q01", "eco1")))
    played = done(
        replace(state, sides=(replace(state.sides[A], trackers=(0, 0, 0, 3)), state.sides[B])), A, Announce("soc3", 0, "q02")
    )

    assert [fact.moved for fact in facts_of(played, PolicyPlayed)] == [(0, 0, 0, 3)]
