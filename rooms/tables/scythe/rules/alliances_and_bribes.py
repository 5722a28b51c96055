"""Alliances and bribes: coins that a player gives to another (SY-ALL)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.actions import GiveCoins
from rooms.tables.scythe.game.content import Amount, Book, Part
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import Course, ScytheState, side_of, with_side
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions


class GiveOffer(msgspec.Struct, frozen=True):
    """Give one of these players up to `most` coins."""

    players: tuple[int, ...]
    most: int

    def some(self, dice: Dice) -> GiveCoins:
        return GiveCoins(dice.choice(self.players), dice.randint(1, self.most))

    def allows(self, action: Any) -> bool:
        return type(action) is GiveCoins and action.to in self.players and 1 <= action.amount <= self.most


class CoinsGiven(GameFact, frozen=True):
    """A player gave coins to another player in public (SY-ALL-02, SY-R-45)."""

    binding = later("coins were handed over")
    player: int
    to: int
    amount: int

    def after(self, state: ScytheState) -> ScytheState:
        giver = replace(state, sides=with_side(state, self.player, coins=side_of(state, self.player).coins - self.amount))
        return replace(giver, sides=with_side(giver, self.to, coins=side_of(giver, self.to).coins + self.amount))

    def words(self, scene: Scene) -> str:
        return say(
            "{name} gives {other} {what}.",
            name=scene.names[self.player],
            other=scene.names[self.to],
            what=scene.amounts((Amount(Part.COIN, self.amount),)),
        )


def gifts(_book: Book, state: ScytheState, player: int) -> list[GiveOffer]:
    """Only coins can be given, and not in a tournament (SY-ALL-01, SY-ALL-02, SY-ALL-03, SY-ALL-04, SY-R-45)."""
    others = tuple([each for each in range(len(state.sides)) if each != player])
    most = state.sides[player].coins
    return [GiveOffer(others, most)] if most > 0 and not state.options.tournament else []


def give(course: Course, player: int, action: GiveCoins) -> None:
    course.happens(CoinsGiven(player, action.to, action.amount))


def why_not_given(_book: Book, state: ScytheState, _player: int, _action: GiveCoins) -> tuple[str, str]:
    """The reason why no coins can be given, and the rule."""
    if state.options.tournament:
        return say("In a tournament no coins are handed over."), "SY-ALL-03"
    return say("Give another player at least 1 coin, and no more than you have."), "SY-ALL-02"


GIVING: Final[LegalActions] = {GiveCoins: LegalAction(gifts, give, why_not_given)}
