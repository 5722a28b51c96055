"""What a duel asks of the rest of the realm: wounds, with the death that may follow."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.reasons import as_reason
from rooms.realm.game.deaths.dying import living, wounded_together
from rooms.realm.game.state import GameState
from rooms.realm.game.strips.wounds import DEADLY


@as_reason("court.hit-in-duel-of", public=True)
def hit_in_duel(one: str, other: str) -> str:
    return say("hit in the duel of {one} and {other}", one=one, other=other)


def dies_of(state: GameState, seat: SeatId) -> bool:
    """Would one wound more be the third (GE-CER-02)?"""
    return state.seats[seat].wounds + 1 >= DEADLY


def lives(state: GameState, seat: SeatId) -> bool:
    """Is this player's character alive?"""
    return living(state, seat) is not None


def wounded(state: GameState, both: tuple[SeatId, SeatId], hit: frozenset[SeatId]) -> tuple[GameEvent, ...]:
    """One wound for each who was hit, the challenger first; a third kills, and of two dead neither inherits (GE-CRT-92, R-104)."""
    one, other = both
    why = hit_in_duel(one=state.seats[one].name, other=state.seats[other].name)
    return wounded_together(state, (one, int(one in hit)), (other, int(other in hit)), why=why, rule="GE-CRT-92")
