"""Counts of the Houses: purses with a line per player, and playmats by House (R-05, R-136, R-143)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from control.day.counts import CountedLine, CountLine, CountPart, CountThings, decide_in_order, differing_lines, things_counted
from control.day.people.lookup import members
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.modules import Command, CommandHandler, GameEvent, Module
from control.engine.reasons import as_reason
from control.engine.viewer import Viewer
from rooms.realm.desks import HOUSE_DESKS, looks_after_houses
from rooms.realm.game.favors import deck
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.hostages import commands, hostage_telling
from rooms.realm.game.hostages.commands import HostageAct, MoveHostages, TakeHostages
from rooms.realm.game.hostages.custody import default_hostages, hostages_held_by
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury import power
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.treasury.purses import is_purse_common
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import House

# === purses =============================================================================================================

# Desks count purses by House, with a line for each player: each Power and Favor lies in exactly one purse.
# A count gives the number of cards, not which. Surplus cards leave by age, missing ones are drawn.


PURSES_SHEET: Final = "purses"
POWER, FAVORS = "power", "favors"
MOST_FAVORS: Final = 50  # at once, drawn or removed


class CountPurses(CountThings, frozen=True, kw_only=True):
    """Set purses to the desk's count."""


@as_reason("count.purses")
def purses_counted() -> str:
    return say("Power and Favors")


def purses_view(state: GameState, viewer: Viewer) -> tuple[CountPart, ...]:
    """Purses of every House, for the desks that look after Houses."""
    return purse_parts(state) if looks_after_houses(viewer) else ()


def purse_parts(state: GameState) -> tuple[CountPart, ...]:
    """Purses of every House that has any."""
    parts = (_purse_part(state, house) for house in state.scenario.houses)
    return tuple(part for part in parts if part.lines)


def _purse_part(state: GameState, house: House) -> CountPart:
    alive = [seat for seat in members(state, house.id) if seat.died is None]
    keepers = alive[:1] if is_purse_common(state) else alive
    holding = [seat for seat in members(state, house.id) if seat in keepers or seat.purse.power or seat.purse.favors]
    lines = tuple(line for seat in holding for line in _lines(seat))
    return CountPart(id=house.id, name=house.name, lines=lines, team=house.id, short=house.short)


def _lines(seat: HouseSeat) -> tuple[CountLine, ...]:
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


def decide_count_purses(state: GameState, command: CountPurses, asked: DecisionContext) -> tuple[GameEvent, ...]:
    parts = purse_parts(state)
    lines = differing_lines(parts, command)
    handlers, events = {**power.COMMANDS, **deck.COMMANDS}, {**power.EVENTS, **deck.EVENTS}
    fewer_first = sorted(lines.values(), key=lambda each: each.now > each.before)  # returned cards can be drawn again
    corrected = decide_in_order(state, map(_purse_command, fewer_first), handlers, events, asked)
    done = things_counted(state, asked, command, len(parts), len(lines), sheet=PURSES_SHEET, what=purses_counted())
    return (*corrected, done)


def _purse_command(each: CountedLine) -> AdjustPower | GiveFavors:
    player, _dot, what = each.line.rpartition(".")
    if what == POWER:
        return AdjustPower(seat=SeatId(player), before=each.before, power=each.now, reason=each.reason)
    return GiveFavors(seat=SeatId(player), count=each.now - each.before, reason=each.reason)


PURSE_COMMANDS: Mapping[type, CommandHandler] = {
    CountPurses: CommandHandler(decide=decide_count_purses, desks=HOUSE_DESKS, label=lambda c, s: say("Power and Favors counted")),
}


# === playmats ===========================================================================================================

# Desks count playmats by holding House: the number of tokens of each other House. A token missing here and found there was
# handed over. Any other surplus was taken, any other shortage released. Both follow the rules of an entry by hand: the
# Power and the Favor on the token go with it (GE-CER-19, R-143).


MATS_SHEET: Final = "mats"


class CountMats(CountThings, frozen=True, kw_only=True):
    """Set the hostages on the playmats to the desk's count."""


@as_reason("count.mats")
def mats_counted() -> str:
    return say("hostages")


def count_mats_view(state: GameState, viewer: Viewer) -> tuple[CountPart, ...]:
    """Hostages on every House's mat, for the desks that look after Houses."""
    return mat_parts(state) if looks_after_houses(viewer) else ()


def mat_parts(state: GameState) -> tuple[CountPart, ...]:
    """Hostages on every House's mat. Those of a throne without a ruler wait and are not counted (R-99)."""
    return tuple(_mat_part(state, house) for house in state.scenario.houses)


def _mat_part(state: GameState, holder: House) -> CountPart:
    lying = Counter(each.of for each in hostages_held_by(state, holder.id))
    lines = tuple(
        CountLine(
            id=f"{holder.id}.{of.id}",
            name=say("of {house}", house=of.name),
            ledger=lying[of.id],
            most=lying[of.id] + commands.MOST,
            spare=not lying[of.id],
        )
        for of in state.scenario.houses
        if of.id != holder.id
    )
    return CountPart(id=holder.id, name=holder.name, lines=lines, team=holder.id, short=holder.short)


def decide_count_mats(state: GameState, command: CountMats, asked: DecisionContext) -> tuple[GameEvent, ...]:
    parts = mat_parts(state)
    lines = differing_lines(parts, command)
    corrected = decide_in_order(
        state, _mat_commands(state, tuple(lines.values())), commands.COMMANDS, hostage_telling.EVENTS, asked
    )
    done = things_counted(state, asked, command, len(parts), len(lines), sheet=MATS_SHEET, what=mats_counted())
    return (*corrected, done)


def _mat_commands(state: GameState, lines: tuple[CountedLine, ...]) -> Iterator[Command]:
    """Hand over tokens that one mat lacks and another has too many of; release or take the rest."""
    for of in dict.fromkeys(_houses_of_line(each)[1] for each in lines):
        less = [(each, hostage) for each in lines for hostage in _uncounted_hostages(state, each, of)]
        more = [each for each in lines if _houses_of_line(each)[1] == of for _one in range(each.now - each.before)]
        for (_gone, hostage), come in zip(less, more, strict=False):
            yield MoveHostages(act=HostageAct.HAND_OVER, hostages=(hostage,), to=_houses_of_line(come)[0], reason=come.reason)
        for gone, hostage in less[len(more) :]:
            yield MoveHostages(act=HostageAct.RELEASE, hostages=(hostage,), reason=gone.reason)
        for come in more[len(less) :]:
            yield TakeHostages(holder=_houses_of_line(come)[0], of=of, count=1, reason=come.reason)


def _uncounted_hostages(state: GameState, each: CountedLine, of: HouseId) -> tuple[int, ...]:
    """Ids of hostages that the count did not find, oldest first (R-93)."""
    holder, counted_of = _houses_of_line(each)
    return tuple(one.id for one in default_hostages(state, holder, each.before - each.now, of=of)) if counted_of == of else ()


def _houses_of_line(each: CountedLine) -> tuple[HouseId, HouseId]:
    """Holder and origin of a count line."""
    holder, _dot, of = each.line.partition(".")
    return HouseId(holder), HouseId(of)


MAT_COMMANDS: Mapping[type, CommandHandler] = {
    CountMats: CommandHandler(decide=decide_count_mats, desks=HOUSE_DESKS, label=lambda c, s: say("Hostages counted")),
}


# === module =============================================================================================================

# Module for the counts; its events are those of entries by hand.


COUNTING = Module(name="counting", title=later("Counts of the Houses"), commands={**PURSE_COMMANDS, **MAT_COMMANDS})
