"""Statistics of many games of Statecraft: endings, places and leaders, for every scenario on offer."""

from __future__ import annotations

import random

import pytest

from rooms.tables.game.playout import play_game
from rooms.tables.game.rules import Setup, random_bot
from rooms.tables.statecraft.game.engine import rules_of
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.game.statistics import said_of, variants_of
from tests.rooms.tables.statecraft.play import CONTENT, RULES, side, table


@pytest.mark.rule("SC-ADV-01", "SC-CNT-58", "SC-QIK-01")
@pytest.mark.parametrize(("players", "number"), [(2, 15), (5, 15), (6, 13)])
def test_the_variants_are_quickplay_and_every_scenario_for_so_many_players(players: int, number: int):
    variants = variants_of(CONTENT, players)

    assert len(variants) == number
    for variant in variants:
        rules = rules_of(variant.content)
        setup = Setup(players=players, options=variant.options)
        state = play_game(rules, setup, [random_bot] * players, random.Random(1)).state
        assert state.advanced is (variant.name != "Quickplay")
        assert variant.name in ("Quickplay", rules.book.scenarios[state.scenario].name)


@pytest.mark.rule("SC-FIN-03", "SC-FIN-05", "SC-FIN-11")
def test_an_end_is_told_by_its_condition_unless_the_turns_ran_out_under_another():
    def ends(scenario: int, *turns: int) -> str:
        state = table(*[side(turn=turn) for turn in turns], scenario=scenario, floating="any1", phase=Phase.OVER, last=8)
        return said_of(RULES, state).ends

    assert ends(1, 9, 9) == "turns"
    assert ends(4, 9, 9) == "SC-FIN-11"
    assert ends(4, 9, 8) == "majority"


@pytest.mark.rule("SC-SET-17", "SC-QIK-04")
def test_places_are_those_of_the_first_round_and_leaders_count_where_their_texts_do():
    state = table(side(), side(), side(), first=1, floating="any1", phase=Phase.OVER)

    assert said_of(RULES, state).seats == {"Place in the first round": ("3", "1", "2")}
    assert "Leader" in said_of(RULES, table(side(), side(), texts=True, floating="any1", phase=Phase.OVER)).seats
