"""The tables at which a player of an event sits, as the phone's first page tells of them: above all whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from control import steady
from control.hall.faces import Hands
from control.people.access import SeatPass
from control.registry import EMPTY, Panel
from rooms.tables import access
from rooms.tables.access import open_door, person_of_seat
from rooms.tables.game.state import Stage
from rooms.tables.screens.names import table_name
from rooms.tables.screens.shown import own_turn, turn_hands, turn_words, warn_at


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable:
    """A table at which the player sits. `mine`: it waits for the player, for as long as `hands` say."""

    name: str
    code: str
    words: str
    mine: bool
    hands: Hands | None
    warn_at: int


def own_tables(door: SeatPass) -> Panel:
    """The tables of the event at which this player sits and which are not over, those that wait for the player first."""
    person, now = person_of_seat(door.event.pk, door.seat), steady.now()
    found = []
    for table in access.running(door.event):
        at = open_door(table, None)
        state, chair = at.state, at.state.chair_of(person)
        if chair is None or state.stage not in (Stage.OPEN, Stage.PLAYING):
            continue
        mine = own_turn(state, chair)
        own = OwnTable(
            name=table_name(at),
            code=table.code,
            words=turn_words(state, chair if mine else None),
            mine=mine,
            hands=turn_hands(state, now) if mine else None,
            warn_at=warn_at(state),
        )
        found.append(own)
    found.sort(key=lambda each: not each.mine)
    return Panel(template="tables/_own.html", panel=tuple(found)) if found else EMPTY
