"""Months of war under laws that the Court passed in the month before."""

from __future__ import annotations

from collections.abc import Mapping

from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.state import war_of, with_war
from tests.rooms.realm.game.play import Day
from tests.rooms.war.play import Month, only, sealed, seated


def at_war(
    day: Day, units: Mapping[str, Mapping[str, int]], sheets: Mapping[str, WarSheet] | None = None, *, after: int = 1
) -> Month:
    """Action `after` months later, with these units on the map and these sealed sheets. Nothing else is set by hand."""
    number = day.state.clock.month + after
    day.until(number, Phase.ACTION)
    state, written = with_war(day.state, only(war_of(day.state), units)), sheets or {}
    for seat in written:
        state = seated(state, seat, Room.WAR)
    return Month(state=state, sheets=tuple(sealed(seat, each, number) for seat, each in written.items()))
