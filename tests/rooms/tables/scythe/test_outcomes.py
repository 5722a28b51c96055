"""Outcomes that the bot imagines: the own side and all tokens are those that the rules bring, apart from stars."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from control.engine.context import Unforeseen
from control.engine.dice import DiceChance
from control.engine.records import replace
from rooms.tables.game.playout import steps
from rooms.tables.game.rules import Setup
from rooms.tables.scythe.game.outcomes import OUTCOMES, imagined, stepped
from rooms.tables.scythe.game.state import Course, with_tokens
from rooms.tables.scythe.rules.legal_actions import MOMENTS
from tests.amounts import amount
from tests.rooms.tables.scythe.play import RULES
from tests.rooms.tables.scythe.tables import tokens
from tests.rooms.tables.scythe.test_bots import BOT


@pytest.mark.rule("SY-MOV-02", "SY-BOL-02", "SY-TRD-02", "SY-PRD-08", "SY-BOT-04", "SY-GEN-10")
def test_an_imagined_action_has_the_outcome_of_the_rules():
    """Several offered actions of every choice of a game are imagined and carried out."""
    seen: Counter[type] = Counter()
    for number in range(amount(2, 20)):
        players, dice = 3 + number % 3, random.Random(f"outcomes {number}")
        chance = DiceChance(dice)
        for step in steps(RULES, RULES.setup(Setup(players=players), chance).state, [BOT] * players, dice, chance):
            state, player = RULES.view(step.before, step.player).state, step.player
            for offer in RULES.offers(step.before, player):
                for action in [offer.some(dice) for _each in range(3)]:
                    if type(action) not in OUTCOMES or getattr(action, "declined", ()):
                        continue
                    course = Course(RULES.book, state, Unforeseen())
                    MOMENTS[state.phase][type(action)].does(course, player, action)
                    found = imagined(RULES.book, state, player, action)
                    assert replace(found.sides[player], stars=()) == replace(course.state.sides[player], stars=()), action
                    assert found.tokens == course.state.tokens, action
                    seen[type(action)] += 1

    assert set(seen) == set(OUTCOMES)


@pytest.mark.rule("SY-MOV-14")
def test_cargo_leaves_one_space_and_comes_to_another():
    there = {"C6": tokens(wood=2, oil=1), "D6": tokens(food=1)}

    moved = stepped(there, tokens(wood=2, oil=1), "C6", "D6")

    assert moved == {"D6": tokens(wood=2, oil=1, food=1)}
    assert moved == with_tokens({}, moved)
    assert stepped(there, tokens(), "C6", "D6") is there
