"""Statistics of many games of Scythe: endings, lengths, and places."""

from __future__ import annotations

import random

import pytest

from rooms.tables.game.playout import play_game
from rooms.tables.game.rules import Setup, random_bot
from rooms.tables.scythe.game.engine import rules_of
from rooms.tables.scythe.game.state import Phase, Star
from rooms.tables.scythe.game.statistics import said_of, variants_of
from tests.rooms.tables.scythe.play import CONTENT, RULES
from tests.rooms.tables.scythe.tables import side, table

SIX = (Star.UPGRADES, Star.MECHS, Star.STRUCTURES, Star.RECRUITS, Star.COMBAT, Star.POWER)


@pytest.mark.rule("SY-END-01", "SY-END-12", "SY-SET-17", "SY-TRN-10")
def test_an_end_is_told_by_whether_it_was_brought_about_by_the_winner():
    """Engineering has the lowest number here, so Rusviet were first in the round."""

    def said(coins: int):
        sides = (
            side("nordic", "mechanical", stars=SIX),
            side("rusviet", "engineering", coins=coins),
            side("polania", "agricultural"),
        )
        return said_of(RULES, table(*sides, phase=Phase.OVER, turns=61, tile="SB-1"))

    assert said(0).ends == "by a winner"
    assert said(90).ends == "by a loser"
    assert said(0).lengths == {"turns of each player": 21}
    assert said(0).seats == {
        "Faction": ("Nordic", "Rusviet", "Polania"),
        "Player mat": ("Mechanical", "Engineering", "Agricultural"),
        "Place in the first round": ("3", "1", "2"),
    }


def test_there_is_one_variant_and_its_games_are_counted():
    (variant,) = variants_of(CONTENT, 2)
    state = play_game(
        rules_of(variant.content), Setup(players=2, options=variant.options), [random_bot] * 2, random.Random(1)
    ).state

    assert said_of(RULES, state).lengths["turns of each player"] > 10
