"""Looking back on a day: rounds that players may read, the rooms that players visited, and a player at a past moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from control.day.people.lookup import choice_of
from control.day.state import DaySeat, DayStage, DayState
from control.day.view import PlayerView, player_view
from control.engine.chronicle import MakeChronicler, Record, Stay, StoryMoment
from control.engine.ids import RoomId, SeatId, TeamId

# === told rounds ========================================================================================================

# Players may read a round once its last phase with steps is over.


class RoundsTold(Struct, frozen=True, kw_only=True):
    """The rounds that players may look back on.

    `last`: the newest round that may be read, 0 for none.
    `fresh`: the round that phones show by themselves, 0 for none. They show it from the end of its last phase with steps until
    the rooms begin their steps again.
    """

    last: int = 0
    fresh: int = 0


def rounds_over(state: DayState) -> RoundsTold:
    """The rounds that are over; the same for everybody."""
    clock, frame = state.clock, state.frame
    if clock.stage is DayStage.OVER:  # no phase runs any more
        return RoundsTold(last=clock.month, fresh=clock.month)
    if clock.stage is DayStage.GATHERING or clock.is_in(None):
        return RoundsTold()
    last, order, acting = clock.month - 1, frame.phase_ids, frame.acting_phases
    if not acting or clock.is_in(*order[: order.index(acting[0])]):
        return RoundsTold(last=last, fresh=last)
    if clock.is_in(*order[order.index(acting[-1]) + 1 :]):
        return RoundsTold(last=clock.month, fresh=clock.month)
    return RoundsTold(last=last)


# === chroniclers ========================================================================================================

# Chroniclers that every day has.


@dataclass(slots=True)
class WhereTheyWent:
    """Record each change of a player's room and table: by a choice, by the control team, or by leaving."""

    known: dict[SeatId, tuple[RoomId | None, str]] = field(default_factory=dict)

    def see(self, moment: StoryMoment[DayState]) -> Iterator[Record]:
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


def names_and_teams(state: DayState) -> Mapping[SeatId, tuple[str, TeamId]]:
    """Every player's character (or name) and team, by team and rank."""
    order = {team.id: number for number, team in enumerate(state.teams)}

    def place(seat: DaySeat) -> tuple[int, int, str]:
        return order.get(seat.team, len(order)), seat.rank, seat.id

    return {seat.id: (seat.character or seat.name, seat.team) for seat in sorted(state.seats.values(), key=place)}


# === player at a moment =================================================================================================

# A player at a past moment, after everything is unsealed.


class PlayerThen(Struct, frozen=True, kw_only=True):
    """A player at a past moment. `room`: "" for none; `table`: "" for none."""

    player: PlayerView
    room: str
    table: str


def player_then(state: DayState, seat: SeatId) -> PlayerThen | None:
    """A player in this past state; None before the player joined."""
    found = state.seats.get(seat)
    if found is None:
        return None
    room = choice_of(state, found)
    return PlayerThen(
        player=player_view(state, found),
        room=state.frame.room_name(room) if room is not None else "",
        table=state.table_name(room, found.table) if room is not None and found.table else "",
    )
