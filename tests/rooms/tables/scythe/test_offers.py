"""Offers of combats and cards equal the legal actions: every action of small cases, and random ones on all cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

from control.engine.dice import DiceChance
from rooms.tables.scythe.game.actions import Commit, EndMove, Picks, Retreat, StepTo
from rooms.tables.scythe.game.content import Amount, Cube, Part, Resource
from rooms.tables.scythe.game.payment import GainsOffer
from rooms.tables.scythe.game.state import NONE, Phase
from rooms.tables.scythe.rules.combat import CommitOffer, RetreatOffer
from tests.rooms.tables.scythe.dealt import meets, on_the_move
from tests.rooms.tables.scythe.play import BOOK, RULES
from tests.rooms.tables.scythe.tables import A, mech, side, tokens
from tests.rooms.tables.scythe.test_factory import has_card


def reached(offer, times=3000):
    """Actions that random draws of an offer reach."""
    dice = random.Random(7)
    return {offer.some(dice) for _ in range(times)}


@pytest.mark.rule("SY-CMB-08", "SY-CMB-09", "SY-CMB-10")
def test_commitments_are_all_and_only_the_legal_ones():
    offer = CommitOffer(2, (2, 5, 2), 2)
    legal = {Commit(dial, cards) for dial in (0, 1, 2) for cards in ((), (2,), (5,), (2, 2), (2, 5))}
    every = {Commit(dial, cards) for dial in range(-1, 4) for count in range(4) for cards in product((1, 2, 5), repeat=count)}
    assert {action for action in every if offer.allows(action)} == legal
    assert reached(offer) == legal


@pytest.mark.rule("A-12", "SY-R-18")
def test_retreats_are_all_and_only_the_legal_ones():
    offer = RetreatOffer((0, 2), ("HB-NOR", "D2"), (5, 6))
    places = [tuple(zip((0, 2), spaces, strict=True)) for spaces in product(("HB-NOR", "D2"), repeat=2)]
    rides = [(), ((5, 2),), ((6, 2),), ((5, 2), (6, 2))]
    assert reached(offer) == {Retreat(spaces, riders) for spaces in places for riders in rides}
    odd = [((5, 0),), ((5, 4),), ((7, 2),), ((5, 2), (5, 2))]
    assert not any(offer.allows(Retreat(places[0], riders)) for riders in odd)
    assert not any(offer.allows(Retreat(spaces)) for spaces in ((), places[0][:1], ((0, "D3"), (2, "D2"))))


@pytest.mark.rule("SY-ENC-06", "SY-UPG-01", "SY-DEP-01")
def test_picks_of_pieces_are_all_and_only_the_legal_ones():
    gains = (Amount(Part.UPGRADE), Amount(Part.DEPLOY), Amount(Part.ENLIST))
    bonuses = ((1, Amount(Part.COIN, 2)), (3, Amount(Part.CARD, 2)))
    offer = GainsOffer(gains=gains, mechs=(1, 3), cubes=(Cube.MOVE, Cube.CARD), boxes=(0, 2), sections=(1,), bonuses=bonuses)
    every = [
        Picks(mech=unit, cube=cube, box=box, section=section, space=space)
        for unit, cube, box, section, space in product(
            (NONE, 1, 2, 3), (None, *Cube), (NONE, 0, 1, 2, 3), (NONE, 0, 1), (NONE, 0, 1, 2, 3)
        )
    ]
    legal = {picks for picks in every if offer.allows(picks, ())}
    assert len(legal) == 3 * (1 + 2 * 2) * (1 + 2)
    assert {picks for picks, _declined in reached(offer, 6000)} == legal

    one = Picks(section=1, space=1)
    allowed = [count for count in range(5) if offer.allows(one, (Part.COIN,) * count)]
    assert allowed == [0, 1, 2]
    assert not offer.allows(one, (Part.CARD,))


@pytest.mark.rule("SY-R-36", "SY-GEN-12")
def test_places_are_all_and_only_the_legal_ones():
    offer = GainsOffer(gains=(Amount(Part.ANY, 2), Amount(Part.WORKER, 2)), spaces=("A4", "A5"), left=1)
    resources = (Resource.WOOD, Resource.OIL)
    found = set()
    for types in [types for size in range(4) for types in product(resources, repeat=size)]:
        for spaces in [spaces for size in range(5) for spaces in product(("A4", "A5", "A6"), repeat=size)]:
            for given_up in range(4):
                if offer.allows(Picks(types=types, places=spaces), (Part.WORKER,) * given_up):
                    found.add((len(types), len(spaces), given_up))
                    assert "A6" not in spaces
    workers = {0: 1, 1: 1, 2: 0}
    assert found == {(types, types + workers[gone], gone) for types in range(3) for gone in workers}
    assert all(offer.allows(*pick) for pick in reached(offer))


@pytest.mark.rule("SY-FCT-10", "SY-PRD-09")
def test_harvests_are_all_and_only_the_legal_ones():
    there = (("A3", 2), ("A4", 1), ("A6", 1))
    offer = GainsOffer(gains=(Amount(Part.PRODUCE, 2),), left=2, fields=2, harvest=there, villages=("A3", "A6"))
    every = [
        chosen for size in range(4) for spaces in combinations(("A3", "A4", "A5", "A6"), size)
        for chosen in [tuple(zip(spaces, counts, strict=True)) for counts in product(range(4), repeat=size)]
    ]  # fmt: skip
    found = {chosen for chosen in every if offer.allows(Picks(produce=chosen), ())}
    singles = {(("A3", 1),), (("A3", 2),), (("A4", 1),), (("A6", 1),)}
    pairs = {(("A3", 1), ("A4", 1)), (("A3", 2), ("A4", 1)), (("A3", 1), ("A6", 1)), (("A4", 1), ("A6", 1))}
    assert found == {(), *singles, *pairs}


@pytest.mark.parametrize("card", sorted(BOOK.encounters))
@pytest.mark.parametrize("faction", ["crimea", "polania"])
def test_whatever_is_drawn_from_an_encounter_is_legal_and_leaves_a_sound_table(card, faction):
    few = {"workers": "A3 A3 A4 A5 A6 B1", "coins": 3, "popularity": 4, "power": 15, "cards": (2, 5)}
    me = side(faction, character="A3", speed="A4", mill="A5", cubes=(True,) + (False,) * 5, boxes=(1, 0, 0, 0), **few)
    state = meets(me, side("rusviet", mine="A6"), card=card, space="A3")
    drawn_by_chance(state, 60)


@pytest.mark.parametrize("card", sorted(BOOK.cards))
@pytest.mark.parametrize("faction", ["crimea", "nordic"])
def test_whatever_is_drawn_from_a_factory_card_is_legal_and_leaves_a_sound_table(card, faction):
    drawn_by_chance(has_card(card, faction), 100)


def drawn_by_chance(state, times):
    dice = random.Random(3)
    for _ in range(times):
        offer = dice.choice(RULES.offers(state, A))
        action = offer.some(dice)
        assert offer.allows(action)
        assert RULES.broken(RULES.act(state, A, action, DiceChance(dice)).state) == ()


@pytest.mark.rule("SY-SET-01", "SY-GEN-08", "SY-GEN-15", "SY-GEN-17")
@pytest.mark.parametrize("seed", range(40))
def test_no_card_and_no_piece_is_lost_whatever_is_fought(seed):
    dice = random.Random(seed)
    hands = [tuple(sorted(dice.choice((2, 3, 4, 5)) for _ in range(dice.randint(0, 4)))) for _ in range(2)]
    mine = side("nordic", artillery="D3", seaworthy="D3", workers="D3 D3", cards=hands[0], power=dice.randint(0, 9))
    theirs = side("crimea", scout="E3", character="E3", workers="E3", cards=hands[1], power=dice.randint(0, 9))
    state = on_the_move(mine, theirs, marks=("E3",), tokens={"E3": tokens(oil=2)})
    unit = mech("nordic", "artillery")
    for action in (StepTo(unit, "E3", board=(5, 6)[: dice.randint(0, 2)]), EndMove()):
        state = RULES.act(state, A, action, DiceChance(dice)).state
    pieces = Counter([bool(space) for side in state.sides for space in side.units])
    while state.phase is not Phase.BOTTOM:
        player = dice.choice(RULES.waits_for(state))
        action = dice.choice(RULES.offers(state, player)).some(dice)
        state = RULES.act(state, player, action, DiceChance(dice)).state
        assert RULES.broken(state) == ()
    assert Counter([bool(space) for side in state.sides for space in side.units]) >= pieces
    assert state.tokens["E3"] >= tokens(oil=2)
