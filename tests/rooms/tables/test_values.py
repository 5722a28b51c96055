"""Values of a wrong type in an action are refused as values, in every game with a book."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from control.engine.context import Unforeseen
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.actions import is_sound
from rooms.tables.game.playout import PlayoutStep, play_game
from rooms.tables.game.rules import KEEPER, AnyRules, Setup, random_bot
from rooms.tables.scythe.game import actions as sy
from rooms.tables.scythe.game.content import Part, Resource
from rooms.tables.statecraft.game import actions as sc
from rooms.tables.statecraft.game.content import Ideology
from rooms.tables.statecraft.game.state import Place
from tests.amounts import amount
from tests.rooms.tables.games import TRIED, Tried

WITH_A_BOOK = [tried for tried in TRIED if hasattr(tried.kind.rules(tried.content), "book")]
STRANGE: tuple[Any, ...] = (
    None,
    True,
    0,
    7,
    -1,
    1.5,
    "s04",
    b"s04",
    (),
    ("x", 2),
    ((1, 2, 3),),
    ["x"],
    {"x": 1},
    object(),
    Part.COIN,
)
STRANGE += (Part.COIN, sy.Payment(coercion="5"), sy.Picks(types=(None,)), sy.EndTurn())  # type: ignore[arg-type]


@cache
def recorded(kind: str) -> tuple[PlayoutStep, ...]:
    """Actions of some random games."""
    tried = next(each for each in WITH_A_BOOK if each.kind.id == kind)
    found: list[PlayoutStep] = []
    for number in range(amount(3, 20)):
        players = tried.kind.least + number % (tried.kind.most - tried.kind.least + 1)
        setup = Setup(players=players, options=dict(tried.options))
        play_game(tried.kind.rules(tried.content), setup, [random_bot] * players, random.Random(number), look=found.append)
    return tuple(found)


def spoiled(action: Any, strange: Any) -> Iterator[Any]:
    """The action with a strange value in each field, and in each part of a field."""
    for field in msgspec.structs.fields(action):
        yield replace(action, **{field.name: strange})
        value = getattr(action, field.name)
        if isinstance(value, msgspec.Struct):
            yield from (replace(action, **{field.name: each}) for each in spoiled(value, strange))
        if isinstance(value, tuple):
            yield from (replace(action, **{field.name: (*value[:at], strange, *value[at + 1 :])}) for at in range(len(value)))
            yield replace(action, **{field.name: (*value, strange)})


def refused(rules: AnyRules, state: Any, player: int, action: Any) -> Refused:
    before = msgspec.json.encode(state)
    with pytest.raises(Refused) as caught:
        rules.act(state, player, action, Unforeseen())
    assert msgspec.json.encode(state) == before
    return caught.value


@pytest.mark.parametrize("tried", WITH_A_BOOK, ids=lambda tried: tried.kind.id)
def test_a_value_of_a_wrong_type_is_refused_and_one_of_the_right_type_is_judged(tried: Tried):
    """For any value in any field of any played action, the rules accept or refuse it, and never crash."""
    rules, dice, kinds, wrong = tried.kind.rules(tried.content), random.Random(tried.kind.id), set(), 0
    for step in recorded(tried.kind.id):
        assert is_sound(step.action), step.action
        if step.action.__class__ in kinds and wrong > 200 and dice.random() > 0.05:
            continue
        kinds.add(step.action.__class__)
        for strange in STRANGE:
            for action in spoiled(step.action, strange):
                if not is_sound(action):
                    no = refused(rules, step.before, step.player, action)
                    assert (no.rule, no.code) == (rules.no_action, "malformed")
                    assert no.sentence == "There is no such action in this game."
                    wrong += 1
                    continue
                try:
                    rules.act(step.before, step.player, action, Unforeseen())
                except Refused:
                    continue

    assert wrong > 200


@pytest.mark.parametrize(
    "action",
    [
        sc.Take("q26", "s04"),  # type: ignore[arg-type]
        sc.Lose(2),  # type: ignore[arg-type]
        sc.DiscardDown(0),  # type: ignore[arg-type]
        sc.DrawOrNot(1.5),  # type: ignore[arg-type]
        sc.Bid(True),
        sc.PayBid("abc"),  # type: ignore[arg-type]
        sc.LeaderStep("eco1", "socialism", 1),  # type: ignore[arg-type]
        sy.ChooseSection(True),
        sy.UseArtillery(use=1),  # type: ignore[arg-type]
        sy.Commit(1.0),  # type: ignore[arg-type]
        sy.Trade((("A4", (1, 0, 0)),)),  # type: ignore[arg-type]
        sy.TakeOption(0, picks=sy.Picks(types=("food",))),  # type: ignore[arg-type]
        sy.TakeOption(0, payment=sy.Picks()),  # type: ignore[arg-type]
        sy.GainCoins(["coin"]),  # type: ignore[arg-type]
    ],
)
def test_a_value_is_looked_at_in_its_parts(action):
    assert not is_sound(action)


@pytest.mark.parametrize(
    "action",
    [
        sc.Take("q26", Place.INNER_LEFT),
        sc.Take(),
        sc.LeaderStep("eco1", Ideology.SOCIALISM, -1),
        sy.Trade((("A4", (1, 0, 0, 0)),)),
        sy.Trade(None, (Part.POWER,)),
        sy.TakeOption(0, sy.Payment((("A4", (0, 0, 1, 0)),), 5, Resource.OIL, (2, 3)), sy.Picks(types=(Resource.FOOD,))),
    ],
)
def test_whatever_is_of_its_type_is_sound_though_no_rule_allows_it(action):
    assert is_sound(action)


def test_who_is_nobody_is_refused_with_a_strange_value_too():
    for tried in WITH_A_BOOK:
        rules = tried.kind.rules(tried.content)
        state = rules.setup(Setup(players=tried.kind.least), Unforeseen()).state
        assert refused(rules, state, KEEPER, sc.Lose(2)).sentence  # type: ignore[arg-type]
