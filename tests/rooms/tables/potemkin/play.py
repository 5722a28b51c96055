"""Tables of Potemkin Empire for tests: a deck whose cards are named after their kind, and villages made to order.

Cards that are real for one type are "culture-1" to "culture-8" and so on, those for two "culture-espionage" and so on. Flat fakes
without an ability are "fake-1" to "fake-20". Cards with an ability are flat fakes, as "night-shift-1" and "-2", and real cards, as
"-3" and "-4".
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from control.engine.context import Chance, Unforeseen
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.rules import Played, Setup
from rooms.tables.potemkin.game.content import ABILITY_KINDS, FACADES, Card, Content, Facade
from rooms.tables.potemkin.game.engine import PotemkinRules, rules_of
from rooms.tables.potemkin.game.invariants import cards_of
from rooms.tables.potemkin.game.reading import read
from rooms.tables.potemkin.game.state import Building, Phase, PotemkinState, Side

T = TypeVar("T")
FIXTURES = Path(__file__).resolve().parents[4] / "fixtures" / "potemkin"
A, B, C, D, E = range(5)
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elise")
CULTURE, ESPIONAGE, GOVERNMENT, INDUSTRY, SCIENCE = FACADES
UNSAID = "unsaid"  # hand of a side whose test is about something else; `table` gives the player one card
KEPT = Unforeseen()  # a chance that keeps every order


class Seeded:
    """A chance that gives the same results for the same seed."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(self._dice.sample(items, len(items)))


def _deck() -> Iterator[Card]:
    for facade in FACADES:
        for number in range(1, 9):
            yield _card(f"{facade}-{number}", facade)
    for pair in combinations(FACADES, 2):
        yield _card("-".join(pair), *pair)
    for number in range(1, 21):
        yield _card(f"fake-{number}")
    for index, ability in enumerate(ABILITY_KINDS):
        yield _card(f"{ability}-1", ability=ability)
        yield _card(f"{ability}-2", ability=ability)
        yield _card(f"{ability}-3", FACADES[index % 5], ability=ability)
        yield _card(f"{ability}-4", FACADES[(index + 1 + index // 5) % 5], ability=ability)


def _card(id_: str, *real_types: Facade, ability: str | None = None) -> Card:
    return Card(id=id_, title=id_.replace("-", " ").title(), flavour=f"Of {id_}.", real_types=real_types, ability=ability)


WRITTEN = read({path.name: path.read_text(encoding="utf-8") for path in FIXTURES.glob("*.yaml")})
CONTENT: Content = replace(WRITTEN, cards=tuple(_deck()))
CARDS = tuple(card.id for card in CONTENT.cards)
RULES: PotemkinRules = rules_of(CONTENT)


def house(facade: Facade, card: str, *, cubes: int = 0, agents: int = 0, shown: bool = False) -> Building:
    """A building for `table`, which numbers it."""
    return Building(0, facade, card, 0, shown, cubes, agents)


def side(*village: Building, hand: str = UNSAID, **more: Any) -> Side:
    """A player's side. `hand`: cards as words; by default one plain card, because many turns of an empty hand play themselves."""
    return Side(hand=tuple(hand.split()), village=village, **more)


def table(
    *sides: Side, turn: int = A, deck: str = "", only: bool = False, discard: str = "", months: int = 4, **more: Any
) -> PotemkinState:
    """A table in the middle of the Action phase, with at least three sides. Buildings are numbered from 1, side by side.

    `deck`: the top cards; all unused cards follow. `only`: the deck ends there, and the last player has captured the others.
    `months`: months still to be played, with the current one. Unnamed hands are "fake-20", "fake-19" and so on, from the first
    player to the last.
    """
    numbered: list[Side] = []
    built = 0
    for each in (*sides, *(side() for _ in range(3 - len(sides)))):
        village = [replace(building, id=built + at) for at, building in enumerate(each.village, start=1)]
        built += len(village)
        numbered.append(replace(each, village=tuple(village)))
    top, thrown = tuple(deck.split()), tuple(discard.split())
    used = {card for each in numbered for card in cards_of(each)} | {*top, *thrown, more.get("playing")}
    plain = iter([card.id for card in reversed(CONTENT.cards) if card.ability is None and card.id not in used])
    numbered = [replace(each, hand=(next(plain),)) if each.hand == (UNSAID,) else each for each in numbered]
    used |= {card for each in numbered for card in each.hand}
    rest = tuple([card for card in CARDS if card not in used])
    if only:
        numbered[-1] = replace(numbered[-1], captured=numbered[-1].captured + rest)
    return PotemkinState(
        **{
            "phase": Phase.TURN,
            "months": tuple(range(5 - months, 5)),
            "sides": tuple(numbered),
            "deck": top if only else top + rest,
            "discard": thrown,
            "turn": turn,
            "built": built,
            **more,
        }
    )


def opened(players: int = 3, *, first: int | None = A, chance: Chance = KEPT) -> PotemkinState:
    """A new table in the first draft."""
    return RULES.setup(Setup(players=players, first=first), chance).state


def allowed(state: PotemkinState, player: int, action: Any) -> bool:
    return any(offer.allows(action) for offer in RULES.offers(state, player))


def done(state: PotemkinState, player: int, action: Any, chance: Chance = KEPT) -> Played:
    """Carry out a legal action and check the invariants."""
    assert RULES.broken(state) == ()
    assert allowed(state, player, action)
    played = RULES.act(state, player, action, chance)
    assert RULES.broken(played.state) == ()
    folded = state
    for fact in played.facts:
        folded = RULES.facts.evolve(folded, fact)
    assert folded == played.state
    return played


def after(state: PotemkinState, *moves: tuple[int, Any]) -> PotemkinState:
    """The state after some legal moves, each a player and an action."""
    for player, action in moves:
        state = done(state, player, action).state
    return state


def refusal(state: PotemkinState, player: int, action: Any) -> str:
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


def village(state: PotemkinState, player: int) -> list[tuple[str, str]]:
    """Buildings of a village as type and card."""
    return [(building.facade.value, building.card) for building in state.sides[player].village]


def agents(state: PotemkinState, player: int) -> list[int]:
    """Ready agents of each building of a village."""
    return [building.agents for building in state.sides[player].village]


def cubes(state: PotemkinState, player: int) -> list[int]:
    """Cubes of each building of a village."""
    return [building.cubes for building in state.sides[player].village]


def played_on(seed: int, players: int, *, scarce: bool = False) -> Iterator[tuple[PotemkinState, int, Any, Played]]:
    """Yield the steps of a game of random legal actions: state before, player, action, result.

    `scarce`: player 0 has captured all but a few cards from the beginning, so that decks run out and drafts are short.
    """
    dice, chance = random.Random(seed), Seeded(seed)
    state = RULES.setup(Setup(players=players), chance).state
    if scarce:
        first = replace(state.sides[0], captured=state.deck[6:])
        state = replace(state, sides=(first, *state.sides[1:]), deck=state.deck[:6])
    while waiting := RULES.waits_for(state):
        player = dice.choice(waiting)
        action = dice.choice(RULES.offers(state, player)).some(dice)
        played = RULES.act(state, player, action, chance)
        yield state, player, action, played
        state = played.state
