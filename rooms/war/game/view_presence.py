"""Who is in the War Room this month, House by House: for the desk that waits for their sheets."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.people import asked as people
from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game.board import board_of
from rooms.war.game.words.names import seat_words


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePresence:
    """Who of a House is in the War Room, by name."""

    house: HouseId
    short: str
    players: tuple[tuple[SeatId, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceView:
    """The Houses in the scenario's order. `nowhere`: so many are here today and in no room this month.

    A sheet of the `authors` counts: of everybody in the War Room, and of who chose it and is dead or absent now (R-139).
    """

    month: int
    houses: tuple[HousePresence, ...] = ()
    nowhere: int = 0
    authors: frozenset[SeatId] = frozenset()

    @property
    def seats(self) -> frozenset[SeatId]:
        """Everybody in the War Room."""
        return frozenset(seat for house in self.houses for seat, _name in house.players)


def war_presence(state: GameState, viewer: Viewer) -> PresenceView:
    """Who is in the War Room this month, for War Control."""
    if not viewer.sees_desk(Desk.WAR):
        return PresenceView(month=state.clock.month)
    board, there = board_of(state.scenario), people.present_in(state, Room.WAR)
    return PresenceView(
        month=state.clock.month,
        houses=tuple(
            HousePresence(
                house=house,
                short=look.short,
                players=tuple((seat.id, seat.name) for seat in there if seat.house == house),
            )
            for house, look in board.houses.items()
        ),
        authors=frozenset(seat.id for seat in state.seats.values() if people.sent_from(state, seat, Room.WAR)),
        nowhere=sum(seat.here and people.choice_of(state, seat) is None for seat in state.seats.values()),
    )


def players_named(state: GameState, seats: frozenset[SeatId]) -> tuple[tuple[SeatId, str], ...]:
    """Those of these seats that this day has, in the order of their ids, each with the player in words."""
    return tuple((seat, seat_words(state, seat)) for seat in sorted(seats & state.seats.keys()))
