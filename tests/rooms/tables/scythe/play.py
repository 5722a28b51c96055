"""Tables of Scythe for tests: set up by the rules, then made to order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from control.engine.context import Chance, Unforeseen
from control.engine.dice import Dice, DiceChance
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.playout import PlayoutStep, steps
from rooms.tables.game.rules import Played, Setup, random_bot
from rooms.tables.game.rules import told as told_by
from rooms.tables.scythe.game.engine import ScytheRules, rules_of
from rooms.tables.scythe.game.reading import read
from rooms.tables.scythe.game.state import ScytheState, with_side
from rooms.tables.scythe.rules.alliances_and_bribes import GiveOffer
from rooms.tables.scythe.rules.reach import EndMoveOffer, EndUnitOffer, ReloadOffer, StartMoveOffer
from rooms.tables.scythe.rules.setup import OPTIONS
from rooms.tables.scythe.rules.turns import EndTurnOffer, SkipBottomOffer, SkipTopOffer

FIXTURES = Path(__file__).parents[4] / "fixtures" / "scythe"
CONTENT = read({path.name: path.read_text(encoding="utf-8") for path in sorted(FIXTURES.glob("*.yaml"))})
RULES: ScytheRules = rules_of(CONTENT)
BOOK = RULES.book
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elise")
KEPT = Unforeseen()  # a chance that keeps every order


def begun(players: int = 3, seed: int | None = None, host: int | None = None, **options: str) -> ScytheState:
    """A new table. Without a seed nothing is shuffled: players lead Nordic, Rusviet, … with the mats by their labels."""
    chance: Chance = KEPT if seed is None else DiceChance(random.Random(seed))
    return RULES.setup(Setup(players=players, host=host, options=options), chance).state


def changed(state: ScytheState, player: int, **fields: Any) -> ScytheState:
    """The same table with changed fields on one player's side."""
    return replace(state, sides=with_side(state, player, **fields))


def play(state: ScytheState, player: int, action: Any, chance: Chance = KEPT) -> Played:
    """Carry out an action and check the invariants."""
    played = RULES.act(state, player, action, chance)
    assert RULES.broken(played.state) == ()
    return played


def refused(state: ScytheState, player: int, action: Any) -> Refused:
    """Return the refusal of an action, which must be in no offer."""
    with pytest.raises(Refused) as caught:
        RULES.act(state, player, action, KEPT)
    assert not any(offer.allows(action) for offer in RULES.offers(state, player))
    return caught.value


def words(state: ScytheState, played: Played, player: int | None = None) -> list[str]:
    """Sentences that a player reads of it."""
    said = []
    for fact in played.facts:
        said.append(told_by(RULES, fact, state, player, NAMES[: len(played.state.sides)]))
        state = RULES.facts.evolve(state, fact)
    return [each for each in said if each]


QUIET = (GiveOffer, SkipTopOffer, SkipBottomOffer, EndMoveOffer, EndUnitOffer, ReloadOffer, EndTurnOffer)


def busy_bot(_view: Any, offers: Sequence[Any], dice: Dice) -> Any:
    """Choose any legal action, rarely one without effect, so that games contain everything."""
    busy = [offer for offer in offers if type(offer) not in QUIET] if dice.random() < 0.97 else []
    starts = [offer for offer in busy if isinstance(offer, StartMoveOffer)]
    return dice.choice(starts or busy or offers).some(dice)


def played_on(number: int) -> Iterator[PlayoutStep]:
    """Yield the steps of a whole game for 2 to 5 players. The number decides options and bots; every second one has busy bots."""
    dice = random.Random(number)
    chance = DiceChance(dice)
    chosen = {option.id: dice.choice(option.choices)[0] for option in OPTIONS}
    setup = Setup(players=2 + number % 4, options=chosen if number % 3 else {})
    bot = busy_bot if number % 2 else random_bot
    yield from steps(RULES, RULES.setup(setup, chance).state, [bot] * setup.players, dice, chance)
