"""What War Control sees beyond the map: opened sheets, ticks, steps, Rumors with their texts; nothing of a sheet before (R-17)."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.timetable import last_month
from control.engine.ids import SeatId
from control.engine.language import say, say_as
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, RumorId
from rooms.war.game.board import Board, board_of
from rooms.war.game.pieces import Immortal
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import AsideWhy, OpenedSheet, Stance, StanceFrom
from rooms.war.game.state import ORDERS, record_of, war_of
from rooms.war.game.view_orders import OrderLine, order_lines
from rooms.war.game.view_steps import StepRow, step_rows
from rooms.war.game.words.names import seat_words
from rooms.war.game.words.orders import ASIDE_WORDS, stance_words
from rooms.war.rules.orders import speaker_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """An opened sheet on the desk."""

    seat: SeatId
    player: str
    house: HouseId
    rank: int
    lines: tuple[OrderLine, ...]
    allies: tuple[HouseId, ...]
    betray: bool
    speaks: bool  # its ticks and betrayal are the House's
    corrected: bool
    sheet: OpenedSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseOrders:
    """One House at the desk: its sheets by rank and who is there without one."""

    house: HouseId
    name: str
    short: str
    sheets: tuple[SheetView, ...]
    silent: tuple[str, ...]  # players present who sent none


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceRow:
    """One line of the matrix of ticks."""

    house: HouseId
    name: str
    ticks: tuple[HouseId, ...]
    forced: tuple[HouseId, ...]
    betrays: bool
    sentence: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AsideView:
    seat: SeatId
    player: str
    why: str
    elsewhere: bool  # set aside because its author was not in the War Room


@dataclass(frozen=True, slots=True, kw_only=True)
class RumorView:
    """A Rumor with its text, which War Control reads out."""

    id: RumorId
    region: RegionId | None
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalView:
    id: int
    region: RegionId | None
    name: str  # where it stands, or when it comes back


@dataclass(frozen=True, slots=True, kw_only=True)
class WarDeskView:
    """What War Control sees beyond the map: nothing of a sheet before the Orders step has ended."""

    month: int
    opened: bool = False
    steps: tuple[StepRow, ...] = ()
    houses: tuple[HouseOrders, ...] = ()
    stances: tuple[StanceRow, ...] = ()
    set_aside: tuple[AsideView, ...] = ()
    rumors: tuple[RumorView, ...] = ()
    spare_rumors: int = 0
    immortals: tuple[ImmortalView, ...] = ()
    peace: tuple[str, ...] = ()

    def sheet(self, seat: SeatId) -> OpenedSheet | None:
        """The opened sheet of a player that counts this month."""
        return next((each.sheet for house in self.houses for each in house.sheets if each.seat == seat and each.sheet.sent), None)


def war_desk(state: GameState, viewer: Viewer) -> WarDeskView:
    """The desk of War Control; for who does not sit there the month and nothing else."""
    if not viewer.sees_desk(Desk.WAR):
        return WarDeskView(month=state.clock.month)
    war, board, record = war_of(state), board_of(state.scenario), record_of(state)
    opened = ORDERS in record.done
    return WarDeskView(
        month=state.clock.month,
        opened=opened,
        steps=step_rows(state),
        houses=tuple(house_orders(state, record, house) for house in board.houses) if opened else (),
        stances=tuple(_stance_row(board, stance) for stance in record.stances),
        set_aside=tuple(
            AsideView(
                seat=each.seat,
                player=seat_words(state, each.seat),
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


def house_orders(state: GameState, record: MonthRecord, house: HouseId) -> HouseOrders:
    board = board_of(state.scenario)
    own = sorted((sheet for sheet in record.sheets if sheet.house == house), key=lambda sheet: (sheet.rank, sheet.seat))
    speaker = speaker_of(house, own)
    sent = {sheet.seat for sheet in own if sheet.sent}
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
                allies=sheet.allies,
                betray=sheet.betray,
                speaks=sheet is speaker,
                corrected=sheet.corrected,
                sheet=sheet,
            )
            for sheet in own
        ),
        silent=tuple(
            seat_words(state, seat)
            for seat in record.present
            if seat in state.seats and state.seats[seat].house == house and seat not in sent
        ),
    )


STANCE_RULES = {StanceFrom.SHEET: "R-43", StanceFrom.SILENT: "R-44", StanceFrom.ABSENT: "GE-WAR-25"}


def _stance_row(board: Board, stance: Stance) -> StanceRow:
    return StanceRow(
        house=stance.house,
        name=board.house_name(stance.house),
        ticks=stance.ticks,
        forced=stance.forced,
        betrays=stance.betrays,
        sentence=stance_words(board, stance) + ".",
        rule=STANCE_RULES[stance.source],
    )
