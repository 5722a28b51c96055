"""What several parts of the desk of War Control look at, once for each look."""

from __future__ import annotations

from control.day import people
from control.desks.frame import Look
from control.engine.ids import SeatId
from control.sheets import sheets
from rooms.realm.game.state import Seat
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.sheets.document import KIND
from rooms.war.game.view_desk import WarDeskView, war_desk


def there(seen: Look) -> tuple[Seat, ...]:
    return people.present_in(seen.state, Room.WAR)


def sent_in_time(seen: Look) -> frozenset[SeatId]:
    return sheets.sent(seen.event_id, KIND, seen.state.clock.month)


def shown_desk(seen: Look) -> WarDeskView:
    return war_desk(seen.state)


def sent_of(seen: Look) -> tuple[frozenset[SeatId], frozenset[SeatId]]:
    """Whose sheet is here in time, and who is in the War Room."""
    return seen.once(sent_in_time), frozenset(seat.id for seat in seen.once(there))


OPEN_PHASES = (Phase.ACTION, Phase.RETURN)
