"""What Produce would bring where nothing else is chosen: where most is made, and the Mill (SY-PRD-03, SY-PRD-12)."""

from __future__ import annotations

from rooms.tables.scythe.game.content import Amount, Part, Terrain
from rooms.tables.scythe.game.offers_mat import ProduceOffer
from rooms.tables.scythe.rules.pieces import PRODUCES
from rooms.tables.scythe.screens.looking import Looker


def harvest_of(offer: ProduceOffer) -> dict[str, int]:
    """How much is produced where, 0 where nothing is; villages share the workers that are left."""
    left, usual = offer.workers, sorted(offer.spaces, key=lambda each: -each[1])
    chosen = {space for space, _count in [each for each in usual if each[0] != offer.mill][: offer.limit]} | {offer.mill}
    found: dict[str, int] = {}
    for space, most in offer.spaces:
        found[space] = most if space in chosen else 0
        if space in offer.villages:
            found[space] = min(found[space], left)
            left -= found[space]
    return found


def harvest_words(looker: Looker, offer: ProduceOffer) -> str:
    """All of it in words, "" for nothing."""
    found: dict[Part, int] = {}
    for space, count in harvest_of(offer).items():
        terrain = looker.book.territories[space].terrain
        part = Part.WORKER if terrain is Terrain.VILLAGE else Part(PRODUCES[terrain])
        found[part] = found.get(part, 0) + count
    return looker.scene.amounts([Amount(part, count) for part, count in found.items() if count])
