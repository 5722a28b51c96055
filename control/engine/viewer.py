"""Viewer: the person or screen that a view is made for."""

from __future__ import annotations

from msgspec import Struct

from control.engine.context import ORGANIZER
from control.engine.ids import DeskId, SeatId


class Viewer(Struct, frozen=True, kw_only=True):
    """A seat, a desk, a screen in the hall (`screen`), or nobody."""

    seat: SeatId | None = None
    desks: frozenset[DeskId] = frozenset()
    screen: bool = False

    @property
    def staff(self) -> bool:
        return bool(self.desks)

    @property
    def player(self) -> SeatId:
        """The seat of the player. Raises: LookupError for a viewer without a seat."""
        if self.seat is None:
            raise LookupError("whoever looks here has no seat")
        return self.seat

    def sees_desk(self, desk: DeskId) -> bool:
        """Does this viewer sit at the desk, or at the organizer's?"""
        return desk in self.desks or ORGANIZER in self.desks


NOBODY = Viewer()
HALL = Viewer(screen=True)
