"""What the War Room reports, as two modules of the game: to who ordered it, and to the Houses on the map."""

from __future__ import annotations

from control.engine.language import later
from control.engine.modules import Module
from rooms.war.game.reports import houses, orders

REPORTED_ORDERS = Module(name="war-order-reports", about=later("Reports"), reports=orders.REPORTS)
REPORTED_MAP = Module(name="war-map-reports", about=later("Reports"), reports=houses.REPORTS)
