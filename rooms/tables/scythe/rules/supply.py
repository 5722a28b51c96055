"""Gains, losses and payments within the limits, and pieces that leave the mat (SY-GEN, SY-UPG, SY-DEP, SY-BLD).

This module knows the pieces and their legal places. Costs, coins and ongoing bonuses belong to the actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from rooms.tables.scythe.facts.goods import (
    CombatCardsDrawn,
    CombatCardsShuffled,
    Lost,
    Paid,
    Received,
    TokensPlaced,
)
from rooms.tables.scythe.facts.mat import Built, Deployed, Enlisted, Produced, Upgraded
from rooms.tables.scythe.game.actions import Payment, Placed
from rooms.tables.scythe.game.content import CUBES, STRUCTURES, Ability, Amount, Book, Cube, Part, Resource, Structure, Terrain
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.payment import PaymentOffer, Price, matching
from rooms.tables.scythe.game.state import MECHS, NONE, WORKERS, ScytheState, Side, tokens_of_type
from rooms.tables.scythe.rules.abilities_and_costs import has, section_of
from rooms.tables.scythe.rules.control import controllers

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


PRODUCES: Final[Mapping[Terrain, Resource]] = {  # SY-PRD-05
    Terrain.MOUNTAIN: Resource.METAL,
    Terrain.FARM: Resource.FOOD,
    Terrain.TUNDRA: Resource.OIL,
    Terrain.FOREST: Resource.WOOD,
}
BARREN: Final = frozenset({Terrain.LAKE, Terrain.FACTORY})  # SY-PRD-07


def payment_for(book: Book, state: ScytheState, player: int, price: Price) -> PaymentOffer:
    """The ways to pay a price now: from controlled territories (SY-GEN-14), and by Coercion once in the player's turn.

    Rules: SY-FAC-03, SY-FAC-04, SY-R-39, SY-R-50.
    """
    side, found = state.sides[player], list[Placed]()
    if price.count:
        found = [(space, there) for space, tokens in state.tokens.items() if any(there := matching(tokens, price.part))]
    if found:
        owners = controllers(book, state)
        found = sorted([each for each in found if owners.get(each[0]) == player])
    own = player == state.active and not state.turn.coerced
    coercion = price.count > 0 and own and has(book, side, Ability.COERCION)
    return PaymentOffer(price, tuple(found), side.cards if coercion or price.cards else (), coercion)


def cubes_of(_book: Book, side: Side) -> tuple[Cube, ...]:
    """The cubes that are still on green boxes (SY-UPG-05, SY-UPG-06)."""
    return tuple([cube for cube, gone in zip(CUBES, side.cubes, strict=True) if not gone])


def boxes_of(book: Book, side: Side) -> tuple[int, ...]:
    """The sections with an empty bracketed red box (SY-UPG-01, SY-UPG-02)."""
    return tuple([section for section, taken in enumerate(side.boxes) if taken < section_of(book, side, section).boxes])


def mechs_of(side: Side) -> tuple[int, ...]:
    """The mechs that are still on the faction mat (SY-DEP-06)."""
    return tuple([unit for unit in MECHS if not side.units[unit]])


def structures_of(side: Side) -> tuple[Structure, ...]:
    """The structures that are still on the player mat."""
    return tuple([each for each, space in zip(STRUCTURES, side.structures, strict=True) if not space])


def recruits_of(side: Side) -> tuple[int, ...]:
    """The sections that still have their recruit."""
    return tuple([section for section, space in enumerate(side.recruits) if space == NONE])


def bonus_spaces_of(side: Side) -> tuple[int, ...]:
    """The open one-time spaces (SY-ENL-02)."""
    return tuple([space for space in range(len(side.recruits)) if space not in side.recruits])


def workers_of(side: Side) -> tuple[int, ...]:
    """The workers on the player mat. Workers on the board never return there (SY-PRD-10)."""
    return tuple([unit for unit in WORKERS if not side.units[unit]])


def spaces_for_mechs(book: Book, spaces: Iterable[str]) -> tuple[str, ...]:
    """Those of the spaces where a mech may be deployed: no lake (SY-DEP-02) and no home base (SY-DEP-03)."""
    return tuple([space for space in spaces if space in book.territories and not book.is_lake(space)])


def spaces_for_structures(book: Book, state: ScytheState, spaces: Iterable[str]) -> tuple[str, ...]:
    """Those of the spaces where a structure may be built: one per territory, whoever's (SY-BLD-02), also on the Factory
    (SY-BLD-03).

    Lakes and home bases are excluded (SY-BLD-04).
    """
    taken = {space for side in state.sides for space in side.structures}
    return tuple([space for space in spaces_for_mechs(book, spaces) if space not in taken])


def why_not_produced(
    book: Book,
    spaces: Iterable[tuple[str, int]],
    most: Iterable[tuple[str, int]],
    villages: Iterable[str],
    left: int,
    own: Collection[str],
    foreign: str = "",
) -> str:
    """The rule that a harvest breaks. `most`: the highest count by space.

    `own`: controlled territories, also those without workers. `foreign`: the Mill's territory if an opponent controls it.
    """
    there, workers = dict(most), 0
    for space, count in spaces:
        if space in book.territories and book.territories[space].terrain in BARREN:
            return "SY-PRD-07"
        if space == foreign and count > there.get(space, 0):
            return "SY-R-21"
        if count > there.get(space, 0 if space in own else count):
            return "SY-PRD-04"
        workers += count if space in villages else 0
    return "SY-PRD-09" if workers > left else "SY-PRD-03"


def upgrade(course: Course, player: int, cube: Cube, box: int) -> None:
    """Move a cube to a red box: one benefit grows and one cost falls (SY-UPG-01, SY-UPG-03, SY-UPG-04)."""
    course.happens(Upgraded(player, cube, box))


def deploy(course: Course, player: int, mech: int, space: str) -> None:
    """Deploy a mech (SY-DEP-01, SY-DEP-04)."""
    course.happens(Deployed(player, mech, space))


def build(course: Course, player: int, structure: Structure, space: str) -> None:
    """Build a structure (SY-BLD-01, SY-BLD-09)."""
    course.happens(Built(player, structure, space))


def enlist(course: Course, player: int, section: int, space: int, declined: Iterable[Part] = ()) -> None:
    """Move a recruit to a one-time space and gain its bonus at once (SY-ENL-01, SY-ENL-03, SY-R-37)."""
    course.happens(Enlisted(player, section, space))
    receive_all(course, player, gains_without((course.book.content.numbers.bonuses[space],), declined))


def place_produced(course: Course, player: int, tokens: Iterable[Placed] = (), workers: Iterable[tuple[str, int]] = ()) -> None:
    """Produce tokens and workers at the same time (SY-R-19), with no more workers than are on the mat (SY-PRD-09)."""
    there, left = tuple([(space, each) for space, each in tokens if any(each)]), len(workers_of(course.side(player)))
    places: list[tuple[str, int]] = []
    for space, count in workers:
        if now := min(count, left):
            places.append((space, now))
            left -= now
    if there or places:
        course.happens(Produced(player, there, tuple(places)))


def harvest(course: Course, player: int, spaces: Iterable[tuple[str, int]]) -> None:
    """Let these numbers of workers produce: workers on a village, else tokens (SY-PRD-05, SY-PRD-06, SY-PRD-08)."""
    terrains = {space: course.book.territories[space].terrain for space, _count in spaces}
    place_produced(
        course,
        player,
        [(space, tokens_of_type(PRODUCES[terrains[space]], count)) for space, count in spaces if terrains[space] in PRODUCES],
        [(space, count) for space, count in spaces if terrains[space] is Terrain.VILLAGE],
    )
