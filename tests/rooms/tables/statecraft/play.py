"""Tables of Statecraft for tests, made to order over the deck of `bare` and a few plain cards besides.

Economy policies "eco1" to "eco9" have Socialism +1, cost 0, blue, or Capitalism +1, cost +1, red; Security policies "sec1" to
"sec4" Authoritarianism +1, cost 0, green, or Anarchism +1, cost −1, yellow. "soc3", "mix", "spend" and "society" are those of the
worked examples. Supporters "any1" to "any8" are satisfied by everything, "picky" by Capitalism at least 4 and Anarchism at most 2.
Leaders "plain1" to "plain6" have no text that matters in a turn. Politicians "q01" to "q06" know Economy, "q07" to "q12" Security.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec
import pytest

from control.engine.context import Chance, Unforeseen
from control.engine.dice import Dice, DiceChance
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.playout import PlayoutStep, steps
from rooms.tables.game.rules import Played, Setup, random_bot
from rooms.tables.game.rules import told as told_by
from rooms.tables.statecraft.game.content import (
    Colour,
    Condition,
    Content,
    Leader,
    LeaderEffect,
    Policy,
    PolicyOption,
    Specialism,
    Supporter,
)
from rooms.tables.statecraft.game.engine import StatecraftRules, rules_of
from rooms.tables.statecraft.game.state import Attached, Phase, Side, StatecraftState, Trackers, Turn
from tests.rooms.tables.statecraft.bare import CONTENT as BARE

T = TypeVar("T")
A, B, C, D, E, F = range(6)
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elise", "Fedor")
KEPT = Unforeseen()  # a chance that keeps every order
AUTHORITARIANISM, ANARCHISM, CAPITALISM, SOCIALISM = range(4)


def policy(id_: str, specialism: Specialism, *options: tuple[Trackers, int, Colour]) -> Policy:
    """A policy with two options, each of points, cost and colour."""
    one, other = [
        PolicyOption(label=f"{id_} {which}", points=points, cost=cost, colour=colour, picture="Nothing.")
        for which, (points, cost, colour) in zip("AB", options, strict=True)
    ]
    return Policy(id=id_, title=f"Policy {id_}", specialism=specialism, options=(one, other))


ECONOMY, SECURITY, SOCIETY, ENVIRONMENT = Specialism
BLUE, RED, GREEN, YELLOW = Colour
POLICIES = (
    *[policy(f"eco{n}", ECONOMY, ((0, 0, 0, 1), 0, BLUE), ((0, 0, 1, 0), 1, RED)) for n in range(1, 10)],
    *[policy(f"sec{n}", SECURITY, ((1, 0, 0, 0), 0, GREEN), ((0, 1, 0, 0), -1, YELLOW)) for n in range(1, 5)],
    policy("soc3", ECONOMY, ((0, 0, 0, 3), 0, BLUE), ((0, 0, 3, 0), 3, RED)),
    policy("mix", ECONOMY, ((0, 2, 1, 0), 1, BLUE), ((3, 0, 0, 0), -3, RED)),
    policy("spend", ECONOMY, ((0, 0, 0, 1), -2, BLUE), ((0, 0, 1, 0), 3, RED)),
    policy("society", SOCIETY, ((0, 0, 0, 2), -1, BLUE), ((0, 0, 1, 0), 1, RED)),
)
SUPPORTERS = (
    *[Supporter(id=f"any{n}", name=f"Anybody {n}", flavour="Easy.", conditions=(None, None, None, None)) for n in range(1, 9)],
    Supporter(id="picky", name="Picky", flavour="Picky.", conditions=(None, Condition(most=2), Condition(least=4), None)),
)
LEADERS = tuple(
    [
        Leader(
            id=f"plain{n}",
            name=f"Plain {n}",
            faction=f"Party {n}",
            flavour="Plain.",
            effect=LeaderEffect.HEAD_START,
            text="Text.",
        )
        for n in range(1, 7)
    ]
)
CONTENT: Content = replace(
    BARE,
    policies=POLICIES + BARE.policies,
    supporters=SUPPORTERS + BARE.supporters,
    leaders=LEADERS + BARE.leaders,
)
RULES: StatecraftRules = rules_of(CONTENT)


def on(
    holder: str | None, card: str, option: int = 0, *, down: bool = False, moved: Trackers = (0, 0, 0, 0), budget: int = 0
) -> Attached:
    """An attached policy for `side`. `down`: denounced. Policies of a side are played in the given order."""
    return Attached(card, option, holder, not down, moved, budget)


def side(hand: str = "", cabinet: str = "", *policies: Attached, **more: Any) -> Side:
    """A player's side. `hand`: cards as words. `cabinet`: inner left, inner right, outer left, outer right; "." is empty."""
    places = [None if who == "." else who for who in cabinet.split()]
    one, two, three, four = places + [None] * (4 - len(places))
    if "supporters" in more:
        more["supporters"] = tuple(more["supporters"].split())
    return Side(hand=tuple(hand.split()), cabinet=(one, two, three, four), policies=policies, **more)


def table(
    *sides: Side, deck: str = "", only: bool = False, scenario: int = 1, floating: str = "", box: str = "", **more: Any
) -> StatecraftState:
    """A table in A's turn, with at least two sides. `deck`: the top cards; all unused blue cards follow.

    `only`: the deck ends there, and the other cards are out of the game. The only leader is the incumbent.
    """
    seated: list[Side] = []
    plays = 0
    for number, each in enumerate((*sides, *(side() for _ in range(2 - len(sides)))), start=1):
        ordered = [replace(each_policy, order=plays + at) for at, each_policy in enumerate(each.policies, start=1)]
        plays += len(ordered)
        seated.append(replace(each, leader=each.leader or f"plain{number}", policies=tuple(ordered)))
    top, thrown = tuple(deck.split()), tuple(more.pop("discard", "").split())
    used = {*top, *thrown, *[card for each in seated for card in (*each.hand, *[held.card for held in each.policies])]}
    rest = tuple([card for card in (*RULES.book.policies, *RULES.book.actions) if card not in used])
    placed = {who for each in seated for who in each.cabinet} | {*more.get("retired", ()), *more.get("drawn", ())}
    hosted = {supporter for each in seated for supporter in each.supporters}
    floats, piled = tuple(floating.split()), tuple(box.split())
    most = max([len(each.supporters) for each in seated])
    leaders = [number for number, each in enumerate(seated) if most and len(each.supporters) == most]
    there = RULES.book.scenarios[f"scenario-{scenario}"]
    return StatecraftState(
        **{
            "phase": Phase.TURN,
            "scenario": there.id,
            "advanced": True,
            "last": there.turns or 12,
            "round": 1,
            "sides": tuple(seated),
            "deck": top if only else top + rest,
            "boxed": rest if only else (),
            "discard": thrown,
            "unused": tuple([card for card in RULES.book.purple if card not in used]),
            "politicians": tuple([who for who in RULES.book.politicians if who not in placed]),
            "floating": floats,
            "incumbent": leaders[0] if len(leaders) == 1 else None,
            "box": piled + tuple([each for each in RULES.book.supporters if each not in {*floats, *piled, *hosted}]),
            "plays": plays,
            **more,
        }
    )


def allowed(state: StatecraftState, player: int, action: Any) -> bool:
    return any(offer.allows(action) for offer in RULES.offers(state, player))


def done(state: StatecraftState, player: int, action: Any, chance: Chance = KEPT) -> Played:
    """Carry out a legal action and check the invariants."""
    assert RULES.broken(state) == ()
    assert allowed(state, player, action)
    played = RULES.act(state, player, action, chance)
    assert RULES.broken(played.state) == ()
    folded = state
    for fact in played.facts:
        assert told_by(RULES, fact, folded, None, NAMES) is not None
        folded = RULES.facts.evolve(folded, fact)
    assert folded == played.state
    assert msgspec.json.decode(msgspec.json.encode(folded), type=StatecraftState) == folded
    return played


def after(state: StatecraftState, *moves: tuple[int, Any], chance: Chance = KEPT) -> StatecraftState:
    """The state after some legal moves, each a player and an action."""
    for player, action in moves:
        state = done(state, player, action, chance).state
    return state


def refusal(state: StatecraftState, player: int, action: Any) -> str:
    """Return the rule that refuses an action. The action must change nothing and be in no offer."""
    before = msgspec.json.encode(state)
    with pytest.raises(Refused) as refused:
        RULES.act(state, player, action, KEPT)
    assert not allowed(state, player, action)
    assert msgspec.json.encode(state) == before
    assert refused.value.sentence.endswith(".")
    return refused.value.rule


def facts_of(played: Played, kind: type[T]) -> list[T]:
    """The facts of one type."""
    return [fact for fact in played.facts if type(fact) is kind]


def kinds_of(played: Played) -> list[str]:
    """Names of the facts' types, in order."""
    return [type(fact).__name__ for fact in played.facts]


def said(state: StatecraftState, played: Played, player: int | None = None) -> list[str]:
    """Sentences that this player reads of it."""
    found: list[str] = []
    for fact in played.facts:
        found.append(told_by(RULES, fact, state, player, NAMES[: len(state.sides)]))
        state = RULES.facts.evolve(state, fact)
    return [sentence for sentence in found if sentence]


def hands(state: StatecraftState) -> list[str]:
    """All hands, as words."""
    return [" ".join(each.hand) for each in state.sides]


def opened(players: int = 3, *, first: int | None = A, seed: int | None = None, **options: str) -> Played:
    """A new table, with the facts of its setup."""
    chance = KEPT if seed is None else DiceChance(random.Random(seed))
    return RULES.setup(Setup(players=players, first=first, options=options), chance)


def spun(*trackers: int, **more: Any) -> Turn:
    """A turn in which SC-AFX-11 has been played."""
    one, two, three, four = trackers
    return Turn(spin=(one, two, three, four), **more)


def busy_bot(_view: Any, offers: Sequence[Any], dice: Dice) -> Any:
    """Choose any legal action, mostly plays, campaigns and poaching, so that games contain everything."""
    kinds = {type(offer).__name__: offer for offer in offers}
    for wanted in ("CampaignOffer", "PoachOffer", "ActionOffer"):
        if wanted in kinds and dice.random() < 0.8:
            return kinds[wanted].some(dice)
    announcing = [offer for offer in offers if getattr(offer, "announced", False)]
    if announcing and dice.random() < 0.8:
        return announcing[0].some(dice)
    calm = tuple([offer for offer in offers if type(offer).__name__ != "FireOffer"])
    return random_bot(None, calm if calm and dice.random() < 0.8 else tuple(offers), dice)


def variant(number: int) -> tuple[StatecraftRules, Setup]:
    """Return rules and a setup. The number decides mode, scenario, options and number of players."""
    dice = random.Random(number)
    at = number % (len(BARE.scenarios) + 1)
    if at == 0:
        return rules_of(BARE), Setup(players=dice.randint(2, 6), options={"rounds": dice.choice(("clockwise", "alternating"))})
    scenario = BARE.scenarios[at - 1]
    players = dice.choice(scenario.players)
    options = {
        "mode": "advanced",
        "disruption": dice.choice(("regular", "disruptive", "chaotic")[: 3 if players <= 4 else 2]),
        "texts": dice.choice(("on", "on", "off")),
        "rounds": dice.choice(("clockwise", "alternating")),
    }
    return rules_of(replace(BARE, scenarios=(scenario,))), Setup(players=players, options=options)


def played_on(number: int) -> Iterator[tuple[StatecraftRules, PlayoutStep]]:
    """Yield the steps of a whole game of this variant. Bots of every second number do a lot."""
    rules, setup = variant(number)
    dice = random.Random(number)
    chance = DiceChance(dice)
    bot = busy_bot if number % 2 else random_bot
    begun = rules.setup(setup, chance)
    for step in steps(rules, begun.state, [bot] * setup.players, dice, chance):
        yield rules, step
