"""What the corrections of strips have in common: who may give them, whose strip it is, who is told."""

from __future__ import annotations

from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.refused import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.treasury.purses import seat_of
from rooms.realm.scenario.ids import HouseId

STRIP_DESKS = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY})


def stayed(state: GameState, player: SeatId) -> Seat:
    """A player who has a strip: whoever has left for good has none.

    Raises:
        Refused: the player has left for good, or there is no such player.
    """
    seat = seat_of(state, player)
    if seat.presence is Presence.GONE:
        raise Refused(say("{name} has left for good and has no strip any more.", name=seat.name), rule="R-03")
    return seat


def house_invalidations(*houses: HouseId) -> tuple[Invalidation, ...]:
    """The pages of these Houses and of Control, which show what a strip says."""
    own = tuple(Invalidation(topic="team", to=f"team:{house}") for house in houses)
    return (*own, Invalidation(topic="people", to="staff"), Invalidation(topic="strip", to="staff"))
