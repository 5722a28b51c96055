"""Whole games of random play: properties of every payment, gain and piece of the mats."""

from __future__ import annotations

import random
from functools import cache

import pytest

from control.engine.dice import DiceChance
from rooms.tables.scythe.game.actions import Bolster, Build, Deploy, Enlist, GainCoins, Produce, Trade, Upgrade
from rooms.tables.scythe.game.state import NO_TOKENS, Phase, minus, plus
from rooms.tables.scythe.rules.bolster_and_trade import BolsterOffer, TradeOffer
from rooms.tables.scythe.rules.bottom_row import BottomOffer, BottomTaken
from rooms.tables.scythe.rules.control import tokens_of
from rooms.tables.scythe.rules.production import Produced, ProduceOffer
from rooms.tables.scythe.rules.supply import Paid, TokensPlaced
from rooms.tables.scythe.rules.top_row import CoinsOffer, TopTaken
from tests.rooms.tables.scythe.play import BOOK, RULES, begun

ROWS = (CoinsOffer, BolsterOffer, TradeOffer, ProduceOffer, BottomOffer)
MAT_ACTIONS = (GainCoins, Bolster, Trade, Produce, Upgrade, Deploy, Build, Enlist)
GAMES, DECISIONS = 24, 400


@cache
def games():
    """Random decisions of some games: state before, action, result."""
    seen = []
    for seed in range(GAMES):
        dice = random.Random(seed)
        state = begun(2 + seed % 4, seed, ask_every_bonus="on" if seed % 3 == 0 else "off")
        for _ in range(DECISIONS):
            if state.phase is Phase.OVER:
                break
            player = dice.choice(RULES.waits_for(state))
            offers = RULES.offers(state, player)
            rows = [offer for offer in offers if isinstance(offer, ROWS)]
            action = dice.choice(rows or offers).some(dice)
            assert any(offer.allows(action) for offer in offers)
            played = RULES.act(state, player, action, DiceChance(dice))
            assert RULES.broken(played.state) == ()
            seen.append((state, action, played))
            state = played.state
    return seen


@pytest.mark.rule("SY-GEN-04", "SY-GEN-05", "SY-GEN-15")
def test_tokens_come_and_go_as_the_facts_say():
    for state, _action, played in games():
        expected = _sum(state.tokens.items())
        for fact in played.facts:
            if isinstance(fact, TokensPlaced):
                expected = plus(expected, _sum(fact.spaces))
            elif isinstance(fact, Produced):
                expected = plus(expected, _sum(fact.tokens))
            elif isinstance(fact, Paid):
                expected = minus(expected, _sum(fact.tokens))
        assert _sum(played.state.tokens.items()) == expected


def _sum(spaces):
    found = NO_TOKENS
    for _space, tokens in spaces:
        found = plus(found, tokens)
    return found


@pytest.mark.rule("SY-GEN-10", "SY-GEN-11", "SY-GEN-14")
def test_nothing_is_paid_that_is_not_there_and_controlled():
    for state, _action, played in games():
        for fact in played.facts:
            if isinstance(fact, Paid):
                there, side = tokens_of(BOOK, state, fact.player), state.sides[fact.player]
                assert all(min(minus(there.get(space, NO_TOKENS), tokens)) >= 0 for space, tokens in fact.tokens)
                assert side.coins >= fact.coins
                assert side.power >= fact.power
                assert side.popularity >= fact.popularity
            state = RULES.facts.evolve(state, fact)


@pytest.mark.rule("SY-GEN-06", "SY-GEN-07", "SY-GEN-17", "SY-PRD-10", "SY-UPG-05", "SY-ENL-03", "SY-STR-03", "SY-STR-06")
def test_what_has_left_a_mat_never_returns():
    for state, _action, played in games():
        for before, after in zip(state.sides, played.state.sides, strict=True):
            assert 0 <= after.power <= 16
            assert 0 <= after.popularity <= 18
            assert all(bool(now) >= bool(then) for then, now in zip(before.units, after.units, strict=True))
            assert all(now == then for then, now in zip(before.structures, after.structures, strict=True) if then)
            assert all(now >= then for then, now in zip(before.cubes, after.cubes, strict=True))
            assert all(now >= then for then, now in zip(before.boxes, after.boxes, strict=True))
            assert all(now == then for then, now in zip(before.recruits, after.recruits, strict=True) if then >= 0)
            assert after.stars[: len(before.stars)] == before.stars
            assert len(after.stars) <= 6


@pytest.mark.rule("SY-TRN-01", "SY-TRN-07", "SY-BOT-06")
def test_each_row_is_taken_at_most_once_in_a_turn():
    taken, turn = set(), None
    for state, action, played in games():
        if state.turns != turn:
            taken, turn = set(), state.turns
        if isinstance(action, MAT_ACTIONS):
            assert state.phase in (Phase.TOP, Phase.BOTTOM)
            assert state.phase not in taken
            taken.add(state.phase)
            announced = [fact for fact in played.facts if isinstance(fact, TopTaken | BottomTaken)]
            assert [fact.player for fact in announced] == [state.active]
