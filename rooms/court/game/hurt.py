"""What a duel asks of the rest of the realm: wounds, with the death that may follow."""

from __future__ import annotations

from collections.abc import Iterator

from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.reasons import as_reason
from rooms.realm.game.state import GameState
from rooms.realm.game.strips.wounds import DEADLY, WoundsAdjusted
from rooms.realm.game.throne.succession import died


@as_reason("court.hit-in-duel")
def hit_in_duel(other: str) -> str:
    return say("hit in the duel with {other}", other=other)


def dies_of(state: GameState, seat: SeatId) -> bool:
    """Would one wound more be the third (GE-CER-02)?"""
    return state.seats[seat].wounds + 1 >= DEADLY


def lives(state: GameState, seat: SeatId) -> bool:
    """Is this player's character alive?"""
    return state.seats[seat].wounds < DEADLY


def wounded(state: GameState, hit: tuple[SeatId, ...], *, other: dict[SeatId, str], asked: DecisionContext) -> Iterator[GameEvent]:
    """One wound for each who was hit, with what follows from a third (GE-CRT-92, R-104)."""
    for seat in hit:
        why, wounds = hit_in_duel(other=other[seat]), state.seats[seat].wounds + 1
        yield WoundsAdjusted(seat=seat, before=state.seats[seat].wounds, wounds=wounds, reason=str(why))
        if wounds >= DEADLY:
            yield from died(state, seat, why=why)
