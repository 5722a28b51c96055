"""Sentences of the war with numbers: verb and pronoun agree with the subject, singular or plural."""

from __future__ import annotations

import pytest

from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import board_of
from rooms.war.game.records.battles import Army, Battle, BattleResult, Round
from rooms.war.game.records.orders import Order, OrderKind, Outcome, Via
from rooms.war.game.words.battles import battle_words, betrayal_in
from rooms.war.game.words.orders import outcome_words
from tests.rooms.war.play import CAT, FOG, INN, WOLF, ZEN
from tests.scenarios import default

BOARD = board_of(default())


def fought(immortals: int, *, defeated: bool, fallen: int = 0, killed: int = 0) -> Battle:
    """A battle of Cat against Wolf with a guard of so many Immortals.

    `fallen`: number of defeated commanded Immortals.
    `killed`: units of Cat that Immortals killed.
    """
    armies = (Army(house=CAT, units=5, strength=5, attack=5), Army(house=WOLF, units=2, strength=2, attack=2))
    return Battle(
        region=RegionId(ZEN),
        rounds=(Round(armies=armies, top=(CAT,), side=(CAT,), result=BattleResult.WON),),
        betrayers=(CAT,),
        immortals=tuple(range(1, immortals + 1)),
        immortals_defeated=defeated,
        retaliation=(CAT,) * killed,
        fallen=tuple(range(5, 5 + fallen)),
    )


@pytest.mark.rule("R-57", "R-59")
@pytest.mark.parametrize(
    ("battle", "end"),
    [
        pytest.param(fought(1, defeated=True, killed=1), "; 1 Immortal is defeated and kills 1 of Cat.", id="one"),
        pytest.param(fought(2, defeated=True, killed=2), "; 2 Immortals are defeated and kill 2 of Cat.", id="two"),
        pytest.param(
            fought(0, defeated=False, fallen=1, killed=1),
            "; 1 Immortal falls with the House in command and kills 1 of Cat.",
            id="one of a command",
        ),
        pytest.param(
            fought(2, defeated=False, fallen=2, killed=2),
            "; 2 Immortals stand; 2 Immortals fall with the House in command and kill 2 of Cat.",
            id="two of a command",
        ),
        pytest.param(
            fought(2, defeated=True, fallen=1, killed=3),
            "; 2 Immortals are defeated; 1 Immortal falls with the House in command; together they kill 3 of Cat.",
            id="both",
        ),
    ],
)
def test_whoever_kills_is_one_or_several(battle, end):
    assert battle_words(BOARD, battle).endswith(end)


@pytest.mark.rule("R-56", "R-57")
@pytest.mark.parametrize(
    ("battle", "said"),
    [
        (fought(1, defeated=False), "Cat attacked 1 Immortal in Zen and it stands (R-56)."),
        (fought(2, defeated=False), "Cat attacked 2 Immortals in Zen and they stand (R-56)."),
        (fought(1, defeated=True), "Cat attacked 1 Immortal in Zen and defeated it (R-56)."),
        (fought(2, defeated=True), "Cat attacked 2 Immortals in Zen and defeated them (R-56)."),
        (
            fought(1, defeated=True, killed=1),
            "Cat attacked 1 Immortal in Zen and defeated it; it killed 1 of the House's units as it fell (R-56).",
        ),
        (
            fought(2, defeated=True, killed=2),
            "Cat attacked 2 Immortals in Zen and defeated them; they killed 2 of its units as they fell (R-56).",
        ),
    ],
)
def test_whoever_was_attacked_is_one_or_several(battle, said):
    assert betrayal_in(BOARD, battle, CAT) == said


@pytest.mark.rule("GE-WAR-77")
@pytest.mark.parametrize(
    ("units", "whom"), [(1, "1 unit moved by road from Zen towards Fog, but Wolf stopped it in Inn"), (2, "stopped them in Inn")]
)
def test_whoever_was_stopped_is_one_or_several(units, whom):
    order = Order(kind=OrderKind.MOVE, origin=ZEN, target=FOG, units=units)
    outcome = Outcome(
        seat="cat-1", house=CAT, line=1, order=order, due=units, done=units, via=Via.ROAD, stopped_at=INN, stopped_by=(WOLF,)
    )

    assert whom in outcome_words(BOARD, outcome)
