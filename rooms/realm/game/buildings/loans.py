"""Loans of buildings: permission for another House to use one, until a month or until revoked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.state import DayStage
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, Report, to_desks
from rooms.realm.game.buildings.kinds import BUILDING_DESKS, building_named, building_of, guests_in, standing_building, with_changed
from rooms.realm.game.reports.words import to_houses
from rooms.realm.game.state import Building, GameState, Guest, HouseSeat
from rooms.realm.game.treasury.purses import house_name, seat_of
from rooms.realm.scenario.ids import HouseId, Phase

# === loans ==============================================================================================================


PERMITTING = (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT)


# --- commands and events ------------------------------------------------------------------------------------------------


class AllowBuilding(Struct, frozen=True, kw_only=True):
    """Let another House use a building of the own House, through month `until` or until revoked (R-65).

    Control may do so for a player at any time, with a reason.
    """

    seat: SeatId
    building: int
    house: HouseId
    until: int | None
    reason: str = ""


class RevokeBuilding(Struct, frozen=True, kw_only=True):
    """End another House's permission to use a building."""

    seat: SeatId
    building: int
    house: HouseId
    reason: str = ""


class BuildingAllowed(Struct, frozen=True, kw_only=True):
    id: int
    house: HouseId
    until: int | None
    by: SeatId
    reason: str = ""


class BuildingRevoked(Struct, frozen=True, kw_only=True):
    id: int
    house: HouseId
    by: SeatId
    reason: str = ""


# --- questions ----------------------------------------------------------------------------------------------------------


def may_lend_now(state: GameState) -> bool:
    """May players lend buildings now? They may until Movement ends (R-65)."""
    return state.clock.stage is DayStage.PLAYING and state.clock.is_in(*PERMITTING)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_allow(state: GameState, command: AllowBuilding, asked: DecisionContext) -> tuple[BuildingAllowed, ...]:
    """Let another House use a building.

    Raises:
        Refused: the building is not this House's, or Movement has ended (R-65). Control needs a reason instead.
        Stale: the same permission is in force already.
    """
    seat, building, reason = _own_building(state, command, asked)
    month = state.clock.month
    if command.house == building.house or command.house not in {house.id for house in state.scenario.houses}:
        raise Refused(say("Choose another House of this scenario."), rule="R-65", code="unknown")
    if command.until is not None and command.until < max(month, 1):
        raise Refused(say("A permission holds for this month, or until it is revoked."), rule="R-65", code="over")
    if Guest(house=command.house, until=command.until) in building.guests:
        raise Stale(say("{house} may use it already.", house=house_name(state, command.house)), rule="R-65")
    return (BuildingAllowed(id=building.id, house=command.house, until=command.until, by=seat.id, reason=reason),)


def decide_revoke(state: GameState, command: RevokeBuilding, asked: DecisionContext) -> tuple[BuildingRevoked, ...]:
    """End a permission. Only before Movement ends, because orders that count on it are written by then.

    Raises:
        Refused: as `decide_allow`.
        Stale: the House has no permission any more.
    """
    seat, building, reason = _own_building(state, command, asked)
    if command.house not in guests_in(building, state.clock.month):
        raise Stale(say("{house} may not use it any more.", house=house_name(state, command.house)), rule="R-65")
    return (BuildingRevoked(id=building.id, house=command.house, by=seat.id, reason=reason),)


def _own_building(
    state: GameState, command: AllowBuilding | RevokeBuilding, asked: DecisionContext
) -> tuple[HouseSeat, Building, str]:
    seat, building = seat_of(state, command.seat), standing_building(state, command.building)
    if building.house != seat.house:
        raise Refused(say("This building belongs to another House; its owner lets others use it."), rule="R-65", code="not-yours")
    if asked.by.seat is None:
        return seat, building, require_reason(command.reason)
    if not seat.here:
        raise Refused(say("Check in first."), rule="R-65")
    if not may_lend_now(state):
        raise Refused(
            say("Permissions are given and revoked before Movement ends, and again in the next Ceremony."),
            rule="R-65",
            code="closed",
        )
    return seat, building, ""


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_allowed(state: GameState, happened: BuildingAllowed) -> GameState:
    others = _guests_without(state, happened.id, happened.house)
    return with_changed(state, happened.id, guests=(*others, Guest(house=happened.house, until=happened.until)))


def evolve_revoked(state: GameState, happened: BuildingRevoked) -> GameState:
    return with_changed(state, happened.id, guests=_guests_without(state, happened.id, happened.house))


def _guests_without(state: GameState, number: int, house: HouseId) -> tuple[Guest, ...]:
    building = building_of(state, number)
    return tuple(guest for guest in building.guests if guest.house != house) if building else ()


# --- words --------------------------------------------------------------------------------------------------------------


def until_words(until: int | None) -> str:
    """Duration of a permission: "through month 3", "until revoked"."""
    return say("until revoked") if until is None else say("through month {month}", month=until)


def tell_allowed(happened: BuildingAllowed, before: GameState, after: GameState) -> Iterator[Line]:
    named, until = _lending(before, happened), happened.until
    if until is None:
        yield to_desks(say("{host} lets {house} use {building} until revoked.", **named), happened.reason)
    else:
        yield to_desks(say("{host} lets {house} use {building} through month {month}.", month=until, **named), happened.reason)
    yield from _to_both(before, happened, say("{house} may use {building}.", **named))


def tell_revoked(happened: BuildingRevoked, before: GameState, after: GameState) -> Iterator[Line]:
    named = _lending(before, happened)
    yield to_desks(say("{host} lets {house} use {building} no longer.", **named), happened.reason)
    yield from _to_both(before, happened, say("{house} may use {building} no longer.", **named))


def _lending(state: GameState, happened: BuildingAllowed | BuildingRevoked) -> dict[str, str]:
    house, building = house_name(state, happened.house), building_named(state, happened.id)
    return {"host": who(state, happened.by), "house": house, "building": building}


def _to_both(state: GameState, happened: BuildingAllowed | BuildingRevoked, words: str) -> Iterator[Report]:
    found = building_of(state, happened.id)
    return to_houses(state, (found.house if found else None, happened.house), words, rule="R-65")


def _permission_invalidations(happened: BuildingAllowed | BuildingRevoked, state: GameState) -> tuple[Invalidation, ...]:
    building = building_of(state, happened.id)
    houses = dict.fromkeys((*((building.house,) if building else ()), happened.house))
    return (Invalidation(topic="buildings", to="staff"), *(Invalidation(topic="buildings", to=f"team:{house}") for house in houses))


COMMANDS: Mapping[type, CommandHandler] = {
    AllowBuilding: CommandHandler(
        decide=decide_allow,
        player=True,
        desks=BUILDING_DESKS,
        label=lambda c, s: say("{house} may use {building}", house=house_name(s, c.house), building=building_named(s, c.building)),
    ),
    RevokeBuilding: CommandHandler(
        decide=decide_revoke,
        player=True,
        desks=BUILDING_DESKS,
        label=lambda c, s: say(
            "{house} may no longer use {building}", house=house_name(s, c.house), building=building_named(s, c.building)
        ),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    BuildingAllowed: EventHandler(evolve=evolve_allowed, tell=tell_allowed, invalidations=_permission_invalidations),
    BuildingRevoked: EventHandler(evolve=evolve_revoked, tell=tell_revoked, invalidations=_permission_invalidations),
}
