"""Ownership of buildings: placed, removed and given away by Control, or traded in for three Favors of one faction (R-134)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of
from control.day.state import DayStage
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import capital, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import CountChange, Line, Report, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import (
    BUILDING_DESKS,
    MARKERS,
    building_named,
    building_of,
    building_words,
    kind_name,
    next_building,
    ordered_places,
    standing_building,
    with_changed,
)
from rooms.realm.game.reports.words import cards_named, is_scheme, news, report_purse_changes, to_houses
from rooms.realm.game.state import Building, GameState
from rooms.realm.game.treasury.purses import house_name, is_purse_common, keeper_in, seat_of
from rooms.realm.scenario.ids import CardId, FactionId, HouseId, Phase, RegionId
from rooms.realm.scenario.schema import Faction, NewsKind, Scenario

# === corrections by Control =============================================================================================

# Control places buildings, removes them and gives them to another House.


# --- commands and events ------------------------------------------------------------------------------------------------


class PlaceBuilding(Struct, frozen=True, kw_only=True):
    """Place a building of a House, as Control. Only Trade Routes and Tunnels name `places` (R-62, R-90)."""

    house: HouseId
    kind: str
    reason: str
    places: tuple[RegionId, ...] = ()


class RemoveBuilding(Struct, frozen=True, kw_only=True):
    """Remove a building from the board, as Control; its rights end at once (R-90)."""

    building: int
    reason: str


class ChangeOwner(Struct, frozen=True, kw_only=True):
    """Give a building to another House, as Control. It keeps its places and loses its permissions (R-107)."""

    building: int
    house: HouseId
    reason: str


class BuildingPlaced(Struct, frozen=True, kw_only=True):
    building: Building
    reason: Told


class BuildingRemoved(Struct, frozen=True, kw_only=True):
    id: int
    reason: Told


class BuildingTaken(Struct, frozen=True, kw_only=True):
    """A building has a new owner. All permissions have lapsed."""

    id: int
    former: HouseId
    house: HouseId
    reason: Told


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_place(state: GameState, command: PlaceBuilding, asked: DecisionContext) -> tuple[BuildingPlaced, ...]:
    """Place a building by hand.

    Raises:
        Refused: it does not fit on the map, or no reason is given.
    """
    places = ordered_places(state.scenario, command.house, command.kind, command.places)
    return (
        BuildingPlaced(building=next_building(state, command.house, command.kind, places), reason=require_reason(command.reason)),
    )


def decide_remove(state: GameState, command: RemoveBuilding, asked: DecisionContext) -> tuple[BuildingRemoved, ...]:
    building = standing_building(state, command.building)
    return (BuildingRemoved(id=building.id, reason=require_reason(command.reason)),)


def decide_change_owner(state: GameState, command: ChangeOwner, asked: DecisionContext) -> tuple[BuildingTaken, ...]:
    building = standing_building(state, command.building)
    if command.house not in {house.id for house in state.scenario.houses}:
        raise Refused(say("No such House in this scenario."), rule="R-107", code="unknown")
    if building.house == command.house:
        raise Stale(say("It belongs to {house} already.", house=house_name(state, command.house)), rule="R-107")
    reason = require_reason(command.reason)
    return (BuildingTaken(id=building.id, former=building.house, house=command.house, reason=reason),)


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_placed(state: GameState, happened: BuildingPlaced) -> GameState:
    number = max(state.last_building, happened.building.id)
    return replace(state, buildings=(*state.buildings, happened.building), last_building=number)


def evolve_removed(state: GameState, happened: BuildingRemoved) -> GameState:
    return replace(state, buildings=tuple(each for each in state.buildings if each.id != happened.id))


def evolve_taken(state: GameState, happened: BuildingTaken) -> GameState:
    return with_changed(state, happened.id, house=happened.house, guests=())


# --- words --------------------------------------------------------------------------------------------------------------


def tell_placed(happened: BuildingPlaced, before: GameState, after: GameState) -> Iterator[Line]:
    new = happened.building
    words = say("{building} is built.", building=capital(building_words(before, new)))
    yield to_desks(words, happened.reason)
    yield from to_houses(before, (new.house,), words, rule="R-90", changes=_buildings(1))
    yield _news(after, NewsKind.BUILDING, new)


def tell_removed(happened: BuildingRemoved, before: GameState, after: GameState) -> Iterator[Line]:
    gone = building_of(before, happened.id)
    words = say("{building} is gone.", building=capital(building_named(before, happened.id)))
    yield to_desks(words, happened.reason)
    if gone is not None:
        yield from to_houses(before, (gone.house,), words, rule="R-90", changes=_buildings(-1))
        yield _news(before, NewsKind.BUILDING_LOST, gone)


def tell_taken(happened: BuildingTaken, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell both Houses who owns the building now, but not by what cause."""
    found, named = building_of(after, happened.id), capital(building_named(before, happened.id))
    words = say("{building} now belongs to {house}.", building=named, house=house_name(before, happened.house))
    yield to_desks(words, happened.reason)
    rule = "" if is_scheme(happened.reason) else "R-107"
    yield from to_houses(before, (happened.former,), words, rule=rule, changes=_buildings(-1))
    yield from to_houses(before, (happened.house,), words, rule=rule, changes=_buildings(1))
    if found is not None:
        yield _news(after, NewsKind.BUILDING, found)


def _news(state: GameState, kind: NewsKind, about: Building) -> Report:
    named = {"house": house_name(state, about.house), "building": kind_name(state.scenario, about.kind)}
    return news(state, kind, f"building:{about.id}", **named)


def _buildings(by: int) -> tuple[CountChange, ...]:
    return (CountChange(what=say("buildings"), one=say("building"), by=by),)


PLACE_COMMANDS: Mapping[type, CommandHandler] = {
    PlaceBuilding: CommandHandler(
        decide=decide_place,
        desks=BUILDING_DESKS,
        label=lambda c, s: say(
            "{building} of {house}, placed", building=kind_name(s.scenario, c.kind), house=house_name(s, c.house)
        ),
    ),
    RemoveBuilding: CommandHandler(
        decide=decide_remove,
        desks=BUILDING_DESKS,
        label=lambda c, s: say("{building}, removed", building=capital(building_named(s, c.building))),
    ),
    ChangeOwner: CommandHandler(
        decide=decide_change_owner,
        desks=BUILDING_DESKS,
        label=lambda c, s: say(
            "{building}, given to {house}", building=capital(building_named(s, c.building)), house=house_name(s, c.house)
        ),
    ),
}


PLACE_EVENTS: Mapping[type, EventHandler] = {
    BuildingPlaced: EventHandler(evolve=evolve_placed, tell=tell_placed, invalidations=lambda e, s: MARKERS),
    BuildingRemoved: EventHandler(evolve=evolve_removed, tell=tell_removed, invalidations=lambda e, s: MARKERS),
    BuildingTaken: EventHandler(evolve=evolve_taken, tell=tell_taken, invalidations=lambda e, s: MARKERS),
}


# === trade-in ===========================================================================================================

# Three Favors of one faction become its building.


PRICE = 3  # Favors of one faction (GE-FAV-09)
TRADING_IN = (Phase.CEREMONY, Phase.PLANNING)


# --- commands and events ------------------------------------------------------------------------------------------------


class TradeIn(Struct, frozen=True, kw_only=True):
    """Trade in three Favors of one faction from the own purse for that faction's building (GE-WAR-73, R-134)."""

    seat: SeatId
    cards: tuple[CardId, ...]
    places: tuple[RegionId, ...] = ()


class FavorsTradedIn(Struct, frozen=True, kw_only=True):
    """Three cards of one faction have gone from a purse to the discard pile. The building follows as its own event."""

    seat: SeatId
    faction: FactionId
    cards: tuple[CardId, ...]


# --- questions ----------------------------------------------------------------------------------------------------------


def faction_of(scenario: Scenario, card: CardId) -> Faction | None:
    """Faction of a Favor card; None for a card of no deck in this scenario."""
    favor = next((each for each in scenario.favors if each.id == card.rsplit("#", 1)[0]), None)
    return next((each for each in scenario.factions if favor and each.id == favor.faction), None)


def may_trade_in_now(state: GameState) -> bool:
    """May players trade in Favors now? In Ceremony and Planning (R-134)."""
    return state.clock.stage is DayStage.PLAYING and state.clock.is_in(*TRADING_IN)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_trade_in(state: GameState, command: TradeIn, asked: DecisionContext) -> tuple[FavorsTradedIn | BuildingPlaced, ...]:
    """Trade three cards of one faction in the own purse for its building, which works at once.

    Cards in several purses are first given to one player: that shows their holders' consent (R-05, R-134). Where a House holds in
    common, its rank 1 keeps the purse and trades.

    Raises:
        Refused: wrong phase, not three cards of one faction in this purse, or places that do not fit.
    """
    seat = seat_of(state, command.seat)
    if not may_trade_in_now(state):
        raise Refused(say("Favors are traded in during Ceremony and Planning."), rule="R-134", code="closed")
    if not seat.here:
        raise Refused(say("{name} is not checked in.", name=seat.name), rule="R-134")
    if is_purse_common(state) and seat.id != keeper_in(state, seat.house):
        raise Refused(say("Your House has one purse; its highest rank trades in."), rule="R-134")
    if len(set(command.cards)) != PRICE or len(command.cards) != PRICE:
        raise Refused(say("Choose three Favors of one faction."), rule="GE-FAV-09", code="count")
    if not set(command.cards) <= set(seat.purse.favors):
        raise Refused(say("One of these Favors is not in this purse any more; look again."), rule="R-134", code="stale")
    factions = {faction_of(state.scenario, card) for card in command.cards}
    faction = factions.pop()
    if factions or faction is None:
        raise Refused(say("The three Favors must be of one faction."), rule="GE-FAV-09", code="mixed")
    places = ordered_places(state.scenario, seat.house, faction.kind, command.places)
    building = next_building(state, seat.house, faction.kind, places)
    paid = FavorsTradedIn(seat=seat.id, faction=faction.id, cards=command.cards)
    return (paid, BuildingPlaced(building=building, reason=trade_in_reason(PRICE, faction.name)))


@as_reason("buildings.traded-in")
def trade_in_reason(count: int, faction: str) -> str:
    return say("{count} Favors of {faction}", count=count, faction=faction)


# --- fold and invariants ------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_traded_in(state: GameState, happened: FavorsTradedIn) -> GameState:
    seat = state.seats[happened.seat]
    left = tuple(card for card in seat.purse.favors if card not in happened.cards)
    seats = {**state.seats, seat.id: replace(seat, purse=replace(seat.purse, favors=left))}
    return replace(state, seats=seats, favor_discards=(*state.favor_discards, *happened.cards))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_traded_in(happened: FavorsTradedIn, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the keeper of the purse which cards went. Everybody else reads their number (R-135)."""
    faction = next((each.name for each in before.scenario.factions if each.id == happened.faction), str(happened.faction))
    named = {"player": who(before, happened.seat), "count": len(happened.cards), "faction": faction}
    yield to_desks(say("{player} turns in {count} Favors of {faction}.", **named))
    words = say("You turned in {favors}.", favors=cards_named(before, happened.cards))
    yield from report_purse_changes(before, after, happened.seat, words, rule="GE-WAR-73")


def _traded_invalidations(happened: FavorsTradedIn, state: GameState) -> tuple[Invalidation, ...]:
    return (
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, happened.seat)),
        Invalidation(topic="people", to="staff"),
    )


TRADE_COMMANDS: Mapping[type, CommandHandler] = {
    TradeIn: CommandHandler(
        decide=decide_trade_in, player=True, desks=frozenset({Desk.CEREMONY}), label=lambda c, s: say("Favors traded in")
    ),
}


TRADE_EVENTS: Mapping[type, EventHandler] = {
    FavorsTradedIn: EventHandler(evolve=evolve_traded_in, tell=tell_traded_in, invalidations=_traded_invalidations),
}
