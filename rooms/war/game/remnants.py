"""Remnants at castles: placed in Return, or set by War Control."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Correction, Line, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import board_of
from rooms.war.game.lookup import WAR_DESK, board_invalidations, known_castle, region_name
from rooms.war.game.state import WarState, war_in_month, war_of, with_notes, with_war
from rooms.war.game.words.names import regions_listed

# --- commands and events ------------------------------------------------------------------------------------------------


class AdjustRemnant(Struct, frozen=True, kw_only=True):
    """Set the remnants at a castle. `before`: the number that the sender saw."""

    region: RegionId
    before: int
    units: int
    reason: str


class RemnantsReturned(Struct, frozen=True, kw_only=True):
    """A remnant appeared at each of these castles (GE-WAR-56)."""

    month: int
    regions: tuple[RegionId, ...]


class RemnantAdjusted(Struct, frozen=True, kw_only=True):
    month: int
    region: RegionId
    before: int
    after: int
    reason: str


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_adjust_remnant(state: GameState, command: AdjustRemnant, asked: DecisionContext) -> tuple[RemnantAdjusted, ...]:
    reason = require_reason(command.reason)
    castle, stands = known_castle(state, command.region), war_of(state).remnants.get(command.region, 0)
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


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_remnants_returned(state: GameState, happened: RemnantsReturned) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    for region in happened.regions:
        if not war.is_empty(region):
            war = with_notes(war, doubt=f"remnant:{region}")
        war = _with_remnants(war, region, 1)
    return with_war(state, with_notes(war, regions=happened.regions))


def evolve_remnant_adjusted(state: GameState, happened: RemnantAdjusted) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    war = _with_remnants(war, happened.region, happened.after - happened.before)
    return with_war(state, with_notes(war, regions=(happened.region,)))


def _with_remnants(war: WarState, region: RegionId, by: int) -> WarState:
    remnants = {**war.remnants, region: war.remnants.get(region, 0) + by}
    if not remnants[region]:
        del remnants[region]
    return replace(war, remnants=remnants)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_remnants_returned(happened: RemnantsReturned, before: GameState, after: GameState) -> Iterator[Line]:
    regions = regions_listed(board_of(before.scenario), happened.regions)
    yield to_desks(say("A remnant appears in {regions}.", regions=regions))


def tell_remnant_adjusted(happened: RemnantAdjusted, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell everybody how many remnants stand there now."""
    region, was, now = region_name(before, happened.region), happened.before, happened.after
    words = say_count(
        "{region} has {count} remnant, not {before}: {reason}.",
        "{region} has {count} remnants, not {before}: {reason}.",
        now,
        region=region,
        before=was,
        reason=happened.reason,
    )
    yield to_desks(words)
    yield Correction(to="all", what=say("Remnants in {region}", region=region), now=str(now), was=str(was))


COMMANDS: Mapping[type, CommandHandler] = {
    AdjustRemnant: CommandHandler(
        decide=decide_adjust_remnant,
        desks=WAR_DESK,
        label=lambda c, s: say("Remnant in {region}", region=region_name(s, c.region)),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    RemnantsReturned: EventHandler(evolve=evolve_remnants_returned, tell=tell_remnants_returned, invalidations=board_invalidations),
    RemnantAdjusted: EventHandler(evolve=evolve_remnant_adjusted, tell=tell_remnant_adjusted, invalidations=board_invalidations),
}
