"""Playouts: whole games by bots over the rules only, without a table, a database or a clock.

All chance comes from the given dice, so the same dice produce the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from control.engine.context import Chance
from control.engine.dice import Dice, DiceChance
from control.engine.refusal import Refused
from rooms.tables.game.rules import AnyBot, AnyRules, Played, Result, Setup, random_bot, seated

LONGEST: Final = 20_000  # actions; a longer game never ends


class Unsound(Exception):  # noqa: N818 - it says what is so, like every refusal
    """The game breaks the contract of games: what is wrong, and where."""


class PlayoutStep(msgspec.Struct, frozen=True):
    """One action of a playout: the state before it, the player, the action, and what it brought about."""

    before: Any
    player: int
    action: Any
    played: Played


class Playout(msgspec.Struct, frozen=True, kw_only=True):
    """A finished playout."""

    actions: int
    result: Result
    state: Any


Look = Callable[[PlayoutStep], None]


def play_game(
    rules: AnyRules, setup: Setup, bots: Sequence[AnyBot], dice: Dice, *, check: bool = False, look: Look | None = None
) -> Playout:
    """Play a whole game, with a bot on each seat. `look` is called after every action.

    Raises:
        Unsound: the game stops before its end or does not end; with `check` also whatever `find_faults` finds after an action.
        Refused: the game does not accept this setup.
    """
    chance = DiceChance(dice)
    begun = rules.setup(setup, chance)
    if check:
        _raise_faults(find_faults(rules, rules.blank(), begun), "after the setup")
    state, number = begun.state, 0
    for number, step in enumerate(steps(rules, begun.state, bots, dice, chance), start=1):
        if number > LONGEST:
            raise Unsound(f"The game does not end: {LONGEST} actions were played.")
        if check:
            _raise_faults((*find_faults(rules, step.before, step.played), *_not_offered(rules, step)), _where(number, step))
        if look is not None:
            look(step)
        state = step.played.state
    result = rules.result(state)
    if result is None:
        raise Unsound(f"After {number} actions nobody is waited for, and the game has no result.")
    return Playout(actions=number, result=result, state=state)


def steps(rules: AnyRules, state: Any, bots: Sequence[AnyBot], dice: Dice, chance: Chance) -> Iterator[PlayoutStep]:
    """Play on from a state, one action at a time, until the game waits for nobody. Simultaneous players act in random order.

    Raises:
        Unsound: a player to act has no offers, or the rules refuse what a bot did.
    """
    seats = [seated(bot, rules) for bot in bots]
    while waiting := rules.waits_for(state):
        player = waiting[0] if len(waiting) == 1 else dice.choice(waiting)
        offers = rules.offers(state, player)
        if not offers:
            raise Unsound(f"Player {player} is waited for and can do nothing.")
        bot = seats[player]
        view = None if bot is random_bot else rules.view(state, player)  # the random bot does not look at its view
        action = bot(view, offers, dice)
        try:
            played = rules.act(state, player, action, chance)
        except Refused as refused:
            raise Unsound(f"The bot of player {player} played {action}, and was refused: {refused.sentence}") from refused
        yield PlayoutStep(state, player, action, played)
        state = played.state


def find_faults(rules: AnyRules, before: Any, played: Played) -> tuple[str, ...]:
    """Faults after an action: broken invariants, a fold that differs, or offers that do not match `waits_for`."""
    state = played.state
    wrong = list(rules.broken(state))
    folded = before
    for fact in played.facts:
        folded = rules.facts.evolve(folded, fact)
    if folded != state:
        wrong.append("The fold of the facts is another state than the one that was reached.")
    waiting = rules.waits_for(state)
    if bool(waiting) == (rules.result(state) is not None):
        wrong.append(f"The game waits for {waiting or 'nobody'}, and its result is {rules.result(state)}.")
    for player in range(len(rules.standing(state))):
        asked = [offer for offer in rules.offers(state, player) if type(offer) not in rules.meanwhile]
        if bool(asked) != (player in waiting):
            wrong.append(f"The game waits for {waiting or 'nobody'}, and player {player} is offered something or nothing.")
    return tuple(wrong)


def _not_offered(rules: AnyRules, step: PlayoutStep) -> tuple[str, ...]:
    if any(offer.allows(step.action) for offer in rules.offers(step.before, step.player)):
        return ()
    return (f"{step.action} was played and is in no offer.",)


def _raise_faults(wrong: Sequence[str], where: str) -> None:
    if wrong:
        raise Unsound(f"{where}: {' '.join(wrong)}")


def _where(number: int, step: PlayoutStep) -> str:
    return f"after action {number}, {step.action} of player {step.player}"
