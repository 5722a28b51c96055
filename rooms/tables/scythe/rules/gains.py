"""Costs and gains of encounter options and Factory cards: what can be paid, what can be picked, and what then happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

from rooms.tables.scythe.game.actions import Payment, Picks, TakeOption, UseCard
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import Amount, CardOption, Part, Resource, Terrain
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.gaining import PLACED, Declined, GainsOffer
from rooms.tables.scythe.game.paying import PaymentOffer, Price
from rooms.tables.scythe.game.state import NO_TOKENS, NONE, ScytheState, Side, Tokens, only, plus
from rooms.tables.scythe.rules.control import controlled, manned, workers_at
from rooms.tables.scythe.rules.goods import TRACKS, pay, receive_all
from rooms.tables.scythe.rules.pieces import (
    BARREN,
    bonus_spaces_of,
    boxes_of,
    build,
    cubes_of,
    deploy,
    enlist,
    for_mechs,
    for_structures,
    harvest,
    mechs_of,
    payment_for,
    produced,
    recruits_of,
    structures_of,
    unproduced,
    upgrade,
    workers_of,
)

PAID_OUTRIGHT: Final = (Part.COIN, Part.POWER, Part.POPULARITY)  # nothing is chosen for these


def price_of(cost: Iterable[Amount]) -> Price:
    """The part of a cost that is paid in tokens of one kind and combat cards."""
    counts = {each.part: each.count for each in cost if each.part not in PAID_OUTRIGHT}
    cards = counts.pop(Part.CARD, 0)
    for part, count in counts.items():
        return Price(count, part, cards)
    return Price(cards=cards)


def can_pay_outright(side: Side, cost: Iterable[Amount]) -> bool:
    """Are there coins, power and popularity for the whole cost (SY-GEN-11)?"""
    have = {Part.COIN: side.coins, Part.POWER: side.power, Part.POPULARITY: side.popularity}
    return all(have.get(each.part, each.count) >= each.count for each in cost)


def payment_of(book: Book, state: ScytheState, player: int, does: CardOption) -> PaymentOffer | None:
    """The ways to pay the whole cost; None where there is none (SY-GEN-11, SY-ENC-05)."""
    if not can_pay_outright(state.sides[player], does.cost):
        return None
    offer = payment_for(book, state, player, price_of(does.cost))
    return offer if offer.possible else None


def gains_of(book: Book, state: ScytheState, player: int, gains: tuple[Amount, ...], met: str = "") -> GainsOffer:
    """What may be picked: on the territory `met` of an encounter, or on controlled ones with own workers.

    Rules: SY-ENC-06, SY-ENC-07, SY-R-36, SY-R-38.
    """
    side, parts = state.sides[player], {each.part for each in gains}
    open_to: tuple[str, ...] = (met,) if met else ()
    if not met and parts & (PLACED | {Part.ANY, Part.SAME, Part.DEPLOY, Part.BUILD}):
        open_to = manned(book, state, player)
    deploys = for_mechs(book, open_to) if Part.DEPLOY in parts else ()
    builds = for_structures(book, state, open_to) if Part.BUILD in parts else ()
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
    """The rule by which an option or a card that could be paid is not taken so: its payment, then what is picked of its gains."""
    payment = payment_of(book, state, player, does)
    if payment is not None and not payment.allows(action.payment):
        return payment.broken_by(action.payment)
    offer, picks = gains_of(book, state, player, does.gain, met), action.picks
    short = {each.part for each in does.gain if each.part is Part.WORKER and each.count > offer.left}
    if _not_given({each.part for each in does.gain}, picks, met):
        return "SY-GEN-12"
    if picks.structure is not None and picks.at in set(offer.spaces or ()).difference(
        for_structures(book, state, offer.spaces or ())
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
        return "SY-R-38" if met and not for_structures(book, state, (met,)) else "SY-BLD-01"
    if (picks.section, picks.space) != (NONE, NONE):
        if picks.section not in offer.sections:
            return "SY-ENL-01"
        if picks.space not in [space for space, _bonus in offer.bonuses]:
            return "SY-ENL-02"
    if picks.produce and not offer.allows_harvest(picks):
        own = controlled(book, state, player)
        return unproduced(book, picks.produce, offer.harvest, offer.villages, offer.left, own)
    return "SY-PRD-09" if short and len(picks.places) > len(offer.pieces(picks, action.declined)) else "SY-GEN-12"


def _not_given(parts: Collection[Part], picks: Picks, met: str) -> bool:
    """Is something picked that these gains do not have? Places of an encounter are its own (SY-ENC-07)."""
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
    """Controlled territories where own workers can produce, in the order of their ids, with how many of them.

    Rules: SY-PRD-07, SY-FCT-11.
    """
    side = state.sides[player]
    there = sorted([space for space in manned(book, state, player) if book.territories[space].terrain not in BARREN])
    return tuple([(space, len(workers_at(side, space))) for space in there])


def take(course: Course, player: int, does: CardOption, payment: Payment, picks: Picks, declined: Declined, met: str = "") -> None:
    """Pay the whole cost, then gain what was picked, with no mat coins and no ongoing bonus (SY-GEN-10, SY-ENC-08, SY-FCT-10).

    No gain of one list depends on another of it, so tracks, what is placed and pieces come one after the other.
    """
    offer = gains_of(course.book, course.state, player, does.gain, met)
    pay(course, player, payment, does.cost)
    given_up = Counter(declined)
    gained: Counter[Part] = Counter()
    for each in does.gain:
        if each.part in TRACKS:
            gained[each.part] += each.count
    of_bonus = given_up - gained  # what is given up beyond the card's own gains is given up of the one-time bonus
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
    """Tokens and workers go to the encounter's territory, or each to its place."""
    pieces = offer.pieces(picks, declined)
    tokens: dict[str, Tokens] = {}
    workers: Counter[str] = Counter()
    for piece, space in zip(pieces, picks.places or (met,) * len(pieces), strict=True):
        if piece is Part.WORKER:
            workers[space] += 1
        else:
            tokens[space] = plus(tokens.get(space, NO_TOKENS), only(Resource(piece.value), 1))
    produced(course, player, sorted(tokens.items()), sorted(workers.items()))
