"""The end of the game (SC-FIN) and the winners (SC-WIN)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.statecraft.game.actions import (
    Campaign,
    ChooseOption,
    EndTurn,
    Lose,
    PlayAction,
    Poach,
    Recruit,
)
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.rules.end_of_game import End, TermEnded
from tests.rooms.tables.statecraft.play import RULES, A, B, C, after, done, facts_of, refusal, said, side, table


def why(played):
    """What ended the game, or None."""
    ended = facts_of(played, TermEnded)
    assert (played.state.phase is Phase.OVER) is bool(ended)
    return ended[0].end if ended else None


@pytest.mark.rule("SC-FIN-04", "SC-FIN-08", "SC-R-43")
def test_all_supporters_in_play_with_one_player():
    begun = table(side("eco1 eco2", supporters="any1 any2"), side(supporters="any3"), floating="any4", scenario=3)
    state = after(begun, (A, Campaign("any4")))
    assert state.phase is Phase.TURN

    assert why(done(state, A, Poach("any3", ("eco1",)))) is End.ALL_SUPPORTERS
    added = after(
        replace(table(side("new-supporter--1 eco1", supporters="any1"), side(supporters="any2"), scenario=3)),
        (A, PlayAction("new-supporter--1")),
    )
    assert RULES.view(added, A).goal.needed == 3


@pytest.mark.rule("SC-FIN-06", "SC-FIN-10")
def test_nobody_floats():
    assert why(done(table(side(), floating="any1 any2", scenario=5), A, Campaign("any1"))) is None
    assert why(done(table(side(), floating="any1", scenario=5), A, Campaign("any1"))) is End.NOBODY_FLOATS


@pytest.mark.rule("SC-FIN-07", "SC-R-31", "SC-DEK-05")
@pytest.mark.parametrize(
    ("deck", "hand", "discard"),
    [
        ("eco2", ("eco1", "eco2"), ()),
        ("e19", ("eco1",), ("e19",)),
        ("m1", ("eco1",), ("m1",)),
        ("e23 eco2", ("eco1", "eco2"), ("e23",)),
    ],
)
def test_the_last_card_of_the_deck_ends_it_and_no_event_is_resolved(deck, hand, discard):
    played = done(table(side("eco1"), deck=deck, only=True, scenario=6, discard="eco5"), A, EndTurn())

    assert why(played) is End.LAST_CARD
    assert played.state.sides[A].hand == hand
    assert played.state.discard == ("eco5", *discard)


@pytest.mark.rule("SC-FIN-07", "SC-DEK-05", "SC-DEK-04", "SC-AFX-09")
def test_the_last_card_may_be_drawn_in_a_turn():
    begun = table(side("draw-three--1"), deck="e19", only=True, scenario=6)

    assert why(done(begun, A, PlayAction("draw-three--1"))) is End.LAST_CARD


@pytest.mark.rule("SC-FIN-03", "SC-QIK-05", "SC-R-41", "SC-TRN-13")
def test_complete_turns_of_every_player_end_it():
    """The last turn includes its refill, and the events drawn in it."""
    begun = table(side("eco1 eco2", turn=9), side("sec1 sec2", turn=8), deck="e19", active=B, round=8)
    waiting = done(begun, B, EndTurn())
    assert why(waiting) is None
    assert why(done(after(waiting.state, (B, ChooseOption(1))), A, ChooseOption(1))) is End.TURNS

    assert why(done(table(side("eco1", turn=8), side(turn=8)), A, EndTurn())) is None


@pytest.mark.rule("SC-FIN-11", "SC-R-42")
def test_a_stalemate_ends_by_turns_too():
    begun = table(side("eco1", turn=12), side("sec1", turn=13), floating="any1 any2", scenario=4)

    assert why(done(begun, A, EndTurn())) is End.TURNS


@pytest.mark.rule("SC-FIN-10", "SC-FIN-02", "SC-R-40", "SC-INC-01")
def test_an_end_applies_the_lead_once_more_and_holds_no_bid():
    alone = done(table(side(supporters="any1"), side(supporters="any2"), floating="any3", scenario=5), A, Campaign("any3"))
    assert (why(alone), alone.state.incumbent) == (End.NOBODY_FLOATS, A)

    shared = table(side(), side(supporters="any1"), side(supporters="any2"), floating="any3", scenario=5, incumbent=None)
    shared = done(shared, A, Campaign("any3"))
    assert (why(shared), shared.state.incumbent) == (End.NOBODY_FLOATS, None)


@pytest.mark.rule("SC-FIN-12", "SC-WIN-02")
def test_who_ends_it_need_not_win():
    begun = table(side(budget=2), side(budget=-1), floating="any1", scenario=8)
    played = done(begun, A, Campaign("any1"))

    assert RULES.result(played.state).winners == (B,)


def judged(scenario, *sides, incumbent=None):
    """Winners of a game that ends here, by a scenario's win condition."""
    state = replace(table(*sides, scenario=scenario), phase=Phase.OVER, incumbent=incumbent)
    return RULES.result(state).winners


@pytest.mark.rule("SC-WIN-01", "SC-QIK-06", "SC-WIN-07", "SC-WIN-08", "SC-WIN-09", "SC-R-45")
@pytest.mark.parametrize(
    ("supporters", "incumbent", "winners"),
    [
        (("any1 any2", "any3", ""), A, (A,)),
        (("any1", "any2", ""), B, (B,)),
        (("any1", "any2", ""), None, (A, B)),
        (("any1", "any2", ""), C, (A, B)),
        (("", "", ""), None, (A, B, C)),
    ],
)
def test_the_most_supporters_and_the_incumbent_breaks_a_tie(supporters, incumbent, winners):
    assert judged(1, *[side(supporters=each) for each in supporters], incumbent=incumbent) == winners


@pytest.mark.rule("SC-WIN-03", "SC-WIN-09", "SC-R-44")
@pytest.mark.parametrize(
    ("budgets", "incumbent", "winners"),
    [((5, 3, 4), None, (B,)), ((-5, -5, 1), B, (B,)), ((0, 0, 0), None, (A, B, C))],
)
def test_the_lowest_budget_also_where_all_are_positive(budgets, incumbent, winners):
    assert judged(7, *[side(budget=each) for each in budgets], incumbent=incumbent) == winners


@pytest.mark.rule("SC-WIN-05", "SC-WIN-06", "SC-WIN-09", "SC-WIN-04")
def test_the_incumbent_breaks_ties_of_extremes_and_of_the_middle():
    far, near = side(trackers=(7, 0, 0, 7)), side(trackers=(0, 7, 7, 0))
    assert judged(9, far, near, incumbent=B) == (B,)
    assert judged(14, far, near, side(trackers=(7, 6, 0, 0)), incumbent=A) == (A,)


@pytest.mark.rule("SC-WIN-10")
def test_the_result_shows_every_value_and_the_incumbent():
    begun = table(side(budget=-2), side(budget=3, supporters="any2"), floating="any1", scenario=8)
    played = done(begun, A, Campaign("any1"))

    assert facts_of(played, TermEnded) == [TermEnded(End.NOBODY_FLOATS, 2, (-2, 3), (A,))]
    assert said(begun, played)[-1] == (
        "Nobody is left to be won over. Budgets, the lowest wins: Anna −2 and Boris +3. Boris is incumbent. Anna wins."
    )
    seen = RULES.view(played.state, None)
    assert ([each.value for each in seen.sides], seen.winners, seen.incumbent) == ([-2, 3], (A,), B)
    assert RULES.result(played.state).scores == (2, -3)


@pytest.mark.rule("SC-FIN-02")
def test_the_last_supporter_of_an_event_does_not_go_on():
    """After the end, no action is offered."""
    over = done(table(side("eco1"), floating="any1", scenario=5), A, Campaign("any1")).state

    for player in (A, B):
        assert RULES.offers(over, player) == ()
    for action in (Recruit("eco1"), EndTurn(), Lose(())):
        assert refusal(over, A, action) == "SC-FIN-02"
    assert RULES.view(over, A).active is None
