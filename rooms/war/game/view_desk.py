"""War Control's view beyond the map: players present, opened sheets, ticks and Rumors. Sealed sheets stay hidden (R-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from control.day.memoization import memoized_view
from control.day.people import lookup as people
from control.day.timetable import last_month
from control.engine.ids import SeatId
from control.engine.language import say, say_as
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room, RumorId
from rooms.war.game.board import Board, Immortal, board_of
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import AsideWhy, OpenedSheet, Stance, StanceFrom
from rooms.war.game.state import ORDERS, record_of, war_of
from rooms.war.game.view_orders import order_lines
from rooms.war.game.view_steps import StepRow, step_rows
from rooms.war.game.words.names import seat_words
from rooms.war.game.words.orders import ASIDE_WORDS, OrderLine, stance_words
from rooms.war.rules.orders_by_rank import speaker_of

# === presence ===========================================================================================================

# Players in the War Room this month, by House: the desk waits for their sheets.


class HousePresence(Struct, frozen=True, kw_only=True):
    """Players of one House in the War Room, by name."""

    house: HouseId
    short: str
    players: tuple[tuple[SeatId, str], ...]


class PresenceView(Struct, frozen=True, kw_only=True):
    """Players in the War Room, by House in the scenario's order. `nowhere`: number of players here today without a room.

    `authors`: seats whose sheets count: everybody in the War Room, and players who chose it and are dead or absent now (R-139).
    """

    month: int
    houses: tuple[HousePresence, ...] = ()
    nowhere: int = 0
    authors: frozenset[SeatId] = frozenset()

    @property
    def seats(self) -> frozenset[SeatId]:
        """All seats in the War Room."""
        return frozenset(seat for house in self.houses for seat, _name in house.players)


@memoized_view(64)
def war_presence(state: GameState, viewer: Viewer) -> PresenceView:
    """Players in the War Room this month, for War Control."""
    if not viewer.sees_desk(Desk.WAR):
        return PresenceView(month=state.clock.month)
    board, there = board_of(state.scenario), people.present_seats(state, Room.WAR)
    of: dict[HouseId, list[tuple[SeatId, str]]] = {}
    for seat in there:
        of.setdefault(seat.house, []).append((seat.id, seat.name))
    return PresenceView(
        month=state.clock.month,
        houses=tuple(
            HousePresence(house=house, short=look.short, players=tuple(of.get(house, ()))) for house, look in board.houses.items()
        ),
        authors=frozenset(seat.id for seat in state.seats.values() if people.sheet_counts_in(state, seat, Room.WAR)),
        nowhere=sum(seat.here and people.choice_of(state, seat) is None for seat in state.seats.values()),
    )


def seats_of_houses(state: GameState, seats: frozenset[SeatId]) -> tuple[HouseId, ...]:
    """The House of each of these seats that exist today."""
    return tuple(state.seats[seat].house for seat in seats & state.seats.keys())


def players_named(state: GameState, seats: frozenset[SeatId]) -> tuple[tuple[SeatId, str], ...]:
    """Those of these seats that exist today, ordered by id, with the player's name."""
    return tuple((seat, seat_words(state, seat)) for seat in sorted(seats & state.seats.keys()))


# === desk ===============================================================================================================

# War Control's view beyond the map: opened sheets, ticks, steps, Rumors with texts. Sealed sheets stay hidden


class SheetView(Struct, frozen=True, kw_only=True):
    """An opened sheet at the desk."""

    seat: SeatId
    player: str
    house: HouseId
    rank: int
    lines: tuple[OrderLine, ...]
    speaks: bool  # its ticks and betrayal count for the House
    corrected: bool
    sheet: OpenedSheet


class HouseOrders(Struct, frozen=True, kw_only=True):
    """One House at the desk: its sheets by rank, and players without one. Of a folded House only their numbers."""

    house: HouseId
    name: str
    short: str
    sheets: tuple[SheetView, ...] = ()
    silent: tuple[str, ...] = ()  # players present without a sheet
    count: int = 0  # of sheets
    without: int = 0  # of players present without one


class StanceRow(Struct, frozen=True, kw_only=True):
    """One line of the matrix of ticks."""

    house: HouseId
    name: str
    short: str
    ticks: tuple[HouseId, ...]
    forced: tuple[HouseId, ...]
    betrays: bool
    sentence: str
    rule: str


class AsideView(Struct, frozen=True, kw_only=True):
    seat: SeatId
    player: str
    house: HouseId | None  # None if the seat is gone
    why: str
    elsewhere: bool  # its author was not in the War Room


class RumorView(Struct, frozen=True, kw_only=True):
    """A Rumor with its text, which War Control reads aloud."""

    id: RumorId
    region: RegionId | None
    name: str
    text: str


class ImmortalView(Struct, frozen=True, kw_only=True):
    id: int
    region: RegionId | None
    name: str  # its region, or when it comes back


class WarDeskView(Struct, frozen=True, kw_only=True):
    """War Control's view beyond the map. Sheets stay hidden until the Orders step has ended.

    `is_long`: Houses are folded.
    """

    month: int
    opened: bool = False
    is_long: bool = False
    steps: tuple[StepRow, ...] = ()
    houses: tuple[HouseOrders, ...] = ()
    sheets: tuple[OpenedSheet, ...] = ()
    stances: tuple[StanceRow, ...] = ()
    set_aside: tuple[AsideView, ...] = ()
    rumors: tuple[RumorView, ...] = ()
    spare_rumors: int = 0
    immortals: tuple[ImmortalView, ...] = ()
    peace: tuple[str, ...] = ()

    def sheet(self, seat: SeatId) -> OpenedSheet | None:
        """A player's opened sheet that counts this month."""
        return next((each for each in self.sheets if each.seat == seat and each.sent), None)


@memoized_view(64)
def war_desk(state: GameState, viewer: Viewer, unfolded: frozenset[HouseId] | None = None) -> WarDeskView:
    """War Control's desk. Others get only the month. `unfolded`: only these Houses have their sheets in words."""
    if not viewer.sees_desk(Desk.WAR):
        return WarDeskView(month=state.clock.month)
    war, board, record = war_of(state), board_of(state.scenario), record_of(state)
    opened = ORDERS in record.done
    folded = frozenset(board.houses) - unfolded if unfolded is not None else frozenset()
    return WarDeskView(
        month=state.clock.month,
        opened=opened,
        is_long=opened and unfolded is not None,
        steps=step_rows(state),
        houses=tuple(_orders_of_houses(state, record, folded)) if opened else (),
        sheets=record.sheets if opened else (),
        stances=tuple(_stance_row(board, stance) for stance in record.stances),
        set_aside=tuple(
            AsideView(
                seat=each.seat,
                player=seat_words(state, each.seat),
                house=state.seats[each.seat].house if each.seat in state.seats else None,
                why=ASIDE_WORDS[each.why],
                elsewhere=each.why is AsideWhy.ELSEWHERE,
            )
            for each in record.set_aside
        ),
        rumors=tuple(
            RumorView(
                id=token.id,
                region=token.region,
                name=board.region_name(token.region) if token.region else say_as("place", "off the map"),
                text=token.text,
            )
            for token in war.rumors
        ),
        spare_rumors=max(len(state.scenario.texts.rumor_spares) - war.spares_used, 0),
        immortals=tuple(ImmortalView(id=each.id, region=each.region, name=_immortal_place(state, each)) for each in war.immortals),
        peace=tuple(board.region_name(region) for region in record.peace),
    )


def _immortal_place(state: GameState, each: Immortal) -> str:
    if each.region is not None:
        return board_of(state.scenario).region_name(each.region)
    if each.gone or each.away_until is None:
        return say("gone for good")
    if each.away_until > last_month(state):
        return say("away for the rest of the game")
    return say("away, back at the end of month {month}", month=each.away_until)


def _orders_of_houses(state: GameState, record: MonthRecord, folded: frozenset[HouseId]) -> Iterator[HouseOrders]:
    """Every House with its sheets; of a folded one their numbers."""
    board = board_of(state.scenario)
    counts = Counter(sheet.house for sheet in record.sheets)
    sent = {sheet.seat for sheet in record.sheets if sheet.sent}
    without = Counter(state.seats[seat].house for seat in record.present if seat not in sent and seat in state.seats)
    for house in board.houses:
        if house in folded:
            short = board.houses[house].short
            name = board.house_name(house)
            yield HouseOrders(house=house, name=name, short=short, count=counts[house], without=without[house])
        else:
            yield house_orders(state, record, house)


def house_orders(state: GameState, record: MonthRecord, house: HouseId) -> HouseOrders:
    """The sheets of a House in words, and who sent none."""
    board = board_of(state.scenario)
    own = sorted((sheet for sheet in record.sheets if sheet.house == house), key=lambda sheet: (sheet.rank, sheet.seat))
    speaker = speaker_of(house, own)
    sent = {sheet.seat for sheet in own if sheet.sent}
    silent = tuple(
        seat_words(state, seat)
        for seat in record.present
        if seat in state.seats and state.seats[seat].house == house and seat not in sent
    )
    return HouseOrders(
        house=house,
        name=board.house_name(house),
        short=board.houses[house].short,
        sheets=tuple(
            SheetView(
                seat=sheet.seat,
                player=seat_words(state, sheet.seat),
                house=house,
                rank=sheet.rank,
                lines=order_lines(board, record, sheet),
                speaks=sheet is speaker,
                corrected=sheet.corrected,
                sheet=sheet,
            )
            for sheet in own
        ),
        silent=silent,
        count=len(own),
        without=len(silent),
    )


STANCE_RULES = {StanceFrom.SHEET: "R-43", StanceFrom.SILENT: "R-44", StanceFrom.ABSENT: "GE-WAR-25"}


def _stance_row(board: Board, stance: Stance) -> StanceRow:
    return StanceRow(
        house=stance.house,
        name=board.house_name(stance.house),
        short=board.houses[stance.house].short,
        ticks=stance.ticks,
        forced=stance.forced,
        betrays=stance.betrays,
        sentence=stance_words(board, stance) + ".",
        rule=STANCE_RULES[stance.source],
    )
