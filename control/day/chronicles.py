"""Chroniclers of what every day has: where its players went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from control.day.people.asked import choice_of
from control.day.state import DayState, Seat
from control.engine.chronicle import MakeChronicler, Moment, Record, Stay
from control.engine.ids import RoomId, SeatId, TeamId


@dataclass(slots=True)
class WhereTheyWent:
    """Who is in which room, at which table, whenever that changes by a choice, by the control team, or by leaving."""

    known: dict[SeatId, tuple[RoomId | None, str]] = field(default_factory=dict)

    def see(self, moment: Moment[DayState]) -> Iterator[Record]:
        if moment.before.seats is moment.after.seats and moment.before.clock.month == moment.after.clock.month:
            return
        for seat in moment.after.seats.values():
            room = choice_of(moment.after, seat)
            place = (room, seat.table if room is not None else "")
            if self.known.get(seat.id, (None, "")) != place:
                self.known[seat.id] = place
                yield Stay(seat=seat.id, room=place[0], table=place[1], seq=moment.seq, round=moment.after.clock.month)

    def end(self, _state: Any) -> Iterator[Record]:
        return iter(())


DAY_CHRONICLERS: tuple[MakeChronicler, ...] = (WhereTheyWent,)


def players_told(state: DayState) -> Mapping[SeatId, tuple[str, TeamId]]:
    """Every player as a look back names them, with the team: teams in their order, then ranks."""
    order = {team.id: number for number, team in enumerate(state.teams)}

    def place(seat: Seat) -> tuple[int, int, str]:
        return order.get(seat.team, len(order)), seat.rank, seat.id

    return {seat.id: (seat.character or seat.name, seat.team) for seat in sorted(state.seats.values(), key=place)}
