"""Tracer's order: a test sheet of a seat without a player and a kind that no room reads; it takes the path of real orders."""

from __future__ import annotations

import msgspec

from control.engine.ids import SeatId

# === order ==============================================================================================================


KIND = "tracer"
SEAT = SeatId("tracer")


class TracerOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tracer's order, without effect. `mark`: new every time."""

    mark: str


def is_tracer(kind: str, seat: SeatId) -> bool:
    """Is this the tracer's sheet? No player can send one: a phone's sheets carry its own seat, and no seat has this ID."""
    return kind == KIND and seat == SEAT


def canonical(body: bytes) -> bytes:
    """The order's canonical document.

    Raises:
        msgspec.MsgspecError: it is not a tracer's order.
    """
    return msgspec.json.encode(msgspec.json.decode(body, type=TracerOrder))
