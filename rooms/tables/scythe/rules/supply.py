"""The supply: gains, losses and payments within the limits (SY-GEN), with their facts.

Pieces and their legal places are in `upgrade_deploy_build_enlist`. Costs, coins and ongoing bonuses belong to the actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from control.engine.language import later, listed, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.actions import Payment, Placed
from rooms.tables.scythe.game.content import Amount, Book, Part
from rooms.tables.scythe.game.payment import PaymentOffer, Price, matching
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import (
    NO_TOKENS,
    Course,
    ScytheState,
    Side,
    minus,
    plus,
    side_of,
    with_side,
    with_tokens,
    without_cards,
)
from rooms.tables.scythe.rules.control import controllers
from rooms.tables.scythe.rules.faction_abilities import may_coerce


def amounts_of(happened: Paid | Received | Lost) -> tuple[Amount, ...]:
    """Coins, power and popularity of a fact as amounts."""
    found = (
        Amount(Part.COIN, getattr(happened, "coins", 0)),
        Amount(Part.POWER, happened.power),
        Amount(Part.POPULARITY, happened.popularity),
    )
    return tuple([each for each in found if each.count])


class Paid(GameFact, frozen=True, kw_only=True):
    """A player paid a whole cost (SY-GEN-10, SY-GEN-15). `cards`: combat cards by value. `coerced`: one of them paid as a token."""

    player: int
    coins: int = 0
    power: int = 0
    popularity: int = 0
    tokens: tuple[Placed, ...] = ()
    cards: tuple[int, ...] = ()
    coerced: bool = False

    def after(self, state: ScytheState) -> ScytheState:
        side = side_of(state, self.player)
        sides = with_side(
            state,
            self.player,
            coins=side.coins - self.coins,
            power=side.power - self.power,
            popularity=side.popularity - self.popularity,
            cards=without_cards(side.cards, self.cards),
        )
        turn = replace(state.turn, coerced=True) if self.coerced else state.turn
        gone = {space: minus(NO_TOKENS, tokens) for space, tokens in self.tokens}
        return replace(
            state,
            sides=sides,
            turn=turn,
            tokens=with_tokens(state.tokens, gone) if gone else state.tokens,
            discard=state.discard + self.cards,
        )

    def words(self, scene: Scene) -> str:
        """The payment in words, with the tokens of all territories summed. A card by Coercion is named (SY-FAC-03, SY-R-46)."""
        tokens = NO_TOKENS
        for _space, there in self.tokens:
            tokens = plus(tokens, there)
        parts = [scene.amounts(amounts_of(self)), scene.tokens(tokens)]
        if self.cards:
            values = ", ".join([str(each) for each in self.cards])
            parts.append(say("{cards} ({values})", cards=scene.card_count(len(self.cards)), values=values))
        name, what = scene.names[self.player], listed([each for each in parts if each])
        if not what:
            return ""
        if self.coerced:
            return say("{name} pays {what}, the card as a token (Coercion).", name=name, what=what)
        return say("{name} pays {what}.", name=name, what=what)


class Received(GameFact, frozen=True, kw_only=True):
    """A player gained coins, power or popularity, within the limits of the tracks (SY-GEN-06, SY-GEN-07)."""

    player: int
    coins: int = 0
    power: int = 0
    popularity: int = 0

    def after(self, state: ScytheState) -> ScytheState:
        side = side_of(state, self.player)
        changes = {
            "coins": side.coins + self.coins,
            "power": side.power + self.power,
            "popularity": side.popularity + self.popularity,
        }
        return replace(state, sides=with_side(state, self.player, **changes))

    def words(self, scene: Scene) -> str:
        return say("{name} gains {what}.", name=scene.names[self.player], what=scene.amounts(amounts_of(self)))


class Lost(GameFact, frozen=True, kw_only=True):
    """A player lost power or popularity, not below 0 (SY-GEN-06, SY-GEN-07, SY-R-06). A loss is not a cost."""

    player: int
    power: int = 0
    popularity: int = 0

    def after(self, state: ScytheState) -> ScytheState:
        side = side_of(state, self.player)
        changes = {"power": side.power - self.power, "popularity": side.popularity - self.popularity}
        return replace(state, sides=with_side(state, self.player, **changes))

    def words(self, scene: Scene) -> str:
        return say("{name} loses {what}.", name=scene.names[self.player], what=scene.amounts(amounts_of(self)))


class TokensPlaced(GameFact, frozen=True):
    """Tokens were placed from the supply on territories (SY-GEN-04, SY-GEN-05)."""

    player: int
    spaces: tuple[Placed, ...]

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, tokens=with_tokens(state.tokens, dict(self.spaces)))

    def words(self, scene: Scene) -> str:
        where = [say("{tokens} on {space}", tokens=scene.tokens(tokens), space=scene.space(space)) for space, tokens in self.spaces]
        return say("{name} gains {what}.", name=scene.names[self.player], what=listed(where))


class CombatCardsShuffled(GameFact, frozen=True):
    """The combat deck was empty, and its shuffled discard pile became the new deck (SY-GEN-08)."""

    binding = later("the combat deck was shuffled")
    cards: tuple[int, ...]

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, deck=state.deck + self.cards, discard=())

    def words(self, scene: Scene) -> str:
        return say("The combat deck is used up: its discard pile is shuffled and lies there anew.")


class CombatCardsDrawn(GameFact, frozen=True):
    """A player drew combat cards. Only that player knows their values (SY-HID-08)."""

    binding = later("a combat card was drawn")
    player: int
    count: int

    def after(self, state: ScytheState) -> ScytheState:
        hand = side_of(state, self.player).cards + state.deck[: self.count]
        return replace(state, sides=with_side(state, self.player, cards=hand), deck=state.deck[self.count :])

    def words_for(self, scene: Scene, player: int | None) -> str:
        name = scene.names[self.player]
        if player != self.player:
            return say("{name} draws {cards}.", name=name, cards=scene.card_count(self.count))
        return say("{name} draws {cards}.", name=name, cards=scene.cards(scene.state.deck[: self.count]))


TRACKS = (Part.COIN, Part.POWER, Part.POPULARITY, Part.CARD)  # parts that can be declined unit by unit


def gains_without(amounts: Iterable[Amount], declined: Iterable[Part]) -> Counter[Part]:
    """The gain of each part after declining these (SY-GEN-12)."""
    found: Counter[Part] = Counter()
    for each in amounts:
        found[each.part] += each.count
    found.subtract(Counter(declined))
    return found


def receive(course: Course, player: int, *, coins: int = 0, power: int = 0, popularity: int = 0) -> None:
    """Gain coins, power and popularity. Gains beyond the tracks are lost (SY-GEN-04, SY-GEN-06, SY-GEN-07)."""
    numbers, side = course.book.content.numbers, course.side(player)
    power = min(power, numbers.power - side.power)
    popularity = min(popularity, numbers.popularity - side.popularity)
    if coins or power or popularity:
        course.happens(Received(player=player, coins=coins, power=power, popularity=popularity))


def receive_all(course: Course, player: int, gained: Counter[Part]) -> None:
    """Gain the coins, power, popularity and combat cards in `gained`."""
    receive(course, player, coins=gained[Part.COIN], power=gained[Part.POWER], popularity=gained[Part.POPULARITY])
    draw(course, player, gained[Part.CARD])


def lose(course: Course, player: int, *, power: int = 0, popularity: int = 0) -> None:
    """Lose power or popularity, not below 0 (SY-R-06, SY-MEC-32, SY-R-30). A loss is not a cost."""
    side = course.side(player)
    power, popularity = min(power, side.power), min(popularity, side.popularity)
    if power or popularity:
        course.happens(Lost(player=player, power=power, popularity=popularity))


def draw(course: Course, player: int, count: int) -> None:
    """Draw combat cards, as many as there are (SY-GEN-08, SY-GEN-09)."""
    while count > 0:
        if not course.state.deck:
            if not course.state.discard:
                return
            course.happens(CombatCardsShuffled(course.chance.shuffled(course.state.discard)))
        now = min(count, len(course.state.deck))
        course.happens(CombatCardsDrawn(player, now))
        count -= now


def place(course: Course, player: int, spaces: Iterable[Placed]) -> None:
    """Place tokens from the supply on territories (SY-GEN-04)."""
    there = tuple([(space, tokens) for space, tokens in spaces if any(tokens)])
    if there:
        course.happens(TokensPlaced(player, there))


def pay(course: Course, player: int, payment: Payment, amounts: Iterable[Amount] = ()) -> None:
    """Pay a whole cost: the payment, and coins, power and popularity of `amounts` (SY-GEN-10, SY-GEN-15)."""
    cost = gains_without(amounts, ())
    cards = (*payment.cards, payment.coercion) if payment.coercion else payment.cards
    paid = Paid(
        player=player,
        coins=cost[Part.COIN],
        power=cost[Part.POWER],
        popularity=cost[Part.POPULARITY],
        tokens=payment.spaces,
        cards=cards,
        coerced=bool(payment.coercion),
    )
    if paid != Paid(player=player):
        course.happens(paid)


def can_pay(side: Side, cost: Iterable[Amount]) -> bool:
    """Return whether the side has the coins, power and popularity of a whole cost (SY-GEN-11)."""
    have = {Part.COIN: side.coins, Part.POWER: side.power, Part.POPULARITY: side.popularity}
    return all(have.get(each.part, each.count) >= each.count for each in cost)


def payment_for(book: Book, state: ScytheState, player: int, price: Price) -> PaymentOffer:
    """The ways to pay a price now: from controlled territories (SY-GEN-14), and by Coercion."""
    side, found = state.sides[player], list[Placed]()
    if price.count:
        found = [(space, there) for space, tokens in state.tokens.items() if any(there := matching(tokens, price.part))]
    if found:
        owners = controllers(book, state)
        found = sorted([each for each in found if owners.get(each[0]) == player])
    coercion = price.count > 0 and may_coerce(book, state, player)
    return PaymentOffer(price, tuple(found), side.cards if coercion or price.cards else (), coercion)
