"""Buildings: traded in for three Favors or placed by Control, taken, removed, lent.

What a building does stands with the room that uses it; here stands whose it is, where it lies and who may use it this month.

Rules: GE-WAR-76, GE-WAR-77, GE-FAV-10, GE-FAV-11, GE-FAV-12, GE-FAV-13, GE-FAV-14, GE-FAV-15.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from control.day.amiss import of_players, teams_of
from control.day.people import members
from control.day.state import Stage
from control.day.words import reason_of, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from control.engine.reasons import Told, as_reason
from control.engine.refused import Refused, Stale
from control.engine.words import Spoken, capital
from rooms.realm.desks import Desk
from rooms.realm.game.court import region_name
from rooms.realm.game.state import Building, GameState, Guest, Seat
from rooms.realm.game.treasury import held_in_common, house_name, seat_of
from rooms.realm.scenario.ids import CardId, FactionId, HouseId, Phase, RegionId
from rooms.realm.scenario.schema import Faction, Scenario

BUILDING_DESKS = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY})

SPY_TOWER, TUNNELS, TRADE_ROUTE, CHAPEL, ARENA = "spy-tower", "tunnels", "trade-route", "chapel", "arena"
KINDS: Final = (TRADE_ROUTE, TUNNELS, SPY_TOWER, CHAPEL, ARENA)
PLAIN_NAMES: Final[Mapping[str, str]] = Spoken(
    {
        SPY_TOWER: later("Spy Tower"),
        TUNNELS: later("Tunnels"),
        TRADE_ROUTE: later("Trade Route"),
        CHAPEL: later("Chapel"),
        ARENA: later("Arena"),
    }
)
PLACES_OF: Final[Mapping[str, int]] = {TRADE_ROUTE: 3, TUNNELS: 2}  # how many regions a building names; the others none
PRICE = 3  # Favors of one faction (GE-FAV-09)
TRADING_IN = (Phase.CEREMONY, Phase.PLANNING)
PERMITTING = (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT)


# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBuilding:
    """Control places a building of a House; `places` are named for a Trade Route and for Tunnels alone (R-62, R-90)."""

    house: HouseId
    kind: str
    reason: str
    places: tuple[RegionId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveBuilding:
    """Control takes a building off the board; its rights end at once (R-90)."""

    building: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOwner:
    """Control gives a building to another House; it keeps its places, permissions lapse (R-107)."""

    building: int
    house: HouseId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeIn:
    """A player turns in three Favors of one faction from the own purse for that faction's building (GE-WAR-73, R-134)."""

    seat: SeatId
    cards: tuple[CardId, ...]
    places: tuple[RegionId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowBuilding:
    """A member lets another House use a building of the own House, through month `until` or until revoked (R-65).

    Control gives it for a player at any time, with a reason.
    """

    seat: SeatId
    building: int
    house: HouseId
    until: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeBuilding:
    """A member ends the permission of another House."""

    seat: SeatId
    building: int
    house: HouseId
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingPlaced:
    building: Building
    reason: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingRemoved:
    id: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingTaken:
    """A building has another owner; nobody is its guest any more."""

    id: int
    former: HouseId
    house: HouseId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingAllowed:
    id: int
    house: HouseId
    until: int | None
    by: SeatId
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingRevoked:
    id: int
    house: HouseId
    by: SeatId
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorsTradedIn:
    """Three cards of one faction left a purse for the discards; what they bought follows."""

    seat: SeatId
    faction: FactionId
    cards: tuple[CardId, ...]


# --- questions ----------------------------------------------------------------------------------------------------------


def building_of(state: GameState, number: int) -> Building | None:
    """The building of that number, as long as it stands."""
    return next((each for each in state.buildings if each.id == number), None)


def guests_in(building: Building, month: int) -> tuple[HouseId, ...]:
    """The Houses that may use it in a month beside its owner, in the order in which they were let in (R-65)."""
    return tuple(guest.house for guest in building.guests if guest.until is None or month <= guest.until)


def usable(state: GameState, house: HouseId, kind: str) -> tuple[Building, ...]:
    """The buildings of a kind that a House may use this month: its own, and those it is let use (GE-FAV-16, GE-WAR-74, R-65)."""
    month = state.clock.month
    return tuple(each for each in state.buildings if each.kind == kind and (each.house == house or house in guests_in(each, month)))


def kind_name(scenario: Scenario, kind: str) -> str:
    """How a kind of building is called here (GE-WAR-72)."""
    named = next((each.building for each in scenario.factions if each.kind == kind), None)
    return PLAIN_NAMES.get(kind, kind) if named is None else named


def faction_of(scenario: Scenario, card: CardId) -> Faction | None:
    """The faction of a Favor card; None for a card that is in no deck here."""
    favor = next((each for each in scenario.favors if each.id == card.rsplit("#", 1)[0]), None)
    return next((each for each in scenario.factions if favor and each.id == favor.faction), None)


def placed(scenario: Scenario, house: HouseId, kind: str, places: tuple[RegionId, ...]) -> tuple[RegionId, ...]:
    """The regions a building lies in, in the order of its road (GE-WAR-75, GE-WAR-79, R-62, R-64, R-90).

    Raises:
        Refused: the kind is none of the scenario's, or its places do not fit together on this map.
    """
    if kind not in KINDS:
        raise Refused(say("No such kind of building; choose one of the list."), rule="GE-FAV-09", code="unknown")
    regions = {each.id: each for each in scenario.map.regions}
    owner = next((each for each in scenario.houses if each.id == house), None)
    if owner is None:
        raise Refused(say("No such House in this scenario."), rule="GE-WAR-74", code="unknown")
    if kind not in PLACES_OF:
        return (owner.home,)
    unknown = [place for place in places if place not in regions]
    if unknown:
        raise Refused(say("No such region on this map."), rule="R-62", code="unknown")
    if kind == TRADE_ROUTE:
        if len(places) != PLACES_OF[kind] or len(set(places)) != len(places):
            raise Refused(say("A Trade Route joins three different regions: name the first, the middle and the last."), rule="R-62")
        for one, other in pairwise(places):
            if other not in regions[one].neighbours:
                raise Refused(
                    say(
                        "{one} and {other} do not lie against each other, so no road joins them.",
                        one=regions[one].name,
                        other=regions[other].name,
                    ),
                    rule="R-62",
                    code="apart",
                )
        return places
    if len(places) != PLACES_OF[kind] or len(set(places)) != len(places):
        raise Refused(say("Tunnels have two ends in two different regions."), rule="GE-WAR-78")
    for place in places:
        if place not in scenario.map.mountain.neighbours:
            raise Refused(
                say(
                    "{region} does not lie against {mountain}, where tunnels begin and end.",
                    region=regions[place].name,
                    mountain=scenario.map.mountain.name,
                ),
                rule="R-64",
                code="apart",
            )
    return places


def can_place(scenario: Scenario, kind: str) -> bool:
    """Is there any room for such a building on this map?"""
    if kind == TUNNELS:
        return len(scenario.map.mountain.neighbours) > 1
    return kind != TRADE_ROUTE or any(len(each.neighbours) > 1 for each in scenario.map.regions)


def trading_open(state: GameState) -> bool:
    """May Favors be traded in now? In Ceremony and Planning (R-134)."""
    return state.clock.stage is Stage.PLAYING and state.clock.phase in TRADING_IN


def permitting_open(state: GameState) -> bool:
    """May players let others use buildings now? Before Movement ends (R-65)."""
    return state.clock.stage is Stage.PLAYING and state.clock.phase in PERMITTING


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_place(state: GameState, command: PlaceBuilding, asked: DecisionContext) -> tuple[BuildingPlaced, ...]:
    """Place a building by hand.

    Raises:
        Refused: it does not fit on the map, or no reason is given.
    """
    places = placed(state.scenario, command.house, command.kind, command.places)
    return (BuildingPlaced(building=_next(state, command.house, command.kind, places), reason=reason_of(command.reason)),)


def _next(state: GameState, house: HouseId, kind: str, places: tuple[RegionId, ...]) -> Building:
    number = max(state.last_building, *(each.id for each in state.buildings), 0) + 1
    return Building(id=number, kind=kind, house=house, places=places)


def decide_remove(state: GameState, command: RemoveBuilding, asked: DecisionContext) -> tuple[BuildingRemoved, ...]:
    building = _standing(state, command.building)
    return (BuildingRemoved(id=building.id, reason=reason_of(command.reason)),)


def decide_change_owner(state: GameState, command: ChangeOwner, asked: DecisionContext) -> tuple[BuildingTaken, ...]:
    building = _standing(state, command.building)
    if command.house not in {house.id for house in state.scenario.houses}:
        raise Refused(say("No such House in this scenario."), rule="R-107", code="unknown")
    if building.house == command.house:
        raise Stale(say("It belongs to {house} already.", house=house_name(state, command.house)), rule="R-107")
    reason = reason_of(command.reason)
    return (BuildingTaken(id=building.id, former=building.house, house=command.house, reason=reason),)


def _standing(state: GameState, number: int) -> Building:
    building = building_of(state, number)
    if building is None:
        raise Stale(say("This building does not stand any more."), rule="R-90")
    return building


def decide_trade_in(state: GameState, command: TradeIn, asked: DecisionContext) -> tuple[FavorsTradedIn | BuildingPlaced, ...]:
    """Three cards of one faction out of the own purse buy its building, which works at once.

    Cards in several purses are first passed on to one player: that is their holders' consent (R-05, R-134). Where a House holds in
    common, its rank 1, who keeps the purse, trades.

    Raises:
        Refused: it is not the time, the cards are not three of one faction in this purse, or the places do not fit.
    """
    seat = seat_of(state, command.seat)
    if not trading_open(state):
        raise Refused(say("Favors are traded in during Ceremony and Planning."), rule="R-134", code="closed")
    if not seat.here:
        raise Refused(say("{name} is not checked in.", name=seat.name), rule="R-134")
    if held_in_common(state) and seat.id != keeper(state, seat.house):
        raise Refused(say("Your House has one purse; its highest rank trades in."), rule="R-134")
    if len(set(command.cards)) != PRICE or len(command.cards) != PRICE:
        raise Refused(say("Choose three Favors of one faction."), rule="GE-FAV-09", code="count")
    if not set(command.cards) <= set(seat.purse.favors):
        raise Refused(say("One of these Favors is not in this purse any more; look again."), rule="R-134", code="stale")
    factions = {faction_of(state.scenario, card) for card in command.cards}
    faction = factions.pop()
    if factions or faction is None:
        raise Refused(say("The three Favors must be of one faction."), rule="GE-FAV-09", code="mixed")
    places = placed(state.scenario, seat.house, faction.kind, command.places)
    building = _next(state, seat.house, faction.kind, places)
    paid = FavorsTradedIn(seat=seat.id, faction=faction.id, cards=command.cards)
    return (paid, BuildingPlaced(building=building, reason=traded_in(PRICE, faction.name)))


@as_reason("buildings.traded-in")
def traded_in(count: int, faction: str) -> str:
    return say("{count} Favors of {faction}", count=count, faction=faction)


def keeper(state: GameState, house: HouseId) -> SeatId | None:
    """Who keeps the common purse: the House's highest rank (R-05)."""
    there = members(state, house)
    return there[0].id if there else None


def decide_allow(state: GameState, command: AllowBuilding, asked: DecisionContext) -> tuple[BuildingAllowed, ...]:
    """Let a House use a building.

    Raises:
        Refused: the building is not this House's, or Movement has ended (R-65); Control needs a reason instead.
        Stale: the very same permission stands.
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
    """End a permission, before Movement ends, for orders that count on it are written by then.

    Raises:
        Refused: as `decide_allow`.
        Stale: the House may not use the building any more.
    """
    seat, building, reason = _own_building(state, command, asked)
    if command.house not in guests_in(building, state.clock.month):
        raise Stale(say("{house} may not use it any more.", house=house_name(state, command.house)), rule="R-65")
    return (BuildingRevoked(id=building.id, house=command.house, by=seat.id, reason=reason),)


def _own_building(state: GameState, command: AllowBuilding | RevokeBuilding, asked: DecisionContext) -> tuple[Seat, Building, str]:
    seat, building = seat_of(state, command.seat), _standing(state, command.building)
    if building.house != seat.house:
        raise Refused(say("This building belongs to another House; its owner lets others use it."), rule="R-65", code="not-yours")
    if asked.by.seat is None:
        return seat, building, reason_of(command.reason)
    if not seat.here:
        raise Refused(say("Check in first."), rule="R-65")
    if not permitting_open(state):
        raise Refused(
            say("Permissions are given and revoked before Movement ends, and again in the next Ceremony."),
            rule="R-65",
            code="closed",
        )
    return seat, building, ""


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_placed(state: GameState, happened: BuildingPlaced) -> GameState:
    number = max(state.last_building, happened.building.id)
    return replace(state, buildings=(*state.buildings, happened.building), last_building=number)


def evolve_removed(state: GameState, happened: BuildingRemoved) -> GameState:
    return replace(state, buildings=tuple(each for each in state.buildings if each.id != happened.id))


def evolve_taken(state: GameState, happened: BuildingTaken) -> GameState:
    return _changed(state, happened.id, house=happened.house, guests=())


def evolve_allowed(state: GameState, happened: BuildingAllowed) -> GameState:
    others = _guests_but(state, happened.id, happened.house)
    return _changed(state, happened.id, guests=(*others, Guest(house=happened.house, until=happened.until)))


def evolve_revoked(state: GameState, happened: BuildingRevoked) -> GameState:
    return _changed(state, happened.id, guests=_guests_but(state, happened.id, happened.house))


def _guests_but(state: GameState, number: int, house: HouseId) -> tuple[Guest, ...]:
    building = building_of(state, number)
    return tuple(guest for guest in building.guests if guest.house != house) if building else ()


def _changed(state: GameState, number: int, **changed: object) -> GameState:
    return replace(
        state,
        buildings=tuple(
            replace(each, **changed) if each.id == number else each  # type: ignore[arg-type]
            for each in state.buildings
        ),
    )


@of_players("seat")
def evolve_traded_in(state: GameState, happened: FavorsTradedIn) -> GameState:
    seat = state.seats[happened.seat]
    left = tuple(card for card in seat.purse.favors if card not in happened.cards)
    seats = {**state.seats, seat.id: replace(seat, purse=replace(seat.purse, favors=left))}
    return replace(state, seats=seats, favor_discards=(*state.favor_discards, *happened.cards))


def broken_buildings(state: GameState) -> tuple[str, ...]:
    found: list[str] = []
    for each in state.buildings:
        if each.kind not in KINDS:
            found.append(say("A building of {house} is of no kind.", house=house_name(state, each.house)))
            continue
        wanted = each.places if each.kind in PLACES_OF else ()
        try:
            placed(state.scenario, each.house, each.kind, wanted)
        except Refused as wrong:
            found.append(f"{building_words(state, each)}: {wrong.sentence}")
        if any(guest.house == each.house for guest in each.guests):
            found.append(say("{building} has its owner as a guest.", building=building_words(state, each)))
    if len({each.id for each in state.buildings}) != len(state.buildings):
        found.append(say("Two buildings bear one number."))
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------


def building_words(state: GameState, building: Building) -> str:
    """A building as people call it: "the Trade Route of Cat (Zen, Inn, Aka)"."""
    name, owner = kind_name(state.scenario, building.kind), house_name(state, building.house)
    return say("the {building} of {house} ({places})", building=name, house=owner, places=places_words(state, building))


def places_words(state: GameState, building: Building) -> str:
    """Where it lies: "Zen – Inn – Aka"."""
    return " – ".join(region_name(state, place) for place in building.places)


def _named(state: GameState, number: int) -> str:
    building = building_of(state, number)
    return building_words(state, building) if building else say("a building")


def until_words(until: int | None) -> str:
    """How long a permission holds: "through month 3", "until revoked"."""
    return say("until revoked") if until is None else say("through month {month}", month=until)


def explain_allowed(happened: BuildingAllowed, state: GameState) -> str:
    host, house, building = who(state, happened.by), house_name(state, happened.house), _named(state, happened.id)
    until, reason = happened.until, happened.reason
    if until is None and reason:
        return say(
            "{host} lets {house} use {building} until revoked: {reason}.", host=host, house=house, building=building, reason=reason
        )
    if until is None:
        return say("{host} lets {house} use {building} until revoked.", host=host, house=house, building=building)
    if reason:
        return say(
            "{host} lets {house} use {building} through month {month}: {reason}.",
            host=host,
            house=house,
            building=building,
            month=until,
            reason=reason,
        )
    return say("{host} lets {house} use {building} through month {month}.", host=host, house=house, building=building, month=until)


def explain_revoked(happened: BuildingRevoked, state: GameState) -> str:
    host, house, building = who(state, happened.by), house_name(state, happened.house), _named(state, happened.id)
    if happened.reason:
        return say(
            "{host} lets {house} use {building} no longer: {reason}.",
            host=host,
            house=house,
            building=building,
            reason=happened.reason,
        )
    return say("{host} lets {house} use {building} no longer.", host=host, house=house, building=building)


MARKERS = (Invalidation(topic="map"), Invalidation(topic="buildings"))


def _permission_pokes(happened: BuildingAllowed | BuildingRevoked, state: GameState) -> tuple[Invalidation, ...]:
    building = building_of(state, happened.id)
    houses = dict.fromkeys((*((building.house,) if building else ()), happened.house))
    return (Invalidation(topic="buildings", to="staff"), *(Invalidation(topic="buildings", to=f"team:{house}") for house in houses))


def _traded_pokes(happened: FavorsTradedIn, state: GameState) -> tuple[Invalidation, ...]:
    return (
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, happened.seat)),
        Invalidation(topic="people", to="staff"),
    )


def _faction_name(state: GameState, faction: FactionId) -> str:
    return next((each.name for each in state.scenario.factions if each.id == faction), str(faction))


BUILDINGS = Module(
    name="buildings",
    acts={
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
            label=lambda c, s: say("{building}, removed", building=capital(_named(s, c.building))),
        ),
        ChangeOwner: CommandHandler(
            decide=decide_change_owner,
            desks=BUILDING_DESKS,
            label=lambda c, s: say(
                "{building}, given to {house}", building=capital(_named(s, c.building)), house=house_name(s, c.house)
            ),
        ),
        TradeIn: CommandHandler(
            decide=decide_trade_in, player=True, desks=frozenset({Desk.CEREMONY}), label=lambda c, s: say("Favors traded in")
        ),
        AllowBuilding: CommandHandler(
            decide=decide_allow,
            player=True,
            desks=BUILDING_DESKS,
            label=lambda c, s: say("{house} may use {building}", house=house_name(s, c.house), building=_named(s, c.building)),
        ),
        RevokeBuilding: CommandHandler(
            decide=decide_revoke,
            player=True,
            desks=BUILDING_DESKS,
            label=lambda c, s: say(
                "{house} may no longer use {building}", house=house_name(s, c.house), building=_named(s, c.building)
            ),
        ),
    },
    facts={
        BuildingPlaced: EventHandler(
            evolve=evolve_placed,
            explain=lambda e, s: say(
                "{building} is built: {reason}.", building=capital(building_words(s, e.building)), reason=e.reason
            ),
            pokes=lambda e, s: MARKERS,
        ),
        BuildingRemoved: EventHandler(
            evolve=evolve_removed,
            explain=lambda e, s: say("{building} is gone: {reason}.", building=capital(_named(s, e.id)), reason=e.reason),
            pokes=lambda e, s: MARKERS,
        ),
        BuildingTaken: EventHandler(
            evolve=evolve_taken,
            explain=lambda e, s: say(
                "{building} now belongs to {house}: {reason}.",
                building=capital(_named(s, e.id)),
                house=house_name(s, e.house),
                reason=e.reason,
            ),
            pokes=lambda e, s: MARKERS,
        ),
        BuildingAllowed: EventHandler(
            evolve=evolve_allowed,
            explain=explain_allowed,
            pokes=_permission_pokes,
        ),
        BuildingRevoked: EventHandler(
            evolve=evolve_revoked,
            explain=explain_revoked,
            pokes=_permission_pokes,
        ),
        FavorsTradedIn: EventHandler(
            evolve=evolve_traded_in,
            explain=lambda e, s: say(
                "{player} turns in {count} Favors of {faction}.",
                player=who(s, e.seat),
                count=len(e.cards),
                faction=_faction_name(s, e.faction),
            ),
            pokes=_traded_pokes,
        ),
    },
    broken=broken_buildings,
)
