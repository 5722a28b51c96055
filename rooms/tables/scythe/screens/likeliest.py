"""A heuristic, not a plan: which unit somebody most likely moves next. It stands open first, and every other one is a tap away.

Reckoned anew for each page of a Move, so it looks no farther than a few steps and imagines no other table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rooms.tables.scythe.game.offers_moves import StepOffer
from rooms.tables.scythe.game.state import CHARACTER, NONE, OFF, WORKERS, Move, fights
from rooms.tables.scythe.rules.control import controllers, workers_at
from rooms.tables.scythe.rules.reach import Reach
from rooms.tables.scythe.screens.looking import Looker

FAR: Final = 5  # steps that a character looks ahead
ARRIVES: Final = 10  # the character, at an encounter or the Factory
NEARER: Final = 8  # on its way there, less 1 for each step that is left
TAKES: Final = 7  # tokens that nobody controls
IDLE: Final = 6  # it stands where nothing is produced
CROWDED: Final = 3  # workers together, and one more for each of them
CARRIES: Final = 4  # a mech with workers to set down elsewhere
OTHERWISE: Final = 1


def likeliest_of(looker: Looker, offers: Sequence[StepOffer]) -> int:
    """The unit that stands open; of equally likely ones the first. NONE where nobody can step."""
    reach, owners = Reach(looker.book, looker.state, looker.me), controllers(looker.book, looker.state)
    free = {space for space, tokens in looker.state.tokens.items() if any(tokens) and space not in owners}
    now, found, most = (looker.state.move or Move()).unit, NONE, -1
    for offer in offers:
        worth = _worth(looker, reach, offer, free)
        if offer.unit == now and worth <= OTHERWISE:
            worth = 0  # it has just moved, and nothing calls it on
        if worth > most:
            found, most = offer.unit, worth
    return found


def _worth(looker: Looker, reach: Reach, offer: StepOffer, free: set[str]) -> int:
    gain = OTHERWISE if free.isdisjoint(offer.targets) else TAKES
    if offer.unit == CHARACTER:
        return max(_way(looker, reach, offer), gain)
    if not fights(offer.unit):
        return max(_crowd(looker, offer), gain)
    idle = IDLE if looker.side.units[offer.unit] in looker.book.bases else OTHERWISE
    return max(CARRIES if offer.workers or offer.riders else OTHERWISE, idle, gain)


def _way(looker: Looker, reach: Reach, offer: StepOffer) -> int:
    """How near the character comes to an encounter or, without a card, to the Factory, where no opponent’s fighter stands."""
    state, side, here = looker.state, looker.side, looker.side.units[CHARACTER]
    goals = {*state.marks} if side.card else {*state.marks, looker.book.factory}
    goals -= {*reach.held, here}
    seen, ring = {here}, offer.targets
    for step in range(FAR):
        if not goals.isdisjoint(ring):
            return NEARER - step if step else ARRIVES
        seen.update(ring)
        ring = tuple({to for space in ring for to in reach.ways(space, fighter=True) if to not in seen})
    return OTHERWISE


def _crowd(looker: Looker, offer: StepOffer) -> int:
    """Workers whose territory is full spread, and those who stand where they produce nothing go; a lone one gives its place up."""
    book, side, here = looker.book, looker.side, looker.side.units[offer.unit]
    new = any(to != book.factory and to not in side.units for to in offer.targets)
    done = here in book.villages and OFF not in side.units[WORKERS[0] :]
    if here in book.bases or here in book.lakes or here == book.factory or done:
        return IDLE if new else CROWDED
    together, moved = workers_at(side, here), (looker.state.move or Move()).moved
    spreads = new and len(together) > 1 and not set(together).intersection(moved)  # nobody follows who has just come
    return CROWDED + len(together) if spreads else OTHERWISE
