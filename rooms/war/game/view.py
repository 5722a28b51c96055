"""What may be known of the War Room, built from nothing for each viewer.

The board is open to all: whatever lies on the map. A sheet is its author's alone; once the Orders step has ended it lies open on
the desk of War Control too, and nowhere else (R-17). Battles are told to all when they have been fought.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from control.day.recall import recalled
from control.day.state import RoomClock
from control.day.timetable import steps_of
from control.engine.ids import SeatId, StepId
from control.engine.language import say, say_as
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, ProvinceId, RegionId, Room, RumorId
from rooms.war.game.board import Board, board_of
from rooms.war.game.records.battles import Battle, Round
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import AsideWhy, GuardMove, OpenedSheet, Outcome, Stance, StanceFrom
from rooms.war.game.state import BATTLE, CARRIED_OUT, ORDERS, WarState, record_of, war_of
from rooms.war.game.updates import updates_now
from rooms.war.game.words.battles import battle_words, betrayal_in
from rooms.war.game.words.names import capitalized, seat_words
from rooms.war.game.words.orders import (
    ASIDE_WORDS,
    RULE_OF,
    fate_of,
    guard_line_name,
    guard_move_words,
    guard_order_words,
    line_name,
    order_words,
    outcome_words,
    rule_of,
    stance_words,
)
from rooms.war.rules.castles import held_by
from rooms.war.rules.orders import speaker_of
from rooms.war.screens.marks import NO_MARKS, Marks, Since, last_record, marks_of, record_told, since_last_month

# --- the map, open to all -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyView:
    """A House's units in one region."""

    house: HouseId
    name: str
    short: str
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CastleView:
    name: str
    home: HouseId | None
    flags: tuple[HouseId, ...]  # in the scenario's order of the Houses
    opens: tuple[ProvinceId, ...]
    destroyed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionView:
    """One region and what lies on it. Where it is drawn stands in the scenario's map."""

    id: RegionId
    name: str
    province: ProvinceId | None
    armies: tuple[ArmyView, ...]
    castle: CastleView | None
    remnants: int
    rumors: tuple[RumorId, ...]
    immortals: int
    court: bool  # the Court sits here
    changed: bool  # since the month's first step, or in the month before while nothing has been carried out yet
    since: tuple[Since, ...] = ()  # what is not as it was when that month began
    marks: tuple[str, ...] = ()  # bans, treaties and buildings here, in words
    tasks: tuple[str, ...] = ()  # what Immortals here were sent for (GE-WAR-28)

    @property
    def empty(self) -> bool:
        """Does nothing that fights stand here?"""
        return not self.armies and not self.remnants and not self.immortals

    def units_of(self, house: HouseId) -> int:
        """A House's units here."""
        return next((army.units for army in self.armies if army.house == house), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRow:
    """A House's standing on the map."""

    id: HouseId
    name: str
    short: str
    color: str
    ink: str
    on_map: int
    stock: int
    castles: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """A force in one count of a battle. `stands`: it is on the side that won, or nothing removed it."""

    force: HouseId
    short: str  # "" for the remnants and the Immortals
    attack: int
    stands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleView:
    """A battle with its sums: each count's forces, the strongest first, and all of it in one sentence."""

    region: RegionId
    name: str
    sentence: str
    counts: tuple[tuple[SideView, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MapView:
    """The board: the same for every viewer."""

    month: int
    regions: tuple[RegionView, ...]  # in the map's order
    houses: tuple[HouseRow, ...]
    battles: tuple[BattleView, ...]  # of this month; of the month before until the first one is fought
    battles_month: int
    immortals_away: int
    since_month: int = 0  # the month in which what has changed did so
    marks: Marks = NO_MARKS
    updates: tuple[str, ...] = ()  # what is announced of Immortals, until the orders are opened (GE-WAR-28)

    def region(self, region: RegionId) -> RegionView:
        """One region of the map."""
        return next(each for each in self.regions if each.id == region)


# --- the own orders -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLine:
    """One order in words, and what became of it once its step was carried out. `fate`: "open", "done", "part" or "wasted"."""

    line: str
    order: str
    fate: str
    sentence: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyOrders:
    """A player's own sheet of one month after it was opened, or why there is none."""

    month: int
    opened: bool  # have the orders of the month been opened?
    sentence: str  # what is so with this sheet as a whole
    lines: tuple[OrderLine, ...] = ()
    allies: str = ""  # what the ticks did
    betrayal: str = ""  # what the betray box did
    corrected: bool = False


# --- the desk of War Control --------------------------------------------------------------------------------------------


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


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """A step of the month: "done", "now" or "next"; `carries_out`: something happens on the map when it ends."""

    id: StepId
    name: str
    hint: str
    state: str
    carries_out: bool


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
    opened: bool
    steps: tuple[StepRow, ...]
    houses: tuple[HouseOrders, ...]
    stances: tuple[StanceRow, ...]
    set_aside: tuple[AsideView, ...]
    rumors: tuple[RumorView, ...]
    spare_rumors: int
    immortals: tuple[ImmortalView, ...]
    peace: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WarView:
    """The War Room as one viewer knows it."""

    map: MapView
    mine: MyOrders | None = None
    house: tuple[SheetView, ...] = ()  # opened sheets of the own House, where the scenario lets a House see them
    last: MyOrders | None = None  # of the month before
    desk: WarDeskView | None = None


def view_war(state: GameState, viewer: Viewer) -> WarView:
    """Exactly what this viewer may know."""
    board, desk = map_view(state), war_desk(state) if viewer.sees_desk(Desk.WAR) else None
    if viewer.seat is None or viewer.seat not in state.seats:
        return WarView(map=board, desk=desk)
    past = last_record(state)
    return WarView(
        map=board,
        mine=my_orders(state, viewer.seat, record_of(state)),
        house=_own_house(state, viewer.seat),
        last=my_orders(state, viewer.seat, past) if past else None,
        desk=desk,
    )


def _own_house(state: GameState, seat: SeatId) -> tuple[SheetView, ...]:
    if not state.scenario.settings.war_sheet_visible_to_house:
        return ()
    return _house_orders(state, record_of(state), state.seats[seat].house).sheets


@recalled(64)
def map_view(state: GameState) -> MapView:
    """The board as everybody sees it."""
    war, board = war_of(state), board_of(state.scenario)
    now, past = record_of(state), last_record(state)
    changed = now.changed if now.done or past is None else tuple({*now.changed, *past.changed})
    told = now if now.battles or past is None else past
    court = state.court.region if state.court else None
    since, marks = since_last_month(state), marks_of(state)
    return MapView(
        month=state.clock.month,
        regions=tuple(
            replace(
                _region_view(board, war, region, court=court == region, changed=region in changed),
                since=since.get(region, ()),
                marks=marks.words_of(region),
            )
            for region in board.regions
        ),
        houses=tuple(_house_row(board, war, house) for house in board.houses),
        battles=tuple(battle_view(board, battle) for battle in told.battles),
        battles_month=told.month,
        immortals_away=sum(each.region is None for each in war.immortals),
        since_month=record_told(state).month,
        marks=marks,
        updates=updates_now(state),
    )


def _region_view(board: Board, war: WarState, region: RegionId, *, court: bool, changed: bool) -> RegionView:
    there, castle = war.units.get(region, {}), war.castles.get(region)
    return RegionView(
        id=region,
        name=board.region_name(region),
        province=board.regions[region].province,
        armies=tuple(
            ArmyView(house=house, name=board.house_name(house), short=board.houses[house].short, units=there[house])
            for house in board.sorted_houses(set(there))
            if house in board.houses
        ),
        castle=CastleView(
            name=castle.name,
            home=castle.home,
            flags=board.sorted_houses(castle.flags),
            opens=castle.opens,
            destroyed=castle.destroyed,
        )
        if castle
        else None,
        remnants=war.remnants.get(region, 0),
        rumors=tuple(sorted(token.id for token in war.rumors if token.region == region)),
        immortals=len(war.immortals_in(region)),
        court=court,
        changed=changed,
        tasks=tuple(each.task for each in war.immortals if each.region == region and each.task),
    )


def _house_row(board: Board, war: WarState, house: HouseId) -> HouseRow:
    look = board.houses[house]
    return HouseRow(
        id=house,
        name=look.name,
        short=look.short,
        color=look.color,
        ink=look.ink,
        on_map=war.on_map(house),
        stock=war.stock.get(house, 0),
        castles=tuple(board.region_name(region) for region in held_by(war.castles.values(), house)),
    )


def battle_view(board: Board, battle: Battle) -> BattleView:
    """A battle with its sums and its sentence."""
    return BattleView(
        region=battle.region,
        name=board.region_name(battle.region),
        sentence=battle_words(board, battle),
        counts=tuple(_sides(board, count) for count in battle.rounds),
    )


def _sides(board: Board, count: Round) -> tuple[SideView, ...]:
    lost = {loss.house for loss in count.losses}
    ordered = sorted(count.armies, key=lambda army: (-army.attack, board.order.get(army.house, len(board.order)), army.house))
    return tuple(
        SideView(
            force=army.house,
            short=board.houses[army.house].short if army.house in board.houses else "",
            attack=army.attack,
            stands=army.house in count.side or (army.house in board.houses and army.house not in lost),
        )
        for army in ordered
    )


# --- a player's own -----------------------------------------------------------------------------------------------------


def my_orders(state: GameState, seat: SeatId, record: MonthRecord) -> MyOrders:
    """One player's own orders of one month, with what each did (GE-WAR-07)."""
    board, player = board_of(state.scenario), state.seats[seat]
    if ORDERS not in record.done:
        return MyOrders(month=record.month, opened=False, sentence=say("The orders of this month have not been opened yet."))
    aside = next((each for each in record.set_aside if each.seat == seat), None)
    if aside is not None:
        if aside.why is AsideWhy.ELSEWHERE:
            sentence = say("Your sheet was set aside: you were not in the War Room.")
        else:
            sentence = say("Your sheet was set aside: it could not be read; ask War Control.")
        return MyOrders(month=record.month, opened=True, sentence=sentence)
    sheet = record.sheet(seat)
    if sheet is None:
        here = seat in record.present
        sentence = say("You were in the War Room and sent no sheet.") if here else say("You were not in the War Room.")
        return MyOrders(month=record.month, opened=True, sentence=sentence)
    stance = record.stance(player.house)
    return MyOrders(
        month=record.month,
        opened=True,
        sentence=say("War Control entered your orders.") if sheet.corrected else say("Your orders were opened."),
        lines=order_lines(board, record, sheet),
        allies=_allies_words(board, sheet, stance),
        betrayal=betrayal_words(board, record, sheet, stance),
        corrected=sheet.corrected,
    )


def order_lines(board: Board, record: MonthRecord, sheet: OpenedSheet) -> tuple[OrderLine, ...]:
    """The lines of a sheet with what became of each."""
    known = {outcome.line: outcome for outcome in record.outcomes if outcome.seat == sheet.seat}
    return tuple(
        order_line(board, known[line])
        if line in known
        else OrderLine(line=line_name(line), order=order_words(board, order), fate="open")
        for line, order in sheet.lines()
    ) + _guard_lines(board, record, sheet)


def _guard_lines(board: Board, record: MonthRecord, sheet: OpenedSheet) -> tuple[OrderLine, ...]:
    """The orders of a sheet to Immortals with what became of each (R-59)."""
    known = {move.order: move for move in record.guard_moves if move.seat == sheet.seat}
    return tuple(
        guard_line(board, known[order])
        if order in known
        else OrderLine(line=guard_line_name(order), order=guard_order_words(board, order), fate="open")
        for order in sheet.immortals
    )


def guard_line(board: Board, move: GuardMove) -> OrderLine:
    """One order to an Immortal that was carried out, or wasted."""
    return OrderLine(
        line=guard_line_name(move.order),
        order=guard_order_words(board, move.order),
        fate="done" if move.done else "wasted",
        sentence=capitalized(guard_move_words(board, move)) + ".",
        rule=RULE_OF[move.why] if move.why else "",
    )


def order_line(board: Board, outcome: Outcome) -> OrderLine:
    """One order that was carried out, or wasted."""
    return OrderLine(
        line=line_name(outcome.line),
        order=order_words(board, outcome.order),
        fate=fate_of(outcome),
        sentence=capitalized(outcome_words(board, outcome)) + ".",
        rule=rule_of(outcome),
    )


def _allies_words(board: Board, sheet: OpenedSheet, stance: Stance) -> str:
    if stance.seat != sheet.seat:
        house = board.house_name(sheet.house)
        return say("Your ticks did not count: a higher rank of {house} sent a sheet (R-43).", house=house)
    return stance_words(board, stance) + "."


def betrayal_words(board: Board, record: MonthRecord, sheet: OpenedSheet, stance: Stance) -> str:
    """What the betray box of a sheet did; empty when it was left empty."""
    house = board.house_name(sheet.house)
    if not sheet.betray:
        return ""
    if stance.seat != sheet.seat:
        return say("Your betray box did not count: a higher rank of {house} sent a sheet (R-43).", house=house)
    if BATTLE not in record.done:
        return say("{house} betrays the Sovereign this month.", house=house)
    met = [battle for battle in record.battles if sheet.house in battle.betrayers]
    if not met:
        return say("{house} betrayed the Sovereign, but met no Immortal in any region (GE-WAR-63).", house=house)
    return " ".join(betrayal_in(board, battle, sheet.house) for battle in met)


# --- War Control --------------------------------------------------------------------------------------------------------


def war_desk(state: GameState) -> WarDeskView:
    """The desk of War Control."""
    war, board, record = war_of(state), board_of(state.scenario), record_of(state)
    opened = ORDERS in record.done
    return WarDeskView(
        month=state.clock.month,
        opened=opened,
        steps=_step_rows(state),
        houses=tuple(_house_orders(state, record, house) for house in board.houses) if opened else (),
        stances=tuple(_stance_row(board, stance) for stance in record.stances),
        set_aside=tuple(
            AsideView(seat=each.seat, player=seat_words(state, each.seat), why=ASIDE_WORDS[each.why]) for each in record.set_aside
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
        immortals=tuple(
            ImmortalView(id=each.id, region=each.region, name=_immortal_place(board, each.region, each.away_until, gone=each.gone))
            for each in war.immortals
        ),
        peace=tuple(board.region_name(region) for region in record.peace),
    )


def _immortal_place(board: Board, region: RegionId | None, away_until: int | None, *, gone: bool) -> str:
    if region is not None:
        return board.region_name(region)
    if gone or away_until is None:
        return say("gone for good")
    return say("away, back at the end of month {month}", month=away_until)


def _step_rows(state: GameState) -> tuple[StepRow, ...]:
    at = state.clock.rooms.get(Room.WAR, RoomClock())
    current = at.month == state.clock.month
    return tuple(
        StepRow(
            id=step.id,
            name=step.name,
            hint=step.hint,
            state="done" if current and step.id in at.done else "now" if current and step.id == at.step else "next",
            carries_out=step.id in CARRIED_OUT,
        )
        for step in steps_of(state, Room.WAR)
    )


def _house_orders(state: GameState, record: MonthRecord, house: HouseId) -> HouseOrders:
    board = board_of(state.scenario)
    own = sorted((sheet for sheet in record.sheets if sheet.house == house), key=lambda sheet: (sheet.rank, sheet.seat))
    speaker = speaker_of(house, own)
    sent = {sheet.seat for sheet in own}
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
