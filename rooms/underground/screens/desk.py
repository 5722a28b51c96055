"""The desk of Underground Control: who sits at which table, and the schemes of each table once they have been shown."""

from __future__ import annotations

from control.engine.language import later
from rooms.realm.papers.desk import RoomDesk
from rooms.underground.game.part import SCHEMES

DESK = RoomDesk(papers=SCHEMES, heading=later("The Underground"))
