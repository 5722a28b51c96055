"""Where a bot puts its minions: onto own schemes that are nearly done, a few onto a trap, and in front of what it would lose."""

from __future__ import annotations

from typing import Final

from control.engine.modules import Command
from rooms.underground.game.bot_eyes import Eyes, Whims
from rooms.underground.game.tables.advancing import Advance
from rooms.underground.game.tables.protecting import Protect
from rooms.underground.game.tables.state import TableStep
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.view_schemes import SchemeSeen

KEPT: Final = 1  # minions that are kept in hand while nothing gets done by them
BAIT: Final = 2  # minions on an own trap, which make it look like a scheme
BLUFFS: Final = 0.35  # of the bots make a trap look so
WATCHFUL: Final = 0.55  # of them keep the last minion for an attack


def advancing(eyes: Eyes, whims: Whims) -> Command | None:
    """What can be done now is done; else most of the hand goes onto what is nearest to it (GE-UND-39)."""
    if not eyes.on_turn:
        return None
    hand, kept = eyes.hand, KEPT if whims.thrift < WATCHFUL else 0
    wanted = [each for each in eyes.own() if eyes.needs(each) and eyes.wishes.get(each.id, 0) > 0]
    wanted.sort(key=lambda each: (eyes.needs(each), -eyes.wishes[each.id], each.id))
    for scheme in wanted:
        count = min(eyes.needs(scheme), len(hand) - (kept if eyes.needs(scheme) <= len(hand) else KEPT))
        if count > 0:
            return _advance(eyes, scheme, count)
    baits = [each for each in eyes.own() if each.face is not None and each.face.trap and each.advancement < BAIT]
    if baits and whims.bluff < BLUFFS and len(hand) > KEPT:
        return _advance(eyes, baits[0], 1)
    return EndTurn(month=eyes.month, table=eyes.id, step=TableStep.ADVANCEMENT, seat=eyes.seat)


def _advance(eyes: Eyes, scheme: SchemeSeen, count: int) -> Advance:
    return Advance(month=eyes.month, table=eyes.id, seat=eyes.seat, scheme=scheme.id, cards=eyes.hand[:count])


def protecting(eyes: Eyes, whims: Whims) -> Command | None:
    """In front of what has most on it; a trap that is to be attacked is left bare (GE-UND-41)."""
    if not eyes.on_turn:
        return None
    kept = KEPT if whims.thrift < WATCHFUL else 0
    prices = {each.scheme: each.price for each in eyes.table.schemes}
    worth = [each for each in eyes.own() if each.advancement and not (each.face is not None and each.face.trap)]
    worth.sort(key=lambda each: (len(each.protection), -each.advancement, each.id))
    for scheme in worth:
        price = prices.get(scheme.id)
        if price is not None and price < len(eyes.hand) - kept and len(scheme.protection) < scheme.advancement:
            discards, card = eyes.hand[:price], eyes.hand[price]
            return Protect(month=eyes.month, table=eyes.id, seat=eyes.seat, scheme=scheme.id, card=card, discards=discards)
    return EndTurn(month=eyes.month, table=eyes.id, step=TableStep.PROTECTION, seat=eyes.seat)
