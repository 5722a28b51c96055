"""The bottom row of a mat: Upgrade, Deploy, Build and Enlist, their price and their order (SY-BOT)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from control.engine.dice import Dice
from control.engine.language import later, say
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.actions import Build, Deploy, Enlist, Payment, Upgrade
from rooms.tables.scythe.game.content import BOTTOMS, PAID_WITH, RESOURCES, Amount, Book, Part
from rooms.tables.scythe.game.payment import DECLINING, Amounts, PaymentOffer, Price, can_be_declined, matching, random_declined
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import NONE, Bonuses, Course, Phase, ScytheState
from rooms.tables.scythe.rules import upgrade_deploy_build_enlist as pieces
from rooms.tables.scythe.rules.control import all_tokens, manned_territories
from rooms.tables.scythe.rules.ongoing_bonuses import neighbours
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions
from rooms.tables.scythe.rules.player_mats import bottom_cost, recruited, section_of
from rooms.tables.scythe.rules.stars import settle
from rooms.tables.scythe.rules.supply import pay, payment_for, receive


class BottomKind(NamedTuple):
    """A bottom row: its action, and thing and place of its primary benefit.

    `picked`: the fields of `Picks` for both. `nothing`: both without the benefit. `candidates`: the things and the places.
    `gain`: the benefit, without the declined parts. `alone`: the sentence of a row taken without it. `where`: the places in words.
    """

    does: type[Upgrade | Deploy | Build | Enlist]
    picked: tuple[str, str]
    nothing: tuple[Any, Any]
    candidates: Callable[[Book, ScytheState, int], tuple[tuple[Any, ...], tuple[Any, ...]]]
    gain: Callable[[Course, int, Any, Any, Iterable[Part]], None]
    alone: str
    where: str


def _happens(fact: Callable[[int, Any, Any], GameFact]) -> Callable[[Course, int, Any, Any, Iterable[Part]], None]:
    """The gain of a piece, which has no parts to decline."""
    return lambda course, player, thing, place, _declined: course.happens(fact(player, thing, place))


ROWS: Final = (  # by section
    BottomKind(
        Upgrade,
        ("cube", "box"),
        (None, NONE),
        lambda book, state, player: (
            pieces.cubes_of(book, state.sides[player]),
            pieces.boxes_of(book, state.sides[player]),
        ),
        _happens(pieces.Upgraded),
        alone=later("{name} takes {what}, but upgrades nothing."),
        where=later("An upgrade takes a cube that is still on a green box to an empty red box with brackets."),
    ),
    BottomKind(
        Deploy,
        ("mech", "at"),
        (NONE, ""),
        lambda book, state, player: (
            pieces.mechs_of(state.sides[player]),
            pieces.spaces_for_mechs(book, manned_territories(book, state, player)),  # SY-DEP-01
        ),
        _happens(pieces.Deployed),
        alone=later("{name} takes {what}, but no mech comes."),
        where=later("A mech that is not deployed yet goes to a territory you control with a worker of yours, but on no lake."),
    ),
    BottomKind(
        Build,
        ("structure", "at"),
        (None, ""),
        lambda book, state, player: (
            pieces.structures_of(state.sides[player]),
            pieces.spaces_for_structures(book, state, manned_territories(book, state, player)),  # SY-BLD-01
        ),
        _happens(pieces.Built),
        alone=later("{name} takes {what}, but builds nothing."),
        where=later(
            "A structure that is not built yet goes to a territory you control with a worker of yours, "
            "without a structure, no lake."
        ),
    ),
    BottomKind(
        Enlist,
        ("section", "space"),
        (NONE, NONE),
        lambda _book, state, player: (
            pieces.recruits_of(state.sides[player]),
            pieces.bonus_spaces_of(state.sides[player]),
        ),
        pieces.enlist,
        alone=later("{name} takes {what}, but enlists nobody."),
        where=later("A recruit that is still on its section goes to a one-time bonus that is still open."),
    ),
)
DOES: Final = tuple([row.does for row in ROWS])
UPGRADES, DEPLOYS, _, ENLISTS = range(len(ROWS))


class BottomOffer(msgspec.Struct, frozen=True):
    """Take the bottom row of a section: pay, put one of `things` on one of `places`, or none (SY-R-22), and gain coins.

    `things` and `places`: cubes and sections, mechs and territories, structures and territories, or recruits' sections and
    one-time spaces, in the order of the action's fields. `bonuses`: the one-time bonuses by space, else empty.
    """

    section: int
    payment: PaymentOffer
    things: tuple[Any, ...]
    places: tuple[Any, ...]
    coins: Amounts
    bonuses: Mapping[int, Amounts] = {}

    def some(self, dice: Dice) -> Upgrade | Deploy | Build | Enlist:
        """Mostly the benefit with everything that belongs to it."""
        thing, place = ROWS[self.section].nothing
        if self.things and self.places and dice.random() >= DECLINING:
            thing, place = dice.choice(self.things), dice.choice(self.places)
        gains = (*self.bonuses.get(place, ()), *self.coins)
        return DOES[self.section](self.payment.some(dice), thing, place, random_declined(dice, gains))

    def allows(self, action: Any) -> bool:
        if type(action) is not DOES[self.section]:
            return False
        thing, place = thing_and_place(action)
        if (thing, place) != ROWS[self.section].nothing and (thing not in self.things or place not in self.places):
            return False
        gains = (*self.bonuses.get(place, ()), *self.coins)
        return can_be_declined(action.declined, gains) and self.payment.allows(action.payment)


def thing_and_place(action: Upgrade | Deploy | Build | Enlist) -> tuple[Any, Any]:
    """The thing and the place of a bottom-row action: its two fields after the payment."""
    _payment, thing, place, _declined = msgspec.structs.astuple(action)
    return thing, place


class BottomTaken(GameFact, frozen=True):
    """A player took a bottom-row action in public (SY-BOT-06). `alone`: without its primary benefit (SY-R-22)."""

    player: int
    section: int
    alone: bool = False

    def words(self, scene: Scene) -> str:
        name, what = scene.names[self.player], scene.word(BOTTOMS[self.section])
        if not self.alone:
            return say("{name} takes {what}.", name=name, what=what)
        return say(ROWS[self.section].alone, name=name, what=what)


BottomAction = Upgrade | Deploy | Build | Enlist


def _offers(section: int, book: Book, state: ScytheState, player: int) -> list[BottomOffer]:
    """The bottom row of the chosen section, if the player can pay it (SY-GEN-11, SY-BOT-01, SY-BOT-02, SY-GEN-16)."""
    if player != state.active or state.turn.section != section:
        return []
    side = state.sides[player]
    payment = payment_for(book, state, player, price_of(book, state, player, section))
    if not payment.possible:
        return []
    coins = section_of(book, side, section).coins
    return [
        BottomOffer(
            section,
            payment,
            *ROWS[section].candidates(book, state, player),
            (Amount(Part.COIN, coins),) if coins else (),
            {space: (amount,) for space, amount in enumerate(book.content.numbers.bonuses)} if DOES[section] is Enlist else {},
        )
    ]


def price_of(book: Book, state: ScytheState, player: int, section: int) -> Price:
    """The current price of a bottom row (SY-BOT-01, SY-BOT-02)."""
    return Price(bottom_cost(book, state.sides[player], section), Part(PAID_WITH[section]))


def _take(section: int, course: Course, player: int, action: BottomAction) -> None:
    """Pay, then gain the primary benefit, coins, the player's ongoing bonus and stars, then the neighbours' bonuses (SY-BOT-05).

    Only recruits enlisted before this action give a bonus (SY-R-23). The own bonus comes before the stars (SY-END-02). If this
    action places the 6th star, the neighbours gain nothing (SY-R-27).

    Rules: SY-BOT-03, SY-BOT-04, SY-BOT-06, SY-GEN-13, SY-R-22.
    """
    course.todo.pop()
    alone = thing_and_place(action) == ROWS[section].nothing
    course.happens(BottomTaken(player, section, alone))
    entitled = [each for each in (player, *neighbours(course.state, player)) if recruited(course.side(each), section)]
    coins = section_of(course.book, course.side(player), section).coins
    kept = max(0, coins - action.declined.count(Part.COIN))
    pay(course, player, action.payment)
    if not alone:
        declined = _declined_without_coins(action.declined, coins - kept)
        ROWS[section].gain(course, player, *thing_and_place(action), declined)
    receive(course, player, coins=kept)
    if player not in entitled:
        settle(course)
    if entitled and course.state.phase is not Phase.OVER:
        course.first(Bonuses(section, tuple(entitled)))


def _declined_without_coins(declined: Iterable[Part], coins: int) -> tuple[Part, ...]:
    """The declined parts without this number of the mat's coins."""
    left = list(declined)
    for _ in range(coins):
        left.remove(Part.COIN)
    return tuple(left)


def why_not_bottom_row(book: Book, state: ScytheState, player: int, action: BottomAction) -> tuple[str, str]:
    """The reason why a bottom-row action is not possible, and the rule."""
    section, scene = DOES.index(type(action)), Scene(book, state, ())
    if state.turn.section != section:
        return say("The section you chose has another bottom row."), "SY-TRN-01"
    price = price_of(book, state, player, section)
    payment = payment_for(book, state, player, price)
    if not payment.possible:
        return price_words(book, state, player), "SY-GEN-11"
    what, cost = scene.word(BOTTOMS[section]), scene.amounts((Amount(price.part, price.count),))
    if not payment.allows(action.payment):
        sentence = say("{what} is paid with exactly {cost} from territories you control.", what=what, cost=cost)
        return sentence, _unpaid(payment, action.payment)
    thing, place = thing_and_place(action)
    things, places = ROWS[section].candidates(book, state, player)
    if (thing, place) != ROWS[section].nothing and (thing not in things or place not in places):
        return say(ROWS[section].where), _misplaced(book, state, thing in things, place, section)
    return say("You cannot give up more than you gain."), "SY-GEN-12"


def _unpaid(offer: PaymentOffer, payment: Payment) -> str:
    """The rule that a payment breaks: its type, its origin or its amount."""
    if payment.cards or any(tokens != matching(tokens, offer.price.part) for _space, tokens in payment.spaces):
        return "SY-BOT-01"
    rule = offer.broken_by(payment)
    return "SY-BOT-02" if rule == "SY-GEN-10" else rule


def _misplaced(book: Book, state: ScytheState, there: bool, place: Any, section: int) -> str:
    """The rule that forbids the place. `there`: the thing is still on its mat."""
    if section in (UPGRADES, ENLISTS):
        return "SY-UPG-01" if section == UPGRADES else "SY-ENL-02" if there else "SY-ENL-01"
    deploys, barred = section == DEPLOYS, place in book.bases or place in book.lakes
    if there and barred and deploys:
        return "SY-DEP-03" if place in book.bases else "SY-DEP-02"
    if there and barred:
        return "SY-BLD-04"
    if there and place and not deploys and any(place in side.structures for side in state.sides):
        return "SY-BLD-02"
    return "SY-DEP-01" if deploys else "SY-BLD-01"


def price_words(book: Book, state: ScytheState, player: int) -> str:
    """The price of the chosen section's bottom row in words, for a player who cannot pay it."""
    section, scene = state.turn.section, Scene(book, state, ())
    price = price_of(book, state, player, section)
    cost = scene.amounts((Amount(price.part, price.count),))
    have = next(count for kind, count in zip(RESOURCES, all_tokens(book, state, player), strict=True) if kind.value == price.part)
    return say("{what} costs {cost}, and you control only {have}.", what=scene.word(BOTTOMS[section]), cost=cost, have=have)


BOTTOM: Final[LegalActions] = {
    does: LegalAction(partial(_offers, section), partial(_take, section), why_not_bottom_row) for section, does in enumerate(DOES)
}
