"""The desk of Underground Control: who sits at which table, its schemes once they have been shown, and those that completed."""

from __future__ import annotations

from control.engine.language import later
from rooms.realm.papers.desk import RoomDesk
from rooms.underground.game.part import SCHEMES
from rooms.underground.screens import strikes

DESK = RoomDesk(papers=SCHEMES, heading=later("The Underground"), above=(strikes.REGION,))
