"""Tracer's order: a seat that is no one's and a kind of sheet that no room reads, on the way of everybody's orders."""

from __future__ import annotations

import msgspec

from control.engine.ids import SeatId

# === order ==============================================================================================================


KIND = "tracer"
SEAT = SeatId("tracer")


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the tracer orders: nothing but to come back. `mark` is new every time."""

    mark: str


def is_tracer(kind: str, seat: SeatId) -> bool:
    """No player can send this: a seat's own name is put on whatever comes from a phone, and no seat has this one."""
    return kind == KIND and seat == SEAT


def canonical(body: bytes) -> bytes:
    """The order as it is stored.

    Raises:
        msgspec.MsgspecError: it is none.
    """
    return msgspec.json.encode(msgspec.json.decode(body, type=Order))
