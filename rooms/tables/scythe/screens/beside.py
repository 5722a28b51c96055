"""What anybody may do although nobody waits for them: give coins, and the host's penalty for delay (SY-ALL-01, SY-END-14)."""

from __future__ import annotations

from dataclasses import dataclass

from rooms.tables.scythe.game.offers_turns import GiveOffer, PunishOffer
from rooms.tables.scythe.screens.looking import Looker


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Who can be given coins and how many, and from whom popularity can be taken: numbers and names."""

    gifts: tuple[tuple[int, str], ...]
    most: int
    late: tuple[tuple[int, str], ...]


def beside_of(looker: Looker) -> Beside | None:
    """What is offered meanwhile; None for nothing."""
    gives = next((each for each in looker.seen.offers if isinstance(each, GiveOffer)), None)
    late = next((each.things for each in looker.seen.offers if isinstance(each, PunishOffer)), ())
    if gives is None and not late:
        return None
    players = gives.players if gives else ()
    return Beside(gifts=_named(looker, players), most=gives.most if gives else 0, late=_named(looker, late))


def _named(looker: Looker, players: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    return tuple([(player, looker.seat(player)) for player in players])
