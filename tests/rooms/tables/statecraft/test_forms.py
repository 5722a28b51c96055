"""Forms of a phone: each is read as exactly one action, and an unreadable one gets one clear sentence."""

from __future__ import annotations

from typing import Any

import pytest

from control.engine.refusal import Refused
from rooms.tables.statecraft.game.actions import (
    ACTIONS,
    Announce,
    Bid,
    Campaign,
    ChooseOption,
    Contribute,
    Denounce,
    DiscardDown,
    DrawOrNot,
    EndTurn,
    Fire,
    LeaderStep,
    Lose,
    PayBid,
    PickCard,
    PlayAction,
    Poach,
    Recruit,
    SetIdeology,
    Take,
)
from rooms.tables.statecraft.game.content import Colour, Ideology
from rooms.tables.statecraft.game.state import Place
from rooms.tables.statecraft.screens.questions import action_of

READ: list[tuple[dict[str, list[str]], Any]] = [
    (
        {"act": ["play"], "card": ["bonfires"], "way": ["announce-0"], "up": ["ada"], "down": ["leader"]},
        Announce("bonfires", 0, "ada"),
    ),
    (
        {"act": ["play"], "card": ["bonfires"], "way": ["denounce-1"], "up": ["ada"], "down": ["leader"]},
        Denounce("bonfires", 1, None),
    ),
    ({"act": ["play"], "card": ["bonfires"], "way": ["announce-1"], "up": ["leader"]}, Announce("bonfires", 1, None)),
    ({"act": ["campaign"], "supporter": ["kite-flyers"]}, Campaign("kite-flyers")),
    ({"act": ["recruit"], "pay": ["spin--2"]}, Recruit("spin--2")),
    ({"act": ["take"], "take": ["ada=outer-left"]}, Take("ada", Place.OUTER_LEFT)),
    ({"act": ["take"], "take": ["none"]}, Take()),
    ({"act": ["fire"], "politician": ["ada"], "pay": ["bonfires"]}, Fire("ada", "bonfires")),
    ({"act": ["fire"], "politician": ["ada"]}, Fire("ada")),
    ({"act": ["poach"], "supporter": ["choir"], "pay": ["a", "b"]}, Poach("choir", ("a", "b"))),
    ({"act": ["poach"], "supporter": ["choir"]}, Poach("choir")),
    ({"act": ["leader-step"], "pay": ["a"], "step": ["socialism=-1"]}, LeaderStep("a", Ideology.SOCIALISM, -1)),
    ({"act": ["action"], "card": ["spin--1"]}, PlayAction("spin--1")),
    ({"act": ["action"], "card": ["x"], "target": ["opponent=2&colour=red"]}, PlayAction("x", opponent=2, colour=Colour.RED)),
    ({"act": ["action"], "card": ["x"], "target": ["politician=ada&other=bo"]}, PlayAction("x", politician="ada", other="bo")),
    ({"act": ["action"], "card": ["x"], "target": ["politician=ada&policy=p"]}, PlayAction("x", politician="ada", policy="p")),
    ({"act": ["action"], "card": ["x"], "target": ["supporter=choir"]}, PlayAction("x", supporter="choir")),
    (
        {"act": ["action"], "card": ["x"], "target": ["ideology=anarchism&step=1"]},
        PlayAction("x", ideology=Ideology.ANARCHISM, step=1),
    ),
    ({"act": ["end-turn"]}, EndTurn()),
    ({"act": ["set-ideology"], "ideology": ["capitalism"]}, SetIdeology(Ideology.CAPITALISM)),
    ({"act": ["pick"], "card": ["a"]}, PickCard("a")),
    ({"act": ["discard"], "cards": ["a", "b"]}, DiscardDown(("a", "b"))),
    ({"act": ["option"], "option": ["1"]}, ChooseOption(1)),
    ({"act": ["option"], "option": ["none"]}, ChooseOption()),
    ({"act": ["contribute"], "card": ["a"]}, Contribute("a")),
    ({"act": ["contribute"], "card": ["none"]}, Contribute()),
    ({"act": ["lose"], "things": ["a", "b"]}, Lose(("a", "b"))),
    ({"act": ["draw"], "draw": ["yes"]}, DrawOrNot(draw=True)),
    ({"act": ["draw"], "draw": ["no"]}, DrawOrNot(draw=False)),
    ({"act": ["bid"], "bid": ["3"]}, Bid(3)),
    ({"act": ["pay-bid"], "cards": ["a"]}, PayBid(("a",))),
]
UNREAD: list[tuple[dict[str, list[str]], str]] = [
    ({}, "could not be read"),
    ({"act": ["dance"]}, "could not be read"),
    ({"act": ["end-turn", "end-turn"]}, "could not be read"),
    ({"act": ["play"], "card": ["a"]}, "Neither announce nor denounce is chosen"),
    ({"act": ["play"], "card": ["a"], "way": ["announce-2"], "up": ["ada"]}, "could not be read"),
    ({"act": ["play"], "card": ["a"], "way": ["announce-0"], "down": ["ada"]}, "Nobody is chosen to hold the policy"),
    ({"act": ["play"], "card": ["<b>"], "way": ["announce-0"], "up": ["ada"]}, "could not be read"),
    ({"act": ["play"], "card": ["a" * 81], "way": ["announce-0"], "up": ["ada"]}, "could not be read"),
    ({"act": ["recruit"]}, "No card is chosen to pay with"),
    ({"act": ["take"]}, "Nobody is chosen"),
    ({"act": ["take"], "take": ["ada"]}, "could not be read"),
    ({"act": ["take"], "take": ["ada=throne"]}, "could not be read"),
    ({"act": ["fire"], "pay": ["a"]}, "Nothing is chosen"),
    ({"act": ["fire"], "politician": ["ada"], "pay": [""]}, "No card is chosen to pay with"),
    ({"act": ["poach"], "supporter": ["choir"], "pay": ["a"] * 201}, "could not be read"),
    ({"act": ["leader-step"], "pay": ["a"]}, "No step is chosen"),
    ({"act": ["leader-step"], "pay": ["a"], "step": ["socialism=2"]}, "could not be read"),
    ({"act": ["leader-step"], "step": ["socialism=1"]}, "No card is chosen to pay with"),
    ({"act": ["action"], "card": ["x"], "target": ["nobody=1"]}, "could not be read"),
    ({"act": ["action"], "card": ["x"], "target": ["opponent=-1"]}, "could not be read"),
    ({"act": ["action"], "card": ["x"], "target": ["opponent=1&opponent=2"]}, "could not be read"),
    ({"act": ["action"], "card": ["x"], "target": ["colour=purple"]}, "could not be read"),
    ({"act": ["set-ideology"]}, "No ideology is chosen"),
    ({"act": ["set-ideology"], "ideology": ["monarchism"]}, "could not be read"),
    ({"act": ["option"]}, "No option is chosen"),
    ({"act": ["option"], "option": ["one"]}, "could not be read"),
    ({"act": ["contribute"]}, "Nothing is chosen"),
    ({"act": ["draw"]}, "Neither yes nor no is chosen"),
    ({"act": ["draw"], "draw": ["maybe"]}, "could not be read"),
    ({"act": ["bid"]}, "No number is chosen"),
    ({"act": ["bid"], "bid": ["-1"]}, "could not be read"),
    ({"act": ["bid"], "bid": ["١"]}, "could not be read"),
    ({"act": ["bid"], "bid": ["1000000"]}, "could not be read"),
]


@pytest.mark.parametrize(
    ("fields", "action"), READ, ids=lambda value: type(value).__name__ if not isinstance(value, dict) else None
)
def test_a_form_is_the_action_that_it_shows(fields, action):
    assert action_of(fields) == action


def test_every_action_has_a_form():
    assert {type(action) for _fields, action in READ} == set(ACTIONS)


@pytest.mark.parametrize(("fields", "words"), UNREAD, ids=lambda value: None)
def test_what_cannot_be_read_gets_one_clear_sentence(fields, words):
    with pytest.raises(Refused) as refused:
        action_of(fields)

    assert words in refused.value.sentence
    assert refused.value.sentence.endswith(".")
    assert refused.value.code == "malformed"
