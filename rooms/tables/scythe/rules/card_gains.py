"""Costs and gains of encounter and Factory cards (SY-ENC, SY-FCT)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

from rooms.tables.scythe.game.actions import Payment, Picks, TakeOption, UseCard
from rooms.tables.scythe.game.content import Amount, Book, CardOption, Part, Resource, Terrain
from rooms.tables.scythe.game.payment import PLACED, Declined, GainsOffer, PaymentOffer, Price
from rooms.tables.scythe.game.state import NO_TOKENS, NONE, Course, ScytheState, Tokens, plus, tokens_of_type
from rooms.tables.scythe.rules import production, supply, upgrade_deploy_build_enlist
from rooms.tables.scythe.rules.control import controlled, manned_territories, workers_at

PAID_OUTRIGHT: Final = (Part.COIN, Part.POWER, Part.POPULARITY)  # paid without a choice


def price_of(cost: Iterable[Amount]) -> Price:
    """The part of a cost that is paid in tokens and combat cards."""
    counts = {each.part: each.count for each in cost if each.part not in PAID_OUTRIGHT}
    cards = counts.pop(Part.CARD, 0)
    for part, count in counts.items():
        return Price(count, part, cards)
    return Price(cards=cards)


def payment_of(book: Book, state: ScytheState, player: int, does: CardOption) -> PaymentOffer | None:
    """The ways to pay the whole cost. None when the player cannot pay it (SY-GEN-11, SY-ENC-05)."""
    if not supply.can_pay(state.sides[player], does.cost):
        return None
    offer = supply.payment_for(book, state, player, price_of(does.cost))
    return offer if offer.possible else None


def gains_of(book: Book, state: ScytheState, player: int, gains: tuple[Amount, ...], met: str = "") -> GainsOffer:
    """The possible picks: on the encounter's territory `met`, else on controlled territories with own workers.

    Rules: SY-ENC-06, SY-ENC-07, SY-R-36, SY-R-38.
    """
    side, parts = state.sides[player], {each.part for each in gains}
    open_to: tuple[str, ...] = (met,) if met else ()
    if not met and parts & (PLACED | {Part.ANY, Part.SAME, Part.DEPLOY, Part.BUILD}):
        open_to = manned_territories(book, state, player)
    deploys = upgrade_deploy_build_enlist.spaces_for_mechs(book, open_to) if Part.DEPLOY in parts else ()
    builds = upgrade_deploy_build_enlist.spaces_for_structures(book, state, open_to) if Part.BUILD in parts else ()
    bonuses = upgrade_deploy_build_enlist.bonus_spaces_of(side) if Part.ENLIST in parts else ()
    fields = sum([each.count for each in gains if each.part is Part.PRODUCE])
    fertile = _fertile(book, state, player) if fields else ()
    return GainsOffer(
        gains=gains,
        spaces=None if met else open_to,
        at=None if met else deploys or builds,
        left=len(production.workers_of(side)),
        mechs=upgrade_deploy_build_enlist.mechs_of(side) if deploys else (),
        structures=upgrade_deploy_build_enlist.structures_of(side) if builds else (),
        cubes=upgrade_deploy_build_enlist.cubes_of(book, side) if Part.UPGRADE in parts else (),
        boxes=upgrade_deploy_build_enlist.boxes_of(book, side) if Part.UPGRADE in parts else (),
        sections=upgrade_deploy_build_enlist.recruits_of(side) if Part.ENLIST in parts else (),
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
        upgrade_deploy_build_enlist.spaces_for_structures(book, state, offer.spaces or ())
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
        return "SY-R-38" if met and not upgrade_deploy_build_enlist.spaces_for_structures(book, state, (met,)) else "SY-BLD-01"
    if (picks.section, picks.space) != (NONE, NONE):
        if picks.section not in offer.sections:
            return "SY-ENL-01"
        if picks.space not in [space for space, _bonus in offer.bonuses]:
            return "SY-ENL-02"
    if picks.produce and not offer.allows_harvest(picks):
        own = controlled(book, state, player)
        return production.why_not_produced(book, picks.produce, offer.harvest, offer.villages, offer.left, own)
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
    there = sorted(
        [space for space in manned_territories(book, state, player) if book.territories[space].terrain not in production.BARREN]
    )
    return tuple([(space, len(workers_at(side, space))) for space in there])


def take(course: Course, player: int, does: CardOption, payment: Payment, picks: Picks, declined: Declined, met: str = "") -> None:
    """Pay the whole cost, then gain the picks, without mat coins and ongoing bonuses (SY-GEN-10, SY-ENC-08, SY-FCT-10).

    No gain of a list depends on another one of it. So tracks come first, then tokens and workers, then pieces.
    """
    offer = gains_of(course.book, course.state, player, does.gain, met)
    supply.pay(course, player, payment, does.cost)
    given_up = Counter(declined)
    gained: Counter[Part] = Counter()
    for each in does.gain:
        if each.part in supply.TRACKS:
            gained[each.part] += each.count
    of_bonus = given_up - gained  # parts declined beyond the card's own gains belong to the one-time bonus
    supply.receive_all(course, player, gained - given_up)
    _place(course, player, offer, picks, declined, met)
    if picks.cube is not None:
        course.happens(upgrade_deploy_build_enlist.Upgraded(player, picks.cube, picks.box))
    if picks.mech != NONE:
        course.happens(upgrade_deploy_build_enlist.Deployed(player, picks.mech, picks.at or met))
    if picks.structure is not None:
        course.happens(upgrade_deploy_build_enlist.Built(player, picks.structure, picks.at or met))
    if picks.section != NONE:
        bonus = course.book.content.numbers.bonuses[picks.space].part
        upgrade_deploy_build_enlist.enlist(course, player, picks.section, picks.space, (bonus,) * of_bonus[bonus])
    if picks.produce:
        production.harvest(course, player, picks.produce)


def _place(course: Course, player: int, offer: GainsOffer, picks: Picks, declined: Declined, met: str) -> None:
    """Place tokens and workers on the encounter's territory, or each on its chosen place."""
    gained = offer.pieces(picks, declined)
    tokens: dict[str, Tokens] = {}
    workers: Counter[str] = Counter()
    for piece, space in zip(gained, picks.places or (met,) * len(gained), strict=True):
        if piece is Part.WORKER:
            workers[space] += 1
        else:
            tokens[space] = plus(tokens.get(space, NO_TOKENS), tokens_of_type(Resource(piece.value), 1))
    production.place_produced(course, player, sorted(tokens.items()), sorted(workers.items()))
