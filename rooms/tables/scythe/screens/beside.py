"""What anybody may do although nobody waits for them: give coins, and the host's penalty for delay (SY-ALL-01, SY-END-14)."""

from __future__ import annotations

from dataclasses import dataclass

from rooms.tables.scythe.game.offers_turns import GiveOffer, PunishOffer
from rooms.tables.scythe.rules.moments import beside
from rooms.tables.scythe.screens.looking import Looker


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Who can be given coins and how many, and from whom popularity can be taken: numbers and names."""

    gifts: tuple[tuple[int, str], ...]
    most: int
    late: tuple[tuple[int, str], ...]


def beside_of(looker: Looker) -> Beside | None:
    """What is offered; None for nothing. A bot's chair hands nothing over."""
    offers = () if looker.seen.table.chairs[looker.me].bot else beside(looker.book, looker.state, looker.me)
    gives = next((each for each in offers if isinstance(each, GiveOffer)), None)
    late = next((each.things for each in offers if isinstance(each, PunishOffer)), ())
    if gives is None and not late:
        return None
    players = gives.players if gives else ()
    return Beside(gifts=_named(looker, players), most=gives.most if gives else 0, late=_named(looker, late))


def _named(looker: Looker, players: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    return tuple([(player, looker.seat(player)) for player in players])
