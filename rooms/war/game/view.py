"""View of the War Room, built from nothing for each viewer.

Everything on the map is public. A sheet is known to its author only. After the Orders step War Control's desk shows it too (R-17).
Battles are public once fought.
"""

from __future__ import annotations

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.war.game.state import last_record, record_of
from rooms.war.game.view_desk import SheetView, WarDeskView, house_orders, war_desk
from rooms.war.game.view_map import MapView, map_view
from rooms.war.game.view_orders import MyOrders, my_orders


class WarView(Struct, frozen=True, kw_only=True):
    """The War Room as one viewer may know it."""

    map: MapView
    mine: MyOrders | None = None
    house: tuple[SheetView, ...] = ()  # opened sheets of the viewer's House, if the scenario shows them to the House
    last: MyOrders | None = None  # orders of the month before
    desk: WarDeskView | None = None


def view_war(state: GameState, viewer: Viewer) -> WarView:
    """Exactly what this viewer may know."""
    board, desk = map_view(state), war_desk(state, viewer) if viewer.sees_desk(Desk.WAR) else None
    if viewer.seat is None or viewer.seat not in state.seats:
        return WarView(map=board, desk=desk)
    past = last_record(state)
    return WarView(
        map=board,
        mine=my_orders(state, viewer.seat, record_of(state)),
        house=_own_house(state, viewer.seat),
        last=my_orders(state, viewer.seat, past) if past else None,
        desk=desk,
    )


def _own_house(state: GameState, seat: SeatId) -> tuple[SheetView, ...]:
    if not state.scenario.settings.war_sheet_visible_to_house:
        return ()
    return house_orders(state, record_of(state), state.seats[seat].house).sheets
