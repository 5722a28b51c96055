"""Encounters and the Factory: costs and gains of their cards, and how the cards are drawn and used (SY-ENC, SY-FCT)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from control.engine.language import say
from rooms.tables.scythe.facts.cards import (
    EncounterDrawn,
    EncounterMissed,
    EncounterOver,
    FactoryCardChosen,
    FactoryCardUsed,
    FactorySeen,
    OptionTaken,
)
from rooms.tables.scythe.game.actions import ChooseCard, EncounterDone, Payment, Picks, TakeOption, UseCard
from rooms.tables.scythe.game.content import Ability, Amount, Book, CardOption, Part, Resource, Terrain
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.offers import ChooseCardOffer, EncounterDoneOffer, OptionOffer, UseCardOffer
from rooms.tables.scythe.game.payment import PLACED, Declined, GainsOffer, PaymentOffer, Price
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import (
    CHARACTER,
    FACTORY,
    NO_TOKENS,
    NONE,
    Meeting,
    Meetings,
    Phase,
    ScytheState,
    Side,
    Step,
    Tokens,
    Visiting,
    plus,
    tokens_of_type,
)
from rooms.tables.scythe.rules.abilities_and_costs import has
from rooms.tables.scythe.rules.control import controlled, manned_territories, workers_at
from rooms.tables.scythe.rules.ending import settle
from rooms.tables.scythe.rules.supply import (
    BARREN,
    TRACKS,
    bonus_spaces_of,
    boxes_of,
    build,
    cubes_of,
    deploy,
    enlist,
    harvest,
    mechs_of,
    pay,
    payment_for,
    place_produced,
    receive_all,
    recruits_of,
    spaces_for_mechs,
    spaces_for_structures,
    structures_of,
    upgrade,
    why_not_produced,
    workers_of,
)

PAID_OUTRIGHT: Final = (Part.COIN, Part.POWER, Part.POPULARITY)  # paid without a choice


def price_of(cost: Iterable[Amount]) -> Price:
    """The part of a cost that is paid in tokens and combat cards."""
    counts = {each.part: each.count for each in cost if each.part not in PAID_OUTRIGHT}
    cards = counts.pop(Part.CARD, 0)
    for part, count in counts.items():
        return Price(count, part, cards)
    return Price(cards=cards)


def can_pay_outright(side: Side, cost: Iterable[Amount]) -> bool:
    """Return whether the side has the coins, power and popularity of the whole cost (SY-GEN-11)."""
    have = {Part.COIN: side.coins, Part.POWER: side.power, Part.POPULARITY: side.popularity}
    return all(have.get(each.part, each.count) >= each.count for each in cost)


def payment_of(book: Book, state: ScytheState, player: int, does: CardOption) -> PaymentOffer | None:
    """The ways to pay the whole cost. None when the player cannot pay it (SY-GEN-11, SY-ENC-05)."""
    if not can_pay_outright(state.sides[player], does.cost):
        return None
    offer = payment_for(book, state, player, price_of(does.cost))
    return offer if offer.possible else None


def gains_of(book: Book, state: ScytheState, player: int, gains: tuple[Amount, ...], met: str = "") -> GainsOffer:
    """The possible picks: on the encounter's territory `met`, else on controlled territories with own workers.

    Rules: SY-ENC-06, SY-ENC-07, SY-R-36, SY-R-38.
    """
    side, parts = state.sides[player], {each.part for each in gains}
    open_to: tuple[str, ...] = (met,) if met else ()
    if not met and parts & (PLACED | {Part.ANY, Part.SAME, Part.DEPLOY, Part.BUILD}):
        open_to = manned_territories(book, state, player)
    deploys = spaces_for_mechs(book, open_to) if Part.DEPLOY in parts else ()
    builds = spaces_for_structures(book, state, open_to) if Part.BUILD in parts else ()
    bonuses = bonus_spaces_of(side) if Part.ENLIST in parts else ()
    fields = sum([each.count for each in gains if each.part is Part.PRODUCE])
    fertile = _fertile(book, state, player) if fields else ()
    return GainsOffer(
        gains=gains,
        spaces=None if met else open_to,
        at=None if met else deploys or builds,
        left=len(workers_of(side)),
        mechs=mechs_of(side) if deploys else (),
        structures=structures_of(side) if builds else (),
        cubes=cubes_of(book, side) if Part.UPGRADE in parts else (),
        boxes=boxes_of(book, side) if Part.UPGRADE in parts else (),
        sections=recruits_of(side) if Part.ENLIST in parts else (),
        bonuses=tuple([(space, book.content.numbers.bonuses[space]) for space in bonuses]),
        fields=fields,
        harvest=fertile,
        villages=tuple([space for space, _count in fertile if book.territories[space].terrain is Terrain.VILLAGE]),
    )


def not_taken(book: Book, state: ScytheState, player: int, does: CardOption, action: TakeOption | UseCard, met: str = "") -> str:
    """The rule that forbids this use of a payable option or card: first its payment, then its picks."""
    payment = payment_of(book, state, player, does)
    if payment is not None and not payment.allows(action.payment):
        return payment.broken_by(action.payment)
    offer, picks = gains_of(book, state, player, does.gain, met), action.picks
    short = {each.part for each in does.gain if each.part is Part.WORKER and each.count > offer.left}
    if _not_given({each.part for each in does.gain}, picks, met):
        return "SY-GEN-12"
    if picks.structure is not None and picks.at in set(offer.spaces or ()).difference(
        spaces_for_structures(book, state, offer.spaces or ())
    ):
        return "SY-R-36" if book.is_lake(picks.at) else "SY-BLD-02"
    if not met and not picks.at and (picks.mech != NONE or picks.structure is not None):
        return "SY-R-36"
    if not set(picks.places) <= set(offer.spaces or ()) or (picks.at and picks.at not in (offer.at or ())):
        return "SY-ENC-07" if met else "SY-PRD-09" if short and not offer.left else "SY-R-36"
    if (picks.cube, picks.box) != (None, NONE) and (picks.cube not in offer.cubes or picks.box not in offer.boxes):
        return "SY-UPG-01"
    if picks.mech != NONE and picks.mech not in offer.mechs:
        return "SY-DEP-01"
    if picks.structure is not None and picks.structure not in offer.structures:
        return "SY-R-38" if met and not spaces_for_structures(book, state, (met,)) else "SY-BLD-01"
    if (picks.section, picks.space) != (NONE, NONE):
        if picks.section not in offer.sections:
            return "SY-ENL-01"
        if picks.space not in [space for space, _bonus in offer.bonuses]:
            return "SY-ENL-02"
    if picks.produce and not offer.allows_harvest(picks):
        own = controlled(book, state, player)
        return why_not_produced(book, picks.produce, offer.harvest, offer.villages, offer.left, own)
    return "SY-PRD-09" if short and len(picks.places) > len(offer.pieces(picks, action.declined)) else "SY-GEN-12"


def _not_given(parts: Collection[Part], picks: Picks, met: str) -> bool:
    """Return whether something is picked that these gains do not have. An encounter sets the places itself (SY-ENC-07)."""
    placed = PLACED | {Part.ANY, Part.SAME}
    picked = {
        Part.UPGRADE: (picks.cube, picks.box) != (None, NONE),
        Part.DEPLOY: picks.mech != NONE,
        Part.BUILD: picks.structure is not None,
        Part.ENLIST: (picks.section, picks.space) != (NONE, NONE),
        Part.PRODUCE: bool(picks.produce),
    }
    nowhere = not met and bool(picks.places) and placed.isdisjoint(parts)
    return nowhere or any(there and part not in parts for part, there in picked.items())


def _fertile(book: Book, state: ScytheState, player: int) -> tuple[tuple[str, int], ...]:
    """Controlled territories where own workers can produce, with their number of workers, in the order of their ids.

    Rules: SY-PRD-07, SY-FCT-11.
    """
    side = state.sides[player]
    there = sorted([space for space in manned_territories(book, state, player) if book.territories[space].terrain not in BARREN])
    return tuple([(space, len(workers_at(side, space))) for space in there])


def take(course: Course, player: int, does: CardOption, payment: Payment, picks: Picks, declined: Declined, met: str = "") -> None:
    """Pay the whole cost, then gain the picks, without mat coins and ongoing bonuses (SY-GEN-10, SY-ENC-08, SY-FCT-10).

    No gain of a list depends on another one of it. So tracks come first, then tokens and workers, then pieces.
    """
    offer = gains_of(course.book, course.state, player, does.gain, met)
    pay(course, player, payment, does.cost)
    given_up = Counter(declined)
    gained: Counter[Part] = Counter()
    for each in does.gain:
        if each.part in TRACKS:
            gained[each.part] += each.count
    of_bonus = given_up - gained  # parts declined beyond the card's own gains belong to the one-time bonus
    receive_all(course, player, gained - given_up)
    _place(course, player, offer, picks, declined, met)
    if picks.cube is not None:
        upgrade(course, player, picks.cube, picks.box)
    if picks.mech != NONE:
        deploy(course, player, picks.mech, picks.at or met)
    if picks.structure is not None:
        build(course, player, picks.structure, picks.at or met)
    if picks.section != NONE:
        bonus = course.book.content.numbers.bonuses[picks.space].part
        enlist(course, player, picks.section, picks.space, (bonus,) * of_bonus[bonus])
    if picks.produce:
        harvest(course, player, picks.produce)


def _place(course: Course, player: int, offer: GainsOffer, picks: Picks, declined: Declined, met: str) -> None:
    """Place tokens and workers on the encounter's territory, or each on its chosen place."""
    pieces = offer.pieces(picks, declined)
    tokens: dict[str, Tokens] = {}
    workers: Counter[str] = Counter()
    for piece, space in zip(pieces, picks.places or (met,) * len(pieces), strict=True):
        if piece is Part.WORKER:
            workers[space] += 1
        else:
            tokens[space] = plus(tokens.get(space, NO_TOKENS), tokens_of_type(Resource(piece.value), 1))
    place_produced(course, player, sorted(tokens.items()), sorted(workers.items()))


Moment = Mapping[type, tuple[Callable[[Book, ScytheState, int], "list[Any]"], Callable[[Course, int, Any], None]]]

MEANDERS: Final = 2  # options of one card with Meander (SY-FAC-08)


def begin_meetings(course: Course, step: Meetings) -> Step | None:
    """Draw the card of the next pending encounter, the active player's first (SY-ENC-01, SY-ENC-02, SY-CMB-22, SY-R-54)."""
    state = course.state
    pending = ((state.active, state.turn.met), *state.turn.met_later)
    player, space = next(((player, space) for player, space in pending if space), (state.active, ""))
    if not space:
        return None
    if course.side(player).units[CHARACTER] != space:
        course.happens(EncounterMissed(player, space))  # the token stays (SY-ENC-03)
        course.first(step)
        return None
    card = state.encounters[0]
    course.happens(EncounterDrawn(player, space, card))
    course.first(Meeting(player, space, card), step)
    return None


def go_on_meeting(course: Course, step: Meeting) -> Step | None:
    """Ask for an option, up to two with Meander. Then put the card away (SY-ENC-04, SY-ENC-09, SY-FAC-08, A-14)."""
    most = MEANDERS if has(course.book, course.side(step.player), Ability.MEANDER) else 1
    if len(step.taken) < most:
        return step
    course.happens(EncounterOver(step.card))
    return None


def _options(book: Book, state: ScytheState, player: int) -> list[OptionOffer]:
    """The options that can be paid and are not taken yet (SY-ENC-05, SY-R-40)."""
    step = state.agenda[0]
    if not isinstance(step, Meeting) or step.player != player:
        return []
    found = []
    for number, option in enumerate(book.encounters[step.card].options):
        if number not in step.taken and (payment := payment_of(book, state, player, option)) is not None:
            found.append(OptionOffer(number, payment, gains_of(book, state, player, option.gain, step.space)))
    return found


def _take(course: Course, player: int, action: TakeOption) -> None:
    """A-13: pay, gain and place stars (SY-ENC-07, SY-ENC-08, SY-FAC-09)."""
    step = course.todo.pop()
    if isinstance(step, Meeting):
        course.happens(OptionTaken(player, step.card, action.option))
        course.first(Meeting(player, step.space, step.card, (*step.taken, action.option)))
        option = course.book.encounters[step.card].options[action.option]
        take(course, player, option, action.payment, action.picks, action.declined, step.space)
        settle(course)


def _dones(_book: Book, state: ScytheState, player: int) -> list[EncounterDoneOffer]:
    """An offer only where a second option is possible."""
    step = state.agenda[0]
    return [EncounterDoneOffer()] if isinstance(step, Meeting) and step.player == player and step.taken else []


def _done(course: Course, _player: int, _action: EncounterDone) -> None:
    step = course.todo.pop()
    if isinstance(step, Meeting):
        course.happens(EncounterOver(step.card))


def why_no_encounter(book: Book, state: ScytheState, player: int, action: TakeOption | EncounterDone) -> tuple[str, str]:
    """The reason why none of these is offered, and the rule."""
    step = state.agenda[0]
    if not isinstance(step, Meeting) or isinstance(action, EncounterDone):
        return say("Choose an option of the encounter first."), "SY-ENC-04"
    options = book.encounters[step.card].options
    if action.option not in range(len(options)):
        return say("The encounter has no such option."), "SY-ENC-04"
    if action.option in step.taken:
        return say("Each option of an encounter can be taken once."), "SY-R-40"
    option = options[action.option]
    if payment_of(book, state, player, option) is None:
        cost = Scene(book, state, ()).amounts(option.cost)
        return say("This option costs {cost}, and you do not have that.", cost=cost), "SY-ENC-05"
    sentence = say("Pay exactly what the option costs, and pick no more than it gives.")
    return sentence, not_taken(book, state, player, option, action, step.space)


MEETING: Final[Moment] = {TakeOption: (_options, _take), EncounterDone: (_dones, _done)}


def visit(course: Course, step: Visiting) -> Step | None:
    """Ask for a Factory card if the character is on the Factory and the player has none (SY-FCT-01, SY-R-33, SY-R-34).

    A look at the cards binds: nothing before it can be taken back.

    Rules: SY-FCT-03, SY-FCT-04, SY-FCT-05.
    """
    side = course.side(course.state.active)
    if side.units[CHARACTER] != course.book.factory or side.card or not course.state.cards:
        return None
    if course.state.phase is not Phase.FACTORY_CHOICE:
        course.happens(FactorySeen(course.state.active))
    return step


def _choices(_book: Book, state: ScytheState, player: int) -> list[ChooseCardOffer]:
    """All remaining cards (SY-FCT-02, SY-HID-06)."""
    return [ChooseCardOffer(state.cards)] if player == state.active else []


def _choose(course: Course, player: int, action: ChooseCard) -> None:
    """A-15: keep the card, which can be used from the next turn on (SY-R-35)."""
    course.todo.pop()
    course.happens(FactoryCardChosen(player, action.card))


def _uses(book: Book, state: ScytheState, player: int) -> list[UseCardOffer]:
    """The top row of the player's card, if its section was chosen and its cost can be paid (SY-FCT-06, SY-TRN-08)."""
    if player != state.active or state.turn.section != FACTORY:
        return []
    does = book.cards[state.sides[player].card].does
    payment = payment_of(book, state, player, does)
    return [] if payment is None else [UseCardOffer(payment, gains_of(book, state, player, does.gain))]


def _use(course: Course, player: int, action: UseCard) -> None:
    """A-19."""
    course.todo.pop()
    card = course.side(player).card
    course.happens(FactoryCardUsed(player, card))
    take(course, player, course.book.cards[card].does, action.payment, action.picks, action.declined)
    settle(course)


def why_no_factory_card(book: Book, state: ScytheState, player: int, action: ChooseCard | UseCard) -> tuple[str, str]:
    """The reason why none of these is offered, and the rule."""
    if isinstance(action, ChooseCard):
        return say("This Factory card is not among those that are left."), "SY-FCT-01"
    if state.turn.section != FACTORY:
        return say("You have not chosen the Factory card this turn."), "SY-FCT-06"
    does = book.cards[state.sides[player].card].does
    if payment_of(book, state, player, does) is None:
        cost = Scene(book, state, ()).amounts(does.cost)
        return say("The card costs {cost}, and you do not have that.", cost=cost), "SY-GEN-11"
    sentence = say("Pay exactly what the card costs, and pick no more than it gives, on territories with your workers.")
    return sentence, not_taken(book, state, player, does, action)


TOP: Final[Moment] = {UseCard: (_uses, _use)}
VISITING: Final[Moment] = {ChooseCard: (_choices, _choose)}
