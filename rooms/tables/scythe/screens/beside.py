"""What anybody may do although nobody waits for them: give coins, and the host's penalty for delay (SY-ALL-01, SY-END-14)."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.language import say
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.rules import KEEPER
from rooms.tables.game.state import TableState
from rooms.tables.registry import HostDeed
from rooms.tables.scythe.game.offers_turns import GiveOffer, PunishOffer
from rooms.tables.scythe.screens.looking import Looker


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Who can be given coins and how many, and from whom popularity can be taken: numbers and names."""

    gifts: tuple[tuple[int, str], ...]
    most: int
    late: tuple[tuple[int, str], ...]


def beside_of(looker: Looker) -> Beside | None:
    """What is offered; None for nothing."""
    gives, late = looker.offer(GiveOffer), looker.offer(PunishOffer)
    if gives is None and late is None:
        return None
    return Beside(
        gifts=_named(looker, gives.players) if gives else (),
        most=gives.most if gives else 0,
        late=_named(looker, late.things) if late else (),
    )


def host_deed(engine: TableEngine, table: TableState) -> HostDeed | None:
    """The penalty for delay at a table whose host does not play; None where there is none, or not now (SY-END-14, SY-R-52)."""
    found = [offer for offer in engine.rules.offers(table.play, KEEPER) if isinstance(offer, PunishOffer)]
    if not found:
        return None
    return HostDeed(
        title=say("Delay of game"),
        label=say("Who"),
        field="player",
        choices=tuple([(str(player), _late_words(table, player)) for player in found[0].things]),
        press=say("Take 1 popularity"),
        fields={"act": "punish-delay"},
    )


def _late_words(table: TableState, player: int) -> str:
    """Whom it would cost what: with the number, the form is another one after each press."""
    popularity = table.play.sides[player].popularity
    return say("{name}: popularity {popularity}", name=table.names[player], popularity=popularity)


def _named(looker: Looker, players: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    return tuple([(player, looker.seat(player)) for player in players])
