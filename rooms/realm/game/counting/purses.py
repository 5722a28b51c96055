"""Purses are counted by House, with a line for each player: each Power and Favor lies in exactly one purse (R-05).

Which cards a player holds nobody counts; what is too much goes by age, what is missing is drawn (R-136).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from control.day.counts import Counted, CountLine, CountPart, CountThings, carried, counted, differing
from control.day.people.asked import members
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.viewer import Viewer
from rooms.realm.desks import HOUSE_DESKS, looks_after_houses
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.treasury import favors, power
from rooms.realm.game.treasury.favors import GiveFavors
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.treasury.purses import held_in_common
from rooms.realm.scenario.schema import House

SHEET: Final = "purses"
POWER, FAVORS = "power", "favors"
MOST_FAVORS: Final = 50  # drawn or taken at once


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPurses(CountThings):
    """What purses hold by the desk's count."""


@as_reason("count.purses")
def purses_counted() -> str:
    return say("Power and Favors")


def purses_view(state: GameState, viewer: Viewer) -> tuple[CountPart, ...]:
    """The purses of every House, for the desks that look after them."""
    return purses(state) if looks_after_houses(viewer) else ()


def purses(state: GameState) -> tuple[CountPart, ...]:
    """The purses of every House that has one."""
    parts = (_part(state, house) for house in state.scenario.houses)
    return tuple(part for part in parts if part.lines)


def _part(state: GameState, house: House) -> CountPart:
    alive = [seat for seat in members(state, house.id) if seat.died is None]
    keepers = alive[:1] if held_in_common(state) else alive
    holding = [seat for seat in members(state, house.id) if seat in keepers or seat.purse.power or seat.purse.favors]
    lines = tuple(line for seat in holding for line in _lines(seat))
    return CountPart(id=house.id, name=house.name, lines=lines, team=house.id, short=house.short)


def _lines(seat: Seat) -> tuple[CountLine, ...]:
    held = len(seat.purse.favors)
    return (
        CountLine(
            id=f"{seat.id}.{POWER}",
            name=say("Power of {name}", name=seat.name),
            ledger=seat.purse.power,
            most=power.MOST,
            group=seat.name,
            short=say("Power"),
        ),
        CountLine(
            id=f"{seat.id}.{FAVORS}",
            name=say("Favors of {name}", name=seat.name),
            ledger=held,
            most=held + MOST_FAVORS,
            group=seat.name,
            short=say("Favors"),
        ),
    )


def decide_count(state: GameState, command: CountPurses, asked: DecisionContext) -> tuple[GameEvent, ...]:
    parts = purses(state)
    lines = differing(parts, command)
    handlers, events = {**power.COMMANDS, **favors.COMMANDS}, {**power.EVENTS, **favors.EVENTS}
    fewer_first = sorted(lines.values(), key=lambda each: each.now > each.before)  # a card given back may be drawn again
    corrected = carried(state, map(_command, fewer_first), handlers, events, asked)
    done = counted(state, asked, command, len(parts), len(lines), sheet=SHEET, what=purses_counted())
    return (*corrected, done)


def _command(each: Counted) -> AdjustPower | GiveFavors:
    player, _dot, what = each.line.rpartition(".")
    if what == POWER:
        return AdjustPower(seat=SeatId(player), before=each.before, power=each.now, reason=each.reason)
    return GiveFavors(seat=SeatId(player), count=each.now - each.before, reason=each.reason)


COMMANDS: Mapping[type, CommandHandler] = {
    CountPurses: CommandHandler(decide=decide_count, desks=HOUSE_DESKS, label=lambda c, s: say("Power and Favors counted")),
}
