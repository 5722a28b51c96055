"""Units set by War Control. The difference goes to or comes from the stockpile (R-42)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler
from control.engine.refusal import Refused, Stale
from control.engine.reports import Correction, Line, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.lookup import WAR_DESK, board_invalidations, house_name, known_house, known_region, region_name
from rooms.war.game.state import war_in_month, war_of, with_notes, with_shifts, with_stock, with_war
from rooms.war.game.words.reports import to_house, units_changed

# --- commands and events ------------------------------------------------------------------------------------------------


class AdjustUnits(Struct, frozen=True, kw_only=True):
    """Set a House's units in a region. `before`: the number that the sender saw."""

    region: RegionId
    house: HouseId
    before: int
    units: int
    reason: str


class UnitsAdjusted(Struct, frozen=True, kw_only=True):
    """War Control set a House's units in a region. The difference went to or came from its stockpile."""

    month: int
    region: RegionId
    house: HouseId
    before: int
    after: int
    reason: str


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_adjust_units(state: GameState, command: AdjustUnits, asked: DecisionContext) -> tuple[UnitsAdjusted, ...]:
    reason = require_reason(command.reason)
    region, house = known_region(state, command.region), known_house(state, command.house)
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


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_units_adjusted(state: GameState, happened: UnitsAdjusted) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    change = happened.after - happened.before
    war = with_stock(with_shifts(war, ((happened.region, happened.house, change),)), {happened.house: -change})
    return with_war(state, with_notes(war, regions=(happened.region,)))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_units_adjusted(happened: UnitsAdjusted, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the House, and everybody what was corrected."""
    named = {"house": house_name(before, happened.house), "region": region_name(before, happened.region)}
    was, now = happened.before, happened.after
    words = say_count(
        "{house} has {count} unit in {region}, not {before}: {reason}.",
        "{house} has {count} units in {region}, not {before}: {reason}.",
        now,
        before=was,
        reason=happened.reason,
        **named,
    )
    yield to_desks(words)
    yield Correction(to="all", what=say("Units of {house} in {region}", **named), now=str(now), was=str(was))
    words = say("Units of {house} in {region}: {count}.", count=now, **named)
    yield to_house(happened.house, words, why=say("Set by Control."), changes=units_changed(now - was))


COMMANDS: Mapping[type, CommandHandler] = {
    AdjustUnits: CommandHandler(
        decide=decide_adjust_units,
        desks=WAR_DESK,
        label=lambda c, s: say("Units in {region}", region=region_name(s, c.region)),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    UnitsAdjusted: EventHandler(evolve=evolve_units_adjusted, tell=tell_units_adjusted, invalidations=board_invalidations),
}
