"""The top row of a player mat: coins, Bolster, Trade and Produce (SY-MOV-02, SY-BOL, SY-TRD, SY-PRD)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import say, say_count
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import sample
from rooms.tables.scythe.game.actions import Bolster, GainCoins, Payment, Placed, Produce, Trade
from rooms.tables.scythe.game.content import Amount, Book, Cube, Part, Structure, Terrain, Top
from rooms.tables.scythe.game.payment import DECLINING, Amounts, can_be_declined, random_declined, tokens_by_space
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import FACTORY, Course, ScytheState, Side, on_board
from rooms.tables.scythe.rules.control import controlled, controllers, manned_territories
from rooms.tables.scythe.rules.costs_and_benefits import place_of, section_of, upgraded
from rooms.tables.scythe.rules.ending import settle
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions
from rooms.tables.scythe.rules.supply import (
    BARREN,
    can_pay,
    gains_without,
    harvest,
    pay,
    place,
    receive_all,
    why_not_produced,
    workers_of,
)


class CoinsOffer(msgspec.Struct, frozen=True):
    """Gain coins instead of moving (SY-MOV-02)."""

    gains: Amounts

    def some(self, dice: Dice) -> GainCoins:
        return GainCoins(random_declined(dice, self.gains))

    def allows(self, action: Any) -> bool:
        return type(action) is GainCoins and can_be_declined(action.declined, self.gains)


class BolsterOffer(msgspec.Struct, frozen=True):
    """Gain power or combat cards, each with the Monument's bonus (SY-BOL-02, SY-BOL-05)."""

    power: Amounts
    cards: Amounts

    def some(self, dice: Dice) -> Bolster:
        cards = dice.random() < 0.5
        return Bolster(cards, random_declined(dice, self.cards if cards else self.power))

    def allows(self, action: Any) -> bool:
        return type(action) is Bolster and can_be_declined(action.declined, self.cards if action.cards else self.power)


class TradeOffer(msgspec.Struct, frozen=True):
    """Gain popularity, or up to `tokens` tokens on these spaces, each with the Armory's bonus (SY-TRD-02, SY-TRD-07).

    Without spaces there is no token option (SY-TRD-05).
    """

    popularity: Amounts
    tokens: int
    spaces: tuple[str, ...]
    bonus: Amounts

    def some(self, dice: Dice) -> Trade:
        """Either option, mostly with the full number of tokens."""
        if not self.spaces or dice.random() < 0.5:
            return Trade(None, random_declined(dice, self.popularity))
        count = self.tokens if dice.random() >= DECLINING else dice.randint(0, self.tokens)
        stacks = [(dice.choice(self.spaces), dice.randint(0, 3), 1) for _ in range(count)]
        return Trade(tokens_by_space(stacks), random_declined(dice, self.bonus))

    def allows(self, action: Any) -> bool:
        if type(action) is not Trade:
            return False
        if action.placed is None:
            return can_be_declined(action.declined, self.popularity)
        return bool(self.spaces) and self._are_tokens(action.placed) and can_be_declined(action.declined, self.bonus)

    def _are_tokens(self, tokens: tuple[Placed, ...]) -> bool:
        last, count = "", 0
        for space, there in tokens:
            if space <= last or space not in self.spaces or min(there) < 0 or not any(there):
                return False
            last, count = space, count + sum(there)
        return count <= self.tokens


class ProduceOffer(msgspec.Struct, frozen=True):
    """Produce on up to `limit` of these spaces, and on the Mill's besides (SY-PRD-03, SY-PRD-12).

    `spaces`: territories with the highest count on each. `mill`: the Mill's territory, whose count includes the Mill; "" where it
    does not produce. `villages`: spaces that together produce at most the `workers` left on the mat (SY-PRD-09).
    """

    limit: int
    spaces: tuple[tuple[str, int], ...]
    mill: str
    villages: tuple[str, ...]
    workers: int

    def some(self, dice: Dice) -> Produce:
        """Mostly full production on the full number of spaces."""
        usual = [each for each in self.spaces if each[0] != self.mill]
        chosen = sample(dice, usual, min(self.limit, len(usual)))
        chosen += [each for each in self.spaces if each[0] == self.mill]
        less, left, found = dice.random() < DECLINING, self.workers, list[tuple[str, int]]()
        for space, most in sorted(chosen):
            count = min(most, left) if space in self.villages else most
            count = dice.randint(0, count) if less else count
            left -= count if space in self.villages else 0
            if count:
                found.append((space, count))
        return Produce(tuple(found))

    def allows(self, action: Any) -> bool:
        return type(action) is Produce and self.holds(action.spaces)

    def holds(self, spaces: tuple[tuple[str, int], ...]) -> bool:
        """Return whether these counts are legal on these spaces, in the order of their ids."""
        there, last, workers = dict(self.spaces), "", 0
        for space, count in spaces:
            if space <= last or not 1 <= count <= there.get(space, 0):
                return False
            last = space
            workers += count if space in self.villages else 0
        return workers <= self.workers and sum([space != self.mill for space, _count in spaces]) <= self.limit


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


PRICE: Final = (Amount(Part.COIN, 1),)  # SY-BOL-01, SY-TRD-01
MONUMENT: Final = Amount(Part.POPULARITY, 1)  # SY-BOL-05
ARMORY: Final = Amount(Part.POWER, 1)  # SY-TRD-07


def is_at(book: Book, state: ScytheState, player: int, top: Top) -> bool:
    """Return whether this player may take this top-row action now."""
    section = state.turn.section
    return player == state.active and 0 <= section < FACTORY and section_of(book, state.sides[player], section).top is top


def produce_cost(book: Book, side: Side) -> tuple[Amount, ...]:
    """The cost of Produce: everything on emptied worker slots (SY-PRD-01)."""
    workers = on_board(side)
    return tuple([rung.cost for rung in book.content.numbers.ladder if rung.workers <= workers])


def _built(side: Side, structure: Structure, bonus: Amount) -> tuple[Amount, ...]:
    """A built structure's bonus, whoever controls its territory (SY-BLD-05, SY-R-21)."""
    return (bonus,) if place_of(side, structure) else ()


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


def _bolsters(book: Book, state: ScytheState, player: int) -> list[BolsterOffer]:
    """SY-BOL-01, SY-BOL-02, SY-BOL-03, SY-BOL-04, SY-BOL-05."""
    side, numbers = state.sides[player], book.content.numbers
    if not is_at(book, state, player, Top.BOLSTER) or not can_pay(side, PRICE):
        return []
    bonus = _built(side, Structure.MONUMENT, MONUMENT)
    power = Amount(Part.POWER, numbers.bolster_power + upgraded(side, Cube.POWER))
    return [BolsterOffer((power, *bonus), (Amount(Part.CARD, numbers.bolster_cards + upgraded(side, Cube.CARD)), *bonus))]


def _bolster(course: Course, player: int, action: Bolster) -> None:
    (offer,) = _bolsters(course.book, course.state, player)
    _begin(course, player, Top.BOLSTER, Part.CARD if action.cards else Part.POWER)
    pay(course, player, Payment(), PRICE)
    receive_all(course, player, gains_without(offer.cards if action.cards else offer.power, action.declined))
    settle(course)


def _trades(book: Book, state: ScytheState, player: int) -> list[TradeOffer]:
    """Tokens may go to territories with one of the player's workers, also lakes (SY-TRD-03, SY-TRD-04, SY-TRD-05, SY-R-17).

    Rules: SY-TRD-01, SY-TRD-02, SY-TRD-06, SY-TRD-07.
    """
    side = state.sides[player]
    if not is_at(book, state, player, Top.TRADE) or not can_pay(side, PRICE):
        return []
    popularity, bonus = _traded(book, side)
    return [TradeOffer((popularity, *bonus), book.content.numbers.trade, manned_territories(book, state, player), bonus)]


def _traded(book: Book, side: Side) -> tuple[Amount, tuple[Amount, ...]]:
    """The popularity option, and the bonus of both options."""
    popularity = book.content.numbers.trade_popularity + upgraded(side, Cube.POPULARITY)
    return Amount(Part.POPULARITY, popularity), _built(side, Structure.ARMORY, ARMORY)


def _trade(course: Course, player: int, action: Trade) -> None:
    popularity, bonus = _traded(course.book, course.side(player))
    _begin(course, player, Top.TRADE, Part.POPULARITY if action.placed is None else Part.ANY)
    pay(course, player, Payment(), PRICE)
    place(course, player, action.placed or ())
    receive_all(course, player, gains_without((popularity, *bonus) if action.placed is None else bonus, action.declined))
    settle(course)


def _productions(book: Book, state: ScytheState, player: int) -> list[ProduceOffer]:
    """SY-PRD-01, SY-PRD-02, SY-PRD-03, SY-PRD-12, SY-R-20."""
    side = state.sides[player]
    if not is_at(book, state, player, Top.PRODUCE) or not can_pay(side, produce_cost(book, side)):
        return []
    limit = book.content.numbers.produce + upgraded(side, Cube.TERRITORY)
    return [production_offer(book, state, player, limit, place_of(side, Structure.MILL))]


def production_offer(book: Book, state: ScytheState, player: int, limit: int, mill: str = "") -> ProduceOffer:
    """Production on up to `limit` territories, and on the Mill's. `mill` "" leaves the Mill out.

    Each worker on a controlled territory may produce once, and the Mill counts as one more (SY-PRD-04, SY-PRD-07, SY-PRD-13).
    While an opponent controls the Mill's territory, only the Mill produces there, but never a worker. With the option, not even the
    Mill does (SY-R-21).
    """
    owners, territories = controllers(book, state), book.territories
    most: dict[str, int] = {}
    for space in state.sides[player].units[5:]:
        if owners.get(space) == player and territories[space].terrain not in BARREN:
            most[space] = most.get(space, 0) + 1
    if mill and territories[mill].terrain not in BARREN:
        own = owners.get(mill) == player
        if own or not (state.options.mill_needs_control or territories[mill].terrain is Terrain.VILLAGE):
            most[mill] = most.get(mill, 0) + 1
    villages = tuple([space for space in most if territories[space].terrain is Terrain.VILLAGE])
    return ProduceOffer(limit, tuple(sorted(most.items())), mill, villages, len(workers_of(state.sides[player])))


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
        return _why_not_produced(book, state, player, action)
    if top is Top.TRADE and action.placed is not None and (rule := _misplaced(book, state, player, action)):
        tokens = book.content.numbers.trade
        return say("Up to {count} tokens go to territories you control with a worker of yours.", count=tokens), rule
    return say("You cannot give up more than you gain."), "SY-GEN-12"


def _misplaced(book: Book, state: ScytheState, player: int, action: Trade) -> str:
    """The rule that traded tokens break. "" when their places are legal."""
    open_to, placed = manned_territories(book, state, player), action.placed or ()
    if not open_to:
        return "SY-TRD-05"
    if any(space not in open_to for space, _tokens in placed):
        return "SY-TRD-04"
    (offer,) = _trades(book, state, player)
    return "" if offer.allows(Trade(placed)) else "SY-TRD-03"


def _why_not_produced(book: Book, state: ScytheState, player: int, action: Produce) -> tuple[str, str]:
    side = state.sides[player]
    cost = produce_cost(book, side)
    if not can_pay(side, cost):
        return say("Producing costs {cost}, and you have too little.", cost=Scene(book, state, ()).amounts(cost)), "SY-GEN-11"
    limit = book.content.numbers.produce + upgraded(side, Cube.TERRITORY)
    sentence = say_count(
        "Up to {limit} territories you control produce, and your Mill’s: each worker once. {count} worker is left for villages.",
        "Up to {limit} territories you control produce, and your Mill’s: each worker once. {count} workers are left for villages.",
        len(workers_of(side)),
        limit=limit,
    )
    (offer,) = _productions(book, state, player)
    mill = place_of(side, Structure.MILL)
    own = controlled(book, state, player)
    foreign = mill if mill and mill not in own else ""
    return sentence, why_not_produced(book, action.spaces, offer.spaces, offer.villages, offer.workers, own, foreign)


TRIED: Final[Mapping[Top, Any]] = {  # the plainest action of each row
    Top.MOVE: GainCoins(),
    Top.TRADE: Trade(),
    Top.PRODUCE: Produce(()),
    Top.BOLSTER: Bolster(cards=False),
}
TOP_OF: Final = {type(action): top for top, action in TRIED.items()}
TOP: Final[LegalActions] = {
    GainCoins: LegalAction(_coins, _gain_coins, why_not_top_row),
    Bolster: LegalAction(_bolsters, _bolster, why_not_top_row),
    Trade: LegalAction(_trades, _trade, why_not_top_row),
    Produce: LegalAction(_productions, _produce, why_not_top_row),
}
