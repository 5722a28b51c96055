"""Events of the roster, each kind in one morning."""

from __future__ import annotations

from control.day.roster.casting import CastRow, ImportCasting, seat_as_seen
from control.day.roster.marks import MarkPerson
from control.day.roster.substitutes import Substitute, SwapSeats
from control.day.state import PersonMarks, Presence
from control.engine.modules import GameEvent
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from tests.rooms.realm.game.play import CAT_1, CAT_2, CHECK_IN, WOLF_1, morning

CAT = HouseId("cat")


def saw(state: GameState):
    """Return the players as the preview of an import shows them."""
    return tuple(seat_as_seen(seat) for seat in state.seats.values() if seat.presence is not Presence.GONE)


def roster() -> tuple[GameEvent, ...]:
    """Events of marks, a substitute, a swap, and an imported list with a new player at rank 1."""
    day = morning()
    day.do(
        MarkPerson(seat=CAT_1, before=PersonMarks(), after=PersonMarks(first_timer=True, phoneless=True, note="vegan")), by=CHECK_IN
    )
    day.do(Substitute(seat=CAT_2, before=day.state.seats[CAT_2].name, name="Nia"), by=CHECK_IN)
    one, other = day.state.seats[CAT_1].name, day.state.seats[WOLF_1].name
    day.do(SwapSeats(one=CAT_1, one_name=one, other=WOLF_1, other_name=other), by=CHECK_IN)
    rows = (CastRow(seat=None, team=CAT, name="Olu", rank=1),)
    day.do(ImportCasting(rows=rows, leave=(), saw=saw(day.state), begun=False))
    return tuple(day.happened)
