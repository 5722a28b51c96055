"""Rumors on the map: War Control moves them and places new ones (R-55)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Correction, Line, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId, RumorId
from rooms.war.game.board import RumorToken
from rooms.war.game.lookup import WAR_DESK, board_invalidations, known_region, place_words, region_name
from rooms.war.game.state import war_in_month, war_of, with_notes, with_war

# --- commands and events ------------------------------------------------------------------------------------------------


class MoveRumor(Struct, frozen=True, kw_only=True):
    """Move a Rumor token, or take it off the map (R-55)."""

    rumor: RumorId
    region: RegionId | None
    reason: str


class PlaceRumor(Struct, frozen=True, kw_only=True):
    """Place a new Rumor with the next spare text."""

    region: RegionId
    reason: str


class RumorMoved(Struct, frozen=True, kw_only=True):
    month: int
    rumor: RumorId
    origin: RegionId | None
    region: RegionId | None
    reason: str


class RumorPlaced(Struct, frozen=True, kw_only=True):
    """War Control placed a new Rumor with the next spare text."""

    month: int
    rumor: RumorId
    region: RegionId
    text: str
    reason: str


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_move_rumor(state: GameState, command: MoveRumor, asked: DecisionContext) -> tuple[RumorMoved, ...]:
    reason = require_reason(command.reason)
    token = next((each for each in war_of(state).rumors if each.id == command.rumor), None)
    if token is None:
        raise Refused(say("There is no such Rumor."), rule="GE-WAR-03", code="unknown")
    if command.region is not None:
        known_region(state, command.region)
    if token.region == command.region:
        raise Stale(say("The Rumor lies there already."), rule="R-55")
    return (RumorMoved(month=state.clock.month, rumor=token.id, origin=token.region, region=command.region, reason=reason),)


def decide_place_rumor(state: GameState, command: PlaceRumor, asked: DecisionContext) -> tuple[RumorPlaced, ...]:
    reason = require_reason(command.reason)
    known_region(state, command.region)
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


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_rumor_moved(state: GameState, happened: RumorMoved) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    rumors = tuple(replace(token, region=happened.region) if token.id == happened.rumor else token for token in war.rumors)
    regions = tuple(region for region in (happened.origin, happened.region) if region is not None)
    return with_war(state, with_notes(replace(war, rumors=rumors), regions=regions))


def evolve_rumor_placed(state: GameState, happened: RumorPlaced) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    token = RumorToken(id=happened.rumor, region=happened.region, text=happened.text)
    war = replace(war, rumors=(*war.rumors, token), spares_used=war.spares_used + 1)
    return with_war(state, with_notes(war, regions=(happened.region,)))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_rumor_moved(happened: RumorMoved, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell everybody where the Rumor lies now."""
    origin = region_name(before, happened.origin) if happened.origin else ""
    target, reason = region_name(before, happened.region) if happened.region else "", happened.reason
    if origin and target:
        words = say("A Rumor moves from {origin} to {target}: {reason}.", origin=origin, target=target, reason=reason)
    elif target:
        words = say("A Rumor moves to {target}: {reason}.", target=target, reason=reason)
    elif origin:
        words = say("A Rumor moves from {origin} off the map: {reason}.", origin=origin, reason=reason)
    else:
        words = say("A Rumor moves off the map: {reason}.", reason=reason)
    yield to_desks(words)
    now, was = place_words(before, happened.region), place_words(before, happened.origin)
    yield Correction(to="all", what=say("A Rumor"), now=now, was=was, which=happened.rumor)


def tell_rumor_placed(happened: RumorPlaced, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell everybody where the new Rumor lies."""
    region = region_name(before, happened.region)
    yield to_desks(say("A new Rumor lies in {region}: {reason}.", region=region, reason=happened.reason))
    yield Correction(to="all", what=say("A new Rumor"), now=place_words(before, happened.region))


COMMANDS: Mapping[type, CommandHandler] = {
    MoveRumor: CommandHandler(
        decide=decide_move_rumor,
        desks=WAR_DESK,
        label=lambda c, s: say("Rumor in {region}", region=region_name(s, c.region)) if c.region else say("Rumor off the map"),
    ),
    PlaceRumor: CommandHandler(
        decide=decide_place_rumor,
        desks=WAR_DESK,
        label=lambda c, s: say("New Rumor in {region}", region=region_name(s, c.region)),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    RumorMoved: EventHandler(evolve=evolve_rumor_moved, tell=tell_rumor_moved, invalidations=board_invalidations),
    RumorPlaced: EventHandler(evolve=evolve_rumor_placed, tell=tell_rumor_placed, invalidations=board_invalidations),
}
