"""Sentences of orders: contents, results, reasons, and a House's ticks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from control.engine.language import Spoken, later, say, say_count
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.board import Board
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import (
    EXTRA_LINE,
    FAVOR_LINE,
    AsideWhy,
    GuardMove,
    GuardOrder,
    OpenedSheet,
    Order,
    OrderKind,
    Outcome,
    Stance,
    StanceFrom,
    Via,
    Why,
)
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.state import BATTLE
from rooms.war.game.words.battles import betrayal_in
from rooms.war.game.words.names import capitalized, forces_listed, immortal_name


def allies_words(board: Board, allies: Sequence[HouseId]) -> str:
    """Houses that a sheet ticks, as a line of its own."""
    return say("Allies: {houses}", houses=forces_listed(board, allies)) if allies else say("Allies: nobody")


def order_words(board: Board, order: Order) -> str:
    """An order in words: "Move 2 from Zen to Aka"."""
    target = board.region_name(order.target)
    if order.kind is OrderKind.MOVE:
        origin = board.region_name(order.origin or order.target)
        return say("Move {units} from {origin} to {target}", units=order.units, origin=origin, target=target)
    if order.kind is OrderKind.PLACED:
        return say_count(
            "Place {count} unit of the stockpile in {region}",
            "Place {count} units of the stockpile in {region}",
            order.units,
            region=target,
        )
    return say("Recruit in {region}", region=target) if order.kind is OrderKind.RECRUIT else extra_words(target)


def extra_words(region: str) -> str:
    """The extra Recruit in words."""
    return say("Extra Recruit in {region}", region=region)


def written_words(board: Board, sheet: WarSheet) -> tuple[str, ...]:
    """Orders of a sheet, line by line."""
    lines = [order_words(board, order) for order in sheet.orders]
    if sheet.extra is not None:
        lines.append(extra_words(board.region_name(sheet.extra)))
    return (*lines, *(guard_order_words(board, order) for order in sheet.immortals))


def line_name(line: int) -> str:
    """Name of a line of the sheet."""
    if line == EXTRA_LINE:
        return say("extra Recruit")
    return say("order by a Favor") if line >= FAVOR_LINE else say("order {number}", number=line)


RULE_OF: dict[Why, str] = {
    Why.NONE_THERE: "GE-WAR-10",
    Why.TOO_FEW: "R-41",
    Why.MOVED_ALREADY: "GE-WAR-12",
    Why.NOT_ADJACENT: "GE-WAR-09",
    Why.CLOSED: "GE-WAR-82",
    Why.HELD: "GE-FAV-03",
    Why.NO_UNIT: "GE-WAR-18",
    Why.NOT_EMPTY: "R-60",
    Why.NO_STOCK: "GE-WAR-15",
    Why.NOT_FED: "GE-WAR-81",
    Why.LOWER_RANK: "R-67",
    Why.WAY_CLOSED: "R-63",
    Why.NOT_ALLOWED: "R-65",
    Why.NO_COMMAND: "R-59",
    Why.OFF_BOARD: "R-58",
    Why.ORDERED_BEFORE: "R-59",
    Why.THERE_ALREADY: "GE-WAR-61",
}
STOPPED_RULE = "GE-WAR-77"


def rule_of(outcome: Outcome) -> str:
    """Rule that explains an order's result: why it did less, or what stopped it on the road."""
    if outcome.why is not None:
        return RULE_OF[outcome.why]
    return STOPPED_RULE if outcome.stopped_at is not None else ""


def fate_of(outcome: Outcome) -> str:
    """Result of an order: "done", "part" or "wasted". A Move stopped on the way is "part"."""
    if not outcome.done:
        return "wasted"
    return "done" if outcome.done >= outcome.due and outcome.stopped_at is None else "part"


def why_words(board: Board, outcome: Outcome) -> str:
    """Why an order did less than it says: "Zen held no unit of Cat"."""
    order, house = outcome.order, board.house_name(outcome.house)
    target, origin = board.region_name(order.target), board.region_name(order.origin or order.target)
    match outcome.why:
        case Why.NONE_THERE:
            return say("{region} held no unit of {house}", region=origin, house=house)
        case Why.TOO_FEW:
            return _stood_words(outcome, origin, house)
        case Why.MOVED_ALREADY if not outcome.free:
            return say("{stood}, and other orders had moved all of them", stood=_stood_words(outcome, origin, house))
        case Why.MOVED_ALREADY:
            stood = _stood_words(outcome, origin, house)
            return say("{stood}, and other orders had left {free} of them to move", stood=stood, free=outcome.free)
        case Why.NOT_ADJACENT:
            return say("{target} does not border on {origin}", target=target, origin=origin)
        case Why.CLOSED:
            return say("{region} was closed to {house}", region=target, house=house)
        case Why.HELD:
            return say("no unit could leave {region} this month", region=origin)
        case Why.NO_UNIT:
            return say("{region} held no unit of {house}", region=target, house=house)
        case Why.NOT_EMPTY:
            return say("{house} had no unit left and {region} was not empty", house=house, region=target)
        case Why.NO_STOCK if not outcome.free:
            return say("the stockpile of {house} was empty", house=house)
        case Why.NO_STOCK:
            return say("the stockpile of {house} held only {free}", house=house, free=outcome.free)
        case Why.NOT_FED:
            return say("no law sent food to {house}", house=house)
        case Why.LOWER_RANK:
            return say("a higher rank of {house} sent a sheet, and the extra Recruit belongs to that one", house=house)
        case Why.WAY_CLOSED:
            return say(
                "every road from {origin} to {target} leads through a region closed to {house}",
                origin=origin,
                target=target,
                house=house,
            )
        case Why.NOT_ALLOWED:
            return say(
                "{target} does not border on {origin}, and {owner} did not let {house} use what leads there",
                target=target,
                origin=origin,
                owner=board.house_name(outcome.owner) if outcome.owner else say("another House"),
                house=house,
            )
        case _:
            return ""


def _stood_words(outcome: Outcome, origin: str, house: str) -> str:
    return say_count(
        "{region} held {count} unit of {house}", "{region} held {count} units of {house}", outcome.stood, region=origin, house=house
    )


def outcome_words(board: Board, outcome: Outcome) -> str:
    """Result of an order, for its author: "wasted: Zen held no unit of Cat"."""
    order = outcome.order
    target, origin = board.region_name(order.target), board.region_name(order.origin or order.target)
    why = why_words(board, outcome)
    if not outcome.done:
        return say("wasted: {why}", why=why)
    if order.kind is OrderKind.MOVE:
        did = _move_words(board, outcome, origin, target)
    else:
        did = say_count("{count} unit recruited in {region}", "{count} units recruited in {region}", outcome.done, region=target)
    return say("{did}, not {due}: {why}", did=did, due=outcome.due, why=why) if why else did


def _move_words(board: Board, outcome: Outcome, origin: str, target: str) -> str:
    """Way of a Move and its end: "2 units moved by road from Zen to Ode, but Wolf stopped them in Inn"."""
    count, way = outcome.done, _way_words(board, outcome)
    if outcome.stopped_at is not None:
        by, where = forces_listed(board, outcome.stopped_by), board.region_name(outcome.stopped_at)
        if not way:
            return say_count(
                "{count} unit moved from {origin} towards {target}, but {by} stopped it in {region}",
                "{count} units moved from {origin} towards {target}, but {by} stopped them in {region}",
                count,
                origin=origin,
                target=target,
                by=by,
                region=where,
            )
        return say_count(
            "{count} unit moved {way} from {origin} towards {target}, but {by} stopped it in {region}",
            "{count} units moved {way} from {origin} towards {target}, but {by} stopped them in {region}",
            count,
            way=way,
            origin=origin,
            target=target,
            by=by,
            region=where,
        )
    if not way:
        return say_count(
            "{count} unit moved from {origin} to {target}",
            "{count} units moved from {origin} to {target}",
            count,
            origin=origin,
            target=target,
        )
    return say_count(
        "{count} unit moved {way} from {origin} to {target}",
        "{count} units moved {way} from {origin} to {target}",
        count,
        way=way,
        origin=origin,
        target=target,
    )


def _way_words(board: Board, outcome: Outcome) -> str:
    """Way of a Move: "by road", "through the tunnels of Wolf". Empty for a step to a neighbour."""
    own = outcome.owner is None or outcome.owner == outcome.house
    owner = "" if outcome.owner is None else board.house_name(outcome.owner)
    if outcome.via is Via.ROAD:
        return say("by road") if own else say("by road of {house}", house=owner)
    if outcome.via is Via.TUNNEL:
        return say("through the tunnels") if own else say("through the tunnels of {house}", house=owner)
    return ""


# --- Immortals ----------------------------------------------------------------------------------------------------------


def guard_line_name(order: GuardOrder) -> str:
    """Name of an Immortal's line of the sheet."""
    return immortal_name(order.immortal)


def guard_order_words(board: Board, order: GuardOrder) -> str:
    """An order to an Immortal in words: "Immortal 2 to Fog"."""
    return say("Immortal {number} to {region}", number=order.immortal, region=board.region_name(order.target))


def guard_move_words(board: Board, move: GuardMove) -> str:
    """Result of an order to an Immortal, for its author: "wasted: Immortal 2 was off the board"."""
    number, target = move.order.immortal, board.region_name(move.order.target)
    match move.why:
        case None:
            origin = board.region_name(move.origin) if move.origin is not None else say("off the board")
            return say("Immortal {number} went from {origin} to {target}", number=number, origin=origin, target=target)
        case Why.NO_COMMAND:
            return say("wasted: {house} commanded no Immortals", house=board.house_name(move.house))
        case Why.OFF_BOARD:
            return say("wasted: Immortal {number} was off the board", number=number)
        case Why.ORDERED_BEFORE:
            house = board.house_name(move.by or move.house)
            return say("wasted: an order of {house} for Immortal {number} came before it", house=house, number=number)
        case _:
            return say("wasted: Immortal {number} stood in {region} already", number=number, region=target)


# --- sheets -------------------------------------------------------------------------------------------------------------


def stance_words(board: Board, stance: Stance) -> str:
    """Houses that a House ticks, and the source of its ticks."""
    house = board.house_name(stance.house)
    others = len(board.houses) - 1
    ticks = forces_listed(board, stance.ticks)
    if stance.source is StanceFrom.ABSENT:
        return say("{house} has nobody in the War Room, so every other House is an ally", house=house)
    if stance.source is StanceFrom.SILENT:
        if not stance.forced:
            return say("{house} sent no sheet and opposes every other House", house=house)
        said = say("{house} sent no sheet", house=house)
    elif len(stance.ticks) == others:
        said = say("{house} marks every other House as an ally", house=house)
    elif len(stance.ticks) == 1:
        said = say("{house} marks {other} as an ally", house=house, other=ticks)
    else:
        said = (
            say("{house} marks {houses} as allies", house=house, houses=ticks)
            if ticks
            else say("{house} marks no allies", house=house)
        )
    if stance.forced:
        said = say("{said}, {houses} by force", said=said, houses=forces_listed(board, stance.forced))
    betrays = stance.betrays and stance.source is not StanceFrom.SILENT
    return say("{said} and betrays the Sovereign", said=said) if betrays else said


ASIDE_WORDS: Mapping[AsideWhy, str] = Spoken(
    {
        AsideWhy.ELSEWHERE: later("not in the War Room this month"),
        AsideWhy.LEFT: later("left for good"),
        AsideWhy.UNREADABLE: later("the sheet could not be read"),
    }
)


def aside_words(why: AsideWhy) -> str:
    """Why a sheet did not count, for its author (R-16)."""
    if why is AsideWhy.ELSEWHERE:
        return say("Your sheet was set aside: you were not in the War Room.")
    if why is AsideWhy.LEFT:
        return say("Your sheet was set aside: you had left for good.")
    return say("Your sheet was set aside: it could not be read; ask War Control.")


def ticks_words(board: Board, sheet: OpenedSheet, stance: Stance) -> str:
    """Effect of a sheet's ticks (R-43)."""
    if stance.seat != sheet.seat:
        house = board.house_name(sheet.house)
        return say("Your ticks did not count: a higher rank of {house} sent a sheet (R-43).", house=house)
    return stance_words(board, stance) + "."


def betrayal_words(board: Board, record: MonthRecord, sheet: OpenedSheet, stance: Stance) -> str:
    """Effect of a sheet's betray box. Empty if the box was empty."""
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


# --- lines with results -------------------------------------------------------------------------------------------------


class OrderLine(Struct, frozen=True, kw_only=True):
    """One order in words and its result once its step was carried out. `fate`: "open", "done", "part" or "wasted"."""

    line: str
    order: str
    fate: str
    sentence: str = ""
    rule: str = ""


def guard_line(board: Board, move: GuardMove) -> OrderLine:
    """The result of one order to an Immortal."""
    return OrderLine(
        line=guard_line_name(move.order),
        order=guard_order_words(board, move.order),
        fate="done" if move.done else "wasted",
        sentence=capitalized(guard_move_words(board, move)) + ".",
        rule=RULE_OF[move.why] if move.why else "",
    )


def order_line(board: Board, outcome: Outcome) -> OrderLine:
    """The result of one order."""
    return OrderLine(
        line=line_name(outcome.line),
        order=order_words(board, outcome.order),
        fate=fate_of(outcome),
        sentence=capitalized(outcome_words(board, outcome)) + ".",
        rule=rule_of(outcome),
    )
