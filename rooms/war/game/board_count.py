"""War Control's count of the board, region by region: units, flags, remnants, Rumors, Immortals. Stockpiles follow from it.

Rules: R-42.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias

from control.day.counts import CountedLine, CountLine, CountPart, CountThings, decide_in_order, differing_lines, things_counted
from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import Command, CommandHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, RumorId
from rooms.war.game import flags, immortals, remnants, rumors, units
from rooms.war.game.board import board_of
from rooms.war.game.flags import AdjustFlag
from rooms.war.game.immortals import AdjustImmortal
from rooms.war.game.lookup import WAR_DESK
from rooms.war.game.remnants import AdjustRemnant
from rooms.war.game.rumors import MoveRumor, PlaceRumor
from rooms.war.game.state import WarState, war_of
from rooms.war.game.units import AdjustUnits

# === count ==============================================================================================================


SHEET: Final = "board"
STOCK: Final = "stock"
UNITS, FLAG, REMNANTS, RUMORS, IMMORTALS = "units", "flag", "remnants", "rumors", "immortals"
MOST: Final = 20  # upper limit of remnants, Rumors or Immortals in one region
HANDLERS: Final = {**units.COMMANDS, **flags.COMMANDS, **remnants.COMMANDS, **rumors.COMMANDS, **immortals.COMMANDS}
Move: TypeAlias = Callable[[RegionId | None, str], Command]  # moves a piece to a region or off the map, with a reason
Piece: TypeAlias = tuple[Move, RegionId | None]  # a piece and its region in the ledger
EVENTS: Final = {**units.EVENTS, **flags.EVENTS, **remnants.EVENTS, **rumors.EVENTS, **immortals.EVENTS}


class CountBoard(CountThings, frozen=True, kw_only=True):
    """Enter the board as War Control counted it."""


@as_reason("count.board")
def board_count_reason() -> str:
    return say("the board")


# --- what there is to count ---------------------------------------------------------------------------------------------


def board_view(state: GameState, viewer: Viewer) -> tuple[CountPart, ...]:
    """The board in the ledger, for War Control."""
    return board_parts(state) if viewer.sees_desk(Desk.WAR) else ()


def board_parts(state: GameState) -> tuple[CountPart, ...]:
    """Regions sorted by name, then the stockpiles, which follow from the regions."""
    board, war = board_of(state.scenario), war_of(state)
    regions = sorted(board.regions, key=board.region_name)
    stock = tuple(
        CountLine(id=f"{STOCK}.{house}", name=board.house_name(house), ledger=war.stock.get(house, 0), check=True)
        for house in board.houses
    )
    return (
        *(CountPart(id=each, name=board.region_name(each), lines=tuple(_lines(state, war, each))) for each in regions),
        CountPart(id=STOCK, name=say("Stockpiles"), lines=stock),
    )


def _lines(state: GameState, war: WarState, region: RegionId) -> Iterator[CountLine]:
    board, castle = board_of(state.scenario), war.castles.get(region)
    for house, name in board.house_names.items():
        there = war.count(region, house)
        most = war.on_map(house) + war.stock.get(house, 0)
        yield CountLine(
            id=f"{region}.{UNITS}.{house}", name=say("units of {house}", house=name), ledger=there, most=most, spare=not there
        )
    if castle is not None and not castle.destroyed:
        for house, name in board.house_names.items():
            flown = house in castle.flags
            yield CountLine(
                id=f"{region}.{FLAG}.{house}", name=say("flag of {house}", house=name), ledger=int(flown), most=1, spare=not flown
            )
        yield _count_line(region, REMNANTS, say("remnants"), war.remnants.get(region, 0))
    yield _count_line(region, RUMORS, say("Rumors"), sum(token.region == region for token in war.rumors))
    yield _count_line(region, IMMORTALS, say("Immortals"), len(war.immortals_in(region)))


def _count_line(region: RegionId, what: str, name: str, there: int) -> CountLine:
    return CountLine(id=f"{region}.{what}", name=name, ledger=there, most=max(MOST, there), spare=not there)


# --- what comes of it ---------------------------------------------------------------------------------------------------


def decide_count(state: GameState, command: CountBoard, asked: DecisionContext) -> tuple[GameEvent, ...]:
    parts = board_parts(state)
    lines = differing_lines(parts, command)
    corrected = decide_in_order(state, _commands(state, tuple(lines.values())), HANDLERS, EVENTS, asked)
    done = things_counted(state, asked, command, len(parts), len(lines), sheet=SHEET, what=board_count_reason())
    return (*corrected, done)


def _commands(state: GameState, lines: tuple[CountedLine, ...]) -> Iterator[Command]:
    """Commands that correct the board. First what leaves a region, which frees stockpile and castle; then moves; then what arrives.

    Rules: R-42, R-53.
    """
    less, more = [each for each in lines if each.now < each.before], [each for each in lines if each.now > each.before]
    for what in (REMNANTS, FLAG, UNITS):
        yield from map(_command, _lines_about(less, what))
    war = war_of(state)
    yield from _move_pieces(_rumors(war), _lines_about(less, RUMORS), _lines_about(more, RUMORS), _place_rumor)
    guards = _immortals(war)
    away = iter(_moves_from(guards, None))
    yield from _move_pieces(guards, _lines_about(less, IMMORTALS), _lines_about(more, IMMORTALS), partial(_bring_immortal, away))
    for what in (UNITS, FLAG, REMNANTS):
        yield from map(_command, _lines_about(more, what))


def _lines_about(lines: Iterable[CountedLine], what: str) -> list[CountedLine]:
    return [each for each in lines if each.line.split(".")[1] == what]


def _command(each: CountedLine) -> AdjustUnits | AdjustFlag | AdjustRemnant:
    region, what, *house = each.line.split(".")
    at, reason = RegionId(region), each.reason
    if what == UNITS:
        return AdjustUnits(region=at, house=HouseId(house[0]), before=each.before, units=each.now, reason=reason)
    if what == FLAG:
        return AdjustFlag(region=at, house=HouseId(house[0]), on=bool(each.now), reason=reason)
    return AdjustRemnant(region=at, before=each.before, units=each.now, reason=reason)


def _rumors(war: WarState) -> list[Piece]:
    return [(partial(_rumor, token.id), token.region) for token in war.rumors]


def _rumor(rumor: RumorId, region: RegionId | None, reason: str) -> MoveRumor:
    return MoveRumor(rumor=rumor, region=region, reason=reason)


def _immortals(war: WarState) -> list[Piece]:
    return [(partial(_immortal, each.id), each.region) for each in war.immortals if not each.gone]


def _immortal(number: int, region: RegionId | None, reason: str) -> AdjustImmortal:
    return AdjustImmortal(immortal=number, region=region, reason=reason)


def _move_pieces(
    pieces: list[Piece], less: list[CountedLine], more: list[CountedLine], new: Callable[[CountedLine], Command]
) -> Iterator[Command]:
    """Move surplus pieces to regions that lack some. Take any rest off the map, or bring new pieces onto it."""
    gone = [(move, each) for each in less for move in _moves_from(pieces, _region(each))[each.now - each.before :]]
    come = [each for each in more for _one in range(each.now - each.before)]
    for (move, _each), to in zip(gone, come, strict=False):
        yield move(_region(to), to.reason)
    for move, each in gone[len(come) :]:
        yield move(None, each.reason)
    yield from map(new, come[len(gone) :])


def _moves_from(pieces: list[Piece], region: RegionId | None) -> list[Move]:
    return [move for move, at in pieces if at == region]


def _place_rumor(each: CountedLine) -> PlaceRumor:
    return PlaceRumor(region=_region(each), reason=each.reason)


def _bring_immortal(away: Iterator[Move], each: CountedLine) -> Command:
    """Bring an Immortal from off the board onto it.

    Raises:
        Refused: all are on the board already.
    """
    move = next(away, None)
    if move is None:
        raise Refused(say("There are no more Immortals than stand on the board; count them again."), rule="GE-WAR-59")
    return move(_region(each), each.reason)


def _region(each: CountedLine) -> RegionId:
    return RegionId(each.line.split(".")[0])


COMMANDS: Mapping[type, CommandHandler] = {
    CountBoard: CommandHandler(decide=decide_count, desks=WAR_DESK, label=lambda c, s: say("Board counted")),
}
