"""Views of an Uprising: who sees what."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.viewer import HALL, Viewer
from rooms.court.game.sovereign_orders import order_view
from rooms.court.game.uprising.rules import EndUprising
from rooms.court.game.uprising.view import desk_uprising, phone_uprising
from rooms.realm.desks import Desk
from tests.rooms.court.court import BEAR, CAT, WOLF, three_houses
from tests.rooms.court.test_floor import seat_a_player
from tests.rooms.court.test_uprising import rise

COURT = Viewer(desks=frozenset({Desk.COURT}))
WAR = Viewer(desks=frozenset({Desk.WAR}))
AWAY = Viewer(seat=SeatId("ram-1"))


@pytest.mark.rule("GE-CRT-97", "GE-CRT-98")
@pytest.mark.parametrize("viewer", [COURT, WAR, HALL, AWAY, Viewer(seat=CAT[0])])
def test_nobodys_view_changes_by_who_stands_before_it_is_over(viewer):
    one, other = three_houses(), three_houses()
    rise(one, WOLF[0], BEAR[0])
    rise(other, BEAR[0], CAT[1])
    assert phone_uprising(one.state, viewer) == phone_uprising(other.state, viewer)
    assert desk_uprising(one.state, viewer) == desk_uprising(other.state, viewer)

    for court in (one, other):
        court.do(EndUprising(month=1, number=1))
    told = desk_uprising(one.state, COURT)
    assert told is not None
    assert [each.seat for each in told.culprits] == sorted([WOLF[0], BEAR[0]])


@pytest.mark.rule("GE-CRT-97")
def test_only_the_desk_has_a_meter_before_one_is_declared():
    court = three_houses()
    desk, phone = desk_uprising(court.state, COURT), phone_uprising(court.state, Viewer(seat=CAT[0]))
    assert desk is not None
    assert phone is not None
    assert (desk.meter.standing, desk.meter.needed, desk.meter.assembled, desk.is_open) == (0, 4, 6, False)
    assert phone.meter is None
    for viewer in (WAR, HALL, AWAY):
        assert phone_uprising(court.state, viewer) is desk_uprising(court.state, viewer) is None


@pytest.mark.rule("R-39")
def test_the_order_is_the_sovereigns_and_the_desks():
    court = seat_a_player(three_houses())
    assert order_view(court.state, Viewer(seat=CAT[0])) is not None
    assert order_view(court.state, COURT) is not None
    for viewer in (Viewer(seat=CAT[1]), WAR, HALL, AWAY):
        assert order_view(court.state, viewer) is None
