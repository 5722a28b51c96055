"""Turns and refills (SC-TRN), the main deck (SC-DEK), and time limits (SC-R-51)."""

from __future__ import annotations

import random

import pytest

from control.engine.dice import DiceChance
from control.engine.records import replace
from rooms.tables.statecraft.game.actions import (
    Announce,
    Campaign,
    ChooseOption,
    DiscardDown,
    DrawOrNot,
    EndTurn,
    Lose,
    PlayAction,
    Recruit,
    Take,
)
from rooms.tables.statecraft.game.state import Phase, Place
from rooms.tables.statecraft.rules.main_deck import Drew, PassedOver, Reshuffled, TurnedUp
from tests.rooms.tables.statecraft.play import (
    RULES,
    A,
    B,
    C,
    after,
    allowed,
    done,
    facts_of,
    hands,
    opened,
    played_on,
    refusal,
    said,
    side,
    table,
)


@pytest.mark.rule("SC-TRN-01", "SC-TRN-02", "SC-TRN-04", "SC-TRN-15")
def test_any_number_of_manoeuvres_in_any_order_or_none():
    begun = table(side("eco1 eco2 sec1", "q01"), floating="any1 any2")

    assert after(begun, (A, EndTurn())).active == B
    moves = [Campaign("any1"), Announce("eco1", 0, "q01"), Campaign("any2"), Announce("eco2", 1, "q01"), Recruit("sec1")]
    assert after(begun, *[(A, move) for move in moves]).active == A


@pytest.mark.rule("SC-TRN-05", "SC-R-24")
def test_only_the_active_player_acts():
    begun = table(side("eco1"), side("eco2"), floating="any1")

    for move in (Campaign("any1"), EndTurn(), Recruit("eco2")):
        assert refusal(begun, B, move) == "SC-TRN-05"
    assert RULES.offers(begun, B) == ()
    assert refusal(begun, 5, EndTurn()) == "SC-HID-07"
    assert refusal(begun, A, "nonsense") == "SC-TRN-15"
    assert refusal(begun, A, Take()) == "SC-TRN-15"


@pytest.mark.rule("SC-TRN-06", "SC-TRN-13")
@pytest.mark.parametrize(("hand", "drawn"), [("", 3), ("eco1", 2), ("eco1 eco2 eco3", 0)])
def test_the_hand_is_refilled_to_three(hand, drawn):
    played = done(table(side(hand)), A, EndTurn())

    assert sum(fact.cards for fact in facts_of(played, Drew)) == drawn
    assert len(played.state.sides[A].hand) == 3
    assert [each.turn for each in played.state.sides] == [2, 1]
    assert played.state.active == B


@pytest.mark.rule("SC-TRN-07", "SC-TRN-12", "SC-R-47")
def test_a_larger_hand_is_held_in_the_turn_and_cut_down_at_its_end():
    state = after(table(side("eco1 eco2 eco3 eco4 eco5")), (A, EndTurn()))
    assert (state.phase, RULES.view(state, B).count) == (Phase.DISCARD_DOWN, 2)
    for cards in (("eco1",), ("eco1", "eco1"), ("eco1", "sec1"), ("eco1", "eco2", "eco3")):
        assert refusal(state, A, DiscardDown(cards)) == "SC-TRN-07"

    cut = after(state, (A, DiscardDown(("eco2", "eco5"))))
    assert (hands(cut)[A], cut.discard, cut.active) == ("eco1 eco3 eco4", ("eco2", "eco5"), B)


@pytest.mark.rule("SC-TRN-10", "SC-TRN-11", "SC-R-29")
def test_after_an_event_the_refill_or_the_discard_goes_on():
    """Event e17: A draws 2, so has 4 cards, and B's hand is not cut down. e01: A discards 1, and draws one more."""
    begun = table(side("eco1 eco2"), side("sec1 sec2 sec3"), deck="e17")
    state = after(begun, (A, EndTurn()), (A, ChooseOption(0)), (B, ChooseOption(0)))
    assert (state.phase, len(state.sides[A].hand), len(state.sides[B].hand)) == (Phase.DISCARD_DOWN, 4, 5)

    fewer = after(table(side("eco1 eco2"), side("sec1"), deck="e01"), (A, EndTurn()), (A, ChooseOption(0)), (B, ChooseOption(0)))
    fewer = after(fewer, (A, Lose(("eco1",))))
    assert (len(fewer.sides[A].hand), len(fewer.sides[B].hand)) == (3, 0)


@pytest.mark.rule("SC-TRN-14", "SC-R-29")
def test_a_purple_card_works_once_in_a_refill():
    """The deck is only e19. Once resolved and shuffled in again, it is discarded, and another card is drawn."""
    begun = table(side("eco1"), side("sec3"), deck="e19", only=True, discard="eco2 sec1 eco3 eco4")
    state = after(begun, (A, EndTurn()), (A, ChooseOption(1)))

    played = RULES.act(state, B, ChooseOption(1), Last("e19"))

    assert [fact.card for fact in facts_of(played, PassedOver)] == ["e19"]
    assert facts_of(played, TurnedUp) == []
    assert len(played.state.sides[A].hand) == 3


class Last:
    """A chance that keeps every order, except that one thing comes first."""

    def __init__(self, top):
        self.top = top

    def shuffled(self, items):
        return tuple(sorted(items, key=lambda each: each != self.top))


@pytest.mark.rule("SC-DEK-01", "SC-DEK-02", "SC-R-30")
def test_the_deck_is_shuffled_anew_when_a_card_is_drawn_from_none():
    """The whole discard pile is shuffled, with the card paid meanwhile."""
    begun = table(side("eco1 eco2"), deck="eco3", only=True, discard="e19 eco4")
    state = after(begun, (A, Recruit("eco1")), (A, Take("q01", Place.INNER_LEFT)))
    played = RULES.act(state, A, EndTurn(), Last("eco4"))

    assert facts_of(played, Drew)[0].cards == 1
    assert [set(fact.cards) for fact in facts_of(played, Reshuffled)] == [{"e19", "eco4", "eco1"}]
    assert hands(played.state)[A][:14] == "eco2 eco3 eco4"


@pytest.mark.rule("SC-DEK-02")
def test_an_empty_deck_that_nobody_draws_from_stays_empty():
    played = done(table(side("eco1 eco2"), deck="eco3", only=True, discard="eco4"), A, EndTurn())

    assert (played.state.deck, played.state.discard) == ((), ("eco4",))
    assert RULES.view(played.state, None).purple_on_top is None


@pytest.mark.rule("SC-DEK-03", "SC-DEK-04", "SC-R-30")
@pytest.mark.parametrize(("deck", "discard"), [("", ""), ("e19 m1", ""), ("e19", "m1 e01"), ("", "e01")])
def test_without_a_blue_card_drawing_stops_and_the_game_goes_on(deck, discard):
    played = done(table(side("eco1"), deck=deck, only=True, discard=discard), A, EndTurn())

    assert facts_of(played, TurnedUp) == facts_of(played, Drew) == []
    assert (hands(played.state)[A], played.state.active) == ("eco1", B)


@pytest.mark.rule("SC-DEK-06", "SC-COM-13", "SC-R-28")
@pytest.mark.parametrize(("top", "purple"), [("e19", True), ("m1", True), ("eco1", False), ("budget-up--1", False)])
def test_the_back_of_the_top_card_and_the_number_are_open(top, purple):
    begun = table(side(), deck=top)

    for viewer in (A, B, None):
        seen = RULES.view(begun, viewer)
        assert (seen.purple_on_top, seen.deck) == (purple, len(begun.deck))


@pytest.mark.rule("SC-DEK-07", "SC-DEK-08", "SC-R-46", "SC-HID-06")
def test_open_piles_are_open():
    seen = RULES.view(table(side(), discard="eco1 e19", retired=("q09",)), None)

    assert [card.id for card in seen.discard] == ["eco1", "e19"]
    assert [who.id for who in seen.retired] == ["q09"]


@pytest.mark.rule("SC-SET-08", "SC-SET-17", "SC-R-02")
@pytest.mark.parametrize(
    ("rounds", "order"),
    [("clockwise", [B, C, A, B, C, A, B, C, A, B]), ("alternating", [B, C, A, A, C, B, B, C, A, A])],
)
def test_turns_go_clockwise_or_every_second_round_the_other_way(rounds, order):
    state = opened(3, first=B, rounds=rounds).state
    seen = []
    for _turn in order:
        seen.append(state.active)
        assert RULES.view(state, None).order[(len(seen) - 1) % 3] == state.active
        assert state.round == (len(seen) + 2) // 3
        state = after(state, (state.active, EndTurn()))

    assert seen == order


@pytest.mark.rule("SC-EVT-11", "SC-R-02")
def test_events_go_clockwise_in_a_round_against_the_clock_too():
    begun = table(side("eco1 eco2"), side("sec1 sec2"), side("eco3 eco4"), deck="e02", alternating=True, round=2, active=C)
    begun = replace(begun, active=B)
    state = after(begun, (B, EndTurn()), *[(player, ChooseOption(0)) for player in (A, C)])
    played = done(state, B, ChooseOption(0))

    assert [fact.player for fact in played.facts if type(fact).__name__ in ("Discarded", "HandLost")] == [B, C, A]


@pytest.mark.rule("SC-R-51")
def test_defaults_are_legal_and_end_every_game():
    kinds = set()
    for number in range(30):
        for at, (rules, step) in enumerate(played_on(number)):
            if at % 4 and step.before.phase is Phase.TURN:
                continue
            for player in rules.waits_for(step.before):
                action = rules.default(step.before, player, DiceChance(random.Random(number)))
                assert any(offer.allows(action) for offer in rules.offers(step.before, player))
                kinds.add(type(action).__name__)

    assert {"EndTurn", "ChooseOption", "Contribute", "Lose", "Take", "DiscardDown", "DrawOrNot", "SetIdeology", "PickCard"} <= kinds


@pytest.mark.rule("SC-R-51")
def test_the_default_of_a_recruit_is_the_first_that_fits_in_the_nearest_place():
    begun = table(side("eco1", ". q09"))
    politicians = ("q31", "q05", "q01", *[who for who in begun.politicians if who not in ("q31", "q05", "q01")])
    state = after(replace(begun, politicians=politicians), (A, Recruit("eco1")))

    assert RULES.default(state, A, DiceChance(random.Random(1))) == Take("q05", Place.INNER_LEFT)


@pytest.mark.rule("SC-R-51", "SC-EVT-17")
def test_nothing_is_drawn_by_default():
    begun = table(side("eco1 eco2", "q01"), deck="e15")
    state = after(begun, (A, EndTurn()), (A, ChooseOption(0)), (B, ChooseOption(1)), (A, Announce("eco1", 0, "q01")))

    assert RULES.default(state, A, DiceChance(random.Random(1))) == DrawOrNot(draw=False)


@pytest.mark.rule("SC-HID-01", "SC-HID-02")
def test_a_drawn_card_is_told_to_its_owner_alone():
    begun = table(side("eco1 eco2"), deck="eco3")
    played = done(begun, A, EndTurn())

    assert "Anna draws “Policy eco3”." in said(begun, played, A)
    assert "Anna draws 1 card." in said(begun, played, B)
    assert "Anna draws 1 card." in said(begun, played)


@pytest.mark.rule("SC-ACN-01", "SC-ACN-04", "SC-R-14", "SC-PAY-02")
def test_an_action_card_that_is_paid_does_nothing():
    played = done(table(side("budget-up--1")), A, Recruit("budget-up--1"))

    assert played.state.sides[A].budget == 0
    assert not allowed(played.state, A, PlayAction("budget-up--1"))
