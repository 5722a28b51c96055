"""The top row of a player mat: the coins of Move / Gain, and the start of Bolster, Trade and Produce (SY-MOV-02)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import say
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.actions import Bolster, GainCoins, Payment, Produce, Trade
from rooms.tables.scythe.game.content import Amount, Book, Cube, Part, Top
from rooms.tables.scythe.game.payment import Amounts, can_be_declined, random_declined
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import Course, ScytheState
from rooms.tables.scythe.rules.bolster_and_trade import PRICE, bolster, bolsters, misplaced, trade, trades
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions
from rooms.tables.scythe.rules.player_mats import is_at, upgraded
from rooms.tables.scythe.rules.production import harvest, produce_cost, productions, why_no_production
from rooms.tables.scythe.rules.stars import settle
from rooms.tables.scythe.rules.supply import can_pay, gains_without, pay, receive_all


class CoinsOffer(msgspec.Struct, frozen=True):
    """Gain coins instead of moving (SY-MOV-02)."""

    gains: Amounts

    def some(self, dice: Dice) -> GainCoins:
        return GainCoins(random_declined(dice, self.gains))

    def allows(self, action: Any) -> bool:
        return type(action) is GainCoins and can_be_declined(action.declined, self.gains)


class TopTaken(GameFact, frozen=True):
    """A player took a top-row action. `option`: the gain chosen where there is a choice (A-03, A-16, A-17, A-18)."""

    player: int
    top: Top
    option: Part | None = None

    def words(self, scene: Scene) -> str:
        name, what = scene.names[self.player], scene.word(self.top)
        if self.option is None:
            return say("{name} takes {what}.", name=name, what=what)
        option = say("resource tokens") if self.option is Part.ANY else scene.word(self.option)
        return say("{name} takes {what}: {option}.", name=name, what=what, option=option)


def _coins(book: Book, state: ScytheState, player: int) -> list[CoinsOffer]:
    """SY-MOV-01, SY-MOV-02, SY-MOV-04."""
    if not is_at(book, state, player, Top.MOVE):
        return []
    count = book.content.numbers.coins + upgraded(state.sides[player], Cube.COIN)
    return [CoinsOffer((Amount(Part.COIN, count),))]


def _gain_coins(course: Course, player: int, action: GainCoins) -> None:
    (offer,) = _coins(course.book, course.state, player)
    _begin(course, player, Top.MOVE, Part.COIN)
    receive_all(course, player, gains_without(offer.gains, action.declined))
    settle(course)


def _bolster(course: Course, player: int, action: Bolster) -> None:
    (offer,) = bolsters(course.book, course.state, player)
    _begin(course, player, Top.BOLSTER, Part.CARD if action.cards else Part.POWER)
    bolster(course, player, action, offer)


def _trade(course: Course, player: int, action: Trade) -> None:
    _begin(course, player, Top.TRADE, Part.POPULARITY if action.placed is None else Part.ANY)
    trade(course, player, action)


def _produce(course: Course, player: int, action: Produce) -> None:
    """Pay the whole cost, then produce everything at once (SY-PRD-02, SY-PRD-08, SY-PRD-11, SY-R-19)."""
    _begin(course, player, Top.PRODUCE)
    pay(course, player, Payment(), produce_cost(course.book, course.side(player)))
    harvest(course, player, action.spaces)
    settle(course)


def _begin(course: Course, player: int, top: Top, option: Part | None = None) -> None:
    course.todo.pop()
    course.happens(TopTaken(player, top, option))


def why_not_top_row(book: Book, state: ScytheState, player: int, action: Any) -> tuple[str, str]:
    """The reason why a top-row action is not possible, and the rule."""
    side, top = state.sides[player], TOP_OF[type(action)]
    if not is_at(book, state, player, top):
        return say("The section you chose has another top row."), "SY-TRN-01"
    if top in (Top.BOLSTER, Top.TRADE) and not can_pay(side, PRICE):
        return say("This costs 1 coin, and you have none."), "SY-GEN-11"
    if top is Top.PRODUCE:
        return why_no_production(book, state, player, action)
    if top is Top.TRADE and action.placed is not None and (rule := misplaced(book, state, player, action)):
        tokens = book.content.numbers.trade
        return say("Up to {count} tokens go to territories you control with a worker of yours.", count=tokens), rule
    return say("You cannot give up more than you gain."), "SY-GEN-12"


TRIED: Final[Mapping[Top, Any]] = {  # the plainest action of each row
    Top.MOVE: GainCoins(),
    Top.TRADE: Trade(),
    Top.PRODUCE: Produce(()),
    Top.BOLSTER: Bolster(cards=False),
}
TOP_OF: Final = {type(action): top for top, action in TRIED.items()}
TOP: Final[LegalActions] = {
    GainCoins: LegalAction(_coins, _gain_coins, why_not_top_row),
    Bolster: LegalAction(bolsters, _bolster, why_not_top_row),
    Trade: LegalAction(trades, _trade, why_not_top_row),
    Produce: LegalAction(productions, _produce, why_not_top_row),
}
