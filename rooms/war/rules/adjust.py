"""What War Control may set by hand, always with a reason: the board and the opened orders (GE-EVT-15, GE-WAR-03, R-16, R-55).

Pieces are never made or lost: what leaves the map goes to its House's stockpile, what comes onto it comes from there (R-42).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from control.day.people.asked import here_in_room
from control.day.words import reason_of
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refused import Refused, Stale
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import seat_of
from rooms.realm.scenario.ids import HouseId, RegionId, Room, RumorId
from rooms.war.game import sheets
from rooms.war.game.board import board_of
from rooms.war.game.events import (
    FlagAdjusted,
    ImmortalAdjusted,
    OrdersCorrected,
    RemnantAdjusted,
    RumorMoved,
    RumorPlaced,
    UnitsAdjusted,
)
from rooms.war.game.state import (
    BATTLE,
    MOVE,
    ORDERS,
    RECRUIT,
    Castle,
    GuardOrder,
    MonthRecord,
    OpenedSheet,
    Order,
    OrderKind,
    Stance,
    record_of,
    war_of,
)
from rooms.war.rules.effects import effects_in
from rooms.war.rules.orders import stances_of

# --- commands -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustUnits:
    """Set a House's units in a region; `before` is what its sender saw."""

    region: RegionId
    house: HouseId
    before: int
    units: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustFlag:
    """Place a House's flag on a castle, or take it off."""

    region: RegionId
    house: HouseId
    on: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustRemnant:
    """Set the remnants at a castle; `before` is what its sender saw."""

    region: RegionId
    before: int
    units: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustImmortal:
    """Place an Immortal, or take it off the board: it then comes back like a defeated one (R-58)."""

    immortal: int
    region: RegionId | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRumor:
    """Move a Rumor token, or take it off the map (R-55)."""

    rumor: RumorId
    region: RegionId | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRumor:
    """Place a new Rumor with the next spare text."""

    region: RegionId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmitSheet:
    """Let a sealed sheet count that was set aside: its author has been seated in the War Room since (R-16)."""

    player: SeatId
    month: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectOrders:
    """Enter or replace the opened orders of a player in the War Room, as far as they have not been carried out."""

    player: SeatId
    month: int
    reason: str
    orders: tuple[Order, ...] = ()
    extra: RegionId | None = None
    allies: tuple[HouseId, ...] = ()
    betray: bool = False
    immortals: tuple[GuardOrder, ...] = ()


# --- the board ----------------------------------------------------------------------------------------------------------


def decide_adjust_units(state: GameState, command: AdjustUnits, asked: DecisionContext) -> tuple[UnitsAdjusted, ...]:
    reason = reason_of(command.reason)
    region, house = _region(state, command.region), _house(state, command.house)
    stands, stock = war_of(state).count(command.region, command.house), war_of(state).stock.get(command.house, 0)
    if stands != command.before:
        raise Stale(
            say(
                "{region} holds {units} of {house} by now, not {before}; look again.",
                region=region,
                units=stands,
                house=house,
                before=command.before,
            )
        )
    if command.units < 0:
        raise Refused(say("A region holds 0 units or more."), rule="R-42")
    more = command.units - stands
    if not more:
        raise Stale(say("{region} holds {units} of {house} already.", region=region, units=stands, house=house))
    if more > stock:
        said = say("The stockpile of {house} holds {stock}; {more} more cannot be placed.", house=house, stock=stock, more=more)
        raise Refused(said, rule="R-42")
    return (
        UnitsAdjusted(
            month=state.clock.month, region=command.region, house=command.house, before=stands, after=command.units, reason=reason
        ),
    )


def decide_adjust_flag(state: GameState, command: AdjustFlag, asked: DecisionContext) -> tuple[FlagAdjusted, ...]:
    reason = reason_of(command.reason)
    house, castle = _house(state, command.house), _castle(state, command.region)
    if (command.house in castle.flags) == command.on:
        if command.on:
            raise Stale(say("{castle} bears the flag of {house} already.", castle=castle.name, house=house), rule="R-51")
        raise Stale(say("{castle} does not bear the flag of {house} already.", castle=castle.name, house=house), rule="R-51")
    if command.on and war_of(state).remnants.get(command.region):
        said = say("No flag is placed on {castle} while a remnant stands there; remove it first.", castle=castle.name)
        raise Refused(said, rule="R-53")
    return (FlagAdjusted(month=state.clock.month, region=command.region, house=command.house, on=command.on, reason=reason),)


def decide_adjust_remnant(state: GameState, command: AdjustRemnant, asked: DecisionContext) -> tuple[RemnantAdjusted, ...]:
    reason = reason_of(command.reason)
    castle, stands = _castle(state, command.region), war_of(state).remnants.get(command.region, 0)
    if stands != command.before:
        raise Stale(
            say(
                "{castle} has {remnants} remnants by now, not {before}; look again.",
                castle=castle.name,
                remnants=stands,
                before=command.before,
            )
        )
    if not 0 <= command.units <= 20:
        raise Refused(say("A castle has 0 to 20 remnants."), rule="R-54")
    if command.units == stands:
        raise Stale(say("{castle} has {remnants} remnants already.", castle=castle.name, remnants=stands))
    if command.units and castle.flags and not state.scenario.settings.remnants_return_to_claimed:
        raise Refused(say("{castle} is claimed; remnants stand at castles without a flag.", castle=castle.name), rule="R-54")
    return (RemnantAdjusted(month=state.clock.month, region=command.region, before=stands, after=command.units, reason=reason),)


def decide_adjust_immortal(state: GameState, command: AdjustImmortal, asked: DecisionContext) -> tuple[ImmortalAdjusted, ...]:
    reason = reason_of(command.reason)
    found = next((each for each in war_of(state).immortals if each.id == command.immortal), None)
    if found is None:
        raise Refused(say("There is no such Immortal."), rule="GE-WAR-59", code="unknown")
    if command.region is not None:
        _region(state, command.region)
    if found.region == command.region:
        if found.region:
            raise Stale(say("Immortal {number} stands there already.", number=found.id))
        raise Stale(say("Immortal {number} is off the board already.", number=found.id))
    month = state.clock.month
    return (
        ImmortalAdjusted(
            month=month,
            immortal=found.id,
            origin=found.region,
            region=command.region,
            away_until=month + 1 if command.region is None else None,
            reason=reason,
        ),
    )


def decide_move_rumor(state: GameState, command: MoveRumor, asked: DecisionContext) -> tuple[RumorMoved, ...]:
    reason = reason_of(command.reason)
    token = next((each for each in war_of(state).rumors if each.id == command.rumor), None)
    if token is None:
        raise Refused(say("There is no such Rumor."), rule="GE-WAR-03", code="unknown")
    if command.region is not None:
        _region(state, command.region)
    if token.region == command.region:
        raise Stale(say("The Rumor lies there already."), rule="R-55")
    return (RumorMoved(month=state.clock.month, rumor=token.id, origin=token.region, region=command.region, reason=reason),)


def decide_place_rumor(state: GameState, command: PlaceRumor, asked: DecisionContext) -> tuple[RumorPlaced, ...]:
    reason = reason_of(command.reason)
    _region(state, command.region)
    war, spares = war_of(state), state.scenario.texts.rumor_spares
    if war.spares_used >= len(spares):
        raise Refused(say("No spare text for a Rumor is left; move one that lies on the map."), rule="R-55")
    known = {token.id for token in war.rumors}
    number = next(each for each in range(war.spares_used + 1, len(known) + war.spares_used + 2) if _spare(each) not in known)
    return (
        RumorPlaced(
            month=state.clock.month, rumor=_spare(number), region=command.region, text=spares[war.spares_used], reason=reason
        ),
    )


def _spare(number: int) -> RumorId:
    return RumorId(f"spare-{number}")


# --- the orders ---------------------------------------------------------------------------------------------------------


def decide_admit_sheet(state: GameState, command: AdmitSheet, asked: DecisionContext) -> tuple[OrdersCorrected, ...]:
    reason, record = reason_of(command.reason), _opened_record(state, command.month)
    player = seat_of(state, command.player)
    if record.sheet(player.id) is not None:
        raise Stale(say("A sheet of {player} counts already; correct it instead.", player=player.name), rule="R-16")
    sealed = next((each for each in asked.sheets.read(sheets.KIND, command.month) if each.seat == player.id), None)
    if sealed is None:
        said = say(
            "No sheet of {player} came in time for month {month}; enter the orders by hand.",
            player=player.name,
            month=command.month,
        )
        raise Refused(said, rule="R-16")
    sheet = sheets.parse(sealed.body)
    return (_corrected(state, record, player.id, sheet, reason=reason, admitted=True),)


def decide_correct_orders(state: GameState, command: CorrectOrders, asked: DecisionContext) -> tuple[OrdersCorrected, ...]:
    reason, record = reason_of(command.reason), _opened_record(state, command.month)
    written = sheets.WarSheet(
        orders=command.orders,
        extra=command.extra,
        allies=tuple(sorted(set(command.allies))),
        betray=command.betray,
        immortals=command.immortals,
    )
    sheet = sheets.parse(sheets.encode(written))
    return (_corrected(state, record, command.player, sheet, reason=reason, admitted=False),)


def _opened_record(state: GameState, month: int) -> MonthRecord:
    record = record_of(state)
    if month != state.clock.month:
        raise Stale(say("Those orders were for month {month}; it is month {now} now.", month=month, now=state.clock.month))
    if ORDERS not in record.done:
        said = say("The orders lie sealed until the Orders step ends; the player may still change them.")
        raise Refused(said, rule="R-17")
    return record


def _corrected(
    state: GameState, record: MonthRecord, seat: SeatId, sheet: sheets.WarSheet, *, reason: str, admitted: bool
) -> OrdersCorrected:
    player = seat_of(state, seat)
    if not here_in_room(state, player, Room.WAR):
        said = say("{player} is not in the War Room this month; seat the player there first.", player=player.name)
        raise Refused(said, rule="R-16")
    before = record.sheet(player.id) or OpenedSheet(seat=player.id, house=player.house, rank=player.rank)
    after = sheets.opened(sheet, player, corrected=True)
    present = tuple(sorted({*record.present, player.id}))
    stances = stances_of(
        [house.id for house in state.scenario.houses],
        present=[state.seats[each] for each in present if each in state.seats],
        sheets=(*(each for each in record.sheets if each.seat != player.id), after),
        effects=effects_in(state),
    )
    corrected = OrdersCorrected(month=record.month, sheet=after, present=present, stances=stances, admitted=admitted, reason=reason)
    _require_open(record, before, corrected)
    still = sheet
    if MOVE in record.done:  # what has been carried out is as it was written, and need not be possible any more
        still = replace(sheet, orders=tuple(each for each in sheet.orders if each.kind is not OrderKind.MOVE), immortals=())
    sheets.check(state, player.id, still)
    return corrected


def _require_open(record: MonthRecord, before: OpenedSheet, corrected: OrdersCorrected) -> None:
    """Refuse to change what has been carried out already; the step can be withdrawn, or the board adjusted."""
    if RECRUIT in record.done:
        raise _carried_out(later("Recruit of month {month} was carried out; {way}"), record.month, "GE-WAR-34")
    if MOVE in record.done and (_moves(before), before.immortals) != (_moves(corrected.sheet), corrected.sheet.immortals):
        raise _carried_out(later("Move of month {month} was carried out; {way}"), record.month, "GE-WAR-31")
    if BATTLE in record.done and _stances(record.stances) != _stances(corrected.stances):
        raise _carried_out(later("Battle of month {month} was carried out; {way}"), record.month, "GE-WAR-32")


def _carried_out(words: str, month: int, rule: str) -> Refused:
    way = say("withdraw that step first, or adjust the board by hand.")
    return Refused(say(words, month=month, way=way), rule=rule, code="carried-out")


def _stances(stances: tuple[Stance, ...]) -> list[tuple[HouseId, tuple[HouseId, ...], bool]]:
    return [(stance.house, stance.ticks, stance.betrays) for stance in stances]


def _moves(sheet: OpenedSheet) -> tuple[tuple[int, Order], ...]:
    return tuple((line, order) for line, order in sheet.lines() if order.kind is OrderKind.MOVE)


# --- small parts --------------------------------------------------------------------------------------------------------


def _region(state: GameState, region: RegionId) -> str:
    board = board_of(state.scenario)
    if region not in board.regions:
        raise Refused(say("There is no such region on this map."), code="unknown")
    return board.region_name(region)


def _house(state: GameState, house: HouseId) -> str:
    board = board_of(state.scenario)
    if house not in board.houses:
        raise Refused(say("There is no such House in this scenario."), code="unknown")
    return board.house_name(house)


def _castle(state: GameState, region: RegionId) -> Castle:
    name = _region(state, region)
    castle = war_of(state).castles.get(region)
    if castle is None or castle.destroyed:
        raise Refused(say("There is no castle in {region}.", region=name), rule="R-51", code="unknown")
    return castle
