"""Who is looking."""

from __future__ import annotations

from dataclasses import dataclass

from rooms.realm.desks import Desk

from control.engine.ids import SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """A seat, a desk, a screen in the hall (`screen`), or nobody."""

    seat: SeatId | None = None
    desks: frozenset[Desk] = frozenset()
    screen: bool = False

    @property
    def staff(self) -> bool:
        return bool(self.desks)

    def sees_desk(self, desk: Desk) -> bool:
        """Does this viewer sit at the desk, or at the organizer's?"""
        return desk in self.desks or Desk.ORGANIZER in self.desks


NOBODY = Viewer()
HALL = Viewer(screen=True)
