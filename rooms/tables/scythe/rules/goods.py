"""What comes in, what is lost and what is paid, within the limits of tracks and decks (SY-GEN)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rooms.tables.scythe.facts.goods import (
    CombatCardsDrawn,
    CombatCardsShuffled,
    Lost,
    Paid,
    Received,
    TokensPlaced,
)
from rooms.tables.scythe.game.actions import Payment, Placed
from rooms.tables.scythe.game.content import Amount, Part
from rooms.tables.scythe.game.course import Course

TRACKS = (Part.COIN, Part.POWER, Part.POPULARITY, Part.CARD)  # what can be declined by the unit


def less(amounts: Iterable[Amount], declined: Iterable[Part]) -> Counter[Part]:
    """How much of each part is gained when so much of it is given up (SY-GEN-12)."""
    found: Counter[Part] = Counter()
    for each in amounts:
        found[each.part] += each.count
    found.subtract(Counter(declined))
    return found


def receive(course: Course, player: int, *, coins: int = 0, power: int = 0, popularity: int = 0) -> None:
    """Coins, power and popularity; what the tracks have no room for is lost (SY-GEN-04, SY-GEN-06, SY-GEN-07)."""
    numbers, side = course.book.content.numbers, course.side(player)
    power = min(power, numbers.power - side.power)
    popularity = min(popularity, numbers.popularity - side.popularity)
    if coins or power or popularity:
        course.happens(Received(player=player, coins=coins, power=power, popularity=popularity))


def receive_all(course: Course, player: int, gained: Counter[Part]) -> None:
    """What of these is coins, power, popularity and combat cards."""
    receive(course, player, coins=gained[Part.COIN], power=gained[Part.POWER], popularity=gained[Part.POPULARITY])
    draw(course, player, gained[Part.CARD])


def lose(course: Course, player: int, *, power: int = 0, popularity: int = 0) -> None:
    """A loss that is no cost stops at 0 (SY-R-06, SY-MEC-32, SY-R-30)."""
    side = course.side(player)
    power, popularity = min(power, side.power), min(popularity, side.popularity)
    if power or popularity:
        course.happens(Lost(player=player, power=power, popularity=popularity))


def draw(course: Course, player: int, count: int) -> None:
    """Combat cards, as far as there are any (SY-GEN-08, SY-GEN-09)."""
    while count > 0:
        if not course.state.deck:
            if not course.state.discard:
                return
            course.happens(CombatCardsShuffled(course.chance.shuffled(course.state.discard)))
        now = min(count, len(course.state.deck))
        course.happens(CombatCardsDrawn(player, now))
        count -= now


def place(course: Course, player: int, spaces: Iterable[Placed]) -> None:
    """Tokens from the supply to territories (SY-GEN-04)."""
    there = tuple([(space, tokens) for space, tokens in spaces if any(tokens)])
    if there:
        course.happens(TokensPlaced(player, there))


def pay(course: Course, player: int, payment: Payment, amounts: Iterable[Amount] = ()) -> None:
    """A whole cost: what the payment names, with coins, power and popularity by their amounts (SY-GEN-10, SY-GEN-15)."""
    cost = less(amounts, ())
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
