"""What is played without another press: a Move begins with its section, or is left for coins, and ends when nothing can move.

Nothing is decided by it: a Move that is over with a combat, an encounter or the Factory pending is ended by its player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rooms.tables.registry import Fields, Seen
from rooms.tables.scythe.game.actions import EndMove, GainCoins, ScytheAction, StartMove
from rooms.tables.scythe.game.offers_moves import StepOffer
from rooms.tables.scythe.game.state import Phase
from rooms.tables.scythe.screens.looking import looker_of
from rooms.tables.scythe.screens.mat import COINS, START
from rooms.tables.scythe.screens.move import pending_of

THEN: Final[Mapping[str, ScytheAction]] = {START: StartMove(), COINS: GainCoins()}
MOVES: Final = ("step", "end-unit")  # after which a Move may be over


def follows_of(fields: Fields, seen: Seen) -> ScytheAction | None:
    """What is played next; None for nothing."""
    looker, [act] = looker_of(seen), fields.get("act", [""])
    if act == "choose-section" and looker.state.phase is Phase.TOP:
        found = THEN.get("".join(fields.get("then", [])))
        return found if found is not None and looker.allows(found) else None
    over = act in MOVES and looker.state.phase is Phase.MOVING and looker.offer(StepOffer) is None
    return EndMove() if over and not pending_of(looker) else None
