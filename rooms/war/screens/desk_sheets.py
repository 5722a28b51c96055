"""The sheets on the desk of War Control: who has sent and who is awaited, what came late, then the orders in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from control.day import people
from control.day.lateness import ASK, late_rule
from control.desks.frame import Look
from control.engine.ids import SeatId
from control.models import Sheet
from control.sheets import sheets
from control.sheets.store import why_words
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game.board import Board, board_of
from rooms.war.game.sheets.document import KIND
from rooms.war.game.state import ORDERS, record_of
from rooms.war.game.view_desk import WarDeskView
from rooms.war.game.words.names import seat_words
from rooms.war.screens.desk_seen import sent_of, shown_desk, there

MOST_LATE = 24  # late sheets that stand at the desk itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Who of a House is awaited: by name, never what has been written."""

    house: HouseId
    short: str
    sent: tuple[str, ...]
    awaited: tuple[tuple[SeatId, str], ...]

    @property
    def awaited_names(self) -> tuple[str, ...]:
        """Who is awaited, in words."""
        return tuple(name for _seat, name in self.awaited)


@dataclass(frozen=True, slots=True, kw_only=True)
class LateSheet:
    """A sheet that came too late: who and when. What is in it stays sealed until the orders are open."""

    seat: SeatId
    player: str
    at: datetime
    why: str
    may_count: bool
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersPanel:
    """Before the orders are open: who has sent and who is awaited. After: the orders in words."""

    month: int
    playing: bool
    opened: bool
    missing: tuple[Missing, ...]
    sent: int
    expected: int
    nowhere: int
    desk: WarDeskView
    late: tuple[LateSheet, ...]
    more_late: int = 0  # of whom the page of arrivals tells
    admissible: frozenset[SeatId] = field(default_factory=frozenset)

    @property
    def counting(self) -> int:
        """How many sheets count once the orders are open, whoever wrote them into the console."""
        return sum(len(house.sheets) for house in self.desk.houses)

    @property
    def by_hand(self) -> int:
        """How many of these War Control has entered or changed."""
        return sum(sheet.corrected for house in self.desk.houses for sheet in house.sheets)


def orders_panel(seen: Look) -> OrdersPanel:
    """The sheets of this month, as far as the desk may know them."""
    state = seen.state
    sent, expected = sent_of(seen)
    shown = seen.once(shown_desk)
    here = [seat for seat in state.seats.values() if seat.here]
    late = sorted(sheets.came_late(seen.event_id, KIND, state.clock.month) & state.seats.keys())
    return OrdersPanel(
        month=state.clock.month,
        playing=state.clock.phase is not None,
        opened=shown.opened,
        missing=() if shown.opened else _missing(board_of(state.scenario), seen.once(there), sent),
        sent=len(sent & expected),
        expected=len(expected),
        nowhere=sum(people.choice_of(state, seat) is None for seat in here),
        desk=shown,
        late=tuple(late_sheets(seen, late[:MOST_LATE])) if late else (),
        more_late=max(len(late) - MOST_LATE, 0),
        admissible=frozenset(each.seat for each in shown.set_aside if _in_room(state, each.seat)),
    )


def _in_room(state: GameState, seat: SeatId) -> bool:
    return seat in state.seats and people.here_in_room(state, state.seats[seat], Room.WAR)


def _missing(board: Board, there: Iterable[Seat], sent: frozenset[SeatId]) -> tuple[Missing, ...]:
    names: dict[HouseId, list[Seat]] = {house: [] for house in board.houses}
    for seat in there:
        names[seat.house].append(seat)
    return tuple(
        Missing(
            house=house,
            short=board.houses[house].short,
            sent=tuple(seat.name for seat in seats if seat.id in sent),
            awaited=tuple((seat.id, seat.name) for seat in seats if seat.id not in sent),
        )
        for house, seats in names.items()
    )


def late_sheets(seen: Look, seats: Collection[SeatId]) -> Iterator[LateSheet]:
    """The newest late sheet of each of these players this month."""
    state, month = seen.state, seen.state.clock.month
    late = Sheet.objects.filter(event=seen.event_id, kind=KIND, month=month, late=True, seat__in=seats)
    newest = {row.seat: row for row in late.defer("body").order_by("seat", "revision")}
    record = record_of(state)
    for row in newest.values():
        seat = SeatId(row.seat)
        yield LateSheet(
            seat=seat,
            player=seat_words(state, seat),
            at=row.received_at,
            why=why_words(row.received_at, row.due_at, late=True, rule=late_rule(state, KIND)),
            may_count=late_rule(state, KIND).policy == ASK and ORDERS in record.done and _in_room(state, seat),
            counts=record.sheet(seat) is not None,
        )
