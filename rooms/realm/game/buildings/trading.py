"""Three Favors of one faction become its building (R-134)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.amiss import of_players, teams_of
from control.day.people.asked import members
from control.day.state import Stage
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.reasons import as_reason
from control.engine.refused import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import next_building, placed
from rooms.realm.game.buildings.placing import BuildingPlaced
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import held_in_common, seat_of
from rooms.realm.scenario.decks import Faction
from rooms.realm.scenario.ids import CardId, FactionId, HouseId, Phase, RegionId
from rooms.realm.scenario.schema import Scenario

PRICE = 3  # Favors of one faction (GE-FAV-09)
TRADING_IN = (Phase.CEREMONY, Phase.PLANNING)


# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeIn:
    """A player turns in three Favors of one faction from the own purse for that faction's building (GE-WAR-73, R-134)."""

    seat: SeatId
    cards: tuple[CardId, ...]
    places: tuple[RegionId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorsTradedIn:
    """Three cards of one faction left a purse for the discards; what they bought follows."""

    seat: SeatId
    faction: FactionId
    cards: tuple[CardId, ...]


# --- questions ----------------------------------------------------------------------------------------------------------


def faction_of(scenario: Scenario, card: CardId) -> Faction | None:
    """The faction of a Favor card; None for a card that is in no deck here."""
    favor = next((each for each in scenario.favors if each.id == card.rsplit("#", 1)[0]), None)
    return next((each for each in scenario.factions if favor and each.id == favor.faction), None)


def trading_open(state: GameState) -> bool:
    """May Favors be traded in now? In Ceremony and Planning (R-134)."""
    return state.clock.stage is Stage.PLAYING and state.clock.phase in TRADING_IN


# --- decisions ----------------------------------------------------------------------------------------------------------


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
    building = next_building(state, seat.house, faction.kind, places)
    paid = FavorsTradedIn(seat=seat.id, faction=faction.id, cards=command.cards)
    return (paid, BuildingPlaced(building=building, reason=traded_in(PRICE, faction.name)))


@as_reason("buildings.traded-in")
def traded_in(count: int, faction: str) -> str:
    return say("{count} Favors of {faction}", count=count, faction=faction)


def keeper(state: GameState, house: HouseId) -> SeatId | None:
    """Who keeps the common purse: the House's highest rank (R-05)."""
    there = members(state, house)
    return there[0].id if there else None


# --- fold and invariants ------------------------------------------------------------------------------------------------


@of_players("seat")
def evolve_traded_in(state: GameState, happened: FavorsTradedIn) -> GameState:
    seat = state.seats[happened.seat]
    left = tuple(card for card in seat.purse.favors if card not in happened.cards)
    seats = {**state.seats, seat.id: replace(seat, purse=replace(seat.purse, favors=left))}
    return replace(state, seats=seats, favor_discards=(*state.favor_discards, *happened.cards))


# --- words --------------------------------------------------------------------------------------------------------------


def _traded_invalidations(happened: FavorsTradedIn, state: GameState) -> tuple[Invalidation, ...]:
    return (
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, happened.seat)),
        Invalidation(topic="people", to="staff"),
    )


def _faction_name(state: GameState, faction: FactionId) -> str:
    return next((each.name for each in state.scenario.factions if each.id == faction), str(faction))


COMMANDS: Mapping[type, CommandHandler] = {
    TradeIn: CommandHandler(
        decide=decide_trade_in, player=True, desks=frozenset({Desk.CEREMONY}), label=lambda c, s: say("Favors traded in")
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    FavorsTradedIn: EventHandler(
        evolve=evolve_traded_in,
        explain=lambda e, s: say(
            "{player} turns in {count} Favors of {faction}.",
            player=who(s, e.seat),
            count=len(e.cards),
            faction=_faction_name(s, e.faction),
        ),
        invalidations=_traded_invalidations,
    ),
}
