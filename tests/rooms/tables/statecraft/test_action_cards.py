"""Action cards (SC-ACN, SC-AFX)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.statecraft.game.actions import (
    ActionOffer,
    Campaign,
    EndTurn,
    Lose,
    PickCard,
    PlayAction,
    Take,
)
from rooms.tables.statecraft.game.content import ActionEffect, Colour, Ideology
from rooms.tables.statecraft.game.state import Phase, Place
from rooms.tables.statecraft.rules.action_cards import ways_of
from rooms.tables.statecraft.rules.main_deck import Drew
from rooms.tables.statecraft.rules.phases import Asked
from tests.rooms.tables.statecraft.play import (
    RULES,
    A,
    B,
    C,
    after,
    allowed,
    done,
    hands,
    kinds_of,
    on,
    played_on,
    refusal,
    said,
    side,
    spun,
    table,
)


def ways(state, card, player=A):
    """Ways to play a card."""
    found = [offer.ways for offer in RULES.offers(state, player) if isinstance(offer, ActionOffer) and offer.card == card]
    return found[0] if found else ()


@pytest.mark.rule("SC-ACN-01", "SC-ACN-02", "SC-PAY-09", "SC-AFX-04", "SC-AFX-05", "SC-CNT-24")
@pytest.mark.parametrize(("card", "budget"), [("budget-up--2", 2), ("budget-down--3", -2)])
def test_a_card_is_discarded_and_then_carried_out(card, budget):
    played = done(table(side(f"eco1 {card}")), A, PlayAction(card))

    assert kinds_of(played)[:2] == ["ActionPlayed", "BudgetMoved"]
    assert (played.state.sides[A].budget, played.state.discard, hands(played.state)[A]) == (budget, (card,), "eco1")


@pytest.mark.rule("SC-ACN-03", "SC-R-24")
@pytest.mark.parametrize(
    ("card", "more"),
    [
        ("new-supporter--1", {"box": (), "floating": tuple(RULES.book.supporters)}),
        ("oust--1", {}),
        ("look-and-discard--1", {}),
        ("budget-up--1", {"budget": 5}),
        ("budget-down--1", {"budget": -5}),
        ("take-back--1", {}),
        ("colour-strike--1", {}),
        ("free-recruit--1", {"politicians": (), "retired": ()}),
        ("free-poach--1", {}),
        ("reshuffle--1", {}),
    ],
)
def test_a_card_that_could_change_nothing_cannot_be_played(card, more):
    own = side(card, "q01" if card == "reshuffle--1" else "", budget=more.get("budget", 0))
    begun = replace(table(own), **{name: value for name, value in more.items() if name != "budget"})

    assert ways(begun, card) == ()
    assert refusal(begun, A, PlayAction(card)) == "SC-ACN-03"


@pytest.mark.rule("SC-AFX-01", "SC-R-53")
def test_the_top_of_the_box_pile_floats():
    begun = table(side("new-supporter--1"), floating="any1", box="picky any2")
    played = done(begun, A, PlayAction("new-supporter--1"))

    assert (played.state.floating, played.state.box[0]) == (("any1", "picky"), "any2")
    assert said(begun, played)[1] == "A new voice in the crowd: Picky."


@pytest.mark.rule("SC-AFX-02", "SC-FIR-07", "SC-CIR-05")
def test_an_outer_politician_is_ousted_or_an_inner_one_where_there_is_none():
    begun = table(
        side("oust--1 oust--2"),
        side("", "q01 q02 q03", on("q03", "eco1", moved=(0, 0, 0, 1)), trackers=(0, 0, 0, 1)),
        side("", "q04"),
    )
    assert {way.politician for way in ways(begun, "oust--1")} == {"q03", "q04"}
    assert refusal(begun, A, PlayAction("oust--1", politician="q01")) == "SC-AFX-02"

    state = after(begun, (A, PlayAction("oust--1", politician="q03")))
    assert (state.sides[B].trackers, state.retired, state.discard) == ((0, 0, 0, 0), ("q03",), ("oust--1", "eco1"))
    assert after(state, (A, PlayAction("oust--2", politician="q04"))).sides[C].cabinet == (None,) * 4


@pytest.mark.rule("SC-AFX-03", "SC-HID-01")
def test_a_hand_is_looked_at_by_one_player_alone():
    begun = table(side("look-and-discard--1"), side("sec1 sec2"), side("eco1"))
    played = done(begun, A, PlayAction("look-and-discard--1", opponent=B))
    state = played.state

    assert state.phase is Phase.ACTION_CHOICE
    assert [card.id for card in RULES.view(state, A).own.looking] == ["sec1", "sec2"]
    for viewer in (B, C):
        assert RULES.view(state, viewer).own.looking == ()
    assert "sees “Policy sec1” and “Policy sec2”" in said(begun, played, A)[1]
    assert "sec1" not in " ".join(said(begun, played, C))
    assert refusal(state, A, PickCard("eco1")) == "SC-AFX-03"
    picked = after(state, (A, PickCard("sec2")))
    assert (hands(picked), picked.discard) == (["", "sec1", "eco1"], ("look-and-discard--1", "sec2"))


@pytest.mark.rule("SC-AFX-03")
def test_a_hand_of_one_card_leaves_nothing_to_choose():
    state = after(table(side("look-and-discard--1"), side("sec1")), (A, PlayAction("look-and-discard--1", opponent=B)))

    assert (hands(state)[B], state.phase) == ("", Phase.TURN)


@pytest.mark.rule("SC-AFX-06")
def test_an_own_policy_comes_back_to_the_hand():
    attached = on("q01", "eco1", moved=(0, 0, 0, 1), budget=2)
    begun = table(side("take-back--1", "q01", attached, trackers=(0, 0, 0, 3), budget=1))
    own = after(begun, (A, PlayAction("take-back--1", policy="eco1"))).sides[A]

    assert (own.hand, own.policies, own.trackers, own.budget) == (("eco1",), (), (0, 0, 0, 2), -1)


@pytest.mark.rule("SC-AFX-07", "SC-R-36", "SC-LOS-06")
def test_an_opponent_with_the_colour_discards_a_policy_of_it():
    attached = (on("q01", "eco1"), on("q01", "eco2"), on("q01", "eco3", 1))
    begun = table(side("colour-strike--1"), side("", "q01", *attached))
    assert {(way.opponent, way.colour) for way in ways(begun, "colour-strike--1")} == {(B, Colour.BLUE), (B, Colour.RED)}

    state = after(begun, (A, PlayAction("colour-strike--1", opponent=B, colour=Colour.BLUE)))
    assert RULES.waits_for(state) == (B,)
    assert refusal(state, B, Lose(("eco3",))) == "SC-LOS-06"
    assert [each.card for each in after(state, (B, Lose(("eco2",)))).sides[B].policies] == ["eco1", "eco3"]


@pytest.mark.rule("SC-AFX-08", "SC-R-48")
def test_recruiting_by_a_card_is_free_and_shows_one_more():
    state = after(table(side("free-recruit--1 eco1")), (A, PlayAction("free-recruit--1")))

    assert (len(state.drawn), hands(state)[A]) == (4, "eco1")
    assert after(state, (A, Take("q04", Place.INNER_RIGHT))).sides[A].cabinet == (None, "q04", None, None)


@pytest.mark.rule("SC-AFX-09")
def test_three_cards_once_in_a_turn():
    begun = table(side("draw-three--1 draw-three--2"), deck="eco1 eco2 eco3")
    state = after(begun, (A, PlayAction("draw-three--1")))

    assert hands(state)[A] == "draw-three--2 eco1 eco2 eco3"
    assert refusal(state, A, PlayAction("draw-three--2")) == "SC-AFX-09"


@pytest.mark.rule("SC-ACN-03", "SC-AFX-09", "SC-R-24", "SC-DEK-04")
@pytest.mark.parametrize(
    ("deck", "discard", "legal"), [("", "", False), ("e01", "m1", False), ("", "eco1", True), ("eco1", "", True)]
)
def test_there_must_be_a_card_to_draw_other_than_itself(deck, discard, legal):
    begun = table(side("draw-three--1"), deck=deck, only=True, discard=discard)

    assert bool(ways(begun, "draw-three--1")) is legal
    if not legal:
        assert refusal(begun, A, PlayAction("draw-three--1")) == "SC-ACN-03"


@pytest.mark.rule("SC-AFX-09", "SC-DEK-01")
def test_the_card_itself_may_be_drawn_once_it_is_shuffled_in():
    begun = table(side("draw-three--1"), deck="eco1", only=True)
    played = done(begun, A, PlayAction("draw-three--1"))

    assert sum(fact.cards for fact in played.facts if type(fact) is Drew) == 2
    assert hands(played.state)[A] == "eco1 draw-three--1"


@pytest.mark.rule("SC-AFX-10", "SC-R-48", "SC-POA-01")
def test_poaching_by_a_card_is_free_whatever_the_price():
    begun = table(
        side("free-poach--1", trackers=(0, 0, 4, 0), supporters="any1"), side(supporters="picky any2 any3"), floating="any4"
    )
    state = after(begun, (A, PlayAction("free-poach--1", supporter="picky")))

    assert (state.sides[A].supporters, state.turn.poached) == (("any1", "picky"), 1)
    assert refusal(begun, A, PlayAction("free-poach--1", supporter="any4")) == "SC-AFX-10"


@pytest.mark.rule("SC-AFX-11", "SC-ACN-03", "SC-CAM-06", "SC-POA-02")
def test_an_ideology_counts_otherwise_until_the_end_of_the_turn():
    begun = table(side("spin--1 eco1 eco2", trackers=(0, 0, 3, 0), supporters=""), side(supporters=""), floating="picky any1")
    assert refusal(begun, A, Campaign("picky")) == "SC-CAM-06"

    state = after(begun, (A, PlayAction("spin--1", ideology=Ideology.CAPITALISM, step=1)))
    seen = RULES.view(state, B).sides[A]
    assert (seen.trackers, seen.counted) == ((0, 0, 3, 0), (0, 0, 4, 0))
    assert after(state, (A, Campaign("picky"))).sides[A].supporters == ("picky",)
    ended = after(state, (A, EndTurn()))
    assert RULES.view(ended, B).sides[A].counted == (0, 0, 3, 0)


@pytest.mark.rule("SC-AFX-11", "SC-ACN-03")
@pytest.mark.parametrize(
    ("value", "spin", "legal"),
    [(0, 0, {1}), (7, 0, {-1}), (6, 1, {-1}), (6, 0, {1, -1}), (1, -1, {1}), (7, 1, set()), (5, 1, {1, -1})],
)
def test_several_add_up_within_the_limits_and_each_must_change_the_value(value, spin, legal):
    begun = table(side("spin--1", trackers=(0, value, 0, 0)), turn=spun(0, spin, 0, 0))

    assert {way.step for way in ways(begun, "spin--1") if way.ideology is Ideology.ANARCHISM} == legal


@pytest.mark.rule("SC-AFX-12", "SC-CIR-04")
def test_two_politicians_exchange_places_with_their_portfolios():
    attached = (on("q01", "eco1", moved=(0, 0, 0, 1)), on("q03", "eco2"))
    begun = table(side("reshuffle--1", "q01 q02 q03", *attached, trackers=(0, 0, 0, 1)))
    own = after(begun, (A, PlayAction("reshuffle--1", politician="q01", other="q03"))).sides[A]

    assert own.cabinet == ("q03", "q02", "q01", None)
    assert [(each.card, each.holder) for each in own.policies] == [("eco1", "q01"), ("eco2", "q03")]
    assert own.trackers == (0, 0, 0, 1)


@pytest.mark.rule("SC-AFX-12", "SC-POL-13", "SC-R-13")
def test_a_policy_moves_to_somebody_with_its_specialism_and_room():
    full = [on("q03", card) for card in ("eco4", "eco5", "eco6")]
    attached = (on("q01", "eco1"), on("q01", "eco2", down=True), on(None, "eco3", down=True), *full)
    begun = table(side("reshuffle--1", "q01 q07 q03", *attached, trackers=(0, 0, 0, 2)))
    moves = {(way.policy, way.politician) for way in ways(begun, "reshuffle--1") if way.policy}

    assert moves == {
        ("eco2", "q03"),  # denounced: there is room below
        ("eco3", "q01"),
        ("eco3", "q03"),
        ("eco4", "q01"),
        ("eco5", "q01"),
        ("eco6", "q01"),
    }
    assert refusal(begun, A, PlayAction("reshuffle--1", policy="eco1", politician="q03")) == "SC-AFX-12"
    own = after(begun, (A, PlayAction("reshuffle--1", policy="eco3", politician="q03"))).sides[A]
    assert [(each.holder, each.announced) for each in own.policies if each.card == "eco3"] == [("q03", False)]
    assert own.trackers == (0, 0, 0, 2)


@pytest.mark.rule("SC-ACN-01")
@pytest.mark.parametrize(("action", "rule"), [(PlayAction("budget-up--1"), "SC-ACN-01"), (PlayAction("eco1"), "SC-ACN-01")])
def test_only_an_action_card_of_the_hand_is_played(action, rule):
    assert refusal(table(side("eco1")), A, action) == rule


@pytest.mark.rule("SC-CNT-60")
def test_every_effect_has_its_ways_and_its_deed():
    begun = table(side("spin--1"), side("", "q01"))
    assert all(isinstance(ways_of(Asked(RULES.book, begun, A), "any", effect), list) for effect in ActionEffect)
    acted = [(rules.book, step.action) for number in range(8) for rules, step in played_on(number)]
    played = {book.actions[each.card].effect for book, each in acted if isinstance(each, PlayAction)}
    assert set(ActionEffect) - played <= {ActionEffect.FREE_POACH}  # a rare one, with a test of its own
    assert not allowed(table(side("spin--1")), A, PlayAction("spin--1"))
